//! Ports that nobody uses.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::process;
use std::sync::atomic::{AtomicU16, Ordering};

use crate::trouble::Trouble;

/// Below those that the system gives to connections going out: a server that is stopped finds its port free when it starts
/// again.
const FIRST: u16 = 18_000;
const COUNT: u16 = 14_000;
/// How often another port is tried.
const TRIES: usize = 5;

/// How many were given out by this process: two servers that start at the same time are not offered the same.
static GIVEN: AtomicU16 = AtomicU16::new(0);

/// An address of this machine on which nobody listens. Another process may be faster in taking it; then the server does not
/// start.
pub(crate) fn free() -> Result<SocketAddr, Trouble> {
    for _ in 0..COUNT {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, next()));
        if TcpListener::bind(address).is_ok() {
            return Ok(address);
        }
    }
    Err(Trouble(format!("none of the {COUNT} ports from {FIRST} on is free")))
}

/// The address of a server that was not started yet.
pub(crate) fn nowhere() -> SocketAddr {
    SocketAddr::from((Ipv4Addr::LOCALHOST, 0))
}

/// Starts a server on a free port, on another one if somebody was faster.
pub(crate) async fn claim(
    mut start: impl AsyncFnMut(SocketAddr) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    for _ in 1..TRIES {
        match start(free()?).await {
            // So say all of them, each in its last words.
            Err(trouble) if trouble.0.to_lowercase().contains("already in use") => {}
            done => return done,
        }
    }
    start(free()?).await
}

/// Test programs that run at once begin far from each other.
fn next() -> u16 {
    let begin = (process::id().wrapping_mul(211) % u32::from(COUNT)) as u16;
    let given = GIVEN.fetch_add(1, Ordering::Relaxed) % COUNT;
    FIRST + (begin + given) % COUNT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_port_is_offered_twice_in_a_row() -> Result<(), Trouble> {
        let (one, other) = (free()?, free()?);
        assert_ne!(one, other);
        assert!(one.port() >= FIRST && one.port() < FIRST + COUNT);
        Ok(())
    }
}
