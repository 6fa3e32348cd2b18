//! `crownhead pdn convert`

use std::ffi::OsStr;
use std::io::{BufWriter, Write};
use std::path::Path;

use pdn::{Encoding, Reader, Replayer};
use texts::{FailureText, Language};

use super::files;
use crate::commands::input;
use crate::failure::Failure;

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
    let mut left_out = false;
    let mut games = 0;
    for (i, record) in Reader::with_encoding(files::open(path)?, encoding).enumerate() {
        let record = record.map_err(|error| Failure::in_file(path, error))?;
        games += 1;
        let replay = replayer.replay(&record);
        match &replay.failure {
            None => pdn::write(&pdn::strict(&record, &replay), &mut out)?,
            Some(failure) => {
                left_out = true;
                let reason = failure.reason.render(&replay.reading, language);
                let reason = reason.trim_end_matches('.');
                eprintln!("crownhead: game {}, {failure}: {reason}. The game is left out.", i + 1);
            }
        }
    }
    if games == 0 {
        return Err(Failure::Input(format!("{} holds no game", path.display())));
    }
    out.flush()?;
    if left_out { Err(Failure::Found) } else { Ok(()) }
}
