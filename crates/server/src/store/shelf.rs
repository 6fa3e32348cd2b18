//! House rules that people keep.

use serde_json::{Map, Value};

use super::Answer;
use crate::id::{AccountId, ShelfId};
use crate::time::Timestamp;

/// Where house rules are kept, each under a name that its owner gave it.
pub trait RuleShelf: Send + Sync {
    /// Keeps rules. Those that the account has under the same name are replaced, and keep their id. With `most` others on
    /// the shelf there is no room: none.
    fn shelve(&self, rules: Shelved, most: usize) -> Answer<'_, Option<Shelved>>;

    /// The rules that an account keeps, by name.
    fn shelf(&self, account: AccountId) -> Answer<'_, Vec<Shelved>>;

    /// Kept rules by their id, whoever keeps them.
    fn shelved(&self, id: ShelfId) -> Answer<'_, Option<Shelved>>;

    /// Forgets rules; false: the account keeps none with this id.
    fn unshelve(&self, account: AccountId, id: ShelfId) -> Answer<'_, bool>;
}

/// House rules that somebody keeps.
#[derive(Clone, PartialEq, Debug)]
pub struct Shelved {
    /// Their id.
    pub id: ShelfId,
    /// Who keeps them.
    pub account: AccountId,
    /// Under which name.
    pub name: String,
    /// A base and what differs from it, as they were written.
    pub rules: Map<String, Value>,
    /// When they were saved last.
    pub saved_at: Timestamp,
}
