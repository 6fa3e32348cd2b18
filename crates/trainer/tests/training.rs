//! Training on artificial games, whose result depends on the material.

use std::fs;
use std::path::{Path, PathBuf};

use draughts::game::GameResult;
use draughts::ruleset::RuleSet;
use draughts::{Color, Kind, Piece, Rules, Setup, Square};
use engine::network::Network;
use engine::samples::{Header, Sample, SampleGame, Writer};
use trainer::{Progress, Report, Settings, TrainError, train};

/// Pseudo-random numbers (xorshift).
struct Rng(u64);

impl Rng {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

/// Returns a random position, and the material of White less that of Black, in centimen.
fn position(rng: &mut Rng) -> (Setup, i32) {
    let turn = Color::ALL[rng.below(2) as usize];
    let mut setup = Setup::empty(turn);
    let mut material = 0;
    let density = 2 + rng.below(6);
    for index in 0..32 {
        if rng.below(8) < density {
            let color = Color::ALL[rng.below(2) as usize];
            let kind = if rng.below(6) == 0 { Kind::King } else { Kind::Man };
            setup.put(Square::new(index), Piece { color, kind });
            let value = if kind == Kind::King { 250 } else { 100 };
            material += if color == Color::White { value } else { -value };
        }
    }
    (setup, material)
}

/// Writes games of one sample each. White wins with the chances of its material at a scale of 120 centimen.
fn write_games(path: &Path, rule_set: &RuleSet, games: u32, seed: u64) {
    let rules = serde_json::to_string(rule_set).expect("a rule set can be written");
    let header = Header {
        rules,
        program: "a test".to_owned(),
        squares: 32,
        nodes: 1,
        seed,
        settings: "network=none".to_owned(),
    };
    let mut writer = Writer::open(path, &header).expect("a new file");
    let mut rng = Rng(seed);
    for _ in 0..games {
        let (setup, material) = position(&mut rng);
        let chances = 1.0 / (1.0 + (-f64::from(material) / 120.0).exp());
        let winner = if (rng.below(1000) as f64) < 1000.0 * chances { Color::White } else { Color::Black };
        let score = if setup.turn == Color::White { material } else { -material } as i16;
        let game = SampleGame { result: GameResult::Win(winner), samples: vec![Sample { setup, score }] };
        writer.add(&game).expect("the file is writable");
    }
}

fn english() -> RuleSet {
    Rules::named("english").expect("a rule set").rule_set().clone()
}

const SMALL: Settings = Settings {
    accumulators: 16,
    hidden: 8,
    buckets: 2,
    epochs: Some(6),
    lambda: 0.75,
    scale: None,
    seed: 5,
    threads: 1,
    every: 1,
    validation: 0.1,
};

fn run(paths: &[PathBuf], settings: &Settings) -> Result<(Network, Report), TrainError> {
    train(paths, settings, "a test", |_| {})
}

#[test]
fn networks_learn_the_value_of_pieces() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("samples");
    write_games(&path, &english(), 20_000, 1);
    let mut losses = Vec::new();
    let on_progress = |progress| {
        if let Progress::Epoch { validation, .. } = progress {
            losses.push(validation);
        }
    };
    let (network, report) = train(&[path], &SMALL, "a test", on_progress).expect("a network");
    assert_eq!(losses.len(), 6);
    assert!((115.0..125.0).contains(&report.scale), "{}", report.scale);
    assert_eq!(network.scale, report.scale as u16);
    // The scores are the exact material, so nothing can predict better.
    let losses = report.losses;
    assert!(losses.integer < losses.scores + 0.02, "{report}");
    assert!(losses.scores + 0.2 < losses.constant, "{report}");
    assert!((losses.integer - losses.float).abs() < 2e-3, "{report}");
    for row in report.calibration.iter().filter(|row| row.samples > 100) {
        assert!((row.predicted - row.actual).abs() < 0.08, "{report}");
    }
    assert_eq!(report.phases.len(), 2);
    assert_eq!(report.training_samples + report.validation_samples, 20_000);
}

#[test]
fn networks_do_not_depend_on_the_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("samples");
    write_games(&path, &english(), 3_000, 1);
    let bytes = |settings: Settings| {
        let (network, _) = run(std::slice::from_ref(&path), &settings).expect("a network");
        network.to_bytes()
    };
    let one = bytes(SMALL);
    assert_eq!(one, bytes(SMALL), "twice");
    assert_eq!(one, bytes(Settings { threads: 3, ..SMALL }), "3 threads");
    assert_ne!(one, bytes(Settings { seed: 6, ..SMALL }), "another seed");
    let network = Network::from_bytes(&one).expect("a network");
    assert_eq!(network.to_bytes(), one);
    assert_eq!(network.rules, serde_json::to_string(&english()).expect("JSON"));
    let recipe: serde_json::Value = serde_json::from_str(&network.recipe).expect("JSON");
    assert_eq!(recipe["samples"]["files"][0]["games"], 3_000);
    assert_eq!(recipe["samples"]["files"][0]["settings"], "network=none", "who played");
}

#[test]
fn files_of_one_family_are_combined_and_repeated_games_count_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let [first, second, same] = ["first", "second", "same"].map(|name| folder.path().join(name));
    write_games(&first, &english(), 1_000, 1);
    let mut variant = english();
    variant.id = "without-draws".into();
    variant.draws.rules = Vec::new().into();
    write_games(&second, &variant, 500, 2);
    write_games(&same, &english(), 1_000, 1);
    let (network, report) = run(&[first, second, same], &SMALL).expect("a network");
    let counts: Vec<_> = report.files.iter().map(|file| (file.games, file.repeated, file.samples)).collect();
    assert_eq!(counts, [(1_000, 0, 1_000), (500, 0, 500), (1_000, 1_000, 0)]);
    assert!(network.rules.contains("\"english\""));
}

#[test]
fn unusable_input_is_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let english = english();
    write_games(&path("good"), &english, 300, 1);
    write_games(&path("few"), &english, 5, 1);
    let mut other = english.clone();
    other.id = "other".into();
    other.goal = draughts::ruleset::Goal::NoMovesWins;
    write_games(&path("other"), &other, 300, 1);
    fs::write(path("foreign"), "something else").expect("written");
    let good = fs::read(path("good")).expect("written");
    let mut damaged = good.clone();
    damaged[good.len() / 2] ^= 1;
    fs::write(path("damaged"), damaged).expect("written");
    let mut unknown_field = good.clone();
    let field = good.windows(4).position(|window| window == b"\"id\"").expect("the id");
    unknown_field[field + 1] = b'x';
    fs::write(path("unknown-field"), unknown_field).expect("written");
    let cases: [(&[&str], Settings, &str); 9] = [
        (&[], SMALL, "too few"),
        (&["missing"], SMALL, "cannot read"),
        (&["foreign"], SMALL, "this is not a file of samples"),
        (&["damaged"], SMALL, "is corrupt"),
        (&["unknown-field"], SMALL, "the rule set in the file cannot be used"),
        (&["few"], SMALL, "too few"),
        (&["good", "other"], SMALL, "has samples of other"),
        (&["good"], Settings { accumulators: 20, ..SMALL }, "a multiple of 16"),
        (&["good"], Settings { buckets: 0, ..SMALL }, "buckets 1 to 64"),
    ];
    for (names, settings, expected) in cases {
        let paths: Vec<PathBuf> = names.iter().map(|name| path(name)).collect();
        let error = run(&paths, &settings).expect_err(expected).to_string();
        assert!(error.contains(expected) && !error.contains('\n'), "{names:?}: {error}");
    }
    // A file that self-play still writes is usable.
    fs::write(path("truncated"), &good[..good.len() - 3]).expect("written");
    let (_, report) = run(&[path("truncated")], &SMALL).expect("a network");
    assert_eq!(report.files[0].games, 299);
}
