//! `crownhead selfplay` and `crownhead samples`: play games for training data, and describe such files.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use draughts::game::GameResult;
use draughts::{Color, Position, Rules};
use engine::samples::{Header, Reader, SampleGame, Writer, play_game};
use engine::{Engine, Options};
use indicatif::{ProgressBar, ProgressStyle};

use super::input;
use crate::args::SelfplayArgs;
use crate::failure::Failure;

/// Size of each transposition table, in MiB: enough for the few nodes of a move.
const TABLE_MIB: usize = 8;

/// Plays games and appends them to the file in the order of their numbers, so that an interrupted file can be resumed.
pub(crate) fn run(args: &SelfplayArgs, out: &mut impl Write) -> Result<(), Failure> {
    let rules = input::rules(&args.rules)?;
    let path = Path::new(&args.out);
    let header = Header {
        rules: serde_json::to_string(rules.rule_set()).map_err(std::io::Error::from)?,
        program: concat!("crownhead ", env!("CARGO_PKG_VERSION")).to_owned(),
        squares: rules.square_names().len() as u8,
        nodes: args.nodes,
        seed: args.seed,
    };
    let mut writer = Writer::open(path, &header).map_err(|error| Failure::in_file(path, error))?;
    let engines: Vec<Engine> = (0..args.threads)
        .map(|_| Engine::new(Options { mebibytes: TABLE_MIB, ..Options::default() }).map_err(Failure::input))
        .collect::<Result<_, _>>()?;
    let bar = progress_bar(args.games, &writer);
    let next = AtomicU64::new(writer.games());
    let written = std::thread::scope(|scope| {
        let (sender, games) = mpsc::sync_channel(64);
        for mut engine in engines {
            let (sender, next, rules) = (sender.clone(), &next, &rules);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= args.games {
                        return;
                    }
                    let game = play_game(&mut engine, rules, args.nodes, args.seed, number);
                    // The writer failed and reports the error.
                    if sender.send((number, game)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        write_in_order(&games, &mut writer, &bar)
    });
    written.map_err(|error| Failure::in_file(path, error))?;
    bar.abandon();
    writeln!(out, "{}: {} games, {} samples", path.display(), writer.games(), writer.samples())?;
    Ok(())
}

/// Writes games in the order of their numbers, as they arrive.
fn write_in_order(
    games: &mpsc::Receiver<(u64, SampleGame)>,
    writer: &mut Writer,
    bar: &ProgressBar,
) -> std::io::Result<()> {
    let mut waiting = BTreeMap::new();
    let before = writer.samples();
    for (number, game) in games {
        waiting.insert(number, game);
        while let Some(game) = waiting.remove(&writer.games()) {
            writer.add(&game)?;
            let speed = (writer.samples() - before) as f64 / bar.elapsed().as_secs_f64();
            bar.set_message(format!("{speed:.0} samples per second"));
            bar.set_position(writer.games());
        }
    }
    Ok(())
}

/// Returns a progress bar, hidden unless standard error is a terminal.
fn progress_bar(games: u64, writer: &Writer) -> ProgressBar {
    let before = writer.games();
    if before >= games {
        eprintln!("the file already has {before} games");
    } else if before > 0 {
        eprintln!("resuming after {before} games");
    }
    let template = "[{bar:30}] {pos} of {len} games, {msg}, {eta} left";
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(games).with_style(style.progress_chars("#.")).with_position(before);
    bar.reset_eta();
    bar
}

/// Prints the samples of a file: position, score for the side to move in centimen, result.
pub(crate) fn print_samples(file: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let failure = |error: &dyn std::fmt::Display| Failure::in_file(file, error);
    let input = File::open(file).map_err(|error| failure(&error))?;
    let reader = Reader::new(BufReader::new(input)).map_err(|error| failure(&error))?;
    let set = serde_json::from_str(&reader.header().rules).map_err(|error| failure(&error))?;
    let rules = Rules::new(set).map_err(|error| failure(&error))?;
    for game in reader {
        let game = game.map_err(|error| failure(&error))?;
        let result = match game.result {
            GameResult::Win(Color::White) => "1-0",
            GameResult::Win(Color::Black) => "0-1",
            GameResult::Draw | GameResult::None => "1/2-1/2",
        };
        for sample in &game.samples {
            let position = Position::new(&rules, &sample.setup).map_err(|error| failure(&error))?;
            writeln!(out, "{} {} {result}", position.fen(), sample.score)?;
        }
    }
    Ok(())
}
