//! What can be typed in a session.

use draughts::Color;
use draughts::game::Verdict;

/// A typed command.
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
    /// The number of a draw rule, and a message.
    Offer(Option<usize>, String),
    Accept,
    Decline(String),
    Withdraw,
    Claim(Option<usize>),
    /// A command that is wanting: how it is used.
    Usage(&'static str),
    /// What the adjudicator decides.
    Judge(Verdict),
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
offer [n] [text]  offer a draw with your move, appealing to draw rule n;
               accept, decline [text], withdraw answer it
claim [n]      claim a draw, by draw rule n or by whichever applies
judge VERDICT  as the adjudicator: draw, white or black
resign         give the game up
redo           the opponent's turn broke a duty: demand that it be redone
huff SQUARE    take off the piece that failed to capture
stand          let a turn stand that broke a duty, where you have no move to answer with
undo           take back the last thing that happened
save FILE      write the game to a new file (PDN)
board, flip    the board again; seen from the other side
rules, fen     what the rules say; the position in one line
quit           leave";

/// The same in German; the words to type are the same.
pub(super) const HILFE: &str = "\
32-28          ein Zug; ein Schlag kurz, 28x19, oder mit seinen Feldern, 28x19x30
why 32-28      warum ein Zug nicht erlaubt ist
moves          die erlaubten Züge
counters       wie weit jede Remisregel gekommen ist
offer [n] [Text]  mit dem Zug Remis anbieten, mit Bezug auf Remisregel n;
               accept, decline [Text], withdraw: annehmen, ablehnen, zurückziehen
claim [n]      Remis beanspruchen, nach Remisregel n oder nach der, die zutrifft
judge VERDICT  als Administrator: draw, white oder black
resign         aufgeben
redo           der Gegner hat eine Pflicht verletzt: verlangen, dass er den Zug wiederholt
huff FELD      die Figur pusten, die nicht geschlagen hat
stand          einen Zug gelten lassen, der eine Pflicht verletzt, wenn man keine Antwort hat
undo           das Letzte zurücknehmen
save DATEI     das Spiel in eine neue Datei schreiben (PDN)
board, flip    das Brett noch einmal; von der anderen Seite
rules, fen     was die Regeln sagen; die Stellung in einer Zeile
quit           aufhören";

impl Command {
    pub(super) fn read(line: &str) -> Self {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim().to_owned();
        let word = word.to_lowercase();
        if let Some(command) = Self::alone(&word).filter(|_| rest.is_empty()) {
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
                _ => Self::Usage("claim, claim 1"),
            },
            "judge" => match rest.to_lowercase().as_str() {
                "draw" => Self::Judge(Verdict::Draw),
                "white" => Self::Judge(Verdict::Win(Color::White)),
                "black" => Self::Judge(Verdict::Win(Color::Black)),
                _ => Self::Usage("judge draw, judge white, judge black"),
            },
            "huff" if rest.is_empty() => Self::Usage("huff 22"),
            "huff" => Self::Huff(rest),
            "save" if rest.is_empty() => Self::Usage("save game.pdn"),
            "save" => Self::Save(rest),
            _ => Self::Move(line.to_owned()),
        }
    }

    /// The commands of one word.
    fn alone(word: &str) -> Option<Self> {
        Some(match word {
            "" => Self::Nothing,
            "help" | "hilfe" | "?" => Self::Help,
            "board" => Self::Board,
            "moves" => Self::Moves,
            "rules" => Self::Rules,
            "fen" => Self::Fen,
            "counters" => Self::Counters,
            "accept" => Self::Accept,
            "withdraw" => Self::Withdraw,
            "resign" => Self::Resign,
            "redo" => Self::Redo,
            "stand" => Self::Stand,
            "undo" => Self::Undo,
            "flip" => Self::Flip,
            "quit" | "exit" => Self::Quit,
            _ => return None,
        })
    }
}
