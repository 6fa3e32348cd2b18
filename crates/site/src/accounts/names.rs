//! Valid names and e-mail addresses.

use thiserror::Error;

/// Names that could be mistaken for the site itself.
const RESERVED: [&str; 9] =
    ["admin", "administrator", "anonymous", "computer", "crownhead", "guest", "moderator", "system", "me"];

/// Why a name is invalid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum InvalidName {
    /// It is too short or too long: its length in characters.
    #[error("a name has 2 to 24 characters, not {0}")]
    Length(usize),
    /// It contains a character that is not allowed.
    #[error("a name consists of letters without accents, digits, - and _; {0:?} is not allowed")]
    Character(char),
    /// It does not begin with a letter.
    #[error("a name begins with a letter")]
    FirstCharacter,
    /// It could be mistaken for the site itself.
    #[error("this name is reserved for the site; choose another")]
    Reserved,
}

/// Checks that a name is valid.
pub fn check_name(name: &str) -> Result<(), InvalidName> {
    let length = name.chars().count();
    if !(2..=24).contains(&length) {
        return Err(InvalidName::Length(length));
    }
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    if let Some(letter) = name.chars().find(|&letter| !allowed(letter)) {
        return Err(InvalidName::Character(letter));
    }
    if !name.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        return Err(InvalidName::FirstCharacter);
    }
    if RESERVED.iter().any(|reserved| reserved.eq_ignore_ascii_case(name)) {
        return Err(InvalidName::Reserved);
    }
    Ok(())
}

/// The e-mail address is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("an e-mail address has one @ with something on both sides, no blanks, and 254 characters at most")]
pub struct InvalidEmail;

/// Checks the form of an e-mail address, not whether it exists.
pub fn check_email(email: &str) -> Result<(), InvalidEmail> {
    let is_valid = email.len() <= 254
        && !email.contains(|letter: char| letter.is_whitespace() || letter.is_control())
        && email
            .split_once('@')
            .is_some_and(|(user, host)| !user.is_empty() && !host.is_empty() && !host.contains('@'));
    if is_valid { Ok(()) } else { Err(InvalidEmail) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_not_reserved() {
        for name in ["Ann", "bo", "a1-b_c", "ABCDEFGHIJKLMNOPQRSTUVWX"] {
            assert_eq!(check_name(name), Ok(()), "{name}");
        }
        let invalid = [
            ("", InvalidName::Length(0)),
            ("a", InvalidName::Length(1)),
            ("ABCDEFGHIJKLMNOPQRSTUVWXY", InvalidName::Length(25)),
            ("Jürgen", InvalidName::Character('ü')),
            ("a b", InvalidName::Character(' ')),
            ("1st", InvalidName::FirstCharacter),
            ("Admin", InvalidName::Reserved),
        ];
        for (name, why) in invalid {
            assert_eq!(check_name(name), Err(why), "{name}");
        }
    }

    #[test]
    fn email_addresses_have_a_user_and_a_host() {
        assert_eq!(check_email("ann@example.org"), Ok(()));
        for email in ["", "ann", "@example.org", "ann@", "a@b@c", "a b@c", "a\n@c"] {
            assert_eq!(check_email(email), Err(InvalidEmail), "{email:?}");
        }
    }
}
