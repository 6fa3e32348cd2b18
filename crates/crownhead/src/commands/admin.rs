//! `crownhead admin`: administrators of the play site.

use std::io::Write;

use store::Database;

use crate::failure::Failure;

/// Makes an account an administrator, and creates it if it does not exist.
pub(crate) fn create(name: &str, database: &Database, out: &mut impl Write) -> Result<(), Failure> {
    let admin = site::run::create_admin(database, name).map_err(Failure::input)?;
    match admin.password {
        None => writeln!(out, "{} is now an administrator.", admin.name)?,
        Some(password) => writeln!(
            out,
            "Created the administrator {}. Log in and change this password, which is shown only once: {password}",
            admin.name
        )?,
    }
    Ok(())
}
