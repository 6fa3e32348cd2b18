//! Rules, draws and results, in every language.

use std::collections::BTreeMap;

use draughts::draw::{Evidence, Grounds, MoveNumber, Occurrence};
use draughts::game::{Ending, GameResult, Outcome, Refusal};
use draughts::ruleset::{
    Claims, Corner, Crowning, DrawWhen, Duty, Enforcement, Finish, Force, Forces, Goal, KingMark, Landing,
    MainRoad, NextGame, Per, Priority, Range, Removal, Reset, RuleSet, Shade, ShadeChoice, SquareNotation,
    SquaresInPlay, Targets, TurnBack,
};
use draughts::{Color, Event, Game, RelativeDirection, Rules, variant};
use texts::{Language, Render, RenderByRules, RuleSetText};

fn in_all_languages(render: impl Fn(Language) -> String) -> String {
    Language::ALL.map(render).join("\n")
}

/// Rule sets that have each value of each field at least once.
fn rule_sets() -> Vec<RuleSet> {
    let mut sets: Vec<RuleSet> = variant::ALL.iter().map(|named| named.rule_set().clone()).collect();
    let mut house = |change: &dyn Fn(&mut RuleSet)| {
        let mut set = variant::INTERNATIONAL.rule_set().clone();
        change(&mut set);
        sets.push(set);
    };
    for mark in [KingMark::Crown, KingMark::LetterD, KingMark::TwoRings] {
        house(&|set| set.notation.king_mark = mark);
    }
    for crowning in
        [Crowning::AtTheEndOfTheMove, Crowning::InPassingAndTheMoveEnds, Crowning::InPassingAndItGoesOn]
    {
        house(&|set| set.men.crowning = crowning);
    }
    for landing in [
        Landing::AnySquareBehind,
        Landing::DirectlyBehind,
        Landing::DirectlyBehindALastKing,
        Landing::DirectlyBehindALastKingOfSeveral,
    ] {
        house(&|set| set.kings.landing = landing);
    }
    for goal in [Goal::NoMovesLoses, Goal::NoMovesWins, Goal::FirstKingWins] {
        house(&|set| set.goal = goal);
    }
    for enforcement in [Enforcement::Strict, Enforcement::RedoOnDemand, Enforcement::Huffing] {
        house(&|set| set.conduct.enforcement = enforcement);
    }
    for next in [NextGame::Alternate, NextGame::WinnerBegins, NextGame::ChallengerBegins, NextGame::AsChosen]
    {
        house(&|set| set.conduct.next_game = next);
    }
    for squares in [SquareNotation::Numeric, SquareNotation::Algebraic] {
        house(&|set| set.notation.squares = squares);
    }
    for turn_back in [TurnBack::Allowed, TurnBack::Forbidden] {
        house(&|set| {
            set.capture.removal = Removal::AfterEachJump;
            set.capture.turn_back = turn_back;
        });
    }
    for way in RelativeDirection::ALL {
        house(&|set| {
            set.men.moves = vec![way].into();
            set.men.captures = vec![way].into();
            set.kings.captures = vec![].into();
        });
    }
    house(&|set| {
        set.board.squares_in_play = SquaresInPlay::All;
        set.men.captures = vec![].into();
        set.men.moves = vec![].into();
        set.kings.moves = RelativeDirection::ALL.to_vec().into();
        set.kings.range = Range::Short;
    });
    for shade in [Shade::Dark, Shade::Light] {
        house(&|set| {
            set.board.shade = shade;
            set.board.shade_choice = ShadeChoice::ByAgreement;
            set.board.lower_left_corner = Corner::Empty;
        });
    }
    house(&|set| {
        set.start.rows_of_men = 1;
        set.start.empty_rows_behind = 1;
        set.men.takes = Targets::MenOnly;
        set.capture.duty = Duty::MayCapture;
        set.capture.finish = Finish::MayBeStopped;
        set.capture.priority = Priority::ALL.to_vec().into();
        set.draws.claims = Claims::OfferFirst;
        set.kings.repeat_limit = Some(1);
    });
    house(&|set| {
        set.start.rows_of_men = 2;
        set.start.empty_rows_behind = 2;
        set.capture.priority = vec![].into();
    });
    sets
}

#[test]
fn every_sentence_is_rendered() {
    let mut sentences: BTreeMap<(&str, String), String> = BTreeMap::new();
    for set in rule_sets() {
        let [english, german] = Language::ALL.map(|language| set.sentences_in(language));
        assert_eq!(english.len(), german.len());
        for (english, german) in english.into_iter().zip(german) {
            assert!(english.text.ends_with('.') && german.text.ends_with('.'), "{}", english.text);
            assert_eq!(english.topic, german.topic);
            sentences.insert((english.field, english.text), german.text);
        }
    }
    let lines: Vec<String> = sentences
        .into_iter()
        .map(|((field, english), german)| format!("{field}\n{english}\n{german}"))
        .collect();
    insta::assert_snapshot!(lines.join("\n\n"));
}

/// All draw rules of the named rule sets, and some that none of them has.
fn draw_rules() -> Vec<draughts::ruleset::DrawRule> {
    let mut rules: Vec<_> = variant::ALL.iter().flat_map(|set| set.draws.rules.to_vec()).collect();
    let plain = rules[0].clone();
    for times in [2, 4, 5, 6] {
        rules.push(draughts::ruleset::DrawRule { when: DrawWhen::Repetition { times }, ..plain.clone() });
    }
    let resets = [Reset::Capture, Reset::Crowning, Reset::ManMove];
    for chosen in 0..8 {
        let reset_by: Vec<Reset> = resets
            .iter()
            .enumerate()
            .filter(|(i, _)| chosen >> i & 1 == 1)
            .map(|(_, reset)| *reset)
            .collect();
        let per = if chosen % 2 == 0 { Per::EachPlayer } else { Per::BothTogether };
        let count = draughts::ruleset::Count { moves: 1 + chosen, per, reset_by: reset_by.into() };
        rules.push(draughts::ruleset::DrawRule { when: DrawWhen::QuietMoves(count), ..plain.clone() });
    }
    let force = |least_pieces, most_pieces, least_kings| Force { least_pieces, most_pieces, least_kings };
    for strong in [Force::LONE_KING, force(1, 1, 0), force(2, 2, 2), force(2, 3, 1), force(2, 5, 2)] {
        for main_road in [MainRoad::Any, MainRoad::HeldByTheWeaker] {
            let forces = Forces::Against { strong, weak: Force::LONE_KING, main_road };
            let when = DrawWhen::Material { forces, count: None };
            rules.push(draughts::ruleset::DrawRule { when, ..plain.clone() });
        }
    }
    rules
}

#[test]
fn every_draw_rule_and_proof_is_rendered() {
    let at = |number, by| MoveNumber { number, by };
    let mut texts = BTreeMap::new();
    for rule in draw_rules() {
        let grounds = match &rule.when {
            DrawWhen::Repetition { .. } => Grounds::Repetition(vec![
                Occurrence::AtTheStart,
                Occurrence::After(at(3, Color::White)),
                Occurrence::After(at(5, Color::White)),
            ]),
            DrawWhen::Material { count: None, .. } => {
                Grounds::Material(Occurrence::After(at(40, Color::Black)))
            }
            DrawWhen::QuietMoves(count) | DrawWhen::Material { count: Some(count), .. } => Grounds::Count {
                first: at(41, Color::White),
                from: at(41 + u32::from(count.moves), Color::White),
                made: u32::from(count.moves),
                needed: u32::from(count.moves),
            },
        };
        let [english, german] = Language::ALL.map(|language| rule.render(language));
        let evidence = Evidence { rule, grounds };
        texts.insert(format!("{english}\n{german}"), in_all_languages(|language| evidence.render(language)));
    }
    let lines: Vec<String> = texts.into_iter().map(|(rule, proof)| format!("{rule}\n{proof}")).collect();
    insta::assert_snapshot!(lines.join("\n\n"));
}

#[test]
fn counters_are_rendered() {
    let mut lines = Vec::new();
    for (rules, fen, moves) in [
        ("checkers-revenge", "B:W31,K32:B2,K1", "1-6 32-27"),
        ("international", "W:WK47,45:BK4,6:H48:F60", "47-41 4-9"),
        ("russian", "W:WKa1,Kc1,Ke1:BKh8", ""),
        ("dame-8x8", "W:WK29,12:BK4", ""),
    ] {
        let rules = Rules::named(rules).expect("a rule set");
        let mut game = Game::from_fen(&rules, fen).expect("a position");
        for text in moves.split_whitespace() {
            let m = game.read_move(text).expect("a legal move");
            game.play(&m).expect("it can be played");
        }
        for counter in game.counters() {
            lines.push(in_all_languages(|language| counter.render(&rules, language)));
        }
        let refusal = Refusal::NotJustified(game.counters());
        lines.push(in_all_languages(|language| refusal.render(&rules, language)));
    }
    insta::assert_snapshot!(lines.join("\n\n"));
}

#[test]
fn a_claim_too_early_is_told_what_is_missing() {
    let mut game = Game::new(&Rules::from(variant::INTERNATIONAL));
    let mut set = game.rules().rule_set().clone();
    set.id = "house".into();
    set.draws.rules = vec![draughts::ruleset::DrawRule {
        effect: draughts::ruleset::Effect::OnClaim,
        ..set.draws.rules[0].clone()
    }]
    .into();
    game = Game::new(&Rules::new(set).expect("playable"));
    let claim = Event::ClaimDraw { by: Color::White, rule: None, message: String::new() };
    let refusal = game.apply(claim).expect_err("too early");
    assert_eq!(
        refusal.render(game.rules(), Language::English),
        "You cannot claim a draw yet: this position has occurred once (3 needed)."
    );
    assert_eq!(
        refusal.render(game.rules(), Language::German),
        "Noch kein Remis: Diese Stellung gab es erst einmal (nötig: dreimal)."
    );
}

#[test]
fn every_outcome_is_rendered() {
    let proof = Evidence {
        rule: variant::INTERNATIONAL.draws.rules[0].clone(),
        grounds: Grounds::Repetition(vec![Occurrence::AtTheStart]),
    };
    let endings = [
        (GameResult::Win(Color::White), Ending::NoPieces(Color::Black)),
        (GameResult::Win(Color::White), Ending::Blocked(Color::Black)),
        (GameResult::Win(Color::Black), Ending::FirstKing(Color::Black)),
        (GameResult::Draw, Ending::Agreement),
        (GameResult::Draw, Ending::DrawRules(vec![proof.clone()])),
        (GameResult::Draw, Ending::Claim(Color::White, proof)),
        (GameResult::Win(Color::White), Ending::Resignation(Color::Black)),
        (GameResult::Win(Color::White), Ending::FlagFall(Color::Black)),
        (GameResult::Win(Color::White), Ending::Abandonment(Color::Black)),
        (GameResult::Draw, Ending::Adjudication(String::new(), Vec::new())),
        (GameResult::Draw, Ending::Adjudication("As agreed.".to_owned(), Vec::new())),
        (GameResult::None, Ending::Aborted),
    ];
    let lines = endings.map(|(result, ending)| {
        let outcome = Outcome { result, ending };
        in_all_languages(|language| outcome.render(language))
    });
    insta::assert_snapshot!(lines.join("\n\n"));
}

/// Words that stand in English descriptions, but not in German ones or in the names of sources.
const ENGLISH_WORDS: [&str; 9] =
    ["of", "the", "against", "only", "with", "custom", "rules", "position", "variant"];

#[test]
fn german_rules_have_no_english_notes() {
    for set in rule_sets() {
        for sentence in set.sentences_in(Language::German) {
            // Titles of documents are quoted.
            let text: String = sentence
                .text
                .split('„')
                .map(|part| part.split_once('“').map_or(part, |(_, after)| after))
                .collect();
            let mut words = text.split(|c: char| !c.is_alphabetic());
            assert!(!words.any(|word| ENGLISH_WORDS.contains(&word)), "{}: {}", set.id, sentence.text);
        }
    }
}
