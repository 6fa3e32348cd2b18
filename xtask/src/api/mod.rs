//! `cargo xtask api`: lists the public API of the library crates, one line for each item.
//!
//! The listing is generated from the sources, without the compiler: types are written as in their module, and items
//! that a macro call expands to are not listed.

mod lines;
mod print;
mod public;

use std::fs;

use similar::TextDiff;

use crate::root;
use crate::source::{Crate, Package, packages};

/// Writes the listing of every published library.
pub(crate) fn write() -> Result<(), String> {
    for (path, text) in listings()? {
        fs::write(root().join(&path), text).map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(())
}

/// Reports each listing that is out of date, with the difference.
pub(crate) fn check(problems: &mut Vec<String>) -> Result<(), String> {
    for (path, text) in listings()? {
        let recorded = fs::read_to_string(root().join(&path)).unwrap_or_default();
        if recorded != text {
            let difference = TextDiff::from_lines(&recorded, &text);
            let difference = difference.unified_diff().context_radius(0).to_string();
            problems.push(format!(
                "{path} is out of date: run cargo xtask api and update the changelog\n{difference}"
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
    // Paths start with the name of the library, not with that of the folder.
    let library = Crate { name: package.library_name(), ..library };
    Ok((format!("{}/api.txt", package.path()), lines::list(&library).join("\n") + "\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_start_with_the_library_name() {
        let listings = listings().expect("the sources can be read");
        let (_, engine) =
            listings.iter().find(|(path, _)| path == "crates/engine/api.txt").expect("an engine");
        assert!(engine.lines().all(|line| line.starts_with("crownhead_engine::")), "{engine}");
    }
}
