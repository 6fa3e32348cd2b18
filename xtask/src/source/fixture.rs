//! Small made-up crates for tests.

use super::Crate;

/// Parses a crate from its files, each named from `src`.
pub(crate) fn sample(name: &str, files: &[(&str, &str)]) -> Crate {
    let read = |path: &str| {
        let file = path.strip_prefix("src/")?;
        files.iter().find(|(name, _)| *name == file).map(|(_, text)| (*text).to_owned())
    };
    Crate::parse(name, "src/lib.rs", &read).unwrap_or_else(|error| panic!("{error}"))
}
