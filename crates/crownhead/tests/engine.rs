//! Runs the commands of the engine.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn crownhead(line: &str) -> Output {
    let words = line.split_whitespace();
    Command::new(env!("CARGO_BIN_EXE_crownhead")).args(words).output().expect("the program starts")
}

fn stdout(line: &str) -> String {
    let output = crownhead(line);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Removes the times, which differ from run to run.
fn without_times(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let mut object: serde_json::Value = serde_json::from_str(line).expect("one object per line");
        if let Some(object) = object.as_object_mut() {
            object.remove("seconds");
        }
        object.to_string()
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn analyse_ranks_several_lines() {
    let fen = "W:W27,32,38,43:B13,18,19,22";
    let output = stdout(&format!("analyse --rules international --fen {fen} --depth 4 --lines 2 --json"));
    insta::assert_snapshot!(without_times(&output));
}

#[test]
fn analyse_evaluates_every_move_of_a_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.pdn");
    fs::write(&path, "[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 23-28 *\n")
        .expect("written");
    let path = path.display();
    insta::assert_snapshot!(stdout(&format!("analyse --pdn {path} --depth 5")));
    let json = stdout(&format!("analyse --pdn {path} --depth 5 --json"));
    assert_eq!(json.lines().count(), 6);
    let last: serde_json::Value = serde_json::from_str(json.lines().last().expect("a line")).expect("JSON");
    assert_eq!((&last["ply"], &last["played"]), (&6.into(), &"23-28".into()));
}

#[test]
fn analyse_applies_huffs() {
    let folder = tempfile::tempdir().expect("a folder");
    let [rules, game, invalid] = ["old.json", "game.pdn", "invalid.pdn"].map(|name| folder.path().join(name));
    let house = r#"{"base": "english", "name": "Old English", "conduct": {"enforcement": "huffing"}}"#;
    fs::write(&rules, house).expect("written");
    let record = |square| {
        // Black can play 18-22 only if White's man on 22 was huffed.
        format!("[FEN \"W:W22,24:B18,1\"]\n\n1... 24-19 {{[%irregular]}} {{[%huff {square}]}} 2. 18-22 *\n")
    };
    fs::write(&game, record(22)).expect("written");
    let line = |path: &Path| {
        format!("analyse --rules {} --pdn {} --depth 3 --json", rules.display(), path.display())
    };
    let json = stdout(&line(&game));
    assert_eq!(json.lines().count(), 2, "{json}");
    let last: serde_json::Value = serde_json::from_str(json.lines().last().expect("a line")).expect("JSON");
    assert_eq!((&last["ply"], &last["played"]), (&2.into(), &"18-22".into()));
    // The man on 19 did not fail to capture.
    fs::write(&invalid, record(19)).expect("written");
    let output = crownhead(&line(&invalid));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains(" 22"), "the error names the square that can be huffed: {error}");
}

#[test]
fn selfplay_resumes_and_samples_are_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let [complete, resumed] =
        ["complete", "resumed"].map(|name| folder.path().join(name).display().to_string());
    let play = |games, threads, out: &str| {
        let line =
            format!("selfplay --rules english --games {games} --nodes 300 --threads {threads} --out {out}");
        stdout(&line)
    };
    play(5, 2, &complete);
    assert!(play(2, 1, &resumed).contains("2 games"));
    assert!(play(5, 2, &resumed).contains("5 games"));
    assert_eq!(fs::read(&complete).expect("written"), fs::read(&resumed).expect("written"));
    let samples = stdout(&format!("samples {complete}"));
    let first = samples.lines().next().expect("a sample");
    assert!(samples.lines().count() > 50, "{samples}");
    let [fen, score, result] = first.split(' ').collect::<Vec<_>>()[..] else { panic!("{first}") };
    assert!(fen.contains(":W") && score.parse::<i32>().is_ok() && result.contains('-'), "{first}");
}

#[test]
fn matches_with_clocks_count_losses_on_time() {
    let output = stdout("match --rules english --first clock=1+0.01,depth=3 --second level=1 --games 2");
    assert!(output.lines().last().is_some_and(|line| line.starts_with("lost on time: ")), "{output}");
}

#[test]
fn matches_report_the_effort_of_players_at_full_strength() {
    let output = stdout("match --rules english --first depth=4 --second level=1 --games 2");
    let efforts: Vec<_> = output.lines().filter(|line| line.contains(": average depth ")).collect();
    assert!(matches!(efforts[..], [line] if line.starts_with("depth=4: average depth 4.")), "{output}");
}

#[test]
fn invalid_arguments_are_explained() {
    let lines = [
        "analyse --rules international --table 100000000",
        "analyse --rules international --fen W:W1:B50",
        "analyse --pdn nowhere.pdn",
        "analyse",
        "dxp --rules english --listen 127.0.0.1:0",
        "dxp --listen nowhere",
        "match --rules english --first level=9 --second level=1",
        "match --rules english --first clock=fast --second level=1",
        "match --rules english --first level=8 --second level=1",
        "match --rules english --first hub=no-such-program --second level=1",
        "match --rules english --first hub=no-such-program,level=3 --second level=1",
        "match --rules english --first hub=no-such-program,depth=1,table=64 --second level=1",
        "match --rules international --first dxp=127.0.0.1:1,threads=2 --second level=1",
        "match --rules international --first dxp=127.0.0.1:1 --second level=1",
        "match --rules international --first hub=no-such-program,depth=1 --second level=1",
        "match --rules international --first dxp=127.0.0.1:1 --second level=1 --concurrency 2",
        "match --rules english --first depth=1 --second depth=1 --opening-plies 0",
        "selfplay --rules english --games 1 --out /nowhere/samples",
        "samples Cargo.toml",
        "bench --threads 1",
    ];
    let errors = lines.map(|line| {
        let output = crownhead(line);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{line}: {error}");
        let sentence = error.lines().find(|line| !line.starts_with("listening")).unwrap_or_default();
        format!("{line}\n  {sentence}")
    });
    insta::assert_snapshot!(errors.join("\n"));
}
