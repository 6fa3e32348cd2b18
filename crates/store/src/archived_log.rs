//! The format of archived event logs: one zstd frame per game, with a checksum.
//!
//! The frame holds one line per event, from the first: the time in milliseconds since 1970, a space, and the event as JSON.

use std::fmt::Write;
use std::io::Read;

use serde_json::Value;

use crate::records::StoredEvent;
use play::time::Timestamp;

/// The compression level: higher ones take much longer and save little.
const LEVEL: i32 = 12;
/// Maximum size of a decompressed log, in bytes. A damaged frame could announce any size.
const MAX_SIZE: u64 = 64 << 20;

/// Compresses the events of a game, from the first.
pub(crate) fn encode(events: &[StoredEvent]) -> std::io::Result<Vec<u8>> {
    let mut text = String::new();
    for event in events {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{} {}", event.at.0, event.body);
    }
    // Given the size, the compressor needs little memory for a small log. A stream would need megabytes.
    let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
    compressor.include_checksum(true)?;
    compressor.compress(text.as_bytes())
}

/// Decompresses the events of a game, or returns why they cannot be read.
pub(crate) fn decode(bytes: &[u8]) -> Result<Vec<StoredEvent>, UnreadableLog> {
    let mut text = String::new();
    let decoder = zstd::Decoder::new(bytes)?;
    decoder.take(MAX_SIZE).read_to_string(&mut text)?;
    (1..).zip(text.lines()).map(|(seq, line)| parse(seq, line).ok_or(UnreadableLog::Event(seq))).collect()
}

fn parse(seq: u64, line: &str) -> Option<StoredEvent> {
    let (at, body) = line.split_once(' ')?;
    let body: Value = serde_json::from_str(body).ok()?;
    Some(StoredEvent { seq, at: Timestamp(at.parse().ok()?), body })
}

/// Why an archived log cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum UnreadableLog {
    #[error("the archived log cannot be decompressed: {0}")]
    Frame(#[from] std::io::Error),
    #[error("event {0} of the archived log cannot be read")]
    Event(u64),
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn log() -> Vec<StoredEvent> {
        let event = |seq: u64| {
            let body = json!({ "kind": "message", "text": format!("line {seq}\n“schön”"), "ratio": 0.1 });
            StoredEvent { seq, at: Timestamp(1_700_000_000_000 + seq as i64), body }
        };
        (1..=50).map(event).collect()
    }

    #[test]
    fn logs_round_trip() {
        for events in [Vec::new(), log()] {
            let bytes = encode(&events).expect("memory");
            assert_eq!(decode(&bytes).expect("sound"), events);
        }
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let (events, bytes) = (log(), encode(&log()).expect("memory"));
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x55;
            assert!(decode(&damaged).map_or(true, |decoded| decoded == events), "byte {place}");
        }
        for length in 1..bytes.len() {
            assert!(decode(&bytes[..length]).is_err(), "{length} bytes");
        }
    }
}
