//! Histograms in the buckets that all metrics of a site share.

use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};

/// Returns a histogram for times from half a millisecond to sixteen seconds. Each bucket doubles the one before, so that
/// quantiles have the same relative error anywhere.
#[must_use]
pub fn seconds() -> Histogram {
    Histogram::new(exponential_buckets(0.0005, 2.0, 16))
}

/// Returns a histogram for how many jobs became durable together.
#[must_use]
pub fn batch_sizes() -> Histogram {
    Histogram::new(exponential_buckets(1.0, 2.0, 11))
}
