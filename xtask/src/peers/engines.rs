//! pydraughts plays against our engine, every move tried on its own board.

use std::path::Path;
use std::process::Command;

use super::server::{Output, Server};
use crate::{program, root};

/// No game goes on for longer.
const PLIES: &str = "250";

/// Whole games over Hub and over DXP.
pub(super) fn play(python: &Path) -> Result<(), String> {
    let program = &program::for_tests()?;
    games("Hub", python, "xtask/peers/play_hub.py", &[program, PLIES])?;
    let arguments = ["dxp", "--listen", "127.0.0.1:0", "--level", "3", "--table", "1"];
    let host = "127.0.0.1:";
    let server = Server::start(program, &arguments, Output::Stderr, host)?;
    let port = server.address.trim_start_matches(host);
    games("DXP", python, "xtask/peers/play_dxp.py", &[port, PLIES, "3"])
}

/// Runs a script that plays, and looks at what it tells of each game.
fn games(protocol: &str, python: &Path, script: &str, arguments: &[&str]) -> Result<(), String> {
    let output = Command::new(python)
        .arg(root().join(script))
        .args(arguments)
        .output()
        .map_err(|error| format!("{}: {error}", python.display()))?;
    if !output.status.success() {
        return Err(format!("pydraughts, {protocol}:\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    let games = String::from_utf8_lossy(&output.stdout).into_owned();
    for game in games.lines() {
        let moves = game.split_whitespace().nth(1).and_then(|moves| moves.parse::<u32>().ok());
        if moves.is_none_or(|moves| moves < 20) {
            return Err(format!("pydraughts, {protocol}: a game is too short: {game}"));
        }
    }
    eprintln!("── peers: pydraughts plays {} games over {protocol}", games.lines().count());
    if games.is_empty() { Err(format!("pydraughts, {protocol}: no game was played")) } else { Ok(()) }
}
