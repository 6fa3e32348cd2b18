//! Reading sample files.

use std::collections::HashSet;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use draughts::game::GameResult;
use draughts::ruleset::RuleSet;
use draughts::{Color, Rules, Setup};
use engine::network::can_share_network;
use engine::samples::{Header, Reader, SampleError, SampleGame};

use crate::dataset::Dataset;
use crate::error::TrainError;
use crate::report::SampleFile;
use crate::rng::Rng;
use crate::settings::Settings;

/// The samples of all files.
#[derive(Debug)]
pub(crate) struct Loaded {
    /// The rule set of the first file.
    pub(crate) rules: Rules,
    /// Its JSON, as in the file.
    pub(crate) rules_json: String,
    pub(crate) files: Vec<SampleFile>,
    pub(crate) training: Dataset,
    pub(crate) validation: Dataset,
}

/// Reads sample files. Calls `on_game` after each game, with the number of samples so far.
pub(crate) fn load(
    paths: &[PathBuf],
    settings: &Settings,
    mut on_game: impl FnMut(usize),
) -> Result<Loaded, TrainError> {
    let mut loaded: Option<Loaded> = None;
    // The hashes of the games: repeated games would count several times, and could be in both parts.
    let mut seen = HashSet::new();
    for path in paths {
        let file = File::open(path).map_err(|error| TrainError::Unreadable { path: path.clone(), error })?;
        let in_file = |error| TrainError::Samples { path: path.clone(), error };
        let reader = Reader::new(BufReader::new(file)).map_err(in_file)?;
        let header = reader.header().clone();
        let rules = rules_of(path, &header)?;
        let loaded = match &mut loaded {
            None => loaded.insert(Loaded {
                rules: rules.clone(),
                rules_json: header.rules.clone(),
                files: Vec::new(),
                training: Dataset::default(),
                validation: Dataset::default(),
            }),
            Some(loaded) => loaded,
        };
        if !can_share_network(loaded.rules.rule_set(), rules.rule_set()) {
            let [id, first] = [&rules, &loaded.rules].map(|rules| rules.rule_set().id.to_string());
            return Err(TrainError::OtherRules { path: path.clone(), id, first });
        }
        let id = rules.rule_set().id.to_string();
        let Header { program, squares, nodes, seed, settings: played, .. } = header;
        let mut report = SampleFile {
            rules: id,
            program,
            nodes,
            seed,
            settings: played,
            games: 0,
            repeated: 0,
            samples: 0,
        };
        for (number, game) in reader.enumerate() {
            let game = match game {
                Ok(game) => game,
                // Self-play still writes the file, or was interrupted.
                Err(SampleError::Truncated(_)) => break,
                Err(error) => return Err(in_file(error)),
            };
            report.games += 1;
            if game.samples.is_empty() {
                continue;
            }
            if !seen.insert(hash(&game)) {
                report.repeated += 1;
                continue;
            }
            let is_held_out = Rng::new(settings.seed ^ seen.len() as u64).fraction() < settings.validation;
            let part = if is_held_out { &mut loaded.validation } else { &mut loaded.training };
            // Games start at different samples, so that every number of plies occurs.
            let every = settings.every.max(1) as usize;
            for sample in game.samples.iter().skip(number % every).step_by(every) {
                let score = sample.score;
                part.push(&features(&sample.setup, squares), score, result(&game, sample.setup.turn))?;
                report.samples += 1;
            }
            on_game(loaded.training.len() + loaded.validation.len());
        }
        loaded.files.push(report);
    }
    loaded.ok_or(TrainError::TooFewSamples { training: 0, validation: 0 })
}

fn rules_of(path: &Path, header: &Header) -> Result<Rules, TrainError> {
    let failure = |reason: String| TrainError::Rules { path: path.to_owned(), reason };
    let set: RuleSet = serde_json::from_str(&header.rules).map_err(|error| failure(error.to_string()))?;
    let rules = Rules::new(set).map_err(|error| failure(error.to_string()))?;
    if rules.square_names().len() == usize::from(header.squares) {
        Ok(rules)
    } else {
        Err(failure(format!(
            "its board has {} squares instead of {}",
            rules.square_names().len(),
            header.squares
        )))
    }
}

/// Returns the features of the view of the side to move.
fn features(setup: &Setup, squares: u8) -> Vec<u16> {
    let (us, squares) = (setup.turn, u16::from(squares));
    let mut features = Vec::with_capacity(40);
    let sets = [setup.men[us], setup.kings[us], setup.men[!us], setup.kings[!us]];
    for (plane, set) in (0..).zip(sets) {
        features.extend(set.iter().map(|square| {
            let index = square.index() as u16;
            plane * squares + if us == Color::White { index } else { squares - 1 - index }
        }));
    }
    features
}

/// Returns twice the score of a side: 0 lost, 1 drawn, 2 won.
fn result(game: &SampleGame, side: Color) -> u8 {
    match game.result {
        GameResult::Win(winner) => 2 * u8::from(winner == side),
        GameResult::Draw | GameResult::None => 1,
    }
}

/// Returns a 64-bit hash of the pieces and scores of a game: FNV-1a over words, with a rotation after each
/// multiplication.
fn hash(game: &SampleGame) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |word: u64| hash = (hash ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(29);
    for sample in &game.samples {
        add(sample.score as u64);
        for color in Color::ALL {
            for (kind, set) in [sample.setup.men[color], sample.setup.kings[color]].iter().enumerate() {
                set.iter().for_each(|square| add(2 * square.index() as u64 + kind as u64));
            }
            add(u64::MAX);
        }
    }
    hash
}
