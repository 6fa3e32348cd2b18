//! The forms that start a game. They need no script; with one, they do not offer what the chosen rules forbid.

use draughts::ruleset::Shade;
use maud::{Markup, html};

use super::families::{USUAL, options, who_begins};
use super::fields::Trouble;
use super::play_form::PlayForm;
use play::proposal::RulesChoice;
use store::SavedRuleSet;
use texts::Texts;

/// A form that starts a game.
pub(super) struct GameForm<'a> {
    pub(super) texts: &'a Texts,
    /// The house rules of whoever looks.
    pub(super) own: &'a [SavedRuleSet],
    /// Does whoever looks have an account with a name?
    pub(super) is_named: bool,
    /// The last word of where it is sent: `computer`, `friend` or `lobby`.
    pub(super) name: &'static str,
    /// What was sent and why it was refused.
    pub(super) refused: Option<(&'a PlayForm, &'a Trouble)>,
}

impl GameForm<'_> {
    pub(super) fn action(&self) -> String {
        format!("/play/{}", self.name)
    }

    fn sent(&self) -> Option<&PlayForm> {
        self.refused.map(|(form, _)| form)
    }

    fn trouble(&self) -> Option<&Trouble> {
        self.refused.map(|(_, trouble)| trouble)
    }

    fn chosen_rules(&self) -> &str {
        self.sent().map_or(USUAL, |form| &form.rules)
    }

    /// Says who begins, where the chosen rules leave no choice of it.
    fn begins(&self) -> Option<String> {
        let chosen = self.chosen_rules();
        let own = self.own.iter().find(|own| chosen.ends_with(own.id.as_str()));
        let choice = own.map_or_else(
            || RulesChoice::Named(chosen.to_owned()),
            |own| RulesChoice::House(own.rules.clone()),
        );
        choice.rules().ok().and_then(|rules| who_begins(rules.rule_set(), self.texts))
    }

    /// What is wrong with the form as a whole.
    pub(super) fn wrong(&self) -> Markup {
        Trouble::above(self.trouble())
    }

    pub(super) fn rules(&self) -> Markup {
        let id = format!("rules-{}", self.name);
        html! {
            label for=(id) { (self.texts.get("rules-label")) }
            select name="rules" id=(id) { (options(self.texts, self.chosen_rules(), self.own)) }
            // The style shows it where the chosen rules leave the squares to the players.
            div class="shade-choice" { (self.shades()) }
        }
    }

    fn shades(&self) -> Markup {
        let options = [Shade::Dark, Shade::Light].map(Shade::as_str);
        let options = options.map(|shade| (shade, self.texts.get(&format!("shade-{shade}"))));
        let chosen = self.sent().and_then(|form| form.shade).unwrap_or(Shade::Dark);
        choice(&self.texts.get("shade"), "shade", &options, chosen.as_str(), false)
    }

    pub(super) fn level(&self) -> Markup {
        let levels: Vec<String> = (1..=8).map(|level: u8| level.to_string()).collect();
        let levels: Vec<(&str, String)> =
            levels.iter().map(|level| (level.as_str(), level.clone())).collect();
        let chosen = self.sent().and_then(|form| form.level).unwrap_or(3).to_string();
        choice(&self.texts.get("level"), "level", &levels, &chosen, false)
    }

    /// The choice of who begins, or a sentence where the rules leave none. With `usual` left out there is only the sentence.
    pub(super) fn colours(&self, usual: Option<&str>) -> Markup {
        let texts = self.texts;
        let begins = self.begins();
        let options =
            [("lot", texts.get("by-lot")), ("first", texts.get("first")), ("second", texts.get("second"))];
        let (_, wrong) = Trouble::at(self.trouble(), "colour", &format!("colour-{}", self.name));
        html! {
            @if let Some(usual) = usual {
                @let chosen = self.sent().and_then(|form| form.colour.as_deref()).unwrap_or(usual);
                (choice(&texts.get("i-play"), "colour", &options, chosen, begins.is_some()))
            }
            p class="begins" hidden[begins.is_none()] { (begins.unwrap_or_default()) }
            (wrong)
        }
    }

    pub(super) fn times(&self) -> Markup {
        let texts = self.texts;
        let options = [
            ("none", texts.get("time-none")),
            ("5+3", "5+3".to_owned()),
            ("15+10", "15+10".to_owned()),
            ("days", texts.get("time-days")),
        ];
        let chosen = self.sent().and_then(|form| form.time.as_deref()).unwrap_or("none");
        choice(&texts.get("time"), "time", &options, chosen, false)
    }

    /// The box that makes a game rated, with what that needs. Only who has a name has a rating.
    pub(super) fn rated(&self) -> Markup {
        let texts = self.texts;
        let id = format!("rated-{}", self.name);
        let (wrong_id, wrong) = Trouble::at(self.trouble(), "rated", &id);
        let (needs, house) = (format!("{id}-needs"), texts.get("rated-no-house-rules"));
        let described = wrong_id.map_or_else(|| needs.clone(), |wrong| format!("{needs} {wrong}"));
        let checked = self.sent().is_some_and(|form| form.rated.is_some());
        html! {
            label class="switch" {
                input type="checkbox" name="rated" id=(id) aria-describedby=(described) disabled[!self.is_named] data-guest[!self.is_named]
                    checked[checked && self.is_named];
                " " (texts.get("rated"))
            }
            p class="needs" id=(needs) data-house=(house) {
                @if self.is_named { (texts.get("rated-needs-time")) }
                @else { (texts.get("rated-needs-account")) " " a href="/login" { (texts.get("sign-in")) } }
            }
            (wrong)
        }
    }
}

/// A choice of a few, one of them chosen. One that is no choice is neither shown nor sent.
fn choice(legend: &str, name: &str, options: &[(&str, String)], chosen: &str, off: bool) -> Markup {
    html! {
        fieldset class=(format!("choose-{name}")) hidden[off] disabled[off] {
            legend { (legend) }
            div class="choice" {
                @for (value, text) in options {
                    label { input type="radio" name=(name) value=(value) checked[*value == chosen]; span { (text) } }
                }
            }
        }
    }
}
