//! schemathesis tries the API of a running site by its own description.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::{engines, environment};
use crate::root;
use crate::run::run;

/// Thousands of requests as the description allows them, and as it does not: no server error, and every answer as described.
pub(super) fn try_all(folder: &Path) -> Result<(), String> {
    let Some(python) = environment(&folder.join("api-venv"), "schemathesis", "schemathesis==4.32.5") else {
        eprintln!("── peers: the API was NOT TRIED, because schemathesis could not be installed");
        return Ok(());
    };
    let site = Site::start(&engines::program()?, &folder.join("api.db"))?;
    let script = root().join("xtask/peers/api.py");
    let schemathesis = python.with_file_name("schemathesis");
    let text =
        |path: &Path| path.to_str().map(str::to_owned).ok_or("the folder has a name that is not UTF-8");
    run(&text(&python)?, &[&text(&script)?, &site.origin, &text(&schemathesis)?])
}

/// A site, stopped when it is not needed any more.
struct Site {
    child: Child,
    origin: String,
}

impl Site {
    fn start(program: &str, database: &Path) -> Result<Self, String> {
        // Anew each time: names are free, and nothing of an older version is in the way.
        for suffix in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(format!("{}{suffix}", database.display()));
        }
        let mut child = Command::new(program)
            .args(["serve", "--rate-limits", "off", "--listen", "127.0.0.1:0", "--database"])
            .arg(database)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program}: {error}"))?;
        let mut line = String::new();
        let out = child.stdout.take().ok_or("the site says nothing")?;
        BufReader::new(out).read_line(&mut line).map_err(|error| error.to_string())?;
        let origin = line.split_whitespace().find(|word| word.starts_with("http://")).unwrap_or_default();
        let origin = origin.trim_end_matches(';').to_owned();
        Ok(Self { child, origin })
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
