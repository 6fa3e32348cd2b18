//! What administrators decide, on record.

use std::sync::Arc;

use super::{GameRecord, Names, Parts};
use crate::error::SiteError;
use crate::error_code::ErrorCode;
use crate::repository::GameEvent;
use bus::Topic;
use play::id::{AccountId, GameId};
use play::moderator_action::Judgement;
use play::time::Timestamp;
use store::{Account, AuditEntry, ModeratorAction, NewAuditEntry, Role, clock};
use texts::Language;

/// An account that was checked to be an administrator's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Administrator(AccountId);

impl Administrator {
    /// Checks that an account is an administrator's.
    pub(crate) fn check(account: &Account) -> Result<Self, SiteError> {
        match account.role {
            Role::Admin => Ok(Self(account.id)),
            Role::Player | Role::Bot => {
                Err(SiteError::forbidden(ErrorCode::NotAnAdmin, "Only administrators can do that."))
            }
        }
    }

    pub(crate) fn id(self) -> AccountId {
        self.0
    }
}

/// A game that waits for an administrator.
pub(crate) struct Dispute {
    pub(crate) game: GameRecord,
    /// All its events.
    pub(crate) log: Vec<Arc<GameEvent>>,
}

/// Carries out what administrators decide.
pub(crate) struct ModerationService {
    parts: Parts,
}

impl ModerationService {
    pub(crate) fn new(parts: Parts) -> Self {
        Self { parts }
    }

    /// Returns the games that wait for an administrator, the longest waiting first; at most `limit`.
    pub(crate) async fn queue(&self, limit: usize) -> Result<Vec<Dispute>, SiteError> {
        let mut disputes = Vec::new();
        for stored in self.parts.store.disputed_games(limit).await? {
            let table = self.parts.repository.table(stored.id).await?;
            let log = self.parts.log(&stored, &table).await?;
            disputes.push(Dispute { game: self.parts.rated_record(stored, table).await?, log });
        }
        Ok(disputes)
    }

    /// Returns what administrators did, with numbers below `before`, the newest first; at most `limit`. The names are those
    /// of all whom it concerns.
    pub(crate) async fn acts(
        &self,
        before: u64,
        limit: usize,
    ) -> Result<(Vec<AuditEntry>, Names), SiteError> {
        let acts = self.parts.store.audit_entries(before, limit).await?;
        let people = acts.iter().flat_map(|act| [Some(act.act.admin), act.act.account]).flatten();
        let names = self.parts.names(people.collect()).await?;
        Ok((acts, names))
    }

    /// Decides about a game, and returns the number of the event with which that was done.
    pub(crate) async fn judge(
        &self,
        admin: Administrator,
        game: GameId,
        judgement: Judgement,
        reason: String,
        language: Language,
    ) -> Result<u64, SiteError> {
        let table = self.parts.repository.table(game).await?;
        if !table.sides_of(admin.id()).is_empty() {
            return Err(SiteError::forbidden(ErrorCode::OwnGame, "Nobody judges a game of his own."));
        }
        let act = act(admin, judgement.into(), Some(game), None, reason)?;
        Ok(self.parts.repository.judge(game, judgement, act, language).await?)
    }

    /// Warns a player.
    pub(crate) async fn warn(
        &self,
        admin: Administrator,
        name: &str,
        reason: String,
        game: Option<GameId>,
    ) -> Result<(), SiteError> {
        let account = self.parts.player(name).await?;
        if let Some(game) = game {
            self.parts.store.game(game).await?.ok_or_else(|| SiteError::nothing("game"))?;
        }
        let act = act(admin, ModeratorAction::Warn, game, Some(account.id), reason)?;
        let (at, reason) = (act.at, act.reason.clone());
        self.parts.store.warn(account.id, act).await?;
        if let Some(game) = game {
            self.settle_report(admin, game, account.id, at, reason).await?;
        }
        self.parts.bus.notify(Topic::Account(account.id));
        Ok(())
    }

    /// A warning about a game settles the report about the player in it.
    async fn settle_report(
        &self,
        admin: Administrator,
        game: GameId,
        warned: AccountId,
        at: Timestamp,
        reason: String,
    ) -> Result<(), SiteError> {
        let table = self.parts.repository.table(game).await?;
        let seats = table.terms().seats();
        let reported = table.report().is_some_and(|report| seats[report.of].account() == Some(warned));
        if reported && table.call().is_none() {
            let act = NewAuditEntry {
                at,
                admin: admin.id(),
                deed: ModeratorAction::Refuse,
                game: Some(game),
                account: None,
                reason,
            };
            self.parts.repository.judge(game, Judgement::Refuse, act, Language::English).await?;
        }
        Ok(())
    }

    /// Closes an account, or opens it again. Whoever is logged in with it is logged out.
    pub(crate) async fn close_account(
        &self,
        admin: Administrator,
        name: &str,
        reason: String,
        reopen: bool,
    ) -> Result<(), SiteError> {
        let account = self.parts.player(name).await?;
        if account.role == Role::Admin {
            let message = "The account of an administrator cannot be closed here.";
            return Err(SiteError::forbidden(ErrorCode::IsAnAdmin, message));
        }
        let deed = if reopen { ModeratorAction::Reopen } else { ModeratorAction::Close };
        let act = act(admin, deed, None, Some(account.id), reason)?;
        let closed_at = (!reopen).then_some(act.at);
        self.parts.store.close_account(account.id, closed_at, act).await?;
        self.parts.bus.notify(Topic::Credentials(account.id));
        Ok(())
    }
}

/// Returns an act of an administrator, with its reason.
fn act(
    admin: Administrator,
    deed: ModeratorAction,
    game: Option<GameId>,
    account: Option<AccountId>,
    reason: String,
) -> Result<NewAuditEntry, SiteError> {
    if reason.trim().is_empty() || reason.chars().count() > 500 {
        let message = "Say why, in 1 to 500 characters: it is kept on record.";
        return Err(SiteError::unusable(ErrorCode::BadReason, message));
    }
    Ok(NewAuditEntry { at: clock::now(), admin: admin.id(), deed, game, account, reason })
}
