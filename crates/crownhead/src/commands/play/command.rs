//! The commands of a session.

use draughts::Color;
use draughts::game::Verdict;

/// A command typed by a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// A blank line.
    Empty,
    Help,
    Board,
    Moves,
    Rules,
    Fen,
    Counters,
    Why(String),
    /// The number of the draw rule, from 1, and a message.
    Offer(Option<usize>, String),
    Accept,
    Decline(String),
    Withdraw,
    /// The number of the draw rule, from 1.
    Claim(Option<usize>),
    /// A command with wrong arguments, and its usage.
    Usage(&'static str),
    /// The verdict of an administrator.
    Adjudicate(Verdict),
    Resign,
    DemandRedo,
    LetStand,
    Huff(String),
    Undo,
    Flip,
    Save(String),
    Quit,
    /// Any other text: a move, or the answer to a question.
    Move(String),
}

impl Command {
    /// Parses a typed line.
    pub(super) fn parse(line: &str) -> Self {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim().to_owned();
        let word = word.to_lowercase();
        if let Some(command) = Self::parse_word(&word).filter(|_| rest.is_empty()) {
            return command;
        }
        match word.as_str() {
            "why" if rest.is_empty() => Self::Usage("why 32-28"),
            "why" => Self::Why(rest),
            "offer" => {
                let (first, message) = rest.split_once(char::is_whitespace).unwrap_or((&rest, ""));
                match first.parse() {
                    Ok(rule) if rule > 0 => Self::Offer(Some(rule), message.to_owned()),
                    _ => Self::Offer(None, rest),
                }
            }
            "decline" => Self::Decline(rest),
            "claim" if rest.is_empty() => Self::Claim(None),
            "claim" => match rest.parse() {
                Ok(number) if number > 0 => Self::Claim(Some(number)),
                _ => Self::Usage("claim [N]"),
            },
            "judge" => match rest.to_lowercase().as_str() {
                "draw" => Self::Adjudicate(Verdict::Draw),
                "white" => Self::Adjudicate(Verdict::Win(Color::White)),
                "black" => Self::Adjudicate(Verdict::Win(Color::Black)),
                _ => Self::Usage("judge draw|white|black"),
            },
            "huff" if rest.is_empty() => Self::Usage("huff 22"),
            "huff" => Self::Huff(rest),
            "save" if rest.is_empty() => Self::Usage("save game.pdn"),
            "save" => Self::Save(rest),
            _ => Self::Move(line.to_owned()),
        }
    }

    /// Parses a command without arguments.
    fn parse_word(word: &str) -> Option<Self> {
        Some(match word {
            "" => Self::Empty,
            "help" | "?" => Self::Help,
            "board" => Self::Board,
            "moves" => Self::Moves,
            "rules" => Self::Rules,
            "fen" => Self::Fen,
            "counters" => Self::Counters,
            "accept" => Self::Accept,
            "withdraw" => Self::Withdraw,
            "resign" => Self::Resign,
            "demand" | "redo" => Self::DemandRedo,
            "stand" => Self::LetStand,
            "undo" => Self::Undo,
            "flip" => Self::Flip,
            "quit" | "exit" => Self::Quit,
            _ => return None,
        })
    }
}
