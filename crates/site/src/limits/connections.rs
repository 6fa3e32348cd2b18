//! Limits on open connections, in all and per network, with a reserve for clients that are known.
//!
//! Anonymous connections can take all but a reserve. A connection in the reserve serves health checks and authenticated
//! requests only, so that strangers who hold all other connections cannot keep out players and monitors.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use thiserror::Error;

use super::network_prefix;
use crate::config::Connections;

/// The share of all connections that is reserved: one in this many.
const RESERVE_SHARE: usize = 10;
/// The number of connections from which a network cannot use the reserve: those who hold all others are not let into it.
const RESERVE_PER_NETWORK: usize = 16;

/// The limits on the open connections of a server.
pub struct ConnectionLimits {
    max: usize,
    /// Maximum number of anonymous connections outside the reserve.
    max_anonymous: usize,
    per_network: usize,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    open: usize,
    /// The open connections that have not been authenticated.
    anonymous: usize,
    by_network: HashMap<IpAddr, usize>,
}

/// Why a connection is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ConnectionRefused {
    /// All connections are taken.
    #[error("The site has no free connection at the moment.")]
    Full,
    /// The network has too many connections: the maximum.
    #[error("There are too many connections from your address: at most {0} are allowed. Close some.")]
    TooManyFromNetwork(usize),
}

/// The open connection of a client, which counts until it is dropped.
pub struct OpenConnection {
    limits: Arc<ConnectionLimits>,
    /// The network to which it counts; none yet for the connection of a proxy.
    network: OnceLock<IpAddr>,
    access: Mutex<Access>,
}

/// The requests that a connection may serve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    /// Anything; the client is anonymous.
    Anonymous,
    /// Health checks and authenticated requests; the client is anonymous.
    Reserve,
    /// Anything; a request was authenticated, or the peer is a trusted proxy.
    Known,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Every update is complete before anything can panic.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ConnectionLimits {
    /// Creates limits; no connection is open.
    #[must_use]
    pub fn new(Connections { max, per_address }: Connections) -> Arc<Self> {
        let max_anonymous = max - max / RESERVE_SHARE;
        Arc::new(Self { max, max_anonymous, per_network: per_address, counts: Mutex::default() })
    }

    /// Counts a connection of a client.
    pub fn open(self: &Arc<Self>, address: IpAddr) -> Result<OpenConnection, ConnectionRefused> {
        let network = network_prefix(address);
        let mut counts = lock(&self.counts);
        let access = if counts.anonymous < self.max_anonymous { Access::Anonymous } else { Access::Reserve };
        if counts.open >= self.max
            || access == Access::Reserve && counts.of(network) >= RESERVE_PER_NETWORK.min(self.per_network)
        {
            return Err(ConnectionRefused::Full);
        }
        counts.add(network, self.per_network)?;
        counts.open += 1;
        counts.anonymous += 1;
        drop(counts);
        Ok(OpenConnection { limits: Arc::clone(self), network: network.into(), access: access.into() })
    }

    /// Counts a connection of a trusted proxy, which limits the connections of its clients itself.
    pub fn open_proxied(self: &Arc<Self>) -> Result<OpenConnection, ConnectionRefused> {
        let mut counts = lock(&self.counts);
        if counts.open >= self.max {
            return Err(ConnectionRefused::Full);
        }
        counts.open += 1;
        drop(counts);
        Ok(OpenConnection {
            limits: Arc::clone(self),
            network: OnceLock::new(),
            access: Access::Known.into(),
        })
    }
}

impl Counts {
    fn of(&self, network: IpAddr) -> usize {
        self.by_network.get(&network).copied().unwrap_or_default()
    }

    fn add(&mut self, network: IpAddr, max: usize) -> Result<(), ConnectionRefused> {
        let open = self.by_network.entry(network).or_default();
        if *open >= max {
            return Err(ConnectionRefused::TooManyFromNetwork(max));
        }
        *open += 1;
        Ok(())
    }

    fn subtract(&mut self, network: IpAddr) {
        if let Some(open) = self.by_network.get_mut(&network) {
            *open -= 1;
            if *open == 0 {
                self.by_network.remove(&network);
            }
        }
    }
}

impl OpenConnection {
    /// Returns whether only health checks and authenticated requests may use the connection.
    #[must_use]
    pub fn is_in_reserve(&self) -> bool {
        *lock(&self.access) == Access::Reserve
    }

    /// Records that a request of the connection was authenticated.
    pub fn set_authenticated(&self) {
        let before = std::mem::replace(&mut *lock(&self.access), Access::Known);
        if before != Access::Known {
            lock(&self.limits.counts).anonymous -= 1;
        }
    }

    /// Counts the connection of a proxy to the client that has it for itself from now on.
    pub fn dedicate(&self, client: IpAddr) -> Result<(), ConnectionRefused> {
        if self.network.get().is_some() {
            return Ok(());
        }
        let network = network_prefix(client);
        lock(&self.limits.counts).add(network, self.limits.per_network)?;
        if self.network.set(network).is_err() {
            lock(&self.limits.counts).subtract(network);
        }
        Ok(())
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        let is_anonymous = *lock(&self.access) != Access::Known;
        let mut counts = lock(&self.limits.counts);
        counts.open -= 1;
        counts.anonymous -= usize::from(is_anonymous);
        if let Some(network) = self.network.get() {
            counts.subtract(*network);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        [10, 0, 0, last].into()
    }

    #[test]
    fn a_network_is_limited_and_closed_connections_are_free_again() {
        let limits = ConnectionLimits::new(Connections { max: 100, per_address: 2 });
        let open = || limits.open(address(1));
        let (first, _second) = (open().expect("open"), open().expect("open"));
        assert_eq!(open().err(), Some(ConnectionRefused::TooManyFromNetwork(2)));
        assert!(limits.open(address(2)).is_ok());
        drop(first);
        assert!(open().is_ok());
    }

    #[test]
    fn the_reserve_is_for_known_clients_of_other_networks() {
        let limits = ConnectionLimits::new(Connections { max: 40, per_address: 100 });
        let strangers: Vec<_> = (0..36).map(|_| limits.open(address(1)).expect("open")).collect();
        assert!(strangers.iter().all(|connection| !connection.is_in_reserve()));
        assert_eq!(limits.open(address(1)).err(), Some(ConnectionRefused::Full));
        let player = limits.open(address(2)).expect("open");
        assert!(player.is_in_reserve());
        player.set_authenticated();
        player.set_authenticated();
        assert!(!player.is_in_reserve());
        // A stranger who turns out to be a player leaves room for another stranger.
        strangers[0].set_authenticated();
        let stranger = limits.open(address(3)).expect("open");
        assert!(!stranger.is_in_reserve());
        let _monitors = [4, 5].map(|last| limits.open(address(last)).expect("open"));
        assert_eq!(limits.open(address(6)).err(), Some(ConnectionRefused::Full));
        drop((strangers, player));
        assert!(!limits.open(address(6)).expect("open").is_in_reserve());
    }

    #[test]
    fn connections_of_a_proxy_count_to_the_client_they_are_dedicated_to() {
        let limits = ConnectionLimits::new(Connections { max: 3, per_address: 1 });
        let open = || limits.open_proxied();
        let [first, second] = [open().expect("open"), open().expect("open")];
        assert!(!first.is_in_reserve());
        assert_eq!(first.dedicate(address(1)), Ok(()));
        assert_eq!(second.dedicate(address(1)), Err(ConnectionRefused::TooManyFromNetwork(1)));
        drop(first);
        assert_eq!(second.dedicate(address(1)), Ok(()));
        let _others = [open(), open()];
        assert_eq!(open().err(), Some(ConnectionRefused::Full));
    }

    #[test]
    fn nothing_is_kept_of_closed_connections() {
        let limits = ConnectionLimits::new(Connections { max: 10, per_address: 5 });
        let connections: Vec<_> = (1..=9).map(|last| limits.open(address(last)).expect("open")).collect();
        connections[3].set_authenticated();
        drop(connections);
        let counts = lock(&limits.counts);
        assert_eq!((counts.open, counts.anonymous, counts.by_network.len()), (0, 0, 0));
    }
}
