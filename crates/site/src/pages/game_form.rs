//! The forms that start a game. They need no script; with one, they hide what the chosen rules forbid.

use draughts::ruleset::Shade;
use maud::{Markup, html};

use super::families::{DEFAULT_RULES, fixed_starter, options};
use super::fields::FormError;
use super::play_form::PlayForm;
use play::proposal::RulesChoice;
use store::SavedRuleSet;
use texts::Texts;

/// A form that starts a game.
pub(super) struct GameForm<'a> {
    pub(super) texts: &'a Texts,
    /// The saved house rules of the viewer.
    pub(super) own: &'a [SavedRuleSet],
    /// Whether the viewer has an account with a name.
    pub(super) is_named: bool,
    /// The last segment of the action: `computer`, `friend` or `lobby`.
    pub(super) name: &'static str,
    /// The input and the error, if the form was rejected.
    pub(super) rejected: Option<(&'a PlayForm, &'a FormError)>,
}

impl GameForm<'_> {
    /// Returns the path to which the form is sent.
    pub(super) fn action(&self) -> String {
        format!("/play/{}", self.name)
    }

    fn input(&self) -> Option<&PlayForm> {
        self.rejected.map(|(form, _)| form)
    }

    fn error(&self) -> Option<&FormError> {
        self.rejected.map(|(_, error)| error)
    }

    fn chosen_rules(&self) -> &str {
        self.input().map_or(DEFAULT_RULES, |form| &form.rules)
    }

    /// Returns the sentence that says who starts, if the chosen rules leave no choice.
    fn fixed_starter(&self) -> Option<String> {
        let chosen = self.chosen_rules();
        let own = self.own.iter().find(|own| chosen.ends_with(own.id.as_str()));
        let choice = own.map_or_else(
            || RulesChoice::Named(chosen.to_owned()),
            |own| RulesChoice::House(own.rules.clone()),
        );
        choice.rules().ok().and_then(|rules| fixed_starter(rules.rule_set(), self.texts))
    }

    /// Returns the message about the whole form, if it was rejected.
    pub(super) fn error_message(&self) -> Markup {
        FormError::above(self.error())
    }

    pub(super) fn rules(&self) -> Markup {
        let id = format!("rules-{}", self.name);
        html! {
            label for=(id) { (self.texts.get("rules-label")) }
            select name="rules" id=(id) { (options(self.texts, self.chosen_rules(), self.own)) }
            // CSS shows it only for rules that leave the shade to the players.
            div class="shade-choice" { (self.shades()) }
        }
    }

    fn shades(&self) -> Markup {
        let options = [Shade::Dark, Shade::Light].map(Shade::as_str);
        let options = options.map(|shade| (shade, self.texts.get(&format!("shade-{shade}"))));
        let chosen = self.input().and_then(|form| form.shade).unwrap_or(Shade::Dark);
        radio_buttons(&self.texts.get("shade"), "shade", &options, chosen.as_str(), false)
    }

    pub(super) fn level(&self) -> Markup {
        let levels: Vec<String> = (1..=8).map(|level: u8| level.to_string()).collect();
        let levels: Vec<(&str, String)> =
            levels.iter().map(|level| (level.as_str(), level.clone())).collect();
        let chosen = self.input().and_then(|form| form.level).unwrap_or(3).to_string();
        radio_buttons(&self.texts.get("level"), "level", &levels, &chosen, false)
    }

    /// Renders the choice of who starts, or a sentence if the rules leave none. Without a default there is only the
    /// sentence.
    pub(super) fn colours(&self, default: Option<&str>) -> Markup {
        let texts = self.texts;
        let starter = self.fixed_starter();
        let options = [
            ("lot", texts.get("random-color")),
            ("first", texts.get("first")),
            ("second", texts.get("second")),
        ];
        let (_, wrong) = FormError::at(self.error(), "colour", &format!("colour-{}", self.name));
        html! {
            @if let Some(default) = default {
                @let chosen = self.input().and_then(|form| form.colour.as_deref()).unwrap_or(default);
                (radio_buttons(&texts.get("i-play"), "colour", &options, chosen, starter.is_some()))
            }
            p class="begins" hidden[starter.is_none()] { (starter.unwrap_or_default()) }
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
        let chosen = self.input().and_then(|form| form.time.as_deref()).unwrap_or("none");
        radio_buttons(&texts.get("time"), "time", &options, chosen, false)
    }

    /// Renders the checkbox for rated games, with their requirements. Guests have no rating.
    pub(super) fn rated(&self) -> Markup {
        let texts = self.texts;
        let id = format!("rated-{}", self.name);
        let (wrong_id, wrong) = FormError::at(self.error(), "rated", &id);
        let (needs, house) = (format!("{id}-needs"), texts.get("rated-no-house-rules"));
        let described = wrong_id.map_or_else(|| needs.clone(), |wrong| format!("{needs} {wrong}"));
        let checked = self.input().is_some_and(|form| form.rated.is_some());
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

/// Renders radio buttons; disabled ones are neither shown nor sent.
fn radio_buttons(
    legend: &str,
    name: &str,
    options: &[(&str, String)],
    chosen: &str,
    disabled: bool,
) -> Markup {
    html! {
        fieldset class=(format!("choose-{name}")) hidden[disabled] disabled[disabled] {
            legend { (legend) }
            div class="choice" {
                @for (value, text) in options {
                    label { input type="radio" name=(name) value=(value) checked[*value == chosen]; span { (text) } }
                }
            }
        }
    }
}
