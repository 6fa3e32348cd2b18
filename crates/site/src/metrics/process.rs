//! What the system says about this process. Where it says nothing, nothing is told.
//!
//! Five numbers from four files: procfs would bring parsers for all of them, and metrics-process speaks to another registry.

use std::{fmt, fs};

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;

/// The system counts the time of a process in hundredths of a second, whatever the machine.
const TICKS: f64 = 100.0;

/// This process.
#[derive(Debug)]
pub(super) struct Process;

impl Collector for Process {
    fn encode(&self, mut all: DescriptorEncoder<'_>) -> fmt::Result {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
        let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
        let told = [
            ("process_resident_bytes", "Memory in use", line(&status, "VmRSS:").map(|kib| kib * 1024.0)),
            ("process_threads", "Threads", line(&status, "Threads:")),
            ("process_open_files", "Open files and connections", open_files()),
            ("process_open_files_limit", "The most that may be open", line(&limits, "Max open files")),
        ];
        for (name, about, value) in told {
            if let Some(value) = value {
                tell(&mut all, name, about, &ConstGauge::new(value))?;
            }
        }
        match cpu_seconds(&stat) {
            Some(used) => tell(
                &mut all,
                "process_cpu_seconds",
                "Time that processors have worked for it",
                &ConstCounter::new(used),
            ),
            None => Ok(()),
        }
    }
}

fn tell(all: &mut DescriptorEncoder<'_>, name: &str, about: &str, metric: &impl EncodeMetric) -> fmt::Result {
    let encoder = all.encode_descriptor(name, about, None, metric.metric_type())?;
    metric.encode(encoder)
}

/// The first number after a name at the beginning of a line.
fn line(text: &str, name: &str) -> Option<f64> {
    text.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()?.parse().ok()
}

fn open_files() -> Option<f64> {
    let folder = "/proc/self/fd";
    match fs::metadata(folder).ok()?.len() {
        // Older systems do not say it: they are counted, which takes longer.
        0 => Some(fs::read_dir(folder).ok()?.count() as f64),
        count => Some(count as f64),
    }
}

/// What this process and the system for it have used. The name of the program, which comes before, may have blanks in it.
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
    fn what_the_system_says_is_read_and_nonsense_is_not() {
        let stat = "7 (a (b) c) S 1 7 7 0 -1 4194560 900 0 0 0 250 50 0 0 20 0 9 0 123 1000 500";
        assert_eq!((cpu_seconds(stat), cpu_seconds("7 (a) S 1"), cpu_seconds("")), (Some(3.0), None, None));
        let status = "Name:\tx\nVmRSS:\t   26624 kB\nThreads:\t9\n";
        assert_eq!((line(status, "VmRSS:"), line(status, "Threads:")), (Some(26624.0), Some(9.0)));
        let limits = "Max open files            1024                 524288               files\n";
        assert_eq!(line(limits, "Max open files"), Some(1024.0));
        assert_eq!(line("Max open files unlimited", "Max open files"), None);
    }
}
