//! A store that times its operations and counts its errors.

use std::sync::Arc;
use std::time::Instant;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;

use crate::error::StoreError;
use crate::histograms::seconds;
use crate::operations::{PoolStatus, Store, StoreFuture, operations};
use crate::records::*;
use play::id::{AccountId, ChallengeId, CredentialId, GameId, NodeId, SavedRulesId};
use play::role::Role;
use play::time::Timestamp;

/// The metrics of a store.
#[derive(Clone)]
pub struct StoreMetrics {
    /// The number of errors, by kind.
    pub errors: Family<ErrorKindLabel, Counter>,
    /// The durations of operations, in seconds.
    pub seconds: Family<OperationLabel, Histogram, fn() -> Histogram>,
}

/// The label of an error.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct ErrorKindLabel {
    /// The value of [`StoreError::kind`].
    pub kind: &'static str,
}

/// The label of an operation.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct OperationLabel {
    /// `append`, `events`, `beat`, `read` or `write`.
    pub operation: &'static str,
}

impl Default for StoreMetrics {
    fn default() -> Self {
        let errors: Family<ErrorKindLabel, Counter> = Family::default();
        // Every label exists from the start: a rate needs a first value.
        for kind in StoreError::KINDS {
            drop(errors.get_or_create(&ErrorKindLabel { kind }));
        }
        Self { errors, seconds: Family::new_with_constructor(seconds as fn() -> Histogram) }
    }
}

/// A store that records metrics.
pub struct MeteredStore {
    store: Arc<dyn Store>,
    errors: Family<ErrorKindLabel, Counter>,
    append: Histogram,
    events: Histogram,
    heartbeat: Histogram,
    read: Histogram,
    replica_read: Histogram,
    write: Histogram,
}

impl MeteredStore {
    /// Wraps a store, and records its operations in `metrics`.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, metrics: &StoreMetrics) -> Self {
        let of = |operation| metrics.seconds.get_or_create_owned(&OperationLabel { operation });
        Self {
            store,
            errors: metrics.errors.clone(),
            append: of("append"),
            events: of("events"),
            heartbeat: of("beat"),
            read: of("read"),
            replica_read: of("read"),
            write: of("write"),
        }
    }

    fn timed<'a, T: Send + 'a>(
        &'a self,
        seconds: &'a Histogram,
        result: StoreFuture<'a, T>,
    ) -> StoreFuture<'a, T> {
        // Some stores start an operation before its future is polled.
        let start = Instant::now();
        Box::pin(async move {
            let result = result.await;
            seconds.observe(start.elapsed().as_secs_f64());
            if let Err(error) = &result {
                self.errors.get_or_create(&ErrorKindLabel { kind: error.kind() }).inc();
            }
            result
        })
    }
}

/// Forwards every operation, timed by its kind.
macro_rules! meter {
    ($($section:ident {
        $($(#[$doc:meta])* $kind:ident $name:ident($($argument:ident: $type:ty),*) -> $output:ty;)*
    })*) => {
        impl Store for MeteredStore {
            $($(fn $name(&self, $($argument: $type),*) -> StoreFuture<'_, $output> {
                self.timed(&self.$kind, self.store.$name($($argument),*))
            })*)*

            fn commits(&self) -> u64 {
                self.store.commits()
            }

            fn batch_sizes(&self) -> Option<Histogram> {
                self.store.batch_sizes()
            }

            fn pool_status(&self) -> Option<PoolStatus> {
                self.store.pool_status()
            }
        }
    };
}

operations!(meter);
