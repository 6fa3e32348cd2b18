//! A visitor who knows the session of a guest before the guest signs up.

use reqwest::StatusCode;
use serde_json::json;

use super::refusals::Findings;
use super::{Attack, Target};
use crate::Error;
use crate::client::{Client, PASSWORD};

/// Signs up with the session of a guest, and uses the old session.
pub(super) async fn attack(target: &Target<'_>) -> Result<Findings, Error> {
    let mut findings = Findings::default();
    let mut guest = Client::guest_from(target.origin, target.attacker(Attack::SessionFixation, 0)).await?;
    let known = guest.clone();
    let account = json!({ "name": format!("Fixed{}", target.round), "password": PASSWORD });
    findings.response(&guest.start_session("/api/v1/accounts", account).await?);
    let response = known.get("/api/v1/account").await?;
    if response.status != StatusCode::UNAUTHORIZED {
        findings.add_error(format!("the session of the guest is one of the account: {}", response.text));
    }
    findings.response(&response);
    Ok(findings)
}
