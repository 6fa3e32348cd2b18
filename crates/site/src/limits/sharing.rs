//! Limits that hold for all nodes together: each broadcasts high usage, and charges what the others broadcast.
//!
//! Low usage is not broadcast, and while nodes cannot reach each other, each limits alone.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

use super::Limits;
use bus::Bus;

/// The time between broadcasts.
const INTERVAL: Duration = Duration::from_millis(300);
/// Maximum number of keys in a message.
const KEYS_PER_MESSAGE: usize = 100;
/// Maximum number of keys per broadcast.
const MAX_KEYS: usize = 2_000;
/// The prefix of messages about limits.
const PREFIX: &str = "spent ";

/// Shares limits with other nodes until it is dropped.
pub struct SharedLimits(JoinHandle<()>);

impl Drop for SharedLimits {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Limits {
    /// Shares the limits with the other nodes on this bus; `None` if there are no others.
    #[must_use]
    pub fn share(self: &Arc<Self>, bus: Arc<dyn Bus>) -> Option<SharedLimits> {
        if !bus.is_shared() {
            return None;
        }
        self.shared.store(true, Ordering::Relaxed);
        Some(SharedLimits(tokio::spawn(run(Arc::clone(self), bus))))
    }

    /// Takes the usage that other nodes should know, as messages.
    fn take_messages(&self) -> Vec<String> {
        let usage = self.all().into_iter().flat_map(|(name, limit)| {
            let usage = limit.take_usage(INTERVAL).into_iter();
            usage.map(move |(key, times)| format!("{name} {key} {times}"))
        });
        let mut records: Vec<String> = usage.collect();
        records.truncate(MAX_KEYS);
        records.chunks(KEYS_PER_MESSAGE).map(|chunk| format!("{PREFIX}{}", chunk.join(" "))).collect()
    }

    /// Charges the usage in a message of another node.
    fn on_message(&self, message: &str) {
        let Some(usage) = message.strip_prefix(PREFIX) else { return };
        let mut words = usage.split(' ');
        while let (Some(name), Some(key), Some(times)) = (words.next(), words.next(), words.next()) {
            let Ok(times) = times.parse() else { return };
            // A node of a newer version may have limits that are unknown here.
            if let Some((_, limit)) = self.all().into_iter().find(|(known, _)| *known == name) {
                limit.charge(key, times);
            }
        }
    }
}

async fn run(limits: Arc<Limits>, bus: Arc<dyn Bus>) {
    let mut broadcasts = bus.broadcasts();
    let mut ticks = interval(INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => limits.take_messages().into_iter().for_each(|message| bus.broadcast(message)),
            received = broadcasts.recv() => match received {
                Ok(message) => limits.on_message(&message),
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            },
        }
    }
}
