//! Accounts and keys.

use tokio_postgres::Row;

use super::challenges::forget_challenges;
use super::{column, only, parsed, text, text_or_none, time, time_or_none};
use crate::postgres::failed::Failed;
use crate::postgres::pool::Pool;
use crate::records::{Account, Credential, CredentialKind, NewAccount, NewCredential};
use play::id::{AccountId, CredentialId};
use play::role::Role;
use play::time::Timestamp;

macro_rules! account {
    ($rest:literal) => {
        concat!("select id, name, created_at, email, role, closed_at from account ", $rest)
    };
}

/// A name that is taken is no trouble with the database.
fn unless_taken(done: Result<Vec<Row>, Failed>) -> Result<bool, Failed> {
    match done {
        Ok(rows) => Ok(!rows.is_empty()),
        Err(failed) if failed.is_taken() => Ok(false),
        Err(failed) => Err(failed),
    }
}

pub(crate) async fn create_account(pool: &Pool, new: NewAccount) -> Result<bool, Failed> {
    let create = "insert into account (id, name, created_at, password, email, role) \
                  values ($1, $2, $3, $4, $5, $6) returning 1";
    let NewAccount { id, created_at, password, role, .. } = &new;
    let (name, email) = (text_or_none(new.name.as_ref()), text_or_none(new.email.as_ref()));
    let made =
        pool.write(create, &[&id.as_str(), &name, &created_at.0, password, &email, &role.as_str()]).await;
    unless_taken(made)
}

pub(crate) async fn name_guest(pool: &Pool, new: NewAccount) -> Result<bool, Failed> {
    let name =
        "update account set name = $2, password = $3, email = $4 where id = $1 and name is null returning 1";
    let (chosen, email) = (text_or_none(new.name.as_ref()), text_or_none(new.email.as_ref()));
    unless_taken(pool.write(name, &[&new.id.as_str(), &chosen, &new.password, &email]).await)
}

pub(crate) async fn account(pool: &Pool, id: AccountId) -> Result<Option<Account>, Failed> {
    let found = pool.read(account!("where id = $1"), &[&id.as_str()]).await?;
    only(&found).map(|row| stored(row, 0)).transpose()
}

pub(crate) async fn account_by_name(pool: &Pool, name: String) -> Result<Option<Account>, Failed> {
    let found = pool.read(account!("where lower(name) = lower($1)"), &[&text(&name)]).await?;
    only(&found).map(|row| stored(row, 0)).transpose()
}

pub(crate) async fn names(
    pool: &Pool,
    ids: Vec<AccountId>,
) -> Result<Vec<(AccountId, Option<String>, Role)>, Failed> {
    let query = "select a.id, a.name, a.role
        from unnest($1::text[]) with ordinality as w (id, place) join account a on a.id = w.id order by w.place";
    let ids: Vec<&str> = ids.iter().map(AccountId::as_str).collect();
    let found = pool.read(query, &[&ids]).await?;
    found.iter().map(|row| Ok((parsed(row, 0)?, column(row, 1)?, parsed(row, 2)?))).collect()
}

pub(crate) async fn password(pool: &Pool, id: AccountId) -> Result<Option<String>, Failed> {
    let found = pool.read("select password from account where id = $1", &[&id.as_str()]).await?;
    only(&found).map_or(Ok(None), |row| column(row, 0))
}

pub(crate) async fn set_password(
    pool: &Pool,
    id: AccountId,
    hash: String,
    kept: Option<CredentialId>,
) -> Result<(), Failed> {
    let set = "with changed as (update account set password = $2 where id = $1)
        delete from access_key where account = $1 and kind = 'session' and id <> $3";
    let kept = kept.map(|kept| kept.to_string()).unwrap_or_default();
    pool.write(set, &[&id.as_str(), &hash, &kept]).await?;
    Ok(())
}

pub(crate) async fn set_email(pool: &Pool, id: AccountId, email: Option<String>) -> Result<(), Failed> {
    pool.write("update account set email = $2 where id = $1", &[&id.as_str(), &text_or_none(email.as_ref())])
        .await?;
    Ok(())
}

pub(crate) async fn set_role(pool: &Pool, id: AccountId, role: Role) -> Result<(), Failed> {
    pool.write("update account set role = $2 where id = $1", &[&id.as_str(), &role.as_str()]).await?;
    Ok(())
}

pub(crate) async fn create_credential(pool: &Pool, new: NewCredential) -> Result<(), Failed> {
    let key = &new.key;
    pool.write(
        "insert into access_key \
         (id, account, kind, label, scopes, created_at, last_used_at, expires_at, secret_hash) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        &[
            &key.id.as_str(),
            &key.account.as_str(),
            &key.kind.as_str(),
            &text(&key.label),
            &key.scopes,
            &key.created_at.0,
            &key.last_used_at.0,
            &key.expires_at.map(|time| time.0),
            &new.secret_hash,
        ],
    )
    .await?;
    Ok(())
}

pub(crate) async fn key(
    pool: &Pool,
    secret_hash: String,
    now: Timestamp,
) -> Result<Option<(Credential, Account)>, Failed> {
    let query =
        "select k.id, k.account, k.kind, k.label, k.scopes, k.created_at, k.last_used_at, k.expires_at,
            a.id, a.name, a.created_at, a.email, a.role, a.closed_at
        from access_key k join account a on a.id = k.account
        where k.secret_hash = $1 and (k.expires_at is null or k.expires_at > $2) and a.closed_at is null";
    let found = pool.read(query, &[&secret_hash, &now.0]).await?;
    only(&found).map(|row| Ok((stored_key(row)?, stored(row, 8)?))).transpose()
}

pub(crate) async fn touch_credential(
    pool: &Pool,
    id: CredentialId,
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<(), Failed> {
    let used = "update access_key set last_used_at = greatest(last_used_at, $2), \
                expires_at = case kind when 'session' then $3 else expires_at end where id = $1";
    pool.write(used, &[&id.as_str(), &now.0, &expires_at.0]).await?;
    Ok(())
}

pub(crate) async fn delete_expired(pool: &Pool, now: Timestamp) -> Result<(), Failed> {
    pool.write("delete from access_key where expires_at <= $1", &[&now.0]).await?;
    forget_challenges(pool, now).await
}

pub(crate) async fn keys(
    pool: &Pool,
    account: AccountId,
    kind: CredentialKind,
) -> Result<Vec<Credential>, Failed> {
    let query = "select id, account, kind, label, scopes, created_at, last_used_at, expires_at \
                 from access_key where account = $1 and kind = $2 order by created_at desc limit 1000";
    pool.read(query, &[&account.as_str(), &kind.as_str()]).await?.iter().map(stored_key).collect()
}

pub(crate) async fn revoke_credential(
    pool: &Pool,
    account: AccountId,
    id: CredentialId,
) -> Result<bool, Failed> {
    let revoke = "delete from access_key where account = $1 and id = $2 returning 1";
    Ok(!pool.write(revoke, &[&account.as_str(), &id.as_str()]).await?.is_empty())
}

fn stored(row: &Row, from: usize) -> Result<Account, Failed> {
    Ok(Account {
        id: parsed(row, from)?,
        name: column(row, from + 1)?,
        created_at: time(row, from + 2)?,
        email: column(row, from + 3)?,
        role: parsed(row, from + 4)?,
        closed_at: time_or_none(row, from + 5)?,
    })
}

fn stored_key(row: &Row) -> Result<Credential, Failed> {
    let kind: &str = column(row, 2)?;
    Ok(Credential {
        id: parsed(row, 0)?,
        account: parsed(row, 1)?,
        kind: if kind == CredentialKind::Session.as_str() {
            CredentialKind::Session
        } else {
            CredentialKind::Token
        },
        label: column(row, 3)?,
        scopes: column(row, 4)?,
        created_at: time(row, 5)?,
        last_used_at: time(row, 6)?,
        expires_at: time_or_none(row, 7)?,
    })
}
