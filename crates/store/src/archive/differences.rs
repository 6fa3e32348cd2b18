//! The differences between two databases.

use std::fmt;

/// Maximum number of differences that are described; the others are only counted.
const MAX_NAMED: usize = 100;

/// The differences between two databases.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Differences {
    /// Descriptions of the first differences, each with the table and key of its row.
    pub named: Vec<String>,
    /// The number of differences.
    pub count: u64,
}

impl Differences {
    pub(super) fn add(&mut self, difference: impl FnOnce() -> String) {
        self.count += 1;
        if self.named.len() < MAX_NAMED {
            self.named.push(difference());
        }
    }
}

impl fmt::Display for Differences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for difference in &self.named {
            writeln!(f, "{difference}")?;
        }
        let unnamed = self.count - self.named.len() as u64;
        if unnamed > 0 {
            writeln!(f, "and {unnamed} more")?;
        }
        let rows = if self.count == 1 { "row differs" } else { "rows differ" };
        write!(
            f,
            "{} {rows}: the source has changed since the copy began, or another process has written to the target. Stop the \
             site, and copy into an empty database",
            self.count
        )
    }
}
