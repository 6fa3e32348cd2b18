//! Views of draw counters, draw offers and results.

use draughts::draw::{Counter, Evidence, MoveNumber, Occurrence};
use draughts::game::{Answer, GameResult, Offer, Outcome, RejectedOffer};
use draughts::ruleset::{DrawWhen, Draws, Effect};
use draughts::{ByColor, Color, Game};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::sides::Sides;
use play::game::Side;
use play::move_number::written;
use texts::{EndingText, Language, Render, RenderByRules};

/// The counter of a draw rule.
#[derive(Serialize, ToSchema)]
pub(crate) struct CounterView {
    /// The index of the rule in the rule set.
    rule: usize,
    /// The number of moves, or occurrences, counted so far.
    made: u32,
    /// The number at which the rule is reached.
    needed: u32,
    /// Whether the rule is reached.
    reached: bool,
    /// Whether the rule counts repetitions of the position.
    repetition: bool,
    /// The moves that prove the count: those after which the position occurred before, or the first that counts.
    cites: Vec<String>,
    /// Whether the rule takes effect automatically, by a claim, or by an administrator.
    #[schema(value_type = String)]
    effect: Effect,
    /// The counter in words.
    text: String,
    /// The rule in words.
    words: String,
    /// For each side, the proof with which it can invoke the rule now.
    #[schema(value_type = Sides<Option<String>>)]
    grounds: ByColor<Option<String>>,
}

/// A draw offer that was not accepted.
#[derive(Serialize, ToSchema)]
pub(crate) struct RejectedView {
    /// The index of the draw rule that was invoked.
    rule: Option<usize>,
    /// `declined` or `ignored`.
    #[schema(value_type = String)]
    answer: Answer,
    /// The reason that the opponent gave.
    message: String,
    /// The proof, if the offer was justified; then the draw can be claimed.
    proof: Option<String>,
}

/// An open draw offer.
#[derive(Serialize, ToSchema)]
pub(crate) struct OfferView {
    /// The side that offers.
    #[schema(value_type = Side)]
    by: Color,
    /// The index of the draw rule that was invoked.
    rule: Option<usize>,
    /// The message of the offer.
    message: String,
    /// The proof, if the counters justify the offer.
    proof: Option<String>,
}

/// The outcome of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct OutcomeView {
    /// The winner; none for a draw or a game without a result.
    #[schema(value_type = Option<Side>)]
    winner: Option<Color>,
    /// Whether it was a draw.
    draw: bool,
    /// The cause, with the proof of a draw, for programs.
    #[schema(value_type = Object)]
    ending: Value,
    /// The moves that prove a draw.
    cites: Vec<String>,
    /// The proofs of a draw, in words.
    proofs: Vec<String>,
    /// The result in words: "White won."
    result: String,
    /// The reason without the proofs.
    reason: String,
    /// The result and the reason in words.
    pub(crate) text: String,
}

/// Returns the value of a function for each side.
pub(crate) fn by_side<T>(of: impl Fn(Color) -> T) -> ByColor<T> {
    ByColor { white: of(Color::White), black: of(Color::Black) }
}

/// Returns whether a draw can be claimed by these rules.
pub(crate) fn can_be_claimed(draws: &Draws) -> bool {
    draws.rules.iter().any(|rule| rule.effect == Effect::OnClaim)
}

/// The part of a counter that changes during a game.
#[derive(Serialize)]
pub(crate) struct CounterProgress {
    rule: usize,
    made: u32,
    reached: bool,
    cites: Vec<String>,
    text: String,
    #[serde(skip_serializing_if = "has_no_ground")]
    grounds: ByColor<Option<String>>,
}

fn has_no_ground(grounds: &ByColor<Option<String>>) -> bool {
    grounds.white.is_none() && grounds.black.is_none()
}

impl CounterProgress {
    fn of(game: &Game, counter: Counter, language: Language) -> Self {
        let first = game.rules().rule_set().start.first_move;
        let cites: Vec<MoveNumber> = if counts_repetitions(game, counter.rule) {
            let mut earlier = game.occurrences();
            earlier.pop();
            let move_number = |occurrence| match occurrence {
                Occurrence::AtTheStart => None,
                Occurrence::After(number) => Some(number),
            };
            earlier.into_iter().filter_map(move_number).collect()
        } else {
            counter.first().into_iter().collect()
        };
        Self {
            rule: counter.rule,
            made: counter.moves().0,
            reached: counter.is_reached(),
            cites: cites.into_iter().map(|number| written(number, first)).collect(),
            text: counter.render(game.rules(), language),
            grounds: by_side(|side| game.ground(side, counter.rule).map(|ground| ground.render(language))),
        }
    }
}

fn counts_repetitions(game: &Game, rule: usize) -> bool {
    matches!(game.rules().rule_set().draws.rules[rule].when, DrawWhen::Repetition { .. })
}

/// Returns the counters of the draw rules.
pub(crate) fn counters(game: &Game, language: Language) -> Vec<CounterView> {
    let rules = &game.rules().rule_set().draws.rules;
    let view = |counter: Counter| {
        let CounterProgress { rule, made, reached, cites, text, grounds } =
            CounterProgress::of(game, counter, language);
        CounterView {
            rule,
            made,
            needed: counter.moves().1,
            reached,
            repetition: counts_repetitions(game, rule),
            cites,
            effect: rules[rule].effect,
            text,
            words: rules[rule].render(language),
            grounds,
        }
    };
    game.counters().into_iter().map(view).collect()
}

/// Returns the progress of the counters that differ between two states of a game, except of counts that have not begun.
pub(crate) fn changed_counters(before: &Game, after: &Game, language: Language) -> Vec<CounterProgress> {
    let has_ground = |game: &Game, rule| Color::ALL.into_iter().any(|side| game.ground(side, rule).is_some());
    let differs = |(new, old): &(Counter, Counter)| {
        // Another position may have occurred as often, after other moves.
        let repeats = counts_repetitions(after, new.rule) && new.made > 1;
        let counts = new.made > 0 || old.made > 0;
        counts && new != old || repeats || has_ground(after, new.rule) || has_ground(before, new.rule)
    };
    let counters = after.counters().into_iter().zip(before.counters());
    counters.filter(differs).map(|(new, _)| CounterProgress::of(after, new, language)).collect()
}

impl OfferView {
    pub(crate) fn of(offer: &Offer, language: Language) -> Self {
        Self {
            by: offer.by,
            rule: offer.rule,
            message: offer.message.clone(),
            proof: offer.evidence.as_ref().map(|evidence| evidence.render(language)),
        }
    }
}

impl RejectedView {
    pub(crate) fn of(rejected: &RejectedOffer, language: Language) -> Self {
        Self {
            rule: rejected.offer.rule,
            answer: rejected.answer,
            message: rejected.message.clone(),
            proof: rejected.offer.evidence.as_ref().map(|evidence| evidence.render(language)),
        }
    }
}

/// Returns the moves that proofs cite, without duplicates.
fn cited(proofs: &[Evidence], first: Color) -> Vec<String> {
    let mut cites = Vec::new();
    for number in proofs.iter().flat_map(|proof| proof.grounds.cites()) {
        let text = written(number, first);
        if !cites.contains(&text) {
            cites.push(text);
        }
    }
    cites
}

impl OutcomeView {
    /// Returns the outcome of a game; none while it is running.
    pub(crate) fn of(game: &Game, language: Language) -> Option<Self> {
        let first = game.rules().rule_set().start.first_move;
        Some(Self::of_outcome(game.outcome()?, first, language))
    }

    /// Returns the view of an outcome of a game that `first` begins.
    pub(crate) fn of_outcome(outcome: &Outcome, first: Color, language: Language) -> Self {
        let winner = match outcome.result {
            GameResult::Win(side) => Some(side),
            GameResult::Draw | GameResult::None => None,
        };
        Self {
            winner,
            draw: outcome.result == GameResult::Draw,
            // Serialising an ending does not fail.
            ending: serde_json::to_value(&outcome.ending).unwrap_or_default(),
            cites: cited(outcome.ending.proofs(), first),
            proofs: outcome.ending.proofs().iter().map(|proof| proof.render(language)).collect(),
            result: outcome.result.render(language),
            reason: outcome.ending.reason(language).unwrap_or_default(),
            text: outcome.render(language),
        }
    }
}
