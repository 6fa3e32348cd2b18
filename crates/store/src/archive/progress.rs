//! Progress reports.

/// The progress of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The action, such as "copying".
    pub action: &'static str,
    /// The subject, such as the name of a table.
    pub subject: &'static str,
    /// The number of processed rows, games or pages.
    pub done: u64,
    /// The total number.
    pub total: u64,
}

/// A callback for progress reports.
pub type OnProgress<'a> = &'a (dyn Fn(Progress) + Sync);
