//! What any store must do. Another implementation joins `homes`, and passes the rest unchanged.

mod accounts;
mod challenges;
mod games;
mod homes;
mod moderation;
mod nodes;
mod postgres;
mod privacy;
mod saved_rules;
mod sqlite;
