//! `read_sitemap`: the entries of a sitemap file, one by one.

use std::io::{Cursor, Read};
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use robots_exclusion_sitemap as sitemap;
use robots_exclusion_sitemap::{Entry, EntryKind, Error, Format, Item, Reader};

use crate::record;
use crate::text::{Text, is_path, wrong_type};

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
#[pyclass(frozen, module = "robots_exclusion")]
pub(crate) struct Sitemap(Mutex<State>);

struct State {
    reader: Reader<Source>,
    problems: Vec<SitemapProblem>,
}

/// Where a sitemap comes from.
enum Source {
    Bytes(Cursor<Vec<u8>>),
    /// A binary file object.
    File {
        file: Py<PyAny>,
        closes: bool,
    },
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self {
            Self::Bytes(bytes) => bytes.read(buffer),
            Self::File { file, closes } => Python::attach(|py| {
                let file = file.bind(py);
                let read = file.call_method1("read", (buffer.len(),))?;
                let read = read.extract::<Text<'_>>()?;
                let bytes = read.0.get(..buffer.len()).unwrap_or(&read.0);
                if bytes.len() < read.0.len() {
                    return Err(PyValueError::new_err(
                        "the file object returned more bytes than it was asked for",
                    )
                    .into());
                }
                buffer[..bytes.len()].copy_from_slice(bytes);
                if bytes.is_empty() && *closes {
                    file.call_method0("close")?;
                }
                Ok(bytes.len())
            }),
        }
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
        // Detached, so that a thread that holds the lock can attach to read.
        let entry = py.detach(|| {
            let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            while let Some(item) = state.reader.next_item() {
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
        let problems = py.detach(|| {
            self.0
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .problems
                .clone()
        });
        let problems = problems.into_iter();
        problems
            .map(|problem| record(py, "SitemapProblem", problem))
            .collect()
    }

    /// The format, once the first entry was read.
    #[getter]
    fn format(&self, py: Python<'_>) -> Option<&'static str> {
        let format = py.detach(|| {
            self.0
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .reader
                .format()
        });
        format.map(Format::as_str)
    }
}

/// Reads a sitemap, entry by entry, in constant memory: XML, text, RSS or Atom, also compressed
/// with gzip.
///
/// Iterating raises ``ValueError`` at the limits of the protocol, and ``OSError`` if the source
/// cannot be read.
#[pyfunction]
fn read_sitemap(source: &Bound<'_, PyAny>) -> PyResult<Sitemap> {
    let source = if let Ok(text) = source.extract::<Text<'_>>() {
        Source::Bytes(Cursor::new(text.0.into_owned()))
    } else if is_path(source.as_borrowed())? {
        let file = source.py().import("io")?.call_method1("open", (source, "rb"))?;
        Source::File {
            file: file.unbind(),
            closes: true,
        }
    } else if source.hasattr("read")? {
        Source::File {
            file: source.clone().unbind(),
            closes: false,
        }
    } else {
        return Err(wrong_type(
            source.as_borrowed(),
            "str, bytes, os.PathLike or a binary file",
        ));
    };
    let reader = sitemap::Reader::new(source);
    Ok(Sitemap(Mutex::new(State {
        reader,
        problems: Vec::new(),
    })))
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Sitemap>()?;
    module.add_function(wrap_pyfunction!(read_sitemap, module)?)
}
