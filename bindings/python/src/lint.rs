//! `lint` and `fix`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use robots_exclusion_analysis::lint::{Code, Diagnostic, Edit, LintOptions};
use url::Url;

use crate::dialect::DialectArg;
use crate::record;
use crate::text::Body;

/// The fields of a `Finding`.
#[derive(IntoPyObject)]
struct Finding<'f, 'py> {
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    message: &'f str,
    help: &'f str,
    witness: Option<&'f str>,
    correction: Option<(u32, u32, Bound<'py, PyBytes>)>,
    suggestions: Vec<(u32, u32, Bound<'py, PyBytes>)>,
    text: String,
}

fn finding<'py>(py: Python<'py>, finding: &Diagnostic) -> PyResult<Bound<'py, PyAny>> {
    let change = |edit: &Edit| {
        let span = edit.span();
        (span.start, span.end, PyBytes::new(py, edit.text()))
    };
    let fields = Finding {
        code: finding.code().as_str(),
        name: finding.code().name(),
        severity: finding.severity().as_str(),
        line: finding.line(),
        column: finding.column(),
        end_line: finding.end_line(),
        end_column: finding.end_column(),
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
    let mut options = LintOptions::new().dialect(*dialect.unwrap_or_default().dialect());
    if let Some(url) = url {
        let parsed = Url::parse(url);
        options = options
            .url(parsed.map_err(|error| PyValueError::new_err(format!("{url:?} is not a URL: {error}")))?);
    }
    for code in codes(disable)? {
        options = options.disable(code);
    }
    Ok(options)
}

/// Codes by their numbers or names.
fn codes(names: &[String]) -> PyResult<Vec<Code>> {
    let code = |name: &String| {
        let code: Result<Code, _> = name.parse();
        code.map_err(|error| PyValueError::new_err(format!("{error}: {name:?}")))
    };
    names.iter().map(code).collect()
}

/// Finds typos, ignored lines, redundant rules and likely mistakes.
///
/// :param url: where the file is served, with which its sitemaps are compared.
/// :param disable: codes such as ``"R010"``, or their names.
#[pyfunction]
#[pyo3(signature = (robots, *, dialect = None, url = None, disable = None))]
fn lint<'py>(
    py: Python<'py>,
    robots: Body<'_>,
    dialect: Option<DialectArg<'_, '_>>,
    url: Option<&str>,
    disable: Option<Vec<String>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let options = options(dialect, url, disable.as_deref().unwrap_or_default())?;
    let body = &*robots.0;
    let findings = py.detach(|| options.lint(body));
    findings.iter().map(|found| finding(py, found)).collect()
}

/// The file with corrections made, which change no verdict.
///
/// :param also: codes whose suggestions are made too, where there is a single one, although they may
///     change verdicts.
#[pyfunction]
#[pyo3(signature = (robots, *, also = None, dialect = None, url = None, disable = None))]
fn fix<'py>(
    py: Python<'py>,
    robots: Body<'_>,
    also: Option<Vec<String>>,
    dialect: Option<DialectArg<'_, '_>>,
    url: Option<&str>,
    disable: Option<Vec<String>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let options = options(dialect, url, disable.as_deref().unwrap_or_default())?;
    let body = &*robots.0;
    let also = codes(also.as_deref().unwrap_or_default())?;
    let fixed = py.detach(|| options.fix(body, &also).into_body());
    Ok(PyBytes::new(py, &fixed))
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(lint, module)?)?;
    module.add_function(wrap_pyfunction!(fix, module)?)
}
