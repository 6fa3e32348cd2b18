//! One limit, for each key.

use std::collections::HashMap;
use std::fmt::Display;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::TooOften;
use crate::config::Rate;

/// What all limits have in common, whatever they count by.
pub(super) trait Counted {
    /// Those who have spent so much in this time that others should know: more than half of what they could go on with.
    fn take_spent(&self, within: Duration) -> Vec<(String, u32)>;

    /// Somebody has spent so much elsewhere.
    fn charge(&self, key: &str, times: u32);

    /// Forgets those who have not asked for long.
    fn prune_idle(&self);
}

/// How often each of many may do something.
pub(super) struct Limit<K: Hash + Eq + Clone> {
    rate: Rate,
    limiter: DefaultKeyedRateLimiter<K>,
    clock: DefaultClock,
    /// What was spent here since it was last told, if there is anybody to tell.
    spent: Mutex<HashMap<K, u32>>,
}

impl<K: Hash + Eq + Clone + Display + FromStr> Limit<K> {
    pub(super) fn new(rate: Rate) -> Self {
        let burst = NonZeroU32::new(rate.burst).unwrap_or(NonZeroU32::MIN);
        let every = rate.every.max(Duration::from_nanos(1));
        let quota = Quota::with_period(every).unwrap_or(Quota::per_second(burst)).allow_burst(burst);
        let (limiter, clock) = (RateLimiter::keyed(quota), DefaultClock::default());
        Self { rate, limiter, clock, spent: Mutex::default() }
    }

    fn spent(&self) -> MutexGuard<'_, HashMap<K, u32>> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn check(&self, key: &K, shared: bool) -> Result<(), TooOften> {
        let checked = self.limiter.check_key(key);
        checked.map_err(|until| TooOften { wait: until.wait_time_from(self.clock.now()) })?;
        if shared {
            *self.spent().entry(key.clone()).or_default() += 1;
        }
        Ok(())
    }
}

impl<K: Hash + Eq + Clone + Display + FromStr> Counted for Limit<K> {
    fn take_spent(&self, within: Duration) -> Vec<(String, u32)> {
        let spent = std::mem::take(&mut *self.spent());
        let worth_telling = |times: u32| self.rate.every.saturating_mul(times.saturating_mul(2)) > within;
        let told = spent.into_iter().filter(|(_, times)| worth_telling(*times));
        told.map(|(key, times)| (key.to_string(), times)).collect()
    }

    fn charge(&self, key: &str, times: u32) {
        let Ok(key) = key.parse() else { return };
        // Nobody can owe more than there is.
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
