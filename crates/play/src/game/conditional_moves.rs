//! Conditional moves: "if 32-28, then 19-23; if then 28x19, then I resign".
//!
//! Conditional moves are a set of lines, each of them moves of the opponent and answers in turn. They are checked on the
//! board when they are set, so that every answer is legal when its time comes.

use std::sync::Arc;

use draughts::{ByColor, Color, Event, Game, Move, Square, SquareSet};
use serde::{Deserialize, Serialize};

use super::command_error::CommandError;

/// The maximum number of lines, and of steps in a line.
const MAX_LINES: usize = 20;
const MAX_STEPS: usize = 40;
/// The maximum work of generating the captures of all positions in the lines, in the steps of
/// [`CaptureWork`](draughts::CaptureWork): a few milliseconds in ordinary positions, which need less than a hundred steps,
/// and some hundred in costly ones.
const MAX_WORK: u32 = 500_000;

/// A step of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Step {
    /// A move.
    Move {
        /// The square where it starts.
        from: Square,
        /// The square where it ends.
        to: Square,
        /// The squares of the captured pieces.
        captured: SquareSet,
    },
    /// Resigning, as the last answer.
    Resign,
}

/// The conditional moves of both sides: the lines that are still possible, starting with the next move. Clones share
/// them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct ConditionalMoves(ByColor<Arc<Vec<Vec<Step>>>>);

impl ConditionalMoves {
    pub(super) fn set(&mut self, by: Color, lines: Vec<Vec<Step>>) {
        self.0[by] = Arc::new(lines);
    }

    /// Returns whether this side has set none.
    pub(super) fn is_empty(&self, by: Color) -> bool {
        self.0[by].is_empty()
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Keeps only the lines that start with the move that was made.
    pub(super) fn after(&mut self, event: &Event) {
        let Event::Move { from, to, captured, .. } = event else { return };
        let made = Step::Move { from: *from, to: *to, captured: *captured };
        for side in Color::ALL {
            if self.is_empty(side) {
                continue;
            }
            Arc::make_mut(&mut self.0[side]).retain_mut(|line| {
                let goes_on = line.first() == Some(&made) && line.len() > 1;
                if goes_on {
                    line.remove(0);
                }
                goes_on
            });
        }
    }

    /// Returns the answer of the side to move.
    pub(super) fn answer(&self, turn: Color) -> Option<Event> {
        Some(match self.0[turn].first()?.first()? {
            Step::Move { from, to, captured } => {
                Event::Move { by: turn, from: *from, to: *to, captured: *captured }
            }
            Step::Resign => Event::Resign { by: turn },
        })
    }
}

/// Parses lines and checks them on the board; a step is a text such as `32-28`, or `resign` as the last answer.
pub(super) fn read(game: &Game, by: Color, lines: &[Vec<String>]) -> Result<Vec<Vec<Step>>, CommandError> {
    if game.position().turn() == by {
        return Err(CommandError::OwnTurn);
    }
    if lines.len() > MAX_LINES || lines.iter().any(|line| line.len() > MAX_STEPS) {
        return Err(CommandError::PlanTooLong { lines: MAX_LINES, steps: MAX_STEPS });
    }
    let mut work_left = MAX_WORK;
    lines.iter().map(|line| read_line(game, by, line, &mut work_left)).collect()
}

/// Parses a line. Its work is taken off `work_left`.
fn read_line(
    game: &Game,
    by: Color,
    line: &[String],
    work_left: &mut u32,
) -> Result<Vec<Step>, CommandError> {
    // A line that ends with a move of the opponent has no effect.
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
        let work = game.position().capture_work().steps;
        *work_left = work_left.checked_sub(work).ok_or(CommandError::PlanTooComplex)?;
        steps.push(Step::Move { from: m.from(), to: m.to(), captured: m.captured() });
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use draughts::{Rules, variant};

    use super::*;

    #[test]
    fn costly_lines_are_refused() {
        let rules = Rules::from(variant::INTERNATIONAL);
        let game = Game::from_fen(&rules, "W:W28,32:B19").expect("a position");
        let line = ["28-23", "19x37"].map(str::to_owned);
        let read = |mut work_left| read_line(&game, Color::Black, &line, &mut work_left);
        assert_eq!(read(MAX_WORK).map(|steps| steps.len()), Ok(2));
        assert_eq!(read(0), Err(CommandError::PlanTooComplex));
    }
}
