//! `crownhead pdn convert`

use std::ffi::OsStr;
use std::io::{BufWriter, Write};
use std::path::Path;

use pdn::{Encoding, Reader, Replayer};
use texts::{FailureText, Language};

use super::files;
use crate::commands::input;
use crate::failure::Failure;

/// Writes the games of a file in standard form, and reports those that are skipped on standard error.
pub(super) fn run(
    file: &OsStr,
    rules: Option<&OsStr>,
    encoding: Encoding,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let path = Path::new(file);
    let mut replayer = Replayer::new(rules.map(input::rules).transpose()?);
    let mut out = BufWriter::new(out);
    let mut has_skipped = false;
    let mut games = 0;
    for record in Reader::with_encoding(files::open(path)?, encoding) {
        let record = record.map_err(|error| Failure::in_file(path, error))?;
        games += 1;
        let replay = replayer.replay(&record);
        match &replay.failure {
            None => pdn::write(&pdn::to_strict(&record, &replay), &mut out)?,
            Some(failure) => {
                has_skipped = true;
                let reason = failure.reason.render(&replay.reading, language);
                eprintln!("crownhead: {}: game {games} skipped, {failure}: {reason}", path.display());
            }
        }
    }
    if games == 0 {
        return Err(Failure::Input(format!("{} has no games", path.display())));
    }
    out.flush()?;
    if has_skipped { Err(Failure::Reported) } else { Ok(()) }
}
