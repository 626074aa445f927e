//! The extension module `robots_exclusion._native`: [`robots_exclusion`] for Python.
//!
//! Every class is a thin wrapper around a type of the library. What each means is documented in
//! `python/robots_exclusion/_native.pyi`, which Python tools read.

mod access;
mod agents;
mod argument;
mod arrays;
mod batch;
mod capsule;
mod decide;
mod dialect;
mod diff;
mod host_index;
mod interrupt;
mod lint;
mod page;
mod robots_txt;
mod rules;
mod site;
mod sitemap;
mod sitemap_writer;
mod text;
mod verdict;

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// What `__reduce__` returns: what to call to make the object again, and the arguments.
type Reduced<'py, Arguments> = PyResult<(Bound<'py, PyAny>, Arguments)>;

/// A record of `python/robots_exclusion/_records.py`, from its fields by name.
fn record<'py, F>(py: Python<'py>, class: &str, fields: F) -> PyResult<Bound<'py, PyAny>>
where
    F: IntoPyObject<'py, Target = PyDict, Output = Bound<'py, PyDict>, Error: Into<PyErr>>,
{
    let class = py.import("robots_exclusion._records")?.getattr(class)?;
    let fields = fields.into_pyobject(py).map_err(Into::into)?;
    class.call((), Some(&fields))
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    text::add_to(module)?;
    dialect::add_to(module)?;
    verdict::add_to(module)?;
    robots_txt::add_to(module)?;
    rules::add_to(module)?;
    site::add_to(module)?;
    agents::add_to(module)?;
    lint::add_to(module)?;
    diff::add_to(module)?;
    decide::add_to(module)?;
    page::add_to(module)?;
    sitemap::add_to(module)?;
    sitemap_writer::add_to(module)?;
    batch::add_to(module)?;
    access::add_to(module)?;
    host_index::add_to(module)?;
    // PyO3 keeps a list of what was added. The packages that import from here have their own.
    module.delattr("__all__")
}
