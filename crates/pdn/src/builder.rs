//! A game that is being read: tokens come in, a record comes out.

use crate::leniency::{Leniency, LeniencyKind, Place, forgive};
use crate::lexer::Token;
use crate::record::{Line, Node, Record};
use crate::result::Score;
use crate::word::{Word, is_separator};

/// Variations nested deeper are left out.
const DEEPEST: usize = 32;
/// Of more tags the rest are left out.
const MOST_TAGS: usize = 500;
/// Numbers of moves beyond this are none.
const MOST_MOVES: u32 = 1_000_000;
/// Of a longer game the rest is left out.
const LONGEST_GAME: usize = 8 * 1024 * 1024;

/// A game that is being read.
#[derive(Default)]
pub(crate) struct Builder {
    record: Record,
    /// The lines that are open, the main one first; the record's own is empty meanwhile.
    lines: Vec<Line>,
    /// How deep the variation is that is being left out.
    too_deep: usize,
    /// Half a move: `1-`.
    half: Option<(Place, String)>,
    begun: bool,
    told_full: bool,
    size: usize,
}

impl Builder {
    fn forgive(&mut self, place: Place, kind: LeniencyKind) {
        forgive(&mut self.record.leniencies, place, kind);
    }

    fn main(&self) -> Option<&Line> {
        self.lines.first()
    }

    fn current(&mut self) -> &mut Line {
        if self.lines.is_empty() {
            self.lines.push(Line::default());
        }
        let last = self.lines.len() - 1;
        &mut self.lines[last]
    }

    fn is_main(&self) -> bool {
        self.lines.len() <= 1 && self.too_deep == 0
    }

    /// Returns whether another game begins with this token.
    pub(crate) fn is_ended_by(&self, token: &Token) -> bool {
        let moves = self.main().map_or(0, |line| line.moves.len());
        match token {
            Token::Tag(..) => {
                moves > 0 || self.record.score.is_some() || self.too_deep > 0 || self.lines.len() > 1
            }
            Token::Word(word) if self.is_main() && moves > 1 => {
                matches!(Word::of(word), Word::Number { number: 1, first: true, .. })
            }
            _ => false,
        }
    }

    /// Adds a token; returns whether it ends the game.
    pub(crate) fn add(&mut self, place: Place, token: Token) -> bool {
        self.size += 1 + size(&token);
        if !matches!(token, Token::Word(_))
            && let Some((begin, half)) = self.half.take()
        {
            self.drop_half(begin, half);
        }
        if !std::mem::replace(&mut self.begun, true) {
            self.record.place = place;
        }
        let full = self.size > LONGEST_GAME;
        if full && !matches!(token, Token::Word(_)) {
            self.tell_full(place);
            return false;
        }
        match token {
            Token::Tag(name, value) => self.tag(place, name, value),
            Token::Comment(text) => self.comment(text),
            Token::Nag(number) => self.nag(number),
            Token::Strength(marks) => self.strength(place, &marks),
            Token::SetUp(fen) => self.set_up(place, fen),
            Token::Open => self.open(place),
            Token::Close => self.close(place),
            Token::Word(word) if full => {
                self.tell_full(place);
                return self.is_main()
                    && Score::of_word(&word).is_some_and(|score| self.score(place, score, &word));
            }
            Token::Word(word) => return self.word(place, &word),
        }
        false
    }

    fn tell_full(&mut self, place: Place) {
        if !std::mem::replace(&mut self.told_full, true) {
            self.forgive(place, LeniencyKind::TooLong(LONGEST_GAME));
        }
    }

    fn tag(&mut self, place: Place, name: String, value: String) {
        if self.record.tag(&name).is_some() {
            self.forgive(place, LeniencyKind::RepeatedTag(name.clone()));
            self.record.set_tag(&name, value);
        } else if self.record.tags.len() < MOST_TAGS {
            self.record.tags.push((name, value));
        } else {
            self.forgive(place, LeniencyKind::TooManyTags(MOST_TAGS));
        }
    }

    fn comment(&mut self, text: String) {
        if text.is_empty() || self.too_deep > 0 {
            return;
        }
        let line = self.current();
        match line.moves.last_mut() {
            Some(node) => node.comments.push(text),
            None => line.comments.push(text),
        }
    }

    fn nag(&mut self, number: u16) {
        if self.too_deep == 0
            && let Some(node) = self.current().moves.last_mut()
        {
            node.nags.push(number);
        }
    }

    fn strength(&mut self, place: Place, marks: &str) {
        let number = match marks {
            "" => return,
            "!" => 1,
            "?" => 2,
            "!!" => 3,
            "??" => 4,
            "!?" => 5,
            "?!" => 6,
            other => {
                self.forgive(place, LeniencyKind::OddStrength(other.to_owned()));
                if other.starts_with('!') { 1 } else { 2 }
            }
        };
        self.nag(number);
    }

    fn set_up(&mut self, place: Place, fen: String) {
        if self.main().is_none_or(|line| line.moves.is_empty()) {
            self.tag(place, "FEN".to_owned(), fen);
        } else {
            self.forgive(place, LeniencyKind::Prose(format!("/FEN \"{fen}\"/")));
        }
    }

    fn open(&mut self, place: Place) {
        self.current();
        if self.too_deep > 0 || self.lines.len() > DEEPEST {
            if self.too_deep == 0 {
                self.forgive(place, LeniencyKind::TooDeep(DEEPEST));
            }
            self.too_deep += 1;
        } else {
            self.lines.push(Line::default());
        }
    }

    fn close(&mut self, place: Place) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
        } else if self.lines.len() < 2 {
            self.forgive(place, LeniencyKind::StrayClose);
        } else {
            self.close_variation();
        }
    }

    /// The innermost variation belongs to the move before it; one without moves is a comment.
    fn close_variation(&mut self) {
        let Some(line) = self.lines.pop() else { return };
        let outer = self.current();
        match outer.moves.last_mut() {
            Some(node) if !line.moves.is_empty() => node.variations.push(line),
            Some(node) => node.comments.extend(line.comments),
            None => outer.comments.extend(line.comments),
        }
    }

    /// Adds a word; returns whether it ends the game.
    fn word(&mut self, place: Place, word: &str) -> bool {
        if let Some((begin, half)) = self.half.take() {
            // Either half of a move may have the separator.
            let number = is_number(&half);
            let whole = format!("{half}{word}");
            if number == word.starts_with(is_separator) && matches!(Word::of(&whole), Word::Move { .. }) {
                self.forgive(begin, LeniencyKind::SpaceInMove(whole.clone()));
                return self.word(begin, &whole);
            }
            self.drop_half(begin, half);
        }
        match Word::of(word) {
            _ if self.too_deep > 0 || word.is_empty() => {}
            Word::Score(score) if self.is_main() => return self.score(place, score, word),
            Word::Number { number, first, length } => {
                self.number(number, first);
                let rest = &word[length..];
                if !rest.is_empty() {
                    let column = place.column + length as u64;
                    return self.word(Place { column, ..place }, rest);
                }
            }
            Word::Move { text, strength, rest } => {
                self.current().moves.push(Node { place, text, ..Node::default() });
                self.strength(place, &strength);
                if !rest.is_empty() {
                    self.forgive(place, LeniencyKind::GluedProse(rest));
                }
            }
            Word::Half => self.half = Some((place, word.to_owned())),
            // `1. ...` says that the second side moves.
            Word::Dots if word.len() == 1 => self.forgive(place, LeniencyKind::StrayDot),
            Word::Dots => self.record.begins_with_answer |= self.is_at_the_start(),
            Word::Strength => self.strength(place, word),
            Word::Placeholder => self.forgive(place, LeniencyKind::UnknownMove),
            Word::Score(_) | Word::Prose => self.prose(place, word),
        }
        false
    }

    /// The number before the first move tells where the game begins.
    fn number(&mut self, number: u32, first: bool) {
        if self.is_at_the_start() {
            self.record.first_number = Some(number).filter(|number| (2..=MOST_MOVES).contains(number));
            self.record.begins_with_answer = !first;
        }
    }

    fn is_at_the_start(&self) -> bool {
        self.is_main() && self.main().is_none_or(|line| line.moves.is_empty())
    }

    /// In a variation prose is a comment. In the game itself, a word with a digit is a move that cannot be read,
    /// and replaying will say so.
    fn prose(&mut self, place: Place, word: &str) {
        let begun = self.main().is_some_and(|line| !line.moves.is_empty());
        if !self.is_main() {
            self.comment(word.to_owned());
        } else if is_number(word) {
            self.half = Some((place, word.to_owned()));
        } else if begun && word.bytes().any(|byte| byte.is_ascii_digit()) {
            self.current().moves.push(Node { place, text: word.to_owned(), ..Node::default() });
        } else {
            self.forgive(place, LeniencyKind::Prose(word.to_owned()));
        }
    }

    /// Half a move that found no other half; a bare number is the number of a move without its dot.
    fn drop_half(&mut self, place: Place, half: String) {
        if !is_number(&half) {
            self.forgive(place, LeniencyKind::Prose(half));
        }
    }

    fn score(&mut self, place: Place, score: Score, word: &str) -> bool {
        if !Score::is_standard(word) {
            self.forgive(place, LeniencyKind::OddResult(word.to_owned()));
        }
        let tag = self.record.tag("Result").map(Score::read);
        let differs = |tag: Score| score != Score::Unknown && tag != Score::Unknown && tag != score;
        if tag.is_some_and(differs) {
            self.forgive(place, LeniencyKind::ResultDiffers(word.to_owned()));
        }
        self.record.score = Some(score);
        true
    }

    /// Returns the game, if there is one.
    pub(crate) fn finish(mut self, leniencies: Vec<Leniency>) -> Option<Record> {
        if let Some((place, half)) = self.half.take() {
            self.drop_half(place, half);
        }
        if self.lines.len() > 1 || self.too_deep > 0 {
            self.forgive(self.record.place, LeniencyKind::OpenVariation);
        }
        while self.lines.len() > 1 {
            self.close_variation();
        }
        self.record.line = self.lines.pop().unwrap_or_default();
        self.result_like_a_move();
        if self.record.score.is_none() && !self.record.line.moves.is_empty() {
            self.forgive(self.record.place, LeniencyKind::NoTerminator);
        }
        self.record.leniencies.extend(leniencies);
        self.record.leniencies.sort_by_key(|leniency| leniency.place);
        self.begun.then_some(self.record)
    }

    /// Some systems of points, such as `4-6`, look like a move: at the end of the game, and if the tag says the
    /// same, it is a result.
    fn result_like_a_move(&mut self) {
        let tag = self.record.tag("Result").map(str::to_owned);
        let moves = &mut self.record.line.moves;
        if matches!(self.record.score, None | Some(Score::Unknown))
            && let Some(last) = moves.pop_if(|last| Some(&last.text) == tag.as_ref())
        {
            self.record.score = Some(Score::Other(last.text.clone()));
            self.forgive(last.place, LeniencyKind::OddResult(last.text));
        }
    }
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the bytes of text that a token holds.
fn size(token: &Token) -> usize {
    match token {
        Token::Tag(name, value) => name.len() + value.len(),
        Token::Comment(text) | Token::SetUp(text) | Token::Strength(text) | Token::Word(text) => text.len(),
        Token::Nag(_) | Token::Open | Token::Close => 0,
    }
}
