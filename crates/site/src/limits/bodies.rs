//! A limit on the memory of long request bodies, in all and per network.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use thiserror::Error;

use super::network_prefix;

/// Maximum number of bytes of long bodies at the same time.
const MAX_BYTES: usize = 16 << 20;
/// The same for one network.
const MAX_NETWORK_BYTES: usize = 2 << 20;

/// Limits the bytes of the long bodies that are being received or handled.
pub(super) struct BodyLimit {
    max: usize,
    max_per_network: usize,
    used: Mutex<Used>,
}

#[derive(Default)]
struct Used {
    total: usize,
    by_network: HashMap<IpAddr, usize>,
}

/// Why the bytes of a body are refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BodyRefused {
    /// All bytes are used.
    #[error("The site is receiving too many long requests at the moment.")]
    Full,
    /// The network uses all its bytes.
    #[error("There are too many long requests from your address. Send them one after the other.")]
    TooManyFromNetwork,
}

/// The bytes of a body, which count until this is dropped.
pub struct BodyBytes {
    limit: Arc<BodyLimit>,
    network: IpAddr,
    bytes: usize,
}

impl Default for BodyLimit {
    fn default() -> Self {
        Self { max: MAX_BYTES, max_per_network: MAX_NETWORK_BYTES, used: Mutex::default() }
    }
}

impl BodyLimit {
    /// Returns the bytes of a body that is being received from an address, none yet.
    pub(super) fn begin(self: &Arc<Self>, address: IpAddr) -> BodyBytes {
        BodyBytes { limit: Arc::clone(self), network: network_prefix(address), bytes: 0 }
    }

    fn lock(&self) -> MutexGuard<'_, Used> {
        // Every update is complete before anything can panic.
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl BodyBytes {
    /// Counts this many bytes in all, if they are more than before.
    pub fn grow(&mut self, bytes: usize) -> Result<(), BodyRefused> {
        let more = bytes.saturating_sub(self.bytes);
        if more == 0 {
            return Ok(());
        }
        let mut used = self.limit.lock();
        if used.total + more > self.limit.max {
            return Err(BodyRefused::Full);
        }
        if used.by_network.get(&self.network).unwrap_or(&0) + more > self.limit.max_per_network {
            return Err(BodyRefused::TooManyFromNetwork);
        }
        used.total += more;
        *used.by_network.entry(self.network).or_default() += more;
        self.bytes = bytes;
        Ok(())
    }
}

impl Drop for BodyBytes {
    fn drop(&mut self) {
        let mut used = self.limit.lock();
        used.total -= self.bytes;
        if let Some(bytes) = used.by_network.get_mut(&self.network) {
            *bytes -= self.bytes;
            if *bytes == 0 {
                used.by_network.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_limited_per_network_and_in_all_and_freed() {
        let limit = Arc::new(BodyLimit { max: 30, max_per_network: 20, used: Mutex::default() });
        let begin = |host| limit.begin(IpAddr::from([10, 0, 0, host]));
        let (mut first, mut second, mut other) = (begin(1), begin(1), begin(2));
        assert_eq!((first.grow(5), first.grow(12), first.grow(12)), (Ok(()), Ok(()), Ok(())));
        assert_eq!(second.grow(9), Err(BodyRefused::TooManyFromNetwork));
        assert_eq!(second.grow(8), Ok(()));
        assert_eq!(other.grow(11), Err(BodyRefused::Full));
        assert_eq!(other.grow(10), Ok(()));
        drop(first);
        assert_eq!(second.grow(20), Ok(()));
        drop((second, other));
        let used = limit.lock();
        assert_eq!((used.total, used.by_network.len()), (0, 0));
    }
}
