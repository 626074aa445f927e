//! Crawlers: which groups apply to one, and the table of well-known ones.

use robots_exclusion::agents::{self, NamedCrawler};
use robots_exclusion::{AgentList, Dialect};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::failure::{Code, Failure};
use crate::plain;

/// What JavaScript says of a crawler beside its tokens: `None` for what a person wrote, one text or
/// several (a token, a whole header, or a well-known crawler's name); otherwise these bits.
pub(crate) type Follows = Option<u8>;

/// The groups of `*` apply if no group names a token.
const OBEYS_STAR: u8 = 1;

/// The tokens belong to an object that this package made. Without this bit, they are product tokens
/// and nothing else.
const IS_OBJECT: u8 = 2;

/// One text, for interfaces that take any: what names no crawler, or several, is a header.
const IS_ANY_TEXT: u8 = 4;

/// The error of a text that names no crawler, or several.
fn refused(written: &str, error: &agents::NameError) -> Failure {
    const MOST: usize = 100;
    let start: String = written.chars().take(MOST).collect();
    let message = match error {
        agents::NameError::Url => {
            format!("agent is {start:?}, which is a URL: the crawler is the argument before the URL")
        }
        _ => format!("agent is {start:?}: {error}"),
    };
    let code = match error {
        agents::NameError::UnknownSet(_) => Code::Set,
        _ => Code::Agent,
    };
    Failure::new(code, message)
}

fn one(written: &str) -> Result<agents::UserAgent<'_>, Failure> {
    agents::UserAgent::resolve_one(written).map_err(|error| refused(written, &error))
}

/// The crawler that several texts name.
fn listed(written: &[String]) -> Result<NamedCrawler, Failure> {
    let named = |written: &String| one(written).map(|found| NamedCrawler::from(&found));
    let named = written.iter().map(named).collect::<Result<Vec<_>, _>>()?;
    NamedCrawler::merge(named).map_err(|_| of_nobody())
}

/// The error of an array without a name.
fn of_nobody() -> Failure {
    Failure::new(
        Code::Agent,
        "agent is an empty array: name a crawler, or write \"*\" for the crawlers that no group names",
    )
}

/// The crawler as it was resolved, where one text or an object names it.
///
/// # Errors
///
/// If a text names no crawler, or several.
pub(crate) fn resolved(
    tokens: &[String],
    follows: Follows,
) -> Result<Option<agents::UserAgent<'_>>, Failure> {
    if follows.is_some_and(|bits| bits != IS_ANY_TEXT) {
        for token in tokens {
            agents::UserAgent::resolve_token(token).map_err(|error| refused(token, &error))?;
        }
    }
    let Some(first) = tokens.first() else {
        return follows.map(|_| None).ok_or_else(of_nobody);
    };
    Ok(match follows {
        None if tokens.len() > 1 => None,
        None => Some(one(first)?),
        Some(IS_ANY_TEXT) => {
            let found = agents::UserAgent::resolve_one(first);
            Some(found.unwrap_or_else(|_| agents::UserAgent::parse(first)))
        }
        Some(bits) if bits & IS_OBJECT != 0 => {
            Some(agents::UserAgent::resolve(first)).filter(|found| found.tokens() == tokens)
        }
        Some(_) => None,
    })
}

/// The crawler that is asked about, and the dialect in which it reads unless another was chosen.
///
/// # Errors
///
/// Those of [`resolved`].
pub(crate) fn asked(tokens: &[String], follows: Follows) -> Result<(AgentList<'_>, Dialect), Failure> {
    let found = resolved(tokens, follows)?;
    if found.is_none() && follows.is_none() {
        let named = listed(tokens)?;
        return Ok((named.list().into_owned(), named.dialect()));
    }
    let dialect = found
        .as_ref()
        .map_or(Dialect::RFC_9309, agents::UserAgent::dialect);
    Ok((named(tokens, follows, found), dialect))
}

/// What is documented about obeying robots.txt, and a sentence for people if the crawler may ignore
/// it.
///
/// # Errors
///
/// Those of [`resolved`].
pub(crate) fn obedience(tokens: &[String], follows: Follows) -> Result<Obeys, Failure> {
    let (obeys, name) = match resolved(tokens, follows)? {
        Some(found) => (found.obeys(), found.name().to_string()),
        None if follows.is_none() => {
            let named = listed(tokens)?;
            let name = named.list().tokens().next().unwrap_or_default().to_string();
            (named.obeys(), name)
        }
        None => (agents::Obedience::Unknown, String::new()),
    };
    Ok(Obeys {
        obeys: Some(obeys.as_str()),
        note: obeys.note(&name),
    })
}

/// The part of a verdict that is about the crawler. Nothing is known of the crawler of compiled rules.
#[derive(Clone, Default, Serialize)]
pub(crate) struct Obeys {
    obeys: Option<&'static str>,
    note: Option<String>,
}

/// The crawler that is asked about, where nothing depends on how it reads a file.
///
/// # Errors
///
/// Those of [`resolved`].
pub(crate) fn list(tokens: &[String], follows: Follows) -> Result<AgentList<'_>, Failure> {
    Ok(asked(tokens, follows)?.0)
}

fn named<'t>(tokens: &'t [String], follows: Follows, found: Option<agents::UserAgent<'t>>) -> AgentList<'t> {
    let known = found.map(AgentList::from);
    let bits = match follows {
        None | Some(IS_ANY_TEXT) => return known.unwrap_or_else(|| AgentList::new(&[])),
        Some(bits) => bits,
    };
    let list = AgentList::from(tokens);
    let list = if bits & OBEYS_STAR == 0 {
        list.without_star()
    } else {
        list
    };
    if known.is_some_and(|known| known.reads_delay_of_star()) {
        list.with_delay_of_star()
    } else {
        list
    }
}

/// A well-known crawler.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Agent {
    token: &'static str,
    tokens: &'static [&'static str],
    operator: &'static str,
    purpose: &'static str,
    obeys: &'static str,
    obeys_star: bool,
    crawls: bool,
    dialect: Option<&'static str>,
}

impl Agent {
    fn new(agent: &agents::Agent) -> Self {
        Self {
            token: agent.name(),
            tokens: agent.tokens(),
            operator: agent.operator(),
            purpose: agent.purpose().as_str(),
            obeys: agent.obeys().as_str(),
            obeys_star: agent.obeys_star(),
            crawls: agent.crawls(),
            dialect: agent.dialect().name(),
        }
    }
}

/// A crawler, and the text that names it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct UserAgent<'h> {
    header: &'h str,
    agent: Option<Agent>,
    name: &'h str,
    tokens: &'h [&'h str],
    obeys_star: bool,
}

impl<'h> UserAgent<'h> {
    fn new(written: &'h str, found: &'h agents::UserAgent<'_>) -> Self {
        Self {
            header: written,
            agent: found.agent().map(Agent::new),
            name: found.name(),
            tokens: found.tokens(),
            obeys_star: found.obeys_star(),
        }
    }
}

/// Every well-known crawler, or every one of a set.
#[wasm_bindgen]
pub fn agents(set: Option<String>) -> Result<JsValue, Failure> {
    let found: Vec<Agent> = match set.as_deref() {
        None => agents::ALL.iter().map(Agent::new).collect(),
        Some(name) => {
            let known = || {
                let names: Vec<&str> = agents::SETS.iter().map(|(name, _)| *name).collect();
                names.join(", ")
            };
            let members = agents::set(name).ok_or_else(|| {
                Failure::new(
                    Code::Set,
                    format!("no set of crawlers is named {name:?}; there are {}", known()),
                )
            })?;
            members.map(Agent::new).collect()
        }
    };
    plain(&found)
}

/// The names of the sets.
#[wasm_bindgen(js_name = agentSets)]
pub fn agent_sets() -> Vec<String> {
    agents::SETS.iter().map(|(name, _)| (*name).to_string()).collect()
}

/// The well-known crawler with this product token, or `null`.
#[wasm_bindgen(js_name = agentByToken)]
pub fn agent_by_token(token: &str) -> Result<JsValue, Failure> {
    plain(&agents::by_token(token).map(Agent::new))
}

/// The names in a whole `User-Agent` header.
#[wasm_bindgen(js_name = userAgent)]
pub fn user_agent(header: &str) -> Result<JsValue, Failure> {
    let found = agents::UserAgent::resolve_header(header).map_err(|error| refused(header, &error))?;
    plain(&UserAgent::new(header, &found))
}

/// The tokens of a crawler of one product token: none if it is `*`.
#[wasm_bindgen(js_name = token)]
pub fn token(text: &str) -> Result<Vec<String>, Failure> {
    let found = agents::UserAgent::resolve_token(text).map_err(|error| refused(text, &error))?;
    Ok(found.tokens().iter().map(ToString::to_string).collect())
}

/// The crawler that a person means: by a product token, a whole header, or a well-known crawler's
/// name.
#[wasm_bindgen(js_name = resolveAgent)]
pub fn resolve_agent(written: &str) -> Result<JsValue, Failure> {
    plain(&UserAgent::new(written, &one(written)?))
}

/// The same, or the members of a set such as `@search`.
#[wasm_bindgen(js_name = resolveAgents)]
pub fn resolve_agents(written: &str) -> Result<JsValue, Failure> {
    let found = agents::UserAgent::resolve_all(written).map_err(|error| refused(written, &error))?;
    let found = found.iter().map(|agent| UserAgent::new(written, agent));
    plain(&found.collect::<Vec<_>>())
}
