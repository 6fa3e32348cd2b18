//! The implementation of the operations: each runs on the thread for its kind.

use prometheus_client::metrics::histogram::Histogram;

use super::{SqliteStore, queries};
use crate::operations::{PoolStatus, Store, StoreFuture, operations};
use crate::records::*;
use play::id::{AccountId, ChallengeId, CredentialId, GameId, NodeId, SavedRulesId};
use play::role::Role;
use play::time::Timestamp;

/// Runs an operation in memory, on a reader thread or on the writer thread.
macro_rules! run_operation {
    ($store:ident cluster $kind:ident $name:ident $argument:tt) => {
        Box::pin(std::future::ready(Ok($store.cluster.$name $argument)))
    };
    ($store:ident $section:ident $kind:ident $name:ident($($argument:ident),*)) => {
        thread!($store $kind).run(move |connection| queries::$section::$name(connection, $($argument),*))
    };
}

/// Returns the threads for operations of a kind.
macro_rules! thread {
    ($store:ident read) => {
        $store.readers
    };
    ($store:ident replica_read) => {
        $store.readers
    };
    ($store:ident events) => {
        $store.readers
    };
    ($store:ident $writes:ident) => {
        $store.writer
    };
}

macro_rules! implement {
    ($($section:ident {
        $($(#[$doc:meta])* $kind:ident $name:ident($($argument:ident: $type:ty),*) -> $output:ty;)*
    })*) => {
        impl Store for SqliteStore {
            $($(fn $name(&self, $($argument: $type),*) -> StoreFuture<'_, $output> {
                run_operation!(self $section $kind $name($($argument),*))
            })*)*

            fn commits(&self) -> u64 {
                self.writer.commits()
            }

            fn batch_sizes(&self) -> Option<Histogram> {
                Some(self.writer.batch_sizes())
            }

            fn pool_status(&self) -> Option<PoolStatus> {
                None
            }
        }
    };
}

operations!(implement);
