//! Challenges: by a link, to a named player, to anybody in the lobby.

use std::time::Duration;

use tokio::sync::watch;

use super::{Names, Parts, random};
use crate::error::SiteError;
use crate::error_code::ErrorCode;
use crate::repository::{GameError, GameRepository};
use bus::Topic;
use play::game::Seat;
use play::id::{AccountId, ChallengeId};
use play::proposal::Proposal;
use play::time::Timestamp;
use store::{Accepted, Account, NewChallenge, Reach, State, StoredChallenge, StoredGame, clock};

/// A link, or a challenge to somebody, is good for so long.
const LASTS: Duration = Duration::from_secs(7 * 24 * 3600);
/// An offer in the lobby is good for so long.
const LASTS_IN_LOBBY: Duration = Duration::from_secs(3600);
/// So many open challenges are listed, and allowed to one account.
pub(crate) const MOST: usize = 100;
/// So many of them may be in the lobby, or to the same player.
const MOST_ALIKE: usize = 5;

/// The open challenges of an account.
pub(crate) struct OwnChallenges {
    pub(crate) received: Vec<StoredChallenge>,
    pub(crate) made: Vec<StoredChallenge>,
}

/// Makes challenges, and turns them into games.
pub(crate) struct ChallengeService {
    parts: Parts,
}

impl ChallengeService {
    pub(crate) fn new(parts: Parts) -> Self {
        Self { parts }
    }

    /// Challenges the player with a name.
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
        self.create(account, Reach::Named(challenged.id), proposal).await
    }

    /// Makes a challenge, if it can be played.
    pub(crate) async fn create(
        &self,
        account: &Account,
        reach: Reach,
        proposal: &Proposal,
    ) -> Result<StoredChallenge, SiteError> {
        self.parts.limits.game(account.id)?;
        // Whether it can be played is found out now, not when somebody accepts it.
        let ready = proposal.ready(random()?)?;
        let terms = ready.terms(Seat::Player(account.id), Seat::Computer(1));
        let now = clock::now();
        let prepared = GameRepository::prepare(&ready.rules, &terms, now)?;
        check_rated(proposal, account)?;
        let made = self.parts.store.challenges_made(account.id, now, MOST).await?;
        let same = made.iter().filter(|made| made.challenge.reach == reach && reach != Reach::Link).count();
        if made.len() >= MOST || same >= MOST_ALIKE {
            let message = format!(
                "You have {} open challenges, {same} of them like this one. Withdraw some first.",
                made.len()
            );
            return Err(SiteError::conflict(ErrorCode::TooManyChallenges, message));
        }
        let proposal = serde_json::to_value(proposal)
            .map_err(|error| SiteError::bad_request(format!("The proposal cannot be kept: {error}.")))?;
        let lasts = if reach == Reach::Lobby { LASTS_IN_LOBBY } else { LASTS };
        let challenge = NewChallenge {
            id: ChallengeId::new().map_err(GameError::chance)?,
            created_at: now,
            expires_at: now.after(lasts),
            challenger: account.id,
            reach,
            rules: prepared.rules,
            proposal,
        };
        self.parts.store.create_challenge(challenge.clone()).await?;
        self.announce(&challenge);
        Ok(StoredChallenge { challenge, state: State::Open, game: None })
    }

    /// Returns the open challenges that an account was sent and those it has made, the newest first; at most `limit` of
    /// each.
    pub(crate) async fn of(&self, account: AccountId, limit: usize) -> Result<OwnChallenges, SiteError> {
        let now = clock::now();
        let received = self.parts.store.challenges_received(account, now, limit).await?;
        let made = self.parts.store.challenges_made(account, now, limit).await?;
        Ok(OwnChallenges { received, made })
    }

    /// Returns the open offers in the lobby, the oldest first; at most `limit`.
    pub(crate) async fn lobby(&self, limit: usize) -> Result<Vec<StoredChallenge>, SiteError> {
        Ok(self.parts.store.lobby(clock::now(), limit).await?)
    }

    /// Returns the names of those whom challenges concern.
    pub(crate) async fn names(&self, challenges: &[StoredChallenge]) -> Result<Names, SiteError> {
        let people = challenges.iter().map(|stored| &stored.challenge);
        let people = people.flat_map(|challenge| [Some(challenge.challenger), challenged(challenge)]);
        self.parts.names(people.flatten().collect()).await
    }

    /// Listens to changes of the lobby.
    pub(crate) fn subscribe_lobby(&self) -> watch::Receiver<u64> {
        self.parts.bus.subscribe(Topic::Lobby)
    }

    /// Returns a challenge, if it concerns who asks. A link is the key to its challenge.
    pub(crate) async fn find(
        &self,
        id: ChallengeId,
        viewer: Option<AccountId>,
    ) -> Result<StoredChallenge, SiteError> {
        let stored = self.parts.store.challenge(id).await?;
        let stored = stored.ok_or_else(|| SiteError::nothing("challenge"))?;
        let challenge = &stored.challenge;
        let concerned = match challenge.reach {
            Reach::Link | Reach::Lobby => true,
            Reach::Named(account) => viewer == Some(account) || viewer == Some(challenge.challenger),
        };
        if concerned { Ok(stored) } else { Err(SiteError::nothing("challenge")) }
    }

    /// Accepts a challenge: the game begins.
    pub(crate) async fn accept(&self, account: &Account, id: ChallengeId) -> Result<StoredGame, SiteError> {
        self.parts.limits.game(account.id)?;
        let stored = self.find(id, Some(account.id)).await?;
        let challenge = &stored.challenge;
        if challenge.challenger == account.id {
            let message = "This challenge is your own: somebody else must accept it.";
            return Err(SiteError::conflict(ErrorCode::OwnChallenge, message));
        }
        let now = clock::now();
        check_open(&stored, now)?;
        let proposal: Proposal = serde_json::from_value(challenge.proposal.clone())
            .map_err(|error| GameError::Damaged(error.to_string()))?;
        check_rated(&proposal, account)?;
        let ready = proposal.ready(random()?)?;
        let terms = ready.terms(Seat::Player(challenge.challenger), Seat::Player(account.id));
        // The rules are those of the day when the challenge was made.
        let mut game = GameRepository::prepare(&ready.rules, &terms, now)?;
        game.rules.clone_from(&challenge.rules);
        match self.parts.store.accept_challenge(id, game.clone(), now).await? {
            Accepted::NotOpen => Err(not_open("accepted")),
            Accepted::Game(stored) => {
                self.parts.repository.has_begun(&game);
                self.announce(challenge);
                Ok(*stored)
            }
        }
    }

    /// Declines a challenge that somebody was sent.
    pub(crate) async fn decline(&self, account: AccountId, id: ChallengeId) -> Result<(), SiteError> {
        let StoredChallenge { challenge, .. } = self.find(id, Some(account)).await?;
        if challenge.reach != Reach::Named(account) {
            let message = "Only who was challenged by name can decline.";
            return Err(SiteError::forbidden(ErrorCode::NotChallenged, message));
        }
        self.end(&challenge, State::Declined).await
    }

    /// Withdraws somebody's own challenge.
    pub(crate) async fn withdraw(&self, account: AccountId, id: ChallengeId) -> Result<(), SiteError> {
        let StoredChallenge { challenge, .. } = self.find(id, Some(account)).await?;
        if challenge.challenger != account {
            let message = "Only who made a challenge can withdraw it.";
            return Err(SiteError::forbidden(ErrorCode::NotYourChallenge, message));
        }
        self.end(&challenge, State::Withdrawn).await
    }

    async fn end(&self, challenge: &NewChallenge, state: State) -> Result<(), SiteError> {
        if !self.parts.store.end_challenge(challenge.id, state).await? {
            return Err(not_open("accepted"));
        }
        self.announce(challenge);
        Ok(())
    }

    /// Notifies those whom a challenge concerns that something has changed.
    fn announce(&self, challenge: &NewChallenge) {
        self.parts.bus.notify(Topic::Account(challenge.challenger));
        match challenge.reach {
            Reach::Lobby => self.parts.bus.notify(Topic::Lobby),
            Reach::Named(account) => self.parts.bus.notify(Topic::Account(account)),
            Reach::Link => {}
        }
    }
}

/// Returns whom a challenge is for, if it is for one player.
pub(crate) fn challenged(challenge: &NewChallenge) -> Option<AccountId> {
    match challenge.reach {
        Reach::Named(account) => Some(account),
        Reach::Link | Reach::Lobby => None,
    }
}

/// Checks that a challenge can still be accepted.
pub(crate) fn check_open(stored: &StoredChallenge, now: Timestamp) -> Result<(), SiteError> {
    match stored.state {
        State::Open if stored.challenge.expires_at > now => Ok(()),
        State::Open => Err(not_open("expired")),
        state => Err(not_open(state.as_str())),
    }
}

fn not_open(why: &'static str) -> SiteError {
    let message =
        "This challenge is not open any more: it was accepted, declined or withdrawn, or has expired.";
    SiteError::conflict(ErrorCode::ChallengeNotOpen, message).of_kind(why)
}

/// Only accounts play for ratings.
fn check_rated(proposal: &Proposal, account: &Account) -> Result<(), SiteError> {
    if proposal.rated && account.is_guest() { Err(rated_needs_account()) } else { Ok(()) }
}

/// Why guests cannot play rated games.
pub(crate) fn rated_needs_account() -> SiteError {
    let message = "Rated games are played by accounts. Choose a name first, or play an unrated game.";
    SiteError::forbidden(ErrorCode::NoAccount, message).of_kind("rated")
}
