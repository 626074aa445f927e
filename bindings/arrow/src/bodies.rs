//! Which rows have the same body: numbers by content, whatever the type of the column.

use std::hash::BuildHasher;

use arrow_array::ArrayRef;
use hashbrown::{DefaultHashBuilder, HashMap, HashTable};

use crate::column::Column;
use crate::error::Input;

/// Numbers bodies, batch after batch. Equal bodies have equal numbers until [`Self::clear`] is
/// called.
#[derive(Default)]
pub(crate) struct Bodies {
    hasher: DefaultHashBuilder,
    numbers: HashTable<u32>,
    /// By number.
    known: Vec<Known>,
    /// The values of the batch before this one, which bodies that were first met there are looked
    /// up in.
    last: Option<LastBatch>,
    /// Bytes of the copies.
    copied: usize,
}

struct Known {
    hash: u64,
    place: Place,
}

enum Place {
    /// A value of the present batch.
    Here(usize),
    /// A value of an earlier batch. It was copied when that batch was dropped.
    Copy(Box<[u8]>),
}

struct LastBatch {
    values: ArrayRef,
    /// For a dictionary: the numbers of the values to which rows have referred. Taken while they
    /// are in use.
    by_key: Option<Vec<Option<u32>>>,
}

impl Bodies {
    /// About how many bytes are kept, apart from the last batch.
    pub(crate) fn bytes(&self) -> usize {
        self.copied + self.known.len() * (size_of::<Known>() + size_of::<u32>())
    }

    pub(crate) fn clear(&mut self) {
        let Self { hasher, .. } = std::mem::take(self);
        self.hasher = hasher;
    }

    /// Begins a batch. The bodies of the last one stay known if they then take at most this many
    /// bytes; otherwise all are forgotten, and the answer is `false`. The same dictionary as before
    /// is recognized without reading its values.
    pub(crate) fn begin(&mut self, column: &Column<'_>, max_bytes: usize) -> bool {
        let keeps = match self.last.take() {
            Some(last) if last.is(column) => {
                self.last = Some(last);
                return true;
            }
            Some(last) => self.copy_from(&last.values, max_bytes),
            // Nothing is known yet.
            None => true,
        };
        if !keeps {
            self.clear();
        }
        self.last = Some(LastBatch {
            values: column.values().slice(0, column.values().len()),
            by_key: column.keyed_values().map(|values| vec![None; values]),
        });
        keeps
    }

    /// Copies the bodies that are in these values, unless that takes too many bytes.
    fn copy_from(&mut self, values: &ArrayRef, max_bytes: usize) -> bool {
        let Ok(values) = Column::new(values, Input::Bodies) else {
            return false;
        };
        let value = |place: &Place| match place {
            Place::Here(index) => Some(values.value(*index)),
            Place::Copy(_) => None,
        };
        let found = self.known.iter().filter_map(|known| value(&known.place));
        let more: usize = found.map(<[u8]>::len).sum();
        if self.bytes() + more > max_bytes {
            return false;
        }
        for known in &mut self.known {
            if let Some(bytes) = value(&known.place) {
                known.place = Place::Copy(bytes.into());
            }
        }
        self.copied += more;
        true
    }

    /// The number of a body of the present batch, by its content.
    fn number(&mut self, column: &Column<'_>, index: usize, body: &[u8]) -> u32 {
        let hash = self.hasher.hash_one(body);
        let known = &self.known;
        let is_equal = |number: &u32| {
            let known = &known[*number as usize];
            let bytes = match &known.place {
                Place::Here(index) => column.value(*index),
                Place::Copy(bytes) => bytes,
            };
            known.hash == hash && bytes == body
        };
        if let Some(number) = self.numbers.find(hash, is_equal) {
            return *number;
        }
        let number = u32::try_from(self.known.len()).expect("four billion bodies do not fit in memory");
        self.known.push(Known {
            hash,
            place: Place::Here(index),
        });
        let known = &self.known;
        self.numbers
            .insert_unique(hash, number, |number| known[*number as usize].hash);
        number
    }
}

impl LastBatch {
    /// Whether rows of a column refer by keys to these values. Buffers that are kept are never
    /// freed and used for something else.
    fn is(&self, column: &Column<'_>) -> bool {
        let values = column.values();
        self.by_key.is_some()
            && column.keyed_values().is_some()
            && self.values.len() == values.len()
            && self.values.to_data().ptr_eq(&values.to_data())
    }
}

/// Numbers the bodies of one batch, and looks at the content of as few as it can.
pub(crate) enum BodyNumbers<'a> {
    /// Rows with the same key have the same body.
    Key(Vec<Option<u32>>),
    /// So have views of the same bytes, as engines leave them after a join.
    Address(HashMap<(usize, usize), u32>),
    /// Files that are sorted by site have equal bodies in sequence.
    Run(Option<(&'a [u8], u32)>),
}

impl<'a> BodyNumbers<'a> {
    /// For a column that [`Bodies::begin`] was called with.
    pub(crate) fn new(bodies: &mut Bodies, column: &Column<'_>) -> Self {
        if let Some(values) = column.keyed_values() {
            let by_key = bodies.last.as_mut().and_then(|last| last.by_key.take());
            Self::Key(by_key.unwrap_or_else(|| vec![None; values]))
        } else if column.holds_views() {
            Self::Address(HashMap::new())
        } else {
            Self::Run(None)
        }
    }

    /// Keeps the numbers of a dictionary for the next batch.
    pub(crate) fn finish(self, bodies: &mut Bodies) {
        if let (Self::Key(numbers), Some(last)) = (self, &mut bodies.last) {
            last.by_key = Some(numbers);
        }
    }

    /// The number of the body at an index of the column.
    #[inline]
    pub(crate) fn number(
        &mut self,
        bodies: &mut Bodies,
        column: &Column<'a>,
        index: usize,
        body: &'a [u8],
    ) -> u32 {
        match self {
            Self::Key(numbers) => *numbers[index].get_or_insert_with(|| bodies.number(column, index, body)),
            Self::Address(numbers) => *numbers
                .entry((body.as_ptr().addr(), body.len()))
                .or_insert_with(|| bodies.number(column, index, body)),
            Self::Run(last) => match last {
                Some((last, number)) if *last == body => *number,
                _ => {
                    let number = bodies.number(column, index, body);
                    *last = Some((body, number));
                    number
                }
            },
        }
    }
}
