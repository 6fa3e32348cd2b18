//! The CPU time of this thread.

#[cfg(target_os = "linux")]
use rustix::time::{ClockId, clock_gettime};

/// Returns the CPU time of this thread in milliseconds; where the system does not tell it, that of the wall clock.
pub(crate) fn milliseconds() -> f64 {
    #[cfg(target_os = "linux")]
    {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
    }
    #[cfg(not(target_os = "linux"))]
    {
        use std::sync::OnceLock;
        use std::time::Instant;
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed().as_secs_f64() * 1e3
    }
}
