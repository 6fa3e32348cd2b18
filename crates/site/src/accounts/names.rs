//! Valid names and e-mail addresses.

use thiserror::Error;

/// Names that could be mistaken for the site itself, also as one word of a name, in the plural, with a number, or with
/// digits that look like their letters.
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
    let is_word = |word: &str| RESERVED.iter().any(|reserved| fold(reserved) == word);
    let is_reserved_word = |part: &str| {
        // A number at the end is not read as letters.
        let numbered = part.trim_end_matches(|letter: char| letter.is_ascii_digit());
        [part, numbered]
            .map(fold)
            .iter()
            .any(|word| is_word(word) || word.strip_suffix('s').is_some_and(is_word))
    };
    name.eq_ignore_ascii_case(ME)
        || RESERVED_ANYWHERE.iter().any(|reserved| whole.contains(&fold(reserved)))
        || is_reserved_word(name)
        || name.split(['-', '_']).flat_map(words).any(is_reserved_word)
}

/// Returns the words of a part of a name in camel case, such as `TheAdmin`, and all sequences of its words.
fn words(part: &str) -> impl Iterator<Item = &str> {
    let starts_word = |at: &usize| {
        let (before, after) = part.as_bytes().split_at(*at);
        let is = |letter: Option<&u8>, class: fn(&u8) -> bool| letter.is_some_and(class);
        // A capital after a small letter or a digit, or before a small letter; or a digit in place of a capital.
        is(after.first(), u8::is_ascii_uppercase)
            && (!is(before.last(), u8::is_ascii_uppercase) || is(after.get(1), u8::is_ascii_lowercase))
            || is(after.first(), u8::is_ascii_digit) && is(before.last(), u8::is_ascii_lowercase)
    };
    let mut edges: Vec<usize> = (1..part.len()).filter(starts_word).collect();
    edges.insert(0, 0);
    edges.push(part.len());
    let pairs = (0..edges.len()).flat_map(move |first| {
        let edges = edges.clone();
        (first + 1..edges.len()).map(move |last| (edges[first], edges[last]))
    });
    pairs.map(|(start, end)| &part[start..end])
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
        for name in [
            "Ann",
            "bo",
            "a1-b_c",
            "ABCDEFGHIJKLMNOPQRSTUVWX",
            "Badminton",
            "Modest",
            "Me-and-You",
            "ModelTrain",
            "ROBOT",
            "Rob0t",
        ] {
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
            "Admins",
            "SiteAdmin",
            "TheAdmin",
            "AdminTeam",
            "The4dmin2",
            "CHAdmin",
            "BOTAdmins",
            "Bob-SupportTeam",
            "SiteAdMin",
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
