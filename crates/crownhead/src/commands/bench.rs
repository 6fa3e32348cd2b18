//! Measures the engine on fixed positions: node counts, speed, speed with and without a network, and speedup by threads.

use std::collections::BTreeMap;
use std::io::Write;

use draughts::Rules;
use engine::network::NetworkChoice;
use engine::{BenchComparison, BenchPosition, BenchResult, Speedup};

use super::input;
use crate::args::BenchArgs;
use crate::failure::Failure;

/// The nodes and seconds of searches on one board.
#[derive(Clone, Copy, Default)]
struct Total {
    nodes: u64,
    seconds: f64,
}

impl Total {
    fn add(&mut self, result: &BenchResult) {
        self.nodes += result.nodes;
        self.seconds += result.time.as_secs_f64();
    }

    /// Returns the speed in million nodes per second.
    fn speed(self) -> f64 {
        self.nodes as f64 / self.seconds.max(1e-9) / 1e6
    }
}

pub(crate) fn run(args: &BenchArgs, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(threads) = args.threads {
        return speedup(threads, out);
    }
    let network = input::any_network(args.network.as_deref())?;
    match (args.compare, &network) {
        (false, _) => signature(&network, out),
        (true, NetworkChoice::None) => {
            Err(Failure::Input("--compare needs a network: remove --network none".to_owned()))
        }
        (true, _) => compare(&network, out),
    }
}

/// Returns the name of the board of a position, such as 10x10.
fn board(position: &BenchPosition) -> Option<String> {
    let rules = Rules::named(position.rules).ok()?;
    let board = rules.rule_set().board;
    Some(format!("{}x{}", board.width, board.height))
}

/// Searches the benchmark positions. Prints the node counts and the signature, and the speed on standard error.
fn signature(network: &NetworkChoice, out: &mut impl Write) -> Result<(), Failure> {
    let (mut all, mut boards) = (Total::default(), BTreeMap::<String, Total>::new());
    let mut written = Ok(());
    let total = engine::bench(network, |result| {
        let BenchResult { position, nodes, .. } = result;
        let mut own = Total::default();
        own.add(result);
        all.add(result);
        if let Some(board) = board(position) {
            boards.entry(board).or_default().add(result);
        }
        let fen = position.fen.unwrap_or("start");
        let line = writeln!(out, "{:17} depth {:2}  {nodes:>10}  {fen}", position.rules, position.depth);
        if written.is_ok() {
            written = line;
        }
        eprintln!("{:17} {:6.2} million nodes per second", position.rules, own.speed());
    });
    written?;
    let total = total.map_err(Failure::input)?;
    for (board, total) in boards {
        eprintln!("{board:17} {:6.2} million nodes per second", total.speed());
    }
    eprintln!("{:.2} s, {:.2} million nodes per second", all.seconds, all.speed());
    Ok(writeln!(out, "{total}")?)
}

/// Compares the speed of the network with that of the hand-made evaluation. Prints both by board, and their ratio.
fn compare(network: &NetworkChoice, out: &mut impl Write) -> Result<(), Failure> {
    let mut boards = BTreeMap::<String, [Total; 2]>::new();
    let compared = engine::compare(network, |BenchComparison { network, hand_made, .. }| {
        if let Some(board) = board(&network.position) {
            let totals = boards.entry(board).or_default();
            totals[0].add(network);
            totals[1].add(hand_made);
        }
    });
    compared.map_err(Failure::input)?;
    if boards.is_empty() {
        return Err(Failure::Input("no position of the benchmark can use this network".to_owned()));
    }
    writeln!(out, "million nodes per second")?;
    writeln!(out, "board  network  hand-made  ratio")?;
    for (board, totals) in boards {
        let [network, hand_made] = totals.map(Total::speed);
        writeln!(out, "{board:5} {network:8.2} {hand_made:10.2} {:4.0} %", 100.0 * network / hand_made)?;
    }
    Ok(())
}

/// Measures the speed-up by threads. Prints it per position, and the median.
fn speedup(threads: u16, out: &mut impl Write) -> Result<(), Failure> {
    let mut result = Ok(());
    let median = engine::speedup(threads.into(), |speedup| {
        let Speedup { position, one_thread, all_threads, .. } = speedup;
        let (one_thread, all_threads) = (one_thread.as_secs_f64(), all_threads.as_secs_f64());
        let line = writeln!(
            out,
            "{:17} {one_thread:6.2} s, {all_threads:6.2} s: speedup {:.2}",
            position.rules,
            speedup.ratio()
        );
        if result.is_ok() {
            result = line;
        }
    });
    result?;
    let median = median.map_err(Failure::input)?;
    Ok(writeln!(out, "median speedup with {threads} threads: {median:.2}")?)
}
