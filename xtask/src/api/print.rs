//! Prints declarations on one line, without bodies.

use std::collections::{BTreeMap, BTreeSet};

use syn::punctuated::Punctuated;
use syn::{
    Attribute, FnArg, Generics, Item, Meta, Pat, Path, Signature, Token, Type, Visibility, parse_quote,
};

/// Prints an item without the block or semicolon at its end.
pub(super) fn declaration(item: Item) -> String {
    let text = prettyplease::unparse(&syn::File { shebang: None, attrs: Vec::new(), items: vec![item] });
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (broken, whole) in [("( ", "("), (", )", ")"), ("< ", "<"), (", >", ">"), (", {}", "")] {
        line = line.replace(broken, whole);
    }
    line.trim_end_matches("{}").trim_end_matches(';').trim_end().to_owned()
}

/// Prints the signature of a function or method, without `mut` on its parameters.
pub(super) fn function(visibility: &Visibility, signature: &Signature) -> String {
    let mut signature = signature.clone();
    for argument in &mut signature.inputs {
        match argument {
            FnArg::Receiver(receiver) if receiver.reference.is_none() => receiver.mutability = None,
            FnArg::Typed(argument) => {
                if let Pat::Ident(name) = &mut *argument.pat {
                    name.mutability = None;
                }
            }
            FnArg::Receiver(_) => {}
        }
    }
    declaration(parse_quote!(#visibility #signature {}))
}

/// Prints a type.
pub(super) fn type_of(kind: &Type) -> String {
    declaration(parse_quote!(type T = #kind;)).trim_start_matches("type T = ").to_owned()
}

/// Prints the head of a struct or an enum: its name, parameters and bounds.
pub(super) fn head(keyword: &str, name: &syn::Ident, generics: &Generics) -> String {
    let (parameters, bounds) = (&generics.params, &generics.where_clause);
    let parameters = (!parameters.is_empty()).then(|| quote::quote!(<#parameters>));
    declaration(parse_quote!(enum #name #parameters #bounds {})).replacen("enum", keyword, 1)
}

/// Prints the attributes `#[cfg(…)]` and `#[non_exhaustive]`, each followed by a space.
pub(super) fn conditions(attributes: &[Attribute]) -> String {
    let relevant = expand(attributes)
        .into_iter()
        .filter(|(_, meta)| meta.path().is_ident("cfg") || meta.path().is_ident("non_exhaustive"));
    relevant.map(|(condition, meta)| attribute(condition.as_deref(), &text(&meta)) + " ").collect()
}

/// Returns whether the attributes contain `#[doc(hidden)]`.
pub(super) fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) => list.path.is_ident("doc") && list.tokens.to_string() == "hidden",
        _ => false,
    })
}

/// Prints the derived traits, sorted: one attribute for each condition.
pub(super) fn derives(attributes: &[Attribute]) -> Vec<String> {
    let mut derived: BTreeMap<Option<String>, BTreeSet<String>> = BTreeMap::new();
    for (condition, meta) in expand(attributes) {
        if let Meta::List(list) = &meta
            && list.path.is_ident("derive")
        {
            // An attribute that cannot be parsed does not compile.
            let traits = list.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated);
            let names =
                traits.into_iter().flatten().filter_map(|path| Some(path.segments.last()?.ident.to_string()));
            derived.entry(condition).or_default().extend(names);
        }
    }
    let line = |(condition, traits): (Option<String>, BTreeSet<String>)| {
        let traits: Vec<String> = traits.into_iter().collect();
        attribute(condition.as_deref(), &format!("derive({})", traits.join(", ")))
    };
    derived.into_iter().map(line).collect()
}

/// Prints an attribute, in a `cfg_attr` if it has a condition.
fn attribute(condition: Option<&str>, text: &str) -> String {
    match condition {
        Some(condition) => format!("#[cfg_attr({condition}, {text})]"),
        None => format!("#[{text}]"),
    }
}

/// Returns the attributes, those in a `cfg_attr` with its condition.
fn expand(attributes: &[Attribute]) -> Vec<(Option<String>, Meta)> {
    attributes.iter().flat_map(|attribute| expand_one(None, &attribute.meta)).collect()
}

fn expand_one(outer: Option<&str>, meta: &Meta) -> Vec<(Option<String>, Meta)> {
    let Meta::List(list) = meta else { return vec![(outer.map(str::to_owned), meta.clone())] };
    if !list.path.is_ident("cfg_attr") {
        return vec![(outer.map(str::to_owned), meta.clone())];
    }
    let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).unwrap_or_default();
    let mut parts = parts.iter();
    let own = parts.next().map(text).unwrap_or_default();
    let condition = outer.map_or(own.clone(), |outer| format!("all({outer}, {own})"));
    parts.flat_map(|part| expand_one(Some(&condition), part)).collect()
}

fn text(meta: &Meta) -> String {
    quote::quote!(#meta).to_string().replace(" (", "(").replace(" ,", ",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attributes(text: &str) -> Vec<Attribute> {
        let item: syn::ItemStruct = syn::parse_str(&format!("{text} struct S;")).expect("valid syntax");
        item.attrs
    }

    #[test]
    fn derives_behind_conditions_are_listed() {
        let found = derives(&attributes(
            "#[derive(Debug, Clone)] #[cfg_attr(feature = \"serde\", derive(serde::Serialize, Deserialize), serde(untagged))]
             #[derive(Copy)] #[cfg_attr(unix, cfg_attr(not(test), derive(Hash)))]",
        ));
        let expected = [
            "#[derive(Clone, Copy, Debug)]",
            "#[cfg_attr(all(unix, not(test)), derive(Hash))]",
            "#[cfg_attr(feature = \"serde\", derive(Deserialize, Serialize))]",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn conditions_are_listed_as_written() {
        let found = conditions(&attributes(
            "#[cfg(all(unix, feature = \"std\"))] #[must_use] #[cfg_attr(docsrs, non_exhaustive, must_use)] #[non_exhaustive]",
        ));
        let expected =
            "#[cfg(all(unix, feature = \"std\"))] #[cfg_attr(docsrs, non_exhaustive)] #[non_exhaustive] ";
        assert_eq!(found, expected);
    }
}
