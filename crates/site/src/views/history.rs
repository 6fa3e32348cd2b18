//! The negotiation history of a game: draw offers with their proofs, answers, claims, calls and messages.

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

/// An entry of the negotiation history of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct HistoryLine {
    /// The number of the event.
    pub(crate) seq: u64,
    /// The time of the event, in milliseconds since 1970.
    #[schema(value_type = i64)]
    pub(crate) at: Timestamp,
    /// The number of the next move at that time: `30.` or `30...`.
    pub(crate) move_number: String,
    /// The side that acted; `null` for an administrator or the site.
    #[schema(value_type = Option<Side>)]
    pub(crate) by: Option<Color>,
    /// The kind of the entry.
    pub(crate) what: HistoryKind,
    /// The message of the player or administrator; may be empty.
    pub(crate) message: String,
    /// The proof of the draw rule that an offer named.
    pub(crate) proof: Option<String>,
}

/// The kind of an entry of the negotiation history.
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
    /// The game was resumed.
    Resume,
}

impl HistoryKind {
    /// Returns the name of the text for the kind.
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

/// Returns the negotiation history of a game, in order.
///
/// The log is replayed, because the proof of an offer is that of the moment in which it was made.
pub(crate) fn history(
    state: &GameState,
    log: &[Arc<GameEvent>],
    preferences: DisplayPreferences,
) -> Result<Vec<HistoryLine>, SiteError> {
    let mut replay = GameState::new(state.game().rules(), state.terms().clone())
        .map_err(|error| GameError::CorruptLog(error.to_string()))?;
    let mut lines = Vec::new();
    for event in log {
        lines.extend(line(&mut replay, event, preferences)?);
    }
    Ok(lines)
}

/// Applies an event and returns its entry of the history, if it has one.
fn line(
    replay: &mut GameState,
    logged: &GameEvent,
    preferences: DisplayPreferences,
) -> Result<Option<HistoryLine>, GameError> {
    let first = replay.game().rules().rule_set().start.first_move;
    let move_number = written(replay.game().move_number(), first);
    let ignores = |by: Color| replay.game().offer().is_some_and(|offer| offer.by != by);
    let entry = match &logged.kind {
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
    replay.apply(&logged.kind, logged.at).map_err(|error| GameError::corrupt_log(&error))?;
    Ok(entry.map(|(what, by, message)| {
        let offer = replay.game().offer().filter(|_| what == HistoryKind::Offer);
        let proof = offer.and_then(|offer| offer.evidence.as_ref());
        HistoryLine {
            seq: logged.seq,
            at: logged.at,
            move_number,
            by,
            what,
            message: message.to_owned(),
            proof: proof.map(|proof| proof.render(preferences.language)),
        }
    }))
}
