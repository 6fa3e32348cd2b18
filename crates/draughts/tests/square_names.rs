//! Names of squares, including squares that the board does not have.

use draughts::notation::{Fen, SquareNames};
use draughts::ruleset::{FirstSquare, SquareNotation};
use draughts::{Color, Kind, KingMoves, Piece, Position, Rules, Setup, SetupErrorKind, Square, variant};

const NOTATIONS: [SquareNotation; 2] = [SquareNotation::Numeric, SquareNotation::Algebraic];
const CORNERS: [FirstSquare; 4] =
    [FirstSquare::TopLeft, FirstSquare::TopRight, FirstSquare::BottomLeft, FirstSquare::BottomRight];

/// A square that only the largest board has.
const OFF_BOARD: Square = Square::new(195);

#[test]
fn square_names_round_trip() {
    for rules in variant::ALL.map(Rules::from) {
        let check = |names: &SquareNames| {
            for square in names.squares() {
                let (row, column) = names.cell(square);
                assert_eq!(names.at(row, column), Some(square));
                assert_eq!(names.by_number(names.number(square)), Some(square));
                assert_eq!(names.by_letter(names.with(SquareNotation::Algebraic).name(square)), Some(square));
                assert_eq!(
                    names.with(SquareNotation::Numeric).name(square),
                    names.number(square).to_string()
                );
                assert_eq!(names.get(square), Some(names.name(square)));
            }
        };
        for notation in NOTATIONS {
            let names = rules.square_names_in(notation);
            assert_eq!(names.notation(), notation);
            CORNERS.iter().for_each(|&corner| check(&names.numbered_from(corner)));
            check(&names.seen_by_black());
        }
    }
}

#[test]
fn squares_off_the_board_have_no_name() {
    let rules = Rules::from(variant::ENGLISH);
    for names in NOTATIONS.map(|notation| rules.square_names_in(notation)) {
        assert!(!names.contains(OFF_BOARD));
        assert_eq!((names.get(OFF_BOARD), names.name(OFF_BOARD)), (None, "?"));
        assert_eq!((names.number(OFF_BOARD), names.cell(OFF_BOARD)), (0, (8, 0)));
        assert_eq!((names.by_number(0), names.by_number(33), names.at(8, 0)), (None, None, None));
    }
}

#[test]
fn set_ups_with_a_square_off_the_board_are_rejected() {
    let king = Piece { color: Color::White, kind: Kind::King };
    for rules in [Rules::from(variant::FRISIAN), Rules::from(variant::ENGLISH)] {
        let mut setup = Setup::empty(Color::White);
        setup.put(Square::new(0), king);
        setup.king_moves.white = Some(KingMoves { square: OFF_BOARD, times: 1 });
        let error = Position::new(&rules, &setup).expect_err("the board has no such square");
        assert_eq!(error.kinds, [SetupErrorKind::NoSuchSquare(OFF_BOARD)]);
        let squares = rules.board_len();
        assert_eq!(error.to_string(), format!("the board has no square with index 195; it has {squares}"));

        setup.put(OFF_BOARD, king);
        let error = Position::new(&rules, &setup).expect_err("the board has no such square");
        assert_eq!(error.kinds, [SetupErrorKind::NoSuchSquare(OFF_BOARD)], "reported once");
        assert_eq!(Fen::of(setup, SquareNotation::Numeric).write(rules.square_names()), "W:WK?,K1:B:+0+10");
    }
}

#[test]
fn moves_of_a_larger_board_are_written_with_question_marks() {
    let large = Position::initial(&Rules::from(variant::CANADIAN));
    let small = Position::initial(&Rules::from(variant::ENGLISH));
    let texts: Vec<String> = large.legal_moves().iter().map(|m| small.move_text(m)).collect();
    assert!(texts.iter().all(|text| text == "?-?"), "{texts:?}");
}
