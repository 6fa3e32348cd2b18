//! `crownhead admin`: administrators of the play site.

use std::io::Write;

use store::Database;

use crate::failure::Failure;

/// Makes an account an administrator's.
pub(crate) fn create(name: &str, database: &Database, out: &mut impl Write) -> Result<(), Failure> {
    let made = site::run::create_admin(database, name).map_err(Failure::input)?;
    match made.password {
        None => writeln!(out, "{} is an administrator now.", made.name)?,
        Some(password) => writeln!(
            out,
            "{} is an administrator. Log in with this password, which is shown only now, and change it: {password}",
            made.name
        )?,
    }
    Ok(())
}
