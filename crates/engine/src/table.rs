//! The transposition table: what is known of positions that were searched.
//!
//! Threads share it without locks. An entry is two words: what is known, and the position's hash mixed with it, so
//! that a pair written by two threads at once belongs to no position and is not found.

use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::memory;

/// Entries that share a line of the processor's cache.
const BUCKET: usize = 4;

/// How a score is to be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
    /// It is this.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    /// The numbers of the bits where the best move starts and ends.
    pub(crate) best: Option<(u8, u8)>,
    pub(crate) score: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// The transposition table.
pub struct Table {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

/// Entries in one line of the processor's cache, and not in parts of two.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; BUCKET]);

#[derive(Default)]
struct Entry {
    mixed: AtomicU64,
    data: AtomicU64,
}

/// The table asked for does not fit into memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableTooLarge {
    /// How many mebibytes were asked for.
    pub mebibytes: usize,
}

impl Table {
    /// A table of so many mebibytes, at least 1.
    pub fn new(mebibytes: usize) -> Result<Self, TableTooLarge> {
        let too_large = TableTooLarge { mebibytes };
        let bytes = mebibytes.max(1).checked_mul(1 << 20).ok_or(too_large)?;
        if memory::available().is_some_and(|most| bytes as u64 > most) {
            return Err(too_large);
        }
        Self::of_bytes(bytes).ok_or(too_large)
    }

    /// A table that fits into the processor's cache.
    pub(crate) fn near() -> Self {
        let buckets = (0..(512 << 10) / size_of::<Bucket>()).map(|_| Bucket::default());
        Self { buckets: buckets.collect(), generation: AtomicU8::new(0) }
    }

    fn of_bytes(bytes: usize) -> Option<Self> {
        let count = bytes / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).ok()?;
        ask_for_large_pages(buckets.spare_capacity_mut());
        buckets.resize_with(count, Default::default);
        Some(Self { buckets, generation: AtomicU8::new(0) })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for bucket in &mut self.buckets {
            *bucket = Bucket::default();
        }
    }

    /// A new search begins: what older ones left is the first to be replaced.
    pub(crate) fn new_search(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    fn bucket(&self, hash: u64) -> &Bucket {
        // The upper half of a product spreads hashes evenly over any number of buckets.
        &self.buckets[((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// Asks the processor to bring what is known of a position near, while other things are done.
    ///
    /// Waiting for memory here took a third of the time of a search.
    #[inline]
    pub(crate) fn prefetch(&self, hash: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(hash);
            // SAFETY: the pointer is that of a living bucket, and a prefetch reads nothing that the program sees.
            #[allow(unsafe_code, reason = "the processor's hint has no safe form")]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(bucket.cast());
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = hash;
    }

    pub(crate) fn get(&self, hash: u64) -> Option<Known> {
        self.bucket(hash).0.iter().find_map(|entry| {
            let data = entry.data.load(Ordering::Relaxed);
            (entry.mixed.load(Ordering::Relaxed) ^ data == hash && data != 0).then(|| unpack(data))
        })
    }

    pub(crate) fn put(&self, hash: u64, known: Known) {
        let generation = self.generation.load(Ordering::Relaxed) & 63;
        let data = pack(known, generation);
        let mut worst: Option<(&Entry, i32)> = None;
        for entry in &self.bucket(hash).0 {
            let old = entry.data.load(Ordering::Relaxed);
            let same = entry.mixed.load(Ordering::Relaxed) ^ old == hash;
            // The position's own entry, else an empty one, else the shallowest of the oldest.
            let age = i32::from(generation.wrapping_sub(generation_of(old)) & 63);
            let worth = match (same, old) {
                (true, _) => i32::MIN,
                (_, 0) => i32::MIN + 1,
                _ => unpack(old).depth - 8 * age,
            };
            if worst.is_none_or(|(_, least)| worth < least) {
                worst = Some((entry, worth));
            }
        }
        if let Some((entry, _)) = worst {
            entry.data.store(data, Ordering::Relaxed);
            entry.mixed.store(hash ^ data, Ordering::Relaxed);
        }
    }
}

/// Asks the system to hold this memory in large pages, before it is touched. It may decline.
fn ask_for_large_pages<T>(memory: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        let (start, bytes) = (memory.as_mut_ptr(), size_of_val(memory));
        // The system wants to begin with a whole page: the part of one at the beginning is left out.
        let page = start.cast::<u8>().wrapping_add(4095).map_addr(|address| address & !4095);
        let skipped = page.addr() - start.addr();
        if skipped < bytes {
            // SAFETY: the range lies within memory that is ours alone, and the advice does not change what it holds.
            #[allow(unsafe_code, reason = "the system's advice has no safe form")]
            unsafe {
                libc::madvise(page.cast(), bytes - skipped, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// 8 bits each for the squares of the move, 16 for the score, 8 for the depth, 2 for the bound, 6 for the
/// generation, and one that tells a move, or a known position without one, from nothing.
fn pack(known: Known, generation: u8) -> u64 {
    let (from, to) = known.best.unwrap_or((0, 0));
    let has_move = u64::from(known.best.is_some());
    u64::from(from)
        | u64::from(to) << 8
        | u64::from(known.score as i16 as u16) << 16
        | u64::from(known.depth.clamp(-128, 127) as i8 as u8) << 32
        | (known.bound as u64) << 40
        | u64::from(generation) << 42
        | has_move << 48
        | 1 << 49
}

fn generation_of(data: u64) -> u8 {
    (data >> 42 & 63) as u8
}

fn unpack(data: u64) -> Known {
    let bound = match data >> 40 & 3 {
        0 => Bound::Lower,
        1 => Bound::Upper,
        _ => Bound::Exact,
    };
    Known {
        best: (data >> 48 & 1 == 1).then_some((data as u8, (data >> 8) as u8)),
        score: i32::from((data >> 16) as u16 as i16),
        depth: i32::from((data >> 32) as u8 as i8),
        bound,
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({} MiB)", (self.buckets.len() * size_of::<Bucket>()) >> 20)
    }
}

impl fmt::Display for TableTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a table of {} MiB does not fit into the memory of this machine", self.mebibytes)
    }
}

impl std::error::Error for TableTooLarge {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found_and_nothing_else() {
        let table = Table::new(1).expect("one mebibyte");
        let bounds = [Bound::Lower, Bound::Upper, Bound::Exact];
        let known = |i: u64| Known {
            best: (!i.is_multiple_of(3)).then_some((i as u8, (i >> 3) as u8)),
            score: i as i32 % 60_000 - 30_000,
            depth: i as i32 % 100 - 20,
            bound: bounds[i as usize % 3],
        };
        let hash = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for i in 1..1000 {
            table.put(hash(i), known(i));
            assert_eq!(table.get(hash(i)), Some(known(i)));
        }
        assert_eq!(table.get(hash(5000)), None);
    }

    #[test]
    fn a_table_larger_than_memory_is_refused() {
        assert!(Table::new(usize::MAX).is_err());
        assert!(Table::new(1 << 40).is_err());
        assert!(Table::new(1 << 30).is_err(), "a pebibyte");
    }
}
