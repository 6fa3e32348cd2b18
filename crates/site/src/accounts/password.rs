//! Password hashing with argon2id. It is slow by design, so it runs on blocking threads, a few at a time.

use std::fmt;
use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::rand_core::OsRng;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use thiserror::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Maximum number of concurrent hashes.
const MAX_CONCURRENT: usize = 2;
/// Maximum number of requests that hash or wait.
const MAX_WAITING: usize = 64;
/// A hash that no password matches, with the default parameters: verifying it takes as long as any other.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGhhcyB0aGlz$2rQ0cq2gBHrPcHj7ZyYh8h0bcVWIv0RvS8j1V9v5iWQ";

/// Hashes and verifies passwords.
pub struct Hasher {
    working: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

/// Why a password is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum InvalidPassword {
    /// It is too short or too long: its length in characters.
    #[error("a password has 8 to 200 characters, not {0}")]
    Length(usize),
}

/// Why a password is not hashed or verified.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PasswordError {
    /// The password is invalid.
    #[error(transparent)]
    Invalid(#[from] InvalidPassword),
    /// Too many requests are waiting.
    #[error("too many passwords wait to be hashed")]
    Busy,
    /// Hashing failed.
    #[error("a password cannot be hashed: {0}")]
    Other(String),
}

impl Default for Hasher {
    fn default() -> Self {
        Self {
            working: Arc::new(Semaphore::new(MAX_CONCURRENT)),
            waiting: Arc::new(Semaphore::new(MAX_WAITING)),
        }
    }
}

impl Hasher {
    /// Returns the hash of a new password.
    pub async fn hash(&self, password: String) -> Result<String, PasswordError> {
        let length = password.chars().count();
        if !(8..=200).contains(&length) {
            return Err(InvalidPassword::Length(length).into());
        }
        self.run(move || {
            let salt = SaltString::generate(&mut OsRng);
            let hash = Argon2::default().hash_password(password.as_bytes(), &salt);
            hash.map(|hash| hash.to_string()).map_err(|error| PasswordError::Other(error.to_string()))
        })
        .await
    }

    /// Returns whether a password matches a hash. Without a hash it never does, and that takes as long.
    pub async fn verify(&self, password: String, hash: Option<String>) -> Result<bool, PasswordError> {
        // No valid password is longer, and hashing long input would be a denial of service.
        let is_short = password.len() <= 800;
        self.run(move || {
            let can_match = hash.is_some() && is_short;
            let hash = hash.unwrap_or_else(|| DUMMY_HASH.to_owned());
            let password = if is_short { password.as_bytes() } else { b"" };
            let parsed = PasswordHash::new(&hash).map_err(|error| PasswordError::Other(error.to_string()))?;
            Ok(Argon2::default().verify_password(password, &parsed).is_ok() && can_match)
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, PasswordError> + Send + 'static,
    ) -> Result<T, PasswordError> {
        let other = |error: &dyn fmt::Display| PasswordError::Other(error.to_string());
        let _waiting: OwnedSemaphorePermit =
            Arc::clone(&self.waiting).try_acquire_owned().map_err(|_| PasswordError::Busy)?;
        let working = Arc::clone(&self.working).acquire_owned().await.map_err(|error| other(&error))?;
        let result = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(working);
            result
        });
        result.await.map_err(|error| other(&error))?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn hashes_are_salted_and_match_only_their_password() {
        let hasher = Hasher::default();
        let hash = hasher.hash("correct horse".to_owned()).await.expect("hashed");
        assert!(hash.starts_with("$argon2id$"), "{hash}");
        assert_ne!(hasher.hash("correct horse".to_owned()).await.expect("hashed"), hash);
        let verify =
            |password: &str, hash: Option<&String>| hasher.verify(password.to_owned(), hash.cloned());
        assert_eq!(verify("correct horse", Some(&hash)).await, Ok(true));
        assert_eq!(verify("correct horsf", Some(&hash)).await, Ok(false));
        assert_eq!(verify("correct horse", None).await, Ok(false), "an account without a password");
        assert_eq!(verify(&"x".repeat(10_000), Some(&hash)).await, Ok(false));
        let short = hasher.hash("short".to_owned()).await;
        assert_eq!(short, Err(PasswordError::Invalid(InvalidPassword::Length(5))));
    }
}
