//! Announcements: what has been written is told to whoever listens, at this node and at others.
//!
//! An announcement is only a hint. It says that there is something to read, and who needs it reads it from the store; so a
//! lost announcement is healed by the next one, or by looking, which [`Healing`] does for all who listen at a node. Between
//! nodes it may carry what there is to read, so that the store need not be asked where nothing is missing. Nothing here waits
//! for a network: what cannot be sent is dropped, and told as a whole later.

mod healing;
mod hint;
mod local;
mod nats;
mod postgres;
mod shared;
mod signature;

use std::sync::Arc;

use prometheus_client::metrics::histogram::Histogram;
use tokio::sync::{broadcast, watch};

pub use healing::Healing;
pub use local::LocalBus;
pub use nats::check_address;
pub use shared::SharedBus;
use signature::Signature;

use crate::id::{AccountId, GameId, NodeId};
use crate::secret;
use crate::store::{Database, Nodes, StoreError};

/// What one can hear of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Topic {
    /// How far a game has come: the number of its last event.
    Game(GameId),
    /// That a player or a spectator has come to a game, or gone.
    Presence(GameId),
    /// That the offers in the lobby have changed.
    Lobby,
    /// That somebody was challenged, or is to move.
    Account(AccountId),
    /// That keys of somebody were revoked.
    Keys(AccountId),
}

/// Tells and hears that there is something to read.
pub trait Bus: Send + Sync {
    /// The game has come to this event. Whose request that was is told along, where it is [known](crate::request::current).
    fn announce(&self, game: GameId, seq: u64);

    /// The same, and other nodes are told what has happened, a line of text that is made if there are any. It is given to
    /// whoever [takes news](LocalBus::take_news) there.
    fn announce_news(&self, game: GameId, seq: u64, _news: &dyn Fn() -> String) {
        self.announce(game, seq);
    }

    /// Something has changed.
    fn stir(&self, topic: Topic);

    /// Hears of something from now on. What a slow listener missed is not kept: the newest is what counts.
    fn listen(&self, topic: Topic) -> watch::Receiver<u64>;

    /// Tells all other nodes something, in a line of text.
    fn gossip(&self, text: String);

    /// Hears what other nodes tell from now on.
    fn overhear(&self) -> broadcast::Receiver<Arc<str>>;

    /// Are there other nodes to be heard?
    fn is_shared(&self) -> bool;

    /// Does this node hear the others at the moment, as far as it knows?
    fn is_whole(&self) -> bool;

    /// How long announcements of other nodes were under way, where that is counted.
    fn lags(&self) -> Option<Histogram> {
        None
    }

    /// What is heard at this node alone.
    fn local(&self) -> &LocalBus;
}

/// The bus of a node, and its connection to NATS if there is one.
pub struct Line {
    /// The bus.
    pub bus: Arc<dyn Bus>,
    /// What carries it, and work as well.
    pub nats: Option<async_nats::Client>,
}

impl Line {
    /// The secret of all nodes that share this store.
    pub async fn secret(store: &dyn Nodes) -> Result<String, StoreError> {
        let new = secret::new().map_err(|error| StoreError::Other(error.to_string()))?;
        store.shared_secret(new).await
    }

    /// The line between the nodes of a site: over NATS if it has an address, over PostgreSQL if they share a server of it,
    /// and within the process otherwise. It need not be there yet.
    /// What is told over it is signed with a secret that all nodes [share](Line::secret); what is not is not heard.
    pub async fn open(
        node: NodeId,
        secret: &str,
        bus: Option<&str>,
        database: &Database,
    ) -> Result<Self, String> {
        let signature = Signature::new(secret);
        if let Some(address) = bus {
            let (bus, client) = nats::connect(node, signature, address).await?;
            return Ok(Self { bus: Arc::new(bus), nats: Some(client) });
        }
        let bus: Arc<dyn Bus> = match database {
            Database::File(_) => Arc::new(LocalBus::default()),
            Database::Postgres { url, .. } => Arc::new(postgres::connect(node, signature, url)?),
        };
        Ok(Self { bus, nats: None })
    }
}
