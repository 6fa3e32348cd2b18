//! Games as they are read: one of them, a list, all of an account.

use std::sync::Arc;

use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tracing::Instrument;

use super::GameService;
use crate::error::SiteError;
use crate::repository::GameEvent;
use crate::services::{GameList, GameRecord, Parts};
use play::game::GameState;
use play::id::{AccountId, GameId};
use store::{GameFilter, StoredGame, clock};

/// An export reads this many games at a time.
const CHUNK: usize = 50;
/// This many games of an export wait to be sent.
const WAITING: usize = 4;

impl GameService {
    /// Returns a game for somebody who looks at it. A player who does is not away.
    pub(crate) async fn find(
        &self,
        game: GameId,
        viewer: Option<AccountId>,
    ) -> Result<GameRecord, SiteError> {
        self.load(self.stored(game).await?, viewer).await
    }

    /// Returns the game with a public number.
    pub(crate) async fn by_number(&self, number: u64) -> Result<StoredGame, SiteError> {
        self.parts.store.game_by_number(number).await?.ok_or_else(|| SiteError::nothing("game"))
    }

    /// Returns the rest of a game for somebody who looks at it.
    pub(crate) async fn load(
        &self,
        stored: StoredGame,
        viewer: Option<AccountId>,
    ) -> Result<GameRecord, SiteError> {
        let table = self.table(stored.id).await?;
        self.parts.repository.looked(stored.id, &table, viewer, clock::now());
        self.parts.rated_record(stored, table).await
    }

    /// Returns a game with the names of its players, to be written down. Nobody counts as looking at it.
    pub(crate) async fn record(&self, game: GameId) -> Result<GameRecord, SiteError> {
        let stored = self.stored(game).await?;
        let table = self.table(game).await?;
        self.parts.record(stored, table).await
    }

    /// Returns the table of a game as the log has it now.
    pub(crate) async fn table(&self, game: GameId) -> Result<Arc<GameState>, SiteError> {
        Ok(self.parts.repository.table(game).await?)
    }

    /// Returns the table of a game and its events after number `after`, for somebody who looks at it.
    pub(crate) async fn events(
        &self,
        game: GameId,
        after: u64,
        viewer: Option<AccountId>,
    ) -> Result<(Arc<GameState>, Vec<Arc<GameEvent>>), SiteError> {
        let table = self.table(game).await?;
        let news = self.parts.repository.news(game, after, table.seq()).await?;
        self.parts.repository.looked(game, &table, viewer, clock::now());
        Ok((table, news))
    }

    /// Returns running games with numbers below `before`, the newest first.
    pub(crate) async fn running(&self, before: u64, limit: usize) -> Result<Vec<StoredGame>, SiteError> {
        Ok(self.parts.store.running_games(before, limit).await?)
    }

    /// Returns games of an account with numbers below `before`, the newest first.
    pub(crate) async fn of(
        &self,
        account: AccountId,
        which: GameFilter,
        before: u64,
        limit: usize,
    ) -> Result<Vec<StoredGame>, SiteError> {
        Ok(self.parts.store.games_of(account, which, before, limit).await?)
    }

    /// Returns the rest of games for a list.
    pub(crate) async fn load_all(&self, stored: Vec<StoredGame>) -> Result<GameList, SiteError> {
        let mut games = Vec::new();
        for stored in stored {
            let table = self.table(stored.id).await?;
            games.push((stored, table));
        }
        let players = games.iter().flat_map(|(_, table)| table.terms().accounts());
        let names = self.parts.names(players.collect()).await?;
        Ok(GameList { games, names })
    }

    /// Returns all games of an account, the newest first, read as fast as they are taken. After an error nothing follows.
    pub(crate) fn export(&self, account: AccountId) -> ReceiverStream<Result<GameRecord, SiteError>> {
        let (sender, receiver) = mpsc::channel(WAITING);
        let parts = self.parts.clone();
        let reading = async move {
            if let Err(error) = send_all(&parts, account, &sender).await {
                // The receiver may be gone.
                let _ = sender.send(Err(error)).await;
            }
        };
        tokio::spawn(reading.in_current_span());
        ReceiverStream::new(receiver)
    }

    pub(super) async fn stored(&self, game: GameId) -> Result<StoredGame, SiteError> {
        self.parts.store.game(game).await?.ok_or_else(|| SiteError::nothing("game"))
    }
}

/// Sends all games of an account until nobody receives them.
async fn send_all(
    parts: &Parts,
    account: AccountId,
    sender: &mpsc::Sender<Result<GameRecord, SiteError>>,
) -> Result<(), SiteError> {
    let mut before = u64::MAX;
    loop {
        let games = parts.store.games_of(account, GameFilter::All, before, CHUNK).await?;
        let Some(last) = games.last() else { return Ok(()) };
        before = last.number;
        for stored in games {
            let table = parts.repository.table(stored.id).await?;
            let record = parts.record(stored, table).await?;
            if sender.send(Ok(record)).await.is_err() {
                return Ok(());
            }
        }
    }
}
