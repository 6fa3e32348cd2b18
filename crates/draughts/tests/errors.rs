//! Errors are printed in English, each once.

use std::error::Error;

use draughts::game::NextGameError;
use draughts::notation::{ReadMoveError, WrittenMove};
use draughts::{FenError, Game, PlayError, Position, Rules, variant};

fn fen(text: &str) -> FenError {
    Position::from_fen(&Rules::from(variant::ENGLISH), text).expect_err("an error")
}

fn written(text: &str) -> String {
    let rules = Rules::from(variant::RUSSIAN);
    WrittenMove::parse(text, rules.square_names()).expect_err("an error").to_string()
}

#[test]
fn a_fault_of_a_fen_has_its_place() {
    let cases = [
        ("W:W33:B1", "FEN, character 4: there is no square 33; this board has 1 to 32"),
        (
            "W:W1:B2",
            "FEN, character 4: a White man stands on square 1, in the row where it becomes a king; write K1 for a king",
        ),
        ("W:W31:B2:W22", "FEN, character 10: White has two lists of pieces; one is enough"),
    ];
    for (text, expected) in cases {
        assert_eq!(fen(text).to_string(), expected);
    }
    let counts =
        Game::from_fen(&Rules::from(variant::ENGLISH), "W:W31:B2:H12:F2").expect_err("too few moves");
    assert_eq!(counts.to_string(), "FEN: H12 means 12 plies, but before move 2 there were fewer");
}

#[test]
fn a_fault_of_a_move_has_its_place() {
    assert_eq!(written("z"), "character 1: 'z' is not part of a move; write 32-28, 28x19 or c3:e5");
    assert_eq!(written("c3-j9"), "character 4: there is no square j9; this board has a1 to h8");
    assert_eq!(written("c3-40"), "character 4: there is no square 40; this board has 1 to 32");
    assert_eq!(written("c3"), "character 3: a move names at least two squares, such as 32-28 or c3-d4");
    let rules = Rules::from(variant::INTERNATIONAL);
    let position = Position::from_fen(&rules, "W:WK46:B41,37,42,33").expect("a position");
    let ambiguous = ReadMoveError::Ambiguous(position.legal_moves());
    let count = position.legal_moves().len();
    assert_eq!(ambiguous.to_string(), format!("it may mean any of {count} moves; name more squares"));
}

#[test]
fn a_faulty_move_is_quoted_up_to_40_characters() {
    let rules = Rules::from(variant::RUSSIAN);
    let error = WrittenMove::parse(&"z".repeat(2000), rules.square_names()).expect_err("too long");
    assert_eq!(error.text, "z".repeat(40));
}

#[test]
fn small_errors_are_printed() {
    assert_eq!(NextGameError::NotOver.to_string(), "the last game is not over");
    assert_eq!(PlayError.to_string(), "the move is not legal in this position");
    let unknown = Rules::named("rusian").expect_err("no such rule set");
    assert!(unknown.to_string().starts_with("there is no rule set \"rusian\""));
}

#[test]
fn errors_have_no_source() {
    let position = Position::initial(&Rules::from(variant::ENGLISH));
    let errors: [Box<dyn Error>; 4] = [
        Box::new(fen("W:W33:B1")),
        Box::new(fen("W:W1:B2")),
        Box::new(position.read_move("9-10").expect_err("not legal")),
        Box::new(position.read_move("z").expect_err("not a move")),
    ];
    for error in errors {
        assert!(error.source().is_none(), "{error}");
    }
}

#[cfg(feature = "house-rules")]
#[test]
fn a_fault_of_a_house_rule_has_its_field() {
    let cases = [
        ("", "the house rule is empty; it is JSON such as {\"base\": \"russian\", \"name\": \"Our club\"}"),
        ("{", "the house rule is not JSON: EOF while parsing an object at line 1 column 1"),
        (r#"{"base": "rusian"}"#, "base: there is no rule set \"rusian\"; the nearest is \"russian\""),
        (
            r#"{"base": "russian", "captur": {}}"#,
            "captur: rule sets have no such field; the nearest is \"capture\"",
        ),
        (
            r#"{"base": "russian", "board": []}"#,
            "board: an object is needed here, such as {\"field\": \"value\"}",
        ),
        (
            r#"{"base": "russian", "board": {"width": "wide"}}"#,
            "board.width: found string \"wide\", expected a whole number from 0 to 255",
        ),
        (
            r#"{"base": "russian", "board": {"width": 300}, "goal": null}"#,
            "board.width: found number `300`, expected a whole number from 0 to 255\n\
             goal: found null, expected a string",
        ),
        (
            r#"{"base": "russian", "kings": {"range": "fly"}}"#,
            "kings.range: unknown value `fly`, expected `short` or `flying`",
        ),
        (
            r#"{"base": "russian", "draws": {"rules": [{"when": "repetition", "effect": "automatic", "source": ""}]}}"#,
            "draws.rules[0].when.repetition: found a string, expected an object",
        ),
        (
            r#"{"base": "russian", "draws": {"rules": [{"when": {"repetition": {"times": -1}}, "effect": "automatic", "source": ""}]}}"#,
            "draws.rules[0].when.repetition.times: found number `-1`, expected a whole number from 0 to 255",
        ),
        (
            r#"{"name": "A game without a board"}"#,
            "missing field `id`; or start from a named rule set with \"base\" and give the differences only",
        ),
        (
            r#"{"base": "russian", "board": {"width": 30}}"#,
            "board.width is 30: a board has 6 to 14 columns and 6 to 14 rows",
        ),
        (
            "{\"base\": \"russian\", \"name\": \"Russian\u{200b}\"}",
            "name has line breaks or other invisible characters: use plain text",
        ),
        (
            "{\"base\": \"russian\", \"source\": \"\u{202e}koob elur\"}",
            "source has line breaks or other invisible characters: use plain text",
        ),
        (
            "{\"base\": \"russian\", \"draws\": {\"rules\": [{\"when\": {\"repetition\": {\"times\": 3}}, \
             \"effect\": \"automatic\", \"source\": \"a\u{2066}b\"}]}}",
            "draws.rules has line breaks or other invisible characters: use plain text",
        ),
    ];
    for (json, expected) in cases {
        let error = Rules::house(json).expect_err("an error");
        assert_eq!(error.to_string(), expected, "{json}");
        assert!(error.source().is_none(), "{error}");
    }
}

#[test]
fn recorded_games_keep_rules_with_invisible_characters() {
    let mut rule_set = Rules::named("russian").expect("a rule set").rule_set().clone();
    (rule_set.id, rule_set.name) = ("ours".into(), "Our\u{200b} club".into());
    assert!(Rules::new(rule_set.clone()).is_err());
    assert!(Rules::recorded(rule_set).is_ok());
}
