//! The command line of Crownhead: a play site, an engine and tools for draughts (checkers).

#![forbid(unsafe_code)]

mod args;
mod board;
mod commands;
mod failure;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

/// A site allocates and frees many small messages on all threads, which the allocator of the C library is slow at
/// (docs/develop/performance.md).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let args = args::Args::parse();
    // Not locked: the Hub protocol writes from another thread.
    let mut out = std::io::stdout();
    match commands::run(args.command, args.language.into(), &mut out).and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
