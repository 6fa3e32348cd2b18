//! The input of the forms that start a game.

use draughts::ruleset::Shade;
use serde::Deserialize;

use super::families::SAVED_RULES_PREFIX;
use crate::error::SiteError;
use crate::services::rated_needs_account;
use crate::site::Site;
use crate::web::viewer::Viewer;
use play::game::TimeControl;
use play::id::SavedRulesId;
use play::proposal::{Proposal, RulesChoice};

/// The fields of a form that starts a game.
#[derive(Deserialize)]
pub(super) struct PlayForm {
    pub(super) rules: String,
    #[serde(default)]
    pub(super) level: Option<u8>,
    /// `first`, `second` or `lot`.
    #[serde(default)]
    pub(super) colour: Option<String>,
    /// `none`, `days`, or minutes and seconds such as `5+3`.
    #[serde(default)]
    pub(super) time: Option<String>,
    /// Any value if the game is rated.
    #[serde(default)]
    pub(super) rated: Option<String>,
    /// `dark` or `light`; always sent, and ignored unless the rules leave it to the players.
    #[serde(default)]
    pub(super) shade: Option<Shade>,
}

impl PlayForm {
    async fn proposal(&self, site: &Site) -> Result<Proposal, SiteError> {
        let rules = match self.rules.strip_prefix(SAVED_RULES_PREFIX) {
            Some(id) => {
                let id: SavedRulesId = id.parse().map_err(|_| SiteError::not_found("saved rule set"))?;
                RulesChoice::House(site.saved_rules.find(id).await?.rules)
            }
            None => RulesChoice::Named(self.rules.clone()),
        };
        let parsed = rules.rules().ok();
        let first = parsed.as_ref().map(|rules| rules.rule_set().start.first_move);
        let is_free = parsed.is_some_and(|rules| rules.rule_set().board.leaves_shade_to_players());
        let shade = self.shade.filter(|_| is_free);
        let colour = match self.colour.as_deref() {
            Some("first") => first,
            Some("second") => first.map(|first| !first),
            _ => None,
        };
        Ok(Proposal { rules, colour, time: self.time(), start: None, rated: self.rated.is_some(), shade })
    }

    /// Returns the proposal if it can be played. It is checked before a guest account is created.
    pub(super) async fn checked_proposal(&self, site: &Site, viewer: &Viewer) -> Result<Proposal, SiteError> {
        let proposal = self.proposal(site).await?;
        proposal.ready(0)?;
        let is_named = viewer.account().is_some_and(|account| !account.is_guest());
        if proposal.rated && !is_named { Err(rated_needs_account()) } else { Ok(proposal) }
    }

    fn time(&self) -> TimeControl {
        let text = self.time.as_deref().unwrap_or_default();
        let clock = text.split_once('+').and_then(|(minutes, seconds)| {
            let (minutes, seconds): (u64, u64) = (minutes.parse().ok()?, seconds.parse().ok()?);
            Some(TimeControl::Clock {
                initial: minutes.saturating_mul(60_000),
                increment: seconds.saturating_mul(1000),
            })
        });
        match text {
            "days" => TimeControl::Days { days: 3, vacation: 14 },
            _ => clock.unwrap_or(TimeControl::UNLIMITED),
        }
    }
}
