//! Law: reading a written record gives the same record.

use draughts::notation::{MoveStyle, move_texts};
use draughts::ruleset::Enforcement;
use draughts::{Event, Game, Move, Position, Rules, variant};
use pdn::{Line, Node, Reader, Record, Replay, Score};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Generates comments, some with characters that have a meaning in the format.
fn comment() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zA-Zäöüé .,!?]{0,40}",
        "[ -~]{0,60}",
        Just("{curly} [%clk 0:09:58] (round) \"quoted\" \\ %".to_owned()),
        Just("\n\t 1. 32-28\r\n1-0 ; $7".to_owned()),
        Just("Сергей 高文龙".to_owned()),
    ]
}

/// The choice of a move and its annotations.
#[derive(Clone, Debug)]
struct MoveChoice {
    pick: Index,
    nags: Vec<u16>,
    comments: Vec<String>,
    /// The length of a variation.
    variation: Option<usize>,
}

fn move_choice() -> impl Strategy<Value = MoveChoice> {
    let comments = prop_oneof![4 => Just(Vec::new()), 1 => prop::collection::vec(comment(), 1..3)];
    let nags = prop_oneof![4 => Just(Vec::new()), 1 => prop::collection::vec(0..256_u16, 1..3)];
    let variation = prop::option::weighted(0.15, 1..6_usize);
    (any::<Index>(), nags, comments, variation).prop_map(|(pick, nags, comments, variation)| MoveChoice {
        pick,
        nags,
        comments,
        variation,
    })
}

/// Plays a line of chosen moves. A variation starts at the position before its move.
fn line(start: &Position, choices: &[MoveChoice], depth: usize) -> Line {
    let mut position = start.clone();
    let mut line = Line::default();
    for (i, choice) in choices.iter().enumerate() {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let chosen = choice.pick.index(legal.len());
        let style = MoveStyle::of(position.rules());
        let text = move_texts(&position, &legal, &style)[chosen].clone();
        let mut node = Node { text, nags: choice.nags.clone(), ..Node::default() };
        node.comments.clone_from(&choice.comments);
        if let Some(length) = choice.variation.filter(|_| depth < 3) {
            let rest = &choices[i + 1..(i + 1 + length).min(choices.len())];
            let variation = self::line(&position, rest, depth + 1);
            if !variation.moves.is_empty() {
                node.variations.push(variation);
            }
        }
        line.moves.push(node);
        position = position.play_unchecked(&legal[chosen]);
    }
    line
}

fn record() -> impl Strategy<Value = (Rules, Record)> {
    let score = select(vec![Score::FirstWins, Score::SecondWins, Score::Draw, Score::Unknown]);
    let tags = prop::collection::vec(("[A-Z][a-zA-Z0-9]{0,12}", comment()), 0..5);
    (select(&variant::ALL[..]), prop::collection::vec(move_choice(), 0..60), tags, score).prop_map(
        |(set, choices, tags, score)| {
            let rules = Rules::from(set);
            let mut record = Record {
                line: line(&Position::initial(&rules), &choices, 0),
                score: Some(score),
                ..Record::default()
            };
            for (name, value) in tags {
                if !["Variant", "GameType", "FEN", "Result"].contains(&name.as_str()) {
                    record.set_tag(&name, value);
                }
            }
            (rules, record)
        },
    )
}

fn text(record: &Record) -> String {
    let mut bytes = Vec::new();
    pdn::write(record, &mut bytes).expect("memory can be written");
    String::from_utf8(bytes).expect("UTF-8")
}

fn read(text: &str) -> Record {
    let mut games = Reader::new(text.as_bytes()).map(|record| record.expect("memory can be read"));
    let first = games.next().expect("a game");
    assert!(games.next().is_none(), "one game was read as two: {text}");
    first
}

/// Returns the number of moves, variations included.
fn size(line: &Line) -> usize {
    line.moves.iter().map(|node| 1 + node.variations.iter().map(size).sum::<usize>()).sum()
}

fn moves(replay: &Replay) -> Vec<Move> {
    replay.moves.iter().map(|played| played.played.clone()).collect()
}

/// Returns the configuration for a number of cases, multiplied by CROWNHEAD_PROPTEST_FACTOR.
fn cases(count: u32) -> ProptestConfig {
    let factor =
        std::env::var("CROWNHEAD_PROPTEST_FACTOR").ok().and_then(|factor| factor.parse().ok()).unwrap_or(1);
    let cases = count.saturating_mul(factor);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn written_records_round_trip((rules, record) in record()) {
        let replay = pdn::replay(&record, Some(&rules));
        prop_assert!(replay.failure.is_none(), "{:?}", replay.failure);
        let once = text(&pdn::to_strict(&record, &replay));
        let again = read(&once);
        prop_assert_eq!(size(&again.line), size(&record.line), "{}", once);
        prop_assert_eq!(text(&again), once.clone(), "as it was read");
        // The tags identify the rules, and every move is the same.
        let replayed = pdn::replay(&again, None);
        prop_assert!(replayed.failure.is_none(), "{:?} in {}", replayed.failure, once);
        if !record.line.moves.is_empty() {
            prop_assert_eq!(&replayed.reading.rules, &rules, "{}", once);
        }
        prop_assert_eq!(moves(&replayed), moves(&replay));
        prop_assert!(replayed.leniencies.is_empty(), "{:?}", replayed.leniencies);
        prop_assert_eq!(text(&pdn::to_strict(&again, &replayed)), once);
    }

    #[test]
    fn games_of_one_file_stay_separate(games in prop::collection::vec(record(), 1..4)) {
        let strict = |(rules, record): (Rules, Record)| {
            let replay = pdn::replay(&record, Some(&rules));
            text(&pdn::to_strict(&record, &replay))
        };
        let texts: Vec<String> = games.into_iter().map(strict).collect();
        let read: Vec<String> = Reader::new(texts.concat().as_bytes())
            .map(|record| text(&record.expect("memory can be read")))
            .collect();
        prop_assert_eq!(read, texts);
    }

    #[test]
    fn records_of_games_round_trip(
        set in select(&variant::ALL[..]),
        enforcement in select(vec![Enforcement::Strict, Enforcement::RedoOnDemand, Enforcement::Huffing]),
        number in 1..90_u32,
        picks in prop::collection::vec(any::<Index>(), 0..60),
    ) {
        let mut rules = set.rule_set().clone();
        rules.conduct.enforcement = enforcement;
        rules.id = "house".into();
        let rules = Rules::new(rules).expect("playable");
        // The record starts after the first moves, with a setup and a move number.
        let (before, picks) = picks.split_at(picks.len() / 3);
        let mut earlier = Game::new(&rules);
        play(&mut earlier, before);
        let fen = format!("{}:F{number}", earlier.position().fen());
        let mut game = Game::from_fen(&rules, &fen).expect("a position");
        play(&mut game, picks);
        let once = text(&pdn::from_game(&game, Vec::new()));
        let record = read(&once);
        let replay = pdn::replay(&record, Some(&rules));
        prop_assert!(replay.failure.is_none(), "{:?} in {}", replay.failure, once);
        prop_assert_eq!(&replay.end, game.position(), "{}", once);
        if !game.turns().is_empty() {
            prop_assert_eq!(record.first_number.unwrap_or(1), number);
        }
        prop_assert_eq!(text(&pdn::to_strict(&record, &replay)), once);
    }
}

/// Plays possible turns, legal or not, and sometimes huffs.
fn play(game: &mut Game, picks: &[Index]) {
    for pick in picks {
        let possible = game.possible_moves();
        if possible.is_empty() {
            return;
        }
        let side = game.position().turn();
        game.play(pick.get(&possible)).expect("it can be made");
        if let Some(&square) = game.huffable().first().filter(|_| pick.index(2) == 0) {
            game.apply(Event::Huff { by: !side, square }).expect("it failed to capture");
        }
    }
}
