//! The search by itself, without the loop that deepens it.

use std::sync::atomic::AtomicBool;

use draughts::{AnyReferee, AnyState, Game, Rules};

use super::{Offers, Pruning, Search, Shared};
use crate::draws::Draws;
use crate::evaluation::{Evaluation, Material, Weights};
use crate::limits::{Limits, Watch};
use crate::table::Table;
use crate::team::{Team, Window};

/// How many positions a search in the middle of a great depth looks at after it was told to stop. It looks up from its work
/// when the number of its positions is a multiple of 1024; `first` of them were before.
fn positions_after_a_stop(rules: &str, fen: &str, first: u64) -> u64 {
    let rules = Rules::named(rules).expect("a rule set");
    let game = Game::from_fen(&rules, fen).expect("a position");
    let (AnyReferee::Narrow(referee), AnyState::Narrow(state)) = (rules.referee(), game.position().state())
    else {
        panic!("a small board")
    };
    let stop = AtomicBool::new(true);
    let watch = Watch::new(Limits::default(), &stop);
    let shared = Shared {
        referee,
        evaluation: &Material::new(referee, &Weights::standard()),
        draws: &Draws::new(referee),
        offers: &Offers::new(referee),
        table: &Table::new(1).expect("a small table"),
        watch: &watch,
        team: &Team::new(1, 1),
        pruning: Pruning::On,
    };
    let mut search = Search::new(&shared, &[]);
    let clock = shared.draws.clock(&game.counters());
    search.nodes = first;
    let found = search.search_window(state, &clock, 19, Window::round(Some(-400), 19));
    assert!(found.is_none(), "it was stopped");
    search.nodes - first
}

#[test]
fn a_stop_ends_the_search_at_its_next_look_whatever_the_score() {
    let positions = [
        ("international", "W:W31-50:B1-20"),
        // Lost: a score that means nothing would look like a good one.
        ("english", "W:W21,22,29:B1,2,3,4,5,11,12"),
        ("international", "W:W31,32,33,37,38,39,43,44,48:B6,8,9,11,12,13,16,17,18,19"),
    ];
    for (rules, fen) in positions {
        for first in (0..1024).step_by(7) {
            let looked_at = positions_after_a_stop(rules, fen, first);
            assert!(looked_at <= 1024 - first, "{fen}: {looked_at} after {first}");
        }
    }
}
