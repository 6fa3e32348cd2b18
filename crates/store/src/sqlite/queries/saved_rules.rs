//! Saved rule sets.

use rusqlite::{Connection, Result, Row, params};
use serde_json::Value;

use super::{execute, first, json, list, number, parsed};
use crate::records::SavedRuleSet;
use play::id::{AccountId, SavedRulesId};
use play::time::Timestamp;

const SAVED_RULES: &str = "select id, account, name, rules, saved_at from shelf";

pub(crate) fn save_rule_set(
    connection: &Connection,
    new: SavedRuleSet,
    limit: usize,
) -> Result<Option<SavedRuleSet>> {
    let others: i64 = connection
        .prepare_cached("select count(*) from shelf where account = ?1 and name <> ?2")?
        .query_row(params![new.account.as_str(), new.name], |row| row.get(0))?;
    if others >= number(limit as u64) {
        return Ok(None);
    }
    execute(
        connection,
        "insert into shelf (id, account, name, rules, saved_at) values (?1, ?2, ?3, ?4, ?5) \
         on conflict (account, name) do update set rules = excluded.rules, saved_at = excluded.saved_at",
        params![
            new.id.as_str(),
            new.account.as_str(),
            new.name,
            Value::Object(new.rules).to_string(),
            new.saved_at.0
        ],
    )?;
    connection
        .prepare_cached(&format!("{SAVED_RULES} where account = ?1 and name = ?2"))?
        .query_row(params![new.account.as_str(), new.name], rule_set_from_row)
        .map(Some)
}

pub(crate) fn saved_rule_sets(connection: &Connection, account: AccountId) -> Result<Vec<SavedRuleSet>> {
    list(
        connection,
        &format!("{SAVED_RULES} where account = ?1 order by name"),
        [account.as_str()],
        rule_set_from_row,
    )
}

pub(crate) fn saved_rule_set(connection: &Connection, id: SavedRulesId) -> Result<Option<SavedRuleSet>> {
    first(connection, &format!("{SAVED_RULES} where id = ?1"), [id.as_str()], rule_set_from_row)
}

pub(crate) fn delete_rule_set(connection: &Connection, account: AccountId, id: SavedRulesId) -> Result<bool> {
    let deleted = execute(
        connection,
        "delete from shelf where account = ?1 and id = ?2",
        params![account.as_str(), id.as_str()],
    )?;
    Ok(deleted == 1)
}

fn rule_set_from_row(row: &Row<'_>) -> Result<SavedRuleSet> {
    let rules = match json(row, 3)? {
        Value::Object(rules) => rules,
        // Only objects are ever written.
        _ => serde_json::Map::new(),
    };
    let saved_at = Timestamp(row.get(4)?);
    Ok(SavedRuleSet { id: parsed(row, 0)?, account: parsed(row, 1)?, name: row.get(2)?, rules, saved_at })
}
