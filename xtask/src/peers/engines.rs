//! pydraughts plays against our engine, every move tried on its own board.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};

use crate::root;
use crate::run::run;

/// No game goes on for longer.
const PLIES: &str = "250";

/// Our program, built if need be.
pub(super) fn program() -> Result<String, String> {
    run("cargo", &["build", "--quiet", "--package", "crownhead"])?;
    let program = root().join("target/debug/crownhead");
    Ok(program.to_str().ok_or("the folder has a name that is not UTF-8")?.to_owned())
}

/// Whole games over Hub and over DXP.
pub(super) fn play(python: &Path) -> Result<(), String> {
    let program = &program()?;
    games("Hub", python, "xtask/peers/play_hub.py", &[program, PLIES])?;
    let server = Server::start(program)?;
    games("DXP", python, "xtask/peers/play_dxp.py", &[&server.port, PLIES, "3"])
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

/// The engine, listening on a port of its own choice.
struct Server {
    child: Child,
    port: String,
    /// Held open, so that the server can go on telling what happens.
    _news: BufReader<ChildStderr>,
}

impl Server {
    fn start(program: &str) -> Result<Self, String> {
        let mut child = Command::new(program)
            .args(["dxp", "--listen", "127.0.0.1:0", "--level", "3", "--table", "1"])
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program}: {error}"))?;
        let mut news = BufReader::new(child.stderr.take().ok_or("the server says nothing")?);
        let mut line = String::new();
        news.read_line(&mut line).map_err(|error| error.to_string())?;
        let port = line.split_whitespace().find_map(|word| word.strip_prefix("127.0.0.1:"));
        let port =
            port.ok_or_else(|| format!("the server does not say where it listens: {line}"))?.to_owned();
        Ok(Self { child, port, _news: news })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
