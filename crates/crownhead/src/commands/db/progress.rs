//! How far it is, on standard error.

use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use server::archive::Stand;

/// On a terminal a line is written anew so often; elsewhere a new one is, now and then.
const OFTEN: Duration = Duration::from_millis(200);
const SELDOM: Duration = Duration::from_secs(10);

/// Tells how far it is.
pub(super) struct Progress {
    terminal: bool,
    last: Mutex<Option<(Instant, Stand)>>,
}

impl Progress {
    pub(super) fn new() -> Self {
        Self { terminal: std::io::stderr().is_terminal(), last: Mutex::new(None) }
    }

    pub(super) fn tell(&self, stand: Stand) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let again = if self.terminal { OFTEN } else { SELDOM };
        if let Some((when, before)) = &*last
            && before.doing == stand.doing
            && when.elapsed() < again
        {
            return;
        }
        *last = Some((Instant::now(), stand));
        let Stand { doing, what, done, of } = stand;
        // Nobody reads it: then nobody does.
        let _ = if self.terminal {
            write!(std::io::stderr(), "\r\x1b[K{doing} {what}: {done} of {of}")
        } else {
            writeln!(std::io::stderr(), "{doing} {what}: {done} of {of}")
        };
    }

    /// What comes next has a line of its own.
    pub(super) fn end(&self) {
        if self.terminal {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
