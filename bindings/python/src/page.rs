//! `PageRules`: the statements of a page itself to crawlers. `DocumentTags`: its descriptive meta tags.

use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use robots_exclusion::agents;
use robots_exclusion_page as page;
use robots_exclusion_page::{Combination, Limit, NoteKind};

use crate::Reduced;
use crate::agents::{AgentArg, Token};
use crate::argument::{Argument, arg, quoted, wrong_type, wrong_value};
use crate::text::Text;

/// The statements of a page itself to one crawler: robots meta tags, ``X-Robots-Tag``,
/// ``Robots-Tag``, and the licenses in ``Link``.
///
/// :param meta: names and contents of meta tags; tags that are not for robots do not matter.
/// :param headers: the header fields of the response, as its client gives them; other fields do not
///     matter.
/// :param combination: what holds where the page contradicts itself. ``most-restrictive``: denials
///     win, as Google documents. ``most-permissive``: permissions win, as Yandex documents.
///     ``workshop-1996``: ``ALL`` cancels all other terms, and the permitting one of two opposite
///     terms holds, as the indexing workshop of 1996 proposed. If not given, what the operator of a
///     well-known crawler documents, or else ``most-restrictive``.
#[pyclass(frozen, eq, hash, module = "robots_exclusion")]
pub(crate) struct PageRules {
    rules: page::PageRules,
    made_of: Source,
}

/// What page rules are made of, to make them again.
#[derive(Clone)]
struct Source {
    /// The crawler's names, most preferred first.
    agents: Vec<String>,
    /// Whether the name stands for itself alone, even if a well-known crawler has it.
    is_token: bool,
    meta: Pairs,
    headers: Pairs,
    combination: Option<Combination>,
}

/// Pairs of a name and a value: of meta tags or header fields.
pub(crate) type Pairs = Vec<(String, Vec<u8>)>;

/// Two are equal if they say the same, however their pages say it.
impl PartialEq for PageRules {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules
    }
}

impl Hash for PageRules {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rules.hash(state);
    }
}

impl From<Source> for PageRules {
    fn from(made_of: Source) -> Self {
        let first = made_of.agents.first().map_or("", String::as_str);
        // The record of a well-known crawler has the names of its tags, and how they combine. The
        // other tokens of its list are the tokens whose groups of robots.txt it falls back to.
        let known = agents::UserAgent::resolve(first);
        let is_known = known.agent().is_some() && !made_of.is_token && known.tokens() == made_of.agents;
        let mut builder = if is_known {
            page::PageRules::builder(known)
        } else {
            page::PageRules::builder(first)
        };
        for alias in made_of.agents.iter().skip(1).filter(|_| !is_known) {
            builder.alias(alias);
        }
        for (name, content) in &made_of.meta {
            builder.meta(name, content);
        }
        for (name, value) in &made_of.headers {
            builder.header(name, value);
        }
        if let Some(combination) = made_of.combination {
            builder.combination(combination);
        }
        Self {
            rules: builder.build(),
            made_of,
        }
    }
}

/// Meta tags: names and contents.
#[derive(Default)]
struct Meta(Pairs);

impl<'a> Argument<'a, '_> for Meta {
    fn read(name: &str, object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        pairs_of(name, object, |value| {
            Ok(Text::of(value)?.map(|text| text.0.into_owned()))
        })
        .map(Self)
    }
}

/// The header fields of a response, with the bytes that the server sent. httpx has these in `raw`;
/// other clients decode each byte as a character.
#[derive(Default)]
pub(crate) struct HeaderFields(pub(crate) Pairs);

impl<'a> Argument<'a, '_> for HeaderFields {
    fn read(name: &str, object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        let raw = object.getattr_opt("raw")?;
        let fields = pairs_of(name, raw.as_ref().unwrap_or(object), |value| {
            let Some(bytes) = Text::of(value)? else {
                return Ok(None);
            };
            let text = value.extract::<&str>().ok();
            let sent = text.and_then(|text| text.chars().map(|byte| u8::try_from(byte).ok()).collect());
            Ok(Some(sent.unwrap_or_else(|| bytes.0.into_owned())))
        });
        fields.map(Self)
    }
}

impl<'a> Argument<'a, '_> for Combination {
    fn read(name: &str, object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        let text = <&str>::read(name, object)?;
        let combination = text.parse();
        combination.map_err(|error: robots_exclusion::error::ParseNameError| {
            let known = error.to_string();
            wrong_value(name, known.trim_start_matches("not "), quoted(text))
        })
    }
}

/// The arguments of [`_page_rules`].
type PageRulesFields = (Vec<String>, Pairs, Pairs, bool, Option<&'static str>);

fn pairs_of(
    argument: &str,
    object: &Bound<'_, PyAny>,
    read: impl Fn(&Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>>,
) -> PyResult<Pairs> {
    const PAIRS: &str = "pairs of a name and a value, each str or bytes";
    let mut pairs = Vec::new();
    if Text::of(object)?.is_some() {
        return Err(wrong_type(argument, PAIRS, object));
    }
    // A mapping, or whatever iterates over pairs.
    let items = if object.hasattr("items")? {
        object.call_method0("items")?
    } else {
        object.clone()
    };
    let Ok(items) = items.try_iter() else {
        return Err(wrong_type(argument, PAIRS, object));
    };
    for pair in items {
        let pair = pair?;
        let Ok(parts) = pair.try_iter() else {
            return Err(wrong_type(argument, PAIRS, &pair));
        };
        let parts = parts.collect::<PyResult<Vec<_>>>()?;
        let [name, value] = &*parts else {
            return Err(wrong_type(argument, PAIRS, &pair));
        };
        let Some(text) = Text::of(name)? else {
            return Err(wrong_type(argument, PAIRS, name));
        };
        let Some(bytes) = read(value)? else {
            return Err(wrong_type(argument, PAIRS, value));
        };
        pairs.push((text.to_str().into_owned(), bytes));
    }
    Ok(pairs)
}

#[pymethods]
impl PageRules {
    #[new]
    #[pyo3(signature = (agent, *, meta = None, headers = None, combination = None))]
    fn new(
        agent: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = arg::meta)] meta: Option<Meta>,
        #[pyo3(from_py_with = arg::headers)] headers: Option<HeaderFields>,
        #[pyo3(from_py_with = arg::combination)] combination: Option<Combination>,
    ) -> PyResult<Self> {
        let made_of = Source {
            agents: AgentArg::read("agent", agent)?.names(),
            is_token: agent.is_instance_of::<Token>(),
            meta: meta.unwrap_or_default().0,
            headers: headers.unwrap_or_default().0,
            combination,
        };
        Ok(made_of.into())
    }

    /// Whether the page may be shown in search results.
    #[getter]
    fn may_index(&self) -> bool {
        self.rules.may_index()
    }

    /// Whether its links may be followed.
    #[getter]
    fn may_follow(&self) -> bool {
        self.rules.may_follow()
    }

    /// Whether a cached copy may be shown.
    #[getter]
    fn may_archive(&self) -> bool {
        self.rules.may_archive()
    }

    /// Whether an excerpt may be shown.
    #[getter]
    fn may_show_snippet(&self) -> bool {
        self.rules.may_show_snippet()
    }

    /// Whether a translation may be offered.
    #[getter]
    fn may_translate(&self) -> bool {
        self.rules.may_translate()
    }

    /// Whether the images on it may be indexed.
    #[getter]
    fn may_index_images(&self) -> bool {
        self.rules.may_index_images()
    }

    /// Whether it may be indexed where another page embeds it.
    #[getter]
    fn may_index_if_embedded(&self) -> bool {
        self.rules.may_index_if_embedded()
    }

    /// Whether its text may be used for AI.
    #[getter]
    fn may_use_for_ai(&self) -> bool {
        self.rules.may_use_for_ai()
    }

    /// Whether its images may be used for AI.
    #[getter]
    fn may_use_images_for_ai(&self) -> bool {
        self.rules.may_use_images_for_ai()
    }

    /// Whether it may be used to train models.
    #[getter]
    fn may_use_for_training(&self) -> bool {
        self.rules.may_use_for_training()
    }

    /// In characters; -1 is no limit.
    #[getter]
    fn max_snippet(&self) -> Option<i64> {
        self.rules.max_snippet().map(number)
    }

    /// How large a preview of an image may be.
    #[getter]
    fn max_image_preview(&self) -> Option<&str> {
        self.rules.max_image_preview().map(|preview| preview.as_str())
    }

    /// In seconds; -1 is no limit.
    #[getter]
    fn max_video_preview(&self) -> Option<i64> {
        self.rules.max_video_preview().map(number)
    }

    /// A date in the form of RFC 3339, in UTC.
    #[getter]
    fn unavailable_after(&self) -> Option<String> {
        self.rules.unavailable_after().map(|date| date.to_string())
    }

    /// The URLs of license terms.
    #[getter]
    fn licenses(&self) -> Vec<&str> {
        self.rules.licenses().collect()
    }

    /// The notes on statements that were not understood.
    #[getter]
    fn unknown(&self) -> Vec<&str> {
        let notes = self.rules.notes().filter(|note| note.kind() == NoteKind::Unknown);
        notes.map(|note| note.text()).collect()
    }

    fn __repr__(&self) -> String {
        let word = |holds: bool, word| if holds { word } else { "" };
        let (no_index, no_follow) = (word(!self.may_index(), "no"), word(!self.may_follow(), "no"));
        format!("<PageRules: {no_index}index, {no_follow}follow>")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, PageRulesFields> {
        let restore = py.import("robots_exclusion._native")?.getattr("_page_rules")?;
        let Source {
            agents,
            is_token,
            meta,
            headers,
            combination,
        } = self.made_of.clone();
        let combination = combination.map(Combination::as_str);
        Ok((restore, (agents, meta, headers, is_token, combination)))
    }
}

/// What `PageRules.__reduce__` refers to.
#[pyfunction]
#[pyo3(signature = (agents, meta, headers, is_token = false, combination = None))]
fn _page_rules(
    agents: Vec<String>,
    meta: Pairs,
    headers: Pairs,
    is_token: bool,
    #[pyo3(from_py_with = arg::combination)] combination: Option<Combination>,
) -> PageRules {
    let made_of = Source {
        agents,
        is_token,
        meta,
        headers,
        combination,
    };
    made_of.into()
}

/// The meta tags that the indexing workshop of 1996 discussed together with the robots meta tag:
/// KEYWORDS, DESCRIPTION, DOCUMENT-STATE and URL. They describe a page to every robot, and forbid
/// nothing. Of several tags with the same name, the first counts.
///
/// :param meta: names and contents of meta tags; other tags do not matter.
#[pyclass(frozen, eq, hash, module = "robots_exclusion")]
pub(crate) struct DocumentTags {
    tags: page::DocumentTags,
    /// What they were read from, to be read again.
    meta: Pairs,
}

/// Two are equal if they say the same, whatever other tags there were.
impl PartialEq for DocumentTags {
    fn eq(&self, other: &Self) -> bool {
        self.tags == other.tags
    }
}

impl Hash for DocumentTags {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let tags = &self.tags;
        (
            tags.keywords(),
            tags.description(),
            tags.document_state(),
            tags.url(),
        )
            .hash(state);
    }
}

#[pymethods]
impl DocumentTags {
    #[new]
    fn new(#[pyo3(from_py_with = arg::meta)] meta: Meta) -> Self {
        let mut tags = page::DocumentTags::default();
        for (name, content) in &meta.0 {
            tags.meta(name, content);
        }
        Self { tags, meta: meta.0 }
    }

    /// The words and phrases that the page offers for its index.
    #[getter]
    fn keywords(&self) -> Vec<String> {
        self.tags.keywords().to_vec()
    }

    /// The text that the page offers as its summary.
    #[getter]
    fn description(&self) -> Option<&str> {
        self.tags.description()
    }

    /// Whether the page's content will change, in the page's word: ``STATIC`` if it has none.
    #[getter]
    fn document_state(&self) -> &str {
        self.tags.document_state()
    }

    /// Whether the page needs to be indexed only once: whether its state is ``STATIC``, ignoring case.
    #[getter]
    fn is_static(&self) -> bool {
        self.tags.is_static()
    }

    /// The URL of the original, if this page is a copy of it or generated from it. Not checked.
    #[getter]
    fn url(&self) -> Option<&str> {
        self.tags.url()
    }

    fn __repr__(&self) -> String {
        let keywords = self.tags.keywords().len();
        format!(
            "<DocumentTags: {keywords} keywords, {}>",
            self.tags.document_state()
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (Pairs,)) {
        (py.get_type::<Self>().into_any(), (self.meta.clone(),))
    }
}

/// A limit as a page writes it.
fn number(limit: Limit) -> i64 {
    match limit {
        Limit::AtMost(number) => number.into(),
        Limit::Unlimited => -1,
    }
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PageRules>()?;
    module.add_class::<DocumentTags>()?;
    module.add_function(wrap_pyfunction!(_page_rules, module)?)
}
