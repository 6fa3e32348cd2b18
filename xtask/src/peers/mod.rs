//! Software that others wrote reads what we write, and we read what it writes.
//!
//! pydraughts is a library in Python with its own reader, writer and board. It lives in a virtual environment of
//! its own, under `target`.

mod api;
mod engines;
mod server;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use draughts::game::GameResult;
use draughts::{Color, Event, Game, Position, Rules};
use pdn::{Line, Node, Reader, Score};
use serde::Deserialize;

use crate::run::{run, works};
use crate::{root, system};

/// The variants that pydraughts knows, by our ids.
const VARIANTS: [&str; 7] =
    ["international", "english", "italian", "russian", "brazilian", "turkish", "frisian"];
/// How many games of each, and how long.
const GAMES: u64 = 3;
const PLIES: u64 = 36;

/// What pydraughts says of a game.
#[derive(Deserialize)]
struct Told {
    variant: String,
    moves: Vec<String>,
    result: String,
    fen: String,
}

/// Writes games, lets pydraughts read, play and write them, and compares.
pub(crate) fn peers() -> Result<(), String> {
    eprintln!("── peers: pydraughts reads what we write");
    let folder = root().join("target/peers");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let python = environment(&folder.join("venv"), "draughts.PDN", "pydraughts==0.6.7")?;
    let games: Vec<Game> =
        VARIANTS.iter().flat_map(|id| (0..GAMES).map(|seed| random_game(id, seed))).collect();
    let (ours, theirs) = (folder.join("ours.pdn"), folder.join("theirs.pdn"));
    write(&games, &ours)?;
    let _ = fs::remove_file(&theirs);
    let told = told(&python, &ours, &theirs)?;
    compare(&games, &told)?;
    read_back(&games, &theirs)?;
    engines::play(&python)?;
    api::try_all(&folder)?;
    eprintln!("── peers: pydraughts agrees on {} games of {} variants", games.len(), VARIANTS.len());
    Ok(())
}

/// Returns the Python of an environment in which a module can be imported; installs the package that has it if need be.
fn environment(venv: &Path, module: &str, package: &str) -> Result<PathBuf, String> {
    let python = venv.join("bin/python");
    let (program, folder) = (path_text(&python)?, path_text(venv)?);
    if works(program, &["-c", &format!("import {module}")]) {
        return Ok(python);
    }
    system::provide(&[("python3", "python3")])?;
    if !works("python3", &["-m", "venv", "--clear", folder]) {
        // On Debian the module is a package of its own.
        system::install(&[("the module venv of Python", "python3-venv")])?;
        run("python3", &["-m", "venv", "--clear", folder])?;
    }
    run(program, &["-m", "pip", "install", "--quiet", "--disable-pip-version-check", package])?;
    Ok(python)
}

fn path_text(path: &Path) -> Result<&str, String> {
    path.to_str().ok_or_else(|| format!("{}: the name is not UTF-8", path.display()))
}

/// A game of moves picked by a simple generator of numbers: always the same.
fn random_game(id: &str, seed: u64) -> Game {
    let rules = Rules::named(id).unwrap_or_else(|error| panic!("{error}"));
    let mut game = Game::new(&rules);
    let mut number = seed + 1;
    for _ in 0..PLIES {
        let legal = game.legal_moves();
        if legal.is_empty() {
            break;
        }
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let m = legal[(number >> 33) as usize % legal.len()].clone();
        game.play(&m).unwrap_or_else(|why| panic!("{why}"));
    }
    // Some are given up, so that there are results to write.
    match seed % 3 {
        0 => game.apply(Event::Resign { by: Color::White }).unwrap_or_default(),
        1 => game.apply(Event::Resign { by: Color::Black }).unwrap_or_default(),
        _ => {}
    }
    game
}

/// Every game with a comment, a mark and a variation, which pydraughts passes over.
fn write(games: &[Game], path: &Path) -> Result<(), String> {
    let problem = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut file = File::create(path).map_err(problem)?;
    for game in games {
        let tags = vec![("White".to_owned(), "Ann".to_owned()), ("Black".to_owned(), "Bob".to_owned())];
        let mut record = pdn::from_game(game, tags);
        // Behind an answer, so that no number such as `2...` follows: pydraughts takes "2." out of "12." then.
        if let Some(node) = record.line.moves.get_mut(3) {
            let instead = Node { text: node.text.clone(), ..Node::default() };
            node.nags.push(1);
            node.comments.push("as it should be".to_owned());
            node.variations.push(Line { comments: Vec::new(), moves: vec![instead] });
        }
        pdn::write(&record, &mut file).map_err(problem)?;
    }
    Ok(())
}

fn told(python: &Path, ours: &Path, theirs: &Path) -> Result<Vec<Told>, String> {
    let script = root().join("xtask/peers/read_pdn.py");
    let output = Command::new(python)
        .args([&script, ours, theirs])
        .output()
        .map_err(|error| format!("{}: {error}", python.display()))?;
    if !output.status.success() {
        return Err(format!("pydraughts:\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    lines.lines().map(|line| serde_json::from_str(line).map_err(|error| format!("{line}: {error}"))).collect()
}

fn compare(games: &[Game], told: &[Told]) -> Result<(), String> {
    if games.len() != told.len() {
        return Err(format!("{} games were written, pydraughts read {}", games.len(), told.len()));
    }
    for (game, told) in games.iter().zip(told) {
        let rules = game.rules();
        let id = &rules.rule_set().id;
        let first = rules.rule_set().start.first_move;
        let result = game.outcome().map_or(GameResult::None, |outcome| outcome.result);
        let fen = Position::from_fen(rules, &told.fen).map_err(|error| format!("{}: {error}", told.fen))?;
        let (ours, theirs) = (game.position().setup(), fen.setup());
        let same = (ours.men, ours.kings, ours.turn) == (theirs.men, theirs.kings, theirs.turn)
            && told.moves.len() == game.turns().len()
            && Score::read(&told.result) == Score::of(result, first);
        if !same {
            return Err(format!(
                "{id}: we have {}, pydraughts ({}) {}",
                game.position().fen(),
                told.variant,
                told.fen
            ));
        }
    }
    Ok(())
}

/// What pydraughts wrote means the same games.
fn read_back(games: &[Game], path: &Path) -> Result<(), String> {
    let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut read = 0;
    for (record, game) in Reader::new(file).zip(games) {
        let record = record.map_err(|error| format!("{}: {error}", path.display()))?;
        let replay = pdn::replay(&record, None);
        if let Some(failure) = replay.failure {
            return Err(format!("{}, {failure}: pydraughts wrote what we cannot replay", path.display()));
        }
        let same = replay.moves.iter().map(|played| &played.played);
        if !same.eq(game.turns().iter().map(|turn| &turn.played)) {
            return Err(format!("{}, {}: not the game that was written", path.display(), record.place));
        }
        read += 1;
    }
    if read == games.len() { Ok(()) } else { Err(format!("{} holds {read} games", path.display())) }
}
