//! `lint` and `fix`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use robots_exclusion::lint::{Code, Correction, Diagnostic, Fixes, LintOptions};
use url::Url;

use crate::dialect::DialectArg;
use crate::text::Body;

/// One finding.
#[pyclass(frozen, module = "robots_exclusion")]
pub(crate) struct Finding {
    #[pyo3(get)]
    code: &'static str,
    #[pyo3(get)]
    name: &'static str,
    #[pyo3(get)]
    severity: &'static str,
    #[pyo3(get)]
    line: u32,
    #[pyo3(get)]
    column: u32,
    #[pyo3(get)]
    end_line: u32,
    #[pyo3(get)]
    end_column: u32,
    #[pyo3(get)]
    message: String,
    #[pyo3(get)]
    help: String,
    #[pyo3(get)]
    witness: Option<String>,
    correction: Option<Correction>,
    #[pyo3(get)]
    changes_no_verdict: bool,
    text: String,
}

impl Finding {
    fn new(finding: &Diagnostic) -> Self {
        let correction = finding.correction();
        Self {
            code: finding.code().as_str(),
            name: finding.code().name(),
            severity: finding.severity().as_str(),
            line: finding.line(),
            column: finding.column(),
            end_line: finding.end_line(),
            end_column: finding.end_column(),
            message: finding.message().to_string(),
            help: finding.help().to_string(),
            witness: finding.witness().map(ToString::to_string),
            correction: correction.cloned(),
            changes_no_verdict: correction.is_some_and(Correction::changes_no_verdict),
            text: finding.to_string(),
        }
    }
}

#[pymethods]
impl Finding {
    /// Where bytes are replaced, from an offset to an offset, and with what.
    #[getter]
    fn correction<'py>(&self, py: Python<'py>) -> Option<(u32, u32, Bound<'py, PyBytes>)> {
        let correction = self.correction.as_ref()?;
        let span = correction.span();
        Some((span.start, span.end, PyBytes::new(py, correction.text())))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Finding {}>", self.text)
    }
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
    for name in disable {
        let code: Result<Code, _> = name.parse();
        options = options.disable(code.map_err(|error| PyValueError::new_err(format!("{error}: {name:?}")))?);
    }
    Ok(options)
}

#[pyfunction]
#[pyo3(signature = (robots, *, dialect = None, url = None, disable = None))]
fn lint(
    py: Python<'_>,
    robots: Body<'_>,
    dialect: Option<DialectArg<'_, '_>>,
    url: Option<&str>,
    disable: Option<Vec<String>>,
) -> PyResult<Vec<Finding>> {
    let options = options(dialect, url, disable.as_deref().unwrap_or_default())?;
    let body = &*robots.0;
    Ok(py.detach(|| options.lint(body).iter().map(Finding::new).collect()))
}

#[pyfunction]
#[pyo3(signature = (robots, *, all = false, dialect = None, url = None, disable = None))]
fn fix<'py>(
    py: Python<'py>,
    robots: Body<'_>,
    all: bool,
    dialect: Option<DialectArg<'_, '_>>,
    url: Option<&str>,
    disable: Option<Vec<String>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let options = options(dialect, url, disable.as_deref().unwrap_or_default())?;
    let body = &*robots.0;
    let fixes = if all { Fixes::All } else { Fixes::Proved };
    let fixed = py.detach(|| options.fix(body, fixes).into_body());
    Ok(PyBytes::new(py, &fixed))
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Finding>()?;
    module.add_function(wrap_pyfunction!(lint, module)?)?;
    module.add_function(wrap_pyfunction!(fix, module)?)
}
