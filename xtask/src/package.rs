//! `cargo xtask package`: checks the libraries as users get them from a registry.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{fs, iter};

use crate::command::{command, output, run};
use crate::root;
use crate::source::{Package, packages};

/// The features of a package, with the features that each implies.
type Features = BTreeMap<String, Vec<String>>;

/// How thoroughly the packages are checked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// A project uses the packages and runs their examples; they build with each feature and with the oldest toolchain.
    Short,
    /// Cargo also builds each package on its own.
    Full,
}

/// Packages every published library, and uses the packages in a project outside the workspace.
pub(crate) fn package(depth: Depth) -> Result<(), String> {
    let packages = packages()?;
    let libraries: Vec<&Package> = packages.iter().filter(|package| package.is_published_library()).collect();
    let mut arguments = vec!["package", "--quiet", "--allow-dirty"];
    if depth == Depth::Short {
        arguments.push("--no-verify");
    }
    // In one call, Cargo orders them and lets each use those before it, although no registry has them.
    arguments.extend(libraries.iter().flat_map(|library| ["--package", &library.name]));
    // Most dependencies were fetched for the workspace already.
    run(command("cargo").args(&arguments).arg("--offline"))
        .or_else(|_| run(command("cargo").args(&arguments)))?;
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

/// A project with its own workspace, in `target`.
struct Project(PathBuf);

impl Project {
    /// Unpacks the packages into a new folder, next to a program that depends on all of them.
    fn create(libraries: &[&Package]) -> Result<Self, String> {
        let folder = root().join("target/package-user");
        let describe = |error: std::io::Error| format!("{}: {error}", folder.display());
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("user/src")).map_err(describe)?;
        for library in libraries {
            let archive = format!("../package/{}.crate", library.archive_name());
            // All files in a package have the same old date, so that Cargo would not rebuild changed ones.
            run(command("tar").current_dir(&folder).args([
                "--extract",
                "--touch",
                "--gzip",
                "--file",
                &archive,
            ]))?;
        }
        let dependencies = |prefix: &str| {
            let line = |library: &&Package| {
                format!("{} = {{ path = \"{prefix}{}\" }}\n", library.name, library.archive_name())
            };
            libraries.iter().map(line).collect::<String>()
        };
        let members: String =
            libraries.iter().map(|library| format!(", \"{}\"", library.archive_name())).collect();
        let workspace = format!(
            "[workspace]\nresolver = \"3\"\nmembers = [\"user\"{members}]\n\n[patch.crates-io]\n{}",
            dependencies("")
        );
        let user = format!(
            "[package]\nname = \"user\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{}",
            dependencies("../")
        );
        let program: String =
            libraries.iter().map(|library| format!("use {} as _;\n", library.library_name())).collect();
        fs::write(folder.join("Cargo.toml"), workspace).map_err(describe)?;
        fs::write(folder.join("user/Cargo.toml"), user).map_err(describe)?;
        fs::write(folder.join("user/src/main.rs"), program + "\nfn main() {}\n").map_err(describe)?;
        // Pins all other dependencies to the versions of the workspace.
        fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).map_err(describe)?;
        Ok(Self(folder))
    }

    fn cargo(&self, arguments: &[&str]) -> Result<(), String> {
        let target = root().join("target/package-build");
        run(command("cargo").current_dir(&self.0).args(arguments).env("CARGO_TARGET_DIR", target))
    }

    /// Builds the libraries without features and with each feature alone; where they do not need the standard library,
    /// for a target that has none.
    fn check_features(&self, libraries: &[&Package]) -> Result<(), String> {
        // Without rustup, only the installed toolchain and target are checked.
        let targets = output(command("rustup").args(["target", "list", "--installed"])).unwrap_or_default();
        let bare = targets.lines().find(|target| target.contains("-none"));
        if bare.is_none() {
            eprintln!(
                "── package: NOT CHECKED on a target without the standard library: rustup target add thumbv7em-none-eabi"
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

    /// Builds the project with the oldest toolchain that the manifests allow.
    fn check_oldest_toolchain(&self, libraries: &[&Package]) -> Result<(), String> {
        let Some(oldest) = libraries.iter().filter_map(|library| library.rust_version.as_deref()).max()
        else {
            return Err("no library sets rust-version, its oldest toolchain".to_owned());
        };
        let installed = output(command("rustup").args(["toolchain", "list"])).unwrap_or_default();
        let Some(toolchain) = matching_toolchain(&installed, oldest) else {
            eprintln!("── package: Rust {oldest} is NOT CHECKED: rustup toolchain install {oldest}");
            return Ok(());
        };
        self.cargo(&[&format!("+{toolchain}"), "check", "--quiet", "--package", "user"])
    }
}

/// Returns whether a library needs the standard library when it has this feature alone: it does if it has no feature
/// `std` that could be off, or if the feature implies `std`.
fn needs_std(features: &Features, feature: &str) -> bool {
    let mut implied = features.get(feature).into_iter().flatten();
    !features.contains_key("std") || feature == "std" || implied.any(|implied| needs_std(features, implied))
}

/// Finds a toolchain by its version, such as 1.89, in a list of names such as `1.89.0-x86_64-unknown-linux-gnu`.
fn matching_toolchain<'a>(installed: &'a str, version: &str) -> Option<&'a str> {
    installed.lines().find_map(|line| {
        let name = line.split_whitespace().next()?;
        name.strip_prefix(version)?.starts_with(['.', '-']).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toolchains_are_found_by_version() {
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
        assert!(needs_std(&features, "serde"), "it has no feature `std`");
    }
}
