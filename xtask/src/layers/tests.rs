//! Checks small crates against the rows that a document records.

use super::*;
use crate::source::fixture::parse_fixture;

const EMPTY: &str = "<!-- layers: written by `cargo xtask layers` --><!-- end of layers -->";

fn layers(name: &str, files: &[(&str, &str)]) -> Layers {
    Layers::of(&[parse_fixture(name, files)], [(name.to_owned(), Vec::new())])
}

/// Returns the document that `cargo xtask layers` writes for these files.
fn recorded(name: &str, files: &[(&str, &str)]) -> String {
    block::replace(EMPTY, &layers(name, files).render()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn recorded_layers_have_no_problems() {
    let files = [("lib.rs", "mod a; mod b;"), ("a.rs", "use crate::b::B;"), ("b.rs", "pub struct B;")];
    let document = recorded("fixture", &files);
    assert!(document.contains("fixture\n  0  b\n  1  a → b\n"), "{document}");
    assert!(layers("fixture", &files).problems(&document).is_empty());
}

#[test]
fn upward_uses_are_reported_with_their_line() {
    let lib = ("lib.rs", "mod a; mod b;");
    let document = recorded("fixture", &[lib, ("a.rs", "use crate::b::B;"), ("b.rs", "pub struct B;")]);
    let reversed = [lib, ("a.rs", "pub struct A;"), ("b.rs", "\nuse crate::a::A;")];
    let expected = [
        "src/b.rs:2 uses a::A, which is above b",
        "ARCHITECTURE.md: the layers are out of date: run cargo xtask layers",
    ];
    assert_eq!(layers("fixture", &reversed).problems(&document), expected);
    let same_row = [lib, ("a.rs", "pub struct A;"), ("b.rs", "pub struct B;")];
    let expected = "src/b.rs:2 uses a::A, which is in the same row as b";
    assert_eq!(layers("fixture", &reversed).problems(&recorded("fixture", &same_row))[0], expected);
}

#[test]
fn new_modules_must_be_recorded() {
    let document = recorded("fixture", &[("lib.rs", "mod a;"), ("a.rs", "")]);
    let more = [("lib.rs", "mod a; mod b;"), ("a.rs", ""), ("b.rs", "")];
    let expected = ["ARCHITECTURE.md: the layers are out of date: run cargo xtask layers"];
    assert_eq!(layers("fixture", &more).problems(&document), expected);
}

#[test]
fn cycles_are_found_between_siblings_at_any_depth() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c;"),
        ("a/mod.rs", "mod x; mod y; pub struct A;"),
        ("a/x.rs", "use super::y::Y;\nuse crate::b::B; pub struct X;"),
        ("a/y.rs", "pub struct Y(super::x::X);"),
        ("b.rs", "use crate::c::C; pub struct B;"),
        ("c.rs", "pub struct C(crate::a::A);"),
    ];
    let expected = [
        "fixture: cycle of a, b, c\
         \n    a → b (1): src/a/x.rs:2 uses b::B\
         \n    b → c (1): src/b.rs:1 uses c::C\
         \n    c → a (1): src/c.rs:1 uses a::A",
        "fixture::a: cycle of x, y\
         \n    x → y (1): src/a/x.rs:1 uses a::y::Y\
         \n    y → x (1): src/a/y.rs:1 uses a::x::X",
    ];
    assert_eq!(layers("fixture", &files).cycles(), expected);
}

#[test]
fn children_may_use_the_file_of_an_ancestor() {
    let files = [
        ("lib.rs", "mod a; pub struct Shared; use a::deep::D;"),
        ("a/mod.rs", "pub mod deep; pub struct A(deep::D);"),
        ("a/deep.rs", "use super::A; use crate::Shared; pub struct D;"),
    ];
    assert!(layers("fixture", &files).cycles().is_empty());
}

#[test]
fn re_exports_do_not_hide_cycles() {
    let files = [
        ("lib.rs", "mod a; mod b; pub use b::B; pub use a::A;"),
        ("a.rs", "use crate::B; pub struct A;"),
        ("b.rs", "use crate::A; pub struct B;"),
    ];
    assert_eq!(layers("fixture", &files).cycles().len(), 1);
    let tested = [files[0], files[1], ("b.rs", "pub struct B; #[cfg(test)] mod tests { use crate::A; }")];
    assert!(layers("fixture", &tested).cycles().is_empty());
}

#[test]
fn crates_are_ordered_by_their_manifests() {
    let depends = |from: &str, to: &[&str]| (from.to_owned(), to.iter().map(|to| (*to).to_owned()).collect());
    let crates = [
        parse_fixture("site", &[("lib.rs", "mod config;"), ("config.rs", "")]),
        parse_fixture("play", &[("lib.rs", "mod b;"), ("b.rs", "")]),
    ];
    let layers = Layers::of(&crates, [depends("site", &["play"]), depends("play", &[])]);
    assert!(
        layers
            .render()
            .contains("crates\n  0  play\n  1  site → play\n\nplay\n  0  b\n\nsite\n  0  config\n")
    );
    let reversed = Layers::of(&crates, [depends("site", &[]), depends("play", &["site"])]);
    let document = block::replace(EMPTY, &layers.render()).unwrap_or_else(|error| panic!("{error}"));
    let expected = [
        "play depends on site, which is above it",
        "crates: play depends on site, which is above it",
        "ARCHITECTURE.md: the layers are out of date: run cargo xtask layers",
    ];
    assert_eq!(reversed.problems(&document), expected);
}
