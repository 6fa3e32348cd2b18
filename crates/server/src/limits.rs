//! Limits on how often somebody may ask, which say when to come back.

use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::config::{Rate, Rates};
use crate::id::AccountId;

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
}

struct Limit<K: Hash + Eq + Clone> {
    limiter: DefaultKeyedRateLimiter<K>,
    clock: DefaultClock,
}

impl<K: Hash + Eq + Clone> Limit<K> {
    fn new(rate: Rate) -> Self {
        let burst = NonZeroU32::new(rate.burst).unwrap_or(NonZeroU32::MIN);
        let every = rate.every.max(Duration::from_nanos(1));
        let quota = Quota::with_period(every).unwrap_or(Quota::per_second(burst)).allow_burst(burst);
        Self { limiter: RateLimiter::keyed(quota), clock: DefaultClock::default() }
    }

    fn check(&self, key: &K) -> Result<(), TooOften> {
        let checked = self.limiter.check_key(key);
        checked.map_err(|until| TooOften { wait: until.wait_time_from(self.clock.now()) })
    }

    fn forget_the_quiet(&self) {
        self.limiter.retain_recent();
        self.limiter.shrink_to_fit();
    }
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
        }
    }

    /// A request from an address.
    pub fn request(&self, address: IpAddr) -> Result<(), TooOften> {
        self.requests.check(&network(address))
    }

    /// Somebody at the door: a new guest, a sign-up, a log-in.
    pub fn door(&self, address: IpAddr) -> Result<(), TooOften> {
        self.doors.check(&network(address))
    }

    /// An attempt to log in with a name. Only who tries is held up: nobody can lock out somebody else.
    pub fn log_in(&self, name: &str, address: IpAddr) -> Result<(), TooOften> {
        self.log_ins.check(&format!("{}@{}", name.to_lowercase(), network(address)))
    }

    /// A command.
    pub fn command(&self, account: AccountId) -> Result<(), TooOften> {
        self.commands.check(&account)
    }

    /// Something that is said.
    pub fn message(&self, account: AccountId) -> Result<(), TooOften> {
        self.messages.check(&account)
    }

    /// A game or a challenge.
    pub fn game(&self, account: AccountId) -> Result<(), TooOften> {
        self.games.check(&account)
    }

    /// A question to the engine.
    pub fn analysis(&self, address: IpAddr) -> Result<(), TooOften> {
        self.analyses.check(&network(address))
    }

    /// A position that is looked at.
    pub fn study(&self, address: IpAddr) -> Result<(), TooOften> {
        self.studies.check(&network(address))
    }

    /// Forgets those who have not asked for long; to be done now and then.
    pub fn forget_the_quiet(&self) {
        self.requests.forget_the_quiet();
        self.doors.forget_the_quiet();
        self.log_ins.forget_the_quiet();
        self.commands.forget_the_quiet();
        self.messages.forget_the_quiet();
        self.games.forget_the_quiet();
        self.analyses.forget_the_quiet();
        self.studies.forget_the_quiet();
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
