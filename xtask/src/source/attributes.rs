//! The attributes of items, and whether an item is compiled for tests only.

use syn::punctuated::Punctuated;
use syn::{Attribute, Item, Meta, Token};

/// Returns whether the attributes remove an item from all builds except test builds.
pub(crate) fn is_test_only(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute.parse_args::<Meta>().is_ok_and(|condition| implies_test(&condition))
    })
}

/// Returns whether a condition holds in test builds only, as `test` and `all(test, unix)` do, but not `any(test,
/// fuzzing)`.
fn implies_test(condition: &Meta) -> bool {
    let Meta::List(list) = condition else { return condition.path().is_ident("test") };
    let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).unwrap_or_default();
    match list.path.get_ident() {
        Some(name) if name == "all" => parts.iter().any(implies_test),
        Some(name) if name == "any" => !parts.is_empty() && parts.iter().all(implies_test),
        _ => false,
    }
}

/// Returns the attributes of an item.
pub(crate) fn item_attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_test_only_if_their_condition_implies_test() {
        for (attribute, expected) in [
            ("#[cfg(test)]", true),
            ("#[test]", true),
            ("#[cfg(all(unix, test))]", true),
            ("#[cfg(any(test, fuzzing))]", false),
            ("#[cfg(not(test))]", false),
            ("#[cfg(feature = \"test\")]", false),
            ("#[derive(Debug)]", false),
        ] {
            let item: syn::ItemStruct =
                syn::parse_str(&format!("{attribute} struct S;")).expect("valid syntax");
            assert_eq!(is_test_only(&item.attrs), expected, "{attribute}");
        }
    }
}
