//! Compares the search without pruning with plain minimax, draw rules included.

use std::sync::atomic::AtomicBool;

use draughts::ruleset::{Duty, Goal};
use draughts::{AnyBoard, BitboardMove, Game, Generated, Referee, State, variant};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::engine::{Engine, Options, find_move};
use crate::evaluation::{Evaluation, Weights};
use crate::limits::Limits;
use crate::network::NetworkChoice;
use crate::random_games::{beginning, end_score, random_game};
use crate::score::WIN;

/// Plain minimax, without a window, with the evaluation and quiescence search of the engine. [`Game`] decides which nodes
/// end the game.
struct Minimax<'r, W: Generated> {
    referee: &'r Referee<W>,
    evaluation: Evaluation<W>,
}

impl<W: Generated> Minimax<'_, W> {
    fn search(&self, game: &Game, state: &State<W>, depth: u32, ply: i32) -> i32 {
        if depth == 0 {
            return self.quiescence(state, ply, true);
        }
        if let Some(score) = end_score(game, ply).filter(|_| ply > 0) {
            return score;
        }
        let play = |m: &BitboardMove<W>| {
            let mut next = game.clone();
            let played = find_move(game.position(), self.referee, m).expect("a legal move");
            next.play(&played).expect("a legal move");
            -self.search(&next, &self.referee.play(state, m), depth - 1, ply + 1)
        };
        let mut moves = Vec::new();
        self.referee.legal_moves(state, &mut moves);
        moves.iter().map(play).max().expect("a game that is not over has legal moves")
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
        Minimax { referee, evaluation }.search(game, state, depth, 0)
    }
    match game.position().board() {
        AnyBoard::Narrow(referee, state) => of(referee, state, game, depth),
        AnyBoard::Middle(referee, state) => of(referee, state, game, depth),
        AnyBoard::Large(referee, state) => of(referee, state, game, depth),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn without_pruning_the_search_equals_minimax(
        set in select(&variant::ALL[..]),
        beginning in beginning(),
        picks in prop::collection::vec(any::<Index>(), 0..120),
        depth in 1..=4_u32,
    ) {
        let game = random_game(set, &beginning, &picks);
        prop_assume!(game.outcome().is_none());
        let options = Options { mebibytes: 1, ..Options::default() };
        let engine = Engine::new(options).expect("a small table").without_pruning();
        let engine = engine.with_network(NetworkChoice::None);
        let report = engine.search(&game, Limits::depth(depth), &AtomicBool::new(false), |_| {});
        let score = report.info.expect("a finished search").score.centimen();
        prop_assert_eq!(score, minimax(&game, depth), "{} {}, depth {}", set.id, game.fen(), depth);
        prop_assert!(game.legal_moves().contains(&report.best.expect("a move")));
    }
}
