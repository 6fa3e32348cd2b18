//! Views of games, players and rules, shared by the API, live connections and pages.

pub(crate) mod board;
pub(crate) mod challenge;
pub(crate) mod changes;
pub(crate) mod comparison;
pub(crate) mod credential;
pub(crate) mod display_preferences;
pub(crate) mod draws;
pub(crate) mod event;
pub(crate) mod explanation;
pub(crate) mod game;
pub(crate) mod game_views;
pub(crate) mod history;
pub(crate) mod moves;
pub(crate) mod names;
pub(crate) mod rating;
pub(crate) mod rule_problems;
pub(crate) mod saved_rules;
pub(crate) mod sides;
pub(crate) mod summary;
