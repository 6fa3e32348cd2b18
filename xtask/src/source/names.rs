//! Resolves paths, following re-exports to the module that defines an item.

use std::collections::{HashMap, HashSet};
use std::fmt;

use syn::Item;

use super::{Crate, Import, ModulePath, imports};

/// The maximum length of a chain of re-exports; a longer one is circular.
const MAX_CHAIN: usize = 16;

/// The module or item to which a path resolves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Target {
    Module(ModulePath),
    Item { module: ModulePath, name: String },
}

impl Target {
    /// Returns the module itself, or the one that defines the item.
    pub(crate) fn module(&self) -> &ModulePath {
        match self {
            Self::Module(module) | Self::Item { module, .. } => module,
        }
    }
}

impl fmt::Display for Target {
    /// Writes the path relative to the root of the crate.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Module(module) => f.write_str(&module.join("::")),
            Self::Item { module, name } if module.is_empty() => f.write_str(name),
            Self::Item { module, name } => write!(f, "{}::{name}", module.join("::")),
        }
    }
}

/// The names in scope in each module of a crate.
pub(crate) struct Names {
    scopes: HashMap<ModulePath, Scope>,
}

#[derive(Default)]
struct Scope {
    defined: HashSet<String>,
    imports: Vec<Import>,
}

impl Names {
    pub(crate) fn of(krate: &Crate) -> Self {
        let scopes = krate.modules.iter().map(|module| {
            let mut scope = Scope::default();
            for item in &module.items {
                match item {
                    Item::Use(item) => scope.imports.extend(imports(item)),
                    item => scope.defined.extend(defined_name(item)),
                }
            }
            (module.path.clone(), scope)
        });
        Self { scopes: scopes.collect() }
    }

    /// Resolves a path in a module. Returns `None` for names of other crates and for local names.
    pub(crate) fn resolve(&self, from: &[String], path: &[String]) -> Option<Target> {
        self.walk(from, path, MAX_CHAIN)
    }

    /// Returns the names that other modules can import from a module, including those of globs.
    pub(crate) fn names_in(&self, module: &[String]) -> HashSet<String> {
        self.collect_names(module, MAX_CHAIN)
    }

    fn collect_names(&self, module: &[String], depth: usize) -> HashSet<String> {
        let Some(scope) = self.scopes.get(module) else { return HashSet::new() };
        let mut names = scope.defined.clone();
        for import in &scope.imports {
            match &import.name {
                Some(name) => _ = names.insert(name.clone()),
                None if depth > 0 => {
                    if let Some(Target::Module(target)) = self.walk(module, &import.path, depth - 1) {
                        names.extend(self.collect_names(&target, depth - 1));
                    }
                }
                None => {}
            }
        }
        let children =
            self.scopes.keys().filter(|path| path.split_last().is_some_and(|(_, parent)| parent == module));
        names.extend(children.filter_map(|path| path.last().cloned()));
        names
    }

    fn walk(&self, from: &[String], path: &[String], depth: usize) -> Option<Target> {
        let mut module = from.to_vec();
        let mut rest = path;
        let mut is_anchored = false;
        while let [first, after @ ..] = rest {
            match first.as_str() {
                "crate" | "$crate" => module.clear(),
                "self" => {}
                "super" => _ = module.pop()?,
                _ => break,
            }
            (rest, is_anchored) = (after, true);
        }
        for (number, name) in rest.iter().enumerate() {
            match self.lookup(&module, name, number + 1 < rest.len(), depth) {
                Some(Target::Module(found)) => module = found,
                Some(item) => return Some(item),
                // A macro may define the name.
                None if is_anchored || number > 0 => {
                    return Some(Target::Item { module, name: name.clone() });
                }
                None => return None,
            }
        }
        Some(Target::Module(module))
    }

    /// Finds a name in a module. If a module and an item share the name, `has_more` selects the module: more names
    /// follow.
    fn lookup(&self, module: &[String], name: &str, has_more: bool, depth: usize) -> Option<Target> {
        let depth = depth.checked_sub(1)?;
        let scope = self.scopes.get(module)?;
        let child = [module, &[name.to_owned()]].concat();
        let is_module = self.scopes.contains_key(&child);
        if scope.defined.contains(name) && !(is_module && has_more) {
            return Some(Target::Item { module: module.to_vec(), name: name.to_owned() });
        }
        if is_module {
            return Some(Target::Module(child));
        }
        let named = scope.imports.iter().filter(|import| import.name.as_deref() == Some(name));
        if let Some(found) = named.filter_map(|import| self.walk(module, &import.path, depth)).next() {
            return Some(found);
        }
        let globs = scope.imports.iter().filter(|import| import.name.is_none());
        globs
            .filter_map(|import| match self.walk(module, &import.path, depth)? {
                Target::Module(source) => self.lookup(&source, name, has_more, depth),
                Target::Item { .. } => None,
            })
            .next()
    }
}

/// Returns the name that an item defines, if it defines one.
pub(crate) fn defined_name(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::TraitAlias(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}
