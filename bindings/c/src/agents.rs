//! Crawlers.
#![allow(unsafe_code, reason = "the names of exported functions")]

use std::mem::MaybeUninit;

use library::agents::{self, NameError, NamedCrawler};
use library::companions::Readings;
use library::{AgentList, Dialect, RobotsTxt};

use crate::border::Str;
use crate::status::{Status, create, free};

/// A crawler: its product tokens such as "FooBot", most preferred first, and whether the groups of
/// `*` apply if no group names one. Make one for each crawler and use it for every file.
pub struct Agents {
    pub(crate) tokens: Vec<String>,
    pub(crate) obeys_star: bool,
    pub(crate) is_merged: bool,
    pub(crate) reads_delay_of_star: bool,
    /// What it is called, if not by its first token.
    name: Option<&'static str>,
    obeys: agents::Obedience,
    /// The dialect in which it reads files, if that is not RFC 9309, unless the options have another.
    other_dialect: Option<Dialect>,
}

impl Agents {
    /// The crawler that the text names.
    fn of(found: &agents::UserAgent<'_>) -> Self {
        Self {
            obeys_star: found.obeys_star(),
            reads_delay_of_star: found.list().reads_delay_of_star(),
            other_dialect: Some(found.dialect()).filter(|dialect| *dialect != Dialect::RFC_9309),
            obeys: found.obeys(),
            name: found
                .agent()
                .filter(|agent| agent.is_nameless())
                .map(agents::Agent::name),
            ..Self::of_tokens(found.tokens().iter().map(ToString::to_string).collect())
        }
    }

    /// The crawler that several texts name.
    pub(crate) fn of_names(named: &NamedCrawler) -> Self {
        let list = named.list();
        Self {
            obeys_star: list.obeys_star(),
            reads_delay_of_star: list.reads_delay_of_star(),
            other_dialect: Some(named.dialect()).filter(|dialect| *dialect != Dialect::RFC_9309),
            obeys: named.obeys(),
            ..Self::of_tokens(list.tokens().map(ToString::to_string).collect())
        }
    }

    /// A crawler of which nothing is known but its product tokens.
    pub(crate) fn of_tokens(tokens: Vec<String>) -> Self {
        Self {
            tokens,
            obeys_star: true,
            is_merged: false,
            reads_delay_of_star: false,
            name: None,
            obeys: agents::Obedience::Unknown,
            other_dialect: None,
        }
    }

    /// The dialect in which it reads files, unless the options have another.
    pub(crate) fn dialect(&self) -> Dialect {
        self.other_dialect.unwrap_or(Dialect::RFC_9309)
    }

    /// A file as it reads it. Most crawlers read as RFC 9309 says, which is found without comparing
    /// dialects: that would take as long as a part of the answer.
    pub(crate) fn reading<'r>(&self, readings: &'r Readings) -> &'r RobotsTxt<'static> {
        match self.other_dialect {
            Some(dialect) => readings.in_dialect(dialect),
            None => readings.file(),
        }
    }

    /// The list that the library takes.
    pub(crate) fn list(&self) -> AgentList<'_> {
        let mut list = AgentList::from(&self.tokens);
        if !self.obeys_star {
            list = list.without_star();
        }
        if self.is_merged {
            list = list.merged();
        }
        if self.reads_delay_of_star {
            list = list.with_delay_of_star();
        }
        list
    }
}

/// Makes the crawler that a person means: by a product token, a whole User-Agent header, or the
/// name of a well-known crawler, which then is as robots_agents_known makes it. "*" is a crawler
/// that no group names.
///
/// A product with a version, such as "FooBot/2.1", and a text with a comment in parentheses are not
/// tokens, so they are read as robots_agents_from_header reads them.
///
/// Fails with ROBOTS_STATUS_UNKNOWN_AGENT if the text is empty, or names several crawlers or a set,
/// and with ROBOTS_STATUS_AGENT_IS_URL if it is a URL.
#[unsafe(no_mangle)]
pub extern "C" fn robots_agents_resolve(
    written: Str<'_>,
    agents: Option<&mut MaybeUninit<Option<Box<Agents>>>>,
) -> Status {
    create(agents, || {
        resolved(&written.to_str()?).map(|crawler| Agents::of(&crawler))
    })
}

/// The one crawler that a text names.
pub(crate) fn resolved(written: &str) -> Result<agents::UserAgent<'_>, Status> {
    agents::UserAgent::resolve_one(written).map_err(refused)
}

/// One product token, or none if it is `*`.
pub(crate) fn token(text: Str<'_>) -> Result<Option<String>, Status> {
    let token = text.to_str()?;
    let found = agents::UserAgent::resolve_token(&token).map_err(refused)?;
    Ok(found.tokens().first().map(ToString::to_string))
}

pub(crate) fn refused(error: NameError) -> Status {
    match error {
        NameError::Url => Status::AgentIsUrl,
        _ => Status::UnknownAgent,
    }
}

/// Makes a crawler with one product token. It reads files as RFC 9309 says, even if a well-known
/// crawler has this token.
///
/// Bytes that are not UTF-8 count as U+FFFD. Fails as robots_agents_resolve does.
#[unsafe(no_mangle)]
pub extern "C" fn robots_agents_one(
    token: Str<'_>,
    agents: Option<&mut MaybeUninit<Option<Box<Agents>>>>,
) -> Status {
    create(agents, || {
        Ok(Agents::of_tokens(self::token(token)?.into_iter().collect()))
    })
}

/// Makes the well-known crawler with this product token, in any case, with the tokens that it falls
/// back to: "Googlebot-Image" obeys the groups of Googlebot if none names it, and "AdsBot-Google"
/// ignores the groups of `*`. It reads files in the dialect that its operator documents.
///
/// Fails with ROBOTS_STATUS_UNKNOWN_AGENT.
#[unsafe(no_mangle)]
pub extern "C" fn robots_agents_known(
    token: Str<'_>,
    agents: Option<&mut MaybeUninit<Option<Box<Agents>>>>,
) -> Status {
    create(agents, || {
        let known = agents::by_token(&token.to_str()?).ok_or(Status::UnknownAgent)?;
        Ok(Agents::of(&known.into()))
    })
}

/// Makes the crawler that sends this User-Agent header, such as "Mozilla/5.0 (compatible;
/// FooBot/2.1; +https://foo.example)": of a well-known crawler as robots_agents_known does,
/// otherwise with every product token of the header. A header without a product token is a crawler
/// without a name. Fails with ROBOTS_STATUS_AGENT_IS_URL if it is a URL.
#[unsafe(no_mangle)]
pub extern "C" fn robots_agents_from_header(
    header: Str<'_>,
    agents: Option<&mut MaybeUninit<Option<Box<Agents>>>>,
) -> Status {
    create(agents, || {
        let header = header.to_str()?;
        let found = agents::UserAgent::resolve_header(&header).map_err(refused)?;
        Ok(Agents::of(&found))
    })
}

/// What to call the crawler: its first product token, or "*" if it has none; of a well-known crawler
/// that sends no name of its own, the name that others use. It lives as long as the crawler. No text
/// for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn robots_agents_name(agents: Option<&Agents>) -> Str<'_> {
    agents.map_or(Str::NONE, |agents| {
        let token = || agents.tokens.first().map_or("*", String::as_str);
        Str::new(agents.name.unwrap_or_else(token).as_bytes())
    })
}

/// A product token of the crawler, counted from 0, most preferred first: writes it and returns
/// true, or returns false if the index is out of range. It lives as long as the crawler.
#[unsafe(no_mangle)]
pub extern "C" fn robots_agents_token<'a>(
    agents: Option<&'a Agents>,
    index: usize,
    token: Option<&mut MaybeUninit<Str<'a>>>,
) -> bool {
    let (Some(agents), Some(out)) = (agents, token) else {
        return false;
    };
    let Some(token) = agents.tokens.get(index) else {
        return false;
    };
    out.write(Str::new(token.as_bytes()));
    true
}

/// The name of the dialect in which the crawler reads files, unless options have another: the
/// dialect that the operator of a well-known crawler documents, such as "yandex", and "rfc9309" of
/// every other crawler. It lives as long as the program. No text for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn robots_agents_dialect(agents: Option<&Agents>) -> Str<'static> {
    let name = agents.and_then(|agents| agents.dialect().name());
    name.map_or(Str::NONE, |name| Str::new(name.as_bytes()))
}

/// What the operator of a well-known crawler says about obeying robots.txt: "always", "may-ignore"
/// (usually because a person asked for the page: then a verdict binds nobody), or "unknown", which
/// every other crawler has. It lives as long as the program. No text for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn robots_agents_obeys(agents: Option<&Agents>) -> Str<'static> {
    agents.map_or(Str::NONE, |agents| Str::new(agents.obeys.as_str().as_bytes()))
}

/// Whether the groups of `*` apply to the crawler if no group names a token of it. False for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn robots_agents_obeys_star(agents: Option<&Agents>) -> bool {
    agents.is_some_and(|agents| agents.obeys_star)
}

/// Sets whether the groups of `*` apply if no group names a token of the crawler. The default is
/// true.
#[unsafe(no_mangle)]
pub extern "C" fn robots_agents_set_star(agents: Option<&mut Agents>, obeys_star: bool) -> Status {
    let Some(agents) = agents else {
        return Status::InvalidArgument;
    };
    agents.obeys_star = obeys_star;
    Status::Ok
}

/// Sets whether the groups of all tokens are merged, as Google's library does when it is asked
/// about several crawlers at once. The default is false: the first token that has a group decides.
#[unsafe(no_mangle)]
pub extern "C" fn robots_agents_set_merged(agents: Option<&mut Agents>, is_merged: bool) -> Status {
    let Some(agents) = agents else {
        return Status::InvalidArgument;
    };
    agents.is_merged = is_merged;
    Status::Ok
}

/// Frees a crawler. NULL is ignored. Whatever was made with it stays valid.
#[unsafe(no_mangle)]
pub extern "C" fn robots_agents_free(agents: Option<Box<Agents>>) {
    free(agents);
}
