//! The move generator: one source for every rule set and every board.
//!
//! It reads the rules from a [`RuleSource`] and the board from a [`Geometry`]. If both are constants, the compiler
//! specializes the code, which is then as fast as a generator for one game; if they are values, the same source serves
//! house rules. [`dispatch`] lists the combinations that are compiled.
//!
//! * [`short`] finds single jumps of all men at once, by shifting whole sets, and which of them can continue.
//! * [`flying`] finds moves and captures of flying kings along rays.
//! * [`multi_jump`] follows captures jump by jump, and [`choice`] ranks them. Long searches merge equal states, which
//!   [`visited_set`] records.
//! * [`quiet`] generates moves without a capture.
//! * A [`Sink`] receives the moves: it counts them, lists them, or plays each one.

mod choice;
mod dispatch;
mod effort;
mod flying;
mod multi_jump;
mod perft;
mod quiet;
mod routes;
mod short;
mod side;
mod sink;
mod source;
mod visited_set;
mod work;

use core::marker::PhantomData;

pub use dispatch::Generated;
pub(crate) use dispatch::GeneratorFns;
pub(crate) use routes::{Vias, route};
pub use work::CaptureWork;

use crate::bitboard::Bitboard;
use crate::geometry::Geometry;
use crate::pieces::{KingRun, Pieces};
use crate::ruleset::{Choice, Crowning, Duty, Finish, MoveRules, Range, Targets};
use effort::Short;
use multi_jump::{CaptureSearch, Capturers, search_long};
use short::Jumps;
use side::Side;
use sink::Sink;
use source::RuleSource;

/// The board from the point of view of the side to move, with the rules.
#[derive(Clone, Copy)]
pub(crate) struct Generator<B, G, R, S> {
    geometry: G,
    rules: R,
    men: B,
    kings: B,
    foe_men: B,
    foe_kings: B,
    empty: B,
    /// The king moves in a row of the side to move.
    run: KingRun,
    side: PhantomData<S>,
}

impl<B: Bitboard, G: Geometry<B>, R: RuleSource, S: Side> Generator<B, G, R, S> {
    #[inline(always)]
    pub(crate) fn new(geometry: G, rules: R, pieces: &Pieces<B>) -> Self {
        let (own, foe) = (S::COLOR, <S::Other as Side>::COLOR);
        Self {
            geometry,
            rules,
            men: pieces.men[own],
            kings: pieces.kings[own],
            foe_men: pieces.men[foe],
            foe_kings: pieces.kings[foe],
            empty: geometry.playing_squares() & !pieces.all(),
            run: pieces.runs[own],
            side: PhantomData,
        }
    }

    #[inline(always)]
    fn rules(&self) -> &MoveRules {
        self.rules.rules()
    }

    /// Returns the king row of the side to move.
    #[inline(always)]
    fn king_row(&self) -> B {
        self.geometry.king_row(S::COLOR)
    }

    /// Returns the pieces that a man may capture.
    #[inline(always)]
    fn men_targets(&self) -> B {
        match self.rules().men_take {
            Targets::MenAndKings => self.foe_men | self.foe_kings,
            Targets::MenOnly => self.foe_men,
        }
    }

    /// Returns the pieces that a king may capture.
    #[inline(always)]
    fn king_targets(&self) -> B {
        self.foe_men | self.foe_kings
    }

    /// Returns whether the game is over because there is a king.
    #[inline(always)]
    fn is_decided(&self) -> bool {
        self.rules().first_king_ends && (self.kings | self.foe_kings).any()
    }

    /// Passes every legal move to the sink.
    #[inline(always)]
    pub(crate) fn legal_moves<K: Sink<B>>(&self, sink: &mut K) {
        if self.is_decided() {
            return;
        }
        let captures = self.captures(sink);
        if !captures || self.rules().duty == Duty::MayCapture {
            self.quiet_moves(sink);
        }
    }

    /// Returns whether the side to move can capture.
    #[inline(always)]
    pub(crate) fn has_capture(&self) -> bool {
        if self.is_decided() {
            return false;
        }
        self.men_jumps().jumpers(self.men).any() || self.king_can_capture()
    }

    #[inline(always)]
    fn king_can_capture(&self) -> bool {
        self.kings.any()
            && match self.rules().range {
                Range::Short => self.king_jumps().jumpers(self.kings).any(),
                Range::Flying => self.flying_king_can_capture(),
            }
    }

    /// Passes every legal capture to the sink; returns whether there is one.
    #[inline(always)]
    fn captures<K: Sink<B>>(&self, sink: &mut K) -> bool {
        let jumps = self.men_jumps();
        let men_capture = jumps.jumpers(self.men).any();
        if self.kings.any() {
            return self.captures_with_kings(&jumps, sink);
        }
        if men_capture {
            self.captures_of_men(&jumps, sink);
        }
        men_capture
    }

    /// Passes the captures of a side without kings to the sink. This is the common case, and has a faster path.
    #[inline(always)]
    fn captures_of_men<K: Sink<B>>(&self, jumps: &Jumps<B>, sink: &mut K) {
        match self.choice_of_men() {
            // Single jumps go to the sink in sets.
            Choice::Free => {
                if self.single_jumps(jumps, sink) {
                    self.multi_jumps(jumps, sink);
                }
            }
            // If no jump continues, all captures take one piece and are equal; otherwise only those that continue can
            // take the most.
            Choice::MostPieces => {
                if self.has_continuing_jump(jumps) {
                    self.multi_jumps(jumps, sink);
                } else {
                    self.single_jumps(jumps, sink);
                }
            }
            Choice::Ranked => self.ranked_captures(jumps, sink),
        }
    }

    /// Returns how captures are chosen for a side without kings. They are ranked one by one if a capture may be stopped
    /// or a man may become a king in passing.
    #[inline(always)]
    fn choice_of_men(&self) -> Choice {
        match (self.rules().choice, self.rules().finish, self.rules().crowning) {
            (_, Finish::MayBeStopped, _) => Choice::Ranked,
            (Choice::MostPieces, _, Crowning::InPassingAndItGoesOn) => Choice::Ranked,
            (choice, _, _) => choice,
        }
    }

    /// Passes the captures of men with more than one jump to the sink.
    #[inline(never)]
    fn multi_jumps<K: Sink<B>>(&self, jumps: &Jumps<B>, sink: &mut K) {
        self.search(Capturers::ContinuingMen, jumps, sink);
    }

    /// Passes the captures of men of the highest rank to the sink.
    #[inline(never)]
    fn ranked_captures<K: Sink<B>>(&self, jumps: &Jumps<B>, sink: &mut K) {
        self.search(Capturers::Men, jumps, sink);
    }

    /// Passes the captures of a side that has kings to the sink; returns whether there is one.
    #[inline(never)]
    fn captures_with_kings<K: Sink<B>>(&self, jumps: &Jumps<B>, sink: &mut K) -> bool {
        self.search(Capturers::All, jumps, sink)
    }

    /// Passes the captures of these pieces to the sink; returns whether there is one.
    #[inline(always)]
    fn search<K: Sink<B>>(&self, capturers: Capturers, jumps: &Jumps<B>, sink: &mut K) -> bool {
        let base = sink.list().len();
        let mut work = CaptureSearch::new(self, sink.list(), Short).run(capturers, jumps);
        if !work.is_complete {
            sink.list().truncate(base);
            work = search_long(self, capturers, sink.list());
        }
        let found = sink.list().len() > base;
        sink.searched(work);
        sink.captures(base);
        found
    }
}
