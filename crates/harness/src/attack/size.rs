//! The sizes of the attacks.

use std::time::Duration;

/// Maximum 99th percentile of the times of moves of an optimised build, in milliseconds.
const MAX_P99: f64 = 100.0;
/// How much slower a build without optimisation may be.
const UNOPTIMISED: f64 = 3.0;

/// How large the attacks are, and how long they last.
#[derive(Clone, Copy, Debug)]
pub struct AttackSize {
    /// Number of games in play.
    pub games: usize,
    /// Duration of each attack that has no end of its own.
    pub duration: Duration,
    /// Maximum number of connections from one address, as the site is configured.
    pub per_address: usize,
    /// Number of requests for the costly position on each of 6 connections.
    pub position_requests: usize,
    /// Number of slow and idle connections.
    pub connections: usize,
    /// Whether to wait until the site closes the slow connections.
    pub awaits_timeouts: bool,
    /// Number of connections that send nearly all of a long request.
    pub bodies: usize,
    /// Number of live connections that announce long frames.
    pub frames: usize,
    /// Number of games of the exported account.
    pub exported_games: usize,
    /// Number of exports in parallel.
    pub exports: usize,
    /// Number of requests from one address.
    pub requests: usize,
    /// Number of open home pages.
    pub home_pages: usize,
    /// Number of spectators of one game.
    pub spectators: usize,
    /// Number of moves of the player who answers pings late.
    pub late_moves: usize,
    /// How often an attack is repeated after moves were too slow: once where other work shares the machine.
    pub repetitions: u8,
    /// Maximum 99th percentile of the times of moves, in milliseconds.
    pub max_p99: f64,
}

impl AttackSize {
    /// The attacks as they are measured.
    pub const LONG: Self = Self {
        games: 50,
        duration: Duration::from_secs(10),
        per_address: 500,
        position_requests: 200,
        connections: 1_000,
        awaits_timeouts: true,
        bodies: 80,
        frames: 40,
        exported_games: 400,
        exports: 30,
        requests: 3_000,
        home_pages: 300,
        spectators: 500,
        late_moves: 60,
        repetitions: 0,
        max_p99: MAX_P99,
    };

    /// Smaller attacks, for tests.
    pub const SHORT: Self = Self {
        games: 12,
        duration: Duration::from_secs(2),
        per_address: 50,
        position_requests: 20,
        connections: 100,
        awaits_timeouts: false,
        bodies: 50,
        frames: 9,
        exported_games: 20,
        exports: 5,
        requests: 4_000,
        home_pages: 30,
        spectators: 40,
        late_moves: 8,
        repetitions: 1,
        max_p99: if cfg!(debug_assertions) { MAX_P99 * UNOPTIMISED } else { MAX_P99 },
    };
}
