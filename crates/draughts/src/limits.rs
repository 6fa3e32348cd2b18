//! Limits of the work that one position can cause.

/// The limits of one search for captures.
///
/// A *step* is a jump that continues a capture; in a long search, each square on which the piece can land counts. Nearly
/// all positions need less than a hundred steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CaptureLimits {
    /// The number of steps after which a search starts again and merges equal states. Merging needs a table, which costs
    /// more than it saves in short searches.
    pub(crate) merge_after: u32,
    /// The number of steps after which the search is cut off.
    pub(crate) steps: u32,
    /// The number of captures above which a long search lists no more of them.
    pub(crate) captures: usize,
}

impl CaptureLimits {
    /// Returns the limits for bitboards of this many bits. Steps on wider bitboards take longer.
    pub(crate) const fn new(bits: u32) -> Self {
        Self { merge_after: 512, steps: 240_000 / (bits / 64), captures: 1024 }
    }

    /// Returns the limits for rules that are only tried, to explain a move or to list those that break a duty: that
    /// happens a dozen times for one move.
    pub(crate) const fn for_a_trial(self) -> Self {
        Self { steps: self.steps / 64, ..self }
    }
}

/// The number of steps that tracing all routes of a position may take.
pub(crate) const ROUTE_STEPS: u32 = 1 << 15;
/// The number of steps that tracing routes may take to explain one attempt.
pub(crate) const ATTEMPT_STEPS: u32 = 1 << 14;
