//! Decisions of the computer in a game.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use draughts::game::Offer;
use draughts::ruleset::{Claims, Effect};
use draughts::{Color, Event, Game};
use engine::{Engine, Level, Limits, Score};

use play::game::{Command, DrawOffer, GameState, Seat, TimeControl};
use play::id::GameId;
use play::time::Timestamp;

/// Maximum number of nodes searched to evaluate a position for an offer, a claim or an objection.
const EVALUATION_NODES: u64 = 100_000;
/// Maximum score at which the computer agrees to a draw, in centimen.
const DRAW_SCORE: i32 = 30;
/// The first move at which the computer agrees to a draw.
const FIRST_DRAW_MOVE: u32 = 10;

/// The computer as a player of one side of a game.
pub(super) struct ComputerPlayer<'a> {
    pub(super) engine: &'a Engine,
    pub(super) id: GameId,
    pub(super) state: &'a GameState,
    pub(super) side: Color,
    /// Stops its searches.
    pub(super) stop: &'a AtomicBool,
}

impl ComputerPlayer<'_> {
    /// Decides on a command, with a search of at most `time`; `None` if there is nothing to do.
    pub(super) fn decide(&self, time: Duration, now: Timestamp) -> Option<Command> {
        let (state, game, side) = (self.state, self.game(), self.side);
        // The computer always grants takebacks.
        if state.takeback() == Some(!side) {
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
        let Seat::Computer(level) = state.terms().seats()[side] else { return None };
        let level = Level::new(level).unwrap_or(Level::BEST);
        let left = state.clocks().remaining(side, now);
        let limits = limits(state.terms().time, left, time);
        let m = self.engine.choose(game, level, limits, seed(self.id, state.seq()), self.stop)?;
        let offer = self.offer();
        Some(Command::MoveSquares { from: m.from(), to: m.to(), captured: m.captured(), offer })
    }

    /// Returns the best objection to an irregular turn of the opponent, if it is better than to accept the turn.
    fn objection(&self) -> Option<Command> {
        let (game, side) = (self.game(), self.side);
        game.irregular_turn()?;
        let huffs = game
            .huffable()
            .into_iter()
            .map(|square| (Event::Huff { by: side, square }, Command::Huff { square }));
        let redo = (Event::DemandRedo { by: side }, Command::DemandRedo {});
        let score = |event: Event| {
            let mut after = game.clone();
            after.apply(event).ok().map(|()| self.score(&after))
        };
        let objections = huffs.chain([redo]).filter_map(|(event, command)| Some((score(event)?, command)));
        let (best, command) = objections.max_by_key(|(score, _)| *score)?;
        // Without a legal move, accepting the turn loses.
        let accepted = (!game.legal_moves().is_empty()).then(|| self.score(self.game()));
        accepted.is_none_or(|accepted| best > accepted).then_some(command)
    }

    /// Returns the answer to a draw offer: accepts a proved draw, and any other if the computer is not better.
    fn answer_offer(&self, offer: &Offer) -> Command {
        // An offer in the opening is likely a mistake or a test.
        let is_early = self.game().move_number().number < FIRST_DRAW_MOVE;
        if offer.evidence.is_some() || !is_early && self.score(self.game()) <= DRAW_SCORE {
            return Command::AcceptDraw {};
        }
        Command::DeclineDraw { message: String::new() }
    }

    /// Returns a draw claim that the record proves, unless the computer is better.
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
        (self.score(self.game()) <= DRAW_SCORE).then_some(Command::ClaimDraw(claim))
    }

    /// Returns the draw offer to send with the next move if the rules require one before a claim.
    fn offer(&self) -> Option<DrawOffer> {
        let needs_offer = self.game().rules().rule_set().draws.claims == Claims::OfferFirst;
        let rule = needs_offer.then(|| self.ground()).flatten()?;
        let offer = DrawOffer { rule: Some(rule), message: String::new() };
        (self.score(self.game()) <= DRAW_SCORE).then_some(offer)
    }

    /// Returns a draw rule that this side can claim by.
    fn ground(&self) -> Option<usize> {
        let (game, side) = (self.game(), self.side);
        let rules = &game.rules().rule_set().draws.rules;
        (0..rules.len())
            .find(|&rule| rules[rule].effect == Effect::OnClaim && game.ground(side, rule).is_some())
    }

    /// Returns the score of a game for the computer, in centimen.
    fn score(&self, game: &Game) -> i32 {
        let report = self.engine.search(game, Limits::nodes(EVALUATION_NODES), self.stop, |_| {});
        let score = report.info.map_or(0, |info| Score::centimen(info.score));
        if game.position().turn() == self.side { score } else { -score }
    }

    fn game(&self) -> &Game {
        self.state.game()
    }
}

/// Returns search limits within `time` and the time that is left on a clock.
fn limits(control: TimeControl, left: Option<Duration>, time: Duration) -> Limits {
    // At most a third of the remaining time, minus the time to append the move.
    let clock_limit =
        |left: Duration| (left / 3).saturating_sub(Duration::from_millis(20)).max(Duration::from_millis(1));
    let limits = Limits::move_time(left.map_or(time, |left| time.min(clock_limit(left))));
    match control {
        TimeControl::Clock { increment, .. } => {
            Limits { clock: left, increment: Duration::from_millis(increment), ..limits }
        }
        TimeControl::None {} | TimeControl::Days { .. } => limits,
    }
}

/// Returns the seed of a move: a search that is repeated finds the same move.
fn seed(game: GameId, seq: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    (game, seq).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_have_the_limits_of_a_game_and_its_clock() {
        let [second, day] = [1, 24 * 3600].map(Duration::from_secs);
        assert_eq!(limits(TimeControl::UNLIMITED, None, 3 * second), Limits::move_time(3 * second));
        let days = TimeControl::Days { days: 1, vacation: 0 };
        assert_eq!(limits(days, Some(day), 3 * second), Limits::move_time(3 * second));
        let control = TimeControl::Clock { initial: 60_000, increment: 2000 };
        let clock = Some(60 * second);
        let expected = Limits { clock, increment: 2 * second, ..Limits::move_time(3 * second) };
        assert_eq!(limits(control, clock, 3 * second), expected);
        let late = limits(control, Some(second), 3 * second);
        assert!(late.time < Some(second / 3) && late.clock == Some(second), "{late:?}");
    }
}
