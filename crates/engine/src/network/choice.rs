//! The choice of a network for a rule set.

use std::fmt;
use std::sync::Arc;

use draughts::ruleset::RuleSet;

use super::family::is_same_game;
use super::inference::Inference;
use super::{Network, NetworkError, NetworkShape, embedded};
use crate::score::Scale;

/// The networks that an engine evaluates with.
#[derive(Clone, Debug, Default)]
pub enum NetworkChoice {
    /// The embedded network of the family of the rule set; the hand-made evaluation if there is none.
    #[default]
    Embedded,
    /// No network: the hand-made evaluation.
    None,
    /// A given network for all rule sets whose board it fits; the hand-made evaluation for the others.
    Given(GivenNetwork),
    /// Given networks, each for the family of its rule set; the embedded networks for the others.
    Library(Arc<[(RuleSet, GivenNetwork)]>),
}

/// A network prepared for use.
#[derive(Clone, Debug)]
pub struct GivenNetwork {
    shape: NetworkShape,
    checksum: u64,
    inference: Arc<Inference>,
}

impl TryFrom<Network> for GivenNetwork {
    type Error = NetworkError;

    fn try_from(network: Network) -> Result<Self, NetworkError> {
        let network = network.checked()?;
        Ok(Self {
            shape: network.shape,
            checksum: network.checksum(),
            inference: Arc::new(Inference::new(&network)),
        })
    }
}

impl GivenNetwork {
    /// Returns the network if it fits the board of the rules.
    fn inference(&self, rules: &RuleSet) -> Option<Arc<Inference>> {
        self.shape.fits(rules).is_ok().then(|| Arc::clone(&self.inference))
    }
}

impl NetworkShape {
    /// Returns an error unless the network is for the board of these rules.
    pub fn fits(&self, rules: &RuleSet) -> Result<(), NetworkError> {
        let (shape, width) = (rules.shape(), usize::from(rules.board.width));
        let cells = 0..usize::from(rules.board.height) * width;
        let squares = cells.filter(|cell| shape.is_played(cell / width, cell % width)).count() as u8;
        let board = (rules.board.width, rules.board.height, squares);
        if (self.width, self.height, self.squares) == board {
            Ok(())
        } else {
            Err(NetworkError::Board(self.width, self.height, self.squares, board.0, board.1, board.2))
        }
    }
}

/// `embedded`, `none`, the checksum of the given network, or `library`.
impl fmt::Display for NetworkChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Embedded => f.write_str("embedded"),
            Self::None => f.write_str("none"),
            Self::Given(given) => write!(f, "{:016x}", given.checksum),
            Self::Library(_) => f.write_str("library"),
        }
    }
}

impl NetworkChoice {
    /// Returns the scale of the scores under a rule set; `None` with the hand-made evaluation.
    #[must_use]
    pub fn scale(&self, rules: &RuleSet) -> Option<Scale> {
        self.inference(rules)?.scale()
    }

    /// Returns the network for a rule set; `None` for the hand-made evaluation.
    pub(crate) fn inference(&self, rules: &RuleSet) -> Option<Arc<Inference>> {
        match self {
            Self::Embedded => embedded::inference(rules),
            Self::None => None,
            Self::Given(given) => given.inference(rules),
            Self::Library(networks) => {
                let own = networks.iter().find(|(trained_for, _)| is_same_game(trained_for, rules));
                own.and_then(|(_, given)| given.inference(rules)).or_else(|| embedded::inference(rules))
            }
        }
    }
}
