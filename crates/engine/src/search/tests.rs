//! Tests of the search without iterative deepening.

use std::sync::atomic::AtomicBool;

use draughts::{AnyBoard, Game, Rules};

use super::{Sacrifices, Search, Shared};
use crate::draw_rules::DrawRules;
use crate::evaluation::{Evaluation, Weights};
use crate::limits::Limits;
use crate::thread_pool::ThreadPool;
use crate::time_manager::TimeManager;
use crate::transposition_table::TranspositionTable;

/// Returns the number of nodes that a deep search visits after it was stopped, with `first` nodes before. The search
/// checks for a stop when its node count is a multiple of 1024.
fn nodes_after_stop(rules: &str, fen: &str, first: u64) -> u64 {
    let rules = Rules::named(rules).expect("a rule set");
    let game = Game::from_fen(&rules, fen).expect("a position");
    let AnyBoard::Narrow(referee, state) = game.position().board() else { panic!("a small board") };
    let stop = AtomicBool::new(true);
    let time = TimeManager::new(Limits::default(), &stop);
    let shared = Shared {
        referee,
        evaluation: &Evaluation::new(referee, &Weights::standard()),
        network: None,
        draw_rules: &DrawRules::new(referee),
        sacrifices: &Sacrifices::new(referee),
        table: &TranspositionTable::new(1).expect("a small table"),
        time: &time,
        pool: &ThreadPool::new(1),
        pruning: true,
    };
    let mut search = Search::new(&shared, &[]);
    let counters = shared.draw_rules.counters(&game.counters());
    search.nodes = first;
    let result = search.search_root(state, &counters, -425, -375, 19);
    assert!(result.is_none(), "the search was stopped");
    search.nodes - first
}

#[test]
fn a_stop_ends_the_search_at_its_next_check() {
    let positions = [
        ("international", "W:W31-50:B1-20"),
        // A lost position, in which the score 0 of a stopped search would look like a good one.
        ("english", "W:W21,22,29:B1,2,3,4,5,11,12"),
        ("international", "W:W31,32,33,37,38,39,43,44,48:B6,8,9,11,12,13,16,17,18,19"),
    ];
    for (rules, fen) in positions {
        for first in (0..1024).step_by(7) {
            let nodes = nodes_after_stop(rules, fen, first);
            assert!(nodes <= 1024 - first, "{fen}: {nodes} after {first}");
        }
    }
}
