//! Jumps over a neighbour: men everywhere, and kings that do not fly. All pieces at once, by shifts.

use super::Generator;
use super::side::Side;
use super::sink::Sink;
use super::source::{RuleSource, each_direction};
use crate::bitboard::Bitboard;
use crate::direction::{Direction, DirectionSet};
use crate::geometry::Geometry;
use crate::ruleset::Crowning;

/// The jumps of one kind of piece, wherever it may stand.
#[derive(Clone, Copy)]
pub(crate) struct Jumps<W> {
    /// What may be jumped.
    targets: W,
    /// The squares from which a jump is possible.
    any: W,
    /// The squares from which a piece that has just landed jumps on, or may do so.
    on: W,
}

impl<W: Bitboard> Jumps<W> {
    /// Those of these pieces that can jump.
    #[inline(always)]
    pub(crate) fn jumpers(&self, pieces: W) -> W {
        pieces & self.any
    }

    /// Those of the squares where a piece has just landed from which it can jump on.
    ///
    /// The squares are judged by the board as it was before the first jump. That is exact: a second
    /// jump can reach the square that was left only straight back, over the piece just captured,
    /// and as that square still counts as occupied, such a jump is not found.
    #[inline(always)]
    pub(crate) fn going_on(&self, landed: W) -> W {
        landed & self.on
    }
}

impl<W: Bitboard, G: Geometry<W>, R: RuleSource, S: Side> Generator<W, G, R, S> {
    #[inline(always)]
    pub(crate) fn men_jumps(&self) -> Jumps<W> {
        let jumps = self.jumps(self.rules().men_capture, self.men_targets());
        let on = match self.rules().crowning {
            Crowning::AtTheEndOfTheMove => jumps.any,
            Crowning::InPassingAndTheMoveEnds => jumps.any & !self.crown(),
            // Whether the new king can go on is for the search to find out.
            Crowning::InPassingAndItGoesOn => jumps.any | self.crown(),
        };
        Jumps { on, ..jumps }
    }

    #[inline(always)]
    pub(crate) fn king_jumps(&self) -> Jumps<W> {
        self.jumps(self.rules().kings_capture, self.king_targets())
    }

    #[inline(always)]
    fn jumps(&self, ways: DirectionSet, targets: W) -> Jumps<W> {
        let mut any = W::NONE;
        each_direction!(R, S, ways, |direction| {
            let back = direction.opposite();
            let over = self.geometry.step(self.empty, back) & targets;
            any |= self.geometry.step(over, back);
        });
        Jumps { targets, any, on: any }
    }

    /// The squares where men land that jump this way.
    #[inline(always)]
    pub(crate) fn landings(&self, jumps: &Jumps<W>, direction: Direction) -> W {
        let over = self.geometry.step(self.men, direction) & jumps.targets;
        self.geometry.step(over, direction) & self.empty
    }

    #[inline(always)]
    pub(crate) fn any_man_goes_on(&self, jumps: &Jumps<W>) -> bool {
        let mut landed = W::NONE;
        each_direction!(R, S, self.rules().men_capture, |direction| {
            landed |= self.landings(jumps, direction);
        });
        jumps.going_on(landed).any()
    }

    /// Hands the jumps of men that end at once to the sink; says whether others go on.
    #[inline(always)]
    pub(crate) fn single_jumps<K: Sink<W>>(&self, jumps: &Jumps<W>, sink: &mut K) -> bool {
        let mut go_on = W::NONE;
        each_direction!(R, S, self.rules().men_capture, |direction| {
            let landed = self.landings(jumps, direction);
            let on = jumps.going_on(landed);
            go_on |= on;
            let back = direction.opposite();
            sink.jumps(landed & !on, |set| self.geometry.step(set, back));
        });
        go_on.any()
    }
}
