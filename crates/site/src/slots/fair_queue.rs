//! A queue that is fair between owners.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// The entries of several owners, in one queue per owner. These queues are served round-robin.
pub(crate) struct FairQueue<K, T> {
    /// The owners in the order in which they are served. Each owner with a queue is in it once.
    order: VecDeque<K>,
    queues: HashMap<K, VecDeque<T>>,
}

impl<K, T> Default for FairQueue<K, T> {
    fn default() -> Self {
        Self { order: VecDeque::new(), queues: HashMap::new() }
    }
}

impl<K: Copy + Eq + Hash, T> FairQueue<K, T> {
    /// Adds an entry.
    pub(crate) fn push(&mut self, owner: K, entry: T) {
        let queue = self.queues.entry(owner).or_default();
        queue.push_back(entry);
        if queue.len() == 1 {
            self.order.push_back(owner);
        }
    }

    /// Removes the next entry.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let owner = self.order.pop_front()?;
        let queue = self.queues.get_mut(&owner)?;
        let entry = queue.pop_front();
        if queue.is_empty() {
            self.queues.remove(&owner);
        } else {
            self.order.push_back(owner);
        }
        entry
    }

    /// Keeps only some entries.
    pub(crate) fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        self.queues.retain(|_, queue| {
            queue.retain(&keep);
            !queue.is_empty()
        });
        self.order.retain(|owner| self.queues.contains_key(owner));
    }
}
