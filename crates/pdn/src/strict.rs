//! Converts games to the form of the standard.

use draughts::notation::MoveStyle;
use draughts::{Game, Move, Position, RuleSet};

use crate::conduct;
use crate::game_type;
use crate::record::{Line, Node, Record};
use crate::replay::{Replay, ReplayedMove, replay_line};
use crate::score::Score;

/// Converts a replayed record to the form of the standard: moves in the notation of the rule set, result and game type,
/// and the setup as strict FEN. If the replay failed, keeps the moves before the failure. An illegal variation becomes
/// a comment.
#[must_use]
pub fn to_strict(record: &Record, replay: &Replay) -> Record {
    let rules = replay.reading.rules.rule_set();
    let mut strict = Record {
        place: record.place,
        tags: record.tags.clone(),
        first_number: record.first_number,
        second_side_begins: replay.start.turn() != rules.start.first_move,
        line: Line::default(),
        score: record.score.clone(),
        leniencies: Vec::new(),
    };
    if let Some(score) = record.result() {
        strict.set_tag("Result", score.write(game_type::score_style(rules)));
    }
    set_game_type(&mut strict, rules);
    if let Some(fen) = &replay.fen {
        strict.set_tag("FEN", fen.write(replay.reading.rules.square_names()));
    }
    let converter = LineConverter { replay, style: MoveStyle::of(&replay.reading.rules) };
    strict.line = converter.line(&record.line, &replay.start, &replay.moves);
    strict
}

/// Creates the record of a game.
#[must_use]
pub fn from_game(game: &Game, tags: Vec<(String, String)>) -> Record {
    let rules = game.rules().rule_set();
    let start = game.start();
    let first = game.number_of(0);
    let mut record = Record {
        tags,
        first_number: Some(first.number).filter(|&number| number > 1),
        second_side_begins: start.turn() != rules.start.first_move,
        score: Some(
            game.outcome()
                .map_or(Score::Unknown, |outcome| Score::of(outcome.result, rules.start.first_move)),
        ),
        ..Record::default()
    };
    let score = record.score.clone().unwrap_or(Score::Unknown);
    record.set_tag("Result", score.write(game_type::score_style(rules)));
    set_game_type(&mut record, rules);
    if *start != Position::initial(game.rules()) || first.number > 1 {
        record.set_tag("FEN", game.start_fen());
    }
    let (style, names) = (MoveStyle::of(game.rules()), game.rules().square_names());
    for turn in game.turns() {
        let text = move_text(&turn.played, &turn.before, &style);
        let comments = conduct::comments(turn, names);
        record.line.moves.push(Node { text, comments, ..Node::default() });
    }
    record
}

/// Sets the tag `GameType`, and `Variant` if the number does not identify the rule set.
fn set_game_type(record: &mut Record, rules: &RuleSet) {
    match game_type::value(rules) {
        Some(value) => record.set_tag("GameType", value),
        None => record.tags.retain(|(name, _)| !name.eq_ignore_ascii_case("GameType")),
    }
    // An existing name could contradict the number.
    if !game_type::is_identified_by_number(rules) || record.tag("Variant").is_some() {
        record.set_tag("Variant", rules.id.to_string());
    }
}

/// Returns the text of a move: short if that is unambiguous, else with its whole route.
fn move_text(m: &Move, position: &Position, style: &MoveStyle) -> String {
    style.among(position, m, &position.legal_moves())
}

/// Converts lines to the form of the standard.
struct LineConverter<'r> {
    replay: &'r Replay,
    style: MoveStyle,
}

impl LineConverter<'_> {
    fn line(&self, line: &Line, start: &Position, moves: &[ReplayedMove]) -> Line {
        let mut strict = Line { comments: line.comments.clone(), moves: Vec::new() };
        let mut position = start.clone();
        for (i, played) in moves.iter().enumerate() {
            let end = moves.get(i + 1).map_or(line.moves.len(), |next| next.node);
            let nodes = &line.moves[played.node..end.max(played.node + 1)];
            strict.moves.push(self.node(nodes, &played.played, &position));
            position =
                conduct::position_after(&position, &played.played, nodes, &self.replay.reading.square_names);
        }
        strict
    }

    /// Converts a move. A capture written jump by jump has several nodes, whose annotations are joined.
    fn node(&self, nodes: &[Node], m: &Move, position: &Position) -> Node {
        let mut strict =
            Node { place: nodes[0].place, text: move_text(m, position, &self.style), ..Node::default() };
        for node in nodes {
            strict.nags.extend(&node.nags);
            strict.comments.extend(node.comments.iter().cloned());
            for variation in &node.variations {
                let (moves, failure) = replay_line(&self.replay.reading, variation, position);
                match failure {
                    None => strict.variations.push(self.line(variation, position, &moves)),
                    Some(_) => strict.comments.push(variation_text(variation)),
                }
            }
        }
        strict
    }
}

/// Returns a variation as text for a comment.
fn variation_text(line: &Line) -> String {
    let mut words = line.comments.clone();
    for node in &line.moves {
        words.push(node.text.clone());
        words.extend(node.comments.iter().cloned());
        words.extend(node.variations.iter().map(variation_text));
    }
    format!("({})", words.join(" "))
}
