//! The paths under which other crates can reach the items of a crate.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use syn::{Item, Visibility};

use super::print::conditions;
use crate::source::{
    Crate, Import, Module, ModulePath, Names, Target, defined_name, imports, is_test_only, item_attributes,
};

/// The public paths of a crate, starting with the name of the crate.
pub(super) struct PublicPaths {
    pub(super) names: Names,
    /// The paths of each item, by the module that defines it and its name.
    items: HashMap<(ModulePath, String), BTreeSet<String>>,
    /// The public modules with their conditions.
    pub(super) modules: BTreeMap<String, String>,
    /// Re-exports from other crates or under a condition: the path and the declaration.
    pub(super) re_exports: BTreeMap<String, String>,
}

impl PublicPaths {
    pub(super) fn of(krate: &Crate) -> Self {
        let (items, modules, re_exports) = (HashMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut walker = Walker {
            modules: krate.modules.iter().map(|module| (&module.path, module)).collect(),
            public: Self { names: Names::of(krate), items, modules, re_exports },
            entered: HashSet::new(),
        };
        walker.enter(&Vec::new(), &krate.name);
        walker.public
    }

    /// Returns the shortest path of an item; `None` if it is not public.
    pub(super) fn path(&self, module: &[String], name: &str) -> Option<&str> {
        let paths = self.items.get(&(module.to_vec(), name.to_owned()))?;
        paths.iter().map(String::as_str).min_by_key(|path| path.matches("::").count())
    }

    /// Returns the other paths of items, each with the shortest one.
    pub(super) fn aliases(&self) -> Vec<(&str, &str)> {
        let all = self.items.iter().flat_map(|((module, name), paths)| {
            let shortest = self.path(module, name).unwrap_or_default();
            paths.iter().map(move |path| (path.as_str(), shortest))
        });
        all.filter(|(path, shortest)| path != shortest).collect()
    }
}

struct Walker<'a> {
    modules: HashMap<&'a ModulePath, &'a Module>,
    public: PublicPaths,
    /// Modules with the path under which they were entered, since re-exports can be circular.
    entered: HashSet<(ModulePath, String)>,
}

impl Walker<'_> {
    /// Adds the public items of a module that is reached under the path `public_path`.
    fn enter(&mut self, path: &ModulePath, public_path: &str) {
        let Some(module) = self.modules.get(path).copied() else { return };
        if !self.entered.insert((path.clone(), public_path.to_owned())) {
            return;
        }
        for item in &module.items {
            if is_test_only(item_attributes(item)) {
                continue;
            }
            match item {
                Item::Use(item) => {
                    let condition = conditions(&item.attrs);
                    imports(item)
                        .iter()
                        .for_each(|import| self.re_export(path, import, &condition, public_path));
                }
                Item::Mod(child) if is_public(&child.vis) => {
                    let name = child.ident.to_string();
                    self.enter_named(
                        &[&path[..], &[name]].concat(),
                        &format!("{public_path}::{}", child.ident),
                    );
                }
                Item::Macro(call) if call.attrs.iter().any(|one| one.path().is_ident("macro_export")) => {
                    let root = public_path.split("::").next().unwrap_or_default().to_owned();
                    self.add(path, defined_name(item), &root);
                }
                item if visibility(item).is_some_and(is_public) => {
                    self.add(path, defined_name(item), public_path);
                }
                _ => {}
            }
        }
    }

    /// Adds a public module and its items.
    fn enter_named(&mut self, path: &ModulePath, public_path: &str) {
        let condition = self.modules.get(path).map(|module| conditions(&module.conditions));
        self.public.modules.insert(public_path.to_owned(), condition.unwrap_or_default());
        self.enter(path, public_path);
    }

    fn add(&mut self, module: &[String], name: Option<String>, public_path: &str) {
        let Some(name) = name else { return };
        let path = format!("{public_path}::{name}");
        self.public.items.entry((module.to_vec(), name)).or_default().insert(path);
    }

    fn re_export(&mut self, from: &ModulePath, import: &Import, condition: &str, public_path: &str) {
        if !import.is_public {
            return;
        }
        let here = import.name.as_ref().map(|name| format!("{public_path}::{name}"));
        let target = self.public.names.resolve(from, &import.path);
        let is_local = matches!(target, Some(Target::Module(_))) || target.is_some() && here.is_some();
        if !is_local || !condition.is_empty() {
            let here = here.clone().unwrap_or_else(|| format!("{public_path}::*"));
            self.public.re_exports.insert(here, format!("{condition}pub use {}", import.path.join("::")));
        }
        match (target, here) {
            (Some(Target::Module(module)), None) => self.enter(&module, public_path),
            (Some(Target::Module(module)), Some(here)) => self.enter_named(&module, &here),
            (Some(Target::Item { module, name }), Some(here)) => {
                self.public.items.entry((module, name)).or_default().insert(here);
            }
            _ => {}
        }
    }
}

pub(super) fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn visibility(item: &Item) -> Option<&Visibility> {
    Some(match item {
        Item::Const(item) => &item.vis,
        Item::Enum(item) => &item.vis,
        Item::Fn(item) => &item.vis,
        Item::Static(item) => &item.vis,
        Item::Struct(item) => &item.vis,
        Item::Trait(item) => &item.vis,
        Item::Type(item) => &item.vis,
        Item::Union(item) => &item.vis,
        _ => return None,
    })
}
