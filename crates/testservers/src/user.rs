//! As whom PostgreSQL runs: it refuses to be root.

use std::fs;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use rustix::process::geteuid;

use crate::trouble::Trouble;

/// Somebody with numbers of their own; nobody in particular is oneself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct User(Option<(u32, u32)>);

impl User {
    /// Oneself; or, for root, the user `postgres` that a package makes, or `nobody`, whom every system has.
    pub(crate) fn for_postgres() -> Result<Self, Trouble> {
        if !geteuid().is_root() {
            return Ok(Self(None));
        }
        let path = Path::new("/etc/passwd");
        let users = fs::read_to_string(path).map_err(Trouble::at(path))?;
        let found = numbers(&users, "postgres").or_else(|| numbers(&users, "nobody"));
        found.map(|numbers| Self(Some(numbers))).ok_or_else(|| {
            Trouble(
                "PostgreSQL refuses to run as root, and there is neither a user `postgres` nor `nobody` to run as"
                    .to_owned(),
            )
        })
    }

    /// Runs a program as this user.
    pub(crate) fn runs(self, command: &mut Command) {
        if let Self(Some((user, group))) = self {
            // The other groups of root are given up with it.
            command.uid(user).gid(group);
        }
    }

    /// Makes an empty folder that belongs to this user.
    pub(crate) fn folder(self, path: &Path) -> Result<(), Trouble> {
        fs::create_dir(path).map_err(Trouble::at(path))?;
        match self {
            Self(Some((user, group))) => chown(path, Some(user), Some(group)).map_err(Trouble::at(path)),
            Self(None) => Ok(()),
        }
    }
}

/// The numbers of a user and of their group.
fn numbers(users: &str, name: &str) -> Option<(u32, u32)> {
    users.lines().find_map(|line| {
        let fields: Vec<&str> = line.split(':').collect();
        match fields.as_slice() {
            [called, _, user, group, ..] if *called == name => {
                Some((user.parse().ok()?, group.parse().ok()?))
            }
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_is_found_by_the_whole_name() {
        let users =
            "root:x:0:0:root:/root:/bin/sh\npostgres2:x:7:8::/:\n\npostgres:x:101:104:a,b:/var:/bin/sh\n";
        assert_eq!(numbers(users, "postgres"), Some((101, 104)));
        assert_eq!(numbers(users, "somebody"), None);
    }
}
