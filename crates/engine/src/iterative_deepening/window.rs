//! Aspiration windows.

use crate::score::{INFINITE, PROVEN_WIN};

/// The half width of the first window around a score, in centimen.
const INITIAL_WIDTH: i32 = 25;

/// The window of a search. Scores inside it are exact; scores outside are bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    width: i32,
}

impl Window {
    /// Returns the window for a depth: narrow around the score of the previous depth, or open at small depths and
    /// around proven wins.
    pub(super) fn around(previous: Option<i32>, depth: u32) -> Self {
        match previous {
            Some(score) if depth > 4 && score.abs() < PROVEN_WIN => {
                Self { alpha: score - INITIAL_WIDTH, beta: score + INITIAL_WIDTH, width: INITIAL_WIDTH }
            }
            _ => Self { alpha: -INFINITE, beta: INFINITE, width: INITIAL_WIDTH },
        }
    }

    /// Returns the window for a re-search; `None` if the score lies inside this one.
    pub(super) fn widened(self, score: i32) -> Option<Self> {
        let width = self.width * 4;
        let is_open = width > 1000;
        if score <= self.alpha && self.alpha > -INFINITE {
            Some(Self { alpha: if is_open { -INFINITE } else { score - width }, width, ..self })
        } else if score >= self.beta && self.beta < INFINITE {
            Some(Self { beta: if is_open { INFINITE } else { score + width }, width, ..self })
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{INFINITE, Window};

    #[test]
    fn windows_widen_on_the_failed_side_until_open() {
        let open = Window::around(None, 9);
        assert_eq!((open.alpha, open.beta, open.widened(0)), (-INFINITE, INFINITE, None));
        let narrow = Window::around(Some(10), 9);
        assert_eq!((narrow.alpha, narrow.beta, narrow.widened(12)), (-15, 35, None));
        let mut low = narrow;
        while let Some(wider) = low.widened(low.alpha) {
            assert!(wider.alpha < low.alpha && wider.beta == low.beta);
            low = wider;
        }
        assert_eq!((low.alpha, low.beta), (-INFINITE, 35));
    }
}
