//! An HTTP client of the site: anonymous, with a session, or with a token.

use std::net::IpAddr;

use reqwest::header::{AUTHORIZATION, COOKIE, HeaderMap, HeaderValue, ORIGIN, SET_COOKIE};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::Error;

/// The password of the accounts that tests create.
pub const PASSWORD: &str = "a password for trials";

/// A client of a site.
#[derive(Clone, Debug)]
pub struct Client {
    http: reqwest::Client,
    /// The origin of the site, such as `http://127.0.0.1:8080`.
    origin: String,
    credential: Option<Credential>,
    /// The address of this machine from which it connects; `None` is the default.
    local_address: Option<IpAddr>,
}

#[derive(Clone, Debug)]
enum Credential {
    /// The cookie of a session.
    Session(String),
    Token(String),
}

/// A response of the site.
#[derive(Clone, Debug)]
pub struct Response {
    /// The status code.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub text: String,
}

impl Response {
    /// Returns the body as JSON; null if it is not JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }

    /// Returns the body of a successful response as JSON. Panics if the response is an error.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert!(self.status.is_success(), "{} {}", self.status, self.text);
        self.json()
    }

    /// Returns the status and the error code of an error response. Panics if there is no code.
    #[must_use]
    #[track_caller]
    pub fn error(&self) -> (u16, String) {
        let code = self.json()["code"]
            .as_str()
            .unwrap_or_else(|| panic!("{} {}", self.status, self.text))
            .to_owned();
        (self.status.as_u16(), code)
    }

    /// Returns the `id` in the body.
    pub(crate) fn id(&self) -> Result<String, Error> {
        let id = self.json()["id"].as_str().map(str::to_owned);
        id.ok_or_else(|| Error(format!("{} {}", self.status, self.text)))
    }
}

impl Client {
    /// Creates a client without a session.
    #[must_use]
    pub fn anonymous(origin: &str) -> Self {
        // Each client has its own connections, as browsers do.
        Self {
            http: reqwest::Client::new(),
            origin: origin.to_owned(),
            credential: None,
            local_address: None,
        }
    }

    /// Creates a client without a session that connects from this address.
    pub fn anonymous_from(origin: &str, address: IpAddr) -> Result<Self, Error> {
        let http = reqwest::Client::builder().local_address(address).build()?;
        Ok(Self { http, origin: origin.to_owned(), credential: None, local_address: Some(address) })
    }

    /// Creates a client with the session of a new guest that connects from this address.
    pub async fn guest_from(origin: &str, address: IpAddr) -> Result<Self, Error> {
        let mut client = Self::anonymous_from(origin, address)?;
        client.start_session("/api/v1/guest", Value::Null).await?;
        Ok(client)
    }

    /// Creates a client with the session of a new guest.
    pub async fn guest(origin: &str) -> Result<Self, Error> {
        let mut client = Self::anonymous(origin);
        client.start_session("/api/v1/guest", Value::Null).await?;
        Ok(client)
    }

    /// Creates a client with the session of a new account.
    pub async fn sign_up(origin: &str, name: &str) -> Result<Self, Error> {
        let mut client = Self::anonymous(origin);
        client.start_session("/api/v1/accounts", json!({ "name": name, "password": PASSWORD })).await?;
        Ok(client)
    }

    /// Returns a client of the same account with a new token instead of a session.
    pub async fn with_token(&self, scopes: &[&str]) -> Result<Self, Error> {
        let request = json!({ "label": "a test", "scopes": scopes });
        let response = self.post("/api/v1/account/tokens", &request).await?;
        let token = response.json()["token"].as_str().map(str::to_owned);
        let token = token.ok_or_else(|| Error(format!("no token: {}", response.text)))?;
        Ok(Self { credential: Some(Credential::Token(token)), ..self.clone() })
    }

    /// Posts a request that starts a session, and stores the session. A null body is none.
    pub async fn start_session(&mut self, path: &str, body: Value) -> Result<Response, Error> {
        let response = self.send(Method::POST, path, (body != Value::Null).then_some(&body)).await?;
        let cookie = response.headers.get(SET_COOKIE).and_then(|value| value.to_str().ok());
        if let Some(cookie) = cookie.and_then(|cookie| cookie.split(';').next()) {
            self.credential = Some(Credential::Session(cookie.to_owned()));
        }
        Ok(response)
    }

    /// Returns a client with the same credential at another origin of the site.
    #[must_use]
    pub fn at(&self, origin: &str) -> Self {
        Self { origin: origin.to_owned(), ..self.clone() }
    }

    /// Returns whether the client has a session or a token.
    #[must_use]
    pub fn is_authenticated(&self) -> bool {
        self.credential.is_some()
    }

    /// Returns the cookie of the session, as `name=value`; empty without a session.
    #[must_use]
    pub fn cookie(&self) -> String {
        match &self.credential {
            Some(Credential::Session(cookie)) => cookie.clone(),
            Some(Credential::Token(_)) | None => String::new(),
        }
    }

    /// Returns the origin of the site.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Returns the address from which it connects; `None` is the default.
    pub(crate) fn local_address(&self) -> Option<IpAddr> {
        self.local_address
    }

    /// Returns the headers that authenticate the client.
    pub(crate) fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        let value = |text: &str| HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static(""));
        match &self.credential {
            None => {}
            Some(Credential::Session(cookie)) => {
                headers.insert(COOKIE, value(cookie));
                headers.insert(ORIGIN, value(&self.origin));
            }
            Some(Credential::Token(token)) => {
                headers.insert(AUTHORIZATION, value(&format!("Bearer {token}")));
            }
        }
        headers
    }

    /// Sends a request with additional headers and any body.
    pub async fn send_raw(
        &self,
        method: Method,
        path: &str,
        headers: HeaderMap,
        body: Vec<u8>,
    ) -> Result<Response, Error> {
        let url = format!("{}{path}", self.origin);
        let mut all = self.headers();
        all.extend(headers);
        let response = self.http.request(method, url).headers(all).body(body).send().await?;
        let (status, headers) = (response.status(), response.headers().clone());
        Ok(Response { status, headers, text: response.text().await? })
    }

    /// Sends a request with a JSON body or none.
    pub async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Response, Error> {
        let mut headers = HeaderMap::new();
        if body.is_some() {
            headers.insert("content-type", HeaderValue::from_static("application/json"));
        }
        let body = body.map(|body| body.to_string().into_bytes()).unwrap_or_default();
        self.send_raw(method, path, headers, body).await
    }

    /// Sends a GET request.
    pub async fn get(&self, path: &str) -> Result<Response, Error> {
        self.send(Method::GET, path, None).await
    }

    /// Sends a POST request with a JSON body.
    pub async fn post(&self, path: &str, body: &Value) -> Result<Response, Error> {
        self.send(Method::POST, path, Some(body)).await
    }

    /// Sends a command with this id to a game.
    pub async fn execute(&self, game: &str, id: &str, request: &Value) -> Result<Response, Error> {
        let path = format!("/api/v1/games/{game}/commands");
        self.post(&path, &json!({ "id": id, "request": request })).await
    }
}
