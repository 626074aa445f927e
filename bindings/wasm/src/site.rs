//! `Crawler` and `Site`: what a crawler remembers about a site. Times are milliseconds, as
//! `Date.now()` counts them.

use std::time::Duration;

use robots_exclusion::fetch::{BodyBuffer, Cause, Fetched, Outcome, Reply, ResponseHead};
use robots_exclusion::{Target, Timestamp, companions, fetch, site};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::agents::{self, Follows};
use crate::dialect;
use crate::failure::{Code, Failure};
use crate::plain;
use crate::rules::Rules;
use crate::text::lossy;

fn seconds(number: f64) -> Duration {
    Duration::try_from_secs_f64(number).unwrap_or(Duration::MAX)
}

/// JavaScript has checked that the number is neither negative nor infinite.
fn time(milliseconds: f64) -> Timestamp {
    Timestamp::from_unix(Duration::from_millis(milliseconds as u64))
}

/// The first millisecond that is not before the time.
fn milliseconds(time: Timestamp) -> f64 {
    time.since_unix_epoch().as_nanos().div_ceil(1_000_000) as f64
}

/// `fields` are names and values in turn.
fn head(status: u16, fields: &[String], decoded: bool) -> ResponseHead {
    let fields = fields.chunks_exact(2).map(|field| (&field[0], &field[1]));
    let head = ResponseHead::new(status, fields);
    if decoded { head.decoded() } else { head }
}

#[derive(Serialize)]
struct DecisionObject {
    action: &'static str,
    until: Option<f64>,
    reason: Option<&'static str>,
    /// In seconds, like the delays of a crawler.
    delay: Option<f64>,
}

impl From<site::Decision> for DecisionObject {
    fn from(decision: site::Decision) -> Self {
        Self {
            action: decision.name(),
            until: decision.until().map(milliseconds),
            reason: decision.reason().map(|why| why.as_str()),
            delay: decision.delay().map(|delay| delay.as_secs_f64()),
        }
    }
}

#[derive(Serialize)]
struct OutcomeObject {
    action: &'static str,
    cause: Option<&'static str>,
    text: String,
}

impl From<Outcome> for OutcomeObject {
    fn from(outcome: Outcome) -> Self {
        Self {
            action: outcome.name(),
            cause: outcome.cause().map(Cause::as_str),
            text: outcome.to_string(),
        }
    }
}

/// Whether an address belongs to the public Internet.
#[wasm_bindgen(js_name = isPublicAddress)]
pub fn is_public_address(address: &str) -> Result<bool, Failure> {
    let parsed = address.parse();
    let parsed = parsed.map_err(|_| Failure::value(format!("{address:?} is not an IP address")))?;
    Ok(fetch::is_public_address(parsed))
}

/// Whether a host, as `URL` writes it, is private: an address that is not public, or `localhost`.
#[wasm_bindgen(js_name = isPrivateHost)]
pub fn is_private_host(host: &str) -> bool {
    companions::is_private_host(host)
}

/// Who crawls, and how.
#[wasm_bindgen]
pub struct Crawler(site::Crawler);

#[wasm_bindgen]
impl Crawler {
    #[wasm_bindgen(constructor)]
    #[expect(clippy::too_many_arguments, reason = "JavaScript has them by name")]
    pub fn new(
        tokens: Vec<String>,
        follows: Follows,
        strict: bool,
        dialect: Option<String>,
        default_delay: Option<f64>,
        min_delay: Option<f64>,
        max_delay: Option<f64>,
        max_wait: Option<f64>,
        max_open: Option<u8>,
    ) -> Result<Self, Failure> {
        let agents = agents::list(&tokens, follows)?;
        let mut crawler = if strict {
            site::Crawler::strict(agents)
        } else {
            site::Crawler::new(agents)
        };
        crawler = crawler.max_open(max_open.unwrap_or(u8::MAX));
        if let Some(dialect) = dialect {
            crawler = crawler.dialect(dialect::named(&dialect)?);
        }
        if let Some(delay) = default_delay {
            crawler = crawler.default_delay(seconds(delay));
        }
        if let Some(delay) = min_delay {
            crawler = crawler.min_delay(seconds(delay));
        }
        if let Some(delay) = max_delay {
            crawler = crawler.max_delay(seconds(delay));
        }
        if let Some(wait) = max_wait {
            crawler = crawler.max_wait(seconds(wait));
        }
        Ok(Self(crawler))
    }

    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.0.name().to_owned()
    }

    #[wasm_bindgen(getter, js_name = maxRedirects)]
    pub fn max_redirects(&self) -> u8 {
        self.0.fetch_policy().max_redirects
    }

    #[wasm_bindgen(getter, js_name = maxBytes)]
    pub fn max_bytes(&self) -> usize {
        self.0.fetch_policy().max_bytes as usize
    }
}

/// The state of one site.
#[wasm_bindgen]
pub struct Site(site::Site);

#[wasm_bindgen]
impl Site {
    #[wasm_bindgen(constructor)]
    pub fn new(url: &[u8]) -> Result<Self, Failure> {
        let site = site::Site::new(Target::from_bytes(url));
        site.map(Self)
            .map_err(|error| Failure::new(Code::Url, error.to_string()))
    }

    pub fn restore(text: &str) -> Result<Self, Failure> {
        serde_json::from_str(text).map(Self).map_err(Failure::value)
    }

    pub fn save(&self) -> Result<String, Failure> {
        serde_json::to_string(&self.0).map_err(Failure::internal)
    }

    #[wasm_bindgen(getter)]
    pub fn origin(&self) -> String {
        self.0.origin().to_owned()
    }

    pub fn decide(&self, crawler: &Crawler, now: f64, url: &[u8]) -> Result<JsValue, Failure> {
        let decision = self.0.decide(&crawler.0, time(now), Target::from_bytes(url));
        plain(&DecisionObject::from(decision))
    }

    #[wasm_bindgen(js_name = nextDue)]
    pub fn next_due(&self, crawler: &Crawler, now: f64) -> f64 {
        milliseconds(self.0.next_due(&crawler.0, time(now)))
    }

    #[wasm_bindgen(js_name = nextPageAt)]
    pub fn next_page_at(&self, crawler: &Crawler, now: f64) -> f64 {
        milliseconds(self.0.next_page_at(&crawler.0, time(now)))
    }

    /// Names and values in turn. The URL is that of robots.txt, or where a redirect of it led.
    #[wasm_bindgen(js_name = requestFields)]
    pub fn request_fields(&self, crawler: &Crawler, url: Option<String>) -> Vec<String> {
        let validators = match url {
            Some(url) => self.0.validators_for(&crawler.0, &url),
            None => self.0.validators(&crawler.0),
        };
        let fields = validators.iter().flat_map(|validators| validators.fields());
        fields
            .flat_map(|(name, value)| [name.to_owned(), value.to_owned()])
            .collect()
    }

    #[wasm_bindgen(js_name = onRobotsRequest)]
    pub fn on_robots_request(&mut self, now: f64) {
        self.0.on_robots_request(time(now));
    }

    #[wasm_bindgen(js_name = onRobotsAbort)]
    pub fn on_robots_abort(&mut self) {
        self.0.on_robots_abort();
    }

    /// Of the URL of robots.txt, or of where a redirect of it led.
    #[wasm_bindgen(js_name = onResponse)]
    #[expect(clippy::too_many_arguments, reason = "JavaScript has them by name")]
    pub fn on_response(
        &mut self,
        crawler: &Crawler,
        now: f64,
        status: u16,
        fields: Vec<String>,
        body: &[u8],
        decoded: bool,
        url: Option<String>,
    ) -> Result<JsValue, Failure> {
        let mut buffer = BodyBuffer::new(crawler.0.fetch_policy().max_bytes as usize);
        buffer.push(body);
        let head = head(status, &fields, decoded);
        let fetched = Fetched::new(Reply::Status(status), &head, buffer.finish());
        let url = url.unwrap_or_else(|| format!("{}/robots.txt", self.0.origin()));
        let outcome = self.0.on_response_from(&crawler.0, time(now), &url, fetched);
        plain(&OutcomeObject::from(outcome))
    }

    #[wasm_bindgen(js_name = onFailure)]
    pub fn on_failure(&mut self, crawler: &Crawler, now: f64) -> Result<JsValue, Failure> {
        plain(&OutcomeObject::from(self.0.on_failure(&crawler.0, time(now))))
    }

    #[wasm_bindgen(js_name = onPageRequest)]
    pub fn on_page_request(&mut self, now: f64) {
        self.0.on_page_request(time(now));
    }

    #[wasm_bindgen(js_name = onPageResponse)]
    pub fn on_page_response(&mut self, now: f64, status: u16, fields: Vec<String>) {
        self.0.on_page_response(time(now), &head(status, &fields, true));
    }

    #[wasm_bindgen(js_name = onPageFailure)]
    pub fn on_page_failure(&mut self, now: f64) {
        self.0.on_page_failure(time(now));
    }

    #[wasm_bindgen(js_name = onPageAbort)]
    pub fn on_page_abort(&mut self) {
        self.0.on_page_abort();
    }

    pub fn rules(&self, crawler: &Crawler) -> Option<Rules> {
        self.0.rules(&crawler.0).map(|rules| Rules((**rules).clone()))
    }

    pub fn sitemaps(&self, crawler: &Crawler) -> Vec<String> {
        let rules = self.0.rules(&crawler.0).into_iter();
        rules
            .flat_map(|rules| rules.sitemaps())
            .map(|url| lossy(url).into_owned())
            .collect()
    }

    #[wasm_bindgen(getter)]
    pub fn outcome(&self) -> Result<JsValue, Failure> {
        plain(&self.0.outcome().map(OutcomeObject::from))
    }

    /// Since when robots.txt cannot be reached.
    #[wasm_bindgen(getter, js_name = failingSince)]
    pub fn failing_since(&self) -> Option<f64> {
        self.0.failing_since().map(milliseconds)
    }

    #[wasm_bindgen(getter, js_name = nextFetchAt)]
    pub fn next_fetch_at(&self) -> f64 {
        milliseconds(self.0.next_fetch_at())
    }
}
