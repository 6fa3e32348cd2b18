//! What people choose about how the site looks and behaves. One cookie remembers it; whatever of it is missing or not
//! known is as usual, so that an old cookie never is a fault.

use axum::http::HeaderMap;
use serde::Serialize;

use super::cookies::{self, SETTINGS, SetCookie};

/// A choice of a few words; the first is the usual one.
macro_rules! choice {
    ($(#[$about:meta])* $name:ident { $($(#[$word_about:meta])* $word:ident = $text:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub(crate) enum $name {
            $($(#[$word_about])* $word,)+
        }

        impl $name {
            /// All of them, the usual one first.
            pub(crate) const ALL: &'static [Self] = &[$(Self::$word),+];

            /// As it is written.
            pub(crate) fn as_str(self) -> &'static str {
                match self {
                    $(Self::$word => $text,)+
                }
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::ALL[0]
            }
        }
    };
}

choice! {
    /// The colours of the board and of the pieces.
    BoardTheme {
        /// A wooden board.
        Wood = "wood",
        /// Green and buff with red and white pieces, as in English checkers.
        Green = "green",
        /// Cool greys.
        Slate = "slate",
    }
}

choice! {
    /// Where the names of squares are seen.
    SquareNotation {
        /// In the corners of the squares, under the pieces; on small boards only on empty squares.
        Under = "under",
        /// Only while the board is pointed at or has the focus.
        Hover = "hover",
        /// The same, and on small boards on all squares.
        Always = "always",
        /// Nowhere.
        Never = "never",
    }
}

choice! {
    /// What tells a king from a man.
    KingMarks {
        /// What the rules say.
        Auto = "auto",
        /// A crown.
        Crown = "crown",
        /// The letter D.
        Letter = "letter",
        /// Two rings.
        Rings = "rings",
    }
}

choice! {
    /// How moves are written.
    Notation {
        /// As the rule set says.
        Rules = "rules",
        /// With the numbers of squares.
        Numbers = "numbers",
        /// With letters and digits.
        Letters = "letters",
    }
}

choice! {
    /// Is a move heard?
    Sounds {
        /// It is.
        On = "on",
        /// It is not.
        Off = "off",
    }
}

choice! {
    /// How a capture is put in.
    Input {
        /// As a whole, as soon as it is clear which one is meant.
        Whole = "whole",
        /// Jump by jump.
        Hops = "hops",
    }
}

choice! {
    /// Do pieces slide?
    Motion {
        /// As the system is set up.
        System = "system",
        /// They do.
        On = "on",
        /// They do not.
        Off = "off",
    }
}

/// What somebody has chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Settings {
    pub(crate) board: BoardTheme,
    pub(crate) names: SquareNotation,
    pub(crate) notation: Notation,
    pub(crate) kings: KingMarks,
    pub(crate) sounds: Sounds,
    pub(crate) input: Input,
    pub(crate) motion: Motion,
}

/// Sets a choice by its word; one that is not known changes nothing.
macro_rules! set {
    ($place:expr, $kind:ident, $word:expr) => {
        if let Some(known) = $kind::ALL.iter().find(|known| known.as_str() == $word) {
            $place = *known;
        }
    };
}

impl Settings {
    /// Those in a browser's cookie.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let cookie = cookies::get(headers, SETTINGS).unwrap_or_default();
        Self::read(cookie.split('.').filter_map(|pair| pair.split_once(':')))
    }

    /// From names and words, as a form or the cookie has them.
    pub(crate) fn read<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut settings = Self::default();
        for (name, word) in pairs {
            match name {
                "board" => set!(settings.board, BoardTheme, word),
                "names" => set!(settings.names, SquareNotation, word),
                "notation" => set!(settings.notation, Notation, word),
                "kings" => set!(settings.kings, KingMarks, word),
                "sounds" => set!(settings.sounds, Sounds, word),
                "input" => set!(settings.input, Input, word),
                "motion" => set!(settings.motion, Motion, word),
                _ => {}
            }
        }
        settings
    }

    /// The cookie that remembers them.
    pub(crate) fn cookie(self) -> SetCookie {
        let Self { board, names, notation, kings, sounds, input, motion } = self;
        let pairs = [
            ("board", board.as_str()),
            ("names", names.as_str()),
            ("notation", notation.as_str()),
            ("kings", kings.as_str()),
            ("sounds", sounds.as_str()),
            ("input", input.as_str()),
            ("motion", motion.as_str()),
        ];
        let text = pairs.map(|(name, word)| format!("{name}:{word}")).join(".");
        cookies::choice(SETTINGS, &text)
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderValue, header};
    use axum::response::AppendHeaders;

    use super::*;

    fn of(cookie: &str) -> Settings {
        let value = HeaderValue::from_str(cookie).expect("a value");
        Settings::of(&HeaderMap::from_iter([(header::COOKIE, value)]))
    }

    #[test]
    fn a_cookie_brings_back_what_was_chosen_and_the_rest_is_as_usual() {
        let chosen = Settings {
            board: BoardTheme::Slate,
            names: SquareNotation::Always,
            notation: Notation::Letters,
            kings: KingMarks::Rings,
            sounds: Sounds::Off,
            input: Input::Hops,
            motion: Motion::Off,
        };
        let AppendHeaders([(_, cookie)]) = chosen.cookie();
        assert_eq!(of(&cookie), chosen);
        assert_eq!(
            of("a=b; crownhead_settings=board:green.names:pink.dance:yes.sounds"),
            Settings { board: BoardTheme::Green, ..Settings::default() }
        );
        assert_eq!((of("crownhead_settings="), of("a=b")), (Settings::default(), Settings::default()));
    }

    #[test]
    fn every_word_is_written_for_scripts_as_it_is_in_the_cookie() {
        let words =
            |all: Vec<(serde_json::Value, &'static str)>| all.into_iter().all(|(json, word)| json == word);
        macro_rules! check {
            ($($kind:ident),+) => {
                $(assert!(words($kind::ALL.iter().map(|word| (serde_json::json!(word), word.as_str())).collect()));)+
            };
        }
        check!(BoardTheme, SquareNotation, Notation, KingMarks, Sounds, Input, Motion);
    }
}
