//! Whole games: every move is legal by the rules, in every rule set, and games end.

use std::sync::atomic::AtomicBool;

use draughts::{Event, Game, Rules, variant};
use engine::{Engine, Level, Limits, Options};

#[test]
fn the_engine_plays_whole_games_of_every_rule_set_with_legal_moves_only() {
    let stop = AtomicBool::new(false);
    for set in variant::ALL {
        let rules = Rules::from(set);
        let engine = Engine::new(Options { mebibytes: 2, ..Options::default() }).expect("a small table");
        for seed in 0..3 {
            let mut game = Game::new(&rules);
            while game.outcome().is_none() && game.turns().len() < 300 {
                let side = game.position().turn();
                let turn = game.turns().len() as u64;
                // The first moves are varied, so that the games differ.
                let level = if turn < 8 { Level::new(1) } else { Level::new(3) }.expect("a level");
                let seed = seed * 1000 + turn;
                let m = engine.choose(&game, level, Limits::nodes(300), seed, &stop).expect("a move");
                let played = game.apply(Event::of(&m, side));
                assert_eq!(played, Ok(()), "{}: {m:?} in {:?}", set.id, game.position());
            }
            assert!(game.turns().len() > 10, "{}: a game of {} turns", set.id, game.turns().len());
        }
    }
}
