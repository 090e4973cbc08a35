//! Records in the order of book files. Books are built, merged and written in this form.
use super::hash_table::Entry;
use super::minimax::{Node, minimax};
use super::note::{EngineNote, NotePair, Notes};
use super::record::{Record, Value};
use super::stored_key::hash;
use crate::key::PositionKey;
use alloc::vec;
use alloc::vec::Vec;

/// A record with the key of its position and the hash of the key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KeyedRecord {
    pub(crate) hash: u64,
    pub(crate) key: PositionKey,
    pub(crate) record: Record,
}

impl KeyedRecord {
    /// Makes a record with its key.
    pub(crate) fn new(key: PositionKey, record: Record) -> Self {
        Self { hash: hash(key), key, record }
    }

    /// Returns the sort key of the file order.
    pub(crate) fn order(&self) -> (u64, PositionKey) {
        (self.hash, self.key)
    }
}

/// A record with an evaluation and its notes. The evaluation is the value of the position, so no values
/// of successors are needed.
pub(crate) struct NotedRecord {
    pub(crate) item: KeyedRecord,
    pub(crate) notes: NotePair<EngineNote>,
}

/// Records in the order of files, each position once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct SortedRecords {
    items: Vec<KeyedRecord>,
    notes: Notes,
}

impl SortedRecords {
    /// Sorts records and joins the records of the same position.
    pub(crate) fn new(mut items: Vec<KeyedRecord>) -> Self {
        items.sort_unstable_by_key(KeyedRecord::order);
        items.dedup_by(|next, kept| {
            let same = next.key == kept.key;
            if same {
                kept.record = kept.record.joined(next.record);
            }
            same
        });
        Self { items, notes: Notes::default() }
    }

    /// Adds the notes of the positions.
    pub(crate) fn with_notes(self, notes: Notes) -> Self {
        Self { notes, ..self }
    }

    /// Returns the notes of the positions.
    pub(crate) fn notes(&self) -> &Notes {
        &self.notes
    }

    /// Returns the records in order.
    pub(crate) fn items(&self) -> &[KeyedRecord] {
        &self.items
    }

    /// Merges two lists and joins the records of the same position.
    pub(crate) fn merged(mut self, other: Self) -> Self {
        if other.items.is_empty() {
            return self;
        }
        self.notes.merge(other.notes);
        let mut items = Vec::with_capacity(self.items.len() + other.items.len());
        let (mut left, mut right) =
            (self.items.into_iter().peekable(), other.items.into_iter().peekable());
        loop {
            match (left.peek(), right.peek()) {
                (Some(a), Some(b)) if a.key == b.key => {
                    let record = a.record.joined(b.record);
                    items.push(KeyedRecord { record, ..*a });
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
        Self { items, notes: self.notes }
    }

    /// Removes the records that do not match a condition.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&KeyedRecord) -> bool) {
        let notes = &mut self.notes;
        self.items.retain(|item| {
            let kept = keep(item);
            if !kept {
                notes.remove_pair(item.key);
            }
            kept
        });
    }

    /// Computes the values of the positions, in order.
    pub(crate) fn values(&self) -> Vec<Value> {
        let mut nodes: Vec<Node> = self
            .items
            .iter()
            .zip(0..)
            .map(|(item, index)| Node {
                key: item.key,
                value: item.record.own_value(),
                index,
                is_fixed: item.record.evaluation.is_some(),
            })
            .collect();
        minimax(&mut nodes);
        let mut values = vec![Value::NONE; nodes.len()];
        for node in nodes {
            values[node.index as usize] = node.value;
        }
        values
    }

    /// Iterates over the entries in order, with their values.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry> {
        let values = self.values();
        self.items.iter().zip(values).map(|(item, value)| Entry {
            key: item.key,
            record: item.record,
            value,
        })
    }
}
