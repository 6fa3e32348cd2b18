//! The engine as an adviser: a few thoughts at a time, each visitor one of a kind, behind those who play. Where nodes share
//! work, whoever has time thinks.

mod elsewhere;
mod serving;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use prometheus_client::metrics::histogram::Histogram;
use thread_priority::{ThreadPriority, set_current_thread_priority};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

pub(crate) use elsewhere::Elsewhere;
pub(crate) use serving::Serving;

use crate::http::{Answer, ApiError, Bounds, Question};
use crate::id::AccountId;
use crate::metrics::seconds;

/// So many may wait.
const MOST_WAITING: usize = 32;
/// So many may wait for a position to be worked out, which takes a moment.
const MOST_READING: usize = 256;
/// Nobody gets less than this.
const SHORTEST: Duration = Duration::from_millis(30);

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Visitor {
    /// Somebody with an account, or a guest.
    Account(AccountId),
    /// Nobody in particular.
    Address(IpAddr),
}

/// Too many ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Busy;

type Kind = (Visitor, &'static str);

/// Who thinks for visitors.
pub(crate) struct Analyst {
    threads: usize,
    places: Arc<Semaphore>,
    /// Others who think, if there are any.
    elsewhere: Option<Elsewhere>,
    asked: Arc<AtomicUsize>,
    /// Where positions are worked out, without the engine; and how many wait for that.
    desks: Arc<Semaphore>,
    reading: AtomicUsize,
    /// What ends the thought of each visitor.
    open: Arc<Mutex<HashMap<Kind, Arc<AtomicBool>>>>,
    /// How long thoughts took.
    seconds: Histogram,
}

impl Analyst {
    /// One that thinks on so many threads, or lets others think.
    pub(crate) fn new(threads: usize, elsewhere: Option<Elsewhere>) -> Self {
        let places = Arc::new(Semaphore::new(threads));
        let desks = Arc::new(Semaphore::new(threads.max(1) * 2));
        let (reading, asked, open) = (AtomicUsize::new(0), Arc::default(), Arc::default());
        Self { threads, places, elsewhere, asked, desks, reading, open, seconds: seconds() }
    }

    /// How many questions wait or are thought about.
    pub(crate) fn waiting(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }

    /// How long thoughts took.
    pub(crate) fn seconds(&self) -> Histogram {
        self.seconds.clone()
    }

    /// Ends every thought: who asked is told what was found until now.
    pub(crate) fn stop(&self) {
        lock(&self.open).values().for_each(|stop| stop.store(true, Ordering::Relaxed));
    }

    /// A place to work something out in, when there is one.
    pub(crate) async fn desk(&self) -> Result<OwnedSemaphorePermit, Busy> {
        if self.reading.fetch_add(1, Ordering::Relaxed) >= MOST_READING {
            self.reading.fetch_sub(1, Ordering::Relaxed);
            return Err(Busy);
        }
        let desk = Arc::clone(&self.desks).acquire_owned().await;
        self.reading.fetch_sub(1, Ordering::Relaxed);
        // The desks are never closed.
        desk.map_err(|_| Busy)
    }

    /// Answers a question; the visitor's last one of that kind is given up.
    pub(crate) async fn ask(&self, visitor: Visitor, question: Question) -> Result<Answer, ApiError> {
        let errand = self.errand(visitor, question.kind())?;
        if let Some(elsewhere) = &self.elsewhere
            && let Some(answer) = elsewhere.ask(&errand, &question).await
        {
            return answer;
        }
        if self.threads == 0 {
            return Err(Busy.into());
        }
        let thought = Self::think(errand, move |errand| {
            question.think(&Bounds { stop: errand.stop(), share: &|wish| errand.share(wish) })
        });
        thought.await.unwrap_or_else(|| Err(ApiError::internal()))
    }

    /// Takes a question; the visitor's last one of that kind is given up.
    fn errand(&self, visitor: Visitor, kind: &'static str) -> Result<Errand, Busy> {
        if self.asked.fetch_add(1, Ordering::Relaxed) >= MOST_WAITING {
            self.asked.fetch_sub(1, Ordering::Relaxed);
            return Err(Busy);
        }
        let stop = Arc::new(AtomicBool::new(false));
        let key = (visitor, kind);
        if let Some(last) = lock(&self.open).insert(key, Arc::clone(&stop)) {
            last.store(true, Ordering::Relaxed);
        }
        let (places, asked, open) =
            (Arc::clone(&self.places), Arc::clone(&self.asked), Arc::clone(&self.open));
        Ok(Errand { key, stop, places, asked, open, seconds: self.seconds.clone() })
    }

    /// Thinks on a thread of its own when there is a place; none: it has stumbled.
    async fn think<T: Send + 'static>(
        errand: Errand,
        work: impl FnOnce(&Errand) -> T + Send + 'static,
    ) -> Option<T> {
        // The places are never closed.
        let place = Arc::clone(&errand.places).acquire_owned().await.ok()?;
        let (answer, answered) = oneshot::channel();
        let thread = std::thread::Builder::new().name("analyst".to_owned());
        let spawned = thread.spawn(move || {
            // Where the system does not let us step back, it is still only as many threads as were asked for.
            let _ = set_current_thread_priority(ThreadPriority::Min);
            let begun = Instant::now();
            let done = work(&errand);
            errand.seconds.observe(begun.elapsed().as_secs_f64());
            drop((errand, place));
            // Whoever asked may have gone.
            let _ = answer.send(done);
        });
        spawned.ok()?;
        answered.await.ok()
    }
}

fn lock(open: &Mutex<HashMap<Kind, Arc<AtomicBool>>>) -> MutexGuard<'_, HashMap<Kind, Arc<AtomicBool>>> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is left of a wish for each of so many.
fn part(wish: Duration, sharing: u32) -> Duration {
    (wish / sharing.max(1)).max(SHORTEST.min(wish))
}

/// A question that is being thought about.
struct Errand {
    key: Kind,
    stop: Arc<AtomicBool>,
    places: Arc<Semaphore>,
    asked: Arc<AtomicUsize>,
    open: Arc<Mutex<HashMap<Kind, Arc<AtomicBool>>>>,
    seconds: Histogram,
}

impl Errand {
    /// Ends the search when it is set.
    fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// How many share the engine.
    fn sharing(&self) -> u32 {
        u32::try_from(self.asked.load(Ordering::Relaxed)).unwrap_or(u32::MAX)
    }

    /// The time that is left of a wish while others wait.
    fn share(&self, wish: Duration) -> Duration {
        part(wish, self.sharing())
    }
}

impl Drop for Errand {
    fn drop(&mut self) {
        self.asked.fetch_sub(1, Ordering::Relaxed);
        let mut open = lock(&self.open);
        if open.get(&self.key).is_some_and(|stop| Arc::ptr_eq(stop, &self.stop)) {
            open.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visitors_next_question_ends_the_one_before_and_too_many_are_sent_away() {
        let analyst = Analyst::new(1, None);
        let visitor = |last| Visitor::Address([10, 0, 0, last].into());
        let first = analyst.errand(visitor(1), "lines").expect("there is room");
        let other = analyst.errand(visitor(2), "lines").expect("there is room");
        let second = analyst.errand(visitor(1), "lines").expect("there is room");
        let stopped = |errand: &Errand| errand.stop().load(Ordering::Relaxed);
        assert_eq!([stopped(&first), stopped(&other), stopped(&second)], [true, false, false]);
        assert_eq!(second.share(Duration::from_millis(900)), Duration::from_millis(300));
        let waiting: Vec<Errand> =
            (3..).map_while(|last| analyst.errand(visitor(last), "lines").ok()).collect();
        assert_eq!(waiting.len() + 3, MOST_WAITING);
        drop(waiting);
        drop((first, other));
        assert!(analyst.errand(visitor(4), "lines").is_ok());
        assert_eq!(lock(&analyst.open).len(), 1, "only the second is open");
    }
}
