//! Studies read from and written to PDN.

use draughts::Position;
use pdn::{Line, Reader, Record, Replay, Replayer, Score};

use super::budget::Budget;
use super::error::{StudyError, StudyErrorKind};
use super::line::{Branch, nodes, read_line};
use super::{MAX_FILE_MOVES, MAX_MOVES, Study};
use play::proposal::{RulesChoice, check_set_up};
use texts::{FailureText, Language, RuleSetText};

/// Maximum number of games read from a file.
const MAX_GAMES: usize = 50;

/// The games of a PDN file.
pub(crate) struct GameFile {
    /// The games, up to the maximum.
    pub(crate) games: Vec<FileGame>,
    /// The number of games beyond the maximum.
    pub(crate) left_out: usize,
}

/// A game of a PDN file.
pub(crate) struct FileGame {
    /// The record in strict PDN.
    pub(crate) record: Record,
    /// The start position, with the rules by which the game was read.
    pub(crate) start: Position,
    /// The name of these rules.
    pub(crate) rules_name: String,
    /// The moves, as far as they can be read.
    pub(crate) line: Vec<Branch>,
    /// Why the game could not be read to its end.
    pub(crate) failure: Option<String>,
}

/// A study with its variations, to write as PDN.
pub(crate) struct StudyRecord {
    /// The rules and the start position; the moves are in `line`.
    pub(crate) study: Study,
    pub(crate) tags: Vec<(String, String)>,
    /// Comments before the first move.
    pub(crate) comments: Vec<String>,
    pub(crate) line: Vec<Branch>,
}

/// Reads a PDN file by these rules; if they are `None`, by those that the file names.
pub(crate) fn read(
    pdn: &str,
    rules: Option<&RulesChoice>,
    language: Language,
    budget: &Budget<'_>,
) -> Result<GameFile, StudyError> {
    let rules = rules.map(RulesChoice::rules).transpose()?;
    let mut replayer = Replayer::new(rules.clone());
    let (mut games, mut left_out, mut moves) = (Vec::new(), 0, 0);
    let spend = |steps| budget.spend_steps(steps);
    for record in Reader::new(pdn.as_bytes()) {
        let record = record.map_err(|_| StudyError::new(StudyErrorKind::Unreadable))?;
        if !looks_like_a_game(&record) {
            continue;
        }
        if games.len() == MAX_GAMES {
            left_out += 1;
            continue;
        }
        if record.line.moves.len() > MAX_MOVES {
            return Err(StudyError::new(StudyErrorKind::TooManyMoves));
        }
        moves += count_moves(&record.line);
        if moves > MAX_FILE_MOVES {
            return Err(StudyError::new(StudyErrorKind::TooManyFileMoves));
        }
        let replay = match &rules {
            None if record.tag("FEN").is_some() => replay_set_up(&record, budget)?,
            Some(rules) => {
                record.tag("FEN").map_or(Ok(()), |fen| check_set_up(rules, fen))?;
                replayer.replay_within(&record, &spend)
            }
            None => replayer.replay_within(&record, &spend),
        };
        budget.check()?;
        let failure = replay.failure.as_ref().map(|failure| failure.render(&replay.reading, language));
        let record = pdn::to_strict(&record, &replay);
        let line = read_line(&replay.start, &record.line, budget)?;
        let rules_name = replay.start.rules().rule_set().name_in(language).into_owned();
        games.push(FileGame { record, start: replay.start, rules_name, line, failure });
    }
    match games.is_empty() {
        true => Err(StudyError::new(StudyErrorKind::NoGame)),
        false => Ok(GameFile { games, left_out }),
    }
}

/// Returns the number of moves of a line with its variations.
fn count_moves(line: &Line) -> usize {
    let variations = line.moves.iter().flat_map(|node| &node.variations);
    line.moves.len() + variations.map(count_moves).sum::<usize>()
}

/// Returns whether a record has tags or moves: other text is not a game.
fn looks_like_a_game(record: &Record) -> bool {
    let is_move =
        |text: &str| text.contains(['-', 'x', ':', '*']) && text.contains(|c: char| c.is_ascii_digit());
    !record.tags.is_empty() || record.line.moves.iter().any(|node| is_move(&node.text))
}

/// Replays a game from a set-up position by the first rules that fit it. The position is checked before the moves are
/// replayed, because an adversarial position could take long.
fn replay_set_up(record: &Record, budget: &Budget<'_>) -> Result<Replay, StudyError> {
    let set_up = Record { line: Line::default(), ..record.clone() };
    let spend = |steps| budget.spend_steps(steps);
    let rules = Replayer::new(None).replay_within(&set_up, &spend).reading.rules;
    budget.check()?;
    check_set_up(&rules, record.tag("FEN").unwrap_or_default())?;
    Ok(Replayer::new(Some(rules)).replay_within(record, &spend))
}

/// Writes a study as PDN, with comments and variations.
pub(crate) fn write(
    StudyRecord { study, tags, comments, line }: StudyRecord,
    budget: &Budget<'_>,
) -> Result<Vec<u8>, StudyError> {
    let start = study.start(budget)?;
    // A study has no result of its own; the tags may have one.
    let result = tags.iter().rev().find(|(name, _)| name.eq_ignore_ascii_case("Result"));
    let score = result.map(|(_, value)| Score::read(value));
    let mut record = pdn::from_game(&start, tags);
    if let Some(score) = score {
        record.score = Some(score);
    }
    record.line = Line { comments, moves: nodes(line) };
    if count_moves(&record.line) > MAX_FILE_MOVES {
        return Err(StudyError::new(StudyErrorKind::TooManyFileMoves));
    }
    let spend = |steps| budget.spend_steps(steps);
    let replay = Replayer::new(Some(start.rules().clone())).replay_within(&record, &spend);
    budget.check()?;
    if let Some(failure) = &replay.failure {
        let found = Box::new((failure.clone(), replay.reading.clone()));
        return Err(StudyError::new(StudyErrorKind::Record(found)));
    }
    let mut text = Vec::new();
    // Writing to a vector does not fail.
    let _ = pdn::write(&pdn::to_strict(&record, &replay), &mut text);
    Ok(text)
}
