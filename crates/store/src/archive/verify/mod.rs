//! The check of a site: every game is replayed from its log, and derived data is compared with the result.
//!
//! One thread reads, in one transaction, so that the site may be running; the other threads replay.

mod accounts;
mod fields;
mod game;
mod game_stream;
mod rematches;
mod rule_sets;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::error::ArchiveError;
use super::open::reader;
use super::progress::{OnProgress, Progress};
use super::rows::Reader;
use super::tables::{AUDIT_ENTRY, CHALLENGE, GAME, SAVED_RULE_SET};
use crate::database::Database;
use accounts::AccountData;
use game_stream::{GameRecords, GameStream};
use rematches::RematchLinks;
use rule_sets::{RuleSets, RulesCache};

/// Number of games per batch.
const BATCH: usize = 64;
/// Maximum number of waiting batches per thread.
const MAX_WAITING: usize = 4;

/// The result of a check.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct VerifyReport {
    /// The number of checked games.
    pub games: u64,
    /// The number of their events.
    pub events: u64,
    /// The inconsistencies, each with the name of the game or of the row.
    pub inconsistencies: Vec<String>,
    /// The number of damaged games.
    pub damaged: u64,
    /// The duration.
    pub elapsed: Duration,
}

/// Replays every game of a site, and checks the consistency of all data.
pub fn verify(database: &Database, on_progress: OnProgress<'_>) -> Result<VerifyReport, ArchiveError> {
    let start = Instant::now();
    let mut source = reader(database)?;
    let mut report = VerifyReport::default();
    on_progress(Progress { action: "verifying", subject: "the database itself", done: 0, total: 1 });
    report
        .inconsistencies
        .extend(source.check()?.into_iter().map(|inconsistency| format!("the file itself: {inconsistency}")));
    let is_sound = report.inconsistencies.is_empty();
    match check(&mut *source, &mut report, on_progress) {
        Ok(()) => {}
        // A damaged file may not be readable to the end.
        Err(error) if !is_sound => report.inconsistencies.push(format!("the rest cannot be read: {error}")),
        Err(error) => return Err(error),
    }
    report.elapsed = start.elapsed();
    Ok(report)
}

fn check(
    source: &mut dyn Reader,
    report: &mut VerifyReport,
    on_progress: OnProgress<'_>,
) -> Result<(), ArchiveError> {
    let accounts = AccountData::read(source, &mut report.inconsistencies)?;
    let rule_sets = RuleSets::read(source, &mut report.inconsistencies)?;
    let findings = replay_all(source, &accounts, &rule_sets, on_progress)?;
    (report.games, report.events) = (findings.games, findings.events);
    let mut damaged = findings.damaged;
    damaged.extend(findings.rematches.into_damaged_games());
    // By the number of the game.
    damaged.sort();
    let mut last = None;
    for DamagedGame { number, id, inconsistencies } in damaged {
        report.damaged += u64::from(last.as_ref() != Some(&id));
        report.inconsistencies.extend(
            inconsistencies.into_iter().map(|inconsistency| format!("game {number} ({id}): {inconsistency}")),
        );
        last = Some(id);
    }
    for table in [&AUDIT_ENTRY, &CHALLENGE, &SAVED_RULE_SET] {
        accounts::check(source, table, &mut report.inconsistencies)?;
    }
    Ok(())
}

/// A damaged game.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct DamagedGame {
    /// The number; 0 if it is unknown.
    number: i64,
    id: String,
    inconsistencies: Vec<String>,
}

/// The findings of one thread.
#[derive(Default)]
struct Findings {
    games: u64,
    events: u64,
    damaged: Vec<DamagedGame>,
    rematches: RematchLinks,
}

impl Findings {
    fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.events += other.events;
        self.damaged.extend(other.damaged);
        self.rematches.merge(other.rematches);
    }
}

/// Replays all games, with one thread per processor.
fn replay_all(
    source: &mut dyn Reader,
    accounts: &AccountData,
    rule_sets: &RuleSets,
    on_progress: OnProgress<'_>,
) -> Result<Findings, ArchiveError> {
    let total = source.count(&GAME)?;
    let threads = thread::available_parallelism().map_or(2, usize::from);
    let done = AtomicU64::new(0);
    let report = || {
        let done = done.load(Ordering::Relaxed).min(total);
        on_progress(Progress { action: "verifying", subject: "games", done, total });
    };
    let (sender, receiver) = sync_channel::<Vec<GameRecords>>(threads * MAX_WAITING);
    let receiver = Mutex::new(receiver);
    thread::scope(|scope| {
        let replay = || replay(&receiver, accounts, rule_sets, &done);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(replay)).collect();
        let read = send_games(source, &sender, &report);
        drop(sender);
        let mut findings = Findings::default();
        for worker in workers {
            match worker.join() {
                Ok(other) => findings.merge(other),
                // A panic is a bug of this program.
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        report();
        read.map(|()| findings)
    })
}

/// Reads all games, and sends them to the workers in batches.
fn send_games(
    source: &mut dyn Reader,
    sender: &SyncSender<Vec<GameRecords>>,
    report: &dyn Fn(),
) -> Result<(), ArchiveError> {
    let mut games = GameStream::start(source)?;
    loop {
        let mut batch = Vec::with_capacity(BATCH);
        while batch.len() < BATCH
            && let Some(records) = games.next(source)?
        {
            batch.push(records);
        }
        if batch.is_empty() {
            return Ok(());
        }
        // The receiver outlives the sender, so this cannot fail.
        let _ = sender.send(batch);
        report();
    }
}

/// Replays games until there are no more.
fn replay(
    receiver: &Mutex<Receiver<Vec<GameRecords>>>,
    accounts: &AccountData,
    rule_sets: &RuleSets,
    done: &AtomicU64,
) -> Findings {
    let (mut findings, mut rules_cache) = (Findings::default(), RulesCache::new(rule_sets));
    loop {
        // The lock is held while waiting, not while replaying.
        let next = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(batch) = next else { return findings };
        let games = batch.len() as u64;
        for records in batch {
            game::check(records, &mut rules_cache, accounts, &mut findings);
        }
        done.fetch_add(games, Ordering::Relaxed);
    }
}
