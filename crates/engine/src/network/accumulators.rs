//! The accumulators of a search: the sums of the weights of the pieces, updated with the moves.

use draughts::{Bitboard, Color, Generated, Layout, State};

use super::inference::Inference;
use super::kernels::{Change, Lanes, forward, update};
use super::{ACTIVATION_ONE, NetworkShape, UNITS_PER_CENTIMEN};
use crate::score::PROVEN_WIN;

/// The number of rows that are added or subtracted at once.
const BATCH: usize = 16;

/// The features of the pieces on a board: the first lanes of their rows in both views, and what they add to the linear
/// term of White.
#[derive(Debug)]
pub(crate) struct Features {
    /// `[set of pieces][bit]`, in the order of [`piece_sets`].
    pieces: [Vec<Feature>; NetworkShape::PLANES],
}

#[derive(Clone, Copy, Debug, Default)]
struct Feature {
    /// The rows of White's and of Black's view.
    rows: [u32; 2],
    /// The weight in White's view minus that in Black's.
    linear: i32,
}

impl Features {
    pub(crate) fn new<W: Bitboard>(inference: &Inference, layout: &Layout<W>) -> Self {
        let squares = usize::from(inference.shape.squares);
        let mut pieces = [(); NetworkShape::PLANES].map(|()| vec![Feature::default(); W::BITS as usize]);
        for square in 0..squares {
            let bit = layout.bit(draughts::Square::new(square as u8)).lowest() as usize;
            for (plane, features) in pieces.iter_mut().enumerate() {
                // The planes of White's view are in the order of the sets of pieces; Black's own pieces come first for Black.
                let white = plane * squares + square;
                let black = (plane + 2) % NetworkShape::PLANES * squares + squares - 1 - square;
                features[bit] = Feature {
                    rows: [white, black].map(|feature| (feature * inference.lanes) as u32),
                    linear: i32::from(inference.linear[white]) - i32::from(inference.linear[black]),
                };
            }
        }
        Self { pieces }
    }
}

/// Returns the sets of pieces that the features tell apart: White's men and kings, Black's men and kings.
#[inline]
fn piece_sets<W: Bitboard>(state: &State<W>) -> [W; NetworkShape::PLANES] {
    let pieces = state.pieces();
    [pieces.men.white, pieces.kings.white, pieces.men.black, pieces.kings.black]
}

/// The accumulators at one ply, with the pieces that they belong to.
#[derive(Clone, Copy)]
struct Entry<W> {
    pieces: [W; NetworkShape::PLANES],
    /// Twice the linear term for White.
    linear: i32,
}

/// The accumulators of one thread, by ply.
///
/// An entry stays valid for its pieces whatever the search does, so that the search has nothing to undo: an evaluation
/// starts from the entry of its ply, left by a sibling, or from that of the ply before, whichever has fewer pieces to
/// change.
pub(crate) struct Accumulators<'n, W> {
    inference: &'n Inference,
    features: &'n Features,
    entries: Vec<Entry<W>>,
    /// `[ply][view][lane]`
    views: Vec<Lanes>,
    inputs: Vec<Lanes>,
}

impl<'n, W: Generated> Accumulators<'n, W> {
    pub(crate) fn new(inference: &'n Inference, features: &'n Features, plies: usize) -> Self {
        // The accumulators of an empty board.
        let entry = || Entry { pieces: [W::NONE; NetworkShape::PLANES], linear: 0 };
        let views = (0..2 * plies).flat_map(|_| inference.feature_bias.iter().copied());
        Self {
            inference,
            features,
            entries: (0..plies).map(|_| entry()).collect(),
            views: views.collect(),
            inputs: vec![Lanes::default(); 2 * inference.lanes],
        }
    }

    /// Returns the score of a position for the side to move, in centimen.
    #[inline]
    pub(crate) fn evaluate(&mut self, state: &State<W>, ply: usize) -> i32 {
        self.update(piece_sets(state), ply);
        let inference = self.inference;
        let (layer, bias) = inference.layer(inference.shape.bucket(state.pieces().all().count()));
        let (white, black) =
            self.views[2 * ply * inference.lanes..][..2 * inference.lanes].split_at(inference.lanes);
        let (own, opponent, linear) = match state.turn() {
            Color::White => (white, black, self.entries[ply].linear),
            Color::Black => (black, white, -self.entries[ply].linear),
        };
        let output = forward(inference.simd, own, opponent, &mut self.inputs, layer);
        let units = output / ACTIVATION_ONE + bias + linear / 2;
        (units / UNITS_PER_CENTIMEN).clamp(1 - PROVEN_WIN, PROVEN_WIN - 1)
    }

    /// Changes the entry of a ply to these pieces.
    #[inline]
    fn update(&mut self, pieces: [W; NetworkShape::PLANES], ply: usize) {
        let distance = |entry: &Entry<W>| -> u32 {
            entry.pieces.iter().zip(&pieces).map(|(&before, &after)| (before ^ after).count()).sum()
        };
        let own = distance(&self.entries[ply]);
        if own == 0 {
            return;
        }
        if ply > 0 && distance(&self.entries[ply - 1]) < own {
            let lanes = 2 * self.inference.lanes;
            self.views.copy_within((ply - 1) * lanes..ply * lanes, ply * lanes);
            self.entries[ply] = self.entries[ply - 1];
        }
        let Entry { pieces: before, mut linear } = self.entries[ply];
        let mut batch = Batch::default();
        for (set, features) in self.features.pieces.iter().enumerate() {
            let changed = before[set] ^ pieces[set];
            for (is_added, mut bits) in [(false, changed & before[set]), (true, changed & pieces[set])] {
                while bits.any() {
                    let feature = features[bits.lowest() as usize];
                    bits = bits.without_lowest();
                    linear += if is_added { feature.linear } else { -feature.linear };
                    if batch.is_full() {
                        self.apply(&batch, ply);
                        batch = Batch::default();
                    }
                    batch.push(feature, is_added);
                }
            }
        }
        self.apply(&batch, ply);
        self.entries[ply] = Entry { pieces, linear };
    }

    /// Applies a batch to the views of a ply.
    #[inline]
    fn apply(&mut self, batch: &Batch, ply: usize) {
        let Inference { simd, lanes, ref features, .. } = *self.inference;
        let views = self.views[2 * ply * lanes..].chunks_exact_mut(lanes);
        for (view, (removed, added)) in views.zip(batch.removed.iter().zip(&batch.added)) {
            let [removed_rows, added_rows] = batch.counts;
            let change = Change { removed: &removed[..removed_rows], added: &added[..added_rows] };
            update(simd, view, features, change);
        }
    }
}

/// Rows of weights to subtract from the views and to add to them.
#[derive(Default)]
struct Batch {
    /// `[view][number]`
    removed: [[u32; BATCH]; 2],
    /// `[view][number]`
    added: [[u32; BATCH]; 2],
    /// The numbers of removed and of added rows.
    counts: [usize; 2],
}

impl Batch {
    #[inline]
    fn is_full(&self) -> bool {
        self.counts.contains(&BATCH)
    }

    #[inline]
    fn push(&mut self, feature: Feature, is_added: bool) {
        let rows = if is_added { &mut self.added } else { &mut self.removed };
        let count = &mut self.counts[usize::from(is_added)];
        for (rows, row) in rows.iter_mut().zip(feature.rows) {
            rows[*count] = row;
        }
        *count += 1;
    }
}
