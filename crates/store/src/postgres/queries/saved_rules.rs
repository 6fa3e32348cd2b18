//! Saved rule sets.

use serde_json::Value;
use tokio_postgres::Row;

use super::{column, first, json, parsed, text, time, unsigned};
use crate::postgres::error::PostgresError;
use crate::postgres::pool::Pool;
use crate::postgres::session::rows;
use crate::records::SavedRuleSet;
use play::id::{AccountId, SavedRulesId};

macro_rules! saved_rules {
    ($rest:literal) => {
        concat!("select id, account, name, rules, saved_at from shelf ", $rest)
    };
}

pub(crate) async fn save_rule_set(
    pool: &Pool,
    new: SavedRuleSet,
    limit: usize,
) -> Result<Option<SavedRuleSet>, PostgresError> {
    let (account, name) = (new.account.as_str(), text(&new.name));
    let rules = Value::Object(new.rules).to_string();
    let mut client = pool.take().await?;
    let work = async {
        let transaction = client.transaction().await?;
        // The lock makes concurrent saves of one account sequential, so that the limit holds.
        rows(&transaction, "select 1 from account where id = $1 for no key update", &[&account]).await?;
        let others = "select count(*) from shelf where account = $1 and name <> $2";
        let others = rows(&transaction, others, &[&account, &name]).await?;
        if first(&others).map_or(Ok(0), |row| unsigned(row, 0))? >= limit as u64 {
            return Ok(None);
        }
        let save = "insert into shelf (id, account, name, rules, saved_at) values ($1, $2, $3, $4, $5)
            on conflict (account, name) do update set rules = excluded.rules, saved_at = excluded.saved_at
            returning id, account, name, rules, saved_at";
        let saved =
            rows(&transaction, save, &[&new.id.as_str(), &account, &name, &rules, &new.saved_at.0]).await?;
        transaction.commit().await?;
        first(&saved).map(rule_set_from_row).transpose()
    };
    let result = pool.with_timeout(work).await;
    let saved = Pool::give_back(client, result)?;
    if saved.is_some() {
        pool.record_commit();
    }
    Ok(saved)
}

pub(crate) async fn saved_rule_sets(
    pool: &Pool,
    account: AccountId,
) -> Result<Vec<SavedRuleSet>, PostgresError> {
    let query = saved_rules!("where account = $1 order by name collate \"C\"");
    pool.read(query, &[&account.as_str()]).await?.iter().map(rule_set_from_row).collect()
}

pub(crate) async fn saved_rule_set(
    pool: &Pool,
    id: SavedRulesId,
) -> Result<Option<SavedRuleSet>, PostgresError> {
    first(&pool.read(saved_rules!("where id = $1"), &[&id.as_str()]).await?)
        .map(rule_set_from_row)
        .transpose()
}

pub(crate) async fn delete_rule_set(
    pool: &Pool,
    account: AccountId,
    id: SavedRulesId,
) -> Result<bool, PostgresError> {
    let delete = "delete from shelf where account = $1 and id = $2 returning 1";
    Ok(!pool.write(delete, &[&account.as_str(), &id.as_str()]).await?.is_empty())
}

fn rule_set_from_row(row: &Row) -> Result<SavedRuleSet, PostgresError> {
    let rules = match json(row, 3)? {
        Value::Object(rules) => rules,
        // Only objects are ever written.
        _ => serde_json::Map::new(),
    };
    Ok(SavedRuleSet {
        id: parsed(row, 0)?,
        account: parsed(row, 1)?,
        name: column(row, 2)?,
        rules,
        saved_at: time(row, 4)?,
    })
}
