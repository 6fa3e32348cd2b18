//! What was said about a game's result: offers with their proofs, answers, claims, calls and messages.

use std::sync::Arc;

use draughts::{Color, Event};
use serde::Serialize;
use utoipa::ToSchema;

use super::display_preferences::DisplayPreferences;
use crate::error::SiteError;
use crate::repository::{GameError, GameEvent};
use play::game::{EventKind, GameState, Side};
use play::move_number::written;
use play::time::Timestamp;
use texts::Render;

/// Something that was said about the result of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct HistoryLine {
    /// The number of the event.
    pub(crate) seq: u64,
    /// When it happened, in milliseconds since 1970.
    #[schema(value_type = i64)]
    pub(crate) at: Timestamp,
    /// The number of the move that was to come: `30.` or `30...`.
    pub(crate) move_number: String,
    /// Who; none: an administrator or the site.
    #[schema(value_type = Option<Side>)]
    pub(crate) by: Option<Color>,
    /// What.
    pub(crate) what: HistoryKind,
    /// The words that came with it.
    pub(crate) message: String,
    /// The proof of the draw rule that an offer named.
    pub(crate) proof: Option<String>,
}

/// What was said about the result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum HistoryKind {
    /// A draw was offered.
    Offer,
    /// The offer was accepted.
    Accept,
    /// The offer was declined.
    Decline,
    /// The opponent moved instead of answering the offer.
    Ignore,
    /// The offer was withdrawn.
    Withdraw,
    /// A draw was claimed.
    Claim,
    /// A message to the opponent.
    Message,
    /// An administrator was called.
    Call,
    /// An administrator answered or decided.
    Answer,
    /// The game was paused.
    Pause,
    /// The game went on.
    Resume,
}

impl HistoryKind {
    /// Returns the name of its text.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Offer => "history-offer",
            Self::Accept => "history-accept",
            Self::Decline => "history-decline",
            Self::Ignore => "history-ignore",
            Self::Withdraw => "history-withdraw",
            Self::Claim => "history-claim",
            Self::Message => "history-message",
            Self::Call => "history-call",
            Self::Answer => "history-answer",
            Self::Pause => "history-pause",
            Self::Resume => "history-resume",
        }
    }
}

/// Returns what was said about the result of a game, in order. Its log is folded again, because the proof of an offer is
/// that of the moment in which it was made.
pub(crate) fn history(
    table: &GameState,
    log: &[Arc<GameEvent>],
    eyes: DisplayPreferences,
) -> Result<Vec<HistoryLine>, SiteError> {
    let mut replay = GameState::new(table.game().rules(), table.terms().clone())
        .map_err(|error| GameError::Damaged(error.to_string()))?;
    let mut lines = Vec::new();
    for news in log {
        lines.extend(line(&mut replay, news, eyes)?);
    }
    Ok(lines)
}

/// Applies an event, and returns what it says, if it does.
fn line(
    replay: &mut GameState,
    news: &GameEvent,
    eyes: DisplayPreferences,
) -> Result<Option<HistoryLine>, GameError> {
    let first = replay.game().rules().rule_set().start.first_move;
    let move_number = written(replay.game().move_number(), first);
    let ignores = |by: Color| replay.game().offer().is_some_and(|offer| offer.by != by);
    let said = match &news.entry {
        EventKind::Game { event, .. } => match event {
            Event::Move { by, .. } if ignores(*by) => Some((HistoryKind::Ignore, Some(*by), "")),
            Event::OfferDraw { by, message, .. } => Some((HistoryKind::Offer, Some(*by), message.as_str())),
            Event::AcceptDraw { by } => Some((HistoryKind::Accept, Some(*by), "")),
            Event::DeclineDraw { by, message } => Some((HistoryKind::Decline, Some(*by), message.as_str())),
            Event::WithdrawDraw { by } => Some((HistoryKind::Withdraw, Some(*by), "")),
            Event::ClaimDraw { by, message, .. } => Some((HistoryKind::Claim, Some(*by), message.as_str())),
            Event::Adjudicate { reason, .. } if !reason.is_empty() => {
                Some((HistoryKind::Answer, None, reason.as_str()))
            }
            _ => None,
        },
        EventKind::Message { by, text, .. } => Some((HistoryKind::Message, Some(*by), text.as_str())),
        EventKind::CallAdmin { by, message } => Some((HistoryKind::Call, Some(*by), message.as_str())),
        EventKind::AnswerCall { reason } => Some((HistoryKind::Answer, None, reason.as_str())),
        EventKind::Pause {} => Some((HistoryKind::Pause, None, "")),
        EventKind::Resume {} => Some((HistoryKind::Resume, None, "")),
        _ => None,
    };
    replay.apply(&news.entry, news.at).map_err(|refused| GameError::damaged(&refused))?;
    Ok(said.map(|(what, by, message)| {
        let offer = replay.game().offer().filter(|_| what == HistoryKind::Offer);
        let proof = offer.and_then(|offer| offer.evidence.as_ref());
        HistoryLine {
            seq: news.seq,
            at: news.at,
            move_number,
            by,
            what,
            message: message.to_owned(),
            proof: proof.map(|proof| proof.render(eyes.language)),
        }
    }))
}
