//! Flattens `use` declarations into one import for each name.

use syn::{ItemUse, UseTree, Visibility};

/// A name that a `use` declaration imports.
pub(crate) struct Import {
    /// As written, such as `["super", "clock", "Clock"]`.
    pub(crate) path: Vec<String>,
    /// The imported name; `None` for a glob.
    pub(crate) name: Option<String>,
    pub(crate) line: usize,
    /// Whether it is a `pub use`.
    pub(crate) is_public: bool,
}

/// Returns the imports of a declaration. Paths that start with `::` name other crates and are skipped.
pub(crate) fn imports(item: &ItemUse) -> Vec<Import> {
    let mut found = Vec::new();
    if item.leading_colon.is_none() {
        let is_public = matches!(item.vis, Visibility::Public(_));
        flatten(&item.tree, &mut Vec::new(), is_public, &mut found);
    }
    found
}

fn flatten(tree: &UseTree, prefix: &mut Vec<String>, is_public: bool, found: &mut Vec<Import>) {
    let mut add = |path: Vec<String>, name: Option<String>, line| {
        found.push(Import { path, name, line, is_public });
    };
    match tree {
        UseTree::Path(path) => {
            prefix.push(path.ident.to_string());
            flatten(&path.tree, prefix, is_public, found);
            prefix.pop();
        }
        UseTree::Group(group) => {
            for tree in &group.items {
                flatten(tree, prefix, is_public, found);
            }
        }
        UseTree::Glob(glob) => add(prefix.clone(), None, glob.star_token.span.start().line),
        UseTree::Name(name) => {
            let path = joined(prefix, &name.ident);
            add(path.clone(), path.last().cloned(), name.ident.span().start().line);
        }
        UseTree::Rename(name) => {
            let line = name.ident.span().start().line;
            add(joined(prefix, &name.ident), Some(name.rename.to_string()), line);
        }
    }
}

/// Appends a name to a prefix; `self` in a group stands for the prefix.
fn joined(prefix: &[String], name: &syn::Ident) -> Vec<String> {
    if name == "self" && !prefix.is_empty() {
        return prefix.to_vec();
    }
    [prefix, &[name.to_string()]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_renames_and_globs_are_flattened() {
        let item = "pub use crate::{a::{self, B as C}, d::*};";
        let item: ItemUse = syn::parse_str(item).expect("valid syntax");
        let found: Vec<_> =
            imports(&item).into_iter().map(|import| (import.path.join("::"), import.name)).collect();
        let name = |name: &str| Some(name.to_owned());
        let expected = [("crate::a", name("a")), ("crate::a::B", name("C")), ("crate::d", None)];
        assert_eq!(found, expected.map(|(path, name)| (path.to_owned(), name)));
    }
}
