//! Lists of games. A finished game is shown from its stored final state; a running one from its state in memory.
//!
//! Games for which neither is there are replayed on blocking threads, a few at a time. The final state of a finished
//! one is then recorded, and its state does not enter the cache of games, which is for those that are being played.

use std::sync::Arc;

use draughts::draw::MoveNumber;
use draughts::game::Outcome;
use draughts::notation::Fen;
use draughts::{Rules, Setup};
use quick_cache::sync::Cache;

use super::GameService;
use crate::error::SiteError;
use crate::repository::{GameError, parse_rules, parse_terms};
use crate::services::Names;
use play::game::{FinalState, GameState, Terms};
use store::StoredGame;

/// Maximum number of rule sets in memory.
const MAX_RULE_SETS: usize = 128;

/// Games for a list.
pub(crate) struct GameList {
    pub(crate) games: Vec<ListedGame>,
    /// The names of their players.
    pub(crate) names: Names,
}

/// A game in a list.
pub(crate) struct ListedGame {
    pub(crate) stored: StoredGame,
    pub(crate) rules: Rules,
    pub(crate) terms: Terms,
    /// The position.
    pub(crate) fen: String,
    /// The pieces of the position.
    pub(crate) setup: Setup,
    /// The number of the next move.
    pub(crate) next_move: MoveNumber,
    pub(crate) outcome: Option<Outcome>,
}

impl ListedGame {
    fn of_state(stored: StoredGame, state: &GameState) -> Self {
        let game = state.game();
        Self {
            stored,
            rules: game.rules().clone(),
            terms: state.terms().clone(),
            fen: game.fen(),
            setup: game.position().setup(),
            next_move: game.move_number(),
            outcome: game.outcome().cloned(),
        }
    }
}

/// The prepared rule sets of listed games, by their hashes.
pub(super) struct ListedRules(Cache<String, Rules>);

impl Default for ListedRules {
    fn default() -> Self {
        Self(Cache::new(MAX_RULE_SETS))
    }
}

impl GameService {
    /// Loads stored games for a list.
    pub(crate) async fn load_all(&self, stored: Vec<StoredGame>) -> Result<GameList, SiteError> {
        let mut games = Vec::with_capacity(stored.len());
        for stored in stored {
            games.push(self.listed(stored).await?);
        }
        let players = games.iter().flat_map(|game: &ListedGame| game.terms.accounts());
        let names = self.parts.names(players.collect()).await?;
        Ok(GameList { games, names })
    }

    async fn listed(&self, stored: StoredGame) -> Result<ListedGame, SiteError> {
        if stored.ended_at.is_none() {
            let state = self.running_state(&stored).await?;
            return Ok(ListedGame::of_state(stored, &state));
        }
        // A final state that cannot be read is derived again.
        let recorded =
            stored.final_state.as_deref().and_then(|text| serde_json::from_str::<FinalState>(text).ok());
        if let Some(FinalState { fen, next_move, outcome }) = recorded {
            let rules = self.rules(&stored).await?;
            if let Ok(Fen { setup, .. }) = Fen::parse(&fen, rules.square_names()) {
                let terms = parse_terms(&stored)?;
                return Ok(ListedGame {
                    stored,
                    rules,
                    terms,
                    fen,
                    setup,
                    next_move,
                    outcome: Some(outcome),
                });
            }
        }
        let state = self.replayed(&stored).await?;
        self.record_final_state(&stored, &state).await;
        Ok(ListedGame::of_state(stored, &state))
    }

    /// Returns the state of a running game, at least with the events that were stored when it was read for the list.
    async fn running_state(&self, stored: &StoredGame) -> Result<Arc<GameState>, SiteError> {
        let repository = &self.parts.repository;
        if let Some(state) = repository.cached_state(stored).await? {
            return Ok(state);
        }
        let state = Arc::new(self.replayed(stored).await?);
        repository.cache_state(stored.id, &state);
        Ok(state)
    }

    async fn replayed(&self, stored: &StoredGame) -> Result<GameState, SiteError> {
        let log = self.parts.repository.read_log(stored).await?;
        Ok(self.run_blocking(move || log.replay()).await??)
    }

    async fn rules(&self, stored: &StoredGame) -> Result<Rules, SiteError> {
        let prepare = async {
            let text = stored.rules.clone();
            Ok::<_, SiteError>(self.run_blocking(move || parse_rules(&text)).await??)
        };
        self.listed_rules.0.get_or_insert_async(&stored.rules_hash, prepare).await
    }

    /// Records the final state of a game that ended before final states were stored, or whose final state is damaged.
    async fn record_final_state(&self, stored: &StoredGame, state: &GameState) {
        let Some(Ok(text)) = FinalState::of(state).map(|state| serde_json::to_string(&state)) else { return };
        // The list does not need it; the next one tries again.
        if let Err(error) = self.parts.store.record_final_state(stored.id, state.seq(), text).await {
            tracing::debug!(game = %stored.id, %error, "final_state_not_recorded");
        }
    }

    async fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, GameError> + Send + 'static,
    ) -> Result<Result<T, GameError>, SiteError> {
        let busy = |_| SiteError::busy("Too many games are being opened at the moment.");
        self.list_slots.run(work).await.map_err(busy)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::Duration;

    use rusqlite::Connection;

    use super::*;
    use crate::config::Config;
    use crate::services::NewCommand;
    use crate::site::Site;
    use play::game::Command;
    use play::id::AccountId;
    use play::proposal::Proposal;
    use store::GameFilter;
    use texts::Language;

    async fn open(path: &Path) -> Arc<Site> {
        let config = Config::new(([127, 0, 0, 1], 0).into(), path.to_owned());
        Site::open(config).await.expect("a site")
    }

    /// Creates a game that its player has resigned after a move. Returns the player.
    async fn resigned_game(site: &Site) -> AccountId {
        let account = site.accounts.create_guest([10, 0, 0, 1].into()).await.expect("a guest").id;
        let proposal: Proposal =
            serde_json::from_value(serde_json::json!({ "rules": "english" })).expect("a proposal");
        let game = site.games.create(account, None, &proposal).await.expect("created").id;
        let first = Command::Move { text: "11-15".to_owned(), offer: None };
        for (id, command) in [("1", first), ("2", Command::Resign {})] {
            let command = NewCommand { id: id.to_owned(), command };
            let executed = site.games.execute(
                account,
                game,
                &command,
                store::clock::now(),
                Duration::ZERO,
                Language::English,
            );
            executed.await.expect("executed");
        }
        account
    }

    /// Returns the only game of an account in a list, as text.
    async fn listed(site: &Site, account: AccountId) -> String {
        let stored = site.games.of(account, GameFilter::All, u64::MAX, 9).await.expect("stored");
        let games = site.games.load_all(stored).await.expect("a list").games;
        let [ListedGame { rules, terms, fen, setup, next_move, outcome, .. }] = &games[..] else {
            panic!("{} games", games.len())
        };
        format!("{:?} {terms:?} {fen} {setup:?} {next_move:?} {outcome:?}", rules.rule_set().id)
    }

    #[tokio::test]
    async fn finished_games_are_listed_without_their_logs() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("site.db");
        let site = open(&path).await;
        let account = resigned_game(&site).await;
        let list = listed(&site, account).await;
        assert!(list.contains("Resignation"), "{list}");
        drop(site);
        Connection::open(&path).expect("a file").execute("delete from game_event", []).expect("deleted");
        let site = open(&path).await;
        assert_eq!(listed(&site, account).await, list);
        assert_eq!(site.games.parts.repository.cached_game_count(), 0);
    }

    #[tokio::test]
    async fn missing_and_damaged_final_states_are_derived_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("site.db");
        let site = open(&path).await;
        let account = resigned_game(&site).await;
        let list = listed(&site, account).await;
        drop(site);
        let file = Connection::open(&path).expect("a file");
        let column = || -> Option<String> {
            file.query_row("select final_state from game", [], |row| row.get(0)).expect("read")
        };
        let original = column();
        assert!(original.is_some());
        for damage in ["null", "'{}'", "replace(final_state, 'W:', 'W:W99,')"] {
            file.execute(&format!("update game set final_state = {damage}"), []).expect("written");
            let site = open(&path).await;
            assert_eq!(listed(&site, account).await, list, "{damage}");
            assert_eq!(column(), original, "{damage}");
            assert_eq!(
                site.games.parts.repository.cached_game_count(),
                0,
                "the cache is for games that are played"
            );
        }
    }
}
