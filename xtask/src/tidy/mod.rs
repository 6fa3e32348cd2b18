//! `cargo xtask tidy`: the repository checks itself.

mod files;
mod links;
mod traces;

use crate::pages;

/// Looks at everything and tells all faults at once.
pub(crate) fn tidy() -> Result<(), String> {
    eprintln!("── tidy");
    let files = files::tracked()?;
    let mut faults = Vec::new();
    files::check(&files, &mut faults);
    links::check(&files, &mut faults);
    pages::check(&mut faults);
    traces::check(&mut faults);
    if faults.is_empty() { Ok(()) } else { Err(format!("tidy:\n  {}", faults.join("\n  "))) }
}
