//! Reads a crate file by file, from its root.

use std::slice;

use syn::{Attribute, Item};

use super::{Crate, Module, ModulePath, is_test_only};

/// Returns the text of a file, or `None` where there is no such file.
type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

impl Crate {
    /// Parses a crate from its root file, such as `crates/pdn/src/lib.rs`.
    pub(crate) fn parse(name: &str, root: &str, read: Read) -> Result<Self, String> {
        let mut loader = Loader { read, modules: Vec::new() };
        let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder);
        loader.file(Vec::new(), root, folder, &[])?;
        Ok(Self { name: name.to_owned(), modules: loader.modules })
    }
}

struct Loader<'a> {
    read: Read<'a>,
    modules: Vec<Module>,
}

impl Loader<'_> {
    /// Reads the module in a file; `folder` is where its children are, `conditions` are those under which it is compiled.
    fn file(
        &mut self,
        path: ModulePath,
        file: &str,
        folder: &str,
        conditions: &[Attribute],
    ) -> Result<(), String> {
        let text = (self.read)(file).ok_or_else(|| format!("{file}: cannot be read"))?;
        let parsed = syn::parse_file(&text)
            .map_err(|error| format!("{file}:{}: {error}", error.span().start().line))?;
        if is_test_only(&parsed.attrs) {
            return Ok(());
        }
        let conditions = with_conditions_of(conditions, &parsed.attrs);
        self.module(path, file, folder, conditions, parsed.items)
    }

    fn module(
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
            let below = format!("{folder}/{name}");
            match content {
                Some((_, items)) => self.module(path, file, &below, conditions, items)?,
                None => {
                    let places = [format!("{below}/mod.rs"), format!("{below}.rs")];
                    let place = places.iter().find(|place| (self.read)(place).is_some());
                    let place = place.ok_or_else(|| format!("{file}: there is no file for mod {name}"))?;
                    self.file(path, place, &below, &conditions)?;
                }
            }
        }
        Ok(())
    }
}

/// Returns conditions together with those among some attributes.
fn with_conditions_of(conditions: &[Attribute], attributes: &[Attribute]) -> Vec<Attribute> {
    let own = attributes.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    conditions.iter().chain(own).cloned().collect()
}
