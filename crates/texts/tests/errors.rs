//! Errors of positions, house rules, proposals and commands, in every language.

use std::time::Duration;

use draughts::game::{NextGameError, Refusal};
use draughts::ruleset::{Priority, Reset, Shade};
use draughts::{
    BoardSide, Color, DrawRuleConflict, Game, PlayError, Position, RelativeDirection, RuleConflict, Rules,
    Setup, Square, SquareSet, WhyNot, variant,
};
use play::game::{CommandError, TimeControlError};
use play::proposal::ProposalError;
use texts::{Language, Render, RenderByRules};

fn in_all_languages(render: impl Fn(Language) -> String) -> String {
    Language::ALL.map(render).join("\n")
}

fn render_all(values: &[&dyn Render]) -> String {
    let texts: Vec<String> =
        values.iter().map(|value| in_all_languages(|language| value.render(language))).collect();
    texts.join("\n\n")
}

#[test]
fn every_fen_error_is_rendered() {
    let english = Rules::from(variant::ENGLISH);
    let frisian = Rules::from(variant::FRISIAN);
    let long = format!("W:W{}:B1", "1,".repeat(3000));
    let cases = [
        (&english, long.as_str()),
        (&english, "hello"),
        (&english, "W"),
        (&english, "W:X1"),
        (&english, "W:W31:B2:W22"),
        (&english, "W:Wq:B2"),
        (&english, "W:W33:B1"),
        (&english, "W:Wa2:B1"),
        (&english, "W:W31,31:B2"),
        (&english, "W:W31-30:B2"),
        (&english, "W:WG31:B2"),
        (&english, "W:W31:B2:Hx"),
        (&english, "W:W31:B2:H1:H2"),
        (&english, "W:W31:B2:H12:F2"),
        (&english, "W:W31:B31"),
        (&english, "W:W1:B2"),
        (&english, "W:WK31:B2:+1+1"),
        (&frisian, "W:WK28,50:B1:+0+350"),
        (&frisian, "W:WK28,50:B1:+0+928"),
    ];
    let texts: Vec<String> = cases
        .into_iter()
        .map(|(rules, fen)| {
            let error = Game::from_fen(rules, fen).expect_err(fen);
            let fen: String = fen.chars().take(20).collect();
            format!("{fen}\n{}", in_all_languages(|language| error.render(language)))
        })
        .collect();
    insta::assert_snapshot!(texts.join("\n\n"));
}

#[test]
fn several_errors_of_a_setup_are_rendered() {
    let rules = Rules::from(variant::ENGLISH);
    let mut setup = Setup::empty(Color::White);
    setup.men.white = SquareSet::from_iter([Square::new(0), Square::new(60)]);
    let error = Position::new(&rules, &setup).expect_err("an error");
    insta::assert_snapshot!(render_all(&[&error]));
}

#[test]
fn every_house_rule_error_is_rendered() {
    let long = " ".repeat(70_000);
    let cases = [
        long.as_str(),
        "",
        "{",
        "[]",
        r#"{"base": "rusian"}"#,
        r#"{"base": "xyzzyxyzzy"}"#,
        r#"{"base": 1}"#,
        r#"{"Base": "russian"}"#,
        r#"{"base": "russian", "captur": {}}"#,
        r#"{"base": "russian", "board": []}"#,
        r#"{"base": "russian", "board": {"widht": 8}}"#,
        r#"{"base": "russian", "men": {"moves": "forward"}}"#,
        r#"{"base": "russian", "board": {"width": "wide"}}"#,
        r#"{"base": "russian", "board": {"width": 300}, "goal": null}"#,
        r#"{"base": "russian", "goal": true, "name": []}"#,
        r#"{"base": "russian", "kings": {"range": "fly"}}"#,
        r#"{"base": "russian", "draws": {"rules": [{"when": "repetition", "effect": "automatic", "source": ""}]}}"#,
        r#"{"base": "russian", "draws": {"rules": [{"when": {}, "effect": "automatic", "source": ""}]}}"#,
        r#"{"name": "A game without a board"}"#,
        r#"{"base": "russian", "board": {"width": 30}}"#,
    ];
    let texts: Vec<String> = cases
        .into_iter()
        .map(|json| {
            let error = Rules::house(json).expect_err(json);
            format!("{}\n{}", json.trim(), in_all_languages(|language| error.render(language)))
        })
        .collect();
    insta::assert_snapshot!(texts.join("\n\n"));
}

#[test]
fn every_rule_conflict_is_rendered() {
    let draw_rule_conflicts = [
        DrawRuleConflict::RepetitionOfOne,
        DrawRuleConflict::CountOfZero,
        DrawRuleConflict::NoPieces,
        DrawRuleConflict::MinAboveMax,
        DrawRuleConflict::MoreKingsThanPieces,
        DrawRuleConflict::ResetTwice(Reset::Capture),
        DrawRuleConflict::ResetTwice(Reset::Crowning),
        DrawRuleConflict::ResetTwice(Reset::ManMove),
    ];
    let mut conflicts = vec![
        RuleConflict::BoardSize { side: BoardSide::Width, size: 30 },
        RuleConflict::BoardSize { side: BoardSide::Height, size: 2 },
        RuleConflict::NoMen,
        RuleConflict::NoRoom { rows: 4, height: 8 },
        RuleConflict::MenNeverAdvance,
        RuleConflict::KingsNeverMove,
        RuleConflict::NothingCaptures,
        RuleConflict::PriorityOfUnfinished,
        RuleConflict::RepeatLimit(10),
        RuleConflict::MenMissTheFarRow,
        RuleConflict::KingsStuckOnTheFarRow,
        RuleConflict::KingsAreNeverTaken,
        RuleConflict::PriorityOfKingsThatNeverCapture,
        RuleConflict::NoDutyToEnforce,
        RuleConflict::TooManyDrawRules { counted: 9 },
        RuleConflict::BadId("Our club".to_owned()),
        RuleConflict::TakenId("russian".to_owned()),
        RuleConflict::NoName,
        RuleConflict::ControlCharacters("name"),
        RuleConflict::ControlCharacters("source"),
    ];
    conflicts.extend(
        RelativeDirection::ALL.map(|way| RuleConflict::DirectionTwice { field: "men.moves", direction: way }),
    );
    conflicts.extend(Priority::ALL.map(RuleConflict::PriorityTwice));
    conflicts.extend(draw_rule_conflicts.map(|conflict| RuleConflict::DrawRule { number: 1, conflict }));
    let values: Vec<&dyn Render> = conflicts.iter().map(|conflict| conflict as &dyn Render).collect();
    insta::assert_snapshot!(render_all(&values));
}

#[test]
fn every_proposal_error_is_rendered() {
    let rules = || Box::new(variant::ENGLISH.rule_set().clone());
    let errors = [
        ProposalError::UnknownRuleSet(Rules::named("rusian").expect_err("unknown")),
        ProposalError::HouseRules(Rules::house("[]").expect_err("an error")),
        ProposalError::RulesTooLong { length: 9000 },
        ProposalError::FlyingWithEarlyRemoval,
        ProposalError::FlyingInEightDirections,
        ProposalError::PositionTooLong,
        ProposalError::BoardTooLarge { squares: 98 },
        ProposalError::TooManyPieces { side: Color::Black, most: 12 },
        ProposalError::NoChoiceOfSquares { rules: rules(), shade: Shade::Dark },
        ProposalError::NoChoiceOfSquares { rules: rules(), shade: Shade::Light },
        ProposalError::Time(TimeControlError::Initial(1)),
        ProposalError::Time(TimeControlError::Increment(1)),
        ProposalError::Time(TimeControlError::Days(0)),
        ProposalError::Time(TimeControlError::Vacation(99)),
        ProposalError::ChallengerBegins { rules: rules(), first: Color::Black },
        ProposalError::RatedWithoutTime,
        ProposalError::RatedHouseRules,
        ProposalError::RatedSetUp,
        ProposalError::NoOpenings { rules: "dame-8x8".to_owned() },
        ProposalError::UnknownOpening { number: "999".to_owned(), first: "1", last: "174" },
    ];
    let values: Vec<&dyn Render> = errors.iter().map(|error| error as &dyn Render).collect();
    insta::assert_snapshot!(render_all(&values));
}

#[test]
fn every_command_error_is_rendered() {
    let rules = Rules::from(variant::INTERNATIONAL);
    let refusals = [
        Refusal::GameOver,
        Refusal::NotLegal(WhyNot::EmptySquare(Square::new(0))),
        Refusal::NothingOffered,
        Refusal::OwnOffer,
        Refusal::NotYourOffer,
        Refusal::OfferOpen { by: Color::White },
        Refusal::OfferedBefore,
        Refusal::OfferWithMove,
        Refusal::OfferFirst(0),
        Refusal::OfferUnanswered,
        Refusal::NoAgreement,
        Refusal::NothingToClaim,
        Refusal::NoSuchRule(8),
        Refusal::Automatic(0),
        Refusal::NotJustified(Game::new(&rules).counters()),
        Refusal::NoClaim,
        Refusal::TurnWasLegal,
        Refusal::NoTurn,
        Refusal::NotForYou,
        Refusal::NoRedo,
        Refusal::NoHuffing,
        Refusal::CannotBeHuffed(SquareSet::from_iter([Square::new(3), Square::new(7)])),
        Refusal::TooLateToAbort,
        Refusal::MessageTooLong { most: 500 },
    ];
    let read = |text| Position::initial(&rules).read_move(text).expect_err("no move");
    let commands = [
        CommandError::Move(read("hello")),
        CommandError::Move(read("1-2")),
        CommandError::NotThisWay,
        CommandError::TimeOver(Color::Black),
        CommandError::NoTakeback,
        CommandError::NothingToTakeBack,
        CommandError::TakebackAsked,
        CommandError::NoClock,
        CommandError::TooMuchTime(60),
        CommandError::NoVacation(0),
        CommandError::NoVacation(1),
        CommandError::NoVacation(3),
        CommandError::OwnTurn,
        CommandError::NothingPlanned,
        CommandError::NoAnswer,
        CommandError::PlanTooLong { lines: 10, steps: 20 },
        CommandError::BadMessage(500),
        CommandError::NotLeft(None),
        CommandError::NotLeft(Some(Duration::ZERO)),
        CommandError::NotLeft(Some(Duration::from_secs(59))),
        CommandError::NotBegun,
        CommandError::NotWaiting,
        CommandError::Paused,
        CommandError::NotPaused,
        CommandError::NotCalled,
        CommandError::CalledBefore,
        CommandError::NotOver,
        CommandError::NotChosen,
        CommandError::RematchAsked,
        CommandError::NextGameBegun,
        CommandError::NoRematch,
    ];
    let all = refusals.into_iter().map(CommandError::Rules).chain(commands);
    let texts: Vec<String> =
        all.map(|error| in_all_languages(|language| error.render(&rules, language))).collect();
    insta::assert_snapshot!(texts.join("\n\n"));
}

#[test]
fn play_errors_and_next_game_errors_are_rendered() {
    insta::assert_snapshot!(render_all(&[&PlayError, &NextGameError::NotOver, &NextGameError::NotChosen]));
}
