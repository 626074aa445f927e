//! From hosts to their bodies.

use std::borrow::Cow;
use std::hash::BuildHasher;
use std::sync::Arc;

use arrow_array::builder::{LargeBinaryBuilder, PrimitiveBuilder};
use arrow_array::types::Int32Type;
use arrow_array::{Array, Datum, DictionaryArray, LargeBinaryArray};
use hashbrown::{DefaultHashBuilder, HashTable};

use crate::column::Column;
use crate::error::{Error, Input};

/// The bodies of many sites by host, to be built once and asked batch after batch.
///
/// [`Self::bodies`] turns a column of hosts into a column of bodies: a dictionary whose values are
/// the same memory every time, so that a [`Judge`](crate::Judge) knows its bodies again without a
/// look at them.
///
/// # Examples
///
/// ```
/// use arrow_array::{Array, StringArray};
/// use robots_exclusion_arrow::HostIndex;
///
/// let hosts = StringArray::from(vec!["a.example", "b.example"]);
/// let robots = StringArray::from(vec!["User-agent: *\nDisallow: /\n", ""]);
/// let index = HostIndex::new(&[(&hosts, &robots)])?;
///
/// let bodies = index.bodies(&[&StringArray::from(vec!["b.example", "c.example", "b.example"])])?;
/// assert_eq!((bodies.len(), bodies.null_count()), (3, 1)); // Nothing is known about c.example.
/// # Ok::<(), robots_exclusion_arrow::Error>(())
/// ```
pub struct HostIndex {
    hasher: DefaultHashBuilder,
    numbers: HashTable<i32>,
    /// In lower case.
    hosts: LargeBinaryArray,
    bodies: Arc<LargeBinaryArray>,
}

impl std::fmt::Debug for HostIndex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HostIndex")
            .field("hosts", &self.len())
            .finish_non_exhaustive()
    }
}

impl HostIndex {
    /// An index of pairs of columns, each of hosts and their bodies. Both are copied. Rows whose
    /// host is null are left out.
    ///
    /// # Errors
    ///
    /// If a column holds no texts, if two columns of a pair have different numbers of rows, or if a
    /// host occurs twice.
    ///
    /// # Panics
    ///
    /// If there are more than 2,147,483,647 hosts.
    pub fn new(columns: &[(&dyn Datum, &dyn Datum)]) -> Result<Self, Error> {
        let hasher = DefaultHashBuilder::default();
        let mut hosts = LargeBinaryBuilder::new();
        let mut bodies = LargeBinaryBuilder::new();
        for (host_column, body_column) in columns {
            let rows = host_column.get().0.len();
            let host_column = Column::new(*host_column, Input::Hosts)?;
            let body_column = Column::new(*body_column, Input::Bodies)?;
            if let Some(found) = body_column.rows()
                && found != rows
            {
                return Err(Error::Rows {
                    input: Input::Bodies,
                    found,
                    expected: rows,
                });
            }
            for row in 0..rows {
                if let Some(host) = host_column.index(row) {
                    hosts.append_value(lower_case(host_column.value(host)));
                    bodies.append_option(body_column.index(row).map(|body| body_column.value(body)));
                }
            }
        }
        let hosts = hosts.finish();
        let mut numbers = HashTable::with_capacity(hosts.len());
        for number in 0..hosts.len() {
            let host = hosts.value(number);
            let hash = hasher.hash_one(host);
            if numbers
                .find(hash, |known: &i32| hosts.value(*known as usize) == host)
                .is_some()
            {
                return Err(Error::Repeated(String::from_utf8_lossy(host).into_owned()));
            }
            let key = i32::try_from(number).expect("a dictionary has at most 2,147,483,647 values");
            numbers.insert_unique(hash, key, |known| hasher.hash_one(hosts.value(*known as usize)));
        }
        Ok(Self {
            hasher,
            numbers,
            hosts,
            bodies: Arc::new(bodies.finish()),
        })
    }

    /// The number of hosts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.hosts.len()
    }

    /// Whether there are no hosts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.hosts.is_empty()
    }

    /// The hosts, in lower case, and the body of each, from which the same index can be made again.
    #[must_use]
    pub fn columns(&self) -> (&LargeBinaryArray, &LargeBinaryArray) {
        (&self.hosts, &self.bodies)
    }

    /// The body of each host of some columns, one after the other; null for a host that is null or
    /// not in the index. Hosts are compared without regard to the case of ASCII letters (RFC 3986
    /// section 3.2.2).
    ///
    /// # Complexity
    ///
    /// A hash lookup for each row.
    ///
    /// # Errors
    ///
    /// If a column holds no texts.
    pub fn bodies(&self, hosts: &[&dyn Datum]) -> Result<DictionaryArray<Int32Type>, Error> {
        let mut keys = PrimitiveBuilder::<Int32Type>::new();
        for datum in hosts {
            let column = Column::new(*datum, Input::Hosts)?;
            for row in 0..datum.get().0.len() {
                let host = column.index(row).map(|index| column.value(index));
                keys.append_option(host.and_then(|host| self.number(host)));
            }
        }
        Ok(DictionaryArray::new(
            keys.finish(),
            Arc::<LargeBinaryArray>::clone(&self.bodies),
        ))
    }

    fn number(&self, host: &[u8]) -> Option<i32> {
        let host = &*lower_case(host);
        let is_equal = |number: &i32| self.hosts.value(*number as usize) == host;
        self.numbers.find(self.hasher.hash_one(host), is_equal).copied()
    }
}

/// A host as it is kept. Nearly always, it has no upper case.
fn lower_case(host: &[u8]) -> Cow<'_, [u8]> {
    if host.iter().any(u8::is_ascii_uppercase) {
        Cow::Owned(host.to_ascii_lowercase())
    } else {
        Cow::Borrowed(host)
    }
}
