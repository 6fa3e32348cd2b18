//! The progress of a database command, on standard error.

use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use store::archive;

/// Interval between lines if standard error is not a terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// Displays progress: in place on a terminal, in lines elsewhere.
pub(super) struct Progress {
    bar: ProgressBar,
    /// The time and the action of the last line.
    last: Mutex<Option<(Instant, &'static str)>>,
}

impl Progress {
    pub(super) fn new() -> Self {
        let style =
            ProgressStyle::with_template("{msg}").unwrap_or_else(|_| ProgressStyle::default_spinner());
        Self { bar: ProgressBar::new_spinner().with_style(style), last: Mutex::new(None) }
    }

    pub(super) fn report(&self, archive::Progress { action, subject, done, total }: archive::Progress) {
        let text = format!("{action} {subject}: {done} of {total}");
        if !self.bar.is_hidden() {
            return self.bar.set_message(text);
        }
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due =
            |(at, last_action): &(Instant, &str)| *last_action != action || at.elapsed() >= LINE_INTERVAL;
        if last.as_ref().is_none_or(is_due) {
            *last = Some((Instant::now(), action));
            // Progress is optional; ignore the error.
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    }

    /// Clears the line.
    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
