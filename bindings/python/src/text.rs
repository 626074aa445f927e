//! Arguments that hold texts: `str` and `bytes` mean the same everywhere.

use std::borrow::Cow;
use std::ffi::CStr;

use pyo3::exceptions::{PyUnicodeEncodeError, PyUserWarning};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};
use robots_exclusion::Target;

use crate::argument::{Argument, arg, quoted, wrong_type, wrong_value};

/// A text that may hold any bytes: `str`, `bytes`, `bytearray` or `memoryview`.
pub(crate) struct Text<'a>(pub(crate) Cow<'a, [u8]>);

impl<'a> Text<'a> {
    /// The text that an object is, or `None` of another object.
    pub(crate) fn of(object: &'a Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        Ok(bytes_of(object)?.map(Self))
    }

    /// The text as UTF-8, with U+FFFD for characters that UTF-8 cannot hold.
    pub(crate) fn to_str(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.0)
    }
}

impl<'a> Argument<'a, '_> for Text<'a> {
    fn read(name: &str, object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        Self::of(object)?.ok_or_else(|| wrong_type(name, "str or bytes", object))
    }
}

/// A URL that is asked about: an absolute one, or a path that begins with `/`. Anything else would
/// be taken for some path that was probably not meant.
pub(crate) struct UrlArg<'a>(Text<'a>);

impl UrlArg<'_> {
    pub(crate) fn target(&self) -> Target<'_> {
        // Unlike `Target::from_bytes`, this leaves it to the question to extract the path.
        Target::from(&*self.0.0)
    }
}

impl<'a> Argument<'a, '_> for UrlArg<'a> {
    #[inline]
    fn read(name: &str, object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        let text = Text::read(name, object)?;
        match Target::validate(&text.0) {
            Ok(()) => Ok(Self(text)),
            Err(problem) => Err(not_a_url(name, &text, &problem)),
        }
    }
}

#[cold]
fn not_a_url(name: &str, text: &Text<'_>, problem: &robots_exclusion::error::TargetError) -> PyErr {
    let found = format!("{}: {problem}", quoted(&text.to_str()));
    wrong_value(name, "a URL, or a path that begins with /", found)
}

/// The error in a URL, with the correct form to write; ``None`` if it can be asked about.
#[pyfunction]
fn url_problem(#[pyo3(from_py_with = arg::url)] url: Text<'_>) -> Option<String> {
    Target::validate(&url.0).err().map(|problem| problem.to_string())
}

/// The content of a file: a text, or an `os.PathLike`, which is read. A `str` is never a path.
pub(crate) struct Body<'a> {
    pub(crate) bytes: Cow<'a, [u8]>,
    /// Whether it was given as a `str`.
    pub(crate) is_str: bool,
}

impl<'a> Argument<'a, '_> for Body<'a> {
    fn read(name: &str, object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        if let Some(bytes) = bytes_of(object)? {
            if is_one_url(&bytes) {
                warn(object, URL)?;
            } else if is_file_name(&bytes) {
                warn(object, FILE_NAME)?;
            }
            let is_str = object.is_instance_of::<PyString>();
            return Ok(Self { bytes, is_str });
        }
        if !is_path(object)? {
            return Err(wrong_type(name, "str, bytes or os.PathLike", object));
        }
        // By Python, whose errors name the file.
        let file = object.py().import("io")?.call_method1("open", (object, "rb"))?;
        let content = file.call_method0("read");
        file.call_method0("close")?;
        Ok(Self {
            bytes: Cow::Owned(content?.extract::<Vec<u8>>()?),
            is_str: false,
        })
    }
}

/// Whether a content is a URL and nothing else.
fn is_one_url(bytes: &[u8]) -> bool {
    let text = bytes.trim_ascii();
    (text.starts_with(b"https://") || text.starts_with(b"http://"))
        && !text.iter().any(u8::is_ascii_whitespace)
        && Target::parse_bytes(text).is_ok()
}

/// Whether a content looks like the name of a file and nothing else: a word that ends with `.txt`,
/// and that no dialect can read as a line with a key and a value.
fn is_file_name(bytes: &[u8]) -> bool {
    let end = bytes.len().saturating_sub(b".txt".len());
    let after_drive = if bytes.get(1..3) == Some(b":\\") { 3 } else { 0 };
    bytes[end..].eq_ignore_ascii_case(b".txt")
        && !bytes[after_drive..]
            .iter()
            .any(|byte| *byte == b':' || byte.is_ascii_whitespace())
}

const URL: &CStr = c"robots is a URL, which is not fetched: pass the content of the file";
const FILE_NAME: &CStr =
    c"robots is the name of a file, which is not opened: pass a pathlib.Path, or the content of the file";

/// A robots.txt that is one of these has no rules, and allows everything.
#[cold]
fn warn(content: &Bound<'_, PyAny>, message: &CStr) -> PyResult<()> {
    PyErr::warn(
        content.py(),
        &content.py().get_type::<PyUserWarning>(),
        message,
        1,
    )
}

/// Bytes from whatever has a buffer.
pub(crate) struct Buffer<'a>(pub(crate) Cow<'a, [u8]>);

impl<'a> Argument<'a, '_> for Buffer<'a> {
    fn read(name: &str, object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Self(Cow::Borrowed(bytes.as_bytes())));
        }
        match PyMemoryView::from(object) {
            Ok(view) => Ok(Self(Cow::Owned(
                view.call_method0("tobytes")?.extract::<Vec<u8>>()?,
            ))),
            Err(_) => Err(wrong_type(name, "bytes or another object with a buffer", object)),
        }
    }
}

/// Whether an object is an `os.PathLike`.
pub(crate) fn is_path(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    object.hasattr("__fspath__")
}

/// The bytes of a text, or `None` of another object.
fn bytes_of<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<Option<Cow<'a, [u8]>>> {
    if let Ok(text) = object.cast::<PyString>() {
        return match text.to_str() {
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
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return Ok(Some(Cow::Borrowed(bytes.as_bytes())));
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

/// Bytes of a file as a `str`, with U+FFFD for what is not UTF-8.
pub(crate) fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(url_problem, module)?)
}
