//! The transposition table: the results of earlier searches.
//!
//! Threads share it without locks. A slot is two words: the entry, and the hash of its position mixed with it, so that a pair
//! written by two threads at once belongs to no position and is not found.

use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::memory;

/// The slots that share a cache line.
const BUCKET: usize = 4;

/// How a score bounds the value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
    /// The value is the score.
    Exact,
}

/// The result of a search of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TtEntry {
    /// The numbers of the bits where the best move starts and ends.
    pub(crate) best: Option<(u8, u8)>,
    pub(crate) score: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// The transposition table.
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

/// The slots of one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

#[derive(Default)]
struct Slot {
    mixed: AtomicU64,
    data: AtomicU64,
}

/// The table asked for does not fit into memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a table of {mebibytes} MiB does not fit into the memory of this machine")]
pub struct TableTooLarge {
    /// The size asked for, in mebibytes.
    pub mebibytes: usize,
}

impl TranspositionTable {
    /// Creates a table of at least 1 mebibyte.
    pub(crate) fn new(mebibytes: usize) -> Result<Self, TableTooLarge> {
        let too_large = TableTooLarge { mebibytes };
        let bytes = mebibytes.max(1).checked_mul(1 << 20).ok_or(too_large)?;
        if memory::available().is_some_and(|most| bytes as u64 > most) {
            return Err(too_large);
        }
        Self::of_bytes(bytes).ok_or(too_large)
    }

    /// Creates a table that fits into the cache of a processor core.
    pub(crate) fn local() -> Self {
        let buckets = (0..(512 << 10) / size_of::<Bucket>()).map(|_| Bucket::default());
        Self { buckets: buckets.collect(), generation: AtomicU8::new(0) }
    }

    fn of_bytes(bytes: usize) -> Option<Self> {
        let count = bytes / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).ok()?;
        advise_huge_pages(buckets.spare_capacity_mut());
        buckets.resize_with(count, Default::default);
        Some(Self { buckets, generation: AtomicU8::new(0) })
    }

    pub(crate) fn clear(&mut self) {
        for bucket in &mut self.buckets {
            *bucket = Bucket::default();
        }
    }

    /// Begins a new search: the entries of older ones are the first to be replaced.
    pub(crate) fn new_search(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    fn bucket(&self, hash: u64) -> &Bucket {
        // The upper half of a product spreads hashes evenly over any number of buckets.
        &self.buckets[((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// Asks the processor to load the bucket of a position into its cache.
    ///
    /// Waiting for memory took a third of the time of a search.
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

    pub(crate) fn get(&self, hash: u64) -> Option<TtEntry> {
        self.bucket(hash).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.mixed.load(Ordering::Relaxed) ^ data == hash && data != 0).then(|| unpack(data))
        })
    }

    pub(crate) fn put(&self, hash: u64, entry: TtEntry) {
        let generation = self.generation.load(Ordering::Relaxed) & 63;
        let data = pack(entry, generation);
        let mut worst: Option<(&Slot, i32)> = None;
        for slot in &self.bucket(hash).0 {
            let old = slot.data.load(Ordering::Relaxed);
            let same = slot.mixed.load(Ordering::Relaxed) ^ old == hash;
            // The slot of the position, else an empty one, else the shallowest of the oldest.
            let age = i32::from(generation.wrapping_sub(generation_of(old)) & 63);
            let worth = match (same, old) {
                (true, _) => i32::MIN,
                (_, 0) => i32::MIN + 1,
                _ => unpack(old).depth - 8 * age,
            };
            if worst.is_none_or(|(_, least)| worth < least) {
                worst = Some((slot, worth));
            }
        }
        if let Some((slot, _)) = worst {
            slot.data.store(data, Ordering::Relaxed);
            slot.mixed.store(hash ^ data, Ordering::Relaxed);
        }
    }
}

/// Asks the system to hold this memory in huge pages, before it is touched. It may decline.
fn advise_huge_pages<T>(memory: &mut [T]) {
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

/// Packs an entry: 8 bits each for the squares of the move, 16 for the score, 8 for the depth, 2 for the bound, 6 for the
/// generation, 1 for whether there is a move, and 1 that is set in every entry.
fn pack(entry: TtEntry, generation: u8) -> u64 {
    let (from, to) = entry.best.unwrap_or((0, 0));
    let has_move = u64::from(entry.best.is_some());
    u64::from(from)
        | u64::from(to) << 8
        | u64::from(entry.score as i16 as u16) << 16
        | u64::from(entry.depth.clamp(-128, 127) as i8 as u8) << 32
        | (entry.bound as u64) << 40
        | u64::from(generation) << 42
        | has_move << 48
        | 1 << 49
}

fn generation_of(data: u64) -> u8 {
    (data >> 42 & 63) as u8
}

fn unpack(data: u64) -> TtEntry {
    let bound = match data >> 40 & 3 {
        0 => Bound::Lower,
        1 => Bound::Upper,
        _ => Bound::Exact,
    };
    TtEntry {
        best: (data >> 48 & 1 == 1).then_some((data as u8, (data >> 8) as u8)),
        score: i32::from((data >> 16) as u16 as i16),
        depth: i32::from((data >> 32) as u8 as i8),
        bound,
    }
}

impl fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TranspositionTable({} MiB)", (self.buckets.len() * size_of::<Bucket>()) >> 20)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_entries_are_found_and_nothing_else() {
        let table = TranspositionTable::new(1).expect("one mebibyte");
        let bounds = [Bound::Lower, Bound::Upper, Bound::Exact];
        let entry = |i: u64| TtEntry {
            best: (!i.is_multiple_of(3)).then_some((i as u8, (i >> 3) as u8)),
            score: i as i32 % 60_000 - 30_000,
            depth: i as i32 % 100 - 20,
            bound: bounds[i as usize % 3],
        };
        let hash = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for i in 1..1000 {
            table.put(hash(i), entry(i));
            assert_eq!(table.get(hash(i)), Some(entry(i)));
        }
        assert_eq!(table.get(hash(5000)), None);
    }

    #[test]
    fn a_table_larger_than_memory_is_refused() {
        assert!(TranspositionTable::new(usize::MAX).is_err());
        assert!(TranspositionTable::new(1 << 40).is_err());
        assert!(TranspositionTable::new(1 << 30).is_err(), "a pebibyte");
    }
}
