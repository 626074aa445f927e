//! What commands report, in every format, each in its file: rows, text for people, pages, and
//! findings in the formats of other tools.

mod findings;
pub(crate) mod format;
mod github;
mod junit;
pub(crate) mod markdown;
pub(crate) mod page;
mod sarif;
mod sink;
pub(crate) mod table;

use std::collections::HashMap;
use std::hash::Hash;

pub(crate) use findings::Finding;
pub(crate) use format::Format;
pub(crate) use sink::{Rows, Sink};
pub(crate) use table::{Cell, Piece, Table};

pub(crate) use crate::tone::Tone;

/// Groups items by key, in the order in which each key first appears: reports say once what is the
/// same for many.
pub(crate) fn alike<K: Clone + Eq + Hash, T>(items: impl Iterator<Item = (K, T)>) -> Vec<(K, Vec<T>)> {
    let mut all: Vec<(K, Vec<T>)> = Vec::new();
    let mut places: HashMap<K, usize> = HashMap::new();
    for (key, item) in items {
        let place = *places.entry(key.clone()).or_insert(all.len());
        if place == all.len() {
            all.push((key, Vec::new()));
        }
        all[place].1.push(item);
    }
    all
}
