//! Conflicts between the rules of a rule set.

use draughts::ruleset::{Draws, Priority, Reset};
use draughts::{BoardSide, DrawRuleConflict, RelativeDirection, RuleConflict, RuleConflicts};

use crate::language::Language;
use crate::render::{Render, number};
use crate::texts::Texts;

/// Rules are called as the house-rule editor calls them.
impl Render for RuleConflict {
    fn render(&self, language: Language) -> String {
        let texts = Texts::of(language);
        match self {
            Self::BoardSize { side: BoardSide::Width | BoardSide::Height, size } => {
                texts.render("conflict-board-size", [("size", number(*size))])
            }
            Self::NoMen => texts.get("conflict-no-men"),
            Self::NoRoom { rows, height } => {
                texts.render("conflict-no-room", [("rows", number(*rows)), ("height", number(*height))])
            }
            Self::MenNeverAdvance => texts.get("conflict-men-never-advance"),
            Self::KingsNeverMove => texts.get("conflict-kings-never-move"),
            Self::NothingCaptures => texts.get("conflict-nothing-captures"),
            Self::DirectionTwice { direction: way, .. } => {
                let way = texts.get(way_name(*way));
                texts.render("conflict-way-twice", [("way", way.into())])
            }
            Self::PriorityTwice(priority) => {
                let priority = texts.get(priority_name(*priority));
                texts.render("conflict-priority-twice", [("priority", priority.into())])
            }
            Self::PriorityOfUnfinished => texts.get("conflict-priority-of-unfinished"),
            Self::RepeatLimit(limit) => texts.render("conflict-repeat-limit", [("limit", number(*limit))]),
            Self::MenMissTheFarRow => texts.get("conflict-men-miss-the-far-row"),
            Self::KingsStuckOnTheFarRow => texts.get("conflict-kings-stuck"),
            Self::KingsAreNeverTaken => texts.get("conflict-kings-are-never-taken"),
            Self::PriorityOfKingsThatNeverCapture => texts.get("conflict-priority-of-kings"),
            Self::NoDutyToEnforce => texts.get("conflict-no-duty"),
            Self::TooManyDrawRules { counted } => texts.render(
                "conflict-too-many-draw-rules",
                [("counted", number(*counted)), ("most", number(Draws::MAX_COUNTED))],
            ),
            Self::DrawRule { number: place, conflict } => texts.render(
                "conflict-draw-rule",
                [("number", number(*place)), ("conflict", conflict.render(language).into())],
            ),
            Self::BadId(id) => texts.render("conflict-bad-id", [("id", id.clone().into())]),
            Self::TakenId(id) => texts.render("conflict-taken-id", [("id", id.clone().into())]),
            Self::NoName => texts.get("conflict-no-name"),
            Self::InvisibleCharacters("name") => texts.get("conflict-name-characters"),
            Self::InvisibleCharacters(_) => texts.get("conflict-source-characters"),
        }
    }
}

/// One line for each conflict.
impl Render for RuleConflicts {
    fn render(&self, language: Language) -> String {
        self.0.iter().map(|conflict| conflict.render(language)).collect::<Vec<_>>().join("\n")
    }
}

impl Render for DrawRuleConflict {
    fn render(&self, language: Language) -> String {
        let texts = Texts::of(language);
        match self {
            Self::RepetitionOfOne => texts.get("draw-conflict-repetition-of-one"),
            Self::CountOfZero => texts.get("draw-conflict-count-of-zero"),
            Self::NoPieces => texts.get("draw-conflict-no-pieces"),
            Self::MinAboveMax => texts.get("draw-conflict-min-above-max"),
            Self::MoreKingsThanPieces => texts.get("draw-conflict-more-kings-than-pieces"),
            Self::ResetTwice(reset) => {
                let reset = match reset {
                    Reset::Capture => "reset-capture",
                    Reset::Crowning => "reset-crowning",
                    Reset::ManMove => "reset-man-move",
                };
                texts.render("draw-conflict-reset-twice", [("reset", texts.get(reset).into())])
            }
        }
    }
}

fn way_name(way: RelativeDirection) -> &'static str {
    match way {
        RelativeDirection::DiagonallyForward => "ways-diagonal-forward",
        RelativeDirection::DiagonallyBackward => "ways-diagonal-backward",
        RelativeDirection::StraightForward => "ways-straight-forward",
        RelativeDirection::StraightBackward => "ways-straight-backward",
        RelativeDirection::Sideways => "ways-sideways",
    }
}

fn priority_name(priority: Priority) -> &'static str {
    match priority {
        Priority::MostPieces => "priority-name-most-pieces",
        Priority::GreatestValue => "priority-name-greatest-value",
        Priority::WithAKing => "priority-name-with-a-king",
        Priority::MostKings => "priority-name-most-kings",
        Priority::KingsEarliest => "priority-name-kings-earliest",
    }
}
