//! Speed of move generation: `cargo bench -p draughts`.
//!
//! Every node count is asserted. Speed is reported in million nodes per CPU-second, best of three runs; work in
//! instructions per node, counted by valgrind if it is installed, which does not depend on the load of the machine.
//! Both are reported for the generator compiled for the rules and for the one that takes its rules at run time.
//!
//! `cargo bench -p draughts -- russian` measures the rule sets whose id contains `russian`.

use std::fs;
use std::process::Command;
use std::time::Instant;

use draughts::{Position, Rules};

/// A position, with depth and node count for measuring speed and for measuring work.
struct Case {
    rules: &'static str,
    fen: Option<&'static str>,
    speed: (u32, u64),
    work: (u32, u64),
}

const KINGS: &str = "W:WK31-50:BK1-20";

/// One case for each compiled generator. docs/develop/performance.md lists the rule sets that share one.
const CASES: [Case; 17] = [
    start("international", (10, 258_895_763), (8, 6_483_961)),
    Case { rules: "international", fen: Some(KINGS), speed: (10, 58_381_162), work: (8, 1_333_217) },
    start("english", (12, 388_617_999), (9, 3_963_680)),
    start("russian", (11, 110_917_189), (9, 4_570_586)),
    start("brazilian", (11, 105_491_257), (9, 4_431_766)),
    start("pool", (11, 110_833_952), (9, 4_570_534)),
    start("italian", (11, 81_647_058), (9, 3_860_875)),
    start("spanish", (11, 81_383_200), (9, 3_860_866)),
    start("czech", (11, 84_967_210), (9, 3_963_671)),
    start("slovak", (11, 84_998_732), (9, 3_963_671)),
    start("thai", (9, 114_530_830), (7, 1_820_189)),
    start("dame-8x8", (11, 84_892_793), (9, 3_963_648)),
    start("turkish", (8, 123_285_642), (6, 931_312)),
    start("frisian", (10, 85_817_725), (8, 2_825_779)),
    start("breakthrough", (10, 258_895_763), (8, 6_483_961)),
    start("killer", (10, 258_895_763), (8, 6_483_961)),
    start("canadian", (9, 237_209_258), (7, 4_369_366)),
];

const fn start(rules: &'static str, speed: (u32, u64), work: (u32, u64)) -> Case {
    Case { rules, fen: None, speed, work }
}

impl Case {
    fn position(&self, at_run_time: bool) -> Position {
        let rules = Rules::named(self.rules).expect("a named rule set");
        let rules = if at_run_time { rules.at_run_time() } else { rules };
        match self.fen {
            None => Position::initial(&rules),
            Some(fen) => Position::from_fen(&rules, fen).expect("a position"),
        }
    }

    fn run_perft(&self, at_run_time: bool, (depth, nodes): (u32, u64)) {
        assert_eq!(self.position(at_run_time).perft(depth), nodes, "{} at depth {depth}", self.rules);
    }

    /// Measures million nodes per CPU-second.
    fn speed(&self, at_run_time: bool) -> f64 {
        let seconds = (0..3).map(|_| {
            let before = CpuTime::now();
            self.run_perft(at_run_time, self.speed);
            before.seconds_since()
        });
        self.speed.1 as f64 / seconds.fold(f64::INFINITY, f64::min) / 1e6
    }

    /// Measures instructions per node, by running this program under valgrind.
    fn work(&self, number: usize, at_run_time: bool) -> Option<f64> {
        let with = instructions(number, at_run_time, "perft")?;
        let without = instructions(number, at_run_time, "baseline")?;
        Some((with - without) as f64 / self.work.1 as f64)
    }
}

/// The CPU time of this thread if the system reports it, otherwise wall-clock time.
enum CpuTime {
    Cpu(u64),
    Wall(Instant),
}

impl CpuTime {
    fn now() -> Self {
        Self::nanoseconds().map_or_else(|| Self::Wall(Instant::now()), Self::Cpu)
    }

    fn nanoseconds() -> Option<u64> {
        fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
    }

    fn seconds_since(&self) -> f64 {
        match self {
            Self::Cpu(before) => (Self::nanoseconds().unwrap_or(*before) - before) as f64 / 1e9,
            Self::Wall(before) => before.elapsed().as_secs_f64(),
        }
    }
}

/// Returns the number of instructions that valgrind counts for one run of this program with one case.
fn instructions(number: usize, at_run_time: bool, mode: &str) -> Option<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().ok()?)
        .args(["--one", &number.to_string(), &at_run_time.to_string(), mode])
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "valgrind failed: {text}");
    text.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok())
}

/// Runs one case, under valgrind.
fn one(arguments: &[String]) {
    let number: usize = arguments[0].parse().expect("the number of a case");
    let at_run_time = arguments[1] == "true";
    let case = &CASES[number];
    if arguments[2] == "perft" {
        case.run_perft(at_run_time, case.work);
    } else {
        case.run_perft(at_run_time, (0, 1));
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if arguments.first().is_some_and(|argument| argument == "--one") {
        return one(&arguments[1..]);
    }
    let filter = arguments.first().map_or("", String::as_str);
    println!(
        "| rule set | nodes | M nodes/s compiled | run-time | instructions/node compiled | run-time | ratio |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for (number, case) in CASES.iter().enumerate().filter(|(_, case)| case.rules.contains(filter)) {
        let (fixed, run_time) = (case.speed(false), case.speed(true));
        let work = case.work(number, false).zip(case.work(number, true));
        let work = work.map_or("no valgrind | |".to_owned(), |(fixed, run_time)| {
            format!("{fixed:.1} | {run_time:.1} | {:.2}", run_time / fixed)
        });
        let name = case.fen.map_or(case.rules.to_owned(), |_| format!("{}, 20 kings each", case.rules));
        println!("| {name} | {} | {fixed:.0} | {run_time:.0} | {work} |", case.speed.1);
    }
}
