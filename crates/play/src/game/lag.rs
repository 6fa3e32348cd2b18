//! Compensation of network lag: how much of a measured lag is credited to a clock.
//!
//! A client that answers pings late looks like one with a slow network, so nobody can tell an honest lag from a pretended
//! one. The credit is therefore bounded by a quota, which refills a little with each move. Most of the quota is a reserve
//! for moves that left in time and arrived late: these would lose the game. What the quota cannot pay for such a move, its
//! player borrows from the increment. See decision 20.

use std::time::Duration;

/// The maximum credit for one move.
pub(super) const MAX_CREDIT: Duration = Duration::from_millis(500);
/// The part of the quota that only moves after the deadline can use: enough for one with any lag.
const RESERVE: Duration = MAX_CREDIT;
/// The size of the quota, which is full at the start of a game.
const CAPACITY: Duration = Duration::from_millis(700);
/// The time that each move of the player adds to the quota.
const REFILL: Duration = Duration::from_millis(20);
/// The maximum credit for all moves of a game together.
const GAME_CAP: Duration = Duration::from_secs(3);

/// The lag quota of a player in a game. It follows from the log, which has the credit of each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LagQuota {
    left: Duration,
    credited: Duration,
}

impl Default for LagQuota {
    fn default() -> Self {
        Self { left: CAPACITY, credited: Duration::ZERO }
    }
}

impl LagQuota {
    /// Returns the lag that was credited so far.
    #[must_use]
    pub fn credited(self) -> Duration {
        self.credited
    }

    /// Returns the maximum credit for the next move, if it needs that to be in time.
    #[must_use]
    pub fn available(self) -> Duration {
        self.left_in_game().min(MAX_CREDIT)
    }

    /// Returns the maximum time after the deadline at which the next move is in time: the quota pays for it, or the
    /// increment that the move earns.
    #[must_use]
    pub fn allowance(self, increment: Duration) -> Duration {
        self.available().saturating_add(increment).min(MAX_CREDIT)
    }

    /// Returns the credit for a move with this lag that arrives `late` after the deadline; zero for a move before it.
    ///
    /// The reserve pays what a late move lacks and no more: a player never gains by being later. If the reserve is too
    /// small, the credit includes a loan of at most the increment.
    #[must_use]
    pub fn credit(self, lag: Duration, late: Duration, increment: Duration) -> Duration {
        let spendable = self.left_in_game().saturating_sub(RESERVE);
        let from_quota = lag.min(spendable.max(late)).min(self.available());
        from_quota.max(late.min(lag).min(self.allowance(increment)))
    }

    /// Returns the part of a credit that is a loan: what the quota does not have, for a move after the deadline. Earlier
    /// versions credited more than the quota, but to no move after the deadline.
    pub(super) fn loan(self, credit: Duration, is_late: bool) -> Duration {
        if is_late { credit.saturating_sub(self.available()) } else { Duration::ZERO }
    }

    /// Updates the quota after a move with this credit.
    pub(super) fn after_move(&mut self, credit: Duration) {
        self.credited = self.credited.saturating_add(credit);
        self.left = self.left.saturating_sub(credit).saturating_add(REFILL).min(CAPACITY);
    }

    fn left_in_game(self) -> Duration {
        self.left.min(GAME_CAP.saturating_sub(self.credited))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn credit_is_bounded_by_the_quota_and_the_reserve_is_for_late_moves() {
        let full = LagQuota::default();
        let mut used = full;
        used.after_move(ms(400));
        for (quota, lag, late, credit) in [
            (full, 30, 0, 30),
            (full, 300, 0, 200),
            (full, 300, 100, 200),
            (full, 300, 250, 250),
            (full, 300, 1_000, 300),
            (full, 5_000, 2_000, 500),
            (full, 0, 100, 0),
            (used, 300, 0, 0),
            (used, 300, 100, 100),
            (used, 500, 400, 320),
        ] {
            assert_eq!(quota.credit(ms(lag), ms(late), ms(0)), ms(credit), "{quota:?} {lag} {late}");
        }
    }

    #[test]
    fn an_increment_lends_what_a_late_move_lacks() {
        let mut empty = LagQuota::default();
        empty.after_move(CAPACITY);
        let available = empty.available();
        assert_eq!(available, REFILL);
        for (lag, late, increment, credit) in
            [(300, 250, 1_000, 250), (300, 400, 1_000, 300), (300, 250, 100, 120), (300, 0, 1_000, 0)]
        {
            let found = empty.credit(ms(lag), ms(late), ms(increment));
            assert_eq!(found, ms(credit), "{lag} {late} {increment}");
            assert_eq!(empty.loan(found, late > 0), found.saturating_sub(available));
        }
        assert_eq!(empty.loan(ms(500), false), Duration::ZERO, "a credit of an earlier version");
        assert_eq!(empty.allowance(ms(1_000)), MAX_CREDIT);
    }

    #[test]
    fn a_small_lag_is_credited_for_the_whole_game() {
        let mut quota = LagQuota::default();
        for _ in 0..120 {
            assert_eq!(quota.credit(REFILL, Duration::ZERO, Duration::ZERO), REFILL);
            quota.after_move(REFILL);
        }
    }

    #[test]
    fn a_game_has_a_cap_and_keeps_the_reserve_until_it_is_used() {
        let mut quota = LagQuota::default();
        for _ in 0..1_000 {
            quota.after_move(quota.credit(ms(400), Duration::ZERO, Duration::ZERO));
        }
        assert_eq!(quota.credited(), GAME_CAP - RESERVE);
        assert_eq!(quota.credit(ms(400), ms(390), ms(0)), ms(390));
        for _ in 0..1_000 {
            quota.after_move(quota.credit(ms(400), ms(390), ms(0)));
        }
        assert_eq!((quota.credited(), quota.available()), (GAME_CAP, Duration::ZERO));
    }

    #[test]
    fn credits_of_earlier_versions_leave_an_empty_quota() {
        let mut quota = LagQuota::default();
        for _ in 0..60 {
            quota.after_move(ms(500));
        }
        assert_eq!((quota.credited(), quota.available()), (ms(30_000), Duration::ZERO));
    }
}
