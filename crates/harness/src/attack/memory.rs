//! The peak memory of the site.

use std::fs;

/// Returns the peak resident memory of a process in KiB, since it started or since [`reset_peak`].
pub(super) fn peak_kib(pid: Option<u32>) -> u64 {
    let Some(pid) = pid else { return 0 };
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// Sets the peak memory of a process to its current memory.
pub(super) fn reset_peak(pid: Option<u32>) {
    if let Some(pid) = pid {
        // Where it is not allowed, the peak since the start is reported.
        let _ = fs::write(format!("/proc/{pid}/clear_refs"), "5");
    }
}
