//! What the computer does in a game in which it is asked.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use draughts::game::Offer;
use draughts::ruleset::{Claims, Effect};
use draughts::{Color, Event, Game};
use engine::{Engine, Level, Limits, Score};

use play::game::{Command, DrawOffer, GameState, Seat};
use play::id::GameId;
use play::time::Timestamp;

/// The number of nodes searched to answer a draw offer.
const NODES_FOR_AN_ANSWER: u64 = 100_000;
/// The computer is content with a draw where the game is worth no more than this, in centimen.
const CONTENT: i32 = 30;
/// The computer agrees to no draw before this move.
const EARLY: u32 = 10;

/// The computer in a game, on one side of it.
pub(super) struct ComputerPlayer<'a> {
    pub(super) engine: &'a Engine,
    pub(super) id: GameId,
    pub(super) table: &'a GameState,
    pub(super) side: Color,
    /// Ends its searches.
    pub(super) stop: &'a AtomicBool,
}

impl ComputerPlayer<'_> {
    /// Decides what to do, with a search of this time at the most; none: there is nothing to do.
    pub(super) fn decide(&self, time: Duration, now: Timestamp) -> Option<Command> {
        let (table, game, side) = (self.table, self.game(), self.side);
        // People play for pleasure: the computer does not insist.
        if table.takeback() == Some(!side) {
            return Some(Command::GrantTakeback {});
        }
        if let Some(offer) = game.offer().filter(|offer| offer.by != side) {
            return Some(self.answer_offer(offer));
        }
        if let Some(objection) = self.objection() {
            return Some(objection);
        }
        if let Some(claim) = self.claim() {
            return Some(claim);
        }
        let Seat::Computer(level) = table.terms().seats()[side] else { return None };
        let level = Level::new(level).unwrap_or(Level::BEST);
        let limits = self.limits(time, now);
        let m = self.engine.choose(game, level, limits, seed(self.id, table.seq()), self.stop)?;
        let offer = self.offer();
        Some(Command::MoveSquares { from: m.from(), to: m.to(), captured: m.captured(), offer })
    }

    /// Returns what is done about a turn of the opponent that broke a duty, where that is better than letting it stand.
    fn objection(&self) -> Option<Command> {
        let (game, side) = (self.game(), self.side);
        game.irregular_turn()?;
        let huffs = game
            .huffable()
            .into_iter()
            .map(|square| (Event::Huff { by: side, square }, Command::Huff { square }));
        let redo = (Event::DemandRedo { by: side }, Command::DemandRedo {});
        let worth = |event: Event| {
            let mut after = game.clone();
            after.apply(event).ok().map(|()| self.worth(&after))
        };
        let objections = huffs.chain([redo]).filter_map(|(event, request)| Some((worth(event)?, request)));
        let (best, request) = objections.max_by_key(|(worth, _)| *worth)?;
        // Without a move of its own there is nothing to let the turn stand for.
        let stands = (!game.legal_moves().is_empty()).then(|| self.worth(self.game()));
        stands.is_none_or(|stands| best > stands).then_some(request)
    }

    /// A proved draw is accepted; another if the computer is not better.
    fn answer_offer(&self, offer: &Offer) -> Command {
        // Whoever tries the button at the beginning wants to play all the same.
        let early = self.game().move_number().number < EARLY;
        if offer.evidence.is_some() || !early && self.worth(self.game()) <= CONTENT {
            return Command::AcceptDraw {};
        }
        Command::DeclineDraw { message: String::new() }
    }

    /// Returns the claim of a draw that the record proves, unless the game is worth more than a draw.
    fn claim(&self) -> Option<Command> {
        let game = self.game();
        let rule = match game.rules().rule_set().draws.claims {
            Claims::Immediate => self.ground()?,
            Claims::OfferFirst => {
                let rejected = game.rejected_offer(self.side).map(|rejected| &rejected.offer)?;
                rejected.rule.filter(|_| rejected.evidence.is_some())?
            }
        };
        let claim = DrawOffer { rule: Some(rule), message: String::new() };
        (self.worth(self.game()) <= CONTENT).then_some(Command::ClaimDraw(claim))
    }

    /// Returns the offer that goes with the next move where the rules ask the opponent before a claim.
    fn offer(&self) -> Option<DrawOffer> {
        let offer_first = self.game().rules().rule_set().draws.claims == Claims::OfferFirst;
        let rule = offer_first.then(|| self.ground()).flatten()?;
        let offer = DrawOffer { rule: Some(rule), message: String::new() };
        (self.worth(self.game()) <= CONTENT).then_some(offer)
    }

    /// Returns a draw rule that this side can appeal to.
    fn ground(&self) -> Option<usize> {
        let (game, side) = (self.game(), self.side);
        let rules = &game.rules().rule_set().draws.rules;
        (0..rules.len())
            .find(|&rule| rules[rule].effect == Effect::OnClaim && game.ground(side, rule).is_some())
    }

    /// Returns what a game is worth to the computer, in centimen.
    fn worth(&self, game: &Game) -> i32 {
        let report = self.engine.search(game, Limits::nodes(NODES_FOR_AN_ANSWER), self.stop, |_| {});
        let worth = report.info.map_or(0, |info| Score::centimen(info.score));
        if game.position().turn() == self.side { worth } else { -worth }
    }

    /// Returns limits that keep within this time and within the clock.
    fn limits(&self, time: Duration, now: Timestamp) -> Limits {
        let left = self.table.clocks().left(self.side, now);
        // A third of the rest at the most, and time to write it down.
        let most = |left: Duration| {
            (left / 3).saturating_sub(Duration::from_millis(20)).max(Duration::from_millis(1))
        };
        Limits::time(left.map_or(time, |left| time.min(most(left))))
    }

    fn game(&self) -> &Game {
        self.table.game()
    }
}

/// The same game goes the same way when it is thought about again.
fn seed(game: GameId, seq: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    (game, seq).hash(&mut hasher);
    hasher.finish()
}
