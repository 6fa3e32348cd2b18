//! A limit on concurrent work per network.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::network_prefix;

/// Limits the number of concurrent operations per network.
pub(super) struct ConcurrencyLimit {
    max: usize,
    running: Arc<Running>,
}

/// The number of running operations by network.
#[derive(Default)]
struct Running(Mutex<HashMap<IpAddr, usize>>);

impl Running {
    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A running operation, counted until this is dropped.
pub struct ConcurrencyGuard {
    network: IpAddr,
    running: Arc<Running>,
}

impl ConcurrencyLimit {
    pub(super) fn new(max: usize) -> Self {
        Self { max, running: Arc::default() }
    }

    /// Starts an operation for an address. Returns `None` if its network has reached the limit.
    pub(super) fn begin(&self, address: IpAddr) -> Option<ConcurrencyGuard> {
        let network = network_prefix(address);
        let mut running = self.running.lock();
        let count = running.entry(network).or_default();
        if *count >= self.max {
            return None;
        }
        *count += 1;
        Some(ConcurrencyGuard { network, running: Arc::clone(&self.running) })
    }
}

impl Drop for ConcurrencyGuard {
    fn drop(&mut self) {
        let mut running = self.running.lock();
        if let Some(count) = running.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                running.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dropping_a_guard_admits_another_operation() {
        let limit = ConcurrencyLimit::new(2);
        let (one, other): (IpAddr, IpAddr) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        let first = limit.begin(one).expect("admitted");
        let _second = limit.begin(one).expect("admitted");
        assert!(limit.begin(one).is_none() && limit.begin(other).is_some());
        drop(first);
        assert!(limit.begin(one).is_some());
        assert_eq!(limit.running.lock().len(), 1);
    }
}
