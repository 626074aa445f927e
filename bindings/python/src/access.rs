//! `access` and `access_batch`: how much of sites crawlers may fetch. `inspect_batch`: what files say.

use std::num::NonZero;
use std::sync::Arc;

use arrow_array::types::{Float64Type, Int16Type, Int32Type, Int64Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{ArrayRef, BinaryArray, Datum, Int64Array, NullArray, PrimitiveArray, RecordBatch, Scalar};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use robots_exclusion::ParseOptions;
use robots_exclusion_arrow::{AccessJudge, Error, Input, Inspector};

use crate::agents::with_crawlers;
use crate::argument::{Argument, Count, arg, is_list, wrong_type};
use crate::arrays::only_column;
use crate::batch::{Column, ExportedTable, align, to_python, values};
use crate::capsule;
use crate::dialect::{DialectArg, chosen};
use crate::text::Body;

/// A column of statuses, or one for all rows.
struct StatusesArg(Column);

const STATUSES: &str = "a column of whole numbers, a list of int, or one int for all rows";

impl<'a> Argument<'a, '_> for StatusesArg {
    fn read(name: &str, object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        if let Some(chunks) = capsule::import(object)? {
            let chunks = chunks.into_iter().map(only_column).map(numbers);
            let chunks = chunks.collect::<Result<_, _>>().map_err(|found| {
                PyTypeError::new_err(format!(
                    "{name}: expected a column of whole numbers of two bytes or more, not of type {found}: cast it to uint16"
                ))
            })?;
            return Ok(Self(Column::Chunks(chunks)));
        }
        if is_list(object) {
            let statuses = object
                .try_iter()?
                .map(|status| status_or_null(name, STATUSES, &status?));
            let array = Int64Array::from(statuses.collect::<PyResult<Vec<_>>>()?);
            return Ok(Self(Column::Chunks(vec![Arc::new(array)])));
        }
        if object.hasattr("tolist")? {
            return Self::read(name, &object.call_method0("tolist")?);
        }
        let status = status_or_null(name, STATUSES, object)?;
        let array: ArrayRef = Arc::new(Int64Array::from(vec![status]));
        Ok(Self(Column::Scalar(Scalar::new(array))))
    }
}

/// A status in a list. What pandas and NumPy write for a missing value is null, and next to it
/// statuses are floats.
fn status_or_null(argument: &str, expected: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
    if value.is_none() || value.get_type().name()? == "NAType" {
        return Ok(None);
    }
    match value.extract::<f64>() {
        Ok(number) if number.is_nan() => Ok(None),
        Ok(number) if number.fract() == 0.0 && !value.is_instance_of::<PyBool>() => Ok(Some(number as i64)),
        _ => Err(wrong_type(argument, expected, value)),
    }
}

/// The array of a type that may hold whole numbers. Otherwise the type.
fn numbers(data: ArrayData) -> Result<ArrayRef, DataType> {
    Ok(match data.data_type() {
        DataType::Int16 => Arc::new(PrimitiveArray::<Int16Type>::from(data)),
        DataType::Int32 => Arc::new(PrimitiveArray::<Int32Type>::from(data)),
        DataType::Int64 => Arc::new(PrimitiveArray::<Int64Type>::from(data)),
        DataType::UInt16 => Arc::new(PrimitiveArray::<UInt16Type>::from(data)),
        DataType::UInt32 => Arc::new(PrimitiveArray::<UInt32Type>::from(data)),
        DataType::UInt64 => Arc::new(PrimitiveArray::<UInt64Type>::from(data)),
        // As pandas has whole numbers with gaps.
        DataType::Float64 => Arc::new(PrimitiveArray::<Float64Type>::from(data)),
        DataType::Null => Arc::new(NullArray::new(data.len())),
        other => return Err(other.clone()),
    })
}

fn new_judge(
    crawlers: &Bound<'_, PyAny>,
    dialect: Option<DialectArg<'_, '_>>,
    max_body_bytes: Option<Count>,
) -> PyResult<AccessJudge> {
    let judge = with_crawlers(AccessJudge::new(chosen(dialect)), crawlers)?;
    Ok(match max_body_bytes {
        Some(Count(max_bytes)) => judge.max_body_bytes(max_bytes),
        None => judge,
    })
}

fn threads_or_one(threads: Option<Count>) -> NonZero<usize> {
    let threads = NonZero::new(threads.map_or(1, |Count(threads)| threads));
    let cores = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    threads.unwrap_or_else(cores)
}

/// Batches of bodies and their statuses.
type Batches<'a> = [(&'a dyn Datum, Option<&'a dyn Datum>)];

/// Answers columns of bodies and statuses, until Python asks to stop.
fn over_batches(
    robots: &Column,
    statuses: Option<&StatusesArg>,
    answer: impl FnOnce(&Batches<'_>, &mut dyn FnMut() -> bool) -> Result<RecordBatch, Error>,
) -> PyResult<RecordBatch> {
    let columns = [
        (Input::Bodies, Some(robots)),
        (Input::Statuses, statuses.map(|StatusesArg(column)| column)),
    ];
    let pieces = align(columns).map_err(to_python)?;
    let batches = pieces.iter().filter_map(|[bodies, statuses]| {
        let bodies: &dyn Datum = &**bodies.as_ref()?;
        Some((bodies, statuses.as_ref().map(|statuses| &**statuses)))
    });
    let mut signal = Ok(());
    let answers = answer(&batches.collect::<Vec<_>>(), &mut || {
        signal = Python::attach(|py| py.check_signals());
        signal.is_ok()
    });
    signal?;
    answers.map_err(to_python)
}

/// How much of a site some crawlers may fetch, proved for all URLs: a dict from the name of each to
/// a :class:`SiteAccess`.
///
/// Well-known crawlers are read as their operators document. Crawlers to which the same groups
/// apply are decided together.
///
/// :param robots: the file; ``None`` if the server gave none, with its ``status``.
/// :param crawlers: a list of crawlers, each of any kind that :func:`is_allowed` takes, or a set
///     such as ``"@ai-training"``; or one of these.
/// :param status: the status of the response. Where it is not one of success, the answer is what
///     each crawler makes of it, and the body is not a robots.txt.
/// :param dialect: how the file is read for every crawler.
/// :param max_body_bytes: read at most so many bytes, and no line in part; as many as each crawler
///     documents if not given.
#[pyfunction]
#[pyo3(signature = (robots, crawlers, *, status = None, dialect = None, max_body_bytes = None))]
fn access<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = arg::robots)] robots: Option<Body<'_>>,
    crawlers: &Bound<'py, PyAny>,
    status: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = arg::dialect)] dialect: Option<DialectArg<'_, '_>>,
    #[pyo3(from_py_with = arg::max_body_bytes)] max_body_bytes: Option<Count>,
) -> PyResult<Bound<'py, PyDict>> {
    let judge = new_judge(crawlers, dialect, max_body_bytes)?;
    let status = status.map(|status| status_or_null("status", "an int", status));
    let status = status.transpose()?.flatten();
    if robots.is_none() && status.is_none_or(|status| (200..300).contains(&status)) {
        return Err(PyTypeError::new_err(
            "robots: expected the content of the file, or the status of the response that had none, not None",
        ));
    }
    let body = Scalar::new(BinaryArray::from_opt_vec(vec![
        robots.as_ref().map(|body| &*body.bytes),
    ]));
    let status = Scalar::new(Int64Array::from(vec![status]));
    let answers = py
        .detach(|| judge.access(&body, Some(&status), true))
        .map_err(to_python)?;
    let found = PyDict::new(py);
    for (name, column) in judge.names().zip(answers.columns()) {
        let fields = values(py, column)?.get_item(0)?;
        found.set_item(
            name,
            crate::record(py, "SiteAccess", fields.cast_into::<PyDict>()?)?,
        )?;
    }
    Ok(found)
}

/// How much of each site some crawlers may fetch, proved for all URLs: a row for each body, and a
/// column for each crawler, without the GIL. An interrupt (Ctrl-C) stops it.
///
/// A column is a dictionary of ``open``, ``partial``, ``closed``, and ``undecided`` for what no real
/// file comes near; with ``detail`` a struct of this ``access``, the name of the ``group`` that
/// applies, and whether it ``is_named`` there or falls under ``*``. A body that occurs again is not
/// read again.
///
/// :param robots: a column of bodies, as :func:`check_batch` takes it. Where a body is null, so is
///     the answer, unless a status decides.
/// :param crawlers: as :func:`access` takes them.
/// :param statuses: the statuses of the responses: a column of whole numbers, a list, or one for all
///     rows. Where one is not of success, the answer is what each crawler makes of it; where one is
///     null, the body is taken for a file.
/// :param threads: answer with so many threads, each a part of the rows in sequence; 1 if not given,
///     and 0 for as many as there are cores.
/// :raises TypeError: if a column holds no texts, or the statuses are not whole numbers.
/// :raises ValueError: if columns differ in length, or a crawler occurs twice.
#[pyfunction]
#[pyo3(signature = (robots, crawlers, statuses = None, *, dialect = None, detail = false, max_body_bytes = None, threads = None))]
#[expect(clippy::too_many_arguments, reason = "most have names and defaults")]
fn access_batch<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = arg::robots)] robots: Column,
    crawlers: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = arg::statuses)] statuses: Option<StatusesArg>,
    #[pyo3(from_py_with = arg::dialect)] dialect: Option<DialectArg<'_, '_>>,
    #[pyo3(from_py_with = arg::detail)] detail: bool,
    #[pyo3(from_py_with = arg::max_body_bytes)] max_body_bytes: Option<Count>,
    #[pyo3(from_py_with = arg::threads)] threads: Option<Count>,
) -> PyResult<Bound<'py, AccessAnswers>> {
    let judge = new_judge(crawlers, dialect, max_body_bytes)?.threads(threads_or_one(threads));
    let answers = py.detach(|| {
        over_batches(&robots, statuses.as_ref(), |batches, goes_on| {
            judge.access_while(batches, detail, goes_on)
        })
    })?;
    Bound::new(py, ExportedTable::of(answers).add_subclass(AccessAnswers))
}

/// The access of crawlers to sites, for whatever reads the Arrow PyCapsule interface: a row for each
/// body, and a column for each crawler, by its name.
#[pyclass(frozen, extends = ExportedTable, module = "robots_exclusion")]
pub(crate) struct AccessAnswers;

/// What each body is and says, counted: a row for each body, without the GIL. An interrupt (Ctrl-C)
/// stops it.
///
/// The columns are ``status``, ``bytes``, ``format`` (``text`` for a robots.txt, ``html``,
/// ``json``...), ``is_truncated``, ``lines``, ``groups``; ``rules``, a struct of how many rules
/// ``allow`` and ``disallow``; ``directives``, a struct of how many lines have each kind of key; and
/// lists of texts, each once: ``agents``, the names of groups, ``sitemaps``, ``unknown_keys``,
/// ``content_signals`` such as ``ai-train=no``, ``content_usage`` such as ``train-ai=n``, and
/// ``licenses``. These are what ``robots inspect`` prints of each file. A body that occurs again is
/// not read again.
///
/// :param robots: a column of bodies, as :func:`check_batch` takes it. Where a body is null, all columns
///     but the status are null.
/// :param statuses: as :func:`access_batch` takes them. Where one is not of success, there is no file,
///     and all other columns are null.
/// :param dialect: how files are read; as RFC 9309 says if not given.
/// :param max_body_bytes: read at most so many bytes, and no line in part; the whole body if not given.
/// :param threads: read with so many threads, each a part of the rows in sequence; 1 if not given,
///     and 0 for as many as there are cores.
/// :raises TypeError: if a column holds no texts, or the statuses are not whole numbers.
/// :raises ValueError: if columns differ in length, or the texts of a column take 2 GiB.
#[pyfunction]
#[pyo3(signature = (robots, statuses = None, *, dialect = None, max_body_bytes = None, threads = None))]
fn inspect_batch<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = arg::robots)] robots: Column,
    #[pyo3(from_py_with = arg::statuses)] statuses: Option<StatusesArg>,
    #[pyo3(from_py_with = arg::dialect)] dialect: Option<DialectArg<'_, '_>>,
    #[pyo3(from_py_with = arg::max_body_bytes)] max_body_bytes: Option<Count>,
    #[pyo3(from_py_with = arg::threads)] threads: Option<Count>,
) -> PyResult<Bound<'py, InspectAnswers>> {
    let options = ParseOptions::new().dialect(chosen(dialect).unwrap_or_default());
    let options = match max_body_bytes {
        Some(Count(max_bytes)) => options.max_bytes(max_bytes),
        None => options,
    };
    let inspector = Inspector::new(options).threads(threads_or_one(threads));
    let answers = py.detach(|| {
        over_batches(&robots, statuses.as_ref(), |batches, goes_on| {
            inspector.inspect_while(batches, goes_on)
        })
    })?;
    Bound::new(py, ExportedTable::of(answers).add_subclass(InspectAnswers))
}

/// What files are and say, for whatever reads the Arrow PyCapsule interface: a row for each body.
#[pyclass(frozen, extends = ExportedTable, module = "robots_exclusion")]
pub(crate) struct InspectAnswers;

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<AccessAnswers>()?;
    module.add_class::<InspectAnswers>()?;
    module.add_function(wrap_pyfunction!(inspect_batch, module)?)?;
    module.add_function(wrap_pyfunction!(access, module)?)?;
    module.add_function(wrap_pyfunction!(access_batch, module)?)
}
