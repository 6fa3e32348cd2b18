//! Compares the search without pruning with plain minimax.

use std::sync::atomic::AtomicBool;

use draughts::ruleset::{Duty, Goal};
use draughts::{AnyBoard, Game, Generated, Position, Referee, Rules, State, variant};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::engine::{Engine, Options};
use crate::evaluation::{Evaluation, Weights};
use crate::limits::Limits;
use crate::score::WIN;

/// Plain minimax, without a window, with the evaluation, quiescence search and repetition rule of the engine.
struct Minimax<'r, W: Generated> {
    referee: &'r Referee<W>,
    evaluation: Evaluation<W>,
    path: Vec<u64>,
}

impl<W: Generated> Minimax<'_, W> {
    fn search(&mut self, state: &State<W>, depth: u32, ply: i32) -> i32 {
        if depth == 0 {
            return self.quiescence(state, ply, true);
        }
        // The rules of this test have no draw counters, so only repetition is a draw.
        if ply > 0 && self.path.iter().rev().skip(1).step_by(2).any(|&before| before == state.zobrist_hash())
        {
            return 0;
        }
        let mut moves = Vec::new();
        self.referee.legal_moves(state, &mut moves);
        if moves.is_empty() {
            return self.terminal_score(state, ply);
        }
        let mut best = i32::MIN;
        for m in moves {
            let next = self.referee.play(state, &m);
            self.path.push(state.zobrist_hash());
            best = best.max(-self.search(&next, depth - 1, ply + 1));
            self.path.pop();
        }
        best
    }

    fn terminal_score(&self, state: &State<W>, ply: i32) -> i32 {
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

    fn quiescence(&self, state: &State<W>, ply: i32, is_first: bool) -> i32 {
        let can_capture = self.referee.has_capture(state);
        let is_threatened = !can_capture && is_first && self.referee.has_capture(&state.passed());
        let pieces = state.pieces();
        let kings = (pieces.kings.white | pieces.kings.black).any();
        let first_king = self.referee.rule_set().goal == Goal::FirstKingWins;
        let may_be_terminal = pieces.of(state.turn()).count() <= 6 || first_king && kings;
        if !can_capture && !is_threatened && !may_be_terminal {
            return self.evaluation.evaluate(state);
        }
        let mut moves = Vec::new();
        self.referee.legal_moves(state, &mut moves);
        if moves.is_empty() {
            return self.terminal_score(state, ply);
        }
        if !can_capture && !is_threatened {
            return self.evaluation.evaluate(state);
        }
        let must_capture = can_capture && self.referee.rule_set().capture.duty == Duty::MustCapture;
        let stand_pat =
            if must_capture || is_threatened { i32::MIN } else { self.evaluation.evaluate(state) };
        let searched = moves.iter().filter(|m| !can_capture || m.is_capture());
        searched
            .map(|m| -self.quiescence(&self.referee.play(state, m), ply + 1, false))
            .fold(stand_pat, i32::max)
    }
}

fn minimax(game: &Game, depth: u32) -> i32 {
    fn of<W: Generated>(referee: &Referee<W>, state: &State<W>, game: &Game, depth: u32) -> i32 {
        let evaluation = Evaluation::new(referee, &Weights::standard());
        let path = game.turns().iter().map(|turn| turn.before.zobrist_hash()).collect();
        Minimax { referee, evaluation, path }.search(state, depth, 0)
    }
    match game.position().board() {
        AnyBoard::Narrow(referee, state) => of(referee, state, game, depth),
        AnyBoard::Middle(referee, state) => of(referee, state, game, depth),
        AnyBoard::Large(referee, state) => of(referee, state, game, depth),
    }
}

/// Returns a game that starts from a position after some random moves, by rules without draw counters, which minimax
/// does not implement.
fn game(set: draughts::Variant, picks: &[Index]) -> Game {
    let mut rules = set.rule_set().clone();
    rules.id = "without-counters".into();
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
    fn without_pruning_the_search_equals_minimax(
        set in select(&variant::ALL[..]),
        picks in prop::collection::vec(any::<Index>(), 0..60),
        depth in 1..=5_u32,
    ) {
        let game = game(set, &picks);
        prop_assume!(game.outcome().is_none());
        let options = Options { mebibytes: 1, ..Options::default() };
        let engine = Engine::new(options).expect("a small table").without_pruning();
        let report = engine.search(&game, Limits::depth(depth), &AtomicBool::new(false), |_| {});
        let score = report.info.expect("a finished search").score.centimen();
        prop_assert_eq!(score, minimax(&game, depth), "{:?}, depth {}", game.position(), depth);
        prop_assert!(game.legal_moves().contains(&report.best.expect("a move")));
    }
}
