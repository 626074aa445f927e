//! `RobotsTxt`: a parsed file; and single questions.

use robots_exclusion::Target;
use robots_exclusion::syntax::Directive;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::agents::{self, Follows};
use crate::pacing::{RequestRate, Window};
use crate::plain;
use crate::rules::{Rules, parse_options};
use crate::text::{Offsets, Place, lossy};
use crate::verdict::{MatchingRule, Rule, Verdict};

/// A parsed robots.txt.
#[wasm_bindgen]
pub struct RobotsTxt {
    pub(crate) inner: robots_exclusion::RobotsTxt<'static>,
    pub(crate) offsets: Offsets,
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
        dialect: &str,
        max_bytes: Option<u32>,
        transcode_utf16: bool,
    ) -> Result<Self, JsError> {
        // A string arrives as UTF-8.
        let options = parse_options(dialect, max_bytes, transcode_utf16 && !is_text)?;
        let inner = options.parse_owned(body);
        let offsets = Offsets::new(inner.body(), is_text);
        Ok(Self { inner, offsets })
    }

    #[wasm_bindgen(js_name = isAllowed)]
    pub fn is_allowed(&self, tokens: Vec<String>, follows: Follows, url: &[u8]) -> bool {
        self.inner.is_allowed(agents::list(&tokens, follows), url)
    }

    pub fn check(&self, tokens: Vec<String>, follows: Follows, url: &[u8]) -> Result<JsValue, JsError> {
        let verdict = self.inner.check(agents::list(&tokens, follows), url);
        plain(&Verdict::new(&verdict, self.inner.body(), &self.offsets))
    }

    #[wasm_bindgen(js_name = matchingRules)]
    pub fn matching_rules(
        &self,
        tokens: Vec<String>,
        follows: Follows,
        url: &[u8],
    ) -> Result<JsValue, JsError> {
        let explanation = self.inner.explain(agents::list(&tokens, follows), url);
        let rules = explanation.rules().iter();
        let rules = rules.map(|met| MatchingRule::new(met, self.inner.body(), &self.offsets));
        plain(&rules.collect::<Vec<_>>())
    }

    #[wasm_bindgen(js_name = rulesFor)]
    pub fn rules_for(&self, tokens: Vec<String>, follows: Follows) -> Rules {
        Rules(self.inner.rules_for(agents::list(&tokens, follows)))
    }

    /// All groups, or the groups that apply to a crawler.
    pub fn groups(&self, tokens: Option<Vec<String>>, follows: Follows) -> Result<JsValue, JsError> {
        let group = |group: robots_exclusion::Group<'_>| {
            let rules = group.rules();
            Group {
                agents: group.agents().map(|name| lossy(name).into_owned()).collect(),
                line: group.line(),
                span: self.offsets.place(self.inner.body(), group.span()),
                crawl_delay: group.crawl_delay().map(|delay| delay.as_secs_f64()),
                request_rates: group
                    .request_rates()
                    .map(|rate| RequestRate::new(&rate))
                    .collect(),
                visit_times: group.visit_times().map(Window::new).collect(),
                rules: rules
                    .map(|rule| Rule::new(&rule, self.inner.body(), &self.offsets))
                    .collect(),
            }
        };
        let groups: Vec<Group> = match tokens {
            Some(tokens) => {
                let found = self.inner.groups_for(agents::list(&tokens, follows));
                found.into_iter().map(group).collect()
            }
            None => self.inner.groups().map(group).collect(),
        };
        plain(&groups)
    }

    /// Every line.
    #[wasm_bindgen(getter)]
    pub fn lines(&self) -> Result<JsValue, JsError> {
        let (body, dialect) = (self.inner.body(), self.inner.dialect());
        let text = |bytes| lossy(bytes).into_owned();
        let lines = self.inner.lines().map(|line| {
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
        self.inner.sitemaps().map(|url| lossy(url).into_owned()).collect()
    }

    #[wasm_bindgen(getter)]
    pub fn hosts(&self) -> Vec<String> {
        let hosts = self.inner.hosts();
        hosts.map(|host| lossy(host.as_bytes()).into_owned()).collect()
    }

    #[wasm_bindgen(js_name = cleanUrl)]
    pub fn clean_url(&self, url: &str) -> String {
        self.inner.clean_url(url).into_owned()
    }

    /// The body that was read.
    #[wasm_bindgen(getter)]
    pub fn body(&self) -> Vec<u8> {
        self.inner.body().to_vec()
    }

    #[wasm_bindgen(getter, js_name = isTruncated)]
    pub fn is_truncated(&self) -> bool {
        self.inner.is_truncated()
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
fn asked(url: &[u8]) -> Result<Target<'_>, JsError> {
    Target::parse_bytes(url).map_err(|problem| {
        let start: String = lossy(url).chars().take(100).collect();
        JsError::new(&format!("url is {start:?}: {problem}"))
    })
}

#[wasm_bindgen(js_name = isAllowed)]
pub fn is_allowed(
    body: &[u8],
    tokens: Vec<String>,
    follows: Follows,
    url: &[u8],
    dialect: &str,
) -> Result<bool, JsError> {
    let options = parse_options(dialect, None, false)?;
    let verdict = options.check(body, agents::list(&tokens, follows), asked(url)?);
    Ok(verdict.is_allowed())
}

#[wasm_bindgen]
pub fn check(
    body: &[u8],
    is_text: bool,
    tokens: Vec<String>,
    follows: Follows,
    url: &[u8],
    dialect: &str,
) -> Result<JsValue, JsError> {
    let options = parse_options(dialect, None, false)?;
    let verdict = options.check(body, agents::list(&tokens, follows), asked(url)?);
    plain(&Verdict::new(&verdict, body, &Offsets::new(body, is_text)))
}
