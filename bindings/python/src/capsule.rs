//! Arrow data from and to other libraries: the [Arrow PyCapsule interface].
//!
//! The only unsafe code of the package. What comes in is trusted to follow the Arrow C data
//! interface, as every consumer of that interface has to trust: a pointer cannot be checked.
//!
//! [Arrow PyCapsule interface]: https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html
#![allow(unsafe_code)]

use std::ffi::{CStr, c_void};
use std::ptr::NonNull;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi, to_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, RecordBatch, RecordBatchIterator};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// The chunks of whatever exports Arrow data, or `None` of another object. Zero chunks hold zero
/// rows.
pub(crate) fn import(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<ArrayData>>> {
    if object.hasattr("__arrow_c_stream__")? {
        let capsule: Bound<'_, PyCapsule> = object.call_method0("__arrow_c_stream__")?.extract()?;
        let pointer = capsule.pointer_checked(Some(STREAM))?.cast();
        // SAFETY: A capsule of this name holds an initialized stream, by the PyCapsule interface,
        // and it is alive. The stream is moved out and leaves a released one, which the capsule's
        // destructor passes over.
        let mut stream = unsafe { FFI_ArrowArrayStream::from_raw(pointer.as_ptr()) };
        // Detached, because a stream may come from a query that is yet to run, on threads that
        // attach in turn.
        let chunks = object.py().detach(move || read_stream(&mut stream));
        return chunks.map(Some).map_err(PyRuntimeError::new_err);
    }
    if object.hasattr("__arrow_c_array__")? {
        let capsules = object.call_method0("__arrow_c_array__")?;
        let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) = capsules.extract()?;
        let schema: NonNull<FFI_ArrowSchema> = schema_pointer(&schema)?.cast();
        let array = array.pointer_checked(Some(ARRAY))?.cast();
        // SAFETY: As above.
        let array = unsafe { FFI_ArrowArray::from_raw(array.as_ptr()) };
        if array.is_released() {
            return Err(PyValueError::new_err("the Arrow array was released already"));
        }
        // SAFETY: The schema's capsule is in `capsules`, which outlives this block.
        let schema = unsafe { schema.as_ref() };
        let mut array = array;
        forget_buffers_of_nulls(&mut array, schema);
        // SAFETY: The two describe one array, by the PyCapsule interface.
        let data = unsafe { from_ffi(array, schema) }.map_err(to_python)?;
        return Ok(Some(vec![data]));
    }
    Ok(None)
}

fn schema_pointer(capsule: &Bound<'_, PyCapsule>) -> PyResult<NonNull<c_void>> {
    capsule.pointer_checked(Some(SCHEMA))
}

/// All chunks of a stream.
fn read_stream(stream: &mut FFI_ArrowArrayStream) -> Result<Vec<ArrayData>, String> {
    let (Some(get_schema), Some(get_next)) = (stream.get_schema, stream.get_next) else {
        return Err("the Arrow stream was released already".to_string());
    };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: The stream is not released, and `schema` is released, as the C stream interface asks.
    if unsafe { get_schema(stream, &mut schema) } != 0 {
        return Err(last_error(stream));
    }
    let mut chunks = Vec::new();
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: As above.
        if unsafe { get_next(stream, &mut array) } != 0 {
            return Err(last_error(stream));
        }
        if array.is_released() {
            return Ok(chunks);
        }
        forget_buffers_of_nulls(&mut array, &schema);
        // SAFETY: The stream's schema describes each of its arrays.
        let data = unsafe { from_ffi(array, &schema) };
        chunks.push(data.map_err(|error| error.to_string())?);
    }
}

/// The fields of `ArrowArray` in the Arrow C data interface, which arrow-rs keeps to itself, up to
/// the last that is needed here.
#[repr(C)]
struct ArrayFields {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut ArrayFields,
}

/// An array of type Null has no buffers, but Polars counts one, for which arrow-rs refuses it: a
/// partition in which no host has a robots.txt would end a job.
fn forget_buffers_of_nulls(array: &mut FFI_ArrowArray, schema: &FFI_ArrowSchema) {
    // SAFETY: The C data interface fixes the fields, and the reference is the only one to the array
    // and so to its children.
    unsafe { forget_in(std::ptr::from_mut(array).cast(), schema) }
}

/// # Safety
///
/// The pointer leads to an array that the schema describes, and nobody else uses the array.
unsafe fn forget_in(array: *mut ArrayFields, schema: &FFI_ArrowSchema) {
    // SAFETY: The caller's promise, which holds for the children as well. The number of buffers is
    // not used to free anything: the producer of the array keeps its own.
    unsafe {
        if schema.format() == "n" {
            (*array).n_buffers = 0;
        }
        for (number, child) in schema.children().enumerate() {
            if number < usize::try_from((*array).n_children).unwrap_or(0) {
                forget_in(*(*array).children.add(number), child);
            }
        }
    }
}

/// The error message of a stream.
fn last_error(stream: &mut FFI_ArrowArrayStream) -> String {
    let Some(get_last_error) = stream.get_last_error else {
        return "the Arrow stream failed".to_string();
    };
    // SAFETY: The stream is not released, and its last call failed.
    let message = unsafe { get_last_error(stream) };
    if message.is_null() {
        return "the Arrow stream failed".to_string();
    }
    // SAFETY: It ends with a NUL, and is valid until the stream is called again.
    let message = unsafe { CStr::from_ptr(message) };
    message.to_string_lossy().into_owned()
}

pub(crate) fn to_python(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// What `__arrow_c_schema__` returns.
pub(crate) fn export_schema<'py>(py: Python<'py>, data_type: &DataType) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(data_type).map_err(to_python)?;
    PyCapsule::new_with_value(py, schema, SCHEMA)
}

/// What `__arrow_c_array__` returns.
pub(crate) fn export_array<'py>(
    py: Python<'py>,
    array: &dyn Array,
) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
    let (array, schema) = to_ffi(&array.to_data()).map_err(to_python)?;
    let schema = PyCapsule::new_with_value(py, schema, SCHEMA)?;
    Ok((schema, PyCapsule::new_with_value(py, array, ARRAY)?))
}

/// What `__arrow_c_stream__` returns.
pub(crate) fn export_stream<'py>(py: Python<'py>, batch: &RecordBatch) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = batch.schema();
    let batches = RecordBatchIterator::new([Ok(batch.clone())], schema);
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), STREAM)
}
