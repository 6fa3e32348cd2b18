//! Lenient parsing and strict writing of FENs.

use draughts::ruleset::{FirstSquare, SquareNotation};
use draughts::{Position, Rules, variant};

/// The rule set, the FEN parsed, and the FEN written.
const READ: [(&str, &str, &str); 20] = [
    (
        "international",
        "W:W31-50:B1-20",
        "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20",
    ),
    ("international", "B:B1:W50", "B:W50:B1"),
    ("international", "W:W50,31,K2:B1", "W:WK2,31,50:B1"),
    ("international", " w : w31 , k46 : b1 . ", "W:W31,K46:B1"),
    ("international", "W:W031:B007.", "W:W31:B7"),
    ("international", "W:WK31-33:B1", "W:WK31,K32,K33:B1"),
    ("international", "W:W31-31:B1-1", "W:W31:B1"),
    ("international", "W:WK31-K33:B1", "W:WK31,K32,K33:B1"),
    ("international", "W:W31", "W:W31:B"),
    ("international", "B:W:B1", "B:W:B1"),
    ("international", "W:W31,,32,:B1", "W:W31,32:B1"),
    ("international", "W:W31:B1:H12:F34", "W:W31:B1"),
    ("frisian", "W:W31,K46:B1,K5:+1+2", "W:W31,K46:B1,K5:+15+246"),
    ("frisian", "W:W31,K46,K47:B1:+0+247", "W:W31,K46,K47:B1:+0+247"),
    ("frisian", "W:W31:B1:+0+0", "W:W31:B1"),
    ("russian", "W:WKd2:Bf6,c5,E5,e3", "W:WKd2:Bf6,c5,e5,e3"),
    ("russian", "W:W22,K26:B18", "W:Wc3,Kd2:Bd4"),
    ("turkish", "W:Wa2,Kh7:Bd8", "W:WKh7,a2:Bd8"),
    ("canadian", "W:Wk1,Kl12:Bk3", "W:WK6,72:B60"),
    ("canadian", "W:WK12,72:B1", "W:WK12,72:B1"),
];

#[test]
fn parsing_is_lenient_and_writing_is_strict() {
    for (rules, read, written) in READ {
        let rules = Rules::named(rules).expect("a named rule set");
        let position = Position::from_fen(&rules, read).unwrap_or_else(|error| panic!("{read}: {error}"));
        assert_eq!(position.fen(), written, "{read}");
        assert_eq!(Position::from_fen(&rules, written).as_ref(), Ok(&position), "{written}");
    }
}

#[test]
fn squares_can_be_numbered_from_any_corner() {
    let corners = [
        (FirstSquare::TopLeft, 29),
        (FirstSquare::TopRight, 32),
        (FirstSquare::BottomLeft, 1),
        (FirstSquare::BottomRight, 4),
    ];
    for (corner, a1) in corners {
        let mut set = variant::ENGLISH.rule_set().clone();
        set.id = "numbered".into();
        set.notation.first_square = corner;
        let rules = Rules::new(set).expect("a house rule");
        let position = Position::from_fen(&rules, "W:WKa1:B").expect("a position");
        assert_eq!(position.fen_with(SquareNotation::Numeric), format!("W:WK{a1}:B"), "{corner:?}");
    }
}
