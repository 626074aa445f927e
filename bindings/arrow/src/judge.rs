//! Answers columns of questions.

use std::fmt;

use arrow_array::{Array, Datum, RecordBatch};
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use robots_exclusion::{AgentList, Dialect, ParseOptions, Rule, Rules, Verdict, WrittenRules};

use crate::answers::Answers;
use crate::column::Column;
use crate::error::{Error, Input};
use crate::identity::{AgentIds, AgentNumbers, BodyIds};

/// Whether the crawlers may fetch the URLs, row by row; with `detail` also why. [The crate](crate) says which columns are taken and
/// which are returned.
///
/// For several batches of one table, a [`Judge`] remembers what it compiled.
///
/// # Errors
///
/// If a column holds no texts, or the numbers of rows differ.
pub fn judge(
    bodies: &dyn Datum,
    agents: &dyn Datum,
    urls: &dyn Datum,
    dialect: Dialect,
    detail: bool,
) -> Result<RecordBatch, Error> {
    Judge::new(dialect).judge(bodies, agents, urls, detail)
}

/// Answers batch after batch, and remembers compiled rules for as long as it is given the same dictionary of bodies.
///
/// It keeps that dictionary alive: two dictionaries are the same if they have the same buffers, and buffers are never freed and used
/// for something else while they are compared.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use arrow_array::cast::AsArray;
/// use arrow_array::{DictionaryArray, Int32Array, Scalar, StringArray};
/// use robots_exclusion::Dialect;
/// use robots_exclusion_arrow::Judge;
///
/// let bodies = Arc::new(StringArray::from(vec!["User-agent: *\nDisallow: /a\n", "User-agent: *\nDisallow: /b\n"]));
/// let agents = Scalar::new(StringArray::from(vec!["FooBot"]));
/// let mut judge = Judge::new(Dialect::RFC_9309);
/// for (keys, urls, expected) in [([0, 1, 0], ["/a", "/a", "/b"], [false, true, true]), ([1, 1, 0], ["/a", "/b", "/b"], [true, false, true])] {
///     let bodies = DictionaryArray::new(Int32Array::from(keys.to_vec()), bodies.clone());
///     let urls = StringArray::from(urls.to_vec());
///     let answers = judge.judge(&bodies, &agents, &urls, false)?;
///     assert!(answers["allowed"].as_boolean().iter().eq(expected.map(Some)));
/// }
/// # Ok::<(), robots_exclusion_arrow::Error>(())
/// ```
pub struct Judge {
    dialect: Dialect,
    options: ParseOptions,
    max_cache_bytes: usize,
    /// What bodies were last referred to by keys.
    bodies: Option<arrow_array::ArrayRef>,
    agents: AgentNumbers,
    cache: Cache,
}

/// What is known about a body and an agent, by their numbers.
#[derive(Default)]
struct Cache {
    pairs: HashMap<(usize, u32), Pair>,
    /// Bytes that the compiled rules take.
    bytes: usize,
}

enum Pair {
    /// One question was asked, and answered straight from the body.
    Seen,
    /// Several were.
    Compiled(Box<Compiled>),
}

struct Compiled {
    rules: Rules,
    /// With details: where the rules are in the body, which the options must not transcode.
    written: Option<WrittenRules>,
}

impl Judge {
    /// A judge that knows nothing yet, with [a cache](Self::max_cache_bytes) of 256 MiB.
    #[must_use]
    pub fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            options: ParseOptions::new().dialect(dialect),
            max_cache_bytes: 256 << 20,
            bodies: None,
            agents: AgentNumbers::default(),
            cache: Cache::default(),
        }
    }

    /// Reads at most this many bytes of a body, and no line in part ([`ParseOptions::max_bytes`]). By default the whole body is read.
    #[must_use]
    pub fn max_body_bytes(mut self, max_bytes: usize) -> Self {
        self.options = self.options.max_bytes(max_bytes);
        self
    }

    /// Drops all compiled rules when they take more than this many bytes. Questions about the same bodies then start from scratch. The default
    /// is 256 MiB, enough for some 100,000 sites.
    #[must_use]
    pub fn max_cache_bytes(mut self, max_bytes: usize) -> Self {
        self.max_cache_bytes = max_bytes;
        self
    }

    /// Answers one batch: like [`judge`].
    ///
    /// # Errors
    ///
    /// Those of [`judge`].
    pub fn judge(
        &mut self,
        bodies: &dyn Datum,
        agents: &dyn Datum,
        urls: &dyn Datum,
        detail: bool,
    ) -> Result<RecordBatch, Error> {
        let mut answers = Answers::new(detail);
        self.judge_into(bodies, agents, urls, &mut answers)?;
        Ok(answers.finish())
    }

    /// Appends the answers to one batch to those of others.
    ///
    /// # Complexity
    ///
    /// That of [`ParseOptions::check`] for the first question about a body by an agent, of [`ParseOptions::rules_for`] for the second, and
    /// of [`Rules::check`] for each further one.
    ///
    /// # Errors
    ///
    /// Those of [`judge`]. Nothing is appended then.
    pub fn judge_into(
        &mut self,
        bodies: &dyn Datum,
        agents: &dyn Datum,
        urls: &dyn Datum,
        answers: &mut Answers,
    ) -> Result<(), Error> {
        let bodies = Column::new(bodies, Input::Bodies)?;
        let agents = Column::new(agents, Input::Agents)?;
        let urls = Column::new(urls, Input::Urls)?;
        let rows = common_rows([
            (Input::Bodies, bodies.rows()),
            (Input::Agents, agents.rows()),
            (Input::Urls, urls.rows()),
        ])?;
        self.remember(&bodies);

        let mut body_ids = BodyIds::new(&bodies);
        let mut agent_ids = AgentIds::new(&agents);
        for row in 0..rows {
            let (Some(body_at), Some(agent_at), Some(url_at)) =
                (bodies.index(row), agents.index(row), urls.index(row))
            else {
                answers.push_null();
                continue;
            };
            let (body, agent, url) = (bodies.value(body_at), agents.value(agent_at), urls.value(url_at));
            let body_id = body_ids.number(body_at, body);
            if body_id.forget_others || self.cache.bytes > self.max_cache_bytes {
                self.cache = Cache::default();
            }
            let agent_id = agent_ids.number(agent_at, agent, &mut self.agents);
            self.answer((body_id.number, agent_id), body, agent, url, answers);
        }
        if bodies.keyed_values().is_none() {
            self.cache = Cache::default();
        }
        Ok(())
    }

    /// Drops what is known about other bodies than these.
    fn remember(&mut self, bodies: &Column<'_>) {
        let are_known = bodies.keyed_values().is_some()
            && self.bodies.as_ref().is_some_and(|known| {
                let values = bodies.values();
                known.len() == values.len() && known.to_data().ptr_eq(&values.to_data())
            });
        if !are_known {
            self.cache = Cache::default();
            self.bodies = bodies
                .keyed_values()
                .map(|values| bodies.values().slice(0, values));
        }
        if self.agents.bytes() > self.max_cache_bytes {
            // The agents are about to be numbered again.
            self.cache = Cache::default();
            self.agents = AgentNumbers::default();
        }
    }

    #[inline]
    fn answer(&mut self, pair: (usize, u32), body: &[u8], agent: &[u8], url: &[u8], answers: &mut Answers) {
        let detail = answers.has_detail();
        let cache = &mut self.cache;
        let known = match cache.pairs.entry(pair) {
            Entry::Occupied(pair) => {
                let pair = pair.into_mut();
                if pair.compiled(detail).is_none() {
                    cache.bytes += pair.compile(&self.options, body, agent, detail);
                }
                pair.compiled(detail)
            }
            Entry::Vacant(place) => {
                cache.bytes += size_of::<((usize, u32), Pair)>();
                place.insert(Pair::Seen);
                None
            }
        };
        match known {
            Some(compiled) if detail => {
                let verdict = compiled.rules.check(url);
                let written = compiled.as_written(body, url, &verdict);
                answers.push_verdict(&verdict, written.as_ref().or(verdict.rule()));
            }
            Some(compiled) => answers.push_allowed(compiled.rules.is_allowed(url)),
            None => {
                let verdict = self.options.check(body, &*String::from_utf8_lossy(agent), url);
                if detail {
                    answers.push_verdict(&verdict, verdict.rule());
                } else {
                    answers.push_allowed(verdict.is_allowed());
                }
            }
        }
    }
}

impl Pair {
    /// What is compiled, if it suffices.
    #[inline]
    fn compiled(&self, detail: bool) -> Option<&Compiled> {
        match self {
            Self::Compiled(compiled) if !detail || compiled.written.is_some() => Some(compiled),
            _ => None,
        }
    }

    /// Compiles the rules of an agent. Returns about how many bytes they take.
    #[cold]
    fn compile(&mut self, options: &ParseOptions, body: &[u8], agent: &[u8], detail: bool) -> usize {
        let agent = String::from_utf8_lossy(agent);
        let compiled = if detail {
            let robots = options.parse(body);
            let agents = AgentList::from(&*agent);
            Compiled {
                written: Some(WrittenRules::new(robots.groups_for(&agents))),
                rules: robots.rules_for(&agents),
            }
        } else {
            Compiled {
                written: None,
                rules: options.rules_for(body, &*agent),
            }
        };
        let bytes = compiled.bytes();
        *self = Self::Compiled(Box::new(compiled));
        bytes
    }
}

impl Compiled {
    /// About how many bytes it takes.
    fn bytes(&self) -> usize {
        let written = self.written.as_ref().map_or(0, WrittenRules::heap_bytes);
        size_of::<Self>() + self.rules.heap_bytes() + written
    }

    /// The rule that a verdict on the body cites, as the file spells it: compiled rules cite their canonical form.
    fn as_written<'b>(&self, body: &'b [u8], url: &[u8], verdict: &Verdict<'_>) -> Option<Rule<'b>> {
        self.written.as_ref()?.find(body, verdict.rule()?, url)
    }
}

impl fmt::Debug for Judge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Judge")
            .field("dialect", &format_args!("{}", self.dialect))
            .field("pairs", &self.cache.pairs.len())
            .field("cached_bytes", &self.cache.bytes)
            .finish_non_exhaustive()
    }
}

/// The number of rows that all columns have; scalars have any number. One row if all are scalars.
fn common_rows(columns: [(Input, Option<usize>); 3]) -> Result<usize, Error> {
    let mut common = None;
    for (input, rows) in columns {
        match (common, rows) {
            (Some(expected), Some(found)) if expected != found => {
                return Err(Error::Rows {
                    input,
                    found,
                    expected,
                });
            }
            (None, Some(_)) => common = rows,
            _ => {}
        }
    }
    Ok(common.unwrap_or(1))
}
