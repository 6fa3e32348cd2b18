//! Games, players and rules as clients see them: the API, live connections and pages show the same.

pub(crate) mod challenge;
pub(crate) mod comparison;
pub(crate) mod credential;
pub(crate) mod display_preferences;
pub(crate) mod draws;
pub(crate) mod event;
pub(crate) mod game;
pub(crate) mod history;
pub(crate) mod names;
pub(crate) mod rating;
pub(crate) mod rule_problems;
pub(crate) mod saved_rules;
pub(crate) mod shape;
pub(crate) mod sides;
pub(crate) mod summary;
pub(crate) mod why;
