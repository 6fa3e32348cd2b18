//! `cargo xtask package`: the libraries as others get them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, iter};

use crate::root;
use crate::run::{run, run_in_with};
use crate::source::{Package, packages};

/// The features of a package, and what each implies.
type Features = BTreeMap<String, Vec<String>>;

/// How thoroughly the packages are tried.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// Packages that a project can use, whose examples run, and that each choice of features and the oldest toolchain build.
    Short,
    /// Cargo builds each package by itself, too.
    Full,
}

/// Packages every published library, and uses the packages in a project that has nothing else of this repository.
pub(crate) fn package(depth: Depth) -> Result<(), String> {
    let packages = packages()?;
    let libraries: Vec<&Package> = packages.iter().filter(|package| package.is_published_library()).collect();
    let mut arguments = vec!["package", "--quiet", "--allow-dirty"];
    if depth == Depth::Short {
        arguments.push("--no-verify");
    }
    // In one call: Cargo finds their order, and lets each use those before it although no registry has them.
    arguments.extend(libraries.iter().flat_map(|library| ["--package", &library.name]));
    // What they need was mostly fetched for the workspace; the registry is asked only where it was not.
    run("cargo", &[&arguments[..], &["--offline"]].concat()).or_else(|_| run("cargo", &arguments))?;
    let project = Project::create(&libraries)?;
    project.cargo(&["check", "--quiet", "--package", "user"])?;
    for library in &libraries {
        if library.examples().is_empty() {
            eprintln!("── package: {} has no examples", library.name);
        }
        for example in library.examples() {
            project.cargo(&["run", "--quiet", "--package", &library.name, "--example", example])?;
        }
    }
    project.check_features(&libraries)?;
    project.check_oldest_toolchain(&libraries)
}

/// A project with a workspace of its own. It lies in `target`, so that nothing is left elsewhere if this is killed.
struct Project(PathBuf);

impl Project {
    /// Unpacks the packages into a new folder, beside a program that depends on all of them.
    fn create(libraries: &[&Package]) -> Result<Self, String> {
        let folder = root().join("target/package-user");
        let problem = |error: std::io::Error| format!("{}: {error}", folder.display());
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("user/src")).map_err(problem)?;
        for library in libraries {
            let archive = format!("../package/{}.crate", library.unpacked());
            // All files in a package have the same old date, by which Cargo would take changed ones for built.
            run_in_with(&folder, "tar", &["--extract", "--touch", "--gzip", "--file", &archive], &[])?;
        }
        let entry = |prefix: &str| {
            let line = |library: &&Package| {
                format!("{} = {{ path = \"{prefix}{}\" }}\n", library.name, library.unpacked())
            };
            libraries.iter().map(line).collect::<String>()
        };
        let members: String =
            libraries.iter().map(|library| format!(", \"{}\"", library.unpacked())).collect();
        let workspace = format!(
            "[workspace]\nresolver = \"3\"\nmembers = [\"user\"{members}]\n\n[patch.crates-io]\n{}",
            entry("")
        );
        let user = format!(
            "[package]\nname = \"user\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{}",
            entry("../")
        );
        let program: String =
            libraries.iter().map(|library| format!("use {} as _;\n", library.library_name())).collect();
        fs::write(folder.join("Cargo.toml"), workspace).map_err(problem)?;
        fs::write(folder.join("user/Cargo.toml"), user).map_err(problem)?;
        fs::write(folder.join("user/src/main.rs"), program + "\nfn main() {}\n").map_err(problem)?;
        // The same versions of everything else, and no need to ask for newer ones.
        fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).map_err(problem)?;
        Ok(Self(folder))
    }

    fn cargo(&self, arguments: &[&str]) -> Result<(), String> {
        let target = root().join("target/package-build");
        run_in_with(&self.0, "cargo", arguments, &[("CARGO_TARGET_DIR", &path_text(&target)?)])
    }

    /// Builds the libraries without their features and with each one alone. What does without the standard library is built as
    /// for a machine that has none.
    fn check_features(&self, libraries: &[&Package]) -> Result<(), String> {
        let targets = output("rustup", &["target", "list", "--installed"]);
        let bare = targets.lines().find(|target| target.contains("-none"));
        if bare.is_none() {
            eprintln!(
                "── package: libraries are checked without their feature `std`, but NOT on a target without the standard \
                 library: rustup target add thumbv7em-none-eabi"
            );
        }
        for library in libraries.iter().filter(|library| !library.features.is_empty()) {
            let alone = library.features.keys().map(String::as_str).filter(|feature| *feature != "default");
            for feature in iter::once("").chain(alone) {
                let mut arguments =
                    vec!["check", "--quiet", "--package", &library.name, "--no-default-features"];
                arguments.extend(["--features", feature]);
                if let Some(bare) = bare.filter(|_| !needs_std(&library.features, feature)) {
                    arguments.extend(["--target", bare]);
                }
                self.cargo(&arguments)?;
            }
        }
        Ok(())
    }

    /// Builds the project with the oldest toolchain that the manifests promise.
    fn check_oldest_toolchain(&self, libraries: &[&Package]) -> Result<(), String> {
        let Some(oldest) = libraries.iter().filter_map(|library| library.rust_version.as_deref()).max()
        else {
            return Err("no library names its oldest toolchain (rust-version)".to_owned());
        };
        let installed = output("rustup", &["toolchain", "list"]);
        let Some(toolchain) = matching_toolchain(&installed, oldest) else {
            eprintln!("── package: Rust {oldest} is NOT TRIED: rustup toolchain install {oldest}");
            return Ok(());
        };
        self.cargo(&[&format!("+{toolchain}"), "check", "--quiet", "--package", "user"])
    }
}

/// Whether a library needs the standard library when it has this feature alone: it does if it has no feature `std` to do
/// without, or if the feature implies that one.
fn needs_std(features: &Features, feature: &str) -> bool {
    let mut implied = features.get(feature).into_iter().flatten();
    !features.contains_key("std") || feature == "std" || implied.any(|implied| needs_std(features, implied))
}

/// Finds a toolchain of a version, such as 1.89, in a list such as `1.89.0-x86_64-unknown-linux-gnu`.
fn matching_toolchain<'a>(installed: &'a str, version: &str) -> Option<&'a str> {
    installed.lines().find_map(|line| {
        let name = line.split_whitespace().next()?;
        name.strip_prefix(version)?.starts_with(['.', '-']).then_some(name)
    })
}

/// Returns what a program prints; nothing if it cannot be run.
fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    output.map_or_else(|_| String::new(), |output| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn path_text(path: &Path) -> Result<String, String> {
    path.to_str().map(str::to_owned).ok_or_else(|| "the folder has a name that is not UTF-8".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_toolchain_is_found_by_its_version() {
        let list = "stable-x86_64 (active, default)\n1.8.0-x86_64\n1.89-x86_64\n1.90.1-x86_64\n";
        for (version, expected) in
            [("1.89", Some("1.89-x86_64")), ("1.90", Some("1.90.1-x86_64")), ("1.9", None), ("1.88", None)]
        {
            assert_eq!(matching_toolchain(list, version), expected, "{version}");
        }
    }

    #[test]
    fn features_that_imply_std_need_it() {
        let implied = |list: &[&str]| list.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let features = [
            ("default", implied(&["json"])),
            ("json", implied(&["all"])),
            ("all", implied(&["serde", "std"])),
            ("serde", implied(&["dep:serde"])),
            ("std", implied(&["serde?/std"])),
        ];
        let mut features: Features = features.map(|(name, list)| (name.to_owned(), list)).into();
        for (feature, expected) in
            [("", false), ("serde", false), ("std", true), ("all", true), ("json", true)]
        {
            assert_eq!(needs_std(&features, feature), expected, "{feature}");
        }
        features.remove("std");
        assert!(needs_std(&features, "serde"), "it has no feature to do without");
    }
}
