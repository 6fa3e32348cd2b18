//! The language as a query parameter.

use serde::Deserialize;
use texts::Language;

/// A language code.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ChosenLanguage {
    En,
    De,
}

impl From<ChosenLanguage> for Language {
    fn from(chosen: ChosenLanguage) -> Self {
        match chosen {
            ChosenLanguage::En => Self::English,
            ChosenLanguage::De => Self::German,
        }
    }
}
