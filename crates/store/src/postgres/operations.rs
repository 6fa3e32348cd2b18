//! The implementation of the operations: each runs over the connections for its kind.

use prometheus_client::metrics::histogram::Histogram;

use super::{PostgresStore, queries};
use crate::operations::{PoolStatus, Store, StoreFuture, operations};
use crate::records::*;
use play::id::{AccountId, ChallengeId, CredentialId, GameId, NodeId, SavedRulesId};
use play::role::Role;
use play::time::Timestamp;

/// Runs an operation over the connections for its kind.
macro_rules! run_operation {
    ($store:ident $section:ident append $name:ident($($argument:ident),*)) => {
        $store.appender.$name($($argument),*).await
    };
    ($store:ident $section:ident $kind:ident $name:ident($($argument:ident),*)) => {
        Ok(queries::$section::$name(connections!($store $kind), $($argument),*).await?)
    };
}

/// Returns the connections for operations of a kind.
macro_rules! connections {
    ($store:ident replica_read) => {
        &$store.replicas
    };
    ($store:ident heartbeat) => {
        &$store.heartbeat_pool
    };
    ($store:ident $other:ident) => {
        &$store.pool
    };
}

macro_rules! implement {
    ($($section:ident {
        $($(#[$doc:meta])* $kind:ident $name:ident($($argument:ident: $type:ty),*) -> $output:ty;)*
    })*) => {
        impl Store for PostgresStore {
            $($(fn $name(&self, $($argument: $type),*) -> StoreFuture<'_, $output> {
                Box::pin(async move { run_operation!(self $section $kind $name($($argument),*)) })
            })*)*

            fn commits(&self) -> u64 {
                self.pool.commits() + self.appender.commits() + self.heartbeat_pool.commits()
            }

            fn batch_sizes(&self) -> Option<Histogram> {
                Some(self.appender.batch_sizes())
            }

            fn pool_status(&self) -> Option<PoolStatus> {
                let pools = [self.pool.status(), self.appender.pool_status(), self.heartbeat_pool.status()];
                let sum = |of: fn(&PoolStatus) -> usize| pools.iter().map(of).sum();
                Some(PoolStatus {
                    used: sum(|pool| pool.used),
                    idle: sum(|pool| pool.idle),
                    waiting: sum(|pool| pool.waiting),
                })
            }
        }
    };
}

operations!(implement);
