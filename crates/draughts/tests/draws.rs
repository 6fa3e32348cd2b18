//! Counters and proofs of draws.
//!
//! `draws/` has a game for each draw rule of each named rule set that reaches the rule with its last move, not earlier.
//! In random games, `recount` compares the counters with those computed from the entire history.

mod recount;
mod strategies;

use draughts::Color::White;
use draughts::draw::{Counter, Grounds, MoveNumber};
use draughts::game::{Ending, GameResult, Refusal};
use draughts::notation::ReadMoveError;
use draughts::ruleset::{Claims, Effect};
use draughts::{Event, Game, Rules, variant};
use proptest::prelude::*;
use proptest::sample::Index;

/// A game that reaches a draw rule with its last move.
struct Fixture {
    rules: Rules,
    /// The index of the rule, from 0.
    rule: usize,
    fen: String,
    moves: Vec<String>,
}

fn fixtures(rules: &Rules) -> Vec<Fixture> {
    let path = format!("{}/tests/draws/{}.txt", env!("CARGO_MANIFEST_DIR"), rules.rule_set().id);
    let Ok(text) = std::fs::read_to_string(&path) else { return Vec::new() };
    let read = |block: &str| {
        let value =
            |key: &str| block.lines().filter_map(|line| line.strip_prefix(key)).collect::<Vec<_>>().join(" ");
        Fixture {
            rules: rules.clone(),
            rule: value("rule ").parse::<usize>().expect("the number of a rule") - 1,
            fen: value("fen "),
            moves: value("moves ").split_whitespace().map(str::to_owned).collect(),
        }
    };
    text.split("\n\n").map(read).collect()
}

fn play(game: &mut Game, text: &str) {
    let m =
        game.position().read_move(text).unwrap_or_else(|error: ReadMoveError| panic!("{text}: {error:?}"));
    game.play(&m).unwrap_or_else(|why| panic!("{text}: {why}"));
}

/// Plays a fixture and checks that the rule is reached with the last move, not earlier.
fn reach(fixture: &Fixture) -> Game {
    let (rule, id) = (fixture.rule, &fixture.rules.rule_set().id);
    let effect = fixture.rules.rule_set().draws.rules[rule].effect;
    let mut game = Game::from_fen(&fixture.rules, &fixture.fen).expect("a position");
    for (ply, text) in fixture.moves.iter().enumerate() {
        assert_eq!(game.outcome(), None, "{id}, rule {}, before ply {ply}", rule + 1);
        assert_eq!(game.evidence(rule), None, "{id}, rule {}, before ply {ply}", rule + 1);
        if effect != Effect::Automatic {
            let claim = claim(&game, rule);
            assert!(matches!(game.clone().apply(claim), Err(Refusal::NotJustified(_))));
        }
        play(&mut game, text);
    }
    game
}

fn claim(game: &Game, rule: usize) -> Event {
    Event::ClaimDraw { by: game.position().turn(), rule: Some(rule), message: String::new() }
}

/// Claims a draw by a rule that applies; if the rules require an offer first, the opponent declines it.
fn claim_by_procedure(game: &mut Game, rule: usize) {
    let mut claim = claim(game, rule);
    if game.rules().rule_set().draws.claims == Claims::OfferFirst {
        let by = !game.position().turn();
        assert_eq!(game.apply(claim), Err(Refusal::OfferFirst(rule)));
        claim = Event::ClaimDraw { by, rule: Some(rule), message: String::new() };
        game.apply(Event::OfferDraw { by, rule: Some(rule), message: String::new() })
            .expect("the rule applies");
        assert_eq!(game.apply(claim.clone()), Err(Refusal::OfferUnanswered));
        game.apply(Event::DeclineDraw { by: !by, message: String::new() }).expect("an open offer");
    }
    game.apply(claim).expect("the claim is justified");
}

#[test]
fn every_draw_rule_is_reached_at_its_ply_with_evidence() {
    let mut lines = Vec::new();
    for set in variant::ALL {
        let rules = Rules::from(set);
        let fixtures = fixtures(&rules);
        let covered: Vec<usize> = fixtures.iter().map(|fixture| fixture.rule).collect();
        let all: Vec<usize> = (0..set.draws.rules.len()).collect();
        assert_eq!(covered, all, "tests/draws/{}.txt must have a game for each draw rule", set.id);
        for fixture in fixtures {
            let mut game = reach(&fixture);
            let evidence = game.evidence(fixture.rule).expect("the last move reaches the rule");
            lines.push(format!("{}, rule {}\n{:?}", set.id, fixture.rule + 1, evidence.grounds));
            let effect = set.draws.rules[fixture.rule].effect;
            if effect != Effect::Automatic {
                assert_eq!(game.outcome(), None, "{}: a claimable draw must not be automatic", set.id);
                claim_by_procedure(&mut game, fixture.rule);
            }
            match (effect, game.outcome().map(|outcome| (outcome.result, &outcome.ending))) {
                (Effect::Automatic, Some((GameResult::Draw, Ending::DrawRules(proofs)))) => {
                    assert!(proofs.contains(&evidence));
                }
                (Effect::OnClaim, Some((GameResult::Draw, Ending::Claim(_, proof)))) => {
                    assert_eq!(proof, &evidence);
                }
                other => panic!("{}, rule {}: {other:?}", set.id, fixture.rule + 1),
            }
        }
    }
    insta::assert_snapshot!(lines.join("\n\n"));
}

#[test]
fn counters_are_available_after_every_move() {
    let rules = Rules::from(variant::INTERNATIONAL);
    let fixture = fixtures(&rules).into_iter().find(|fixture| fixture.rule == 1).expect("25 king moves");
    let mut game = Game::from_fen(&rules, &fixture.fen).expect("a position");
    let mut lines = Vec::new();
    for text in &fixture.moves {
        play(&mut game, text);
        let counter = game.counters()[1];
        let from = counter.from().map(|number| number.to_string());
        lines.push(format!("{text}: {counter}, draw from {}", from.unwrap_or_default()));
    }
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn an_unjustified_claim_reports_what_is_missing() {
    let mut game = Game::new(&Rules::from(variant::CHECKERS_BSN));
    for text in ["11-15", "22-18", "15x22", "25x18", "8-11"] {
        play(&mut game, text);
    }
    let why = game
        .apply(Event::ClaimDraw { by: game.position().turn(), rule: None, message: String::new() })
        .expect_err("too early");
    assert_eq!(why.to_string(), "no draw can be claimed yet: 0 of 25; 1 of 3");
}

#[test]
fn counts_of_a_fen_continue() {
    let rules = Rules::from(variant::INTERNATIONAL);
    let mut game = Game::from_fen(&rules, "W:WK47,45:BK4,6:H48:F60").expect("a position");
    assert_eq!(game.counters()[1].moves(), (24, 25));
    play(&mut game, "47-41");
    assert_eq!(game.outcome(), None);
    play(&mut game, "4-9");
    let (first, from) = (MoveNumber { number: 36, by: White }, MoveNumber { number: 61, by: White });
    let grounds = game.evidence(1).expect("25 moves each").grounds;
    assert_eq!(grounds, Grounds::Count { first, from, made: 25, needed: 25 });
}

#[test]
fn a_fen_preserves_the_count() {
    let rules = Rules::from(variant::INTERNATIONAL);
    let fixture = fixtures(&rules).into_iter().find(|fixture| fixture.rule == 1).expect("25 king moves");
    let mut game = Game::from_fen(&rules, &fixture.fen).expect("a position");
    assert!(!game.fen().contains('H'), "nothing has been played");
    for text in &fixture.moves {
        play(&mut game, text);
        let again = Game::from_fen(&rules, &game.fen()).expect("a written FEN can be parsed");
        let counter = |game: &Game| (game.counters()[1].moves(), game.counters()[1].from());
        assert_eq!(counter(&again), counter(&game), "{}", game.fen());
        assert_eq!(again.fen(), game.fen());
    }
    let frisian = Rules::from(variant::FRISIAN);
    let fen = "W:WK28,50:BK1,2:H5:F41:+0+228";
    assert_eq!(Game::from_fen(&frisian, fen).expect("a position").fen(), fen);
}

/// Compares every counter with the recount.
fn check(game: &Game) {
    let expected = recount::counters(game);
    let counters: Vec<(u32, u32)> =
        game.counters().iter().map(|counter: &Counter| (counter.made, counter.needed)).collect();
    assert_eq!(counters, expected, "{:?} after {} turns", game.position(), game.turns().len());
    let first_mover = game.rules().rule_set().start.first_move;
    let next = game.move_number().ply(first_mover);
    for (rule, counter) in game.counters().iter().enumerate() {
        assert_eq!(game.evidence(rule).is_some(), counter.made >= counter.needed);
        if let Some((first, from)) = counter.first().zip(counter.from()) {
            assert_eq!(first.ply(first_mover) + counter.made, next, "the first counted move");
            assert_eq!(
                first.ply(first_mover) + counter.needed,
                from.ply(first_mover),
                "the first move with a draw"
            );
        }
        match game.evidence(rule).map(|evidence| evidence.grounds) {
            Some(Grounds::Repetition(occurrences)) => {
                assert_eq!(occurrences, recount::occurrences(game)[..occurrences.len()]);
                assert_eq!(occurrences.len() as u32, counter.needed);
            }
            Some(Grounds::Count { first, from, .. }) => {
                assert_eq!((Some(first), Some(from)), (counter.first(), counter.from()));
            }
            _ => {}
        }
    }
}

proptest! {
    #![proptest_config(strategies::cases(200))]

    /// All rules become claimable, so that games continue after every draw.
    #[test]
    fn incremental_counters_match_the_full_recount(
        (rules, setup) in strategies::named()
            .prop_flat_map(|rules| (Just(rules.clone()), strategies::setup(&rules, 4))),
        picks in prop::collection::vec(any::<Index>(), 0..120),
    ) {
        let mut set = rules.rule_set().clone();
        set.id = "claimable".into();
        for rule in set.draws.rules.to_mut() {
            rule.effect = Effect::OnClaim;
        }
        let rules = Rules::new(set).expect("the same rules");
        let mut game = Game::from_position(draughts::Position::new(&rules, &setup).expect("sound"));
        check(&game);
        for pick in picks {
            // Moving back often makes positions repeat.
            let back = game.turns().len().checked_sub(2).map(|i| game.turns()[i].played.clone());
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            let returns = legal.iter().find(|m| {
                back.as_ref().is_some_and(|back| (m.from(), m.to()) == (back.to(), back.from()))
            });
            let m = match returns {
                Some(m) if pick.index(3) > 0 => m.clone(),
                _ => pick.get(legal).clone(),
            };
            game.play(&m).expect("a legal move");
            check(&game);
        }
    }
}
