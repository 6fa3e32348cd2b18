//! The window of a search: scores within it are exact.

use crate::score::{INFINITE, SURE};

/// The scores that a search is to tell exactly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    width: i32,
}

impl Window {
    /// For the next depth: narrow round what the last one found, where that says something.
    pub(crate) fn round(last: Option<i32>, depth: u32) -> Self {
        let width = 25;
        match last {
            Some(score) if depth > 4 && score.abs() < SURE => {
                Self { alpha: score - width, beta: score + width, width }
            }
            _ => Self { alpha: -INFINITE, beta: INFINITE, width },
        }
    }

    /// The window to search again with, if the score lies outside of this one.
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
    fn windows_begin_narrow_and_are_widened_on_the_side_that_failed_until_all_is_open() {
        let open = Window::round(None, 9);
        assert_eq!((open.alpha, open.beta, open.widened(0)), (-INFINITE, INFINITE, None));
        let narrow = Window::round(Some(10), 9);
        assert_eq!((narrow.alpha, narrow.beta, narrow.widened(12)), (-15, 35, None));
        let mut low = narrow;
        while let Some(wider) = low.widened(low.alpha) {
            assert!(wider.alpha < low.alpha && wider.beta == low.beta);
            low = wider;
        }
        assert_eq!((low.alpha, low.beta), (-INFINITE, 35));
    }
}
