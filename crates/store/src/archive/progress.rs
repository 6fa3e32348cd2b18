//! How far something has come, for whoever waits for it.

/// How far something has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stand {
    /// What is being done, such as "copying".
    pub doing: &'static str,
    /// With what: a table, mostly.
    pub what: &'static str,
    /// How many rows, games or pages have been dealt with.
    pub done: u64,
    /// Of how many.
    pub of: u64,
}

/// Hears how far it has come, again and again.
pub type Tell<'a> = &'a (dyn Fn(Stand) + Sync);
