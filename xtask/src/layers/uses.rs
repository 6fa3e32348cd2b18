//! Finds the uses of modules in each module of a crate.

use std::collections::HashSet;
use std::slice;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Ident, Item};

use crate::source::{Crate, Import, ModulePath, Names, Target, imports, is_test_only, item_attributes};

/// A use of a module or item of the same crate.
pub(crate) struct Use {
    pub(crate) from: ModulePath,
    pub(crate) to: Target,
    pub(crate) file: String,
    pub(crate) line: usize,
}

/// Returns the uses in all modules of a crate, except in tests.
pub(crate) fn uses(krate: &Crate) -> Vec<Use> {
    let names = Names::of(krate);
    let mut found = Vec::new();
    for module in &krate.modules {
        let mut visitor = UseVisitor::default();
        module.items.iter().for_each(|item| visitor.visit_item(item));
        let mut add = |path: &[String], line| {
            if let Some(to) = names.resolve(&module.path, path) {
                found.push(Use { from: module.path.clone(), to, file: module.file.clone(), line });
            }
        };
        for (path, line) in &visitor.paths {
            add(path, *line);
        }
        for import in visitor.imports {
            add(&import.path, import.line);
            if import.name.is_some() {
                continue;
            }
            // Names that a glob imports are used if they occur in the module.
            if let Some(Target::Module(source)) = names.resolve(&module.path, &import.path) {
                for name in names.names_in(&source).intersection(&visitor.names) {
                    add(&[&import.path[..], slice::from_ref(name)].concat(), import.line);
                }
            }
        }
    }
    found
}

/// Collects the paths, imports and names in a module.
#[derive(Default)]
struct UseVisitor {
    /// Paths of two or more names, with their lines.
    paths: Vec<(Vec<String>, usize)>,
    imports: Vec<Import>,
    names: HashSet<String>,
}

impl UseVisitor {
    /// Finds paths in the tokens of a macro.
    fn scan(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut rest = &tokens[..];
        while let [first, after @ ..] = rest {
            rest = after;
            match first {
                TokenTree::Group(group) => self.scan(group.stream()),
                TokenTree::Ident(first) => {
                    let mut path = vec![first.to_string()];
                    while let [
                        TokenTree::Punct(one),
                        TokenTree::Punct(other),
                        TokenTree::Ident(next),
                        after @ ..,
                    ] = rest
                        && (one.as_char(), other.as_char()) == (':', ':')
                    {
                        path.push(next.to_string());
                        rest = after;
                    }
                    self.names.extend(path.iter().cloned());
                    if path.len() > 1 {
                        self.paths.push((path, first.span().start().line));
                    }
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }

    /// Finds paths in the strings of an attribute, such as `#[serde(with = "crate::time")]`.
    fn scan_strings(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.scan_strings(group.stream()),
                TokenTree::Literal(literal) => {
                    let path = syn::parse_str::<syn::LitStr>(&literal.to_string())
                        .and_then(|text| text.parse::<syn::Path>());
                    if let Ok(path) = path {
                        let names = path.segments.iter().map(|part| part.ident.to_string()).collect();
                        self.paths.push((names, literal.span().start().line));
                    }
                }
                TokenTree::Ident(_) | TokenTree::Punct(_) => {}
            }
        }
    }
}

/// Skips nodes that are compiled for tests only.
macro_rules! outside_tests {
    ($($method:ident($node:ident: $type:ty) => $attributes:expr;)*) => {$(
        fn $method(&mut self, $node: &'ast $type) {
            if !is_test_only($attributes) {
                visit::$method(self, $node);
            }
        }
    )*};
}

impl<'ast> Visit<'ast> for UseVisitor {
    outside_tests! {
        visit_item(item: Item) => item_attributes(item);
        visit_impl_item(item: syn::ImplItem) => impl_item_attributes(item);
        visit_field(field: syn::Field) => &field.attrs;
        visit_variant(variant: syn::Variant) => &variant.attrs;
        visit_arm(arm: syn::Arm) => &arm.attrs;
        visit_local(local: syn::Local) => &local.attrs;
    }

    fn visit_item_mod(&mut self, _: &'ast syn::ItemMod) {
        // The loader treats it as a separate module.
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.imports.extend(imports(item));
    }

    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {
        // `pub(super)` and `pub(in …)` use nothing.
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() && path.segments.len() > 1 {
            let names: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
            self.paths.push((names, path.segments[0].ident.span().start().line));
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.visit_path(&call.path);
        self.scan(call.tokens.clone());
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        match &attribute.meta {
            syn::Meta::List(list) => {
                self.scan(list.tokens.clone());
                self.scan_strings(list.tokens.clone());
            }
            // Doc comments may mention items that the code does not use.
            syn::Meta::Path(_) | syn::Meta::NameValue(_) => {}
        }
    }

    fn visit_ident(&mut self, name: &'ast Ident) {
        self.names.insert(name.to_string());
    }
}

fn impl_item_attributes(item: &syn::ImplItem) -> &[Attribute] {
    match item {
        syn::ImplItem::Const(item) => &item.attrs,
        syn::ImplItem::Fn(item) => &item.attrs,
        syn::ImplItem::Type(item) => &item.attrs,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::fixture::parse_fixture;

    /// Returns each use as `from line to`.
    fn list_uses(files: &[(&str, &str)]) -> Vec<String> {
        let uses = uses(&parse_fixture("fixture", files));
        let describe = |item: Use| format!("{} {} {}", item.from.join("::"), item.line, item.to);
        uses.into_iter().map(describe).filter(|line| !line.starts_with(' ')).collect()
    }

    #[test]
    fn all_forms_of_paths_are_found() {
        let b = ("b.rs", "pub struct B; pub const N: u8 = 1; pub fn run() {}");
        let lib = ("lib.rs", "mod a; mod b;");
        for (text, expected) in [
            ("use crate::b::B;", "a 1 b::B"),
            ("pub use crate::b::{B as C};", "a 1 b::B"),
            ("use super::b;", "a 1 b"),
            ("fn f(b: &crate::b::B) {}", "a 1 b::B"),
            ("fn f() { super::b::run(); }", "a 1 b::run"),
            ("fn f() { g!(1, (crate::b::N)); }", "a 1 b::N"),
            ("macro_rules! g { () => { $crate::b::run() } }", "a 1 b::run"),
            ("#[h(with = \"crate::b\")] struct A;", "a 1 b"),
            ("impl Iterator for crate::b::B {}", "a 1 b::B"),
        ] {
            assert_eq!(list_uses(&[lib, b, ("a.rs", text)]), [expected], "{text}");
        }
    }

    #[test]
    fn tests_doc_comments_and_visibilities_are_not_uses() {
        let b = ("b.rs", "pub struct B;");
        for text in [
            "#[cfg(test)] use crate::b::B;",
            "#[cfg(test)] mod tests { use crate::b::B; }",
            "struct A; impl A { #[cfg(test)] fn f(b: crate::b::B) {} }",
            "fn f() { #[cfg(test)] let b = crate::b::B; }",
            "/// See [`crate::b::B`].\nstruct A;",
            "pub(in crate::b) struct A;",
            "use ::b::B; use b::B;",
        ] {
            assert!(list_uses(&[("lib.rs", "mod a; mod b;"), b, ("a.rs", text)]).is_empty(), "{text}");
        }
    }

    #[test]
    fn re_exports_resolve_to_the_defining_module() {
        let files = [
            ("lib.rs", "mod a; mod c; mod d; pub use c::deep::C; pub(crate) use d::*;"),
            ("c/mod.rs", "pub mod deep;"),
            ("c/deep.rs", "pub struct C;"),
            ("d.rs", "pub struct D; made_by_macro!(E);"),
            ("a.rs", "use crate::C;\nuse crate::D;\nuse crate::c;\nfn f() { c::deep::C }\nuse crate::d::E;"),
        ];
        assert_eq!(list_uses(&files), ["a 4 c::deep::C", "a 1 c::deep::C", "a 2 d::D", "a 3 c", "a 5 d::E"]);
    }

    #[test]
    fn globs_use_the_names_that_occur() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c; use b::B; use c::C;"),
            ("b.rs", "pub struct B;"),
            ("c.rs", "pub struct C;"),
            ("a.rs", "use super::*;\nstruct A(B);"),
        ];
        assert_eq!(list_uses(&files), ["a 1 ", "a 1 b::B"]);
    }
}
