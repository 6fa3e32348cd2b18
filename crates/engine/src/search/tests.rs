//! Tests of the search without iterative deepening.

use std::sync::atomic::AtomicBool;

use draughts::{AnyBoard, Game, Generated, Referee, Rules, State, variant};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::node::Pv;
use super::{Sacrifices, Search, Shared};
use crate::draw_rules::{DrawCounters, DrawRules};
use crate::engine::find_move;
use crate::evaluation::{Evaluation, Weights};
use crate::limits::Limits;
use crate::random_games::{beginning, end_score, random_game};
use crate::score::INFINITE;
use crate::thread_pool::ThreadPool;
use crate::time_manager::TimeManager;
use crate::transposition_table::{Salt, TranspositionTable};

/// Returns the number of nodes that a deep search visits after it was stopped, with `first` nodes before. The search
/// checks for a stop when its node count is a multiple of 1024.
fn nodes_after_stop(rules: &str, fen: &str, first: u64) -> u64 {
    let rules = Rules::named(rules).expect("a rule set");
    let game = Game::from_fen(&rules, fen).expect("a position");
    let AnyBoard::Narrow(referee, state) = game.position().board() else { panic!("a small board") };
    let stop = AtomicBool::new(true);
    let time = TimeManager::new(Limits::default(), 9, &stop);
    let shared = Shared {
        referee,
        evaluation: &Evaluation::new(referee, &Weights::standard()),
        network: None,
        draw_rules: &DrawRules::new(referee),
        sacrifices: &Sacrifices::new(referee),
        table: &TranspositionTable::new(1).expect("a small table"),
        salt: Salt::default(),
        time: &time,
        pool: &ThreadPool::new(1),
        pruning: true,
    };
    let mut search = Search::new(&shared, &[], None);
    let counters = shared.draw_rules.counters(&game.counters(), state);
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

/// Compares the search with `Game` at every node of the tree below a node, which is not the root.
fn compare<W: Generated>(
    search: &mut Search<'_, W>,
    state: &State<W>,
    counters: &DrawCounters,
    game: &Game,
    depth: u32,
    ply: usize,
) {
    let shared = search.shared;
    let fen = || format!("{} {} after {:?}", game.rules().rule_set().id, game.fen(), game.turns().last());
    assert_eq!(*counters, shared.draw_rules.counters(&game.counters(), state), "{}", fen());
    if let Some(expected) = end_score(game, ply as i32) {
        let score = search.search::<Pv>(state, counters, -INFINITE, INFINITE, 1, ply);
        assert_eq!(score, expected, "{}", fen());
        return;
    }
    assert_eq!(search.draw_score(state, counters, ply), None, "{}", fen());
    if depth > 0 {
        compare_children(search, state, counters, game, depth, ply);
    }
}

fn compare_children<W: Generated>(
    search: &mut Search<'_, W>,
    state: &State<W>,
    counters: &DrawCounters,
    game: &Game,
    depth: u32,
    ply: usize,
) {
    let shared = search.shared;
    let mut moves = Vec::new();
    shared.referee.legal_moves(state, &mut moves);
    for m in moves {
        let mut next_game = game.clone();
        let played = find_move(game.position(), shared.referee, &m).expect("a legal move");
        next_game.play(&played).expect("a legal move");
        let next = shared.referee.play(state, &m);
        let counters = shared.draw_rules.after(counters, &m, &next);
        let reversible = search.push_position(state, &m);
        compare(search, &next, &counters, &next_game, depth - 1, ply + 1);
        search.pop_position(reversible);
    }
}

fn compare_tree<W: Generated>(referee: &Referee<W>, state: &State<W>, game: &Game, depth: u32) {
    let stop = AtomicBool::new(false);
    let time = TimeManager::new(Limits::default(), 9, &stop);
    let shared = Shared {
        referee,
        evaluation: &Evaluation::new(referee, &Weights::standard()),
        network: None,
        draw_rules: &DrawRules::new(referee),
        sacrifices: &Sacrifices::new(referee),
        table: &TranspositionTable::new(1).expect("a small table"),
        salt: Salt::default(),
        time: &time,
        pool: &ThreadPool::new(1),
        pruning: true,
    };
    let hashes: Vec<u64> = game.turns().iter().map(|turn| turn.before.zobrist_hash()).collect();
    let mut search = Search::new(&shared, &hashes, None);
    let counters = shared.draw_rules.counters(&game.counters(), state);
    compare_children(&mut search, state, &counters, game, depth, 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn draw_counters_and_ends_of_games_equal_those_of_game(
        set in select(&variant::ALL[..]),
        beginning in beginning(),
        picks in prop::collection::vec(any::<Index>(), 0..120),
        depth in 2..=4_u32,
    ) {
        let game = random_game(set, &beginning, &picks);
        prop_assume!(game.outcome().is_none());
        // The number of nodes is limited, not the depth alone.
        let depth = if game.legal_moves().len() > 12 { 2 } else { depth };
        match game.position().board() {
            AnyBoard::Narrow(referee, state) => compare_tree(referee, state, &game, depth),
            AnyBoard::Middle(referee, state) => compare_tree(referee, state, &game, depth),
            AnyBoard::Large(referee, state) => compare_tree(referee, state, &game, depth),
        }
    }
}
