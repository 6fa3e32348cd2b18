//! A site checked: every game is folded from its log, and what is kept beside the log is compared with what follows from it.
//!
//! One thread reads, in one transaction, so that a site may be served meanwhile; the others fold.

mod accounts;
mod fields;
mod game;
mod games;
mod links;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::error::ArchiveError;
use super::open::reader;
use super::progress::{Stand, Tell};
use super::rows::Reader;
use super::tables::{ACT, CHALLENGE, GAME, SHELF};
use crate::database::Database;
use accounts::People;
use game::Books;
use games::{Games, Whole};
use links::Links;

/// So many games are handed over at a time.
const TOGETHER: usize = 64;
/// So many of these may lie ready for each thread.
const READY: usize = 4;

/// What was found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// How many games were looked at.
    pub games: u64,
    /// How many events they have.
    pub events: u64,
    /// What is wrong, each with the name of the game or of the row.
    pub faults: Vec<String>,
    /// How many games are damaged.
    pub damaged: u64,
    /// How long it took.
    pub took: Duration,
}

/// Folds every game of a site, and looks whether everything fits together.
pub fn verify(database: &Database, tell: Tell<'_>) -> Result<Report, ArchiveError> {
    let begun = Instant::now();
    let mut source = reader(database)?;
    let mut report = Report::default();
    tell(Stand { doing: "verifying", what: "the database itself", done: 0, of: 1 });
    report.faults.extend(source.check()?.into_iter().map(|fault| format!("the file itself: {fault}")));
    let is_sound = report.faults.is_empty();
    match look(&mut *source, &mut report, tell) {
        Ok(()) => {}
        // Of a damaged file not everything can be read.
        Err(error) if !is_sound => report.faults.push(format!("what follows cannot be read: {error}")),
        Err(error) => return Err(error),
    }
    report.took = begun.elapsed();
    Ok(report)
}

fn look(source: &mut dyn Reader, report: &mut Report, tell: Tell<'_>) -> Result<(), ArchiveError> {
    let people = People::read(source, &mut report.faults)?;
    let found = fold_all(source, &people, tell)?;
    (report.games, report.events) = (found.games, found.events);
    let mut damaged = found.damaged;
    damaged.extend(found.links.broken());
    // In the order in which people know them.
    damaged.sort();
    let mut last = None;
    for Damaged { number, name, faults } in damaged {
        report.damaged += u64::from(last.as_ref() != Some(&name));
        report.faults.extend(faults.into_iter().map(|fault| format!("game {number} ({name}): {fault}")));
        last = Some(name);
    }
    for table in [&ACT, &CHALLENGE, &SHELF] {
        accounts::look(source, table, &mut report.faults)?;
    }
    Ok(())
}

/// A game with something wrong in it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Damaged {
    /// Its number; 0: nobody knows.
    number: i64,
    /// Its id.
    name: String,
    faults: Vec<String>,
}

/// What one thread has found.
#[derive(Default)]
struct Found {
    games: u64,
    events: u64,
    damaged: Vec<Damaged>,
    links: Links,
}

impl Found {
    fn join(&mut self, other: Self) {
        self.games += other.games;
        self.events += other.events;
        self.damaged.extend(other.damaged);
        self.links.join(other.links);
    }
}

/// Folds all games, with all threads that the machine has.
fn fold_all(source: &mut dyn Reader, people: &People, tell: Tell<'_>) -> Result<Found, ArchiveError> {
    let of = source.count(&GAME)?;
    let threads = thread::available_parallelism().map_or(2, usize::from);
    let done = AtomicU64::new(0);
    let stand = || {
        let done = done.load(Ordering::Relaxed).min(of);
        tell(Stand { doing: "verifying", what: "games", done, of });
    };
    let (sender, receiver) = sync_channel::<Vec<Whole>>(threads * READY);
    let receiver = Mutex::new(receiver);
    thread::scope(|scope| {
        let fold = || fold(&receiver, people, &done);
        let folding: Vec<_> = (0..threads).map(|_| scope.spawn(fold)).collect();
        let read = hand_over(source, &sender, &stand);
        drop(sender);
        let mut found = Found::default();
        for folding in folding {
            match folding.join() {
                Ok(one) => found.join(one),
                // It is not swallowed: there is a fault in this program.
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        stand();
        read.map(|()| found)
    })
}

/// Reads all games, and hands them to those who fold them.
fn hand_over(
    source: &mut dyn Reader,
    sender: &SyncSender<Vec<Whole>>,
    stand: &dyn Fn(),
) -> Result<(), ArchiveError> {
    let mut games = Games::begin(source)?;
    loop {
        let mut together = Vec::with_capacity(TOGETHER);
        while together.len() < TOGETHER
            && let Some(whole) = games.next(source)?
        {
            together.push(whole);
        }
        if together.is_empty() {
            return Ok(());
        }
        // They end only when nothing comes any more.
        let _ = sender.send(together);
        stand();
    }
}

/// Folds games until there are no more.
fn fold(receiver: &Mutex<Receiver<Vec<Whole>>>, people: &People, done: &AtomicU64) -> Found {
    let (mut found, mut books) = (Found::default(), Books::default());
    loop {
        // The lock is held only while waiting, not while folding.
        let next = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(together) = next else { return found };
        for whole in &together {
            game::check(whole, &mut books, people, &mut found);
        }
        done.fetch_add(together.len() as u64, Ordering::Relaxed);
    }
}
