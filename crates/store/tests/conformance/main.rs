//! Conformance tests of the store. To test another implementation, add it to `backends`.

mod accounts;
mod archived_logs;
mod backends;
mod challenges;
mod cleanup;
mod games;
mod moderation;
mod nodes;
mod postgres;
mod saved_rules;
mod sqlite;
mod tls;
