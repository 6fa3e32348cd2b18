//! Error messages with their sources.

use std::error::Error;
use std::iter;

/// Returns the message of an error and its sources, separated by colons.
pub(crate) fn report(error: &(dyn Error + 'static)) -> String {
    let chain = iter::successors(Some(error), |&error| error.source());
    chain.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

#[cfg(test)]
mod tests {
    use std::io;

    use draughts::{Game, Rules};

    use super::report;
    use crate::client_error::ClientError;
    use crate::dxp;
    use crate::notation::{MoveError, read_move};

    #[test]
    fn every_error_of_a_chain_is_reported_once() {
        let rules = Rules::named("english").expect("a rule set");
        let illegal = read_move(&Game::new(&rules), "1-2").expect_err("not forward");
        let MoveError::NotLegal { reason, .. } = &illegal else { panic!("{illegal:?}") };
        let illegal_text = format!("the engine played an illegal move: \"1-2\" is not legal: {reason}");
        let board = dxp::check_board(&rules).expect_err("a board of 32 squares");
        let board_text = format!("the engine does not start: {board}");
        let source = io::Error::other("no such file");
        let start = ClientError::Start { target: "scan".to_owned(), source };
        assert_eq!(report(&ClientError::from(illegal)), illegal_text);
        assert_eq!(report(&ClientError::from(board)), board_text);
        assert_eq!(report(&start), "the engine does not start: scan: no such file");
    }
}
