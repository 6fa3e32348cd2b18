#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod analyst;
pub mod bus;
mod comparison;
pub mod computer;
pub mod config;
pub mod hall;
mod heart;
pub mod http;
pub mod id;
pub mod limits;
pub mod metrics;
pub mod openings;
mod pages;
pub mod people;
pub mod proposal;
pub mod rating;
pub mod run;
pub mod secret;
pub mod site;
pub mod store;
pub mod table;
pub mod time;
mod work;
pub mod worker;
