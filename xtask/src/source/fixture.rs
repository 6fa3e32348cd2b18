//! Small crates for tests.

use super::Crate;

/// Parses a crate from its files, whose names are relative to `src`.
pub(crate) fn parse_fixture(name: &str, files: &[(&str, &str)]) -> Crate {
    let read = |path: &str| {
        let file = path.strip_prefix("src/")?;
        files.iter().find(|(name, _)| *name == file).map(|(_, text)| (*text).to_owned())
    };
    Crate::parse(name, "src/lib.rs", &read).unwrap_or_else(|error| panic!("{error}"))
}
