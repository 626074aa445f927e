//! The crawlers that are asked about: by name, by User-Agent header, or as sets by purpose.

use std::collections::HashSet;

use clap::Args;
use robots_exclusion::agents::{self, Agent, Medium, Obedience, Token, UserAgent};
use robots_exclusion::{AgentList, Dialect, RobotsTxt};

use crate::config::Config;
use crate::dialects::DialectChoice;
use crate::failure::Failure;
use crate::output;
use crate::shown::{first, printable};

/// The help of an argument that names crawlers: what it is for, and what may be written.
pub(crate) fn help(what: &str) -> String {
    format!(
        "{what}. A crawler is named by its product token or its whole User-Agent header; a well-known one follows groups as its operator documents"
    )
}

/// How crawlers that the command line names are read.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Naming {
    /// Take each name as a bare product token, without a well-known crawler's fallback names
    #[arg(long)]
    pub(crate) as_token: bool,
}

impl Naming {
    /// The crawler that one argument names, as the library resolves it. The name of a set is
    /// refused.
    pub(crate) fn user_agent(self, written: &str) -> UserAgent<'_> {
        if self.as_token {
            UserAgent::from(Token(written))
        } else {
            UserAgent::resolve(written)
        }
    }

    /// The crawler that one argument names. The name of a set is refused.
    pub(crate) fn read(self, written: &str) -> CrawlerQuery {
        CrawlerQuery::new(written, &self.user_agent(written))
    }

    /// The crawlers that the arguments name, or else the configuration; none if neither does.
    pub(crate) fn expand_or_configured(
        self,
        arguments: &[String],
        config: &Config,
    ) -> Result<Vec<CrawlerQuery>, Failure> {
        match arguments {
            [] => self.expand(&config.agents),
            arguments => self.expand(arguments),
        }
    }

    /// The crawlers that arguments name: `FooBot`, a whole User-Agent, `@search` for a set, `@all`
    /// for all that are known. Each crawler once, however often and in whichever ways it is
    /// mentioned.
    ///
    /// # Errors
    ///
    /// If a name is empty, or there is no such set.
    pub(crate) fn expand(self, arguments: &[String]) -> Result<Vec<CrawlerQuery>, Failure> {
        let mut asked: Vec<CrawlerQuery> = Vec::new();
        // Bravebot obeys the groups of Googlebot, and is another crawler all the same.
        let mut seen: HashSet<(Option<&str>, Vec<String>, bool)> = HashSet::new();
        for argument in arguments {
            name(argument).map_err(Failure::Usage)?;
            let is_set = argument.trim_ascii().starts_with('@');
            if let Some(message) = set_without_sign(argument).filter(|_| !self.as_token) {
                output::warn(&message);
            }
            let found = match self.as_token {
                true => UserAgent::resolve_token(argument).map(|found| vec![found]),
                false => UserAgent::resolve_all(argument),
            };
            let found = found.map_err(|error| Failure::Usage(error.to_string()))?;
            for found in found {
                let tokens = found.tokens().iter().map(|token| token.to_ascii_lowercase());
                let known = found.agent().map(Agent::name);
                if seen.insert((known, tokens.collect(), found.obeys_star())) {
                    if let Some(warning) = found.warning().filter(|_| !self.as_token && !is_set) {
                        output::warn(&printable(&warning));
                    }
                    let written = if is_set { found.name() } else { argument };
                    asked.push(CrawlerQuery::new(written, &found));
                } else if !is_set && !asked.iter().any(|known| known.name() == argument) {
                    output::warn(&printable(&format!(
                        "{argument} is {} again, which has one row",
                        found.name()
                    )));
                }
            }
        }
        Ok(asked)
    }
}

/// A crawler that is asked about, as the library resolved it.
#[derive(Clone, Debug)]
pub(crate) struct CrawlerQuery {
    /// As it was written.
    name: String,
    /// The first of its product tokens; `*` if it has none.
    crawler: String,
    /// The tokens to select groups by.
    list: AgentList<'static>,
    known: Option<&'static Agent>,
    only_fetches: Option<Medium>,
    obeys: Obedience,
}

impl CrawlerQuery {
    /// A crawler of this product token and nothing else, as files name them; `*` for crawlers that
    /// no group names.
    pub(crate) fn named(name: impl Into<String>) -> Self {
        let name = name.into();
        Self::new(&name, &UserAgent::from(Token(&name)))
    }

    /// A crawler in the way that people name it.
    pub(crate) fn resolved(written: &str) -> Self {
        Self::new(written, &UserAgent::resolve(written))
    }

    /// The crawler that the argument names.
    pub(crate) fn new(written: &str, found: &UserAgent<'_>) -> Self {
        Self {
            name: written.to_owned(),
            crawler: found.name().to_owned(),
            list: found.list().into_owned(),
            known: found.agent(),
            only_fetches: found.only_fetches(),
            obeys: found.obeys(),
        }
    }

    /// The name that the argument gives it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The first of its product tokens; `*` if it has none.
    pub(crate) fn crawler(&self) -> &str {
        &self.crawler
    }

    pub(crate) fn agent(&self) -> Option<&'static Agent> {
        self.known
    }

    /// The one kind of content that it fetches, if its operator says that it fetches no pages.
    pub(crate) fn only_fetches(&self) -> Option<Medium> {
        self.only_fetches
    }

    /// What its operator says about obeying robots.txt.
    pub(crate) fn obeys(&self) -> Obedience {
        self.obeys
    }

    /// Whether it is not known which groups of a file it obeys: none names it, its operator does not
    /// say whose groups it follows then, and the file has groups for others than `*`.
    pub(crate) fn is_undecided(&self, robots: &RobotsTxt<'_>) -> bool {
        let is_name = |group: &[u8]| group != b"*";
        self.known.is_some_and(Agent::is_undecided_unless_named)
            && !robots.group_name_for(self.list()).is_some_and(is_name)
            && robots.names().any(is_name)
    }

    /// Whether a group of a file names it.
    pub(crate) fn is_named_in(&self, robots: &RobotsTxt<'_>) -> bool {
        robots
            .group_name_for(self.list())
            .is_some_and(|group| group != b"*")
    }

    /// The tokens to select groups by.
    pub(crate) fn list(&self) -> AgentList<'_> {
        self.list.clone()
    }

    /// Whether it ignores the groups for `*` of a file, which would apply to it otherwise, as no
    /// group names it.
    pub(crate) fn ignores_star(&self, robots: &RobotsTxt<'_>) -> bool {
        let is_named = |list| robots.group_name_for(list).is_some();
        !self.list().obeys_star() && !is_named(self.list()) && is_named(Self::named("*").list())
    }

    /// How it reads: in the dialect that was chosen for everybody, or else as its operator documents it,
    /// which includes the meaning of HTTP answers and how much of a file it reads.
    pub(crate) fn dialect(&self, choice: DialectChoice) -> Dialect {
        choice.preset().unwrap_or_else(|| self.documented_dialect())
    }

    /// How its operator says that files are read, and what an HTTP answer means. RFC 9309 if nothing
    /// is known about it.
    pub(crate) fn documented_dialect(&self) -> Dialect {
        self.known.map_or(Dialect::RFC_9309, Agent::dialect_with_policy)
    }
}

/// Warns of each crawler that an option guards and that no group names, if no known crawler has its
/// name: a misspelled name would guard nothing.
pub(crate) fn warn_of_guarded_nobody<'a>(option: &str, unnamed: impl IntoIterator<Item = &'a CrawlerQuery>) {
    let is_known = |asked: &CrawlerQuery| asked.agent().is_some() || asked.crawler() == "*";
    for nobody in unnamed.into_iter().filter(|asked| !is_known(asked)) {
        output::warn(&printable(&format!(
            "{option} {}: no known crawler has this name, and no group names it",
            nobody.name()
        )));
    }
}

/// The sentence for people where an answer depends on it that crawlers [ignore
/// `*`](CrawlerQuery::ignores_star); `None` if these are none.
pub(crate) fn ignoring_star(names: &[impl AsRef<str>]) -> Option<String> {
    let ignore = match names {
        [] => return None,
        [_] => "ignores",
        _ => "ignore",
    };
    let names: Vec<String> = names.iter().map(|name| printable(name.as_ref())).collect();
    Some(format!("{} {ignore} `*`", names.join(", ")))
}

/// [`ignoring_star`] for some crawlers, each with the file that it reads.
pub(crate) fn ignoring_star_of<'a>(
    asked: impl IntoIterator<Item = (&'a CrawlerQuery, &'a RobotsTxt<'a>)>,
) -> Option<String> {
    let ignoring = asked
        .into_iter()
        .filter(|(asked, robots)| asked.ignores_star(robots));
    let names: Vec<&str> = ignoring.map(|(asked, _)| asked.crawler()).collect();
    ignoring_star(&names)
}

/// The sentence for people where an answer is about crawlers that may ignore robots.txt; `None` if
/// these are none.
pub(crate) fn may_ignore(names: &[impl AsRef<str>]) -> Option<String> {
    /// How many are named.
    const NAMED: usize = 5;
    let whose = match names {
        [] => return None,
        [_] => "its operator says",
        _ => "their operators say",
    };
    let names = names.iter().map(|name| printable(name.as_ref()));
    let names: Vec<String> = names.collect();
    Some(format!(
        "{} may ignore robots.txt, {whose}",
        first(names.into_iter(), NAMED)
    ))
}

/// What people are told besides about crawlers, each with the file that it reads: which of them
/// [ignore `*`](CrawlerQuery::ignores_star), which may ignore the file, and of which it is not known
/// what they obey.
pub(crate) fn notes_of<'a>(
    asked: impl Iterator<Item = (&'a CrawlerQuery, &'a RobotsTxt<'a>)> + Clone,
) -> Vec<String> {
    let ignoring = ignoring_star_of(asked.clone());
    ignoring.into_iter().chain(obedience_of(asked)).collect()
}

/// The same without who ignores `*`.
pub(crate) fn obedience_of<'a>(
    asked: impl Iterator<Item = (&'a CrawlerQuery, &'a RobotsTxt<'a>)> + Clone,
) -> impl Iterator<Item = String> {
    let may_ignore_it = asked
        .clone()
        .filter(|(asked, robots)| asked.obeys() == Obedience::MayIgnore && robots.groups().next().is_some());
    let may_ignore_it: Vec<&str> = may_ignore_it.map(|(asked, _)| asked.crawler()).collect();
    let undecided = asked.filter(|(asked, robots)| asked.is_undecided(robots));
    let undecided = undecided.map(|(asked, _)| {
        format!(
            "no group names {}, which then follows the groups of other search crawlers; its operator does not say of which",
            printable(asked.crawler())
        )
    });
    let undecided: Vec<String> = undecided.collect();
    may_ignore(&may_ignore_it).into_iter().chain(undecided)
}

/// Says that a name is that of a set without its `@`, if it is.
pub(crate) fn set_without_sign(argument: &str) -> Option<String> {
    let lower = argument.trim_ascii().to_ascii_lowercase();
    let is_set = agents::set(&lower).is_some();
    is_set.then(|| {
        format!(
            "{} is read as the name of a crawler; the set is @{lower}",
            printable(argument)
        )
    })
}

/// The name of a crawler as an argument gives it.
///
/// # Errors
///
/// If it is empty: a script may have lost it, and the answer would be about no crawler in
/// particular.
pub(crate) fn name(argument: &str) -> Result<String, String> {
    match argument.trim_ascii() {
        "" => Err(
            "a crawler's name is empty; write its name, or * for the crawlers that no group names".to_owned(),
        ),
        _ => Ok(argument.to_owned()),
    }
}
