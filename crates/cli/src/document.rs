//! The content of a robots.txt, as the JSON that `inspect` prints and `generate` reads.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::iter;
use std::time::Duration;

use percent_encoding::percent_encode_byte;
use robots_exclusion::extension::{ContentSignal, RequestRate, RobotVersion, TimeWindow};
use robots_exclusion::syntax::{Directive, DirectiveKind};
use robots_exclusion::{Group, RobotsTxt, RuleKind, Rules};
use robots_exclusion_page::ContentUsage;
use serde::{Deserialize, Serialize};
use serde_json::Number;

use crate::crawlers::CrawlerQuery;
use crate::fetch::FetchReport;

/// The whole file.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Document {
    /// The name, if it is one of several.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
    /// Length of the body as given.
    pub(crate) bytes: usize,
    pub(crate) lines: usize,
    /// Whether less than the whole body was read.
    pub(crate) truncated: bool,
    pub(crate) sitemaps: Vec<String>,
    pub(crate) hosts: Vec<String>,
    pub(crate) clean_params: Vec<CleanParamLine>,
    /// What Content-Signal lines outside any group say: the default of the site.
    pub(crate) content_signals: ContentSignal,
    /// The licenses outside any group, which are the site's.
    pub(crate) licenses: Vec<String>,
    pub(crate) groups: Vec<GroupDocument>,
    pub(crate) unknown: Vec<LineDocument>,
    /// The lines with known keys that no other field holds: rules of no group, values that are not
    /// understood, repetitions that do not count, and lines of kinds that have no field.
    pub(crate) other: Vec<LineDocument>,
    /// What applies to the crawler that was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) agent: Option<AgentDocument>,
    /// How the file was fetched, if it was.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub(crate) fetch: Option<FetchReport>,
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct AgentDocument {
    /// As it was asked for.
    pub(crate) token: String,
    /// The first of its product tokens.
    #[serde(default)]
    pub(crate) crawler: Option<String>,
    pub(crate) group: Option<GroupDocument>,
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct GroupDocument {
    pub(crate) agents: Vec<String>,
    /// The line of its first User-agent.
    pub(crate) line: u32,
    pub(crate) rules: Vec<RuleDocument>,
    pub(crate) crawl_delay: Option<Number>,
    pub(crate) request_rates: Vec<RequestRate>,
    pub(crate) visit_times: Vec<TimeWindow>,
    pub(crate) robot_version: Option<RobotVersion>,
    /// It does not come directly after the names, and so does not count.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) robot_version_is_stray: bool,
    pub(crate) content_signals: ContentSignal,
    pub(crate) content_usage: Vec<Usage>,
    pub(crate) licenses: Vec<String>,
    pub(crate) comments: Vec<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RuleDocument {
    pub(crate) kind: RuleKind,
    pub(crate) pattern: String,
    #[serde(default)]
    pub(crate) line: u32,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct CleanParamLine {
    pub(crate) params: Vec<String>,
    #[serde(default)]
    pub(crate) path: Option<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Usage {
    #[serde(default)]
    pub(crate) path: Option<String>,
    pub(crate) preferences: BTreeMap<String, String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct LineDocument {
    #[serde(default)]
    pub(crate) line: u32,
    /// The line of the group that it is in. Lines with unknown keys lack it, since their own line
    /// tells where they go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) group_line: Option<Option<u32>>,
    pub(crate) key: String,
    pub(crate) value: String,
}

/// Seconds, written as a whole number if they are one.
fn seconds(duration: Duration) -> Option<Number> {
    match duration.subsec_nanos() {
        0 => Some(duration.as_secs().into()),
        _ => Number::from_f64(duration.as_secs_f64()),
    }
}

impl Document {
    /// The content of a file of `bytes` bytes.
    pub(crate) fn new(robots: &RobotsTxt<'_>, bytes: usize) -> Self {
        Self {
            bytes,
            lines: robots.lines().count(),
            truncated: robots.is_truncated(),
            sitemaps: robots.sitemaps().map(text).collect(),
            hosts: robots.hosts().map(|host| text(host.as_bytes())).collect(),
            clean_params: robots
                .clean_params()
                .map(|line| CleanParamLine {
                    params: line.params().map(text).collect(),
                    path: line.path().map(text),
                })
                .collect(),
            content_signals: robots.site_content_signal(),
            licenses: robots.site_licenses().map(|url| text(url.as_bytes())).collect(),
            groups: robots.groups().map(|group| GroupDocument::new(&group)).collect(),
            unknown: robots
                .unknown_directives()
                .map(|directive| LineDocument::new(&directive, None))
                .collect(),
            other: other_lines(robots),
            ..Self::default()
        }
    }

    /// The same, with the group that applies to a crawler.
    pub(crate) fn with_agent(mut self, robots: &RobotsTxt<'_>, asked: &CrawlerQuery) -> Self {
        let agents = asked.list();
        let groups = robots.groups_for(&agents);
        self.agent = Some(AgentDocument {
            token: asked.name().to_owned(),
            crawler: Some(asked.crawler().to_owned()),
            group: GroupDocument::merged(&groups, &robots.rules_for(&agents)),
        });
        self
    }
}

impl GroupDocument {
    /// The content of a group, whether or not the crawlers of the dialect obey it.
    fn new(group: &Group<'_>) -> Self {
        let robot_version = group.robot_version();
        let mut kinds = group.directives().map(|directive| directive.kind());
        let after_names = kinds.find(|kind| *kind != DirectiveKind::UserAgent);
        Self {
            agents: group.agents().map(text).collect(),
            line: group.line(),
            rules: group
                .rules()
                .map(|rule| RuleDocument {
                    kind: rule.kind(),
                    pattern: text(rule.pattern()),
                    line: rule.line(),
                })
                .collect(),
            crawl_delay: group.crawl_delay().and_then(seconds),
            request_rates: group.request_rates().collect(),
            visit_times: group.visit_times().collect(),
            robot_version_is_stray: robot_version.is_some()
                && after_names != Some(DirectiveKind::RobotVersion),
            robot_version,
            content_signals: group.content_signal(),
            content_usage: group
                .content_usage()
                .map(|value| Usage::from(&ContentUsage::parse(value)))
                .collect(),
            licenses: group.licenses().map(|url| text(url.as_bytes())).collect(),
            comments: group.comment_lines().map(text).collect(),
        }
    }

    /// What these groups together say to a crawler, whose rules are `rules`; `None` if there are
    /// none.
    fn merged(groups: &[Group<'_>], rules: &Rules) -> Option<Self> {
        let mut merged = groups.iter().map(Self::new).reduce(|mut merged, group| {
            merged.agents.extend(group.agents);
            merged.rules.extend(group.rules);
            if merged.robot_version.is_none() {
                merged.robot_version = group.robot_version;
                merged.robot_version_is_stray = group.robot_version_is_stray;
            }
            merged.comments.extend(group.comments);
            merged
        })?;
        let mut named = HashSet::new();
        merged.agents.retain(|agent| named.insert(agent.clone()));
        Some(Self {
            crawl_delay: rules.crawl_delay().and_then(seconds),
            request_rates: rules.request_rates().to_vec(),
            visit_times: rules.visit_times().to_vec(),
            content_signals: rules.content_signal().cloned().unwrap_or_default(),
            content_usage: rules
                .content_usage()
                .map(|(_, value)| Usage::from(&ContentUsage::parse(value)))
                .collect(),
            licenses: rules.licenses().map(|url| text(url.as_bytes())).collect(),
            ..merged
        })
    }
}

impl LineDocument {
    fn new(directive: &Directive<'_>, group_line: Option<Option<u32>>) -> Self {
        Self {
            line: directive.line(),
            group_line,
            key: text(directive.key()),
            value: text(directive.value()),
        }
    }
}

impl CleanParamLine {
    /// The value of the line.
    pub(crate) fn value(&self) -> String {
        let path = self.path.as_deref().unwrap_or_default();
        format!("{} {path}", self.params.join("&"))
    }
}

impl Usage {
    /// The value of the line.
    pub(crate) fn value(&self) -> String {
        let pairs = self.preferences.iter();
        let pairs: Vec<String> = pairs.map(|(key, value)| format!("{key}={value}")).collect();
        let preferences = pairs.join(", ");
        match &self.path {
            Some(path) => format!("{path} {preferences}"),
            None => preferences,
        }
    }
}

impl From<&ContentUsage> for Usage {
    fn from(line: &ContentUsage) -> Self {
        let said = line.preferences().iter();
        Self {
            path: line.path().map(text),
            preferences: said
                .filter_map(|(category, preference)| {
                    Some((category.to_string(), preference.token()?.to_owned()))
                })
                .collect(),
        }
    }
}

/// The line of the group that each line is in, by its own number.
pub(crate) fn group_lines(robots: &RobotsTxt<'_>) -> HashMap<u32, u32> {
    let mut lines = HashMap::new();
    for group in robots.groups() {
        let own = group.directives().map(|directive| directive.line());
        lines.extend(own.zip(iter::repeat(group.line())));
    }
    lines
}

fn other_lines(robots: &RobotsTxt<'_>) -> Vec<LineDocument> {
    let group_lines = group_lines(robots);
    // The groups and kinds that have the one line that counts.
    let mut settled = HashSet::new();
    let mut others = Vec::new();
    for directive in robots.directives() {
        let group_line = group_lines.get(&directive.line()).copied();
        let is_in_group = group_line.is_some();
        let is_understood = match directive.kind() {
            DirectiveKind::ContentUsage => ContentUsage::parse(directive.value()).error().is_none(),
            _ => directive.value_error().is_none(),
        };
        let kind = directive.kind();
        let has_field = match kind {
            DirectiveKind::Unknown | DirectiveKind::ContentSignal => true,
            DirectiveKind::Sitemap => !directive.value().is_empty(),
            // In dialects in which a group needs a rule, a name without one is in none.
            DirectiveKind::UserAgent
            | DirectiveKind::Allow
            | DirectiveKind::Disallow
            | DirectiveKind::Comment
            | DirectiveKind::ContentUsage => is_in_group,
            // The first that is a number counts.
            DirectiveKind::CrawlDelay => is_in_group && is_understood && settled.insert((kind, group_line)),
            // The first counts, or none.
            DirectiveKind::RobotVersion => is_in_group && settled.insert((kind, group_line)) && is_understood,
            DirectiveKind::RequestRate | DirectiveKind::VisitTime => is_in_group && is_understood,
            DirectiveKind::Host | DirectiveKind::CleanParam | DirectiveKind::License => is_understood,
            _ => false,
        };
        if !has_field {
            others.push(LineDocument::new(&directive, Some(group_line)));
        }
    }
    others
}

/// Bytes as text. Bytes that are not UTF-8 become escapes, which mean the same in a pattern or URL.
fn text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| percent_encode_byte(*byte)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_not_utf_8_are_escaped() {
        assert_eq!(text(b"/\xC3\xBC\xFC"), "/ü%FC");
    }
}
