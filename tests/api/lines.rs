//! Writes a public item as a line of the listing, and defines the order of the lines.

use std::collections::BTreeMap;

use quote::ToTokens;
use syn::{Attribute, Fields, ImplItem, Item, ItemFn, Signature, Visibility};

use super::listing::{is_hidden, is_public};

/// Returns the attributes that are part of the API.
pub(crate) fn marks(attributes: &[Attribute]) -> String {
    let promised = ["must_use", "non_exhaustive", "repr", "deprecated"];
    let kept = attributes.iter().filter(|a| promised.iter().any(|name| a.path().is_ident(name)));
    kept.map(|attribute| match &attribute.meta {
        syn::Meta::NameValue(meta) => format!("#[{}] ", tokens(&meta.path)),
        meta => format!("#[{}] ", tokens(meta)),
    })
    .collect()
}

/// Returns the first line of an item.
pub(crate) fn head(item: &Item, alias: &str) -> String {
    match item {
        Item::Fn(item) => signature(&item.vis, &item.sig, alias),
        Item::Const(item) => format!("pub const {alias}: {}", tokens(&item.ty)),
        Item::Static(item) => format!("pub static {alias}: {}", tokens(&item.ty)),
        Item::Type(item) => {
            format!("pub type {alias}{} = {}", tokens(&item.generics), tokens(&item.ty))
        }
        Item::Enum(item) => format!("pub enum {alias}{}", tokens(&item.generics)),
        Item::Trait(item) => {
            let above = if item.supertraits.is_empty() { "" } else { ": " };
            let bounds: Vec<String> = item.supertraits.iter().map(tokens).collect();
            let bounds = bounds.join(" + ");
            format!("pub trait {alias}{}{above}{bounds}", tokens(&item.generics))
        }
        Item::Union(item) => format!("pub union {alias}{}", tokens(&item.generics)),
        Item::Struct(item) => {
            let generics = tokens(&item.generics);
            match &item.fields {
                Fields::Unit => format!("pub struct {alias}{generics}"),
                Fields::Unnamed(fields) => {
                    let shown: Vec<String> = fields
                        .unnamed
                        .iter()
                        .map(|f| if is_public(&f.vis) { tokens(&f.ty) } else { "_".into() })
                        .collect();
                    format!("pub struct {alias}{generics}({})", shown.join(", "))
                }
                Fields::Named(_) => format!("pub struct {alias}{generics} {{ .. }}"),
            }
        }
        _ => unreachable!("only named items are kept"),
    }
}

/// Returns the lines of fields, variants and the items of a trait.
pub(crate) fn members(item: &Item) -> Vec<String> {
    match item {
        Item::Struct(item) => match &item.fields {
            Fields::Named(fields) => fields
                .named
                .iter()
                .filter(|field| is_public(&field.vis))
                .map(|f| format!("pub {}: {}", f.ident.as_ref().unwrap(), tokens(&f.ty)))
                .collect(),
            _ => Vec::new(),
        },
        Item::Enum(item) => item
            .variants
            .iter()
            .map(|variant| {
                let mut variant = variant.clone();
                variant.attrs.clear();
                for field in &mut variant.fields {
                    field.attrs.clear();
                }
                tokens(&variant)
            })
            .collect(),
        Item::Trait(item) => item
            .items
            .iter()
            .map(|item| match item {
                syn::TraitItem::Fn(item) => {
                    let given = if item.default.is_some() { " { .. }" } else { "" };
                    let name = item.sig.ident.to_string();
                    format!(
                        "{}{}{given}",
                        marks(&item.attrs),
                        signature(&Visibility::Inherited, &item.sig, &name)
                    )
                }
                syn::TraitItem::Const(item) => {
                    format!("const {}: {}", item.ident, tokens(&item.ty))
                }
                syn::TraitItem::Type(item) => {
                    let bounds: Vec<String> = item.bounds.iter().map(tokens).collect();
                    format!("type {}: {}", item.ident, bounds.join(" + "))
                }
                item => tokens(item),
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns the line of a public item of an inherent implementation, or `None` if the item is
/// private.
pub(crate) fn associated(item: &ImplItem) -> Option<String> {
    match item {
        ImplItem::Fn(item) if is_public(&item.vis) && !is_hidden(&item.attrs) => {
            let name = item.sig.ident.to_string();
            Some(format!("{}{}", marks(&item.attrs), signature(&item.vis, &item.sig, &name)))
        }
        ImplItem::Const(item) if is_public(&item.vis) => {
            Some(format!("pub const {}: {}", item.ident, tokens(&item.ty)))
        }
        _ => None,
    }
}

fn signature(vis: &Visibility, sig: &Signature, name: &str) -> String {
    let mut sig = sig.clone();
    sig.ident = syn::Ident::new(name, sig.ident.span());
    for input in &mut sig.inputs {
        match input {
            syn::FnArg::Receiver(receiver) => receiver.attrs.clear(),
            syn::FnArg::Typed(typed) => {
                typed.attrs.clear();
                if let syn::Pat::Ident(pattern) = &mut *typed.pat {
                    pattern.mutability = None; // `mut` in `mut x: T` is not part of the API
                }
            }
        }
    }
    let mut item: ItemFn = syn::parse_quote!(
        fn f() {}
    );
    (item.vis, item.sig) = (vis.clone(), sig);
    let text = pretty(Item::Fn(item));
    // `mut` in `mut self` is not part of the API.
    text.trim_end_matches("{}").trim_end().replace("(mut self", "(self")
}

/// Returns the tokens as formatted source text.
pub(crate) fn tokens(part: &impl ToTokens) -> String {
    let tokens = part.to_token_stream();
    if tokens.is_empty() {
        return String::new();
    }
    // The formatter accepts only whole items, so the part is put into an item.
    let wrapped: Option<(Item, &str, &str)> = None
        .or_else(|| Some((syn::parse2(quote::quote!(type X = #tokens;)).ok()?, "type X = ", ";")))
        .or_else(|| {
            Some((syn::parse2(quote::quote!(type X #tokens = u8;)).ok()?, "type X", " = u8;"))
        })
        .or_else(|| Some((syn::parse2(quote::quote!(enum X { #tokens })).ok()?, "enum X {", "}")));
    match wrapped {
        Some((item, before, after)) => {
            let text = pretty(item);
            let text =
                text.strip_prefix(before).and_then(|t| t.strip_suffix(after)).unwrap_or(&text);
            text.trim().trim_end_matches(',').to_owned()
        }
        None => tokens
            .to_string()
            .replace(" (", "(")
            .replace("( ", "(")
            .replace(" )", ")")
            .replace(" ,", ","),
    }
}

/// Returns an item on one line. Shortens paths of the standard library to their last name, because
/// derive macros write full paths.
fn pretty(item: Item) -> String {
    let mut file = syn::parse_file("").expect("an empty file is one");
    file.items.push(item);
    let text = prettyplease::unparse(&file);
    let words: Vec<&str> = text.lines().map(str::trim).collect();
    let mut line = words.join(" ");
    for (long, short) in [("( ", "("), (", )", ")"), ("< ", "<"), (", >", ">")] {
        line = line.replace(long, short);
    }
    while let Some(start) = line.find("::core::") {
        let path = line[start..].find(|c: char| c != ':' && c != '_' && !c.is_alphanumeric());
        let end = path.map_or(line.len(), |length| start + length);
        let last = line[start..end].rsplit("::").next().unwrap_or("").to_owned();
        line.replace_range(start..end, &last);
    }
    line
}

/// Joins long runs of constants of one type, such as the squares, into one line.
pub(crate) fn joined(lines: Vec<String>) -> Vec<String> {
    let constant = |line: &str| {
        let (name, kind) = line.strip_prefix("pub const ")?.split_once(": ")?;
        (!name.contains(' ')).then(|| (name.to_owned(), kind.to_owned()))
    };
    let mut by_type: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, kind) in lines.iter().filter_map(|line| constant(line)) {
        by_type.entry(kind).or_default().push(name);
    }
    by_type.retain(|_, names| names.len() > 16);
    let rows = by_type.iter().map(|(kind, names)| format!("pub const {}: {kind}", names.join(" ")));
    let rows: Vec<String> = rows.collect();
    let is_in_a_row =
        |line: &str| constant(line).is_some_and(|(_, kind)| by_type.contains_key(&kind));
    let rest = lines.iter().filter(|line| !is_in_a_row(line)).cloned();
    rows.into_iter().chain(rest).collect()
}

/// Sorts constants, fields and variants before functions, and each group by name. Attributes do not
/// affect the order.
pub(crate) fn sort_key(line: &str) -> (u8, String) {
    let mut text = line.trim_start();
    while text.starts_with("#[") {
        text = text.split_once("] ").map_or("", |(_, rest)| rest);
    }
    let words = [
        "pub ", "const ", "unsafe ", "async ", "fn ", "static ", "type ", "struct ", "enum ",
        "trait ",
    ];
    let mut name = text;
    let mut class = 1;
    while let Some(rest) = words.iter().find_map(|word| name.strip_prefix(word)) {
        class = if name.starts_with("fn ") { 2 } else { class };
        name = rest;
    }
    if name.starts_with("use ") {
        class = 0;
    }
    (class, name.to_owned())
}
