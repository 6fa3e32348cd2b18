//! Checks each move of the engine in games of every rule set with the reference generator of `draughts`, which is slow
//! and simple.

#[path = "../../draughts/tests/reference/mod.rs"]
#[allow(dead_code, reason = "the tests of the generator use more of it")]
mod reference;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crownhead_engine::{Engine, Limits, Options};
use draughts::{Game, Move, Rules, Square, Variant, variant};

/// The number of games of each rule set.
const GAMES: u64 = 200;
/// The number of random moves at the start, so that the games differ.
const OPENING_TURNS: usize = 6;
/// The maximum number of turns of a game.
const MAX_TURNS: usize = 300;

#[test]
fn moves_of_the_engine_are_legal_by_the_reference_generator() {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(set) = variant::ALL.get(next.fetch_add(1, Ordering::Relaxed)) {
                    play_games(*set);
                }
            });
        }
    });
}

fn play_games(set: Variant) {
    let rules = Rules::from(set);
    let engine = Engine::new(Options { mebibytes: 1, ..Options::default() }).expect("a small table");
    let stop = AtomicBool::new(false);
    let (mut finished, mut turns) = (0, 0);
    for seed in 0..GAMES {
        let mut game = Game::new(&rules);
        let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        while !is_over(&game) && game.turns().len() < MAX_TURNS {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let m = if game.turns().len() < OPENING_TURNS {
                let legal = game.legal_moves();
                legal[(random >> 33) as usize % legal.len()].clone()
            } else {
                engine.search(&game, Limits::nodes(60), &stop, |_| {}).best.expect("a move")
            };
            let legal = reference::legal_moves(&set, &game.position().setup());
            assert!(legal.contains(&reference_move(&m)), "{}: {m:?} in {:?}", set.id, game.position());
            assert_eq!(game.play(&m), Ok(()), "{}", set.id);
        }
        turns += game.turns().len();
        finished += u64::from(is_over(&game));
    }
    assert!(finished > GAMES / 2, "{}: only {finished} of {GAMES} games ended", set.id);
    assert!(turns > 15 * GAMES as usize, "{}: {turns} turns", set.id);
}

/// Returns whether the game is over, or a draw can be claimed.
fn is_over(game: &Game) -> bool {
    game.outcome().is_some() || game.counters().iter().any(draughts::draw::Counter::is_reached)
}

/// Converts a move to the form of the reference generator.
fn reference_move(m: &Move) -> reference::ReferenceMove {
    let captured: Vec<Square> = m.captured().iter().collect();
    (m.from(), m.to(), captured, m.promotes())
}
