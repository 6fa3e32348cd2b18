//! `cargo xtask tidy`: checks of the repository that need no compiler.

mod citations;
mod files;
mod links;
mod paths;
mod words;

use crate::{api, layers, pages};

/// Runs all checks and reports all problems at once. Prints the layers of the crates if there are none.
pub(crate) fn tidy() -> Result<(), String> {
    eprintln!("── tidy");
    let files = files::tracked()?;
    let mut problems = Vec::new();
    files::check(&files, &mut problems);
    links::check(&files, &mut problems);
    paths::check(&files, &mut problems);
    words::check(&files, &mut problems);
    pages::check(&mut problems);
    citations::check(&mut problems);
    let crates = layers::check(&mut problems)?;
    api::check(&mut problems)?;
    if !problems.is_empty() {
        return Err(format!("tidy:\n  {}", problems.join("\n  ")));
    }
    eprint!("{crates}");
    Ok(())
}
