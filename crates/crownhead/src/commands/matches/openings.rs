//! The openings of a match.

use std::collections::HashSet;
use std::path::Path;

use draughts::{Game, Rules};
use engine::samples::random_opening;

use crate::args::MatchArgs;
use crate::failure::Failure;

/// Maximum number of consecutive random openings that are rejected before the rule set counts as exhausted.
const MAX_REJECTED: u32 = 1000;

/// Returns the opening positions: those of the file, one FEN per line, or random ones, one for each pair of games.
pub(super) fn openings(rules: &Rules, args: &MatchArgs) -> Result<Vec<Game>, Failure> {
    match &args.openings {
        Some(path) => read(rules, Path::new(path)),
        None => random(rules, args.opening_plies, args.seed, args.games.div_ceil(2) as usize),
    }
}

/// Reads the opening positions of a file. Skips those in which the game is over.
fn read(rules: &Rules, path: &Path) -> Result<Vec<Game>, Failure> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| Failure::unreadable(path, &error))?;
    let mut games = Vec::new();
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let game = Game::from_fen(rules, line.trim())
            .map_err(|error| Failure::Input(format!("{name}, line {}: {error}", i + 1)))?;
        games.extend(Some(game).filter(|game| game.outcome().is_none()));
    }
    if games.is_empty() {
        return Err(Failure::Input(format!("{name} has no position in which the game is not over")));
    }
    Ok(games)
}

/// Returns `count` openings with different positions: two pairs from the same position are often the same games.
fn random(rules: &Rules, plies: u64, seed: u64, count: usize) -> Result<Vec<Game>, Failure> {
    let (mut games, mut positions) = (Vec::new(), HashSet::new());
    let (mut number, mut rejected) = (0, 0);
    while games.len() < count {
        let game = random_opening(rules, plies, seed << 32 ^ number);
        number += 1;
        if game.outcome().is_none() && positions.insert(game.position().clone()) {
            games.push(game);
            rejected = 0;
        } else if rejected < MAX_REJECTED {
            rejected += 1;
        } else {
            return Err(Failure::Input(format!(
                "{plies} random plies give only about {} different openings, and {count} are needed: increase \
                 --opening-plies",
                games.len()
            )));
        }
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use draughts::variant;

    use super::*;

    #[test]
    fn random_openings_are_unique_and_reproducible() {
        let rules = Rules::from(variant::ENGLISH);
        let fens = |seed| -> Vec<String> {
            let openings = random(&rules, 4, seed, 500).ok().expect("enough openings");
            openings.iter().map(|game| game.position().setup()).map(|setup| format!("{setup:?}")).collect()
        };
        let first = fens(1);
        assert_eq!(first.iter().collect::<HashSet<_>>().len(), 500);
        assert_eq!(first, fens(1));
        assert_ne!(first, fens(2));
    }

    #[test]
    fn too_few_different_openings_are_an_error() {
        // Without random plies, an opening is the start or the position after one of the 7 first moves.
        let rules = Rules::from(variant::ENGLISH);
        assert!(random(&rules, 0, 1, 8).is_ok());
        assert!(random(&rules, 0, 1, 9).is_err());
    }
}
