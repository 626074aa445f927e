//! `read_sitemap`: the entries of a sitemap file, one by one.

use std::io::{Cursor, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use robots_exclusion_sitemap as sitemap;
use robots_exclusion_sitemap::{Entry, EntryKind, Error, Format, Item, Reader};

use crate::argument::wrong_type;
use crate::record;
use crate::text::{Text, is_path};

/// The fields of the record `SitemapEntry`.
#[derive(IntoPyObject)]
struct SitemapEntry {
    loc: String,
    is_sitemap: bool,
    lastmod: Option<String>,
    changefreq: Option<&'static str>,
    priority: Option<f64>,
    images: Vec<String>,
    alternates: Vec<(String, String)>,
    line: u64,
}

impl SitemapEntry {
    fn new(entry: &Entry) -> Self {
        let alternates = entry.alternates();
        Self {
            loc: entry.loc.clone(),
            is_sitemap: entry.kind == EntryKind::Sitemap,
            lastmod: entry.lastmod.map(|date| date.to_string()),
            changefreq: entry.change_frequency.map(|frequency| frequency.as_str()),
            priority: entry.priority.map(|priority| priority.get()),
            images: entry.images().map(ToString::to_string).collect(),
            alternates: alternates
                .map(|(language, url)| (language.to_string(), url.to_string()))
                .collect(),
            line: entry.line,
        }
    }
}

/// The fields of the record `SitemapProblem`.
#[derive(Clone, IntoPyObject)]
struct SitemapProblem {
    kind: &'static str,
    message: &'static str,
    line: u64,
    excerpt: String,
    entry_dropped: bool,
}

/// Iterates over the entries of a sitemap.
///
/// A file that was opened for it is closed when the last entry was read, by :meth:`close`, or at the
/// end of a ``with`` block.
#[pyclass(frozen, weakref, module = "robots_exclusion")]
pub(crate) struct Sitemap {
    state: Mutex<State>,
    /// What the reader reads from, if it is an object of Python.
    file: Option<Arc<File>>,
}

struct State {
    /// `None` once it was closed.
    reader: Option<Reader<Source>>,
    format: Option<Format>,
    problems: Vec<SitemapProblem>,
}

/// Where a sitemap comes from.
enum Source {
    Bytes(Cursor<Vec<u8>>),
    File(Arc<File>),
}

/// A binary file object. The only reference to it, so that the garbage collector can find it and
/// take it.
struct File {
    object: Mutex<Option<Py<PyAny>>>,
    /// Whether it was opened here.
    closes: bool,
}

impl File {
    fn object(&self) -> MutexGuard<'_, Option<Py<PyAny>>> {
        self.object.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets go of the object, and closes it if it was opened here.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let object = self.object().take();
        match object {
            Some(object) if self.closes => object.call_method0(py, "close").map(drop),
            _ => Ok(()),
        }
    }

    fn read(&self, py: Python<'_>, buffer: &mut [u8]) -> PyResult<usize> {
        // The lock is not held while Python runs.
        let object = self.object().as_ref().map(|object| object.clone_ref(py));
        let Some(object) = object else {
            return Err(closed());
        };
        let read = object.bind(py).call_method1("read", (buffer.len(),))?;
        let Some(read) = Text::of(&read)? else {
            return Err(wrong_type("source", "a file that bytes are read from", &read));
        };
        let bytes = read.0.get(..buffer.len()).unwrap_or(&read.0);
        if bytes.len() < read.0.len() {
            return Err(PyValueError::new_err(
                "the file object returned more bytes than it was asked for",
            ));
        }
        buffer[..bytes.len()].copy_from_slice(bytes);
        if bytes.is_empty() && self.closes {
            object.call_method0(py, "close")?;
        }
        Ok(bytes.len())
    }
}

fn closed() -> PyErr {
    PyValueError::new_err("the sitemap is closed")
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self {
            Self::Bytes(bytes) => bytes.read(buffer),
            Self::File(file) => Ok(Python::attach(|py| file.read(py, buffer))?),
        }
    }
}

impl Sitemap {
    /// Asks about the state, detached, so that a thread that holds the lock can attach to read.
    fn with_state<R: Send>(&self, py: Python<'_>, ask: impl FnOnce(&mut State) -> R + Send) -> R {
        py.detach(|| ask(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

fn to_python(error: Error) -> PyErr {
    match error {
        Error::Io(error) => error.into(),
        error => PyValueError::new_err(error.to_string()),
    }
}

#[pymethods]
impl Sitemap {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let entry = self.with_state(py, |state| {
            let reader = state.reader.as_mut().ok_or_else(closed)?;
            while let Some(item) = reader.next_item() {
                match item.map_err(to_python)? {
                    Item::Entry(entry) => return Ok(Some(SitemapEntry::new(&entry))),
                    Item::Problem(problem) => state.problems.push(SitemapProblem {
                        kind: problem.kind.as_str(),
                        message: problem.kind.message(),
                        line: problem.line,
                        excerpt: problem.excerpt,
                        entry_dropped: problem.entry_dropped,
                    }),
                    _ => {}
                }
            }
            Ok::<_, PyErr>(None)
        })?;
        entry.map(|entry| record(py, "SitemapEntry", entry)).transpose()
    }

    /// The problems so far.
    #[getter]
    fn problems<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let problems = self.with_state(py, |state| state.problems.clone());
        let problems = problems.into_iter();
        problems
            .map(|problem| record(py, "SitemapProblem", problem))
            .collect()
    }

    /// The format, once the first entry was read.
    #[getter]
    fn format(&self, py: Python<'_>) -> Option<&'static str> {
        self.with_state(py, |state| state.format()).map(Format::as_str)
    }

    /// Stops reading. A file that was passed stays open: it is the caller's to close. Then there are
    /// no more entries: iterating raises ``ValueError``. Idempotent.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.with_state(py, |state| {
            state.format = state.format();
            state.reader = None;
        });
        match &self.file {
            Some(file) => file.close(py),
            None => Ok(()),
        }
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, py: Python<'_>, _error: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.close(py)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // While another thread looks at it, the file is in use, and so is this.
        if let Some(file) = &self.file
            && let Ok(object) = file.object.try_lock()
            && let Some(object) = &*object
        {
            visit.call(object)?;
        }
        Ok(())
    }

    fn __clear__(&self) {
        if let Some(file) = &self.file {
            drop(file.object().take());
        }
    }
}

impl State {
    fn format(&self) -> Option<Format> {
        self.reader.as_ref().map_or(self.format, Reader::format)
    }
}

/// Reads a sitemap, entry by entry, in constant memory: XML, text, RSS or Atom, also compressed
/// with gzip.
///
/// Iterating raises ``ValueError`` at the limits of the protocol, and ``OSError`` if the source
/// cannot be read.
#[pyfunction]
fn read_sitemap(source: &Bound<'_, PyAny>) -> PyResult<Sitemap> {
    let file = |object: &Bound<'_, PyAny>, closes| {
        let object = Mutex::new(Some(object.clone().unbind()));
        Source::File(Arc::new(File { object, closes }))
    };
    let source = if let Some(text) = Text::of(source)? {
        Source::Bytes(Cursor::new(text.0.into_owned()))
    } else if is_path(source)? {
        file(
            &source.py().import("io")?.call_method1("open", (source, "rb"))?,
            true,
        )
    } else if source.hasattr("read")? {
        file(source, false)
    } else {
        let expected = "str, bytes, os.PathLike or a binary file";
        return Err(wrong_type("source", expected, source));
    };
    let file = match &source {
        Source::File(file) => Some(Arc::clone(file)),
        Source::Bytes(_) => None,
    };
    Ok(Sitemap {
        state: Mutex::new(State {
            reader: Some(sitemap::Reader::new(source)),
            format: None,
            problems: Vec::new(),
        }),
        file,
    })
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Sitemap>()?;
    module.add_function(wrap_pyfunction!(read_sitemap, module)?)
}
