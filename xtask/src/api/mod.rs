//! `cargo xtask api`: the public API of the library crates as text, one line for each item.
//!
//! The listing is made from the sources, so it needs no compiler: types are written as their module writes them, and what a
//! macro call at the level of items expands to is not listed.

mod lines;
mod print;
mod public;

use std::fs;

use similar::TextDiff;

use crate::root;
use crate::source::{Crate, Package, packages};

/// Writes the listing of every published library anew.
pub(crate) fn write() -> Result<(), String> {
    for (path, text) in listings()? {
        fs::write(root().join(&path), text).map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(())
}

/// Adds a fault with the difference for each listing that is out of date.
pub(crate) fn check(faults: &mut Vec<String>) -> Result<(), String> {
    for (path, text) in listings()? {
        let recorded = fs::read_to_string(root().join(&path)).unwrap_or_default();
        if recorded != text {
            let difference = TextDiff::from_lines(&recorded, &text);
            let difference = difference.unified_diff().context_radius(0).to_string();
            faults.push(format!(
                "{path} is out of date: run cargo xtask api, and note it in the changelog\n{difference}"
            ));
        }
    }
    Ok(())
}

/// Returns the path and the text of each listing.
fn listings() -> Result<Vec<(String, String)>, String> {
    packages()?.iter().filter(|package| package.is_published_library()).map(listing).collect()
}

fn listing(package: &Package) -> Result<(String, String), String> {
    let library = package.crates()?.into_iter().next();
    let library = library.ok_or_else(|| format!("{} has no library", package.name))?;
    // Paths begin with the name that users of the package write; the documents use the name of the folder.
    let library = Crate { name: package.library_name(), ..library };
    Ok((format!("{}/api.txt", package.path()), lines::lines(&library).join("\n") + "\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_begin_with_the_name_that_users_write() {
        let listings = listings().expect("the sources can be read");
        let (_, engine) =
            listings.iter().find(|(path, _)| path == "crates/engine/api.txt").expect("an engine");
        assert!(engine.lines().all(|line| line.starts_with("crownhead_engine::")), "{engine}");
    }
}
