//! Language codes in query parameters.

use serde::Deserialize;
use texts::Language;

/// The code of a language that a page can be shown in (ISO 639-1).
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LanguageCode {
    En,
    De,
}

impl From<LanguageCode> for Language {
    fn from(code: LanguageCode) -> Self {
        match code {
            LanguageCode::En => Self::English,
            LanguageCode::De => Self::German,
        }
    }
}
