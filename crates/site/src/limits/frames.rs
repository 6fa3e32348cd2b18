//! The rate limit of a live connection.

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, RateLimiter};

use super::RateLimited;
use super::limit::quota;
use crate::config::Rate;

/// The number of refused messages after which a connection is closed.
const MAX_REFUSED: u32 = 200;

/// Limits the messages that a client sends on one live connection.
pub struct FrameLimit {
    limiter: DefaultDirectRateLimiter,
    refused: u32,
}

impl FrameLimit {
    pub(super) fn new(rate: Rate) -> Self {
        Self { limiter: RateLimiter::direct(quota(rate)), refused: 0 }
    }

    /// Counts a message.
    pub fn check(&mut self) -> Result<(), RateLimited> {
        self.limiter.check().map_err(|until| {
            self.refused = self.refused.saturating_add(1);
            RateLimited { retry_after: until.wait_time_from(DefaultClock::default().now()) }
        })
    }

    /// Returns whether the connection should end, because too many of its messages were rejected. Rejecting costs time, too.
    #[must_use]
    pub fn is_flooded(&self) -> bool {
        self.refused > MAX_REFUSED
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_flood_is_refused_and_then_ends() {
        let mut limit = FrameLimit::new(Rate { burst: 3, every: Duration::from_secs(3600) });
        assert!((0..3).all(|_| limit.check().is_ok()));
        for _ in 0..MAX_REFUSED {
            assert!(limit.check().is_err() && !limit.is_flooded());
        }
        assert!(limit.check().is_err() && limit.is_flooded());
    }
}
