//! schemathesis tries the API of a running site by its own description.

use std::path::Path;

use super::server::{Output, Server};
use super::{environment, path_text};
use crate::run::run;
use crate::{program, root};

/// Thousands of requests as the description allows them, and as it does not: no server error, and every answer as described.
pub(super) fn try_all(folder: &Path) -> Result<(), String> {
    let python = environment(&folder.join("api-venv"), "schemathesis", "schemathesis==4.32.5")?;
    // A new database each time: names are free, and nothing of an older version is in the way.
    let data = tempfile::tempdir().map_err(|error| format!("a temporary folder: {error}"))?;
    let database = data.path().join("api.db");
    let arguments =
        ["serve", "--rate-limits", "off", "--listen", "127.0.0.1:0", "--database", path_text(&database)?];
    let site = Server::start(&program::for_tests()?, &arguments, Output::Stdout, "http://")?;
    let (script, schemathesis) = (root().join("xtask/peers/api.py"), python.with_file_name("schemathesis"));
    run(path_text(&python)?, &[path_text(&script)?, &site.address, path_text(&schemathesis)?])
}
