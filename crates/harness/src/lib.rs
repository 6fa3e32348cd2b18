//! Tries a running site as its clients do: over HTTP and WebSocket, knowing nothing of its inside.

#![forbid(unsafe_code)]

pub mod archive;
pub mod backup;
pub mod chaos;
pub mod client;
pub mod cluster;
pub mod computer;
pub mod crash;
pub mod live;
pub mod load;
pub mod player;
pub mod rolling;
pub mod server;
pub mod start;
pub mod witness;
