//! A store whose answers are timed and whose errors are counted, whatever its home.

use std::sync::Arc;
use std::time::Instant;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;

use crate::error::StoreError;
use crate::histograms::seconds;
use crate::operations::{Answer, Pool, Store, operations};
use crate::records::*;
use play::id::{AccountId, ChallengeId, CredentialId, GameId, NodeId, SavedRulesId};
use play::role::Role;
use play::time::Timestamp;

/// What is counted of a store.
#[derive(Clone)]
pub struct StoreFigures {
    /// Errors, by their kind.
    pub errors: Family<Kind, Counter>,
    /// How long answers took, by what was asked for.
    pub seconds: Family<Operation, Histogram, fn() -> Histogram>,
}

/// The kind of an error.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct Kind {
    /// As [`StoreError::kind`] calls it.
    pub kind: &'static str,
}

/// What a store is asked for.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct Operation {
    /// `append`, `events`, `beat`, and `read` or `write` for all else.
    pub operation: &'static str,
}

impl Default for StoreFigures {
    fn default() -> Self {
        let errors: Family<Kind, Counter> = Family::default();
        // What is asked for by name is there from the beginning: a rate needs a first value.
        for kind in StoreError::KINDS {
            drop(errors.get_or_create(&Kind { kind }));
        }
        Self { errors, seconds: Family::new_with_constructor(seconds as fn() -> Histogram) }
    }
}

/// A store that is watched.
pub struct Metered {
    store: Arc<dyn Store>,
    errors: Family<Kind, Counter>,
    append: Histogram,
    events: Histogram,
    beat: Histogram,
    read: Histogram,
    lagging: Histogram,
    write: Histogram,
}

impl Metered {
    /// Watches a store, and counts here.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, figures: &StoreFigures) -> Self {
        let of = |operation| figures.seconds.get_or_create_owned(&Operation { operation });
        Self {
            store,
            errors: figures.errors.clone(),
            append: of("append"),
            events: of("events"),
            beat: of("beat"),
            read: of("read"),
            lagging: of("read"),
            write: of("write"),
        }
    }

    fn timed<'a, T: Send + 'a>(&'a self, seconds: &'a Histogram, answer: Answer<'a, T>) -> Answer<'a, T> {
        // Some stores begin when they are asked, not when they are waited for.
        let begun = Instant::now();
        Box::pin(async move {
            let answer = answer.await;
            seconds.observe(begun.elapsed().as_secs_f64());
            if let Err(error) = &answer {
                self.errors.get_or_create(&Kind { kind: error.kind() }).inc();
            }
            answer
        })
    }
}

/// Passes every operation on, timed by its kind.
macro_rules! meter {
    ($($section:ident {
        $($(#[$doc:meta])* $kind:ident $name:ident($($given:ident: $type:ty),*) -> $answer:ty;)*
    })*) => {
        impl Store for Metered {
            $($(fn $name(&self, $($given: $type),*) -> Answer<'_, $answer> {
                self.timed(&self.$kind, self.store.$name($($given),*))
            })*)*

            fn commits(&self) -> u64 {
                self.store.commits()
            }

            fn batch_sizes(&self) -> Option<Histogram> {
                self.store.batch_sizes()
            }

            fn pool(&self) -> Option<Pool> {
                self.store.pool()
            }
        }
    };
}

operations!(meter);
