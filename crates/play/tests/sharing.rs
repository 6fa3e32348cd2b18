//! The state after a command shares the history of the game with the state before it.

use draughts::game::PersistentVec;
use draughts::{Color, Rules, variant};
use play::game::{Command, Decision, DrawOffer, GameState, Moment, Seat, Terms, TimeControl};
use play::id::AccountId;
use play::time::Timestamp;

/// The maximum number of elements that an append copies.
const MAX_COPIED: usize = 32;

fn state() -> GameState {
    let player = || Seat::Player(AccountId::new().expect("an id"));
    let terms =
        Terms { white: player(), black: player(), time: TimeControl::None {}, start: None, rated: false };
    GameState::new(&Rules::from(variant::INTERNATIONAL), terms).expect("a game")
}

fn decide(state: &GameState, side: Color, command: &Command) -> Decision {
    state.decide(side, command, &Moment::at(Timestamp(0))).expect("a legal command")
}

/// Returns the number of elements that both have, each with a copy of its own.
fn copied<T>(before: &PersistentVec<T>, after: &PersistentVec<T>) -> usize {
    before.iter().zip(after).filter(|(before, after)| !std::ptr::eq(*before, *after)).count()
}

#[test]
fn moves_copy_no_more_in_long_games() {
    let mut state = state();
    let mut most = 0;
    while state.game().outcome().is_none() {
        let side = state.game().position().turn();
        let m = state.game().legal_moves().last().expect("a legal move").clone();
        let (from, to, captured) = (m.from(), m.to(), m.captured());
        let next = decide(&state, side, &Command::MoveSquares { from, to, captured, offer: None }).next;
        let (before, after) = (state.game(), next.game());
        assert!(copied(before.events(), after.events()) < MAX_COPIED);
        assert!(copied(before.turns(), after.turns()) < MAX_COPIED);
        most = most.max(before.turns().len());
        state = next;
    }
    assert!(most > 2 * MAX_COPIED, "the game was too short: {most} turns");
}

#[test]
fn commands_that_leave_the_board_alone_copy_nothing() {
    let mut state = state();
    for _ in 0..100 {
        let offer = Command::OfferDraw(DrawOffer { rule: None, message: String::new() });
        state = decide(&state, Color::White, &offer).next;
        state = decide(&state, Color::White, &Command::WithdrawDraw {}).next;
    }
    let next = decide(&state, Color::White, &Command::Message { text: "Hello".to_owned() }).next;
    assert_eq!(copied(state.game().events(), next.game().events()), 0);
    let legal = (state.game().legal_moves(), next.game().legal_moves());
    assert!(std::ptr::eq(legal.0, legal.1));
}
