//! Positions with their exact legal moves: captured pieces, promotion and possible routes. If two readings of a rule
//! book differ, there is a fixture for each.

mod fixtures;

use draughts::Position;
use draughts::notation::MoveStyle;
use draughts::ruleset::SquareNotation;
use fixtures::rules;

#[test]
fn legal_moves_match_every_fixture() {
    let mut positions = 0;
    for fixture in fixtures::read("positions") {
        let rules = rules(&fixture.rules);
        let position = Position::from_fen(&rules, &fixture.fen)
            .unwrap_or_else(|error| panic!("{}, {}: {error}", fixture.file, fixture.name));
        let style = MoveStyle::of(&rules).with(SquareNotation::Numeric);
        let number = |square| style.square_names().number(square);

        let mut found = Vec::new();
        for m in position.legal_moves() {
            let mut captured: Vec<usize> = m.captured().iter().map(number).collect();
            captured.sort_unstable();
            let join = |numbers: &[usize], by: &str| {
                numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(by)
            };
            let route: Vec<usize> = position.route(&m).into_iter().map(number).collect();
            let separator = if m.is_capture() { "x" } else { "-" };
            let takes =
                if m.is_capture() { format!(" takes {}", join(&captured, ",")) } else { String::new() };
            let crowns = if m.promotes() { " crowns" } else { "" };
            let (from, to) = (number(m.from()), number(m.to()));
            found.push((format!("{from}{separator}{to}{takes}{crowns}"), join(&route, separator)));
        }
        found.sort();

        let mut expected: Vec<(&str, Vec<&str>)> = fixture
            .lines
            .iter()
            .map(|line| line.split_once(" by ").expect("a move and its routes"))
            .map(|(m, routes)| (m, routes.split(' ').collect()))
            .collect();
        expected.sort();

        let texts: Vec<&str> = found.iter().map(|(text, _)| text.as_str()).collect();
        let wanted: Vec<&str> = expected.iter().map(|(text, _)| *text).collect();
        assert_eq!(texts, wanted, "{}, {}: {}", fixture.file, fixture.name, fixture.fen);
        for ((text, route), (_, routes)) in found.iter().zip(&expected) {
            assert!(
                routes.contains(&route.as_str()),
                "{}, {}: {text} goes {route}, which is none of {routes:?}",
                fixture.file,
                fixture.name
            );
        }
        positions += 1;
    }
    assert_eq!(positions, 358, "320 positions, 38 of them under two readings");
}
