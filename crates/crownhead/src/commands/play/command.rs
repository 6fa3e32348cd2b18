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
    Judge(Verdict),
    Resign,
    Redo,
    Stand,
    Huff(String),
    Undo,
    Flip,
    Save(String),
    Quit,
    /// Any other text: a move, or the answer to a question.
    Move(String),
}

/// The output of `help` in English.
pub(super) const HELP_EN: &str = "\
32-28             play a move; write a capture short (28x19) or with every square (28x19x30)
why 32-28         explain why a move is illegal
moves             list the legal moves
counters          show the draw counters
offer [N] [TEXT]  offer a draw with your move, citing draw rule N
accept            accept the draw offer
decline [TEXT]    decline the draw offer
withdraw          withdraw your draw offer
claim [N]         claim a draw by draw rule N, or by any rule that applies
judge VERDICT     decide the game as administrator: draw, white or black
resign            resign
redo              demand a redo of the opponent's turn, which broke a rule
huff SQUARE       huff the piece that failed to capture
stand             let the turn stand if you have no move
undo              take back the last move or action
save FILE         save the game to a new PDN file
board, flip       show the board; turn it round
rules, fen        show the rules; show the position as FEN
quit              quit";

/// The output of `help` in German; the commands are the same.
pub(super) const HELP_DE: &str = "\
32-28             ziehen; einen Schlag kurz schreiben (28x19) oder mit allen Feldern (28x19x30)
why 32-28         erklären, warum ein Zug nicht erlaubt ist
moves             die erlaubten Züge auflisten
counters          den Stand der Remisregeln anzeigen
offer [N] [TEXT]  mit dem Zug Remis anbieten und sich auf Remisregel N berufen
accept            das Remisangebot annehmen
decline [TEXT]    das Remisangebot ablehnen
withdraw          das eigene Remisangebot zurückziehen
claim [N]         Remis beanspruchen, nach Remisregel N oder einer, die zutrifft
judge URTEIL      die Partie als Administrator entscheiden: draw, white oder black
resign            aufgeben
redo              verlangen, dass der Gegner seinen regelwidrigen Zug wiederholt
huff FELD         die Figur pusten, die nicht geschlagen hat
stand             den Zug gelten lassen, wenn du selbst nicht ziehen kannst
undo              den letzten Zug oder die letzte Aktion zurücknehmen
save DATEI        die Partie in einer neuen PDN-Datei speichern
board, flip       das Brett anzeigen; das Brett drehen
rules, fen        die Regeln anzeigen; die Stellung als FEN anzeigen
quit              beenden";

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

    /// Parses a command without arguments.
    fn parse_word(word: &str) -> Option<Self> {
        Some(match word {
            "" => Self::Empty,
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
