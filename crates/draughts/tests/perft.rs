//! Published perft tables, and those of a reference generator.

mod fixtures;

use std::collections::BTreeSet;

use draughts::Position;
use fixtures::{Fixture, rules};

/// Returns the maximum number of nodes of a row to check: 10⁷ by default. `cargo xtask perft` sets it to 10⁹.
fn max_nodes() -> u64 {
    std::env::var("CROWNHEAD_PERFT_NODES").ok().and_then(|n| n.parse().ok()).unwrap_or(10_000_000)
}

#[test]
fn perft_matches_every_table() {
    let max = max_nodes();
    let mut rows = 0;
    for fixture in fixtures::read("perft") {
        let Fixture { file, name, rules: given, fen, lines } = &fixture;
        let rules = rules(given);
        let position = Position::from_fen(&rules, fen).unwrap_or_else(|e| panic!("{file}, {name}: {e}"));
        for line in lines {
            let (depth, nodes) = line.split_once(' ').expect("a line is a depth and a number of nodes");
            let (depth, nodes): (u32, u64) = (depth.parse().expect("a depth"), nodes.parse().expect("nodes"));
            if nodes <= max {
                assert_eq!(position.perft(depth), nodes, "{file}, {name}: {fen} at depth {depth}");
                rows += 1;
            }
        }
    }
    println!("{rows} rows of up to {max} nodes");
    assert!(rows >= 306, "the tables have 306 rows of up to 10⁷ nodes, {rows} were found");
}

#[test]
fn every_rule_set_with_a_table_has_one_from_its_start() {
    let (mut tables, mut starts) = (BTreeSet::new(), BTreeSet::new());
    for fixture in fixtures::read("perft") {
        let rules = rules(&fixture.rules);
        let given = Position::from_fen(&rules, &fixture.fen).expect("a position");
        // Ignore the side to move: some tables of games that Black begins have White to move.
        if given.setup().men == Position::initial(&rules).setup().men {
            starts.insert(fixture.rules.clone());
        }
        tables.insert(fixture.rules);
    }
    assert_eq!(starts, tables);
}
