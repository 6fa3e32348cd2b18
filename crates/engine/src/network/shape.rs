//! The sizes of a network.

/// The sizes of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetworkShape {
    /// The number of columns of the board.
    pub width: u8,
    /// The number of rows of the board.
    pub height: u8,
    /// The number of playing squares.
    pub squares: u8,
    /// The number of accumulators of a view, a multiple of 16.
    pub accumulators: u16,
    /// The number of hidden neurons, a multiple of 8.
    pub hidden: u16,
    /// The number of hidden layers to choose from.
    pub buckets: u8,
    /// The number of pieces for which the same hidden layer is chosen.
    pub pieces_per_bucket: u8,
}

impl NetworkShape {
    /// The number of kinds of pieces that a view tells apart: own and opposing men and kings.
    pub const PLANES: usize = 4;

    /// Returns the number of features of a view.
    #[must_use]
    pub fn features(&self) -> usize {
        Self::PLANES * usize::from(self.squares)
    }

    /// Returns the number of inputs of a hidden layer.
    #[must_use]
    pub fn inputs(&self) -> usize {
        2 * usize::from(self.accumulators)
    }

    /// Returns the bucket of a position with this number of pieces.
    #[inline]
    #[must_use]
    pub fn bucket(&self, pieces: u32) -> usize {
        let bucket = pieces.saturating_sub(1) / u32::from(self.pieces_per_bucket.max(1));
        bucket.min(u32::from(self.buckets.max(1)) - 1) as usize
    }
}
