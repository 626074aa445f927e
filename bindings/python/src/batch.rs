//! `check_batch`: columns of questions, through Arrow.

use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::cast::AsArray;
use arrow_array::types::UInt32Type;
use arrow_array::{Array, ArrayRef, BinaryArray, Datum, RecordBatch, Scalar, StructArray};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList, PyTuple};
use robots_exclusion_arrow::{Answers, Error, Input, Judge};

use crate::arrays::{self, only_column, text_array};
use crate::capsule;
use crate::dialect::DialectArg;
use crate::text::{Text, wrong_type};

/// A column argument.
pub(crate) enum Column {
    /// The same text for all rows.
    Scalar(Scalar<ArrayRef>),
    Chunks(Vec<ArrayRef>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Column {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Some(chunks) = capsule::import(&object)? {
            return Self::of_chunks(chunks.into_iter().map(only_column));
        }
        if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            let mut texts = Vec::new();
            for text in object.try_iter()? {
                let text = text?;
                let text: Option<Text<'_>> = text.extract()?;
                texts.push(text.map(|text| text.0.into_owned()));
            }
            let array = BinaryArray::from_iter(texts);
            return Ok(Self::Chunks(vec![Arc::new(array)]));
        }
        match object.extract::<Text<'_>>() {
            Ok(text) => {
                let array: ArrayRef = Arc::new(BinaryArray::from_vec(vec![&text.0]));
                Ok(Self::Scalar(Scalar::new(array)))
            }
            Err(_) => Err(wrong_type(
                object,
                "an object with the Arrow PyCapsule interface, a list, or one str or bytes for all rows",
            )),
        }
    }
}

impl Column {
    fn of_chunks(chunks: impl Iterator<Item = ArrayData>) -> PyResult<Self> {
        let chunks: Result<_, _> = chunks.map(text_array).collect();
        chunks.map(Self::Chunks).map_err(|found| {
            PyTypeError::new_err(format!(
                "a column is of type {found}, which holds no text; cast it to string or binary"
            ))
        })
    }

    /// The number of rows, or `None` if the column has any number.
    fn rows(&self) -> Option<usize> {
        match self {
            Self::Scalar(_) => None,
            Self::Chunks(chunks) => Some(chunks.iter().map(|chunk| chunk.len()).sum()),
        }
    }
}

/// A position in the chunks of a column.
struct Cursor<'c> {
    column: &'c Column,
    chunk: usize,
    offset: usize,
}

impl Cursor<'_> {
    /// The rows up to the end of the chunk, or `None` if the column has any number. Passes over empty chunks.
    fn available(&mut self) -> Option<usize> {
        let Column::Chunks(chunks) = self.column else {
            return None;
        };
        while chunks
            .get(self.chunk)
            .is_some_and(|chunk| chunk.len() == self.offset)
        {
            self.chunk += 1;
            self.offset = 0;
        }
        Some(
            chunks
                .get(self.chunk)
                .map_or(0, |chunk| chunk.len() - self.offset),
        )
    }

    /// The next rows, of which so many are available.
    fn take(&mut self, rows: usize) -> Box<dyn Datum> {
        match self.column {
            Column::Scalar(scalar) => Box::new(scalar.clone()),
            Column::Chunks(chunks) => {
                let rows_taken = chunks[self.chunk].slice(self.offset, rows);
                self.offset += rows;
                Box::new(rows_taken)
            }
        }
    }
}

fn to_python(error: Error) -> PyErr {
    match error {
        Error::Type { .. } => PyTypeError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// Answers rows that may be cut into chunks at different places in each column.
fn judge_chunks(judge: &mut Judge, columns: [&Column; 3], detail: bool) -> Result<RecordBatch, Error> {
    let mut rows = None;
    for (column, input) in columns
        .into_iter()
        .zip([Input::Bodies, Input::Agents, Input::Urls])
    {
        match (rows, column.rows()) {
            (Some(expected), Some(found)) if expected != found => {
                return Err(Error::Rows {
                    input,
                    found,
                    expected,
                });
            }
            (None, found) => rows = found,
            _ => {}
        }
    }
    let mut left = rows.unwrap_or(1);
    let mut answers = Answers::new(detail);
    let mut cursors = columns.map(|column| Cursor {
        column,
        chunk: 0,
        offset: 0,
    });
    while left > 0 {
        let available = cursors.iter_mut().filter_map(Cursor::available).min();
        let rows = available.unwrap_or(left);
        let [bodies, agents, urls] = &mut cursors;
        let (bodies, agents, urls) = (bodies.take(rows), agents.take(rows), urls.take(rows));
        judge.judge_into(&*bodies, &*agents, &*urls, &mut answers)?;
        left -= rows;
    }
    Ok(answers.finish())
}

fn new_judge(
    dialect: Option<DialectArg<'_, '_>>,
    max_body_bytes: Option<usize>,
    max_cache_bytes: Option<usize>,
) -> Judge {
    let mut judge = Judge::new(*dialect.unwrap_or_default().dialect());
    if let Some(max_bytes) = max_body_bytes {
        judge = judge.max_body_bytes(max_bytes);
    }
    if let Some(max_bytes) = max_cache_bytes {
        judge = judge.max_cache_bytes(max_bytes);
    }
    judge
}

#[pyfunction]
#[pyo3(signature = (robots, agents, urls, *, dialect = None, detail = false, max_body_bytes = None))]
fn check_batch<'py>(
    py: Python<'py>,
    robots: Column,
    agents: Column,
    urls: Column,
    dialect: Option<DialectArg<'_, '_>>,
    detail: bool,
    max_body_bytes: Option<usize>,
) -> PyResult<Bound<'py, BatchAnswers>> {
    let mut judge = new_judge(dialect, max_body_bytes, None);
    let answers = py.detach(|| judge_chunks(&mut judge, [&robots, &agents, &urls], detail));
    BatchAnswers::new(py, answers.map_err(to_python)?)
}

#[pyfunction]
#[pyo3(signature = (
    table, *, robots = "robots", agent = "agent", url = "url", dialect = None, detail = false,
    max_body_bytes = None
))]
#[expect(clippy::too_many_arguments, reason = "all but one have names and defaults")]
fn check_table<'py>(
    py: Python<'py>,
    table: &Bound<'py, PyAny>,
    robots: &str,
    agent: &str,
    url: &str,
    dialect: Option<DialectArg<'_, '_>>,
    detail: bool,
    max_body_bytes: Option<usize>,
) -> PyResult<Bound<'py, BatchAnswers>> {
    let chunks = capsule::import(table)?
        .ok_or_else(|| wrong_type(table.as_borrowed(), "a table with the Arrow PyCapsule interface"))?;
    let column = |name: &str| {
        let found: Option<Vec<ArrayData>> = chunks.iter().map(|table| arrays::column(table, name)).collect();
        let found = found.ok_or_else(|| PyKeyError::new_err(name.to_string()))?;
        Column::of_chunks(found.into_iter())
    };
    let (robots, agents, urls) = (column(robots)?, column(agent)?, column(url)?);
    let mut judge = new_judge(dialect, max_body_bytes, None);
    let answers = py.detach(|| judge_chunks(&mut judge, [&robots, &agents, &urls], detail));
    BatchAnswers::new(py, answers.map_err(to_python)?)
}

/// Answers batch after batch.
#[pyclass(frozen, name = "Judge", module = "robots_exclusion")]
pub(crate) struct PyJudge(Mutex<Judge>);

#[pymethods]
impl PyJudge {
    #[new]
    #[pyo3(signature = (*, dialect = None, max_body_bytes = None, max_cache_bytes = None))]
    fn new(
        dialect: Option<DialectArg<'_, '_>>,
        max_body_bytes: Option<usize>,
        max_cache_bytes: Option<usize>,
    ) -> Self {
        Self(Mutex::new(new_judge(dialect, max_body_bytes, max_cache_bytes)))
    }

    #[pyo3(signature = (robots, agents, urls, *, detail = false))]
    fn check_batch<'py>(
        &self,
        py: Python<'py>,
        robots: Column,
        agents: Column,
        urls: Column,
        detail: bool,
    ) -> PyResult<Bound<'py, BatchAnswers>> {
        let answers = py.detach(|| {
            let mut judge = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            judge_chunks(&mut judge, [&robots, &agents, &urls], detail)
        });
        BatchAnswers::new(py, answers.map_err(to_python)?)
    }
}

/// What a table of answers and each of its columns are to those that read Arrow data.
#[pyclass(
    frozen,
    subclass,
    name = "_ExportedArray",
    module = "robots_exclusion._native"
)]
pub(crate) struct ExportedArray(ArrayRef);

#[pymethods]
impl ExportedArray {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::export_schema(py, self.0.data_type())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // A request is a wish; consumers cast what they get.
        drop(requested_schema);
        capsule::export_array(py, &*self.0)
    }
}

/// A table of answers.
#[pyclass(frozen, extends = ExportedArray, module = "robots_exclusion")]
pub(crate) struct BatchAnswers(RecordBatch);

impl BatchAnswers {
    fn new(py: Python<'_>, answers: RecordBatch) -> PyResult<Bound<'_, Self>> {
        let array = ExportedArray(Arc::new(StructArray::from(answers.clone())));
        Bound::new(py, PyClassInitializer::from(array).add_subclass(Self(answers)))
    }
}

#[pymethods]
impl BatchAnswers {
    #[getter]
    fn allowed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, AnswerColumn>> {
        AnswerColumn::new(py, self.0.column(0))
    }

    #[getter]
    fn column_names(&self) -> Vec<String> {
        let schema = self.0.schema();
        schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, AnswerColumn>> {
        let column = self.0.column_by_name(name);
        AnswerColumn::new(py, column.ok_or_else(|| PyKeyError::new_err(name.to_string()))?)
    }

    fn __repr__(&self) -> String {
        format!(
            "<BatchAnswers: {} rows of {}>",
            self.0.num_rows(),
            self.column_names().join(", ")
        )
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        capsule::export_stream(py, &self.0)
    }
}

/// One column of answers: the array itself.
#[pyclass(frozen, extends = ExportedArray, module = "robots_exclusion")]
pub(crate) struct AnswerColumn;

impl AnswerColumn {
    fn new<'py>(py: Python<'py>, column: &ArrayRef) -> PyResult<Bound<'py, Self>> {
        let array = ExportedArray(Arc::clone(column));
        Bound::new(py, PyClassInitializer::from(array).add_subclass(Self))
    }
}

#[pymethods]
impl AnswerColumn {
    fn to_list<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        let (py, array) = (slf.py(), &slf.as_super().get().0);
        match array.data_type() {
            DataType::Boolean => PyList::new(py, array.as_boolean().iter().collect::<Vec<_>>()),
            DataType::UInt32 => {
                PyList::new(py, array.as_primitive::<UInt32Type>().iter().collect::<Vec<_>>())
            }
            _ => PyList::new(py, array.as_string::<i32>().iter().collect::<Vec<_>>()),
        }
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        let array = &slf.as_super().get().0;
        format!("<AnswerColumn: {} rows of {}>", array.len(), array.data_type())
    }
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyJudge>()?;
    module.add_class::<ExportedArray>()?;
    module.add_class::<BatchAnswers>()?;
    module.add_class::<AnswerColumn>()?;
    module.add_function(wrap_pyfunction!(check_batch, module)?)?;
    module.add_function(wrap_pyfunction!(check_table, module)?)
}
