//! One side of a game, played to its end whatever happens to the site.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use draughts::{Color, Rules};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::{Record, Setting};
use crate::client::Client;
use crate::live::{Heard, Live};
use crate::player::{Board, Lot, now};

/// Who gets no answer for so long goes elsewhere.
const ANSWER: Duration = Duration::from_secs(6);
/// So long it takes at the most until all is over after everybody was told to stop. A bound on failing, not a measure.
const FAREWELL: Duration = Duration::from_secs(90);

/// Somebody who plays one side.
pub(super) struct Player {
    pub(super) client: Client,
    pub(super) setting: Setting,
    /// Which of the origins is tried first.
    pub(super) place: usize,
    pub(super) game: String,
    pub(super) rules: Rules,
    pub(super) side: Color,
    pub(super) lot: Lot,
    pub(super) stop: watch::Receiver<bool>,
}

/// A command that is not acknowledged.
struct Open {
    id: String,
    request: Value,
    /// When it was sent for the first time, and for the last.
    sent: i64,
    again: Instant,
}

impl Player {
    /// Plays to the end of the game; comes back whenever the connection is lost, and sends again what was not acknowledged.
    /// When everybody is told to stop, whoever is to move resigns.
    pub(super) async fn play(mut self) -> Result<Record, String> {
        let (mut board, mut record) = (Board::new(&self.rules), Record::default());
        let mut open: Option<Open> = None;
        // The last event that was acknowledged; it may be told a moment later.
        let mut done = 0;
        let mut told_to_stop: Option<Instant> = None;
        loop {
            let stopping = *self.stop.borrow();
            if stopping && told_to_stop.get_or_insert_with(Instant::now).elapsed() > FAREWELL {
                return Err(format!(
                    "{}: {} does not hear the end; {} events",
                    self.game, self.side, board.seq
                ));
            }
            let Some(mut live) = self.connect(board.seq).await else { continue };
            if let Some(open) = &mut open {
                open.again = Instant::now();
                live.command(&open.id, &open.request).await;
            }
            loop {
                let stopping = *self.stop.borrow();
                if open.is_none() && board.game.outcome().is_some() {
                    return Ok(record);
                }
                let ready = open.is_none() && board.seq >= done;
                if let Some(request) = board.choose(self.side, &mut self.lot).filter(|_| ready) {
                    let request = if stopping { json!({ "do": "resign" }) } else { request };
                    let id = format!("{}-{}", self.side, board.seq);
                    let (sent, again) = (now(), Instant::now());
                    live.command(&id, &request).await;
                    open = Some(Open { id, request, sent, again });
                }
                let heard = tokio::select! {
                    heard = live.hear() => heard,
                    // Nobody may be left to answer.
                    () = sleep(Duration::from_millis(200)) => {
                        let waits = open.as_ref().is_some_and(|open| open.again.elapsed() > ANSWER);
                        let late = told_to_stop.is_some_and(|since| since.elapsed() > ANSWER);
                        if waits || stopping && (told_to_stop.is_none() || late) { break } else { continue }
                    }
                };
                let Heard::Told(told) = heard else { break };
                match told["type"].as_str() {
                    Some("event") => {
                        board.follow(&told).map_err(|error| format!("{}: {error}", self.game))?;
                        record.seen.insert(board.seq, told);
                    }
                    Some("done") => {
                        let Some(was) = open.take() else { continue };
                        done = self.acknowledged(&told, was, &mut record)?;
                    }
                    Some("refused") if self.setting.patient && is_for_later(&told) => {
                        sleep(Duration::from_millis(100)).await;
                        break;
                    }
                    Some("refused") => {
                        return Err(format!("{}: a legal move was refused: {told}", self.game));
                    }
                    _ => {}
                }
            }
        }
    }

    /// Connects, here or elsewhere.
    async fn connect(&mut self, after: u64) -> Option<Live> {
        let client = self.client.at(self.setting.origin(self.place));
        if let Ok(Ok(live)) = timeout(ANSWER, client.live(&self.game, after)).await {
            return Some(live);
        }
        self.place += 1;
        sleep(Duration::from_millis(20)).await;
        None
    }

    fn acknowledged(&self, told: &Value, was: Open, record: &mut Record) -> Result<u64, String> {
        if told["id"] != was.id.as_str() {
            return Err(format!("{}: {} is open, and {told} was heard", self.game, was.id));
        }
        let seq = told["seq"].as_u64().unwrap_or(0);
        let (sent, heard) = (was.sent, now());
        self.setting.acknowledged.fetch_add(1, Ordering::Relaxed);
        self.setting.longest.fetch_max(u64::try_from(heard - sent).unwrap_or(0), Ordering::Relaxed);
        let acknowledged = super::Acknowledged { request: was.request, sent, heard };
        if record.acknowledged.insert(seq, acknowledged).is_some() {
            return Err(format!("{}: event {seq} was acknowledged for two commands", self.game));
        }
        Ok(seq)
    }
}

/// Does the site ask to try again later?
fn is_for_later(told: &Value) -> bool {
    ["recovering", "unavailable"].iter().any(|code| told["error"]["code"] == *code)
}
