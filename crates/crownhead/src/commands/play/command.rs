//! What can be typed at the table.

use draughts::Color;
use draughts::game::Verdict;

/// Something typed at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Nothing,
    Help,
    Board,
    Moves,
    Rules,
    Fen,
    Counters,
    Why(String),
    Offer(String),
    Accept,
    Decline(String),
    Withdraw,
    Claim(Option<usize>),
    /// What the adjudicator decides; nothing if it cannot be understood.
    Judge(Option<Verdict>),
    Resign,
    Redo,
    Stand,
    Huff(String),
    Undo,
    Flip,
    Save(String),
    Quit,
    /// Anything else is a move, or the answer to a question.
    Move(String),
}

/// What `help` prints.
pub(super) const HELP: &str = "\
32-28          a move; a capture short, 28x19, or with its squares, 28x19x30
why 32-28      why a move is not legal
moves          the legal moves
counters       how far each draw rule has come
offer [text]   offer a draw with your move; accept, decline [text], withdraw
claim [n]      claim a draw, by draw rule n or by whichever applies
judge VERDICT  as the adjudicator: draw, white, black, or rejected for a claim
resign         give the game up
redo           the opponent's turn broke a duty: demand that it be redone
huff SQUARE    take off the piece that failed to capture
stand          let a turn stand that broke a duty, where you have no move to answer with
undo           take the last move back
save FILE      write the game to a new file (PDN)
board, flip    the board again; seen from the other side
rules, fen     what the rules say; the position in one line
quit           leave";

impl Command {
    pub(super) fn read(line: &str) -> Self {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim().to_owned();
        match word.to_lowercase().as_str() {
            "" => Self::Nothing,
            "help" | "?" => Self::Help,
            "board" => Self::Board,
            "moves" => Self::Moves,
            "rules" => Self::Rules,
            "fen" => Self::Fen,
            "counters" => Self::Counters,
            "why" => Self::Why(rest),
            "offer" => Self::Offer(rest),
            "accept" => Self::Accept,
            "decline" => Self::Decline(rest),
            "withdraw" => Self::Withdraw,
            "claim" => Self::Claim(rest.parse().ok()),
            "judge" => Self::Judge(match rest.to_lowercase().as_str() {
                "draw" => Some(Verdict::Draw),
                "white" => Some(Verdict::Win(Color::White)),
                "black" => Some(Verdict::Win(Color::Black)),
                "rejected" => Some(Verdict::ClaimRejected),
                _ => None,
            }),
            "resign" => Self::Resign,
            "redo" => Self::Redo,
            "stand" => Self::Stand,
            "huff" => Self::Huff(rest),
            "undo" => Self::Undo,
            "flip" => Self::Flip,
            "save" => Self::Save(rest),
            "quit" | "exit" => Self::Quit,
            _ => Self::Move(line.to_owned()),
        }
    }
}
