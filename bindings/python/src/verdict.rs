//! `Rule` and `Verdict`: plain values, so that they can be pickled and made again.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use robots_exclusion::agents::Obedience;
use robots_exclusion::{Reason, RuleKind};

use crate::agents::AgentArg;
use crate::text::lossy;

/// One Allow or Disallow line. ``str(rule)`` is that line: spelled as in the file, or in canonical
/// form from compiled :class:`Rules`.
#[pyclass(frozen, eq, hash, module = "robots_exclusion")]
pub(crate) struct Rule {
    is_allow: bool,
    pattern: Vec<u8>,
    line: u32,
    /// What the library prints.
    text: String,
}

impl Rule {
    pub(crate) fn new(rule: &robots_exclusion::Rule<'_>) -> Self {
        Self {
            is_allow: rule.kind() == RuleKind::Allow,
            pattern: rule.pattern().to_vec(),
            line: rule.line(),
            text: rule.to_string(),
        }
    }

    /// What makes two rules the same, as for the library's: not the spelling of the key.
    fn key(&self) -> (bool, &[u8], u32) {
        (self.is_allow, &self.pattern, self.line)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Rule {}

impl std::hash::Hash for Rule {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

/// The arguments of [`_rule`].
type RuleFields<'r, 'py> = (bool, Bound<'py, PyBytes>, u32, &'r str);

#[pymethods]
impl Rule {
    /// Whether it allows; otherwise it disallows.
    #[getter]
    fn is_allow(&self) -> bool {
        self.is_allow
    }

    /// The pattern, with U+FFFD for bytes that are not UTF-8.
    #[getter]
    fn pattern(&self) -> String {
        lossy(&self.pattern)
    }

    /// The pattern as it is in the file.
    #[getter]
    fn pattern_bytes(&self) -> &[u8] {
        &self.pattern
    }

    /// The line's number, counted from 1.
    #[getter]
    fn line(&self) -> u32 {
        self.line
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Rule {:?}, line {}>", self.text, self.line)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, RuleFields<'_, 'py>)> {
        let restore = py.import("robots_exclusion._native")?.getattr("_rule")?;
        let pattern = PyBytes::new(py, &self.pattern);
        Ok((restore, (self.is_allow, pattern, self.line, &self.text)))
    }
}

/// What `Rule.__reduce__` refers to.
#[pyfunction]
fn _rule(is_allow: bool, pattern: Vec<u8>, line: u32, text: String) -> Rule {
    Rule {
        is_allow,
        pattern,
        line,
        text,
    }
}

/// The answer to a question, and the reasons for it. It is true if the URL may be fetched;
/// ``str(verdict)`` says why.
#[pyclass(frozen, eq, hash, module = "robots_exclusion")]
pub(crate) struct Verdict {
    allowed: bool,
    reason: Reason,
    line: Option<u32>,
    rule: Option<String>,
    group: Option<String>,
    /// What the library prints.
    text: String,
    /// What is documented about obeying robots.txt; `None` from compiled rules, which keep no crawler.
    obeys: Option<Obedience>,
    /// A sentence about that.
    note: Option<String>,
}

impl Verdict {
    /// The verdict for a crawler.
    pub(crate) fn of(verdict: &robots_exclusion::Verdict<'_>, agent: &AgentArg<'_>) -> Self {
        let obeys = agent.obeys();
        let name = agent.names().into_iter().next().unwrap_or_default();
        Self {
            obeys: Some(obeys),
            note: obeys.note(&name),
            ..Self::new(verdict)
        }
    }

    /// The verdict of rules, which know no crawler.
    pub(crate) fn new(verdict: &robots_exclusion::Verdict<'_>) -> Self {
        Self {
            obeys: None,
            note: None,
            allowed: verdict.is_allowed(),
            reason: verdict.reason(),
            line: verdict.line(),
            rule: verdict.rule().map(ToString::to_string),
            group: verdict.group_name().map(lossy),
            text: verdict.to_string(),
        }
    }

    /// What makes two verdicts the same, as for the library's: not the spelling of the rule, which
    /// is in canonical form in compiled rules.
    fn key(&self) -> (bool, Reason, Option<u32>, Option<&str>) {
        (self.allowed, self.reason, self.line, self.group.as_deref())
    }
}

impl PartialEq for Verdict {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Verdict {}

impl std::hash::Hash for Verdict {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

/// The arguments of [`_verdict`].
type VerdictFields<'v> = (
    bool,
    &'static str,
    Option<u32>,
    Option<&'v str>,
    Option<&'v str>,
    &'v str,
    Option<&'static str>,
    Option<&'v str>,
);

#[pymethods]
impl Verdict {
    /// Whether the URL may be fetched.
    #[getter]
    fn allowed(&self) -> bool {
        self.allowed
    }

    /// What the answer rests on.
    #[getter]
    fn reason(&self) -> &'static str {
        self.reason.as_str()
    }

    /// The line of the rule that decided, counted from 1.
    #[getter]
    fn line(&self) -> Option<u32> {
        self.line
    }

    /// The rule that decided: as the file spells it, or in canonical form where compiled
    /// :class:`Rules` answered.
    #[getter]
    fn rule(&self) -> Option<&str> {
        self.rule.as_deref()
    }

    /// The name of the group that applies, or ``*``.
    #[getter]
    fn group(&self) -> Option<&str> {
        self.group.as_deref()
    }

    /// What the operator of a well-known crawler says about obeying robots.txt: ``always``,
    /// ``may-ignore``, or ``unknown``, also for any other crawler. ``None`` from compiled
    /// :class:`Rules`.
    #[getter]
    fn obeys(&self) -> Option<&'static str> {
        self.obeys.map(Obedience::as_str)
    }

    /// A sentence for people if the crawler may ignore robots.txt.
    #[getter]
    fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// The properties that answer the question, by name: what ``robots check`` prints as JSON of
    /// them, and what batches answer.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = PyDict::new(py);
        fields.set_item("allowed", self.allowed)?;
        fields.set_item("reason", self.reason())?;
        fields.set_item("line", self.line)?;
        fields.set_item("rule", self.rule())?;
        fields.set_item("group", self.group())?;
        Ok(fields)
    }

    fn __bool__(&self) -> bool {
        self.allowed
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Verdict: {}>", self.text)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, VerdictFields<'_>)> {
        let restore = py.import("robots_exclusion._native")?.getattr("_verdict")?;
        Ok((
            restore,
            (
                self.allowed,
                self.reason(),
                self.line,
                self.rule(),
                self.group(),
                &self.text,
                self.obeys(),
                self.note(),
            ),
        ))
    }
}

/// What `Verdict.__reduce__` refers to.
#[pyfunction]
#[pyo3(signature = (allowed, reason, line, rule, group, text, obeys = None, note = None))]
#[expect(clippy::too_many_arguments, reason = "the fields of a verdict")]
fn _verdict(
    allowed: bool,
    reason: &str,
    line: Option<u32>,
    rule: Option<String>,
    group: Option<String>,
    text: String,
    obeys: Option<&str>,
    note: Option<String>,
) -> PyResult<Verdict> {
    let wrong = || PyValueError::new_err("these are no fields of a verdict");
    let obeys = obeys.map(str::parse).transpose();
    let reason = reason.parse();
    Ok(Verdict {
        allowed,
        reason: reason.map_err(|_| wrong())?,
        line,
        rule,
        group,
        text,
        obeys: obeys.map_err(|_| wrong())?,
        note,
    })
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Rule>()?;
    module.add_class::<Verdict>()?;
    module.add_function(wrap_pyfunction!(_rule, module)?)?;
    module.add_function(wrap_pyfunction!(_verdict, module)?)
}
