//! `cargo xtask peers`: tests interoperability with independent software.
//!
//! pydraughts is a Python library with its own PDN reader, PDN writer and board. It is installed into a virtual
//! environment under `target`.

mod api;
mod engines;
mod server;

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use draughts::game::GameResult;
use draughts::{Color, Event, Game, Position, Rules};
use pdn::{Line, Node, Reader, Score};
use serde::Deserialize;

use crate::command::{command, output, run, succeeds};
use crate::{root, system};

/// The rule sets that pydraughts knows, by our ids.
const VARIANTS: [&str; 7] =
    ["international", "english", "italian", "russian", "brazilian", "turkish", "frisian"];
/// The number of games of each rule set.
const GAMES: u64 = 3;
/// The maximum length of a game, in plies.
const MAX_PLIES: u64 = 36;

/// A game as pydraughts read it.
#[derive(Deserialize)]
struct ReadGame {
    variant: String,
    moves: Vec<String>,
    result: String,
    fen: String,
}

/// Writes games, lets pydraughts read, play and write them, and compares the results. Then tests engines and API.
pub(crate) fn test() -> Result<(), String> {
    eprintln!("── peers: pydraughts reads what we write");
    let folder = root().join("target/peers");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let python = python_environment(&folder.join("venv"), "draughts.PDN", "pydraughts==0.6.7")?;
    let games: Vec<Game> =
        VARIANTS.iter().flat_map(|id| (0..GAMES).map(|seed| random_game(id, seed))).collect();
    let (ours, theirs) = (folder.join("ours.pdn"), folder.join("theirs.pdn"));
    write(&games, &ours)?;
    let _ = fs::remove_file(&theirs);
    let read = read_with_pydraughts(&python, &ours, &theirs)?;
    compare(&games, &read)?;
    check_rewritten(&games, &theirs)?;
    engines::play(&python)?;
    api::test(&folder)?;
    eprintln!("── peers: pydraughts agrees on {} games of {} rule sets", games.len(), VARIANTS.len());
    Ok(())
}

/// Returns the Python of a virtual environment that has a module, installing its package if necessary.
fn python_environment(venv: &Path, module: &str, package: &str) -> Result<PathBuf, String> {
    let python = venv.join("bin/python");
    if succeeds(command(&python).args(["-c", &format!("import {module}")])) {
        return Ok(python);
    }
    system::ensure_programs(&[("python3", "python3")])?;
    let create = || {
        let mut create = command("python3");
        create.args(["-m", "venv", "--clear"]).arg(venv);
        create
    };
    if !succeeds(&mut create()) {
        // On Debian, venv is a package of its own.
        system::install(&[("the Python module venv", "python3-venv")])?;
        run(&mut create())?;
    }
    run(command(&python).args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]))?;
    Ok(python)
}

/// Returns a game of pseudorandom moves, the same for each seed.
fn random_game(id: &str, seed: u64) -> Game {
    let rules = Rules::named(id).unwrap_or_else(|error| panic!("{error}"));
    let mut game = Game::new(&rules);
    let mut state = seed + 1;
    for _ in 0..MAX_PLIES {
        let legal = game.legal_moves();
        if legal.is_empty() {
            break;
        }
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let m = legal[(state >> 33) as usize % legal.len()].clone();
        game.play(&m).unwrap_or_else(|error| panic!("{error}"));
    }
    // Two of three are resigned, so that there are results to write.
    match seed % 3 {
        0 => game.apply(Event::Resign { by: Color::White }).unwrap_or_default(),
        1 => game.apply(Event::Resign { by: Color::Black }).unwrap_or_default(),
        _ => {}
    }
    game
}

/// Writes games with a comment, a NAG and a variation, which pydraughts ignores.
fn write(games: &[Game], path: &Path) -> Result<(), String> {
    let describe = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut file = File::create(path).map_err(describe)?;
    for game in games {
        let tags = vec![("White".to_owned(), "Ann".to_owned()), ("Black".to_owned(), "Bob".to_owned())];
        let mut record = pdn::from_game(game, tags);
        // Behind an answer, so that no number such as `2...` follows: pydraughts takes "2." out of "12." then.
        if let Some(node) = record.line.moves.get_mut(3) {
            let alternative = Node { text: node.text.clone(), ..Node::default() };
            node.nags.push(1);
            node.comments.push("as it should be".to_owned());
            node.variations.push(Line { comments: Vec::new(), moves: vec![alternative] });
        }
        pdn::write(&record, &mut file).map_err(describe)?;
    }
    Ok(())
}

fn read_with_pydraughts(python: &Path, ours: &Path, theirs: &Path) -> Result<Vec<ReadGame>, String> {
    let lines = output(command(python).arg("xtask/peers/read_pdn.py").args([ours, theirs]))?;
    lines.lines().map(|line| serde_json::from_str(line).map_err(|error| format!("{line}: {error}"))).collect()
}

fn compare(games: &[Game], read: &[ReadGame]) -> Result<(), String> {
    if games.len() != read.len() {
        return Err(format!("{} games were written, pydraughts read {}", games.len(), read.len()));
    }
    for (game, read) in games.iter().zip(read) {
        let rules = game.rules();
        let id = &rules.rule_set().id;
        let first = rules.rule_set().start.first_move;
        let result = game.outcome().map_or(GameResult::None, |outcome| outcome.result);
        let fen = Position::from_fen(rules, &read.fen).map_err(|error| format!("{}: {error}", read.fen))?;
        let (ours, theirs) = (game.position().setup(), fen.setup());
        let same = (ours.men, ours.kings, ours.turn) == (theirs.men, theirs.kings, theirs.turn)
            && read.moves.len() == game.turns().len()
            && Score::read(&read.result) == Score::of(result, first);
        if !same {
            return Err(format!(
                "{id}: the position is {}, in pydraughts ({}) {}",
                game.position().fen(),
                read.variant,
                read.fen
            ));
        }
    }
    Ok(())
}

/// Checks that the file that pydraughts wrote has the same games.
fn check_rewritten(games: &[Game], path: &Path) -> Result<(), String> {
    let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut count = 0;
    for (record, game) in Reader::new(file).zip(games) {
        let record = record.map_err(|error| format!("{}: {error}", path.display()))?;
        let replay = pdn::replay(&record, None);
        if let Some(failure) = replay.failure {
            return Err(format!("{}, {failure}: cannot be replayed", path.display()));
        }
        let moves = replay.moves.iter().map(|played| &played.played);
        if !moves.eq(game.turns().iter().map(|turn| &turn.played)) {
            return Err(format!(
                "{}, {}: differs from the game that was written",
                path.display(),
                record.place
            ));
        }
        count += 1;
    }
    if count == games.len() { Ok(()) } else { Err(format!("{} has {count} games", path.display())) }
}
