//! Tests the API of a running site against its OpenAPI description with schemathesis.

use std::path::Path;

use super::python_environment;
use super::server::{Output, Server};
use crate::command::{command, run};
use crate::program;

/// Sends thousands of valid and invalid requests: none may cause a server error, and every response must match the
/// description.
pub(super) fn test(folder: &Path) -> Result<(), String> {
    let python = python_environment(&folder.join("api-venv"), "schemathesis", "schemathesis==4.32.5")?;
    // A new database each time, so that account names are free and the schema is current.
    let data = tempfile::tempdir().map_err(|error| format!("cannot create a temporary folder: {error}"))?;
    let database = data.path().join("api.db");
    let mut site = command(program::build_for_tests()?);
    site.args(["serve", "--rate-limits", "off", "--listen", "127.0.0.1:0", "--database"]).arg(database);
    let site = Server::start(&mut site, Output::Stdout, "http://")?;
    let schemathesis = python.with_file_name("schemathesis");
    run(command(python).args(["xtask/peers/api.py", &site.address]).arg(schemathesis))
}
