//! What arguments can be, told with what would be right.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use tracing_subscriber::filter::LevelFilter;

/// Where to listen.
pub(crate) fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse()
        .map_err(|_| "write an IP address and a port, such as 127.0.0.1:8080 or [::1]:8080".to_owned())
}

/// A machine in the network.
pub(crate) fn proxy(text: &str) -> Result<IpAddr, String> {
    text.parse()
        .map_err(|_| "write the IP address of one machine, such as 10.0.0.7; several with commas".to_owned())
}

/// How much is told.
pub(crate) fn level(text: &str) -> Result<LevelFilter, String> {
    let known = ["error", "warn", "info", "debug", "off"];
    let level = text.parse().ok().filter(|_| known.contains(&text));
    level.ok_or_else(|| "write error, warn, info, debug or off".to_owned())
}

/// Where NATS is.
pub(crate) fn bus_address(text: &str) -> Result<String, bus::BusError> {
    bus::check_address(text).map(|()| text.to_owned())
}

/// Reads a number of seconds, at least 1 millisecond.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    duration(text, 0.001).ok_or_else(|| "write a number of seconds from 0.001 to 86400".to_owned())
}

/// Reads a number of seconds from `least` to the length of a day.
pub(crate) fn duration(text: &str, least: f64) -> Option<Duration> {
    let seconds = text.parse().ok().filter(|seconds| (least..=86_400.0).contains(seconds));
    seconds.map(Duration::from_secs_f64)
}
