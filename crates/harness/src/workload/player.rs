//! One side of a game, played to its end despite failures of the site.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use draughts::{Color, Rules};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::{AcknowledgedCommand, History, WorkloadConfig};
use crate::Error;
use crate::client::Client;
use crate::live::{Incoming, LiveConnection};
use crate::player::{GameReplica, unix_millis};
use crate::rng::Rng;

/// Time without a reply after which the player connects again.
const REPLY_TIMEOUT: Duration = Duration::from_secs(6);
/// Maximum time for a game to end after the workload was stopped. Long, since a busy machine is slow.
const STOP_TIMEOUT: Duration = Duration::from_secs(90);

/// A player of one side.
pub(super) struct Player {
    pub(super) client: Client,
    pub(super) config: WorkloadConfig,
    /// Index of the origin to connect to.
    pub(super) origin: usize,
    pub(super) game: String,
    pub(super) rules: Rules,
    pub(super) side: Color,
    pub(super) rng: Rng,
    pub(super) stop: watch::Receiver<bool>,
}

/// A command that is not acknowledged yet.
struct PendingCommand {
    id: String,
    request: Value,
    /// Time of the first sending, in milliseconds since 1970.
    sent_at: i64,
    /// Time of the last sending.
    resent_at: Instant,
}

impl Player {
    /// Plays to the end of the game. Reconnects whenever the connection is lost, and repeats the pending command. When the
    /// workload is stopped, the side to move resigns.
    pub(super) async fn play(mut self) -> Result<History, Error> {
        let (mut replica, mut history) = (GameReplica::new(&self.rules), History::default());
        let mut pending: Option<PendingCommand> = None;
        // The number of the last acknowledged event, which may arrive after its acknowledgement.
        let mut acknowledged = 0;
        let mut stopped_at: Option<Instant> = None;
        loop {
            let is_stopped = *self.stop.borrow();
            if is_stopped && stopped_at.get_or_insert_with(Instant::now).elapsed() > STOP_TIMEOUT {
                return Err(Error(format!(
                    "{}: {} did not receive the end of the game after event {}",
                    self.game, self.side, replica.seq
                )));
            }
            let Some(mut live) = self.connect(replica.seq).await else { continue };
            if let Some(command) = &mut pending {
                command.resent_at = Instant::now();
                live.send_command(&command.id, &command.request).await;
            }
            loop {
                let is_stopped = *self.stop.borrow();
                if pending.is_none() && replica.game.outcome().is_some() {
                    return Ok(history);
                }
                let is_ready = pending.is_none() && replica.seq >= acknowledged;
                if let Some(request) = replica.random_move(self.side, &mut self.rng).filter(|_| is_ready) {
                    let request = if is_stopped { json!({ "do": "resign" }) } else { request };
                    let id = format!("{}-{}", self.side, replica.seq);
                    let (sent_at, resent_at) = (unix_millis(), Instant::now());
                    live.send_command(&id, &request).await;
                    pending = Some(PendingCommand { id, request, sent_at, resent_at });
                }
                let incoming = tokio::select! {
                    incoming = live.receive() => incoming,
                    // The connection may be dead without an error.
                    () = sleep(Duration::from_millis(200)) => {
                        let is_overdue =
                            pending.as_ref().is_some_and(|command| command.resent_at.elapsed() > REPLY_TIMEOUT);
                        let is_late = stopped_at.is_some_and(|since| since.elapsed() > REPLY_TIMEOUT);
                        if is_overdue || is_stopped && (stopped_at.is_none() || is_late) { break } else { continue }
                    }
                };
                let Incoming::Message(message) = incoming else { break };
                match message["type"].as_str() {
                    Some("event") => {
                        replica.apply(&message).map_err(|error| Error(format!("{}: {error}", self.game)))?;
                        history.seen.insert(replica.seq, message);
                    }
                    Some("done") => {
                        let Some(command) = pending.take() else { continue };
                        acknowledged = self.record(&message, command, &mut history)?;
                    }
                    Some("refused") if self.config.retries_when_unavailable && is_unavailable(&message) => {
                        sleep(Duration::from_millis(100)).await;
                        break;
                    }
                    Some("refused") => {
                        return Err(Error(format!("{}: a legal move was refused: {message}", self.game)));
                    }
                    _ => {}
                }
            }
        }
    }

    /// Connects to the current origin. On failure, selects the next origin.
    async fn connect(&mut self, after: u64) -> Option<LiveConnection> {
        let client = self.client.at(self.config.origin(self.origin));
        if let Ok(Ok(live)) = timeout(REPLY_TIMEOUT, client.connect(&self.game, after)).await {
            return Some(live);
        }
        self.origin += 1;
        sleep(Duration::from_millis(20)).await;
        None
    }

    /// Records an acknowledgement, and returns the number of its event.
    fn record(&self, reply: &Value, command: PendingCommand, history: &mut History) -> Result<u64, Error> {
        let PendingCommand { id, request, sent_at, .. } = command;
        if reply["id"] != id.as_str() {
            return Err(Error(format!("{}: the reply to {id} is {reply}", self.game)));
        }
        let seq = reply["seq"].as_u64().unwrap_or(0);
        let acknowledged_at = unix_millis();
        let latency = u64::try_from(acknowledged_at - sent_at).unwrap_or(0);
        self.config.acknowledged.fetch_add(1, Ordering::Relaxed);
        self.config.max_latency.fetch_max(latency, Ordering::Relaxed);
        let command = AcknowledgedCommand { request, sent_at, acknowledged_at };
        if history.acknowledged.insert(seq, command).is_some() {
            return Err(Error(format!("{}: event {seq} was acknowledged for two commands", self.game)));
        }
        Ok(seq)
    }
}

/// Returns whether the site asks to try again later.
fn is_unavailable(reply: &Value) -> bool {
    ["recovering", "unavailable"].iter().any(|code| reply["error"]["code"] == *code)
}
