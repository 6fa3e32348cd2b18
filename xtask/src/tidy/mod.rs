//! `cargo xtask tidy`: the repository checks itself.

mod files;
mod links;
mod paths;
mod traces;

use crate::{api, layers, pages};

/// Checks everything and reports all faults at once. Prints the layers of the crates if there is none.
pub(crate) fn tidy() -> Result<(), String> {
    eprintln!("── tidy");
    let files = files::tracked()?;
    let mut faults = Vec::new();
    files::check(&files, &mut faults);
    links::check(&files, &mut faults);
    paths::check(&files, &mut faults);
    pages::check(&mut faults);
    traces::check(&mut faults);
    let crates = layers::check(&mut faults)?;
    api::check(&mut faults)?;
    if !faults.is_empty() {
        return Err(format!("tidy:\n  {}", faults.join("\n  ")));
    }
    eprint!("{crates}");
    Ok(())
}
