//! Installs Debian packages that a bare machine lacks. None of them starts a server.

use std::env;

use crate::command::{command, run, succeeds};

/// A missing requirement, such as a program, and the Debian package that provides it.
pub(crate) type Requirement = (&'static str, &'static str);

/// Installs the packages of the programs that are not on the `PATH`.
pub(crate) fn ensure_programs(required: &[Requirement]) -> Result<(), String> {
    let path = env::var_os("PATH").unwrap_or_default();
    let is_missing =
        |(program, _): &&Requirement| !env::split_paths(&path).any(|folder| folder.join(program).is_file());
    let missing: Vec<Requirement> = required.iter().filter(is_missing).copied().collect();
    if missing.is_empty() { Ok(()) } else { install(&missing) }
}

/// Installs Debian packages. Without root or apt, returns an error that lists them.
pub(crate) fn install(missing: &[Requirement]) -> Result<(), String> {
    if !succeeds(command("apt-get").arg("--version")) {
        return Err(explain("apt-get was not found", missing));
    }
    if !succeeds(command("sh").args(["-c", "test \"$(id -u)\" = 0"])) {
        return Err(explain("only root can install packages", missing));
    }
    // A bare machine may lack the package lists, too.
    let _ = apt_get(&["update", "--quiet"]);
    let packages: Vec<&str> = missing.iter().map(|(_, package)| *package).collect();
    apt_get(&[&["install", "--yes", "--quiet", "--no-install-recommends"], &packages[..]].concat())
        .map_err(|reason| explain(&reason, missing))
}

/// Runs apt-get so that it finishes even if xtask is killed: half-installed packages block all others.
fn apt_get(arguments: &[&str]) -> Result<(), String> {
    let mut shell = command("sh");
    shell.args(["-c", "trap '' HUP INT TERM; exec apt-get \"$@\"", "apt-get"]).args(arguments);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut shell, 0);
    run(&mut shell)
}

/// Describes what is missing and how to install it.
fn explain(reason: &str, missing: &[Requirement]) -> String {
    let (names, packages): (Vec<&str>, Vec<&str>) = missing.iter().copied().unzip();
    format!(
        "{reason}; missing: {}; as root: apt-get install --no-install-recommends {}",
        names.join(", "),
        packages.join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_programs_are_listed_with_their_packages() {
        let message = explain("apt-get was not found", &[("node", "nodejs"), ("npm", "npm")]);
        let expected = "apt-get was not found; missing: node, npm; as root: apt-get install \
                        --no-install-recommends nodejs npm";
        assert_eq!(message, expected);
    }
}
