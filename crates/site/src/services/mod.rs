//! The use cases of a site. The API, live connections and pages call the same services.

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
pub(crate) use analysis::AnalysisService;
pub(crate) use challenges::{
    ChallengeService, MAX_CHALLENGES, OwnChallenges, challenged, check_open, rated_needs_account,
};
pub(crate) use games::{
    CommandMetrics, GameList, GameService, ListedGame, MessageLimit, NewCommand, PresenceReport,
};
pub(crate) use moderation::{Administrator, Dispute, ModerationService};
pub(crate) use names::Names;
pub(crate) use players::PlayerService;
pub(crate) use records::GameRecord;
pub(crate) use saved_rules::SavedRulesService;

/// The parts that services share.
#[derive(Clone)]
pub(crate) struct Parts {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) repository: Arc<GameRepository>,
    pub(crate) limits: Arc<Limits>,
}

/// Returns a random number.
fn random() -> Result<u64, GameError> {
    Ok(getrandom::u64()?)
}
