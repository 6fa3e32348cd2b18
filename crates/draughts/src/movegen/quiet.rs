//! Moves that capture nothing.

use super::Generator;
use super::side::Side;
use super::sink::Sink;
use super::source::{RuleSource, each_direction};
use crate::bitboard::Bitboard;
use crate::direction::DirectionSet;
use crate::geometry::Geometry;
use crate::piece::Kind;
use crate::ruleset::Range;

impl<W: Bitboard, G: Geometry<W>, R: RuleSource, S: Side> Generator<W, G, R, S> {
    /// Hands every quiet move to the sink.
    #[inline(always)]
    pub(crate) fn quiet_moves<K: Sink<W>>(&self, sink: &mut K) {
        self.steps(self.men, self.rules().men_move, Kind::Man, sink);
        if self.kings.any() {
            let kings = self.kings & !self.resting();
            match self.rules().range {
                Range::Short => self.steps(kings, self.rules().kings_move, Kind::King, sink),
                Range::Flying => self.slides(kings, sink),
            }
        }
    }

    /// The king that has moved so often in a row that it must rest.
    #[inline(always)]
    fn resting(&self) -> W {
        let limit = self.rules().repeat_limit;
        let must_rest = limit > 0 && self.run.moves >= limit && self.men.any();
        if must_rest { W::bit(u32::from(self.run.at)) } else { W::NONE }
    }

    #[inline(always)]
    fn steps<K: Sink<W>>(&self, pieces: W, ways: DirectionSet, kind: Kind, sink: &mut K) {
        each_direction!(R, S, ways, |direction| {
            let to = self.geometry.step(pieces, direction) & self.empty;
            let back = direction.opposite();
            sink.steps(to, |set| self.geometry.step(set, back), kind);
        });
    }
}
