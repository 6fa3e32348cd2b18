//! Squares where a man can be sacrificed: combinations usually start with a sacrifice.

use draughts::ruleset::Duty;
use draughts::{ByColor, Color, Direction, Generated, Layout, Referee, State};

/// The geometry of sacrifices under a rule set.
pub(crate) struct Sacrifices<W: Generated> {
    layout: Layout<W>,
    /// The directions in which men step.
    steps: ByColor<Vec<Direction>>,
    /// The directions in which men capture.
    captures: ByColor<Vec<Direction>>,
    /// Whether captures are mandatory. Otherwise the opponent can ignore a sacrifice.
    is_capture_mandatory: bool,
}

impl<W: Generated> Sacrifices<W> {
    pub(crate) fn new(referee: &Referee<W>) -> Self {
        let rules = referee.rule_set();
        let of = |ways: &[draughts::RelativeDirection]| {
            let directions = |color| ways.iter().flat_map(|way| way.directions(color)).copied().collect();
            ByColor { white: directions(Color::White), black: directions(Color::Black) }
        };
        Self {
            layout: referee.layout().clone(),
            steps: of(&rules.men.moves),
            captures: of(&rules.men.captures),
            is_capture_mandatory: rules.capture.duty == Duty::MustCapture,
        }
    }

    /// Returns the empty squares next to an opposing piece to which a man of the side to move can step.
    #[inline]
    pub(super) fn squares(&self, state: &State<W>) -> W {
        if !self.is_capture_mandatory {
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
