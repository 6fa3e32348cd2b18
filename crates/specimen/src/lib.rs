//! Made-up sites: people, games by many rule sets, and all that goes with them, made by the repository and the store themselves, so
//! that everything in them is as it is where people play. Only the moves are drawn by lot, and the clock runs faster.

#![forbid(unsafe_code)]

mod begin;
mod people;
mod sitting;

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::time::Duration;

use bus::LocalBus;
use draughts::{Color, Rules};
use play::id::NodeId;
use play::time::Timestamp;
use site::repository::{CachedGames, GameRepository, RepositoryParts};
use store::Store;
use trial::player::Lot;

use people::People;
use sitting::Sitting;
use texts::Language;

/// So many games are played at a time: enough to share commits, and so few that what they write stays near at hand.
const TABLES: usize = 32;
/// When the first guest came, in milliseconds since 1970.
const BEGINNING: i64 = 1_700_000_000_000;
/// After the last move so much time passes before it is looked which flags have fallen.
const AFTERWARDS: i64 = 2 * 24 * 3600 * 1000;
/// Rule sets that are played, each as often as the others.
const RULES: [&str; 9] = [
    "international",
    "english",
    "russian",
    "frisian",
    "checkers-revenge",
    "checkers-bsn",
    "turkish",
    "italian",
    "dame-8x8",
];
/// And one that no book has.
const HOUSE: &str = r#"{"base": "english", "name": "Kitchen table", "kings": {"range": "flying"}}"#;

/// Why a site cannot be made up.
pub type Trouble = String;

fn trouble(error: impl Display) -> Trouble {
    error.to_string()
}

/// A site that is being made up.
struct Making {
    repository: GameRepository,
    store: Arc<dyn Store>,
    people: People,
    rules: Vec<Rules>,
    /// How many games there are to be, and how many have begun.
    games: usize,
    begun: AtomicUsize,
    /// What time it is there.
    clock: AtomicI64,
}

impl Making {
    /// A moment later.
    fn now(&self, lot: &mut Lot) -> Timestamp {
        Timestamp(self.clock.fetch_add(1 + lot.below(400) as i64, Ordering::Relaxed))
    }

    /// Is there another game to be? Then it is begun by who asks.
    fn another(&self) -> bool {
        let more = |begun| (begun < self.games).then_some(begun + 1);
        self.begun.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_ok()
    }

    /// It did not come about after all.
    fn not_another(&self) {
        self.begun.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Fills an empty store with so many games and all that goes with them. The same seed draws the same lots; ids differ. `tell`
/// hears how many games have begun.
pub async fn make(
    store: Arc<dyn Store>,
    games: usize,
    seed: u64,
    tell: impl Fn(usize) + Send + Sync + 'static,
) -> Result<(), Trouble> {
    let people = People::arrive(&store, games, Timestamp(BEGINNING)).await?;
    let mut rules: Vec<Rules> = Vec::new();
    for id in RULES {
        rules.push(Rules::named(id).map_err(trouble)?);
    }
    rules.push(Rules::house(HOUSE).map_err(trouble)?);
    let repository = GameRepository::new(RepositoryParts {
        store: Arc::clone(&store),
        bus: Arc::new(LocalBus::default()),
        tables: CachedGames::default(),
        patience: Duration::from_secs(60),
        computer: None,
        node: None,
    });
    let (begun, clock) = (AtomicUsize::new(0), AtomicI64::new(BEGINNING));
    let making = Arc::new(Making { repository, store, people, rules, games, begun, clock });
    let tell = Arc::new(tell);
    // With few games, too, some lead to another.
    let tables: Vec<_> = (0..TABLES.min(games.div_ceil(10)))
        .map(|number| {
            let (making, tell) = (Arc::clone(&making), Arc::clone(&tell));
            let lot = Lot::new(seed.wrapping_mul(1_000_003) ^ (number as u64 + 7) << 20);
            tokio::spawn(async move { table(&making, lot, &*tell).await })
        })
        .collect();
    for table in tables {
        table.await.map_err(trouble)??;
    }
    let later = Timestamp(making.clock.load(Ordering::Relaxed) + AFTERWARDS);
    while making.repository.drop_flags(later).await.map_err(trouble)? > 0 {}
    // Somebody serves: that is on record, too.
    making.store.beat(NodeId::new().map_err(trouble)?, later).await.map_err(trouble)?;
    Ok(())
}

/// Plays game after game at one table.
async fn table(making: &Making, mut lot: Lot, tell: &(dyn Fn(usize) + Send + Sync)) -> Result<(), Trouble> {
    while making.another() {
        let mut next = Some(begin::begin(making, &mut lot).await?);
        while let Some(game) = next {
            tell(making.begun.load(Ordering::Relaxed));
            next = Sitting::new(making, game, &mut lot).play().await?;
        }
    }
    Ok(())
}

/// A side by lot.
fn side(lot: &mut Lot) -> Color {
    Color::ALL[lot.below(2)]
}

/// In which refusals are told, if anybody listened.
const LANGUAGE: Language = Language::English;
