//! Builds a record from the tokens of a game.

use crate::leniency::{Leniency, LeniencyKind, Place, report};
use crate::lexer::Token;
use crate::movetext::{MovetextToken, is_separator};
use crate::record::{Line, Node, Record};
use crate::score::Score;

/// The maximum nesting of variations; deeper ones are skipped.
const MAX_NESTING: usize = 32;
/// The maximum number of tags; the rest is skipped.
const MAX_TAGS: usize = 500;
/// The maximum number of a first move; greater numbers are ignored.
const MAX_MOVE_NUMBER: u32 = 1_000_000;
/// The maximum size of a game in bytes; the rest is skipped.
const MAX_GAME_SIZE: usize = 8 * 1024 * 1024;

/// A record under construction.
#[derive(Default)]
pub(crate) struct RecordBuilder {
    record: Record,
    /// The open lines, the main line first. They are moved to the record when they are closed.
    lines: Vec<Line>,
    /// The nesting within a variation that is skipped; 0 outside of one.
    skipped_nesting: usize,
    /// The first half of a move, such as `1-` or `32`, with its place.
    half_move: Option<(Place, String)>,
    has_begun: bool,
    is_size_reported: bool,
    /// The size of the tokens so far in bytes.
    size: usize,
}

impl RecordBuilder {
    fn report(&mut self, place: Place, kind: LeniencyKind) {
        report(&mut self.record.leniencies, place, kind);
    }

    fn main_line(&self) -> Option<&Line> {
        self.lines.first()
    }

    fn current_line(&mut self) -> &mut Line {
        if self.lines.is_empty() {
            self.lines.push(Line::default());
        }
        let last = self.lines.len() - 1;
        &mut self.lines[last]
    }

    fn is_in_main_line(&self) -> bool {
        self.lines.len() <= 1 && self.skipped_nesting == 0
    }

    /// Returns whether the token starts the next game.
    pub(crate) fn is_ended_by(&self, token: &Token) -> bool {
        let moves = self.main_line().map_or(0, |line| line.moves.len());
        match token {
            Token::Tag(..) => {
                moves > 0 || self.record.score.is_some() || self.skipped_nesting > 0 || self.lines.len() > 1
            }
            Token::Word(word) if self.is_in_main_line() && moves > 1 => {
                matches!(
                    MovetextToken::classify(word),
                    MovetextToken::Number { number: 1, is_first_side: true, .. }
                )
            }
            _ => false,
        }
    }

    /// Adds a token; returns whether it ends the game.
    pub(crate) fn add(&mut self, place: Place, token: Token) -> bool {
        self.size += 1 + size(&token);
        if !matches!(token, Token::Word(_))
            && let Some((start, half)) = self.half_move.take()
        {
            self.drop_half_move(start, half);
        }
        if !std::mem::replace(&mut self.has_begun, true) {
            self.record.place = place;
        }
        let is_full = self.size > MAX_GAME_SIZE;
        if is_full && !matches!(token, Token::Word(_)) {
            self.report_size(place);
            return false;
        }
        match token {
            Token::Tag(name, value) => self.tag(place, name, value),
            Token::Comment(text) => self.comment(text),
            Token::Nag(number) => self.nag(number),
            Token::Mark(mark) => self.mark(place, &mark),
            Token::Setup(fen) => self.setup(place, fen),
            Token::Open => self.open(place),
            Token::Close => self.close(place),
            Token::Word(word) if is_full => {
                self.report_size(place);
                return self.is_in_main_line()
                    && Score::parse(&word).is_some_and(|score| self.score(place, score, &word));
            }
            Token::Word(word) => return self.word(place, &word),
        }
        false
    }

    fn report_size(&mut self, place: Place) {
        if !std::mem::replace(&mut self.is_size_reported, true) {
            self.report(place, LeniencyKind::TooLong(MAX_GAME_SIZE));
        }
    }

    fn tag(&mut self, place: Place, name: String, value: String) {
        if self.record.tag(&name).is_some() {
            self.report(place, LeniencyKind::RepeatedTag(name.clone()));
            self.record.set_tag(&name, value);
        } else if self.record.tags.len() < MAX_TAGS {
            self.record.tags.push((name, value));
        } else {
            self.report(place, LeniencyKind::TooManyTags(MAX_TAGS));
        }
    }

    fn comment(&mut self, text: String) {
        if text.is_empty() || self.skipped_nesting > 0 {
            return;
        }
        let line = self.current_line();
        match line.moves.last_mut() {
            Some(node) => node.comments.push(text),
            None => line.comments.push(text),
        }
    }

    fn nag(&mut self, number: u16) {
        if self.skipped_nesting == 0
            && let Some(node) = self.current_line().moves.last_mut()
        {
            node.nags.push(number);
        }
    }

    fn mark(&mut self, place: Place, mark: &str) {
        let number = match mark {
            "" => return,
            "!" => 1,
            "?" => 2,
            "!!" => 3,
            "??" => 4,
            "!?" => 5,
            "?!" => 6,
            other => {
                self.report(place, LeniencyKind::UnknownMark(other.to_owned()));
                if other.starts_with('!') { 1 } else { 2 }
            }
        };
        self.nag(number);
    }

    fn setup(&mut self, place: Place, fen: String) {
        if self.main_line().is_none_or(|line| line.moves.is_empty()) {
            self.tag(place, "FEN".to_owned(), fen);
        } else {
            self.report(place, LeniencyKind::NotAMove(format!("/FEN \"{fen}\"/")));
        }
    }

    fn open(&mut self, place: Place) {
        self.current_line();
        if self.skipped_nesting > 0 || self.lines.len() > MAX_NESTING {
            if self.skipped_nesting == 0 {
                self.report(place, LeniencyKind::TooDeep(MAX_NESTING));
            }
            self.skipped_nesting += 1;
        } else {
            self.lines.push(Line::default());
        }
    }

    fn close(&mut self, place: Place) {
        if self.skipped_nesting > 0 {
            self.skipped_nesting -= 1;
        } else if self.lines.len() < 2 {
            self.report(place, LeniencyKind::UnmatchedClose);
        } else {
            self.close_variation();
        }
    }

    /// Attaches the innermost variation to the move before it. A variation without moves becomes a comment.
    fn close_variation(&mut self) {
        let Some(line) = self.lines.pop() else { return };
        let outer = self.current_line();
        match outer.moves.last_mut() {
            Some(node) if !line.moves.is_empty() => node.variations.push(line),
            Some(node) => node.comments.extend(line.comments),
            None => outer.comments.extend(line.comments),
        }
    }

    /// Adds a word; returns whether it ends the game.
    fn word(&mut self, place: Place, word: &str) -> bool {
        if let Some((start, half)) = self.half_move.take() {
            // The separator can belong to either half.
            let whole = format!("{half}{word}");
            if is_number(&half) == word.starts_with(is_separator)
                && matches!(MovetextToken::classify(&whole), MovetextToken::Move { .. })
            {
                self.report(start, LeniencyKind::BlankInMove(whole.clone()));
                return self.word(start, &whole);
            }
            self.drop_half_move(start, half);
        }
        match MovetextToken::classify(word) {
            _ if self.skipped_nesting > 0 || word.is_empty() => {}
            MovetextToken::Score(score) if self.is_in_main_line() => return self.score(place, score, word),
            MovetextToken::Number { number, is_first_side, length } => {
                self.number(number, is_first_side);
                let rest = &word[length..];
                if !rest.is_empty() {
                    let column = place.column + length as u64;
                    return self.word(Place { column, ..place }, rest);
                }
            }
            MovetextToken::Move { text, mark, rest } => {
                self.current_line().moves.push(Node { place, text, ..Node::default() });
                self.mark(place, &mark);
                if !rest.is_empty() {
                    self.report(place, LeniencyKind::TrailingText(rest));
                }
            }
            MovetextToken::HalfMove => self.half_move = Some((place, word.to_owned())),
            // `1. ...` means that the second side moves first.
            MovetextToken::Dots if word.len() == 1 => self.report(place, LeniencyKind::StrayDot),
            MovetextToken::Dots => self.record.second_side_begins |= self.is_before_first_move(),
            MovetextToken::Mark => self.mark(place, word),
            MovetextToken::Placeholder => self.report(place, LeniencyKind::MissingMove),
            MovetextToken::Score(_) | MovetextToken::NotAMove => self.other_text(place, word),
        }
        false
    }

    /// Sets the start of the game from the number before the first move.
    fn number(&mut self, number: u32, is_first_side: bool) {
        if self.is_before_first_move() {
            self.record.first_number = Some(number).filter(|number| (2..=MAX_MOVE_NUMBER).contains(number));
            self.record.second_side_begins = !is_first_side;
        }
    }

    fn is_before_first_move(&self) -> bool {
        self.is_in_main_line() && self.main_line().is_none_or(|line| line.moves.is_empty())
    }

    /// Adds text that is not a move. In a variation it is a comment. In the main line, a word with a digit is kept as a
    /// move, so that the replay reports it.
    fn other_text(&mut self, place: Place, word: &str) {
        let has_moves = self.main_line().is_some_and(|line| !line.moves.is_empty());
        if !self.is_in_main_line() {
            self.comment(word.to_owned());
        } else if is_number(word) {
            self.half_move = Some((place, word.to_owned()));
        } else if has_moves && word.bytes().any(|byte| byte.is_ascii_digit()) {
            self.current_line().moves.push(Node { place, text: word.to_owned(), ..Node::default() });
        } else {
            self.report(place, LeniencyKind::NotAMove(word.to_owned()));
        }
    }

    /// Reports half a move without its other half. A bare number is a move number without its dot.
    fn drop_half_move(&mut self, place: Place, half: String) {
        if !is_number(&half) {
            self.report(place, LeniencyKind::NotAMove(half));
        }
    }

    fn score(&mut self, place: Place, score: Score, word: &str) -> bool {
        if !Score::is_standard(word) {
            self.report(place, LeniencyKind::NonStandardResult(word.to_owned()));
        }
        let tag = self.record.tag("Result").map(Score::read);
        let contradicts = |tag: Score| score != Score::Unknown && tag != Score::Unknown && tag != score;
        if tag.is_some_and(contradicts) {
            self.report(place, LeniencyKind::ResultDiffers(word.to_owned()));
        }
        self.record.score = Some(score);
        true
    }

    /// Returns the record; `None` if there were no tokens. Adds the leniencies of the lexer.
    pub(crate) fn finish(mut self, leniencies: Vec<Leniency>) -> Option<Record> {
        if let Some((place, half)) = self.half_move.take() {
            self.drop_half_move(place, half);
        }
        if self.lines.len() > 1 || self.skipped_nesting > 0 {
            self.report(self.record.place, LeniencyKind::UnclosedVariation);
        }
        while self.lines.len() > 1 {
            self.close_variation();
        }
        self.record.line = self.lines.pop().unwrap_or_default();
        self.convert_result_like_move();
        if self.record.score.is_none() && !self.record.line.moves.is_empty() {
            self.report(self.record.place, LeniencyKind::MissingResult);
        }
        self.record.leniencies.extend(leniencies);
        self.record.leniencies.sort_by_key(|leniency| leniency.place);
        self.has_begun.then_some(self.record)
    }

    /// Converts a last move that is the result. Results of some points systems, such as `4-6`, look like a move; the
    /// tag `Result` confirms them.
    fn convert_result_like_move(&mut self) {
        let tag = self.record.tag("Result").map(str::to_owned);
        let moves = &mut self.record.line.moves;
        if matches!(self.record.score, None | Some(Score::Unknown))
            && let Some(last) = moves.pop_if(|last| Some(&last.text) == tag.as_ref())
        {
            self.record.score = Some(Score::Other(last.text.clone()));
            self.report(last.place, LeniencyKind::NonStandardResult(last.text));
        }
    }
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the size of the text of a token in bytes.
fn size(token: &Token) -> usize {
    match token {
        Token::Tag(name, value) => name.len() + value.len(),
        Token::Comment(text) | Token::Setup(text) | Token::Mark(text) | Token::Word(text) => text.len(),
        Token::Nag(_) | Token::Open | Token::Close => 0,
    }
}
