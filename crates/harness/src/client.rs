//! Somebody at the site: a guest, an account, or a program with a token.

use reqwest::header::{AUTHORIZATION, COOKIE, HeaderMap, HeaderValue, ORIGIN, SET_COOKIE};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use thiserror::Error;

/// Why the site could not be asked.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct Unanswered(pub String);

impl From<reqwest::Error> for Unanswered {
    fn from(error: reqwest::Error) -> Self {
        Self(format!("{error:?}"))
    }
}

/// Somebody at a site.
#[derive(Clone, Debug)]
pub struct Client {
    http: reqwest::Client,
    /// Such as `http://127.0.0.1:8080`.
    origin: String,
    /// The cookie of a session, or a token.
    key: Option<Key>,
}

#[derive(Clone, Debug)]
enum Key {
    Session(String),
    Token(String),
}

/// An answer of the site.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The text.
    pub text: String,
}

impl Answer {
    /// The JSON in it; null if it is none.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }

    /// The JSON of an answer that must be a good one.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert!(self.status.is_success(), "{} {}", self.status, self.text);
        self.json()
    }

    /// The status and the code of a refusal.
    #[must_use]
    #[track_caller]
    pub fn refused(&self) -> (u16, String) {
        let code = self.json()["code"]
            .as_str()
            .unwrap_or_else(|| panic!("{} {}", self.status, self.text))
            .to_owned();
        (self.status.as_u16(), code)
    }
}

impl Client {
    /// Nobody in particular.
    #[must_use]
    pub fn nobody(origin: &str) -> Self {
        // One connection each, kept: as browsers do.
        Self { http: reqwest::Client::new(), origin: origin.to_owned(), key: None }
    }

    /// Somebody who comes to play at once.
    pub async fn guest(origin: &str) -> Result<Self, Unanswered> {
        let mut client = Self::nobody(origin);
        client.enter("/api/v1/guest", Value::Null).await?;
        Ok(client)
    }

    /// An account with this name.
    pub async fn account(origin: &str, name: &str) -> Result<Self, Unanswered> {
        let mut client = Self::nobody(origin);
        client.enter("/api/v1/accounts", json!({ "name": name, "password": PASSWORD })).await?;
        Ok(client)
    }

    /// The same person with a token instead of a session.
    pub async fn with_token(&self, scopes: &[&str]) -> Result<Self, Unanswered> {
        let wish = json!({ "label": "a trial", "scopes": scopes });
        let made = self.post("/api/v1/account/tokens", &wish).await?;
        let token = made.json()["token"].as_str().map(str::to_owned);
        let token = token.ok_or_else(|| Unanswered(format!("no token: {}", made.text)))?;
        Ok(Self { key: Some(Key::Token(token)), ..self.clone() })
    }

    /// Asks for something that opens a session, and keeps the session.
    pub async fn enter(&mut self, path: &str, wish: Value) -> Result<Answer, Unanswered> {
        let answer = self.send(Method::POST, path, (wish != Value::Null).then_some(&wish)).await?;
        let cookie = answer.headers.get(SET_COOKIE).and_then(|value| value.to_str().ok());
        if let Some(cookie) = cookie.and_then(|cookie| cookie.split(';').next()) {
            self.key = Some(Key::Session(cookie.to_owned()));
        }
        Ok(answer)
    }

    /// The same person at another place of the site.
    #[must_use]
    pub fn at(&self, origin: &str) -> Self {
        Self { origin: origin.to_owned(), ..self.clone() }
    }

    /// Has somebody been let in?
    #[must_use]
    pub fn is_let_in(&self) -> bool {
        self.key.is_some()
    }

    /// How the site is called.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// What says who one is.
    pub(crate) fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        let value = |text: &str| HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static(""));
        match &self.key {
            None => {}
            Some(Key::Session(cookie)) => {
                headers.insert(COOKIE, value(cookie));
                headers.insert(ORIGIN, value(&self.origin));
            }
            Some(Key::Token(token)) => {
                headers.insert(AUTHORIZATION, value(&format!("Bearer {token}")));
            }
        }
        headers
    }

    /// Sends a request with any headers besides one's own, and with a body as it is.
    pub async fn raw(
        &self,
        method: Method,
        path: &str,
        headers: HeaderMap,
        body: Vec<u8>,
    ) -> Result<Answer, Unanswered> {
        let url = format!("{}{path}", self.origin);
        let mut all = self.headers();
        all.extend(headers);
        let response = self.http.request(method, url).headers(all).body(body).send().await?;
        let (status, headers) = (response.status(), response.headers().clone());
        Ok(Answer { status, headers, text: response.text().await? })
    }

    /// Sends a request, with JSON or without.
    pub async fn send(&self, method: Method, path: &str, wish: Option<&Value>) -> Result<Answer, Unanswered> {
        let mut headers = HeaderMap::new();
        if wish.is_some() {
            headers.insert("content-type", HeaderValue::from_static("application/json"));
        }
        let body = wish.map(|wish| wish.to_string().into_bytes()).unwrap_or_default();
        self.raw(method, path, headers, body).await
    }

    /// GET.
    pub async fn get(&self, path: &str) -> Result<Answer, Unanswered> {
        self.send(Method::GET, path, None).await
    }

    /// POST.
    pub async fn post(&self, path: &str, wish: &Value) -> Result<Answer, Unanswered> {
        self.send(Method::POST, path, Some(wish)).await
    }

    /// Does something in a game, with a command of its own.
    pub async fn act(&self, game: &str, id: &str, request: &Value) -> Result<Answer, Unanswered> {
        let path = format!("/api/v1/games/{game}/commands");
        self.post(&path, &json!({ "id": id, "request": request })).await
    }
}

/// The password of accounts in trials.
pub const PASSWORD: &str = "a password for trials";
