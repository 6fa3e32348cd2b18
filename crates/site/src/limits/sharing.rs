//! Limits hold for all nodes together: each tells the others who has spent much there, and charges what they tell.
//!
//! It is gossip: who asks now and then is not spoken of, and while nodes do not hear each other, each limits alone.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

use super::Limits;
use bus::Bus;

/// So often it is told who has spent much.
const TELL: Duration = Duration::from_millis(300);
/// So many are told of at a time: a message is small.
const AT_A_TIME: usize = 100;
/// So many are told of at the most.
const MOST: usize = 2_000;
/// How gossip about limits begins.
const SPENT: &str = "spent ";

/// Tells and charges, until it is dropped.
pub struct SharedLimits(JoinHandle<()>);

impl Drop for SharedLimits {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Limits {
    /// From now on they hold for all nodes on this bus, if there are others.
    #[must_use]
    pub fn share(self: &Arc<Self>, bus: Arc<dyn Bus>) -> Option<SharedLimits> {
        if !bus.is_shared() {
            return None;
        }
        self.shared.store(true, Ordering::Relaxed);
        Some(SharedLimits(tokio::spawn(share(Arc::clone(self), bus))))
    }

    /// What others should know, as they hear it.
    fn told(&self) -> Vec<String> {
        let spent = self.all().into_iter().flat_map(|(name, limit)| {
            let spent = limit.take_spent(TELL).into_iter();
            spent.map(move |(key, times)| format!("{name} {key} {times}"))
        });
        let mut words: Vec<String> = spent.collect();
        words.truncate(MOST);
        words.chunks(AT_A_TIME).map(|some| format!("{SPENT}{}", some.join(" "))).collect()
    }

    /// What another node tells.
    fn charge(&self, told: &str) {
        let Some(told) = told.strip_prefix(SPENT) else { return };
        let mut words = told.split(' ');
        while let (Some(name), Some(key), Some(times)) = (words.next(), words.next(), words.next()) {
            let Ok(times) = times.parse() else { return };
            // A newer version may have more of them.
            if let Some((_, limit)) = self.all().into_iter().find(|(known, _)| *known == name) {
                limit.charge(key, times);
            }
        }
    }
}

async fn share(limits: Arc<Limits>, bus: Arc<dyn Bus>) {
    let mut overheard = bus.broadcasts();
    let mut ticks = interval(TELL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => limits.told().into_iter().for_each(|text| bus.broadcast(text)),
            heard = overheard.recv() => match heard {
                Ok(text) => limits.charge(&text),
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            },
        }
    }
}
