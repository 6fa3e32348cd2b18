//! The reasons why a move is not legal, in every language.

#[path = "../../draughts/tests/reasons/mod.rs"]
mod reasons;

use draughts::notation::ReadMoveError;
use draughts::{Attempt, Color, Position, Rules, Square, SquareSet, WhyNot, variant};
use reasons::{REASONS, attempt, position};
use texts::{FailureText, Language, RenderByRules, WhyNotText};

fn in_all_languages(render: impl Fn(Language) -> String) -> String {
    Language::ALL.map(render).join("\n")
}

#[test]
fn every_reason_is_rendered() {
    let mut lines = Vec::new();
    for (name, rules, fen, text) in REASONS {
        let position = position(rules, fen);
        let why = position.explain(&attempt(&position, text)).expect_err(name);
        let texts = in_all_languages(|language| why.in_full(position.rules(), language));
        lines.push(format!("{name}: {rules} {fen} {text}\n{texts}"));
    }
    let start = Position::initial(&Rules::from(variant::INTERNATIONAL));
    let outside = Attempt::new(Square::new(31), Square::new(60));
    let black = Attempt { by: Some(Color::Black), ..attempt(&start, "20-25") };
    let others =
        Attempt { captured: Some(SquareSet::from_iter([Square::new(3)])), ..attempt(&start, "32-28") };
    let mut further: Vec<WhyNot> =
        [black, outside, others].map(|attempt| start.explain(&attempt).expect_err("not legal")).into();
    if let Err(ReadMoveError::NotLegal(why)) = start.read_move("af4") {
        further.push(why);
    }
    for why in further {
        lines.push(in_all_languages(|language| why.in_full(start.rules(), language)));
    }
    insta::assert_snapshot!(lines.join("\n\n"));
}

#[test]
fn reasons_that_a_rule_gives_cite_its_sentence() {
    for (name, rules, fen, text) in REASONS {
        let position = position(rules, fen);
        let why = position.explain(&attempt(&position, text)).expect_err(name);
        for language in Language::ALL {
            assert_eq!(why.rule(position.rules(), language).is_some(), why.field().is_some(), "{name}");
        }
    }
}

#[test]
fn texts_that_are_no_moves_are_rendered() {
    let mut lines = Vec::new();
    for (set, texts) in [
        (variant::ENGLISH, vec!["hello", "11", "11-40", "11-a2", "11-19", ""]),
        (variant::RUSSIAN, vec!["z", "c3-j9", "c3-c4"]),
    ] {
        let rules = Rules::from(set);
        let start = Position::initial(&rules);
        for text in texts.into_iter().map(str::to_owned).chain([" ".repeat(2000)]) {
            let error = start.read_move(&text).expect_err("not a move");
            lines.push(in_all_languages(|language| error.render(&rules, language)));
        }
    }
    let rules = Rules::from(variant::INTERNATIONAL);
    let ambiguous = ReadMoveError::Ambiguous(Position::initial(&rules).legal_moves());
    lines.push(in_all_languages(|language| ambiguous.render(&rules, language)));
    insta::assert_snapshot!(lines.join("\n\n"));
}

#[test]
fn squares_are_named_as_the_record_names_them() {
    let text = "[GameType \"21\"] 1. a3-b4 b6-a5 2. c3-d4 d6-e5 *";
    let record = pdn::Reader::new(text.as_bytes()).next().expect("a game").expect("it can be read");
    let replay = pdn::replay(&record, None);
    let failure = replay.failure.expect("Black must capture");
    assert_eq!(
        failure.render(&replay.reading, Language::English),
        "Line 1, column 41, “d6-e5”: You must capture with the piece on a5. \
         The rule: A player who can capture must do so."
    );
}
