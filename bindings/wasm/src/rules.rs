//! `Rules`: one crawler's rules, compiled; and how files are read.

use robots_exclusion::{ParseOptions, Target};
use wasm_bindgen::prelude::*;

use crate::agents::{self, Follows};
use crate::dialect;
use crate::failure::Failure;
use crate::pacing::{RequestRate, Window};
use crate::plain;
use crate::text::{Offsets, lossy};
use crate::verdict::{Rule, Verdict};

/// Converts options of JavaScript to the library's options, apart from the dialect.
pub(crate) fn parse_options(max_bytes: Option<u32>, transcode_utf16: bool) -> ParseOptions {
    let options = ParseOptions::new().transcode_utf16(transcode_utf16);
    match max_bytes {
        Some(max_bytes) => options.max_bytes(max_bytes as usize),
        None => options,
    }
}

/// The rules of one crawler.
#[wasm_bindgen]
pub struct Rules(pub(crate) robots_exclusion::Rules);

#[wasm_bindgen]
impl Rules {
    #[wasm_bindgen(constructor)]
    pub fn new(
        body: &[u8],
        tokens: Vec<String>,
        follows: Follows,
        dialect: Option<String>,
        max_bytes: Option<u32>,
        transcode_utf16: bool,
    ) -> Result<Self, Failure> {
        let (agents, documented) = agents::asked(&tokens, follows)?;
        let dialect = dialect::chosen(dialect.as_deref())?.unwrap_or(documented);
        let options = parse_options(max_bytes, transcode_utf16).dialect(dialect);
        Ok(Self(options.rules_for(body, agents)))
    }

    #[wasm_bindgen(js_name = allowAll)]
    pub fn allow_all() -> Self {
        Self(robots_exclusion::Rules::allow_all())
    }

    #[wasm_bindgen(js_name = disallowAll)]
    pub fn disallow_all() -> Self {
        Self(robots_exclusion::Rules::disallow_all())
    }

    #[wasm_bindgen(js_name = fromBytes)]
    pub fn from_bytes(data: &[u8]) -> Result<Self, Failure> {
        let rules = robots_exclusion::Rules::from_bytes(data).map_err(Failure::value)?;
        Ok(Self(rules))
    }

    #[wasm_bindgen(js_name = toBytes)]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.to_bytes()
    }

    #[wasm_bindgen(js_name = isAllowed)]
    pub fn is_allowed(&self, url: &[u8]) -> bool {
        self.0.is_allowed(url)
    }

    /// The same for a string, which the generated code copies faster where it is short.
    #[wasm_bindgen(js_name = isTextAllowed)]
    pub fn is_text_allowed(&self, url: &str) -> bool {
        self.0.is_allowed(url)
    }

    /// An answer for each of many URLs, 1 if it is allowed. The URLs are joined by line feeds, since
    /// JavaScript copies one long text much faster than many short ones. If there are not as many
    /// lines as URLs, because a URL has a line feed in it, there is no answer.
    #[wasm_bindgen(js_name = areAllowed)]
    pub fn are_allowed(&self, urls: &[u8], count: usize) -> Option<Vec<u8>> {
        let mut answers = Vec::with_capacity(count);
        let mut start = 0;
        for end in memchr::memchr_iter(b'\n', urls).chain([urls.len()]) {
            answers.push(u8::from(self.0.is_allowed(&urls[start..end])));
            start = end + 1;
        }
        Some(answers).filter(|answers| answers.len() == count)
    }

    pub fn check(&self, url: &[u8]) -> Result<JsValue, Failure> {
        let verdict = self.0.check(Target::from_bytes(url));
        plain(&Verdict::new(&verdict, b"", &Offsets::new(b"", false)))
    }

    #[wasm_bindgen(getter)]
    pub fn group(&self) -> Option<String> {
        self.0.group_name().map(|name| lossy(name).into_owned())
    }

    /// In seconds.
    #[wasm_bindgen(getter, js_name = crawlDelay)]
    pub fn crawl_delay(&self) -> Option<f64> {
        self.0.crawl_delay().map(|delay| delay.as_secs_f64())
    }

    #[wasm_bindgen(getter, js_name = requestRates)]
    pub fn request_rates(&self) -> Result<JsValue, Failure> {
        let rates = self.0.request_rates().iter();
        plain(&rates.map(RequestRate::new).collect::<Vec<_>>())
    }

    #[wasm_bindgen(getter, js_name = visitTimes)]
    pub fn visit_times(&self) -> Result<JsValue, Failure> {
        let windows = self.0.visit_times().iter();
        plain(&windows.copied().map(Window::new).collect::<Vec<_>>())
    }

    #[wasm_bindgen(js_name = toList)]
    pub fn to_list(&self) -> Result<JsValue, Failure> {
        let offsets = Offsets::new(b"", false);
        let rules = self.0.iter().map(|rule| Rule::new(&rule, b"", &offsets));
        plain(&rules.collect::<Vec<_>>())
    }

    #[wasm_bindgen(getter)]
    pub fn length(&self) -> usize {
        self.0.len()
    }
}
