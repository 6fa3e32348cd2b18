//! The rule sets.

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
    /// The name for people.
    name: &'static str,
    /// The rule book that it follows.
    source: &'static str,
    /// How many openings can be drawn by lot.
    openings: usize,
}

/// All rule sets that have a name.
#[utoipa::path(get, path = "/api/v1/rules", tag = "rules",
    responses((status = 200, body = Vec<RuleSetName>), (status = "4XX", body = ErrorBody)))]
pub(super) async fn all() -> Json<Vec<RuleSetName>> {
    let name = |rules: &'static draughts::RuleSet| RuleSetName {
        id: &rules.id,
        name: &rules.name,
        source: &rules.source,
        openings: openings::of(&rules.id).len(),
    };
    Json(variant::ALL.into_iter().map(Variant::rule_set).map(name).collect())
}

/// A rule set.
#[derive(Serialize, ToSchema)]
pub(super) struct RuleSetView {
    /// The whole of it.
    #[schema(value_type = Object)]
    rule_set: Value,
    /// What it says, sentence by sentence.
    sentences: Vec<String>,
}

fn view(rules: &Rules, viewer: &Viewer) -> RuleSetView {
    let set = rules.rule_set();
    RuleSetView {
        // A rule set always has a JSON form.
        rule_set: serde_json::to_value(set).unwrap_or_default(),
        sentences: set.sentences_in(viewer.language).into_iter().map(|sentence| sentence.text).collect(),
    }
}

/// A rule set, and what it says.
#[utoipa::path(get, path = "/api/v1/rules/{id}", tag = "rules", params(("id" = String, Path)),
    responses((status = 200, body = RuleSetView), (status = "4XX", body = ErrorBody)))]
pub(super) async fn one(viewer: Viewer, Path(id): Path<String>) -> Result<Json<RuleSetView>, ApiError> {
    let rules = Rules::named(&id).map_err(|error| {
        ApiError::new(axum::http::StatusCode::NOT_FOUND, ErrorCode::NotFound, format!("{error}."))
    })?;
    Ok(Json(view(&rules, &viewer)))
}

/// An opening that can be drawn by lot.
#[derive(Serialize, ToSchema)]
pub(super) struct OpeningView {
    number: &'static str,
    name: &'static str,
    fen: &'static str,
}

/// The openings that can be drawn by lot in a rule set.
#[utoipa::path(get, path = "/api/v1/rules/{id}/openings", tag = "rules", params(("id" = String, Path)),
    responses((status = 200, body = Vec<OpeningView>), (status = "4XX", body = ErrorBody)))]
pub(super) async fn openings(Path(id): Path<String>) -> Result<Json<Vec<OpeningView>>, ApiError> {
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

/// What came of looking at house rules.
#[derive(Serialize, ToSchema)]
pub(super) struct Checked {
    /// Every conflict, in words; none: they can be played.
    conflicts: Vec<String>,
    /// The same for people: each names the fields as the editor of house rules does.
    problems: Vec<Problem>,
    /// The whole of them, if they can be played.
    #[schema(value_type = Option<Object>)]
    rule_set: Option<Value>,
    /// What they say, sentence by sentence.
    sentences: Vec<String>,
    /// What they say otherwise than their base.
    differences: Vec<Difference>,
}

/// Something that is wrong with house rules.
#[derive(Serialize, ToSchema)]
struct Problem {
    /// The paths of the fields that are to blame, such as `board.height`.
    fields: Vec<&'static str>,
    /// What is wrong, and what would be right.
    text: String,
}

/// What house rules say otherwise than their base.
#[derive(Serialize, ToSchema)]
struct Difference {
    /// What it is about.
    topic: String,
    /// The field that says so.
    field: &'static str,
    /// What the house rules say.
    house: Vec<String>,
    /// What the base says.
    base: Vec<String>,
}

/// What rules say otherwise than the base that they name.
fn differences(choice: &RulesChoice, rules: &Rules, viewer: &Viewer) -> Vec<Difference> {
    let RulesChoice::House(house) = choice else { return Vec::new() };
    let base = house.get("base").and_then(Value::as_str).and_then(|id| variant::find(id).ok());
    let found = base.map(|base| Comparison::of(rules.rule_set(), &base, viewer.language).rows);
    let topic = |row: &Row| row.topic.render(viewer.language);
    let view =
        |row: Row| Difference { topic: topic(&row), field: row.field, house: row.this, base: row.other };
    found.unwrap_or_default().into_iter().map(view).collect()
}

/// Look at house rules: what they say, or every conflict in them.
#[utoipa::path(post, path = "/api/v1/rules/check", tag = "rules", request_body = RulesChoice,
    responses((status = 200, body = Checked), (status = "4XX", body = ErrorBody)))]
pub(super) async fn check(viewer: Viewer, Body(choice): Body<RulesChoice>) -> Json<Checked> {
    Json(match choice.rules() {
        Ok(rules) => {
            let RuleSetView { rule_set, sentences } = view(&rules, &viewer);
            let differences = differences(&choice, &rules, &viewer);
            let (conflicts, problems) = (Vec::new(), Vec::new());
            Checked { conflicts, problems, rule_set: Some(rule_set), sentences, differences }
        }
        Err(bad) => {
            let found = RuleProblem::all(bad);
            let conflicts = found.iter().map(RuleProblem::for_programs).collect();
            let problems = found
                .iter()
                .map(|found| Problem { fields: found.fields(), text: found.render(viewer.language) })
                .collect();
            Checked { conflicts, problems, rule_set: None, sentences: Vec::new(), differences: Vec::new() }
        }
    })
}
