//! Limits on rates, on connections and on long bodies, by network, account, name and connection.

mod bodies;
mod concurrency;
mod connections;
mod frames;
mod limit;
mod sharing;

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::config::{Rate, Rates};
use bodies::BodyLimit;
pub use bodies::{BodyBytes, BodyRefused};
pub use concurrency::ConcurrencyGuard;
use concurrency::ConcurrencyLimit;
pub use connections::{ConnectionLimits, ConnectionRefused, OpenConnection};
pub use frames::FrameLimit;
use limit::{KeyedLimit, Limit};
use play::id::AccountId;
pub use sharing::SharedLimits;

/// Maximum number of concurrent exports from one network.
const MAX_EXPORTS: usize = 2;
/// The time after which a rejected export may be tried again.
const EXPORT_RETRY: Duration = Duration::from_secs(10);

/// The error of an exceeded rate limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RateLimited {
    /// The time after which a request is admitted again.
    pub retry_after: Duration,
}

/// The rate limits of a site.
pub struct Limits {
    requests: Limit<IpAddr>,
    authentications: Limit<IpAddr>,
    log_ins: Limit<String>,
    commands: Limit<AccountId>,
    connections: Limit<AccountId>,
    messages: Limit<AccountId>,
    games: Limit<AccountId>,
    analyses: Limit<IpAddr>,
    studies: Limit<IpAddr>,
    frames: Rate,
    exports: ConcurrencyLimit,
    bodies: Arc<BodyLimit>,
    /// Whether usage is shared with other nodes.
    shared: AtomicBool,
}

impl Limits {
    /// Creates limits with these rates.
    #[must_use]
    pub fn new(rates: &Rates) -> Self {
        Self {
            requests: Limit::new(rates.requests),
            authentications: Limit::new(rates.authentications),
            log_ins: Limit::new(rates.log_ins),
            commands: Limit::new(rates.commands),
            connections: Limit::new(rates.connections),
            messages: Limit::new(rates.messages),
            games: Limit::new(rates.games),
            analyses: Limit::new(rates.analyses),
            studies: Limit::new(rates.studies),
            frames: rates.frames,
            exports: ConcurrencyLimit::new(MAX_EXPORTS),
            bodies: Arc::default(),
            shared: AtomicBool::new(false),
        }
    }

    fn is_shared(&self) -> bool {
        self.shared.load(Ordering::Relaxed)
    }

    /// Counts a request from an address. Fails if the rate limit is exceeded.
    pub fn check_request(&self, address: IpAddr) -> Result<(), RateLimited> {
        self.requests.check(&network_prefix(address), self.is_shared())
    }

    /// Counts a new guest, a sign-up, a login attempt or another use of credentials. Fails if the rate limit is exceeded.
    pub fn check_authentication(&self, address: IpAddr) -> Result<(), RateLimited> {
        self.authentications.check(&network_prefix(address), self.is_shared())
    }

    /// Counts an attempt to log in with a name. Fails if the rate limit is exceeded. The limit is per network, so that
    /// nobody can lock out somebody else.
    pub fn check_log_in(&self, name: &str, address: IpAddr) -> Result<(), RateLimited> {
        // A name may contain anything and have any length; its hash can be broadcast to other nodes.
        let hash = Sha256::digest(format!("{}@{}", name.to_lowercase(), network_prefix(address)));
        self.log_ins.check(&hex::encode(&hash[..8]), self.is_shared())
    }

    /// Counts a command. Fails if the rate limit is exceeded.
    pub fn check_command(&self, account: AccountId) -> Result<(), RateLimited> {
        self.commands.check(&account, self.is_shared())
    }

    /// Counts a live connection that an account opens. Fails if the rate limit is exceeded.
    pub fn check_connection(&self, account: AccountId) -> Result<(), RateLimited> {
        self.connections.check(&account, self.is_shared())
    }

    /// Counts a chat message. Fails if the rate limit is exceeded.
    pub fn check_message(&self, account: AccountId) -> Result<(), RateLimited> {
        self.messages.check(&account, self.is_shared())
    }

    /// Counts a new game or challenge, or a saved rule set. Fails if the rate limit is exceeded.
    pub fn check_creation(&self, account: AccountId) -> Result<(), RateLimited> {
        self.games.check(&account, self.is_shared())
    }

    /// Counts an engine analysis request. Fails if the rate limit is exceeded.
    pub fn check_analysis(&self, address: IpAddr) -> Result<(), RateLimited> {
        self.analyses.check(&network_prefix(address), self.is_shared())
    }

    /// Counts a request for a position of the analysis board. Fails if the rate limit is exceeded.
    pub fn check_study(&self, address: IpAddr) -> Result<(), RateLimited> {
        self.studies.check(&network_prefix(address), self.is_shared())
    }

    /// Returns the limit for a new live connection. Moves do not count as requests of the address, which many players may
    /// share.
    #[must_use]
    pub fn frame_limit(&self) -> FrameLimit {
        FrameLimit::new(self.frames)
    }

    /// Counts an export of games until the guard is dropped.
    pub fn begin_export(&self, address: IpAddr) -> Result<ConcurrencyGuard, RateLimited> {
        self.exports.begin(address).ok_or(RateLimited { retry_after: EXPORT_RETRY })
    }

    /// Starts counting the bytes of a long body from an address. The count ends when the returned value is dropped.
    pub fn begin_body(&self, address: IpAddr) -> BodyBytes {
        self.bodies.begin(address)
    }

    /// Removes keys that have not been used for long; to be called periodically.
    pub fn prune_idle(&self) {
        self.all().into_iter().for_each(|(_, limit)| limit.prune_idle());
    }

    /// Returns all limits by the name under which nodes share them, the most important first.
    fn all(&self) -> [(&'static str, &dyn KeyedLimit); 9] {
        [
            ("log-ins", &self.log_ins),
            ("authentications", &self.authentications),
            ("games", &self.games),
            ("messages", &self.messages),
            ("commands", &self.commands),
            ("connections", &self.connections),
            ("analyses", &self.analyses),
            ("studies", &self.studies),
            ("requests", &self.requests),
        ]
    }
}

/// Returns the network to which an address belongs. IPv6 addresses are grouped by /64 prefix, the usual allocation of
/// one customer.
pub(crate) fn network_prefix(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => IpAddr::V4(v4),
            None => {
                let [a, b, c, d, ..] = v6.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_returns_the_wait_and_does_not_affect_others() {
        let rate = Rate { burst: 3, every: Duration::from_secs(60) };
        let limits = Limits::new(&Rates { requests: rate, ..Rates::UNLIMITED });
        let (one, other): (IpAddr, IpAddr) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        for _ in 0..3 {
            assert_eq!(limits.check_request(one), Ok(()));
        }
        let wait = limits.check_request(one).expect_err("limited").retry_after;
        assert!(wait > Duration::from_secs(50) && wait <= Duration::from_secs(60), "{wait:?}");
        assert_eq!(limits.check_request(other), Ok(()));
        let account = AccountId::new().expect("random bytes");
        assert!((0..10_000).all(|_| limits.check_command(account).is_ok()));
    }

    #[test]
    fn ipv6_addresses_of_a_network_share_a_limit() {
        let address = |text: &str| network_prefix(text.parse().expect("an address"));
        assert_eq!(address("2001:db8:1:2:3::4"), address("2001:db8:1:2:ffff::"));
        assert_ne!(address("2001:db8:1:2::"), address("2001:db8:1:3::"));
        assert_eq!(address("::ffff:10.0.0.1"), address("10.0.0.1"));
    }
}
