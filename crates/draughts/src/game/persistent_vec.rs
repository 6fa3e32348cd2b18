//! A vector whose clones share their elements.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::{Index, Range};

/// The number of elements of a chunk.
const CHUNK: usize = 32;

/// A vector whose clones share their elements: a clone costs the same at any length, and so does an append to a clone.
///
/// Elements are kept in chunks. An append copies at most the last, incomplete chunk, and now and then the list of the
/// chunks.
#[derive(Clone, PartialEq, Eq)]
pub struct PersistentVec<T> {
    /// The complete chunks.
    chunks: Arc<Vec<Arc<Vec<T>>>>,
    /// The elements after them, fewer than [`CHUNK`].
    tail: Arc<Vec<T>>,
}

impl<T> Default for PersistentVec<T> {
    fn default() -> Self {
        Self { chunks: Arc::default(), tail: Arc::default() }
    }
}

impl<T> PersistentVec<T> {
    /// Returns the number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.chunks.len() * CHUNK + self.tail.len()
    }

    /// Returns whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the element with this index.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&T> {
        self.chunks.get(index / CHUNK).unwrap_or(&self.tail).get(index % CHUNK).filter(|_| index < self.len())
    }

    /// Returns the last element.
    #[must_use]
    pub fn last(&self) -> Option<&T> {
        self.get(self.len().checked_sub(1)?)
    }

    /// Returns an iterator over the elements.
    #[must_use]
    pub fn iter(&self) -> Iter<'_, T> {
        Iter { elements: self, range: 0..self.len() }
    }
}

impl<T: Clone> PersistentVec<T> {
    /// Appends an element.
    pub(super) fn push(&mut self, element: T) {
        let tail = Arc::make_mut(&mut self.tail);
        tail.push(element);
        if tail.len() == CHUNK {
            let chunk = core::mem::take(&mut self.tail);
            Arc::make_mut(&mut self.chunks).push(chunk);
        }
    }

    /// Removes the last element and returns it.
    pub(super) fn pop(&mut self) -> Option<T> {
        if self.tail.is_empty() && !self.chunks.is_empty() {
            self.tail = Arc::make_mut(&mut self.chunks).pop()?;
        }
        Arc::make_mut(&mut self.tail).pop()
    }
}

impl<T> Index<usize> for PersistentVec<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        let chunk = self.chunks.get(index / CHUNK).unwrap_or(&self.tail);
        assert!(index < self.len(), "index {index} of {} elements", self.len());
        &chunk[index % CHUNK]
    }
}

impl<T: fmt::Debug> fmt::Debug for PersistentVec<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

#[cfg(feature = "serde")]
impl<T: serde::Serialize> serde::Serialize for PersistentVec<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

impl<'a, T> IntoIterator for &'a PersistentVec<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

/// An iterator over the elements of a [`PersistentVec`].
#[derive(Debug)]
pub struct Iter<'a, T> {
    elements: &'a PersistentVec<T>,
    range: Range<usize>,
}

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Self { elements: self.elements, range: self.range.clone() }
    }
}

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;

    fn next(&mut self) -> Option<&'a T> {
        self.range.next().map(|index| &self.elements[index])
    }

    fn nth(&mut self, n: usize) -> Option<&'a T> {
        self.range.nth(n).map(|index| &self.elements[index])
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }
}

impl<'a, T> DoubleEndedIterator for Iter<'a, T> {
    fn next_back(&mut self) -> Option<&'a T> {
        self.range.next_back().map(|index| &self.elements[index])
    }
}

impl<T> ExactSizeIterator for Iter<'_, T> {}

impl<T> FusedIterator for Iter<'_, T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_those_of_a_plain_vector() {
        let (mut persistent, mut plain) = (PersistentVec::default(), Vec::new());
        for step in 0..400_usize {
            // Grows to more than three chunks and shrinks again, several times.
            if step % 200 < 120 {
                persistent.push(step);
                plain.push(step);
            } else {
                assert_eq!(persistent.pop(), plain.pop());
            }
            let ends = (persistent.len(), persistent.last(), persistent.get(plain.len()));
            assert_eq!(ends, (plain.len(), plain.last(), None));
            assert!(persistent.iter().eq(&plain) && persistent.iter().rev().eq(plain.iter().rev()));
            assert!(persistent.iter().skip(step / 2).eq(plain.iter().skip(step / 2)));
        }
    }

    #[test]
    fn clones_share_all_but_the_last_chunk() {
        let mut original = PersistentVec::default();
        (0..1000).for_each(|element| original.push(element));
        let mut clone = original.clone();
        assert!(Arc::ptr_eq(&original.chunks, &clone.chunks) && Arc::ptr_eq(&original.tail, &clone.tail));
        clone.push(1000);
        assert!(Arc::ptr_eq(&original.chunks, &clone.chunks));
        assert_eq!((original.len(), clone.len()), (1000, 1001));
        assert!((0..100).all(|_| clone.pop().is_some()));
        assert!(
            (0..100).all(|element| core::ptr::eq(&raw const original[element], &raw const clone[element]))
        );
        assert_eq!((original.len(), original.last(), clone.len()), (1000, Some(&999), 901));
    }

    #[test]
    fn an_index_past_the_end_is_none() {
        let mut vec = PersistentVec::default();
        assert_eq!((vec.get(0), vec.last()), (None::<&u8>, None));
        assert_eq!(vec.pop(), None);
        vec.push(1_u8);
        assert_eq!((vec.get(0), vec.get(1), vec.get(CHUNK)), (Some(&1), None, None));
    }
}
