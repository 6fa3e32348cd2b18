//! The view of a game.

use std::sync::Arc;

use draughts::ruleset::{Agreement, Claims};
use draughts::{ByColor, Color, Game, Square};
use serde::Serialize;
use utoipa::ToSchema;

use super::display_preferences::DisplayPreferences;
use super::draws::{CounterView, OfferView, OutcomeView, RejectedView, by_side, can_be_claimed, counters};
use super::moves::{MoveLists, MoveView, PlayedMoveView};
use super::names::PlayerView;
use super::rating::RatingChangeView;
use super::sides::Sides;
use crate::services::GameRecord;
use play::game::{Answered, Call, GameState, Side, TimeControl};
use play::id::{AccountId, GameId};
use play::move_number::written;
use play::time::Timestamp;
use store::clock;
use texts::WhyNotText;

/// A game.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameView {
    /// The id.
    #[schema(value_type = String)]
    id: GameId,
    /// The public number.
    number: u64,
    /// The time of creation, in milliseconds since 1970.
    #[schema(value_type = i64)]
    created_at: Timestamp,
    /// The rules.
    rules: RulesName,
    /// Whether the game is rated.
    rated: bool,
    /// The time control.
    time: TimeControl,
    /// The players.
    #[schema(value_type = Sides<PlayerView>)]
    players: ByColor<PlayerView>,
    /// The side of the viewer; none for spectators, and if the viewer plays both sides.
    #[schema(value_type = Option<Side>)]
    you: Option<Color>,
    /// Whether the viewer plays both sides.
    both: bool,
    /// The number of the last event; 0 if there is none.
    seq: u64,
    /// The position.
    fen: String,
    /// The position from which the game started.
    start: String,
    /// The side to move.
    #[schema(value_type = Side)]
    turn: Color,
    /// The number of the next move: `30.` or `30...`.
    move_number: String,
    /// The number of pieces that each side has captured.
    #[schema(value_type = Sides<usize>)]
    captured: ByColor<usize>,
    /// The moves so far.
    #[schema(value_type = Vec<PlayedMoveView>)]
    moves: Arc<[PlayedMoveView]>,
    /// The legal moves, with their routes.
    #[schema(value_type = Vec<MoveView>)]
    legal_moves: Arc<[MoveView]>,
    /// Moves that break the duty to capture and can be played all the same; the opponent may demand a redo, or huff a
    /// piece.
    #[schema(value_type = Vec<MoveView>)]
    irregular_moves: Arc<[MoveView]>,
    /// The squares of the pieces that can be huffed because of the opponent's last turn.
    #[schema(value_type = Vec<u8>)]
    huffable: Vec<Square>,
    /// The counters of the draw rules.
    draws: Vec<CounterView>,
    /// Whether the players can agree on a draw.
    agreement: bool,
    /// How a draw is claimed: `immediate` or `offer-first`; none if the rules have no claims.
    #[schema(value_type = Option<String>)]
    claims: Option<Claims>,
    /// The open draw offer.
    offer: Option<OfferView>,
    /// The last offer of each side that was not accepted, until that side moves again.
    #[schema(value_type = Sides<Option<RejectedView>>)]
    rejected: ByColor<Option<RejectedView>>,
    /// The side that has asked for a takeback.
    #[schema(value_type = Option<Side>)]
    takeback: Option<Color>,
    /// The rule that the last turn broke, if the opponent may demand that it be redone.
    irregular: Option<String>,
    /// The side that has asked for a rematch.
    #[schema(value_type = Option<Side>)]
    revenge: Option<Color>,
    /// The side that each player wants to start the rematch; none if the rules do not leave it to the players.
    begins: Option<BeginsView>,
    /// The rematch.
    #[schema(value_type = Option<String>)]
    next_game: Option<GameId>,
    /// Whether the game waits for an administrator.
    judged: bool,
    /// The unanswered call for an administrator; only players see it.
    call: Option<CallView>,
    /// Whether the game is paused: nobody can move, and no clock runs.
    paused: bool,
    /// The last answer of an administrator.
    answered: Option<AnsweredView>,
    /// The days of vacation that each side has left; none except in correspondence games.
    #[schema(value_type = Option<Sides<u16>>)]
    days_off: Option<ByColor<u16>>,
    /// The clocks; none if the game has no time control.
    clocks: Option<ClocksView>,
    /// The outcome; none while the game is running.
    outcome: Option<OutcomeView>,
    /// The rating changes; none while the game is running, and if it is not rated.
    #[schema(value_type = Option<Sides<RatingChangeView>>)]
    ratings: Option<ByColor<RatingChangeView>>,
}

/// The id and name of a rule set.
#[derive(Serialize, ToSchema)]
pub(crate) struct RulesName {
    /// The id.
    pub(crate) id: String,
    /// The name.
    pub(crate) name: String,
    /// The hash of the rule set.
    pub(crate) hash: String,
}

/// The side that each player wants to start the rematch, by the colours of this game.
#[derive(Serialize, ToSchema)]
pub(crate) struct BeginsView {
    #[schema(value_type = Option<Side>)]
    white: Option<Color>,
    #[schema(value_type = Option<Side>)]
    black: Option<Color>,
}

/// A call for an administrator.
#[derive(Serialize, ToSchema)]
pub(crate) struct CallView {
    /// The side that called.
    #[schema(value_type = Side)]
    by: Color,
    /// The reason; only the player who called and administrators read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

impl CallView {
    /// Returns the call as administrators see it.
    pub(crate) fn of(call: &Call) -> Self {
        Self { by: call.by, message: Some(call.message.clone()) }
    }

    /// Returns the call as a player of these sides sees it; none for others.
    pub(crate) fn for_player(call: &Call, sides: &[Color]) -> Option<Self> {
        let view = Self::of(call);
        let message = view.message.filter(|_| sides.contains(&call.by));
        (!sides.is_empty()).then_some(Self { message, ..view })
    }
}

/// The answer of an administrator.
#[derive(Serialize, ToSchema)]
pub(super) struct AnsweredView {
    /// The time, in milliseconds since 1970.
    #[schema(value_type = i64)]
    at: Timestamp,
    /// The reason.
    reason: String,
}

impl AnsweredView {
    pub(super) fn of(answered: &Answered) -> Self {
        Self { at: answered.at, reason: answered.reason.clone() }
    }
}

/// The clocks.
#[derive(Serialize, ToSchema)]
pub(super) struct ClocksView {
    /// The time left to each side, in milliseconds.
    #[schema(value_type = Sides<u64>)]
    left: ByColor<u64>,
    /// The side whose clock is running.
    #[schema(value_type = Option<Side>)]
    running: Option<Color>,
    /// The network lag that was compensated for each side, in milliseconds.
    #[schema(value_type = Sides<u64>)]
    lag: ByColor<u64>,
    /// The time at which the clocks were read, in milliseconds since 1970.
    #[schema(value_type = i64)]
    at: Timestamp,
}

impl GameView {
    /// Returns the number and the notation of each move, for pages without a script.
    pub(crate) fn moves(&self) -> impl Iterator<Item = (&str, &str)> {
        self.moves.iter().map(|played| (played.number.as_str(), played.text.as_str()))
    }

    /// Returns the number of the next move.
    pub(crate) fn move_number(&self) -> &str {
        &self.move_number
    }

    /// Returns the outcome in words.
    pub(crate) fn result(&self) -> Option<&str> {
        self.outcome.as_ref().map(|outcome| outcome.text.as_str())
    }

    /// Returns the rating changes.
    pub(crate) fn ratings(&self) -> Option<&ByColor<RatingChangeView>> {
        self.ratings.as_ref()
    }

    /// Returns the view of a game for a viewer; `lists` are its moves.
    pub(crate) fn of(
        record: &GameRecord,
        lists: MoveLists,
        viewer: Option<AccountId>,
        preferences: DisplayPreferences,
    ) -> Self {
        let GameRecord { stored, state, names, rating_changes } = record;
        let language = preferences.language;
        let (game, terms) = (state.game(), state.terms());
        let rules = game.rules().rule_set();
        let first = rules.start.first_move;
        let sides = viewer.map(|viewer| state.sides_of(viewer)).unwrap_or_default();
        let captured =
            ByColor { white: game.captured_by(Color::White), black: game.captured_by(Color::Black) };
        Self {
            id: stored.id,
            number: stored.number,
            created_at: stored.created_at,
            rules: RulesName {
                id: rules.id.to_string(),
                name: rules.name.to_string(),
                hash: stored.rules_hash.clone(),
            },
            rated: terms.rated,
            time: terms.time,
            players: names.players(state.terms()),
            you: if let [side] = sides[..] { Some(side) } else { None },
            both: sides.len() == 2,
            seq: state.seq(),
            fen: game.fen(),
            start: game.start_fen(),
            turn: game.position().turn(),
            move_number: written(game.move_number(), first),
            captured,
            moves: lists.played,
            legal_moves: lists.legal,
            irregular_moves: lists.irregular,
            huffable: game.huffable(),
            draws: counters(game, language),
            agreement: rules.draws.agreement == Agreement::Allowed,
            claims: can_be_claimed(&rules.draws).then_some(rules.draws.claims),
            offer: game.offer().map(|offer| OfferView::of(offer, language)),
            rejected: by_side(|side| {
                game.rejected_offer(side).map(|rejected| RejectedView::of(rejected, language))
            }),
            takeback: state.takeback(),
            irregular: broken_rule(game, preferences),
            revenge: state.rematch().asked_by,
            begins: begins(state),
            next_game: state.next(),
            judged: state.awaits_admin_since().is_some(),
            call: state.call().and_then(|call| CallView::for_player(call, &sides)),
            paused: state.is_paused(),
            answered: state.answered().map(AnsweredView::of),
            days_off: days_off(state),
            clocks: clocks(state, clock::now()),
            outcome: OutcomeView::of(game, language),
            ratings: rating_changes.as_ref().map(|changes| ByColor {
                white: RatingChangeView::from(&changes.white),
                black: RatingChangeView::from(&changes.black),
            }),
        }
    }
}

/// Returns the rule that the last turn broke, if the opponent may demand that it be redone.
pub(super) fn broken_rule(game: &Game, preferences: DisplayPreferences) -> Option<String> {
    let why = game.irregular_turn().and_then(|turn| turn.irregular.as_ref())?;
    why.rule(game.rules(), preferences.language)
}

/// Returns the side that each player wants to start the rematch; none if the rules do not leave it to the players.
pub(super) fn begins(state: &GameState) -> Option<BeginsView> {
    let begins = |side: Color| state.rematch().requests[side].and_then(|request| request.begins);
    let view = || BeginsView { white: begins(Color::White), black: begins(Color::Black) };
    state.players_choose_who_begins().then(view)
}

pub(super) fn days_off(state: &GameState) -> Option<ByColor<u16>> {
    let TimeControl::Days { vacation, .. } = state.terms().time else { return None };
    Some(by_side(|side| vacation.saturating_sub(state.vacation()[side])))
}

pub(super) fn clocks(state: &GameState, now: Timestamp) -> Option<ClocksView> {
    let left = |side| state.clocks().remaining(side, now).map(|left| left.as_millis() as u64);
    let lag = state.lag();
    Some(ClocksView {
        left: ByColor { white: left(Color::White)?, black: left(Color::Black)? },
        running: state.clocks().running(),
        lag: ByColor { white: lag.white.as_millis() as u64, black: lag.black.as_millis() as u64 },
        at: now,
    })
}
