//! One of the computer's threads: what it does in a game in which it is asked.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use draughts::game::Offer;
use draughts::ruleset::{Claims, Effect};
use draughts::{Color, Event, Game};
use engine::{Engine, Level, Limits, Score};
use thread_priority::{ThreadPriority, set_current_thread_priority};
use tokio::runtime::Handle;
use tracing::Span;

use super::Shared;
use super::queue::Job;
use crate::hall::{ActError, Hall};
use crate::id::GameId;
use crate::request::{self, RequestId};
use crate::table::{DrawOffer, Request, Seat, Table};
use crate::time::Timestamp;

/// The best level thinks for so long where nobody waits and no clock runs.
const LONGEST: Duration = Duration::from_millis(1500);
/// It never thinks for less, unless the clock says so.
const SHORTEST: Duration = Duration::from_millis(30);
/// So many positions are looked at to answer a draw offer.
const NODES_FOR_AN_ANSWER: u64 = 100_000;
/// A draw is as good as a game that is worth less than this, in hundredths of a man.
const CONTENT: i32 = 30;
/// Before this move it agrees to no draw.
const EARLY: u32 = 10;
/// A turn that somebody else thinks about is looked at again so much later, in case that comes to nothing.
const TAKEN: Duration = Duration::from_millis(700);
/// What went wrong is tried again so much later.
const FAILED: Duration = Duration::from_secs(1);

/// What became of a turn.
enum Turn {
    /// It was made.
    Made,
    /// The computer is not asked any more.
    NotAsked,
    /// Somebody else thinks about it.
    Taken,
    /// It was told to stop.
    Stopped,
}

/// One of the threads.
pub(super) struct Thinker {
    pub(super) hall: Arc<Hall>,
    pub(super) shared: Arc<Shared>,
    pub(super) runtime: Handle,
    /// What it tells is told by this node.
    pub(super) node: Span,
}

impl Thinker {
    pub(super) fn think_on(&self, mut engine: Engine) {
        // Where the system does not let us, it is still only as many threads as were asked for.
        let _ = set_current_thread_priority(ThreadPriority::Min);
        let _node = self.node.enter();
        let mut last = None;
        while let Some(Job { game, right }) = self.shared.queue.next() {
            self.shared.thinking.fetch_add(1, Ordering::Relaxed);
            // What it knows of one game must not be taken for true in another with other rules.
            if last.replace(game) != Some(game) {
                engine.forget();
            }
            let again = self.turn(game, &engine);
            if let Some((ticket, _hand)) = right {
                match again {
                    None => ticket.done(),
                    Some(after) => ticket.again(after),
                }
            }
            self.shared.thinking.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Does what there is to do in a game; if it is to be tried again, says how much later.
    fn turn(&self, game: GameId, engine: &Engine) -> Option<Duration> {
        // A game that cannot be thought about must not take the thread with it.
        match catch_unwind(AssertUnwindSafe(|| self.answer(game, engine))) {
            Ok(Ok(Turn::Made)) => {
                self.shared.played.fetch_add(1, Ordering::Relaxed);
                None
            }
            Ok(Ok(Turn::NotAsked)) => None,
            Ok(Ok(Turn::Taken)) => Some(TAKEN),
            Ok(Ok(Turn::Stopped)) => Some(Duration::ZERO),
            // It is asked again when it is looked for forgotten games.
            Ok(Err(error)) => {
                tracing::warn!(%game, %error, "the computer cannot play");
                Some(FAILED)
            }
            Err(_) => {
                tracing::error!(%game, "the computer has stumbled");
                None
            }
        }
    }

    /// Does in a game what it is asked for.
    fn answer(&self, game: GameId, engine: &Engine) -> Result<Turn, ActError> {
        let table = self.runtime.block_on(self.hall.table(game))?;
        let now = Timestamp::now();
        let Some(side) = table.asks_computer() else { return Ok(Turn::NotAsked) };
        if !self.runtime.block_on(self.hall.claim_for_computer(game, now))? {
            return Ok(Turn::Taken);
        }
        let begun = Instant::now();
        let request = self.request(game, &table, side, engine, now);
        self.shared.seconds.observe(begun.elapsed().as_secs_f64());
        if self.shared.stop.load(Ordering::Relaxed) {
            return Ok(Turn::Stopped);
        }
        let Some(request) = request else { return Ok(Turn::NotAsked) };
        let turns = table.game().turns().len();
        let acting = self.hall.act_for_computer(game, turns, &request, Timestamp::now());
        let made = self.runtime.block_on(request::within(RequestId::next(), acting))?;
        Ok(if made { Turn::Made } else { Turn::NotAsked })
    }

    fn request(
        &self,
        id: GameId,
        table: &Table,
        side: Color,
        engine: &Engine,
        now: Timestamp,
    ) -> Option<Request> {
        let game = table.game();
        // People play for pleasure: the computer does not insist.
        if table.takeback() == Some(!side) {
            return Some(Request::GrantTakeback {});
        }
        if let Some(offer) = game.offer().filter(|offer| offer.by != side) {
            return Some(self.answer_offer(game, offer, engine, side));
        }
        if let Some(objection) = self.objection(game, engine, side) {
            return Some(objection);
        }
        if let Some(claim) = self.claim(game, engine, side) {
            return Some(claim);
        }
        let Seat::Computer(level) = table.terms().seats()[side] else { return None };
        let level = Level::new(level).unwrap_or(Level::BEST);
        let limits = self.limits(table, side, now);
        let m = engine.choose(game, level, limits, seed(id, table.seq()), &self.shared.stop)?;
        let offer = self.offer(game, engine, side);
        Some(Request::MoveSquares { from: m.from(), to: m.to(), captured: m.captured(), offer })
    }

    /// Returns what is done about a turn of the opponent that broke a duty, where that is better than letting it stand.
    fn objection(&self, game: &Game, engine: &Engine, side: Color) -> Option<Request> {
        game.irregular_turn()?;
        let huffs = game
            .huffable()
            .into_iter()
            .map(|square| (Event::Huff { by: side, square }, Request::Huff { square }));
        let redo = (Event::DemandRedo { by: side }, Request::DemandRedo {});
        let worth = |event: Event| {
            let mut after = game.clone();
            after.apply(event).ok().map(|()| self.worth(&after, engine, side))
        };
        let objections = huffs.chain([redo]).filter_map(|(event, request)| Some((worth(event)?, request)));
        let (best, request) = objections.max_by_key(|(worth, _)| *worth)?;
        // Without a move of its own there is nothing to let the turn stand for.
        let stands = (!game.legal_moves().is_empty()).then(|| self.worth(game, engine, side));
        stands.is_none_or(|stands| best > stands).then_some(request)
    }

    /// A proved draw is accepted; another if the computer is not better.
    fn answer_offer(&self, game: &Game, offer: &Offer, engine: &Engine, side: Color) -> Request {
        // Whoever tries the button at the beginning wants to play all the same.
        let early = game.move_number().number < EARLY;
        if offer.evidence.is_some() || !early && self.worth(game, engine, side) <= CONTENT {
            return Request::AcceptDraw {};
        }
        Request::DeclineDraw { message: String::new() }
    }

    /// Returns the claim of a draw that the record proves, unless the game is worth more than a draw.
    fn claim(&self, game: &Game, engine: &Engine, side: Color) -> Option<Request> {
        let rule = match game.rules().rule_set().draws.claims {
            Claims::Immediate => Self::ground(game, side)?,
            Claims::OfferFirst => {
                let rejected = game.rejected_offer(side).map(|rejected| &rejected.offer)?;
                rejected.rule.filter(|_| rejected.evidence.is_some())?
            }
        };
        let claim = DrawOffer { rule: Some(rule), message: String::new() };
        (self.worth(game, engine, side) <= CONTENT).then_some(Request::ClaimDraw(claim))
    }

    /// Returns the offer that goes with the next move where the rules ask the opponent before a claim.
    fn offer(&self, game: &Game, engine: &Engine, side: Color) -> Option<DrawOffer> {
        let offer_first = game.rules().rule_set().draws.claims == Claims::OfferFirst;
        let rule = offer_first.then(|| Self::ground(game, side)).flatten()?;
        let offer = DrawOffer { rule: Some(rule), message: String::new() };
        (self.worth(game, engine, side) <= CONTENT).then_some(offer)
    }

    /// Returns a draw rule that this side can appeal to.
    fn ground(game: &Game, side: Color) -> Option<usize> {
        let rules = &game.rules().rule_set().draws.rules;
        (0..rules.len())
            .find(|&rule| rules[rule].effect == Effect::OnClaim && game.ground(side, rule).is_some())
    }

    /// What the game is worth to a side, in hundredths of a man.
    fn worth(&self, game: &Game, engine: &Engine, side: Color) -> i32 {
        let report = engine.search(game, Limits::nodes(NODES_FOR_AN_ANSWER), &self.shared.stop, |_| {});
        let worth = report.info.map_or(0, |info| Score::hundredths(info.score));
        if game.position().turn() == side { worth } else { -worth }
    }

    /// Shorter while others wait, and in time for the clock.
    fn limits(&self, table: &Table, side: Color, now: Timestamp) -> Limits {
        let share = u32::try_from(self.shared.waiting()).unwrap_or(u32::MAX).saturating_add(1);
        let time = Some((LONGEST / share).max(SHORTEST));
        match table.clocks().left(side, now) {
            None => Limits { time, ..Limits::default() },
            Some(left) => {
                // A third of the rest at the most, and time to write it down.
                let most = (left / 3).saturating_sub(Duration::from_millis(20)).max(Duration::from_millis(1));
                Limits { time: time.map(|time| time.min(most)), ..Limits::default() }
            }
        }
    }
}

/// The same game goes the same way when it is thought about again.
fn seed(game: GameId, seq: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    (game, seq).hash(&mut hasher);
    hasher.finish()
}
