//! Games as the standard wants them: tags in order, moves in the rule set's own notation.

use draughts::notation::MoveStyle;
use draughts::{Game, Move, Position, RuleSet};

use crate::conduct;
use crate::game_type;
use crate::record::{Line, Node, Record};
use crate::replay::{Played, Replay, play_line};
use crate::result::Score;

/// Returns a replayed game in the form of the standard: moves as the rule set writes them, results and game type as the
/// standard does, the set-up as a strict FEN. Of a game that failed, it keeps the moves before the failure. A variation that
/// cannot be played through becomes a comment.
#[must_use]
pub fn strict(record: &Record, replay: &Replay) -> Record {
    let rules = replay.reading.rules.rule_set();
    let mut strict = Record {
        place: record.place,
        tags: record.tags.clone(),
        first_number: record.first_number,
        begins_with_answer: replay.start.turn() != rules.start.first_move,
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
    let writer = StrictLine { replay, style: MoveStyle::of(&replay.reading.rules) };
    strict.line = writer.line(&record.line, &replay.start, &replay.moves);
    strict
}

/// Returns the record of a game.
#[must_use]
pub fn of_game(game: &Game, tags: Vec<(String, String)>) -> Record {
    let rules = game.rules().rule_set();
    let start = game.start();
    let first = game.number_of(0);
    let mut record = Record {
        tags,
        first_number: Some(first.number).filter(|&number| number > 1),
        begins_with_answer: start.turn() != rules.start.first_move,
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
        record.set_tag("FEN", game.from_the_start().fen());
    }
    let (style, naming) = (MoveStyle::of(game.rules()), game.rules().square_names());
    for turn in game.turns() {
        let text = text_of(&turn.played, &turn.before, &style);
        let comments = conduct::comments(turn, naming);
        record.line.moves.push(Node { text, comments, ..Node::default() });
    }
    record
}

/// Sets the number of the game type, and its name where the number is not enough.
fn set_game_type(record: &mut Record, rules: &RuleSet) {
    match game_type::value(rules) {
        Some(value) => record.set_tag("GameType", value),
        None => record.tags.retain(|(name, _)| !name.eq_ignore_ascii_case("GameType")),
    }
    // A name of another game would contradict the number.
    if !game_type::is_known_by_number(rules) || record.tag("Variant").is_some() {
        record.set_tag("Variant", rules.id.to_string());
    }
}

/// Returns the text of a move: short where that is unambiguous, else with its whole route.
fn text_of(m: &Move, position: &Position, style: &MoveStyle) -> String {
    style.among(position, m, &position.legal_moves())
}

struct StrictLine<'r> {
    replay: &'r Replay,
    style: MoveStyle,
}

impl StrictLine<'_> {
    fn line(&self, line: &Line, start: &Position, moves: &[Played]) -> Line {
        let mut strict = Line { comments: line.comments.clone(), moves: Vec::new() };
        let mut position = start.clone();
        for (i, played) in moves.iter().enumerate() {
            let end = moves.get(i + 1).map_or(line.moves.len(), |next| next.node);
            let nodes = &line.moves[played.node..end.max(played.node + 1)];
            strict.moves.push(self.node(nodes, &played.played, &position));
            position = conduct::after(&position, &played.played, nodes, &self.replay.reading.naming);
        }
        strict
    }

    /// Returns one move. A capture written hop by hop has several nodes, whose annotations are all kept.
    fn node(&self, nodes: &[Node], m: &Move, position: &Position) -> Node {
        let mut strict =
            Node { place: nodes[0].place, text: text_of(m, position, &self.style), ..Node::default() };
        for node in nodes {
            strict.nags.extend(&node.nags);
            strict.comments.extend(node.comments.iter().cloned());
            for variation in &node.variations {
                let (moves, failure) = play_line(&self.replay.reading, variation, position);
                match failure {
                    None => strict.variations.push(self.line(variation, position, &moves)),
                    Some(_) => strict.comments.push(in_words(variation)),
                }
            }
        }
        strict
    }
}

/// Returns a variation as text.
fn in_words(line: &Line) -> String {
    let mut words = line.comments.clone();
    for node in &line.moves {
        words.push(node.text.clone());
        words.extend(node.comments.iter().cloned());
        words.extend(node.variations.iter().map(in_words));
    }
    format!("({})", words.join(" "))
}
