//! Visitors with open analysis requests: at most one of each kind per visitor, and a limited number in all.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::stop::Stop;
use crate::slots::Visitor;
use crate::study::error::AnalysisError;

/// Maximum number of open requests of all visitors.
const MAX_OPEN: usize = 32;
/// Minimum search time, unless the request asks for less.
const MIN_TIME: Duration = Duration::from_millis(30);

/// A visitor, and the kind of the request.
type Key = (Visitor, &'static str);

/// The number of visitors who share the engine.
#[derive(Clone, Default)]
pub(super) struct VisitorCount(Arc<AtomicUsize>);

impl VisitorCount {
    /// Creates a number that does not change.
    pub(super) fn fixed(count: usize) -> Self {
        Self(Arc::new(AtomicUsize::new(count)))
    }

    pub(super) fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Returns the share of each visitor in a requested search time.
    pub(super) fn share(&self, time: Duration) -> Duration {
        let count = u32::try_from(self.count()).unwrap_or(u32::MAX);
        (time / count.max(1)).max(MIN_TIME.min(time))
    }
}

/// The visitors whose requests are open.
#[derive(Clone, Default)]
pub(super) struct Visitors {
    visitor_count: VisitorCount,
    /// Stops the search for each request.
    open: Arc<Mutex<HashMap<Key, Arc<Stop>>>>,
}

impl Visitors {
    fn open(&self) -> MutexGuard<'_, HashMap<Key, Arc<Stop>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of open requests.
    pub(super) fn count(&self) -> usize {
        self.visitor_count.count()
    }

    /// Admits a request, and cancels the previous one of the same visitor and kind.
    pub(super) fn admit(&self, visitor: Visitor, kind: &'static str) -> Result<Admission, AnalysisError> {
        let VisitorCount(count) = &self.visitor_count;
        if count.fetch_add(1, Ordering::Relaxed) >= MAX_OPEN {
            count.fetch_sub(1, Ordering::Relaxed);
            return Err(AnalysisError::Busy);
        }
        let (key, stop) = ((visitor, kind), Arc::<Stop>::default());
        if let Some(previous) = self.open().insert(key, Arc::clone(&stop)) {
            previous.raise();
        }
        Ok(Admission { key, stop, visitors: self.clone() })
    }

    /// Stops all searches: they answer with the results so far.
    pub(super) fn stop(&self) {
        self.open().values().for_each(|stop| stop.raise());
    }
}

/// An open request. Its search stops when this is dropped, since nobody waits for the answer.
pub(super) struct Admission {
    key: Key,
    stop: Arc<Stop>,
    visitors: Visitors,
}

impl Admission {
    pub(super) fn stop(&self) -> &Arc<Stop> {
        &self.stop
    }

    pub(super) fn visitor_count(&self) -> &VisitorCount {
        &self.visitors.visitor_count
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.stop.raise();
        self.visitors.visitor_count.0.fetch_sub(1, Ordering::Relaxed);
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
    fn a_request_cancels_the_previous_one_and_their_number_is_limited() {
        let visitors = Visitors::default();
        let visitor = |last| Visitor::Network([10, 0, 0, last].into());
        let first = visitors.admit(visitor(1), "lines").expect("admitted");
        let other = visitors.admit(visitor(2), "lines").expect("admitted");
        let second = visitors.admit(visitor(1), "lines").expect("admitted");
        let stopped = |admission: &Admission| is_raised(admission.stop());
        assert_eq!([stopped(&first), stopped(&other), stopped(&second)], [true, false, false]);
        assert_eq!(second.visitor_count().share(Duration::from_millis(900)), Duration::from_millis(300));
        let waiting: Vec<Admission> =
            (3..).map_while(|last| visitors.admit(visitor(last), "lines").ok()).collect();
        assert_eq!(waiting.len() + 3, MAX_OPEN);
        drop(waiting);
        drop((first, other));
        assert!(visitors.admit(visitor(4), "lines").is_ok());
        assert_eq!(visitors.open().len(), 1, "only the second is open");
    }

    #[test]
    fn dropping_an_admission_stops_its_search() {
        let visitors = Visitors::default();
        let admission = visitors.admit(Visitor::Network([10, 0, 0, 1].into()), "lines").expect("admitted");
        let stop = Arc::clone(admission.stop());
        drop(admission);
        assert!(is_raised(&stop));
        assert_eq!((visitors.count(), visitors.open().len()), (0, 0));
    }
}
