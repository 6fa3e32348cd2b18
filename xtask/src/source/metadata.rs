//! The packages of the workspace, as `cargo metadata` lists them.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::Crate;
use crate::command::{command, output};
use crate::root;

/// A package of the workspace.
#[derive(Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    version: String,
    manifest_path: String,
    /// An empty list stands for `publish = false`.
    publish: Option<Vec<String>>,
    pub(crate) rust_version: Option<String>,
    pub(crate) features: BTreeMap<String, Vec<String>>,
    targets: Vec<CargoTarget>,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct CargoTarget {
    name: String,
    kind: Vec<String>,
    src_path: String,
}

#[derive(Deserialize)]
struct Dependency {
    /// `None` for ordinary dependencies, otherwise `dev` or `build`.
    kind: Option<String>,
    path: Option<String>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

/// Returns the packages of the workspace.
pub(crate) fn packages() -> Result<Vec<Package>, String> {
    let json = output(command("cargo").args(["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: Metadata =
        serde_json::from_str(&json).map_err(|error| format!("cargo metadata: {error}"))?;
    Ok(metadata.packages)
}

impl Package {
    /// Returns the name of its folder, which the documents use.
    pub(crate) fn folder(&self) -> String {
        folder_name(Path::new(&self.manifest_path).parent())
    }

    /// Returns its folder relative to the repository.
    pub(crate) fn path(&self) -> String {
        let folder = Path::new(&self.manifest_path).parent().unwrap_or(Path::new(""));
        relative(&folder.to_string_lossy())
    }

    /// Returns the folder names of the packages that it depends on, except for tests.
    pub(crate) fn dependencies(&self) -> Vec<String> {
        let compiled =
            self.dependencies.iter().filter(|dependency| dependency.kind.as_deref() != Some("dev"));
        compiled
            .filter_map(|dependency| Some(folder_name(Some(Path::new(dependency.path.as_deref()?)))))
            .collect()
    }

    /// Returns whether it is a library for other projects.
    pub(crate) fn is_published_library(&self) -> bool {
        self.publish.as_ref().is_none_or(|registries| !registries.is_empty()) && self.library().is_some()
    }

    /// Returns the name of the folder in its `.crate` file, such as `pdn-0.1.0`.
    pub(crate) fn archive_name(&self) -> String {
        format!("{}-{}", self.name, self.version)
    }

    /// Returns the name of its library in Rust code.
    pub(crate) fn library_name(&self) -> String {
        self.library().map_or("", |target| &target.name).replace('-', "_")
    }

    /// Returns the names of its examples.
    pub(crate) fn examples(&self) -> Vec<&str> {
        let examples = self.targets.iter().filter(|target| target.kind == ["example"]);
        examples.map(|target| target.name.as_str()).collect()
    }

    fn library(&self) -> Option<&CargoTarget> {
        self.targets.iter().find(|target| target.kind.iter().any(|kind| kind.ends_with("lib")))
    }

    /// Parses its library and its programs, the library first.
    pub(crate) fn crates(&self) -> Result<Vec<Crate>, String> {
        let has_library = self.library().is_some();
        let programs = self.targets.iter().filter(|target| target.kind == ["bin"]);
        let parse = |target: &CargoTarget, name: String| {
            let read = |path: &str| std::fs::read_to_string(root().join(path)).ok();
            Crate::parse(&name, &relative(&target.src_path), &read)
        };
        let library = self.library().map(|target| parse(target, self.folder()));
        let name = |target: &CargoTarget| match has_library {
            true => format!("{}/{}", self.folder(), folder_name(Some(Path::new(&target.src_path)))),
            false => self.folder(),
        };
        library.into_iter().chain(programs.map(|target| parse(target, name(target)))).collect()
    }
}

/// Returns a path relative to the repository.
fn relative(path: &str) -> String {
    let root = root().canonicalize().unwrap_or_else(|_| root());
    Path::new(path).strip_prefix(&root).unwrap_or(Path::new(path)).to_string_lossy().into_owned()
}

fn folder_name(path: Option<&Path>) -> String {
    path.and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned()
}
