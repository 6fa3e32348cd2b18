//! The transposition table.
//!
//! Threads share it without locks. A slot has two words: the entry, and the Zobrist hash of its position XOR the entry.
//! If two threads write a slot at the same time, the words do not match and the slot is not found (Hyatt's lockless
//! hashing).
//!
//! The hash of a position does not depend on the rules. Each rule set that uses the table therefore has a salt of its
//! own, which is part of the key of its entries.

use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::system_memory;

/// The number of slots in a bucket, which fills a cache line.
const BUCKET_SLOTS: usize = 4;

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
    /// The bit numbers of the first and last square of the best move.
    pub(crate) best: Option<(u8, u8)>,
    pub(crate) score: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// The number of generations; their numbers start again after the last.
const GENERATIONS: u8 = 64;

/// The transposition table.
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

/// The slots of one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET_SLOTS]);

#[derive(Default)]
struct Slot {
    /// The Zobrist hash XOR the salt of the rule set XOR `data`.
    key: AtomicU64,
    data: AtomicU64,
}

/// The salt of the entries of one rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Salt(u64);

impl Salt {
    /// Returns a salt that differs from all earlier ones.
    pub(crate) fn next(self) -> Self {
        Self(self.0.wrapping_add(0x9e37_79b9_7f4a_7c15))
    }
}

/// The transposition table does not fit into memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a table of {mebibytes} MiB does not fit into the memory of this machine")]
pub struct TableTooLarge {
    /// The requested size, in mebibytes.
    pub mebibytes: usize,
}

impl TranspositionTable {
    /// Creates a table of at least 1 mebibyte.
    pub(crate) fn new(mebibytes: usize) -> Result<Self, TableTooLarge> {
        let too_large = TableTooLarge { mebibytes };
        let bytes = mebibytes.max(1).checked_mul(1 << 20).ok_or(too_large)?;
        if system_memory::available_bytes().is_some_and(|available| bytes as u64 > available) {
            return Err(too_large);
        }
        Self::with_bytes(bytes).ok_or(too_large)
    }

    /// Creates a table that fits into the cache of a processor core.
    pub(crate) fn local() -> Self {
        let buckets = (0..(512 << 10) / size_of::<Bucket>()).map(|_| Bucket::default());
        Self { buckets: buckets.collect(), generation: AtomicU8::new(0) }
    }

    fn with_bytes(bytes: usize) -> Option<Self> {
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

    /// Starts a new generation. Entries of older generations are replaced first.
    pub(crate) fn new_search(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// Replaces all entries before those that are stored from now on, as if the table were empty.
    pub(crate) fn retire_entries(&self) {
        self.generation.fetch_add(GENERATIONS / 2, Ordering::Relaxed);
    }

    fn bucket(&self, hash: u64) -> &Bucket {
        // The upper half of the product distributes hashes evenly over any number of buckets.
        &self.buckets[((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// Prefetches the bucket of a position into the cache. Waiting for memory took a third of the time of a search.
    #[inline]
    pub(crate) fn prefetch(&self, hash: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(hash);
            // SAFETY: the pointer is valid, and a prefetch has no effect that the program can observe.
            #[allow(unsafe_code, reason = "the intrinsic has no safe form")]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(bucket.cast());
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = hash;
    }

    /// Returns the entry of a position under the rule set with this salt.
    pub(crate) fn get(&self, hash: u64, salt: Salt) -> Option<TtEntry> {
        let key = hash ^ salt.0;
        self.bucket(hash).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.key.load(Ordering::Relaxed) ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    /// Stores the entry of a position under the rule set with this salt.
    pub(crate) fn put(&self, hash: u64, salt: Salt, entry: TtEntry) {
        let key = hash ^ salt.0;
        let generation = self.generation.load(Ordering::Relaxed) % GENERATIONS;
        let data = pack(entry, generation);
        let mut victim: Option<(&Slot, i32)> = None;
        for slot in &self.bucket(hash).0 {
            let old = slot.data.load(Ordering::Relaxed);
            let is_same = slot.key.load(Ordering::Relaxed) ^ old == key;
            // Replaces the slot of the position, else an empty slot, else the shallowest and oldest entry.
            let age = i32::from(generation.wrapping_sub(generation_of(old)) % GENERATIONS);
            let value = match (is_same, old) {
                (true, _) => i32::MIN,
                (_, 0) => i32::MIN + 1,
                _ => unpack(old).depth - 8 * age,
            };
            if victim.is_none_or(|(_, least)| value < least) {
                victim = Some((slot, value));
            }
        }
        if let Some((slot, _)) = victim {
            slot.data.store(data, Ordering::Relaxed);
            slot.key.store(key ^ data, Ordering::Relaxed);
        }
    }
}

/// Advises the system to use huge pages for memory that has not been touched yet.
fn advise_huge_pages<T>(memory: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        let (start, bytes) = (memory.as_mut_ptr(), size_of_val(memory));
        // The address must be aligned to a page, so a partial page at the start is skipped.
        let page = start.cast::<u8>().wrapping_add(4095).map_addr(|address| address & !4095);
        let skipped = page.addr() - start.addr();
        if skipped < bytes {
            // SAFETY: the range lies within `memory`, which is borrowed exclusively, and the advice does not change its
            // contents.
            #[allow(unsafe_code, reason = "the system call has no safe form")]
            unsafe {
                libc::madvise(page.cast(), bytes - skipped, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// Packs an entry into 50 bits: 8 for each square of the move, 16 for the score, 8 for the depth, 2 for the bound, 6
/// for the generation, 1 that is set if there is a move, and 1 that is always set.
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
    (data >> 42) as u8 % GENERATIONS
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
    fn only_stored_entries_are_found() {
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
            table.put(hash(i), Salt::default(), entry(i));
            assert_eq!(table.get(hash(i), Salt::default()), Some(entry(i)));
            assert_eq!(table.get(hash(i), Salt::default().next()), None, "another rule set");
        }
        assert_eq!(table.get(hash(5000), Salt::default()), None);
    }

    #[test]
    fn tables_larger_than_memory_are_rejected() {
        assert!(TranspositionTable::new(usize::MAX).is_err());
        assert!(TranspositionTable::new(1 << 40).is_err());
        assert!(TranspositionTable::new(1 << 30).is_err(), "a pebibyte");
    }
}
