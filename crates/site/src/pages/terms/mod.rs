//! The terms of a proposed game in words: one line in lists, and in full before it is accepted.

mod rules;
mod start;

use draughts::Rules;
use maud::{Markup, html};
use serde_json::Value;

use crate::error::SiteError;
use crate::site::Site;
use crate::slots::Requester;
use play::game::TimeControl;
use play::id::AccountId;
use play::proposal::Proposal;
use play::rating;
use texts::{RuleSetText, Texts};

/// A stored proposal with its rules.
pub(super) struct Summary {
    proposal: Proposal,
    rules: Rules,
    /// The rating of the challenger; `None` if the game is not rated.
    rating: Option<String>,
}

/// The players of a challenge, for its viewer.
pub(super) struct Opponents<'a> {
    /// The name of the challenger.
    pub(super) challenger: &'a str,
    /// Whether the viewer is the challenger.
    pub(super) mine: bool,
    /// The viewer.
    pub(super) viewer: Requester,
}

impl Summary {
    /// Reads a stored proposal; returns `None` if this version cannot read it or its rules.
    pub(super) async fn of(site: &Site, proposal: &Value, by: AccountId) -> Result<Option<Self>, SiteError> {
        let Some((proposal, rules)) = read(proposal) else { return Ok(None) };
        let rating = match pool(&proposal, &rules) {
            Some(pool) => Some(rating_of(site, by, &pool).await?),
            None => None,
        };
        Ok(Some(Self { proposal, rules, rating }))
    }

    /// Returns the rating of the challenger; `None` if the game is not rated.
    pub(super) fn rating(&self) -> Option<&str> {
        self.rating.as_deref()
    }

    pub(super) fn is_rated(&self) -> bool {
        self.proposal.rated
    }

    /// Returns the rules and the time control in one line.
    pub(super) fn line(&self, texts: &Texts) -> String {
        let set = self.rules.rule_set();
        let mut parts = vec![set.name_in(texts.language).into_owned(), short_time(self.proposal.time, texts)];
        parts.extend(self.shade(texts));
        parts.join(" · ")
    }

    /// Returns the shade of the squares in play, if the rules leave it to the players.
    fn shade(&self, texts: &Texts) -> Option<String> {
        let board = self.rules.rule_set().board;
        let text = || texts.get(&format!("shade-about-{}", board.shade.as_str()));
        board.leaves_shade_to_players().then(text)
    }

    /// Renders the complete terms.
    pub(super) async fn details(
        &self,
        site: &Site,
        opponents: &Opponents<'_>,
        texts: &Texts,
    ) -> Result<Markup, SiteError> {
        let (proposal, rules) = (self.proposal.clone(), self.rules.clone());
        let first =
            site.views.run_for(opponents.viewer, move || start::first_position(&proposal, &rules)).await?;
        let first = first.as_ref();
        let own_rating = match (pool(&self.proposal, &self.rules), opponents.viewer.account) {
            (Some(pool), Some(viewer)) if !opponents.mine => Some(rating_of(site, viewer, &pool).await?),
            _ => None,
        };
        Ok(html! {
            dl class="terms" {
                dt { (texts.get("rules-label")) }
                dd { (rules::render(&self.proposal.rules, self.rules.rule_set(), texts)) }
                @if let Some(shade) = self.shade(texts) { dt { (texts.get("shade")) } dd { (shade) } }
                dt { (texts.get("time")) }
                dd { (time_in_words(self.proposal.time, texts)) }
                dt { (texts.get("i-play")) }
                dd { (start::colours(&self.proposal, &self.rules, first, opponents, texts)) }
                @if let Some(start) = &self.proposal.start {
                    dt { (texts.get("terms-start")) }
                    dd { (start::position(start, &self.rules, first, texts)) }
                }
                dt { (texts.get("rating")) }
                dd {
                    (rated_chip(texts, self.is_rated()))
                    @if let Some(rating) = &self.rating {
                        span class="figures" {
                            " " (if opponents.mine { texts.get("you") } else { opponents.challenger.to_owned() }) " " (rating)
                            @if let Some(own) = own_rating { " · " (texts.get("you")) " " (own) }
                        }
                    }
                }
            }
        })
    }
}

fn read(proposal: &Value) -> Option<(Proposal, Rules)> {
    let proposal: Proposal = serde_json::from_value(proposal.clone()).ok()?;
    let rules = proposal.agreed_rules().ok()?;
    Some((proposal, rules))
}

/// Returns the rating pool of a proposed game; `None` if it is not rated.
fn pool(proposal: &Proposal, rules: &Rules) -> Option<String> {
    rating::pool(rules.rule_set(), proposal.time).filter(|_| proposal.rated)
}

/// Returns a stored proposal in one line.
pub(super) fn line(proposal: &Value, texts: &Texts) -> String {
    let Some((proposal, rules)) = read(proposal) else { return String::new() };
    let rated = proposal.rated;
    let line = Summary { proposal, rules, rating: None }.line(texts);
    if rated { format!("{line} · {}", texts.get("rated")) } else { line }
}

/// Renders a chip that says whether a game is rated.
pub(super) fn rated_chip(texts: &Texts, rated: bool) -> Markup {
    let (class, text) = if rated { ("chip rated", "rated") } else { ("chip", "unrated") };
    html! { span class=(class) { (texts.get(text)) } }
}

/// Returns the rating of an account, with a question mark if it is provisional.
pub(super) async fn rating_of(site: &Site, account: AccountId, pool: &str) -> Result<String, SiteError> {
    let rating = site.players.rating(account, pool).await?;
    let mark = if rating.is_provisional() { "?" } else { "" };
    Ok(format!("{}{mark}", rating.rating.round()))
}

/// Returns the time control in short form, such as `5+3`.
fn short_time(time: TimeControl, texts: &Texts) -> String {
    match time {
        TimeControl::None {} => texts.get("no-clock"),
        TimeControl::Clock { initial, increment } if initial % 60_000 == 0 => {
            format!("{}+{}", initial / 60_000, increment / 1000)
        }
        TimeControl::Clock { .. } | TimeControl::Days { .. } => time_in_words(time, texts),
    }
}

/// Returns the time control in words.
fn time_in_words(time: TimeControl, texts: &Texts) -> String {
    let seconds = |milliseconds: u64| texts.with("seconds", "count", milliseconds / 1000);
    match time {
        TimeControl::None {} => texts.get("time-unlimited"),
        TimeControl::Days { days, .. } => texts.with("time-per-move", "count", u64::from(days)),
        TimeControl::Clock { initial, increment } => {
            let initial = match initial % 60_000 {
                0 => texts.with("minutes", "count", initial / 60_000),
                _ => seconds(initial),
            };
            match increment {
                0 => texts.with("time-each", "initial", initial),
                _ => {
                    let values = [("initial", initial.into()), ("increment", seconds(increment).into())];
                    texts.fill("time-each-plus", values)
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use texts::Language;

    use super::*;

    #[test]
    fn time_controls_in_both_languages() {
        let clock = |initial, increment| TimeControl::Clock { initial, increment };
        let days = |days| TimeControl::Days { days, vacation: 0 };
        for (time, english, german) in [
            (TimeControl::UNLIMITED, "No time limit", "Ohne Zeitlimit"),
            (clock(60_000, 0), "1 minute each", "Je 1 Minute"),
            (
                clock(300_000, 3000),
                "5 minutes each, plus 3 seconds per move",
                "Je 5 Minuten, dazu 3 Sekunden pro Zug",
            ),
            (
                clock(90_000, 1000),
                "90 seconds each, plus 1 second per move",
                "Je 90 Sekunden, dazu 1 Sekunde pro Zug",
            ),
            (days(1), "1 day per move", "1 Tag pro Zug"),
            (days(3), "3 days per move", "3 Tage pro Zug"),
        ] {
            assert_eq!(time_in_words(time, Texts::of(Language::English)), english);
            assert_eq!(time_in_words(time, Texts::of(Language::German)), german);
        }
    }
}
