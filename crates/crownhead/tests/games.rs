//! Runs the commands for games: game files, replays, sessions and matches.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// Runs the program in a folder with standard input.
fn run(folder: &TempDir, line: &str, typed: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(line.split_whitespace())
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("piped").write_all(typed.as_bytes()).expect("the input is read");
    child.wait_with_output().expect("the program ends")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn write(folder: &TempDir, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, bytes).expect("written");
    path
}

fn stdout(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!error.contains("panicked"), "{error}");
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

const GOOD: &str =
    "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-1\"]\n\n1. 32-28 19- 23 2. 28-19 {a capture} 14x23 1-1\n";
const BAD: &str = "[GameType \"25\"]\n1. c3-d4 f6-g5 2. d4-c5 b6:d4 3. g3-f4 1-0\n";

#[test]
fn pdn_check_reports_leniencies_and_failures() {
    let folder = folder();
    write(&folder, "a.pdn", GOOD);
    write(&folder, "b.pdn", format!("{GOOD}\n{BAD}"));
    let good = run(&folder, "pdn check a.pdn", "");
    assert_eq!((good.status.code(), stdout(&good).lines().count()), (Some(0), 3));
    let both = run(&folder, "pdn check .", "");
    assert_eq!(both.status.code(), Some(1), "a game fails");
    insta::assert_snapshot!("check", stdout(&both));
    insta::assert_snapshot!("check_leniencies", stdout(&run(&folder, "pdn check a.pdn --leniencies", "")));
    insta::assert_snapshot!("check_json", stdout(&run(&folder, "pdn check b.pdn --json", "")));
    insta::assert_snapshot!("check_german", stdout(&run(&folder, "--language de pdn check b.pdn", "")));
}

#[test]
fn pdn_check_explains_invalid_files() {
    let folder = folder();
    write(&folder, "binary.pdn", b"\x7fELF\0\0\0\0");
    write(&folder, "empty.pdn", b"");
    write(&folder, "truncated.pdn", &GOOD[..70]);
    write(&folder, "wrong.pdn", GOOD);
    write(&folder, "line.pdn", "1. 32-28 19-23 2. 28x19 14x23 1-1 ".repeat(300_000));
    write(&folder, "deep.pdn", format!("1. 32-28 {}", "( 1. 33-28 ".repeat(100_000)));
    let mut outputs = Vec::new();
    for arguments in [
        "binary.pdn",
        "empty.pdn",
        "truncated.pdn",
        "wrong.pdn --rules english",
        "line.pdn",
        "deep.pdn --leniencies",
        "absent.pdn",
        "wrong.pdn --rules internatonal",
    ] {
        let output = run(&folder, &format!("pdn check {arguments}"), "");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        let error: Vec<&str> = error.lines().filter(|line| !line.contains(" per second")).collect();
        let code = output.status.code();
        outputs.push(format!(
            "$ pdn check {arguments}\n{}{}\nexit {code:?}",
            stdout(&output),
            error.join("\n")
        ));
    }
    insta::assert_snapshot!(outputs.join("\n\n"));
}

#[test]
fn pdn_convert_writes_the_standard_and_omits_illegal_games() {
    let folder = folder();
    write(&folder, "games.pdn", format!("{GOOD}\n{BAD}\n1. 11-15 22-18 2. 15x22 25x18 1/2-1/2"));
    let output = run(&folder, "pdn convert games.pdn", "");
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    insta::assert_snapshot!(format!("{}---\n{error}", stdout(&output)));
    write(&folder, "again.pdn", output.stdout);
    let again = run(&folder, "pdn check again.pdn", "");
    assert!(again.status.success() && !stdout(&again).contains("leniencies"), "{}", stdout(&again));
}

#[test]
fn replay_shows_boards_and_counters() {
    let folder = folder();
    let kings = "[GameType \"21\"]\n[FEN \"B:WK32,21:BK1,12\"]\n1. 1-6 32-27 2. 6-1 27-32 3. 1-6 32-27 4. 6-1 27-32 *";
    write(&folder, "games.pdn", format!("{GOOD}\n{kings}\n"));
    let output = run(&folder, "replay games.pdn --game 2", "");
    assert!(output.status.success());
    insta::assert_snapshot!(stdout(&output));
    let absent = run(&folder, "replay games.pdn --game 9", "");
    assert_eq!(absent.status.code(), Some(2));
    let error = String::from_utf8_lossy(&absent.stderr).into_owned();
    assert_eq!(error, "crownhead: games.pdn has 2 games; there is no game 9\n");
}

#[test]
fn two_people_play_at_one_terminal() {
    let folder = folder();
    let typed = "32-28\n19-23\n33-29\nwhy 33-29\nmoves\n28x19\nundo\n28x19\n14x23\ncounters\nclaim\noffer Enough?\naccept\n\
                 save game.pdn\nsave game.pdn\nquit\n";
    let output = run(&folder, "play", typed);
    assert!(output.status.success());
    insta::assert_snapshot!(stdout(&output));
    let saved = fs::read_to_string(folder.path().join("game.pdn")).expect("saved");
    insta::assert_snapshot!("saved", saved);
}

#[test]
fn ambiguous_captures_are_asked_about() {
    let folder = folder();
    let line = "play --rules russian --fen W:WK26:B11,14,15,23";
    let output = run(&folder, line, "d2-b4\nh1\ng5\nfen\nquit\n");
    insta::assert_snapshot!(stdout(&output));
}

#[test]
fn players_redo_huff_offer_and_claim() {
    let folder = folder();
    let redo =
        run(&folder, "play --rules dame-100 --fen W:W32,45:B28,1", "45-40\ndemand\n45-40\n32x23\nquit\n");
    insta::assert_snapshot!("redo", stdout(&redo));
    write(
        &folder,
        "old.json",
        r#"{"base": "english", "name": "Old English", "conduct": {"enforcement": "huffing"}}"#,
    );
    let huff =
        run(&folder, "play --rules old.json --fen W:W22,24:B18,1", "24-19\nhuff 5\nhuff 22\nfen\nquit\n");
    insta::assert_snapshot!("huff", stdout(&huff));
    let kings = "1-6\n32-27\n6-1\n27-32\n1-6\n32-27\n6-1\n27-32\n";
    let typed = format!("{kings}claim\noffer 2 Zum dritten Mal\n12-16\nclaim\ndecline\nclaim\nquit\n");
    let claim = run(&folder, "play --rules checkers-bsn --fen B:WK32,21:BK1,12 --language de", &typed);
    let text = stdout(&claim);
    insta::assert_snapshot!("claim", text[text.find("claim").expect("claimed")..].to_owned());
}

#[test]
fn engine_games_allow_undo_offers_and_resignation() {
    let folder = folder();
    let line = "play --rules dame-8x8 --level 3 --seed 1";
    let output = run(&folder, line, "11-15\nundo\n11-16\noffer\nresign\n");
    assert!(output.status.success());
    let text = stdout(&output);
    assert_eq!(text.matches("1 White: ").count(), 2, "the engine answers both first moves");
    assert!(text.contains("White declines.") && text.contains("White won. Black resigned."));
    assert_eq!(
        text,
        stdout(&run(&folder, line, "11-15\nundo\n11-16\noffer\nresign\n")),
        "the seed determines the result"
    );
    let other_side = stdout(&run(&folder, "play --rules english --level 1 --seed 1 --side white", "quit\n"));
    assert!(other_side.contains("1 Black: "), "the engine moves first");
}

#[test]
fn play_ask_prompts_for_rules_and_level() {
    let folder = folder();
    let output = run(&folder, "play --ask", "russisch\nrussian\n9\n0\nc3-d4\nquit\n");
    assert!(output.status.success());
    let text = stdout(&output);
    assert!(text.contains("there is no rule set \"russisch\"") && text.contains("1 Black> quit"), "{text}");
    assert!(run(&folder, "play --ask", "").status.success(), "the input is empty");
}

#[test]
fn analyse_finds_the_winning_capture() {
    let folder = folder();
    let line = "analyse --rules international --fen W:W28,34:B23,14,30 --depth 3 --table 1";
    let text = stdout(&run(&folder, line, ""));
    assert!(text.ends_with("\n28x10\n"), "{text}");
    let json = stdout(&run(&folder, &format!("{line} --json"), ""));
    let last: serde_json::Value = serde_json::from_str(json.lines().last().expect("a line")).expect("JSON");
    assert_eq!((last["depth"].as_u64(), last["line"][0].as_str()), (Some(3), Some("28x10")));
    let huge = run(&folder, "analyse --rules english --depth 1 --table 99999999999", "");
    assert_eq!(huge.status.code(), Some(2));
    let over = stdout(&run(&folder, "analyse --rules english --fen W:W:B1 --depth 2 --table 1", ""));
    assert_eq!(over, "Black won. White has no pieces left.\n");
}

#[test]
fn matches_are_scored_saved_and_reproducible() {
    let folder = folder();
    let line =
        "match --rules english --first level=3 --second level=1 --games 8 --concurrency 2 --pdn games.pdn";
    let output = run(&folder, line, "");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = stdout(&output);
    assert!(text.starts_with("level=3 against level=1: "), "{text}");
    let counted: u32 =
        text.lines().last().expect("pairs").rsplit(' ').take(5).map(|n| n.parse::<u32>().expect("n")).sum();
    assert_eq!(counted, 4, "4 pairs");
    let again = run(&folder, line, "");
    assert_eq!(again.status.code(), Some(2), "an existing file is not overwritten");
    let other_file = line.replace("games.pdn", "again.pdn");
    assert_eq!(stdout(&run(&folder, &other_file, "")), text, "the seed determines the result");
    let check = run(&folder, "pdn check games.pdn", "");
    assert!(check.status.success() && stdout(&check).contains("8 games, 8 replayed"), "{}", stdout(&check));
    for (bad, reason) in
        [("level=9", "is not a setting"), ("table=4", "has no limit"), ("speed=3", "is not a setting")]
    {
        let refused = run(&folder, &format!("match --rules english --first {bad} --second level=1"), "");
        assert_eq!(refused.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&refused.stderr).contains(reason), "{bad}");
    }
    let own = format!("hub={} hub,nodes=500", env!("CARGO_BIN_EXE_crownhead"));
    let other = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(["match", "--rules", "international", "--first", &own, "--second", "level=1", "--games", "2"])
        .output()
        .expect("the program starts");
    assert!(stdout(&other).contains(",nodes=500 against level=1: "), "{other:?}");
    assert!(!String::from_utf8_lossy(&other.stderr).contains("illegal"), "{other:?}");
    let absent =
        run(&folder, "match --rules english --first hub=no-such-engine,depth=3 --second level=1", "");
    assert!(String::from_utf8_lossy(&absent.stderr).contains("the engine does not start"), "{absent:?}");
    write(&folder, "bad.txt", "W:W31:B1\nnonsense\n");
    let openings = "match --rules english --first level=2 --second level=1 --openings bad.txt";
    let refused = run(&folder, openings, "");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("bad.txt, line 2: FEN"), "{refused:?}");
}

#[test]
fn invalid_commands_are_explained() {
    let folder = folder();
    let long = "9".repeat(100_000);
    let typed = format!(
        "hello\n99-98\n32\n32-28-19\nwhy\nclaim 77\nhuff z9\nredo\njudge me\nsave\nsave no/such/folder/x.pdn\n{long}\n32-28\n"
    );
    let output = run(&folder, "play", &typed);
    assert!(output.status.success());
    let text = stdout(&output).replace(&"9".repeat(4000), "9…");
    insta::assert_snapshot!(text);
}
