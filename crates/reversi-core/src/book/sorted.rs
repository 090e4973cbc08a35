//! Positions in the order of book files, the form in which books are built, merged and written.
use super::minimax::{Node, minimax};
use super::place::hash;
use super::record::{Record, Value};
use super::table::Entry;
use crate::key::PositionKey;
use alloc::vec;
use alloc::vec::Vec;

/// A position with its hash; the order is that of files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Item {
    pub(crate) hash: u64,
    pub(crate) key: PositionKey,
    pub(crate) record: Record,
}

impl Item {
    pub(crate) fn new(key: PositionKey, record: Record) -> Self {
        Self { hash: hash(key), key, record }
    }

    pub(crate) fn order(&self) -> (u64, PositionKey) {
        (self.hash, self.key)
    }
}

/// Items in their order, each position once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sorted {
    items: Vec<Item>,
}

impl Sorted {
    /// Sorts items and adds up those of one position.
    pub(crate) fn new(mut items: Vec<Item>) -> Self {
        items.sort_unstable_by_key(Item::order);
        items.dedup_by(|next, kept| {
            let same = next.key == kept.key;
            if same {
                kept.record = kept.record.joined(next.record);
            }
            same
        });
        Self { items }
    }

    pub(crate) fn items(&self) -> &[Item] {
        &self.items
    }

    /// Both together, records of one position added up.
    pub(crate) fn merged(self, other: Self) -> Self {
        if other.items.is_empty() {
            return self;
        }
        let mut items = Vec::with_capacity(self.items.len() + other.items.len());
        let (mut left, mut right) =
            (self.items.into_iter().peekable(), other.items.into_iter().peekable());
        loop {
            match (left.peek(), right.peek()) {
                (Some(a), Some(b)) if a.key == b.key => {
                    let record = a.record.joined(b.record);
                    items.push(Item { record, ..*a });
                    left.next();
                    right.next();
                }
                (Some(a), Some(b)) if a.order() < b.order() => items.extend(left.next()),
                (Some(_), None) => items.extend(left.by_ref()),
                (_, Some(_)) => items.extend(right.next()),
                (None, None) => break,
            }
        }
        items.shrink_to_fit();
        Self { items }
    }

    pub(crate) fn retain(&mut self, keep: impl FnMut(&Item) -> bool) {
        self.items.retain(keep);
    }

    /// The values of the items, in their order.
    pub(crate) fn values(&self) -> Vec<Value> {
        let mut nodes: Vec<Node> = self
            .items
            .iter()
            .zip(0..)
            .map(|(item, index)| Node {
                key: item.key,
                value: item.record.own_value(),
                index,
                fixed: item.record.evaluation.is_some(),
            })
            .collect();
        minimax(&mut nodes);
        let mut values = vec![Value::NONE; nodes.len()];
        for node in nodes {
            values[node.index as usize] = node.value;
        }
        values
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry> {
        let values = self.values();
        self.items.iter().zip(values).map(|(item, value)| Entry {
            key: item.key,
            record: item.record,
            value,
        })
    }
}
