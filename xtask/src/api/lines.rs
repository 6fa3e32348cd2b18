//! Generates the sorted lines of a listing, `path: declaration`.

use std::collections::BTreeSet;

use syn::{Fields, ImplItem, Item, ItemImpl, ItemTrait, TraitItem, Type, Visibility};

use super::print::{conditions, declaration, derives, function, head, is_hidden, type_of};
use super::public::{PublicPaths, is_public};
use crate::source::{Crate, ModulePath, Target, defined_name, is_test_only, item_attributes};

/// Returns the lines of a crate.
pub(super) fn list(krate: &Crate) -> Vec<String> {
    let public = PublicPaths::of(krate);
    let mut listing = Listing { public: &public, condition: String::new(), lines: BTreeSet::new() };
    listing
        .lines
        .extend(public.modules.iter().map(|(path, condition)| format!("{path}: {condition}pub mod")));
    listing.lines.extend(public.re_exports.iter().map(|(path, text)| format!("{path}: {text}")));
    listing
        .lines
        .extend(public.aliases().iter().map(|(path, shortest)| format!("{path}: pub use {shortest}")));
    for module in &krate.modules {
        listing.condition = conditions(&module.conditions);
        for item in &module.items {
            let attributes = item_attributes(item);
            if is_test_only(attributes) || is_hidden(attributes) {
                continue;
            }
            if let Item::Impl(block) = item {
                listing.add_impl(&module.path, block);
            }
            let name = defined_name(item).unwrap_or_default();
            if let Some(path) = public.path(&module.path, &name) {
                listing.add_item(path, item);
            }
        }
    }
    listing.lines.into_iter().collect()
}

struct Listing<'a> {
    public: &'a PublicPaths,
    /// The conditions of the module that is listed.
    condition: String,
    lines: BTreeSet<String>,
}

impl<'a> Listing<'a> {
    fn add(&mut self, path: &str, text: &str) {
        self.lines.insert(format!("{path}: {text}"));
    }

    fn add_item(&mut self, path: &str, item: &Item) {
        let condition = self.condition.clone() + &conditions(item_attributes(item));
        for derived in derives(item_attributes(item)) {
            self.add(path, &derived);
        }
        let text = match item {
            Item::Struct(item) => {
                self.add_fields(path, &item.fields);
                let has_private = item.fields.iter().any(|field| !is_public(&field.vis));
                let private = if has_private { " { .. }" } else { "" };
                head("pub struct", &item.ident, &item.generics) + private
            }
            Item::Enum(item) => {
                for variant in &item.variants {
                    let mut variant = variant.clone();
                    let condition = conditions(&variant.attrs);
                    variant.attrs.clear();
                    variant.fields.iter_mut().for_each(|field| field.attrs.clear());
                    let line = declaration(syn::parse_quote!(enum E { #variant }));
                    let line = line
                        .trim_start_matches("enum E {")
                        .trim_end_matches('}')
                        .trim()
                        .trim_end_matches(',');
                    self.add(&format!("{path}::{}", variant.ident), &format!("{condition}{line}"));
                }
                head("pub enum", &item.ident, &item.generics)
            }
            Item::Trait(item) => {
                self.add_trait_items(path, item);
                let mut item = item.clone();
                item.attrs.clear();
                item.items.clear();
                declaration(item.into())
            }
            Item::Fn(item) => function(&item.vis, &item.sig),
            Item::Const(item) => format!("pub const {}: {}", item.ident, type_of(&item.ty)),
            Item::Static(item) => format!("pub static {}: {}", item.ident, type_of(&item.ty)),
            Item::Macro(_) => "macro".to_owned(),
            item => {
                let mut item = item.clone();
                if let Item::Type(item) = &mut item {
                    item.attrs.clear();
                }
                declaration(item)
            }
        };
        self.add(path, &format!("{condition}{text}"));
    }

    fn add_fields(&mut self, path: &str, fields: &Fields) {
        for (number, field) in fields.iter().enumerate().filter(|(_, field)| is_public(&field.vis)) {
            let name = field.ident.as_ref().map_or_else(|| number.to_string(), ToString::to_string);
            let text = format!("{}pub {}", conditions(&field.attrs), type_of(&field.ty));
            self.add(&format!("{path}::{name}"), &text);
        }
    }

    fn add_trait_items(&mut self, path: &str, item: &ItemTrait) {
        for item in &item.items {
            let (name, text) = match item {
                TraitItem::Fn(item) => {
                    let provided = if item.default.is_some() { " { .. }" } else { "" };
                    (&item.sig.ident, function(&Visibility::Inherited, &item.sig) + provided)
                }
                TraitItem::Const(item) => {
                    (&item.ident, format!("const {}: {}", item.ident, type_of(&item.ty)))
                }
                TraitItem::Type(item) => {
                    let bounds = &item.bounds;
                    let bounds = quote::quote!(#bounds).to_string();
                    (&item.ident, format!("type {}: {bounds}", item.ident).trim_end_matches(": ").to_owned())
                }
                _ => continue,
            };
            self.add(&format!("{path}::{name}"), &text);
        }
    }

    fn add_impl(&mut self, module: &ModulePath, block: &ItemImpl) {
        let condition = self.condition.clone() + &conditions(&block.attrs);
        let target = self.local_type(module, &block.self_ty);
        let mut empty = block.clone();
        empty.attrs.clear();
        empty.items.clear();
        let head = format!("{condition}{}", declaration(empty.into()));
        match (&block.trait_, target) {
            (None, Some(Some(path))) => {
                let prefix = if block.generics.params.is_empty() { condition } else { format!("{head}: ") };
                self.add_methods(path, &prefix, block);
            }
            (Some((_, name, _)), target) => {
                let name: Vec<String> = name.segments.iter().map(|part| part.ident.to_string()).collect();
                let owner = self.public.names.resolve(module, &name).map(|target| self.public_path(&target));
                // Private traits and implementations for private types are not part of the API.
                let (Some(path), false) =
                    (target.flatten().or(owner.flatten()), owner == Some(None) || target == Some(None))
                else {
                    return;
                };
                let types = block.items.iter().filter_map(|item| match item {
                    ImplItem::Type(item) => Some(format!("type {} = {}", item.ident, type_of(&item.ty))),
                    _ => None,
                });
                let types: Vec<String> = types.collect();
                let types =
                    if types.is_empty() { String::new() } else { format!(" {{ {} }}", types.join("; ")) };
                self.add(path, &format!("{head}{types}"));
            }
            _ => {}
        }
    }

    fn add_methods(&mut self, path: &str, prefix: &str, block: &ItemImpl) {
        for item in &block.items {
            let (visibility, attributes, name, text) = match item {
                ImplItem::Fn(item) => {
                    (&item.vis, &item.attrs, &item.sig.ident, function(&item.vis, &item.sig))
                }
                ImplItem::Const(item) => {
                    let text = format!("pub const {}: {}", item.ident, type_of(&item.ty));
                    (&item.vis, &item.attrs, &item.ident, text)
                }
                _ => continue,
            };
            if is_public(visibility) && !is_test_only(attributes) && !is_hidden(attributes) {
                self.add(&format!("{path}::{name}"), &format!("{prefix}{}{text}", conditions(attributes)));
            }
        }
    }

    /// Returns the public path of a type, references removed: `None` for a foreign type, `Some(None)` for a private
    /// one.
    fn local_type(&self, module: &ModulePath, kind: &Type) -> Option<Option<&'a str>> {
        match kind {
            Type::Reference(reference) => self.local_type(module, &reference.elem),
            Type::Path(path) => {
                let names: Vec<String> =
                    path.path.segments.iter().map(|part| part.ident.to_string()).collect();
                self.public.names.resolve(module, &names).map(|target| self.public_path(&target))
            }
            _ => None,
        }
    }

    fn public_path(&self, target: &Target) -> Option<&'a str> {
        match target {
            Target::Item { module, name } => self.public.path(module, name),
            Target::Module(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::fixture::parse_fixture;

    #[test]
    fn every_public_item_has_a_line() {
        let lib = "
            mod inner; pub mod open; mod hidden; #[cfg(unix)] pub mod extra;
            #[cfg(unix)] pub use std::fmt::Write;
            pub use inner::{Shape as Form, Sized2}; pub use open::*; pub use std::fmt::Debug;
            pub const MOST: usize = 3;
            #[cfg(test)] pub fn only_in_tests() {}
            #[macro_export] macro_rules! shout { () => {} }";
        let inner = "
            /// Doc comments are not listed.
            #[derive(Copy, Clone)] #[non_exhaustive] #[cfg_attr(feature = \"serde\", derive(serde::Serialize), serde(untagged))]
            pub enum Shape { Round, #[cfg(feature = \"std\")] Flat { sides: u8 }, Both(u8, u8) }
            impl Shape { pub const fn area(&self, scale: Option<f64>) -> f64 { 0.0 } fn private(&self) {} }
            impl Iterator for Shape { type Item = u8; fn next(&mut self) -> Option<u8> { None } }
            impl crate::hidden::Private for Shape {}
            pub trait Sized2<T: Clone = u8>: Clone where T: Copy { const N: usize; type Out: Copy; fn size(&self) -> T; fn twice(&self) {} }
            impl Sized2 for u64 {}";
        let open = "
            pub struct Pair<T>(pub T, u8);
            impl<T: Clone> Pair<T> { pub fn first(mut self) -> T { self.0 } #[doc(hidden)] pub fn secret() {} }
            impl<T> From<Pair<T>> for Vec<T> {}
            impl<T> Iterator for &Pair<T> {}
            pub(crate) fn near() {}
            pub type Pairs = Vec<Pair<u8>>;";
        let extra = "#[cfg(test)] mod tests; pub mod deep { pub fn dive() {} }
            pub struct More; impl More { pub fn get(&self) {} } impl Clone for More {}";
        let files = [
            ("lib.rs", lib),
            ("inner.rs", inner),
            ("open.rs", open),
            ("hidden.rs", "pub trait Private {}"),
            ("extra.rs", extra),
        ];
        let expected = "\
fixture::Debug: pub use std::fmt::Debug
fixture::Form: #[cfg_attr(feature = \"serde\", derive(Serialize))]
fixture::Form: #[derive(Clone, Copy)]
fixture::Form: #[non_exhaustive] pub enum Shape
fixture::Form: impl Iterator for Shape { type Item = u8 }
fixture::Form::Both: Both(u8, u8)
fixture::Form::Flat: #[cfg(feature = \"std\")] Flat { sides: u8 }
fixture::Form::Round: Round
fixture::Form::area: pub const fn area(&self, scale: Option<f64>) -> f64
fixture::MOST: pub const MOST: usize
fixture::Pair: impl<T> Iterator for &Pair<T>
fixture::Pair: pub struct Pair<T> { .. }
fixture::Pair::0: pub T
fixture::Pair::first: impl<T: Clone> Pair<T>: pub fn first(self) -> T
fixture::Pairs: pub type Pairs = Vec<Pair<u8>>
fixture::Sized2: impl Sized2 for u64
fixture::Sized2: pub trait Sized2<T: Clone = u8>: Clone where T: Copy
fixture::Sized2::N: const N: usize
fixture::Sized2::Out: type Out: Copy
fixture::Sized2::size: fn size(&self) -> T
fixture::Sized2::twice: fn twice(&self) { .. }
fixture::Write: #[cfg(unix)] pub use std::fmt::Write
fixture::extra: #[cfg(unix)] pub mod
fixture::extra::More: #[cfg(unix)] impl Clone for More
fixture::extra::More: #[cfg(unix)] pub struct More
fixture::extra::More::get: #[cfg(unix)] pub fn get(&self)
fixture::extra::deep: #[cfg(unix)] pub mod
fixture::extra::deep::dive: #[cfg(unix)] pub fn dive()
fixture::open: pub mod
fixture::open::Pair: pub use fixture::Pair
fixture::open::Pairs: pub use fixture::Pairs
fixture::shout: macro";
        assert_eq!(list(&parse_fixture("fixture", &files)).join("\n"), expected);
    }
}
