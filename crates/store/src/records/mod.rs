//! The records of a site, as every database keeps them.

mod accounts;
mod challenges;
mod games;
mod moderation;
mod nodes;
mod ratings;
mod saved_rules;

pub use accounts::{Account, Credential, CredentialKind, NewAccount, NewCredential};
pub use challenges::{Accepted, NewChallenge, Reach, State, StoredChallenge};
pub use games::{Append, Appended, CommandRecord, GameFilter, NewGame, StoredEvent, StoredGame};
pub use moderation::{AuditEntry, NewAuditEntry, Warning};
pub(crate) use nodes::Heartbeat;
pub use nodes::{Beat, NODE_TIMEOUT, Outage, PresenceRecord, RECOVERY_TIMEOUT, SHORT_OUTAGE};
pub use ratings::{RatingChange, RatingPoint, StoredRating};
pub use saved_rules::SavedRuleSet;
