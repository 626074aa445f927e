//! Arrays of texts from Arrow data of any type.
//!
//! `arrow_array::make_array` does the same for every type, and so links the code of all of them: a
//! fifth of the wheel.

use std::sync::Arc;

use arrow_array::types::{
    ArrowDictionaryKeyType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{
    ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, FixedSizeBinaryArray, LargeBinaryArray,
    LargeStringArray, PrimitiveArray, StringArray, StringViewArray,
};
use arrow_data::ArrayData;
use arrow_schema::DataType;

/// The array of a type that holds texts, or of a dictionary of such a type. Otherwise the type.
pub(crate) fn text_array(data: ArrayData) -> Result<ArrayRef, DataType> {
    Ok(match data.data_type() {
        DataType::Dictionary(key, _) => match **key {
            DataType::Int8 => dictionary::<Int8Type>(data)?,
            DataType::Int16 => dictionary::<Int16Type>(data)?,
            DataType::Int32 => dictionary::<Int32Type>(data)?,
            DataType::Int64 => dictionary::<Int64Type>(data)?,
            DataType::UInt8 => dictionary::<UInt8Type>(data)?,
            DataType::UInt16 => dictionary::<UInt16Type>(data)?,
            DataType::UInt32 => dictionary::<UInt32Type>(data)?,
            DataType::UInt64 => dictionary::<UInt64Type>(data)?,
            _ => return Err(data.data_type().clone()),
        },
        DataType::Binary => Arc::new(BinaryArray::from(data)),
        DataType::LargeBinary => Arc::new(LargeBinaryArray::from(data)),
        DataType::BinaryView => Arc::new(BinaryViewArray::from(data)),
        DataType::FixedSizeBinary(_) => Arc::new(FixedSizeBinaryArray::from(data)),
        DataType::Utf8 => Arc::new(StringArray::from(data)),
        DataType::LargeUtf8 => Arc::new(LargeStringArray::from(data)),
        DataType::Utf8View => Arc::new(StringViewArray::from(data)),
        // Such as a partition in which no host has a robots.txt.
        DataType::Null => Arc::new(BinaryArray::new_null(data.len())),
        other => return Err(other.clone()),
    })
}

fn dictionary<K: ArrowDictionaryKeyType>(data: ArrayData) -> Result<ArrayRef, DataType> {
    let values = text_array(data.child_data()[0].clone())?;
    // Not through a builder of `ArrayData`, which links the checks of every type.
    let width = size_of::<K::Native>();
    let keys = data.buffers()[0].slice_with_length(data.offset() * width, data.len() * width);
    let keys = PrimitiveArray::<K>::new(keys.into(), data.nulls().cloned());
    let array = DictionaryArray::try_new(keys, values).map_err(|_| K::DATA_TYPE)?;
    Ok(Arc::new(array))
}

/// The column of a table that has one, because queries return tables; anything else as it is.
pub(crate) fn only_column(data: ArrayData) -> ArrayData {
    match data.data_type() {
        DataType::Struct(fields) if fields.len() == 1 => child(&data, 0),
        _ => data,
    }
}

/// The column of this name, if the data are a table that has one.
pub(crate) fn column(table: &ArrayData, name: &str) -> Option<ArrayData> {
    let DataType::Struct(fields) = table.data_type() else {
        return None;
    };
    Some(child(table, fields.find(name)?.0))
}

/// A column as long as its table, which may be a slice of longer columns.
fn child(table: &ArrayData, at: usize) -> ArrayData {
    table.child_data()[at].slice(table.offset(), table.len())
}
