//! What any store must do. Another implementation joins `homes`, and passes the rest unchanged.

mod challenges;
mod games;
mod homes;
mod judging;
mod nodes;
mod people;
mod postgres;
mod privacy;
mod shelf;
mod sqlite;
