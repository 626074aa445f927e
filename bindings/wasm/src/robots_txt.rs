//! `RobotsTxt`: a parsed file; and single questions.

#[cfg(feature = "proofs")]
use robots_exclusion::Dialect;
use robots_exclusion::companions::Readings;
use robots_exclusion::syntax::Directive;
use robots_exclusion::{AgentList, ParseOptions, Target, Verdict as LibraryVerdict};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::agents::{self, Follows};
use crate::dialect;
use crate::failure::{Code, Failure};
use crate::pacing::{RequestRate, Window};
use crate::plain;
use crate::rules::{Rules, parse_options};
use crate::text::{Offsets, Place, lossy};
use crate::verdict::{MatchingRule, Rule, Verdict};

/// A parsed robots.txt.
#[wasm_bindgen]
pub struct RobotsTxt {
    readings: Readings,
    pub(crate) offsets: Offsets,
}

impl RobotsTxt {
    /// The file where no crawler is asked about.
    pub(crate) fn file(&self) -> &robots_exclusion::RobotsTxt<'static> {
        self.readings.file()
    }

    /// The dialect in which every crawler reads it, if one was chosen.
    #[cfg(feature = "proofs")]
    pub(crate) fn chosen(&self) -> Option<Dialect> {
        self.readings.chosen()
    }

    /// The file as a crawler reads it, and the crawler.
    ///
    /// # Errors
    ///
    /// If a text names no crawler, or several.
    pub(crate) fn asked<'t>(
        &self,
        tokens: &'t [String],
        follows: Follows,
    ) -> Result<(&robots_exclusion::RobotsTxt<'static>, AgentList<'t>), Failure> {
        let (agents, dialect) = agents::asked(tokens, follows)?;
        Ok((self.readings.in_dialect(dialect), agents))
    }
}

/// A group of a file.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Group {
    agents: Vec<String>,
    line: u32,
    span: Place,
    crawl_delay: Option<f64>,
    request_rates: Vec<RequestRate>,
    visit_times: Vec<Window>,
    rules: Vec<Rule>,
}

/// A line of a file, whatever it holds.
#[derive(Serialize)]
struct Line {
    line: u32,
    kind: &'static str,
    key: Option<String>,
    value: Option<String>,
    comment: Option<String>,
    text: String,
    span: Place,
}

#[wasm_bindgen]
impl RobotsTxt {
    #[wasm_bindgen(constructor)]
    pub fn new(
        body: Vec<u8>,
        is_text: bool,
        dialect: Option<String>,
        max_bytes: Option<u32>,
        transcode_utf16: bool,
    ) -> Result<Self, Failure> {
        // A string arrives as UTF-8.
        let options = parse_options(max_bytes, transcode_utf16 && !is_text);
        let readings = Readings::new(&options, dialect::chosen(dialect.as_deref())?, body);
        let offsets = Offsets::new(readings.file().body(), is_text);
        Ok(Self { readings, offsets })
    }

    #[wasm_bindgen(js_name = isAllowed)]
    pub fn is_allowed(&self, tokens: Vec<String>, follows: Follows, url: &[u8]) -> Result<bool, Failure> {
        let (robots, agents) = self.asked(&tokens, follows)?;
        Ok(robots.is_allowed(agents, url))
    }

    pub fn check(&self, tokens: Vec<String>, follows: Follows, url: &[u8]) -> Result<JsValue, Failure> {
        let (robots, agents) = self.asked(&tokens, follows)?;
        let verdict = robots.check(agents, url);
        let verdict = Verdict::new(&verdict, self.file().body(), &self.offsets);
        plain(&verdict.of(agents::obedience(&tokens, follows)?))
    }

    #[wasm_bindgen(js_name = matchingRules)]
    pub fn matching_rules(
        &self,
        tokens: Vec<String>,
        follows: Follows,
        url: &[u8],
    ) -> Result<JsValue, Failure> {
        let (robots, agents) = self.asked(&tokens, follows)?;
        let explanation = robots.explain(agents, url);
        let rules = explanation.rules().iter();
        let rules = rules.map(|met| MatchingRule::new(met, self.file().body(), &self.offsets));
        plain(&rules.collect::<Vec<_>>())
    }

    #[wasm_bindgen(js_name = rulesFor)]
    pub fn rules_for(&self, tokens: Vec<String>, follows: Follows) -> Result<Rules, Failure> {
        let (robots, agents) = self.asked(&tokens, follows)?;
        Ok(Rules(robots.rules_for(agents)))
    }

    /// All groups, or the groups that apply to a crawler.
    pub fn groups(&self, tokens: Option<Vec<String>>, follows: Follows) -> Result<JsValue, Failure> {
        let group = |group: robots_exclusion::Group<'_>| {
            let rules = group.rules();
            Group {
                agents: group.agents().map(|name| lossy(name).into_owned()).collect(),
                line: group.line(),
                span: self.offsets.place(self.file().body(), group.span()),
                crawl_delay: group.crawl_delay().map(|delay| delay.as_secs_f64()),
                request_rates: group
                    .request_rates()
                    .map(|rate| RequestRate::new(&rate))
                    .collect(),
                visit_times: group.visit_times().map(Window::new).collect(),
                rules: rules
                    .map(|rule| Rule::new(&rule, self.file().body(), &self.offsets))
                    .collect(),
            }
        };
        let groups: Vec<Group> = match tokens {
            Some(tokens) => {
                let (robots, agents) = self.asked(&tokens, follows)?;
                let found = robots.groups_for(agents);
                found.into_iter().map(group).collect()
            }
            None => self.file().groups().map(group).collect(),
        };
        plain(&groups)
    }

    /// Every line.
    #[wasm_bindgen(getter)]
    pub fn lines(&self) -> Result<JsValue, Failure> {
        let (body, dialect) = (self.file().body(), self.file().dialect());
        let text = |bytes| lossy(bytes).into_owned();
        let lines = self.file().lines().map(|line| {
            let directive = Directive::of(&line, &dialect);
            let kind = match &directive {
                Some(directive) => directive.kind().key().unwrap_or("unknown"),
                None if line.is_blank() => "blank",
                None if line.text().is_empty() => "comment",
                None => "no-key",
            };
            Line {
                line: line.number(),
                kind,
                key: directive.map(|directive| text(directive.key())),
                value: directive.map(|directive| text(directive.value())),
                comment: line.comment().map(text),
                text: text(body.get(line.span().range()).unwrap_or_default()),
                span: self.offsets.place(body, line.span()),
            }
        });
        plain(&lines.collect::<Vec<_>>())
    }

    #[wasm_bindgen(getter)]
    pub fn sitemaps(&self) -> Vec<String> {
        self.file()
            .sitemaps()
            .map(|url| lossy(url).into_owned())
            .collect()
    }

    #[wasm_bindgen(getter)]
    pub fn hosts(&self) -> Vec<String> {
        let hosts = self.file().hosts();
        hosts.map(|host| lossy(host.as_bytes()).into_owned()).collect()
    }

    #[wasm_bindgen(js_name = cleanUrl)]
    pub fn clean_url(&self, url: &str) -> String {
        self.file().clean_url(url).into_owned()
    }

    /// The body that was read.
    #[wasm_bindgen(getter)]
    pub fn body(&self) -> Vec<u8> {
        self.file().body().to_vec()
    }

    #[wasm_bindgen(getter, js_name = isTruncated)]
    pub fn is_truncated(&self) -> bool {
        self.file().is_truncated()
    }
}

/// Why a text is not a URL to ask about, and the correct form to write.
#[wasm_bindgen(js_name = urlProblem)]
pub fn url_problem(url: &str) -> Option<String> {
    let problem = Target::parse(url).err();
    problem.map(|problem| problem.to_string())
}

/// The target of a single question. Its arguments may have been swapped, so it has to be a URL,
/// unlike the targets of many questions.
fn asked(url: &[u8]) -> Result<Target<'_>, Failure> {
    Target::parse_bytes(url).map_err(|problem| {
        let start: String = lossy(url).chars().take(100).collect();
        Failure::new(Code::Url, format!("url is {start:?}: {problem}"))
    })
}

/// Answers one question straight from a body.
fn ask<'b>(
    body: &'b [u8],
    tokens: &[String],
    follows: Follows,
    url: &[u8],
    dialect: Option<&str>,
) -> Result<LibraryVerdict<'b>, Failure> {
    let (agents, documented) = agents::asked(tokens, follows)?;
    let dialect = dialect::chosen(dialect)?.unwrap_or(documented);
    let options = ParseOptions::new().dialect(dialect);
    Ok(options.check(body, agents, asked(url)?))
}

#[wasm_bindgen(js_name = isAllowed)]
pub fn is_allowed(
    body: &[u8],
    tokens: Vec<String>,
    follows: Follows,
    url: &[u8],
    dialect: Option<String>,
) -> Result<bool, Failure> {
    let verdict = ask(body, &tokens, follows, url, dialect.as_deref())?;
    Ok(verdict.is_allowed())
}

#[wasm_bindgen]
pub fn check(
    body: &[u8],
    is_text: bool,
    tokens: Vec<String>,
    follows: Follows,
    url: &[u8],
    dialect: Option<String>,
) -> Result<JsValue, Failure> {
    let verdict = ask(body, &tokens, follows, url, dialect.as_deref())?;
    let verdict = Verdict::new(&verdict, body, &Offsets::new(body, is_text));
    plain(&verdict.of(agents::obedience(&tokens, follows)?))
}
