//! The choice of a network for a rule set.

use std::fmt;
use std::sync::Arc;

use draughts::ruleset::RuleSet;

use super::family::{difference, is_same_game};
use super::inference::Inference;
use super::{Network, NetworkError, embedded};
use crate::score::Scale;

/// The networks that an engine evaluates with.
#[derive(Clone, Debug, Default)]
pub enum NetworkChoice {
    /// The embedded network of the family of the rule set; the hand-made evaluation if there is none.
    #[default]
    Embedded,
    /// No network: the hand-made evaluation.
    None,
    /// A given network for all rule sets that can share it; the hand-made evaluation for the others.
    Given(GivenNetwork),
    /// Given networks, each for the family of its rule set; the embedded networks for the others.
    Library(Arc<[GivenNetwork]>),
}

/// A network prepared for use.
#[derive(Clone, Debug)]
pub struct GivenNetwork {
    /// The rule set that it was trained for.
    rules: Arc<RuleSet>,
    checksum: u64,
    inference: Arc<Inference>,
}

impl TryFrom<Network> for GivenNetwork {
    type Error = NetworkError;

    fn try_from(network: Network) -> Result<Self, NetworkError> {
        let network = network.checked()?;
        let rules = Arc::new(network.rule_set()?);
        network.shape.fits(&rules)?;
        Ok(Self { rules, checksum: network.checksum(), inference: Arc::new(Inference::new(&network)) })
    }
}

impl GivenNetwork {
    /// Returns an error unless rules can use the network: unless they have the same board, men, kings, captures and goal as
    /// those that it was trained for.
    pub fn fits(&self, rules: &RuleSet) -> Result<(), NetworkError> {
        self.inference.shape.fits(rules)?;
        match difference(&self.rules, rules) {
            None => Ok(()),
            Some(difference) => Err(NetworkError::OtherRules {
                trained_for: self.rules.id.to_string(),
                rules: rules.id.to_string(),
                difference,
            }),
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
            Self::Given(given) => given.fits(rules).is_ok().then(|| Arc::clone(&given.inference)),
            Self::Library(networks) => {
                let own = networks.iter().find(|given| is_same_game(&given.rules, rules));
                own.map(|given| Arc::clone(&given.inference)).or_else(|| embedded::inference(rules))
            }
        }
    }
}
