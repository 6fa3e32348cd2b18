//! How far a command is, on standard error.

use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use store::archive::Stand;

/// How often a line is written where there is no terminal.
const SELDOM: Duration = Duration::from_secs(10);

/// Reports how far a command is: in place on a terminal, in lines elsewhere.
pub(super) struct Progress {
    bar: ProgressBar,
    /// When the last line was written, and what was being done.
    last: Mutex<Option<(Instant, &'static str)>>,
}

impl Progress {
    pub(super) fn new() -> Self {
        let style =
            ProgressStyle::with_template("{msg}").unwrap_or_else(|_| ProgressStyle::default_spinner());
        Self { bar: ProgressBar::new_spinner().with_style(style), last: Mutex::new(None) }
    }

    pub(super) fn report(&self, Stand { doing, what, done, of }: Stand) {
        let text = format!("{doing} {what}: {done} of {of}");
        if !self.bar.is_hidden() {
            return self.bar.set_message(text);
        }
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = |(when, before): &(Instant, &str)| *before != doing || when.elapsed() >= SELDOM;
        if last.as_ref().is_none_or(is_new) {
            *last = Some((Instant::now(), doing));
            // Nobody may read it.
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    }

    /// Clears the line, so that what comes next has it.
    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}
