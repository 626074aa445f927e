//! `test` and `compare`: statements about all URLs, proved or refuted.

use pyo3::prelude::*;
use robots_exclusion::{AgentList, Dialect, RobotsTxt, RuleKind};
use robots_exclusion_analysis::decide::{
    Assertion, AssertionError, Budget, Conclusion, Disagreement, Division, Policy,
};

use crate::agents::AgentArg;
use crate::argument::{Names, arg, quoted, wrong_value};
use crate::dialect::{DialectArg, chosen};
use crate::interrupt::interruptible;
use crate::record;
use crate::text::Body;
use crate::verdict::Verdict;

/// Steps that may be spent on all pairs of dialects, and on each changed rule of one.
const STEPS: u64 = 30_000_000;
const STEPS_EACH: u64 = 2_000_000;
/// How many ways to disagree are looked at for a pair.
const MOST_OF_PAIR: usize = 20;

fn outcome(holds: Option<bool>) -> &'static str {
    match holds {
        Some(true) => "proved",
        Some(false) => "refuted",
        None => "undecided",
    }
}

/// The fields of a `TestResult`.
#[derive(IntoPyObject)]
struct TestResult {
    expected: &'static str,
    pattern: String,
    outcome: &'static str,
    url: Option<String>,
    verdict: Option<Verdict>,
}

fn tested(
    robots: &RobotsTxt<'_>,
    policy: &Policy,
    agents: &AgentList<'_>,
    kind: RuleKind,
    pattern: &str,
    except: &[String],
) -> PyResult<TestResult> {
    let assertion = Assertion::new(kind, pattern, robots.dialect());
    let assertion = except
        .iter()
        .fold(assertion, |assertion, except| assertion.except(except));
    let answer = policy.holds(&assertion, &mut Budget::default());
    let answer = answer.map_err(|error| {
        let (argument, wrong) = match &error {
            AssertionError::NoPath(wrong) if wrong != pattern => ("exceptions", &**wrong),
            _ if kind == RuleKind::Allow => ("allow", pattern),
            _ => ("disallow", pattern),
        };
        let error = error.to_string();
        let why = error.trim_start_matches(&format!("{wrong:?} "));
        wrong_value(
            argument,
            "patterns of URLs",
            format_args!("{}, which {why}", quoted(wrong)),
        )
    })?;
    let url = answer.witness().map(|witness| witness.url().to_string());
    let verdict = url.as_deref().map(|url| Verdict::new(&robots.check(agents, url)));
    Ok(TestResult {
        expected: if kind == RuleKind::Allow {
            "allow"
        } else {
            "disallow"
        },
        pattern: pattern.to_string(),
        outcome: outcome(match answer {
            Conclusion::Proved => Some(true),
            Conclusion::Refuted(_) => Some(false),
            Conclusion::Undecided => None,
        }),
        url,
        verdict,
    })
}

/// Whether a crawler may fetch all URLs that match a pattern, or none of them: proved for all URLs,
/// or refuted by one.
///
/// :param allow: patterns, as rules have them, of URLs that are to be allowed.
/// :param disallow: patterns of URLs that are to be disallowed.
/// :param exceptions: patterns of URLs to leave out.
/// :param dialect: how the file is read. If not given, a well-known crawler reads it as its operator
///     documents, any other as RFC 9309 says.
/// :raises ValueError: if no URL matches a pattern, or only exceptions do: that would be true of every
///     file.
#[pyfunction]
#[pyo3(signature = (robots, agent, *, allow = None, disallow = None, exceptions = None, dialect = None))]
fn test<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = arg::robots)] robots: Body<'_>,
    #[pyo3(from_py_with = arg::agent)] agent: AgentArg<'_>,
    #[pyo3(from_py_with = arg::allow)] allow: Option<Names>,
    #[pyo3(from_py_with = arg::disallow)] disallow: Option<Names>,
    #[pyo3(from_py_with = arg::exceptions)] exceptions: Option<Names>,
    #[pyo3(from_py_with = arg::dialect)] dialect: Option<DialectArg<'_, '_>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let (agents, documented) = agent.with_dialect(|list, dialect| (list.into_owned(), dialect));
    let options = RobotsTxt::options().dialect(chosen(dialect).unwrap_or(documented));
    let body = robots.bytes.into_owned();
    let names = |names: Option<Names>| names.map_or(Vec::new(), |names| names.0);
    let (allow, disallow, except) = (names(allow), names(disallow), names(exceptions));
    let results = interruptible(py, move || {
        let robots = options.parse_owned(body);
        let policy = Policy::of(&robots, &agents);
        let allow = allow.iter().map(|pattern| (RuleKind::Allow, pattern));
        let disallow = disallow.iter().map(|pattern| (RuleKind::Disallow, pattern));
        let asked = allow.chain(disallow);
        asked
            .map(|(kind, pattern)| tested(&robots, &policy, &agents, kind, pattern, &except))
            .collect::<PyResult<Vec<TestResult>>>()
    })?;
    let results = results?.into_iter();
    results.map(|result| record(py, "TestResult", result)).collect()
}

/// The fields of a `Comparison`.
#[derive(IntoPyObject)]
struct Comparison {
    dialects: (String, String),
    outcome: &'static str,
    urls: Vec<String>,
}

/// Where dialects disagree about a file, for one crawler and all URLs.
///
/// :param dialects: the dialects to compare with each other; every preset if not given.
#[pyfunction]
#[pyo3(signature = (robots, agent, *, dialects = None))]
fn compare<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = arg::robots)] robots: Body<'_>,
    #[pyo3(from_py_with = arg::agent)] agent: AgentArg<'_>,
    #[pyo3(from_py_with = arg::dialects)] dialects: Option<Names>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let presets = Dialect::PRESETS.iter();
    let names = match dialects {
        Some(names) => names.0,
        None => presets.map(|(name, _)| (*name).to_string()).collect(),
    };
    let mut compared = Vec::new();
    for name in &names {
        let dialect = Dialect::from_name(name);
        let expected = "names of dialects";
        compared.push(dialect.ok_or_else(|| wrong_value("dialects", expected, quoted(name)))?);
    }
    let body = robots.bytes.into_owned();
    let agents = agent.with_list(|list| list.into_owned());
    let pairs = interruptible(py, move || {
        let policies = compared
            .iter()
            .map(|dialect| Policy::of(&RobotsTxt::options().dialect(*dialect).parse(&body), &agents));
        let mut budget = Budget::new(STEPS).with_each(STEPS_EACH);
        let division = Division::of(policies, MOST_OF_PAIR, &mut budget);
        let mut pairs = Vec::new();
        for (first, name) in names.iter().enumerate() {
            for (second, other) in names.iter().enumerate().skip(first + 1) {
                let disagreement = division.between(first, second);
                pairs.push(Comparison {
                    dialects: (name.clone(), other.clone()),
                    outcome: outcome(division.agree(first, second)),
                    urls: disagreement.map_or(&[][..], Disagreement::urls).to_vec(),
                });
            }
        }
        pairs
    })?;
    let pairs = pairs.into_iter();
    pairs.map(|pair| record(py, "Comparison", pair)).collect()
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(test, module)?)?;
    module.add_function(wrap_pyfunction!(compare, module)?)
}
