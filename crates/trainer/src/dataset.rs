//! Samples in memory, about 50 bytes each.

use engine::network::NetworkShape;

use crate::error::TrainError;
use crate::logistic::cross_entropy;

/// A position, seen by the side to move.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The index of the first feature.
    start: u32,
    /// The score of the search in centimen.
    score: i16,
    pieces: u8,
    /// Twice the score of the game: 0 lost, 1 drawn, 2 won.
    result: u8,
}

/// A position, seen by the side to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample<'d> {
    /// The features of the view of the side to move, one for each piece.
    pub(crate) features: &'d [u16],
    /// The score of the search in centimen.
    pub(crate) score: i16,
    /// 0 lost, ½ drawn, 1 won.
    pub(crate) result: f32,
}

/// A list of samples.
#[derive(Clone, Default, Debug)]
pub(crate) struct Dataset {
    entries: Vec<Entry>,
    features: Vec<u16>,
}

impl Dataset {
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn get(&self, index: usize) -> Sample<'_> {
        let Entry { start, score, pieces, result } = self.entries[index];
        let start = start as usize;
        let features = &self.features[start..start + usize::from(pieces)];
        Sample { features, score, result: f32::from(result) / 2.0 }
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = Sample<'_>> + Clone {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Returns the mean loss of logits against a target.
    pub(crate) fn mean_loss(&self, logits: &[f64], target: impl Fn(&Sample<'_>) -> f64) -> f64 {
        let losses = self.iter().zip(logits).map(|(sample, &logit)| cross_entropy(logit, target(&sample)));
        losses.sum::<f64>() / self.len().max(1) as f64
    }

    /// Appends a sample.
    pub(crate) fn push(&mut self, features: &[u16], score: i16, result: u8) -> Result<(), TrainError> {
        let start = u32::try_from(self.features.len()).map_err(|_| TrainError::TooManySamples(u32::MAX))?;
        self.entries.push(Entry { start, score, pieces: features.len() as u8, result });
        self.features.extend_from_slice(features);
        Ok(())
    }
}

/// Returns the feature of the other view for each feature: the owner changes, and the squares count from the other end.
pub(crate) fn mirrored_features(shape: &NetworkShape) -> Vec<u16> {
    let squares = usize::from(shape.squares);
    let features = (0..shape.features()).map(|feature| {
        let (plane, square) = (feature / squares, feature % squares);
        (plane + 2) % NetworkShape::PLANES * squares + squares - 1 - square
    });
    features.map(|feature| feature as u16).collect()
}
