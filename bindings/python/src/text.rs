//! Arguments that hold texts: `str` and `bytes` mean the same everywhere.

use std::borrow::Cow;
use std::ffi::CStr;
use std::marker::PhantomData;
use std::time::Duration;

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyUnicodeEncodeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDateTime, PyDelta, PyList, PyMemoryView, PyString, PyTuple};
use robots_exclusion::Target;

/// A text that may hold any bytes: `str`, `bytes`, `bytearray` or `memoryview`.
pub(crate) struct Text<'a>(pub(crate) Cow<'a, [u8]>);

impl Text<'_> {
    /// The text as UTF-8, with U+FFFD for characters that UTF-8 cannot hold.
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

/// A URL that is asked about: an absolute one, or a path that begins with `/`. Anything else would
/// be taken for some path that was probably not meant.
pub(crate) struct UrlArg<'a>(Text<'a>);

impl UrlArg<'_> {
    pub(crate) fn target(&self) -> Target<'_> {
        // Unlike `Target::from_bytes`, this leaves it to the question to extract the path.
        Target::from(&*self.0.0)
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for UrlArg<'a> {
    type Error = PyErr;

    #[inline]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let text = object.extract::<Text<'a>>()?;
        match Target::validate(&text.0) {
            Ok(()) => Ok(Self(text)),
            Err(problem) => Err(not_a_url(&text, &problem)),
        }
    }
}

#[cold]
fn not_a_url(text: &Text<'_>, problem: &robots_exclusion::error::TargetError) -> PyErr {
    PyValueError::new_err(format!("url is {:?}: {problem}", shortened(&text.to_str())))
}

/// The beginning of a text, to be quoted in a message.
pub(crate) fn shortened(text: &str) -> Cow<'_, str> {
    const MOST: usize = 100;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => Cow::Owned(format!("{}...", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// The error in a URL, with the correct form to write; ``None`` if it can be asked about.
#[pyfunction]
fn url_problem(url: Text<'_>) -> Option<String> {
    Target::validate(&url.0).err().map(|problem| problem.to_string())
}

/// The content of a file: a text, or an `os.PathLike`, which is read. A `str` is never a path.
pub(crate) struct Body<'a> {
    pub(crate) bytes: Cow<'a, [u8]>,
    /// Whether it was given as a `str`.
    pub(crate) is_str: bool,
}

impl<'a, 'py> FromPyObject<'a, 'py> for Body<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
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
            return Err(wrong_type(object, "str, bytes or os.PathLike"));
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
fn warn(content: Borrowed<'_, '_, PyAny>, message: &CStr) -> PyResult<()> {
    PyErr::warn(
        content.py(),
        &content.py().get_type::<PyUserWarning>(),
        message,
        1,
    )
}

/// Bytes from whatever has a buffer.
pub(crate) struct Buffer<'a>(pub(crate) Cow<'a, [u8]>);

impl<'a, 'py> FromPyObject<'a, 'py> for Buffer<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyBytes>() {
            return Ok(Self(Cow::Borrowed(<&'a [u8]>::extract(object)?)));
        }
        match PyMemoryView::from(&object) {
            Ok(view) => Ok(Self(Cow::Owned(
                view.call_method0("tobytes")?.extract::<Vec<u8>>()?,
            ))),
            Err(_) => Err(wrong_type(object, "bytes or another object with a buffer")),
        }
    }
}

/// Names, in a list or a tuple. A `str` is refused: its letters would be taken for names.
pub(crate) struct Names(pub(crate) Vec<String>);

impl<'a, 'py> FromPyObject<'a, 'py> for Names {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>() {
            return Err(wrong_type(object, "a list of str"));
        }
        let Ok(items) = object.try_iter() else {
            return Err(wrong_type(object, "a list of str"));
        };
        items
            .map(|name| name?.extract::<String>())
            .collect::<PyResult<_>>()
            .map(Self)
    }
}

/// Whether an object is a list or a tuple.
pub(crate) fn is_list(object: Borrowed<'_, '_, PyAny>) -> bool {
    object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>()
}

/// The name of an argument, for messages.
pub(crate) trait Named {
    const NAME: &'static str;
}

macro_rules! names {
    ($($name:ident = $text:literal),+ $(,)?) => {$(
        pub(crate) struct $name;

        impl Named for $name {
            const NAME: &'static str = $text;
        }
    )+};
}

names! {
    MaxBytes = "max_bytes",
    MaxBodyBytes = "max_body_bytes",
    MaxCacheBytes = "max_cache_bytes",
    MaxLineBytes = "max_line_bytes",
    Period = "seconds",
    Threads = "threads",
    Now = "now",
    DefaultDelay = "default_delay",
    MinDelay = "min_delay",
    MaxDelay = "max_delay",
    MaxWait = "max_wait",
}

/// A number of bytes or of threads. One that is larger than any memory is the largest.
pub(crate) struct Count<N>(pub(crate) usize, pub(crate) PhantomData<N>);

impl<'a, 'py, N: Named> FromPyObject<'a, 'py> for Count<N> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let count = match object.extract::<usize>() {
            Ok(count) => count,
            Err(error) if !error.is_instance_of::<PyOverflowError>(object.py()) => {
                let found = object.get_type();
                return Err(PyTypeError::new_err(format!(
                    "{}: expected an int, not {}",
                    N::NAME,
                    found.name()?
                )));
            }
            Err(_) if object.lt(0)? => return Err(negative(N::NAME, object)),
            Err(_) => usize::MAX,
        };
        Ok(Self(count, PhantomData))
    }
}

/// Seconds, from a number or a `timedelta`; a time, from what `time.time()` returns or a
/// `datetime`.
pub(crate) struct Seconds<N>(pub(crate) Duration, pub(crate) PhantomData<N>);

impl<'a, 'py, N: Named> FromPyObject<'a, 'py> for Seconds<N> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let seconds: f64 = match object.extract() {
            Ok(seconds) => seconds,
            Err(_) if object.is_instance_of::<PyDateTime>() => object.call_method0("timestamp")?.extract()?,
            Err(_) if object.is_instance_of::<PyDelta>() => {
                object.call_method0("total_seconds")?.extract()?
            }
            Err(_) => return Err(wrong_type(object, "seconds, a datetime or a timedelta")),
        };
        match Duration::try_from_secs_f64(seconds) {
            Ok(duration) => Ok(Self(duration, PhantomData)),
            Err(_) if seconds > 0.0 => Err(PyValueError::new_err(format!(
                "{}: expected fewer than 2**64 seconds, not {seconds:e}",
                N::NAME
            ))),
            Err(_) => Err(negative(N::NAME, object)),
        }
    }
}

fn negative(name: &str, found: Borrowed<'_, '_, PyAny>) -> PyErr {
    let found = found.str();
    let found = found
        .as_ref()
        .map_or(Cow::Borrowed("another"), |found| found.to_string_lossy());
    PyValueError::new_err(format!(
        "{name}: expected a number that is not negative, not {found}"
    ))
}

/// An HTTP status.
pub(crate) struct Status(pub(crate) u16);

impl<'a, 'py> FromPyObject<'a, 'py> for Status {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<u16>() {
            Ok(status @ 100..=999) => Ok(Self(status)),
            Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => {
                Err(wrong_type(object, "an HTTP status"))
            }
            _ => Err(PyValueError::new_err(format!(
                "status: expected an HTTP status from 100 to 999, not {}",
                object.str()?.to_string_lossy()
            ))),
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

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(url_problem, module)?)
}
