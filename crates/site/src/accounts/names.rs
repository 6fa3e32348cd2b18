//! Names and addresses that can be used.

use thiserror::Error;

/// Names that would be taken for the house's own.
const RESERVED: [&str; 9] =
    ["admin", "administrator", "anonymous", "computer", "crownhead", "guest", "moderator", "system", "me"];

/// Why a name cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadName {
    /// Too short or too long.
    #[error("a name has 2 to 24 characters, not {0}")]
    Length(usize),
    /// A character that names do not have.
    #[error("a name has letters without accents, digits, - and _, and no {0:?}")]
    Character(char),
    /// It does not begin with a letter.
    #[error("a name begins with a letter")]
    ConnectParams,
    /// It would be taken for the house's own.
    #[error("this name is kept for the site itself; choose another")]
    Reserved,
}

/// Can this be somebody's name?
pub fn check_name(name: &str) -> Result<(), BadName> {
    let length = name.chars().count();
    if !(2..=24).contains(&length) {
        return Err(BadName::Length(length));
    }
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    if let Some(letter) = name.chars().find(|&letter| !allowed(letter)) {
        return Err(BadName::Character(letter));
    }
    if !name.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        return Err(BadName::ConnectParams);
    }
    if RESERVED.iter().any(|reserved| reserved.eq_ignore_ascii_case(name)) {
        return Err(BadName::Reserved);
    }
    Ok(())
}

/// An e-mail address that cannot be one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("an e-mail address has one @ with something on both sides, no blanks, and 254 characters at most")]
pub struct BadEmail;

/// Can this be an e-mail address? Whether it is one, only a message to it would tell.
pub fn check_email(email: &str) -> Result<(), BadEmail> {
    let sound = email.len() <= 254
        && !email.contains(|letter: char| letter.is_whitespace() || letter.is_control())
        && email
            .split_once('@')
            .is_some_and(|(user, host)| !user.is_empty() && !host.is_empty() && !host.contains('@'));
    if sound { Ok(()) } else { Err(BadEmail) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_not_the_houses_own() {
        for name in ["Ann", "bo", "a1-b_c", "ABCDEFGHIJKLMNOPQRSTUVWX"] {
            assert_eq!(check_name(name), Ok(()), "{name}");
        }
        let refused = [
            ("", BadName::Length(0)),
            ("a", BadName::Length(1)),
            ("ABCDEFGHIJKLMNOPQRSTUVWXY", BadName::Length(25)),
            ("Jürgen", BadName::Character('ü')),
            ("a b", BadName::Character(' ')),
            ("1st", BadName::ConnectParams),
            ("Admin", BadName::Reserved),
        ];
        for (name, why) in refused {
            assert_eq!(check_name(name), Err(why), "{name}");
        }
    }

    #[test]
    fn addresses_have_two_sides() {
        assert_eq!(check_email("ann@example.org"), Ok(()));
        for email in ["", "ann", "@example.org", "ann@", "a@b@c", "a b@c", "a\n@c"] {
            assert_eq!(check_email(email), Err(BadEmail), "{email:?}");
        }
    }
}
