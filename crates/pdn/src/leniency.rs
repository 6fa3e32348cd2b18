//! Leniencies: deviations from the standard that the reader accepts and reports.

use std::fmt;

/// A place in a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Place {
    /// The line, from 1.
    pub line: u64,
    /// The character in the line, from 1.
    pub column: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A deviation from the standard that the reader has accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Leniency {
    /// The place in the file.
    pub place: Place,
    /// The kind of deviation.
    pub kind: LeniencyKind,
}

impl fmt::Display for Leniency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

/// The maximum number of leniencies that are listed for a game.
const MAX_LENIENCIES: usize = 1000;

/// Adds a leniency to a list. If the list is full, adds a note that more are not listed.
pub(crate) fn report(list: &mut Vec<Leniency>, place: Place, kind: LeniencyKind) {
    match list.len() {
        0..MAX_LENIENCIES => list.push(Leniency { place, kind }),
        MAX_LENIENCIES => list.push(Leniency { place, kind: LeniencyKind::ListFull(MAX_LENIENCIES) }),
        _ => {}
    }
}

/// A kind of deviation from the standard.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LeniencyKind {
    /// The text is not UTF-8; the encoding it is read as.
    NotUtf8(&'static str),
    /// The quotes or brackets of a tag are not closed.
    UnclosedTag(String),
    /// A tag is repeated; the last value counts.
    RepeatedTag(String),
    /// A comment is not closed.
    UnclosedComment,
    /// A variation is not closed.
    UnclosedVariation,
    /// A closing parenthesis has no opening one.
    UnmatchedClose,
    /// A variation is nested deeper than this limit and is skipped.
    TooDeep(usize),
    /// A game is longer than this limit, in bytes; the rest is skipped.
    TooLong(usize),
    /// A comment, tag or word is longer than this limit, in bytes, and is cut off.
    Truncated(usize),
    /// A game has more tags than this limit; the rest is skipped.
    TooManyTags(usize),
    /// A game has more leniencies than this limit; the rest is not listed.
    ListFull(usize),
    /// A word is not a move.
    NotAMove(String),
    /// Text follows a move without a blank.
    TrailingText(String),
    /// A full stop stands alone.
    StrayDot,
    /// A move contains blanks.
    BlankInMove(String),
    /// An annotation mark is not one of the six of the standard.
    UnknownMark(String),
    /// A placeholder stands for a move that was not recorded.
    MissingMove,
    /// The game has no result at its end.
    MissingResult,
    /// The result at the end is not the one in the tag.
    ResultDiffers(String),
    /// A result is not one of the standard.
    NonStandardResult(String),
    /// A quiet move is written as a capture.
    QuietAsCapture(String),
    /// A capture is written as a quiet move.
    CaptureAsQuiet(String),
    /// A move has only the column of its first square.
    ShortMove(String),
    /// The jumps of a capture are written as separate moves.
    JumpByJump(String),
    /// A move is ambiguous; the first one is taken with which the rest of the game is legal.
    Ambiguous(String),
    /// The squares of a capture between the first and the last are wrong.
    RouteMismatch(String),
    /// A variation is illegal.
    IllegalVariation(String),
    /// The tags have an unknown name or number of a game.
    UnknownRules(String),
    /// A turn breaks a duty, and the rules let it stand.
    BrokenDuty(String),
    /// A setup has no side to move.
    NoSideToMove,
    /// A setup has a man on its king row, which is read as a king.
    ManOnCrownRow(String),
    /// The squares are named from the other side or numbered from another corner.
    AlternativeNames,
}

impl LeniencyKind {
    /// Returns a short name of the kind, for statistics. The names are stable: `crownhead pdn check --json` has them as
    /// keys.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::NotUtf8(_) => "text that is not UTF-8",
            Self::UnclosedTag(_) => "broken tag",
            Self::RepeatedTag(_) => "tag given twice",
            Self::UnclosedComment => "comment not closed",
            Self::UnclosedVariation => "variation not closed",
            Self::UnmatchedClose => "stray closing parenthesis",
            Self::TooDeep(_) => "variation nested too deep",
            Self::TooLong(_) => "game too long",
            Self::Truncated(_) => "text cut off",
            Self::TooManyTags(_) => "too many tags",
            Self::ListFull(_) => "more than are listed",
            Self::NotAMove(_) => "prose",
            Self::TrailingText(_) => "prose glued to a move",
            Self::StrayDot => "stray full stop",
            Self::BlankInMove(_) => "blank inside a move",
            Self::UnknownMark(_) => "odd mark of strength",
            Self::MissingMove => "placeholder for a move",
            Self::MissingResult => "no result at the end",
            Self::ResultDiffers(_) => "result differs from its tag",
            Self::NonStandardResult(_) => "odd result",
            Self::QuietAsCapture(_) => "quiet move written like a capture",
            Self::CaptureAsQuiet(_) => "capture written like a quiet move",
            Self::ShortMove(_) => "move by column and square",
            Self::JumpByJump(_) => "capture hop by hop",
            Self::Ambiguous(_) => "ambiguous move",
            Self::RouteMismatch(_) => "squares of a capture that do not fit",
            Self::IllegalVariation(_) => "variation that cannot be replayed",
            Self::UnknownRules(_) => "unknown rules",
            Self::BrokenDuty(_) => "turn that breaks a duty",
            Self::NoSideToMove => "set-up without a side to move",
            Self::ManOnCrownRow(_) => "man on its king row",
            Self::AlternativeNames => "squares seen from the other side",
        }
    }
}

impl fmt::Display for LeniencyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUtf8(encoding) => write!(f, "the text is not UTF-8; it is read as {encoding}"),
            Self::UnclosedTag(text) => write!(f, "the tag {text:?} is not closed"),
            Self::RepeatedTag(name) => write!(f, "the tag {name} is repeated; the last value counts"),
            Self::UnclosedComment => f.write_str("the comment is not closed"),
            Self::UnclosedVariation => f.write_str("the variation is not closed"),
            Self::UnmatchedClose => f.write_str("the closing parenthesis has no opening one"),
            Self::TooDeep(max) => write!(f, "variations nested deeper than {max} are skipped"),
            Self::TooLong(max) => write!(f, "the game is longer than {max} bytes; the rest is skipped"),
            Self::Truncated(max) => write!(f, "the text is longer than {max} bytes and is cut off"),
            Self::TooManyTags(max) => write!(f, "the game has more than {max} tags; the rest is skipped"),
            Self::ListFull(max) => {
                write!(f, "the game has more than {max} leniencies; the rest is not listed")
            }
            Self::NotAMove(text) => write!(f, "{text:?} is not a move and is ignored"),
            Self::TrailingText(text) => write!(f, "{text:?} is attached to a move and is ignored"),
            Self::StrayDot => f.write_str("a full stop stands alone"),
            Self::BlankInMove(text) => write!(f, "the move {text} was written with a blank in it"),
            Self::UnknownMark(text) => {
                write!(f, "the annotation mark {text:?} is unknown; known are ! ? !! ?? !? ?!")
            }
            Self::MissingMove => f.write_str("a move is missing"),
            Self::MissingResult => f.write_str("the game has no result at its end"),
            Self::ResultDiffers(text) => write!(f, "the result {text} differs from the tag"),
            Self::NonStandardResult(text) => write!(f, "{text:?} is not a result of the standard"),
            Self::QuietAsCapture(text) => write!(f, "{text} is a quiet move but is written as a capture"),
            Self::CaptureAsQuiet(text) => write!(f, "{text} is a capture but is written as a quiet move"),
            Self::ShortMove(text) => write!(f, "{text} has only the column of its first square"),
            Self::JumpByJump(text) => write!(f, "the capture {text} is written jump by jump"),
            Self::Ambiguous(text) => {
                write!(f, "{text} is ambiguous; the first move is taken with which the rest is legal")
            }
            Self::RouteMismatch(text) => {
                write!(f, "the squares of {text} between the first and the last are wrong")
            }
            Self::IllegalVariation(text) => write!(f, "the variation is illegal from {text:?} on"),
            Self::UnknownRules(name) => {
                write!(f, "the rule set {name:?} is unknown; the rules are guessed (set them with --rules)")
            }
            Self::BrokenDuty(text) => {
                write!(f, "{text} breaks a duty; these rules let it stand")
            }
            Self::NoSideToMove => {
                f.write_str("the setup has no side to move; the side that begins is assumed")
            }
            Self::ManOnCrownRow(square) => {
                write!(f, "the man on {square} is on its king row and is read as a king")
            }
            Self::AlternativeNames => f.write_str("the squares are named from another corner than usual"),
        }
    }
}
