//! `lint` and `fix`.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use robots_exclusion_analysis::lint::{Code, Diagnostic, Edit, LintOptions};
use url::Url;

use crate::argument::{Names, arg, quoted, wrong_value};
use crate::dialect::DialectArg;
use crate::interrupt::interruptible;
use crate::record;
use crate::text::Body;

/// The fields of a `Finding`.
#[derive(IntoPyObject)]
struct Finding<'f, 'py> {
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    line: u32,
    column: usize,
    end_line: u32,
    end_column: usize,
    message: &'f str,
    help: &'f str,
    witness: Option<&'f str>,
    correction: Option<(usize, usize, Bound<'py, PyAny>)>,
    suggestions: Vec<(usize, usize, Bound<'py, PyAny>)>,
    text: String,
}

/// Counts in what was passed: characters of a `str`, otherwise bytes.
struct Units<'b> {
    body: &'b [u8],
    is_str: bool,
}

impl Units<'_> {
    fn between(&self, start: usize, end: usize) -> usize {
        match self.body.get(start..end) {
            // Every character but the first byte of each is a continuation in UTF-8.
            Some(bytes) if self.is_str => bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count(),
            _ => end.saturating_sub(start),
        }
    }

    fn offset(&self, at: u32) -> usize {
        self.between(0, at as usize)
    }

    /// The column of an offset, which is in this column in bytes.
    fn column(&self, at: u32, column: u32) -> usize {
        let start = at.saturating_sub(column.saturating_sub(1));
        self.between(start as usize, at as usize) + 1
    }

    fn text<'py>(&self, py: Python<'py>, text: &[u8]) -> Bound<'py, PyAny> {
        if self.is_str {
            PyString::new(py, &String::from_utf8_lossy(text)).into_any()
        } else {
            PyBytes::new(py, text).into_any()
        }
    }
}

fn finding<'py>(py: Python<'py>, units: &Units<'_>, finding: &Diagnostic) -> PyResult<Bound<'py, PyAny>> {
    let change = |edit: &Edit| {
        let span = edit.span();
        (
            units.offset(span.start),
            units.offset(span.end),
            units.text(py, edit.text()),
        )
    };
    let fields = Finding {
        code: finding.code().as_str(),
        name: finding.code().name(),
        severity: finding.severity().as_str(),
        line: finding.line(),
        column: units.column(finding.span().start, finding.column()),
        end_line: finding.end_line(),
        end_column: units.column(finding.span().end, finding.end_column()),
        message: finding.message(),
        help: finding.help(),
        witness: finding.witness(),
        correction: finding.correction().map(change),
        suggestions: finding.suggestions().iter().map(change).collect(),
        text: finding.to_string(),
    };
    record(py, "Finding", fields)
}

fn options(
    dialect: Option<DialectArg<'_, '_>>,
    url: Option<&str>,
    disable: &[String],
) -> PyResult<LintOptions> {
    let mut options = LintOptions::new();
    if let Some(dialect) = dialect {
        options = options.dialect(*dialect.dialect());
    }
    if let Some(url) = url {
        let parsed = Url::parse(url);
        options = options.url(parsed.map_err(|error| {
            wrong_value("url", "an absolute URL", format_args!("{}: {error}", quoted(url)))
        })?);
    }
    for code in codes("disable", disable)? {
        options = options.disable(code);
    }
    Ok(options)
}

/// The codes of an argument, by their numbers or names.
fn codes(argument: &str, names: &[String]) -> PyResult<Vec<Code>> {
    let code = |name: &String| {
        let code: Result<Code, _> = name.parse();
        code.map_err(|_| wrong_value(argument, "codes of findings", quoted(name)))
    };
    names.iter().map(code).collect()
}

/// Finds typos, ignored lines, redundant rules and likely mistakes.
///
/// :param dialect: how every crawler reads the file: what counts as a mistake is a line that this
///     dialect ignores, a rule that has no effect in it. Without one, RFC 9309, and for what is said of
///     a well-known crawler the dialect that its operator documents.
/// :param url: where the file is served, with which its sitemaps are compared.
/// :param disable: codes such as ``"R010"``, or their names.
#[pyfunction]
#[pyo3(signature = (robots, *, dialect = None, url = None, disable = None))]
fn lint<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = arg::robots)] robots: Body<'_>,
    #[pyo3(from_py_with = arg::dialect)] dialect: Option<DialectArg<'_, '_>>,
    #[pyo3(from_py_with = arg::url)] url: Option<&str>,
    #[pyo3(from_py_with = arg::disable)] disable: Option<Names>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let options = options(dialect, url, disable.as_ref().map_or(&[], |names| &names.0))?;
    let body = &*robots.bytes;
    let units = Units {
        body,
        is_str: robots.is_str,
    };
    let owned = body.to_vec();
    let findings = interruptible(py, move || options.lint(&owned))?;
    findings.iter().map(|found| finding(py, &units, found)).collect()
}

/// The file with corrections made, which change no verdict. For the codes in ``also``, suggestions
/// are made too where a finding has exactly one; these may change verdicts. A ``str`` gives a
/// ``str``, and anything else ``bytes``.
///
/// :param dialect: how every crawler reads the file. No correction changes a verdict in it, nor in the
///     dialects that are in use.
#[pyfunction]
#[pyo3(signature = (robots, *, also = None, dialect = None, url = None, disable = None))]
fn fix<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = arg::robots)] robots: Body<'_>,
    #[pyo3(from_py_with = arg::also)] also: Option<Names>,
    #[pyo3(from_py_with = arg::dialect)] dialect: Option<DialectArg<'_, '_>>,
    #[pyo3(from_py_with = arg::url)] url: Option<&str>,
    #[pyo3(from_py_with = arg::disable)] disable: Option<Names>,
) -> PyResult<Bound<'py, PyAny>> {
    let options = options(dialect, url, disable.as_ref().map_or(&[], |names| &names.0))?;
    let body = &*robots.bytes;
    let also = codes("also", also.as_ref().map_or(&[], |names| &names.0))?;
    let owned = body.to_vec();
    let fixed = interruptible(py, move || options.fix(&owned, &also).into_body())?;
    let units = Units {
        body,
        is_str: robots.is_str,
    };
    Ok(units.text(py, &fixed))
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(lint, module)?)?;
    module.add_function(wrap_pyfunction!(fix, module)?)
}
