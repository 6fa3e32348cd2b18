//! `cargo xtask tidy`: checks of the repository that need no compiler.

mod citations;
mod files;
mod links;
mod paths;
mod retired_words;
mod script_texts;

use crate::{api, layers, pages};

/// Runs all checks and returns all problems together. If there are none, prints the layers of the crates.
pub(crate) fn tidy() -> Result<(), String> {
    eprintln!("── tidy");
    let files = files::tracked()?;
    let mut problems = Vec::new();
    files::check(&files, &mut problems);
    links::check(&files, &mut problems);
    paths::check(&files, &mut problems);
    retired_words::check(&files, &mut problems);
    script_texts::check(&files, &mut problems);
    pages::check(&mut problems);
    citations::check(&mut problems);
    let layers = layers::check(&mut problems)?;
    api::check(&mut problems)?;
    if !problems.is_empty() {
        return Err(format!("tidy:\n  {}", problems.join("\n  ")));
    }
    eprint!("{layers}");
    Ok(())
}
