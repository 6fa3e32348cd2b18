//! Conflicts of rule sets in German.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

use crate::check::{DrawFault, RuleConflict};
use crate::ruleset::Draws;

pub(super) fn render(conflict: &RuleConflict) -> String {
    match conflict {
        RuleConflict::BoardSize { side, size } => {
            format!("{} ist {size}: Ein Brett hat 6 bis 14 Spalten und 6 bis 14 Reihen", side.field())
        }
        RuleConflict::NoMen => {
            "start.rows_of_men ist 0: Jede Seite braucht mindestens eine Reihe Steine".to_owned()
        }
        RuleConflict::NoRoom { rows, height } => {
            format!("start: Jede Seite belegt {rows} der {height} Reihen, dazwischen bleibt keine Reihe frei")
        }
        RuleConflict::MenNeverAdvance => {
            "men.moves hat keine Richtung nach vorn: Ein Stein käme nie auf die letzte Reihe; \
                 \"diagonally-forward\" oder \"straight-forward\" hinzufügen"
                .to_owned()
        }
        RuleConflict::KingsNeverMove => "kings.moves ist leer: Eine Dame könnte nie ziehen".to_owned(),
        RuleConflict::NothingCaptures => {
            "men.captures und kings.captures sind beide leer: Kein Stein könnte schlagen".to_owned()
        }
        RuleConflict::DirectionTwice { field, direction } => {
            format!("{field} nennt \"{}\" zweimal", direction.as_str())
        }
        RuleConflict::PriorityTwice(reason) => {
            format!("capture.priority nennt \"{}\" zweimal", reason.as_str())
        }
        RuleConflict::PriorityOfUnfinished => {
            "capture.priority wägt ganze Schlagzüge ab, aber capture.finish erlaubt es, nach jedem \
                 Sprung aufzuhören: das eine leeren oder das andere auf \"must-be-finished\" setzen"
                .to_owned()
        }
        RuleConflict::RepeatLimit(limit) => {
            format!("kings.repeat_limit ist {limit}: Möglich sind 1 bis 9 Züge, oder null für keine Grenze")
        }
        RuleConflict::MenMissTheFarRow => {
            "men.moves: Wo nur jedes zweite Feld bespielt wird, geht ein gerader Schritt zwei Reihen \
                 weit, so dass Steine die letzte Reihe verfehlen könnten; \"diagonally-forward\" hinzufügen"
                .to_owned()
        }
        RuleConflict::KingsStuckOnTheFarRow => {
            "kings.moves hat nur Richtungen nach vorn: Eine neue Dame könnte die letzte Reihe nie \
                 verlassen; eine Richtung zurück oder \"sideways\" hinzufügen"
                .to_owned()
        }
        RuleConflict::KingsAreNeverTaken => {
            "men.takes ist \"men-only\" und kings.captures ist leer: Nichts könnte je eine Dame schlagen"
                .to_owned()
        }
        RuleConflict::PriorityOfKingsThatNeverCapture => {
            "capture.priority nennt \"with-a-king\", aber kings.captures ist leer: Eine Dame schlägt nie"
                .to_owned()
        }
        RuleConflict::NoDutyToEnforce => {
            "conduct.enforcement bestraft, wer nicht schlägt, aber capture.duty ist \"may-capture\": das \
                 eine auf \"strict\" oder das andere auf \"must-capture\" setzen"
                .to_owned()
        }
        RuleConflict::TooManyDrawRules { counted } => format!(
            "draws.rules hat {counted} Regeln, die Züge oder Steine zählen: Höchstens {} sind möglich",
            Draws::MAX_COUNTED
        ),
        RuleConflict::DrawRule { number, fault } => {
            format!("draws.rules, Nummer {number}: {}", render_fault(*fault))
        }
        RuleConflict::BadId(id) => {
            format!("id {id:?} ist keine: 1 bis 64 Kleinbuchstaben, Ziffern und Bindestriche verwenden")
        }
        RuleConflict::TakenId(id) => {
            format!("id {id:?} gehört einem benannten Regelwerk, das anders ist: eine eigene geben")
        }
        RuleConflict::ControlCharacters(field) => {
            format!("{field} enthält Zeilenumbrüche oder andere Steuerzeichen: nur Text verwenden")
        }
        RuleConflict::NoName => "name ist leer: Das Spiel braucht einen Namen".to_owned(),
    }
}

fn render_fault(fault: DrawFault) -> String {
    match fault {
        DrawFault::ResetTwice(reset) => format!("reset_by nennt \"{}\" zweimal", reset.as_str()),
        DrawFault::RepetitionOfOne => {
            "Eine Stellung muss mindestens zweimal vorkommen, um wiederholt zu sein".to_owned()
        }
        DrawFault::CountOfZero => "0 Züge sind vor dem ersten erreicht; die Zählung weglassen".to_owned(),
        DrawFault::NoPieces => "Eine Seite ohne Steine hat verloren, da gibt es kein Remis".to_owned(),
        DrawFault::LeastAboveMost => "Die kleinste Zahl der Steine liegt über der größten".to_owned(),
        DrawFault::MoreKingsThanPieces => "Es werden mehr Damen als Steine verlangt".to_owned(),
    }
}
