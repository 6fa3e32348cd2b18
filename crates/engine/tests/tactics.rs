//! The engine with pruning finds winning combinations.

use std::sync::atomic::AtomicBool;

use crownhead_engine::{Engine, Limits, Options};
use draughts::{Game, Rules};

/// A rule set, a position and the winning move.
struct Tactic<'t> {
    rules: &'t str,
    fen: &'t str,
    solution: &'t str,
}

fn tactics(text: &str) -> Vec<Tactic<'_>> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let parts = lines.map(|line| line.split(" | ").collect::<Vec<_>>());
    let tactic = |parts: Vec<_>| match *parts.as_slice() {
        [rules, fen, solution] => Tactic { rules, fen, solution },
        _ => panic!("{parts:?}"),
    };
    parts.map(tactic).collect()
}

#[test]
fn winning_combinations_are_found() {
    let tactics = tactics(include_str!("tactics.txt"));
    assert!(tactics.len() >= 60, "{} positions", tactics.len());
    let engine = Engine::new(Options { mebibytes: 16, ..Options::default() }).expect("a small table");
    let missed: Vec<String> = tactics.iter().filter_map(|tactic| miss(&engine, tactic)).collect();
    assert!(missed.is_empty(), "{} of {}:\n{}", missed.len(), tactics.len(), missed.join("\n"));
}

/// Returns a description of the move that the engine plays instead of the solution; `None` if it finds the solution.
fn miss(engine: &Engine, tactic: &Tactic<'_>) -> Option<String> {
    let rules = Rules::named(tactic.rules).expect("a rule set");
    let game = Game::from_fen(&rules, tactic.fen).expect("a position");
    let solution = game.position().read_move(tactic.solution).expect("a legal move");
    let report = engine.search(&game, Limits::nodes(300_000), &AtomicBool::new(false), |_| {});
    let best = report.best.expect("a move");
    let score = report.info.expect("a finished depth").score;
    (best != solution).then(|| {
        format!(
            "{} {}: {} wins, the engine plays {best:?} ({score})",
            tactic.rules, tactic.fen, tactic.solution
        )
    })
}
