//! What can be done at a site, whoever asks: the API, live connections and pages call the same services.

mod accounts;
mod analysis;
mod challenges;
mod games;
mod moderation;
mod names;
mod players;
mod records;
mod saved_rules;

use std::sync::Arc;

use crate::limits::Limits;
use crate::repository::{GameError, GameRepository};
use bus::Bus;
use store::Store;

pub(crate) use accounts::{AccountService, NewToken};
pub(crate) use analysis::{AnalysisService, Asker};
pub(crate) use challenges::{
    ChallengeService, MOST as MOST_CHALLENGES, OwnChallenges, challenged, check_open, rated_needs_account,
};
pub(crate) use games::{CommandCounts, GameService, NewCommand, PresenceReport};
pub(crate) use moderation::{Administrator, Dispute, ModerationService};
pub(crate) use names::Names;
pub(crate) use players::PlayerService;
pub(crate) use records::{GameList, GameRecord};
pub(crate) use saved_rules::SavedRules;

/// What services work with.
#[derive(Clone)]
pub(crate) struct Parts {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) repository: Arc<GameRepository>,
    pub(crate) limits: Arc<Limits>,
}

/// Returns a random number from the system.
fn random() -> Result<u64, GameError> {
    getrandom::u64().map_err(GameError::chance)
}
