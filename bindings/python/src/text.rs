//! Arguments that hold texts: `str` and `bytes` mean the same everywhere.

use std::borrow::Cow;

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyUnicodeEncodeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};

/// A text that may hold any bytes: `str`, `bytes`, `bytearray` or `memoryview`.
pub(crate) struct Text<'a>(pub(crate) Cow<'a, [u8]>);

impl Text<'_> {
    /// The text as UTF-8, with U+FFFD for what is not.
    pub(crate) fn to_str(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.0)
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Text<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        bytes_of(object)?
            .map(Self)
            .ok_or_else(|| wrong_type(object, "str or bytes"))
    }
}

/// The content of a file: a text, or an `os.PathLike`, which is read. A `str` is never a path.
pub(crate) struct Body<'a>(pub(crate) Cow<'a, [u8]>);

impl<'a, 'py> FromPyObject<'a, 'py> for Body<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Some(bytes) = bytes_of(object)? {
            return Ok(Self(bytes));
        }
        if !is_path(object)? {
            return Err(wrong_type(object, "str, bytes or os.PathLike"));
        }
        // By Python, whose errors name the file.
        let file = object.py().import("io")?.call_method1("open", (object, "rb"))?;
        let content = file.call_method0("read");
        file.call_method0("close")?;
        Ok(Self(Cow::Owned(content?.extract::<Vec<u8>>()?)))
    }
}

/// A number of bytes or of threads. One that is larger than any memory is the largest.
pub(crate) struct Count(pub(crate) usize);

impl<'a, 'py> FromPyObject<'a, 'py> for Count {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<usize>() {
            Ok(count) => Ok(Self(count)),
            Err(error) if !error.is_instance_of::<PyOverflowError>(object.py()) => Err(error),
            Err(_) if object.lt(0)? => Err(PyValueError::new_err(format!(
                "expected a number that is not negative, not {}",
                object.str()?.to_string_lossy()
            ))),
            Err(_) => Ok(Self(usize::MAX)),
        }
    }
}

/// Whether an object is an `os.PathLike`.
pub(crate) fn is_path(object: Borrowed<'_, '_, PyAny>) -> PyResult<bool> {
    object.hasattr("__fspath__")
}

/// The bytes of a text, or `None` of another object.
fn bytes_of<'a, 'py>(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Option<Cow<'a, [u8]>>> {
    if object.is_instance_of::<PyString>() {
        return match <&'a str>::extract(object) {
            Ok(text) => Ok(Some(Cow::Borrowed(text.as_bytes()))),
            // Lone surrogates: bytes that were decoded with `surrogateescape` become what they
            // were, others their own code.
            Err(error) if error.is_instance_of::<PyUnicodeEncodeError>(object.py()) => {
                let encode = |errors| object.call_method1("encode", ("utf-8", errors));
                let bytes = encode("surrogateescape").or_else(|_| encode("surrogatepass"))?;
                Ok(Some(Cow::Owned(bytes.extract::<Vec<u8>>()?)))
            }
            Err(error) => Err(error),
        };
    }
    if object.is_instance_of::<PyBytes>() {
        return Ok(Some(Cow::Borrowed(<&'a [u8]>::extract(object)?)));
    }
    if let Ok(bytes) = object.cast::<PyByteArray>() {
        return Ok(Some(Cow::Owned(bytes.to_vec())));
    }
    if object.is_instance_of::<PyMemoryView>() {
        return Ok(Some(Cow::Owned(
            object.call_method0("tobytes")?.extract::<Vec<u8>>()?,
        )));
    }
    Ok(None)
}

pub(crate) fn wrong_type(object: Borrowed<'_, '_, PyAny>, expected: &str) -> PyErr {
    let found = object.get_type();
    let name = found.name();
    let name = name
        .as_ref()
        .map_or(Cow::Borrowed("an unknown type"), |name| name.to_string_lossy());
    PyTypeError::new_err(format!("expected {expected}, not {name}"))
}

/// Bytes of a file as a `str`, with U+FFFD for what is not UTF-8.
pub(crate) fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
