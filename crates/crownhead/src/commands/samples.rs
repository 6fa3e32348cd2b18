//! `crownhead samples`

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;

use draughts::game::GameResult;
use draughts::{Color, Position, Rules};
use engine::samples::{Header, Reader, SampleGame, Writer};

use super::quantity::quantity;
use crate::args::FilterArgs;
use crate::failure::Failure;

/// Size of the buffers for files, in bytes.
const BUFFER: usize = 1 << 20;

/// Statistics of games and their samples.
#[derive(Default)]
pub(super) struct Statistics {
    white_wins: u64,
    draws: u64,
    black_wins: u64,
    /// The number of samples with each number of pieces.
    pieces: BTreeMap<usize, u64>,
}

impl Statistics {
    /// Counts a game.
    pub(super) fn add(&mut self, game: &SampleGame) {
        match game.result {
            GameResult::Win(Color::White) => self.white_wins += 1,
            GameResult::Win(Color::Black) => self.black_wins += 1,
            GameResult::Draw | GameResult::None => self.draws += 1,
        }
        for sample in &game.samples {
            *self.pieces.entry(sample.pieces()).or_default() += 1;
        }
    }

    /// Returns the number of games.
    pub(super) fn games(&self) -> u64 {
        self.white_wins + self.draws + self.black_wins
    }

    /// Returns the number of samples.
    pub(super) fn samples(&self) -> u64 {
        self.pieces.values().sum()
    }

    /// Returns the shares of the results, for printing.
    pub(super) fn results(&self) -> impl fmt::Display {
        let percent = |count: u64| 100.0 * count as f64 / self.games().max(1) as f64;
        let [white, draws, black] = [self.white_wins, self.draws, self.black_wins].map(percent);
        format!("White wins {white:.1} %, draws {draws:.1} %, Black wins {black:.1} %")
    }
}

/// Returns numbers of games and samples with their nouns.
pub(super) fn sizes(games: u64, samples: u64) -> String {
    format!("{}, {}", quantity(games, "game", "games"), quantity(samples, "sample", "samples"))
}

/// Opens a file of samples, and reads its header.
fn open(path: &Path) -> Result<(Reader<BufReader<File>>, Rules), Failure> {
    let file = File::open(path).map_err(|error| Failure::unreadable(path, &error))?;
    let reader = Reader::new(BufReader::with_capacity(BUFFER, file));
    let reader = reader.map_err(|error| Failure::in_file(path, error))?;
    let corrupt = |error: &dyn fmt::Display| {
        Failure::in_file(path, format_args!("the rule set in the header is corrupt: {error}"))
    };
    let set = serde_json::from_str(&reader.header().rules).map_err(|error| corrupt(&error))?;
    let rules = Rules::new(set).map_err(|error| corrupt(&error))?;
    let (squares, board) = (usize::from(reader.header().squares), rules.square_names().len());
    if squares != board {
        return Err(corrupt(&format_args!("its board has {board} squares, the samples have {squares}")));
    }
    Ok((reader, rules))
}

/// Returns the rules of a file of samples.
pub(super) fn rules_of(path: &Path) -> Result<Rules, Failure> {
    open(path).map(|(_, rules)| rules)
}

/// Prints the samples of a file: position, score for the side to move in centimen, result.
pub(crate) fn print(path: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let (reader, rules) = open(path)?;
    for game in reader {
        let game = game.map_err(|error| Failure::in_file(path, error))?;
        let result = match game.result {
            GameResult::Win(Color::White) => "1-0",
            GameResult::Win(Color::Black) => "0-1",
            GameResult::Draw | GameResult::None => "1/2-1/2",
        };
        for sample in &game.samples {
            let position =
                Position::new(&rules, &sample.setup).map_err(|error| Failure::in_file(path, error))?;
            writeln!(out, "{} {} {result}", position.fen(), sample.score)?;
        }
    }
    Ok(())
}

/// Prints the settings, the numbers and the results of a file.
pub(crate) fn statistics(path: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let (mut reader, rules) = open(path)?;
    let mut statistics = Statistics::default();
    for game in reader.by_ref() {
        statistics.add(&game.map_err(|error| Failure::in_file(path, error))?);
    }
    let Header { program, nodes, seed, settings, .. } = reader.header();
    writeln!(out, "rules: {}", rules.rule_set().id)?;
    writeln!(out, "written by: {program}, nodes={nodes} seed={seed} {settings}")?;
    writeln!(out, "size: {}", sizes(statistics.games(), statistics.samples()))?;
    writeln!(out, "results: {}", statistics.results())?;
    writeln!(out, "samples by number of pieces:")?;
    for (pieces, samples) in &statistics.pieces {
        writeln!(out, "{pieces:4} {samples:10}")?;
    }
    Ok(())
}

/// Writes the chosen samples of several files to a new file.
pub(crate) fn filter(args: &FilterArgs, out: &mut impl Write) -> Result<(), Failure> {
    let paths = args.files.iter().map(AsRef::as_ref);
    let sources: Vec<(&Path, Reader<_>, Rules)> = paths
        .map(|path: &Path| open(path).map(|(reader, rules)| (path, reader, rules)))
        .collect::<Result<_, _>>()?;
    let Some((first_path, first, first_rules)) = sources.first() else { return Ok(()) };
    if let Some((path, ..)) = sources.iter().find(|(_, _, rules)| rules.rule_set() != first_rules.rule_set())
    {
        let other = first_path.display();
        return Err(Failure::in_file(path, format_args!("the rule set differs from that of {other}")));
    }
    let headers: Vec<&Header> = sources.iter().map(|(_, reader, _)| reader.header()).collect();
    let header = filtered_header(args, first.header(), &headers);
    let unwritable = |error| Failure::in_file(&args.out, error);
    let file = OpenOptions::new().write(true).create_new(true).open(&args.out).map_err(unwritable)?;
    let mut writer = Writer::new(BufWriter::with_capacity(BUFFER, file), &header).map_err(unwritable)?;
    let mut matching = 0;
    for (path, reader, _) in sources {
        for game in reader {
            let mut game = game.map_err(|error| Failure::in_file(path, error))?;
            game.samples.retain(|sample| {
                let is_matching = (args.min_pieces..=args.max_pieces).contains(&sample.pieces());
                matching += u64::from(is_matching);
                is_matching && (matching - 1).is_multiple_of(args.every)
            });
            if !game.samples.is_empty() {
                writer.add(&game).map_err(unwritable)?;
            }
        }
    }
    let sizes = sizes(writer.games(), writer.samples());
    writer.into_inner().flush().map_err(unwritable)?;
    writeln!(out, "{}: {sizes}", args.out.display())?;
    Ok(())
}

/// Returns the header of a filtered file. It is not that of self-play, so that nothing resumes the file.
fn filtered_header(args: &FilterArgs, first: &Header, sources: &[&Header]) -> Header {
    // Where the sources differ, the settings below have the values.
    let common = |value: fn(&Header) -> u64| {
        if sources.iter().all(|header| value(header) == value(first)) { value(first) } else { 0 }
    };
    let texts = sources.iter().map(|Header { program, nodes, seed, settings, .. }| {
        format!("[{program} nodes={nodes} seed={seed} {settings}]")
    });
    let mut texts: Vec<String> = texts.collect();
    texts.dedup();
    Header {
        rules: first.rules.clone(),
        program: concat!("crownhead ", env!("CARGO_PKG_VERSION")).to_owned(),
        squares: first.squares,
        nodes: common(|header| header.nodes),
        seed: common(|header| header.seed),
        settings: format!(
            "filtered every={} min-pieces={} max-pieces={} from {}",
            args.every,
            args.min_pieces,
            args.max_pieces,
            texts.join(" ")
        ),
    }
}
