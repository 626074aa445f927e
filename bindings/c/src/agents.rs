//! Crawlers.
#![allow(unsafe_code, reason = "the names of exported functions")]

use std::mem::MaybeUninit;

use library::{AgentList, agents};

use crate::border::Str;
use crate::status::{Status, create, free};

/// A crawler: its product tokens such as "FooBot", most preferred first, and whether the groups of `*` apply if no group names one.
/// Make one for each crawler and use it for every file.
pub struct Agents {
    pub(crate) tokens: Vec<String>,
    pub(crate) obeys_star: bool,
    pub(crate) is_merged: bool,
}

impl Agents {
    /// The list that the library takes.
    pub(crate) fn list(&self) -> AgentList<'_> {
        let mut list = AgentList::from(&self.tokens);
        if !self.obeys_star {
            list = list.without_star();
        }
        if self.is_merged {
            list = list.merged();
        }
        list
    }
}

/// Makes a crawler with one product token.
///
/// Bytes that are not UTF-8 count as U+FFFD.
#[unsafe(no_mangle)]
pub extern "C" fn robots_agents_one(
    token: Str<'_>,
    agents: Option<&mut MaybeUninit<Option<Box<Agents>>>>,
) -> Status {
    create(agents, || {
        Ok(Agents {
            tokens: vec![token.to_str()?.into_owned()],
            obeys_star: true,
            is_merged: false,
        })
    })
}

/// Makes the well-known crawler with this product token, in any case, with the tokens that it falls back to: "Googlebot-Image" obeys the
/// groups of Googlebot if none names it, and "AdsBot-Google" ignores the groups of `*`.
///
/// Fails with ROBOTS_STATUS_UNKNOWN_AGENT.
#[unsafe(no_mangle)]
pub extern "C" fn robots_agents_known(
    token: Str<'_>,
    agents: Option<&mut MaybeUninit<Option<Box<Agents>>>>,
) -> Status {
    create(agents, || {
        let known = agents::by_token(&token.to_str()?).ok_or(Status::UnknownAgent)?;
        Ok(Agents {
            tokens: known.tokens().iter().map(ToString::to_string).collect(),
            obeys_star: known.obeys_star(),
            is_merged: false,
        })
    })
}

/// Makes the crawler that sends this User-Agent header, such as "Mozilla/5.0 (compatible; FooBot/2.1; +https://foo.example)": of a
/// well-known crawler as robots_agents_known does, otherwise with every product token of the header. A header without any is a crawler
/// without a name.
#[unsafe(no_mangle)]
pub extern "C" fn robots_agents_from_header(
    header: Str<'_>,
    agents: Option<&mut MaybeUninit<Option<Box<Agents>>>>,
) -> Status {
    create(agents, || {
        let header = header.to_str()?;
        let found = agents::UserAgent::parse(&header);
        Ok(Agents {
            tokens: found.tokens().iter().map(ToString::to_string).collect(),
            obeys_star: found.obeys_star(),
            is_merged: false,
        })
    })
}

/// Sets whether the groups of `*` apply if no group names a token of the crawler. The default is true.
#[unsafe(no_mangle)]
pub extern "C" fn robots_agents_set_star(agents: Option<&mut Agents>, obeys_star: bool) -> Status {
    let Some(agents) = agents else {
        return Status::InvalidArgument;
    };
    agents.obeys_star = obeys_star;
    Status::Ok
}

/// Sets whether the groups of all tokens are merged, as Google's library does when it is asked about several crawlers at once. The default
/// is false: the first token that has a group decides.
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
