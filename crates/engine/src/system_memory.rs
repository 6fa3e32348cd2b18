//! The available memory of the system.

/// Returns the number of bytes that the process can still allocate: the free memory, limited by its control group;
/// `None` if the system does not report it. Allocations alone do not show it: a system that overcommits kills the
/// process later.
pub(crate) fn available_bytes() -> Option<u64> {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let free = read("/proc/meminfo").as_deref().and_then(free_bytes);
    let allowed = read("/sys/fs/cgroup/memory.max").and_then(|text| text.trim().parse::<u64>().ok());
    let used = read("/sys/fs/cgroup/memory.current").and_then(|text| text.trim().parse::<u64>().ok());
    let allowed = allowed.map(|limit| limit.saturating_sub(used.unwrap_or(0)));
    [free, allowed].into_iter().flatten().min()
}

/// Reads the line `MemAvailable:  123 kB`.
fn free_bytes(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kibibytes| kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::free_bytes;

    #[test]
    fn free_memory_is_read_from_meminfo() {
        assert_eq!(free_bytes("MemTotal: 9 kB\nMemAvailable:   2048 kB\n"), Some(2 << 20));
        assert_eq!(free_bytes("MemTotal: 9 kB\n"), None);
    }
}
