//! The diagrams of a rule book. They are computed: positions are tried under the rules, and the diagram shows which
//! moves are legal and which are not.

mod art;
mod captures;
mod kings;
mod men;

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use draughts::{Attempt, Explainer, Move, Position, Rules, Square, Variant, WhyNot, variant};

/// The subject of a diagram.
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
    /// Returns the name of the text of the title.
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

    /// Returns the fields whose sentences the diagram shows; the first one decides where it is placed.
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

/// A position with legal and illegal moves.
pub(super) struct Diagram {
    pub(super) point: Point,
    pub(super) position: Position,
    pub(super) moves: Vec<Move>,
    pub(super) refused: Vec<Refused>,
}

/// An illegal move and the reason why it is illegal.
pub(super) struct Refused {
    /// The squares of the move; only the first if the piece may not move at all.
    pub(super) route: Vec<Square>,
    pub(super) why: WhyNot,
}

impl Refused {
    /// Returns the illegal move along a route; `None` if it is legal, or if another field of the rules forbids it.
    fn by(field: &str, explainer: &Explainer<'_>, route: &[Square]) -> Option<Self> {
        let why = explainer.explain(&Attempt::route(route)?).err()?;
        (why.field() == Some(field)).then(|| Self { route: route.to_vec(), why })
    }
}

impl Diagram {
    /// Returns the diagram of a position with all its legal moves.
    fn of_legal_moves(point: Point, position: Position) -> Self {
        Self { point, moves: position.legal_moves(), position, refused: Vec::new() }
    }
}

/// Returns the diagrams of a named rule set, in the order of an introduction to the game. They are computed once.
pub(super) fn of(set: Variant) -> &'static [Diagram] {
    static DIAGRAMS: LazyLock<BTreeMap<&str, OnceLock<Vec<Diagram>>>> =
        LazyLock::new(|| variant::ALL.iter().map(|set| (set.id(), OnceLock::new())).collect());
    DIAGRAMS.get(set.id()).map_or(&[], |cell| cell.get_or_init(|| find(&Rules::from(set))))
}

fn find(rules: &Rules) -> Vec<Diagram> {
    let mut diagrams = men::diagrams(rules);
    diagrams.extend(kings::diagrams(rules));
    diagrams.extend(captures::diagrams(rules));
    diagrams
}

/// Returns the first diagram that `make` returns for a placement of the drawings.
fn first(rules: &Rules, arts: &[art::Art], make: impl Fn(Position) -> Option<Diagram>) -> Option<Diagram> {
    arts.iter().find_map(|art| art::positions(rules, art).find_map(&make))
}

/// Returns the diagram with the most moves among the placements of the first drawing for which `make` returns one.
fn richest(rules: &Rules, arts: &[art::Art], make: impl Fn(Position) -> Option<Diagram>) -> Option<Diagram> {
    arts.iter().find_map(|art| {
        let diagrams = art::positions(rules, art).filter_map(&make);
        // The first one with the most moves is the most central.
        diagrams.reduce(|best, next| if next.moves.len() > best.moves.len() { next } else { best })
    })
}

#[cfg(test)]
mod tests;
