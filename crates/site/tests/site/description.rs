//! The API matches its snapshot, on which clients rely.
//!
//! The snapshot has one line for each operation and each field, without descriptions. `INSTA_UPDATE=always` updates it.

use std::fmt::Write as _;

use serde_json::Value;

use crate::support::TestSite;

#[tokio::test]
async fn api_matches_the_snapshot() {
    let site = TestSite::start().await;
    let description = site.anonymous().get("/api/v1/openapi.json").await.expect("answered").json();
    insta::assert_snapshot!(listing(&description));
}

fn listing(description: &Value) -> String {
    let mut lines = String::new();
    for (path, operations) in object(&description["paths"]) {
        for (method, operation) in object(operations) {
            let parameters: Vec<String> = array(&operation["parameters"]).map(parameter).collect();
            let responses: Vec<String> = object(&operation["responses"])
                .map(|(status, response)| format!("{status} {}", content(response)))
                .collect();
            let (method, parameters) = (method.to_uppercase(), parameters.join(", "));
            let (body, responses) = (content(&operation["requestBody"]), responses.join("; "));
            writeln!(lines, "{method} {path} ({parameters}) {body} -> {responses}").expect("written");
        }
    }
    for (name, schema) in object(&description["components"]["schemas"]) {
        match schema["properties"].as_object() {
            Some(properties) => {
                for (field, value) in properties {
                    writeln!(lines, "{name}.{}", property(schema, field, value)).expect("written");
                }
            }
            None => writeln!(lines, "{name} = {}", type_text(schema)).expect("written"),
        }
    }
    lines
}

fn parameter(parameter: &Value) -> String {
    let mark = if parameter["required"] == true { "" } else { "?" };
    let (name, place) = (text(&parameter["name"]), text(&parameter["in"]));
    format!("{place} {name}{mark}: {}", type_text(&parameter["schema"]))
}

/// Returns the media types of a body, each with its type.
fn content(body: &Value) -> String {
    let types = object(&body["content"]);
    types
        .map(|(media, content)| format!("{media} {}", type_text(&content["schema"])))
        .collect::<Vec<_>>()
        .join(", ")
}

fn property(owner: &Value, name: &str, value: &Value) -> String {
    let is_required = array(&owner["required"]).any(|required| required == name);
    format!("{name}{}: {}", if is_required { "" } else { "?" }, type_text(value))
}

/// Returns a schema on one line: the name of its reference, or its parts.
fn type_text(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap_or_default().to_owned();
    }
    for (key, joint) in [("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")] {
        if let Some(parts) = schema[key].as_array() {
            return parts.iter().map(type_text).collect::<Vec<_>>().join(joint);
        }
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().map(text).collect::<Vec<_>>().join(" | "),
        kind => text(kind).to_owned(),
    };
    let parts = match (schema["properties"].as_object(), &schema["items"]) {
        (Some(properties), _) => {
            let fields: Vec<String> =
                properties.iter().map(|(name, value)| property(schema, name, value)).collect();
            format!(" {{ {} }}", fields.join(", "))
        }
        (None, Value::Null) => String::new(),
        (None, items) => format!(" of {}", type_text(items)),
    };
    let limits: Vec<String> = ["format", "minimum", "maximum", "minLength", "maxLength"]
        .iter()
        .filter(|key| !schema[**key].is_null())
        .map(|key| format!(" {key} {}", schema[*key]))
        .collect();
    format!("{kinds}{parts}{}", limits.concat())
}

fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn array(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("any")
}
