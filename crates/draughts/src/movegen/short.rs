//! Jumps over an adjacent piece, by men and short-range kings, for all pieces at once.

use super::Generator;
use super::side::Side;
use super::sink::Sink;
use super::source::{RuleSource, each_direction};
use crate::bitboard::Bitboard;
use crate::direction::{Direction, DirectionSet};
use crate::geometry::Geometry;
use crate::ruleset::Crowning;

/// The possible jumps of one kind of piece.
#[derive(Clone, Copy)]
pub(crate) struct Jumps<B> {
    /// The pieces that may be captured.
    targets: B,
    /// The squares from which a jump is possible.
    origins: B,
    /// The squares from which a piece that has just landed can or may be able to continue.
    continuations: B,
}

impl<B: Bitboard> Jumps<B> {
    /// Returns those of these pieces that can jump.
    #[inline(always)]
    pub(crate) fn jumpers(&self, pieces: B) -> B {
        pieces & self.origins
    }

    /// Returns those of these landing squares from which a piece can continue.
    ///
    /// This uses the board before the first jump, which is exact: a second jump could reach the origin only straight
    /// back over the piece just captured, and since the origin still counts as occupied, no such jump is found.
    #[inline(always)]
    pub(crate) fn continuing(&self, landed: B) -> B {
        landed & self.continuations
    }
}

impl<B: Bitboard, G: Geometry<B>, R: RuleSource, S: Side> Generator<B, G, R, S> {
    #[inline(always)]
    pub(crate) fn men_jumps(&self) -> Jumps<B> {
        let jumps = self.jumps(self.rules().men_capture, self.men_targets());
        let continuations = match self.rules().crowning {
            Crowning::AtTheEndOfTheMove => jumps.origins,
            Crowning::InPassingAndTheMoveEnds => jumps.origins & !self.king_row(),
            // The search finds out whether the new king can continue.
            Crowning::InPassingAndItGoesOn => jumps.origins | self.king_row(),
        };
        Jumps { continuations, ..jumps }
    }

    #[inline(always)]
    pub(crate) fn king_jumps(&self) -> Jumps<B> {
        self.jumps(self.rules().kings_capture, self.king_targets())
    }

    #[inline(always)]
    fn jumps(&self, directions: DirectionSet, targets: B) -> Jumps<B> {
        let mut origins = B::NONE;
        each_direction!(R, S, directions, |direction| {
            let back = direction.opposite();
            let over = self.geometry.step(self.empty, back) & targets;
            origins |= self.geometry.step(over, back);
        });
        Jumps { targets, origins, continuations: origins }
    }

    /// Returns the landing squares of men that jump in this direction.
    #[inline(always)]
    pub(crate) fn landings(&self, jumps: &Jumps<B>, direction: Direction) -> B {
        let over = self.geometry.step(self.men, direction) & jumps.targets;
        self.geometry.step(over, direction) & self.empty
    }

    #[inline(always)]
    pub(crate) fn has_continuing_jump(&self, jumps: &Jumps<B>) -> bool {
        let mut landed = B::NONE;
        each_direction!(R, S, self.rules().men_capture, |direction| {
            landed |= self.landings(jumps, direction);
        });
        jumps.continuing(landed).any()
    }

    /// Sends to the sink the jumps after which a man cannot continue. Returns whether some jump can continue.
    #[inline(always)]
    pub(crate) fn single_jumps<K: Sink<B>>(&self, jumps: &Jumps<B>, sink: &mut K) -> bool {
        let mut continuing = B::NONE;
        each_direction!(R, S, self.rules().men_capture, |direction| {
            let landed = self.landings(jumps, direction);
            let open = jumps.continuing(landed);
            continuing |= open;
            let back = direction.opposite();
            sink.jumps(landed & !open, |set| self.geometry.step(set, back));
        });
        continuing.any()
    }
}
