//! Rating charts, as pictures and in words.

use draughts::variant;
use maud::{Markup, html};

use store::{RatingPoint, StoredRating};
use texts::{Render, RuleSetText, Texts};

/// The size of the chart, in SVG units.
const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 160.0;
/// Width of the labels on the left.
const LABEL_WIDTH: f64 = 48.0;
/// Margin at the other edges.
const MARGIN: f64 = 12.0;
/// Minimum range of the ratings in a chart, so that small changes look small.
const MIN_RANGE: f64 = 100.0;
/// Number of games in the table.
const TABLE_ROWS: usize = 20;

/// Renders a rating with its chart and the last games in a table. `history` has the newest first.
pub(super) fn rating(texts: &Texts, rating: &StoredRating, history: &[RatingPoint]) -> Markup {
    let current = rating.rating;
    html! {
        section class="card rating" {
            h3 { (pool_name(texts, &rating.pool)) }
            p class="figures" {
                strong class="large" { (current.rating.round()) @if current.is_provisional() { "?" } }
                " " span class="soft" { "± " (current.deviation.round()) " · " (texts.with("rated-games", "count", current.games)) }
            }
            @if history.len() > 1 { (curve(texts, history)) }
            details {
                summary { (texts.get("rating-table")) }
                table class="figures" {
                    thead { tr { th scope="col" { (texts.get("day")) } th scope="col" { (texts.get("game")) } th scope="col" { (texts.get("rating")) } } }
                    tbody {
                        @for point in history.iter().take(TABLE_ROWS) {
                            tr {
                                td { (point.at.render(texts.language)) }
                                td { a href=(format!("/game/{}", point.game_number)) { (point.game_number) } }
                                td { (point.rating.round()) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the name of a pool: the first rule book of the family, and the speed.
fn pool_name(texts: &Texts, pool: &str) -> String {
    let (family, speed) = pool.split_once('/').unwrap_or((pool, ""));
    let family = variant::find(family)
        .map_or_else(|_| family.to_owned(), |set| set.name_in(texts.language).into_owned());
    format!("{family} · {}", texts.get(&format!("speed-{speed}")))
}

/// Renders the chart, with the oldest rating on the left.
fn curve(texts: &Texts, history: &[RatingPoint]) -> Markup {
    let (low, high) = bounds(history);
    let last = history.len() - 1;
    let x = |index: usize| LABEL_WIDTH + (WIDTH - LABEL_WIDTH - MARGIN) * index as f64 / last.max(1) as f64;
    let y = |rating: f64| MARGIN + (HEIGHT - 2.0 * MARGIN) * (high - rating.clamp(low, high)) / (high - low);
    let oldest_first = history.iter().rev().enumerate();
    let line = oldest_first.map(|(index, point)| format!("{:.1},{:.1}", x(index), y(point.rating)));
    let line: Vec<String> = line.collect();
    let ratings = || history.iter().map(|point| point.rating);
    let summary = texts.fill(
        "rating-summary",
        [
            ("count", history.len().into()),
            ("first", rounded(history[last].rating)),
            ("now", rounded(history[0].rating)),
            ("high", rounded(ratings().fold(f64::MIN, f64::max))),
            ("low", rounded(ratings().fold(f64::MAX, f64::min))),
        ],
    );
    html! {
        svg class="curve" viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label=(summary) {
            @for mark in [low, f64::midpoint(low, high), high] {
                line class="grid" x1=(LABEL_WIDTH) x2=(WIDTH - MARGIN) y1=(format!("{:.1}", y(mark))) y2=(format!("{:.1}", y(mark))) {}
                text x=(LABEL_WIDTH - 8.0) y=(format!("{:.1}", y(mark))) { (mark.round()) }
            }
            polyline class="line" points=(line.join(" ")) {}
            circle class="now" r="4" cx=(format!("{:.1}", x(last))) cy=(format!("{:.1}", y(history[0].rating))) {}
        }
        p class="soft" { (summary) }
    }
}

fn rounded(rating: f64) -> fluent_bundle::FluentValue<'static> {
    format!("{}", rating.round()).into()
}

/// Returns the lower and the upper bound of the chart, multiples of 50 unless the range is widened.
fn bounds(history: &[RatingPoint]) -> (f64, f64) {
    let ratings = history.iter().map(|point| point.rating);
    let (low, high) =
        ratings.fold((f64::MAX, f64::MIN), |(low, high), rating| (low.min(rating), high.max(rating)));
    let (low, high) = ((low / 50.0).floor() * 50.0, (high / 50.0).ceil() * 50.0);
    let padding = (MIN_RANGE - (high - low)).max(0.0);
    (low - padding / 2.0, high + padding / 2.0)
}

#[cfg(test)]
mod tests {
    use texts::Language;

    use super::*;
    use play::time::Timestamp;

    fn points(ratings: &[f64]) -> Vec<RatingPoint> {
        let point = |(number, rating): (usize, &f64)| RatingPoint {
            game_number: number as u64,
            at: Timestamp(0),
            rating: *rating,
            deviation: 80.0,
        };
        ratings.iter().enumerate().map(point).collect()
    }

    #[test]
    fn bounds_are_round_and_a_single_point_is_drawn() {
        assert_eq!(bounds(&points(&[1512.0, 1649.0])), (1500.0, 1650.0));
        assert_eq!(bounds(&points(&[1500.0])), (1450.0, 1550.0));
        let text = curve(Texts::of(Language::English), &points(&[1500.0])).into_string();
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }

    #[test]
    fn chart_has_a_summary_in_words() {
        let text = curve(Texts::of(Language::English), &points(&[1600.0, 1450.0, 1500.0])).into_string();
        assert!(text.contains("From 1500 to 1600 in 3 games; highest 1600, lowest 1450."), "{text}");
        assert_eq!(
            pool_name(Texts::of(Language::English), "english/blitz"),
            "English draughts (American checkers) · Blitz"
        );
    }
}
