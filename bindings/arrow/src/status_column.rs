//! Columns of HTTP statuses, of any type of whole numbers. Whole numbers may also be of type Float64,
//! with NaN for those that are missing, as pandas has them.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Float64Type, Int16Type, Int32Type, Int64Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, Datum, PrimitiveArray};
use arrow_schema::DataType;
use robots_exclusion::fetch::Reply;

use crate::error::{Error, Input};

/// A column of statuses, or one for all rows.
pub(crate) struct StatusColumn<'a> {
    numbers: Numbers<'a>,
    is_scalar: bool,
    rows: usize,
}

enum Numbers<'a> {
    Int16(&'a PrimitiveArray<Int16Type>),
    Int32(&'a PrimitiveArray<Int32Type>),
    Int64(&'a PrimitiveArray<Int64Type>),
    UInt16(&'a PrimitiveArray<UInt16Type>),
    UInt32(&'a PrimitiveArray<UInt32Type>),
    UInt64(&'a PrimitiveArray<UInt64Type>),
    Float64(&'a PrimitiveArray<Float64Type>),
    Null,
}

impl<'a> StatusColumn<'a> {
    pub(crate) fn new(datum: &'a dyn Datum) -> Result<Self, Error> {
        let (array, is_scalar) = datum.get();
        let numbers = match array.data_type() {
            DataType::Int16 => Numbers::Int16(array.as_primitive()),
            DataType::Int32 => Numbers::Int32(array.as_primitive()),
            DataType::Int64 => Numbers::Int64(array.as_primitive()),
            DataType::UInt16 => Numbers::UInt16(array.as_primitive()),
            DataType::UInt32 => Numbers::UInt32(array.as_primitive()),
            DataType::UInt64 => Numbers::UInt64(array.as_primitive()),
            DataType::Float64 if are_whole(array.as_primitive()) => Numbers::Float64(array.as_primitive()),
            DataType::Null => Numbers::Null,
            found => {
                return Err(Error::Type {
                    input: Input::Statuses,
                    found: found.clone(),
                });
            }
        };
        Ok(Self {
            numbers,
            is_scalar,
            rows: array.len(),
        })
    }

    /// The number of rows, or `None` of a scalar.
    pub(crate) fn rows(&self) -> Option<usize> {
        (!self.is_scalar).then_some(self.rows)
    }

    /// What the status of a row says, or `None` if it is null. All of success are alike.
    pub(crate) fn reply(&self, row: usize) -> Option<Reply> {
        Some(match self.status(row)? {
            Some(200..=299) => Reply::Status(200),
            Some(status) => Reply::Status(status),
            // No status has this number.
            None => Reply::Unreachable,
        })
    }

    /// The status of a row, or `None` if it is null; `Some(None)` is a number that no status has.
    pub(crate) fn status(&self, row: usize) -> Option<Option<u16>> {
        fn number<T: ArrowPrimitiveType>(array: &PrimitiveArray<T>, row: usize) -> Option<Option<u16>>
        where
            T::Native: TryInto<u16>,
        {
            array.is_valid(row).then(|| array.value(row).try_into().ok())
        }
        let row = if self.is_scalar { 0 } else { row };
        match self.numbers {
            Numbers::Int16(array) => number(array, row),
            Numbers::Int32(array) => number(array, row),
            Numbers::Int64(array) => number(array, row),
            Numbers::UInt16(array) => number(array, row),
            Numbers::UInt32(array) => number(array, row),
            Numbers::UInt64(array) => number(array, row),
            Numbers::Float64(array) => {
                let status = array.is_valid(row).then(|| array.value(row));
                status
                    .filter(|status| !status.is_nan())
                    .map(|status| u16::try_from(status as i64).ok())
            }
            Numbers::Null => None,
        }
    }
}

/// Whether there are only whole numbers, and none where there is NaN.
fn are_whole(statuses: &PrimitiveArray<Float64Type>) -> bool {
    statuses
        .iter()
        .flatten()
        .all(|status| status.is_nan() || status.fract() == 0.0)
}
