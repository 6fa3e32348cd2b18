//! Moves that capture nothing.

use super::Generator;
use super::side::Side;
use super::sink::Sink;
use super::source::RuleSource;
use crate::direction::Ways;
use crate::geometry::Geometry;
use crate::piece::Kind;
use crate::ruleset::Range;
use crate::word::Word;

impl<W: Word, G: Geometry<W>, R: RuleSource, S: Side> Generator<W, G, R, S> {
    /// Hands every quiet move to the sink.
    #[inline(always)]
    pub(crate) fn quiet_moves<K: Sink<W>>(&self, sink: &mut K) {
        self.steps(self.men, self.rules().men_move, Kind::Man, sink);
        let kings = self.kings & !self.resting;
        if kings.any() {
            match self.rules().range {
                Range::Short => self.steps(kings, self.rules().kings_move, Kind::King, sink),
                Range::Flying => self.slides(kings, sink),
            }
        }
    }

    #[inline(always)]
    fn steps<K: Sink<W>>(&self, pieces: W, ways: Ways, kind: Kind, sink: &mut K) {
        S::each(ways, |direction| {
            let to = self.geometry.step(pieces, direction) & self.empty;
            let back = direction.opposite();
            sink.steps(to, |set| self.geometry.step(set, back), kind);
        });
    }
}
