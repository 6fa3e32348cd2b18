//! Dates.

use play::time::Timestamp;

use crate::language::Language;
use crate::render::{Render, number};
use crate::texts::Texts;

/// The day in UTC: "16 Nov 2026".
impl Render for Timestamp {
    fn render(&self, language: Language) -> String {
        let date = self.date();
        let mut parts = date.split('.').map(|part| part.parse::<u64>().unwrap_or_default());
        let mut next = || number(parts.next().unwrap_or_default());
        let values = [("year", next()), ("month", next()), ("day", next())];
        Texts::of(language).render("date", values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_the_language_does() {
        let day = Timestamp(1_794_873_600_000);
        assert_eq!(day.render(Language::English), "17 Nov 2026");
        assert_eq!(day.render(Language::German), "17.11.2026");
        assert_eq!(Timestamp(0).render(Language::English), "1 Jan 1970");
    }
}
