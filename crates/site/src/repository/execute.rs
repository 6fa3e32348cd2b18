//! Commands of players, the engine and administrators, and events that the clock causes.

use std::sync::Arc;
use std::time::Duration;

use draughts::Color;
use futures_util::{StreamExt, stream};

use super::error::GameError;
use super::receipt::Receipt;
use super::{CHUNK, CommandContext, GameRepository};
use crate::error_code::ErrorCode;
use bus::request_id::{self, RequestId};
use play::game::{Command, CommandError, Decision, EventKind, GameState, Moment};
use play::id::GameId;
use play::moderator_action::Judgement;
use play::time::Timestamp;
use store::{AppendOutcome, CommandRecord, NewAuditEntry, Outage, StoreError};
use texts::Language;

/// The time for which a worker has a turn of the engine to itself.
const CLAIM: Duration = Duration::from_millis(2500);
/// Number of games whose clocks are compensated at a time after an outage. Their appends share commits.
const CONCURRENT_COMPENSATIONS: usize = 64;

impl GameRepository {
    /// Executes a command of a player or spectator, and returns the number of its last event. A command that is sent again
    /// is acknowledged again, and executed once.
    pub async fn execute(
        &self,
        game: GameId,
        context: CommandContext<'_>,
        command: &Command,
    ) -> Result<u64, GameError> {
        let mut receipt = Receipt::new(self.gate(), context.now);
        receipt.update(self.gate()).await?;
        let account = context.account;
        let content =
            serde_json::to_string(command).map_err(|error| GameError::CorruptLog(error.to_string()))?;
        // Two players may choose the same id.
        let record = CommandRecord { id: format!("{account} {}", context.command_id), content };
        let mut state = self.load_cached(game).await?;
        let is_player = !state.sides_of(account).is_empty();
        if !is_player && !matches!(command, Command::Message { .. }) {
            return Err(GameError::NotAPlayer);
        }
        if is_player {
            self.presence.touch(game, account, context.now);
        }
        let mut is_current = false;
        loop {
            let now = receipt.update(self.gate()).await?;
            let context = CommandContext { now, ..context };
            // Flags fall first, and so do conditional moves that were not played because the process ended.
            if let Some(event) = flag_fall_before(&state, &context, command).or_else(|| state.planned()) {
                state = self.append_event(game, &state, event, now).await?;
                continue;
            }
            let decided = match command {
                Command::Message { text } if !is_player => {
                    let name = self.store.account(account).await?.and_then(|account| account.name);
                    state.decide_spectator_message(account, name, text, now)
                }
                _ => self.decide(game, &state, &context, command).await?,
            };
            let decision = match decided {
                Ok(decision) => decision,
                Err(_) if !is_current => {
                    state = self.catch_up(game, state).await?;
                    is_current = true;
                    continue;
                }
                // A command that was executed before is rejected now, but acknowledged again.
                Err(error) => {
                    return match self.store.command_outcome(game, record).await? {
                        Some(AppendOutcome::Duplicate { seq }) => Ok(seq),
                        Some(_) => Err(GameError::CommandIdReused),
                        None => Err(GameError::refused(&error, &state, context.language)),
                    };
                }
            };
            let (appended, next) =
                self.append(game, &state, decision, Some(record.clone()), None, now).await?;
            match appended {
                AppendOutcome::Done { seq } => {
                    self.play_conditional_moves(game, next, now).await?;
                    return Ok(seq);
                }
                AppendOutcome::Duplicate { seq } => return Ok(seq),
                AppendOutcome::Conflict { .. } => (state, is_current) = (next, true),
                AppendOutcome::CommandIdReused => return Err(GameError::CommandIdReused),
                AppendOutcome::GameNotFound => return Err(GameError::NotFound),
            }
        }
    }

    /// Decides a command of a player. For an account that plays both sides, tries both and reports the first rejection.
    async fn decide(
        &self,
        game: GameId,
        state: &Arc<GameState>,
        context: &CommandContext<'_>,
        command: &Command,
    ) -> Result<Result<Decision, CommandError>, GameError> {
        let mut first_error = None;
        for side in state.sides_of(context.account) {
            let opponent = state.terms().seats()[!side].account();
            let away = match (opponent, command) {
                (Some(opponent), Command::ClaimVictory {}) => {
                    self.presence.away_for(game, opponent, context.now).await
                }
                // No other command depends on it, and it may take a query.
                _ => None,
            };
            let (now, lag, patience) = (context.now, context.lag, self.patience);
            let moment = Moment { now, lag, away, patience };
            let decided = if command.can_take_long() {
                let (state, command) = (Arc::clone(state), command.clone());
                self.decision_slots.run(move || state.decide(side, &command, &moment)).await?
            } else {
                state.decide(side, command, &moment)
            };
            match decided {
                Ok(decision) => return Ok(Ok(decision)),
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
        Ok(Err(first_error.unwrap_or(CommandError::NotOver)))
    }

    /// Claims a turn of the engine for some seconds; false if another process has it. A single process needs no claim.
    pub async fn claim_engine_turn(&self, game: GameId, now: Timestamp) -> Result<bool, GameError> {
        if !self.bus.is_shared() {
            return Ok(true);
        }
        Ok(self.store.claim_engine_turn(game, now, now.after(CLAIM)).await?)
    }

    /// Requests a turn of the engine in all games in which it is to act, and returns them with their last events.
    pub(crate) async fn resume_engine_turns(&self) -> Result<Vec<(GameId, u64)>, StoreError> {
        let mut resumed = Vec::new();
        let mut after = 0;
        loop {
            let games = self.store.engine_games(after, CHUNK).await?;
            let Some(last) = games.last() else { return Ok(resumed) };
            after = last.number;
            for game in games {
                self.request_engine_turn(game.id, game.seq);
                resumed.push((game.id, game.seq));
            }
        }
    }

    /// Executes a command of the engine, if the game still has as many turns as when the search began. Returns whether it
    /// was executed.
    pub async fn execute_engine_command(
        &self,
        game: GameId,
        turns: usize,
        command: &Command,
        now: Timestamp,
    ) -> Result<bool, GameError> {
        let mut receipt = Receipt::new(self.gate(), now);
        receipt.update(self.gate()).await?;
        let mut state = self.load_cached(game).await?;
        loop {
            let now = receipt.update(self.gate()).await?;
            let is_same_turn = |_: &Color| state.game().turns().len() == turns;
            let Some(side) = state.engine_to_act().filter(is_same_turn) else { return Ok(false) };
            if let Some(fall) = state.flag_fall(now) {
                self.append_event(game, &state, fall, now).await?;
                return Ok(true);
            }
            let decision = match state.decide(side, command, &Moment::at(now)) {
                Ok(decision) => decision,
                Err(error) => {
                    tracing::warn!(%game, code = ErrorCode::from(&error).as_str(), "computer_command_refused");
                    return Ok(false);
                }
            };
            let (appended, next) = self.append(game, &state, decision, None, None, now).await?;
            if matches!(appended, AppendOutcome::Done { .. }) {
                self.play_conditional_moves(game, next, now).await?;
                return Ok(true);
            }
            // The other event may be a chat message, which leaves the position as it is.
            state = next;
        }
    }

    /// Executes a judgement of an administrator, and returns the number of its last event.
    pub async fn adjudicate(
        &self,
        game: GameId,
        judgement: Judgement,
        audit: NewAuditEntry,
        language: Language,
    ) -> Result<u64, GameError> {
        let mut state = self.load(game).await?;
        loop {
            let decision = state
                .adjudicate(judgement, &audit.reason, audit.at)
                .map_err(|error| GameError::refused(&error, &state, language))?;
            let (appended, next) =
                self.append(game, &state, decision, None, Some(audit.clone()), audit.at).await?;
            match appended {
                AppendOutcome::Done { seq } => {
                    // A game that was paused may go on with a conditional move.
                    self.play_conditional_moves(game, next, audit.at).await?;
                    return Ok(seq);
                }
                _ => state = next,
            }
        }
    }

    /// Plays the conditional moves that apply to this state, and to the states that follow.
    async fn play_conditional_moves(
        &self,
        game: GameId,
        mut state: Arc<GameState>,
        now: Timestamp,
    ) -> Result<(), GameError> {
        while let Some(event) = state.planned() {
            let seq = state.seq();
            state = self.append_event(game, &state, event, now).await?;
            // Another process appended first, and plays the conditional moves.
            if state.seq() != seq + 1 {
                break;
            }
        }
        Ok(())
    }

    /// Gives running clocks back the time of an outage, and returns their number. Each clock is compensated once, however
    /// often this is called. Correspondence games count in days and are not read. If the store failed for some games, the
    /// others are compensated, and the error is returned, so that the caller tries again.
    pub async fn compensate_clocks(&self, outage: Outage, now: Timestamp) -> Result<usize, GameError> {
        let (mut compensated, mut after, mut failure) = (0, 0, None);
        loop {
            let games = self.store.clocked_games(after, CHUNK).await?;
            let Some((last, _)) = games.last() else { return failure.map_or(Ok(compensated), Err) };
            after = *last;
            let mut results = stream::iter(games)
                .map(|(_, game)| async move { (game, self.compensate_clock(game, outage, now).await) })
                .buffer_unordered(CONCURRENT_COMPENSATIONS);
            while let Some((game, result)) = results.next().await {
                match result {
                    Ok(is_compensated) => compensated += usize::from(is_compensated),
                    Err(error) => failure = self.skip_failed(game, error)?.or(failure),
                }
            }
        }
    }

    async fn compensate_clock(
        &self,
        game: GameId,
        outage: Outage,
        now: Timestamp,
    ) -> Result<bool, GameError> {
        let state = self.load(game).await?;
        let last = self.store.events(game, state.seq().saturating_sub(1), 1).await?;
        let last = last.first().map_or(outage.from, |event| event.at);
        // No event follows an outage before the clock is compensated.
        if last >= outage.to {
            return Ok(false);
        }
        let away = outage.to.since(outage.from.max(last));
        let Some(event) = state.outage(away) else { return Ok(false) };
        self.append_event(game, &state, event, now).await?;
        Ok(true)
    }

    /// Ends the games whose time was over at `now`, and returns their number. Ends none while the gate is closed. If the
    /// store failed for some games, the others are ended, and the error is returned.
    pub async fn record_flag_falls(&self, now: Timestamp) -> Result<usize, GameError> {
        let (mut fallen, mut failure) = (0, None);
        // Damaged games stay overdue, and must not take the places of the others.
        let limit = CHUNK + self.damaged.count_known();
        let games = self.store.overdue_games(now, limit).await?;
        for game in games.into_iter().filter(|game| self.damaged.is_due(*game)) {
            match request_id::within(RequestId::next(), self.record_flag_fall(game, now)).await {
                Ok(fell) => fallen += usize::from(fell),
                Err(error) => failure = self.skip_failed(game, error)?.or(failure),
            }
        }
        failure.map_or(Ok(fallen), Err)
    }

    /// Skips a game for which something failed, which must not affect the others. A damaged game is not tried again for a
    /// while. Otherwise returns the error: the game is to be tried again soon. Fails if the store is unavailable.
    fn skip_failed(&self, game: GameId, error: GameError) -> Result<Option<GameError>, GameError> {
        match error {
            GameError::Store(StoreError::Unwritable(_) | StoreError::Closed) => Err(error),
            GameError::CorruptLog(_) | GameError::NotFound | GameError::Store(StoreError::Damaged(_)) => {
                self.damaged.record(game, &error);
                Ok(None)
            }
            other => Ok(Some(other)),
        }
    }

    async fn record_flag_fall(&self, game: GameId, now: Timestamp) -> Result<bool, GameError> {
        let state = self.load(game).await?;
        // The gate is checked for each game, after `now` was read: that may be a time that has just jumped. If the gate is
        // open again, clocks were compensated, and the append conflicts with that.
        if !self.gate().is_open() {
            return Ok(false);
        }
        // A conditional move that was not played because the process ended was in time.
        if state.planned().is_some() {
            self.play_conditional_moves(game, state, now).await?;
            return Ok(false);
        }
        let Some(fall) = state.flag_fall(now) else { return Ok(false) };
        self.append_event(game, &state, fall, now).await?;
        Ok(true)
    }
}

/// Returns the flag fall that is due before a command.
fn flag_fall_before(state: &GameState, context: &CommandContext<'_>, command: &Command) -> Option<EventKind> {
    let moment = Moment { lag: context.lag, ..Moment::at(context.now) };
    // For an account that plays both sides, the side to move is the first.
    match state.sides_of(context.account).first() {
        Some(side) => state.flag_fall_before(*side, command, &moment),
        None => state.flag_fall(context.now),
    }
}
