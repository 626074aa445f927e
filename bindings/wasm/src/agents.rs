//! Crawlers: which groups apply to one, and the table of well-known ones.

use robots_exclusion::{AgentList, Dialect, agents};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::plain;

/// What JavaScript says of a crawler beside its tokens: `None` for one text, which is whatever names
/// a crawler (a token, a whole header, or a well-known crawler's name); otherwise these bits.
pub(crate) type Follows = Option<u8>;

/// The groups of `*` apply if no group names a token.
const OBEYS_STAR: u8 = 1;

/// The tokens belong to an object that this package made. Without this bit, they are product tokens
/// and nothing else.
const IS_OBJECT: u8 = 2;

/// The crawler as it was resolved, where one text or an object names it.
pub(crate) fn resolved(tokens: &[String], follows: Follows) -> Option<agents::UserAgent<'_>> {
    let found = agents::UserAgent::resolve(tokens.first()?);
    let is_object = follows.is_some_and(|bits| bits & IS_OBJECT != 0 && found.tokens() == tokens);
    (follows.is_none() || is_object).then_some(found)
}

/// The crawler that is asked about, and the dialect in which it reads unless another was chosen.
pub(crate) fn asked(tokens: &[String], follows: Follows) -> (AgentList<'_>, Dialect) {
    let found = resolved(tokens, follows);
    let dialect = found
        .as_ref()
        .map_or(Dialect::RFC_9309, agents::UserAgent::dialect);
    (named(tokens, follows, found), dialect)
}

/// The crawler that is asked about, where nothing depends on how it reads a file.
pub(crate) fn list(tokens: &[String], follows: Follows) -> AgentList<'_> {
    named(tokens, follows, resolved(tokens, follows))
}

fn named<'t>(tokens: &'t [String], follows: Follows, found: Option<agents::UserAgent<'t>>) -> AgentList<'t> {
    let known = found.map(AgentList::from);
    let Some(bits) = follows else {
        return known.unwrap_or_else(|| AgentList::new(&[]));
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
pub fn agents(set: Option<String>) -> Result<JsValue, JsError> {
    let found: Vec<Agent> = match set.as_deref() {
        None => agents::ALL.iter().map(Agent::new).collect(),
        Some(name) => {
            let known = || {
                let names: Vec<&str> = agents::SETS.iter().map(|(name, _)| *name).collect();
                names.join(", ")
            };
            let members = agents::set(name).ok_or_else(|| {
                JsError::new(&format!(
                    "no set of crawlers is named {name:?}; there are {}",
                    known()
                ))
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
pub fn agent_by_token(token: &str) -> Result<JsValue, JsError> {
    plain(&agents::by_token(token).map(Agent::new))
}

/// The names in a whole `User-Agent` header.
#[wasm_bindgen(js_name = userAgent)]
pub fn user_agent(header: &str) -> Result<JsValue, JsError> {
    plain(&UserAgent::new(header, &agents::UserAgent::parse(header)))
}

/// The crawler that a person means: by a product token, a whole header, or a well-known crawler's
/// name.
#[wasm_bindgen(js_name = resolveAgent)]
pub fn resolve_agent(written: &str) -> Result<JsValue, JsError> {
    plain(&UserAgent::new(written, &agents::UserAgent::resolve(written)))
}

/// The same, or the members of a set such as `@search`.
#[wasm_bindgen(js_name = resolveAgents)]
pub fn resolve_agents(written: &str) -> Result<JsValue, JsError> {
    let found = agents::UserAgent::resolve_all(written)?;
    let found = found.iter().map(|agent| UserAgent::new(written, agent));
    plain(&found.collect::<Vec<_>>())
}
