//! The open analysis requests of other nodes, which those nodes may cancel.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::StreamExt;

use super::messages::STOP;
use super::stop::Stop;
use play::id::JobId;

/// Maximum number of cancelled requests remembered, in case they are taken from the queue later.
const MAX_CANCELLED: usize = 1_000;

/// The open analysis requests of other nodes.
#[derive(Default)]
pub(super) struct RemoteRequests(Mutex<State>);

#[derive(Default)]
struct State {
    /// Stops the search for each request.
    open: HashMap<JobId, Arc<Stop>>,
    cancelled: VecDeque<JobId>,
}

impl RemoteRequests {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a request, and returns the flag that stops its search; `None` if it is cancelled already.
    pub(super) fn open(&self, id: JobId) -> Option<Arc<Stop>> {
        let mut state = self.state();
        if state.cancelled.contains(&id) {
            return None;
        }
        let stop = Arc::<Stop>::default();
        state.open.insert(id, Arc::clone(&stop));
        Some(stop)
    }

    /// Closes a request that was answered or returned.
    pub(super) fn close(&self, id: JobId) {
        self.state().open.remove(&id);
    }

    fn cancel(&self, id: JobId) {
        let mut state = self.state();
        if let Some(stop) = state.open.get(&id) {
            return stop.raise();
        }
        if state.cancelled.len() == MAX_CANCELLED {
            state.cancelled.pop_front();
        }
        state.cancelled.push_back(id);
    }

    /// Stops all searches: they answer with the results so far.
    pub(super) fn stop(&self) {
        self.state().open.values().for_each(|stop| stop.raise());
    }

    /// Cancels the requests that other nodes cancel, until it is aborted.
    pub(super) async fn watch_cancellations(self: Arc<Self>, client: async_nats::Client) {
        let Ok(mut messages) = client.subscribe(STOP).await else { return };
        while let Some(message) = messages.next().await {
            if let Some(id) = std::str::from_utf8(&message.payload).ok().and_then(|id| id.parse().ok()) {
                self.cancel(id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    fn is_raised(stop: &Stop) -> bool {
        stop.flag().load(Ordering::Relaxed)
    }

    #[test]
    fn cancelled_requests_are_stopped_or_not_opened() {
        let requests = RemoteRequests::default();
        let [early, late, other] = [(); 3].map(|()| JobId::new().expect("random bytes"));
        let stopped = requests.open(late).expect("not cancelled");
        let running = requests.open(other).expect("not cancelled");
        requests.cancel(late);
        requests.cancel(early);
        assert!(is_raised(&stopped) && !is_raised(&running));
        assert!(requests.open(early).is_none());
        for _ in 0..MAX_CANCELLED {
            requests.cancel(JobId::new().expect("random bytes"));
        }
        assert_eq!(requests.state().cancelled.len(), MAX_CANCELLED, "the number is limited");
    }
}
