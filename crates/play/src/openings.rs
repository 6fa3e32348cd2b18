//! Opening positions (ballots), of which one is drawn at random.

use std::sync::LazyLock;

/// An opening position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The number in its list.
    pub number: &'static str,
    /// The moves that lead to the position, or its difference from the start position.
    pub name: &'static str,
    /// The position, as a FEN with square numbers.
    pub fen: &'static str,
}

/// The lists of openings, by the id of their rule set.
static TABLES: LazyLock<[(&str, Vec<Opening>); 3]> = LazyLock::new(|| {
    [
        ("english", read(include_str!("../openings/english.tsv"))),
        ("russian", read(include_str!("../openings/russian.tsv"))),
        ("brazilian", read(include_str!("../openings/brazilian.tsv"))),
    ]
});

fn read(table: &'static str) -> Vec<Opening> {
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|line| {
        let mut fields = line.split('\t');
        Some(Opening { number: fields.next()?, name: fields.next()?, fen: fields.next()? })
    })
    .collect()
}

/// Returns the openings of a rule set; empty if it has none.
#[must_use]
pub fn of(rules: &str) -> &'static [Opening] {
    TABLES.iter().find(|(id, _)| *id == rules).map_or(&[], |(_, openings)| openings)
}

/// Returns the opening with this number.
#[must_use]
pub fn find(rules: &str, number: &str) -> Option<&'static Opening> {
    of(rules).iter().find(|opening| opening.number.eq_ignore_ascii_case(number))
}

/// Returns a random opening. The list is short enough for the remainder of a 64-bit number to be fair.
#[must_use]
pub fn random(rules: &str, number: u64) -> Option<&'static Opening> {
    let openings = of(rules);
    let place = number.checked_rem(openings.len() as u64)?;
    openings.get(usize::try_from(place).ok()?)
}

#[cfg(test)]
mod tests {
    use draughts::{Game, Position, Rules};

    use super::*;

    #[test]
    fn every_ballot_is_a_position_of_its_game_and_its_moves_lead_there() {
        for (id, count, played) in [("english", 156, 156), ("russian", 150, 149), ("brazilian", 736, 341)] {
            let rules = Rules::named(id).expect("a rule set");
            assert_eq!(of(id).len(), count, "{id}");
            let mut reached = 0;
            for opening in of(id) {
                let game = Game::from_fen(&rules, opening.fen)
                    .unwrap_or_else(|error| panic!("{opening:?}: {error}"));
                assert!(game.outcome().is_none(), "{opening:?}");
                let mut position = Position::initial(&rules);
                let moves = opening.name.split(' ').try_for_each(|text| {
                    position = position.play(&position.read_move(text).ok()?).ok()?;
                    Some(())
                });
                if moves.is_some() {
                    assert_eq!(position.board(), game.position().board(), "{opening:?}");
                    reached += 1;
                }
            }
            assert_eq!(reached, played, "{id}");
        }
        assert_eq!(of("international"), &[]);
        assert_eq!(find("russian", "1-ii").map(|opening| opening.name), Some("ef4 dc5 fe3"));
        assert_eq!(find("english", "3"), None, "barred");
        assert_eq!(random("english", 157).map(|opening| opening.number), Some("2"));
        assert_eq!(random("turkish", 1), None);
    }
}
