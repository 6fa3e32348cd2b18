//! The sources of a crate as syntax trees: its modules, and what a path in one of them names.

mod attributes;
mod load;
mod metadata;
mod names;
#[cfg(test)]
pub(crate) mod sample;
mod use_tree;

pub(crate) use attributes::{is_test_only, item_attributes};
pub(crate) use metadata::{Package, packages};
pub(crate) use names::{Names, Target, defined_name};
pub(crate) use use_tree::{Import, imports};

/// The path of a module below the root of its crate; empty for the root.
pub(crate) type ModulePath = Vec<String>;

/// A module outside the tests, in a file of its own or inline.
pub(crate) struct Module {
    pub(crate) path: ModulePath,
    /// From the repository's folder.
    pub(crate) file: String,
    /// The `cfg` attributes of the module and of those around it.
    pub(crate) conditions: Vec<syn::Attribute>,
    pub(crate) items: Vec<syn::Item>,
}

/// One target of a package: its library or its program.
pub(crate) struct Crate {
    pub(crate) name: String,
    /// Parents come before their children.
    pub(crate) modules: Vec<Module>,
}
