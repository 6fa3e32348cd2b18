//! The open-file limit (`RLIMIT_NOFILE`). Each connection uses one file.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Number of files that the process opens besides connections: the database, connections to servers, sockets of its own.
const OTHER_FILES: u64 = 256;

/// Raises the open-file limit as far as `connections` need it and the system allows it. Returns the number of connections
/// that the limit allows, and logs a warning if it is smaller.
pub(crate) fn raise_open_file_limit(connections: usize) -> usize {
    let wanted = u64::try_from(connections).unwrap_or(u64::MAX).saturating_add(OTHER_FILES);
    let limits = getrlimit(Resource::Nofile);
    let limit = target_limit(limits, wanted);
    // If the system refuses, the old limit holds.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit, ..limits });
    let open_files = getrlimit(Resource::Nofile).current;
    let possible = max_connections(open_files, connections);
    if possible < connections {
        let action = "raise the limit on open files (ulimit -n, LimitNOFILE), or lower --max-connections";
        tracing::warn!(open_files, wanted, connections = possible, action, "open_files_limited");
    }
    possible
}

/// Returns the limit to set: as high as wanted, but not above the hard limit, and not below the current one.
fn target_limit(Rlimit { current, maximum }: Rlimit, wanted: u64) -> Option<u64> {
    let current = current?;
    Some(wanted.min(maximum.unwrap_or(u64::MAX)).max(current))
}

/// Returns the number of connections that a limit allows, at most `connections`.
fn max_connections(open_files: Option<u64>, connections: usize) -> usize {
    let Some(open_files) = open_files else { return connections };
    // Allow at least half of the limit: other files may need less than reserved.
    let allowed = open_files.saturating_sub(OTHER_FILES).max(open_files / 2);
    usize::try_from(allowed).unwrap_or(usize::MAX).min(connections)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_raised_as_far_as_needed_and_possible() {
        let limits = |current, maximum| Rlimit { current, maximum };
        for (before, wanted, after) in [
            (limits(Some(1024), Some(524_288)), 10_256, Some(10_256)),
            (limits(Some(1024), Some(4096)), 10_256, Some(4096)),
            (limits(Some(65_536), Some(65_536)), 10_256, Some(65_536)),
            (limits(Some(1024), None), 10_256, Some(10_256)),
            (limits(None, None), 10_256, None),
        ] {
            assert_eq!(target_limit(before, wanted), after, "{before:?}");
        }
    }

    #[test]
    fn connections_leave_files_for_other_uses() {
        for (open_files, wanted, connections) in
            [(Some(65_536), 10_000, 10_000), (Some(1024), 10_000, 768), (Some(64), 10_000, 32), (None, 5, 5)]
        {
            assert_eq!(max_connections(open_files, wanted), connections, "{open_files:?}");
        }
    }
}
