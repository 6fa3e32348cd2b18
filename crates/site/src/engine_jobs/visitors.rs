//! Who asks: each visitor has one open question of a kind, and so many may be open in all.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::stop::Stop;
use crate::study::error::AnalysisError;
use play::id::AccountId;

/// The number of questions that may be open.
const MOST_OPEN: usize = 32;
/// The least time for a question that asks for as much.
const SHORTEST: Duration = Duration::from_millis(30);

/// Somebody who asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Visitor {
    /// Somebody with an account, or a guest.
    Account(AccountId),
    /// Nobody in particular.
    Address(IpAddr),
}

/// A visitor, and the kind of the question.
type Key = (Visitor, &'static str);

/// The number of those who share the engine's time.
#[derive(Clone, Default)]
pub(super) struct Askers(Arc<AtomicUsize>);

impl Askers {
    /// Returns a number that does not change.
    pub(super) fn fixed(count: usize) -> Self {
        Self(Arc::new(AtomicUsize::new(count)))
    }

    pub(super) fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Returns the time that is left of a wish for each of them.
    pub(super) fn share(&self, wish: Duration) -> Duration {
        let count = u32::try_from(self.count()).unwrap_or(u32::MAX);
        (wish / count.max(1)).max(SHORTEST.min(wish))
    }
}

/// The visitors whose questions are open.
#[derive(Clone, Default)]
pub(super) struct Visitors {
    askers: Askers,
    /// Ends the search for each visitor.
    open: Arc<Mutex<HashMap<Key, Arc<Stop>>>>,
}

impl Visitors {
    fn open(&self) -> MutexGuard<'_, HashMap<Key, Arc<Stop>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how many questions are open.
    pub(super) fn count(&self) -> usize {
        self.askers.count()
    }

    /// Admits a question, and ends the visitor's last one of that kind.
    pub(super) fn admit(&self, visitor: Visitor, kind: &'static str) -> Result<Admission, AnalysisError> {
        let Askers(count) = &self.askers;
        if count.fetch_add(1, Ordering::Relaxed) >= MOST_OPEN {
            count.fetch_sub(1, Ordering::Relaxed);
            return Err(AnalysisError::Busy);
        }
        let (key, stop) = ((visitor, kind), Arc::<Stop>::default());
        if let Some(last) = self.open().insert(key, Arc::clone(&stop)) {
            last.raise();
        }
        Ok(Admission { key, stop, visitors: self.clone() })
    }

    /// Ends every search: whoever asked is told what was found until now.
    pub(super) fn stop(&self) {
        self.open().values().for_each(|stop| stop.raise());
    }
}

/// An open question. When it is dropped nobody waits for the answer any more, and the search ends.
pub(super) struct Admission {
    key: Key,
    stop: Arc<Stop>,
    visitors: Visitors,
}

impl Admission {
    pub(super) fn stop(&self) -> &Arc<Stop> {
        &self.stop
    }

    pub(super) fn askers(&self) -> &Askers {
        &self.visitors.askers
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.stop.raise();
        self.visitors.askers.0.fetch_sub(1, Ordering::Relaxed);
        let mut open = self.visitors.open();
        if open.get(&self.key).is_some_and(|stop| Arc::ptr_eq(stop, &self.stop)) {
            open.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_raised(stop: &Stop) -> bool {
        stop.flag().load(Ordering::Relaxed)
    }

    #[test]
    fn a_visitors_next_question_ends_the_one_before_and_too_many_are_sent_away() {
        let visitors = Visitors::default();
        let visitor = |last| Visitor::Address([10, 0, 0, last].into());
        let first = visitors.admit(visitor(1), "lines").expect("there is room");
        let other = visitors.admit(visitor(2), "lines").expect("there is room");
        let second = visitors.admit(visitor(1), "lines").expect("there is room");
        let stopped = |admission: &Admission| is_raised(admission.stop());
        assert_eq!([stopped(&first), stopped(&other), stopped(&second)], [true, false, false]);
        assert_eq!(second.askers().share(Duration::from_millis(900)), Duration::from_millis(300));
        let waiting: Vec<Admission> =
            (3..).map_while(|last| visitors.admit(visitor(last), "lines").ok()).collect();
        assert_eq!(waiting.len() + 3, MOST_OPEN);
        drop(waiting);
        drop((first, other));
        assert!(visitors.admit(visitor(4), "lines").is_ok());
        assert_eq!(visitors.open().len(), 1, "only the second is open");
    }

    #[test]
    fn the_search_for_a_visitor_who_has_gone_ends() {
        let visitors = Visitors::default();
        let admission = visitors.admit(Visitor::Address([10, 0, 0, 1].into()), "lines").expect("room");
        let stop = Arc::clone(admission.stop());
        drop(admission);
        assert!(is_raised(&stop));
        assert_eq!((visitors.count(), visitors.open().len()), (0, 0));
    }
}
