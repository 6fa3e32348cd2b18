//! Jumps over a neighbour: men everywhere, and kings that do not fly. All pieces at once, by shifts.

use super::side::Side;
use super::sink::Sink;
use super::source::RuleSource;
use super::Generator;
use crate::direction::{Direction, Ways};
use crate::geometry::Geometry;
use crate::piece::Kind;
use crate::ruleset::Crowning;
use crate::word::Word;

/// For each direction, the squares from which a jump that way is possible.
#[derive(Clone, Copy)]
pub(crate) struct Jumps<W> {
    able: [W; 8],
    any: W,
}

impl<W: Word> Jumps<W> {
    /// Those of these pieces that can jump.
    #[inline(always)]
    pub(crate) fn jumpers(&self, pieces: W) -> W {
        pieces & self.any
    }
}

impl<W: Word, G: Geometry<W>, R: RuleSource, S: Side> Generator<W, G, R, S> {
    #[inline(always)]
    pub(crate) fn men_jumps(&self) -> Jumps<W> {
        self.jumps(self.rules().men_capture, self.men_targets())
    }

    #[inline(always)]
    pub(crate) fn king_jumps(&self) -> Jumps<W> {
        self.jumps(self.rules().kings_capture, self.king_targets())
    }

    #[inline(always)]
    fn jumps(&self, ways: Ways, targets: W) -> Jumps<W> {
        let mut jumps = Jumps { able: [W::NONE; 8], any: W::NONE };
        S::each(ways, |direction| {
            let back = direction.opposite();
            let over = self.geometry.step(self.empty, back) & targets;
            let able = self.geometry.step(over, back);
            jumps.able[direction as usize] = able;
            jumps.any |= able;
        });
        jumps
    }

    /// The squares where pieces land that jump this way.
    #[inline(always)]
    pub(crate) fn landings(&self, jumps: &Jumps<W>, pieces: W, direction: Direction) -> W {
        let over = self.geometry.step(pieces & jumps.able[direction as usize], direction);
        self.geometry.step(over, direction)
    }

    /// Those of the squares where a piece has just landed from which it can jump on.
    ///
    /// The squares are judged by the board as it was before the first jump. That is exact: a second
    /// jump cannot reach the square that was left, and the way straight back, over the piece just
    /// captured, is never open.
    #[inline(always)]
    pub(crate) fn going_on(&self, jumps: &Jumps<W>, landed: W, direction: Direction, kind: Kind) -> W {
        let ways = self.ways_of(kind);
        let mut able = W::NONE;
        S::each(ways, |next| {
            if next != direction.opposite() {
                able |= jumps.able[next as usize];
            }
        });
        let on = landed & able;
        match (kind, self.rules().crowning) {
            (Kind::King, _) | (Kind::Man, Crowning::AtTheEndOfTheMove) => on,
            (Kind::Man, Crowning::InPassingAndTheMoveEnds) => on & !self.crown(),
            // Whether the new king can go on is for the search to find out.
            (Kind::Man, Crowning::InPassingAndItGoesOn) => on | landed & self.crown(),
        }
    }

    #[inline(always)]
    pub(crate) fn ways_of(&self, kind: Kind) -> Ways {
        match kind {
            Kind::Man => self.rules().men_capture,
            Kind::King => self.rules().kings_capture,
        }
    }

    #[inline(always)]
    pub(crate) fn any_man_goes_on(&self, jumps: &Jumps<W>) -> bool {
        let mut on = W::NONE;
        S::each(self.rules().men_capture, |direction| {
            let landed = self.landings(jumps, self.men, direction);
            on |= self.going_on(jumps, landed, direction, Kind::Man);
        });
        on.any()
    }

    /// Hands the jumps that end at once to the sink; says whether others go on.
    #[inline(always)]
    pub(crate) fn single_jumps<K: Sink<W>>(&self, jumps: &Jumps<W>, kind: Kind, sink: &mut K) -> bool {
        let pieces = if kind == Kind::Man { self.men } else { self.kings };
        let mut go_on = W::NONE;
        S::each(self.ways_of(kind), |direction| {
            let landed = self.landings(jumps, pieces, direction);
            let on = self.going_on(jumps, landed, direction, kind);
            go_on |= on;
            let back = direction.opposite();
            sink.jumps(landed & !on, |set| self.geometry.step(set, back), kind);
        });
        go_on.any()
    }
}
