//! Games as PDN, read for a study and written from one.

use draughts::Position;
use pdn::{Line, Reader, Record, Replay, Replayer, Score};

use super::error::{StudyError, StudyFault};
use super::line::{Branch, branches, nodes};
use super::{MOST_MOVES, Study};
use play::proposal::{RulesChoice, check_set_up};
use texts::{FailureText, Language, RuleSetText};

/// At most this many games of a file are read.
const MOST_GAMES: usize = 50;

/// The games of a file.
pub(crate) struct GameFile {
    /// The first of them.
    pub(crate) games: Vec<FileGame>,
    /// The number of those that follow.
    pub(crate) left_out: usize,
}

/// A game of a file.
pub(crate) struct FileGame {
    /// What it says, in strict PDN.
    pub(crate) record: Record,
    /// Where it begins, by the rules by which it was read.
    pub(crate) start: Position,
    /// The name of these rules.
    pub(crate) rules_name: String,
    /// The moves, as far as they can be read.
    pub(crate) line: Vec<Branch>,
    /// Why it could not be read to its end.
    pub(crate) failure: Option<String>,
}

/// A study with its variations, to be written.
pub(crate) struct StudyRecord {
    /// The rules and where it begins; the moves are in the line.
    pub(crate) study: Study,
    pub(crate) tags: Vec<(String, String)>,
    /// What is said before the first move.
    pub(crate) comments: Vec<String>,
    pub(crate) line: Vec<Branch>,
}

/// Reads a PDN file, by these rules, or as the file says.
pub(crate) fn read(
    pdn: &str,
    rules: Option<&RulesChoice>,
    language: Language,
) -> Result<GameFile, StudyError> {
    let rules = rules.map(RulesChoice::rules).transpose()?;
    let mut replayer = Replayer::new(rules.clone());
    let (mut games, mut left_out) = (Vec::new(), 0);
    for record in Reader::new(pdn.as_bytes()) {
        let record = record.map_err(|_| StudyError::new(StudyFault::Unreadable))?;
        if !looks_like_a_game(&record) {
            continue;
        }
        if games.len() == MOST_GAMES {
            left_out += 1;
            continue;
        }
        if record.line.moves.len() > MOST_MOVES {
            return Err(StudyError::new(StudyFault::TooManyMoves));
        }
        let replay = match &rules {
            None if record.tag("FEN").is_some() => replay_set_up(&record)?,
            Some(rules) => {
                record.tag("FEN").map_or(Ok(()), |fen| check_set_up(rules, fen))?;
                replayer.replay(&record)
            }
            None => replayer.replay(&record),
        };
        let failure = replay.failure.as_ref().map(|failure| failure.render(&replay.reading, language));
        let record = pdn::to_strict(&record, &replay);
        let line = branches(&replay.start, &record.line);
        let rules_name = replay.start.rules().rule_set().name_in(language).into_owned();
        games.push(FileGame { record, start: replay.start, rules_name, line, failure });
    }
    match games.is_empty() {
        true => Err(StudyError::new(StudyFault::NoGame)),
        false => Ok(GameFile { games, left_out }),
    }
}

/// Words that are neither tags nor moves are no game.
fn looks_like_a_game(record: &Record) -> bool {
    let is_move =
        |text: &str| text.contains(['-', 'x', ':', '*']) && text.contains(|c: char| c.is_ascii_digit());
    !record.tags.is_empty() || record.line.moves.iter().any(|node| is_move(&node.text))
}

/// Replays a game from a set-up position. A position that a stranger made up must not take long to work out by any of the
/// rules that it might be played by: it is played by the first that its set-up fits.
fn replay_set_up(record: &Record) -> Result<Replay, StudyError> {
    let set_up = Record { line: Line::default(), ..record.clone() };
    let rules = pdn::replay(&set_up, None).reading.rules;
    check_set_up(&rules, record.tag("FEN").unwrap_or_default())?;
    Ok(pdn::replay(record, Some(&rules)))
}

/// Writes a study as PDN, with comments and variations.
pub(crate) fn write(StudyRecord { study, tags, comments, line }: StudyRecord) -> Result<Vec<u8>, StudyError> {
    let start = study.start()?;
    // How it ended stands in the tags, if anywhere.
    let result = tags.iter().rev().find(|(name, _)| name.eq_ignore_ascii_case("Result"));
    let score = result.map(|(_, value)| Score::read(value));
    let mut record = pdn::from_game(&start, tags);
    if let Some(score) = score {
        record.score = Some(score);
    }
    record.line = Line { comments, moves: nodes(line) };
    let replay = pdn::replay(&record, Some(start.rules()));
    if let Some(failure) = &replay.failure {
        let found = Box::new((failure.clone(), replay.reading.clone()));
        return Err(StudyError::new(StudyFault::Record(found)));
    }
    let mut text = Vec::new();
    // Writing into memory does not fail.
    let _ = pdn::write(&pdn::to_strict(&record, &replay), &mut text);
    Ok(text)
}
