//! The questions of other nodes that are open here, and are given up when they say so.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::StreamExt;

use super::messages::STOP;
use super::stop::Stop;
use play::id::JobId;

/// The number of questions that were given up before a worker took them that is remembered.
const GIVEN_UP: usize = 1_000;

/// The questions of other nodes that are open here.
#[derive(Default)]
pub(super) struct Serving(Mutex<State>);

#[derive(Default)]
struct State {
    /// Ends the search for each.
    open: HashMap<JobId, Arc<Stop>>,
    given_up: VecDeque<JobId>,
}

impl Serving {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a question, and returns what ends the search; none: it was given up before.
    pub(super) fn open(&self, id: JobId) -> Option<Arc<Stop>> {
        let mut state = self.state();
        if state.given_up.contains(&id) {
            return None;
        }
        let stop = Arc::<Stop>::default();
        state.open.insert(id, Arc::clone(&stop));
        Some(stop)
    }

    /// Closes a question that was answered or given back.
    pub(super) fn close(&self, id: JobId) {
        self.state().open.remove(&id);
    }

    fn give_up(&self, id: JobId) {
        let mut state = self.state();
        if let Some(stop) = state.open.get(&id) {
            return stop.raise();
        }
        if state.given_up.len() == GIVEN_UP {
            state.given_up.pop_front();
        }
        state.given_up.push_back(id);
    }

    /// Ends every search: those who asked are told what was found until now.
    pub(super) fn stop(&self) {
        self.state().open.values().for_each(|stop| stop.raise());
    }

    /// Gives up the questions that other nodes give up, until it is aborted.
    pub(super) async fn watch_stops(self: Arc<Self>, client: async_nats::Client) {
        let Ok(mut stops) = client.subscribe(STOP).await else { return };
        while let Some(message) = stops.next().await {
            if let Some(id) = std::str::from_utf8(&message.payload).ok().and_then(|id| id.parse().ok()) {
                self.give_up(id);
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
    fn a_question_that_was_given_up_is_not_thought_about_any_further_or_at_all() {
        let serving = Serving::default();
        let [early, late, other] = [(); 3].map(|()| JobId::new().expect("chance"));
        let ended = serving.open(late).expect("it is wanted");
        let others = serving.open(other).expect("it is wanted");
        serving.give_up(late);
        serving.give_up(early);
        assert!(is_raised(&ended) && !is_raised(&others));
        assert!(serving.open(early).is_none());
        for _ in 0..GIVEN_UP {
            serving.give_up(JobId::new().expect("chance"));
        }
        assert_eq!(serving.state().given_up.len(), GIVEN_UP, "not for ever");
    }
}
