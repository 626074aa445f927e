//! The crawlers that are asked about: by name, by User-Agent header, or as sets by purpose.

use std::borrow::Cow;
use std::collections::HashSet;

use robots_exclusion::agents::{self, ALL, Agent, SETS};
use robots_exclusion::{AgentList, Dialect};

use crate::failure::Failure;

/// A crawler that is asked about.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    name: String,
    /// What is known about it, if the answer is to follow its operator's documentation.
    known: Option<&'static Agent>,
}

impl Asked {
    /// A crawler by its product token or whole User-Agent, as the library reads it.
    pub(crate) fn named(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            known: None,
        }
    }

    /// A well-known crawler, as its operator documents it: with the tokens that it falls back to.
    pub(crate) fn known(agent: &'static Agent) -> Self {
        Self {
            name: agent.token().to_owned(),
            known: Some(agent),
        }
    }

    /// What to call it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn agent(&self) -> Option<&'static Agent> {
        self.known
    }

    /// The well-known crawler of this name, or else itself.
    pub(crate) fn documented(self) -> Self {
        let known = self
            .known
            .or_else(|| agents::by_token(&self.name))
            .or_else(|| agents::find_in_header(&self.name));
        Self { known, ..self }
    }

    /// The tokens to select groups by.
    pub(crate) fn list(&self) -> AgentList<'_> {
        match self.known {
            Some(agent) => agent.list(),
            // Those that no group names.
            None if self.name == "*" => AgentList::new(&[]),
            None => AgentList::from(self.name.as_str()),
        }
    }

    /// How its operator says that files are read. RFC 9309 if nothing is known about it.
    pub(crate) fn documented_dialect(&self) -> Dialect {
        self.known.map_or(Dialect::RFC_9309, Agent::dialect)
    }
}

/// The name of a crawler as an argument gives it.
///
/// # Errors
///
/// If it is empty: a script may have lost it, and the answer would be about nobody in particular.
pub(crate) fn name(argument: &str) -> Result<String, String> {
    match argument.trim_ascii() {
        "" => Err(
            "a crawler's name is empty; write its name, or * for the crawlers that no group names".to_owned(),
        ),
        _ => Ok(argument.to_owned()),
    }
}

/// The crawlers that arguments name: `FooBot`, a whole User-Agent, `@search` for a set, `@all` for all that are known.
///
/// # Errors
///
/// If a name is empty, or there is no such set.
pub(crate) fn expand(arguments: &[String]) -> Result<Vec<Asked>, Failure> {
    let mut asked: Vec<Asked> = Vec::new();
    let mut of_sets: HashSet<&str> = HashSet::new();
    for argument in arguments {
        let Some(set) = argument.strip_prefix('@') else {
            let name = name(argument).map_err(Failure::Usage)?;
            asked.push(Asked::named(resolve_header(&name)));
            continue;
        };
        // Sets may overlap.
        let members = members(set)?.into_iter();
        let new = members.filter(|member| of_sets.insert(member.token()));
        asked.extend(new.map(Asked::known));
    }
    Ok(asked)
}

/// A User-Agent header that names a well-known crawler anywhere means that crawler: most begin with `Mozilla/5.0`, which is not a crawler's name.
fn resolve_header(argument: &str) -> Cow<'_, str> {
    if argument.starts_with("Mozilla/")
        && let Some(agent) = agents::find_in_header(argument)
    {
        return Cow::Borrowed(agent.token());
    }
    Cow::Borrowed(argument)
}

fn members(set: &str) -> Result<Vec<&'static Agent>, Failure> {
    if set == "all" {
        return Ok(ALL.iter().collect());
    }
    let Some(members) = agents::set(set) else {
        let names: Vec<String> = SETS
            .iter()
            .map(|(name, purpose)| format!("@{name} ({})", purpose.description()))
            .collect();
        return Err(Failure::Usage(format!(
            "there is no set of crawlers @{set}; write @all or one of {}",
            names.join(", ")
        )));
    };
    Ok(members.collect())
}
