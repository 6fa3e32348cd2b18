//! Thinking about questions that wait in the queue of all nodes.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use futures_util::StreamExt;
use prometheus_client::metrics::histogram::Histogram;
use thread_priority::{ThreadPriority, set_current_thread_priority};
use tokio::runtime::Handle;
use tokio::task::AbortHandle;
use tracing::Instrument;

use super::elsewhere::{Job, Refusal, Reply, STOP};
use super::part;
use crate::http::{Answer, ApiError, Bounds};
use crate::id::JobId;
use crate::time::Timestamp;
use crate::work::{self, Kind, Piece, Work};

/// So many questions that were given up before anybody thought about them are remembered.
const GIVEN_UP: usize = 1_000;

/// Thinks for others, until it is dropped.
pub(crate) struct Serving {
    open: Arc<Open>,
    tasks: [AbortHandle; 2],
}

/// The questions that are thought about here.
#[derive(Default)]
struct Open(Mutex<State>);

#[derive(Default)]
struct State {
    /// What ends each thought.
    thoughts: HashMap<JobId, Arc<AtomicBool>>,
    given_up: VecDeque<JobId>,
}

impl Open {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn give_up(&self, id: JobId) {
        let mut state = self.state();
        if let Some(stop) = state.thoughts.get(&id) {
            stop.store(true, Ordering::Relaxed);
            return;
        }
        if state.given_up.len() == GIVEN_UP {
            state.given_up.pop_front();
        }
        state.given_up.push_back(id);
    }

    /// What ends the thought; nothing: it was given up before.
    fn begin(&self, id: JobId) -> Option<Arc<AtomicBool>> {
        let mut state = self.state();
        if state.given_up.contains(&id) {
            return None;
        }
        let stop = Arc::new(AtomicBool::new(false));
        state.thoughts.insert(id, Arc::clone(&stop));
        Some(stop)
    }
}

impl Serving {
    /// Thinks about so many questions at a time.
    pub(crate) fn start(work: &Arc<Work>, threads: usize, seconds: Histogram) -> Self {
        let open = Arc::new(Open::default());
        let stopping = tokio::spawn(hear_stops(work.client().clone(), Arc::clone(&open)));
        let thinker = Thinker { work: Arc::clone(work), open: Arc::clone(&open), seconds };
        let draining =
            work::drain(Arc::clone(work), Kind::Analysis, threads, move |piece| thinker.take(piece));
        let draining = tokio::spawn(draining.in_current_span());
        Self { open, tasks: [stopping.abort_handle(), draining.abort_handle()] }
    }

    /// Takes no more questions, and answers those that it has with what it has found.
    pub(crate) fn finish(&self) {
        self.tasks.iter().for_each(AbortHandle::abort);
        self.open.state().thoughts.values().for_each(|stop| stop.store(true, Ordering::Relaxed));
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.finish();
    }
}

async fn hear_stops(client: async_nats::Client, open: Arc<Open>) {
    let Ok(mut stops) = client.subscribe(STOP).await else { return };
    while let Some(message) = stops.next().await {
        if let Some(id) = std::str::from_utf8(&message.payload).ok().and_then(|id| id.parse().ok()) {
            open.give_up(id);
        }
    }
}

/// Thinks about questions, each on a thread of its own.
#[derive(Clone)]
struct Thinker {
    work: Arc<Work>,
    open: Arc<Open>,
    /// How long thoughts took.
    seconds: Histogram,
}

impl Thinker {
    fn take(&self, piece: Piece) {
        let Piece { what, ticket, hand, .. } = piece;
        let job = serde_json::from_slice(&what).ok().filter(|job: &Job| Timestamp::now() < job.until);
        let Some((job, stop)) = job.and_then(|job| self.open.begin(job.id).map(|stop| (job, stop))) else {
            // Nobody waits for it.
            return ticket.done();
        };
        let (thinker, runtime, id) = (self.clone(), Handle::current(), job.id);
        let thread = std::thread::Builder::new().name("analyst".to_owned());
        let spawned = thread.spawn(move || {
            // Where the system does not let us step back, it is still only as many threads as were asked for.
            let _ = set_current_thread_priority(ThreadPriority::Min);
            let answer = thinker.think(&job, &stop);
            // An answer always has a JSON form.
            let reply = serde_json::to_vec(&Reply { id, answer }).unwrap_or_default();
            match runtime.block_on(thinker.work.client().publish(job.inbox, reply.into())) {
                Ok(()) => ticket.done(),
                Err(error) => tracing::debug!(%error, "an answer cannot be told"),
            }
            drop(hand);
        });
        // Without a thread the ticket is lost, and somebody else thinks.
        if spawned.is_err() {
            self.open.state().thoughts.remove(&id);
        }
    }

    fn think(&self, job: &Job, stop: &AtomicBool) -> Result<Answer, Refusal> {
        let begun = Instant::now();
        let bounds = Bounds { stop, share: &|wish| part(wish, job.sharing) };
        let thought = catch_unwind(AssertUnwindSafe(|| job.question.think(&bounds)));
        self.seconds.observe(begun.elapsed().as_secs_f64());
        self.open.state().thoughts.remove(&job.id);
        thought.unwrap_or_else(|_| Err(ApiError::internal())).map_err(|error| Refusal::of(&error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_that_was_given_up_is_not_thought_about_any_further_or_at_all() {
        let open = Open::default();
        let [early, late, other] = [(); 3].map(|()| JobId::new().expect("chance"));
        let thought = open.begin(late).expect("it is wanted");
        let others = open.begin(other).expect("it is wanted");
        open.give_up(late);
        open.give_up(early);
        assert!(thought.load(Ordering::Relaxed) && !others.load(Ordering::Relaxed));
        assert!(open.begin(early).is_none());
        for _ in 0..GIVEN_UP {
            open.give_up(JobId::new().expect("chance"));
        }
        assert_eq!(open.state().given_up.len(), GIVEN_UP, "not for ever");
    }
}
