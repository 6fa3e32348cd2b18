//! With whose eyes something is seen: in which language, with which names of squares.

use draughts::notation::{MoveStyle, Naming};
use draughts::ruleset::SquareNames;
use draughts::{Language, RuleSet, Rules};

use super::settings::Notation;
use super::viewer::Viewer;

/// With whose eyes something is seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eyes {
    pub(crate) language: Language,
    notation: Notation,
}

impl Eyes {
    pub(crate) fn of(viewer: &Viewer) -> Self {
        Self { language: viewer.language, notation: viewer.settings.notation }
    }

    /// As the rule set writes, in a language.
    pub(crate) fn plain(language: Language) -> Self {
        Self { language, notation: Notation::Rules }
    }

    fn names(self) -> Option<SquareNames> {
        match self.notation {
            Notation::Rules => None,
            Notation::Numbers => Some(SquareNames::Numeric),
            Notation::Letters => Some(SquareNames::Algebraic),
        }
    }

    /// What the squares are called.
    pub(crate) fn naming(self, rules: &Rules) -> Naming {
        self.names().map_or_else(|| rules.naming(), |names| rules.naming().with(names))
    }

    /// How moves are written.
    pub(crate) fn style(self, rules: &RuleSet) -> MoveStyle {
        let style = MoveStyle::of(rules);
        self.names().map_or(style.clone(), |names| style.with(names))
    }
}
