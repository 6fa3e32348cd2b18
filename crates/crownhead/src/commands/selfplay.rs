//! `crownhead selfplay`: plays games for training data.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::Instant;

use engine::samples::{Header, Openings, PlayedGame, Settings, Writer, play_game};
use engine::{Engine, Options};
use indicatif::{ProgressBar, ProgressStyle};

use super::input;
use super::samples::{Statistics, sizes};
use crate::args::SelfplayArgs;
use crate::failure::Failure;

/// Size of each transposition table, in MiB. The few nodes of a move fill no more, and clearing a larger one for each
/// game takes longer. Another size gives other games.
const TABLE_MIB: usize = 1;

/// The games played in this run.
#[derive(Default)]
struct Played {
    statistics: Statistics,
    plies: u64,
}

/// Plays games and appends them to the file in the order of their numbers, so that an interrupted file can be resumed.
pub(crate) fn run(args: &SelfplayArgs, out: &mut impl Write) -> Result<(), Failure> {
    let rules = input::rules(&args.rules)?;
    let path = Path::new(&args.out);
    let network = input::network(args.network.as_deref(), &rules)?;
    let settings = Settings { nodes: args.nodes, seed: args.seed, random_moves: args.random_moves };
    let header = Header {
        rules: serde_json::to_string(rules.rule_set()).map_err(std::io::Error::from)?,
        program: concat!("crownhead ", env!("CARGO_PKG_VERSION")).to_owned(),
        squares: rules.square_names().len() as u8,
        nodes: args.nodes,
        seed: args.seed,
        settings: settings.to_text(&rules, &network),
    };
    let start = Instant::now();
    let mut writer = Writer::open(path, &header).map_err(|error| Failure::in_file(path, error))?;
    let engines: Vec<Engine> = (0..args.threads)
        .map(|_| {
            let engine = Engine::new(Options { mebibytes: TABLE_MIB, ..Options::default() });
            Ok(engine.map_err(Failure::input)?.with_network(network.clone()))
        })
        .collect::<Result<_, Failure>>()?;
    let bar = progress_bar(args, &writer);
    let mut openings = Openings::new(&rules, settings).map_err(Failure::input)?;
    let is_complete = is_complete(args, &writer);
    if !is_complete {
        // An opening depends on the earlier ones, so these are drawn again.
        openings.by_ref().take(writer.games() as usize).for_each(drop);
    }
    bar.reset_eta();
    let (openings, stop) = (Mutex::new(openings), AtomicBool::new(is_complete));
    // Returns the opening of the next game, unless no more games are wanted.
    let next_opening = || {
        if stop.load(Ordering::Relaxed) || args.time.is_some_and(|time| start.elapsed() >= time) {
            return None;
        }
        let opening = openings.lock().ok()?.next()?;
        Some(opening).filter(|opening| args.games.is_none_or(|games| opening.number() < games))
    };
    let played = std::thread::scope(|scope| {
        let (sender, games) = mpsc::sync_channel(64);
        for mut engine in engines {
            let (sender, next_opening) = (sender.clone(), &next_opening);
            scope.spawn(move || {
                while let Some(opening) = next_opening() {
                    // The receiver is gone; ignore the error: the file is complete, or the writer reports its error.
                    if sender.send(play_game(&mut engine, opening, &settings)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let played = write_in_order(args, games, &mut writer, &bar);
        stop.store(true, Ordering::Relaxed);
        played
    });
    let played = played.map_err(|error| Failure::in_file(path, error))?;
    bar.abandon();
    writeln!(out, "{}: {}", path.display(), sizes(writer.games(), writer.samples()))?;
    if played.statistics.games() > 0 {
        report(&played, start.elapsed().as_secs_f64(), out)?;
    }
    let is_short = args.time.is_none() && !self::is_complete(args, &writer);
    if is_short {
        eprintln!("no more unused openings were found");
    }
    Ok(())
}

/// Returns whether the file has the wanted number of games or samples.
fn is_complete(args: &SelfplayArgs, writer: &Writer) -> bool {
    args.games.is_some_and(|games| writer.games() >= games)
        || args.samples.is_some_and(|samples| writer.samples() >= samples)
}

/// Writes games in the order of their numbers, until the file is complete.
fn write_in_order(
    args: &SelfplayArgs,
    games: mpsc::Receiver<PlayedGame>,
    writer: &mut Writer,
    bar: &ProgressBar,
) -> std::io::Result<Played> {
    let mut waiting = BTreeMap::new();
    let mut played = Played::default();
    for game in games {
        waiting.insert(game.number, game);
        while let Some(game) = waiting.remove(&writer.games()) {
            writer.add(&game.samples)?;
            played.statistics.add(&game.samples);
            played.plies += game.plies as u64;
            let speed = played.statistics.samples() as f64 / bar.elapsed().as_secs_f64();
            bar.set_message(format!(
                "{}, {speed:.0} samples per second",
                sizes(writer.games(), writer.samples())
            ));
            bar.set_position(progress(args, writer));
            if is_complete(args, writer) {
                return Ok(played);
            }
        }
    }
    Ok(played)
}

/// Prints what was played in this run.
fn report(played: &Played, seconds: f64, out: &mut impl Write) -> std::io::Result<()> {
    let Played { statistics, plies } = played;
    let (games, samples) = (statistics.games(), statistics.samples());
    writeln!(out, "this run: {}", sizes(games, samples))?;
    writeln!(out, "results: {}", statistics.results())?;
    writeln!(out, "plies per game: {:.1}", *plies as f64 / games as f64)?;
    writeln!(out, "samples per second: {:.0}", samples as f64 / seconds)
}

/// Returns the position of the progress bar: samples if their number is given, else games.
fn progress(args: &SelfplayArgs, writer: &Writer) -> u64 {
    if args.samples.is_some() { writer.samples() } else { writer.games() }
}

/// Returns a progress bar, hidden unless standard error is a terminal.
fn progress_bar(args: &SelfplayArgs, writer: &Writer) -> ProgressBar {
    let before = writer.games();
    if is_complete(args, writer) {
        eprintln!("the file already has {}", sizes(before, writer.samples()));
    } else if before > 0 {
        eprintln!("resuming after {before} games");
    }
    let total = args.samples.or(args.games);
    let template =
        if total.is_some() { "[{bar:30}] {msg}, {eta} left" } else { "{spinner} {msg}, {elapsed}" };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = total.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
    bar.with_style(style.progress_chars("#.")).with_position(progress(args, writer))
}
