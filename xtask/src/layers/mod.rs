//! `cargo xtask layers`: checks and records the dependencies between crates and modules.
//!
//! The children of a module may not depend on each other in a cycle. The top-level modules of each crate are in rows,
//! which ARCHITECTURE.md records; a module may use lower rows only. [`constraints`] declares further rules.
//!
//! Deeper modules are private to their parent, so they are checked for cycles only: recording their rows would fill the
//! document and change it with every use. The file of a parent and its children may use each other, since it holds what
//! they share.

mod block;
mod constraints;
mod graph;
mod uses;

use std::collections::BTreeMap;
use std::{fs, slice};

use crate::root;
use crate::source::{Crate, ModulePath, packages};
use graph::Graph;

const DOCUMENT: &str = "ARCHITECTURE.md";

/// The dependencies between crates, and between the modules of each.
struct Layers {
    crates: Graph,
    /// The graphs of the modules of each crate by parent, in the order of the crates.
    modules: Vec<(String, BTreeMap<ModulePath, Graph>)>,
}

/// Updates the block of ARCHITECTURE.md, unless there are cycles or violated constraints.
pub(crate) fn write() -> Result<(), String> {
    let layers = Layers::read()?;
    let problems = [layers.cycles(), layers.violations()].concat();
    if !problems.is_empty() {
        return Err(format!("layers:\n  {}", problems.join("\n  ")));
    }
    let path = root().join(DOCUMENT);
    let document = fs::read_to_string(&path).map_err(|error| format!("{DOCUMENT}: {error}"))?;
    fs::write(&path, block::replace(&document, &layers.render())?)
        .map_err(|error| format!("{DOCUMENT}: {error}"))
}

/// Reports every use that violates the layers. Returns the rows of the crates as text.
pub(crate) fn check(problems: &mut Vec<String>) -> Result<String, String> {
    let layers = Layers::read()?;
    let document =
        fs::read_to_string(root().join(DOCUMENT)).map_err(|error| format!("{DOCUMENT}: {error}"))?;
    problems.extend(layers.problems(&document));
    Ok(block::render_rows([(block::CRATES, &layers.crates)]))
}

impl Layers {
    /// Reads the manifests and sources of the workspace.
    fn read() -> Result<Self, String> {
        let packages = packages()?;
        let mut crates = Vec::new();
        for package in &packages {
            crates.extend(package.crates()?);
        }
        let depends = packages.iter().map(|package| (package.folder(), package.dependencies()));
        Ok(Self::of(&crates, depends))
    }

    fn of(crates: &[Crate], depends: impl IntoIterator<Item = (String, Vec<String>)>) -> Self {
        let mut order = Graph::default();
        for (name, dependencies) in depends {
            order.add_node(&name);
            dependencies.iter().for_each(|dependency| order.add_edge(&name, dependency, None));
        }
        let rows: Vec<&str> = order.rows().unwrap_or_default().concat();
        let row = |krate: &Crate| {
            let package = krate.name.split('/').next().unwrap_or_default();
            rows.iter().position(|name| *name == package)
        };
        let mut sorted: Vec<&Crate> = crates.iter().collect();
        sorted.sort_by_key(|krate| row(krate));
        let modules = sorted.into_iter().map(|krate| {
            let paths = krate.modules.iter().map(|module| &module.path);
            (krate.name.clone(), graph::graphs(paths, &uses::uses(krate)))
        });
        let modules = modules.filter(|(_, graphs)| !graphs.is_empty()).collect();
        Self { crates: order, modules }
    }

    /// Returns the crates with the graphs of their top-level modules.
    fn top_levels(&self) -> impl Iterator<Item = (&str, &Graph)> {
        self.modules.iter().filter_map(|(name, graphs)| Some((name.as_str(), graphs.get(&Vec::new())?)))
    }

    /// Renders the block, without the graphs that have a cycle.
    fn render(&self) -> String {
        block::render([(block::CRATES, &self.crates)].into_iter().chain(self.top_levels()))
    }

    /// Reports the cycles, each with the uses that form it.
    fn cycles(&self) -> Vec<String> {
        let crates =
            self.crates.cycles().into_iter().map(|cycle| format!("crates: cycle of {}", joined(&cycle)));
        let mut problems: Vec<String> = crates.collect();
        for (name, graphs) in &self.modules {
            for (parent, graph) in graphs {
                let parent = [slice::from_ref(name), &parent[..]].concat().join("::");
                for cycle in graph.cycles() {
                    let edges =
                        graph.edges().filter(|(from, to, _)| cycle.contains(from) && cycle.contains(to));
                    let edges = edges.map(|(from, to, locations)| {
                        let first = locations.iter().min().map(ToString::to_string).unwrap_or_default();
                        format!("\n    {from} → {to} ({}): {first}", locations.len())
                    });
                    problems.push(format!(
                        "{parent}: cycle of {}{}",
                        joined(&cycle),
                        edges.collect::<String>()
                    ));
                }
            }
        }
        problems
    }

    /// Reports violations of the declared constraints.
    fn violations(&self) -> Vec<String> {
        let modules = self.top_levels().flat_map(|(name, graph)| constraints::check_modules(name, graph));
        constraints::check_crates(&self.crates).into_iter().chain(modules).collect()
    }

    /// Reports all problems, including violations of the rows that the document records.
    fn problems(&self, document: &str) -> Vec<String> {
        let mut problems = [self.cycles(), self.violations()].concat();
        let rows = block::recorded_rows(document);
        let row = |heading: &str, name: &str| rows.get(&(heading.to_owned(), name.to_owned()));
        let mut is_upward = false;
        for (heading, graph) in [(block::CRATES, &self.crates)].into_iter().chain(self.top_levels()) {
            for (from, to, locations) in graph.edges() {
                let (Some(lower), Some(upper)) = (row(heading, from), row(heading, to)) else { continue };
                if upper < lower {
                    continue;
                }
                is_upward = true;
                let relation = if upper > lower { "above" } else { "in the same row as" };
                if locations.is_empty() {
                    problems.push(format!("{heading}: {from} depends on {to}, which is {relation} it"));
                }
                problems.extend(
                    locations.iter().map(|location| format!("{location}, which is {relation} {from}")),
                );
            }
        }
        let is_current = block::replace(document, &self.render()).is_ok_and(|fresh| fresh == document);
        if problems.is_empty() && !is_current || is_upward {
            problems.push(format!("{DOCUMENT}: the layers are out of date: run cargo xtask layers"));
        }
        problems
    }
}

fn joined<'a>(names: impl IntoIterator<Item = &'a &'a str>) -> String {
    names.into_iter().copied().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
