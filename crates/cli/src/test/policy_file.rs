//! A site's policy: what must be true of its robots.txt, as a TOML file next to it.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use robots_exclusion::{Dialect, RobotsTxt, RuleKind};
use robots_exclusion_analysis::decide::{Assertion, AssertionError, Budget, Policy};
use robots_exclusion_page::signals::{Permission, Use};
use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use crate::crawlers::{CrawlerQuery, Naming};
use crate::dialects::{self, DialectChoice};
use crate::failure::Failure;
use crate::input::Input;
use crate::lines::LineStarts;
use crate::readings::other_dialects;
use crate::shown::printable;

/// The file as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    file: Option<String>,
    #[serde(default, deserialize_with = "assertions")]
    assert: Vec<Spanned<Table>>,
}

/// One `[[assert]]` as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Table {
    name: Option<String>,
    reason: Option<String>,
    #[serde(default)]
    allowed: List,
    #[serde(default)]
    disallowed: List,
    #[serde(default)]
    except: List,
    agents: Option<List>,
    dialect: Option<String>,
    equivalent_to: Option<String>,
    sitemap: Option<String>,
    #[serde(default)]
    refused: List,
    #[serde(default)]
    permitted: List,
    obeys: Option<String>,
    closed: Option<bool>,
    #[serde(rename = "crawl_delay", alias = "crawl-delay")]
    crawl_delay: Option<Seconds>,
}

/// Whether this is a field of an `[[assert]]`, whatever its value.
fn is_of_assert(key: &str) -> bool {
    let alone = toml::Table::from_iter([(key.to_owned(), toml::Value::Boolean(true))]);
    let unknown = format!("unknown field `{key}`");
    !Table::deserialize(alone).is_err_and(|error| error.message().starts_with(&unknown))
}

/// What was probably meant by the first field that no policy has, in words.
fn meant(text: &str) -> Option<String> {
    let document: toml::Table = text.parse().ok()?;
    for (key, value) in &document {
        if is_of_assert(key) {
            return Some(format!("write `{key}` below a line [[assert]]"));
        }
        if key.starts_with("assert") && key != "assert" || matches!(&key[..], "test" | "tests") {
            return Some("the tables are called [[assert]]".to_owned());
        }
        let tables = value.as_array().filter(|_| key == "assert");
        let fields = tables
            .into_iter()
            .flatten()
            .filter_map(toml::Value::as_table)
            .flatten();
        for (field, value) in fields.filter(|(field, _)| !is_of_assert(field)) {
            let is_about =
                |words: &[&str]| words.contains(&&field.to_ascii_lowercase().replace('_', "-")[..]);
            let meant = if is_about(&[
                "agent",
                "user-agent",
                "user-agents",
                "crawler",
                "crawlers",
                "bot",
                "bots",
            ]) {
                "agents"
            } else if is_about(&[
                "disallow",
                "deny",
                "denied",
                "blocked",
                "block",
                "dissallowed",
                "forbidden",
            ]) {
                "disallowed"
            } else if is_about(&["allow", "open", "permit"]) {
                "allowed"
            } else if is_about(&["excepts", "exceptions", "exception", "unless"]) {
                "except"
            } else {
                continue;
            };
            let value = match value {
                toml::Value::String(one)
                    if one
                        .bytes()
                        .all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\')) =>
                {
                    format!("[\"{one}\"]")
                }
                _ => "[…]".to_owned(),
            };
            return Some(format!("write `{meant} = {value}`"));
        }
    }
    None
}

/// A number of seconds. A string is refused with the number to write.
struct Seconds(f64);

impl<'de> Deserialize<'de> for Seconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number;

        impl Visitor<'_> for Number {
            type Value = Seconds;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of seconds, such as 5 or 0.5")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Seconds, E> {
                Err(match text.parse::<f64>() {
                    Ok(seconds) if seconds.is_finite() && seconds >= 0.0 => {
                        E::custom(format_args!("write the number without quotes: {text}"))
                    }
                    _ => E::invalid_type(de::Unexpected::Str(text), &self),
                })
            }

            fn visit_f64<E: de::Error>(self, seconds: f64) -> Result<Seconds, E> {
                match seconds.is_finite() && seconds >= 0.0 {
                    true => Ok(Seconds(seconds)),
                    false => Err(E::invalid_value(de::Unexpected::Float(seconds), &self)),
                }
            }

            fn visit_i64<E: de::Error>(self, seconds: i64) -> Result<Seconds, E> {
                match seconds >= 0 {
                    // A delay of so many seconds that the number is rounded is as good as any.
                    true => Ok(Seconds(seconds as f64)),
                    false => Err(E::invalid_value(de::Unexpected::Signed(seconds), &self)),
                }
            }
        }

        deserializer.deserialize_any(Number)
    }
}

/// A list of strings. A string alone is refused with the list to write.
#[derive(Default)]
struct List(Vec<String>);

impl<'de> Deserialize<'de> for List {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Strings;

        impl<'de> Visitor<'de> for Strings {
            type Value = List;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of strings")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<List, E> {
                Err(E::custom(format_args!("this is a list; write [{text:?}]")))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut strings: A) -> Result<List, A::Error> {
                let mut list = Vec::new();
                while let Some(text) = strings.next_element()? {
                    list.push(text);
                }
                Ok(List(list))
            }
        }

        deserializer.deserialize_any(Strings)
    }
}

/// The assertions. A table alone is refused with the brackets to write.
fn assertions<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Spanned<Table>>, D::Error> {
    struct Tables;

    impl<'de> Visitor<'de> for Tables {
        type Value = Vec<Spanned<Table>>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("[[assert]] tables")
        }

        fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<Self::Value, A::Error> {
            Err(de::Error::custom(
                "write [[assert]] with two brackets: there may be several assertions",
            ))
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut tables: A) -> Result<Self::Value, A::Error> {
            let mut all = Vec::new();
            while let Some(table) = tables.next_element()? {
                all.push(table);
            }
            Ok(all)
        }
    }

    deserializer.deserialize_any(Tables)
}

/// A statement that is to be true of a robots.txt.
pub(super) struct SitePolicy {
    /// The policy's own path.
    pub(super) name: String,
    /// The robots.txt, where the policy names it.
    pub(super) file: Option<Input>,
    pub(super) assertions: Vec<Assert>,
}

/// One `[[assert]]`.
pub(super) struct Assert {
    /// Its number in the file, and its line, both counted from 1.
    pub(super) number: usize,
    pub(super) line: u32,
    /// What the policy calls it.
    pub(super) name: Option<String>,
    /// Why the site wants it so, in the words of the policy.
    pub(super) reason: Option<String>,
    pub(super) claims: Vec<Claim>,
    pub(super) except: Vec<String>,
    /// Whether what is disallowed or refused counts only for crawlers that do not reserve the right
    /// to ignore it.
    pub(super) needs_obedience: bool,
    /// Whether the assertion names no crawlers.
    pub(super) is_for_everyone: bool,
    /// The crawlers that it is about, each with the dialect in which it reads: without names, the
    /// crawlers that no group names.
    pub(super) readers: Vec<(CrawlerQuery, Dialect)>,
    /// The dialects of these and of the file, each once.
    pub(super) dialects: Vec<Dialect>,
    /// The dialect of the command line if the assertion names none.
    pub(super) dialect: DialectChoice,
}

/// What an assertion says.
pub(super) enum Claim {
    /// All URLs that match a pattern are allowed, or disallowed.
    Pattern(RuleKind, String),
    /// Another robots.txt gives the same verdict on every URL.
    Equivalent(String, Input),
    /// All URLs of a sitemap are allowed.
    Sitemap(String, Input),
    /// The file permits, or refuses, a use of the site's pages.
    Use(Use, Permission),
    /// The site is closed: no page may be fetched; or it is not.
    Closed(bool),
    /// The file asks for this delay between two requests, in seconds.
    CrawlDelay(f64),
}

impl SitePolicy {
    /// Reads a policy, whose crawlers are named as in arguments. `dialect` is for assertions
    /// that name none.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or its contents make no sense.
    pub(super) fn load(path: &Path, naming: Naming, dialect: DialectChoice) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).map_err(|error| Failure::Input {
            name: name.clone(),
            error,
        })?;
        let malformed = |message: String| Failure::malformed(&name, message);
        let document: Document = toml::from_str(&text).map_err(|error| match is_robots_txt(&text) {
            true => Failure::Usage(format!(
                "{} is no policy but a robots.txt, and the policy comes first; write robots test POLICY FILE",
                printable(&name)
            )),
            false => {
                let is_unknown = error.message().starts_with("unknown field");
                let remark = meant(&text).filter(|_| is_unknown);
                let remark = remark.map_or(String::new(), |meant| format!("\n{meant}"));
                malformed(format!("{}{remark}", error.to_string().trim_end()))
            }
        })?;
        if document.assert.is_empty() {
            return Err(malformed(
                "there is no [[assert]], so nothing would be tested".to_owned(),
            ));
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        let lines = LineStarts::new(text.as_bytes());
        let assertions = document.assert.into_iter().zip(1..).map(|(table, number)| {
            let line = u32::try_from(lines.at(table.span().start).0).unwrap_or(u32::MAX);
            Assert::new(table.into_inner(), number, line, folder, naming, dialect)
                .map_err(|message| malformed(format!("line {line}, assertion {number}: {message}")))
        });
        Ok(Self {
            file: document.file.map(|file| beside(folder, &file)),
            assertions: assertions.collect::<Result<_, _>>()?,
            name,
        })
    }

    /// All claims, each with its assertion.
    pub(super) fn claims(&self) -> impl Iterator<Item = (&Assert, &Claim)> {
        let assertions = self.assertions.iter();
        assertions.flat_map(|assert| assert.claims.iter().map(move |claim| (assert, claim)))
    }
}

impl Assert {
    fn new(
        table: Table,
        number: usize,
        line: u32,
        folder: &Path,
        naming: Naming,
        dialect: DialectChoice,
    ) -> Result<Self, String> {
        let needs_obedience = match table.obeys.as_deref() {
            None => false,
            Some("always") => true,
            Some(other) => return Err(format!("`obeys` is {other:?}; write \"always\", or leave it out")),
        };
        let dialect = match &table.dialect {
            Some(name) if name == dialects::AUTO => DialectChoice::Auto,
            Some(name) => DialectChoice::Preset(dialects::of_name(name)?),
            None => dialect,
        };
        let read_as = dialect.for_file();
        let claim = |kind| move |pattern| Claim::Pattern(kind, pattern);
        let except = table.except.0;
        let disallowed = table.disallowed.0.into_iter().map(claim(RuleKind::Disallow));
        let allowed = table.allowed.0.into_iter().map(claim(RuleKind::Allow));
        let mut claims: Vec<Claim> = disallowed.chain(allowed).collect();
        if claims.is_empty() && !except.is_empty() {
            return Err("`except` only goes with `allowed` or `disallowed`".to_owned());
        }
        if let Some(other) = table.equivalent_to {
            let input = beside(folder, &other);
            claims.push(Claim::Equivalent(other, input));
        }
        if let Some(sitemap) = table.sitemap {
            let input = beside(folder, &sitemap);
            claims.push(Claim::Sitemap(sitemap, input));
        }
        let uses = [
            (table.refused.0, Permission::Refused),
            (table.permitted.0, Permission::Allowed),
        ];
        for (names, permission) in uses {
            for name in names {
                claims.push(Claim::Use(use_of_name(&name)?, permission));
            }
        }
        claims.extend(table.closed.map(Claim::Closed));
        claims.extend(
            table
                .crawl_delay
                .map(|Seconds(seconds)| Claim::CrawlDelay(seconds)),
        );
        if claims.is_empty() {
            return Err(
                "write `allowed`, `disallowed`, `closed`, `refused`, `permitted`, `crawl_delay`, `equivalent-to` or `sitemap`"
                    .to_owned(),
            );
        }
        let agents = table.agents.map(|List(agents)| {
            if agents.is_empty() {
                return Err("`agents` is empty; leave it out for [\"*\"]".to_owned());
            }
            naming.expand(&agents).map_err(|failure| failure.to_string())
        });
        let agents = agents.transpose()?;
        let is_for_everyone = agents.is_none();
        let compares_for_everyone =
            is_for_everyone && claims.iter().any(|claim| matches!(claim, Claim::Equivalent(..)));
        let agents = agents.unwrap_or_else(|| vec![CrawlerQuery::named("*")]);
        let readers = agents.into_iter().map(|asked| {
            let read_as = asked.dialect(dialect);
            (asked, read_as)
        });
        let readers: Vec<(CrawlerQuery, Dialect)> = readers.collect();
        let mut dialects: Vec<Dialect> = vec![read_as];
        let others = match compares_for_everyone {
            true => other_dialects(dialect, naming),
            false => Vec::new(),
        };
        for dialect in readers.iter().map(|(_, dialect)| *dialect).chain(others) {
            if !dialects.contains(&dialect) {
                dialects.push(dialect);
            }
        }
        for dialect in &dialects {
            find_error(&claims, &except, *dialect).map_err(|error| match *dialect == read_as {
                true => error.to_string(),
                false => format!("{error}, as {dialect} reads it"),
            })?;
        }
        Ok(Self {
            number,
            line,
            name: table.name,
            reason: table.reason,
            claims,
            except,
            needs_obedience,
            is_for_everyone,
            readers,
            dialects,
            dialect,
        })
    }

    /// How many crawlers each of its claims is about, if it names them.
    pub(super) fn crawlers(&self) -> u64 {
        self.readers.len() as u64
    }
}

/// Whether each claim about a pattern is about some URL, as a dialect reads it.
fn find_error(claims: &[Claim], except: &[String], dialect: Dialect) -> Result<(), AssertionError> {
    // What a file says makes no difference to that.
    let nothing = Policy::of_unnamed(&RobotsTxt::options().dialect(dialect).parse(b""));
    for claim in claims {
        if let Claim::Pattern(kind, pattern) = claim {
            let assertion = Assertion::new(*kind, pattern, dialect);
            let assertion = except
                .iter()
                .fold(assertion, |assertion, except| assertion.except(except));
            let _ = nothing.holds(&assertion, &mut Budget::default())?;
        }
    }
    Ok(())
}

/// The use of this name.
fn use_of_name(name: &str) -> Result<Use, String> {
    let found = Use::ALL.iter().find(|known| known.as_str() == name);
    found.copied().ok_or_else(|| {
        let known: Vec<&str> = Use::ALL.iter().map(|known| known.as_str()).collect();
        format!("{name:?} is no use of pages; write one of {}", known.join(", "))
    })
}

/// Whether a text that is no policy is a robots.txt.
fn is_robots_txt(text: &str) -> bool {
    RobotsTxt::parse(text.as_bytes()).groups().next().is_some()
}

/// A path that a policy names, which begins at the policy's folder, or a URL.
fn beside(folder: &Path, name: &str) -> Input {
    match Input::from(OsString::from(name)) {
        Input::Url(url) => Input::Url(url),
        Input::Path(_) | Input::Stdin => Input::Path(PathBuf::from(folder).join(name)),
    }
}
