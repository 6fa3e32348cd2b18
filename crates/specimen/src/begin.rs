//! How games begin: at once, or by a challenge that somebody accepts.

use draughts::ruleset::NextGame;
use draughts::{Color, Rules, variant};
use play::game::{Seat, Terms, TimeControl};
use play::id::{AccountId, ChallengeId, GameId};
use play::proposal::{Proposal, RulesChoice};
use play::rating;
use play::time::Timestamp;
use serde_json::Value;
use site::repository::GameRepository;
use store::{Accepted, NewChallenge, Reach, State};
use trial::player::Lot;

use crate::{Making, Trouble, trouble};

/// How much time there is, each as often as the others.
const TIMES: [TimeControl; 6] = [
    TimeControl::Clock { initial: 60_000, increment: 0 },
    TimeControl::Clock { initial: 180_000, increment: 2_000 },
    TimeControl::Clock { initial: 300_000, increment: 3_000 },
    TimeControl::Clock { initial: 900_000, increment: 10_000 },
    TimeControl::Days { days: 3, vacation: 14 },
    TimeControl::UNLIMITED,
];
/// Challenges are void after a week.
const LASTS: i64 = 7 * 24 * 3600 * 1000;

/// Begins a game.
pub(crate) async fn begin(making: &Making, lot: &mut Lot) -> Result<GameId, Trouble> {
    let rules = &making.rules[lot.below(making.rules.len())];
    let time = TIMES[lot.below(TIMES.len())];
    let (people, may_count) = making.people.two(lot);
    let now = making.now(lot);
    let pair = people.map(Seat::Player);
    let [white, black] = match lot.below(20) {
        // On one device, against the computer, and the other way round.
        0 => [pair[0], pair[0]],
        1 => [pair[0], Seat::Computer(1 + lot.below(8) as u8)],
        2 => [Seat::Computer(1 + lot.below(8) as u8), pair[1]],
        _ => pair,
    };
    let rated = may_count
        && [white, black] == pair
        && lot.below(10) < 7
        && rating::pool(rules.rule_set(), time).is_some();
    let terms = Terms { white, black, time, start: None, rated };
    if [white, black] == pair && people[0] != people[1] && lot.below(4) == 0 {
        return by_challenge(making, rules, &terms, people, now, lot).await;
    }
    Ok(making.repository.create(rules, &terms, now).await.map_err(trouble)?.id)
}

/// Somebody challenges, and the other accepts; now and then somebody else has not, before.
async fn by_challenge(
    making: &Making,
    rules: &Rules,
    terms: &Terms,
    [challenger, challenged]: [AccountId; 2],
    now: Timestamp,
    lot: &mut Lot,
) -> Result<GameId, Trouble> {
    let reach = [Reach::Link, Reach::Lobby, Reach::Named(challenged)][lot.below(3)];
    let vain = [State::Declined, State::Withdrawn, State::Open].get(lot.below(12));
    if let Some(&state) = vain {
        let id = challenge(making, rules, terms, challenger, reach, now).await?;
        if state != State::Open {
            making.store.end_challenge(id, state).await.map_err(trouble)?;
        }
    }
    let id = challenge(making, rules, terms, challenger, reach, now).await?;
    let game = GameRepository::prepare(rules, terms, now).map_err(trouble)?;
    match making.store.accept_challenge(id, game, now).await.map_err(trouble)? {
        Accepted::Game(game) => Ok(game.id),
        Accepted::NotOpen => Err("a challenge was closed before anybody accepted it".to_owned()),
    }
}

async fn challenge(
    making: &Making,
    rules: &Rules,
    terms: &Terms,
    challenger: AccountId,
    reach: Reach,
    now: Timestamp,
) -> Result<ChallengeId, Trouble> {
    let set = rules.rule_set();
    let text = serde_json::to_string(set).map_err(trouble)?;
    let by_rule = matches!(set.conduct.next_game, NextGame::WinnerBegins | NextGame::ChallengerBegins);
    let choice = match serde_json::from_str(&text).map_err(trouble)? {
        Value::Object(house) if variant::find(&set.id).is_err() => RulesChoice::House(house),
        _ => RulesChoice::Named(set.id.to_string()),
    };
    let proposal = Proposal {
        rules: choice,
        colour: (!by_rule).then_some(Color::White),
        time: terms.time,
        start: None,
        rated: terms.rated,
        shade: None,
    };
    let new = NewChallenge {
        id: ChallengeId::new().map_err(trouble)?,
        created_at: now,
        expires_at: Timestamp(now.0 + LASTS),
        challenger,
        reach,
        rules: text,
        proposal: serde_json::to_value(proposal).map_err(trouble)?,
    };
    let id = new.id;
    making.store.create_challenge(new).await.map_err(trouble)?;
    Ok(id)
}
