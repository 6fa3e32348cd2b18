//! Why a move is not legal, or a text not a move.

use draughts::notation::{MoveErrorKind, ParseMoveError, ReadMoveError, SquareNames, SquareRange};
use draughts::ruleset::SquareNotation;
use draughts::{Kind, PlayError, Rules, WhyNot};

use crate::language::Language;
use crate::render::{Render, RenderByRules, any, kind, name, number, side};
use crate::rule_sets::RuleSetText;
use crate::sentences::steps;
use crate::texts::Texts;

/// The texts of a reason why a move is not legal.
pub trait WhyNotText {
    /// Returns the reason, with these names of the squares.
    #[must_use]
    fn render_with(&self, rules: &Rules, names: &SquareNames, language: Language) -> String;

    /// Returns the sentence of the rule set that forbids the move, where a rule and not the board does.
    #[must_use]
    fn rule(&self, rules: &Rules, language: Language) -> Option<String>;

    /// Returns the reason, followed by the rule where there is one.
    #[must_use]
    fn in_full(&self, rules: &Rules, language: Language) -> String {
        self.in_full_by(rules, rules.square_names(), language)
    }

    /// Returns the reason and the rule, with these names of the squares.
    #[must_use]
    fn in_full_by(&self, rules: &Rules, names: &SquareNames, language: Language) -> String;
}

impl WhyNotText for WhyNot {
    fn render_with(&self, rules: &Rules, names: &SquareNames, language: Language) -> String {
        let texts = Texts::of(language);
        let one = |id, square| texts.render(id, [("square", name(square, names))]);
        let several = |id, squares| texts.render(id, [("squares", any(squares, names, language))]);
        match *self {
            Self::NotYourTurn { turn } => texts.render("why-not-your-turn", [("side", side(turn))]),
            Self::GameDecided => texts.get("why-game-decided"),
            Self::NoSuchSquare(square) => one("why-no-such-square", square),
            Self::EmptySquare(square) => one("why-empty-square", square),
            Self::NotYourPiece { square, owner } => {
                texts.render("why-not-your-piece", [("square", name(square, names)), ("side", side(owner))])
            }
            Self::CannotMove(square) => one("why-cannot-move", square),
            Self::Stays(square) => one("why-stays", square),
            Self::Occupied { square, piece } => texts.render(
                "why-occupied",
                [("square", name(square, names)), ("side", side(piece.color)), ("kind", kind(piece.kind))],
            ),
            Self::NotOnALine { from, to, kind: piece } => texts.render(
                "why-not-on-a-line",
                [
                    ("kind", kind(piece)),
                    ("from", name(from, names)),
                    ("to", name(to, names)),
                    ("steps", steps(rules.rule_set(), piece, language).into()),
                ],
            ),
            Self::TooFar { kind: piece } => texts.render("why-too-far", [("kind", kind(piece))]),
            Self::ManDoesNotMoveThatWay { backward: true } => texts.get("why-man-moves-backward"),
            Self::ManDoesNotMoveThatWay { backward: false } => texts.get("why-man-moves-that-way"),
            Self::ManDoesNotCaptureThatWay { backward: true } => texts.get("why-man-captures-backward"),
            Self::ManDoesNotCaptureThatWay { backward: false } => texts.get("why-man-captures-that-way"),
            Self::KingDoesNotMoveThatWay => texts.get("why-king-moves-that-way"),
            Self::KingDoesNotCaptureThatWay => texts.get("why-king-captures-that-way"),
            Self::OwnPieceInTheWay(square) => one("why-own-piece-in-the-way", square),
            Self::NoRoomBehind { square, kind: Kind::Man | Kind::King } => one("why-no-room-behind", square),
            Self::Blocked(square) => one("why-blocked", square),
            Self::NothingToJump { square, kind: Kind::Man | Kind::King } => {
                one("why-nothing-to-jump", square)
            }
            Self::EndsThere(square) => one("why-ends-there", square),
            Self::MustCapture { with } => several("why-must-capture", with),
            Self::MustTakeMore { yours, most, by } => texts.render(
                "why-must-take-more",
                [("yours", number(yours)), ("most", number(most)), ("squares", any(by, names, language))],
            ),
            Self::MustTakeGreaterValue { by } => several("why-must-take-greater-value", by),
            Self::MustTakeWithKing { by } => several("why-must-take-with-king", by),
            Self::MustTakeMoreKings { yours, most, by } => texts.render(
                "why-must-take-more-kings",
                [("yours", number(yours)), ("most", number(most)), ("squares", any(by, names, language))],
            ),
            Self::MustTakeKingsEarlier { by } => several("why-must-take-kings-earlier", by),
            Self::MustGoOn { to } => several("why-must-go-on", to),
            Self::MustLandToGoOn { on } => several("why-must-land-to-go-on", on),
            Self::MustLandDirectlyBehind => texts.get("why-must-land-directly-behind"),
            Self::ManMayNotTakeKing(square) => one("why-man-may-not-take-king", square),
            Self::AlreadyJumped(square) => one("why-already-jumped", square),
            Self::CapturedPiecesStand => texts.get("why-captured-pieces-stand"),
            Self::WouldTurnBack => texts.get("why-would-turn-back"),
            Self::KingMustRest { square, times } => texts
                .render("why-king-must-rest", [("square", name(square, names)), ("times", number(times))]),
            Self::NotCrownedInPassing => texts.get("why-not-crowned-in-passing"),
            Self::TakesOthers => texts.get("why-takes-others"),
            Self::NoneFromColumn { column, to } => texts.render(
                "why-none-from-column",
                [("column", column.to_string().into()), ("square", name(to, names))],
            ),
        }
    }

    fn rule(&self, rules: &Rules, language: Language) -> Option<String> {
        rules.rule_set().sentence_of(self.field()?, language)
    }

    fn in_full_by(&self, rules: &Rules, names: &SquareNames, language: Language) -> String {
        let reason = self.render_with(rules, names, language);
        match (self, self.rule(rules, language)) {
            // The reason includes the rule.
            (Self::NotOnALine { .. }, _) | (_, None) => reason,
            (_, Some(rule)) => Texts::of(language)
                .render("why-with-rule", [("reason", reason.into()), ("rule", rule.into())]),
        }
    }
}

impl RenderByRules for WhyNot {
    fn render(&self, rules: &Rules, language: Language) -> String {
        self.render_with(rules, rules.square_names(), language)
    }
}

/// "1 to 50" or "a1 to j10".
impl Render for SquareRange {
    fn render(&self, language: Language) -> String {
        let (first, last) = match self {
            Self::Numbers(last) => ("1", last.to_string()),
            Self::Letters { column, row } => ("a1", format!("{column}{row}")),
        };
        Texts::of(language).render("square-range", [("first", first.into()), ("last", last.into())])
    }
}

impl RenderByRules for ParseMoveError {
    fn render(&self, rules: &Rules, language: Language) -> String {
        let texts = Texts::of(language);
        match &self.kind {
            MoveErrorKind::TooShort | MoveErrorKind::Unexpected(_) => {
                let notation = &rules.rule_set().notation;
                let sign = notation.capture.character();
                let (step, capture) = match notation.squares {
                    SquareNotation::Numeric => ("11-15", format!("15{sign}22")),
                    SquareNotation::Algebraic => ("c3-d4", format!("c3{sign}e5")),
                };
                let text = self.text.clone();
                texts.render(
                    "move-not-a-move",
                    [("text", text.into()), ("move", step.into()), ("capture", capture.into())],
                )
            }
            MoveErrorKind::TooLong { most } => texts.render("move-too-long", [("most", number(*most))]),
            MoveErrorKind::NoSuchSquare { name, range } => texts.render(
                "move-no-such-square",
                [("square", name.clone().into()), ("range", range.render(language).into())],
            ),
            MoveErrorKind::NotPlayedOn(name) => {
                texts.render("move-not-played-on", [("square", name.clone().into())])
            }
        }
    }
}

impl RenderByRules for ReadMoveError {
    fn render(&self, rules: &Rules, language: Language) -> String {
        match self {
            Self::Parse(error) => error.render(rules, language),
            Self::NotLegal(why) => why.render(rules, language),
            Self::Ambiguous(moves) => {
                Texts::of(language).render("move-ambiguous", [("count", number(moves.len()))])
            }
        }
    }
}

impl Render for PlayError {
    fn render(&self, language: Language) -> String {
        Texts::of(language).get("move-not-legal")
    }
}
