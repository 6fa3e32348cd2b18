//! With whose eyes something is seen: in which language, with which names of squares.

use draughts::Rules;
use draughts::notation::{MoveStyle, SquareNames};
use draughts::ruleset::SquareNotation;
use texts::Language;

/// With whose eyes something is seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DisplayPreferences {
    pub(crate) language: Language,
    /// How squares are called; none: as the rule set calls them.
    pub(crate) names: Option<SquareNotation>,
}

impl DisplayPreferences {
    /// As the rule set writes, in a language.
    pub(crate) fn plain(language: Language) -> Self {
        Self { language, names: None }
    }

    /// What the squares are called.
    pub(crate) fn naming(self, rules: &Rules) -> &SquareNames {
        self.names.map_or_else(|| rules.square_names(), |names| rules.square_names_in(names))
    }

    /// How moves are written.
    pub(crate) fn style(self, rules: &Rules) -> MoveStyle {
        let style = MoveStyle::of(rules);
        self.names.map_or(style.clone(), |names| style.with(names))
    }
}
