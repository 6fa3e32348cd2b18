//! The promises of a store, kept: each is a question to the server.

use prometheus_client::metrics::histogram::Histogram;

use super::super::{
    Accepted, Account, Act, Answer, Append, Appended, Attendance, Beat, Challenges, Command, Games, Judging,
    Key, KeyKind, NewAccount, NewAct, NewChallenge, NewGame, NewKey, Nodes, People, Pool, RatingChange,
    RatingPoint, Ratings, Role, RuleShelf, Shelved, State, StoredChallenge, StoredEvent, StoredGame,
    StoredRating, Warning, Which,
};
use super::PostgresStore;
use super::appending::append_alone;
use super::queries::{attendance, challenges, games, judging, nodes, people, ratings, shelf};
use crate::id::{AccountId, ChallengeId, GameId, KeyId, NodeId, ShelfId};
use crate::time::Timestamp;

impl Games for PostgresStore {
    fn create_game(&self, game: NewGame) -> Answer<'_, StoredGame> {
        Box::pin(async move { Ok(games::begin(&self.pool, &game).await?) })
    }

    fn game(&self, id: GameId) -> Answer<'_, Option<StoredGame>> {
        Box::pin(async move { Ok(games::game(&self.pool, id).await?) })
    }

    fn game_by_number(&self, number: u64) -> Answer<'_, Option<StoredGame>> {
        Box::pin(async move { Ok(games::game_by_number(&self.pool, number).await?) })
    }

    fn games_of(
        &self,
        account: AccountId,
        which: Which,
        before: u64,
        limit: usize,
    ) -> Answer<'_, Vec<StoredGame>> {
        Box::pin(async move {
            Ok(games::games_of(&self.pool, &self.replicas, account, which, before, limit).await?)
        })
    }

    fn games_going_on(&self, before: u64, limit: usize) -> Answer<'_, Vec<StoredGame>> {
        Box::pin(async move { Ok(games::going_on(&self.pool, &self.replicas, before, limit).await?) })
    }

    fn count_going_on(&self) -> Answer<'_, u64> {
        Box::pin(async move { Ok(games::count_going_on(&self.pool, &self.replicas).await?) })
    }

    fn games_for_computer(&self, after: u64, limit: usize) -> Answer<'_, Vec<StoredGame>> {
        Box::pin(async move { Ok(games::for_computer(&self.pool, after, limit).await?) })
    }

    fn games_to_judge(&self, limit: usize) -> Answer<'_, Vec<StoredGame>> {
        Box::pin(async move { Ok(games::to_judge(&self.pool, limit).await?) })
    }

    fn events(&self, game: GameId, after: u64, limit: usize) -> Answer<'_, Vec<StoredEvent>> {
        Box::pin(async move { Ok(games::events(&self.pool, game, after, limit).await?) })
    }

    fn append(&self, append: Append) -> Answer<'_, Appended> {
        Box::pin(async move {
            if append.change.is_some() || append.begins.is_some() || append.act.is_some() {
                return append_alone(&self.pool, &append).await;
            }
            self.appending.append(append).await
        })
    }

    fn command(&self, game: GameId, command: Command) -> Answer<'_, Option<Appended>> {
        Box::pin(async move { Ok(games::known_command(&self.pool, game, &command).await?) })
    }

    fn heads(&self, games: Vec<GameId>) -> Answer<'_, Vec<(GameId, u64)>> {
        Box::pin(async move { Ok(games::heads(&self.pool, &games).await?) })
    }

    fn claim_for_computer(&self, game: GameId, now: Timestamp, until: Timestamp) -> Answer<'_, bool> {
        Box::pin(async move { Ok(games::claim_for_computer(&self.pool, game, now, until).await?) })
    }

    fn commits(&self) -> u64 {
        self.pool.commits() + self.appending.commits() + self.heart.commits()
    }

    fn batch_sizes(&self) -> Option<Histogram> {
        Some(self.appending.batch_sizes())
    }

    fn pool(&self) -> Option<Pool> {
        let pools = [self.pool.connections(), self.appending.connections(), self.heart.connections()];
        let sum = |of: fn(&Pool) -> usize| pools.iter().map(of).sum();
        Some(Pool {
            used: sum(|pool| pool.used),
            idle: sum(|pool| pool.idle),
            wanted: sum(|pool| pool.wanted),
        })
    }

    fn overdue(&self, now: Timestamp, limit: usize) -> Answer<'_, Vec<GameId>> {
        Box::pin(async move { Ok(games::overdue(&self.pool, now, limit).await?) })
    }
}

impl Nodes for PostgresStore {
    fn time(&self) -> Answer<'_, Timestamp> {
        Box::pin(async move { Ok(nodes::now(&self.heart).await?) })
    }

    fn beat(&self, node: NodeId, now: Timestamp) -> Answer<'_, Beat> {
        Box::pin(async move { Ok(nodes::beat(&self.heart, node, now).await?) })
    }

    fn shared_secret(&self, new: String) -> Answer<'_, String> {
        Box::pin(async move { Ok(nodes::shared_secret(&self.pool, &new).await?) })
    }

    fn is_served(&self, now: Timestamp) -> Answer<'_, bool> {
        Box::pin(async move { Ok(nodes::is_served(&self.pool, now).await?) })
    }

    fn mended(&self, node: NodeId) -> Answer<'_, ()> {
        Box::pin(async move { Ok(nodes::mended(&self.heart, node).await?) })
    }

    fn attend(
        &self,
        node: NodeId,
        game: GameId,
        account: AccountId,
        connections: u32,
        now: Timestamp,
    ) -> Answer<'_, ()> {
        let pool = &self.pool;
        Box::pin(async move { Ok(attendance::attend(pool, node, game, account, connections, now).await?) })
    }

    fn watch(&self, node: NodeId, game: GameId, spectators: u32) -> Answer<'_, ()> {
        Box::pin(async move { Ok(attendance::watch(&self.pool, node, game, spectators).await?) })
    }

    fn attendance(&self, game: GameId, now: Timestamp) -> Answer<'_, Attendance> {
        Box::pin(async move { Ok(attendance::attendance(&self.pool, game, now).await?) })
    }

    fn forget_absent(&self, before: Timestamp) -> Answer<'_, ()> {
        Box::pin(async move { Ok(attendance::forget(&self.pool, before).await?) })
    }
}

impl People for PostgresStore {
    fn create_account(&self, account: NewAccount) -> Answer<'_, bool> {
        Box::pin(async move { Ok(people::create(&self.pool, &account).await?) })
    }

    fn name_guest(&self, account: NewAccount) -> Answer<'_, bool> {
        Box::pin(async move { Ok(people::name_guest(&self.pool, &account).await?) })
    }

    fn account(&self, id: AccountId) -> Answer<'_, Option<Account>> {
        Box::pin(async move { Ok(people::account(&self.pool, id).await?) })
    }

    fn account_by_name(&self, name: String) -> Answer<'_, Option<Account>> {
        Box::pin(async move { Ok(people::by_name(&self.pool, &name).await?) })
    }

    fn names(&self, ids: Vec<AccountId>) -> Answer<'_, Vec<(AccountId, Option<String>, Role)>> {
        Box::pin(async move { Ok(people::names(&self.pool, &ids).await?) })
    }

    fn password(&self, id: AccountId) -> Answer<'_, Option<String>> {
        Box::pin(async move { Ok(people::password(&self.pool, id).await?) })
    }

    fn set_password(&self, id: AccountId, hash: String, kept: Option<KeyId>) -> Answer<'_, ()> {
        Box::pin(async move { Ok(people::set_password(&self.pool, id, &hash, kept).await?) })
    }

    fn set_email(&self, id: AccountId, email: Option<String>) -> Answer<'_, ()> {
        Box::pin(async move { Ok(people::set_email(&self.pool, id, email.as_deref()).await?) })
    }

    fn set_role(&self, id: AccountId, role: Role) -> Answer<'_, ()> {
        Box::pin(async move { Ok(people::set_role(&self.pool, id, role).await?) })
    }

    fn create_key(&self, key: NewKey) -> Answer<'_, ()> {
        Box::pin(async move { Ok(people::create_key(&self.pool, &key).await?) })
    }

    fn key(&self, secret_hash: String, now: Timestamp) -> Answer<'_, Option<(Key, Account)>> {
        Box::pin(async move { Ok(people::key(&self.pool, &secret_hash, now).await?) })
    }

    fn use_key(&self, id: KeyId, now: Timestamp, expires_at: Timestamp) -> Answer<'_, ()> {
        Box::pin(async move { Ok(people::use_key(&self.pool, id, now, expires_at).await?) })
    }

    fn forget_expired(&self, now: Timestamp) -> Answer<'_, ()> {
        Box::pin(async move {
            people::forget_expired(&self.pool, now).await?;
            Ok(challenges::forget_expired(&self.pool, now).await?)
        })
    }

    fn keys(&self, account: AccountId, kind: KeyKind) -> Answer<'_, Vec<Key>> {
        Box::pin(async move { Ok(people::keys(&self.pool, account, kind).await?) })
    }

    fn revoke_key(&self, account: AccountId, id: KeyId) -> Answer<'_, bool> {
        Box::pin(async move { Ok(people::revoke(&self.pool, account, id).await?) })
    }
}

impl Challenges for PostgresStore {
    fn create_challenge(&self, challenge: NewChallenge) -> Answer<'_, ()> {
        Box::pin(async move { Ok(challenges::create(&self.pool, &challenge).await?) })
    }

    fn challenge(&self, id: ChallengeId) -> Answer<'_, Option<StoredChallenge>> {
        Box::pin(async move { Ok(challenges::challenge(&self.pool, id).await?) })
    }

    fn accept_challenge(&self, id: ChallengeId, game: NewGame, now: Timestamp) -> Answer<'_, Accepted> {
        Box::pin(async move { Ok(challenges::accept(&self.pool, id, &game, now).await?) })
    }

    fn end_challenge(&self, id: ChallengeId, state: State) -> Answer<'_, bool> {
        Box::pin(async move { Ok(challenges::end(&self.pool, id, state).await?) })
    }

    fn lobby(&self, now: Timestamp, limit: usize) -> Answer<'_, Vec<StoredChallenge>> {
        Box::pin(async move { Ok(challenges::lobby(&self.pool, now, limit).await?) })
    }

    fn challenges_made(
        &self,
        account: AccountId,
        now: Timestamp,
        limit: usize,
    ) -> Answer<'_, Vec<StoredChallenge>> {
        Box::pin(async move { Ok(challenges::made(&self.pool, account, now, limit).await?) })
    }

    fn challenges_received(
        &self,
        account: AccountId,
        now: Timestamp,
        limit: usize,
    ) -> Answer<'_, Vec<StoredChallenge>> {
        Box::pin(async move { Ok(challenges::received(&self.pool, account, now, limit).await?) })
    }
}

impl Judging for PostgresStore {
    fn warn(&self, account: AccountId, act: NewAct) -> Answer<'_, ()> {
        Box::pin(async move { Ok(judging::warn(&self.pool, account, &act).await?) })
    }

    fn warnings(&self, account: AccountId) -> Answer<'_, Vec<Warning>> {
        Box::pin(async move { Ok(judging::warnings(&self.pool, &self.replicas, account).await?) })
    }

    fn close_account(&self, account: AccountId, closed_at: Option<Timestamp>, act: NewAct) -> Answer<'_, ()> {
        Box::pin(async move { Ok(judging::close(&self.pool, account, closed_at, &act).await?) })
    }

    fn acts(&self, before: u64, limit: usize) -> Answer<'_, Vec<Act>> {
        Box::pin(async move { Ok(judging::acts(&self.pool, &self.replicas, before, limit).await?) })
    }
}

impl Ratings for PostgresStore {
    fn ratings(&self, account: AccountId) -> Answer<'_, Vec<StoredRating>> {
        Box::pin(async move { Ok(ratings::of_account(&self.pool, account).await?) })
    }

    fn rating_history(&self, account: AccountId, pool: String, limit: usize) -> Answer<'_, Vec<RatingPoint>> {
        Box::pin(
            async move { Ok(ratings::history(&self.pool, &self.replicas, account, &pool, limit).await?) },
        )
    }

    fn rating_change(
        &self,
        account: AccountId,
        pool: String,
        number: u64,
    ) -> Answer<'_, Option<RatingChange>> {
        Box::pin(async move { Ok(ratings::change_by(&self.pool, account, &pool, number).await?) })
    }
}

impl RuleShelf for PostgresStore {
    fn shelve(&self, rules: Shelved, most: usize) -> Answer<'_, Option<Shelved>> {
        Box::pin(async move { Ok(shelf::shelve(&self.pool, &rules, most).await?) })
    }

    fn shelf(&self, account: AccountId) -> Answer<'_, Vec<Shelved>> {
        Box::pin(async move { Ok(shelf::shelf(&self.pool, account).await?) })
    }

    fn shelved(&self, id: ShelfId) -> Answer<'_, Option<Shelved>> {
        Box::pin(async move { Ok(shelf::shelved(&self.pool, id).await?) })
    }

    fn unshelve(&self, account: AccountId, id: ShelfId) -> Answer<'_, bool> {
        Box::pin(async move { Ok(shelf::unshelve(&self.pool, account, id).await?) })
    }
}
