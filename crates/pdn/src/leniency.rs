//! What a file contains that the standard does not, and the reader forgives.

use std::fmt;

/// A place in a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Place {
    /// The number of the line, from 1.
    pub line: u64,
    /// The number of the character in it, from 1.
    pub column: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Something that the reader forgave, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Leniency {
    /// Where it stands.
    pub place: Place,
    /// What was forgiven.
    pub kind: LeniencyKind,
}

impl fmt::Display for Leniency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

/// The most leniencies that are listed of a game.
const MOST: usize = 1000;

/// Adds to a list what was forgiven, unless the list is full.
pub(crate) fn forgive(list: &mut Vec<Leniency>, place: Place, kind: LeniencyKind) {
    match list.len() {
        0..MOST => list.push(Leniency { place, kind }),
        MOST => list.push(Leniency { place, kind: LeniencyKind::AndMore(MOST) }),
        _ => {}
    }
}

/// Something that the standard does not know.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LeniencyKind {
    /// Text that is not UTF-8, read as this encoding.
    NotUtf8(&'static str),
    /// A tag whose quotes or brackets are not closed.
    BrokenTag(String),
    /// A tag that was given before; the last one counts.
    RepeatedTag(String),
    /// A comment that is not closed.
    OpenComment,
    /// A variation that is not closed.
    OpenVariation,
    /// A closing parenthesis without an opening one.
    StrayClose,
    /// A variation nested deeper than is kept.
    TooDeep(usize),
    /// A game longer than is kept.
    TooLong(usize),
    /// A comment, tag or word longer than is kept.
    CutOff(usize),
    /// More tags than are kept.
    TooManyTags(usize),
    /// More than are listed.
    AndMore(usize),
    /// A word that is no move.
    Prose(String),
    /// Words glued to a move.
    GluedProse(String),
    /// A full stop on its own.
    StrayDot,
    /// Blanks inside a move.
    SpaceInMove(String),
    /// Marks of strength that are not among the six.
    OddStrength(String),
    /// A placeholder for a move that nobody wrote down.
    UnknownMove,
    /// The game has no result at its end.
    NoTerminator,
    /// The result at the end is not the one in the tag.
    ResultDiffers(String),
    /// A result that the standard does not have.
    OddResult(String),
    /// A quiet move written like a capture.
    QuietAsCapture(String),
    /// A capture written like a quiet move.
    CaptureAsQuiet(String),
    /// A move written by column and square only.
    ShortMove(String),
    /// A capture written hop by hop.
    HopByHop(String),
    /// A move that may mean several; the first is taken with which the rest of the game is legal.
    Ambiguous(String),
    /// A capture whose squares between first and last do not fit.
    OddRoute(String),
    /// A variation that cannot be replayed.
    OddVariation(String),
    /// A game that the tags call by a name or number that is not known.
    UnknownRules(String),
    /// A turn that breaks a duty, where the conduct of the rules lets that happen.
    BrokenDuty(String),
    /// A set-up that does not tell who is to move.
    UnknownSide,
    /// A man set up on the row where it becomes a king; it is taken for one.
    ManOnCrownRow(String),
    /// Squares seen from the other side, or numbered from another corner.
    OtherView,
}

impl LeniencyKind {
    /// Returns the name of the kind, for counting.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::NotUtf8(_) => "text that is not UTF-8",
            Self::BrokenTag(_) => "broken tag",
            Self::RepeatedTag(_) => "tag given twice",
            Self::OpenComment => "comment not closed",
            Self::OpenVariation => "variation not closed",
            Self::StrayClose => "stray closing parenthesis",
            Self::TooDeep(_) => "variation nested too deep",
            Self::TooLong(_) => "game too long",
            Self::CutOff(_) => "text cut off",
            Self::TooManyTags(_) => "too many tags",
            Self::AndMore(_) => "more than are listed",
            Self::Prose(_) => "prose",
            Self::GluedProse(_) => "prose glued to a move",
            Self::StrayDot => "stray full stop",
            Self::SpaceInMove(_) => "blank inside a move",
            Self::OddStrength(_) => "odd mark of strength",
            Self::UnknownMove => "placeholder for a move",
            Self::NoTerminator => "no result at the end",
            Self::ResultDiffers(_) => "result differs from its tag",
            Self::OddResult(_) => "odd result",
            Self::QuietAsCapture(_) => "quiet move written like a capture",
            Self::CaptureAsQuiet(_) => "capture written like a quiet move",
            Self::ShortMove(_) => "move by column and square",
            Self::HopByHop(_) => "capture hop by hop",
            Self::Ambiguous(_) => "ambiguous move",
            Self::OddRoute(_) => "squares of a capture that do not fit",
            Self::OddVariation(_) => "variation that cannot be replayed",
            Self::UnknownRules(_) => "unknown rules",
            Self::BrokenDuty(_) => "turn that breaks a duty",
            Self::UnknownSide => "set-up without a side to move",
            Self::ManOnCrownRow(_) => "man on its crowning row",
            Self::OtherView => "squares seen from the other side",
        }
    }
}

impl fmt::Display for LeniencyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUtf8(encoding) => write!(f, "the text is not UTF-8; it is read as {encoding}"),
            Self::BrokenTag(text) => write!(f, "the tag {text:?} is not closed properly"),
            Self::RepeatedTag(name) => write!(f, "the tag {name} was given before; this one counts"),
            Self::OpenComment => f.write_str("the comment is not closed"),
            Self::OpenVariation => f.write_str("the variation is not closed"),
            Self::StrayClose => f.write_str("a parenthesis is closed that was not opened"),
            Self::TooDeep(most) => write!(f, "variations nested deeper than {most} are left out"),
            Self::TooLong(most) => write!(f, "the game is longer than {most} bytes; the rest is left out"),
            Self::CutOff(most) => write!(f, "a text longer than {most} bytes is cut off"),
            Self::TooManyTags(most) => write!(f, "of more than {most} tags the rest are left out"),
            Self::AndMore(most) => write!(f, "more than {most} oddities in one game are not listed"),
            Self::Prose(text) => write!(f, "{text:?} is no move and is passed over"),
            Self::GluedProse(text) => write!(f, "{text:?} is glued to a move and is passed over"),
            Self::StrayDot => f.write_str("a full stop stands on its own"),
            Self::SpaceInMove(text) => write!(f, "the move {text} was written with a blank in it"),
            Self::OddStrength(text) => write!(f, "the mark {text:?} is not among ! ? !! ?? !? ?!"),
            Self::UnknownMove => f.write_str("a move was not written down"),
            Self::NoTerminator => f.write_str("no result stands at the end of the game"),
            Self::ResultDiffers(text) => write!(f, "the result {text} is not the one in the tag"),
            Self::OddResult(text) => write!(f, "{text:?} is not a result that the standard has"),
            Self::QuietAsCapture(text) => write!(f, "{text} captures nothing but is written like a capture"),
            Self::CaptureAsQuiet(text) => write!(f, "{text} captures but is written like a quiet move"),
            Self::ShortMove(text) => write!(f, "{text} names only the column it comes from"),
            Self::HopByHop(text) => write!(f, "the capture {text} is written hop by hop"),
            Self::Ambiguous(text) => {
                write!(f, "{text} may mean several moves; the first is taken with which the rest is legal")
            }
            Self::OddRoute(text) => write!(f, "the squares of {text} between first and last do not fit"),
            Self::OddVariation(text) => write!(f, "the variation cannot be replayed from {text:?} on"),
            Self::UnknownRules(name) => {
                write!(f, "no rule set is known as {name:?}; the rules are guessed (--rules names them)")
            }
            Self::BrokenDuty(text) => {
                write!(f, "{text} breaks a duty; by the conduct of these rules it stands")
            }
            Self::UnknownSide => {
                f.write_str("the set-up does not tell who is to move; the side is taken that begins")
            }
            Self::ManOnCrownRow(square) => {
                write!(f, "the man on {square} is on the row where it becomes a king, and is taken for one")
            }
            Self::OtherView => f.write_str("the squares are named from another corner than is usual"),
        }
    }
}
