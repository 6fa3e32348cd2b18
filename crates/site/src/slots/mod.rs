//! Runs CPU-bound work that does not need the engine: a few tasks at a time, so that they do not overload the node, and in
//! turns between visitors.

mod fair_queue;
mod visitor;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use thiserror::Error;
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;

pub(crate) use fair_queue::FairQueue;
pub(crate) use visitor::{Requester, Visitor};

/// Maximum number of tasks that wait for a slot.
const MAX_WAITING: usize = 256;
/// Maximum number of them from one network.
const MAX_WAITING_PER_NETWORK: usize = 16;

/// Why a task gives no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(crate) enum SlotError {
    /// Too many tasks wait.
    #[error("too many tasks wait")]
    Busy,
    /// The task panicked.
    #[error("the task failed")]
    Failed,
}

/// Runs CPU-bound work on blocking threads, a few tasks at a time.
pub(crate) struct BlockingSlots(Arc<Mutex<State>>);

struct State {
    free: usize,
    /// The tasks that wait for a slot. Those of nobody in particular have no visitor.
    waiting: FairQueue<Option<Visitor>, oneshot::Sender<Slot>>,
    /// The number of waiting tasks, without those that may always wait.
    limited_waiting: usize,
    waiting_by_network: HashMap<IpAddr, usize>,
}

/// A slot, which the next task gets when this is dropped.
struct Slot(Arc<Mutex<State>>);

/// A task that waits for a slot. Dropping it leaves the queue.
struct Waiting {
    state: Arc<Mutex<State>>,
    /// Whether it is counted.
    is_limited: bool,
    /// The network of the visitor; `None` for a task of nobody in particular.
    network: Option<IpAddr>,
    /// Receives the slot; `None` once it has.
    receiver: Option<oneshot::Receiver<Slot>>,
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    // Every update is complete before anything can panic.
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl BlockingSlots {
    /// Creates `count` slots.
    pub(crate) fn new(count: usize) -> Self {
        Self(Arc::new(Mutex::new(State {
            free: count,
            waiting: FairQueue::default(),
            limited_waiting: 0,
            waiting_by_network: HashMap::new(),
        })))
    }

    /// Runs a task of a visitor on a blocking thread when a slot is free. Few tasks of a network can wait.
    pub(crate) async fn run_for<T: Send + 'static>(
        &self,
        requester: Requester,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, SlotError> {
        run_in(self.acquire(Some(requester), true).await?, work).await
    }

    /// Runs a task of nobody in particular on a blocking thread when a slot is free.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, SlotError> {
        run_in(self.acquire(None, true).await?, work).await
    }

    /// Runs a task like [`run`](Self::run), however many wait.
    pub(crate) async fn run_always<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, SlotError> {
        run_in(self.acquire(None, false).await?, work).await
    }

    /// Takes a slot when one is free.
    async fn acquire(&self, requester: Option<Requester>, is_limited: bool) -> Result<Slot, SlotError> {
        let mut waiting = {
            let mut state = lock(&self.0);
            if state.free > 0 {
                state.free -= 1;
                return Ok(Slot(Arc::clone(&self.0)));
            }
            let network = requester.map(Requester::network);
            if is_limited {
                state.count_waiting(network)?;
            }
            let (sender, receiver) = oneshot::channel();
            state.waiting.push(requester.map(Requester::visitor), sender);
            Waiting { state: Arc::clone(&self.0), is_limited, network, receiver: Some(receiver) }
        };
        waiting.slot().await
    }
}

impl State {
    /// Counts a waiting task.
    fn count_waiting(&mut self, network: Option<IpAddr>) -> Result<(), SlotError> {
        if self.limited_waiting >= MAX_WAITING {
            return Err(SlotError::Busy);
        }
        if let Some(network) = network {
            let count = self.waiting_by_network.get(&network).copied().unwrap_or_default();
            if count >= MAX_WAITING_PER_NETWORK {
                return Err(SlotError::Busy);
            }
            self.waiting_by_network.insert(network, count + 1);
        }
        self.limited_waiting += 1;
        Ok(())
    }
}

impl Waiting {
    /// Waits for the slot.
    async fn slot(&mut self) -> Result<Slot, SlotError> {
        let receiver = self.receiver.as_mut().ok_or(SlotError::Failed)?;
        // The queue keeps the sender until it sends a slot.
        let slot = receiver.await.map_err(|_| SlotError::Failed)?;
        self.receiver = None;
        Ok(slot)
    }
}

async fn run_in<T: Send + 'static>(
    slot: Slot,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, SlotError> {
    let result = spawn_blocking(move || {
        let _slot = slot;
        work()
    });
    result.await.map_err(|error| {
        tracing::error!(%error, "blocking_task_panicked");
        SlotError::Failed
    })
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut state = lock(&self.state);
        // A slot that was sent meanwhile is dropped with the receiver, after the lock.
        if let Some(receiver) = &mut self.receiver {
            receiver.close();
            state.waiting.retain(|sender| !sender.is_closed());
        }
        state.limited_waiting -= usize::from(self.is_limited);
        let Some(network) = self.network else { return };
        if let Some(count) = state.waiting_by_network.get_mut(&network) {
            *count -= 1;
            if *count == 0 {
                state.waiting_by_network.remove(&network);
            }
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut state = lock(&self.0);
        let next = state.waiting.pop();
        if next.is_none() {
            state.free += 1;
        }
        drop(state);
        if let Some(next) = next {
            // A task that has left meanwhile does not take the slot, which is dropped again.
            drop(next.send(Self(Arc::clone(&self.0))));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;

    use futures_util::FutureExt;
    use futures_util::future::join_all;

    use super::*;

    type Wait<'a> = Pin<Box<dyn Future<Output = Result<(), SlotError>> + 'a>>;

    fn from(last: u8) -> Requester {
        Requester { account: None, address: [10, 0, 0, last].into() }
    }

    /// Takes the only slot.
    async fn taken() -> (BlockingSlots, Slot) {
        let slots = BlockingSlots::new(1);
        let slot = slots.acquire(None, false).await.expect("a slot");
        (slots, slot)
    }

    fn wait(slots: &BlockingSlots, last: u8, work: impl FnOnce() + Send + 'static) -> Wait<'_> {
        let mut wait: Wait<'_> = Box::pin(slots.run_for(from(last), work));
        assert_eq!(wait.as_mut().now_or_never(), None);
        wait
    }

    #[tokio::test]
    async fn waiting_is_limited_and_cancelled_waits_free_their_place() {
        let (slots, slot) = taken().await;
        let waiting: Vec<Wait<'_>> = (0..=255).map(|last| wait(&slots, last, || ())).collect();
        assert_eq!(waiting.len(), MAX_WAITING);
        assert_eq!(slots.run_for(from(1), || ()).await, Err(SlotError::Busy));
        assert_eq!(slots.run(|| ()).await, Err(SlotError::Busy));
        let mut always = Box::pin(slots.run_always(|| "done"));
        assert_eq!(always.as_mut().now_or_never(), None, "it waits");
        drop((waiting, slot));
        assert_eq!(always.await, Ok("done"));
        assert_eq!(slots.run_for(from(1), || "done").await, Ok("done"));
        let state = lock(&slots.0);
        assert_eq!((state.free, state.limited_waiting, state.waiting_by_network.len()), (1, 0, 0));
    }

    #[tokio::test]
    async fn a_network_does_not_keep_others_waiting() {
        let (slots, slot) = taken().await;
        let served = Arc::new(Mutex::new(Vec::new()));
        let wait = |last: u8| {
            let served = Arc::clone(&served);
            wait(&slots, last, move || served.lock().expect("not poisoned").push(last))
        };
        let waiting: Vec<Wait<'_>> = [1; MAX_WAITING_PER_NETWORK].into_iter().chain([2]).map(wait).collect();
        assert_eq!(slots.run_for(from(1), || ()).await, Err(SlotError::Busy), "too many of this network");
        drop(slot);
        join_all(waiting).await;
        assert_eq!(served.lock().expect("not poisoned")[..3], [1, 2, 1], "networks take turns");
    }

    #[tokio::test]
    async fn a_panic_fails_and_frees_its_slot() {
        let slots = BlockingSlots::new(1);
        assert_eq!(slots.run(|| panic!("on purpose")).await, Err::<(), _>(SlotError::Failed));
        assert_eq!(slots.run(|| "done").await, Ok("done"));
    }
}
