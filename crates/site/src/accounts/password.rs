//! Passwords, by argon2id. That is made to be slow: it is done beside the threads that serve, a few at a time.

use std::fmt;
use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::rand_core::OsRng;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use thiserror::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// So many are hashed at a time.
const AT_ONCE: usize = 2;
/// So many may wait for it.
const WAITING: usize = 64;
/// A hash of nothing, with the usual parameters: as much work as that of a password that exists.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGhhcyB0aGlz$2rQ0cq2gBHrPcHj7ZyYh8h0bcVWIv0RvS8j1V9v5iWQ";

/// Hashes passwords.
pub struct Hasher {
    working: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

/// Why a password cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BadPassword {
    /// Too short or too long.
    #[error("a password has 8 to 200 characters, not {0}")]
    Length(usize),
}

/// Why a password is not hashed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PasswordError {
    /// It cannot be used.
    #[error(transparent)]
    Bad(#[from] BadPassword),
    /// Too many wait already.
    #[error("too many passwords wait to be hashed")]
    Busy,
    /// Something else.
    #[error("a password cannot be hashed: {0}")]
    Other(String),
}

impl Default for Hasher {
    fn default() -> Self {
        Self { working: Arc::new(Semaphore::new(AT_ONCE)), waiting: Arc::new(Semaphore::new(WAITING)) }
    }
}

impl Hasher {
    /// The hash of a new password.
    pub async fn hash(&self, password: String) -> Result<String, PasswordError> {
        let length = password.chars().count();
        if !(8..=200).contains(&length) {
            return Err(BadPassword::Length(length).into());
        }
        self.work(move || {
            let salt = SaltString::generate(&mut OsRng);
            let hash = Argon2::default().hash_password(password.as_bytes(), &salt);
            hash.map(|hash| hash.to_string()).map_err(|error| PasswordError::Other(error.to_string()))
        })
        .await
    }

    /// Is it the password with this hash? Without a hash it never is, and that takes as long.
    pub async fn verify(&self, password: String, hash: Option<String>) -> Result<bool, PasswordError> {
        // Nobody's password is longer, and hashing a book is somebody's idea of an attack.
        let short = password.len() <= 800;
        self.work(move || {
            let known = hash.is_some() && short;
            let hash = hash.unwrap_or_else(|| NOBODY.to_owned());
            let password = if short { password.as_bytes() } else { b"" };
            let parsed = PasswordHash::new(&hash).map_err(|error| PasswordError::Other(error.to_string()))?;
            Ok(Argon2::default().verify_password(password, &parsed).is_ok() && known)
        })
        .await
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, PasswordError> + Send + 'static,
    ) -> Result<T, PasswordError> {
        let other = |error: &dyn fmt::Display| PasswordError::Other(error.to_string());
        let _waiting: OwnedSemaphorePermit =
            Arc::clone(&self.waiting).try_acquire_owned().map_err(|_| PasswordError::Busy)?;
        let working = Arc::clone(&self.working).acquire_owned().await.map_err(|error| other(&error))?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(working);
            done
        });
        done.await.map_err(|error| other(&error))?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_is_right_and_no_two_hashes_are_the_same() {
        let hasher = Hasher::default();
        let hash = hasher.hash("correct horse".to_owned()).await.expect("hashed");
        assert!(hash.starts_with("$argon2id$"), "{hash}");
        assert_ne!(hasher.hash("correct horse".to_owned()).await.expect("hashed"), hash);
        let verify =
            |password: &str, hash: Option<&String>| hasher.verify(password.to_owned(), hash.cloned());
        assert_eq!(verify("correct horse", Some(&hash)).await, Ok(true));
        assert_eq!(verify("correct horsf", Some(&hash)).await, Ok(false));
        assert_eq!(verify("correct horse", None).await, Ok(false), "who has no password is not let in");
        assert_eq!(verify(&"x".repeat(10_000), Some(&hash)).await, Ok(false));
        let short = hasher.hash("short".to_owned()).await;
        assert_eq!(short, Err(PasswordError::Bad(BadPassword::Length(5))));
    }
}
