//! The move generator: one source for every rule set and every board.
//!
//! It asks a [`RuleSource`] for the rules and a [`Geometry`] for the board. Where both are
//! constants the compiler folds every question away, and what remains is as fast as code written
//! for one game alone; where they are values, the same source serves house rules. [`table`] lists
//! the combinations that are compiled.
//!
//! * Men jump all at once, by shifts of whole sets: [`short`] tells which can capture, and which
//!   captures go on after the first jump.
//! * Kings that fly go along rays to the first piece in the way ([`flying`]).
//! * A capture that goes on is followed jump by jump ([`search`]), and [`choice`] weighs what it
//!   finds.
//! * Moves that capture nothing are in [`quiet`].
//! * A [`Sink`] takes the moves: it counts them, lists them, or plays each one.

mod choice;
mod flying;
mod perft;
mod quiet;
mod routes;
mod search;
mod short;
mod side;
mod sink;
mod source;
mod table;

use core::marker::PhantomData;

pub(crate) use routes::{Vias, route};
pub use table::Generated;
pub(crate) use table::Table;

use crate::bitboard::Bitboard;
use crate::geometry::Geometry;
use crate::pieces::{KingRun, Pieces};
use crate::ruleset::{Choice, Crowning, Duty, Finish, MoveRules, Range, Targets};
use search::Search;
use short::Jumps;
use side::Side;
use sink::Sink;
use source::RuleSource;

/// The board as the side to move sees it, with the rules it plays by.
#[derive(Clone, Copy)]
pub(crate) struct Generator<W, G, R, S> {
    geometry: G,
    rules: R,
    men: W,
    kings: W,
    foe_men: W,
    foe_kings: W,
    empty: W,
    /// How often a king has moved in a row.
    run: KingRun,
    side: PhantomData<S>,
}

impl<W: Bitboard, G: Geometry<W>, R: RuleSource, S: Side> Generator<W, G, R, S> {
    #[inline(always)]
    pub(crate) fn new(geometry: G, rules: R, pieces: &Pieces<W>) -> Self {
        let (own, foe) = (S::COLOR, <S::Other as Side>::COLOR);
        Self {
            geometry,
            rules,
            men: pieces.men[own],
            kings: pieces.kings[own],
            foe_men: pieces.men[foe],
            foe_kings: pieces.kings[foe],
            empty: geometry.squares() & !pieces.all(),
            run: pieces.runs[own],
            side: PhantomData,
        }
    }

    #[inline(always)]
    fn rules(&self) -> &MoveRules {
        self.rules.rules()
    }

    /// The row where this side's men become kings.
    #[inline(always)]
    fn crown(&self) -> W {
        self.geometry.crown(S::IS_WHITE)
    }

    /// What a man may capture.
    #[inline(always)]
    fn men_targets(&self) -> W {
        match self.rules().men_take {
            Targets::MenAndKings => self.foe_men | self.foe_kings,
            Targets::MenOnly => self.foe_men,
        }
    }

    /// What a king may capture.
    #[inline(always)]
    fn king_targets(&self) -> W {
        self.foe_men | self.foe_kings
    }

    /// Is the game over because a king has appeared?
    #[inline(always)]
    fn is_decided(&self) -> bool {
        self.rules().first_king_ends && (self.kings | self.foe_kings).any()
    }

    /// Hands every legal move to the sink.
    #[inline(always)]
    pub(crate) fn legal_moves<K: Sink<W>>(&self, sink: &mut K) {
        if self.is_decided() {
            return;
        }
        let captures = self.captures(sink);
        if !captures || self.rules().duty == Duty::MayCapture {
            self.quiet_moves(sink);
        }
    }

    /// Can the side to move capture?
    #[inline(always)]
    pub(crate) fn has_capture(&self) -> bool {
        if self.is_decided() {
            return false;
        }
        self.men_jumps().jumpers(self.men).any() || self.a_king_can_capture()
    }

    #[inline(always)]
    fn a_king_can_capture(&self) -> bool {
        self.kings.any()
            && match self.rules().range {
                Range::Short => self.king_jumps().jumpers(self.kings).any(),
                Range::Flying => self.a_flying_king_can_capture(),
            }
    }

    /// Hands every legal capture to the sink; says whether there was one.
    #[inline(always)]
    fn captures<K: Sink<W>>(&self, sink: &mut K) -> bool {
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

    /// Captures where only men can capture, which is most of a game and worth its own way.
    #[inline(always)]
    fn captures_of_men<K: Sink<W>>(&self, jumps: &Jumps<W>, sink: &mut K) {
        match self.choice_of_men() {
            // Jumps that end at once go to the sink set by set.
            Choice::Free => {
                if self.single_jumps(jumps, sink) {
                    self.captures_that_go_on(jumps, sink);
                }
            }
            // Either nothing goes on, so that every jump takes one piece and all are equal, or only
            // what goes on can be the most.
            Choice::MostPieces => {
                if self.any_man_goes_on(jumps) {
                    self.captures_that_go_on(jumps, sink);
                } else {
                    self.single_jumps(jumps, sink);
                }
            }
            Choice::Weighed => self.weighed_captures(jumps, sink),
        }
    }

    /// How the captures of men are chosen from, where no king of theirs can capture. Where a capture may
    /// be stopped, or a man may become a king on the way, they are weighed one by one.
    #[inline(always)]
    fn choice_of_men(&self) -> Choice {
        match (self.rules().choice, self.rules().finish, self.rules().crowning) {
            (_, Finish::MayBeStopped, _) => Choice::Weighed,
            (Choice::MostPieces, _, Crowning::InPassingAndItGoesOn) => Choice::Weighed,
            (choice, _, _) => choice,
        }
    }

    /// The captures of men that take more than one piece.
    #[inline(never)]
    fn captures_that_go_on<K: Sink<W>>(&self, jumps: &Jumps<W>, sink: &mut K) {
        self.search(sink, |search| search.men_that_go_on(jumps));
    }

    /// All captures of men, weighed against each other.
    #[inline(never)]
    fn weighed_captures<K: Sink<W>>(&self, jumps: &Jumps<W>, sink: &mut K) {
        self.search(sink, |search| search.men(jumps));
    }

    /// All captures of a side that has kings; says whether there was one.
    #[inline(never)]
    fn captures_with_kings<K: Sink<W>>(&self, jumps: &Jumps<W>, sink: &mut K) -> bool {
        self.search(sink, |search| {
            search.kings();
            if jumps.jumpers(self.men).any() {
                search.men(jumps);
            }
        })
    }

    /// Hands the captures that a search finds to the sink; says whether there was one.
    #[inline(always)]
    fn search<K: Sink<W>>(&self, sink: &mut K, look: impl FnOnce(&mut Search<'_, W, G, R, S>)) -> bool {
        let base = sink.list().len();
        let mut search = Search::new(self, sink.list());
        look(&mut search);
        search.finish();
        let found = sink.list().len() > base;
        sink.captures(base);
        found
    }
}
