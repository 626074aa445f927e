//! A site's policy: what must be true of its robots.txt, as a TOML file next to it.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use robots_exclusion::{Dialect, RobotsTxt, RuleKind};
use robots_exclusion_analysis::decide::{Assertion, AssertionError, Budget, Policy};
use robots_exclusion_page::signals::{Permission, Use};
use serde::Deserialize;
use toml::Spanned;

use crate::crawlers::{CrawlerQuery, Naming};
use crate::dialects::{self, DialectChoice};
use crate::failure::Failure;
use crate::input::Input;
use crate::lines::LineStarts;
use crate::readings::other_dialects;

/// The file as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    file: Option<String>,
    #[serde(default)]
    assert: Vec<Spanned<Table>>,
}

/// One `[[assert]]` as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Table {
    #[serde(default)]
    allowed: Vec<String>,
    #[serde(default)]
    disallowed: Vec<String>,
    #[serde(default)]
    except: Vec<String>,
    agents: Option<Vec<String>>,
    dialect: Option<String>,
    equivalent_to: Option<String>,
    sitemap: Option<String>,
    #[serde(default)]
    refused: Vec<String>,
    #[serde(default)]
    permitted: Vec<String>,
    obeys: Option<String>,
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
        let document: Document =
            toml::from_str(&text).map_err(|error| malformed(error.to_string().trim_end().to_owned()))?;
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
        let disallowed = table.disallowed.into_iter().map(claim(RuleKind::Disallow));
        let allowed = table.allowed.into_iter().map(claim(RuleKind::Allow));
        let mut claims: Vec<Claim> = disallowed.chain(allowed).collect();
        if claims.is_empty() && !table.except.is_empty() {
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
            (table.refused, Permission::Refused),
            (table.permitted, Permission::Allowed),
        ];
        for (names, permission) in uses {
            for name in names {
                claims.push(Claim::Use(use_of_name(&name)?, permission));
            }
        }
        if claims.is_empty() {
            return Err(
                "write `allowed`, `disallowed`, `refused`, `permitted`, `equivalent-to` or `sitemap`"
                    .to_owned(),
            );
        }
        let agents = table.agents.map(|agents| {
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
            let read_as = dialect.for_crawler(&asked);
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
            find_error(&claims, &table.except, *dialect).map_err(|error| match *dialect == read_as {
                true => error.to_string(),
                false => format!("{error}, as {dialect} reads it"),
            })?;
        }
        Ok(Self {
            number,
            line,
            claims,
            except: table.except,
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

/// A path that a policy names, which begins at the policy's folder, or a URL.
fn beside(folder: &Path, name: &str) -> Input {
    match Input::from(OsString::from(name)) {
        Input::Url(url) => Input::Url(url),
        Input::Path(_) | Input::Stdin => Input::Path(PathBuf::from(folder).join(name)),
    }
}
