//! The tables of `shogi-core` stay small: this test adds up the sizes of all `static` items in its
//! sources.

mod support;

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use syn::{Expr, Fields, Item, ItemStruct, Lit, Type};

/// The maximum total size in bytes: half of the second-level cache of a small CPU.
const MOST: usize = 512 << 10;

#[test]
fn tables_take_at_most_512_kilobytes() {
    let mut items = Vec::new();
    collect(&support::root().join("crates/shogi-core/src"), &mut items);
    let structs: HashMap<String, &ItemStruct> = items
        .iter()
        .filter_map(|item| match item {
            Item::Struct(item) => Some((item.ident.to_string(), item)),
            _ => None,
        })
        .collect();
    let mut tables = Vec::new();
    for item in &items {
        if let Item::Static(table) = item {
            tables.push((size(&table.ty, &structs), table.ident.to_string()));
        }
    }
    tables.sort();
    let of = |name: &str| tables.iter().find(|table| table.1 == name).unwrap().0;
    assert_eq!((of("BETWEEN"), of("ORIGINS")), (81 * 128 * 16, 128 * 256));
    let all: usize = tables.iter().map(|table| table.0).sum();
    assert!(all > 300 << 10, "some tables were not found: {tables:?}");
    assert!(all <= MOST, "{all} bytes: {tables:?}");
}

/// Returns the items of every source file in a folder, including those of inline modules.
fn collect(folder: &Path, items: &mut Vec<Item>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, items);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            flatten(syn::parse_file(&fs::read_to_string(&path).unwrap()).unwrap().items, items);
        }
    }
}

fn flatten(found: Vec<Item>, items: &mut Vec<Item>) {
    for item in found {
        match item {
            Item::Mod(module) => {
                flatten(module.content.map(|content| content.1).unwrap_or_default(), items);
            }
            item => items.push(item),
        }
    }
}

/// Returns the size of a type in bytes. A struct is rounded up as if its alignment were 64.
fn size(of: &Type, structs: &HashMap<String, &ItemStruct>) -> usize {
    match of {
        Type::Array(array) => {
            let Expr::Lit(length) = &array.len else { panic!("a length that is not a number") };
            let Lit::Int(length) = &length.lit else { panic!("a length that is not a number") };
            length.base10_parse::<usize>().unwrap() * size(&array.elem, structs)
        }
        Type::Reference(_) => 8,
        Type::Tuple(tuple) => tuple.elems.iter().map(|elem| size(elem, structs)).sum(),
        Type::Path(path) => {
            let name = path.path.segments.last().unwrap().ident.to_string();
            match name.as_str() {
                "u8" | "i8" | "bool" | "AtomicU8" => 1,
                "u16" | "i16" => 2,
                "u32" | "i32" => 4,
                "u64" | "i64" | "usize" => 8,
                "u128" => 16,
                name => {
                    let found = structs.get(name).unwrap_or_else(|| panic!("unknown name {name}"));
                    let fields: usize = match &found.fields {
                        Fields::Unit => 0,
                        fields => fields.iter().map(|field| size(&field.ty, structs)).sum(),
                    };
                    if fields > 16 { fields.next_multiple_of(64) } else { fields }
                }
            }
        }
        _ => panic!("a table of a type that is not counted"),
    }
}
