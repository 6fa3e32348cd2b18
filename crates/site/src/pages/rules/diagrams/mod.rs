//! The diagrams of a rule book. Nothing in them is claimed by hand: a position is tried under the rules, and what the
//! rules allow and refuse in it is what is drawn.

mod art;
mod captures;
mod kings;
mod men;

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use draughts::{Attempt, Explainer, Move, Position, Rules, Square, Variant, WhyNot, variant};

/// What a diagram is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Point {
    ManMoves,
    ManCaptures,
    ManTakes,
    Crowning,
    FarRow,
    KingMoves,
    KingCaptures,
    Landing,
    KingRests,
    Duty,
    Priority,
    Finish,
    Removal,
    TurnBack,
    FirstKing,
    Blocked,
}

impl Point {
    /// The name of its title among the texts.
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::ManMoves => "rules-man-moves",
            Self::ManCaptures => "rules-man-captures",
            Self::ManTakes => "rules-man-takes",
            Self::Crowning => "rules-crowning",
            Self::FarRow => "rules-far-row",
            Self::KingMoves => "rules-king-moves",
            Self::KingCaptures => "rules-king-captures",
            Self::Landing => "rules-landing",
            Self::KingRests => "rules-king-rests",
            Self::Duty => "rules-duty",
            Self::Priority => "rules-priority",
            Self::Finish => "rules-finish",
            Self::Removal => "rules-removal",
            Self::TurnBack => "rules-turn-back",
            Self::FirstKing => "rules-first-king",
            Self::Blocked => "rules-blocked",
        }
    }

    /// The fields whose sentences it shows; the first decides where it stands.
    pub(super) fn fields(self) -> &'static [&'static str] {
        match self {
            Self::ManMoves => &["men.moves"],
            Self::ManCaptures | Self::ManTakes => &["men.captures"],
            Self::Crowning => &["men"],
            Self::FarRow => &["men.crowning"],
            Self::KingMoves => &["kings.moves"],
            Self::KingCaptures => &["kings.captures", "kings.landing"],
            Self::Landing => &["kings.landing"],
            Self::KingRests => &["kings.repeat_limit"],
            Self::Duty => &["capture.duty"],
            Self::Priority => &["capture.priority"],
            Self::Finish => &["capture.finish"],
            Self::Removal => &["capture.removal"],
            Self::TurnBack => &["capture.turn_back"],
            Self::FirstKing | Self::Blocked => &["goal"],
        }
    }
}

/// A position, moves that are legal in it, and moves that are not.
pub(super) struct Diagram {
    pub(super) point: Point,
    pub(super) position: Position,
    pub(super) moves: Vec<Move>,
    pub(super) refused: Vec<Refused>,
}

/// A move that somebody might try, and why it is not legal.
pub(super) struct Refused {
    /// Its squares; only the first, where a piece may not move at all.
    pub(super) route: Vec<Square>,
    pub(super) why: WhyNot,
}

impl Refused {
    /// Tries a route; none if it is legal, or if something else than this field of the rules is the reason.
    fn by(field: &str, explainer: &Explainer<'_>, route: &[Square]) -> Option<Self> {
        let why = explainer.explain(&Attempt::route(route)?).err()?;
        (why.field() == Some(field)).then(|| Self { route: route.to_vec(), why })
    }
}

impl Diagram {
    /// With all legal moves, and none refused.
    fn of_all(point: Point, position: Position) -> Self {
        Self { point, moves: position.legal_moves(), position, refused: Vec::new() }
    }
}

/// The diagrams of a named rule set, in the order in which one explains a game. They are found once.
pub(super) fn of(set: Variant) -> &'static [Diagram] {
    static FOUND: LazyLock<BTreeMap<&str, OnceLock<Vec<Diagram>>>> =
        LazyLock::new(|| variant::ALL.iter().map(|set| (set.id(), OnceLock::new())).collect());
    FOUND.get(set.id()).map_or(&[], |found| found.get_or_init(|| find(&Rules::from(set))))
}

fn find(rules: &Rules) -> Vec<Diagram> {
    let mut found = men::diagrams(rules);
    found.extend(kings::diagrams(rules));
    found.extend(captures::diagrams(rules));
    found
}

/// The first drawing and place of which something can be made.
fn first(rules: &Rules, arts: &[art::Art], make: impl Fn(Position) -> Option<Diagram>) -> Option<Diagram> {
    arts.iter().find_map(|art| art::positions(rules, art).find_map(&make))
}

/// Of the first drawing of which something can be made, the place with most moves.
fn richest(rules: &Rules, arts: &[art::Art], make: impl Fn(Position) -> Option<Diagram>) -> Option<Diagram> {
    arts.iter().find_map(|art| {
        let made = art::positions(rules, art).filter_map(&make);
        // The first of those with most: it is the most central one.
        made.reduce(|best, next| if next.moves.len() > best.moves.len() { next } else { best })
    })
}

#[cfg(test)]
mod tests;
