//! Games: created against the computer or on one device, played, and read.

mod export;
mod lists;
mod live;
mod reading;

use std::time::{Duration, Instant};

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Parts, random};
use crate::error::SiteError;
use crate::error_code::ErrorCode;
use crate::metrics::CommandResult;
use crate::repository::CommandContext;
use crate::slots::BlockingSlots;
use export::ReplaySlots;
use lists::ListedRules;
pub(crate) use lists::{GameList, ListedGame};
pub(crate) use live::{MessageLimit, PresenceReport};
use play::game::{Command, Seat};
use play::id::{AccountId, GameId};
use play::proposal::Proposal;
use play::time::Timestamp;
use store::{StoredGame, clock};
use texts::Language;

/// The duration from which a command is logged as slow.
const SLOW: Duration = Duration::from_secs(1);
/// Number of games that all lists replay at the same time.
const LIST_SLOTS: usize = 2;
/// The levels of the computer.
const LEVELS: std::ops::RangeInclusive<u8> = 1..=8;

/// A command of a player.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CommandRequest)]
pub(crate) struct NewCommand {
    /// Chosen by the client, unique for each command. A command that is sent twice is executed once.
    #[schema(min_length = 1, max_length = 64)]
    pub(crate) id: String,
    /// The command.
    #[serde(rename = "request")]
    pub(crate) command: Command,
}

/// Metrics of commands.
#[derive(Clone)]
pub(crate) struct CommandMetrics {
    /// The time until a command was durable, in seconds.
    pub(crate) seconds: Histogram,
    /// Commands by result.
    pub(crate) results: Family<CommandResult, Counter>,
}

/// Creates games, executes commands, and reads games.
pub(crate) struct GameService {
    parts: Parts,
    metrics: CommandMetrics,
    replay_slots: ReplaySlots,
    list_slots: BlockingSlots,
    listed_rules: ListedRules,
}

impl GameService {
    pub(crate) fn new(parts: Parts, metrics: CommandMetrics) -> Self {
        Self {
            parts,
            metrics,
            replay_slots: ReplaySlots::default(),
            list_slots: BlockingSlots::new(LIST_SLOTS),
            listed_rules: ListedRules::default(),
        }
    }

    /// Creates a game against the computer at a level; without a level, a game of both sides on one device.
    pub(crate) async fn create(
        &self,
        account: AccountId,
        level: Option<u8>,
        proposal: &Proposal,
    ) -> Result<StoredGame, SiteError> {
        if proposal.rated {
            let message = "Only games between two players with accounts can be rated: leave out rated.";
            return Err(SiteError::unprocessable(ErrorCode::BadProposal, message).with_kind("rated-computer"));
        }
        let opponent = match level {
            None => Seat::Player(account),
            Some(level) if LEVELS.contains(&level) => Seat::Computer(level),
            Some(level) => {
                let message = format!("The computer plays at levels 1 to 8, not {level}.");
                return Err(SiteError::unprocessable(ErrorCode::BadProposal, message).with_kind("level"));
            }
        };
        self.parts.limits.check_creation(account)?;
        let ready = proposal.ready(random()?)?;
        let terms = ready.terms(Seat::Player(account), opponent);
        Ok(self.parts.repository.create(&ready.rules, &terms, clock::now()).await?)
    }

    /// Executes a command that was received at `received`, and returns the number of its last event.
    pub(crate) async fn execute(
        &self,
        account: AccountId,
        game: GameId,
        command: &NewCommand,
        received: Timestamp,
        lag: Duration,
        language: Language,
    ) -> Result<u64, SiteError> {
        let started = Instant::now();
        let NewCommand { id, command } = command;
        let context = CommandContext { account, command_id: id, now: received, lag, language };
        let executed = self.execute_limited(game, context, command).await;
        let took = started.elapsed();
        self.metrics.seconds.observe(took.as_secs_f64());
        let result = executed.as_ref().map_or_else(|error| error.body().code.as_str(), |_| "done");
        let milliseconds = took.as_micros() as f64 / 1000.0;
        if took > SLOW {
            tracing::warn!(%game, result, milliseconds, "slow_command");
        } else {
            tracing::info!(%game, result, milliseconds, "command");
        }
        self.metrics.results.get_or_create(&CommandResult { result: result.to_owned() }).inc();
        executed
    }

    async fn execute_limited(
        &self,
        game: GameId,
        context: CommandContext<'_>,
        command: &Command,
    ) -> Result<u64, SiteError> {
        self.parts.limits.check_command(context.account)?;
        if command.has_message() {
            self.parts.limits.check_message(context.account)?;
        }
        // Not every database stores control characters, and sites are migrated from one to another.
        let id = context.command_id;
        if !(1..=64).contains(&id.len()) || id.contains(char::is_control) {
            let message = "The id of a command has 1 to 64 bytes, and no control characters.";
            return Err(SiteError::bad_request(message));
        }
        Ok(self.parts.repository.execute(game, context, command).await?)
    }
}
