//! Moves without a capture.

use super::Generator;
use super::side::Side;
use super::sink::Sink;
use super::source::{RuleSource, each_direction};
use crate::bitboard::Bitboard;
use crate::direction::DirectionSet;
use crate::geometry::Geometry;
use crate::piece::Kind;
use crate::ruleset::Range;

impl<B: Bitboard, G: Geometry<B>, R: RuleSource, S: Side> Generator<B, G, R, S> {
    /// Passes every quiet move to the sink.
    #[inline(always)]
    pub(crate) fn quiet_moves<K: Sink<B>>(&self, sink: &mut K) {
        self.steps(self.men, self.rules().men_move, Kind::Man, sink);
        if self.kings.any() {
            let kings = self.kings & !self.resting_king();
            match self.rules().range {
                Range::Short => self.steps(kings, self.rules().kings_move, Kind::King, sink),
                Range::Flying => self.slides(kings, sink),
            }
        }
    }

    /// Returns the king that has reached the limit of moves in a row and must rest, if any.
    #[inline(always)]
    fn resting_king(&self) -> B {
        let limit = self.rules().repeat_limit;
        let must_rest = limit > 0 && self.run.moves >= limit && self.men.any();
        if must_rest { B::bit(u32::from(self.run.at)) } else { B::NONE }
    }

    #[inline(always)]
    fn steps<K: Sink<B>>(&self, pieces: B, directions: DirectionSet, kind: Kind, sink: &mut K) {
        each_direction!(R, S, directions, |direction| {
            let to = self.geometry.step(pieces, direction) & self.empty;
            let back = direction.opposite();
            sink.steps(to, |set| self.geometry.step(set, back), kind);
        });
    }
}
