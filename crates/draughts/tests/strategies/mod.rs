//! Strategies for random rule sets and positions.

#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::borrow::Cow;

use draughts::ruleset::{
    Board, Capture, Corner, Crowning, Duty, Finish, FirstSquare, Goal, Kings, Landing, Men, Priority, Range,
    Removal, Shade, ShadeChoice, SquareNotation, SquaresInPlay, Start, Targets, TurnBack,
};
use draughts::{
    Color, Kind, KingMoves, Piece, Position, RelativeDirection, RuleSet, Rules, Setup, SetupErrorKind,
    variant,
};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// Returns a configuration with this many cases, multiplied by CROWNHEAD_PROPTEST_FACTOR, for long runs after changes
/// of the generator.
pub(crate) fn cases(usual: u32) -> ProptestConfig {
    let times =
        std::env::var("CROWNHEAD_PROPTEST_FACTOR").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    ProptestConfig {
        cases: usual.saturating_mul(times),
        max_local_rejects: u32::MAX,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn directions() -> impl Strategy<Value = Cow<'static, [RelativeDirection]>> {
    subsequence(RelativeDirection::ALL.to_vec(), 0..=5).prop_map(Cow::Owned)
}

fn board() -> impl Strategy<Value = (Board, Start)> {
    let size = || prop_oneof![3 => 6..=8_u8, 1 => 5..=15_u8];
    let board = (size(), size(), any::<bool>(), any::<bool>(), prop::bool::weighted(0.3)).prop_map(
        |(width, height, played, dark, all)| Board {
            width,
            height,
            lower_left_corner: if played { Corner::Played } else { Corner::Empty },
            shade: if dark { Shade::Dark } else { Shade::Light },
            shade_choice: if played == dark { ShadeChoice::Fixed } else { ShadeChoice::ByAgreement },
            squares_in_play: if all { SquaresInPlay::All } else { SquaresInPlay::EverySecond },
        },
    );
    let start = (0..=4_u8, 0..=1_u8, select(&Color::ALL[..])).prop_map(
        |(rows_of_men, empty_rows_behind, first_move)| Start { rows_of_men, empty_rows_behind, first_move },
    );
    (board, start)
}

fn men() -> impl Strategy<Value = Men> {
    let takes = select(&[Targets::MenAndKings, Targets::MenOnly][..]);
    let crowning = select(
        &[Crowning::AtTheEndOfTheMove, Crowning::InPassingAndTheMoveEnds, Crowning::InPassingAndItGoesOn][..],
    );
    (directions(), directions(), takes, crowning).prop_map(|(moves, captures, takes, crowning)| Men {
        moves,
        captures,
        takes,
        crowning,
    })
}

fn kings() -> impl Strategy<Value = Kings> {
    let range = select(&[Range::Short, Range::Flying][..]);
    let landing = select(
        &[
            Landing::AnySquareBehind,
            Landing::DirectlyBehind,
            Landing::DirectlyBehindALastKing,
            Landing::DirectlyBehindALastKingOfSeveral,
        ][..],
    );
    (directions(), directions(), range, landing, prop::option::weighted(0.3, 0..=3_u8)).prop_map(
        |(moves, captures, range, landing, repeat_limit)| Kings {
            moves,
            captures,
            range,
            landing,
            repeat_limit,
        },
    )
}

fn capture() -> impl Strategy<Value = Capture> {
    let priority = subsequence(Priority::ALL.to_vec(), 0..=5).prop_shuffle();
    (priority, any::<[bool; 4]>()).prop_map(|(priority, [must, finish, end, turn])| Capture {
        duty: if must { Duty::MustCapture } else { Duty::MayCapture },
        priority: Cow::Owned(priority),
        finish: if finish { Finish::MustBeFinished } else { Finish::MayBeStopped },
        removal: if end { Removal::AtTheEndOfTheMove } else { Removal::AfterEachJump },
        turn_back: if turn { TurnBack::Allowed } else { TurnBack::Forbidden },
    })
}

/// Generates any rule set, playable or not.
pub(crate) fn composed() -> impl Strategy<Value = RuleSet> {
    let goal = select(&[Goal::NoMovesLoses, Goal::NoMovesWins, Goal::FirstKingWins][..]);
    let first = select(
        &[FirstSquare::TopLeft, FirstSquare::TopRight, FirstSquare::BottomLeft, FirstSquare::BottomRight][..],
    );
    let names = select(&[SquareNotation::Numeric, SquareNotation::Algebraic][..]);
    (select(&variant::ALL[..]), board(), men(), kings(), capture(), goal, (first, names)).prop_map(
        |(base, (board, start), men, kings, capture, goal, (first_square, squares))| {
            let mut rules = base.rule_set().clone();
            rules.id = "composed".into();
            (rules.board, rules.start, rules.men, rules.kings) = (board, start, men, kings);
            (rules.capture, rules.goal) = (capture, goal);
            rules.notation.first_square = first_square;
            rules.notation.squares = squares;
            rules
        },
    )
}

/// Generates a playable rule set.
pub(crate) fn playable() -> impl Strategy<Value = Rules> {
    composed().prop_filter_map("has conflicts", |rules| Rules::new(rules).ok())
}

/// Generates a named rule set.
pub(crate) fn named() -> impl Strategy<Value = Rules> {
    select(&variant::ALL[..]).prop_map(Rules::from)
}

/// Returns whether the set-up is rejected because its captures branch too much. Few random set-ups are.
pub(crate) fn is_too_complex(rules: &Rules, setup: &Setup) -> bool {
    Position::new(rules, setup).is_err_and(|error| error.kinds == [SetupErrorKind::TooComplex])
}

/// Generates a position with up to `most` pieces of each side and no men on their king row.
pub(crate) fn setup(rules: &Rules, most: usize) -> impl Strategy<Value = Setup> + use<> {
    let accepted = rules.clone();
    any_setup(rules, most).prop_filter("too complex", move |setup| !is_too_complex(&accepted, setup))
}

fn any_setup(rules: &Rules, most: usize) -> impl Strategy<Value = Setup> + use<> {
    let names = rules.square_names().clone();
    let limit = rules.rule_set().kings.repeat_limit;
    let height = usize::from(rules.rule_set().board.height);
    let squares: Vec<_> = names.squares().collect();
    let most = most.min(squares.len() / 3);
    let pieces = subsequence(squares, 0..=2 * most).prop_shuffle();
    let kings = prop_oneof![Just(0.1), Just(0.4), Just(0.8)];
    (pieces, prop::collection::vec(0.0..1.0, 2 * most), kings, select(&Color::ALL[..]), 1..=3_u8).prop_map(
        move |(squares, chances, kings, turn, times)| {
            let mut setup = Setup::empty(turn);
            for (i, (&square, &chance)) in squares.iter().zip(&chances).enumerate() {
                let color = Color::ALL[i % 2];
                let far = if color == Color::White { 0 } else { height - 1 };
                let king = chance < kings || names.cell(square).0 == far;
                let kind = if king { Kind::King } else { Kind::Man };
                setup.put(square, Piece { color, kind });
            }
            for color in Color::ALL {
                let king = setup.kings[color].iter().next();
                if let (Some(limit), Some(square)) = (limit, king)
                    && times <= limit
                {
                    setup.king_moves[color] = Some(KingMoves { square, times });
                }
            }
            setup
        },
    )
}
