//! Packages of the system that a bare machine lacks. None of them starts a server.

use std::env;
use std::process::Command;

use crate::run::works;

/// What is missing, such as a program, and the package of Debian that has it.
pub(crate) type Needed = (&'static str, &'static str);

/// Installs the packages of the programs that are not on the `PATH`.
pub(crate) fn provide(needed: &[Needed]) -> Result<(), String> {
    let path = env::var_os("PATH").unwrap_or_default();
    let is_missing =
        |(program, _): &&Needed| !env::split_paths(&path).any(|folder| folder.join(program).is_file());
    let missing: Vec<Needed> = needed.iter().filter(is_missing).copied().collect();
    if missing.is_empty() { Ok(()) } else { install(&missing) }
}

/// Installs packages of Debian; without root or apt, names what is missing.
pub(crate) fn install(missing: &[Needed]) -> Result<(), String> {
    if !works("apt-get", &["--version"]) {
        return Err(explain("there is no apt-get here", missing));
    }
    if !works("sh", &["-c", "test \"$(id -u)\" = 0"]) {
        return Err(explain("only root can install packages", missing));
    }
    // On a bare machine the lists of packages may be missing, too.
    let _ = apt(&["update", "--quiet"]);
    let packages: Vec<&str> = missing.iter().map(|(_, package)| *package).collect();
    apt(&[&["install", "--yes", "--quiet", "--no-install-recommends"], &packages[..]].concat())
        .map_err(|reason| explain(&reason, missing))
}

/// Runs apt-get so that it can finish when xtask is killed: packages that are half installed block all others.
fn apt(arguments: &[&str]) -> Result<(), String> {
    let line = format!("apt-get {}", arguments.join(" "));
    eprintln!("── {line}");
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP INT TERM; exec apt-get \"$@\"", "apt-get"]).args(arguments);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let status = command.status().map_err(|error| format!("{line}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("failed: {line}")) }
}

/// Says what is missing and how to get it.
fn explain(reason: &str, missing: &[Needed]) -> String {
    let names: Vec<&str> = missing.iter().map(|(name, _)| *name).collect();
    let packages: Vec<&str> = missing.iter().map(|(_, package)| *package).collect();
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
    fn everything_missing_is_named_with_its_package() {
        let told = explain("there is no apt-get here", &[("node", "nodejs"), ("npm", "npm")]);
        let expected = "there is no apt-get here; missing: node, npm; as root: apt-get install \
                        --no-install-recommends nodejs npm";
        assert_eq!(told, expected);
    }
}
