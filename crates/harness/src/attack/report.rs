//! The results of the attacks.

use std::fmt;

use super::games::Measurements;
use super::refusals::Findings;
use super::size::AttackSize;

/// Maximum memory of the site, in KiB.
const MAX_MEMORY_KIB: u64 = 300 << 10;

/// The results of all attacks.
#[derive(Debug)]
pub struct Report {
    /// The size of the attacks.
    pub size: AttackSize,
    /// The baseline without an attack, then one result per attack.
    pub results: Vec<AttackResult>,
    /// Number of flags that fell in the games of all attacks.
    pub flags: usize,
}

/// The result of an attack.
#[derive(Debug)]
pub struct AttackResult {
    name: &'static str,
    /// Whether the times are limited.
    is_timed: bool,
    /// Number of moves that were acknowledged and delivered during the attack.
    pub moves: usize,
    /// The 99th percentile of the times from the sending of a move to its acknowledgement, in milliseconds.
    pub acknowledgement_p99: f64,
    /// The 99th percentile of the times from the sending of a move to its arrival at the opponent, in milliseconds.
    pub delivery_p99: f64,
    /// Peak memory of the site, in KiB.
    pub memory_kib: u64,
    /// Games that ended because a connection was lost or a move was refused.
    pub game_errors: Vec<String>,
    /// The answers of the site to the attack.
    pub findings: Findings,
}

impl AttackResult {
    pub(super) fn new(
        name: &'static str,
        mut measured: Measurements,
        memory_kib: u64,
        findings: Findings,
    ) -> Self {
        Self {
            name,
            is_timed: true,
            moves: measured.delivery.len(),
            acknowledgement_p99: p99(&mut measured.acknowledgement),
            delivery_p99: p99(&mut measured.delivery),
            memory_kib,
            game_errors: measured.errors,
            findings,
        }
    }

    /// Returns the limits on time and memory that were exceeded.
    pub(super) fn exceeded(&self, size: AttackSize) -> Vec<String> {
        let times = [("acknowledgement", self.acknowledgement_p99), ("opponent", self.delivery_p99)];
        let slow = times.into_iter().filter(|(_, p99)| self.is_timed && *p99 > size.max_p99);
        let slow = slow.map(|(quantity, p99)| {
            format!("{}: p99 to the {quantity} {p99:.1} ms, at most {} allowed", self.name, size.max_p99)
        });
        let memory = (self.memory_kib > MAX_MEMORY_KIB).then(|| {
            format!("{}: {} KiB of memory, at most {MAX_MEMORY_KIB} allowed", self.name, self.memory_kib)
        });
        slow.chain(memory).collect()
    }

    /// Returns the result without a limit on its times.
    pub(super) fn untimed(self) -> Self {
        Self { is_timed: false, ..self }
    }

    /// Returns the result of the same attack, repeated. Errors and the peak of the memory are kept.
    pub(super) fn repeated(self, mut again: Self) -> Self {
        again.game_errors.extend(self.game_errors);
        again.findings.errors.extend(self.findings.errors);
        again.memory_kib = again.memory_kib.max(self.memory_kib);
        again
    }

    pub(super) fn baseline((measured, memory_kib): (Measurements, u64)) -> Self {
        Self::new("no attack", measured, memory_kib, Findings::default())
    }
}

/// Returns the 99th percentile.
fn p99(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    let index = (values.len().saturating_sub(1) as f64 * 0.99).round() as usize;
    values.get(index).copied().unwrap_or(f64::INFINITY)
}

impl Report {
    /// Returns the errors that do not depend on the speed of the machine.
    #[must_use]
    pub fn errors(&self) -> Vec<String> {
        let mut errors = Vec::new();
        if self.flags > 0 {
            errors.push(format!("{} flags fell", self.flags));
        }
        for result in &self.results {
            let of_result = result.game_errors.iter().chain(&result.findings.errors);
            errors.extend(of_result.map(|error| format!("{}: {error}", result.name)));
            if result.moves == 0 {
                errors.push(format!("{}: no move was played", result.name));
            }
        }
        errors
    }

    /// Returns the limits on time and memory that were exceeded.
    #[must_use]
    pub fn exceeded(&self) -> Vec<String> {
        self.results.iter().flat_map(|result| result.exceeded(self.size)).collect()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} games with clocks, 2 moves per second each; {} flags fell; p99 of at most {} ms allowed",
            self.size.games, self.flags, self.size.max_p99
        )?;
        writeln!(
            f,
            "| attack | moves | p99 to the acknowledgement, ms | p99 to the opponent, ms | peak memory, MiB | answers |"
        )?;
        writeln!(f, "|---|---:|---:|---:|---:|---|")?;
        for result in &self.results {
            writeln!(
                f,
                "| {} | {} | {:.1} | {:.1} | {} | {} |",
                result.name,
                result.moves,
                result.acknowledgement_p99,
                result.delivery_p99,
                result.memory_kib >> 10,
                result.findings
            )?;
        }
        Ok(())
    }
}
