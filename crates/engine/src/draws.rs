//! The draw rules of a rule set inside the search.
//!
//! They are counted as [`Game`](draughts::Game) counts them, in a form that a search can keep for every position. A
//! position that stood before is taken for a draw at once: who could do better would not have come back.

use draughts::draw::Counter;
use draughts::ruleset::{Count, DrawWhen, Force, Forces, MainRoad, Per, Reset};
use draughts::{Color, Generated, Referee, State, Word, WordMove};

/// No rule set has so many counts; of a house rule with more the search heeds the first.
const MOST: usize = 8;

/// How far each count has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Clock([u16; MOST]);

/// The draw rules of a rule set that count moves, or look at what stands on the board.
pub(crate) struct Draws<W> {
    rules: Vec<Rule<W>>,
}

struct Rule<W> {
    /// Its place in the rule set.
    place: usize,
    needed: u16,
    by_capture: bool,
    by_crowning: bool,
    by_man_move: bool,
    /// The forces that must stand, and the longest diagonal.
    forces: Option<(Forces, W)>,
}

impl<W: Generated> Draws<W> {
    pub(crate) fn new(referee: &Referee<W>) -> Self {
        let rules = referee.rule_set();
        let rule = |(place, when): (usize, &DrawWhen)| {
            let (count, forces) = match when {
                DrawWhen::Repetition { .. } => return None,
                DrawWhen::QuietMoves(count) => (Some(count), None),
                DrawWhen::Material { forces, count } => (count.as_ref(), Some(*forces)),
            };
            let resets = |reset| count.is_some_and(|count| count.reset_by.contains(&reset));
            let road = || referee.layout().word(Forces::main_road(&draughts::notation::Naming::of(rules)));
            Some(Rule {
                place,
                needed: count.map_or(0, plies),
                by_capture: resets(Reset::Capture),
                by_crowning: resets(Reset::Crowning),
                by_man_move: resets(Reset::ManMove),
                forces: forces.map(|forces| (forces, road())),
            })
        };
        let all = rules.draws.rules.iter().map(|rule| &rule.when).enumerate();
        Self { rules: all.filter_map(rule).take(MOST).collect() }
    }

    /// How far the counts of a game have come.
    pub(crate) fn clock(&self, counters: &[Counter]) -> Clock {
        let mut clock = Clock::default();
        for (rule, made) in self.rules.iter().zip(&mut clock.0) {
            let counter = counters.get(rule.place);
            *made = counter.map_or(0, |counter| counter.made.min(u32::from(u16::MAX)) as u16);
        }
        clock
    }

    /// How far they have come after a move.
    #[inline]
    pub(crate) fn after(&self, clock: &Clock, m: &WordMove<W>, next: &State<W>) -> Clock {
        let mut after = Clock::default();
        for ((rule, &made), new) in self.rules.iter().zip(&clock.0).zip(&mut after.0) {
            let reset = rule.by_capture && m.is_capture()
                || rule.by_crowning && m.promotes
                || rule.by_man_move && !m.king;
            *new = match &rule.forces {
                _ if reset => 0,
                Some((forces, _)) if !may_hold(forces, next) => 0,
                Some((forces, road)) if !hold(forces, *road, next) => 0,
                _ => made.saturating_add(1),
            };
        }
        after
    }

    /// Is the position after these counts a draw?
    #[inline]
    pub(crate) fn is_draw(&self, clock: &Clock, state: &State<W>) -> bool {
        self.rules.iter().zip(clock.0).any(|(rule, made)| match &rule.forces {
            None => made >= rule.needed,
            Some((forces, road)) => {
                made >= rule.needed && may_hold(forces, state) && hold(forces, *road, state)
            }
        })
    }
}

fn plies(count: &Count) -> u16 {
    match count.per {
        Per::EachPlayer => count.moves.saturating_mul(2),
        Per::BothTogether => count.moves,
    }
}

/// A quick look: are there few enough pieces?
#[inline]
fn may_hold<W: Word>(forces: &Forces, state: &State<W>) -> bool {
    let most = match forces {
        Forces::Against { strong, weak, .. } => u32::from(strong.most_pieces) + u32::from(weak.most_pieces),
        Forces::KingsOnBothSides { most, .. } => u32::from(*most),
    };
    state.pieces().all().count() <= most
}

fn hold<W: Word>(forces: &Forces, road: W, state: &State<W>) -> bool {
    let pieces = state.pieces();
    let fits = |force: &Force, side: Color| {
        let all = pieces.of(side).count();
        (u32::from(force.least_pieces)..=u32::from(force.most_pieces)).contains(&all)
            && pieces.kings[side].count() >= u32::from(force.least_kings)
    };
    match forces {
        Forces::Against { strong, weak, main_road } => Color::ALL.into_iter().any(|side| {
            fits(strong, side)
                && fits(weak, !side)
                && (*main_road == MainRoad::Whoever || (pieces.of(!side) & !road).is_empty())
        }),
        Forces::KingsOnBothSides { least, most } => {
            (u32::from(*least)..=u32::from(*most)).contains(&pieces.all().count())
                && pieces.kings.white.any()
                && pieces.kings.black.any()
        }
    }
}
