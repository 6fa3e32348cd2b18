//! The user that PostgreSQL runs as, since it refuses to run as root.

use std::fs;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use rustix::process::geteuid;

use crate::error::Error;

/// A user id and a group id; `None` is the current user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct User(Option<(u32, u32)>);

impl User {
    /// Returns the current user; for root, the user `postgres`, which its package creates, or `nobody`.
    pub(crate) fn for_postgres() -> Result<Self, Error> {
        if !geteuid().is_root() {
            return Ok(Self(None));
        }
        let path = Path::new("/etc/passwd");
        let passwd = fs::read_to_string(path).map_err(Error::at(path))?;
        let ids = find_ids(&passwd, "postgres").or_else(|| find_ids(&passwd, "nobody"));
        ids.map(|ids| Self(Some(ids))).ok_or_else(|| {
            Error(
                "PostgreSQL refuses to run as root, and there is neither a user `postgres` nor `nobody`"
                    .to_owned(),
            )
        })
    }

    /// Lets a command run as this user.
    pub(crate) fn apply_to(self, command: &mut Command) {
        if let Self(Some((user, group))) = self {
            // This drops root's supplementary groups, too.
            command.uid(user).gid(group);
        }
    }

    /// Creates an empty folder that belongs to this user.
    pub(crate) fn create_folder(self, path: &Path) -> Result<(), Error> {
        fs::create_dir(path).map_err(Error::at(path))?;
        match self {
            Self(Some((user, group))) => chown(path, Some(user), Some(group)).map_err(Error::at(path)),
            Self(None) => Ok(()),
        }
    }
}

/// Returns the user id and the group id of a user from the text of `/etc/passwd`.
fn find_ids(passwd: &str, name: &str) -> Option<(u32, u32)> {
    passwd.lines().find_map(|line| {
        let fields: Vec<&str> = line.split(':').collect();
        match fields.as_slice() {
            [login, _, user, group, ..] if *login == name => Some((user.parse().ok()?, group.parse().ok()?)),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_are_found_by_their_full_name() {
        let passwd =
            "root:x:0:0:root:/root:/bin/sh\npostgres2:x:7:8::/:\n\npostgres:x:101:104:a,b:/var:/bin/sh\n";
        assert_eq!(find_ids(passwd, "postgres"), Some((101, 104)));
        assert_eq!(find_ids(passwd, "somebody"), None);
    }
}
