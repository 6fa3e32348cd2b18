//! Valid names and e-mail addresses.

use thiserror::Error;

/// Names that could be mistaken for the site itself, also as one part of a name, with a number, or with digits that look
/// like their letters.
const RESERVED: [&str; 14] = [
    "admin",
    "administrator",
    "anonymous",
    "bot",
    "computer",
    "guest",
    "mod",
    "moderator",
    "official",
    "root",
    "staff",
    "support",
    "system",
    "webmaster",
];
/// Names that are reserved wherever they occur in a name.
const RESERVED_ANYWHERE: [&str; 3] = ["administrator", "crownhead", "moderator"];
/// The word for the viewer in the addresses of the API.
const ME: &str = "me";

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
    if is_reserved(name) { Err(InvalidName::Reserved) } else { Ok(()) }
}

/// Returns whether a name could be mistaken for the site itself.
fn is_reserved(name: &str) -> bool {
    let whole = fold(name);
    // A number at the end of a part is not read as letters.
    let numbered = |part: &str| fold(part.trim_end_matches(|letter: char| letter.is_ascii_digit()));
    let is_word = |word: &String| RESERVED.iter().any(|reserved| fold(reserved) == *word);
    name.eq_ignore_ascii_case(ME)
        || RESERVED_ANYWHERE.iter().any(|reserved| whole.contains(&fold(reserved)))
        || is_word(&whole)
        || name.split(['-', '_']).any(|part| is_word(&fold(part)) || is_word(&numbered(part)))
}

/// Returns a name without separators, with each letter for all characters that are used in its place.
fn fold(name: &str) -> String {
    let letters = name.chars().filter(|letter| !matches!(letter, '-' | '_'));
    let folded: String = letters
        .map(|letter| match letter.to_ascii_lowercase() {
            '0' => 'o',
            '1' | 'i' => 'l',
            '3' => 'e',
            '4' => 'a',
            '5' => 's',
            '7' => 't',
            '8' => 'b',
            letter => letter,
        })
        .collect();
    folded.replace("rn", "m").replace("vv", "w")
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
        for name in ["Ann", "bo", "a1-b_c", "ABCDEFGHIJKLMNOPQRSTUVWX", "Badminton", "Modest", "Me-and-You"] {
            assert_eq!(check_name(name), Ok(()), "{name}");
        }
        let invalid = [
            ("", InvalidName::Length(0)),
            ("a", InvalidName::Length(1)),
            ("ABCDEFGHIJKLMNOPQRSTUVWXY", InvalidName::Length(25)),
            ("Jürgen", InvalidName::Character('ü')),
            ("a b", InvalidName::Character(' ')),
            ("1st", InvalidName::FirstCharacter),
        ];
        for (name, why) in invalid {
            assert_eq!(check_name(name), Err(why), "{name}");
        }
    }

    #[test]
    fn names_that_look_like_the_site_are_reserved() {
        for name in [
            "Admin",
            "Adm1n",
            "ADMlN",
            "adrnin",
            "admin7",
            "Bob-Admin",
            "System_1",
            "Crownhead-Team",
            "Cr0wn-Head",
            "TheModerator",
            "m0d",
            "me",
        ] {
            assert_eq!(check_name(name), Err(InvalidName::Reserved), "{name}");
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
