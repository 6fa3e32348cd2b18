//! The CPU time that single positions can cause: `cargo xtask complexity`.
//!
//! A seeded stream of composed rules and positions, and hill climbs over the positions of each named rule set, look for
//! costly positions. Each position is refused, or each request about it stays below a limit. A request is what the play
//! site computes at once: it creates the game, shows it, explains an attempt, reads a typed move, or plays one.
//!
//! `cargo bench -p draughts --bench complexity -- --compositions 10000 --climb-seconds 60`

mod cpu_time;
#[path = "../../tests/hostile/mod.rs"]
mod hostile;
mod requests;
#[path = "../../tests/strategies/mod.rs"]
mod strategies;

use std::num::NonZero;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use draughts::{Position, Rules, Setup, variant};
use hostile::Rng;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use requests::Worst;

/// The most CPU time of a request about a composed position, in milliseconds.
const COMPOSED_LIMIT: f64 = 50.0;
/// The most CPU time of a request about a position of a named rule set, in milliseconds.
const NAMED_LIMIT: f64 = 20.0;

/// Positions that took seconds before equal states were merged.
const KNOWN: [(&str, &str); 2] = [
    ("frisian", "W:WK15:B2,5,7,10,11,13,14,19,24,26,28,31,32,34,37,40,41,42,43,44"),
    ("frisian", "W:WK15:B2,5,7,10,11,13,14,19,24,26,28,31,34,40,41,42,43,44"),
];

/// Checks the known positions.
fn check_known() -> bool {
    let (mut rng, mut worst) = (Rng::new(1), Worst::new(NAMED_LIMIT));
    for (id, fen) in KNOWN {
        let position = Rules::named(id).ok().and_then(|rules| Position::from_fen(&rules, fen).ok());
        println!("{id} {fen}: {:?}", position.as_ref().map(Position::capture_work));
        if let Some(position) = position {
            worst.measure(&position, &mut rng);
        }
    }
    worst.report("known positions")
}

/// Checks composed rules, each with one position; the most complex of some mutations for every tenth.
fn check_compositions(count: usize) -> bool {
    let mut runner = TestRunner::deterministic();
    let (mut rng, mut worst, mut refused) = (Rng::new(1), Worst::new(COMPOSED_LIMIT), 0);
    for number in 0..count {
        let Ok(tree) = strategies::playable().new_tree(&mut runner) else { continue };
        let rules = tree.current();
        let mut setup = hostile::scatter(&rules, &mut rng);
        if number % 10 == 0 {
            let steps =
                |setup: &Setup| Position::new(&rules, setup).map_or(u32::MAX, |at| at.capture_work().steps);
            for _ in 0..50 {
                let changed = hostile::mutate(&rules, &setup, &mut rng);
                if steps(&changed) != u32::MAX && steps(&changed) >= steps(&setup) {
                    setup = changed;
                }
            }
        }
        match Position::new(&rules, &setup) {
            Ok(position) => worst.measure(&position, &mut rng),
            Err(_) => refused += 1,
        }
    }
    worst.report(&format!("{count} compositions, {refused} refused"))
}

/// Climbs over the positions of a named rule set.
fn check_climb(rules: &Rules, time: Duration, seed: u64) -> bool {
    let (mut rng, mut worst, start) = (Rng::new(seed), Worst::new(NAMED_LIMIT), Instant::now());
    let (mut positions, mut most_steps) = (0, 0);
    let mut requests_rng = Rng::new(seed + 1);
    hostile::climb(rules, &mut rng, |position| {
        let steps = position.capture_work().steps;
        // Cheap positions are only climbed from.
        if steps * 2 > most_steps || positions % 100 == 0 {
            worst.measure(position, &mut requests_rng);
        }
        most_steps = most_steps.max(steps);
        positions += 1;
        (start.elapsed() < time).then_some(u64::from(steps) + 1)
    });
    worst.report(&format!("{}: {positions} positions, at most {most_steps} steps", rules.rule_set().id))
}

/// Climbs over the positions of each named rule set, on all cores. The CPU time is that of each thread.
fn check_climbs(time: Duration) -> bool {
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let (rules, next, is_within) =
        (variant::ALL.map(Rules::from), AtomicUsize::new(0), AtomicBool::new(true));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((seed, rules)) =
                    rules.iter().enumerate().nth(next.fetch_add(1, Ordering::Relaxed))
                {
                    is_within.fetch_and(check_climb(rules, time, seed as u64 + 1), Ordering::Relaxed);
                }
            });
        }
    });
    is_within.into_inner()
}

/// Returns the number after an option.
fn option(name: &str, usual: usize) -> usize {
    let mut arguments = std::env::args().skip_while(|argument| argument != name).skip(1);
    arguments.next().and_then(|value| value.parse().ok()).unwrap_or(usual)
}

fn main() -> ExitCode {
    let mut is_within = check_known();
    is_within &= check_compositions(option("--compositions", 10_000));
    is_within &= check_climbs(Duration::from_secs(option("--climb-seconds", 60) as u64));
    if is_within { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
