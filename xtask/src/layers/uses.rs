//! Which modules a module uses, and where.

use std::collections::HashSet;
use std::slice;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Ident, Item};

use crate::source::{Crate, Import, ModulePath, Names, Target, imports, is_test_only, item_attributes};

/// A place in a module that names something of the same crate.
pub(crate) struct Use {
    pub(crate) from: ModulePath,
    pub(crate) to: Target,
    pub(crate) file: String,
    pub(crate) line: usize,
}

/// Lists everything in a crate that its modules use of each other, tests aside.
pub(crate) fn uses(krate: &Crate) -> Vec<Use> {
    let names = Names::of(krate);
    let mut found = Vec::new();
    for module in &krate.modules {
        let mut seen = Seen::default();
        module.items.iter().for_each(|item| seen.visit_item(item));
        let mut add = |path: &[String], line| {
            if let Some(to) = names.resolve(&module.path, path) {
                found.push(Use { from: module.path.clone(), to, file: module.file.clone(), line });
            }
        };
        for (path, line) in &seen.paths {
            add(path, *line);
        }
        for import in seen.imports {
            add(&import.path, import.line);
            if import.name.is_some() {
                continue;
            }
            // What comes in by a glob is used where its name is written.
            if let Some(Target::Module(source)) = names.resolve(&module.path, &import.path) {
                for name in names.names_in(&source).intersection(&seen.words) {
                    add(&[&import.path[..], slice::from_ref(name)].concat(), import.line);
                }
            }
        }
    }
    found
}

/// What is written in a module.
#[derive(Default)]
struct Seen {
    /// Paths of two names or more, each with its line.
    paths: Vec<(Vec<String>, usize)>,
    imports: Vec<Import>,
    words: HashSet<String>,
}

impl Seen {
    /// Finds paths in the tokens of a macro, where the syntax is not known.
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
                    self.words.extend(path.iter().cloned());
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

/// Passes over what is compiled for tests only.
macro_rules! outside_tests {
    ($($method:ident($type:ty): $attributes:ident;)*) => {$(
        fn $method(&mut self, node: &'ast $type) {
            if !is_test_only($attributes(node)) {
                visit::$method(self, node);
            }
        }
    )*};
}

impl<'ast> Visit<'ast> for Seen {
    outside_tests! {
        visit_item(Item): item_attributes;
        visit_impl_item(syn::ImplItem): impl_item_attributes;
        visit_field(syn::Field): field_attributes;
        visit_variant(syn::Variant): variant_attributes;
        visit_arm(syn::Arm): arm_attributes;
        visit_local(syn::Local): local_attributes;
    }

    fn visit_item_mod(&mut self, _: &'ast syn::ItemMod) {
        // A module of its own.
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
            // Documents may mention what the code does not use.
            syn::Meta::Path(_) | syn::Meta::NameValue(_) => {}
        }
    }

    fn visit_ident(&mut self, name: &'ast Ident) {
        self.words.insert(name.to_string());
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

fn field_attributes(field: &syn::Field) -> &[Attribute] {
    &field.attrs
}

fn variant_attributes(variant: &syn::Variant) -> &[Attribute] {
    &variant.attrs
}

fn arm_attributes(arm: &syn::Arm) -> &[Attribute] {
    &arm.attrs
}

fn local_attributes(local: &syn::Local) -> &[Attribute] {
    &local.attrs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::sample::sample;

    /// Each use as `from line to`.
    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let all = uses(&sample("made-up", files));
        let shown = |one: Use| format!("{} {} {}", one.from.join("::"), one.line, one.to);
        all.into_iter().map(shown).filter(|line| !line.starts_with(' ')).collect()
    }

    #[test]
    fn every_form_of_a_path_is_found() {
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
            assert_eq!(found(&[lib, b, ("a.rs", text)]), [expected], "{text}");
        }
    }

    #[test]
    fn tests_documents_and_visibilities_use_nothing() {
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
            assert!(found(&[("lib.rs", "mod a; mod b;"), b, ("a.rs", text)]).is_empty(), "{text}");
        }
    }

    #[test]
    fn re_exports_lead_to_the_module_that_defines() {
        let files = [
            ("lib.rs", "mod a; mod c; mod d; pub use c::deep::C; pub(crate) use d::*;"),
            ("c/mod.rs", "pub mod deep;"),
            ("c/deep.rs", "pub struct C;"),
            ("d.rs", "pub struct D; made_by_macro!(E);"),
            ("a.rs", "use crate::C;\nuse crate::D;\nuse crate::c;\nfn f() { c::deep::C }\nuse crate::d::E;"),
        ];
        assert_eq!(found(&files), ["a 4 c::deep::C", "a 1 c::deep::C", "a 2 d::D", "a 3 c", "a 5 d::E"]);
    }

    #[test]
    fn a_glob_uses_what_is_written() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c; use b::B; use c::C;"),
            ("b.rs", "pub struct B;"),
            ("c.rs", "pub struct C;"),
            ("a.rs", "use super::*;\nstruct A(B);"),
        ];
        assert_eq!(found(&files), ["a 1 ", "a 1 b::B"]);
    }
}
