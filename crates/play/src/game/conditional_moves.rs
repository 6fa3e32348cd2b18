//! Conditional moves: "if 32-28, then 19-23; if then 28x19, then I resign".
//!
//! A plan is a set of lines, each of them moves of the opponent and answers in turn. They are tried on the board when they
//! are made, so that every answer is legal when its time comes.

use draughts::{ByColor, Color, Event, Game, Move, Square, SquareSet};
use serde::{Deserialize, Serialize};

use super::command_error::CommandError;

/// A plan has no more lines than this, and a line no more steps.
const MOST_LINES: usize = 20;
const MOST_STEPS: usize = 40;

/// A step of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Step {
    /// This move.
    Move {
        /// Where it starts.
        from: Square,
        /// Where it ends.
        to: Square,
        /// What it captures.
        captured: SquareSet,
    },
    /// To give up, as the last answer.
    Resign,
}

/// The plans of both sides: for each, the lines that may still come about, beginning with the next move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct ConditionalMoves(ByColor<Vec<Vec<Step>>>);

impl ConditionalMoves {
    pub(super) fn set(&mut self, by: Color, lines: Vec<Vec<Step>>) {
        self.0[by] = lines;
    }

    /// Has this side planned nothing?
    pub(super) fn is_empty(&self, by: Color) -> bool {
        self.0[by].is_empty()
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// A move was made: only lines that begin with it go on.
    pub(super) fn after(&mut self, event: &Event) {
        let Event::Move { from, to, captured, .. } = event else { return };
        let made = Step::Move { from: *from, to: *to, captured: *captured };
        for side in Color::ALL {
            self.0[side].retain_mut(|line| {
                let goes_on = line.first() == Some(&made) && line.len() > 1;
                if goes_on {
                    line.remove(0);
                }
                goes_on
            });
        }
    }

    /// What the side to move has planned to do now.
    pub(super) fn answer(&self, turn: Color) -> Option<Event> {
        Some(match self.0[turn].first()?.first()? {
            Step::Move { from, to, captured } => {
                Event::Move { by: turn, from: *from, to: *to, captured: *captured }
            }
            Step::Resign => Event::Resign { by: turn },
        })
    }
}

/// The lines of a plan, each tried on the board; texts such as `32-28`, and `resign` as a last answer.
pub(super) fn read(game: &Game, by: Color, lines: &[Vec<String>]) -> Result<Vec<Vec<Step>>, CommandError> {
    if game.position().turn() == by {
        return Err(CommandError::OwnTurn);
    }
    if lines.len() > MOST_LINES || lines.iter().any(|line| line.len() > MOST_STEPS) {
        return Err(CommandError::PlanTooLong { lines: MOST_LINES, steps: MOST_STEPS });
    }
    lines.iter().map(|line| read_line(game, by, line)).collect()
}

fn read_line(game: &Game, by: Color, line: &[String]) -> Result<Vec<Step>, CommandError> {
    // A move of the opponent without an answer plans nothing.
    if line.len() < 2 || !line.len().is_multiple_of(2) {
        return Err(CommandError::NoAnswer);
    }
    let mut game = game.clone();
    let mut steps = Vec::new();
    for (i, text) in line.iter().enumerate() {
        let side = game.position().turn();
        if text == "resign" && side == by && i + 1 == line.len() {
            steps.push(Step::Resign);
            break;
        }
        let m: Move = game.read_move(text).map_err(CommandError::Move)?;
        game.apply(Event::of(&m, side))?;
        steps.push(Step::Move { from: m.from(), to: m.to(), captured: m.captured() });
    }
    Ok(steps)
}
