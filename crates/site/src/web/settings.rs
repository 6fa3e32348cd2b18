//! Display settings of a visitor, stored in one cookie. Missing or unknown values fall back to the defaults, so that an
//! old cookie is never an error.

use axum::http::HeaderMap;
use serde::Serialize;

use super::cookies::{self, SETTINGS, SetCookie};

/// Defines a setting with a few values; the first one is the default.
macro_rules! choice {
    ($(#[$meta:meta])* $name:ident { $($(#[$value_meta:meta])* $value:ident = $text:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub(crate) enum $name {
            $($(#[$value_meta])* $value,)+
        }

        impl $name {
            /// All values, the default first.
            pub(crate) const ALL: &'static [Self] = &[$(Self::$value),+];

            /// Returns the value as it is written in forms and in the cookie.
            pub(crate) fn as_str(self) -> &'static str {
                match self {
                    $(Self::$value => $text,)+
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
    /// Where the names of squares are shown.
    SquareNotation {
        /// In the corners of the squares, below the pieces; on small boards only on empty squares.
        Under = "under",
        /// Only while the pointer is over the board or the board has the focus.
        Hover = "hover",
        /// As `Under`, but on all squares of small boards too.
        Always = "always",
        /// Nowhere.
        Never = "never",
    }
}

choice! {
    /// How kings are marked.
    KingMarks {
        /// As the rules say.
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
        /// With square numbers.
        Numbers = "numbers",
        /// Algebraically, with letters and digits.
        Letters = "letters",
    }
}

choice! {
    /// Whether moves make a sound.
    Sounds {
        /// With sound.
        On = "on",
        /// Without sound.
        Off = "off",
    }
}

choice! {
    /// How a capture is entered on the board.
    Input {
        /// At once, as soon as it is unambiguous.
        Whole = "whole",
        /// Jump by jump.
        Hops = "hops",
    }
}

choice! {
    /// Whether pieces are animated.
    Motion {
        /// As the operating system is configured.
        System = "system",
        /// With animation.
        On = "on",
        /// Without animation.
        Off = "off",
    }
}

/// The settings of a visitor.
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

/// Assigns the value with this name; an unknown name changes nothing.
macro_rules! set {
    ($setting:expr, $kind:ident, $name:expr) => {
        if let Some(value) = $kind::ALL.iter().find(|value| value.as_str() == $name) {
            $setting = *value;
        }
    };
}

impl Settings {
    /// Reads the settings from the cookie of a request.
    pub(crate) fn from_headers(headers: &HeaderMap) -> Self {
        let cookie = cookies::get(headers, SETTINGS).unwrap_or_default();
        Self::read(cookie.split('.').filter_map(|pair| pair.split_once(':')))
    }

    /// Reads the settings from pairs of names and values, as a form or the cookie has them.
    pub(crate) fn read<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut settings = Self::default();
        for (name, value) in pairs {
            match name {
                "board" => set!(settings.board, BoardTheme, value),
                "names" => set!(settings.names, SquareNotation, value),
                "notation" => set!(settings.notation, Notation, value),
                "kings" => set!(settings.kings, KingMarks, value),
                "sounds" => set!(settings.sounds, Sounds, value),
                "input" => set!(settings.input, Input, value),
                "motion" => set!(settings.motion, Motion, value),
                _ => {}
            }
        }
        settings
    }

    /// Returns the cookie that stores the settings.
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
        let text = pairs.map(|(name, value)| format!("{name}:{value}")).join(".");
        cookies::choice(SETTINGS, &text)
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderValue, header};
    use axum::response::AppendHeaders;

    use super::*;

    fn read(cookie: &str) -> Settings {
        let value = HeaderValue::from_str(cookie).expect("a value");
        Settings::from_headers(&HeaderMap::from_iter([(header::COOKIE, value)]))
    }

    #[test]
    fn cookie_round_trips_and_unknown_values_are_defaults() {
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
        assert_eq!(read(&cookie), chosen);
        assert_eq!(
            read("a=b; crownhead_settings=board:green.names:pink.dance:yes.sounds"),
            Settings { board: BoardTheme::Green, ..Settings::default() }
        );
        assert_eq!((read("crownhead_settings="), read("a=b")), (Settings::default(), Settings::default()));
    }

    #[test]
    fn json_and_cookie_use_the_same_values() {
        macro_rules! check {
            ($($kind:ident),+) => {
                $(assert!($kind::ALL.iter().all(|value| serde_json::json!(value) == value.as_str()));)+
            };
        }
        check!(BoardTheme, SquareNotation, Notation, KingMarks, Sounds, Input, Motion);
    }
}
