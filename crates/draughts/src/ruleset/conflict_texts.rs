//! Conflicts of rule sets in German.

use super::check::{DrawFault, RuleConflict, quoted};
use crate::language::Language;

impl RuleConflict {
    /// The conflict in words.
    #[must_use]
    pub fn tell(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::German => self.in_german(),
        }
    }

    fn in_german(&self) -> String {
        match self {
            Self::BoardSize { side, size } => {
                format!("board.{side} ist {size}: Ein Brett hat 6 bis 14 Spalten und 6 bis 14 Reihen")
            }
            Self::NoMen => {
                "start.rows_of_men ist 0: Jede Seite braucht mindestens eine Reihe Steine".to_owned()
            }
            Self::NoRoom { rows, height } => format!(
                "start: Jede Seite belegt {rows} der {height} Reihen, dazwischen bleibt keine Reihe frei"
            ),
            Self::MenNeverAdvance => {
                "men.moves hat keine Richtung nach vorn: Ein Stein käme nie auf die letzte Reihe; \
                 \"diagonally-forward\" oder \"straight-forward\" hinzufügen"
                    .to_owned()
            }
            Self::KingsNeverMove => "kings.moves ist leer: Eine Dame könnte nie ziehen".to_owned(),
            Self::NothingCaptures => {
                "men.captures und kings.captures sind beide leer: Kein Stein könnte schlagen".to_owned()
            }
            Self::WayTwice { field, way } => format!("{field} nennt {} zweimal", quoted(way)),
            Self::PriorityTwice(reason) => format!("capture.priority nennt {} zweimal", quoted(reason)),
            Self::PriorityOfUnfinished => {
                "capture.priority wägt ganze Schlagzüge ab, aber capture.finish erlaubt es, nach jedem \
                 Sprung aufzuhören: das eine leeren oder das andere auf \"must-be-finished\" setzen"
                    .to_owned()
            }
            Self::RepeatLimit(limit) => {
                format!(
                    "kings.repeat_limit ist {limit}: Möglich sind 1 bis 9 Züge, oder null für keine Grenze"
                )
            }
            Self::MenMissTheFarRow => {
                "men.moves: Wo nur jedes zweite Feld bespielt wird, geht ein gerader Schritt zwei Reihen \
                 weit, so dass Steine die letzte Reihe verfehlen könnten; \"diagonally-forward\" hinzufügen"
                    .to_owned()
            }
            Self::KingsStuckOnTheFarRow => {
                "kings.moves hat nur Richtungen nach vorn: Eine neue Dame könnte die letzte Reihe nie \
                 verlassen; eine Richtung zurück oder \"sideways\" hinzufügen"
                    .to_owned()
            }
            Self::KingsAreNeverTaken => {
                "men.takes ist \"men-only\" und kings.captures ist leer: Nichts könnte je eine Dame schlagen"
                    .to_owned()
            }
            Self::PriorityOfKingsThatNeverCapture => {
                "capture.priority nennt \"with-a-king\", aber kings.captures ist leer: Eine Dame schlägt nie"
                    .to_owned()
            }
            Self::NoDutyToEnforce => {
                "conduct.enforcement bestraft, wer nicht schlägt, aber capture.duty ist \"may-capture\": das \
                 eine auf \"strict\" oder das andere auf \"must-capture\" setzen"
                    .to_owned()
            }
            Self::DrawRule { number, fault } => {
                format!("draws.rules, Nummer {number}: {}", fault.in_german())
            }
            Self::BadId(id) => {
                format!("id {id:?} ist keine: 1 bis 64 Kleinbuchstaben, Ziffern und Bindestriche verwenden")
            }
            Self::TakenId(id) => {
                format!("id {id:?} gehört einem benannten Regelwerk, das anders ist: eine eigene geben")
            }
            Self::ControlCharacters(field) => {
                format!("{field} enthält Zeilenumbrüche oder andere Steuerzeichen: nur Text verwenden")
            }
            Self::NoName => "name ist leer: Das Spiel braucht einen Namen".to_owned(),
        }
    }
}

impl DrawFault {
    fn in_german(&self) -> String {
        match self {
            Self::ResetTwice(reset) => format!("reset_by nennt {} zweimal", quoted(reset)),
            Self::RepetitionOfOne => {
                "Eine Stellung muss mindestens zweimal vorkommen, um wiederholt zu sein".to_owned()
            }
            Self::CountOfZero => "0 Züge sind vor dem ersten erreicht; die Zählung weglassen".to_owned(),
            Self::NoPieces => "Eine Seite ohne Steine hat verloren, da gibt es kein Remis".to_owned(),
            Self::LeastAboveMost => "Die kleinste Zahl der Steine liegt über der größten".to_owned(),
            Self::MoreKingsThanPieces => "Es werden mehr Damen als Steine verlangt".to_owned(),
        }
    }
}
