//! Accounts and credentials.

use tokio_postgres::Row;

use super::{column, first, parsed, text, text_or_none, time, time_or_none};
use crate::folded_name::folded;
use crate::postgres::error::PostgresError;
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

/// Returns whether a row was written: false if the name is taken.
fn unless_taken(result: Result<Vec<Row>, PostgresError>) -> Result<bool, PostgresError> {
    match result {
        Ok(rows) => Ok(!rows.is_empty()),
        Err(error) if error.is_unique_violation() => Ok(false),
        Err(error) => Err(error),
    }
}

pub(crate) async fn create_account(pool: &Pool, new: NewAccount) -> Result<bool, PostgresError> {
    let create = concat!(
        "insert into account (id, name, created_at, password, email, role) ",
        "select $1::text, $2::text, $3::bigint, $4::text, $5::text, $6::text ",
        "where not exists (select 1 from account where name is not null and ",
        folded!("name"),
        " = ",
        folded!("$2::text"),
        ") returning 1"
    );
    let NewAccount { id, created_at, password, role, .. } = &new;
    let (name, email) = (text_or_none(new.name.as_ref()), text_or_none(new.email.as_ref()));
    let created =
        pool.write(create, &[&id.as_str(), &name, &created_at.0, password, &email, &role.as_str()]).await;
    unless_taken(created)
}

pub(crate) async fn name_guest(pool: &Pool, new: NewAccount) -> Result<bool, PostgresError> {
    let update = concat!(
        "with named as (update account set name = $2, password = $3, email = $4 where id = $1 and name is null ",
        "and not exists (select 1 from account where name is not null and ",
        folded!("name"),
        " = ",
        folded!("$2::text"),
        ") returning id), ",
        "revoked as (delete from access_key where account in (select id from named)) select 1 from named"
    );
    let (name, email) = (text_or_none(new.name.as_ref()), text_or_none(new.email.as_ref()));
    unless_taken(pool.write(update, &[&new.id.as_str(), &name, &new.password, &email]).await)
}

pub(crate) async fn account(pool: &Pool, id: AccountId) -> Result<Option<Account>, PostgresError> {
    let found = pool.read(account!("where id = $1"), &[&id.as_str()]).await?;
    first(&found).map(|row| account_from_row(row, 0)).transpose()
}

pub(crate) async fn account_by_name(pool: &Pool, name: String) -> Result<Option<Account>, PostgresError> {
    let found = pool.read(account!("where lower(name) = lower($1)"), &[&text(&name)]).await?;
    first(&found).map(|row| account_from_row(row, 0)).transpose()
}

pub(crate) async fn names(
    pool: &Pool,
    ids: Vec<AccountId>,
) -> Result<Vec<(AccountId, Option<String>, Role)>, PostgresError> {
    let query = "select a.id, a.name, a.role
        from unnest($1::text[]) with ordinality as w (id, place) join account a on a.id = w.id order by w.place";
    let ids: Vec<&str> = ids.iter().map(AccountId::as_str).collect();
    let found = pool.read(query, &[&ids]).await?;
    found.iter().map(|row| Ok((parsed(row, 0)?, column(row, 1)?, parsed(row, 2)?))).collect()
}

pub(crate) async fn password(pool: &Pool, id: AccountId) -> Result<Option<String>, PostgresError> {
    let found = pool.read("select password from account where id = $1", &[&id.as_str()]).await?;
    first(&found).map_or(Ok(None), |row| column(row, 0))
}

pub(crate) async fn set_password(pool: &Pool, id: AccountId, hash: String) -> Result<(), PostgresError> {
    let set = "with changed as (update account set password = $2 where id = $1)
        delete from access_key where account = $1";
    pool.write(set, &[&id.as_str(), &hash]).await?;
    Ok(())
}

pub(crate) async fn set_email(
    pool: &Pool,
    id: AccountId,
    email: Option<String>,
) -> Result<(), PostgresError> {
    pool.write("update account set email = $2 where id = $1", &[&id.as_str(), &text_or_none(email.as_ref())])
        .await?;
    Ok(())
}

pub(crate) async fn set_role(pool: &Pool, id: AccountId, role: Role) -> Result<(), PostgresError> {
    pool.write("update account set role = $2 where id = $1", &[&id.as_str(), &role.as_str()]).await?;
    Ok(())
}

pub(crate) async fn create_credential(pool: &Pool, new: NewCredential) -> Result<(), PostgresError> {
    let credential = &new.credential;
    pool.write(
        "insert into access_key \
         (id, account, kind, label, scopes, created_at, last_used_at, expires_at, secret_hash) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        &[
            &credential.id.as_str(),
            &credential.account.as_str(),
            &credential.kind.as_str(),
            &text(&credential.label),
            &credential.scopes,
            &credential.created_at.0,
            &credential.last_used_at.0,
            &credential.expires_at.map(|time| time.0),
            &new.secret_hash,
        ],
    )
    .await?;
    Ok(())
}

pub(crate) async fn credential(
    pool: &Pool,
    secret_hash: String,
    now: Timestamp,
) -> Result<Option<(Credential, Account)>, PostgresError> {
    let query =
        "select k.id, k.account, k.kind, k.label, k.scopes, k.created_at, k.last_used_at, k.expires_at,
            a.id, a.name, a.created_at, a.email, a.role, a.closed_at
        from access_key k join account a on a.id = k.account
        where k.secret_hash = $1 and (k.expires_at is null or k.expires_at > $2) and a.closed_at is null";
    let found = pool.read(query, &[&secret_hash, &now.0]).await?;
    first(&found).map(|row| Ok((credential_from_row(row)?, account_from_row(row, 8)?))).transpose()
}

pub(crate) async fn touch_credential(
    pool: &Pool,
    id: CredentialId,
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<(), PostgresError> {
    let update = "update access_key set last_used_at = greatest(last_used_at, $2), \
                expires_at = case kind when 'session' then $3 else expires_at end where id = $1";
    pool.write(update, &[&id.as_str(), &now.0, &expires_at.0]).await?;
    Ok(())
}

pub(crate) async fn credentials(
    pool: &Pool,
    account: AccountId,
    kind: CredentialKind,
) -> Result<Vec<Credential>, PostgresError> {
    let query = "select id, account, kind, label, scopes, created_at, last_used_at, expires_at \
                 from access_key where account = $1 and kind = $2 order by created_at desc limit 1000";
    pool.read(query, &[&account.as_str(), &kind.as_str()]).await?.iter().map(credential_from_row).collect()
}

pub(crate) async fn revoke_credential(
    pool: &Pool,
    account: AccountId,
    id: CredentialId,
) -> Result<bool, PostgresError> {
    let revoke = "delete from access_key where account = $1 and id = $2 returning 1";
    Ok(!pool.write(revoke, &[&account.as_str(), &id.as_str()]).await?.is_empty())
}

/// Reads an account from the columns of a row that start at index `from`.
fn account_from_row(row: &Row, from: usize) -> Result<Account, PostgresError> {
    Ok(Account {
        id: parsed(row, from)?,
        name: column(row, from + 1)?,
        created_at: time(row, from + 2)?,
        email: column(row, from + 3)?,
        role: parsed(row, from + 4)?,
        closed_at: time_or_none(row, from + 5)?,
    })
}

fn credential_from_row(row: &Row) -> Result<Credential, PostgresError> {
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
