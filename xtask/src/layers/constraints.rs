//! The layers that are decided rather than found: the play site's.

use std::cmp::Ordering;

use super::graph::{Graph, Place};

/// Crates from the bottom to the top: none depends on a later one.
const CRATES: [&str; 5] = ["play", "texts", "store", "bus", "site"];

/// The decided order of the top-level modules of one crate.
struct Order {
    krate: &'static str,
    /// From the bottom to the top: a module uses only modules of lower rows.
    rows: &'static [&'static [&'static str]],
    /// What the modules of the first list do not use of those below them: the second.
    hidden: (&'static [&'static str], &'static [&'static str]),
}

const ORDERS: [Order; 1] = [Order {
    krate: "site",
    rows: &[
        &["error_code"],
        &["config", "repository", "logs", "metrics", "accounts"],
        &["heartbeat", "limits", "study"],
        &["engine_jobs", "error"],
        &["node", "services"],
        // Views are given what they show: they do not ask the site for it.
        &["site", "views", "worker"],
        &["web"],
        &["api", "live", "pages"],
        &["server"],
        &["run"],
    ],
    // Interfaces translate; the use cases and all access to games and the store are in the services.
    hidden: (&["api", "live", "pages"], &["engine_jobs", "repository", "heartbeat", "limits", "node"]),
}];

/// Lists the dependencies between crates that go upward.
pub(crate) fn check_crates(crates: &Graph) -> Vec<String> {
    let row = |name: &str| CRATES.iter().position(|one| *one == name);
    let upward = crates.edges().filter(|(from, to, _)| row(from).is_some() && row(from) < row(to));
    upward.map(|(from, to, _)| format!("{from} depends on {to}, which is above it")).collect()
}

/// Lists the uses between top-level modules of a crate that are not allowed, and the modules that have no row.
pub(crate) fn check_modules(krate: &str, modules: &Graph) -> Vec<String> {
    let Some(order) = ORDERS.iter().find(|order| order.krate == krate) else { return Vec::new() };
    let row = |name: &str| order.rows.iter().position(|row| row.contains(&name));
    let unknown = modules.nodes().filter(|name| row(name).is_none());
    let mut problems: Vec<String> =
        unknown.map(|name| format!("{krate}: no row is decided for the module {name}")).collect();
    for (from, to, places) in modules.edges() {
        let (Some(upper), Some(lower)) = (row(from), row(to)) else { continue };
        let is_hidden = order.hidden.0.contains(&from) && order.hidden.1.contains(&to);
        let reason = match upper.cmp(&lower) {
            Ordering::Less => format!("which is above {from}"),
            Ordering::Equal => format!("but {from} and {to} do not use each other"),
            Ordering::Greater if is_hidden => format!("which is behind the services for {from}"),
            Ordering::Greater => continue,
        };
        let report = |place: &Place| format!("{} uses {}, {reason}", place.at(), place.what);
        problems.extend(places.iter().map(report));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(&str, &str)]) -> Graph {
        let mut graph = Graph::default();
        for (from, to) in edges {
            let place = Place { file: format!("{from}.rs"), line: 7, what: format!("{to}::x") };
            graph.add_edge(from, to, Some(place));
        }
        graph
    }

    #[test]
    fn crates_of_the_site_depend_downward() {
        assert!(check_crates(&graph(&[("site", "play"), ("bus", "store"), ("play", "draughts")])).is_empty());
        let problems = check_crates(&graph(&[("store", "site"), ("draughts", "site")]));
        assert_eq!(problems, ["store depends on site, which is above it"]);
    }

    #[test]
    fn modules_of_the_site_use_lower_rows() {
        let edges = graph(&[
            ("services", "api"),
            ("api", "services"),
            ("pages", "api"),
            ("run", "pages"),
            ("views", "site"),
        ]);
        let expected = [
            "pages.rs:7 uses api::x, but pages and api do not use each other",
            "services.rs:7 uses api::x, which is above services",
            "views.rs:7 uses site::x, but views and site do not use each other",
        ];
        assert_eq!(check_modules("site", &edges), expected);
        assert!(check_modules("another", &edges).is_empty());
    }

    #[test]
    fn interfaces_reach_games_through_services_only() {
        let edges = graph(&[
            ("live", "repository"),
            ("api", "limits"),
            ("services", "repository"),
            ("pages", "study"),
        ]);
        let expected = [
            "api.rs:7 uses limits::x, which is behind the services for api",
            "live.rs:7 uses hall::x, which is behind the services for live",
        ];
        assert_eq!(check_modules("site", &edges), expected);
    }

    #[test]
    fn every_module_of_the_site_has_a_row() {
        let problems = check_modules("site", &graph(&[("gossip", "repository")]));
        assert_eq!(problems, ["site: no row is decided for the module gossip"]);
    }
}
