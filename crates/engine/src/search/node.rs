//! The kinds of nodes, as types: what differs between them is decided by the compiler.

/// A kind of node.
pub(super) trait Node {
    /// Is it on the line of best play, searched with an open window?
    const IS_LINE: bool;
    /// Is it the position that was asked about?
    const IS_ROOT: bool;
}

/// The position that was asked about.
pub(super) struct Root;
/// A position on the line of best play.
pub(super) struct Line;
/// A position that is only to be proved better or worse than a bound.
pub(super) struct Proof;

impl Node for Root {
    const IS_LINE: bool = true;
    const IS_ROOT: bool = true;
}

impl Node for Line {
    const IS_LINE: bool = true;
    const IS_ROOT: bool = false;
}

impl Node for Proof {
    const IS_LINE: bool = false;
    const IS_ROOT: bool = false;
}
