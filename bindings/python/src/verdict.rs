//! `Rule` and `Verdict`.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use robots_exclusion::RuleKind;

use crate::text::lossy;

/// One Allow or Disallow.
#[pyclass(frozen, eq, hash, module = "robots_exclusion")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Rule(robots_exclusion::Rule<'static>);

impl Rule {
    pub(crate) fn new(rule: &robots_exclusion::Rule<'_>) -> Self {
        Self(rule.clone().into_owned())
    }
}

#[pymethods]
impl Rule {
    #[getter]
    fn is_allow(&self) -> bool {
        self.0.kind() == RuleKind::Allow
    }

    #[getter]
    fn pattern(&self) -> String {
        lossy(self.0.pattern())
    }

    #[getter]
    fn pattern_bytes(&self) -> &[u8] {
        self.0.pattern()
    }

    #[getter]
    fn line(&self) -> u32 {
        self.0.line()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Rule {:?}, line {}>", self.0.to_string(), self.0.line())
    }
}

/// The answer to a question, and what it rests on.
#[pyclass(frozen, eq, hash, module = "robots_exclusion")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Verdict(robots_exclusion::Verdict<'static>);

impl Verdict {
    pub(crate) fn new(verdict: robots_exclusion::Verdict<'_>) -> Self {
        Self(verdict.into_owned())
    }
}

#[pymethods]
impl Verdict {
    #[getter]
    fn allowed(&self) -> bool {
        self.0.is_allowed()
    }

    #[getter]
    fn reason(&self) -> &'static str {
        self.0.reason().as_str()
    }

    #[getter]
    fn line(&self) -> Option<u32> {
        self.0.line()
    }

    #[getter]
    fn rule(&self) -> Option<String> {
        self.0.rule().map(ToString::to_string)
    }

    #[getter]
    fn group(&self) -> Option<String> {
        self.0.group_name().map(lossy)
    }

    /// The fields that the program `robots` prints as JSON.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = PyDict::new(py);
        fields.set_item("allowed", self.allowed())?;
        fields.set_item("reason", self.reason())?;
        fields.set_item("line", self.line())?;
        fields.set_item("rule", self.rule())?;
        fields.set_item("group", self.group())?;
        Ok(fields)
    }

    fn __bool__(&self) -> bool {
        self.allowed()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Verdict: {}>", self.0)
    }
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Rule>()?;
    module.add_class::<Verdict>()
}
