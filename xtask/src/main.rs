//! Development tasks of this repository: `cargo xtask`.

#![forbid(unsafe_code)]

mod api;
mod browser;
mod command;
mod complexity;
mod fuzz;
mod layers;
mod package;
mod pages;
mod peers;
mod program;
mod scenarios;
mod section;
mod services;
mod source;
#[cfg(target_os = "linux")]
mod supervisor;
mod system;
mod test;
mod tidy;

use std::path::PathBuf;
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask test [--only PART[,PART]] [--without PART[,PART]]
                            runs all checks that a change must pass, or some parts of them (test --help lists the parts)
cargo xtask tidy            checks file sizes, links, paths, retired words, rule pages, cited tests, layers and API
                            listings
cargo xtask layers          records the layers of crates and modules in ARCHITECTURE.md; fails on cycles
cargo xtask api             writes the public API of the library crates to crates/*/api.txt
cargo xtask package         packages the libraries and builds a separate project with the packages
cargo xtask pages           updates the generated sections of docs/play/rules/*.md
cargo xtask peers           tests interoperability with pydraughts, and the API with schemathesis
cargo xtask services        downloads the servers that the tests need and the system lacks: PostgreSQL, NATS, nginx
cargo xtask browser [NAME]  runs the browser tests, or those whose names contain NAME
cargo xtask pictures        takes the screenshots in docs/pictures
cargo xtask measure         measures paint times, the delay until a move is shown, and layout shifts in a browser
cargo xtask crash [--kills N] [--games N] [--seed N]
                            kills the site during games and checks that no acknowledged move is lost
cargo xtask chaos [--games N] [--rounds N] [--outage SECONDS] [--seed N]
                            runs the crash test on 3 nodes while nodes, workers, PostgreSQL and NATS fail
cargo xtask rolling [--games N] [--rounds N] [--seed N]
                            restarts 3 nodes one after another during games and checks that no command fails
cargo xtask archive [--games N]
                            moves a site of 100,000 games to PostgreSQL and back, backs it up, restores and verifies it
cargo xtask site-size [--games N] [--guests N] [--playing N] [--requests N] [--seconds N]
                            measures pages, moves and cleanup of a site with 200,000 finished games and 1,000,000 guests,
                            and its size before and after old games are archived
cargo xtask site GAMES DATABASE
                            generates a site with that many games in a new file or an empty database
cargo xtask load [--games N] [--seconds N] [--spectators N] [--small]
                            measures the load that the site carries on SQLite, on PostgreSQL, and on 3 nodes; --small:
                            on SQLite only
cargo xtask attack [--short]
                            attacks the site with hostile and heavy clients while 50 games are played, and fails if moves
                            take more than 100 ms (p99), flags fall, memory exceeds 300 MiB, or a refusal has no code
cargo xtask start           measures how long the site takes to start and to stop
cargo xtask perft           checks the perft tables up to 10⁹ nodes (takes minutes)
cargo xtask complexity [--compositions N] [--climb-seconds N]
                            measures the CPU time of requests about 10,000 composed positions, and about costly positions
                            of each named rule set, found by hill climbing for 60 seconds
cargo xtask fuzz TARGET [SECONDS]
                            fuzzes fen, ruleset_json, move_text, event_log, network, pdn or samples
                            (for 60 seconds)
cargo xtask supervise PROGRAM [ARGUMENT]...
                            runs a program, then ends its processes and removes its temporary files, even if xtask is
                            killed. On Linux, all commands except tidy, layers, api and pages are supervised.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if matches!(arguments.as_slice(), [] | ["help" | "--help" | "-h"]) {
        println!("{HELP}");
        return ExitCode::SUCCESS;
    }
    #[cfg(target_os = "linux")]
    if let Some(outcome) = supervisor::run(&arguments) {
        return outcome.unwrap_or_else(|reason| fail(&reason));
    }
    let outcome = match arguments.as_slice() {
        ["test", rest @ ..] => test::test(rest),
        ["tidy"] => tidy::tidy(),
        ["layers"] => layers::write(),
        ["api"] => api::write(),
        ["package"] => package::package(package::Depth::Full),
        ["pages"] => pages::write(),
        ["perft"] => test::perft(),
        ["complexity", rest @ ..] => complexity::measure(rest),
        ["pictures"] => browser::take_pictures(),
        ["measure"] => browser::measure(),
        ["browser"] => browser::test(""),
        ["browser", name] => browser::test(name),
        ["peers"] => peers::test(),
        ["services"] => services::ensure_available(),
        [
            scenario
            @ ("crash" | "load" | "start" | "chaos" | "rolling" | "archive" | "site-size" | "attack"),
            rest @ ..,
        ] => scenarios::run_scenario(scenario, rest),
        ["site", games, database] => scenarios::generate_site(games, database),
        ["fuzz", target] => fuzz::fuzz(target, "60"),
        ["fuzz", target, seconds] => fuzz::fuzz(target, seconds),
        ["supervise", program, rest @ ..] => command::run(command::command(program).args(rest)),
        _ => Err(HELP.to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => fail(&reason),
    }
}

fn fail(reason: &str) -> ExitCode {
    eprintln!("{reason}");
    ExitCode::FAILURE
}

/// Returns the folder of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}
