//! The changes of a game between two states, for live connections that have the earlier one.

use std::sync::Arc;

use draughts::{ByColor, Color, Game, Square, SquareSet};
use serde::Serialize;

use super::display_preferences::DisplayPreferences;
use super::draws::{CounterProgress, OfferView, OutcomeView, RejectedView, by_side, changed_counters};
use super::game::{AnsweredView, BeginsView, ClocksView, begins, broken_rule, clocks, days_off};
use super::moves::{MoveView, PlayedMoveView, irregular_moves, played_moves, views};
use super::rating::RatingChangeView;
use play::game::GameState;
use play::id::GameId;
use play::move_number::written;
use play::time::Timestamp;
use store::RatingChange;

/// The fields of a [`GameView`](super::game::GameView) that differ between two states. Fields that depend on the viewer
/// are not among them, so that all viewers with the same preferences share the changes.
#[derive(Serialize, Default)]
pub(crate) struct GameChanges {
    #[serde(flatten)]
    board: Option<BoardChanges>,
    /// The counters that changed; the others stay.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    draws: Vec<CounterProgress>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offer: Option<Option<OfferView>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rejected: Option<ByColor<Option<RejectedView>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    takeback: Option<Option<Color>>,
    #[serde(flatten)]
    rematch: Option<RematchChanges>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_game: Option<Option<GameId>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    judged: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    paused: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answered: Option<Option<AnsweredView>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    days_off: Option<ByColor<u16>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clocks: Option<ClocksView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<OutcomeView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ratings: Option<ByColor<RatingChangeView>>,
}

/// The fields that change with the board.
#[derive(Serialize)]
struct BoardChanges {
    fen: String,
    turn: Color,
    move_number: String,
    captured: ByColor<usize>,
    moves: MovesChange,
    legal_moves: Vec<ShortMove>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    irregular_moves: Vec<ShortMove>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    huffable: Vec<Square>,
    #[serde(skip_serializing_if = "Option::is_none")]
    irregular: Option<String>,
}

/// The end of the list of moves that replaces the former one.
#[derive(Serialize)]
struct MovesChange {
    /// The number of moves that stay.
    keep: usize,
    /// The moves after them.
    add: Vec<PlayedMoveView>,
}

/// The fields that change with the negotiation of a rematch.
#[derive(Serialize)]
struct RematchChanges {
    revenge: Option<Color>,
    begins: Option<BeginsView>,
}

/// A [`MoveView`] without fields that have their usual values.
#[derive(Serialize)]
struct ShortMove {
    text: String,
    route: Vec<Square>,
    #[serde(skip_serializing_if = "is_empty")]
    captured: SquareSet,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    crowns: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_empty(squares: &SquareSet) -> bool {
    squares.is_empty()
}

impl From<MoveView> for ShortMove {
    fn from(MoveView { text, route, captured, crowns }: MoveView) -> Self {
        Self { text, route, captured, crowns }
    }
}

impl GameChanges {
    /// Returns what differs between two states of a game; `ratings` are the rating changes at its end.
    pub(crate) fn between(
        before: &GameState,
        after: &GameState,
        ratings: Option<&ByColor<RatingChange>>,
        preferences: DisplayPreferences,
        now: Timestamp,
    ) -> Self {
        let language = preferences.language;
        let (old, new) = (before.game(), after.game());
        let board = BoardChanges::between(old, new, preferences);
        let ended = old.outcome().is_none() && new.outcome().is_some();
        let rejected = |game: &Game| Color::ALL.map(|side| game.rejected_offer(side).cloned());
        Self {
            draws: if board.is_some() { changed_counters(old, new, language) } else { Vec::new() },
            board,
            offer: (old.offer() != new.offer())
                .then(|| new.offer().map(|offer| OfferView::of(offer, language))),
            rejected: (rejected(old) != rejected(new)).then(|| {
                by_side(|side| new.rejected_offer(side).map(|rejected| RejectedView::of(rejected, language)))
            }),
            takeback: (before.takeback() != after.takeback()).then(|| after.takeback()),
            rematch: (before.rematch() != after.rematch())
                .then(|| RematchChanges { revenge: after.rematch().asked_by, begins: begins(after) }),
            next_game: (before.next() != after.next()).then(|| after.next()),
            judged: changed(before.awaits_admin_since().is_some(), after.awaits_admin_since().is_some()),
            paused: changed(before.is_paused(), after.is_paused()),
            answered: (before.answered() != after.answered()).then(|| after.answered().map(AnsweredView::of)),
            days_off: days_off(after).filter(|_| before.vacation() != after.vacation()),
            clocks: clocks(after, now).filter(|_| ended || before.clocks() != after.clocks()),
            outcome: OutcomeView::of(new, language).filter(|_| ended),
            ratings: ratings.map(|changes| by_side(|side| RatingChangeView::from(&changes[side]))),
        }
    }
}

impl BoardChanges {
    /// Returns the board after a change; none if it is the same.
    fn between(before: &Game, after: &Game, preferences: DisplayPreferences) -> Option<Self> {
        let keep = common_turns(before, after);
        let is_same = keep == before.turns().len() && keep == after.turns().len();
        // At the end of a game, no move is legal.
        if is_same && before.outcome().is_some() == after.outcome().is_some() {
            return None;
        }
        let short = |moves: Vec<MoveView>| moves.into_iter().map(ShortMove::from).collect();
        Some(Self {
            fen: after.fen(),
            turn: after.position().turn(),
            move_number: written(after.move_number(), after.rules().rule_set().start.first_move),
            captured: by_side(|side| after.captured_by(side)),
            moves: MovesChange { keep, add: played_moves(after, keep, preferences) },
            legal_moves: short(views(after.position(), after.legal_moves(), preferences)),
            irregular_moves: short(irregular_moves(after, preferences)),
            huffable: after.huffable(),
            irregular: broken_rule(after, preferences),
        })
    }
}

fn changed(before: bool, after: bool) -> Option<bool> {
    (before != after).then_some(after)
}

/// Returns the number of turns at the start that both games share. A turn that was played in one game is never equal to
/// one of a game that went on differently, so the last shared turn is found from the end.
fn common_turns(before: &Game, after: &Game) -> usize {
    let (before, after) = (before.turns(), after.turns());
    let mut common = before.len().min(after.len());
    while common > 0 && !Arc::ptr_eq(&before[common - 1], &after[common - 1]) {
        common -= 1;
    }
    common
}
