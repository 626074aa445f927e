//! `HostIndex`: bodies by host, for column after column of hosts.

use std::sync::Arc;

use arrow_array::{Datum, LargeBinaryArray};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use robots_exclusion_arrow::Input;

use crate::Reduced;
use crate::argument::{Argument, arg, wrong_type};
use crate::batch::{Column, ExportedArray, align, to_python};

/// The bodies of many sites by host, built once and asked batch after batch.
///
/// It is made from a dict, or from a column of hosts and a column of their bodies, which are
/// copied; a host that occurs twice raises ``ValueError``. Hosts compare without case. It is
/// pickled with its bodies.
#[pyclass(frozen, weakref, module = "robots_exclusion")]
pub(crate) struct HostIndex(robots_exclusion_arrow::HostIndex);

#[pymethods]
impl HostIndex {
    #[new]
    #[pyo3(signature = (hosts, robots = None))]
    fn new(
        py: Python<'_>,
        hosts: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = arg::robots)] robots: Option<Column>,
    ) -> PyResult<Self> {
        let (hosts, robots) = match robots {
            Some(robots) => (Column::read("hosts", hosts)?, robots),
            None => {
                let sites = hosts.cast::<PyDict>().map_err(|_| {
                    let expected = "a dict of hosts and their bodies, or two columns: hosts and robots";
                    wrong_type("hosts", expected, hosts)
                })?;
                let read = |column: Bound<'_, PyList>| Column::read("hosts", column.as_any());
                (read(sites.keys())?, read(sites.values())?)
            }
        };
        let index = py.detach(|| {
            let pieces = align([(Input::Hosts, Some(&hosts)), (Input::Bodies, Some(&robots))])?;
            let pairs = pieces.iter().filter_map(|[hosts, robots]| {
                let (hosts, robots): (&dyn Datum, &dyn Datum) = (&**hosts.as_ref()?, &**robots.as_ref()?);
                Some((hosts, robots))
            });
            robots_exclusion_arrow::HostIndex::new(&pairs.collect::<Vec<_>>())
        });
        index.map(Self).map_err(to_python)
    }

    /// The body of each host, as a column for :func:`check_batch`; null for a host that the index
    /// does not have.
    ///
    /// The column is a dictionary whose values are the same memory every time, so that a
    /// :class:`Judge` knows its bodies again without a look at them.
    fn bodies<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arg::hosts)] hosts: Column,
    ) -> PyResult<Bound<'py, ExportedArray>> {
        let bodies = py.detach(|| self.0.bodies(&hosts.pieces())).map_err(to_python)?;
        Bound::new(py, ExportedArray(Arc::new(bodies)))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (Bound<'py, PyList>, Bound<'py, PyList>)> {
        let texts = |column: &LargeBinaryArray| {
            let texts = column.iter().map(|text| text.map(|text| PyBytes::new(py, text)));
            PyList::new(py, texts.collect::<Vec<_>>())
        };
        let (hosts, robots) = self.0.columns();
        Ok((py.get_type::<Self>().into_any(), (texts(hosts)?, texts(robots)?)))
    }

    fn __repr__(&self) -> String {
        format!("<HostIndex: {} hosts>", self.0.len())
    }
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<HostIndex>()
}
