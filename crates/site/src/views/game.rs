//! A game as clients see it.

use draughts::notation::move_texts;
use draughts::ruleset::{Agreement, Claims, Enforcement};
use draughts::{ByColor, Color, Game, Move, Position};
use serde::Serialize;
use utoipa::ToSchema;

use super::display_preferences::DisplayPreferences;
use super::draws::{CounterView, OfferView, OutcomeView, RejectedView, by_side, can_be_claimed, counters};
use super::names::PlayerView;
use super::rating::RatingChangeView;
use super::sides::Sides;
use crate::services::GameRecord;
use play::game::{Call, GameState, Side, TimeControl};
use play::id::{AccountId, GameId};
use play::move_number::written;
use play::time::Timestamp;
use store::clock;
use texts::WhyNotText;

/// A game.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameView {
    /// Its id.
    #[schema(value_type = String)]
    id: GameId,
    /// Its public number.
    number: u64,
    /// When it was made, in milliseconds since 1970.
    #[schema(value_type = i64)]
    created_at: Timestamp,
    /// The rules.
    rules: RulesName,
    /// Does it count for the ratings?
    rated: bool,
    /// How much time the players have.
    time: TimeControl,
    /// Who plays.
    #[schema(value_type = Sides<PlayerView>)]
    players: ByColor<PlayerView>,
    /// The side of who asks; none for spectators, and for who plays both.
    #[schema(value_type = Option<Side>)]
    you: Option<Color>,
    /// Does who asks play both sides?
    both: bool,
    /// The number of the last event.
    seq: u64,
    /// The position.
    fen: String,
    /// Where the game began.
    start: String,
    /// Whose turn it is.
    #[schema(value_type = Side)]
    turn: Color,
    /// The number of the move to come: `30.` or `30...`.
    move_number: String,
    /// How many pieces each side has captured.
    #[schema(value_type = Sides<usize>)]
    captured: ByColor<usize>,
    /// The moves so far.
    moves: Vec<PlayedView>,
    /// The moves that can be made now, with their routes.
    legal_moves: Vec<MoveView>,
    /// Moves that break a duty and can be made all the same; the opponent may demand a redo, or huff a piece.
    irregular_moves: Vec<MoveView>,
    /// The pieces that the opponent's last turn can cost, by their squares.
    #[schema(value_type = Vec<u8>)]
    huffable: Vec<draughts::Square>,
    /// How far each draw rule has come.
    draws: Vec<CounterView>,
    /// Can the players agree on a draw?
    agreement: bool,
    /// How a draw is claimed: `immediate`, or `offer-first`; none where the rules know no claim.
    #[schema(value_type = Option<String>)]
    claims: Option<Claims>,
    /// The offer that is open.
    offer: Option<OfferView>,
    /// The last offer of each side that was not accepted, until that side moves again.
    #[schema(value_type = Sides<Option<RejectedView>>)]
    rejected: ByColor<Option<RejectedView>>,
    /// Who has asked to take back a move.
    #[schema(value_type = Option<Side>)]
    takeback: Option<Color>,
    /// The last turn broke a duty, and the opponent may demand that it be redone: why.
    irregular: Option<String>,
    /// Who has asked for a rematch.
    #[schema(value_type = Option<Side>)]
    revenge: Option<Color>,
    /// Where the rules leave it to the players who begins the next game: whom each wants to begin. None elsewhere.
    begins: Option<BeginsView>,
    /// The next game between the two.
    #[schema(value_type = Option<String>)]
    next_game: Option<GameId>,
    /// Does it wait for an administrator?
    judged: bool,
    /// The call for an administrator that is not answered; only players see it.
    call: Option<CallView>,
    /// Is it paused? Then nobody moves, and no clock runs.
    paused: bool,
    /// What an administrator answered last.
    answered: Option<AnsweredView>,
    /// The days off that each side can still take.
    #[schema(value_type = Option<Sides<u16>>)]
    days_off: Option<ByColor<u16>>,
    /// The clocks; none where there are none.
    clocks: Option<ClocksView>,
    /// How it ended; none while it goes on.
    outcome: Option<OutcomeView>,
    /// How it changed the ratings; none while it goes on, and where it is not rated.
    #[schema(value_type = Option<Sides<RatingChangeView>>)]
    ratings: Option<ByColor<RatingChangeView>>,
}

/// The rules of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct RulesName {
    /// The id.
    pub(crate) id: String,
    /// The name for people.
    pub(crate) name: String,
    /// The hash of the whole rule set.
    pub(crate) hash: String,
}

/// A move that was made.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlayedView {
    /// Its number: `30.` or `30...`.
    number: String,
    /// The move, as it is written.
    text: String,
    /// The squares it touched.
    #[schema(value_type = Vec<u8>)]
    route: Vec<draughts::Square>,
    /// The side that made it.
    #[schema(value_type = Side)]
    by: Color,
    /// How many pieces it captured.
    captured: usize,
    /// The square of the piece that the opponent huffed because of it, as it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    huffed: Option<String>,
}

/// A move that can be made. Squares are numbered in the order of the diagram, from 1.
#[derive(Serialize, ToSchema)]
pub(crate) struct MoveView {
    /// The move, as it is written.
    text: String,
    /// The squares it touches, from the first to the last.
    #[schema(value_type = Vec<u8>)]
    route: Vec<draughts::Square>,
    /// What it captures.
    #[schema(value_type = Vec<u8>)]
    captured: draughts::SquareSet,
    /// Is the piece crowned?
    crowns: bool,
}

/// Whom each player wants to begin the next game, by the colours of this one.
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
    /// Who called.
    #[schema(value_type = Side)]
    by: Color,
    /// Why.
    message: String,
}

impl CallView {
    pub(crate) fn of(call: &Call) -> Self {
        Self { by: call.by, message: call.message.clone() }
    }
}

/// What an administrator answered.
#[derive(Serialize, ToSchema)]
struct AnsweredView {
    /// When, in milliseconds since 1970.
    #[schema(value_type = i64)]
    at: Timestamp,
    /// The reason.
    reason: String,
}

/// The clocks.
#[derive(Serialize, ToSchema)]
struct ClocksView {
    /// What is left to each side, in milliseconds.
    #[schema(value_type = Sides<u64>)]
    left: ByColor<u64>,
    /// Whose clock runs.
    #[schema(value_type = Option<Side>)]
    running: Option<Color>,
    /// How much of the time was spent under way and made up for, in milliseconds.
    #[schema(value_type = Sides<u64>)]
    lag: ByColor<u64>,
    /// When this was so.
    #[schema(value_type = i64)]
    at: Timestamp,
}

impl GameView {
    /// Returns the number and the text of each move, for pages that need no script.
    pub(crate) fn moves(&self) -> impl Iterator<Item = (&str, &str)> {
        self.moves.iter().map(|played| (played.number.as_str(), played.text.as_str()))
    }

    /// Returns the number of the move to come.
    pub(crate) fn move_number(&self) -> &str {
        &self.move_number
    }

    /// Returns how the game ended, in words.
    pub(crate) fn result(&self) -> Option<&str> {
        self.outcome.as_ref().map(|outcome| outcome.text.as_str())
    }

    /// Returns how the game changed the ratings.
    pub(crate) fn ratings(&self) -> Option<&ByColor<RatingChangeView>> {
        self.ratings.as_ref()
    }

    /// Returns a game as a viewer sees it.
    pub(crate) fn of(record: &GameRecord, viewer: Option<AccountId>, eyes: DisplayPreferences) -> Self {
        let GameRecord { stored, table, names, rating_changes } = record;
        let language = eyes.language;
        let (game, terms) = (table.game(), table.terms());
        let rules = game.rules().rule_set();
        let first = rules.start.first_move;
        let sides = viewer.map(|viewer| table.sides_of(viewer)).unwrap_or_default();
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
            players: names.players(table),
            you: if let [side] = sides[..] { Some(side) } else { None },
            both: sides.len() == 2,
            seq: table.seq(),
            fen: game.fen(),
            start: game.from_the_start().fen(),
            turn: game.position().turn(),
            move_number: written(game.move_number(), first),
            captured,
            moves: played(game, eyes),
            legal_moves: views(game.position(), game.legal_moves(), eyes),
            irregular_moves: irregular(game, eyes),
            huffable: game.huffable(),
            draws: counters(game, language),
            agreement: rules.draws.agreement == Agreement::Allowed,
            claims: can_be_claimed(&rules.draws).then_some(rules.draws.claims),
            offer: game.offer().map(|offer| OfferView::of(offer, language)),
            rejected: by_side(|side| {
                game.rejected_offer(side).map(|rejected| RejectedView::of(rejected, language))
            }),
            takeback: table.takeback(),
            irregular: game
                .irregular_turn()
                .and_then(|turn| turn.irregular.as_ref())
                .and_then(|why| why.rule(game.rules(), language)),
            revenge: table.rematch().asked_by,
            begins: table.players_choose_who_begins().then(|| {
                let begins = |side: Color| table.rematch().wishes[side].and_then(|wish| wish.begins);
                BeginsView { white: begins(Color::White), black: begins(Color::Black) }
            }),
            next_game: table.next(),
            judged: table.judged_since().is_some(),
            call: table.call().filter(|_| !sides.is_empty()).map(CallView::of),
            paused: table.is_paused(),
            answered: table
                .answered()
                .map(|answered| AnsweredView { at: answered.at, reason: answered.reason.clone() }),
            days_off: days_off(table),
            clocks: clocks(table, clock::now()),
            outcome: OutcomeView::of(game, language),
            ratings: rating_changes.as_ref().map(|changes| ByColor {
                white: RatingChangeView::from(&changes.white),
                black: RatingChangeView::from(&changes.black),
            }),
        }
    }
}

fn played(game: &Game, eyes: DisplayPreferences) -> Vec<PlayedView> {
    let (style, first) = (eyes.style(game.rules()), game.rules().rule_set().start.first_move);
    let turns = game.turns().iter().enumerate();
    turns
        .map(|(i, turn)| PlayedView {
            number: written(game.number_of(i), first),
            text: if turn.played.is_capture() {
                style.full(&turn.before, &turn.played)
            } else {
                style.short(&turn.played)
            },
            route: turn.before.route(&turn.played),
            by: turn.before.turn(),
            captured: turn.played.captured().len(),
            huffed: turn.huffed.map(|square| eyes.naming(game.rules()).name(square).to_owned()),
        })
        .collect()
}

fn days_off(table: &GameState) -> Option<ByColor<u16>> {
    let TimeControl::Days { vacation, .. } = table.terms().time else { return None };
    Some(by_side(|side| vacation.saturating_sub(table.vacation()[side])))
}

/// Returns the moves that break the duty to capture and can be played all the same.
fn irregular(game: &Game, eyes: DisplayPreferences) -> Vec<MoveView> {
    let rules = game.rules();
    if rules.rule_set().conduct.enforcement == Enforcement::Strict || game.outcome().is_some() {
        return Vec::new();
    }
    let legal = game.legal_moves();
    let broken: Vec<Move> = game.possible_moves().into_iter().filter(|m| !legal.contains(m)).collect();
    views(game.position(), &broken, eyes)
}

/// Moves as clients see them.
pub(crate) fn views(position: &Position, moves: &[Move], eyes: DisplayPreferences) -> Vec<MoveView> {
    let texts = move_texts(position, moves, &eyes.style(position.rules()));
    let view = |(m, text): (&Move, String)| MoveView {
        text,
        route: position.route(m),
        captured: m.captured(),
        crowns: m.promotes(),
    };
    moves.iter().zip(texts).map(view).collect()
}

fn clocks(table: &GameState, now: Timestamp) -> Option<ClocksView> {
    let left = |side| table.clocks().left(side, now).map(|left| left.as_millis() as u64);
    let lag = table.lag();
    Some(ClocksView {
        left: ByColor { white: left(Color::White)?, black: left(Color::Black)? },
        running: table.clocks().running(),
        lag: ByColor { white: lag.white.as_millis() as u64, black: lag.black.as_millis() as u64 },
        at: now,
    })
}
