//! `crownhead train`

mod generations;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use trainer::{Progress, train};

use crate::args::TrainArgs;
use crate::failure::Failure;

pub(crate) fn run(args: &TrainArgs, out: &mut impl Write) -> Result<(), Failure> {
    match &args.rules {
        Some(rules) => generations::run(args, rules, out),
        None => train_files(args, &args.files, &args.out, out),
    }
}

/// Trains a network on files of samples, writes it and prints the report.
fn train_files(
    args: &TrainArgs,
    files: &[PathBuf],
    path: &Path,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let program = concat!("crownhead ", env!("CARGO_PKG_VERSION"));
    let bar = ProgressBar::no_length();
    let trained = train(files, &args.settings(), program, |progress| show(&bar, progress));
    bar.finish_and_clear();
    let (network, report) = trained.map_err(Failure::input)?;
    let bytes = network.to_bytes();
    write(path, &bytes)?;
    write!(out, "{report}")?;
    writeln!(out, "\n{}: {} bytes", path.display(), bytes.len())?;
    Ok(())
}

/// Writes the file under another name first, so that an interruption leaves no half a network.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failure = |error| Failure::Input(format!("cannot write {}: {error}", path.display()));
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    fs::write(&partial, bytes).and_then(|()| fs::rename(&partial, path)).map_err(failure)
}

/// Shows the progress on the bar, which is hidden unless standard error is a terminal.
fn show(bar: &ProgressBar, progress: Progress) {
    match progress {
        Progress::Loading { samples } => {
            bar.set_message(format!("{samples} samples"));
            bar.tick();
        }
        Progress::Step { step, steps, loss } => {
            if step == 1 {
                let template = "[{bar:30}] step {pos} of {len}, loss {msg}, {eta} left";
                let style = ProgressStyle::with_template(template);
                let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
                bar.set_style(style.progress_chars("#."));
                bar.set_length(steps.into());
                bar.reset_eta();
            }
            bar.set_message(format!("{loss:.5}"));
            bar.set_position(step.into());
        }
        Progress::Epoch { epoch, epochs, training, validation } => {
            let line =
                format!("epoch {epoch} of {epochs}: training {training:.5}, validation {validation:.5}");
            bar.suspend(|| eprintln!("{line}"));
        }
        _ => {}
    }
}
