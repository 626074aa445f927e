//! Crawlers: which groups apply to one, and the table of well-known ones.

use robots_exclusion::{AgentList, agents};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::plain;

/// The crawler with these names.
pub(crate) fn list(tokens: &[String], obeys_star: bool) -> AgentList<'_> {
    let list = AgentList::from(tokens);
    if obeys_star { list } else { list.without_star() }
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
            token: agent.token(),
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

/// The names in a whole `User-Agent` header.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct UserAgent<'h> {
    header: &'h str,
    agent: Option<Agent>,
    tokens: &'h [&'h str],
    obeys_star: bool,
}

/// Every well-known crawler, or those of a set.
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
    let found = agents::UserAgent::parse(header);
    plain(&UserAgent {
        header,
        agent: found.agent().map(Agent::new),
        tokens: found.tokens(),
        obeys_star: found.obeys_star(),
    })
}
