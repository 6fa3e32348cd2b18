//! Histograms with the buckets that all metrics of a site share.

use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};

/// Returns a histogram of durations from 0.5 ms to 16 s, in seconds. Each bucket doubles the previous one, so that
/// quantiles have the same relative error everywhere.
#[must_use]
pub fn seconds() -> Histogram {
    Histogram::new(exponential_buckets(0.0005, 2.0, 16))
}

/// Returns a histogram of the number of writes per commit, from 1 to 1024.
#[must_use]
pub fn batch_sizes() -> Histogram {
    Histogram::new(exponential_buckets(1.0, 2.0, 11))
}
