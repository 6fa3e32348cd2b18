//! How two databases differ.

use std::fmt;

/// So many differences are named; the others are counted.
const NAMED: usize = 100;

/// How two databases differ.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Differences {
    /// The first of them, each named by its table and key.
    pub named: Vec<String>,
    /// How many there are.
    pub count: u64,
}

impl Differences {
    pub(super) fn add(&mut self, difference: impl FnOnce() -> String) {
        self.count += 1;
        if self.named.len() < NAMED {
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
            "{} {rows}: the one database has changed since the copy began, or somebody has written to the other. Stop the \
             site, and copy into an empty database",
            self.count
        )
    }
}
