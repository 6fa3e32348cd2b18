//! Why a command is refused in a game.

use draughts::Rules;
use draughts::game::{NextGameError, Refusal};
use draughts::notation::ReadMoveError;
use play::game::CommandError;

use crate::draw_proofs::CounterText;
use crate::language::Language;
use crate::moves::WhyNotText;
use crate::render::{Render, RenderByRules, after_colon, any, number, side};
use crate::texts::Texts;

impl RenderByRules for Refusal {
    fn render(&self, rules: &Rules, language: Language) -> String {
        let texts = Texts::of(language);
        texts.get(match self {
            Self::GameOver => "refused-game-over",
            Self::NotLegal(why) => return why.in_full(rules, language),
            Self::NothingOffered => "refused-nothing-offered",
            Self::OwnOffer => "refused-own-offer",
            Self::NotYourOffer => "refused-not-your-offer",
            Self::OfferOpen { by } => return texts.render("refused-offer-open", [("side", side(*by))]),
            Self::OfferedBefore => "refused-offered-before",
            Self::OfferWithMove => "refused-offer-with-move",
            Self::OfferFirst(_) => "refused-offer-first",
            Self::OfferUnanswered => "refused-offer-unanswered",
            Self::NoAgreement => "refused-no-agreement",
            Self::NothingToClaim => "refused-nothing-to-claim",
            Self::NoSuchRule(rule) => {
                return texts.render("refused-no-such-rule", [("number", number(rule + 1))]);
            }
            Self::Automatic(rule) => {
                return texts.render("refused-automatic", [("number", number(rule + 1))]);
            }
            Self::NotJustified(counters) => {
                let counters: Vec<String> =
                    counters.iter().map(|counter| counter.render_in_list(rules, language)).collect();
                let counters = after_colon(&counters.join("; "), language);
                return texts.render("refused-not-justified", [("counters", counters.into())]);
            }
            Self::NoClaim => "refused-no-claim",
            Self::TurnWasLegal => "refused-turn-was-legal",
            Self::NoTurn => "refused-no-turn",
            Self::NotForYou => "refused-not-for-you",
            Self::NoRedo => "refused-no-redo",
            Self::NoHuffing => "refused-no-huffing",
            Self::CannotBeHuffed(squares) => {
                let squares = any(*squares, rules.square_names(), language);
                return texts.render("refused-cannot-be-huffed", [("squares", squares)]);
            }
            Self::TooLateToAbort => "refused-too-late-to-abort",
            Self::MessageTooLong { most } => {
                return texts.render("refused-message-too-long", [("most", number(*most))]);
            }
        })
    }
}

impl Render for NextGameError {
    fn render(&self, language: Language) -> String {
        Texts::of(language).get(match self {
            Self::NotOver => "refused-not-over",
            Self::NotChosen => "refused-not-chosen",
        })
    }
}

impl RenderByRules for CommandError {
    fn render(&self, rules: &Rules, language: Language) -> String {
        let texts = Texts::of(language);
        texts.get(match self {
            Self::Rules(refusal) => return refusal.render(rules, language),
            Self::Move(ReadMoveError::NotLegal(why)) => return why.render(rules, language),
            Self::Move(error) => return error.render(rules, language),
            Self::NotThisWay => "refused-not-this-way",
            Self::TimeOver(loser) => return texts.render("refused-time-over", [("side", side(*loser))]),
            Self::NoTakeback => "refused-no-takeback",
            Self::NothingToTakeBack => "refused-nothing-to-take-back",
            Self::TakebackAsked => "refused-takeback-asked",
            Self::NoClock => "refused-no-clock",
            Self::TooMuchTime(most) => {
                return texts.render("refused-too-much-time", [("most", number(*most))]);
            }
            Self::NoVacation(left) => return texts.render("refused-no-vacation", [("left", number(*left))]),
            Self::OwnTurn => "refused-own-turn",
            Self::NothingPlanned => "refused-nothing-planned",
            Self::NoAnswer => "refused-no-answer",
            Self::PlanTooLong { lines, steps } => {
                let limits = [("lines", number(*lines)), ("steps", number(*steps))];
                return texts.render("refused-plan-too-long", limits);
            }
            Self::PlanTooComplex => "refused-plan-too-complex",
            Self::BadMessage(most) => return texts.render("refused-bad-message", [("most", number(*most))]),
            Self::NotLeft(None) => "refused-not-left",
            Self::NotLeft(Some(missing)) => {
                return texts.render("refused-may-come-back", [("seconds", number(missing.as_secs() + 1))]);
            }
            Self::NotBegun => "refused-not-begun",
            Self::NotWaiting => "refused-not-waiting",
            Self::Paused => "refused-paused",
            Self::NotPaused => "refused-not-paused",
            Self::NotCalled => "refused-not-called",
            Self::CalledBefore => "refused-called-before",
            Self::NotOver => "refused-not-over",
            Self::NotChosen => "refused-not-chosen",
            Self::RematchAsked => "refused-asked-before",
            Self::NextGameBegun => "refused-next-game-begun",
            Self::NoRematch => "refused-no-rematch",
        })
    }
}
