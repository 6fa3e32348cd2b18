//! The published node tables, and those of a reference generator: how many sequences of moves lead
//! from a position. One test walks them all.

mod fixtures;

use std::collections::BTreeSet;

use draughts::Position;
use fixtures::{Fixture, rules};

/// What the ordinary tests walk, row by row. `cargo xtask perft` sets it to a thousand million.
fn most_nodes() -> u64 {
    std::env::var("CROWNHEAD_PERFT_NODES").ok().and_then(|n| n.parse().ok()).unwrap_or(10_000_000)
}

#[test]
fn perft_matches_every_table() {
    let most = most_nodes();
    let mut rows = 0;
    for fixture in fixtures::read("perft") {
        let Fixture { file, name, rules: given, fen, lines } = &fixture;
        let rules = rules(given);
        let position = Position::from_fen(&rules, fen).unwrap_or_else(|e| panic!("{file}, {name}: {e}"));
        for line in lines {
            let (depth, nodes) = line.split_once(' ').expect("a line is a depth and a number of nodes");
            let (depth, nodes): (u32, u64) = (depth.parse().expect("a depth"), nodes.parse().expect("nodes"));
            if nodes <= most {
                assert_eq!(position.perft(depth), nodes, "{file}, {name}: {fen} at depth {depth}");
                rows += 1;
            }
        }
    }
    println!("{rows} rows of up to {most} nodes");
    assert!(rows >= 306, "the tables have 306 rows of up to ten million nodes, {rows} were found");
}

#[test]
fn every_rule_set_with_a_table_has_one_from_its_start() {
    let (mut tables, mut starts) = (BTreeSet::new(), BTreeSet::new());
    for fixture in fixtures::read("perft") {
        let rules = rules(&fixture.rules);
        let given = Position::from_fen(&rules, &fixture.fen).expect("a position");
        // The side to move is left out: some tables of games that Black begins were made with White to move.
        if given.setup().men == Position::initial(&rules).setup().men {
            starts.insert(fixture.rules.clone());
        }
        tables.insert(fixture.rules);
    }
    assert_eq!(starts, tables);
}
