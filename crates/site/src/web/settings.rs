//! Display settings of a visitor, stored in one cookie. Missing or unknown values fall back to the defaults, so that an
//! old cookie is never an error.

use axum::http::HeaderMap;
use serde::Serialize;

use super::cookies::{self, SETTINGS, SetCookie};

/// Defines a setting with a few values; the first one is the default.
macro_rules! setting {
    ($(#[$meta:meta])* $name:ident { $($(#[$value_meta:meta])* $value:ident = $text:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
        pub(crate) enum $name {
            $($(#[$value_meta])* #[serde(rename = $text)] $value,)+
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

setting! {
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

setting! {
    /// Where the names of squares are shown.
    SquareLabels {
        /// In the corners of the squares, below the pieces; on small boards only on empty squares.
        Inside = "under",
        /// Only while the pointer is over the board or the board has the focus.
        OnHover = "hover",
        /// As `Inside`, but on all squares of small boards too.
        Always = "always",
        /// Nowhere.
        Never = "never",
    }
}

setting! {
    /// How kings are marked.
    KingMarkPreference {
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

setting! {
    /// How moves are written.
    NotationPreference {
        /// As the rule set says.
        Rules = "rules",
        /// With square numbers.
        Numbers = "numbers",
        /// Algebraically, with letters and digits.
        Letters = "letters",
    }
}

setting! {
    /// Whether moves make a sound.
    Sounds {
        /// With sound.
        On = "on",
        /// Without sound.
        Off = "off",
    }
}

setting! {
    /// How a capture is entered on the board.
    CaptureInput {
        /// As a whole move, as soon as it is unambiguous.
        WholeMove = "whole",
        /// Jump by jump.
        JumpByJump = "hops",
    }
}

setting! {
    /// Whether pieces are animated.
    Animation {
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
    #[serde(rename = "board")]
    pub(crate) board_theme: BoardTheme,
    #[serde(rename = "names")]
    pub(crate) square_labels: SquareLabels,
    pub(crate) notation: NotationPreference,
    pub(crate) kings: KingMarkPreference,
    pub(crate) sounds: Sounds,
    pub(crate) input: CaptureInput,
    pub(crate) motion: Animation,
}

/// Assigns the value with this name; an unknown name changes nothing.
macro_rules! assign_setting {
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
                "board" => assign_setting!(settings.board_theme, BoardTheme, value),
                "names" => assign_setting!(settings.square_labels, SquareLabels, value),
                "notation" => assign_setting!(settings.notation, NotationPreference, value),
                "kings" => assign_setting!(settings.kings, KingMarkPreference, value),
                "sounds" => assign_setting!(settings.sounds, Sounds, value),
                "input" => assign_setting!(settings.input, CaptureInput, value),
                "motion" => assign_setting!(settings.motion, Animation, value),
                _ => {}
            }
        }
        settings
    }

    /// Returns the cookie that stores the settings.
    pub(crate) fn cookie(self) -> SetCookie {
        let Self { board_theme, square_labels, notation, kings, sounds, input, motion } = self;
        let pairs = [
            ("board", board_theme.as_str()),
            ("names", square_labels.as_str()),
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
            board_theme: BoardTheme::Slate,
            square_labels: SquareLabels::Always,
            notation: NotationPreference::Letters,
            kings: KingMarkPreference::Rings,
            sounds: Sounds::Off,
            input: CaptureInput::JumpByJump,
            motion: Animation::Off,
        };
        let AppendHeaders([(_, cookie)]) = chosen.cookie();
        assert_eq!(read(&cookie), chosen);
        assert_eq!(
            read("a=b; crownhead_settings=board:green.names:pink.dance:yes.sounds"),
            Settings { board_theme: BoardTheme::Green, ..Settings::default() }
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
        check!(
            BoardTheme,
            SquareLabels,
            NotationPreference,
            KingMarkPreference,
            Sounds,
            CaptureInput,
            Animation
        );
    }
}
