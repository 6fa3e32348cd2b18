//! The memory of live connections.

use axum::extract::ws::WebSocketUpgrade;

/// Limits the buffers of a live connection, and the messages that its client sends, to `max_bytes` each.
pub(crate) fn limit_messages(upgrade: WebSocketUpgrade, max_bytes: usize) -> WebSocketUpgrade {
    // The default buffers would take 100 KB for every spectator.
    let upgrade = upgrade.read_buffer_size(4096).write_buffer_size(0);
    // Room for the announced length of a frame is reserved before the frame arrives.
    upgrade.max_message_size(max_bytes).max_frame_size(max_bytes)
}
