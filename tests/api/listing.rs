//! The public items of a library, read from its expanded source.
//!
//! The listing has a section for each public module. Items are listed at their public path, with
//! signatures as in the source. The inherent items and the traits of a type are below the type.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use syn::{Attribute, File, ImplItem, Item, Visibility};

use super::lines::{associated, head, joined, marks, members, sort_key, tokens};
use super::sources::leaves;

/// The path of a module or item, relative to the crate root.
type Path = Vec<String>;

/// Returns the listing of the library `name`.
pub(crate) fn listing(name: &str, file: &File) -> String {
    let mut library = Library::default();
    library.collect(&mut Vec::new(), &file.items);
    let mut sections = BTreeMap::new();
    library.section(&Vec::new(), name, &mut sections, &mut BTreeSet::new());
    let mut text = format!(
        "Public items of {name}, all features. Written by `BLESS=1 cargo test --test api`.\n"
    );
    for (module, entries) in sections {
        write!(text, "\nmod {module}\n").unwrap();
        for entry in entries {
            text.push_str(&entry);
        }
    }
    text
}

#[derive(Default)]
struct Library<'a> {
    /// The named items by module and name. A type and a function may have the same name.
    items: BTreeMap<Path, Vec<(String, &'a Item)>>,
    /// The names that `use` imports into each module, with the path in the `use`.
    uses: BTreeMap<Path, Vec<Import>>,
    impls: Vec<(Path, &'a syn::ItemImpl)>,
}

struct Import {
    public: bool,
    alias: String,
    path: Path,
}

impl<'a> Library<'a> {
    fn collect(&mut self, module: &mut Path, items: &'a [Item]) {
        for item in items {
            match item {
                Item::Use(item) => {
                    let public = is_public(&item.vis);
                    let leaves = leaves(&item.tree);
                    let imports =
                        leaves.into_iter().map(|(path, alias)| Import { public, alias, path });
                    self.uses.entry(module.clone()).or_default().extend(imports);
                }
                Item::Impl(item) => self.impls.push((module.clone(), item)),
                // Derive macros put their code into unnamed constants.
                Item::Const(item) if item.ident == "_" => {
                    if let syn::Expr::Block(block) = &*item.expr {
                        for statement in &block.block.stmts {
                            if let syn::Stmt::Item(Item::Impl(item)) = statement {
                                self.impls.push((module.clone(), item));
                            }
                        }
                    }
                }
                _ => {
                    if let Some(name) = name_of(item) {
                        self.items.entry(module.clone()).or_default().push((name, item));
                    }
                    if let Item::Mod(inner) = item {
                        module.push(inner.ident.to_string());
                        let items = inner.content.as_ref().map_or(&[][..], |(_, items)| items);
                        self.collect(module, items);
                        module.pop();
                    }
                }
            }
        }
    }

    /// Returns the module and the name of the definition that a path refers to, as seen from a
    /// module. Returns `None` if the path leads out of the library.
    fn resolve(&self, module: &Path, path: &[String], depth: u32) -> Option<(Path, String)> {
        let (first, rest) = path.split_first()?;
        if depth > 16 {
            return None;
        }
        match first.as_str() {
            "crate" => return self.resolve(&Vec::new(), rest, depth + 1),
            "self" => return self.resolve(module, rest, depth + 1),
            "super" => {
                let above = module.split_last()?.1.to_vec();
                return self.resolve(&above, rest, depth + 1);
            }
            _ => {}
        }
        let here =
            self.items.get(module).is_some_and(|items| items.iter().any(|(n, _)| n == first));
        if here {
            if rest.is_empty() {
                return Some((module.clone(), first.clone()));
            }
            let inner = [module.as_slice(), std::slice::from_ref(first)].concat();
            return self.resolve(&inner, rest, depth + 1);
        }
        let imports = self.uses.get(module).map_or(&[][..], Vec::as_slice);
        for import in imports {
            let path = if import.alias == *first {
                [import.path.as_slice(), rest].concat()
            } else if import.alias == "*" {
                [&import.path[..import.path.len() - 1], path].concat()
            } else {
                continue;
            };
            if path != [first.as_str()]
                && let Some(found) = self.resolve(module, &path, depth + 1)
            {
                return Some(found);
            }
        }
        None
    }

    /// Writes the entries of a public module and of the public modules inside it.
    fn section(
        &self,
        module: &Path,
        shown: &str,
        sections: &mut BTreeMap<String, Vec<String>>,
        told: &mut BTreeSet<(Path, String)>,
    ) {
        let mut entries = Vec::new();
        let mut inner = Vec::new();
        for (name, item) in self.items.get(module).into_iter().flatten() {
            if !is_public(visibility(item)) || is_hidden(attributes(item)) {
                continue;
            }
            if matches!(item, Item::Mod(_)) {
                inner
                    .push(([module.as_slice(), std::slice::from_ref(name)].concat(), name.clone()));
            } else if told.insert((module.clone(), name.clone())) {
                entries.extend(self.entries(module, name, name));
            }
        }
        for import in self.uses.get(module).into_iter().flatten().filter(|import| import.public) {
            let Some((origin, name)) = self.resolve(module, &import.path, 0) else {
                entries.push(format!("  pub use {}\n", import.path.join("::")));
                continue;
            };
            let path = [origin.as_slice(), std::slice::from_ref(&name)].concat();
            if self.named(&origin, &name).all(|item| matches!(item, Item::Mod(_))) {
                inner.push((path, import.alias.clone()));
            } else if told.insert((origin.clone(), name.clone())) {
                entries.extend(self.entries(&origin, &name, &import.alias));
            } else {
                entries.push(format!("  pub use {}\n", import.path.join("::")));
            }
        }
        entries.sort_by_key(|entry| sort_key(entry));
        sections.insert(shown.to_owned(), entries);
        for (path, name) in inner {
            self.section(&path, &format!("{shown}::{name}"), sections, told);
        }
    }

    /// Returns the lines of all items with a name.
    fn entries(&self, module: &Path, name: &str, alias: &str) -> Vec<String> {
        self.named(module, name)
            .filter(|item| !matches!(item, Item::Mod(_)))
            .map(|item| self.entry(module, name, alias, item))
            .collect()
    }

    /// Returns the items with a name. A type and a function may have the same name.
    fn named(&self, module: &Path, name: &str) -> impl Iterator<Item = &'a Item> {
        let items = self.items.get(module).into_iter().flatten();
        items.filter(move |(other, _)| other == name).map(|(_, item)| *item)
    }

    fn entry(&self, module: &Path, name: &str, alias: &str, item: &Item) -> String {
        let mut entry = format!("  {}{}\n", marks(attributes(item)), head(item, alias));
        let mut lines: Vec<String> = Vec::new();
        let (mut traits, mut more) = (BTreeSet::new(), Vec::new());
        for (place, block) in &self.impls {
            let local_trait =
                block.trait_.as_ref().and_then(|(path, _)| self.resolve(place, &segments(path), 0));
            let of_this_trait = local_trait == Some((module.clone(), name.to_owned()));
            if !self.is_for(place, block, module, name) && !of_this_trait {
                continue;
            }
            match &block.trait_ {
                None => lines.extend(block.items.iter().filter_map(associated)),
                Some((path, _)) => {
                    let last = path.segments.last().unwrap();
                    if is_hidden_trait(path) {
                        continue;
                    }
                    let plain = block.generics.params.is_empty()
                        && last.arguments.is_empty()
                        && !of_this_trait
                        && !matches!(&*block.self_ty, syn::Type::Reference(_));
                    let types = block.items.iter().filter_map(|item| match item {
                        ImplItem::Type(item) => {
                            Some(format!("{} = {}", item.ident, tokens(&item.ty)))
                        }
                        _ => None,
                    });
                    let types: Vec<String> = types.collect();
                    let types = if types.is_empty() {
                        "".into()
                    } else {
                        format!(" [{}]", types.join(", "))
                    };
                    if plain {
                        traits.insert(format!("{}{types}", last.ident));
                    } else {
                        let generics = &block.generics;
                        let mut bare = syn::Path::from(last.clone());
                        bare.leading_colon = None;
                        more.push(format!(
                            "impl{} {} for {}{types}",
                            tokens(generics),
                            tokens(&bare),
                            tokens(&block.self_ty)
                        ));
                    }
                }
            }
        }
        lines.sort_by_key(|line| sort_key(line));
        more.sort();
        if !traits.is_empty() {
            let traits: Vec<String> = traits.into_iter().collect();
            lines.push(format!("impl {}", traits.join(", ")));
        }
        for line in members(item).into_iter().chain(joined(lines)).chain(more) {
            writeln!(entry, "    {line}").unwrap();
        }
        entry
    }

    /// Returns whether an implementation is for a type, or for a reference to that type.
    fn is_for(&self, place: &Path, block: &syn::ItemImpl, module: &Path, name: &str) -> bool {
        let mut of = &*block.self_ty;
        while let syn::Type::Reference(reference) = of {
            of = &reference.elem;
        }
        let syn::Type::Path(path) = of else { return false };
        self.resolve(place, &segments(&path.path), 0) == Some((module.clone(), name.to_owned()))
    }
}

fn segments(path: &syn::Path) -> Path {
    if path.leading_colon.is_some() {
        return vec!["::".into()];
    }
    path.segments.iter().map(|segment| segment.ident.to_string()).collect()
}

/// Returns whether a trait is one that derive macros implement in addition to the requested traits.
/// These traits depend on the version of the compiler.
fn is_hidden_trait(path: &syn::Path) -> bool {
    let last = path.segments.last().map(|last| last.ident.to_string());
    last.is_some_and(|name| name == "StructuralPartialEq" || name == "TrivialClone")
}

fn name_of(item: &Item) -> Option<String> {
    Some(match item {
        Item::Const(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Mod(item) => item.ident.to_string(),
        Item::Static(item) => item.ident.to_string(),
        Item::Struct(item) => item.ident.to_string(),
        Item::Trait(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        Item::Union(item) => item.ident.to_string(),
        _ => return None,
    })
}

fn visibility(item: &Item) -> &Visibility {
    match item {
        Item::Const(item) => &item.vis,
        Item::Enum(item) => &item.vis,
        Item::Fn(item) => &item.vis,
        Item::Mod(item) => &item.vis,
        Item::Static(item) => &item.vis,
        Item::Struct(item) => &item.vis,
        Item::Trait(item) => &item.vis,
        Item::Type(item) => &item.vis,
        Item::Union(item) => &item.vis,
        _ => &Visibility::Inherited,
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        _ => &[],
    }
}

pub(crate) fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

pub(crate) fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("doc") && tokens(&attribute.meta).contains("hidden")
    })
}

#[test]
fn items_are_listed_where_users_find_them() {
    let source = "
        mod inner {
            #[derive(Debug)]
            pub struct A { pub x: u8, y: u8 }
            impl A {
                #[must_use] pub fn new(mut x: u8) -> Self { A { x, y: 0 } }
                fn hidden() {}
            }
            impl ::core::clone::Clone for A { fn clone(&self) -> A { loop {} } }
            impl<'a> IntoIterator for &'a A { type Item = u8; }
            pub(crate) fn not_this() {}
            pub mod deep { pub const FEW: usize = 1; }
            pub struct Unseen;
        }
        pub use inner::{A as B, deep};
        pub enum E { #[doc = \"x\"] Two(u8), One { a: u8 } }
        #[doc(hidden)] pub fn nor_this() {}
    ";
    let expected = "
mod test
  pub struct B { .. }
    pub x: u8
    #[must_use] pub fn new(x: u8) -> Self
    impl Clone
    impl<'a> IntoIterator for &'a A [Item = u8]
  pub enum E
    Two(u8)
    One { a: u8 }

mod test::deep
  pub const FEW: usize
";
    let text = listing("test", &syn::parse_file(source).unwrap());
    assert_eq!(text.split_once('\n').unwrap().1, expected);
}
