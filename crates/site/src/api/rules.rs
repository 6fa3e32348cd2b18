//! Rule sets, and checks of house rules.

use axum::Json;
use axum::extract::Path;
use draughts::{Rules, Variant, variant};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::error::ErrorBody;
use crate::error_code::ErrorCode;
use crate::views::comparison::{Comparison, Row};
use crate::views::rule_problems::RuleProblem;
use crate::web::body::Body;
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
use play::openings;
use play::proposal::RulesChoice;
use texts::{Render, RuleSetText};

/// A rule set in a list.
#[derive(Serialize, ToSchema)]
pub(super) struct RuleSetName {
    /// The id.
    id: &'static str,
    /// The name.
    name: &'static str,
    /// The rule book that it follows.
    source: &'static str,
    /// The number of openings of which one can be drawn at random.
    openings: usize,
}

/// Lists the named rule sets.
#[utoipa::path(get, path = "/api/v1/rules", tag = "rules",
    responses((status = 200, body = Vec<RuleSetName>), (status = "4XX", body = ErrorBody)))]
pub(super) async fn list_rule_sets() -> Json<Vec<RuleSetName>> {
    let name = |rules: &'static draughts::RuleSet| RuleSetName {
        id: &rules.id,
        name: &rules.name,
        source: &rules.source,
        openings: openings::of(&rules.id).len(),
    };
    Json(variant::ALL.into_iter().map(Variant::rule_set).map(name).collect())
}

/// A rule set with its sentences.
#[derive(Serialize, ToSchema)]
pub(super) struct RuleSetView {
    /// The complete rule set.
    #[schema(value_type = Object)]
    rule_set: Value,
    /// The rules in words, sentence by sentence.
    sentences: Vec<String>,
}

fn view(rules: &Rules, viewer: &Viewer) -> RuleSetView {
    let set = rules.rule_set();
    RuleSetView {
        // Serialising a rule set does not fail.
        rule_set: serde_json::to_value(set).unwrap_or_default(),
        sentences: set.sentences_in(viewer.language).into_iter().map(|sentence| sentence.text).collect(),
    }
}

/// Returns a rule set with its sentences.
#[utoipa::path(get, path = "/api/v1/rules/{id}", tag = "rules", params(("id" = String, Path)),
    responses((status = 200, body = RuleSetView), (status = "4XX", body = ErrorBody)))]
pub(super) async fn get_rule_set(
    viewer: Viewer,
    Path(id): Path<String>,
) -> Result<Json<RuleSetView>, ApiError> {
    let rules = Rules::named(&id).map_err(|error| {
        ApiError::new(axum::http::StatusCode::NOT_FOUND, ErrorCode::NotFound, format!("{error}."))
    })?;
    Ok(Json(view(&rules, &viewer)))
}

/// An opening that can be drawn at random.
#[derive(Serialize, ToSchema)]
pub(super) struct OpeningView {
    number: &'static str,
    name: &'static str,
    fen: &'static str,
}

/// Lists the openings of a rule set of which one can be drawn at random.
#[utoipa::path(get, path = "/api/v1/rules/{id}/openings", tag = "rules", params(("id" = String, Path)),
    responses((status = 200, body = Vec<OpeningView>), (status = "4XX", body = ErrorBody)))]
pub(super) async fn list_openings(Path(id): Path<String>) -> Result<Json<Vec<OpeningView>>, ApiError> {
    variant::find(&id).map_err(|error| {
        ApiError::new(axum::http::StatusCode::NOT_FOUND, ErrorCode::NotFound, format!("{error}."))
    })?;
    let view = |opening: &openings::Opening| OpeningView {
        number: opening.number,
        name: opening.name,
        fen: opening.fen,
    };
    Ok(Json(openings::of(&id).iter().map(view).collect()))
}

/// The result of a check of house rules.
#[derive(Serialize, ToSchema)]
pub(super) struct RulesCheck {
    /// All conflicts in words; empty if the rules can be played.
    conflicts: Vec<String>,
    /// The conflicts with messages for people, which name fields as the rule editor does.
    problems: Vec<RuleProblemView>,
    /// The complete rule set, if it can be played.
    #[schema(value_type = Option<Object>)]
    rule_set: Option<Value>,
    /// The rules in words, sentence by sentence.
    sentences: Vec<String>,
    /// The differences from the base.
    differences: Vec<RuleDifference>,
}

/// A problem of house rules.
#[derive(Serialize, ToSchema)]
struct RuleProblemView {
    /// The paths of the fields that cause the problem, such as `board.height`.
    fields: Vec<&'static str>,
    /// The problem, and how to solve it.
    text: String,
}

/// A difference between house rules and their base.
#[derive(Serialize, ToSchema)]
struct RuleDifference {
    /// The topic.
    topic: String,
    /// The path of the field.
    field: &'static str,
    /// The sentences of the house rules.
    house: Vec<String>,
    /// The sentences of the base.
    base: Vec<String>,
}

/// Returns the differences between house rules and their base.
fn differences(choice: &RulesChoice, rules: &Rules, viewer: &Viewer) -> Vec<RuleDifference> {
    let RulesChoice::House(house) = choice else { return Vec::new() };
    let base = house.get("base").and_then(Value::as_str).and_then(|id| variant::find(id).ok());
    let rows = base.map(|base| Comparison::of(rules.rule_set(), &base, viewer.language).rows);
    let topic = |row: &Row| row.topic.render(viewer.language);
    let view =
        |row: Row| RuleDifference { topic: topic(&row), field: row.field, house: row.this, base: row.other };
    rows.unwrap_or_default().into_iter().map(view).collect()
}

/// Checks house rules, and returns their sentences or all their conflicts.
#[utoipa::path(post, path = "/api/v1/rules/check", tag = "rules", request_body = RulesChoice,
    responses((status = 200, body = RulesCheck), (status = "4XX", body = ErrorBody)))]
pub(super) async fn check_rules(viewer: Viewer, Body(choice): Body<RulesChoice>) -> Json<RulesCheck> {
    Json(match choice.rules() {
        Ok(rules) => {
            let RuleSetView { rule_set, sentences } = view(&rules, &viewer);
            let differences = differences(&choice, &rules, &viewer);
            let (conflicts, problems) = (Vec::new(), Vec::new());
            RulesCheck { conflicts, problems, rule_set: Some(rule_set), sentences, differences }
        }
        Err(error) => {
            let problems = RuleProblem::list(error);
            let conflicts = problems.iter().map(RuleProblem::api_message).collect();
            let view = |problem: &RuleProblem| RuleProblemView {
                fields: problem.fields(),
                text: problem.render(viewer.language),
            };
            let problems = problems.iter().map(view).collect();
            RulesCheck { conflicts, problems, rule_set: None, sentences: Vec::new(), differences: Vec::new() }
        }
    })
}
