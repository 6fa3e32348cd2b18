//! The operations of a store, answered over the connections for their kind.

use prometheus_client::metrics::histogram::Histogram;

use super::{PostgresStore, queries};
use crate::operations::{Answer, Pool, Store, operations};
use crate::records::*;
use play::id::{AccountId, ChallengeId, CredentialId, GameId, NodeId, SavedRulesId};
use play::role::Role;
use play::time::Timestamp;

/// Answers an operation over the connections for its kind.
macro_rules! answer {
    ($store:ident $section:ident append $name:ident($($given:ident),*)) => {
        $store.appending.$name($($given),*).await
    };
    ($store:ident $section:ident $kind:ident $name:ident($($given:ident),*)) => {
        Ok(queries::$section::$name(connections!($store $kind), $($given),*).await?)
    };
}

/// Returns the connections for operations of a kind.
macro_rules! connections {
    ($store:ident lagging) => {
        &$store.replicas
    };
    ($store:ident beat) => {
        &$store.heart
    };
    ($store:ident $other:ident) => {
        &$store.pool
    };
}

macro_rules! implement {
    ($($section:ident {
        $($(#[$doc:meta])* $kind:ident $name:ident($($given:ident: $type:ty),*) -> $answer:ty;)*
    })*) => {
        impl Store for PostgresStore {
            $($(fn $name(&self, $($given: $type),*) -> Answer<'_, $answer> {
                Box::pin(async move { answer!(self $section $kind $name($($given),*)) })
            })*)*

            fn commits(&self) -> u64 {
                self.pool.commits() + self.appending.commits() + self.heart.commits()
            }

            fn batch_sizes(&self) -> Option<Histogram> {
                Some(self.appending.batch_sizes())
            }

            fn pool(&self) -> Option<Pool> {
                let pools = [self.pool.connections(), self.appending.connections(), self.heart.connections()];
                let sum = |of: fn(&Pool) -> usize| pools.iter().map(of).sum();
                Some(Pool {
                    used: sum(|pool| pool.used),
                    idle: sum(|pool| pool.idle),
                    wanted: sum(|pool| pool.wanted),
                })
            }
        }
    };
}

operations!(implement);
