//! Dependency graphs of crates and of sibling modules.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::uses::Use;
use crate::source::ModulePath;

/// The dependencies between crates or sibling modules, with the locations of the uses of modules.
#[derive(Default)]
pub(crate) struct Graph {
    edges: BTreeMap<String, BTreeMap<String, Vec<Location>>>,
}

/// The location of a use. Displayed as `file:line uses target`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Location {
    pub(crate) file: String,
    pub(crate) line: usize,
    /// The path of the used item, such as `pages::home`.
    pub(crate) target: String,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}:{} uses {}", self.file, self.line, self.target)
    }
}

impl Graph {
    pub(crate) fn add_node(&mut self, name: &str) {
        self.edges.entry(name.to_owned()).or_default();
    }

    pub(crate) fn add_edge(&mut self, from: &str, to: &str, location: Option<Location>) {
        self.add_node(to);
        let targets = self.edges.entry(from.to_owned()).or_default();
        targets.entry(to.to_owned()).or_default().extend(location);
    }

    pub(crate) fn nodes(&self) -> impl Iterator<Item = &str> {
        self.edges.keys().map(String::as_str)
    }

    /// Returns the edges with the locations of their uses.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (&str, &str, &[Location])> {
        self.edges.iter().flat_map(|(from, targets)| {
            targets.iter().map(|(to, locations)| (from.as_str(), to.as_str(), locations.as_slice()))
        })
    }

    /// Returns the direct dependencies of a node.
    pub(crate) fn dependencies(&self, name: &str) -> impl Iterator<Item = &str> {
        self.edges.get(name).into_iter().flatten().map(|(to, _)| to.as_str())
    }

    /// Returns the cycles: groups of nodes that depend on each other.
    pub(crate) fn cycles(&self) -> Vec<BTreeSet<&str>> {
        let reachable: BTreeMap<&str, BTreeSet<&str>> =
            self.nodes().map(|node| (node, self.reachable(node))).collect();
        let mut cycles: Vec<BTreeSet<&str>> = Vec::new();
        for (node, reached) in &reachable {
            if reached.contains(node) && !cycles.iter().any(|cycle| cycle.contains(node)) {
                cycles
                    .push(reached.iter().copied().filter(|other| reachable[other].contains(node)).collect());
            }
        }
        cycles
    }

    fn reachable<'a>(&'a self, from: &'a str) -> BTreeSet<&'a str> {
        let mut reached = BTreeSet::new();
        let mut waiting = vec![from];
        while let Some(node) = waiting.pop() {
            waiting.extend(self.dependencies(node).filter(|to| reached.insert(*to)));
        }
        reached
    }

    /// Returns the nodes in rows: nodes of row 0 have no dependencies, others depend on lower rows only. `None` if
    /// there is a cycle.
    pub(crate) fn rows(&self) -> Option<Vec<Vec<&str>>> {
        let mut placed: BTreeSet<&str> = BTreeSet::new();
        let mut rows = Vec::new();
        while placed.len() < self.edges.len() {
            let is_ready =
                |node: &&str| !placed.contains(node) && self.dependencies(node).all(|to| placed.contains(to));
            let row: Vec<&str> = self.nodes().filter(is_ready).collect();
            if row.is_empty() {
                return None;
            }
            placed.extend(&row);
            rows.push(row);
        }
        Some(rows)
    }
}

/// Builds the graph of the children of each module of a crate. Items in the file of an ancestor belong to no child:
/// children may use them, and they may use children.
pub(crate) fn graphs<'a>(
    modules: impl IntoIterator<Item = &'a ModulePath>,
    uses: &[Use],
) -> BTreeMap<ModulePath, Graph> {
    let mut graphs: BTreeMap<ModulePath, Graph> = BTreeMap::new();
    for path in modules {
        if let Some((name, parent)) = path.split_last() {
            graphs.entry(parent.to_vec()).or_default().add_node(name);
        }
    }
    for item in uses {
        let (from, to) = (&item.from, item.to.module());
        let shared = from.iter().zip(to).take_while(|(one, other)| one == other).count();
        if let (Some(child), Some(other)) = (from.get(shared), to.get(shared)) {
            let location = Location { file: item.file.clone(), line: item.line, target: item.to.to_string() };
            graphs.entry(from[..shared].to_vec()).or_default().add_edge(child, other, Some(location));
        }
    }
    graphs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(&str, &str)]) -> Graph {
        let mut graph = Graph::default();
        edges.iter().for_each(|(from, to)| graph.add_edge(from, to, None));
        graph
    }

    #[test]
    fn rows_start_with_nodes_without_dependencies() {
        let graph = graph(&[("d", "b"), ("c", "a"), ("b", "a"), ("d", "a")]);
        assert_eq!(graph.rows(), Some(vec![vec!["a"], vec!["b", "c"], vec!["d"]]));
        assert!(graph.cycles().is_empty());
    }

    #[test]
    fn each_cycle_is_found_once_without_its_users() {
        let graph =
            graph(&[("a", "b"), ("b", "c"), ("c", "a"), ("user", "a"), ("x", "y"), ("y", "x"), ("c", "x")]);
        assert_eq!(graph.cycles(), [BTreeSet::from(["a", "b", "c"]), BTreeSet::from(["x", "y"])]);
        assert_eq!(graph.rows(), None);
    }
}
