//! The chores of this repository: `cargo xtask`.

#![forbid(unsafe_code)]

mod api;
mod browser;
mod fuzz;
#[cfg(target_os = "linux")]
mod keeper;
mod layers;
mod package;
mod pages;
mod peers;
mod program;
mod run;
mod services;
mod source;
mod system;
mod test;
mod tidy;
mod trials;

use std::path::PathBuf;
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask test [--only PART[,PART]] [--without PART[,PART]]
                            everything that must hold before a change lands, or the parts of it named in test --help
cargo xtask tidy            the repository checks itself: file sizes, links, paths, pages, traces, layers, APIs
cargo xtask layers          records in ARCHITECTURE.md which module may use which; refuses cycles
cargo xtask api             lists the public API of the library crates in crates/*/api.txt
cargo xtask package         packages the libraries, and uses the packages in a project of their own
cargo xtask pages           writes the generated part of docs/play/rules/*.md anew
cargo xtask peers           software that others wrote reads what we write, and we what it writes
cargo xtask services        unpacks the servers that the tests start, where the system lacks them: PostgreSQL, NATS, nginx
cargo xtask browser [PART]  the pages in a real browser, all tests or those with this in their names
cargo xtask pictures        takes the pictures in docs/pictures anew
cargo xtask measure         measures the pages in a browser: how soon one can act, how soon a move is seen, what jumps
cargo xtask crash [--kills N] [--games N] [--seed N]
                            kills the site under games, and proves that nothing acknowledged is lost
cargo xtask chaos [--games N] [--rounds N] [--away SECONDS] [--seed N]
                            lets everything fail around three nodes, and proves the same
cargo xtask rolling [--games N] [--rounds N] [--seed N]
                            restarts three nodes one after the other under games: no command fails
cargo xtask archive [--games N]
                            a site of 100,000 games moved to PostgreSQL and back, backed up, restored, verified
cargo xtask site GAMES DATABASE
                            makes up a site with so many games, in a new file or an empty database
cargo xtask load [--games N] [--seconds N] [--spectators N] [--small]
                            how much the site carries on SQLite, on PostgreSQL, and on three nodes; --small: on SQLite only
cargo xtask start           how soon the site answers, and how soon it stops
cargo xtask perft           the node tables up to a thousand million nodes (minutes)
cargo xtask fuzz TARGET [SECONDS]
                            feeds garbage to fen, ruleset_json, move_text, event_log or pdn
                            (60 seconds)
cargo xtask kept PROGRAM [ARGUMENT]...
                            runs a program and leaves nothing of it behind, as all commands but tidy, layers, api and
                            pages do: when it ends or is killed, its processes are ended and its temporary files removed";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    #[cfg(target_os = "linux")]
    if let Some(outcome) = keeper::run(&arguments) {
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
        ["pictures"] => browser::pictures(),
        ["measure"] => browser::measure(),
        ["browser"] => browser::browser(""),
        ["browser", part] => browser::browser(part),
        ["peers"] => peers::peers(),
        ["services"] => services::provide(),
        [trial @ ("crash" | "load" | "start" | "chaos" | "rolling" | "archive"), rest @ ..] => {
            trials::trial(trial, rest)
        }
        ["site", games, database] => trials::site(games, database),
        ["fuzz", target] => fuzz::fuzz(target, "60"),
        ["fuzz", target, seconds] => fuzz::fuzz(target, seconds),
        ["kept", program, rest @ ..] => run::run(program, rest),
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

/// The folder of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}
