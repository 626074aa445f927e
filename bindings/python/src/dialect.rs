//! `Dialect`: how files are read.

use std::hash::{Hash, Hasher};
use std::str::FromStr;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use robots_exclusion::error::ParseNameError;

use crate::Reduced;
use crate::argument::{Argument, Count, Seconds, arg, printed, quoted, wrong_type, wrong_value};

/// How files are read: a preset, such as ``Dialect.GOOGLE`` or ``Dialect("google")``, or one with
/// options replaced.
#[pyclass(frozen, eq, hash, module = "robots_exclusion")]
#[derive(Clone, Copy)]
pub(crate) struct Dialect {
    base: &'static str,
    pub(crate) inner: robots_exclusion::Dialect,
}

impl PartialEq for Dialect {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner
    }
}

impl Eq for Dialect {}

impl Hash for Dialect {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.inner.hash(state);
    }
}

/// The value of an option that has this name.
fn value_named<T: FromStr<Err = ParseNameError>>(option: &str, value: &Bound<'_, PyAny>) -> PyResult<T> {
    let name = <&str>::read(option, value)?;
    name.parse().map_err(|error: ParseNameError| {
        let known = error.to_string();
        wrong_value(option, known.trim_start_matches("not "), quoted(name))
    })
}

/// A duration of the policy, which keeps whole seconds in 32 bits.
fn seconds(option: &str, value: &Bound<'_, PyAny>) -> PyResult<u32> {
    let Seconds(duration) = Seconds::read(option, value)?;
    Ok(u32::try_from(duration.as_secs()).unwrap_or(u32::MAX))
}

/// A number of bytes, which the dialect keeps in 32 bits.
fn bytes(option: &str, value: &Bound<'_, PyAny>) -> PyResult<u32> {
    let Count(bytes) = Count::read(option, value)?;
    Ok(bytes.try_into().unwrap_or(u32::MAX))
}

/// A number of redirects, which the policy keeps in 8 bits.
fn redirects(value: &Bound<'_, PyAny>) -> PyResult<u8> {
    let option = "max_redirects";
    let Count(redirects) = Count::read(option, value)?;
    u8::try_from(redirects).map_err(|_| wrong_value(option, "255 at most", printed(value)))
}

/// What `None` stands for, or a value.
fn unless_none<T>(value: &Bound<'_, PyAny>, read: impl FnOnce() -> PyResult<T>) -> PyResult<Option<T>> {
    if value.is_none() {
        Ok(None)
    } else {
        read().map(Some)
    }
}

/// For each option, its name, which is the name of the library's field; for the durations of the
/// fetch policy also the field.
macro_rules! options {
    (
        switches: $($switch:ident),+;
        choices: $($choice:ident),+;
        policy_switches: $($policy:ident),+;
        policy_seconds: $($seconds:ident in $seconds_field:ident),+;
        policy_seconds_or_none: $($maybe:ident in $maybe_field:ident),+ $(,)?
    ) => {
        /// A dialect with one option changed.
        fn with_option(
            mut dialect: robots_exclusion::Dialect,
            option: &str,
            value: &Bound<'_, PyAny>,
        ) -> PyResult<robots_exclusion::Dialect> {
            let policy = &mut dialect.fetch_policy;
            match option {
                $(stringify!($policy) => policy.$policy = bool::read(option, value)?,)+
                $(stringify!($seconds) => policy.$seconds_field = seconds(option, value)?,)+
                $(stringify!($maybe) => {
                    policy.$maybe_field = unless_none(value, || seconds(option, value))?;
                })+
                "max_redirects" => policy.max_redirects = redirects(value)?,
                "max_bytes" => policy.max_bytes = bytes(option, value)?,
                "when_unreachable" => {
                    policy.when_unreachable = value_named(option, value)?;
                }
                "when_no_answer" => {
                    policy.when_no_answer = unless_none(value, || value_named(option, value))?;
                }
                $(stringify!($switch) => dialect.$switch = bool::read(option, value)?,)+
                $(stringify!($choice) => dialect.$choice = value_named(option, value)?,)+
                "max_line_bytes" => dialect.max_line_bytes = unless_none(value, || bytes(option, value))?,
                _ => {
                    let known = [
                        $(stringify!($switch),)+
                        $(stringify!($choice),)+
                        "max_line_bytes",
                        $(stringify!($policy),)+
                        $(stringify!($seconds),)+
                        $(stringify!($maybe),)+
                        "max_redirects",
                        "max_bytes",
                        "when_unreachable",
                        "when_no_answer",
                    ];
                    return Err(PyTypeError::new_err(format!(
                        "{option} is not an option; known options: {}",
                        known.join(", ")
                    )));
                }
            }
            Ok(dialect)
        }

        /// The options by name.
        fn options_of<'py>(dialect: robots_exclusion::Dialect, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            let options = PyDict::new(py);
            $(options.set_item(stringify!($switch), dialect.$switch)?;)+
            $(options.set_item(stringify!($choice), dialect.$choice.as_str())?;)+
            options.set_item("max_line_bytes", dialect.max_line_bytes)?;
            let policy = dialect.fetch_policy;
            $(options.set_item(stringify!($policy), policy.$policy)?;)+
            $(options.set_item(stringify!($seconds), policy.$seconds_field)?;)+
            $(options.set_item(stringify!($maybe), policy.$maybe_field)?;)+
            options.set_item("max_redirects", policy.max_redirects)?;
            options.set_item("max_bytes", policy.max_bytes)?;
            options.set_item("when_unreachable", policy.when_unreachable.as_str())?;
            options.set_item("when_no_answer", policy.when_no_answer.map(|when| when.as_str()))?;
            Ok(options)
        }
    };
}

options! {
    switches:
        rules_before_groups,
        groups_need_rules,
        robot_version,
        allow_lines,
        several_names,
        several_paths,
        supplies_leading_slash,
        robots_txt_allowed,
        index_html,
        both_spellings,
        trims_invisible,
        nul_ends_line,
        crawl_delay_lines,
        request_rate_lines,
        partial_bom;
    choices:
        group_end,
        name_test,
        group_choice,
        rule_choice,
        pattern_language,
        percent_mode,
        key_spelling,
        target_syntax;
    policy_switches:
        forbidden_disallows,
        is_429_unreachable,
        keeps_fresh_copy,
        oversized_allows;
    policy_seconds:
        disallow_for in disallow_seconds,
        retry_interval in retry_seconds,
        default_lifetime in default_lifetime_seconds,
        min_lifetime in min_lifetime_seconds;
    policy_seconds_or_none:
        use_copy_for in use_copy_seconds,
        max_lifetime in max_lifetime_seconds,
}

impl Dialect {
    /// The preset that an argument names.
    fn preset(argument: &str, name: &str) -> PyResult<&'static (&'static str, robots_exclusion::Dialect)> {
        let presets = robots_exclusion::Dialect::PRESETS;
        let found = presets.iter().find(|(preset, _)| *preset == name);
        found.ok_or_else(|| {
            let error = name.parse::<robots_exclusion::Dialect>().err();
            let error = error.map_or_else(String::new, |error| error.to_string());
            let known: Vec<&str> = presets.iter().map(|(name, _)| *name).collect();
            let found = format!("{}: {error}; there are {}", quoted(name), known.join(", "));
            wrong_value(argument, "the name of a dialect", found)
        })
    }
}

#[pymethods]
impl Dialect {
    #[new]
    #[pyo3(signature = (name = "rfc9309", /))]
    fn new(#[pyo3(from_py_with = arg::name)] name: &str) -> PyResult<Self> {
        let &(base, inner) = Self::preset("name", name)?;
        Ok(Self { base, inner })
    }

    /// Every preset with its name.
    #[staticmethod]
    fn presets() -> Vec<(&'static str, Self)> {
        let presets = robots_exclusion::Dialect::PRESETS.iter();
        presets
            .map(|&(base, inner)| (base, Self { base, inner }))
            .collect()
    }

    /// The name of the preset, or ``None`` for a dialect of your own.
    #[getter]
    fn name(&self) -> Option<&'static str> {
        self.inner.name()
    }

    /// The options that :meth:`replace` takes, and their values. The Rust documentation of
    /// ``Dialect`` says what each means.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        options_of(self.inner, py)
    }

    /// The same with options replaced. Options from ``max_redirects`` on are the fetch policy: how
    /// a crawler asks for robots.txt, and how it treats the answer. Durations are in whole seconds.
    #[pyo3(signature = (**options))]
    fn replace(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut inner = self.inner;
        for (option, value) in options.into_iter().flatten() {
            let option = option.extract::<String>()?;
            inner = with_option(inner, &option, &value)?;
        }
        Ok(Self {
            base: self.base,
            inner,
        })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let Some(name) = self.name() else {
            let changed = PyDict::new(py);
            let preset = options_of(Self::preset("base", self.base)?.1, py)?;
            for (option, value) in options_of(self.inner, py)? {
                if !value.eq(preset.get_item(&option)?)? {
                    changed.set_item(option, value)?;
                }
            }
            return Ok(format!("Dialect('{}').replace(**{})", self.base, changed.repr()?));
        };
        Ok(format!("Dialect('{name}')"))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (&'static str, Bound<'py, PyDict>)> {
        let restore = py.import("robots_exclusion._native")?.getattr("_dialect")?;
        Ok((restore, (self.base, options_of(self.inner, py)?)))
    }
}

/// What `Dialect.__reduce__` refers to.
#[pyfunction]
fn _dialect(base: &str, options: &Bound<'_, PyDict>) -> PyResult<Dialect> {
    Dialect::new(base)?.replace(Some(options))
}

/// A dialect argument: a `Dialect`, or the name of a preset.
#[derive(Clone, Copy)]
pub(crate) enum DialectArg<'a, 'py> {
    Preset(&'static robots_exclusion::Dialect),
    Object(Borrowed<'a, 'py, Dialect>),
}

impl DialectArg<'_, '_> {
    pub(crate) fn dialect(&self) -> &robots_exclusion::Dialect {
        match self {
            Self::Preset(dialect) => dialect,
            Self::Object(object) => &object.get().inner,
        }
    }
}

/// The dialect that was passed for every crawler; without one, each reads in its own.
pub(crate) fn chosen(argument: Option<DialectArg<'_, '_>>) -> Option<robots_exclusion::Dialect> {
    argument.map(|argument| *argument.dialect())
}

impl DialectArg<'_, '_> {
    /// The object, also of a name.
    pub(crate) fn object(&self) -> Dialect {
        match self {
            Self::Preset(dialect) => wrap(**dialect),
            Self::Object(object) => *object.get(),
        }
    }
}

impl Default for DialectArg<'_, '_> {
    fn default() -> Self {
        Self::Preset(&robots_exclusion::Dialect::RFC_9309)
    }
}

impl<'a, 'py> Argument<'a, 'py> for DialectArg<'a, 'py> {
    fn read(name: &str, object: &'a Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(dialect) = object.cast::<Dialect>() {
            return Ok(Self::Object(dialect.as_borrowed()));
        }
        match object.cast::<PyString>() {
            Ok(preset) => Ok(Self::Preset(&Dialect::preset(name, &preset.to_string_lossy())?.1)),
            Err(_) => Err(wrong_type(name, "Dialect, the name of a preset, or None", object)),
        }
    }
}

/// Wraps the dialect in which a file was read.
pub(crate) fn wrap(inner: robots_exclusion::Dialect) -> Dialect {
    Dialect {
        base: inner.name().unwrap_or("rfc9309"),
        inner,
    }
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Dialect>()?;
    module.add_function(wrap_pyfunction!(_dialect, module)?)?;
    // `seznam2` is the constant SEZNAM_2.
    let class = module.py().get_type::<Dialect>();
    for (name, dialect) in Dialect::presets() {
        let digits = name.find(|character: char| character.is_ascii_digit());
        let constant = match digits {
            Some(at) => format!("{}_{}", &name[..at], &name[at..]),
            None => name.to_owned(),
        };
        class.setattr(constant.to_ascii_uppercase(), dialect)?;
    }
    Ok(())
}
