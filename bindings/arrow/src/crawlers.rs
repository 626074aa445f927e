//! Who asks: columns of crawlers, resolved as the library resolves them everywhere.

use std::fmt;

use arrow_array::Datum;
use hashbrown::{Equivalent, HashMap};
use robots_exclusion::agents::{Agent, UserAgent};
use robots_exclusion::{AgentList, Dialect, ParseOptions, Reason};

use crate::column::Column;
use crate::error::{Error, Input};

/// The crawlers of a batch of questions.
#[derive(Clone)]
pub enum Crawlers<'a> {
    /// In each row what names a crawler, as a person would write it: [`UserAgent::resolve_one`].
    /// What names no crawler, or several, is [refused](crate::Refused).
    Agents(&'a dyn Datum),
    /// In each row a whole `User-Agent` header: [`UserAgent::parse`].
    UserAgents(&'a dyn Datum),
    /// The same crawler in all rows.
    One(OneCrawler<'a>),
}

/// The names of one crawler, and the dialect in which it reads unless the judge has one for
/// everybody.
///
/// # Examples
///
/// ```
/// use robots_exclusion::agents::UserAgent;
/// use robots_exclusion::Dialect;
/// use robots_exclusion_arrow::OneCrawler;
///
/// assert_eq!(OneCrawler::from(&UserAgent::resolve("YandexBot")).dialect(), Dialect::YANDEX);
/// assert_eq!(OneCrawler::from("YandexBot").dialect(), Dialect::RFC_9309); // a bare token
/// ```
#[derive(Clone, Debug)]
pub struct OneCrawler<'a> {
    list: AgentList<'a>,
    dialect: Dialect,
}

impl<'a> OneCrawler<'a> {
    /// A crawler with these names, which reads in this dialect.
    #[must_use]
    pub fn new(list: impl Into<AgentList<'a>>, dialect: Dialect) -> Self {
        Self {
            list: list.into(),
            dialect,
        }
    }

    /// How it reads, unless the judge has a dialect for everybody.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }
}

impl<'a> From<&'a str> for OneCrawler<'a> {
    /// A bare product token, as in an [`AgentList`], which reads as RFC 9309 says.
    fn from(token: &'a str) -> Self {
        Self::new(token, Dialect::RFC_9309)
    }
}

impl<'a> From<&'a UserAgent<'_>> for OneCrawler<'a> {
    /// The crawler, as its operator documents it if it is well known.
    fn from(crawler: &'a UserAgent<'_>) -> Self {
        Self::new(crawler, crawler.dialect())
    }
}

impl From<&Agent> for OneCrawler<'_> {
    /// The well-known crawler, as its operator documents it.
    fn from(agent: &Agent) -> Self {
        Self::new(agent.list(), agent.dialect())
    }
}

impl fmt::Debug for Crawlers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = |datum: &dyn Datum| datum.get().0.data_type().clone();
        match self {
            Self::Agents(datum) => f.debug_tuple("Agents").field(&column(*datum)).finish(),
            Self::UserAgents(datum) => f.debug_tuple("UserAgents").field(&column(*datum)).finish(),
            Self::One(crawler) => f.debug_tuple("One").field(crawler).finish(),
        }
    }
}

/// Whether a name of a crawler is a URL of the web, which can be no name: somebody swapped them.
#[must_use]
pub fn names_a_url(crawler: &AgentList<'_>) -> bool {
    // The library says so when it is asked, also about a file without any group.
    ParseOptions::new().check(b"", crawler, "/").reason() == Reason::AgentIsUrl
}

/// How a text names a crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    Written,
    Header,
}

/// A column of crawlers, or one for all rows.
pub(crate) enum CrawlerColumn<'a> {
    Texts(Column<'a>, Form),
    One(OneCrawler<'a>),
}

impl<'a> CrawlerColumn<'a> {
    pub(crate) fn new(crawlers: &Crawlers<'a>) -> Result<Self, Error> {
        Ok(match crawlers {
            Crawlers::Agents(datum) => Self::Texts(Column::new(*datum, Input::Agents)?, Form::Written),
            Crawlers::UserAgents(datum) => Self::Texts(Column::new(*datum, Input::UserAgents)?, Form::Header),
            Crawlers::One(crawler) => Self::One(crawler.clone()),
        })
    }

    /// The column's name, and the number of its rows, or `None` if it has any number.
    pub(crate) fn rows(&self) -> (Input, Option<usize>) {
        match self {
            Self::Texts(column, Form::Written) => (Input::Agents, column.rows()),
            Self::Texts(column, Form::Header) => (Input::UserAgents, column.rows()),
            Self::One(_) => (Input::Agents, None),
        }
    }
}

/// Numbers crawlers; the same in every batch. Crawlers to which the same groups of every file apply
/// have one number.
pub(crate) struct CrawlerTable {
    /// The dialect in which everybody reads; without one, each crawler reads in its own.
    chosen: Option<Dialect>,
    texts: HashMap<(Form, Box<[u8]>), u32>,
    /// By dialect, as that compares names.
    numbers: HashMap<(u32, AgentList<'static>), u32>,
    /// By number: the names, and the number of the dialect.
    crawlers: Vec<(AgentList<'static>, u32)>,
    /// The dialects in which they read, by number.
    dialects: Vec<Dialect>,
    /// Bytes of the texts.
    bytes: usize,
}

/// The number of what names no crawler: a URL, nothing, several names.
pub(crate) const NOBODY: u32 = u32::MAX;

#[derive(Hash)]
struct TextKey<'t>(Form, &'t [u8]);

impl Equivalent<(Form, Box<[u8]>)> for TextKey<'_> {
    fn equivalent(&self, key: &(Form, Box<[u8]>)) -> bool {
        self.0 == key.0 && *self.1 == *key.1
    }
}

impl CrawlerTable {
    pub(crate) fn new(chosen: Option<Dialect>) -> Self {
        Self {
            chosen,
            texts: HashMap::new(),
            numbers: HashMap::new(),
            crawlers: Vec::new(),
            dialects: Vec::new(),
            bytes: 0,
        }
    }

    /// About how many bytes the table takes.
    pub(crate) fn bytes(&self) -> usize {
        // A list is kept twice, and its names are no longer than the text that they were found in.
        let list = 2 * size_of::<(AgentList<'_>, u32)>();
        3 * self.bytes + self.texts.len() * size_of::<(Form, Box<[u8]>, u32)>() + self.crawlers.len() * list
    }

    /// The names of a crawler, and the dialect in which it reads, with its number.
    #[inline]
    pub(crate) fn crawler(&self, number: u32) -> (&AgentList<'static>, u32, &Dialect) {
        let (list, dialect) = &self.crawlers[number as usize];
        (list, *dialect, &self.dialects[*dialect as usize])
    }

    fn number_of_text(&mut self, form: Form, text: &[u8]) -> u32 {
        if let Some(number) = self.texts.get(&TextKey(form, text)) {
            return *number;
        }
        let written = String::from_utf8_lossy(text);
        let crawler = match form {
            Form::Header => UserAgent::resolve_header(&written),
            Form::Written => UserAgent::resolve_one(&written),
        };
        let number = crawler.map_or(NOBODY, |crawler| self.number_of(&OneCrawler::from(&crawler)));
        self.bytes += text.len();
        self.texts.insert((form, text.into()), number);
        number
    }

    fn number_of(&mut self, crawler: &OneCrawler<'_>) -> u32 {
        if names_a_url(&crawler.list) {
            return NOBODY;
        }
        let dialect = self.chosen.unwrap_or(crawler.dialect);
        let dialect_number = self.number_of_dialect(dialect);
        let next = u32::try_from(self.crawlers.len()).expect("four billion names do not fit in memory");
        let number = *self
            .numbers
            .entry((dialect_number, crawler.list.compared_in(&dialect)))
            .or_insert(next);
        if number == next {
            self.crawlers
                .push((crawler.list.clone().into_owned(), dialect_number));
        }
        number
    }

    fn number_of_dialect(&mut self, dialect: Dialect) -> u32 {
        let known = self.dialects.iter().position(|known| *known == dialect);
        let number = known.unwrap_or_else(|| {
            self.dialects.push(dialect);
            self.dialects.len() - 1
        });
        u32::try_from(number).expect("four billion dialects do not fit in memory")
    }
}

/// Numbers the crawlers of one batch.
pub(crate) struct CrawlerNumbers<'a> {
    one: Option<u32>,
    /// By key, where rows refer to values by keys.
    by_key: Option<Vec<Option<u32>>>,
    last: Option<(&'a [u8], u32)>,
}

impl<'a> CrawlerNumbers<'a> {
    pub(crate) fn new(crawlers: &CrawlerColumn<'_>, table: &mut CrawlerTable) -> Self {
        let (one, by_key) = match crawlers {
            CrawlerColumn::Texts(column, _) => (None, column.keyed_values().map(|values| vec![None; values])),
            CrawlerColumn::One(crawler) => (Some(table.number_of(crawler)), None),
        };
        Self {
            one,
            by_key,
            last: None,
        }
    }

    /// The number of the crawler of a row, which may be [`NOBODY`], or `None` if it is null.
    #[inline]
    pub(crate) fn number(
        &mut self,
        row: usize,
        crawlers: &CrawlerColumn<'a>,
        table: &mut CrawlerTable,
    ) -> Option<u32> {
        let (column, form) = match crawlers {
            CrawlerColumn::Texts(column, form) => (column, *form),
            CrawlerColumn::One(_) => return self.one,
        };
        let index = column.index(row)?;
        let text = column.value(index);
        if let Some(by_key) = &mut self.by_key {
            return Some(*by_key[index].get_or_insert_with(|| table.number_of_text(form, text)));
        }
        match self.last {
            Some((last, number)) if last == text => Some(number),
            _ => {
                let number = table.number_of_text(form, text);
                self.last = Some((text, number));
                Some(number)
            }
        }
    }
}
