//! Validation of rule sets.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::direction::RelativeDirection;
use crate::invisible::is_invisible;
use crate::ruleset::{
    Count, DrawWhen, Draws, Duty, Enforcement, Finish, Forces, Priority, Reset, RuleSet, SquaresInPlay,
    Targets,
};
use crate::variant;

/// A contradiction in a rule set, or something that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RuleConflict {
    /// The board is too small or too large.
    BoardSize {
        /// The side of the board.
        side: BoardSide,
        /// The requested size.
        size: u8,
    },
    /// The starting position has no men.
    NoMen,
    /// The starting position leaves no free row between the sides.
    NoRoom {
        /// The number of rows taken by each side, including the empty ones behind.
        rows: u16,
        /// The number of rows of the board.
        height: u8,
    },
    /// Men can never move towards the king row.
    MenNeverAdvance,
    /// Kings can never move.
    KingsNeverMove,
    /// No piece can capture.
    NothingCaptures,
    /// A direction is listed twice.
    DirectionTwice {
        /// The path of the field.
        field: &'static str,
        /// The direction.
        direction: RelativeDirection,
    },
    /// A priority is listed twice.
    PriorityTwice(Priority),
    /// There are priorities, but captures need not be finished.
    PriorityOfUnfinished,
    /// The limit of king moves in a row is not in the range 1 to 9.
    RepeatLimit(u8),
    /// Men move only straight, two rows at a time, and may miss the king row.
    MenMissTheFarRow,
    /// A new king cannot leave the king row.
    KingsStuckOnTheFarRow,
    /// Men may not capture kings, and kings cannot capture.
    KingsAreNeverTaken,
    /// Captures by kings have priority, but kings cannot capture.
    PriorityOfKingsThatNeverCapture,
    /// The duty to capture is enforced, but captures are optional.
    NoDutyToEnforce,
    /// There are too many draw rules other than repetitions.
    TooManyDrawRules {
        /// The number of such rules.
        counted: usize,
    },
    /// A draw rule always or never applies.
    DrawRule {
        /// The number of the draw rule, from 1.
        number: usize,
        /// The conflict.
        conflict: DrawRuleConflict,
    },
    /// The id is malformed.
    BadId(String),
    /// The id belongs to another rule set.
    TakenId(String),
    /// The rule set has no name.
    NoName,
    /// The text of this field contains control characters or others that cannot be seen.
    InvisibleCharacters(&'static str),
}

/// A side of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoardSide {
    /// The number of columns.
    Width,
    /// The number of rows.
    Height,
}

impl BoardSide {
    /// Returns the path of the field.
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

/// A conflict within a draw rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawRuleConflict {
    /// The number of occurrences is less than 2.
    RepetitionOfOne,
    /// The number of moves is 0.
    CountOfZero,
    /// A force has no pieces.
    NoPieces,
    /// A minimum is greater than its maximum.
    MinAboveMax,
    /// There are more kings than pieces.
    MoreKingsThanPieces,
    /// An event is listed twice.
    ResetTwice(Reset),
}

impl RuleSet {
    /// Returns all conflicts of this rule set, in the order of its fields; empty if it can be played.
    #[must_use]
    pub fn check(&self) -> Vec<RuleConflict> {
        let mut conflicts = Vec::new();
        self.check_names(&mut conflicts);
        self.check_board(&mut conflicts);
        self.check_pieces(&mut conflicts);
        self.check_captures(&mut conflicts);
        let counted = self.draws.counted();
        if counted > Draws::MAX_COUNTED {
            conflicts.push(RuleConflict::TooManyDrawRules { counted });
        }
        for (i, rule) in self.draws.rules.iter().enumerate() {
            let found = draw_rule_conflicts(&rule.when);
            conflicts
                .extend(found.into_iter().map(|conflict| RuleConflict::DrawRule { number: i + 1, conflict }));
        }
        conflicts
    }

    fn check_names(&self, conflicts: &mut Vec<RuleConflict>) {
        let is_valid = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if self.id.is_empty() || self.id.len() > 64 || !self.id.chars().all(is_valid) {
            conflicts.push(RuleConflict::BadId(self.id.to_string()));
        } else if variant::ALL.iter().any(|named| named.id == self.id && !self.is_edition_of(named)) {
            conflicts.push(RuleConflict::TakenId(self.id.to_string()));
        }
        if self.name.trim().is_empty() {
            conflicts.push(RuleConflict::NoName);
        }
        for (field, text) in [("name", &self.name), ("source", &self.source)] {
            if text.contains(is_invisible) {
                conflicts.push(RuleConflict::InvisibleCharacters(field));
            }
        }
        if self.draws.rules.iter().any(|rule| rule.source.contains(is_invisible)) {
            conflicts.push(RuleConflict::InvisibleCharacters("draws.rules"));
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
        let advances = |direction: &RelativeDirection| {
            matches!(direction, RelativeDirection::DiagonallyForward | RelativeDirection::StraightForward)
        };
        if !self.men.moves.iter().any(advances) {
            conflicts.push(RuleConflict::MenNeverAdvance);
        } else if self.board.squares_in_play == SquaresInPlay::EverySecond
            && !self.men.moves.contains(&RelativeDirection::DiagonallyForward)
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
        for (field, directions) in lists {
            for direction in duplicates(directions) {
                conflicts.push(RuleConflict::DirectionTwice { field, direction });
            }
        }
        if let Some(limit) = self.kings.repeat_limit
            && !(1..=9).contains(&limit)
        {
            conflicts.push(RuleConflict::RepeatLimit(limit));
        }
    }

    fn check_captures(&self, conflicts: &mut Vec<RuleConflict>) {
        conflicts.extend(duplicates(&self.capture.priority).into_iter().map(RuleConflict::PriorityTwice));
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

/// Returns the items that occur more than once.
fn duplicates<T: Copy + PartialEq>(list: &[T]) -> Vec<T> {
    let is_second = |&(i, item): &(usize, &T)| list[..i].iter().filter(|other| *other == item).count() == 1;
    list.iter().enumerate().filter(is_second).map(|(_, item)| *item).collect()
}

fn count_conflicts(count: &Count) -> Vec<DrawRuleConflict> {
    let zero = (count.moves == 0).then_some(DrawRuleConflict::CountOfZero);
    zero.into_iter()
        .chain(duplicates(&count.reset_by).into_iter().map(DrawRuleConflict::ResetTwice))
        .collect()
}

fn draw_rule_conflicts(when: &DrawWhen) -> Vec<DrawRuleConflict> {
    let mut found = Vec::new();
    match when {
        DrawWhen::Repetition { times } => {
            found.extend((*times < 2).then_some(DrawRuleConflict::RepetitionOfOne));
        }
        DrawWhen::QuietMoves(count) => found.extend(count_conflicts(count)),
        DrawWhen::Material { forces, count } => {
            found.extend(count.iter().flat_map(count_conflicts));
            match forces {
                Forces::Against { strong, weak, .. } => {
                    for force in [strong, weak] {
                        found.extend((force.most_pieces == 0).then_some(DrawRuleConflict::NoPieces));
                        let inverted = force.least_pieces > force.most_pieces;
                        found.extend(inverted.then_some(DrawRuleConflict::MinAboveMax));
                        let too_many_kings = force.least_kings > force.most_pieces;
                        found.extend(too_many_kings.then_some(DrawRuleConflict::MoreKingsThanPieces));
                    }
                }
                Forces::KingsOnBothSides { least, most } => {
                    found.extend((least > most).then_some(DrawRuleConflict::MinAboveMax));
                    found.extend((*most < 2).then_some(DrawRuleConflict::NoPieces));
                }
            }
        }
    }
    found
}

impl RuleConflict {
    /// Returns the paths of the fields involved, such as `board.height`.
    #[must_use]
    pub fn fields(&self) -> Vec<&'static str> {
        match self {
            Self::BoardSize { side, .. } => vec![side.field()],
            Self::NoMen => vec!["start.rows_of_men"],
            Self::NoRoom { .. } => vec!["start.rows_of_men", "board.height"],
            Self::MenNeverAdvance | Self::MenMissTheFarRow => vec!["men.moves"],
            Self::KingsNeverMove | Self::KingsStuckOnTheFarRow => vec!["kings.moves"],
            Self::NothingCaptures => vec!["men.captures", "kings.captures"],
            Self::DirectionTwice { field, .. } | Self::InvisibleCharacters(field) => vec![field],
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
                "men.moves has no forward direction: a man could never reach the king row; \
                 add \"diagonally-forward\" or \"straight-forward\"",
            ),
            Self::KingsNeverMove => f.write_str("kings.moves is empty: a king could never move"),
            Self::NothingCaptures => {
                f.write_str("men.captures and kings.captures are both empty: no piece could capture")
            }
            Self::DirectionTwice { field, direction } => {
                write!(f, "{field} lists \"{}\" twice", direction.as_str())
            },
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
                 men could miss the king row; add \"diagonally-forward\"",
            ),
            Self::KingsStuckOnTheFarRow => f.write_str(
                "kings.moves has only forward directions: a new king could never leave the king row; add a backward \
                 direction or \"sideways\"",
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
                Draws::MAX_COUNTED
            ),
            Self::DrawRule { number, conflict } => write!(f, "draws.rules, number {number}: {conflict}"),
            Self::BadId(id) => {
                write!(f, "id {id:?} is not an id: use 1 to 64 lower-case letters, digits and hyphens")
            }
            Self::TakenId(id) => {
                write!(f, "id {id:?} belongs to a named rule set that differs: give this one its own id")
            }
            Self::InvisibleCharacters(field) => {
                write!(f, "{field} has line breaks or other invisible characters: use plain text")
            }
            Self::NoName => f.write_str("name is empty: give the rule set a name"),
        }
    }
}

impl fmt::Display for DrawRuleConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ResetTwice(reset) => return write!(f, "reset_by lists \"{}\" twice", reset.as_str()),
            Self::RepetitionOfOne => "a position must occur at least twice to be repeated",
            Self::CountOfZero => "a count of 0 moves is reached before the first one; leave the count out",
            Self::NoPieces => "a side without pieces has lost, so there is nothing to draw",
            Self::MinAboveMax => "the least number of pieces is above the most",
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
