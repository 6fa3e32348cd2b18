//! Plays whole games of every rule set: each move is legal, and each game ends.

use std::sync::atomic::AtomicBool;

use crownhead_engine::{Engine, Level, Limits, Options};
use draughts::ruleset::{Claims, DrawRule, Draws, Effect, Per};
use draughts::{Event, Game, Rules, Variant, variant};

/// The number of games of each rule set.
const GAMES: u64 = 3;
/// The maximum number of turns of a game. Endings with kings are long if repetition is the only draw rule.
const MAX_TURNS: usize = 10_000;
/// The number of turns that the weakest level plays first, so that the games differ.
const OPENING_TURNS: usize = 8;

#[test]
fn games_of_every_rule_set_are_legal_and_end() {
    for set in variant::ALL {
        let engine = Engine::new(Options { mebibytes: 2, ..Options::default() }).expect("a small table");
        for seed in 0..GAMES {
            let game = play(&engine, set, seed);
            let turns = game.turns().len();
            assert!(game.outcome().is_some(), "{}, seed {seed}: no end after {turns} turns", set.id);
            assert!(turns > 10, "{}, seed {seed}: a game of {turns} turns", set.id);
        }
    }
}

/// Plays a game to its end. Claims a draw as soon as a rule allows it.
fn play(engine: &Engine, set: Variant, seed: u64) -> Game {
    let mut game = Game::new(&Rules::from(set));
    while game.outcome().is_none() && game.turns().len() < MAX_TURNS {
        let by = game.position().turn();
        let events = if let Some(reached) = game.counters().iter().find(|counter| counter.is_reached()) {
            claim(&game, reached.rule)
        } else {
            let turn = game.turns().len();
            let level = Level::new(if turn < OPENING_TURNS { 1 } else { 3 }).expect("a level");
            let (seed, stop) = (seed * 1000 + turn as u64, AtomicBool::new(false));
            let m = engine.choose(&game, level, Limits::nodes(300), seed, &stop).expect("a move");
            // Some rule sets accept moves that break the duty to capture, so acceptance does not prove legality.
            assert!(game.legal_moves().contains(&m), "{}: {m:?} in {:?}", set.id, game.position());
            vec![Event::of(&m, by)]
        };
        assert_eq!(game.apply_all(events), Ok(()), "{}: {:?}", set.id, game.position());
    }
    game
}

/// Returns the events by which the side that has just moved claims a draw.
fn claim(game: &Game, rule: usize) -> Vec<Event> {
    let (by, rule, message) = (!game.position().turn(), Some(rule), String::new());
    let claim = Event::ClaimDraw { by, rule, message: message.clone() };
    match game.rules().rule_set().draws.claims {
        Claims::Immediate => vec![claim],
        Claims::OfferFirst => {
            let offer = Event::OfferDraw { by, rule, message: message.clone() };
            vec![offer, Event::DeclineDraw { by: !by, message }, claim]
        }
    }
}

#[test]
fn recorded_games_with_too_many_draw_rules_are_searched() {
    let mut set = variant::RUSSIAN.rule_set().clone();
    set.id = "recorded".into();
    for _ in set.draws.counted()..=Draws::MAX_COUNTED {
        set.draws.rules.to_mut().push(DrawRule::nothing_happened(30, Per::EachPlayer, Effect::Automatic, ""));
    }
    let game = Game::new(&Rules::recorded(set).expect("a recorded rule set"));
    let engine = Engine::new(Options { mebibytes: 2, ..Options::default() }).expect("a small table");
    let level = Level::new(3).expect("a level");
    let m = engine.choose(&game, level, Limits::nodes(300), 1, &AtomicBool::new(false)).expect("a move");
    assert!(game.legal_moves().contains(&m), "{m:?}");
}
