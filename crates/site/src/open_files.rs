//! The limit of the system on open files, of which each connection is one.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Number of files that the process opens besides connections: the database, connections to servers, sockets of its own.
const OTHER_FILES: u64 = 256;

/// Raises the limit on open files as far as `connections` need it and the system allows it. Returns the number of
/// connections for which there is room, and logs a warning if it is smaller.
pub(crate) fn make_room_for(connections: usize) -> usize {
    let wanted = u64::try_from(connections).unwrap_or(u64::MAX).saturating_add(OTHER_FILES);
    let limits = getrlimit(Resource::Nofile);
    let limit = raised(limits, wanted);
    // If the system refuses, the old limit holds.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit, ..limits });
    let open_files = getrlimit(Resource::Nofile).current;
    let possible = room(open_files, connections);
    if possible < connections {
        let action = "raise the limit on open files (ulimit -n, LimitNOFILE), or lower --max-connections";
        tracing::warn!(open_files, wanted, connections = possible, action, "open_files_limited");
    }
    possible
}

/// Returns the limit to set: as high as wanted, but not above the hard limit, and not below the current one.
fn raised(Rlimit { current, maximum }: Rlimit, wanted: u64) -> Option<u64> {
    let current = current?;
    Some(wanted.min(maximum.unwrap_or(u64::MAX)).max(current))
}

/// Returns the number of connections for which a limit has room, at most `connections`.
fn room(open_files: Option<u64>, connections: usize) -> usize {
    let Some(open_files) = open_files else { return connections };
    // Other files may need fewer than expected; a site without connections would be of no use.
    let room = open_files.saturating_sub(OTHER_FILES).max(open_files / 2);
    usize::try_from(room).unwrap_or(usize::MAX).min(connections)
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
            assert_eq!(raised(before, wanted), after, "{wanted}");
        }
    }

    #[test]
    fn connections_leave_room_for_other_files() {
        for (open_files, wanted, connections) in
            [(Some(65_536), 10_000, 10_000), (Some(1024), 10_000, 768), (Some(64), 10_000, 32), (None, 5, 5)]
        {
            assert_eq!(room(open_files, wanted), connections, "{open_files:?}");
        }
    }
}
