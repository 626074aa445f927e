//! Arguments: how each kind is read, and the one form of the errors about them.
//!
//! Every argument of a public function is read by a function of [`arg`] that has its name, so that
//! errors name it: PyO3 alone would say this in a note, and not at all before Python 3.11.

use std::borrow::Cow;
use std::fmt::Display;
use std::time::Duration;

use pyo3::PyClass;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::True;
use pyo3::types::{PyBool, PyDateTime, PyDelta, PyInt, PyList, PyString, PyTuple};

use crate::text::Text;

/// A kind of argument.
pub(crate) trait Argument<'a, 'py>: Sized {
    /// Reads an object that was passed for the argument of this name.
    ///
    /// # Errors
    ///
    /// [`wrong_type`] or [`wrong_value`]; what code of the object itself raises is handed on.
    fn read(name: &str, object: &'a Bound<'py, PyAny>) -> PyResult<Self>;
}

/// The functions that `#[pyo3(from_py_with)]` takes: one for each name of an argument, for each kind.
pub(crate) mod arg {
    use pyo3::prelude::*;

    use super::Argument;

    macro_rules! names {
        ($($name:ident),+ $(,)?) => {$(
            #[inline]
            pub(crate) fn $name<'a, 'py, T: Argument<'a, 'py>>(object: &'a Bound<'py, PyAny>) -> PyResult<T> {
                T::read(stringify!($name), object)
            }
        )+};
    }

    names! {
        address,
        agent,
        agents,
        allow,
        allow_private,
        also,
        body,
        category,
        chunk,
        combination,
        clock,
        crawler,
        data,
        decoded,
        default_delay,
        detail,
        dialect,
        dialects,
        disable,
        disallow,
        exceptions,
        fetched,
        folder,
        gzip,
        header,
        headers,
        hosts,
        max_body_bytes,
        max_bytes,
        max_cache_bytes,
        max_delay,
        max_open,
        max_wait,
        meta,
        min_delay,
        name,
        new,
        now,
        old,
        robots,
        send,
        site,
        status,
        statuses,
        strict,
        text,
        threads,
        timeout,
        token,
        transcode_utf16,
        url,
        urls,
        user_agent,
        user_agents,
        written,
    }
}

/// The error of an object of a type that the argument does not take.
#[cold]
pub(crate) fn wrong_type(name: &str, expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let found = found.get_type();
    let found = found.name();
    let found = found
        .as_ref()
        .map_or(Cow::Borrowed("an unknown type"), |found| found.to_string_lossy());
    PyTypeError::new_err(format!("{name}: expected {expected}, not {found}"))
}

/// The error of a value that the argument does not take, though its type may be the right one.
#[cold]
pub(crate) fn wrong_value(name: &str, expected: &str, found: impl Display) -> PyErr {
    PyValueError::new_err(format!("{name}: expected {expected}, not {found}"))
}

/// A text between quotation marks, for [`wrong_value`]: no more of it than a message can quote.
pub(crate) fn quoted(text: &str) -> String {
    format!("{:?}", shortened(text))
}

/// An object as Python prints it, for [`wrong_value`]. Python prints no number of thousands of digits.
pub(crate) fn printed(object: &Bound<'_, PyAny>) -> String {
    match object.str() {
        Ok(text) => shortened(&text.to_string_lossy()),
        Err(_) if object.is_instance_of::<PyInt>() => "a number that is too long to be printed".to_string(),
        Err(_) => "an object that cannot be printed".to_string(),
    }
}

/// The beginning of a text that may be of any length.
fn shortened(text: &str) -> String {
    const MOST: usize = 100;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_string(),
    }
}

pub(crate) fn negative(name: &str, found: &Bound<'_, PyAny>) -> PyErr {
    wrong_value(name, "a number that is not negative", printed(found))
}

/// Whether an object is a list or a tuple.
pub(crate) fn is_list(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>()
}

/// `None` is what a default stands for.
impl<'a, 'py, T: Argument<'a, 'py>> Argument<'a, 'py> for Option<T> {
    #[inline]
    fn read(name: &str, object: &'a Bound<'py, PyAny>) -> PyResult<Self> {
        match object.is_none() {
            true => Ok(None),
            false => T::read(name, object).map(Some),
        }
    }
}

impl<'a> Argument<'a, '_> for bool {
    fn read(name: &str, object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        match object.cast::<PyBool>() {
            Ok(flag) => Ok(flag.is_true()),
            // That of NumPy is another type.
            Err(_) => object.extract().map_err(|_| wrong_type(name, "bool", object)),
        }
    }
}

/// A name, or another text that no file holds: a `str`.
impl<'a> Argument<'a, '_> for &'a str {
    fn read(name: &str, object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        let Ok(text) = object.cast::<PyString>() else {
            return Err(wrong_type(name, "str", object));
        };
        // No name has lone surrogates.
        text.to_str().map_err(|_| {
            let found = format!(
                "{}, which has a part of a character",
                quoted(&text.to_string_lossy())
            );
            wrong_value(name, "str", found)
        })
    }
}

/// An object of a class of this package.
impl<'a, T: PyClass<Frozen = True> + Sync> Argument<'a, '_> for &'a T {
    fn read(name: &str, object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        match object.cast::<T>() {
            Ok(object) => Ok(object.get()),
            Err(_) => {
                let class = object.py().get_type::<T>().name()?;
                Err(wrong_type(name, &class.to_string_lossy(), object))
            }
        }
    }
}

/// What is called.
pub(crate) struct Callable<'a, 'py>(pub(crate) &'a Bound<'py, PyAny>);

impl<'a, 'py> Argument<'a, 'py> for Callable<'a, 'py> {
    fn read(name: &str, object: &'a Bound<'py, PyAny>) -> PyResult<Self> {
        match object.is_callable() {
            true => Ok(Self(object)),
            false => Err(wrong_type(name, "something to call", object)),
        }
    }
}

/// Names, in a list or a tuple. A `str` is refused: its letters would be taken for names.
pub(crate) struct Names(pub(crate) Vec<String>);

impl<'a> Argument<'a, '_> for Names {
    fn read(name: &str, object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        const EXPECTED: &str = "a list of str";
        if Text::of(object)?.is_some() {
            return Err(wrong_type(name, EXPECTED, object));
        }
        let Ok(items) = object.try_iter() else {
            return Err(wrong_type(name, EXPECTED, object));
        };
        let items = items.map(|item| {
            let item = item?;
            match item.cast::<PyString>() {
                Ok(item) => Ok(item.to_string_lossy().into_owned()),
                Err(_) => Err(wrong_type(name, "str for each item", &item)),
            }
        });
        items.collect::<PyResult<_>>().map(Self)
    }
}

/// A number of bytes or of threads. One that is larger than any memory is the largest.
pub(crate) struct Count(pub(crate) usize);

impl<'a> Argument<'a, '_> for Count {
    fn read(name: &str, object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        match object.extract::<usize>() {
            Ok(count) => Ok(Self(count)),
            Err(error) if !error.is_instance_of::<PyOverflowError>(object.py()) => {
                Err(wrong_type(name, "an int", object))
            }
            Err(_) if object.lt(0)? => Err(negative(name, object)),
            Err(_) => Ok(Self(usize::MAX)),
        }
    }
}

/// Seconds, from a number or a `timedelta`; a time, from what `time.time()` returns or a
/// `datetime`.
pub(crate) struct Seconds(pub(crate) Duration);

impl<'a> Argument<'a, '_> for Seconds {
    fn read(name: &str, object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        const MOST: &str = "fewer than 2**64 seconds";
        let seconds = if object.is_instance_of::<PyDateTime>() {
            let timestamp = object.call_method0("timestamp");
            timestamp.map_err(|_| wrong_value(name, "a time that has a timestamp", printed(object)))?
        } else if object.is_instance_of::<PyDelta>() {
            object.call_method0("total_seconds")?
        } else {
            object.clone()
        };
        let seconds = match seconds.extract::<f64>() {
            Ok(seconds) => seconds,
            Err(error) if !error.is_instance_of::<PyOverflowError>(object.py()) => {
                return Err(wrong_type(name, "seconds, a datetime or a timedelta", object));
            }
            Err(_) if object.lt(0)? => return Err(negative(name, object)),
            Err(_) => return Err(wrong_value(name, MOST, printed(object))),
        };
        match Duration::try_from_secs_f64(seconds) {
            Ok(duration) => Ok(Self(duration)),
            Err(_) if seconds > 0.0 => Err(wrong_value(name, MOST, printed(object))),
            Err(_) => Err(negative(name, object)),
        }
    }
}

/// [`Seconds`] as a number, for what takes part in Python's own calls.
impl<'a> Argument<'a, '_> for f64 {
    fn read(name: &str, object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Seconds::read(name, object)?.0.as_secs_f64())
    }
}

/// An HTTP status.
pub(crate) struct Status(pub(crate) u16);

impl<'a> Argument<'a, '_> for Status {
    fn read(name: &str, object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        const EXPECTED: &str = "an HTTP status from 100 to 999";
        match object.extract::<u16>() {
            Ok(status @ 100..=999) => Ok(Self(status)),
            Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => {
                Err(wrong_type(name, EXPECTED, object))
            }
            _ => Err(wrong_value(name, EXPECTED, printed(object))),
        }
    }
}
