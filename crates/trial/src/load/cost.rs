//! What processes cost: their time on the processor, and their memory.

use std::collections::HashSet;
use std::fs;

/// So many ticks have a second: Linux has told programs so for ever, whatever the kernel does.
const TICKS: f64 = 100.0;

/// The seconds that processes have spent on the processor, with those of their children.
pub(super) fn seconds(processes: &[u32]) -> f64 {
    let wanted: HashSet<u32> = processes.iter().copied().collect();
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    ids.filter_map(|id| {
        let (parent, own, children) = stat(id)?;
        let counted = wanted.contains(&id);
        // Children that have ended are told by their parent.
        (counted || wanted.contains(&parent)).then_some(own + if counted { children } else { 0.0 })
    })
    .sum()
}

/// The parent of a process, its seconds, and those of its children that have ended.
fn stat(id: u32) -> Option<(u32, f64, f64)> {
    let text = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name of the program is in brackets, and may have blanks.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |place: usize| fields.get(place)?.parse::<f64>().ok().map(|ticks| ticks / TICKS);
    Some((fields.get(1)?.parse().ok()?, ticks(11)? + ticks(12)?, ticks(13)? + ticks(14)?))
}

/// The memory of a process in KiB.
pub(super) fn memory(process: Option<u32>) -> u64 {
    let Some(id) = process else { return 0 };
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
