//! What is wrong with a site is found, and told with the number and the id of the game.

use std::fs;

use store::archive::{Report, copy, verify};

use crate::place::{Folder, database, nobody, sql};

/// A game that is over, with nothing special about it.
const PLAIN: &str = "select id from game where ended_at is not null and seq > 20 and terms not like '%rated%' \
     and terms not like '%computer%' and id not in (select game from game_event where body like '%next-game%') \
     order by number limit 1";
/// One that has changed ratings.
const RATED: &str = "select id from game where number = (select min(number) from rating_change)";
/// One whose clock runs.
const RUNNING: &str = "select id from game where deadline is not null order by number limit 1";
/// One that was followed by another.
const FOLLOWED: &str = "select game from game_event where body like '%next-game%' order by game limit 1";

fn found(folder: &Folder) -> Report {
    verify(&folder.file("site.db"), &nobody).expect("it can be read")
}

#[test]
fn a_game_that_was_damaged_is_named_with_what_is_wrong() {
    // In which game, what is done to it, and what is told of it.
    let cases = [
        (
            PLAIN,
            "delete from game_event where game = GAME and seq = 5",
            "event 5 is missing: after 4 comes 6",
        ),
        (
            PLAIN,
            "delete from game_event where game = GAME and seq = (select seq from game where id = GAME)",
            "seq is",
        ),
        (
            PLAIN,
            "update game_event set body = replace(body, 'kind', 'kinb') where game = GAME and seq = 3",
            "event 3 cannot be understood",
        ),
        (
            PLAIN,
            "update game_event set body = (select body from game_event where game = GAME and seq = 1) \
             where game = GAME and seq = 2",
            "event 2 does not follow from those before: ",
        ),
        (PLAIN, "update game set deadline = 5 where id = GAME", "deadline is 5, by the log nothing"),
        (PLAIN, "update game set judged_since = 7 where id = GAME", "judged_since is 7, by the log nothing"),
        (
            PLAIN,
            "update game set computer_is_asked = 1 where id = GAME",
            "computer_is_asked is 1, by the log 0",
        ),
        (PLAIN, "update game set ended_at = null where id = GAME", "ended_at is nothing, by the log "),
        (PLAIN, "update game set seq = seq + 1 where id = GAME", "seq is"),
        (PLAIN, "update game set rules_hash = 'x' where id = GAME", "its rules are not those of its hash"),
        (PLAIN, "update game set rules = '{}' where id = GAME", "its rules cannot be played by: "),
        (PLAIN, "update game set terms = '{}' where id = GAME", "its terms cannot be understood: "),
        (PLAIN, "delete from seat where number = NUMBER", "plays in it and has no seat"),
        (
            PLAIN,
            "insert into seat select id, NUMBER from account where id not in (select account from seat where number = NUMBER) \
             limit 1",
            "has a seat in it and does not play",
        ),
        (
            PLAIN,
            "update command set seq = 9999 where game = GAME and id = (select min(id) from command where game = GAME)",
            "was answered with an event that is not there",
        ),
        (RUNNING, "update game_event set at = at + 5 where game = GAME", "deadline is"),
        (
            RATED,
            "update rating_change set at = at + 1 where number = NUMBER",
            "has changed when the game did not end",
        ),
        (
            RATED,
            "delete from rating_change where number = NUMBER",
            "it counts for the ratings, and no rating has changed",
        ),
        (
            RATED,
            "update rating_change set pool = 'chess/blitz' where number = NUMBER",
            "has changed in chess/blitz",
        ),
        (
            PLAIN,
            "insert into rating_change select account, pool, NUMBER, at, rating, deviation from rating_change limit 1",
            "ratings have changed with it, and it does not count for them",
        ),
        (
            FOLLOWED,
            "delete from game where id = (select json_extract(body, '$.game') from game_event where game = GAME \
             and body like '%next-game%')",
            "is not there, or damaged itself",
        ),
        (
            FOLLOWED,
            "update game_event set body = json_set(body, '$.game', (select id from game where number = 1)) \
             where game = GAME and body like '%next-game%'",
            "is a game of others or by other rules",
        ),
    ];
    for (which, damage, told) in cases {
        let folder = Folder::with_site();
        let game = folder.ask(which);
        let number = folder.ask(&format!("select number from game where id = '{game}'"));
        folder.damage(&damage.replace("GAME", &format!("'{game}'")).replace("NUMBER", &number));
        let report = found(&folder);
        let name = format!("game {number} ({game}): ");
        let fault = report.faults.iter().find(|fault| fault.starts_with(&name) && fault.contains(told));
        assert!(fault.is_some(), "{damage}: {:#?}", report.faults);
        assert!((1..=2).contains(&report.damaged), "{damage}: {:#?}", report.faults);
    }
}

#[test]
fn what_is_wrong_besides_the_games_is_named_too() {
    let cases = [
        (
            "update rating set rating = rating + 1 where games > 0",
            "it is not what it was after the last game",
        ),
        ("update rating set games = games + 1 where games > 0", "it rests on"),
        ("delete from rating", "the rating itself is missing"),
        (
            "update challenge set state = 'open' where game is not null",
            "only a challenge that was accepted has a game",
        ),
        ("update challenge set proposal = '{}'", "its proposal cannot be understood"),
        (
            "drop trigger act_is_never_changed; update act set what = 'dance' where id = 1",
            "act (1): what is not known here",
        ),
        ("update shelf set rules = '[]'", "its rules are no JSON object"),
        (
            "update account set role = 'king' where role = 'admin'",
            "role is \"king\", which is not known here",
        ),
        (
            "delete from account where role = 'admin'",
            "of the rows of act refer to rows of account that are not there",
        ),
        (
            "insert into game_event values ('aaaaaaaaaaaaaaaaaaa2', 1, 1, '{}')",
            "(aaaaaaaaaaaaaaaaaaa2): there are 1 events and 0 commands of it, and there is no such game",
        ),
    ];
    for (damage, told) in cases {
        let folder = Folder::with_site();
        folder.damage(damage);
        let report = found(&folder);
        assert!(report.faults.iter().any(|fault| fault.contains(told)), "{damage}: {:#?}", report.faults);
    }
}

#[test]
fn a_flipped_byte_is_found_and_what_can_still_be_read_is() {
    let folder = Folder::with_site();
    let whole = fs::read(folder.path("site.db")).expect("there");
    // The third event of a game as it lies in the file: the game, two numbers, and what happened.
    let game = folder.ask(PLAIN);
    let body = folder.ask(&format!("select body from game_event where game = '{game}' and seq = 3"));
    let rows = whole
        .windows(game.len() + body.len() + 20)
        .enumerate()
        .filter(|(_, bytes)| bytes.starts_with(game.as_bytes()));
    let inside = |bytes: &[u8]| {
        bytes.windows(body.len()).take(20 + game.len()).position(|part| part == body.as_bytes())
    };
    let places: Vec<usize> = rows.filter_map(|(row, bytes)| Some(row + inside(bytes)?)).collect();
    let place = *places.first().expect("it happened");
    let mut flipped = whole.clone();
    // What was moved within the file may lie about in it.
    for place in &places {
        flipped[place + 1] ^= 0x80;
    }
    fs::write(folder.path("site.db"), &flipped).expect("written");
    let report = found(&folder);
    assert!(
        report.faults.iter().any(|fault| fault.contains("bytes that are no text")),
        "{:#?}",
        report.faults
    );
    assert_eq!((report.games, report.damaged), (160, 1));

    // A page in the middle of the file says that it is of a kind that there is not.
    let mut torn = whole;
    torn[place / 4096 * 4096] ^= 0x80;
    fs::write(folder.path("site.db"), &torn).expect("written");
    let report = found(&folder);
    assert!(report.faults.iter().any(|fault| fault.starts_with("the file itself: ")), "{:#?}", report.faults);
    assert!(report.faults.iter().any(|fault| fault.contains("cannot be read")), "{:#?}", report.faults);
}

#[test]
fn a_damaged_game_in_a_server_is_named_too() {
    let folder = Folder::with_site();
    let game = folder.ask(PLAIN);
    let server = database();
    copy(&folder.file("site.db"), &server, &nobody).expect("copied");
    sql(&server, &format!("delete from game_event where game = '{game}' and seq = 5"));
    sql(&server, "insert into command values ('aaaaaaaaaaaaaaaaaaa2', 'x', 'y', 1)");
    let report = verify(&server, &nobody).expect("it can be read");
    let told =
        ["and there is no such game".to_owned(), format!("({game}): event 5 is missing: after 4 comes 6")];
    assert_eq!((report.games, report.damaged, report.faults.len()), (160, 2, 2), "{:#?}", report.faults);
    for (fault, told) in report.faults.iter().zip(told) {
        assert!(fault.contains(&told), "{fault}");
    }
}
