//! Parsers of argument values. Their errors say what to write instead.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use tracing_subscriber::filter::LevelFilter;

/// Parses an address to listen on.
pub(crate) fn parse_address(text: &str) -> Result<SocketAddr, String> {
    text.parse()
        .map_err(|_| "write an IP address and a port, such as 127.0.0.1:8080 or [::1]:8080".to_owned())
}

/// Parses the IP address of a proxy.
pub(crate) fn parse_proxy(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| {
        "write the IP address of one machine, such as 10.0.0.7; separate several with commas".to_owned()
    })
}

/// Parses a log level.
pub(crate) fn parse_log_level(text: &str) -> Result<LevelFilter, String> {
    let levels = ["error", "warn", "info", "debug", "off"];
    let level = text.parse().ok().filter(|_| levels.contains(&text));
    level.ok_or_else(|| "write error, warn, info, debug or off".to_owned())
}

/// Parses the address of a NATS server.
pub(crate) fn parse_bus_address(text: &str) -> Result<String, bus::BusError> {
    bus::check_nats_url(text).map(|()| text.to_owned())
}

/// Parses a number of seconds, from 0.001 to 86400.
pub(crate) fn parse_seconds(text: &str) -> Result<Duration, String> {
    parse_duration(text, 0.001).ok_or_else(|| "write a number of seconds from 0.001 to 86400".to_owned())
}

/// Parses a number of minutes, from 0.01 to 10000 (about a week).
pub(crate) fn parse_minutes(text: &str) -> Result<Duration, String> {
    let minutes = text.parse().ok().filter(|minutes| (0.01..=10_000.0).contains(minutes));
    let duration = minutes.map(|minutes: f64| Duration::from_secs_f64(60.0 * minutes));
    duration.ok_or_else(|| "write a number of minutes from 0.01 to 10000".to_owned())
}

/// Parses a number of seconds, from `min` to 86400 (one day).
pub(crate) fn parse_duration(text: &str, min: f64) -> Option<Duration> {
    let seconds = text.parse().ok().filter(|seconds| (min..=86_400.0).contains(seconds));
    seconds.map(Duration::from_secs_f64)
}
