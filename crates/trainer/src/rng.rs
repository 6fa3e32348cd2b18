//! Pseudo-random numbers. A seed gives the same numbers on every machine and in every version.

/// A pseudo-random number generator (SplitMix64).
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Returns a number from 0 to below 1.
    pub(crate) fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a number from `-limit` to `limit`.
    pub(crate) fn uniform(&mut self, limit: f32) -> f32 {
        (2.0 * self.fraction() - 1.0) as f32 * limit
    }

    /// Shuffles a slice (Fisher–Yates).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            // The remainder of a 64-bit number is fair enough for lengths below 2³².
            let j = self.next() % (i as u64 + 1);
            items.swap(i, j as usize);
        }
    }
}
