//! Parses the files of a crate.

use std::slice;

use syn::{Attribute, Item};

use super::{Crate, Module, ModulePath, is_test_only};

/// Returns the text of a file, or `None` if it does not exist.
type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

impl Crate {
    /// Parses a crate from its root file, such as `crates/pdn/src/lib.rs`.
    pub(crate) fn parse(name: &str, root: &str, read: Read) -> Result<Self, String> {
        let mut loader = Loader { read, modules: Vec::new() };
        let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder);
        loader.load_file(Vec::new(), root, folder, &[])?;
        Ok(Self { name: name.to_owned(), modules: loader.modules })
    }
}

struct Loader<'a> {
    read: Read<'a>,
    modules: Vec<Module>,
}

impl Loader<'_> {
    /// Loads the module in a file, which is compiled under `conditions`. The files of its children are in `folder`.
    fn load_file(
        &mut self,
        path: ModulePath,
        file: &str,
        folder: &str,
        conditions: &[Attribute],
    ) -> Result<(), String> {
        let text = (self.read)(file).ok_or_else(|| format!("cannot read {file}"))?;
        let parsed = syn::parse_file(&text)
            .map_err(|error| format!("{file}:{}: {error}", error.span().start().line))?;
        if is_test_only(&parsed.attrs) {
            return Ok(());
        }
        let conditions = with_conditions_of(conditions, &parsed.attrs);
        self.load_module(path, file, folder, conditions, parsed.items)
    }

    fn load_module(
        &mut self,
        path: ModulePath,
        file: &str,
        folder: &str,
        conditions: Vec<Attribute>,
        items: Vec<Item>,
    ) -> Result<(), String> {
        let children: Vec<_> = items
            .iter()
            .filter_map(|item| match item {
                Item::Mod(child) if !is_test_only(&child.attrs) => {
                    let conditions = with_conditions_of(&conditions, &child.attrs);
                    Some((child.ident.to_string(), conditions, child.content.clone()))
                }
                _ => None,
            })
            .collect();
        let index = self.modules.len();
        self.modules.push(Module { path, file: file.to_owned(), conditions, items });
        for (name, conditions, content) in children {
            let path = [&self.modules[index].path[..], slice::from_ref(&name)].concat();
            let child_folder = format!("{folder}/{name}");
            match content {
                Some((_, items)) => self.load_module(path, file, &child_folder, conditions, items)?,
                None => {
                    let candidates = [format!("{child_folder}/mod.rs"), format!("{child_folder}.rs")];
                    let found = candidates.iter().find(|path| (self.read)(path).is_some());
                    let child_file =
                        found.ok_or_else(|| format!("{file}: there is no file for mod {name}"))?;
                    self.load_file(path, child_file, &child_folder, &conditions)?;
                }
            }
        }
        Ok(())
    }
}

/// Returns the conditions together with the `cfg` attributes among others.
fn with_conditions_of(conditions: &[Attribute], attributes: &[Attribute]) -> Vec<Attribute> {
    let own = attributes.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    conditions.iter().chain(own).cloned().collect()
}
