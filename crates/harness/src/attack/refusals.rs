//! The answers of the site to an attack: accepted and refused requests, by code.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use reqwest::StatusCode;
use serde_json::Value;

use crate::client::Response;
use crate::live::Incoming;

/// The answers to an attack.
#[derive(Clone, Default, Debug)]
pub struct Findings {
    /// Number of requests that were answered, and of connections that were served.
    pub accepted: usize,
    /// Number of refusals by code.
    pub refusals: BTreeMap<String, usize>,
    /// Refusals without a code or a sentence, and other errors.
    pub errors: Vec<String>,
    /// Other observations.
    pub notes: Vec<String>,
    /// The longest time until an answer.
    pub slowest: Duration,
}

impl Findings {
    /// Records a response.
    pub(super) fn response(&mut self, response: &Response) {
        if response.status.is_success() {
            self.accepted += 1;
        } else {
            self.http_error(response.status.as_u16(), &response.json(), &response.text);
        }
    }

    /// Records the body of an HTTP error, or of a refused upgrade.
    pub(super) fn http_error(&mut self, status: u16, body: &Value, text: &str) {
        let is_server_error = status >= 500 && status != StatusCode::SERVICE_UNAVAILABLE.as_u16();
        match (body["code"].as_str(), body["message"].as_str()) {
            (Some(code), Some(message)) if is_sentence(message) && !is_server_error => {
                self.refused(format!("{status} {code}"));
            }
            _ => self.add_error(format!("status {status} without a code and a sentence: {text:?}")),
        }
    }

    /// Records the refusal of a command over a live connection, which has to name the command.
    pub(super) fn message(&mut self, message: &Value) {
        let error = &message["error"];
        match (message["id"].as_str(), error["code"].as_str(), error["message"].as_str()) {
            (Some(_), Some(code), Some(sentence)) if is_sentence(sentence) => self.refused(code.to_owned()),
            _ => self.add_error(format!("a refusal without an id, a code or a sentence: {message}")),
        }
    }

    /// Records the end of a live connection.
    pub(super) fn closed(&mut self, incoming: &Incoming) {
        match incoming {
            Incoming::Closed(code, reason) if is_sentence(reason) => self.refused(format!("close {code}")),
            other => self.add_error(format!("a connection ended without a code and a sentence: {other:?}")),
        }
    }

    /// Counts a refusal that has everything it needs.
    pub(super) fn refused(&mut self, code: String) {
        *self.refusals.entry(code).or_default() += 1;
    }

    /// Records an error of the site.
    pub(super) fn add_error(&mut self, error: String) {
        self.errors.push(error);
    }

    /// Adds the findings of a part of the attack.
    pub(super) fn extend(&mut self, other: Self) {
        self.accepted += other.accepted;
        for (code, count) in other.refusals {
            *self.refusals.entry(code).or_default() += count;
        }
        self.errors.extend(other.errors);
        self.notes.extend(other.notes);
        self.slowest = self.slowest.max(other.slowest);
    }
}

/// Returns whether a text is a sentence for people.
fn is_sentence(text: &str) -> bool {
    text.contains(' ') && text.ends_with('.')
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} served", self.accepted)?;
        for (code, count) in &self.refusals {
            write!(f, ", {count} × {code}")?;
        }
        if !self.slowest.is_zero() {
            write!(f, "; slowest answer {} ms", self.slowest.as_millis())?;
        }
        for note in &self.notes {
            write!(f, "; {note}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn refusals_need_a_code_a_sentence_and_the_id_of_the_command() {
        let mut findings = Findings::default();
        findings.http_error(429, &json!({ "code": "too-many-requests", "message": "Wait a second." }), "");
        findings.message(
            &json!({ "id": "1", "error": { "code": "too-many-requests", "message": "Wait a bit." } }),
        );
        findings.closed(&Incoming::Closed(1009, "The message is too long.".to_owned()));
        assert!(findings.errors.is_empty() && findings.refusals.len() == 3, "{findings:?}");
        findings.http_error(500, &json!({ "code": "internal", "message": "Something failed." }), "");
        findings.http_error(400, &Value::Null, "Bad request");
        findings.message(
            &json!({ "id": null, "error": { "code": "too-many-requests", "message": "Wait a bit." } }),
        );
        findings.closed(&Incoming::Closed(1009, String::new()));
        findings.closed(&Incoming::Lost);
        assert_eq!(findings.errors.len(), 5, "{findings:?}");
    }
}
