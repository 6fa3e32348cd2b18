//! The generated block of ARCHITECTURE.md: crates and modules in rows, with the dependencies of each.

use std::collections::HashMap;

use super::graph::Graph;
use crate::section;

const BEGIN: &str = "<!-- layers: written by `cargo xtask layers` -->";
const END: &str = "<!-- end of layers -->";
/// The heading of the crates themselves.
pub(crate) const CRATES: &str = "crates";
/// The maximum width of a line, in characters.
const WIDTH: usize = 100;

/// Renders the block.
pub(crate) fn render<'a>(graphs: impl IntoIterator<Item = (&'a str, &'a Graph)>) -> String {
    format!("{BEGIN}\n\n```text\n{}```\n\n{END}", render_rows(graphs))
}

/// Renders graphs without cycles, each under its heading.
pub(crate) fn render_rows<'a>(graphs: impl IntoIterator<Item = (&'a str, &'a Graph)>) -> String {
    let mut text = String::new();
    for (heading, graph) in graphs {
        text += &format!("\n{heading}\n");
        for (number, row) in graph.rows().unwrap_or_default().into_iter().enumerate() {
            let mut label = format!("{number:>3}");
            for name in row {
                let dependencies: Vec<&str> = graph.dependencies(name).collect();
                text += &wrap(format!("{label}  {name}"), &dependencies);
                label = "   ".to_owned();
            }
        }
    }
    text.trim_start().to_owned()
}

/// Renders a node and its dependencies, wrapped onto indented lines.
fn wrap(node: String, dependencies: &[&str]) -> String {
    let (mut text, mut line) = (String::new(), node);
    for (number, name) in dependencies.iter().enumerate() {
        let separator = if number == 0 { " → " } else { ", " };
        if line.chars().count() + separator.len() + name.len() > WIDTH {
            text += &format!("{line},\n");
            line = format!("{:9}{name}", "");
        } else {
            line += &format!("{separator}{name}");
        }
    }
    text + &line + "\n"
}

/// Returns the recorded row of each node, by heading and name.
pub(crate) fn recorded_rows(document: &str) -> HashMap<(String, String), usize> {
    let block = document.split_once(BEGIN).and_then(|(_, rest)| rest.split_once(END));
    let mut rows = HashMap::new();
    let (mut heading, mut row) = ("", 0);
    for line in block.map_or("", |(block, _)| block).lines() {
        let indent = line.chars().take_while(|c| *c == ' ').count();
        let mut words = line.split_whitespace();
        match indent {
            0 => heading = line,
            1 | 2 => row = words.next().and_then(|word| word.parse().ok()).unwrap_or(row),
            _ => {}
        }
        if let (1..=5, Some(name)) = (indent, words.next()) {
            rows.insert((heading.to_owned(), name.to_owned()), row);
        }
    }
    rows
}

/// Replaces the block of a document.
pub(crate) fn replace(document: &str, block: &str) -> Result<String, String> {
    section::replace(document, BEGIN, END, block)
        .ok_or_else(|| format!("ARCHITECTURE.md has no block for the layers ({BEGIN} … {END})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recorded_rows_are_those_rendered() -> Result<(), String> {
        let mut graph = Graph::default();
        let low: Vec<String> = (0..20).map(|number| format!("module_{number}")).collect();
        low.iter().for_each(|name| graph.add_edge("top", name, None));
        graph.add_edge("middle", "module_3", None);
        let document =
            replace(&format!("before\n{BEGIN}\nold\n{END}\nafter\n"), &render([("site", &graph)]))?;
        assert!(document.starts_with("before\n") && document.ends_with("\nafter\n"), "{document}");
        assert!(document.contains("\n  1  middle → module_3\n     top → module_0, module_1, "), "{document}");
        assert!(document.lines().all(|line| line.chars().count() <= WIDTH + 1), "{document}");
        let rows = recorded_rows(&document);
        let row = |name: &str| rows.get(&("site".to_owned(), name.to_owned())).copied();
        assert_eq!(rows.len(), 22);
        assert!(low.iter().all(|name| row(name) == Some(0)));
        assert_eq!((row("middle"), row("top")), (Some(1), Some(1)));
        Ok(())
    }

    #[test]
    fn documents_without_a_block_are_rejected() {
        assert!(replace("text", "block").is_err_and(|reason| reason.contains(BEGIN)));
    }
}
