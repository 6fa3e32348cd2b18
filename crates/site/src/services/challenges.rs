//! Challenges by link, to a named player, or to anybody in the lobby.

use std::time::Duration;

use tokio::sync::watch;

use super::{Names, Parts, random};
use crate::error::SiteError;
use crate::error_code::ErrorCode;
use crate::repository::GameError;
use bus::Topic;
use play::game::Seat;
use play::id::{AccountId, ChallengeId};
use play::proposal::Proposal;
use play::time::Timestamp;
use store::{
    AcceptOutcome, Account, Challenge, ChallengeState, ChallengeTarget, StoredChallenge, StoredGame, clock,
};

/// Lifetime of a challenge by link or to a named player.
const LIFETIME: Duration = Duration::from_secs(7 * 24 * 3600);
/// Lifetime of a challenge in the lobby.
const LOBBY_LIFETIME: Duration = Duration::from_secs(3600);
/// Maximum number of open challenges listed, and allowed to one account.
pub(crate) const MAX_CHALLENGES: usize = 100;
/// Maximum number of them in the lobby, or to the same player.
const MAX_SAME_AUDIENCE: usize = 5;

/// The open challenges of an account.
pub(crate) struct OwnChallenges {
    pub(crate) received: Vec<StoredChallenge>,
    pub(crate) sent: Vec<StoredChallenge>,
}

/// Creates challenges, and starts games from them.
pub(crate) struct ChallengeService {
    parts: Parts,
}

impl ChallengeService {
    pub(crate) fn new(parts: Parts) -> Self {
        Self { parts }
    }

    /// Challenges the player with this name.
    pub(crate) async fn create_for(
        &self,
        account: &Account,
        name: &str,
        proposal: &Proposal,
    ) -> Result<StoredChallenge, SiteError> {
        let challenged = self.parts.player(name).await?;
        if challenged.id == account.id {
            return Err(SiteError::conflict(ErrorCode::OwnChallenge, "You cannot challenge yourself."));
        }
        check_rated(proposal, &challenged)?;
        self.create(account, ChallengeTarget::Player(challenged.id), proposal).await
    }

    /// Creates a challenge, if its proposal can be played.
    pub(crate) async fn create(
        &self,
        account: &Account,
        target: ChallengeTarget,
        proposal: &Proposal,
    ) -> Result<StoredChallenge, SiteError> {
        self.parts.limits.check_creation(account.id)?;
        // Reject a proposal that cannot be played now, not when somebody accepts it.
        let ready = proposal.ready(random()?)?;
        let terms = ready.terms(Seat::Player(account.id), Seat::Computer(1));
        let now = clock::now();
        let prepared = self.parts.repository.prepare_in_turn(&ready.rules, &terms, now).await?;
        check_rated(proposal, account)?;
        let open = self.parts.store.challenges_made(account.id, now, MAX_CHALLENGES).await?;
        let same = open
            .iter()
            .filter(|open| open.challenge.target == target && target != ChallengeTarget::Link)
            .count();
        if open.len() >= MAX_CHALLENGES || same >= MAX_SAME_AUDIENCE {
            let message = format!("You have {} open challenges. Withdraw some first.", open.len());
            return Err(SiteError::conflict(ErrorCode::TooManyChallenges, message));
        }
        let proposal = serde_json::to_value(proposal)
            .map_err(|error| SiteError::bad_request(format!("The proposal cannot be stored: {error}.")))?;
        let lifetime = if target == ChallengeTarget::Lobby { LOBBY_LIFETIME } else { LIFETIME };
        let challenge = Challenge {
            id: ChallengeId::new().map_err(GameError::from)?,
            created_at: now,
            expires_at: now.after(lifetime),
            challenger: account.id,
            target,
            rules: prepared.rules,
            proposal,
        };
        self.parts.store.create_challenge(challenge.clone()).await?;
        self.announce(&challenge);
        Ok(StoredChallenge { challenge, state: ChallengeState::Open, game: None })
    }

    /// Returns the open challenges that an account has received and sent, the newest first; at most `limit` of each.
    pub(crate) async fn of(&self, account: AccountId, limit: usize) -> Result<OwnChallenges, SiteError> {
        let now = clock::now();
        let received = self.parts.store.challenges_received(account, now, limit).await?;
        let sent = self.parts.store.challenges_made(account, now, limit).await?;
        Ok(OwnChallenges { received, sent })
    }

    /// Returns the open challenges in the lobby, the oldest first; at most `limit`.
    pub(crate) async fn lobby(&self, limit: usize) -> Result<Vec<StoredChallenge>, SiteError> {
        Ok(self.parts.store.lobby(clock::now(), limit).await?)
    }

    /// Returns the names of the challengers and the challenged players.
    pub(crate) async fn names(&self, challenges: &[StoredChallenge]) -> Result<Names, SiteError> {
        let accounts = challenges.iter().map(|stored| &stored.challenge);
        let accounts = accounts.flat_map(|challenge| [Some(challenge.challenger), challenged(challenge)]);
        self.parts.names(accounts.flatten().collect()).await
    }

    /// Subscribes to changes of the lobby.
    pub(crate) fn subscribe_lobby(&self) -> watch::Receiver<u64> {
        self.parts.bus.subscribe(Topic::Lobby)
    }

    /// Returns a challenge that the viewer may see. Anybody who has the link of a challenge may see it.
    pub(crate) async fn find(
        &self,
        id: ChallengeId,
        viewer: Option<AccountId>,
    ) -> Result<StoredChallenge, SiteError> {
        let stored = self.parts.store.challenge(id).await?;
        let stored = stored.ok_or_else(|| SiteError::not_found("challenge"))?;
        let challenge = &stored.challenge;
        let is_visible = match challenge.target {
            ChallengeTarget::Link | ChallengeTarget::Lobby => true,
            ChallengeTarget::Player(account) => {
                viewer == Some(account) || viewer == Some(challenge.challenger)
            }
        };
        if is_visible { Ok(stored) } else { Err(SiteError::not_found("challenge")) }
    }

    /// Accepts a challenge, and starts its game.
    pub(crate) async fn accept(&self, account: &Account, id: ChallengeId) -> Result<StoredGame, SiteError> {
        self.parts.limits.check_creation(account.id)?;
        let stored = self.find(id, Some(account.id)).await?;
        let challenge = &stored.challenge;
        if challenge.challenger == account.id {
            let message = "This challenge is your own: somebody else must accept it.";
            return Err(SiteError::conflict(ErrorCode::OwnChallenge, message));
        }
        let now = clock::now();
        check_open(&stored, now)?;
        let proposal: Proposal = serde_json::from_value(challenge.proposal.clone())
            .map_err(|error| GameError::CorruptLog(error.to_string()))?;
        check_rated(&proposal, account)?;
        let ready = proposal.ready(random()?)?;
        let terms = ready.terms(Seat::Player(challenge.challenger), Seat::Player(account.id));
        // The rules are those of the time when the challenge was created.
        let mut game = self.parts.repository.prepare_in_turn(&ready.rules, &terms, now).await?;
        game.rules.clone_from(&challenge.rules);
        match self.parts.store.accept_challenge(id, game.clone(), now).await? {
            AcceptOutcome::NotOpen => Err(not_open("accepted")),
            AcceptOutcome::Game(stored) => {
                self.parts.repository.announce_created(&game);
                self.announce(challenge);
                Ok(*stored)
            }
        }
    }

    /// Declines a challenge that the account has received.
    pub(crate) async fn decline(&self, account: AccountId, id: ChallengeId) -> Result<(), SiteError> {
        let StoredChallenge { challenge, .. } = self.find(id, Some(account)).await?;
        if challenge.target != ChallengeTarget::Player(account) {
            let message = "Only the challenged player can decline.";
            return Err(SiteError::forbidden(ErrorCode::NotChallenged, message));
        }
        self.end(&challenge, ChallengeState::Declined).await
    }

    /// Withdraws a challenge of the account.
    pub(crate) async fn withdraw(&self, account: AccountId, id: ChallengeId) -> Result<(), SiteError> {
        let StoredChallenge { challenge, .. } = self.find(id, Some(account)).await?;
        if challenge.challenger != account {
            let message = "Only the challenger can withdraw a challenge.";
            return Err(SiteError::forbidden(ErrorCode::NotYourChallenge, message));
        }
        self.end(&challenge, ChallengeState::Withdrawn).await
    }

    async fn end(&self, challenge: &Challenge, state: ChallengeState) -> Result<(), SiteError> {
        if !self.parts.store.end_challenge(challenge.id, state).await? {
            return Err(not_open("accepted"));
        }
        self.announce(challenge);
        Ok(())
    }

    /// Notifies everybody who can see a challenge that it has changed.
    fn announce(&self, challenge: &Challenge) {
        self.parts.bus.notify(Topic::Account(challenge.challenger));
        match challenge.target {
            ChallengeTarget::Lobby => self.parts.bus.notify(Topic::Lobby),
            ChallengeTarget::Player(account) => self.parts.bus.notify(Topic::Account(account)),
            ChallengeTarget::Link => {}
        }
    }
}

/// Returns the challenged player, if the challenge names one.
pub(crate) fn challenged(challenge: &Challenge) -> Option<AccountId> {
    match challenge.target {
        ChallengeTarget::Player(account) => Some(account),
        ChallengeTarget::Link | ChallengeTarget::Lobby => None,
    }
}

/// Checks that a challenge is still open.
pub(crate) fn check_open(stored: &StoredChallenge, now: Timestamp) -> Result<(), SiteError> {
    match stored.state {
        ChallengeState::Open if stored.challenge.expires_at > now => Ok(()),
        ChallengeState::Open => Err(not_open("expired")),
        state => Err(not_open(state.as_str())),
    }
}

fn not_open(reason: &'static str) -> SiteError {
    let message =
        "This challenge is not open any more: it was accepted, declined or withdrawn, or has expired.";
    SiteError::conflict(ErrorCode::ChallengeNotOpen, message).with_kind(reason)
}

/// Checks that a guest does not play a rated game.
fn check_rated(proposal: &Proposal, account: &Account) -> Result<(), SiteError> {
    if proposal.rated && account.is_guest() { Err(rated_needs_account()) } else { Ok(()) }
}

/// Returns the error for a guest who wants to play a rated game.
pub(crate) fn rated_needs_account() -> SiteError {
    let message = "Rated games are played by accounts. Choose a name first, or play an unrated game.";
    SiteError::forbidden(ErrorCode::NoAccount, message).with_kind("rated")
}
