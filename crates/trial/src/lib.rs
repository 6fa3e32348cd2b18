//! Tries a running site as its clients do: over HTTP and WebSocket, knowing nothing of its inside.

#![forbid(unsafe_code)]

pub mod client;
pub mod crash;
pub mod live;
pub mod load;
pub mod player;
pub mod server;
pub mod start;
pub mod worker;
