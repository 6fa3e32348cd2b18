//! The time that each part took.

use std::fmt;
use std::time::{Duration, Instant};

/// The parts that were run, with their times. Displayed as a table.
#[derive(Default)]
pub(super) struct Times(Vec<Row>);

struct Row {
    name: String,
    time: Duration,
    has_passed: bool,
}

impl Times {
    /// Runs a part and records its time.
    pub(super) fn measure(
        &mut self,
        name: &str,
        action: impl FnOnce() -> Result<(), String>,
    ) -> Result<(), String> {
        let start = Instant::now();
        let outcome = action();
        self.0.push(Row { name: name.to_owned(), time: start.elapsed(), has_passed: outcome.is_ok() });
        outcome
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let total = Row {
            name: "total".to_owned(),
            time: self.0.iter().map(|row| row.time).sum(),
            has_passed: self.0.iter().all(|row| row.has_passed),
        };
        let width = self.0.iter().map(|row| row.name.len()).max().unwrap_or_default().max(5);
        for Row { name, time, has_passed } in self.0.iter().chain([&total]) {
            let (minutes, seconds) = (time.as_secs() / 60, time.as_secs() % 60);
            let failed = if *has_passed { "" } else { "  failed" };
            writeln!(f, "── {name:<width$} {minutes:>3}:{seconds:02}{failed}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_a_row_for_each_part_and_the_total() {
        let row = |name: &str, seconds, has_passed| Row {
            name: name.to_owned(),
            time: Duration::from_secs(seconds),
            has_passed,
        };
        let times = Times(vec![row("tidy", 7, true), row("rules, engine", 125, false)]);
        let expected = "\
── tidy            0:07
── rules, engine   2:05  failed
── total           2:12  failed
";
        assert_eq!(times.to_string(), expected);
    }

    #[test]
    fn failed_parts_are_recorded() {
        let mut times = Times::default();
        assert_eq!(times.measure("one", || Ok(())), Ok(()));
        assert_eq!(times.measure("other", || Err("why".to_owned())), Err("why".to_owned()));
        assert_eq!(times.0.iter().map(|row| row.has_passed).collect::<Vec<_>>(), [true, false]);
    }
}
