//! `cargo xtask layers`: which module may use which.
//!
//! Among the children of a module no subtrees use each other in a circle. The top-level modules of each crate lie in rows,
//! recorded in ARCHITECTURE.md; no use points to the same row or upward. [`constraints`] holds what is decided beyond that.
//!
//! Deeper modules are checked for cycles only. They are private to their parent, so their order is not recorded: the rows
//! of all of them would be longer than the rest of the document, and would change with every use. The file of a parent may
//! use its children and they may use it, since it holds what they share; it is never part of a cycle.

mod block;
mod constraints;
mod graph;
mod uses;

use std::collections::BTreeMap;
use std::{fs, slice};

use crate::root;
use crate::source::{Crate, ModulePath, packages};
use graph::{Graph, Place};

const DOCUMENT: &str = "ARCHITECTURE.md";

/// The dependencies between crates, and between the modules of each.
struct Layers {
    crates: Graph,
    /// By the name of the crate, in the order of the crates.
    modules: Vec<(String, BTreeMap<ModulePath, Graph>)>,
}

/// Writes the block of ARCHITECTURE.md anew, unless there is a problem that no order solves.
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

/// Adds every use that breaks the layers. Returns those of the crates as a text.
pub(crate) fn check(faults: &mut Vec<String>) -> Result<String, String> {
    let layers = Layers::read()?;
    let document =
        fs::read_to_string(root().join(DOCUMENT)).map_err(|error| format!("{DOCUMENT}: {error}"))?;
    faults.extend(layers.problems(&document));
    Ok(block::text([(block::CRATES, &layers.crates)]))
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
        let place = |krate: &Crate| {
            let package = krate.name.split('/').next().unwrap_or_default();
            rows.iter().position(|name| *name == package)
        };
        let mut sorted: Vec<&Crate> = crates.iter().collect();
        sorted.sort_by_key(|krate| place(krate));
        let modules = sorted.into_iter().map(|krate| {
            let paths = krate.modules.iter().map(|module| &module.path);
            (krate.name.clone(), graph::graphs(paths, &uses::uses(krate)))
        });
        let modules = modules.filter(|(_, graphs)| !graphs.is_empty()).collect();
        Self { crates: order, modules }
    }

    /// Lists the crates with the graphs of their top-level modules.
    fn top_levels(&self) -> impl Iterator<Item = (&str, &Graph)> {
        self.modules.iter().filter_map(|(name, graphs)| Some((name.as_str(), graphs.get(&Vec::new())?)))
    }

    /// Renders the rows; those of a graph with a cycle are left out.
    fn render(&self) -> String {
        block::render([(block::CRATES, &self.crates)].into_iter().chain(self.top_levels()))
    }

    /// Lists the cycles, each with the uses of which it consists.
    fn cycles(&self) -> Vec<String> {
        let crates =
            self.crates.cycles().into_iter().map(|cycle| format!("crates: cycle of {}", joined(&cycle)));
        let mut problems: Vec<String> = crates.collect();
        for (name, graphs) in &self.modules {
            for (parent, graph) in graphs {
                let parent = [slice::from_ref(name), &parent[..]].concat().join("::");
                for cycle in graph.cycles() {
                    let inside =
                        |(from, to, _): &(&str, &str, &[Place])| cycle.contains(from) && cycle.contains(to);
                    let edges = graph.edges().filter(inside).map(|(from, to, places)| {
                        let first =
                            places.iter().min().map(|place| format!("{} uses {}", place.at(), place.what));
                        format!("\n    {from} → {to} ({}): {}", places.len(), first.unwrap_or_default())
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

    /// Lists what the declared constraints do not allow.
    fn violations(&self) -> Vec<String> {
        let modules = self.top_levels().flat_map(|(name, graph)| constraints::check_modules(name, graph));
        constraints::check_crates(&self.crates).into_iter().chain(modules).collect()
    }

    /// Lists everything that is wrong, the recorded rows of the document included.
    fn problems(&self, document: &str) -> Vec<String> {
        let mut problems = [self.cycles(), self.violations()].concat();
        let rows = block::recorded_rows(document);
        let row = |heading: &str, name: &str| rows.get(&(heading.to_owned(), name.to_owned()));
        let mut is_upward = false;
        for (heading, graph) in [(block::CRATES, &self.crates)].into_iter().chain(self.top_levels()) {
            for (from, to, places) in graph.edges() {
                let (Some(lower), Some(upper)) = (row(heading, from), row(heading, to)) else { continue };
                if upper < lower {
                    continue;
                }
                is_upward = true;
                let relation = if upper > lower { "above" } else { "beside" };
                let report =
                    |place: &Place| format!("{} uses {}, which is {relation} {from}", place.at(), place.what);
                match places {
                    [] => problems.push(format!("{heading}: {from} depends on {to}, which is {relation} it")),
                    places => problems.extend(places.iter().map(report)),
                }
            }
        }
        let is_current = block::replace(document, &self.render()).is_ok_and(|fresh| fresh == document);
        if problems.is_empty() && !is_current || is_upward {
            problems.push(format!("{DOCUMENT}: the layers are out of date: cargo xtask layers"));
        }
        problems
    }
}

impl Place {
    /// Returns the file and the line.
    fn at(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }
}

fn joined<'a>(names: impl IntoIterator<Item = &'a &'a str>) -> String {
    names.into_iter().copied().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
