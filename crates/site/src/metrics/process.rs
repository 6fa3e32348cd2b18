//! Metrics of this process, as far as the system provides them.
//!
//! Five numbers from four files: procfs would add parsers for all of them, and metrics-process needs another registry.

use std::{fmt, fs};

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;

/// Clock ticks per second in `/proc/self/stat`, the same on all machines.
const TICKS: f64 = 100.0;

/// This process.
#[derive(Debug)]
pub(super) struct Process;

impl Collector for Process {
    fn encode(&self, mut descriptors: DescriptorEncoder<'_>) -> fmt::Result {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
        let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
        let gauges = [
            (
                "process_resident_bytes",
                "Memory in use",
                number_after(&status, "VmRSS:").map(|kib| kib * 1024.0),
            ),
            ("process_threads", "Threads", number_after(&status, "Threads:")),
            ("process_open_files", "Open files and connections", open_files()),
            (
                "process_open_files_limit",
                "Maximum number of open files and connections",
                number_after(&limits, "Max open files"),
            ),
        ];
        for (name, help, value) in gauges {
            if let Some(value) = value {
                encode(&mut descriptors, name, help, &ConstGauge::new(value))?;
            }
        }
        match cpu_seconds(&stat) {
            Some(used) => {
                encode(&mut descriptors, "process_cpu_seconds", "CPU time", &ConstCounter::new(used))
            }
            None => Ok(()),
        }
    }
}

fn encode(
    descriptors: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    metric: &impl EncodeMetric,
) -> fmt::Result {
    let encoder = descriptors.encode_descriptor(name, help, None, metric.metric_type())?;
    metric.encode(encoder)
}

/// Returns the first number after a name at the beginning of a line.
fn number_after(text: &str, name: &str) -> Option<f64> {
    text.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()?.parse().ok()
}

fn open_files() -> Option<f64> {
    let folder = "/proc/self/fd";
    match fs::metadata(folder).ok()?.len() {
        // Older kernels do not report the number; counting takes longer.
        0 => Some(fs::read_dir(folder).ok()?.count() as f64),
        count => Some(count as f64),
    }
}

/// Returns the user and system time of this process, in seconds. The program name before it may contain blanks.
fn cpu_seconds(stat: &str) -> Option<f64> {
    let (_, fields) = stat.rsplit_once(')')?;
    let used = fields.split_whitespace().skip(11).take(2).map(str::parse::<f64>);
    let used: Result<Vec<f64>, _> = used.collect();
    used.ok().filter(|used| used.len() == 2).map(|used| used.iter().sum::<f64>() / TICKS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proc_files_are_parsed() {
        let stat = "7 (a (b) c) S 1 7 7 0 -1 4194560 900 0 0 0 250 50 0 0 20 0 9 0 123 1000 500";
        assert_eq!((cpu_seconds(stat), cpu_seconds("7 (a) S 1"), cpu_seconds("")), (Some(3.0), None, None));
        let status = "Name:\tx\nVmRSS:\t   26624 kB\nThreads:\t9\n";
        assert_eq!(
            (number_after(status, "VmRSS:"), number_after(status, "Threads:")),
            (Some(26624.0), Some(9.0))
        );
        let limits = "Max open files            1024                 524288               files\n";
        assert_eq!(number_after(limits, "Max open files"), Some(1024.0));
        assert_eq!(number_after("Max open files unlimited", "Max open files"), None);
    }
}
