//! The networks that are part of the program, one for each family of rule sets.

use std::sync::{Arc, OnceLock};

use draughts::ruleset::RuleSet;
use draughts::{Variant, variant};

use super::Network;
use super::family::is_same_game;
use super::inference::Inference;

/// A family of rule sets, named by the one that its network was trained for.
struct Family {
    rules: Variant,
    file: &'static [u8],
    inference: OnceLock<Option<Arc<Inference>>>,
}

const fn family(rules: Variant, file: &'static [u8]) -> Family {
    Family { rules, file, inference: OnceLock::new() }
}

/// `networks/README.md` says how the networks were trained.
static FAMILIES: [Family; 20] = [
    family(variant::ANTIDRAUGHTS, include_bytes!("../../networks/antidraughts.network")),
    family(variant::BRAZILIAN, include_bytes!("../../networks/brazilian.network")),
    family(variant::BREAKTHROUGH, include_bytes!("../../networks/breakthrough.network")),
    family(variant::CANADIAN, include_bytes!("../../networks/canadian.network")),
    family(variant::CHECKERS_REVENGE, include_bytes!("../../networks/checkers-revenge.network")),
    family(variant::CZECH, include_bytes!("../../networks/czech.network")),
    family(variant::DAME_8X8, include_bytes!("../../networks/dame-8x8.network")),
    family(variant::ENGLISH, include_bytes!("../../networks/english.network")),
    family(variant::FRISIAN, include_bytes!("../../networks/frisian.network")),
    family(variant::FRYSK, include_bytes!("../../networks/frysk.network")),
    family(variant::INTERNATIONAL, include_bytes!("../../networks/international.network")),
    family(variant::ITALIAN, include_bytes!("../../networks/italian.network")),
    family(variant::KILLER, include_bytes!("../../networks/killer.network")),
    family(variant::PODDAVKI, include_bytes!("../../networks/poddavki.network")),
    family(variant::POOL, include_bytes!("../../networks/pool.network")),
    family(variant::RUSSIAN, include_bytes!("../../networks/russian.network")),
    family(variant::SLOVAK, include_bytes!("../../networks/slovak.network")),
    family(variant::SPANISH, include_bytes!("../../networks/spanish.network")),
    family(variant::THAI, include_bytes!("../../networks/thai.network")),
    family(variant::TURKISH, include_bytes!("../../networks/turkish.network")),
];

/// Returns the network of the family of a rule set: the one whose rule set has the same board, start, moves and goal.
pub(super) fn inference(rules: &RuleSet) -> Option<Arc<Inference>> {
    let family = FAMILIES.iter().find(|family| is_same_game(family.rules.rule_set(), rules))?;
    let inference = family.inference.get_or_init(|| {
        let network = Network::from_bytes(family.file).ok()?;
        Some(Arc::new(Inference::new(&network)))
    });
    inference.clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::GivenNetwork;

    #[test]
    fn every_named_rule_set_has_a_network_that_fits_its_board() {
        for set in variant::ALL {
            let rules = set.rule_set();
            let family = FAMILIES.iter().find(|family| is_same_game(family.rules.rule_set(), rules));
            let family = family.unwrap_or_else(|| panic!("{} has no network", set.id));
            let network =
                Network::from_bytes(family.file).unwrap_or_else(|error| panic!("{}: {error}", set.id));
            let given = GivenNetwork::try_from(network).unwrap_or_else(|error| panic!("{}: {error}", set.id));
            assert_eq!(given.fits(rules), Ok(()), "{}", set.id);
        }
        let bytes: usize = FAMILIES.iter().map(|family| family.file.len()).sum();
        assert!(bytes <= 3 << 20, "{bytes} bytes");
    }
}
