//! `check_batch`: columns of questions, through Arrow.

use std::ffi::CString;
use std::num::NonZero;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BooleanArray, Datum, RecordBatch, Scalar, StringArray, StructArray,
    UInt32Array,
};
use arrow_data::ArrayData;
use arrow_schema::{DataType, FieldRef};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyIterator, PyList, PySlice};
use robots_exclusion::Dialect;
use robots_exclusion_arrow::{Answers, Crawlers, Error, Input, Judge, OneCrawler, Questions, Refused};

use crate::Reduced;
use crate::agents::AgentArg;
use crate::argument::{Argument, Count, arg, is_list, quoted, wrong_type, wrong_value};
use crate::arrays::{self, only_column, text_array};
use crate::capsule;
use crate::dialect::{self, DialectArg, chosen};
use crate::text::Text;

/// A column argument.
pub(crate) enum Column {
    /// The same text for all rows.
    Scalar(Scalar<ArrayRef>),
    Chunks(Vec<ArrayRef>),
}

impl<'a> Argument<'a, '_> for Column {
    fn read(name: &str, object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(array) = object.cast::<ExportedArray>()
            && !matches!(array.get().0.data_type(), DataType::Struct(_))
        {
            return Ok(Self::Chunks(vec![Arc::clone(&array.get().0)]));
        }
        if let Some(chunks) = capsule::import(object)? {
            return Self::of_chunks(name, chunks.into_iter().map(only_column));
        }
        if is_list(object) {
            let mut texts = Vec::new();
            for text in object.try_iter()? {
                texts.push(text_or_null(name, &text?)?);
            }
            let array = BinaryArray::from_iter(texts);
            return Ok(Self::Chunks(vec![Arc::new(array)]));
        }
        if let Some(text) = Text::of(object)? {
            let array: ArrayRef = Arc::new(BinaryArray::from_vec(vec![&text.0]));
            return Ok(Self::Scalar(Scalar::new(array)));
        }
        match without_arrow(object)? {
            Some(column) => Self::read(name, &column),
            None => Err(wrong_type(name, COLUMN, object)),
        }
    }
}

/// What a column is.
const COLUMN: &str = "an object with the Arrow PyCapsule interface, a list, or one str or bytes for all rows";

/// A value of a list. What pandas and NumPy write for a missing value is null.
fn text_or_null(argument: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    if let Some(text) = Text::of(value)? {
        return Ok(Some(text.0.into_owned()));
    }
    let is_nan = || value.extract::<f64>().is_ok_and(f64::is_nan);
    let name = value.get_type().name()?;
    if value.is_none() || is_nan() || name == "NAType" || name == "NaTType" {
        Ok(None)
    } else {
        Err(wrong_type(argument, "str or bytes in each row", value))
    }
}

/// The column that a Series of pandas 2 or an array of NumPy is: as Arrow data if they can be had,
/// or else as a list.
fn without_arrow<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let array = object.getattr_opt("array")?.unwrap_or_else(|| object.clone());
    if array.hasattr("__arrow_array__")?
        && let Ok(column) = array.call_method0("__arrow_array__")
        && is_exporter(&column)?
    {
        return Ok(Some(column));
    }
    if object.hasattr("tolist")? {
        return object.call_method0("tolist").map(Some);
    }
    Ok(None)
}

impl Column {
    fn of_chunks(argument: &str, chunks: impl Iterator<Item = ArrayData>) -> PyResult<Self> {
        let chunks: Result<_, _> = chunks.map(text_array).collect();
        chunks.map(Self::Chunks).map_err(|found| {
            PyTypeError::new_err(format!(
                "{argument}: expected a column of texts, not of type {found}, which holds no text; cast it to string or binary"
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

    /// The whole column, or the parts of it that are in one piece each.
    pub(crate) fn pieces(&self) -> Vec<&dyn Datum> {
        match self {
            Self::Scalar(scalar) => vec![scalar],
            Self::Chunks(chunks) => chunks.iter().map(|chunk| chunk as &dyn Datum).collect(),
        }
    }
}

/// Who asks, row by row or in all rows.
pub(crate) enum CrawlersArg {
    Agents(Column),
    UserAgents(Column),
    One(OneCrawler<'static>),
}

impl CrawlersArg {
    /// From the arguments `agents` and `user_agents`; one of them is given. A list of texts is one
    /// crawler here too, as everywhere, unless it has as many texts as there are rows: then it may be
    /// a column that lost its type, and is refused.
    fn new(
        agents: Option<&Bound<'_, PyAny>>,
        user_agents: Option<Column>,
        others: [&Column; 2],
    ) -> PyResult<Self> {
        if let Some(list) = agents.and_then(|agents| agents.cast::<PyList>().ok()) {
            let rows = others.iter().find_map(|column| column.rows());
            if list.len() > 1 && rows == Some(list.len()) {
                let found = format!(
                    "a list of {} names, as many as there are rows: for a crawler in each row, pass a column, such as numpy.array(agents) or pyarrow.array(agents); for one crawler with these names, pass tuple(agents)",
                    list.len()
                );
                return Err(wrong_value("agents", "one crawler or a column", found));
            }
        }
        match (agents, user_agents) {
            (Some(agents), None) if is_column(agents)? => Ok(Self::Agents(Column::read("agents", agents)?)),
            (Some(agents), None) => Ok(Self::one(&AgentArg::read("agents", agents)?)),
            (None, Some(headers)) => Ok(Self::UserAgents(headers)),
            (Some(_), Some(_)) => Err(both("agents", "user_agents")),
            (None, None) => Err(PyTypeError::new_err(
                "agents: expected one of agents and user_agents, not None",
            )),
        }
    }

    fn one(crawler: &AgentArg<'_>) -> Self {
        Self::One(crawler.with_dialect(|list, dialect| OneCrawler::new(list.into_owned(), dialect)))
    }

    fn column(&self) -> (Input, Option<&Column>) {
        match self {
            Self::Agents(column) => (Input::Agents, Some(column)),
            Self::UserAgents(column) => (Input::UserAgents, Some(column)),
            Self::One(_) => (Input::Agents, None),
        }
    }
}

/// The error of two arguments of which one is passed.
fn both(first: &str, second: &str) -> PyErr {
    PyTypeError::new_err(format!("{first}: expected one of {first} and {second}, not both"))
}

/// Whether an object hands out Arrow data.
fn is_exporter(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(object.hasattr("__arrow_c_stream__")? || object.hasattr("__arrow_c_array__")?)
}

/// Whether an object is a column of values, and not one text or a list.
fn is_column(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(is_exporter(object)? || object.hasattr("tolist")? && Text::of(object)?.is_none())
}

/// A position in the chunks of a column.
struct Cursor<'c> {
    column: &'c Column,
    chunk: usize,
    offset: usize,
}

impl Cursor<'_> {
    /// The rows up to the end of the chunk, or `None` if the column has any number. Passes over
    /// empty chunks.
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

    /// The next rows; this many are available.
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

pub(crate) fn to_python(error: Error) -> PyErr {
    match error {
        Error::Rows {
            input,
            found,
            expected,
        } => {
            let name = match input {
                Input::Bodies => "robots".to_string(),
                Input::UserAgents => "user_agents".to_string(),
                input => input.to_string(),
            };
            wrong_value(&name, &format!("{expected} rows, as other columns have"), found)
        }
        Error::Repeated(host) => {
            wrong_value("hosts", "each host once", format_args!("{} twice", quoted(&host)))
        }
        Error::Type { .. } => PyTypeError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// The part of a column that belongs to a piece of all columns, or `None` if there is no column.
type Piece = Option<Box<dyn Datum>>;

/// Cuts columns, whose chunks may end at different rows, into pieces in which none does.
pub(crate) fn align<const N: usize>(
    columns: [(Input, Option<&Column>); N],
) -> Result<Vec<[Piece; N]>, Error> {
    let mut rows = None;
    for (input, column) in columns {
        match (rows, column.and_then(Column::rows)) {
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
    let mut remaining = rows.unwrap_or(1);
    let mut cursors = columns.map(|(_, column)| {
        column.map(|column| Cursor {
            column,
            chunk: 0,
            offset: 0,
        })
    });
    let mut pieces = Vec::new();
    while remaining > 0 {
        let available = cursors.iter_mut().flatten().filter_map(Cursor::available).min();
        let rows = available.unwrap_or(remaining);
        pieces.push(
            cursors
                .each_mut()
                .map(|cursor| cursor.as_mut().map(|cursor| cursor.take(rows))),
        );
        remaining -= rows;
    }
    Ok(pieces)
}

/// Answers rows until Python asks to stop.
fn judge_chunks(
    judge: &mut Judge,
    robots: &Column,
    crawlers: &CrawlersArg,
    urls: &Column,
    detail: bool,
) -> PyResult<(RecordBatch, Refused)> {
    let (input, crawler_column) = crawlers.column();
    let columns = [
        (Input::Bodies, Some(robots)),
        (input, crawler_column),
        (Input::Urls, Some(urls)),
    ];
    let pieces = align(columns).map_err(to_python)?;
    let questions = pieces.iter().filter_map(|[bodies, column, urls]| {
        let crawlers = match (crawlers, column) {
            (CrawlersArg::One(crawler), _) => Crawlers::One(crawler.clone()),
            (CrawlersArg::Agents(_), column) => Crawlers::Agents(&**column.as_ref()?),
            (CrawlersArg::UserAgents(_), column) => Crawlers::UserAgents(&**column.as_ref()?),
        };
        Some(Questions {
            bodies: &**bodies.as_ref()?,
            crawlers,
            urls: &**urls.as_ref()?,
        })
    });
    let questions: Vec<_> = questions.collect();
    let mut answers = Answers::new(detail);
    let mut signal = Ok(());
    let judged = judge.judge_while(&questions, &mut answers, &mut || {
        signal = Python::attach(|py| py.check_signals());
        signal.is_ok()
    });
    signal?;
    judged.map_err(to_python)?;
    let refused = answers.refused();
    Ok((answers.finish(), refused))
}

/// Hands out answers, and warns of questions that were refused.
fn answered(py: Python<'_>, (answers, refused): (RecordBatch, Refused)) -> PyResult<Bound<'_, BatchAnswers>> {
    if refused.rows() > 0 {
        let message = format!(
            "{} of {} rows have null for an answer: in {} the crawler is a URL or no name, in {} the URL begins neither with https:// or http:// nor with /",
            refused.rows(),
            answers.num_rows(),
            refused.crawlers,
            refused.urls
        );
        let message = CString::new(message).unwrap_or_default();
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)?;
    }
    BatchAnswers::new(py, answers)
}

/// What a judge is made with.
#[derive(Clone, Copy)]
struct JudgeOptions {
    dialect: Option<Dialect>,
    max_body_bytes: Option<usize>,
    max_cache_bytes: Option<usize>,
    threads: Option<usize>,
}

impl JudgeOptions {
    fn new(
        dialect: Option<DialectArg<'_, '_>>,
        max_body_bytes: Option<Count>,
        max_cache_bytes: Option<Count>,
        threads: Option<Count>,
    ) -> Self {
        Self {
            dialect: chosen(dialect),
            max_body_bytes: max_body_bytes.map(|count| count.0),
            max_cache_bytes: max_cache_bytes.map(|count| count.0),
            threads: threads.map(|count| count.0),
        }
    }

    fn judge(&self) -> Judge {
        let threads = NonZero::new(self.threads.unwrap_or(1));
        let cores = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let mut judge = Judge::new(self.dialect).threads(threads.unwrap_or_else(cores));
        if let Some(max_bytes) = self.max_body_bytes {
            judge = judge.max_body_bytes(max_bytes);
        }
        if let Some(max_bytes) = self.max_cache_bytes {
            judge = judge.max_cache_bytes(max_bytes);
        }
        judge
    }
}

/// `urls` comes after arguments with a default.
fn required(urls: Option<Column>) -> PyResult<Column> {
    urls.ok_or_else(|| PyTypeError::new_err(format!("urls: expected {COLUMN}, not None")))
}

/// Answers a column of questions, without the GIL; an interrupt (Ctrl-C) stops it.
///
/// Each column is an object with the Arrow PyCapsule interface (of pyarrow, polars, pandas,
/// DuckDB...), a Series of pandas 2, an array of NumPy, a list, or one text for all rows; Arrow
/// columns are of a string or binary type, a dictionary of one, or of type Null. Where a part of
/// the question is null, so is the answer. It is also null if a text of ``agents`` names no crawler or
/// several (it is empty, a set, names with commas), if a crawler of either kind is a URL, or if the
/// URL is not one: a warning has the number of such rows.
///
/// Who asks is given in one of two ways. ``agents`` is one crawler for all rows, of any kind that
/// :func:`is_allowed` takes, so that a list is one crawler with several names; or a column, of Arrow
/// or an array, with a product token or a header in each row. A plain list with as many names as
/// there are rows is refused, because it may be either: pass an array, or a tuple for one crawler.
/// ``user_agents`` is a column of ``User-Agent`` headers, and so may be a list. For a crawler in each
/// row without Arrow, see :func:`check_table`.
///
/// Bodies that repeat are recognized by content, in columns of any type and in any order, and
/// compiled once for each thread.
///
/// :param dialect: how all files are read. If not given, a well-known crawler reads them as its
///     operator documents, any other as RFC 9309 says.
/// :param detail: also answer ``reason``, ``line``, ``rule`` and ``group``.
/// :param max_body_bytes: read at most so many bytes of each file, and no line in part.
/// :param threads: answer with so many threads, each a part of the rows in sequence; 1 if not
///     given, and 0 for as many as there are cores.
/// :raises TypeError: if a column holds no texts.
/// :raises ValueError: if columns differ in length, or if ``agents`` is a list as long as they are.
#[pyfunction]
#[pyo3(signature = (
    robots, agents = None, urls = None, *, user_agents = None, dialect = None, detail = false, max_body_bytes = None,
    threads = None
))]
#[expect(clippy::too_many_arguments, reason = "most have names and defaults")]
fn check_batch<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = arg::robots)] robots: Column,
    agents: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = arg::urls)] urls: Option<Column>,
    #[pyo3(from_py_with = arg::user_agents)] user_agents: Option<Column>,
    #[pyo3(from_py_with = arg::dialect)] dialect: Option<DialectArg<'_, '_>>,
    #[pyo3(from_py_with = arg::detail)] detail: bool,
    #[pyo3(from_py_with = arg::max_body_bytes)] max_body_bytes: Option<Count>,
    #[pyo3(from_py_with = arg::threads)] threads: Option<Count>,
) -> PyResult<Bound<'py, BatchAnswers>> {
    let urls = required(urls)?;
    let crawlers = CrawlersArg::new(agents, user_agents, [&robots, &urls])?;
    let mut judge = JudgeOptions::new(dialect, max_body_bytes, None, threads).judge();
    let answers = py.detach(|| judge_chunks(&mut judge, &robots, &crawlers, &urls, detail));
    answered(py, answers?)
}

/// Like :func:`check_batch`, for the columns of a table: a data frame, a record batch, a query, or
/// a dict of columns.
///
/// :param agent: the name of the column with a product token or a header in each row, or a crawler
///     for all rows that is not a ``str``.
/// :param user_agent: the name of a column with a header in each row, instead of ``agent``. If
///     neither is given, the column is ``agent``, or ``user_agent`` where there is no ``agent``.
/// :raises KeyError: if the table has no column of such a name.
#[pyfunction]
#[pyo3(signature = (
    table, *, robots = "robots", agent = None, user_agent = None, url = "url", dialect = None, detail = false,
    max_body_bytes = None, threads = None
))]
#[expect(clippy::too_many_arguments, reason = "all but one have names and defaults")]
fn check_table<'py>(
    py: Python<'py>,
    table: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = arg::robots)] robots: &str,
    agent: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = arg::user_agent)] user_agent: Option<&str>,
    #[pyo3(from_py_with = arg::url)] url: &str,
    #[pyo3(from_py_with = arg::dialect)] dialect: Option<DialectArg<'_, '_>>,
    #[pyo3(from_py_with = arg::detail)] detail: bool,
    #[pyo3(from_py_with = arg::max_body_bytes)] max_body_bytes: Option<Count>,
    #[pyo3(from_py_with = arg::threads)] threads: Option<Count>,
) -> PyResult<Bound<'py, BatchAnswers>> {
    let table = Table::new(table)?;
    let crawlers = match (agent, user_agent) {
        (Some(_), Some(_)) => return Err(both("agent", "user_agent")),
        (None, Some(name)) => CrawlersArg::UserAgents(table.column(name)?),
        (None, None) if !table.has("agent")? && table.has("user_agent")? => {
            CrawlersArg::UserAgents(table.column("user_agent")?)
        }
        (None, None) => CrawlersArg::Agents(table.column("agent")?),
        (Some(name), None) => match name.extract::<&str>() {
            Ok(name) => CrawlersArg::Agents(table.column(name)?),
            Err(_) => CrawlersArg::one(&AgentArg::read("agent", name)?),
        },
    };
    let (robots, urls) = (table.column(robots)?, table.column(url)?);
    let mut judge = JudgeOptions::new(dialect, max_body_bytes, None, threads).judge();
    let answers = py.detach(|| judge_chunks(&mut judge, &robots, &crawlers, &urls, detail));
    answered(py, answers?)
}

/// A table of questions.
enum Table<'py> {
    Chunks(Vec<ArrayData>),
    /// Columns by name.
    Dict(Bound<'py, PyDict>),
}

impl<'py> Table<'py> {
    fn new(table: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Some(chunks) = capsule::import(table)? {
            return Ok(Self::Chunks(chunks));
        }
        match table.cast::<PyDict>() {
            Ok(columns) => Ok(Self::Dict(columns.clone())),
            Err(_) => {
                let expected = "a table with the Arrow PyCapsule interface, or a dict of columns";
                Err(wrong_type("table", expected, table))
            }
        }
    }

    fn has(&self, name: &str) -> PyResult<bool> {
        match self {
            Self::Chunks(chunks) => Ok(chunks.iter().all(|table| arrays::column(table, name).is_some())),
            Self::Dict(columns) => columns.contains(name),
        }
    }

    fn column(&self, name: &str) -> PyResult<Column> {
        let missing = || PyKeyError::new_err(name.to_string());
        match self {
            Self::Chunks(chunks) => {
                let found: Option<Vec<ArrayData>> =
                    chunks.iter().map(|table| arrays::column(table, name)).collect();
                Column::of_chunks(name, found.ok_or_else(missing)?.into_iter())
            }
            Self::Dict(columns) => Column::read(name, &columns.get_item(name)?.ok_or_else(missing)?),
        }
    }
}

/// Answers batch after batch, and remembers compiled rules. Bodies are known again by their
/// content.
///
/// Python threads that share a judge wait for each other: give each its own, or one judge several
/// threads with ``threads``. The compiled rules are dropped when they take more than
/// ``max_cache_bytes``, 256 MiB if not given. They are not part of a pickled judge, and a process
/// that is forked begins without them.
#[pyclass(frozen, weakref, name = "Judge", module = "robots_exclusion")]
pub(crate) struct PyJudge {
    options: JudgeOptions,
    own: OwnJudge,
}

/// The judge of one process. In a forked one, the lock of its parent's may be held for ever, by a
/// thread that was not forked.
struct OwnJudge {
    process: u32,
    judge: Mutex<Judge>,
    of_child: OnceLock<Box<OwnJudge>>,
}

impl OwnJudge {
    fn new(options: &JudgeOptions) -> Self {
        Self {
            process: std::process::id(),
            judge: Mutex::new(options.judge()),
            of_child: OnceLock::new(),
        }
    }
}

impl PyJudge {
    fn judge(&self) -> &Mutex<Judge> {
        let mut own = &self.own;
        while own.process != std::process::id() {
            own = own
                .of_child
                .get_or_init(|| Box::new(OwnJudge::new(&self.options)));
        }
        &own.judge
    }
}

#[pymethods]
impl PyJudge {
    #[new]
    #[pyo3(signature = (*, dialect = None, max_body_bytes = None, max_cache_bytes = None, threads = None))]
    fn new(
        #[pyo3(from_py_with = arg::dialect)] dialect: Option<DialectArg<'_, '_>>,
        #[pyo3(from_py_with = arg::max_body_bytes)] max_body_bytes: Option<Count>,
        #[pyo3(from_py_with = arg::max_cache_bytes)] max_cache_bytes: Option<Count>,
        #[pyo3(from_py_with = arg::threads)] threads: Option<Count>,
    ) -> Self {
        let options = JudgeOptions::new(dialect, max_body_bytes, max_cache_bytes, threads);
        Self {
            options,
            own: OwnJudge::new(&options),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (Bound<'py, PyDict>,)> {
        let options = PyDict::new(py);
        options.set_item("dialect", self.options.dialect.map(dialect::wrap))?;
        options.set_item("max_body_bytes", self.options.max_body_bytes)?;
        options.set_item("max_cache_bytes", self.options.max_cache_bytes)?;
        options.set_item("threads", self.options.threads)?;
        let restore = py.import("robots_exclusion._native")?.getattr("_judge")?;
        Ok((restore, (options,)))
    }

    /// Like the function :func:`check_batch`.
    #[pyo3(signature = (robots, agents = None, urls = None, *, user_agents = None, detail = false))]
    fn check_batch<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arg::robots)] robots: Column,
        agents: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = arg::urls)] urls: Option<Column>,
        #[pyo3(from_py_with = arg::user_agents)] user_agents: Option<Column>,
        #[pyo3(from_py_with = arg::detail)] detail: bool,
    ) -> PyResult<Bound<'py, BatchAnswers>> {
        let urls = required(urls)?;
        let crawlers = CrawlersArg::new(agents, user_agents, [&robots, &urls])?;
        let answers = py.detach(|| {
            let mut judge = self.judge().lock().unwrap_or_else(PoisonError::into_inner);
            judge_chunks(&mut judge, &robots, &crawlers, &urls, detail)
        });
        answered(py, answers?)
    }
}

/// Arrow data: a column, or a table of answers.
#[pyclass(
    frozen,
    subclass,
    name = "_ExportedArray",
    module = "robots_exclusion._native"
)]
pub(crate) struct ExportedArray(pub(crate) ArrayRef);

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
        // A consumer casts the array if its type is not the requested one.
        drop(requested_schema);
        capsule::export_array(py, &*self.0)
    }
}

/// A table of answers, for whatever reads the Arrow PyCapsule interface.
#[pyclass(
    frozen,
    subclass,
    extends = ExportedArray,
    name = "_ExportedTable",
    module = "robots_exclusion._native"
)]
pub(crate) struct ExportedTable(RecordBatch);

impl ExportedTable {
    /// What the object of each class of tables is made of.
    pub(crate) fn of(table: RecordBatch) -> PyClassInitializer<Self> {
        let array = ExportedArray(Arc::new(StructArray::from(table.clone())));
        PyClassInitializer::from(array).add_subclass(Self(table))
    }
}

#[pymethods]
impl ExportedTable {
    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        let schema = self.0.schema();
        schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arg::name)] name: &str,
    ) -> PyResult<Bound<'py, AnswerColumn>> {
        AnswerColumn::named(py, &self.0, name)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let table = slf.get();
        Ok(format!(
            "<{}: {} rows of {}>",
            slf.get_type().name()?,
            table.0.num_rows(),
            table.column_names().join(", ")
        ))
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

/// The verdicts on a column of questions, for whatever reads the Arrow PyCapsule interface.
#[pyclass(frozen, extends = ExportedTable, module = "robots_exclusion")]
pub(crate) struct BatchAnswers;

impl BatchAnswers {
    pub(crate) fn new(py: Python<'_>, answers: RecordBatch) -> PyResult<Bound<'_, Self>> {
        Bound::new(py, ExportedTable::of(answers).add_subclass(Self))
    }
}

#[pymethods]
impl BatchAnswers {
    /// The verdicts.
    #[getter]
    fn allowed<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, AnswerColumn>> {
        AnswerColumn::new(slf.py(), slf.as_super().get().0.column(0))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (Bound<'py, PyDict>,)> {
        let columns = PyDict::new(slf.py());
        let table = slf.as_super().get();
        for name in table.column_names() {
            let values = AnswerColumn::to_list(&table.__getitem__(slf.py(), &name)?)?;
            columns.set_item(name, values)?;
        }
        let restore = slf
            .py()
            .import("robots_exclusion._native")?
            .getattr("_batch_answers")?;
        Ok((restore, (columns,)))
    }
}

/// One column of answers, for whatever reads the Arrow PyCapsule interface.
#[pyclass(frozen, extends = ExportedArray, module = "robots_exclusion")]
pub(crate) struct AnswerColumn;

impl AnswerColumn {
    fn new<'py>(py: Python<'py>, column: &ArrayRef) -> PyResult<Bound<'py, Self>> {
        let array = ExportedArray(Arc::clone(column));
        Bound::new(py, PyClassInitializer::from(array).add_subclass(Self))
    }

    /// The column of this name.
    ///
    /// # Errors
    ///
    /// `KeyError` if there is none.
    pub(crate) fn named<'py>(
        py: Python<'py>,
        answers: &RecordBatch,
        name: &str,
    ) -> PyResult<Bound<'py, Self>> {
        let column = answers.column_by_name(name);
        Self::new(py, column.ok_or_else(|| PyKeyError::new_err(name.to_string()))?)
    }
}

#[pymethods]
impl AnswerColumn {
    /// The values as a list, with ``None`` for null.
    fn to_list<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        values(slf.py(), &slf.as_super().get().0)
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyIterator>> {
        Self::to_list(slf)?.try_iter()
    }

    /// A value, or a list of the values of a slice.
    fn __getitem__<'py>(slf: &Bound<'py, Self>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let array = &slf.as_super().get().0;
        if index.is_instance_of::<PySlice>() {
            return Self::to_list(slf)?.as_any().get_item(index);
        }
        let Ok(at) = index.extract::<isize>() else {
            return Err(wrong_type("index", "an index or a slice", index));
        };
        let place = if at < 0 {
            at + array.len().cast_signed()
        } else {
            at
        };
        match usize::try_from(place) {
            Ok(place) if place < array.len() => values(slf.py(), &array.slice(place, 1))?.get_item(0),
            _ => Err(PyIndexError::new_err(format!(
                "there are {} rows, none of which is {at}",
                array.len()
            ))),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (String, Bound<'py, PyList>)> {
        let restore = slf
            .py()
            .import("robots_exclusion._native")?
            .getattr("_answer_column")?;
        let data_type = slf.as_super().get().0.data_type().to_string();
        Ok((restore, (data_type, Self::to_list(slf)?)))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        let array = &slf.as_super().get().0;
        format!("<AnswerColumn: {} rows of {}>", array.len(), array.data_type())
    }
}

/// The values of an array of a type that answers have.
pub(crate) fn values<'py>(py: Python<'py>, array: &dyn Array) -> PyResult<Bound<'py, PyList>> {
    match array.data_type() {
        DataType::Boolean => PyList::new(py, array.as_boolean().iter().collect::<Vec<_>>()),
        DataType::UInt16 => PyList::new(py, array.as_primitive::<UInt16Type>().iter().collect::<Vec<_>>()),
        DataType::UInt32 => PyList::new(py, array.as_primitive::<UInt32Type>().iter().collect::<Vec<_>>()),
        DataType::UInt64 => PyList::new(py, array.as_primitive::<UInt64Type>().iter().collect::<Vec<_>>()),
        DataType::Dictionary(..) => {
            let dictionary = array.as_dictionary::<Int8Type>();
            let values = dictionary.values().as_string::<i32>();
            let texts = dictionary
                .keys()
                .iter()
                .map(|key| Some(values.value(usize::try_from(key?).ok()?)));
            PyList::new(py, texts.collect::<Vec<_>>())
        }
        DataType::Struct(fields) => {
            let columns = array.as_struct().columns().iter();
            let columns = columns
                .map(|column| values(py, column))
                .collect::<PyResult<Vec<_>>>()?;
            let row = |row: usize| {
                let record = PyDict::new(py);
                for (field, column) in fields.iter().zip(&columns) {
                    record.set_item(field.name(), column.get_item(row)?)?;
                }
                Ok(record)
            };
            let rows = (0..array.len()).map(|at| array.is_valid(at).then(|| row(at)).transpose());
            PyList::new(py, rows.collect::<PyResult<Vec<_>>>()?)
        }
        DataType::List(_) => {
            let lists = array.as_list::<i32>().iter();
            let lists = lists.map(|list| list.map(|list| values(py, &list)).transpose());
            PyList::new(py, lists.collect::<PyResult<Vec<_>>>()?)
        }
        _ => PyList::new(py, array.as_string::<i32>().iter().collect::<Vec<_>>()),
    }
}

/// An array of a type that answers have, from its values.
fn restored(data_type: &str, values: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    Ok(match data_type {
        "Boolean" => Arc::new(BooleanArray::from(values.extract::<Vec<Option<bool>>>()?)),
        "UInt32" => Arc::new(UInt32Array::from(values.extract::<Vec<Option<u32>>>()?)),
        _ => Arc::new(StringArray::from(values.extract::<Vec<Option<String>>>()?)),
    })
}

/// What `AnswerColumn.__reduce__` refers to.
#[pyfunction]
fn _answer_column<'py>(
    py: Python<'py>,
    data_type: &str,
    values: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, AnswerColumn>> {
    AnswerColumn::new(py, &restored(data_type, values)?)
}

/// What `BatchAnswers.__reduce__` refers to.
#[pyfunction]
fn _batch_answers<'py>(py: Python<'py>, columns: &Bound<'py, PyDict>) -> PyResult<Bound<'py, BatchAnswers>> {
    let schema = Answers::schema(columns.len() > 1);
    let column = |field: &FieldRef| {
        let values = columns.get_item(field.name())?;
        let values = values.ok_or_else(|| PyKeyError::new_err(field.name().clone()))?;
        restored(&field.data_type().to_string(), &values)
    };
    let arrays = schema.fields().iter().map(column).collect::<PyResult<Vec<_>>>()?;
    BatchAnswers::new(
        py,
        RecordBatch::try_new(schema, arrays).map_err(capsule::to_python)?,
    )
}

/// What `Judge.__reduce__` refers to.
#[pyfunction]
fn _judge<'py>(py: Python<'py>, options: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    py.get_type::<PyJudge>().call((), Some(options))
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyJudge>()?;
    module.add_class::<ExportedArray>()?;
    module.add_class::<ExportedTable>()?;
    module.add_class::<BatchAnswers>()?;
    module.add_class::<AnswerColumn>()?;
    module.add_function(wrap_pyfunction!(_judge, module)?)?;
    module.add_function(wrap_pyfunction!(_answer_column, module)?)?;
    module.add_function(wrap_pyfunction!(_batch_answers, module)?)?;
    module.add_function(wrap_pyfunction!(check_batch, module)?)?;
    module.add_function(wrap_pyfunction!(check_table, module)?)
}
