//! The states that a long search for captures has explored.

use alloc::vec;
use alloc::vec::Vec;
use core::hash::Hasher;

use crate::bitboard::Bitboard;

/// A hash table of explored states.
///
/// It may forget a state, which is then explored once more. So a visit takes bounded time, whatever the states are.
pub(crate) struct VisitedSet<B> {
    slots: Vec<Slot<B>>,
    len: usize,
}

/// An explored state.
#[derive(Clone, Copy)]
struct Slot<B> {
    captured: B,
    /// The rest of the state, plus 1; 0 in an empty slot.
    tag: u64,
    /// The greatest order in which kings were captured on a visit: the earlier they are captured, the greater.
    king_order: u64,
}

/// Initial number of slots; a power of two.
const INITIAL_SLOTS: usize = 1 << 12;
/// Maximum number of slots; a power of two.
const MAX_SLOTS: usize = 1 << 18;
/// Maximum number of slots probed per visit.
const PROBES: usize = 16;

impl<B: Bitboard> VisitedSet<B> {
    pub(crate) fn new() -> Self {
        Self { slots: Self::empty(INITIAL_SLOTS), len: 0 }
    }

    fn empty(slots: usize) -> Vec<Slot<B>> {
        vec![Slot { captured: B::NONE, tag: 0, king_order: 0 }; slots]
    }

    /// Records a state; returns whether it must be explored: it is new, or kings are captured earlier than on every
    /// previous visit. `tag` is the rest of the state.
    pub(crate) fn visit(&mut self, captured: B, tag: u64, king_order: u64) -> bool {
        if self.len * 4 > self.slots.len() * 3 && self.slots.len() < MAX_SLOTS {
            self.grow();
        }
        let slot = self.slot(captured, tag + 1);
        if slot.tag == tag + 1 && slot.captured == captured {
            let is_earlier = king_order > slot.king_order;
            slot.king_order = slot.king_order.max(king_order);
            return is_earlier;
        }
        let was_empty = slot.tag == 0;
        *slot = Slot { captured, tag: tag + 1, king_order };
        self.len += usize::from(was_empty);
        true
    }

    /// Returns the slot of a state: the one that holds it, or else an empty one, or else one to overwrite.
    fn slot(&mut self, captured: B, tag: u64) -> &mut Slot<B> {
        let mask = self.slots.len() - 1;
        let home = hash(captured, tag) as usize;
        let found = (0..PROBES).map(|probe| (home + probe) & mask).find(|&at| {
            let slot = &self.slots[at];
            slot.tag == 0 || slot.tag == tag && slot.captured == captured
        });
        &mut self.slots[found.unwrap_or(home & mask)]
    }

    fn grow(&mut self) {
        let larger = Self::empty(self.slots.len() * 4);
        let old = core::mem::replace(&mut self.slots, larger);
        for state in old.into_iter().filter(|slot| slot.tag != 0) {
            *self.slot(state.captured, state.tag) = state;
        }
    }
}

fn hash<B: Bitboard>(captured: B, tag: u64) -> u64 {
    let mut hasher = Mixer(tag);
    captured.hash(&mut hasher);
    hasher.finish()
}

/// A hasher that multiplies and folds. The standard one takes longer than a step of the search.
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    fn finish(&self) -> u64 {
        let product = u128::from(self.0 ^ 0xA076_1D64_78BD_642F) * 0xE703_7ED1_A0B4_28DB;
        product as u64 ^ (product >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_explored_once() {
        let mut visited = VisitedSet::new();
        let states = || (0..20_000_u64).map(|n| (n * n, n % 7));
        assert!(states().all(|(captured, tag)| visited.visit(captured, tag, 0)));
        let again = states().filter(|&(captured, tag)| visited.visit(captured, tag, 0)).count();
        assert!(again < 1000, "{again} forgotten");
    }

    #[test]
    fn a_better_order_of_kings_is_explored_again() {
        let mut visited = VisitedSet::new();
        let orders = [1, 0, 1, 2, 1].map(|order| visited.visit(5_u64, 1, order));
        assert_eq!(orders, [true, false, false, true, false]);
    }
}
