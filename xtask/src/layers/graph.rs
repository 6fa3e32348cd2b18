//! The graph between the children of one module: its cycles, and the rows without them.

use std::collections::{BTreeMap, BTreeSet};

use super::uses::Use;
use crate::source::ModulePath;

/// Who depends on whom among sibling modules or crates, with one place for each dependency where it is known.
#[derive(Default)]
pub(crate) struct Graph {
    edges: BTreeMap<String, BTreeMap<String, Vec<Place>>>,
}

/// Where something is used.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Place {
    pub(crate) file: String,
    pub(crate) line: usize,
    /// What is used, such as `pages::home`.
    pub(crate) what: String,
}

impl Graph {
    pub(crate) fn add_node(&mut self, name: &str) {
        self.edges.entry(name.to_owned()).or_default();
    }

    pub(crate) fn add_edge(&mut self, from: &str, to: &str, place: Option<Place>) {
        self.add_node(to);
        let places = self.edges.entry(from.to_owned()).or_default().entry(to.to_owned()).or_default();
        places.extend(place);
    }

    pub(crate) fn nodes(&self) -> impl Iterator<Item = &str> {
        self.edges.keys().map(String::as_str)
    }

    /// Lists the edges, each with the places of its uses.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (&str, &str, &[Place])> {
        self.edges.iter().flat_map(|(from, targets)| {
            targets.iter().map(|(to, places)| (from.as_str(), to.as_str(), places.as_slice()))
        })
    }

    /// Lists what a node depends on.
    pub(crate) fn dependencies(&self, name: &str) -> impl Iterator<Item = &str> {
        self.edges.get(name).into_iter().flatten().map(|(to, _)| to.as_str())
    }

    /// Lists the groups of nodes that depend on each other in a circle.
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

    /// Returns the nodes in rows: row 0 depends on nothing, each other row on the rows below it. `None` if there is a cycle.
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

/// Builds the graph between the children of every module of a crate. Items in the file of an ancestor belong to no child: a
/// child may use them, and they may use a child.
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
    for one in uses {
        let (from, to) = (&one.from, one.to.module());
        let shared = from.iter().zip(to).take_while(|(one, other)| one == other).count();
        if let (Some(child), Some(other)) = (from.get(shared), to.get(shared)) {
            let place = Place { file: one.file.clone(), line: one.line, what: one.to.to_string() };
            graphs.entry(from[..shared].to_vec()).or_default().add_edge(child, other, Some(place));
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
    fn rows_begin_with_what_depends_on_nothing() {
        let graph = graph(&[("d", "b"), ("c", "a"), ("b", "a"), ("d", "a")]);
        assert_eq!(graph.rows(), Some(vec![vec!["a"], vec!["b", "c"], vec!["d"]]));
        assert!(graph.cycles().is_empty());
    }

    #[test]
    fn each_cycle_is_found_once_and_without_its_users() {
        let graph =
            graph(&[("a", "b"), ("b", "c"), ("c", "a"), ("user", "a"), ("x", "y"), ("y", "x"), ("c", "x")]);
        assert_eq!(graph.cycles(), [BTreeSet::from(["a", "b", "c"]), BTreeSet::from(["x", "y"])]);
        assert_eq!(graph.rows(), None);
    }
}
