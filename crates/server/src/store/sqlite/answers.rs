//! The promises of a store, kept: what is written goes to the one who writes, what is read to those who read.

use prometheus_client::metrics::histogram::Histogram;

use super::super::{
    Accepted, Account, Act, Answer, Append, Appended, Attendance, Beat, Challenges, Command, Games, Judging,
    Key, KeyKind, NewAccount, NewAct, NewChallenge, NewGame, NewKey, Nodes, People, RatingChange,
    RatingPoint, Ratings, Role, RuleShelf, Shelved, State, StoredChallenge, StoredEvent, StoredGame,
    StoredRating, Warning, Which,
};
use super::SqliteStore;
use super::queries::{challenges, games, judging, nodes, people, ratings, shelf};
use crate::id::{AccountId, ChallengeId, GameId, KeyId, NodeId, ShelfId};
use crate::time::Timestamp;

impl Games for SqliteStore {
    fn create_game(&self, game: NewGame) -> Answer<'_, StoredGame> {
        self.writer.ask(move |connection| games::create_game(connection, &game))
    }

    fn game(&self, id: GameId) -> Answer<'_, Option<StoredGame>> {
        self.readers.ask(move |connection| games::game(connection, id))
    }

    fn game_by_number(&self, number: u64) -> Answer<'_, Option<StoredGame>> {
        self.readers.ask(move |connection| games::game_by_number(connection, number))
    }

    fn games_of(
        &self,
        account: AccountId,
        which: Which,
        before: u64,
        limit: usize,
    ) -> Answer<'_, Vec<StoredGame>> {
        self.readers.ask(move |connection| games::games_of(connection, account, which, before, limit))
    }

    fn games_going_on(&self, before: u64, limit: usize) -> Answer<'_, Vec<StoredGame>> {
        self.readers.ask(move |connection| games::going_on(connection, before, limit))
    }

    fn count_going_on(&self) -> Answer<'_, u64> {
        self.readers.ask(games::count_going_on)
    }

    fn games_for_computer(&self, after: u64, limit: usize) -> Answer<'_, Vec<StoredGame>> {
        self.readers.ask(move |connection| games::for_computer(connection, after, limit))
    }

    fn games_to_judge(&self, limit: usize) -> Answer<'_, Vec<StoredGame>> {
        self.readers.ask(move |connection| games::to_judge(connection, limit))
    }

    fn events(&self, game: GameId, after: u64, limit: usize) -> Answer<'_, Vec<StoredEvent>> {
        self.readers.ask(move |connection| games::events(connection, game, after, limit))
    }

    fn append(&self, append: Append) -> Answer<'_, Appended> {
        self.writer.ask(move |connection| games::append(connection, &append))
    }

    fn command(&self, game: GameId, command: Command) -> Answer<'_, Option<Appended>> {
        self.readers.ask(move |connection| games::known_command(connection, game, &command))
    }

    fn heads(&self, games: Vec<GameId>) -> Answer<'_, Vec<(GameId, u64)>> {
        self.readers.ask(move |connection| games::heads(connection, &games))
    }

    fn claim_for_computer(&self, game: GameId, now: Timestamp, until: Timestamp) -> Answer<'_, bool> {
        self.writer.ask(move |connection| games::claim_for_computer(connection, game, now, until))
    }

    fn commits(&self) -> u64 {
        self.writer.commits()
    }

    fn batch_sizes(&self) -> Option<Histogram> {
        Some(self.writer.batch_sizes())
    }

    fn overdue(&self, now: Timestamp, limit: usize) -> Answer<'_, Vec<GameId>> {
        self.readers.ask(move |connection| games::overdue(connection, now, limit))
    }
}

impl Nodes for SqliteStore {
    fn time(&self) -> Answer<'_, Timestamp> {
        Box::pin(async { Ok(Timestamp::by_machine()) })
    }

    fn beat(&self, node: NodeId, now: Timestamp) -> Answer<'_, Beat> {
        self.writer.ask(move |connection| nodes::beat(connection, node, now))
    }

    fn shared_secret(&self, new: String) -> Answer<'_, String> {
        // A file is served by one process, which shares it with itself.
        let secret = self.secret.get_or_init(|| new).clone();
        Box::pin(std::future::ready(Ok(secret)))
    }

    fn is_served(&self, now: Timestamp) -> Answer<'_, bool> {
        self.readers.ask(move |connection| nodes::is_served(connection, now))
    }

    fn mended(&self, node: NodeId) -> Answer<'_, ()> {
        self.writer.ask(move |connection| nodes::mended(connection, node))
    }

    fn attend(
        &self,
        node: NodeId,
        game: GameId,
        account: AccountId,
        connections: u32,
        now: Timestamp,
    ) -> Answer<'_, ()> {
        self.attending.attend(node, game, account, connections, now);
        Box::pin(async { Ok(()) })
    }

    fn watch(&self, node: NodeId, game: GameId, spectators: u32) -> Answer<'_, ()> {
        self.attending.watch(node, game, spectators);
        Box::pin(async { Ok(()) })
    }

    fn attendance(&self, game: GameId, _now: Timestamp) -> Answer<'_, Attendance> {
        let attendance = self.attending.attendance(game);
        Box::pin(async { Ok(attendance) })
    }

    fn forget_absent(&self, before: Timestamp) -> Answer<'_, ()> {
        self.attending.forget(before);
        Box::pin(async { Ok(()) })
    }
}

impl People for SqliteStore {
    fn create_account(&self, account: NewAccount) -> Answer<'_, bool> {
        self.writer.ask(move |connection| people::create(connection, &account))
    }

    fn name_guest(&self, account: NewAccount) -> Answer<'_, bool> {
        self.writer.ask(move |connection| people::name_guest(connection, &account))
    }

    fn account(&self, id: AccountId) -> Answer<'_, Option<Account>> {
        self.readers.ask(move |connection| people::account(connection, id))
    }

    fn account_by_name(&self, name: String) -> Answer<'_, Option<Account>> {
        self.readers.ask(move |connection| people::by_name(connection, &name))
    }

    fn names(&self, ids: Vec<AccountId>) -> Answer<'_, Vec<(AccountId, Option<String>, Role)>> {
        self.readers.ask(move |connection| people::names(connection, &ids))
    }

    fn password(&self, id: AccountId) -> Answer<'_, Option<String>> {
        self.readers.ask(move |connection| people::password(connection, id))
    }

    fn set_password(&self, id: AccountId, hash: String, kept: Option<KeyId>) -> Answer<'_, ()> {
        self.writer.ask(move |connection| people::set_password(connection, id, &hash, kept))
    }

    fn set_email(&self, id: AccountId, email: Option<String>) -> Answer<'_, ()> {
        self.writer.ask(move |connection| people::set_email(connection, id, email.as_deref()))
    }

    fn set_role(&self, id: AccountId, role: Role) -> Answer<'_, ()> {
        self.writer.ask(move |connection| people::set_role(connection, id, role))
    }

    fn create_key(&self, key: NewKey) -> Answer<'_, ()> {
        self.writer.ask(move |connection| people::create_key(connection, &key))
    }

    fn key(&self, secret_hash: String, now: Timestamp) -> Answer<'_, Option<(Key, Account)>> {
        self.readers.ask(move |connection| people::key(connection, &secret_hash, now))
    }

    fn use_key(&self, id: KeyId, now: Timestamp, expires_at: Timestamp) -> Answer<'_, ()> {
        self.writer.ask(move |connection| people::use_key(connection, id, now, expires_at))
    }

    fn forget_expired(&self, now: Timestamp) -> Answer<'_, ()> {
        self.writer.ask(move |connection| {
            people::forget_expired(connection, now)?;
            challenges::forget_expired(connection, now)
        })
    }

    fn keys(&self, account: AccountId, kind: KeyKind) -> Answer<'_, Vec<Key>> {
        self.readers.ask(move |connection| people::keys(connection, account, kind))
    }

    fn revoke_key(&self, account: AccountId, id: KeyId) -> Answer<'_, bool> {
        self.writer.ask(move |connection| people::revoke(connection, account, id))
    }
}

impl Challenges for SqliteStore {
    fn create_challenge(&self, challenge: NewChallenge) -> Answer<'_, ()> {
        self.writer.ask(move |connection| challenges::create(connection, &challenge))
    }

    fn challenge(&self, id: ChallengeId) -> Answer<'_, Option<StoredChallenge>> {
        self.readers.ask(move |connection| challenges::challenge(connection, id))
    }

    fn accept_challenge(&self, id: ChallengeId, game: NewGame, now: Timestamp) -> Answer<'_, Accepted> {
        self.writer.ask(move |connection| challenges::accept(connection, id, &game, now))
    }

    fn end_challenge(&self, id: ChallengeId, state: State) -> Answer<'_, bool> {
        self.writer.ask(move |connection| challenges::end(connection, id, state))
    }

    fn lobby(&self, now: Timestamp, limit: usize) -> Answer<'_, Vec<StoredChallenge>> {
        self.readers.ask(move |connection| challenges::lobby(connection, now, limit))
    }

    fn challenges_made(
        &self,
        account: AccountId,
        now: Timestamp,
        limit: usize,
    ) -> Answer<'_, Vec<StoredChallenge>> {
        self.readers.ask(move |connection| challenges::made(connection, account, now, limit))
    }

    fn challenges_received(
        &self,
        account: AccountId,
        now: Timestamp,
        limit: usize,
    ) -> Answer<'_, Vec<StoredChallenge>> {
        self.readers.ask(move |connection| challenges::received(connection, account, now, limit))
    }
}

impl Judging for SqliteStore {
    fn warn(&self, account: AccountId, act: NewAct) -> Answer<'_, ()> {
        self.writer.ask(move |connection| judging::warn(connection, account, &act))
    }

    fn warnings(&self, account: AccountId) -> Answer<'_, Vec<Warning>> {
        self.readers.ask(move |connection| judging::warnings(connection, account))
    }

    fn close_account(&self, account: AccountId, closed_at: Option<Timestamp>, act: NewAct) -> Answer<'_, ()> {
        self.writer.ask(move |connection| judging::close(connection, account, closed_at, &act))
    }

    fn acts(&self, before: u64, limit: usize) -> Answer<'_, Vec<Act>> {
        self.readers.ask(move |connection| judging::acts(connection, before, limit))
    }
}

impl Ratings for SqliteStore {
    fn ratings(&self, account: AccountId) -> Answer<'_, Vec<StoredRating>> {
        self.readers.ask(move |connection| ratings::of_account(connection, account))
    }

    fn rating_history(&self, account: AccountId, pool: String, limit: usize) -> Answer<'_, Vec<RatingPoint>> {
        self.readers.ask(move |connection| ratings::history(connection, account, &pool, limit))
    }

    fn rating_change(
        &self,
        account: AccountId,
        pool: String,
        number: u64,
    ) -> Answer<'_, Option<RatingChange>> {
        self.readers.ask(move |connection| ratings::change_by(connection, account, &pool, number))
    }
}

impl RuleShelf for SqliteStore {
    fn shelve(&self, rules: Shelved, most: usize) -> Answer<'_, Option<Shelved>> {
        self.writer.ask(move |connection| shelf::shelve(connection, &rules, most))
    }

    fn shelf(&self, account: AccountId) -> Answer<'_, Vec<Shelved>> {
        self.readers.ask(move |connection| shelf::shelf(connection, account))
    }

    fn shelved(&self, id: ShelfId) -> Answer<'_, Option<Shelved>> {
        self.readers.ask(move |connection| shelf::shelved(connection, id))
    }

    fn unshelve(&self, account: AccountId, id: ShelfId) -> Answer<'_, bool> {
        self.writer.ask(move |connection| shelf::unshelve(connection, account, id))
    }
}
