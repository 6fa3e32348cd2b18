#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod accounts;
pub mod api;
pub mod config;
mod engine_jobs;
mod error;
pub mod error_code;
mod heartbeat;
pub mod limits;
mod live;
pub mod logs;
pub mod metrics;
mod node;
mod open_files;
mod pages;
pub mod repository;
pub mod run;
pub mod server;
mod services;
pub mod site;
mod slots;
mod study;
mod views;
mod web;
pub mod worker;
