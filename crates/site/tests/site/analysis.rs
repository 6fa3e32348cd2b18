//! Analysis of positions and games.

use serde_json::{Value, json};

use crate::support::TestSite;

async fn post(site: &TestSite, path: &str, request: Value) -> harness::client::Response {
    site.anonymous().post(&format!("/api/v1/analysis/{path}"), &request).await.expect("a response")
}

#[tokio::test]
async fn studies_continue_after_the_end_of_a_game() {
    let site = TestSite::start().await;
    // After eight moves the position occurs for the third time: an automatic draw in international draughts.
    let shuffle = ["46-41", "16-11", "41-46", "11-16", "46-41", "16-11", "41-46", "11-16"];
    let fen = "W:W35,K46:B6,K16";
    let study = json!({ "rules": "international", "fen": fen, "moves": shuffle });
    let position = post(&site, "position", study).await.ok();
    assert_eq!(position["outcome"]["draw"], true, "{position}");
    assert!(position["outcome"]["cites"].as_array().is_some_and(|cites| cites.len() >= 2), "{position}");
    assert!(!position["legal_moves"].as_array().expect("moves").is_empty());
    let longer: Vec<&str> = shuffle.into_iter().chain(["35-30"]).collect();
    let study = json!({ "rules": "international", "fen": fen, "moves": longer });
    let position = post(&site, "position", study.clone()).await.ok();
    assert_eq!((&position["outcome"], &position["turn"]), (&Value::Null, &json!("black")), "{position}");
    let line = post(&site, "line", study).await.ok();
    assert_eq!(line["line"].as_array().map(Vec::len), Some(9), "{line}");
    assert_eq!(line["line"][8]["fen"], "B:W30,K46:B6,K16");
}

#[tokio::test]
async fn study_errors_name_the_move() {
    let site = TestSite::start().await;
    for (path, request, code, text) in [
        ("position", json!({ "rules": "english", "moves": ["11-15", "11-15"] }), "bad-study", "Move 2"),
        ("position", json!({ "rules": "english", "fen": "nonsense" }), "bad-study", "not a valid position"),
        ("position", json!({ "rules": "nonsense" }), "bad-proposal", "nonsense"),
        ("read", json!({ "pdn": "" }), "bad-study", "no game"),
        ("lines", json!({ "study": { "rules": "english" }, "lines": 9 }), "bad-study", "1 to 5 lines"),
        (
            "scores",
            json!({ "study": { "rules": "english" }, "from": 0, "count": 21 }),
            "bad-study",
            "1 to 20",
        ),
        (
            "compare",
            json!({ "study": { "rules": "english" }, "with": "international" }),
            "bad-study",
            "different boards",
        ),
        ("write", json!({ "rules": "english", "line": [{ "text": "11-99" }] }), "bad-study", "11-99"),
    ] {
        let answer = post(&site, path, request).await;
        assert_eq!(answer.error(), (422, code.to_owned()), "{path}: {}", answer.text);
        assert!(answer.text.contains(text), "{path}: {}", answer.text);
    }
    let many = json!({ "rules": "english", "moves": vec!["11-15"; 601] });
    assert!(post(&site, "position", many).await.text.contains("600 moves"));
}

#[tokio::test]
async fn engine_lines_are_legal_and_scored_for_white() {
    let site = TestSite::start().await;
    for (fen, better) in [("W:W31,K46:B20", true), ("B:W31:BK5,20", false)] {
        let study = json!({ "rules": "international", "fen": fen });
        let request = json!({ "study": study, "lines": 2, "milliseconds": 100 });
        let analysis = post(&site, "lines", request).await.ok();
        let lines = analysis["lines"].as_array().expect("lines");
        assert_eq!(lines.len(), 2, "{analysis}");
        let score = lines[0]["score"].as_i64().expect("a score");
        assert_eq!(score > 100, better, "{analysis}");
        let text = lines[0]["text"].as_str().expect("a text");
        assert!(text.starts_with(if better { '+' } else { '-' }), "{text}");
        let played = json!({ "rules": "international", "fen": fen, "moves": lines[0]["moves"] });
        post(&site, "position", played).await.ok();
    }
}

#[tokio::test]
async fn scores_cover_the_start_and_every_move() {
    let site = TestSite::start().await;
    let study = json!({ "rules": "international", "moves": ["32-28", "19-23", "28x19", "14x23"] });
    let all = post(&site, "scores", json!({ "study": study, "from": 0, "count": 20 })).await.ok();
    let scores = all["scores"].as_array().expect("scores");
    assert_eq!(scores.len(), 5, "before the first move and after each of four: {all}");
    assert!(scores.iter().all(|score| score.as_i64().is_some_and(|score| score.abs() < 200)), "{all}");
    let some = post(&site, "scores", json!({ "study": study, "from": 3, "count": 1 })).await.ok();
    assert_eq!(some["scores"].as_array().map(Vec::len), Some(1));
    // White has no move left: the lowest score.
    let lost = json!({ "rules": "international", "fen": "W:W:B20" });
    let lost = post(&site, "scores", json!({ "study": lost, "from": 0, "count": 1 })).await.ok();
    assert_eq!(lost["scores"], json!([-30000]));
}

#[tokio::test]
async fn pdn_round_trips_with_comments_and_variations() {
    let site = TestSite::start().await;
    let pdn = "[White \"A\"]\n[Black \"B\"]\n[GameType \"20\"]\n\n{TwoPlayers friends} 1. 32-28 {good} 19-23 (1... 20-24 \
               2. 37-32 {better}) 2. 28x19 14x23 1-0\n\n[White \"C\"]\n[GameType \"21\"]\n\n1. 11-15 99-98 *\n";
    let read = post(&site, "read", json!({ "pdn": pdn })).await.ok();
    let games = read["games"].as_array().expect("games");
    assert_eq!(games.len(), 2, "{read}");
    let first = &games[0];
    assert_eq!((&first["title"], &first["rules"]), (&json!("A – B"), &json!("international")), "{first}");
    assert_eq!(first["comments"], json!(["TwoPlayers friends"]));
    assert_eq!(first["line"][1]["variations"][0]["line"][1]["comments"], json!(["better"]), "{first}");
    assert!(games[1]["failure"].as_str().is_some_and(|why| why.contains("99")), "{}", games[1]);
    let request = json!({ "rules": first["rules"], "tags": first["tags"], "comments": first["comments"], "line": first["line"] });
    let written = post(&site, "write", request).await;
    assert!(written.status.is_success(), "{}", written.text);
    let again = post(&site, "read", json!({ "pdn": written.text })).await.ok();
    assert_eq!(again["games"][0]["line"], first["line"]);
    assert_eq!(again["games"][0]["comments"], first["comments"]);
}

#[tokio::test]
async fn comparisons_find_the_first_difference() {
    let site = TestSite::start().await;
    let study = json!({ "rules": "russian", "fen": "W:Wa3,c3:Bb4,d4,f6", "moves": ["c3:a5"] });
    let with = |other: &str| json!({ "study": study, "with": other });
    let same = post(&site, "compare", with("poddavki")).await.ok();
    assert_eq!(same, json!({ "legal": 1, "first_difference": null, "stops": null }));
    let other = post(&site, "compare", with("brazilian")).await.ok();
    assert_eq!(other["legal"], 0, "{other}");
    assert_eq!(other["first_difference"]["only_here"], json!(["c3:a5"]), "{other}");
    assert_eq!(
        (&other["stops"]["number"], &other["stops"]["text"]),
        (&json!("1."), &json!("c3:a5")),
        "{other}"
    );
    assert!(other["stops"]["why"].as_str().is_some_and(|why| why.contains("most")), "{other}");
}
