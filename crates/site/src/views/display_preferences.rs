//! Display preferences of a viewer: the language and the names of squares.

use draughts::Rules;
use draughts::notation::{MoveStyle, SquareNames};
use draughts::ruleset::SquareNotation;
use texts::Language;

/// The language and the square names in which a viewer sees moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct DisplayPreferences {
    pub(crate) language: Language,
    /// The notation of squares; `None` for that of the rule set.
    pub(crate) names: Option<SquareNotation>,
}

impl DisplayPreferences {
    /// Returns the preferences with the square names of the rule set.
    pub(crate) fn in_language(language: Language) -> Self {
        Self { language, names: None }
    }

    /// Returns the names of the squares.
    pub(crate) fn square_names(self, rules: &Rules) -> &SquareNames {
        self.names.map_or_else(|| rules.square_names(), |names| rules.square_names_in(names))
    }

    /// Returns the notation of moves.
    pub(crate) fn move_style(self, rules: &Rules) -> MoveStyle {
        let style = MoveStyle::of(rules);
        self.names.map_or(style.clone(), |names| style.with(names))
    }
}
