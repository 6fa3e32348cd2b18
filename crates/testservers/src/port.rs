//! Free TCP ports.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::process;
use std::sync::atomic::{AtomicU16, Ordering};

use crate::error::Error;

/// The first port of the range. The range is below the system's ephemeral ports, so that the port of a stopped server stays
/// free until the server starts again.
const FIRST: u16 = 18_000;
/// Number of ports in the range.
const COUNT: u16 = 14_000;
/// Number of ports to try before giving up.
const ATTEMPTS: usize = 5;

/// Number of ports that this process has offered: servers that start at the same time get different ones.
static OFFERED: AtomicU16 = AtomicU16::new(0);

/// Returns a local address on which nobody listens. Another process may take the port first; then the server does not start.
pub(crate) fn free() -> Result<SocketAddr, Error> {
    for _ in 0..COUNT {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, next()));
        if TcpListener::bind(address).is_ok() {
            return Ok(address);
        }
    }
    Err(Error(format!("none of the {COUNT} ports from {FIRST} on is free")))
}

/// Returns the address of a server that was not started yet.
pub(crate) fn unassigned() -> SocketAddr {
    SocketAddr::from((Ipv4Addr::LOCALHOST, 0))
}

/// Calls `start` with the address of a free port, and again with another one if the port was taken in the meantime.
pub(crate) async fn with_free_port(
    mut start: impl AsyncFnMut(SocketAddr) -> Result<(), Error>,
) -> Result<(), Error> {
    for _ in 1..ATTEMPTS {
        match start(free()?).await {
            // All servers log this text.
            Err(error) if error.0.to_lowercase().contains("already in use") => {}
            result => return result,
        }
    }
    start(free()?).await
}

/// Returns the next port of this process. Each process begins at another place in the range.
fn next() -> u16 {
    let begin = (process::id().wrapping_mul(211) % u32::from(COUNT)) as u16;
    let offset = OFFERED.fetch_add(1, Ordering::Relaxed) % COUNT;
    FIRST + (begin + offset) % COUNT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_ports_differ() -> Result<(), Error> {
        let (one, other) = (free()?, free()?);
        assert_ne!(one, other);
        assert!(one.port() >= FIRST && one.port() < FIRST + COUNT);
        Ok(())
    }
}
