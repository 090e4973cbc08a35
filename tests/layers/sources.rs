//! Finds which files of a crate use which other files. The sources are read with `syn`. A use of
//! one file by another is called an *arrow*.
//!
//! A path counts as a use everywhere: in a `use`, in a signature, in a body, in a macro. Paths lead
//! through re-exports to the file that defines the item. Items under `#[cfg(test)]` and doc
//! comments do not count. A method call does not count, because it contains no path.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::UseTree;
use syn::parse::{Parse, ParseStream, Parser};

/// The path of a module or an item; the crate's root is the empty path.
pub(crate) type Path = Vec<String>;

/// A use of the file `to` by another file of the same crate.
pub(crate) struct Arrow {
    pub(crate) from: Path,
    pub(crate) to: Path,
    /// The file and the line of the use.
    pub(crate) place: String,
}

/// The modules of a crate without its tests.
#[derive(Default)]
pub(crate) struct Sources {
    modules: BTreeMap<Path, Module>,
}

#[derive(Default)]
struct Module {
    file: String,
    /// Whether the module is a block inside the file of another module.
    is_inline: bool,
    /// The names that `use` declares, with the path each name stands for.
    names: BTreeMap<String, Path>,
    imports: Vec<Import>,
    paths: Vec<(Path, usize)>,
    words: BTreeSet<String>,
}

/// A single name that a `use` imports.
struct Import {
    path: Path,
    /// The name that the import declares; `*` for a glob import.
    name: String,
    is_public: bool,
    line: usize,
}

impl Sources {
    /// Reads a crate from its root file, `lib.rs` or `main.rs`. `read` returns a file of `src`.
    pub(crate) fn read(root: &str, read: &dyn Fn(&str) -> Option<String>) -> Self {
        let mut sources = Self::default();
        let mut open = vec![Path::new()];
        while let Some(path) = open.pop() {
            let base = path.join("/");
            let candidates = match path.is_empty() {
                true => vec![root.to_owned()],
                false => vec![format!("{base}.rs"), format!("{base}/mod.rs")],
            };
            let (file, text) = candidates
                .into_iter()
                .find_map(|file| read(&file).map(|text| (file, text)))
                .unwrap_or_else(|| panic!("no file for module {}", path.join("::")));
            let parsed = syn::parse_file(&text).unwrap_or_else(|e| panic!("{file}: {e}"));
            sources.enter(&path, &file, false);
            sources.scan(&path, parsed.into_token_stream(), &mut open);
        }
        sources
    }

    fn enter(&mut self, path: &Path, file: &str, is_inline: bool) {
        let module = Module { file: file.into(), is_inline, ..Module::default() };
        self.modules.insert(path.clone(), module);
    }

    /// Collects the names that a module declares and the paths that it contains. `open` receives
    /// its child modules that have their own files.
    fn scan(&mut self, at: &Path, stream: TokenStream, open: &mut Vec<Path>) {
        let tokens: Vec<TokenTree> = stream.into_iter().collect();
        let word = |i: usize| match tokens.get(i) {
            Some(TokenTree::Ident(ident)) => ident.to_string(),
            _ => String::new(),
        };
        let sign = |i: usize, c: char| matches!(tokens.get(i), Some(TokenTree::Punct(p)) if p.as_char() == c);
        let group = |i: usize, d: Delimiter| match tokens.get(i) {
            Some(TokenTree::Group(group)) if group.delimiter() == d => Some(group.stream()),
            _ => None,
        };
        let rest = |i: usize| tokens[i..].iter().cloned().collect::<TokenStream>();
        let mut i = 0;
        while i < tokens.len() {
            if sign(i, '#') {
                let open_bracket = if sign(i + 1, '!') { i + 2 } else { i + 1 };
                if let Some(attribute) = group(open_bracket, Delimiter::Bracket) {
                    if is_for_tests(attribute.clone()) {
                        return self.scan(at, without_first_item(rest(i)), open);
                    }
                    self.scan(at, attribute, open);
                    i = open_bracket + 1;
                    continue;
                }
            }
            if let Some(TokenTree::Group(group)) = tokens.get(i) {
                self.scan(at, group.stream(), open);
            }
            let name = word(i);
            let line = tokens[i].span().start().line;
            if name == "mod" && !word(i + 1).is_empty() {
                let child = [at.as_slice(), &[word(i + 1)]].concat();
                if let Some(body) = group(i + 2, Delimiter::Brace) {
                    let file = self.modules[at].file.clone();
                    self.enter(&child, &file, true);
                    self.scan(&child, body, open);
                } else {
                    open.push(child);
                }
                i += 3;
                continue;
            }
            let module = self.modules.get_mut(at).expect("entered before");
            if name == "use"
                && let Some(end) = (i..tokens.len()).find(|&end| sign(end, ';'))
                && let Ok(tree) =
                    syn::parse2::<UseTree>(tokens[i + 1..end].iter().cloned().collect())
            {
                let is_public = i > 0 && word(i - 1) == "pub"
                    || i > 1
                        && word(i - 2) == "pub"
                        && group(i - 1, Delimiter::Parenthesis).is_some();
                for (path, name) in leaves(&tree) {
                    module.names.insert(name.clone(), path.clone());
                    module.imports.push(Import { path, name, is_public, line });
                }
                i = end + 1;
                continue;
            }
            if !name.is_empty() {
                let mut path = vec![name];
                while sign(i + 1, ':') && sign(i + 2, ':') && !word(i + 3).is_empty() {
                    path.push(word(i + 3));
                    i += 3;
                }
                module.words.insert(path[0].clone());
                if path.len() > 1 {
                    module.paths.push((path, line));
                }
            }
            i += 1;
        }
    }

    /// Resolves a path in module `at`. Returns the module that the path names, or the module of the
    /// item that the path names, and whether the path names a module. Returns `None` if the path
    /// leads out of the crate.
    fn resolve(&self, at: &Path, path: &[String], is_anchored: bool) -> Option<(Path, bool)> {
        let Some((first, rest)) = path.split_first() else { return Some((at.clone(), true)) };
        let child = [at.as_slice(), std::slice::from_ref(first)].concat();
        match first.as_str() {
            "crate" => self.resolve(&Path::new(), rest, true),
            "self" => self.resolve(at, rest, true),
            "super" => self.resolve(&at.split_last()?.1.to_vec(), rest, true),
            _ if self.modules.contains_key(&child) => self.resolve(&child, rest, true),
            _ => match self.modules[at].names.get(first) {
                // `use rayon;` declares the name of another crate.
                Some(path) if path.as_slice() == [first.as_str()] => None,
                Some(path) => self.resolve(at, &[path.as_slice(), rest].concat(), false),
                None if is_anchored || first.starts_with(char::is_uppercase) => {
                    Some((at.clone(), false))
                }
                None => None,
            },
        }
    }

    /// Returns the arrows between different files, and the glob imports of files.
    pub(crate) fn arrows(&self) -> (Vec<Arrow>, Vec<String>) {
        let (mut arrows, mut globs) = (Vec::new(), Vec::new());
        for (at, module) in &self.modules {
            let place = |line: usize| format!("{}:{line}", module.file);
            let mut found: Vec<(Path, usize)> = Vec::new();
            for import in &module.imports {
                let is_glob = import.name == "*";
                let path = &import.path[..import.path.len() - usize::from(is_glob)];
                let Some((to, is_module)) = self.resolve(at, path, false) else { continue };
                if is_glob && is_module && self.file_of(&to) != self.file_of(at) {
                    globs.push(format!(
                        "{}: name what is imported from `{}`",
                        place(import.line),
                        path.join("::")
                    ));
                }
                // A re-export of a child module is not a use, unless the module also uses the name.
                let is_re_export = import.is_public && to.len() > at.len() && to.starts_with(at);
                let is_above = is_module && at.starts_with(&to);
                if !is_above && (!is_re_export || module.words.contains(&import.name)) {
                    found.push((to, import.line));
                }
            }
            for (path, line) in &module.paths {
                // `pub(in super::super)` names a parent module but does not use its items.
                let used = self.resolve(at, path, false);
                let used = used.filter(|(to, is_module)| !is_module || !at.starts_with(to));
                found.extend(used.map(|(to, _)| (to, *line)));
            }
            for (to, line) in found {
                let (from, to) = (self.file_of(at), self.file_of(&to));
                if from != to {
                    arrows.push(Arrow { from, to, place: place(line) });
                }
            }
        }
        (arrows, globs)
    }

    /// Returns the modules that have their own files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.modules.iter().filter(|(_, module)| !module.is_inline).map(|(path, _)| path)
    }

    fn file_of(&self, module: &Path) -> Path {
        let mut path = module.clone();
        while self.modules[&path].is_inline {
            path.pop();
        }
        path
    }
}

/// Returns the leaves of a `use`: the path of each and the name that it declares.
pub(crate) fn leaves(tree: &UseTree) -> Vec<(Path, String)> {
    let leaf = |name: &syn::Ident, alias: &syn::Ident| match name.to_string() {
        name if name == "self" => (Path::new(), alias.to_string()),
        name => (vec![name], alias.to_string()),
    };
    match tree {
        UseTree::Name(tree) => vec![leaf(&tree.ident, &tree.ident)],
        UseTree::Rename(tree) => vec![leaf(&tree.ident, &tree.rename)],
        UseTree::Glob(_) => vec![(vec!["*".into()], "*".into())],
        UseTree::Group(group) => group.items.iter().flat_map(leaves).collect(),
        UseTree::Path(tree) => {
            let parent = tree.ident.to_string();
            let below = leaves(&tree.tree).into_iter();
            below
                .map(|(path, name)| {
                    let name = if name == "self" { parent.clone() } else { name };
                    ([vec![parent.clone()], path].concat(), name)
                })
                .collect()
        }
    }
}

/// Returns whether an attribute is `cfg(test)` or `cfg(all(.., test, ..))`.
fn is_for_tests(attribute: TokenStream) -> bool {
    let Ok(syn::Meta::List(cfg)) = syn::parse2(attribute) else { return false };
    let text = cfg.tokens.to_string().replace(' ', "");
    let all = text.strip_prefix("all(").and_then(|terms| terms.strip_suffix(')'));
    cfg.path.is_ident("cfg")
        && (text == "test" || all.is_some_and(|terms| terms.split(',').any(|term| term == "test")))
}

/// Removes the item, statement, field or variant at the start of the tokens.
fn without_first_item(tokens: TokenStream) -> TokenStream {
    fn after<T: Parse>(input: ParseStream<'_>) -> syn::Result<TokenStream> {
        input.parse::<T>()?;
        input.parse()
    }
    fn after_field(input: ParseStream<'_>) -> syn::Result<TokenStream> {
        syn::Field::parse_named(input)?;
        input.parse()
    }
    None.or_else(|| after::<syn::Item>.parse2(tokens.clone()).ok())
        .or_else(|| after::<syn::ImplItem>.parse2(tokens.clone()).ok())
        .or_else(|| after::<syn::Stmt>.parse2(tokens.clone()).ok())
        .or_else(|| after_field.parse2(tokens.clone()).ok())
        .or_else(|| after::<syn::Variant>.parse2(tokens.clone()).ok())
        .unwrap_or_else(|| panic!("not an item after #[cfg(test)]: {tokens}"))
}
