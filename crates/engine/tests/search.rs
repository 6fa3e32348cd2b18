//! The search: reproducibility, stopping, threads and lines.

use std::sync::atomic::AtomicBool;

use crownhead_engine::samples::random_opening;
use crownhead_engine::{Engine, Limits, Options, PonderHit};
use draughts::{Color, Game, Rules, variant};
use proptest::prelude::*;
use proptest::sample::select;

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn searches_are_reproducible(
        set in select(&variant::ALL[..]),
        moves in 0..80_u64,
        seed: u64,
    ) {
        let game = random_opening(&Rules::from(set), moves, seed);
        prop_assume!(game.outcome().is_none());
        let search = || {
            let engine = Engine::new(Options { mebibytes: 1, ..Options::default() }).expect("a small table");
            let report = engine.search(&game, Limits::nodes(20_000), &AtomicBool::new(false), |_| {});
            (report.best, report.nodes, report.info.map(|info| (info.depth, info.score, info.pv)))
        };
        prop_assert_eq!(search(), search());
    }
}

#[test]
fn proven_wins_have_a_distance_in_plies() {
    let cases = [
        ("english", "W:W22:B18", 1),
        ("international", "W:WK46:B23", 1),
        ("breakthrough", "W:W11:B35,40", 3),
        ("antidraughts", "W:W28:B18", 2),
    ];
    for (rules, fen, most) in cases {
        let rules = Rules::named(rules).expect("a rule set");
        let game = Game::from_fen(&rules, fen).expect("a position");
        let engine = Engine::new(Options { mebibytes: 1, ..Options::default() }).expect("a small table");
        let report = engine.search(&game, Limits::depth(8), &AtomicBool::new(false), |_| {});
        let score = report.info.expect("a finished search").score;
        let is_expected = score.plies_to_end().is_some_and(|plies| (1..=most).contains(&plies));
        assert!(is_expected, "{fen}: {score}, expected at most {most} plies");
    }
}

#[test]
fn stopped_searches_return_a_legal_move() {
    let game = Game::new(&Rules::from(variant::INTERNATIONAL));
    let engine = Engine::new(Options { mebibytes: 1, ..Options::default() }).expect("a small table");
    let report = engine.search(&game, Limits::default(), &AtomicBool::new(true), |_| {});
    assert!(game.legal_moves().contains(&report.best.expect("a move")));
    let over = Game::from_fen(&Rules::from(variant::ENGLISH), "W:W:B1").expect("a position");
    assert_eq!(engine.search(&over, Limits::depth(3), &AtomicBool::new(false), |_| {}).best, None);
    assert_eq!(over.position().turn(), Color::White);
}

#[test]
fn every_depth_is_reported_once_with_distinct_lines() {
    let game = Game::new(&Rules::from(variant::RUSSIAN));
    for (threads, lines) in [(1, 1), (1, 3), (2, 1), (3, 2)] {
        let engine = Engine::new(Options { mebibytes: 1, threads }).expect("a small table");
        let mut infos = Vec::new();
        let stop = AtomicBool::new(false);
        let report = engine.search_lines(&game, Limits::depth(9), lines, &stop, |info| {
            infos.push((info.depth, info.rank, info.score, info.pv[0].clone()));
        });
        let order: Vec<_> = infos.iter().map(|(depth, rank, ..)| (*depth, *rank)).collect();
        let expected: Vec<_> = (1..=9).flat_map(|depth| (1..=lines).map(move |rank| (depth, rank))).collect();
        assert_eq!(order, expected, "{threads} threads, {lines} lines");
        for depth in infos.chunks(lines) {
            assert!(depth.is_sorted_by(|a, b| a.2 >= b.2), "the best line comes first");
            let firsts: std::collections::HashSet<_> = depth.iter().map(|info| &info.3).collect();
            assert_eq!(firsts.len(), lines);
        }
        assert_eq!(report.best.as_ref(), report.info.as_ref().and_then(|info| info.pv.first()));
    }
}

/// The table of 1 MiB fills up, so entries of the first rule set would be found by the second.
#[test]
fn an_engine_used_with_other_rules_searches_like_a_new_one() {
    let pairs = [
        ("international", "W:W26,27,28,32,33,37,38,39,43:B8,9,12,13,16,18,19,23,24", "antidraughts"),
        ("antidraughts", "W:W26,27,28,32,33,37,38,39,43:B8,9,12,13,16,18,19,23,24", "international"),
        ("international", "B:W22,31,45,K47:B6,14,25,K3", "frisian"),
        ("english", "W:W18,21,23,25,27,30:B5,7,11,12,14,16", "checkers-bsn"),
        ("russian", "W:Wc3,e3,g3,d2,f2,h2,b4:Bb6,d6,f6,h6,c7,e7,g5", "poddavki"),
        ("russian", "W:Wc3,e3,g3,d2,f2,h2,b4:Bb6,d6,f6,h6,c7,e7,g5", "brazilian"),
    ];
    let search = |engine: &Engine, rules: &str, fen: &str| {
        let rules = Rules::named(rules).expect("a rule set");
        let game = Game::from_fen(&rules, fen).expect("a position");
        let report = engine.search(&game, Limits::nodes(200_000), &AtomicBool::new(false), |_| {});
        (report.best, report.nodes, report.info.map(|info| (info.depth, info.score, info.pv)))
    };
    let engine = || Engine::new(Options { mebibytes: 1, ..Options::default() }).expect("a small table");
    for (first, fen, second) in pairs {
        let reused = engine();
        search(&reused, first, fen);
        assert_eq!(search(&reused, second, fen), search(&engine(), second, fen), "{first}, then {second}");
    }
}

/// Plays this many moves of a game, with searches of 2000 nodes.
fn play_moves(engine: &Engine, game: &mut Game, moves: usize) {
    for _ in 0..moves {
        let report = engine.search(game, Limits::nodes(2000), &AtomicBool::new(false), |_| {});
        game.play(&report.best.expect("a move")).expect("a legal move");
    }
}

#[test]
fn a_cleared_engine_searches_like_a_new_one() {
    let engine = || Engine::new(Options { mebibytes: 1, ..Options::default() }).expect("a small table");
    let mut game = Game::new(&Rules::from(variant::INTERNATIONAL));
    let mut used = engine();
    play_moves(&used, &mut game, 10);
    used.clear();
    let search = |engine: &Engine| {
        let report = engine.search(&game, Limits::depth(9), &AtomicBool::new(false), |_| {});
        (report.best, report.nodes, report.info.map(|info| (info.score, info.pv)))
    };
    assert_eq!(search(&used), search(&engine()));
}

/// White must capture, then has many moves.
fn game_with_one_legal_move() -> Game {
    let rules = Rules::from(variant::INTERNATIONAL);
    let game = Game::from_fen(&rules, "W:W28,37,38,39,42,43,44:B22,3,4,7,8,9,13").expect("a position");
    assert_eq!(game.legal_moves().len(), 1);
    game
}

#[test]
fn a_single_legal_move_is_played_at_once() {
    let game = game_with_one_legal_move();
    let engine = Engine::new(Options { mebibytes: 1, ..Options::default() }).expect("a small table");
    let hour = std::time::Duration::from_secs(3600);
    let clock = Limits { clock: Some(hour), ..Limits::default() };
    for limits in [clock, Limits::move_time(hour)] {
        let report = engine.search(&game, limits, &AtomicBool::new(false), |_| {});
        assert_eq!(report.best.as_ref(), game.legal_moves().first());
        let info = report.info.expect("a score");
        assert!(info.pv.len() >= 2, "the expected answer: {info:?}");
        assert!(report.nodes < 100_000, "{} nodes", report.nodes);
    }
    // Analysis of the position uses the limits that it is given.
    let report = engine.search(&game, Limits::depth(9), &AtomicBool::new(false), |_| {});
    assert_eq!(report.info.map(|info| info.depth), Some(9));
}

#[test]
fn a_ponder_hit_continues_the_search() {
    let engine = Engine::new(Options { mebibytes: 1, ..Options::default() }).expect("a small table");
    let start = Game::new(&Rules::from(variant::INTERNATIONAL));
    let hour = std::time::Duration::from_secs(3600);
    let clock = Limits { clock: Some(hour), ..Limits::default() };
    for (game, limits) in
        [(&start, Limits::nodes(1)), (&start, Limits::depth(3)), (&game_with_one_legal_move(), clock)]
    {
        let (hit, mut depths) = (PonderHit::default(), Vec::new());
        let report = engine.ponder(game, &hit, &AtomicBool::new(false), |info| {
            depths.push(info.depth);
            if info.depth == 8 {
                hit.set(limits);
            }
        });
        // The search does not begin again, and soon ends within the new limits.
        assert!(depths.starts_with(&[1, 2, 3, 4, 5, 6, 7, 8]) && depths.len() <= 9, "{limits:?}: {depths:?}");
        assert!(report.best.is_some());
    }
}
