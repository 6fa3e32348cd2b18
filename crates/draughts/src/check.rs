//! The conflicts of a composed rule set, all at once.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::direction::Way;
use crate::ruleset::{
    Count, DrawWhen, Draws, Duty, Enforcement, Finish, Forces, Priority, Reset, RuleSet, SquaresInPlay,
    Targets,
};
use crate::variant;

/// Something in a rule set that contradicts itself or cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RuleConflict {
    /// The board is too small or too large.
    BoardSize {
        /// Which of the two.
        side: BoardSide,
        /// What was asked for.
        size: u8,
    },
    /// No man stands on the board.
    NoMen,
    /// The two sides leave no row between them.
    NoRoom {
        /// Rows taken by each side, the empty ones behind included.
        rows: u16,
        /// Rows of the board.
        height: u8,
    },
    /// A man could never come nearer to the far row.
    MenNeverAdvance,
    /// A king could never move.
    KingsNeverMove,
    /// No piece can capture.
    NothingCaptures,
    /// The same way is listed twice.
    WayTwice {
        /// The field.
        field: &'static str,
        /// The way.
        way: Way,
    },
    /// The same priority is listed twice.
    PriorityTwice(Priority),
    /// Priorities between captures that may be broken off.
    PriorityOfUnfinished,
    /// A limit on king moves in a row that is none, or cannot be written down.
    RepeatLimit(u8),
    /// A man that only goes straight, two rows at a time, may miss the far row.
    MenMissTheFarRow,
    /// A new king, on the far row, could not leave it.
    KingsStuckOnTheFarRow,
    /// Men may not take kings and kings take nothing.
    KingsAreNeverTaken,
    /// A reason that can never apply.
    PriorityOfKingsThatNeverCapture,
    /// A penalty for a duty that does not exist.
    NoDutyToEnforce,
    /// Too many draw rules count moves or pieces.
    TooManyDrawRules {
        /// How many do.
        counted: usize,
    },
    /// A draw rule that can never or always apply.
    DrawRule {
        /// Which of the draw rules, from 1.
        number: usize,
        /// What is wrong with it.
        fault: DrawFault,
    },
    /// The id cannot be used.
    BadId(String),
    /// The id belongs to another rule set.
    TakenId(String),
    /// The rule set has no name.
    NoName,
    /// A text with characters that are no text.
    ControlCharacters(&'static str),
}

/// A side of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoardSide {
    /// How many columns the board has.
    Width,
    /// How many rows the board has.
    Height,
}

impl BoardSide {
    /// Returns the path of the field that says how long it is.
    #[must_use]
    pub const fn field(self) -> &'static str {
        match self {
            Self::Width => "board.width",
            Self::Height => "board.height",
        }
    }
}

/// All conflicts of a rule set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleConflicts(pub Vec<RuleConflict>);

impl core::error::Error for RuleConflicts {}

/// What is wrong with a draw rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawFault {
    /// A position that occurs once is not repeated.
    RepetitionOfOne,
    /// A count of no moves.
    CountOfZero,
    /// A side without pieces has lost already.
    NoPieces,
    /// At least more than at most.
    LeastAboveMost,
    /// More kings than pieces.
    MoreKingsThanPieces,
    /// The same event is listed twice.
    ResetTwice(Reset),
}

impl RuleSet {
    /// Every conflict of this rule set, in the order of its fields; nothing if it can be played.
    #[must_use]
    pub fn check(&self) -> Vec<RuleConflict> {
        let mut conflicts = Vec::new();
        self.check_names(&mut conflicts);
        self.check_board(&mut conflicts);
        self.check_pieces(&mut conflicts);
        self.check_captures(&mut conflicts);
        let counted = self.draws.counted();
        if counted > Draws::MOST_COUNTED {
            conflicts.push(RuleConflict::TooManyDrawRules { counted });
        }
        for (i, rule) in self.draws.rules.iter().enumerate() {
            let faults = draw_faults(&rule.when);
            conflicts.extend(faults.into_iter().map(|fault| RuleConflict::DrawRule { number: i + 1, fault }));
        }
        conflicts
    }

    fn check_names(&self, conflicts: &mut Vec<RuleConflict>) {
        let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if self.id.is_empty() || self.id.len() > 64 || !self.id.chars().all(good) {
            conflicts.push(RuleConflict::BadId(self.id.to_string()));
        } else if variant::ALL.iter().any(|named| named.id == self.id && !self.is_edition_of(named)) {
            conflicts.push(RuleConflict::TakenId(self.id.to_string()));
        }
        if self.name.trim().is_empty() {
            conflicts.push(RuleConflict::NoName);
        }
        for (field, text) in [("name", &self.name), ("source", &self.source)] {
            if text.chars().any(char::is_control) {
                conflicts.push(RuleConflict::ControlCharacters(field));
            }
        }
    }

    fn check_board(&self, conflicts: &mut Vec<RuleConflict>) {
        let sizes = [(BoardSide::Width, self.board.width), (BoardSide::Height, self.board.height)];
        let wrong = sizes.into_iter().filter(|(_, size)| !(6..=14).contains(size));
        conflicts.extend(wrong.map(|(side, size)| RuleConflict::BoardSize { side, size }));
        if self.start.rows_of_men == 0 {
            conflicts.push(RuleConflict::NoMen);
        }
        let rows = u16::from(self.start.rows_of_men) + u16::from(self.start.empty_rows_behind);
        if 2 * rows >= u16::from(self.board.height) {
            conflicts.push(RuleConflict::NoRoom { rows, height: self.board.height });
        }
    }

    fn check_pieces(&self, conflicts: &mut Vec<RuleConflict>) {
        let advances = |way: &Way| matches!(way, Way::DiagonallyForward | Way::StraightForward);
        if !self.men.moves.iter().any(advances) {
            conflicts.push(RuleConflict::MenNeverAdvance);
        } else if self.board.squares_in_play == SquaresInPlay::EverySecond
            && !self.men.moves.contains(&Way::DiagonallyForward)
        {
            conflicts.push(RuleConflict::MenMissTheFarRow);
        }
        if self.kings.moves.is_empty() {
            conflicts.push(RuleConflict::KingsNeverMove);
        } else if self.kings.moves.iter().all(advances) {
            conflicts.push(RuleConflict::KingsStuckOnTheFarRow);
        }
        if self.men.captures.is_empty() && self.kings.captures.is_empty() {
            conflicts.push(RuleConflict::NothingCaptures);
        } else if self.kings.captures.is_empty() && self.men.takes == Targets::MenOnly {
            conflicts.push(RuleConflict::KingsAreNeverTaken);
        }
        let lists = [
            ("men.moves", &self.men.moves),
            ("men.captures", &self.men.captures),
            ("kings.moves", &self.kings.moves),
            ("kings.captures", &self.kings.captures),
        ];
        for (field, ways) in lists {
            for way in repeated(ways) {
                conflicts.push(RuleConflict::WayTwice { field, way });
            }
        }
        if let Some(limit) = self.kings.repeat_limit
            && !(1..=9).contains(&limit)
        {
            conflicts.push(RuleConflict::RepeatLimit(limit));
        }
    }

    fn check_captures(&self, conflicts: &mut Vec<RuleConflict>) {
        conflicts.extend(repeated(&self.capture.priority).into_iter().map(RuleConflict::PriorityTwice));
        if self.capture.finish == Finish::MayBeStopped && !self.capture.priority.is_empty() {
            conflicts.push(RuleConflict::PriorityOfUnfinished);
        }
        if self.kings.captures.is_empty() && self.capture.priority.contains(&Priority::WithAKing) {
            conflicts.push(RuleConflict::PriorityOfKingsThatNeverCapture);
        }
        if self.capture.duty == Duty::MayCapture && self.conduct.enforcement != Enforcement::Strict {
            conflicts.push(RuleConflict::NoDutyToEnforce);
        }
    }
}

/// What stands in the list more than once.
fn repeated<T: Copy + PartialEq>(list: &[T]) -> Vec<T> {
    let again = |&(i, item): &(usize, &T)| list[..i].iter().filter(|other| *other == item).count() == 1;
    list.iter().enumerate().filter(again).map(|(_, item)| *item).collect()
}

fn count_faults(count: &Count) -> Vec<DrawFault> {
    let zero = (count.moves == 0).then_some(DrawFault::CountOfZero);
    zero.into_iter().chain(repeated(&count.reset_by).into_iter().map(DrawFault::ResetTwice)).collect()
}

fn draw_faults(when: &DrawWhen) -> Vec<DrawFault> {
    let mut faults = Vec::new();
    match when {
        DrawWhen::Repetition { times } => {
            faults.extend((*times < 2).then_some(DrawFault::RepetitionOfOne));
        }
        DrawWhen::QuietMoves(count) => faults.extend(count_faults(count)),
        DrawWhen::Material { forces, count } => {
            faults.extend(count.iter().flat_map(count_faults));
            match forces {
                Forces::Against { strong, weak, .. } => {
                    for force in [strong, weak] {
                        faults.extend((force.most_pieces == 0).then_some(DrawFault::NoPieces));
                        let crossed = force.least_pieces > force.most_pieces;
                        faults.extend(crossed.then_some(DrawFault::LeastAboveMost));
                        let crowded = force.least_kings > force.most_pieces;
                        faults.extend(crowded.then_some(DrawFault::MoreKingsThanPieces));
                    }
                }
                Forces::KingsOnBothSides { least, most } => {
                    faults.extend((least > most).then_some(DrawFault::LeastAboveMost));
                    faults.extend((*most < 2).then_some(DrawFault::NoPieces));
                }
            }
        }
    }
    faults
}

impl RuleConflict {
    /// Returns the paths of the fields that contradict each other or cannot be used, such as `board.height`: an editor
    /// marks them.
    #[must_use]
    pub fn fields(&self) -> Vec<&'static str> {
        match self {
            Self::BoardSize { side, .. } => vec![side.field()],
            Self::NoMen => vec!["start.rows_of_men"],
            Self::NoRoom { .. } => vec!["start.rows_of_men", "board.height"],
            Self::MenNeverAdvance | Self::MenMissTheFarRow => vec!["men.moves"],
            Self::KingsNeverMove | Self::KingsStuckOnTheFarRow => vec!["kings.moves"],
            Self::NothingCaptures => vec!["men.captures", "kings.captures"],
            Self::WayTwice { field, .. } | Self::ControlCharacters(field) => vec![field],
            Self::PriorityTwice(_) => vec!["capture.priority"],
            Self::PriorityOfUnfinished => vec!["capture.priority", "capture.finish"],
            Self::RepeatLimit(_) => vec!["kings.repeat_limit"],
            Self::KingsAreNeverTaken => vec!["men.takes", "kings.captures"],
            Self::PriorityOfKingsThatNeverCapture => vec!["capture.priority", "kings.captures"],
            Self::NoDutyToEnforce => vec!["capture.duty", "conduct.enforcement"],
            Self::DrawRule { .. } | Self::TooManyDrawRules { .. } => vec!["draws.rules"],
            Self::BadId(_) | Self::TakenId(_) => vec!["id"],
            Self::NoName => vec!["name"],
        }
    }
}

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
            Self::WayTwice { field, way } => write!(f, "{field} lists \"{}\" twice", way.as_str()),
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
                "conduct.enforcement punishes a missed capture, but capture.duty is \"may-capture\": \
                 set the one to \"strict\" or the other to \"must-capture\"",
            ),
            Self::TooManyDrawRules { counted } => write!(
                f,
                "draws.rules has {counted} rules that count moves or pieces: at most {} are possible",
                Draws::MOST_COUNTED
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
            Self::NoName => f.write_str("name is empty: give the rule set a name"),
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

/// One line for each conflict.
impl fmt::Display for RuleConflicts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, conflict) in self.0.iter().enumerate() {
            write!(f, "{}{conflict}", if i == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}
