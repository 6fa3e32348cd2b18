//! Errors of positions, house rules, proposals and commands, in every language.

use std::time::Duration;

use draughts::game::{NextGameError, Refusal};
use draughts::ruleset::{Priority, Reset, Shade};
use draughts::{
    BoardSide, Color, DrawRuleConflict, Game, PlayError, Position, RelativeDirection, RuleConflict,
    RuleConflicts, Rules, Setup, Square, SquareSet, WhyNot, variant,
};
use play::game::{CommandError, TimeControlError};
use play::proposal::ProposalError;
use texts::{Language, Render, RenderByRules};

/// Lists values of an enum, each by its variant. Does not compile if a variant is missing.
macro_rules! every_variant {
    ($enum:ident: $($variant:ident $(($($values:tt)*))? $({$($fields:tt)*})?),+ $(,)?) => {{
        #[allow(unreachable_patterns)]
        let _ = |value: &$enum| match value { $($enum::$variant { .. } => {})+ };
        vec![$($enum::$variant $(($($values)*))? $({$($fields)*})?),+]
    }};
}

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
    let draw_rule_conflicts = every_variant![DrawRuleConflict:
        RepetitionOfOne,
        CountOfZero,
        NoPieces,
        MinAboveMax,
        MoreKingsThanPieces,
        ResetTwice(Reset::Capture),
        ResetTwice(Reset::Crowning),
        ResetTwice(Reset::ManMove),
    ];
    let mut conflicts = every_variant![RuleConflict:
        BoardSize { side: BoardSide::Width, size: 30 },
        BoardSize { side: BoardSide::Height, size: 2 },
        NoMen,
        NoRoom { rows: 4, height: 8 },
        MenNeverAdvance,
        KingsNeverMove,
        NothingCaptures,
        PriorityOfUnfinished,
        RepeatLimit(10),
        MenMissTheFarRow,
        KingsStuckOnTheFarRow,
        KingsAreNeverTaken,
        PriorityOfKingsThatNeverCapture,
        NoDutyToEnforce,
        TooManyDrawRules { counted: 9 },
        BadId("Our club".to_owned()),
        TakenId("russian".to_owned()),
        NoName,
        InvisibleCharacters("name"),
        InvisibleCharacters("source"),
        DirectionTwice { field: "kings.moves", direction: RelativeDirection::StraightForward },
        PriorityTwice(Priority::MostPieces),
        DrawRule { number: 2, conflict: DrawRuleConflict::NoPieces },
    ];
    conflicts.extend(
        RelativeDirection::ALL.map(|way| RuleConflict::DirectionTwice { field: "men.moves", direction: way }),
    );
    conflicts.extend(Priority::ALL.map(RuleConflict::PriorityTwice));
    conflicts.extend(
        draw_rule_conflicts.into_iter().map(|conflict| RuleConflict::DrawRule { number: 1, conflict }),
    );
    let values: Vec<&dyn Render> = conflicts.iter().map(|conflict| conflict as &dyn Render).collect();
    insta::assert_snapshot!(render_all(&values));
}

#[test]
fn every_proposal_error_is_rendered() {
    let rules = || Box::new(variant::ENGLISH.rule_set().clone());
    let errors = every_variant![ProposalError:
        UnknownRuleSet(Rules::named("rusian").expect_err("unknown")),
        HouseRules(Rules::house("[]").expect_err("an error")),
        Conflicts(RuleConflicts(vec![RuleConflict::NoMen, RuleConflict::NoName])),
        RulesTooLong { length: 9000 },
        FlyingWithEarlyRemoval,
        FlyingInEightDirections,
        PositionTooLong,
        BoardTooLarge { squares: 98 },
        TooManyPieces { side: Color::Black, most: 12 },
        NoChoiceOfSquares { rules: rules(), shade: Shade::Dark },
        NoChoiceOfSquares { rules: rules(), shade: Shade::Light },
        Time(TimeControlError::Initial(1)),
        Time(TimeControlError::Increment(1)),
        Time(TimeControlError::Days(0)),
        Time(TimeControlError::Vacation(99)),
        ChallengerBegins { rules: rules(), first: Color::Black },
        RatedWithoutTime,
        RatedHouseRules,
        RatedSetUp,
        NoOpenings { rules: "dame-8x8".to_owned() },
        UnknownOpening { number: "999".to_owned(), first: "1", last: "174" },
    ];
    let values: Vec<&dyn Render> = errors.iter().map(|error| error as &dyn Render).collect();
    insta::assert_snapshot!(render_all(&values));
}

#[test]
fn every_command_error_is_rendered() {
    let rules = Rules::from(variant::INTERNATIONAL);
    let refusals = every_variant![Refusal:
        GameOver,
        NotLegal(WhyNot::EmptySquare(Square::new(0))),
        NothingOffered,
        OwnOffer,
        NotYourOffer,
        OfferOpen { by: Color::White },
        OfferedBefore,
        OfferWithMove,
        OfferFirst(0),
        OfferUnanswered,
        NoAgreement,
        NothingToClaim,
        NoSuchRule(8),
        Automatic(0),
        NotJustified(Game::new(&rules).counters()),
        NoClaim,
        TurnWasLegal,
        NoTurn,
        NotForYou,
        NoRedo,
        NoHuffing,
        CannotBeHuffed(SquareSet::from_iter([Square::new(3), Square::new(7)])),
        TooLateToAbort,
        MessageTooLong { most: 500 },
    ];
    let read = |text| Position::initial(&rules).read_move(text).expect_err("no move");
    let commands = every_variant![CommandError:
        Rules(Refusal::GameOver),
        Move(read("hello")),
        Move(read("1-2")),
        NotThisWay,
        TimeOver(Color::Black),
        NoTakeback,
        NothingToTakeBack,
        TakebackAsked,
        NoClock,
        TooMuchTime(60),
        NoVacation(0),
        NoVacation(1),
        NoVacation(3),
        OwnTurn,
        NothingPlanned,
        NoAnswer,
        PlanTooLong { lines: 10, steps: 20 },
        PlanTooComplex,
        BadMessage(500),
        NotLeft(None),
        NotLeft(Some(Duration::ZERO)),
        NotLeft(Some(Duration::from_secs(59))),
        NotBegun,
        NotWaiting,
        Paused,
        NotPaused,
        NotCalled,
        CalledBefore,
        NotOver,
        NotChosen,
        RematchAsked,
        NextGameBegun,
        NoRematch,
    ];
    let all = refusals.into_iter().map(CommandError::Rules).chain(commands.into_iter().skip(1));
    let texts: Vec<String> =
        all.map(|error| in_all_languages(|language| error.render(&rules, language))).collect();
    insta::assert_snapshot!(texts.join("\n\n"));
}

#[test]
fn play_errors_and_next_game_errors_are_rendered() {
    insta::assert_snapshot!(render_all(&[&PlayError, &NextGameError::NotOver, &NextGameError::NotChosen]));
}
