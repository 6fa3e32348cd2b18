//! Attacks a site while games are played: with costly requests, slow and idle connections, long frames, floods, and crowds
//! of visitors. Each attack has a bounded size and duration, and comes from addresses of this machine only.
//!
//! Players and attackers have addresses of their own (127.0.0.0/8), so that the limits of the site apply as they do to
//! strangers.

mod address;
mod clock_jump;
mod command_flood;
mod costly_position;
mod exports;
mod games;
mod home_pages;
mod large_bodies;
mod large_frames;
mod late_move;
mod late_pongs;
mod memory;
mod refusals;
mod report;
mod session_fixation;
mod size;
mod slow_connections;
mod spectators;

use std::net::IpAddr;
use std::path::Path;
use std::time::Duration;

use tokio::time::{sleep, timeout};

use crate::Error;
use crate::server::{Server, ServerCommand};
use games::Games;
pub use refusals::Findings;
pub use report::{AttackResult, Report};
pub use size::AttackSize;

/// Maximum duration of an attack.
const MAX_DURATION: Duration = Duration::from_secs(90);

/// A kind of attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Attack {
    CostlyPosition,
    SlowConnections,
    LargeBodies,
    LargeFrames,
    Exports,
    CommandFlood,
    HomePages,
    Spectators,
    LatePongs,
    LateMove,
    SessionFixation,
}

/// The attacks in the order in which they run, each with a description.
const ATTACKS: [(Attack, &str); 11] = [
    (Attack::CostlyPosition, "a costly Frisian position: created, read and analysed"),
    (Attack::SlowConnections, "connections that send half a header, half a body or nothing"),
    (Attack::LargeBodies, "requests of 1 MiB without their last byte"),
    (Attack::LargeFrames, "WebSockets that announce frames of 15 MiB"),
    (Attack::Exports, "exports in parallel of an account with many games"),
    (Attack::CommandFlood, "a flood of commands, and one of requests"),
    (Attack::HomePages, "open home pages, one offer a second"),
    (Attack::Spectators, "spectators of one game, as pages"),
    (Attack::LatePongs, "a player who answers pings 1.05 s late"),
    (Attack::LateMove, "an honest move, with 445 ms left and 300 ms of lag"),
    (Attack::SessionFixation, "a guest's session, used after the guest has signed up"),
];

/// The site that is attacked.
struct Target<'a> {
    origin: &'a str,
    size: AttackSize,
    games: &'a Games,
    /// How often the attack has been repeated.
    round: u8,
}

impl Target<'_> {
    /// Returns an address of an attacker.
    fn attacker(&self, attack: Attack, number: usize) -> IpAddr {
        address::attacker(attack, self.round, number)
    }
}

impl Attack {
    async fn run(self, target: &Target<'_>) -> Result<Findings, Error> {
        match self {
            Self::CostlyPosition => costly_position::attack(target).await,
            Self::SlowConnections => slow_connections::attack(target).await,
            Self::LargeBodies => large_bodies::attack(target).await,
            Self::LargeFrames => large_frames::attack(target).await,
            Self::Exports => exports::attack(target).await,
            Self::CommandFlood => command_flood::attack(target).await,
            Self::HomePages => home_pages::attack(target).await,
            Self::Spectators => spectators::attack(target).await,
            Self::LatePongs => late_pongs::attack(target).await,
            Self::LateMove => late_move::attack(target).await,
            Self::SessionFixation => session_fixation::attack(target).await,
        }
    }
}

/// Attacks a site in every way, one after the other, and reports how its players fare.
pub async fn run(program: &Path, size: AttackSize) -> Result<Report, Error> {
    let folder = tempfile::tempdir()?;
    let mut command = ServerCommand::new(program, &folder.path().join("attack.db"));
    // The account with many games is created without limits; the site that is attacked has them.
    let server = command.spawn().await?;
    exports::prepare(&server.origin, size).await?;
    server.terminate()?;
    server.wait().await;
    command.args = ["--log", "error", "--max-connections-per-address", &size.per_address.to_string()]
        .map(str::to_owned)
        .to_vec();
    let server = command.spawn().await?;
    let games = Games::start(&server.origin, size.games).await?;
    let mut results = vec![AttackResult::baseline(watch(&server, &games, size).await)];
    for (attack, name) in ATTACKS {
        let mut result = trial(&server, &games, size, (attack, name), 0).await?;
        for round in 1..=size.repetitions {
            if result.exceeded(size).is_empty() {
                break;
            }
            // Other work of the machine may have delayed the players. Errors are kept.
            result = result.repeated(trial(&server, &games, size, (attack, name), round).await?);
        }
        results.push(result);
    }
    let flags = games.finish().await?;
    drop(server);
    let (jumped, fallen) = clock_jump::run(program, size).await?;
    results.push(jumped);
    Ok(Report { size, results, flags: flags + fallen })
}

/// Attacks the site in one way.
async fn trial(
    server: &Server,
    games: &Games,
    size: AttackSize,
    (attack, name): (Attack, &'static str),
    round: u8,
) -> Result<AttackResult, Error> {
    let target = Target { origin: &server.origin, size, games, round };
    memory::reset_peak(server.pid());
    games.take();
    let findings = timeout(MAX_DURATION, attack.run(&target))
        .await
        .map_err(|_| Error(format!("{name}: not over after {MAX_DURATION:?}")))?
        .map_err(|error| Error(format!("{name}: {error}")))?;
    // A pause longer than the attack would not be seen otherwise.
    sleep(games::PACE * 2).await;
    Ok(AttackResult::new(name, games.take(), memory::peak_kib(server.pid()), findings))
}

/// Measures the games without an attack.
async fn watch(server: &Server, games: &Games, size: AttackSize) -> (games::Measurements, u64) {
    games.take();
    sleep(size.duration).await;
    (games.take(), memory::peak_kib(server.pid()))
}
