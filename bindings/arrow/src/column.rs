//! Texts from any type of array that holds them.

use arrow_array::cast::AsArray;
use arrow_array::types::{BinaryViewType, ByteArrayType, ByteViewType, StringViewType};
use arrow_array::{
    Array, BinaryArray, BinaryViewArray, Datum, FixedSizeBinaryArray, LargeBinaryArray, LargeStringArray,
    StringArray, StringViewArray,
};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;

use crate::error::{Error, Input};

/// One column of questions.
pub(crate) struct Column<'a> {
    values: Values<'a>,
    /// The array that holds the values: the column itself, or the values of the dictionary.
    array: &'a dyn Array,
    /// Of a dictionary: where the value of each row is. Arbitrary but valid where the row is null.
    keys: Option<Vec<usize>>,
    nulls: Option<NullBuffer>,
    is_scalar: bool,
    rows: usize,
}

/// The arrays that hold texts.
enum Values<'a> {
    Binary(&'a BinaryArray),
    LargeBinary(&'a LargeBinaryArray),
    BinaryView(&'a BinaryViewArray),
    FixedSizeBinary(&'a FixedSizeBinaryArray),
    Utf8(&'a StringArray),
    LargeUtf8(&'a LargeStringArray),
    Utf8View(&'a StringViewArray),
    /// Every row is null.
    Null,
}

impl<'a> Column<'a> {
    pub(crate) fn new(datum: &'a dyn Datum, input: Input) -> Result<Self, Error> {
        let (array, is_scalar) = datum.get();
        let rows = array.len();
        let mut nulls = array.logical_nulls();
        let (array, keys) = match array.as_any_dictionary_opt() {
            // No key is valid, so every row is null, and no value is ever looked up.
            Some(dictionary) if dictionary.values().is_empty() => {
                nulls = Some(NullBuffer::new_null(rows));
                (dictionary.values().as_ref(), Some(vec![0; rows]))
            }
            Some(dictionary) => (dictionary.values().as_ref(), Some(dictionary.normalized_keys())),
            None => (array, None),
        };
        let values = Values::of(array).ok_or_else(|| Error::Type {
            input,
            found: array.data_type().clone(),
        })?;
        Ok(Self {
            values,
            array,
            keys,
            nulls,
            is_scalar,
            rows,
        })
    }

    /// The number of rows, or `None` of a scalar.
    pub(crate) fn rows(&self) -> Option<usize> {
        (!self.is_scalar).then_some(self.rows)
    }

    /// Where the value of a row is, or `None` if it is null.
    #[inline]
    pub(crate) fn index(&self, row: usize) -> Option<usize> {
        let row = if self.is_scalar { 0 } else { row };
        if self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
            return None;
        }
        Some(self.keys.as_ref().map_or(row, |keys| keys[row]))
    }

    /// The value at an index that [`Self::index`] returned.
    #[inline]
    pub(crate) fn value(&self, index: usize) -> &'a [u8] {
        match self.values {
            Values::Binary(array) => text(array, index),
            Values::LargeBinary(array) => text(array, index),
            Values::BinaryView(array) => view::<BinaryViewType>(array, index),
            Values::FixedSizeBinary(array) => array.value(index),
            Values::Utf8(array) => text(array, index),
            Values::LargeUtf8(array) => text(array, index),
            Values::Utf8View(array) => view::<StringViewType>(array, index),
            // No row has an index.
            Values::Null => &[],
        }
    }

    /// The number of distinct values, if rows refer to values by keys: of a dictionary or a scalar.
    pub(crate) fn keyed_values(&self) -> Option<usize> {
        (self.keys.is_some() || self.is_scalar).then(|| self.array.len())
    }

    pub(crate) fn holds_views(&self) -> bool {
        matches!(self.values, Values::BinaryView(_) | Values::Utf8View(_))
    }

    /// The array that holds the values.
    pub(crate) fn values(&self) -> &'a dyn Array {
        self.array
    }
}

#[inline]
fn text<T: ByteArrayType>(array: &arrow_array::GenericByteArray<T>, index: usize) -> &[u8] {
    array.value(index).as_ref()
}

#[inline]
fn view<T: ByteViewType>(array: &arrow_array::GenericByteViewArray<T>, index: usize) -> &[u8] {
    array.value(index).as_ref()
}

impl<'a> Values<'a> {
    fn of(array: &'a dyn Array) -> Option<Self> {
        Some(match array.data_type() {
            DataType::Binary => Self::Binary(array.as_binary()),
            DataType::LargeBinary => Self::LargeBinary(array.as_binary()),
            DataType::BinaryView => Self::BinaryView(array.as_binary_view()),
            DataType::FixedSizeBinary(_) => Self::FixedSizeBinary(array.as_fixed_size_binary()),
            DataType::Utf8 => Self::Utf8(array.as_string()),
            DataType::LargeUtf8 => Self::LargeUtf8(array.as_string()),
            DataType::Utf8View => Self::Utf8View(array.as_string_view()),
            DataType::Null => Self::Null,
            _ => return None,
        })
    }
}
