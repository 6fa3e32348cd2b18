//! Plays games between pydraughts and the engine. pydraughts checks every move on its own board.

use std::path::Path;

use super::server::{Output, Server};
use crate::command::{command, output};
use crate::program;

/// The maximum length of a game, in plies.
const MAX_PLIES: &str = "250";

/// Plays games over Hub and over DXP.
pub(super) fn play(python: &Path) -> Result<(), String> {
    let program = program::build_for_tests()?;
    let path = program.to_string_lossy();
    run_script("Hub", python, "xtask/peers/play_hub.py", &[&path, MAX_PLIES])?;
    let mut dxp = command(&program);
    dxp.args(["dxp", "--listen", "127.0.0.1:0", "--level", "3", "--table", "1"]);
    let host = "127.0.0.1:";
    let server = Server::start(&mut dxp, Output::Stderr, host)?;
    let port = server.address.trim_start_matches(host);
    run_script("DXP", python, "xtask/peers/play_dxp.py", &[port, MAX_PLIES, "3"])
}

/// Runs a script that plays games, and checks the length of each.
fn run_script(protocol: &str, python: &Path, script: &str, arguments: &[&str]) -> Result<(), String> {
    let games = output(command(python).arg(script).args(arguments))?;
    for game in games.lines() {
        let moves = game.split_whitespace().nth(1).and_then(|moves| moves.parse::<u32>().ok());
        if moves.is_none_or(|moves| moves < 20) {
            return Err(format!("pydraughts, {protocol}: the game is too short: {game}"));
        }
    }
    eprintln!("── peers: pydraughts played {} games over {protocol}", games.lines().count());
    if games.is_empty() { Err(format!("pydraughts, {protocol}: no game was played")) } else { Ok(()) }
}
