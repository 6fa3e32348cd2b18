//! What is done at tables: by players, by the computer, by administrators, and by the clock.

use std::sync::Arc;
use std::time::Duration;

use draughts::Color;

use super::error::GameError;
use super::{CHUNK, CommandContext, GameRepository};
use crate::error_code::ErrorCode;
use bus::request_id::{self, RequestId};
use play::game::{Command, CommandError, Decision, GameState, Moment};
use play::id::GameId;
use play::moderator_action::Judgement;
use play::time::Timestamp;
use store::{Appended, CommandRecord, NewAuditEntry, Outage, StoreError};
use texts::Language;

/// For so long somebody may think for the computer before others may, too.
const CLAIM: Duration = Duration::from_millis(2500);
/// After an outage the clocks of so many games are looked at.
const MOST_CLOCKS: usize = 100_000;

impl GameRepository {
    /// Carries out what a player asks for, and says with which event that was done. The same command sent again is
    /// answered again, and not done again.
    pub async fn act(
        &self,
        game: GameId,
        asking: CommandContext<'_>,
        request: &Command,
    ) -> Result<u64, GameError> {
        if !self.gate().pass().await {
            return Err(GameError::Recovering);
        }
        let CommandContext { account, now, .. } = asking;
        let content =
            serde_json::to_string(request).map_err(|error| GameError::Damaged(error.to_string()))?;
        // Two players may make up the same id.
        let command = CommandRecord { id: format!("{account} {}", asking.command), content };
        let mut table = self.known(game).await?;
        let plays = !table.sides_of(account).is_empty();
        if !plays && !matches!(request, Command::Message { .. }) {
            return Err(GameError::NotAPlayer);
        }
        if plays {
            self.presence.touch(game, account, now);
        }
        let mut up_to_date = false;
        loop {
            // What was planned and not played, because the process ended in between, is played now; and flags fall.
            if let Some(entry) = table.flag_fall(now).or_else(|| table.planned()) {
                table = self.append_entry(game, &table, entry, now).await?;
                continue;
            }
            let decided = match request {
                Command::Message { text } if !plays => {
                    let name = self.store.account(account).await?.and_then(|account| account.name);
                    table.spectator_says(account, name, text, now)
                }
                _ => self.decide(game, &table, &asking, request).await,
            };
            let decision = match decided {
                Ok(decision) => decision,
                Err(_) if !up_to_date => {
                    table = self.caught_up(game, table).await?;
                    up_to_date = true;
                    continue;
                }
                // What was done before cannot be done again, and is acknowledged again.
                Err(refused) => {
                    return match self.store.command(game, command).await? {
                        Some(Appended::Before { seq }) => Ok(seq),
                        Some(_) => Err(GameError::OtherCommand),
                        None => Err(GameError::refused(&refused, &table, asking.language)),
                    };
                }
            };
            let (appended, next) =
                self.append(game, &table, decision, Some(command.clone()), None, now).await?;
            match appended {
                Appended::Done { seq } => {
                    self.follow_plans(game, next, now).await?;
                    return Ok(seq);
                }
                Appended::Before { seq } => return Ok(seq),
                Appended::Meanwhile { .. } => (table, up_to_date) = (next, true),
                Appended::OtherCommand => return Err(GameError::OtherCommand),
                Appended::NoGame => return Err(GameError::NoGame),
            }
        }
    }

    /// What follows from a request. Who plays both sides asks for the one that can do it.
    async fn decide(
        &self,
        game: GameId,
        table: &GameState,
        asking: &CommandContext<'_>,
        request: &Command,
    ) -> Result<Decision, CommandError> {
        let mut first_refusal = None;
        for side in table.sides_of(asking.account) {
            let opponent = table.terms().seats()[!side].account();
            let away = match (opponent, request) {
                (Some(opponent), Command::ClaimVictory {}) => {
                    self.presence.away(game, opponent, asking.now).await
                }
                // It does not matter for anything else, and other nodes would have to be asked.
                _ => None,
            };
            let (now, lag, patience) = (asking.now, asking.lag, self.patience);
            match table.decide(side, request, &Moment { now, lag, away, patience }) {
                Ok(decision) => return Ok(decision),
                Err(refused) => first_refusal = first_refusal.or(Some(refused)),
            }
        }
        Err(first_refusal.unwrap_or(CommandError::NotOver))
    }

    /// Takes it upon oneself to think for the computer in a game; false: somebody else does. Within one process nobody else can.
    pub async fn claim_for_computer(&self, game: GameId, now: Timestamp) -> Result<bool, GameError> {
        if !self.bus.is_shared() {
            return Ok(true);
        }
        Ok(self.store.claim_engine_turn(game, now, now.after(CLAIM)).await?)
    }

    /// Asks the computer again in all games in which it is to move, and returns them with their last events.
    pub(crate) async fn resume_computer(&self) -> Result<Vec<(GameId, u64)>, StoreError> {
        let mut found = Vec::new();
        let mut after = 0;
        loop {
            let games = self.store.engine_games(after, CHUNK).await?;
            let Some(last) = games.last() else { return Ok(found) };
            after = last.number;
            for game in games {
                self.ask_computer(game.id, game.seq);
                found.push((game.id, game.seq));
            }
        }
    }

    /// Lets the computer do something, if it still stands as it did when it began to think: so many turns were made.
    pub async fn act_for_computer(
        &self,
        game: GameId,
        turns: usize,
        request: &Command,
        now: Timestamp,
    ) -> Result<bool, GameError> {
        if !self.gate().pass().await {
            return Err(GameError::Recovering);
        }
        let mut table = self.known(game).await?;
        loop {
            let same = |_: &Color| table.game().turns().len() == turns;
            let Some(side) = table.asks_computer().filter(same) else { return Ok(false) };
            if let Some(fall) = table.flag_fall(now) {
                self.append_entry(game, &table, fall, now).await?;
                return Ok(true);
            }
            let decision = match table.decide(side, request, &Moment::at(now)) {
                Ok(decision) => decision,
                Err(refused) => {
                    tracing::warn!(%game, code = ErrorCode::from(&refused).as_str(), "computer_command_refused");
                    return Ok(false);
                }
            };
            let (appended, next) = self.append(game, &table, decision, None, None, now).await?;
            if matches!(appended, Appended::Done { .. }) {
                self.follow_plans(game, next, now).await?;
                return Ok(true);
            }
            // Somebody said something meanwhile; the position may be the same.
            table = next;
        }
    }

    /// Carries out what an administrator decides.
    pub async fn judge(
        &self,
        game: GameId,
        judgement: Judgement,
        act: NewAuditEntry,
        language: Language,
    ) -> Result<u64, GameError> {
        let mut table = self.table(game).await?;
        loop {
            let decision = table
                .judge(judgement, &act.reason, act.at)
                .map_err(|refused| GameError::refused(&refused, &table, language))?;
            let (appended, next) =
                self.append(game, &table, decision, None, Some(act.clone()), act.at).await?;
            match appended {
                Appended::Done { seq } => {
                    // A game that was paused may go on with a planned move.
                    self.follow_plans(game, next, act.at).await?;
                    return Ok(seq);
                }
                _ => table = next,
            }
        }
    }

    /// Plays what was planned for this case, and what was planned for the case that follows.
    async fn follow_plans(
        &self,
        game: GameId,
        mut table: Arc<GameState>,
        now: Timestamp,
    ) -> Result<(), GameError> {
        while let Some(entry) = table.planned() {
            let seq = table.seq();
            table = self.append_entry(game, &table, entry, now).await?;
            // Who was faster has looked at the plans, too.
            if table.seq() != seq + 1 {
                break;
            }
        }
        Ok(())
    }

    /// Gives the clocks that ran while nobody served that time back, and returns how many. Where that was done before, it
    /// is not done again.
    pub async fn compensate_clocks(&self, outage: Outage, now: Timestamp) -> Result<usize, GameError> {
        let mut made_up = 0;
        for game in self.store.overdue(Timestamp(i64::MAX), MOST_CLOCKS).await? {
            let table = self.table(game).await?;
            let last = self.store.events(game, table.seq().saturating_sub(1), 1).await?;
            let last = last.first().map_or(outage.from, |event| event.at);
            // Nobody does anything after an outage before it is made up for.
            if last >= outage.to {
                continue;
            }
            let away = outage.to.since(outage.from.max(last));
            if let Some(entry) = table.outage(away) {
                self.append_entry(game, &table, entry, now).await?;
                made_up += 1;
            }
        }
        Ok(made_up)
    }

    /// Lets the flags fall whose time is over; says how many.
    pub async fn drop_flags(&self, now: Timestamp) -> Result<usize, GameError> {
        let mut fallen = 0;
        for game in self.store.overdue(now, CHUNK).await? {
            match request_id::within(RequestId::next(), self.drop_flag(game, now)).await {
                Ok(fell) => fallen += usize::from(fell),
                // A game that cannot be read must not keep the others from ending.
                Err(error) => tracing::error!(%game, %error, "a flag cannot be dropped"),
            }
        }
        Ok(fallen)
    }

    async fn drop_flag(&self, game: GameId, now: Timestamp) -> Result<bool, GameError> {
        let table = self.table(game).await?;
        // What was planned, and not played because the process ended in between, was in time.
        if table.planned().is_some() {
            self.follow_plans(game, table, now).await?;
            return Ok(false);
        }
        let Some(fall) = table.flag_fall(now) else { return Ok(false) };
        self.append_entry(game, &table, fall, now).await?;
        Ok(true)
    }
}
