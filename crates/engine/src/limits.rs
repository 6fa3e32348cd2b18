//! The limits of a search.

use std::time::Duration;

/// The limits of a search. The search ends at the first limit that it reaches; without limits, it runs until it is
/// stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The maximum depth, in plies.
    pub depth: Option<u32>,
    /// The maximum number of nodes of each thread.
    pub nodes: Option<u64>,
    /// The maximum time for this move.
    pub time: Option<Duration>,
    /// Whether the search chooses a move of a game, not an analysis: it does not use all of its time if there is only one
    /// legal move, or if the best move is stable. A search under a clock always chooses a move.
    pub is_game_move: bool,
    /// The time left on the clock.
    pub clock: Option<Duration>,
    /// The time added after each move.
    pub increment: Duration,
    /// The number of moves until the next time control; `None` if the clock is for the rest of the game.
    pub moves: Option<u32>,
}

impl Limits {
    /// Returns limits with a maximum depth, in plies.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Returns limits with a maximum number of nodes for each thread.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Returns the limits of an analysis, which uses all of its time.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// Returns the limits of a move in a game, with a maximum time.
    #[must_use]
    pub fn move_time(time: Duration) -> Self {
        Self { is_game_move: true, ..Self::time(time) }
    }

    /// Returns whether the search should spare time that does not help to choose a move.
    pub(crate) fn spares_time(&self) -> bool {
        self.clock.is_some() || self.is_game_move && self.time.is_some()
    }

    /// Returns the limits of a search with this number of legal moves. A single legal move is played at once; a shallow
    /// search finds its score and the expected answer.
    pub(crate) fn for_moves(self, moves: usize) -> Self {
        const ONLY_MOVE_DEPTH: u32 = 6;
        let is_forced = moves == 1 && self.spares_time();
        let depth = self.depth.map_or(ONLY_MOVE_DEPTH, |depth| depth.min(ONLY_MOVE_DEPTH));
        if is_forced { Self { depth: Some(depth), ..self } } else { self }
    }

    /// Returns the soft limit, after which no new depth starts, and the hard limit, at which the search stops. Leaves a
    /// reserve on the clock for delays of the system.
    pub(crate) fn time_budget(&self) -> (Option<Duration>, Option<Duration>) {
        let Some(clock) = self.clock else { return (self.time, self.time) };
        let reserve = (clock / 20).clamp(Duration::from_millis(20), Duration::from_millis(100));
        let left = clock.saturating_sub(reserve);
        // Assumes that the game has 30 more moves.
        let share = left / self.moves.map_or(30, |moves| moves.clamp(1, 30)) + self.increment * 3 / 4;
        let hard = (share * 2).min(left / 2);
        let soft = (share * 6 / 10).min(hard);
        let limit = |time: Duration| Some(self.time.map_or(time, |own| own.min(time)));
        (limit(soft), limit(hard))
    }
}
