//! Conflicts of rule sets in English.

use core::fmt;

use crate::check::{DrawFault, RuleConflict};
use crate::ruleset::Draws;

impl fmt::Display for RuleConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BoardSize { side, size } => {
                write!(f, "{} is {size}: a board has 6 to 14 columns and 6 to 14 rows", side.field())
            }
            Self::NoMen => f.write_str("start.rows_of_men is 0: each side needs at least one row of men"),
            Self::NoRoom { rows, height } => write!(
                f,
                "start: each side takes {rows} of the {height} rows, so no free row is left between them"
            ),
            Self::MenNeverAdvance => f.write_str(
                "men.moves has no forward way: a man could never reach the far row; \
                 add \"diagonally-forward\" or \"straight-forward\"",
            ),
            Self::KingsNeverMove => f.write_str("kings.moves is empty: a king could never move"),
            Self::NothingCaptures => {
                f.write_str("men.captures and kings.captures are both empty: no piece could capture")
            }
            Self::DirectionTwice { field, direction } => {
                write!(f, "{field} lists \"{}\" twice", direction.as_str())
            }
            Self::PriorityTwice(reason) => write!(f, "capture.priority lists \"{}\" twice", reason.as_str()),
            Self::PriorityOfUnfinished => f.write_str(
                "capture.priority weighs whole captures, but capture.finish lets one be stopped after any \
                 jump: empty the one or set the other to \"must-be-finished\"",
            ),
            Self::RepeatLimit(limit) => {
                write!(f, "kings.repeat_limit is {limit}: 1 to 9 moves are possible, or null for no limit")
            }
            Self::MenMissTheFarRow => f.write_str(
                "men.moves: where every second square is played on, a straight step goes two rows, so that \
                 men could miss the far row; add \"diagonally-forward\"",
            ),
            Self::KingsStuckOnTheFarRow => f.write_str(
                "kings.moves has only forward ways: a new king could never leave the far row; add a backward \
                 way or \"sideways\"",
            ),
            Self::KingsAreNeverTaken => f.write_str(
                "men.takes is \"men-only\" and kings.captures is empty: nothing could ever take a king",
            ),
            Self::PriorityOfKingsThatNeverCapture => f.write_str(
                "capture.priority lists \"with-a-king\", but kings.captures is empty: a king never captures",
            ),
            Self::NoDutyToEnforce => f.write_str(
                "conduct.enforcement punishes who fails to capture, but capture.duty is \"may-capture\": \
                 set the one to \"strict\" or the other to \"must-capture\"",
            ),
            Self::TooManyDrawRules { counted } => write!(
                f,
                "draws.rules has {counted} rules that count moves or pieces: at most {} are possible",
                Draws::MAX_COUNTED
            ),
            Self::DrawRule { number, fault } => write!(f, "draws.rules, number {number}: {fault}"),
            Self::BadId(id) => {
                write!(f, "id {id:?} is not an id: use 1 to 64 lower-case letters, digits and hyphens")
            }
            Self::TakenId(id) => {
                write!(f, "id {id:?} belongs to a named rule set that differs: give this one its own id")
            }
            Self::ControlCharacters(field) => {
                write!(f, "{field} has line breaks or other control characters: use plain text")
            }
            Self::NoName => f.write_str("name is empty: people need something to call the game"),
        }
    }
}

impl fmt::Display for DrawFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ResetTwice(reset) => return write!(f, "reset_by lists \"{}\" twice", reset.as_str()),
            Self::RepetitionOfOne => "a position must occur at least twice to be repeated",
            Self::CountOfZero => "a count of 0 moves is reached before the first one; leave the count out",
            Self::NoPieces => "a side without pieces has lost, so there is nothing to draw",
            Self::LeastAboveMost => "the least number of pieces is above the most",
            Self::MoreKingsThanPieces => "more kings are asked for than pieces",
        })
    }
}
