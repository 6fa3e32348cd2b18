//! Why a game cannot be played as proposed.

use draughts::ruleset::Shade;
use play::game::TimeControlError;
use play::proposal::{
    MAX_FEN_LENGTH, MAX_RULES_LENGTH, MAX_SETUP_SQUARES, MEDIUM_BOARD, ProposalError, SMALL_BOARD,
};

use crate::language::Language;
use crate::render::{Render, number, side};
use crate::rule_sets::RuleSetText;
use crate::texts::Texts;

impl Render for ProposalError {
    fn render(&self, language: Language) -> String {
        let texts = Texts::of(language);
        match self {
            Self::UnknownRuleSet(unknown) => unknown.render(language),
            Self::HouseRules(error) => error.render(language),
            Self::Conflicts(conflicts) => conflicts.render(language),
            Self::RulesTooLong { length } => texts.render(
                "proposal-rules-too-long",
                [("length", number(*length)), ("most", number(MAX_RULES_LENGTH))],
            ),
            Self::FlyingWithEarlyRemoval => {
                texts.render("conflict-flying-over-vanishing", [("most", number(SMALL_BOARD))])
            }
            Self::FlyingInEightDirections => {
                texts.render("conflict-flying-eight-directions", [("most", number(MEDIUM_BOARD))])
            }
            Self::PositionTooLong => {
                texts.render("proposal-position-too-long", [("most", number(MAX_FEN_LENGTH))])
            }
            Self::BoardTooLarge { squares } => texts.render(
                "proposal-board-too-large",
                [("squares", number(*squares)), ("most", number(MAX_SETUP_SQUARES))],
            ),
            Self::TooManyPieces { side: crowded, most } => {
                texts.render("proposal-too-many-pieces", [("side", side(*crowded)), ("most", number(*most))])
            }
            Self::NoChoiceOfSquares { rules, shade } => {
                let message = match shade {
                    Shade::Dark => "proposal-only-dark-squares",
                    Shade::Light => "proposal-only-light-squares",
                };
                texts.render(message, [("rules", rules.name_in(language).into_owned().into())])
            }
            Self::Time(error) => error.render(language),
            Self::ChallengerBegins { rules, first } => texts.render(
                "proposal-challenger-begins",
                [("rules", rules.name_in(language).into_owned().into()), ("side", side(*first))],
            ),
            Self::RatedWithoutTime => texts.get("proposal-rated-without-time"),
            Self::RatedHouseRules => texts.get("proposal-rated-house-rules"),
            Self::RatedSetUp => texts.get("proposal-rated-set-up"),
            Self::NoOpenings { .. } => texts.get("proposal-no-openings"),
            Self::UnknownOpening { number, first, last } => texts.render(
                "proposal-unknown-opening",
                [("number", number.clone().into()), ("first", (*first).into()), ("last", (*last).into())],
            ),
        }
    }
}

impl Render for TimeControlError {
    fn render(&self, language: Language) -> String {
        Texts::of(language).get(match self {
            Self::Initial(_) => "time-initial-out-of-range",
            Self::Increment(_) => "time-increment-out-of-range",
            Self::Days(_) => "time-days-out-of-range",
            Self::Vacation(_) => "time-vacation-out-of-range",
        })
    }
}
