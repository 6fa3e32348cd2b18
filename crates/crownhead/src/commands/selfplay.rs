//! `crownhead selfplay` and `crownhead samples`

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Instant;

use draughts::game::GameResult;
use draughts::{Color, Position, Rules};
use engine::samples::{Header, Reader, SampleGame, Writer, play_game};
use engine::{Engine, Options};

use super::input;
use crate::args::SelfplayArgs;
use crate::failure::Failure;

/// Each thread's engine needs no more for the few nodes of a move.
const TABLE: usize = 8;

/// Plays games and adds them to the file, in the order of their numbers, so that it can be gone on with at any time.
pub(crate) fn run(args: &SelfplayArgs, out: &mut impl Write) -> Result<(), Failure> {
    let rules = input::rules(&args.rules)?;
    let path = Path::new(&args.out);
    let problem = |error| Failure::Input(format!("{}: {error}", path.display()));
    let header = Header {
        rules: serde_json::to_string(rules.rule_set()).map_err(std::io::Error::from)?,
        program: concat!("crownhead ", env!("CARGO_PKG_VERSION")).to_owned(),
        squares: rules.naming().len() as u8,
        nodes: args.nodes,
        seed: args.seed,
    };
    let mut writer = Writer::open(path, &header).map_err(problem)?;
    let engines: Vec<Engine> = (0..args.threads)
        .map(|_| Engine::new(Options { mebibytes: TABLE, ..Options::default() }).map_err(Failure::input))
        .collect::<Result<_, _>>()?;
    let mut progress = Progress::new(args.games, &writer);
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
                    // The writer has failed, and tells why.
                    if sender.send((number, game)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        write_in_order(&games, &mut writer, &mut progress)
    });
    written.map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    progress.end();
    writeln!(out, "{}: {} games, {} samples", path.display(), writer.games(), writer.samples())?;
    Ok(())
}

fn write_in_order(
    games: &mpsc::Receiver<(u64, SampleGame)>,
    writer: &mut Writer,
    progress: &mut Progress,
) -> std::io::Result<()> {
    let mut waiting = BTreeMap::new();
    for (number, game) in games {
        waiting.insert(number, game);
        while let Some(game) = waiting.remove(&writer.games()) {
            writer.add(&game)?;
            progress.tell(writer);
        }
    }
    Ok(())
}

/// A bar on the terminal.
struct Progress {
    goal: u64,
    start: Instant,
    /// What was in the file before.
    before: (u64, u64),
    shown: bool,
}

impl Progress {
    fn new(goal: u64, writer: &Writer) -> Self {
        let before = (writer.games(), writer.samples());
        if before.0 >= goal {
            eprintln!("the file holds {} games already", before.0);
        } else if before.0 > 0 {
            eprintln!("going on after {} games", before.0);
        }
        Self { goal, start: Instant::now(), before, shown: std::io::stderr().is_terminal() }
    }

    fn tell(&self, writer: &Writer) {
        if !self.shown {
            return;
        }
        let seconds = self.start.elapsed().as_secs_f64().max(1e-9);
        let (games, samples) = (writer.games() - self.before.0, writer.samples() - self.before.1);
        let filled = (30 * writer.games() / self.goal.max(1)).min(30) as usize;
        let left = seconds / games as f64 * self.goal.saturating_sub(writer.games()) as f64;
        eprint!(
            "\r[{}{}] {} of {} games, {:.0} samples a second, {left:.0} s left   ",
            "#".repeat(filled),
            ".".repeat(30 - filled),
            writer.games(),
            self.goal,
            samples as f64 / seconds,
        );
    }

    fn end(&self) {
        if self.shown {
            eprintln!();
        }
    }
}

/// Prints the samples of a file: position, score for the side to move, result for White.
pub(crate) fn read(file: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let problem = |error: &dyn std::fmt::Display| Failure::Input(format!("{}: {error}", file.display()));
    let input = File::open(file).map_err(|error| problem(&error))?;
    let reader = Reader::new(BufReader::new(input)).map_err(|error| problem(&error))?;
    let set = serde_json::from_str(&reader.header().rules).map_err(|error| problem(&error))?;
    let rules = Rules::new(set).map_err(|error| problem(&error))?;
    for game in reader {
        let game = game.map_err(|error| problem(&error))?;
        let result = match game.result {
            GameResult::Win(Color::White) => "1-0",
            GameResult::Win(Color::Black) => "0-1",
            GameResult::Draw | GameResult::None => "1/2-1/2",
        };
        for sample in &game.samples {
            let position = Position::new(&rules, &sample.setup).map_err(|error| problem(&error))?;
            writeln!(out, "{} {} {result}", position.fen(), sample.score)?;
        }
    }
    Ok(())
}
