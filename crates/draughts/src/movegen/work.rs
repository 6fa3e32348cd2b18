//! The work of one generation.

/// The work of generating the moves of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CaptureWork {
    /// The number of steps of the search for captures, about one for each landing; 0 if there was no search.
    pub steps: u32,
    /// Whether all captures were searched and listed. If not, the position is too complex: the moves are the best of
    /// those that were found.
    pub is_complete: bool,
}

impl CaptureWork {
    /// No search for captures.
    pub(crate) const NONE: Self = Self { steps: 0, is_complete: true };
}
