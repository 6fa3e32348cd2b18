//! Decisions of administrators, with an audit log.

use std::sync::Arc;

use super::{GameRecord, Names, Parts};
use crate::error::SiteError;
use crate::error_code::ErrorCode;
use crate::repository::GameEvent;
use bus::Topic;
use play::id::{AccountId, GameId};
use play::moderator_action::Judgement;
use play::text::visible;
use play::time::Timestamp;
use store::{Account, AuditEntry, ModeratorAction, NewAuditEntry, Role, clock};
use texts::Language;

/// The account of an administrator, as checked by [`Administrator::check`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Administrator(AccountId);

impl Administrator {
    /// Checks that an account belongs to an administrator.
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

/// A game that waits for a decision of an administrator.
pub(crate) struct Dispute {
    pub(crate) game: GameRecord,
    /// All events of the game.
    pub(crate) log: Vec<Arc<GameEvent>>,
}

/// Executes and records decisions of administrators.
pub(crate) struct ModerationService {
    parts: Parts,
}

impl ModerationService {
    pub(crate) fn new(parts: Parts) -> Self {
        Self { parts }
    }

    /// Returns the games that wait for a decision, the longest waiting first; at most `limit`.
    pub(crate) async fn queue(&self, limit: usize) -> Result<Vec<Dispute>, SiteError> {
        let mut disputes = Vec::new();
        for stored in self.parts.store.disputed_games(limit).await? {
            let state = self.parts.repository.load(stored.id).await?;
            let log = self.parts.log(&stored, &state).await?;
            disputes.push(Dispute { game: self.parts.rated_record(stored, state).await?, log });
        }
        Ok(disputes)
    }

    /// Returns audit entries with numbers below `before`, the newest first; at most `limit`, with the names of their
    /// administrators and accounts.
    pub(crate) async fn audit_log(
        &self,
        before: u64,
        limit: usize,
    ) -> Result<(Vec<AuditEntry>, Names), SiteError> {
        let entries = self.parts.store.audit_entries(before, limit).await?;
        let accounts =
            entries.iter().flat_map(|entry| [Some(entry.entry.admin), entry.entry.account]).flatten();
        let names = self.parts.names(accounts.collect()).await?;
        Ok((entries, names))
    }

    /// Adjudicates a game, and returns the number of the event.
    pub(crate) async fn adjudicate(
        &self,
        admin: Administrator,
        game: GameId,
        judgement: Judgement,
        reason: &str,
        language: Language,
    ) -> Result<u64, SiteError> {
        let state = self.parts.repository.load(game).await?;
        if !state.sides_of(admin.id()).is_empty() {
            let message = "Administrators do not judge their own games.";
            return Err(SiteError::forbidden(ErrorCode::OwnGame, message));
        }
        let entry = audit_entry(admin, judgement.into(), Some(game), None, reason)?;
        Ok(self.parts.repository.adjudicate(game, judgement, entry, language).await?)
    }

    /// Warns a player.
    pub(crate) async fn warn(
        &self,
        admin: Administrator,
        name: &str,
        reason: &str,
        game: Option<GameId>,
    ) -> Result<(), SiteError> {
        let account = self.parts.player(name).await?;
        if let Some(game) = game {
            self.parts.store.game(game).await?.ok_or_else(|| SiteError::not_found("game"))?;
        }
        let entry = audit_entry(admin, ModeratorAction::Warn, game, Some(account.id), reason)?;
        let (at, reason) = (entry.at, entry.reason.clone());
        self.parts.store.warn(account.id, entry).await?;
        if let Some(game) = game {
            self.settle_report(admin, game, account.id, at, reason).await?;
        }
        self.parts.bus.notify(Topic::Account(account.id));
        Ok(())
    }

    /// Settles the report about a player who was warned because of this game.
    async fn settle_report(
        &self,
        admin: Administrator,
        game: GameId,
        warned: AccountId,
        at: Timestamp,
        reason: String,
    ) -> Result<(), SiteError> {
        let state = self.parts.repository.load(game).await?;
        let seats = state.terms().seats();
        let is_reported = state.report().is_some_and(|report| seats[report.of].account() == Some(warned));
        if is_reported && state.call().is_none() {
            let entry = NewAuditEntry {
                at,
                admin: admin.id(),
                action: ModeratorAction::Refuse,
                game: Some(game),
                account: None,
                reason,
            };
            self.parts.repository.adjudicate(game, Judgement::Refuse, entry, Language::English).await?;
        }
        Ok(())
    }

    /// Closes an account, or reopens it, and ends its sessions.
    pub(crate) async fn close_account(
        &self,
        admin: Administrator,
        name: &str,
        reason: &str,
        reopen: bool,
    ) -> Result<(), SiteError> {
        let account = self.parts.player(name).await?;
        if account.role == Role::Admin {
            let message = "The account of an administrator cannot be closed here.";
            return Err(SiteError::forbidden(ErrorCode::IsAnAdmin, message));
        }
        let action = if reopen { ModeratorAction::Reopen } else { ModeratorAction::Close };
        let entry = audit_entry(admin, action, None, Some(account.id), reason)?;
        let closed_at = (!reopen).then_some(entry.at);
        self.parts.store.close_account(account.id, closed_at, entry).await?;
        self.parts.bus.notify(Topic::Credentials(account.id));
        Ok(())
    }
}

/// Returns an audit entry, if its reason is valid.
fn audit_entry(
    admin: Administrator,
    action: ModeratorAction,
    game: Option<GameId>,
    account: Option<AccountId>,
    reason: &str,
) -> Result<NewAuditEntry, SiteError> {
    let reason = visible(reason);
    if reason.trim().is_empty() || reason.chars().count() > 500 {
        let message = "Give a reason of 1 to 500 characters. It is kept on record.";
        return Err(SiteError::unprocessable(ErrorCode::BadReason, message));
    }
    Ok(NewAuditEntry { at: clock::now(), admin: admin.id(), action, game, account, reason })
}
