//! With nothing left out, the search finds what plain minimax finds.

use std::sync::atomic::AtomicBool;

use draughts::ruleset::{Duty, Goal};
use draughts::{AnyReferee, AnyState, Color, Game, Generated, Position, Referee, Rules, State, variant};
use engine::{Engine, Evaluation, Limits, Material, Options, Pruning, Weights};
use proptest::prelude::*;
use proptest::sample::{Index, select};

const WIN: i32 = 30_000;

/// Plain minimax with the engine's evaluation, quiescence and idea of a draw, and no window at all.
struct Minimax<'r, W: Generated> {
    referee: &'r Referee<W>,
    evaluation: Material<W>,
    path: Vec<u64>,
}

impl<W: Generated> Minimax<'_, W> {
    fn search(&mut self, state: &State<W>, depth: u32, ply: i32) -> i32 {
        if depth == 0 {
            return self.quiet(state, ply, true);
        }
        // The engine's own positions have no counts near their end: only repetition is a draw here.
        if ply > 0 && self.path.iter().rev().skip(1).step_by(2).any(|&before| before == state.hash()) {
            return 0;
        }
        let mut moves = Vec::new();
        self.referee.legal_moves(state, &mut moves);
        if moves.is_empty() {
            return self.ended(state, ply);
        }
        let mut best = i32::MIN;
        for m in moves {
            let next = self.referee.play(state, &m);
            self.path.push(state.hash());
            best = best.max(-self.search(&next, depth - 1, ply + 1));
            self.path.pop();
        }
        best
    }

    fn ended(&self, state: &State<W>, ply: i32) -> i32 {
        let own_king = state.pieces().kings[state.turn()].any();
        match self.referee.rule_set().goal {
            Goal::NoMovesLoses => ply - WIN,
            Goal::NoMovesWins => WIN - ply,
            Goal::FirstKingWins => {
                if own_king {
                    WIN - ply
                } else {
                    ply - WIN
                }
            }
        }
    }

    fn quiet(&self, state: &State<W>, ply: i32, first: bool) -> i32 {
        let captures = self.referee.has_capture(state);
        let threatened = !captures && first && self.referee.has_capture(&state.passed());
        let pieces = state.pieces();
        let kings = (pieces.kings.white | pieces.kings.black).any();
        let first_king = self.referee.rule_set().goal == Goal::FirstKingWins;
        let may_be_over = pieces.of(state.turn()).count() <= 6 || first_king && kings;
        if !captures && !threatened && !may_be_over {
            return self.evaluation.evaluate(state);
        }
        let mut moves = Vec::new();
        self.referee.legal_moves(state, &mut moves);
        if moves.is_empty() {
            return self.ended(state, ply);
        }
        if !captures && !threatened {
            return self.evaluation.evaluate(state);
        }
        let must = captures && self.referee.rule_set().capture.duty == Duty::MustCapture;
        let stand = if must || threatened { i32::MIN } else { self.evaluation.evaluate(state) };
        let searched = moves.iter().filter(|m| !captures || m.is_capture());
        searched.map(|m| -self.quiet(&self.referee.play(state, m), ply + 1, false)).fold(stand, i32::max)
    }
}

fn minimax(game: &Game, depth: u32) -> i32 {
    fn of<W: Generated>(referee: &Referee<W>, state: &State<W>, game: &Game, depth: u32) -> i32 {
        let evaluation = Material::new(referee, &Weights::standard());
        let path = game.turns().iter().map(|turn| turn.before.hash()).collect();
        Minimax { referee, evaluation, path }.search(state, depth, 0)
    }
    match (game.rules().referee(), game.position().state()) {
        (AnyReferee::Narrow(referee), AnyState::Narrow(state)) => of(referee, state, game, depth),
        (AnyReferee::Middle(referee), AnyState::Middle(state)) => of(referee, state, game, depth),
        (AnyReferee::Large(referee), AnyState::Large(state)) => of(referee, state, game, depth),
        _ => unreachable!("a position's state is made by its own rules"),
    }
}

/// A position some moves into a game; draw rules that count are left out, so that minimax need not know them.
fn game(set: &'static draughts::RuleSet, picks: &[Index]) -> Game {
    let mut rules = set.clone();
    rules.id = "without-counts".into();
    rules.draws.rules = Vec::new().into();
    let rules = Rules::new(rules).expect("playable");
    let mut position = Position::initial(&rules);
    for pick in picks {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position = position.play_unchecked(pick.get(&moves));
    }
    Game::from_position(position)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn with_nothing_left_out_the_search_finds_what_minimax_finds(
        set in select(&variant::ALL[..]),
        picks in prop::collection::vec(any::<Index>(), 0..60),
        depth in 1..=5_u32,
    ) {
        let game = game(set, &picks);
        prop_assume!(game.outcome().is_none());
        let options = Options { mebibytes: 1, pruning: Pruning::Off, ..Options::default() };
        let engine = Engine::new(options).expect("a small table");
        let report = engine.search(&game, Limits::depth(depth), &AtomicBool::new(false), |_| {});
        let found = report.info.expect("a finished search").score.hundredths();
        prop_assert_eq!(found, minimax(&game, depth), "{:?}, depth {}", game.position(), depth);
        prop_assert!(game.legal_moves().contains(&report.best.expect("a move")));
    }

    #[test]
    fn the_same_search_finds_the_same(
        set in select(&variant::ALL[..]),
        picks in prop::collection::vec(any::<Index>(), 0..80),
    ) {
        let game = game(set, &picks);
        prop_assume!(game.outcome().is_none());
        let search = || {
            let engine = Engine::new(Options { mebibytes: 1, ..Options::default() }).expect("a small table");
            let report = engine.search(&game, Limits::nodes(20_000), &AtomicBool::new(false), |_| {});
            (report.best, report.nodes, report.info.map(|info| (info.depth, info.score, info.line)))
        };
        prop_assert_eq!(search(), search());
    }
}

#[test]
fn wins_are_found_and_told_in_turns() {
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
        let turns = score.turns_to_the_end();
        assert!(
            turns.is_some_and(|turns| (1..=most).contains(&turns)),
            "{fen}: {score}, at most {most} turns"
        );
    }
}

#[test]
fn a_search_that_is_stopped_has_a_legal_move() {
    let game = Game::new(&Rules::from(&variant::INTERNATIONAL));
    let engine = Engine::new(Options { mebibytes: 1, ..Options::default() }).expect("a small table");
    let report = engine.search(&game, Limits::default(), &AtomicBool::new(true), |_| {});
    assert!(game.legal_moves().contains(&report.best.expect("a move")));
    let over = Game::from_fen(&Rules::from(&variant::ENGLISH), "W:W:B1").expect("a position");
    assert_eq!(engine.search(&over, Limits::depth(3), &AtomicBool::new(false), |_| {}).best, None);
    assert_eq!(over.position().turn(), Color::White);
}

#[test]
fn several_threads_tell_every_depth_once_and_several_lines_begin_with_different_moves() {
    let game = Game::new(&Rules::from(&variant::RUSSIAN));
    for (threads, lines) in [(1, 1), (1, 3), (2, 1), (3, 2)] {
        let engine =
            Engine::new(Options { mebibytes: 1, threads, ..Options::default() }).expect("a small table");
        let mut told = Vec::new();
        let stop = AtomicBool::new(false);
        let report = engine.search_lines(&game, Limits::depth(9), lines, &stop, |info| {
            told.push((info.depth, info.rank, info.score, info.line[0].clone()));
        });
        let order: Vec<_> = told.iter().map(|(depth, rank, ..)| (*depth, *rank)).collect();
        let expected: Vec<_> = (1..=9).flat_map(|depth| (1..=lines).map(move |rank| (depth, rank))).collect();
        assert_eq!(order, expected, "{threads} threads, {lines} lines");
        for depth in told.chunks(lines) {
            assert!(depth.is_sorted_by(|a, b| a.2 >= b.2), "the best line comes first");
            let firsts: std::collections::HashSet<_> = depth.iter().map(|told| &told.3).collect();
            assert_eq!(firsts.len(), lines);
        }
        assert_eq!(report.best.as_ref(), report.info.as_ref().and_then(|info| info.line.first()));
    }
}
