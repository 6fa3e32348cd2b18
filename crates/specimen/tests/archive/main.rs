//! Whole sites: copied, backed up, restored, verified; in files and in servers.

mod backups;
mod copying;
mod faults;
mod interrupted;
mod place;
mod refusals;
mod tables;
