//! Error texts in English and German.

use std::error::Error;

use draughts::game::NextGameError;
use draughts::notation::{ReadMoveError, WrittenMove};
use draughts::{FenError, Game, Language, PlayError, Position, Rules, variant};

const GERMAN: Language = Language::German;

fn fen(text: &str) -> FenError {
    Position::from_fen(&Rules::from(variant::ENGLISH), text).expect_err("a fault")
}

fn written(text: &str) -> String {
    let rules = Rules::from(variant::RUSSIAN);
    WrittenMove::parse(text, rules.square_names()).expect_err("a fault").render(GERMAN)
}

#[test]
fn fen_faults_are_rendered_in_both_languages() {
    let fault = fen("W:W33:B1");
    assert_eq!(fault.to_string(), "FEN, character 4: there is no square 33; this board has 1 to 32");
    assert_eq!(fault.render(GERMAN), "FEN, Zeichen 4: Es gibt kein Feld 33; dieses Brett hat 1 bis 32");
    assert_eq!(
        fen("W:W1:B2").render(GERMAN),
        "FEN, Zeichen 4: Auf Feld 1 steht ein Stein von Weiß, in der Reihe, in der er zur Dame wird; eine Dame \
         schreibt man K1"
    );
    assert_eq!(
        fen("W:W31:B2:W22").render(GERMAN),
        "FEN, Zeichen 10: Weiß hat zwei Figurenlisten; eine genügt"
    );
    let counts =
        Game::from_fen(&Rules::from(variant::ENGLISH), "W:W31:B2:H12:F2").expect_err("too few moves");
    assert_eq!(counts.render(GERMAN), "FEN: H12 bedeutet 12 Einzelzüge, aber vor Zug 2 waren es weniger");
}

#[test]
fn move_faults_are_rendered_in_both_languages() {
    assert_eq!(written("z"), "Zeichen 1: 'z' gehört nicht in einen Zug; schreibe 32-28, 28x19 oder c3:e5");
    assert_eq!(written("c3-j9"), "Zeichen 4: Es gibt kein Feld j9; dieses Brett hat a1 bis h8");
    assert_eq!(written("c3-40"), "Zeichen 4: Es gibt kein Feld 40; dieses Brett hat 1 bis 32");
    assert_eq!(written("c3"), "Zeichen 3: Ein Zug nennt mindestens zwei Felder, etwa 32-28 oder c3-d4");
    let rules = Rules::from(variant::INTERNATIONAL);
    let position = Position::from_fen(&rules, "W:WK46:B41,37,42,33").expect("a position");
    let ambiguous = ReadMoveError::Ambiguous(position.legal_moves());
    let count = position.legal_moves().len();
    assert_eq!(ambiguous.render(&rules, GERMAN), format!("Das können {count} Züge sein; nenne mehr Felder"));
    assert_eq!(ambiguous.to_string(), format!("it may mean any of {count} moves; name more squares"));
}

#[test]
fn other_errors_are_rendered_in_both_languages() {
    assert_eq!(NextGameError::NotOver.render(GERMAN), "Die letzte Partie ist nicht zu Ende");
    assert_eq!(PlayError.render(GERMAN), "Der Zug ist in dieser Stellung nicht regelgerecht");
    let unknown = Rules::named("rusian").expect_err("no such rule set");
    assert!(unknown.render(GERMAN).starts_with("Es gibt kein Regelwerk \"rusian\""));
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
fn house_rule_faults_are_rendered_in_both_languages() {
    let cases = [
        ("", "Sie ist leer; eine Hausregel ist JSON wie {\"base\": \"russian\", \"name\": \"Our club\"}"),
        ("{", "Die Hausregel ist kein JSON: Zeile 1, Spalte 1: EOF while parsing an object"),
        (r#"{"base": "rusian"}"#, "base: Es gibt kein Regelwerk \"rusian\"; am nächsten kommt \"russian\""),
        (
            r#"{"base": "russian", "captur": {}}"#,
            "captur: Regelwerke haben kein solches Feld; am nächsten kommt \"capture\"",
        ),
        (r#"{"base": "russian", "board": []}"#, "board: Hier steht ein Objekt, etwa {\"field\": \"value\"}"),
        (
            r#"{"base": "russian", "board": {"width": "wide"}}"#,
            "board.width: Hier steht der Text \"wide\", nötig ist eine ganze Zahl von 0 bis 255",
        ),
        (
            r#"{"base": "russian", "board": {"width": 300}, "goal": null}"#,
            "board.width: Hier steht die Zahl `300`, nötig ist eine ganze Zahl von 0 bis 255\n\
             goal: Hier steht null, nötig ist ein Text",
        ),
        (
            r#"{"base": "russian", "kings": {"range": "fly"}}"#,
            "kings.range: Unbekannter Wert `fly`, möglich ist `short` oder `flying`",
        ),
        (
            r#"{"base": "russian", "draws": {"rules": [{"when": "repetition", "effect": "automatic", "source": ""}]}}"#,
            "draws.rules[0].when.repetition: Hier steht ein Text, nötig ist ein Objekt",
        ),
        (
            r#"{"base": "russian", "draws": {"rules": [{"when": {"repetition": {"times": -1}}, "effect": "automatic", "source": ""}]}}"#,
            "draws.rules[0].when.repetition.times: Hier steht die Zahl `-1`, nötig ist eine ganze Zahl von 0 bis 255",
        ),
        (
            r#"{"name": "A game without a board"}"#,
            "Das Feld `id` fehlt; oder gehe mit \"base\" von einem benannten Regelwerk aus und nenne nur die \
             Unterschiede",
        ),
        (
            r#"{"base": "russian", "board": {"width": 30}}"#,
            "board.width ist 30: Ein Brett hat 6 bis 14 Spalten und 6 bis 14 Reihen",
        ),
    ];
    for (json, german) in cases {
        let error = Rules::house(json).expect_err("a fault");
        assert_eq!(error.render(GERMAN), german, "{json}");
        assert_eq!(error.render(Language::English), error.to_string(), "{json}");
        assert!(error.source().is_none(), "{error}");
    }
}
