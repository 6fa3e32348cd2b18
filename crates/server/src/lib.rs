#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod analyst;
pub mod archive;
pub mod bus;
mod comparison;
pub mod computer;
pub mod config;
pub mod hall;
mod heart;
pub mod http;
pub mod id;
pub mod limits;
pub mod logs;
pub mod metrics;
pub mod openings;
mod pages;
pub mod people;
pub mod proposal;
pub mod rating;
pub mod request;
mod rule_problems;
pub mod run;
pub mod secret;
pub mod site;
pub mod store;
pub mod table;
pub mod time;
mod work;
pub mod worker;
