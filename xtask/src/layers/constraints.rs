//! Declared constraints on the layers of the play site, beyond the recorded rows.

use std::cmp::Ordering;

use super::graph::Graph;

/// Crates from bottom to top. None may depend on a later one.
const CRATES: [&str; 5] = ["play", "texts", "store", "bus", "site"];

/// The declared order of the top-level modules of a crate.
struct ModuleOrder {
    krate: &'static str,
    /// From bottom to top. A module may use only modules of lower rows.
    rows: &'static [&'static [&'static str]],
    /// The modules of the first list may not use those of the second.
    hidden: (&'static [&'static str], &'static [&'static str]),
}

const ORDERS: [ModuleOrder; 1] = [ModuleOrder {
    krate: "site",
    rows: &[
        &["error_code", "config"],
        &["limits", "logs", "metrics", "accounts", "open_files"],
        &["slots"],
        &["repository", "study"],
        &["heartbeat"],
        &["engine_jobs", "error"],
        &["node", "services"],
        // Views receive their data; they do not query the site.
        &["views"],
        &["site", "worker"],
        &["web"],
        &["api", "live", "pages"],
        &["server"],
        &["run"],
    ],
    // Interfaces translate; the use cases and all access to games and the store are in the services.
    hidden: (&["api", "live", "pages"], &["engine_jobs", "repository", "heartbeat", "limits", "node"]),
}];

/// Reports dependencies of crates on later ones.
pub(crate) fn check_crates(crates: &Graph) -> Vec<String> {
    let row = |name: &str| CRATES.iter().position(|krate| *krate == name);
    let upward = crates.edges().filter(|(from, to, _)| row(from).is_some() && row(from) < row(to));
    upward.map(|(from, to, _)| format!("{from} depends on {to}, which is above it")).collect()
}

/// Reports uses between top-level modules of a crate that are not allowed, and modules without a row.
pub(crate) fn check_modules(krate: &str, modules: &Graph) -> Vec<String> {
    let Some(order) = ORDERS.iter().find(|order| order.krate == krate) else { return Vec::new() };
    let row = |name: &str| order.rows.iter().position(|row| row.contains(&name));
    let unknown = modules.nodes().filter(|name| row(name).is_none());
    let mut problems: Vec<String> =
        unknown.map(|name| format!("{krate}: the module {name} has no row in constraints.rs")).collect();
    for (from, to, locations) in modules.edges() {
        let (Some(upper), Some(lower)) = (row(from), row(to)) else { continue };
        let is_hidden = order.hidden.0.contains(&from) && order.hidden.1.contains(&to);
        let reason = match upper.cmp(&lower) {
            Ordering::Less => format!("which is above {from}"),
            Ordering::Equal => format!("but {from} and {to} are in the same row"),
            Ordering::Greater if is_hidden => format!("which {from} must use through the services"),
            Ordering::Greater => continue,
        };
        problems.extend(locations.iter().map(|location| format!("{location}, {reason}")));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::graph::Location;
    use super::*;

    fn graph(edges: &[(&str, &str)]) -> Graph {
        let mut graph = Graph::default();
        for (from, to) in edges {
            let location = Location { file: format!("{from}.rs"), line: 7, target: format!("{to}::x") };
            graph.add_edge(from, to, Some(location));
        }
        graph
    }

    #[test]
    fn site_crates_depend_downward() {
        assert!(check_crates(&graph(&[("site", "play"), ("bus", "store"), ("play", "draughts")])).is_empty());
        let problems = check_crates(&graph(&[("store", "site"), ("draughts", "site")]));
        assert_eq!(problems, ["store depends on site, which is above it"]);
    }

    #[test]
    fn site_modules_use_lower_rows() {
        let edges = graph(&[
            ("services", "api"),
            ("api", "services"),
            ("pages", "api"),
            ("run", "pages"),
            ("views", "site"),
        ]);
        let expected = [
            "pages.rs:7 uses api::x, but pages and api are in the same row",
            "services.rs:7 uses api::x, which is above services",
            "views.rs:7 uses site::x, which is above views",
        ];
        assert_eq!(check_modules("site", &edges), expected);
        assert!(check_modules("another", &edges).is_empty());
    }

    #[test]
    fn interfaces_use_games_through_services_only() {
        let edges = graph(&[
            ("live", "repository"),
            ("api", "limits"),
            ("services", "repository"),
            ("pages", "study"),
        ]);
        let expected = [
            "api.rs:7 uses limits::x, which api must use through the services",
            "live.rs:7 uses repository::x, which live must use through the services",
        ];
        assert_eq!(check_modules("site", &edges), expected);
    }

    #[test]
    fn site_modules_without_a_row_are_reported() {
        let problems = check_modules("site", &graph(&[("unknown", "repository")]));
        assert_eq!(problems, ["site: the module unknown has no row in constraints.rs"]);
    }
}
