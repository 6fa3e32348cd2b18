//! The records of a site, independent of the database.

mod accounts;
mod archived_logs;
mod challenges;
mod cleanup;
mod games;
mod moderation;
mod nodes;
mod ratings;
mod saved_rules;

pub use accounts::{Account, Credential, CredentialKind, NewAccount, NewCredential};
pub use archived_logs::{ArchivableGame, ArchivedLog};
pub use challenges::{AcceptOutcome, Challenge, ChallengeState, ChallengeTarget, StoredChallenge};
pub use cleanup::{CommandPage, GuestPage, GuestPosition};
pub use games::{Append, AppendOutcome, CommandRecord, GameFilter, NewGame, StoredEvent, StoredGame};
pub use moderation::{AuditEntry, NewAuditEntry, Warning};
pub(crate) use nodes::{Heartbeat, Recovery};
pub use nodes::{HeartbeatOutcome, NODE_TIMEOUT, Outage, PresenceRecord, RECOVERY_TIMEOUT, SHORT_OUTAGE};
pub use ratings::{RatingChange, RatingPoint, StoredRating};
pub use saved_rules::SavedRuleSet;
