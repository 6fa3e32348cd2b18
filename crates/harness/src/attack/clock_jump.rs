//! The clock of the machine jumps forward while games are played.

use std::fs;
use std::path::Path;
use std::time::Duration;

use tokio::time::sleep;

use super::games::Games;
use super::memory;
use super::refusals::Findings;
use super::report::AttackResult;
use super::size::AttackSize;
use crate::Error;
use crate::server::ServerCommand;

/// The offsets of the clock, one after the other. The last jump is longer than any clock of the games.
const OFFSETS: [&str; 3] = ["+1s", "+3s", "+63s"];

/// The time between two jumps: the site reads the clock every second, and its value is cached for another.
const PAUSE: Duration = Duration::from_secs(4);

/// Plays games on a site of its own while its clock jumps. Returns the result, without times: commands wait for the
/// compensation of the clocks.
pub(super) async fn run(program: &Path, size: AttackSize) -> Result<(AttackResult, usize), Error> {
    let folder = tempfile::tempdir()?;
    let offset = folder.path().join("offset");
    fs::write(&offset, "+0s\n")?;
    let mut command = ServerCommand::new(program, &folder.path().join("attack.db"));
    command.clock_skew_file = Some(offset.clone());
    let server = command.spawn().await?;
    let games = Games::start(&server.origin, size.games).await?;
    for text in OFFSETS {
        fs::write(&offset, format!("{text}\n"))?;
        sleep(size.duration.max(PAUSE)).await;
    }
    let (measured, memory_kib) = (games.take(), memory::peak_kib(server.pid()));
    let flags = games.finish().await?;
    let mut findings = Findings::default();
    findings.notes.push(format!("jumps to {}", OFFSETS.join(", ")));
    let result = AttackResult::new("the clock of the machine jumps forward", measured, memory_kib, findings);
    Ok((result.untimed(), flags))
}
