//! The lease on a job, which must be settled.

use std::time::Duration;

use async_nats::jetstream::{AckKind, Message};
use tokio::sync::{oneshot, watch};
use tokio::time::{MissedTickBehavior, interval};

/// The interval at which the lease is renewed.
const RENEWAL: Duration = Duration::from_secs(1);

/// The lease on a job. Dropping it returns the job to the queue.
pub struct JobLease(Option<oneshot::Sender<AckKind>>);

impl JobLease {
    /// Creates the lease on a received job. While it is held, it is renewed.
    pub(super) fn of(message: Message, leased: &watch::Sender<usize>) -> Self {
        let (settle, mut settled) = oneshot::channel();
        let leased = leased.clone();
        leased.send_modify(|leased| *leased += 1);
        tokio::spawn(async move {
            let mut renewals = interval(RENEWAL);
            renewals.set_missed_tick_behavior(MissedTickBehavior::Delay);
            // The first tick is immediate, and not needed.
            renewals.tick().await;
            let kind = loop {
                tokio::select! {
                    kind = &mut settled => break kind.unwrap_or(AckKind::Nak(None)),
                    // If a renewal is lost, the job may run twice.
                    _ = renewals.tick() => drop(message.ack_with(AckKind::Progress).await),
                }
            };
            if let Err(error) = message.ack_with(kind).await {
                tracing::debug!(%error, "job_acknowledgement_failed");
            }
            leased.send_modify(|leased| *leased -= 1);
        });
        Self(Some(settle))
    }

    /// Settles the job as done.
    pub fn ack(mut self) {
        self.settle(AckKind::Ack);
    }

    /// Returns the job to the queue, to be tried again after a delay.
    pub fn retry(mut self, after: Duration) {
        self.settle(AckKind::Nak(Some(after).filter(|after| !after.is_zero())));
    }

    fn settle(&mut self, kind: AckKind) {
        if let Some(settle) = self.0.take() {
            // When the process ends, the task is gone; the lease expires by itself.
            let _ = settle.send(kind);
        }
    }
}
