//! Node types, for which the compiler specialises the search.

/// A node type.
pub(super) trait Node {
    /// Whether the node is on a principal variation, searched with an open window.
    const IS_PV: bool;
    /// Whether the node is the root.
    const IS_ROOT: bool;
}

/// The root node.
pub(super) struct Root;
/// A node on a principal variation.
pub(super) struct Pv;
/// A node searched with a null window, which yields a bound.
pub(super) struct NonPv;

impl Node for Root {
    const IS_PV: bool = true;
    const IS_ROOT: bool = true;
}

impl Node for Pv {
    const IS_PV: bool = true;
    const IS_ROOT: bool = false;
}

impl Node for NonPv {
    const IS_PV: bool = false;
    const IS_ROOT: bool = false;
}
