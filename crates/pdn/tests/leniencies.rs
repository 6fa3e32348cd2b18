//! Leniencies of the reader and the replay, and errors for files that are not text.

use draughts::game::GameResult;
use draughts::{Color, Rules};
use pdn::{Encoding, Reader, Record, Replay, Score};

fn games(bytes: &[u8]) -> Vec<Record> {
    Reader::new(bytes).map(|record| record.expect("text can be read")).collect()
}

fn replayed(text: &str) -> (Record, Replay) {
    let record = games(text.as_bytes()).into_iter().next().expect("a game");
    let replay = pdn::replay(&record, None);
    (record, replay)
}

/// Returns the leniencies, one per line, the number of plies and the failure.
fn findings(text: &str) -> String {
    let (record, replay) = replayed(text);
    let mut lines: Vec<String> =
        record.leniencies.iter().chain(&replay.leniencies).map(ToString::to_string).collect();
    let rules = &replay.reading.rules;
    lines.push(format!("{} plies by {}", replay.moves.len(), rules.rule_set().id));
    if let Some(failure) = &replay.failure {
        lines.push(format!("{failure}: {}", failure.reason));
    }
    lines.join("\n")
}

#[test]
fn leniencies_are_reported_with_their_place() {
    let cases = [
        // Tags.
        "[Event       \"several blanks\"]\n[Path \"C:\\nemesis\\book\\\"]\n1. 32-28 *",
        "[Round \"11.1]\n[White \"Ann\"]\n1. 32-28 *",
        "[White \"a \"nick\" name\"]\n[White \"twice\"]\n1. 32-28 *",
        "{before the first tag}\n[Event \"x\"] 1. 32-28 *",
        // Moves.
        "1. 32- 28 19 -23 2. 28x 19 14x23 *",
        "01.32-28 19-23 02.28-19 14x23 03. 37x32 *",
        "1.c3d4 F6-G5 2.bc3 g5-h4 *",
        "1115 2419 1524 *",
        "1. 11-15 23-18 2. 8-11Redoverstepped 27-23 *",
        "1. 32\u{2011}28 19\u{2013}23 *",
        "1. c3-d4 b6-c5 2. d4:b6 a7:c5 3. . e3-f4 ! c5-d4(?) *",
        "[GameType \"21\"] 1. a3-b4 b6-a5 2. c3-d4 a5xc3 3. d2xb4 *",
        "1. - - 2. - - *",
        "1. 32-28 19-23 (a word or two) 2. 28x19 (2. 99-98) 14x23 *",
        // Results.
        "[Result \"1-0\"] 1. 32-28 19-23 0-1",
        "1. 32-28 19-23 ½-½",
        "[Result \"4-6\"] 1. 34-29 18-22 2. 32-28 16-21 4-6",
        "1. 32-28 19-23\n[Event \"next\"] 1. 33-28 *",
        // Structure.
        "1. 32-28 { never closed",
        "1. 32-28 ( 1. 33-28 ( 1. 31-27",
        "1. 32-28 ) 19-23 } *",
        // Setups.
        "[FEN \"?:W31:B1\"] *",
        "[FEN \"W:W1,30:B12.\"] 1. 30-26 *",
        "/FEN \"W:W32:B1\"/ 1. 32-28 *",
        // Failures.
        "1. 32-28 9n 2. 33-29 *",
        "1. 32-28 19-23 2. 33-29 *",
        "[FEN \"W:W99:B1\"] *",
    ];
    let lines: Vec<String> = cases.iter().map(|case| format!("{case}\n=> {}", findings(case))).collect();
    insta::assert_snapshot!(lines.join("\n\n"));
}

#[test]
fn ambiguous_captures_are_resolved_by_later_moves() {
    // Both captures go from 26 to 17 and take two pieces; each answer of Black is legal after only one of them.
    let start = "[GameType \"25\"] [FEN \"W:WK26:B11,14,15,23,12\"] ";
    let (_, first) = replayed(&format!("{start}1. 26x17 15-19 *"));
    let (_, second) = replayed(&format!("{start}1. 26x17 11-16 *"));
    assert!(first.failure.is_none() && second.failure.is_none());
    assert_ne!(first.moves[0].played, second.moves[0].played);
}

#[test]
fn games_without_tags_are_separated_by_their_numbers() {
    let text = b"1. 32-28 19-23 2. 28x19 14x23\n\n1. 33-28 18-23 2. 39-33 12-18 1-1\n1. 31-27";
    let lengths: Vec<usize> = games(text).iter().map(|record| record.line.moves.len()).collect();
    assert_eq!(lengths, [4, 4, 1]);
}

#[test]
fn scores_are_read_from_the_side_that_moves_first() {
    assert_eq!(Score::read("1-0").winner(Color::Black), Some(GameResult::Win(Color::Black)));
    assert_eq!(Score::read("1-0").winner(Color::White), Some(GameResult::Win(Color::White)));
    let cases = [
        ("2-0", Score::FirstWins),
        ("0-2", Score::SecondWins),
        ("1-1", Score::Draw),
        ("1/2:1/2", Score::Draw),
        ("0:1", Score::SecondWins),
        ("0.5-0.5", Score::Draw),
        ("0-0", Score::BothLose),
        ("*", Score::Unknown),
        ("?", Score::Unknown),
        ("7-3", Score::Other("7-3".to_owned())),
    ];
    for (text, score) in cases {
        assert_eq!(Score::read(text), score, "{text}");
    }
}

#[test]
fn latin_1_and_cyrillic_files_are_read() {
    let cyrillic = b"[White \"\xc0\xe1\xe0\xf6\xe8\xe5\xe2 \xcd.\"] 1. c3-d4 *";
    assert_eq!(games(cyrillic)[0].tag("White"), Some("Абациев Н."));
    let latin = b"[White \"Andr\xe9 P\xe9rez\"] 1. 32-28 *";
    assert_eq!(games(latin)[0].tag("White"), Some("André Pérez"));
    assert_eq!(
        games(latin)[0].leniencies[0].to_string(),
        "line 1, column 1: the text is not UTF-8; it is read as Latin-1"
    );
    let given = Reader::with_encoding(&cyrillic[..], Encoding::Latin1).next().expect("a game").expect("text");
    assert_eq!(given.tag("White"), Some("Àáàöèåâ Í."));
}

#[test]
fn files_that_are_not_text_are_rejected() {
    let error =
        |bytes: &[u8]| Reader::new(bytes).next().expect("a result").expect_err("not text").to_string();
    assert_eq!(error(b"\x7fELF\0\0"), "byte 5 is 0: this is not a text file");
    assert_eq!(error(b"\xff\xfe1\0.\0"), "the text is UTF-16; convert it to UTF-8");
    assert!(games(b"").is_empty());
    assert!(games(b"   \n\n").is_empty());
}

#[test]
fn deeply_nested_variations_are_skipped() {
    let text = format!("1. 32-28 {}1. 33-28{} 19-23 *", "( ".repeat(100_000), " )".repeat(100_000));
    let record = &games(text.as_bytes())[0];
    assert_eq!(record.line.moves.len(), 2);
    let leniencies: Vec<String> = record.leniencies.iter().map(ToString::to_string).collect();
    assert_eq!(leniencies, ["line 1, column 74: variations nested deeper than 32 are skipped"]);
    let open = format!("1. 32-28 {}", "(".repeat(100_000));
    assert_eq!(games(open.as_bytes())[0].line.moves.len(), 1);
}

#[test]
fn long_lines_are_read_and_long_texts_cut_off() {
    let long_line = "1. 32-28 19-23 2. 28x19 14x23 1-1 ".repeat(300_000);
    assert_eq!(Reader::new(long_line.as_bytes()).count(), 300_000);
    let long_comment = format!("1. 32-28 {{{}}} 19-23 *", "x ".repeat(5_000_000));
    let record = &games(long_comment.as_bytes())[0];
    assert_eq!(record.line.moves.len(), 2);
    assert!(record.line.moves[0].comments[0].len() <= 256 * 1024);
    let long_word = format!("1. 32-28 {} 19-23 *", "9".repeat(10_000_000));
    assert!(
        games(long_word.as_bytes())[0]
            .leniencies
            .iter()
            .any(|leniency| leniency.kind.name() == "text cut off")
    );
    let long_game = "32-28 {comment} ".repeat(1_000_000) + "*";
    let record = &games(long_game.as_bytes())[0];
    assert!(record.leniencies.iter().any(|leniency| leniency.kind.name() == "game too long"));
}

#[test]
fn the_number_of_leniencies_is_limited() {
    for deviation in ["} ", "[\n", "$ ", ") ", "\"", "[A \"b\"]\n", "[A\"", "é "] {
        let text = format!("1. 32-28 19-23 {}*", deviation.repeat(200_000));
        for record in games(text.as_bytes()) {
            assert!(record.leniencies.len() <= 2100, "{deviation:?}: {} leniencies", record.leniencies.len());
            assert!(record.tags.len() <= 500 && record.line.moves.len() <= 2, "{deviation:?}");
        }
    }
}

#[test]
fn backtracking_is_limited() {
    let wandering = "cd2 b8a7 cb2 a7b8 dc1 b8a7 bc3 a7b8 ".repeat(11);
    let waiting = "g1h2 b8a7 h2g1 a7b8 ".repeat(200);
    let text = format!("[GameType \"25\"] [FEN \"W:WKc1,Kc3,Kg1:BKb8\"] {wandering}{waiting}a1a2 *");
    assert!(replayed(&text).1.failure.is_some());
    let hops = format!("[GameType \"20\"] [FEN \"W:WK46:BK5,1\"] {} *", "46-47 47-46 ".repeat(2000));
    assert!(replayed(&hops).1.failure.is_some());
}

#[test]
fn replays_end_when_their_work_is_spent() {
    let record = &games(b"[GameType \"20\"] 1. 32-28 19-23 2. 28x19 14x23 (2... 13x24) 3. 37-32 *")[0];
    let replay_within = |most: u32| {
        let calls = std::cell::Cell::new(0);
        let spend = |_| {
            calls.set(calls.get() + 1);
            calls.get() <= most
        };
        (pdn::Replayer::new(None).replay_within(record, &spend), calls.get())
    };
    let (whole, calls) = replay_within(u32::MAX);
    assert_eq!((whole.moves.len(), whole.failure.is_none()), (5, true));
    assert!(calls > 10, "variations and readings that are tried count: {calls}");
    let (part, _) = replay_within(3);
    assert_eq!((part.moves.len(), part.failure.is_none()), (3, true));
}

#[test]
fn results_of_other_points_systems_are_read() {
    for (end, score) in
        [("1.5-0.5", Score::Other("1.5-0.5".to_owned())), ("1-1 *", Score::Draw), ("0,5-0,5", Score::Draw)]
    {
        let text = format!("1. 32-28 19-23 2. 28x19 14x23 {end}\n");
        let all = games(text.as_bytes());
        assert_eq!((all.len(), all[0].line.moves.len()), (1, 4), "{end}");
        assert_eq!(all[0].score, Some(score));
    }
    let delft = games(b"[Result \"4-6\"] 1. 32-28 19-23 4-6 *");
    assert_eq!((delft[0].line.moves.len(), delft[0].result()), (2, Some(Score::Other("4-6".to_owned()))));
}

#[test]
fn leniencies_belong_to_their_game() {
    let all = games(b"1. 32-28 19-23 1-1\n[Round \"11.1]\n1. 33-28 18-23 1-1");
    assert!(all[0].leniencies.is_empty(), "{:?}", all[0].leniencies);
    assert_eq!(all[1].leniencies.len(), 1);
    let half = games(b"1. 32-28 (better is 31-) 19-23 *");
    assert_eq!(half[0].line.moves.len(), 2);
}

#[test]
fn no_break_spaces_are_blanks() {
    let all = games("1.\u{a0}32-28\u{a0}19-23 2.\u{a0}28x19 *".as_bytes());
    assert_eq!(all[0].line.moves.len(), 3);
}

#[test]
fn truncated_files_are_read_to_their_end() {
    let whole = "[Event \"x\"]\n1. 32-28 19-23 { good } ( 1... 18-23 ) 2. 28x19 14x23 1-1\n";
    let mut most = 0;
    for end in 0..=whole.len() {
        for record in games(&whole.as_bytes()[..end]) {
            let replay = pdn::replay(&record, None);
            let legal = replay.moves.len();
            assert!(
                legal >= record.line.moves.len().saturating_sub(1),
                "only the last move can be incomplete"
            );
            assert!(legal + 1 >= most, "earlier moves are kept");
            most = legal.max(most);
        }
    }
    assert_eq!(most, 4);
}

#[test]
fn wrong_rules_fail_at_the_first_illegal_move() {
    let record = &games(b"1. 32-28 19-23 2. 28x19 14x23 *")[0];
    let rules = Rules::named("english").expect("a rule set");
    let failure = pdn::replay(record, Some(&rules)).failure.expect("not an English game");
    assert_eq!((failure.text.as_str(), failure.place.column), ("32-28", 4));
}
