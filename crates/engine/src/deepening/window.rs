//! Aspiration windows.

use crate::score::{INFINITE, SURE};

/// The half width of the first window round a score, in centimen.
const WIDTH: i32 = 25;

/// The window of a search: scores inside it are exact, others are bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    width: i32,
}

impl Window {
    /// Returns the window for the next depth: narrow round the last score, where that says something.
    pub(super) fn around(last: Option<i32>, depth: u32) -> Self {
        match last {
            Some(score) if depth > 4 && score.abs() < SURE => {
                Self { alpha: score - WIDTH, beta: score + WIDTH, width: WIDTH }
            }
            _ => Self { alpha: -INFINITE, beta: INFINITE, width: WIDTH },
        }
    }

    /// Returns the window to search again with, if the score lies outside this one.
    pub(super) fn widened(self, score: i32) -> Option<Self> {
        let width = self.width * 4;
        let far = width > 1000;
        if score <= self.alpha && self.alpha > -INFINITE {
            Some(Self { alpha: if far { -INFINITE } else { score - width }, width, ..self })
        } else if score >= self.beta && self.beta < INFINITE {
            Some(Self { beta: if far { INFINITE } else { score + width }, width, ..self })
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
