//! The parts of the check, and their selection on the command line.

/// A part of the check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Format,
    Tidy,
    Lints,
    Docs,
    Rules,
    Engine,
    Site,
    Postgres,
    Peers,
    Browser,
    Package,
}

/// The parts in the order in which they run, each with its name and a description.
const PARTS: [(Part, &str, &str); 11] = [
    (Part::Format, "format", "rustfmt"),
    (Part::Tidy, "tidy", "cargo xtask tidy"),
    (Part::Lints, "lints", "clippy, warnings denied"),
    (Part::Docs, "docs", "rustdoc, warnings denied"),
    (Part::Rules, "rules", "tests of draughts and pdn"),
    (Part::Engine, "engine", "tests of engine, trainer and protocol"),
    (Part::Site, "site", "tests of all other crates, on SQLite"),
    (Part::Postgres, "postgres", "tests of the site again, on three nodes with PostgreSQL and NATS"),
    (Part::Peers, "peers", "cargo xtask peers"),
    (Part::Browser, "browser", "cargo xtask browser"),
    (Part::Package, "package", "cargo xtask package, without building each package on its own"),
];

impl Part {
    /// The parts that run the tests of crates.
    pub(super) const CRATES: [Self; 3] = [Self::Rules, Self::Engine, Self::Site];

    pub(super) fn name(self) -> &'static str {
        PARTS.iter().find(|(part, ..)| *part == self).map_or("", |(_, name, _)| name)
    }

    /// Returns the part that runs the tests of a crate, by the name of its folder.
    pub(super) fn of_crate(folder: &str) -> Self {
        match folder {
            "draughts" | "pdn" => Self::Rules,
            "engine" | "protocol" | "trainer" => Self::Engine,
            _ => Self::Site,
        }
    }

    fn parse(name: &str) -> Result<Self, String> {
        let found = PARTS.iter().find(|(_, known, _)| *known == name);
        found.map(|(part, ..)| *part).ok_or_else(|| format!("unknown part {name:?}\n\n{}", help()))
    }
}

/// The parts to run.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Selection(Vec<Part>);

impl Selection {
    /// Parses `--only PART[,PART]` and `--without PART[,PART]`. Without options, selects all parts.
    pub(super) fn parse(arguments: &[&str]) -> Result<Self, String> {
        let mut selected: Vec<Part> = PARTS.iter().map(|(part, ..)| *part).collect();
        let mut rest = arguments;
        while let [option, after @ ..] = rest {
            let [names, after @ ..] = after else { return Err(help()) };
            let is_only = match *option {
                "--only" => true,
                "--without" => false,
                _ => return Err(help()),
            };
            let named: Vec<Part> = names.split(',').map(Part::parse).collect::<Result<_, _>>()?;
            selected.retain(|part| named.contains(part) == is_only);
            rest = after;
        }
        Ok(Self(selected))
    }

    pub(super) fn contains(&self, part: Part) -> bool {
        self.0.contains(&part)
    }
}

fn help() -> String {
    let parts = PARTS.iter().map(|(_, name, description)| format!("  {name:<10}{description}\n"));
    format!("cargo xtask test [--only PART[,PART]] [--without PART[,PART]]\n\n{}", parts.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_select_and_exclude_parts() {
        for (arguments, expected) in [
            (&["--only", "engine,rules"][..], &[Part::Rules, Part::Engine][..]),
            (&["--only", "rules,site", "--without", "site"], &[Part::Rules]),
            (
                &["--without", "site,postgres,peers,browser,package,docs,lints"],
                &[Part::Format, Part::Tidy, Part::Rules, Part::Engine],
            ),
        ] {
            assert_eq!(Selection::parse(arguments), Ok(Selection(expected.to_vec())), "{arguments:?}");
        }
        assert_eq!(Selection::parse(&[]).map(|all| all.0.len()), Ok(PARTS.len()));
    }

    #[test]
    fn invalid_arguments_list_the_parts() {
        for arguments in [&["--help"][..], &["--only"], &["--only", "everything"], &["rules"]] {
            let message = Selection::parse(arguments).expect_err("the arguments are invalid");
            assert!(PARTS.iter().all(|(_, name, _)| message.contains(&format!("\n  {name} "))), "{message}");
        }
    }

    #[test]
    fn names_of_parts_are_unique() {
        for (number, (part, name, _)) in PARTS.iter().enumerate() {
            assert_eq!(PARTS.iter().position(|(_, other, _)| other == name), Some(number));
            assert_eq!(part.name(), *name);
        }
    }
}
