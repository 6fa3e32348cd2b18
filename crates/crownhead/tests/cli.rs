//! Runs the program: rules, perft, moves, help and invalid input.

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Output};

use tempfile::NamedTempFile;

fn crownhead<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Output {
    Command::new(env!("CARGO_BIN_EXE_crownhead")).args(arguments).output().expect("the program starts")
}

/// Runs the program with the words of a line as arguments.
fn words(line: &str) -> Output {
    crownhead(line.split_whitespace())
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// Checks that input was rejected with exit code 2 and without output, and returns standard error.
fn refusal(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(output.stdout.is_empty(), "standard output is empty");
    assert!(!error.contains("panicked"), "{error}");
    error.trim_end().to_owned()
}

fn house_rule(json: impl AsRef<[u8]>) -> NamedTempFile {
    let mut file = tempfile::Builder::new().suffix(".json").tempfile().expect("a file");
    file.write_all(json.as_ref()).expect("written");
    file
}

#[test]
fn rules_lists_all_rule_sets() {
    insta::assert_snapshot!(stdout(&words("rules")));
}

#[test]
fn rules_show_explains_a_rule_set() {
    insta::assert_snapshot!("show_italian", stdout(&words("rules show italian")));
    insta::assert_snapshot!("show_turkish", stdout(&words("rules show turkish")));
    insta::assert_snapshot!("show_dame_100", stdout(&words("rules show dame-100")));
}

#[test]
fn rules_show_json_can_be_read_again() {
    for rules in draughts::variant::ALL {
        let json = stdout(&words(&format!("rules show {} --json", rules.id)));
        let again = draughts::Rules::house(&json).expect("a complete rule set");
        assert_eq!(again.rule_set(), rules.rule_set());
    }
}

#[test]
fn rules_check_accepts_valid_house_rules() {
    let file = house_rule(
        r#"{"base": "russian", "name": "Our club, 1984", "capture": {"priority": ["most-pieces"]}}"#,
    );
    let output = crownhead([OsStr::new("rules"), OsStr::new("check"), file.path().as_os_str()]);
    assert_eq!(stdout(&output), "our-club-1984: no conflicts. Our club, 1984\n");
}

#[test]
fn rules_check_reports_all_conflicts() {
    let file = house_rule(
        r#"{"base": "international", "board": {"width": 3, "height": 20}, "start": {"rows_of_men": 0},
            "conduct": {"enforcement": "huffing"},
            "men": {"moves": ["sideways", "sideways"], "captures": []},
            "kings": {"moves": [], "captures": [], "repeat_limit": 0},
            "capture": {"priority": ["most-pieces", "most-pieces"], "finish": "may-be-stopped", "duty": "may-capture"},
            "draws": {"rules": [{"when": {"repetition": {"times": 1}}, "effect": "automatic", "source": ""}]},
            "name": " ", "id": "Not an id"}"#,
    );
    let refused = refusal(&crownhead([OsStr::new("rules"), OsStr::new("check"), file.path().as_os_str()]));
    insta::assert_snapshot!(refused.replace(&file.path().display().to_string(), "FILE.json"));
}

#[test]
fn perft_prints_a_line_for_each_depth() {
    assert_eq!(
        stdout(&words("perft --rules international --depth 6")),
        "1 9\n2 81\n3 658\n4 4265\n5 27117\n6 167140\n"
    );
    let from_fen = stdout(&words("perft --rules russian --fen W:WKd2:Bf6,c5,e5,e3 --depth 1"));
    assert_eq!(from_fen, "1 4\n");
}

#[test]
fn perft_divides_by_first_move() {
    let lines = stdout(&words("perft --rules english --depth 3 --divide"));
    let (depths, moves) = lines.split_at(lines.find("9-14").expect("the first move"));
    assert_eq!(depths, "1 7\n2 49\n3 302\n");
    let total: u64 = moves
        .lines()
        .map(|line| line.split(' ').nth(1).expect("nodes").parse::<u64>().expect("a number"))
        .sum();
    assert_eq!((moves.lines().count(), total), (7, 302));
}

#[test]
fn perft_reads_house_rules_from_a_file() {
    let file =
        house_rule(r#"{"base": "international", "board": {"width": 12}, "start": {"rows_of_men": 4}}"#);
    let rules = file.path().as_os_str();
    let output = crownhead([
        OsStr::new("perft"),
        OsStr::new("--rules"),
        rules,
        OsStr::new("--depth"),
        OsStr::new("4"),
    ]);
    assert_eq!(stdout(&output), "1 11\n2 121\n3 1222\n4 10053\n");
}

#[test]
fn ambiguous_captures_have_their_route() {
    assert_eq!(stdout(&words("moves --rules international --fen W:W28:B23")), "28x19\n");
    let ambiguous = stdout(&words("moves --rules russian --fen W:WK26:B11,14,15,23"));
    let mut lines: Vec<&str> = ambiguous.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines, ["26x16x7x17", "26x16x7x21", "26x19x10x17", "26x19x10x21"]);
}

#[test]
fn notation_follows_the_option_the_fen_or_the_rule_set() {
    assert_eq!(stdout(&words("moves --rules russian --fen W:Wc3:Bd4")), "c3:e5\n");
    assert_eq!(stdout(&words("moves --rules russian --fen W:W22:B18")), "22x15\n");
    assert_eq!(stdout(&words("moves --rules russian --fen W:W22:B18 --notation algebraic")), "c3:e5\n");
    assert!(stdout(&words("moves --rules russian")).contains("c3-d4\n"));
}

#[test]
fn moves_json_has_square_numbers() {
    insta::assert_snapshot!(stdout(&words("moves --rules russian --fen W:W11:B7,6 --json")));
}

#[test]
fn positions_without_moves_are_valid() {
    assert_eq!(stdout(&words("moves --rules english --fen W:W:B1")), "");
    assert_eq!(stdout(&words("moves --rules english --fen W:W:B1 --json")), "[]\n");
}

#[test]
fn invalid_input_is_explained() {
    let cases = [
        "moves --rules internatonal",
        "moves --rules no/such/file.json",
        "moves --rules english --fen W:W1,22:B12",
        "moves --rules english --fen W:W22,22:B12",
        "moves --rules english --fen W:W22:B12,22",
        "moves --rules english --fen W:W33:B12",
        "moves --rules english --fen W:W0:B12",
        "moves --rules english --fen W:Wb1:B12",
        "moves --rules english --fen W:Wj9:B12",
        "moves --rules canadian --fen W:Wk20:B12",
        "moves --rules english --fen W31:B12",
        "moves --rules english --fen :W31:B12",
        "moves --rules english --fen W",
        "moves --rules english --fen W:X31",
        "moves --rules english --fen W:W31-29:B1",
        "moves --rules english --fen W:W31:W30",
        "moves --rules english --fen W:W99999999999999999999:B1",
        "moves --rules english --fen W:WG31:B1",
        "moves --rules english --fen W:W31:B1:Hx",
        "moves --rules english --fen W:WK31:B1:+0+1",
        "moves --rules frisian --fen W:WK31:B1:+0+9",
        "perft --rules english --fen ½:½ --depth 1",
    ];
    let refusals: Vec<String> =
        cases.iter().map(|case| format!("$ {case}\n{}", refusal(&words(case)))).collect();
    insta::assert_snapshot!(refusals.join("\n\n"));
}

#[test]
fn invalid_house_rules_are_explained() {
    let cases: [&[u8]; 18] = [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        br#"{"base": "rusian"}"#,
        br#"{"base": 7}"#,
        br#"{"Base": "russian"}"#,
        br#"{"base": "russian", "captur": {}, "borad": {"width": 9}}"#,
        br#"{"base": "russian", "board": [8, 8]}"#,
        br#"{"base": "russian", "board": {"width": 99}, "kings": {"range": "fly"}, "goal": null}"#,
        br#"{"base": "russian", "capture": {"priority": "most-pieces"}}"#,
        br#"{"base": "russian", "name": "a\nb", "kings": {"moves": ["diagonally-forward"], "repeat_limit": 30}}"#,
        br#"{"base": "italian", "kings": {"captures": []}, "men": {"moves": ["straight-forward"]}}"#,
        br#"{"base": "russian", "capture": {"removl": "after-each-jump"}}"#,
        br#"{"base": "russian", "capture": {"removal": "sometimes"}}"#,
        br#"{"base": "russian", "board": {"width": "wide"}}"#,
        br#"{"base": "russian", "id": "russian", "goal": "no-moves-wins"}"#,
        br#"{"name": "A game without a board"}"#,
    ];
    let mut refusals = Vec::new();
    for case in cases {
        let file = house_rule(case);
        let refused =
            refusal(&crownhead([OsStr::new("rules"), OsStr::new("check"), file.path().as_os_str()]));
        let name = file.path().display().to_string();
        refusals.push(format!("{}\n{}", String::from_utf8_lossy(case), refused.replace(&name, "FILE.json")));
    }
    let long = house_rule(vec![b' '; 1_000_000]);
    let refused = refusal(&crownhead([OsStr::new("rules"), OsStr::new("check"), long.path().as_os_str()]));
    refusals.push(format!(
        "(1,000,000 blanks)\n{}",
        refused.replace(&long.path().display().to_string(), "FILE.json")
    ));
    insta::assert_snapshot!(refusals.join("\n\n"));
}

#[cfg(unix)]
#[test]
fn invalid_utf8_is_refused() {
    use std::os::unix::ffi::OsStrExt;
    let garbage = OsStr::from_bytes(b"W:W31:\xff\xfe");
    let output = crownhead([
        OsStr::new("moves"),
        OsStr::new("--rules"),
        OsStr::new("english"),
        OsStr::new("--fen"),
        garbage,
    ]);
    assert!(refusal(&output).contains("character 7"), "{}", refusal(&output));
}

#[test]
fn help_lists_commands_and_options() {
    insta::assert_snapshot!(stdout(&words("--help")));
    insta::assert_snapshot!("help_moves", stdout(&words("moves --help")));
    insta::assert_snapshot!("help_selfplay", stdout(&words("selfplay --help")));
    insta::assert_snapshot!("help_samples", stdout(&words("samples --help")));
    insta::assert_snapshot!("help_samples_filter", stdout(&words("samples filter --help")));
}
