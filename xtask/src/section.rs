//! Generated sections of documents.

/// Replaces the section from `begin` to `end`, both included. Returns `None` if the document has none.
pub(crate) fn replace(document: &str, begin: &str, end: &str, section: &str) -> Option<String> {
    let (before, rest) = document.split_once(begin)?;
    let (_, after) = rest.split_once(end)?;
    Some(format!("{before}{section}{after}"))
}
