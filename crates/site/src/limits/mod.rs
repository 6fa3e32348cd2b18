//! Limits on how often somebody may ask, which say when to come back.

mod limit;
mod sharing;

use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::config::Rates;
use limit::{Counted, Limit};
use play::id::AccountId;
pub use sharing::SharedLimits;

/// Somebody asks too often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooOften {
    /// After so much time it is allowed again.
    pub wait: Duration,
}

/// All limits of a site.
pub struct Limits {
    requests: Limit<IpAddr>,
    doors: Limit<IpAddr>,
    log_ins: Limit<String>,
    commands: Limit<AccountId>,
    messages: Limit<AccountId>,
    games: Limit<AccountId>,
    analyses: Limit<IpAddr>,
    studies: Limit<IpAddr>,
    /// Are other nodes told?
    shared: AtomicBool,
}

impl Limits {
    /// Limits by these rates.
    #[must_use]
    pub fn new(rates: &Rates) -> Self {
        Self {
            requests: Limit::new(rates.requests),
            doors: Limit::new(rates.doors),
            log_ins: Limit::new(rates.log_ins),
            commands: Limit::new(rates.commands),
            messages: Limit::new(rates.messages),
            games: Limit::new(rates.games),
            analyses: Limit::new(rates.analyses),
            studies: Limit::new(rates.studies),
            shared: AtomicBool::new(false),
        }
    }

    fn shared(&self) -> bool {
        self.shared.load(Ordering::Relaxed)
    }

    /// A request from an address.
    pub fn request(&self, address: IpAddr) -> Result<(), TooOften> {
        self.requests.check(&network(address), self.shared())
    }

    /// Somebody at the door: a new guest, a sign-up, a log-in.
    pub fn door(&self, address: IpAddr) -> Result<(), TooOften> {
        self.doors.check(&network(address), self.shared())
    }

    /// An attempt to log in with a name. Only who tries is held up: nobody can lock out somebody else.
    pub fn log_in(&self, name: &str, address: IpAddr) -> Result<(), TooOften> {
        // A name may hold anything, and be of any length: its hash is as good, and can be told.
        let hash = Sha256::digest(format!("{}@{}", name.to_lowercase(), network(address)));
        self.log_ins.check(&hex::encode(&hash[..8]), self.shared())
    }

    /// A command.
    pub fn command(&self, account: AccountId) -> Result<(), TooOften> {
        self.commands.check(&account, self.shared())
    }

    /// Something that is said.
    pub fn message(&self, account: AccountId) -> Result<(), TooOften> {
        self.messages.check(&account, self.shared())
    }

    /// A game or a challenge.
    pub fn game(&self, account: AccountId) -> Result<(), TooOften> {
        self.games.check(&account, self.shared())
    }

    /// A question to the engine.
    pub fn analysis(&self, address: IpAddr) -> Result<(), TooOften> {
        self.analyses.check(&network(address), self.shared())
    }

    /// A position that is looked at.
    pub fn study(&self, address: IpAddr) -> Result<(), TooOften> {
        self.studies.check(&network(address), self.shared())
    }

    /// Forgets those who have not asked for long; to be done now and then.
    pub fn prune_idle(&self) {
        self.all().into_iter().for_each(|(_, limit)| limit.prune_idle());
    }

    /// All of them by name; those that protect most come first.
    fn all(&self) -> [(&'static str, &dyn Counted); 8] {
        [
            ("log-ins", &self.log_ins),
            ("doors", &self.doors),
            ("games", &self.games),
            ("messages", &self.messages),
            ("commands", &self.commands),
            ("analyses", &self.analyses),
            ("studies", &self.studies),
            ("requests", &self.requests),
        ]
    }
}

/// One customer has a whole network of the newer addresses: the first 64 bits count.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(long) => match long.to_ipv4_mapped() {
            Some(short) => IpAddr::V4(short),
            None => {
                let [a, b, c, d, ..] = long.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Rate;

    #[test]
    fn who_asks_too_often_is_told_when_to_come_back_and_others_are_not_touched() {
        let rate = Rate { burst: 3, every: Duration::from_secs(60) };
        let limits = Limits::new(&Rates { requests: rate, ..Rates::UNLIMITED });
        let (one, other): (IpAddr, IpAddr) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        for _ in 0..3 {
            assert_eq!(limits.request(one), Ok(()));
        }
        let wait = limits.request(one).expect_err("too often").wait;
        assert!(wait > Duration::from_secs(50) && wait <= Duration::from_secs(60), "{wait:?}");
        assert_eq!(limits.request(other), Ok(()));
        let account = AccountId::new().expect("chance");
        assert!((0..10_000).all(|_| limits.command(account).is_ok()));
    }

    #[test]
    fn a_network_of_long_addresses_counts_as_one() {
        let address = |text: &str| network(text.parse().expect("an address"));
        assert_eq!(address("2001:db8:1:2:3::4"), address("2001:db8:1:2:ffff::"));
        assert_ne!(address("2001:db8:1:2::"), address("2001:db8:1:3::"));
        assert_eq!(address("::ffff:10.0.0.1"), address("10.0.0.1"));
    }
}
