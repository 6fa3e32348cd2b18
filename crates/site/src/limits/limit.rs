//! A rate limit for each key.

use std::collections::HashMap;
use std::fmt::Display;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::RateLimited;
use crate::config::Rate;

/// The operations of a limit that do not depend on the type of its keys.
pub(super) trait KeyedLimit {
    /// Takes the usage that other nodes should know: keys that spent more than half of what is replenished in `interval`.
    fn take_usage(&self, interval: Duration) -> Vec<(String, u32)>;

    /// Charges usage at another node.
    fn charge(&self, key: &str, times: u32);

    /// Removes keys that have not been used for long.
    fn prune_idle(&self);
}

/// A rate limit for each key.
pub(super) struct Limit<K: Hash + Eq + Clone> {
    rate: Rate,
    limiter: DefaultKeyedRateLimiter<K>,
    clock: DefaultClock,
    /// The usage at this node since it was last taken; empty if it is not shared.
    usage: Mutex<HashMap<K, u32>>,
}

/// Returns the quota of a rate.
pub(super) fn quota(rate: Rate) -> Quota {
    let burst = NonZeroU32::new(rate.burst).unwrap_or(NonZeroU32::MIN);
    let every = rate.every.max(Duration::from_nanos(1));
    Quota::with_period(every).unwrap_or(Quota::per_second(burst)).allow_burst(burst)
}

impl<K: Hash + Eq + Clone + Display + FromStr> Limit<K> {
    pub(super) fn new(rate: Rate) -> Self {
        let (limiter, clock) = (RateLimiter::keyed(quota(rate)), DefaultClock::default());
        Self { rate, limiter, clock, usage: Mutex::default() }
    }

    fn usage(&self) -> MutexGuard<'_, HashMap<K, u32>> {
        self.usage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn check(&self, key: &K, is_shared: bool) -> Result<(), RateLimited> {
        let checked = self.limiter.check_key(key);
        checked.map_err(|until| RateLimited { retry_after: until.wait_time_from(self.clock.now()) })?;
        if is_shared {
            *self.usage().entry(key.clone()).or_default() += 1;
        }
        Ok(())
    }
}

impl<K: Hash + Eq + Clone + Display + FromStr> KeyedLimit for Limit<K> {
    fn take_usage(&self, interval: Duration) -> Vec<(String, u32)> {
        let usage = std::mem::take(&mut *self.usage());
        let is_relevant = |times: u32| self.rate.every.saturating_mul(times.saturating_mul(2)) > interval;
        let relevant = usage.into_iter().filter(|(_, times)| is_relevant(*times));
        relevant.map(|(key, times)| (key.to_string(), times)).collect()
    }

    fn charge(&self, key: &str, times: u32) {
        let Ok(key) = key.parse() else { return };
        // A key cannot spend more than its burst.
        for _ in 0..times.min(self.rate.burst) {
            if self.limiter.check_key(&key).is_err() {
                return;
            }
        }
    }

    fn prune_idle(&self) {
        self.limiter.retain_recent();
        self.limiter.shrink_to_fit();
    }
}
