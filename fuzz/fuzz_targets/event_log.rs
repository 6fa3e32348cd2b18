//! Property: no event log crashes a game, a rejected event changes nothing, and the accepted events give the same game
//! again.

#![no_main]

use draughts::game::Verdict;
use draughts::ruleset::Enforcement;
use draughts::{Color, Event, Game, Rules, Square, SquareSet, variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let [choice, conduct, log @ ..] = input else { return };
    let mut set = variant::ALL[usize::from(*choice) % variant::ALL.len()].rule_set().clone();
    set.id = "fuzzed".into();
    set.conduct.enforcement =
        [Enforcement::Strict, Enforcement::RedoOnDemand, Enforcement::Huffing][usize::from(*conduct) % 3];
    let Ok(rules) = Rules::new(set) else { return };
    let mut game = Game::new(&rules);
    for bytes in log.chunks_exact(3).take(400) {
        let event = event(&game, [bytes[0], bytes[1], bytes[2]]);
        let before = game.clone();
        if let Err(refusal) = game.apply(event) {
            assert_eq!(game, before);
            assert!(!refusal.to_string().is_empty());
        }
    }
    let mut again = Game::new(&rules);
    assert_eq!(again.apply_all(game.events().iter().cloned()), Ok(()));
    assert_eq!(again, game);
    let json = serde_json::to_string(game.events()).expect("events are plain data");
    let events: Vec<Event> = serde_json::from_str(&json).expect("events can be parsed");
    assert!(game.events().iter().eq(&events));
});

/// Returns an event for three bytes; most are possible moves.
fn event(game: &Game, [kind, a, b]: [u8; 3]) -> Event {
    let by = if a & 1 == 0 { Color::White } else { Color::Black };
    let rule = (b & 7 != 0).then(|| usize::from(b & 7) - 1);
    let message = "x".repeat(usize::from(b) * 10);
    match kind {
        0 => Event::OfferDraw { by, rule, message },
        1 => Event::AcceptDraw { by },
        2 => Event::DeclineDraw { by, message },
        3 => Event::WithdrawDraw { by },
        4 => Event::ClaimDraw { by, rule, message },
        5 => Event::Resign { by },
        6 => Event::DemandRedo { by },
        7 => Event::LetStand { by },
        8 => Event::Huff { by, square: Square::new(b) },
        9 => Event::Huff { by, square: game.huffable().first().copied().unwrap_or(Square::new(b)) },
        10 => Event::FlagFall { of: by },
        11 => Event::Abandon { by },
        12 => {
            let verdict = [Verdict::Win(by), Verdict::Draw, Verdict::ClaimGranted][usize::from(b) % 3];
            Event::Adjudicate { verdict, reason: message }
        }
        13 => Event::Abort { by: (b & 1 == 0).then_some(by) },
        14 => Event::Move { by, from: Square::new(a), to: Square::new(b), captured: SquareSet::EMPTY },
        _ => match game.possible_moves() {
            moves if moves.is_empty() => Event::LetStand { by },
            moves => Event::of(&moves[usize::from(b) % moves.len()], game.position().turn()),
        },
    }
}
