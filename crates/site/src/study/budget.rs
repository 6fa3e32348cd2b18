//! The work that one request may cause.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use draughts::Position;

use super::error::{StudyError, StudyErrorKind};

/// The steps of a request: about a second of work in the costliest positions, and enough for 50 ordinary games.
const STEPS: u64 = 2_000_000;
/// The steps of a position in which generating the moves costs nothing worth mentioning.
const POSITION_STEPS: u64 = 16;
/// The number of steps of a generation above which tracing the routes of the moves may take long, too.
const EASY_STEPS: u32 = 512;
/// The steps that tracing them can take.
const ROUTE_STEPS: u64 = 1 << 15;

/// The work that is left for a request, in steps of the search for captures ([`CaptureWork`](draughts::CaptureWork)).
pub(crate) struct Budget<'a> {
    left: Cell<u64>,
    /// Returns whether nobody waits for the result any more.
    is_abandoned: &'a dyn Fn() -> bool,
}

impl<'a> Budget<'a> {
    /// Creates the budget of a request, which ends early when nobody waits for the result.
    pub(crate) fn new(is_abandoned: &'a dyn Fn() -> bool) -> Self {
        Self { left: Cell::new(STEPS), is_abandoned }
    }

    /// Spends what computing the moves of a position takes.
    pub(crate) fn spend(&self, position: &Position) -> Result<(), StudyError> {
        self.check()?;
        self.spend_steps(position.capture_work().steps);
        self.check()
    }

    /// Spends what computing the moves of a position takes, given the steps of their generation. Returns whether something
    /// is left.
    pub(crate) fn spend_steps(&self, steps: u32) -> bool {
        let routes = if steps > EASY_STEPS { ROUTE_STEPS } else { 0 };
        let left = self.left.get().saturating_sub(POSITION_STEPS + u64::from(steps) + routes);
        self.left.set(left);
        self.check().is_ok()
    }

    /// Returns an error if nothing is left, or if the request was cancelled.
    pub(crate) fn check(&self) -> Result<(), StudyError> {
        if (self.is_abandoned)() {
            return Err(StudyError::new(StudyErrorKind::Cancelled));
        }
        if self.left.get() == 0 {
            return Err(StudyError::too_complex());
        }
        Ok(())
    }
}

/// Cancels the work for a request when it is dropped, since nobody waits for the result then.
#[derive(Default)]
pub(crate) struct CancelOnDrop(Arc<AtomicBool>);

impl CancelOnDrop {
    /// Returns a function that says whether it was dropped.
    pub(crate) fn is_dropped(&self) -> impl Fn() -> bool + Send + 'static {
        let flag = Arc::clone(&self.0);
        move || flag.load(Ordering::Relaxed)
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use draughts::{Rules, variant};

    use super::*;
    use crate::error_code::ErrorCode;

    #[test]
    fn budgets_end_with_their_steps_and_with_their_request() {
        let start = Position::initial(&Rules::from(variant::INTERNATIONAL));
        let request = CancelOnDrop::default();
        let is_dropped = request.is_dropped();
        let budget = Budget::new(&is_dropped);
        let positions = (0..).take_while(|_| budget.spend(&start).is_ok()).count() as u64;
        assert_eq!(positions, STEPS / POSITION_STEPS - 1);
        assert_eq!(budget.check().map_err(|error| error.code), Err(ErrorCode::TooComplex));
        let budget = Budget::new(&is_dropped);
        assert_eq!(budget.spend(&start), Ok(()));
        drop(request);
        assert_eq!(budget.spend(&start), Err(StudyError::new(StudyErrorKind::Cancelled)));
    }
}
