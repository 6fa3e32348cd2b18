//! Games: begun against the computer or at one device, played, and read.

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
use crate::metrics::Fate;
use crate::repository::CommandContext;
pub(crate) use live::PresenceReport;
use play::game::{Command, Seat};
use play::id::{AccountId, GameId};
use play::proposal::Proposal;
use store::{StoredGame, clock};
use texts::Language;

/// A command that takes longer is told of in the log.
const SLOW: Duration = Duration::from_secs(1);
/// The levels of the computer.
const LEVELS: std::ops::RangeInclusive<u8> = 1..=8;

/// Something that a player asks for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CommandRequest)]
pub(crate) struct NewCommand {
    /// Made by the client, another one for each command. The same command may be sent twice, and is done once.
    #[schema(min_length = 1, max_length = 64)]
    pub(crate) id: String,
    /// What is asked for.
    pub(crate) request: Command,
}

/// Counts commands.
#[derive(Clone)]
pub(crate) struct CommandCounts {
    /// How long they took until they were durable, in seconds.
    pub(crate) seconds: Histogram,
    /// What became of them.
    pub(crate) results: Family<Fate, Counter>,
}

/// Begins games, and carries out what players ask for in them.
pub(crate) struct GameService {
    parts: Parts,
    counts: CommandCounts,
}

impl GameService {
    pub(crate) fn new(parts: Parts, counts: CommandCounts) -> Self {
        Self { parts, counts }
    }

    /// Begins a game against the computer at a level, or, without one, of both sides at one device.
    pub(crate) async fn begin(
        &self,
        account: AccountId,
        level: Option<u8>,
        proposal: &Proposal,
    ) -> Result<StoredGame, SiteError> {
        if proposal.rated {
            let message = "Only games between two accounts are rated: leave rated out.";
            return Err(SiteError::unusable(ErrorCode::BadProposal, message));
        }
        let opponent = match level {
            None => Seat::Player(account),
            Some(level) if LEVELS.contains(&level) => Seat::Computer(level),
            Some(level) => {
                let message = format!("The computer plays at levels 1 to 8, not {level}.");
                return Err(SiteError::unusable(ErrorCode::BadProposal, message));
            }
        };
        self.parts.limits.game(account)?;
        let ready = proposal.ready(random()?)?;
        let terms = ready.terms(Seat::Player(account), opponent);
        Ok(self.parts.repository.open(&ready.rules, &terms, clock::now()).await?)
    }

    /// Carries out a command, and returns the number of the event with which that was done.
    pub(crate) async fn command(
        &self,
        account: AccountId,
        game: GameId,
        command: &NewCommand,
        lag: Duration,
        language: Language,
    ) -> Result<u64, SiteError> {
        let begun = Instant::now();
        let asking = CommandContext { account, command: &command.id, now: clock::now(), lag, language };
        let done = self.act(game, asking, &command.request).await;
        let took = begun.elapsed();
        self.counts.seconds.observe(took.as_secs_f64());
        let result = done.as_ref().map_or_else(|error| error.body().code.as_str(), |_| "done");
        let milliseconds = took.as_micros() as f64 / 1000.0;
        if took > SLOW {
            tracing::warn!(%game, result, milliseconds, "a slow command");
        } else {
            tracing::info!(%game, result, milliseconds, "command");
        }
        self.counts.results.get_or_create(&Fate { result: result.to_owned() }).inc();
        done
    }

    async fn act(
        &self,
        game: GameId,
        asking: CommandContext<'_>,
        request: &Command,
    ) -> Result<u64, SiteError> {
        self.parts.limits.command(asking.account)?;
        if request.says_something() {
            self.parts.limits.message(asking.account)?;
        }
        // Not every database keeps control characters, and sites are moved from one to another.
        if !(1..=64).contains(&asking.command.len()) || asking.command.contains(char::is_control) {
            let message = "The id of a command has 1 to 64 bytes, and no control characters.";
            return Err(SiteError::bad_request(message));
        }
        Ok(self.parts.repository.act(game, asking, request).await?)
    }
}
