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

/// Plays 5 games into a new file of the folder.
fn sample_file(folder: &Path, name: &str, rules: &str, seed: u64) -> String {
    let path = folder.join(name).display().to_string();
    stdout(&format!("selfplay --rules {rules} --games 5 --nodes 300 --threads 2 --seed {seed} --out {path}"));
    path
}

#[test]
fn selfplay_is_the_same_with_threads_and_after_an_interruption() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = ["one", "three", "resumed"].map(|name| folder.path().join(name).display().to_string());
    let [one, three, resumed] = &paths;
    let play = |end: &str, threads, out: &str| {
        stdout(&format!(
            "selfplay --rules english {end} --nodes 300 --random-moves 5 --threads {threads} --out {out}"
        ))
    };
    let report = play("--games 8", 1, one);
    assert!(
        report.contains("8 games") && report.contains("draws") && report.contains("plies per game"),
        "{report}"
    );
    play("--games 8", 3, three);
    assert!(play("--games 2", 3, resumed).contains("2 games"));
    let whole = fs::read(one).expect("written");
    let part = fs::read(resumed).expect("written");
    fs::write(resumed, &part[..part.len() - 9]).expect("writable");
    play("--games 8", 3, resumed);
    assert!(fs::read(three).expect("written") == whole, "three threads");
    assert!(fs::read(resumed).expect("written") == whole, "after an interruption");
}

#[test]
fn selfplay_stops_after_samples_or_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let [samples, threads, time] =
        ["samples", "threads", "time"].map(|name| folder.path().join(name).display().to_string());
    let play = |end: &str, out: &str| {
        stdout(&format!("selfplay --rules english {end} --nodes 300 --out {out}"));
        let lines = stdout(&format!("samples {out}")).lines().count();
        (fs::read(out).expect("written"), lines)
    };
    let (one, count) = play("--samples 100", &samples);
    let (three, _) = play("--samples 100 --threads 3", &threads);
    assert!((100..250).contains(&count), "{count}");
    assert!(one == three);
    assert!(play("--time 0.01", &time).1 > 0);
}

#[test]
fn samples_are_printed_and_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = sample_file(folder.path(), "samples", "english", 1);
    let samples = stdout(&format!("samples {path}"));
    let first = samples.lines().next().expect("a sample");
    assert!(samples.lines().count() > 50, "{samples}");
    let [fen, score, result] = first.split(' ').collect::<Vec<_>>()[..] else { panic!("{first}") };
    assert!(fen.contains(":W") && score.parse::<i32>().is_ok() && result.contains('-'), "{first}");
    let statistics = stdout(&format!("samples --stats {path}"));
    let size = format!("size: 5 games, {} samples", samples.lines().count());
    assert!(statistics.contains(&size) && statistics.contains("seed=1 opening-plies=4-12"), "{statistics}");
}

#[test]
fn filters_choose_and_merge_samples() {
    let folder = tempfile::tempdir().expect("a folder");
    let [first, second] = [1, 2].map(|seed| sample_file(folder.path(), &seed.to_string(), "english", seed));
    let print = |path: &str| stdout(&format!("samples {path}"));
    let both = print(&first) + &print(&second);
    let out = folder.path().join("chosen").display().to_string();
    let filter = |options: &str| {
        // An existing file is not overwritten.
        let _ = fs::remove_file(&out);
        stdout(&format!("samples filter {first} {second} {options} --out {out}"));
        print(&out)
    };
    assert_eq!(filter(""), both);
    let every_third: Vec<&str> = both.lines().step_by(3).collect();
    assert_eq!(filter("--every 3").lines().collect::<Vec<_>>(), every_third);
    // The number of pieces is the number of squares in the FEN.
    let pieces = |line: &str| line.split(' ').next().expect("a FEN").matches(['W', 'B', ',']).count() - 1;
    let some = |line: &&str| (10..=14).contains(&pieces(line));
    assert_eq!(filter("--min-pieces 10 --max-pieces 14").lines().count(), both.lines().filter(some).count());
    assert_eq!(filter("--min-pieces 25"), "");
    assert!(stdout(&format!("samples --stats {out}")).contains("filtered every=1 min-pieces=25"));
    let refused = crownhead(&format!("selfplay --rules english --games 9 --nodes 300 --out {out}"));
    assert_eq!(refused.status.code(), Some(2), "filtered files are not resumed");
}

#[test]
fn damaged_sample_files_are_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = sample_file(folder.path(), "whole", "english", 1);
    let other = sample_file(folder.path(), "other", "russian", 1);
    let bytes = fs::read(&whole).expect("written");
    let damaged = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("writable");
        path.display().to_string()
    };
    let truncated = damaged("truncated", &bytes[..bytes.len() - 1]);
    let header = damaged("header", &bytes[..40]);
    let mut flipped = bytes.clone();
    *flipped.last_mut().expect("not empty") ^= 1;
    let corrupt = damaged("corrupt", &flipped);
    let mut flipped = bytes;
    flipped[9] = 50;
    let squares = damaged("squares", &flipped);
    let lines = [
        format!("samples {truncated}"),
        format!("samples --stats {corrupt}"),
        format!("samples {header}"),
        format!("samples {squares}"),
        format!("samples filter {whole} {other} --out {whole}.new"),
        format!("samples filter {whole} --out {other}"),
        format!("selfplay --rules english --games 5 --nodes 300 --seed 2 --out {whole}"),
    ];
    let folder = folder.path().display().to_string();
    let errors = lines.map(|line| {
        let output = crownhead(&line);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{line}: {error}");
        format!("{line}\n  {error}").replace(&folder, "FOLDER")
    });
    insta::assert_snapshot!(errors.join(""));
}

#[test]
fn a_house_rule_is_trained_in_one_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (rules, network) = (path("small.json"), path("small.network"));
    let json = r#"{ "base": "russian", "name": "Small", "board": { "width": 6, "height": 6 }, "start": { "rows_of_men": 2 } }"#;
    fs::write(&rules, json).expect("written");
    let train = || stdout(&format!("train --rules {rules} --time 0.1 --epochs 1 --out {network}"));
    let report = train();
    assert!(
        report.starts_with("generation 1: report in ") && report.contains(" against network=none"),
        "{report}"
    );
    assert!(report.lines().last().is_some_and(|line| line.starts_with("verdict: ")), "{report}");
    assert!(train().starts_with("generation 1: finished before\n"));
    let other = crownhead(&format!("train --rules russian --time 0.1 --out {network}"));
    let error = String::from_utf8_lossy(&other.stderr).into_owned();
    assert_eq!(other.status.code(), Some(2), "{error}");
    assert!(
        error.contains("1.samples: these games were played by other rules; remove the folder"),
        "{error}"
    );
    let analyse =
        |network: &str| stdout(&format!("analyse --rules {rules} --depth 5 --json --network {network}"));
    assert_ne!(analyse(&network), analyse("none"));
    let other = crownhead(&format!("analyse --rules russian --depth 5 --network {network}"));
    assert_eq!(other.status.code(), Some(2), "the board is another");
}

#[test]
fn every_instruction_set_plays_the_same() {
    let bench = |simd: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
        let output = command.arg("bench").env("CROWNHEAD_SIMD", simd).output().expect("the program starts");
        let [stdout, stderr] =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
        (output.status.code(), stdout, stderr)
    };
    let (_, scalar, _) = bench("scalar");
    assert!(scalar.lines().count() > 10, "{scalar}");
    for simd in ["baseline", "avx2", "avx512"] {
        let (code, signature, error) = bench(simd);
        if code == Some(2) && error.contains("this processor does not have these instructions") {
            println!("not tested: this processor does not have {simd}");
        } else {
            assert_eq!(signature, scalar, "{simd}");
        }
    }
    let (code, signature, error) = bench("avx3");
    let expected = "crownhead: CROWNHEAD_SIMD=\"avx3\" is unknown: write scalar, baseline, avx2 or avx512, or remove the \
                    variable\n";
    assert_eq!((code, signature.as_str(), error.as_str()), (Some(2), "", expected));
}

#[test]
fn bench_has_another_signature_without_networks() {
    let last = |line: &str| stdout(line).lines().last().map(str::to_owned).expect("a line");
    assert_ne!(last("bench --network none"), last("bench"));
}

#[test]
fn bench_compares_the_speed_with_and_without_networks_by_board() {
    let english = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/networks/english.network");
    let output = stdout(&format!("bench --compare --network {english}"));
    let lines: Vec<&str> = output.lines().collect();
    let [unit, header, board] = lines[..] else { panic!("{output}") };
    assert_eq!((unit, header), ("million nodes per second", "board  network  hand-made  ratio"));
    assert!(board.starts_with("8x8 ") && board.ends_with(" %"), "only English draughts can use it: {output}");
}

#[test]
fn unusable_networks_and_samples_are_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let good = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/networks/poddavki.network"));
    let good = good.expect("a network");
    let mut damaged = good.clone();
    damaged[good.len() / 2] ^= 1;
    fs::create_dir(path("networks")).expect("a folder");
    let files = [
        ("damaged", &damaged[..]),
        ("truncated", &good[..good.len() - 1]),
        ("samples", b"CHSAMPLE\x02"),
        ("losing", &good),
        ("networks/1.network", &damaged),
    ];
    for (name, bytes) in files {
        fs::write(path(name), bytes).expect("written");
    }
    let at = |name: &str| path(name).display().to_string();
    let mut lines = Vec::new();
    for file in ["damaged", "truncated", "samples", "losing", "missing"] {
        let file = at(file);
        lines.extend([
            format!("play --rules russian --level 8 --network {file}"),
            format!("analyse --rules russian --depth 1 --network {file}"),
            format!("match --rules russian --first depth=1,network={file} --second depth=1"),
            format!("selfplay --rules russian --games 1 --network {file} --out {}", at("new")),
        ]);
    }
    for file in ["damaged", "truncated", "samples", "missing"] {
        lines.push(format!("train {} --out {}", at(file), at("new")));
    }
    lines.extend([
        format!("bench --network {}", at("damaged")),
        "bench --compare --network none".to_owned(),
        format!("serve --listen 127.0.0.1:0 --database {} --networks {}", at("site.db"), at("networks")),
        format!("serve --listen 127.0.0.1:0 --database {} --networks {}", at("site.db"), at("missing")),
    ]);
    let folder = folder.path().display().to_string();
    let errors = lines.into_iter().map(|line| {
        let output = crownhead(&line);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{line}: {error}");
        assert_eq!(error.lines().count(), 1, "{line}: {error}");
        format!("{line}\n  {error}").replace(&folder, "FOLDER")
    });
    insta::assert_snapshot!(errors.collect::<String>());
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
        "selfplay --rules english --out samples",
        "selfplay --rules english --games 1 --samples 1 --out samples",
        "selfplay --rules english --time 0 --out samples",
        "samples Cargo.toml",
        "samples src",
        "samples --stats",
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
