//! Where a man could be offered: combinations begin by giving something away.

use draughts::ruleset::Duty;
use draughts::{ByColor, Color, Direction, Generated, Layout, Referee, State};

/// Finds out where men could be offered.
pub(crate) struct Offers<W: Generated> {
    layout: Layout<W>,
    /// Where men step.
    steps: ByColor<Vec<Direction>>,
    /// Where men capture.
    captures: ByColor<Vec<Direction>>,
    /// Only who must capture can be made to.
    is_forced: bool,
}

impl<W: Generated> Offers<W> {
    pub(crate) fn new(referee: &Referee<W>) -> Self {
        let rules = referee.rule_set();
        let of = |ways: &[draughts::Way]| {
            let directions = |color| ways.iter().flat_map(|way| way.directions(color)).copied().collect();
            ByColor { white: directions(Color::White), black: directions(Color::Black) }
        };
        Self {
            layout: referee.layout().clone(),
            steps: of(&rules.men.moves),
            captures: of(&rules.men.captures),
            is_forced: rules.capture.duty == Duty::MustCapture,
        }
    }

    /// The squares where a man of the side to move could step in front of an opponent's piece.
    #[inline]
    pub(super) fn squares(&self, state: &State<W>) -> W {
        if !self.is_forced {
            return W::NONE;
        }
        let (own, pieces) = (state.turn(), state.pieces());
        let union = |set: W, directions: &[Direction]| {
            directions.iter().fold(W::NONE, |union, &direction| union | self.layout.step(set, direction))
        };
        let stepped = union(pieces.men[own], &self.steps[own]) & !pieces.all();
        stepped & union(pieces.of(!own), &self.captures[!own])
    }
}
