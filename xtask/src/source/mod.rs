//! The sources of the workspace as syntax trees, and the resolution of paths in them.

mod attributes;
#[cfg(test)]
pub(crate) mod fixture;
mod load;
mod metadata;
mod names;
mod use_tree;

pub(crate) use attributes::{is_test_only, item_attributes};
pub(crate) use metadata::{Package, packages};
pub(crate) use names::{Names, Target, defined_name};
pub(crate) use use_tree::{Import, imports};

/// The path of a module below the root of its crate; empty for the root.
pub(crate) type ModulePath = Vec<String>;

/// A module that is not compiled for tests only, in its own file or inline.
pub(crate) struct Module {
    pub(crate) path: ModulePath,
    /// Relative to the repository.
    pub(crate) file: String,
    /// The `cfg` attributes of the module and of its ancestors.
    pub(crate) conditions: Vec<syn::Attribute>,
    pub(crate) items: Vec<syn::Item>,
}

/// A library or program target of a package.
pub(crate) struct Crate {
    pub(crate) name: String,
    /// Parents come before their children.
    pub(crate) modules: Vec<Module>,
}
