//! What is left of five projects' own robots.txt code on top of this crate: the functions that the
//! rest of each project calls, with the same signatures.
//!
//! The figures are the lines of code that a port of each removed and added, on 2026-11-22, with the
//! project's own tests passing, except where a test contradicts RFC 9309. The code here was written
//! from scratch.

use robots_exclusion::{Dialect, RobotsTxt, Rules};
use url::Url;

/// stract's crate for robots.txt: a parser, a matcher for patterns and their escapes. −523, +20
/// lines.
mod stract {
    use super::*;
    use std::time::Duration;

    pub(super) struct Robots {
        rules: Rules,
        sitemaps: Vec<String>,
    }

    impl Robots {
        pub(super) fn parse(agent: &str, body: &str) -> Self {
            let options =
                RobotsTxt::options().dialect(Dialect::LENIENT.with(|custom| custom.index_html = true));
            let robots = options.max_bytes(4_000_000).parse(body.as_bytes());
            let text = |url: &[u8]| String::from_utf8_lossy(url).into_owned();
            Self {
                rules: robots.rules_for(agent),
                sitemaps: robots.sitemaps().map(text).collect(),
            }
        }

        pub(super) fn is_allowed(&self, url: &Url) -> bool {
            self.rules.is_allowed(url)
        }

        pub(super) fn crawl_delay(&self) -> Option<Duration> {
            self.rules.crawl_delay()
        }

        pub(super) fn sitemaps(&self) -> &[String] {
            &self.sitemaps
        }
    }

    #[test]
    fn answers() {
        let body = "User agent: FooBot\nDisallow /x\nAllow: /dir/index.html\nDisallow: /dir\nCrawl-delay: 2\nSitemap: https://e.com/s.xml\n";
        let robots = Robots::parse("FooBot", body);
        let allowed =
            |path: &str| robots.is_allowed(&Url::parse("https://e.com").unwrap().join(path).unwrap());
        assert!(!allowed("/x") && !allowed("/dir/a") && allowed("/dir/") && allowed("/robots.txt"));
        assert_eq!(robots.crawl_delay(), Some(Duration::from_secs(2)));
        assert_eq!(robots.sitemaps(), ["https://e.com/s.xml"]);
    }
}

/// spider's port of Python's `robotparser`: entries, rule lines, rates, and reading the response.
/// −473, +73 lines, most of which send the request.
mod spider {
    use super::*;
    use robots_exclusion::fetch::{FetchPolicy, Outcome, Reply};
    use std::time::Duration;

    /// Nothing is allowed until robots.txt was read.
    #[derive(Default)]
    pub(super) struct RobotFileParser {
        read: Option<(Outcome, RobotsTxt<'static>)>,
    }

    impl RobotFileParser {
        #[expect(clippy::wrong_self_convention, reason = "its name in the project")]
        pub(super) fn from_response(&mut self, status: u16, body: Vec<u8>) {
            let outcome = FetchPolicy::new().outcome(Reply::Status(status));
            self.read = Some((
                outcome,
                RobotsTxt::options().dialect(Dialect::LENIENT).parse_owned(body),
            ));
        }

        pub(super) fn can_fetch(&self, agent: &str, url: &str) -> bool {
            match &self.read {
                Some((Outcome::Parse, robots)) => robots.is_allowed(agent, url),
                Some((outcome, _)) => Rules::for_outcome(*outcome).is_some_and(|rules| rules.is_allowed(url)),
                None => false,
            }
        }

        pub(super) fn get_crawl_delay(&self, agent: Option<&str>) -> Option<Duration> {
            self.read.as_ref()?.1.crawl_delay_for(agent.unwrap_or_default())
        }

        /// Requests and seconds.
        pub(super) fn get_req_rate(&self, agent: &str) -> Option<(u32, u64)> {
            let groups = self.read.as_ref()?.1.groups_for(agent);
            let rate = groups.iter().flat_map(|group| group.request_rates()).next()?;
            Some((rate.documents(), rate.period().as_secs()))
        }
    }

    #[test]
    fn answers() {
        let mut parser = RobotFileParser::default();
        assert!(!parser.can_fetch("FooBot", "/"));
        let body = b"User-agent: FooBot\nDisallow: /x\nCrawl-delay: 1.5\nRequest-rate: 3/10\n\nUser-agent: *\nDisallow: /\n";
        parser.from_response(200, body.to_vec());
        assert!(
            parser.can_fetch("FooBot/2.1", "https://e.com/a")
                && !parser.can_fetch("FooBot", "https://e.com/x")
        );
        assert!(!parser.can_fetch("BarBot", "https://e.com/a"));
        assert_eq!(
            parser.get_crawl_delay(Some("FooBot")),
            Some(Duration::from_millis(1500))
        );
        assert_eq!(
            (parser.get_crawl_delay(None), parser.get_req_rate("FooBot")),
            (None, Some((3, 10)))
        );
        parser.from_response(404, Vec::new());
        assert!(parser.can_fetch("FooBot", "/x"));
        parser.from_response(503, Vec::new());
        assert!(!parser.can_fetch("FooBot", "/x"));
    }
}

/// crawlex's cache of `texting_robots`' answers, with its own parser for `Content-Signal`, which
/// that library drops. −145, +41 lines.
mod crawlex {
    use super::*;
    use robots_exclusion::extension::{ContentSignal, Signal};
    use std::collections::HashMap;
    use std::time::{Duration, Instant};

    /// Whether all purposes that are declared are refused; what is not mentioned is permitted.
    pub(super) fn fully_denies(signals: Option<&ContentSignal>, declared: &[Signal]) -> bool {
        let permits = |signal: &Signal| signals.and_then(|said| said.permits(*signal)).unwrap_or(true);
        !declared.is_empty() && !declared.iter().any(permits)
    }

    pub(super) struct RobotsCache {
        pub(super) ttl: Duration,
        pub(super) sites: HashMap<String, (Instant, Rules)>,
    }

    impl RobotsCache {
        pub(super) fn store(&mut self, host: &str, body: Option<&str>, agent: &str) {
            let options = RobotsTxt::options().dialect(Dialect::LENIENT);
            let rules = body.map_or_else(Rules::allow_all, |body| options.rules_for(body.as_bytes(), agent));
            self.sites.insert(host.to_owned(), (Instant::now(), rules));
        }

        pub(super) fn rules(&self, host: &str) -> Option<&Rules> {
            let (stored, rules) = self.sites.get(host)?;
            (stored.elapsed() <= self.ttl).then_some(rules)
        }

        pub(super) fn check(&self, url: &Url) -> Option<bool> {
            Some(self.rules(url.host_str()?)?.is_allowed(url))
        }
    }

    #[test]
    fn answers() {
        let (ttl, sites) = (Duration::from_secs(60), HashMap::new());
        let mut cache = RobotsCache { ttl, sites };
        let body = "User-agent: *\nContent-Signal: search=yes, ai-train=no\nDisallow: /x\n";
        cache.store("e.com", Some(body), "crawlex");
        cache.store("open.com", None, "crawlex");
        let check = |url: &str| cache.check(&Url::parse(url).unwrap());
        assert_eq!(
            [
                "https://e.com/x",
                "https://e.com/a",
                "https://open.com/x",
                "https://new.com/"
            ]
            .map(check),
            [Some(false), Some(true), Some(true), None]
        );
        let signals = cache.rules("e.com").unwrap().content_signal();
        assert!(fully_denies(signals, &[Signal::AiTrain]));
        assert!(!fully_denies(signals, &[Signal::AiTrain, Signal::AiInput]));
        assert!(!fully_denies(None, Signal::ALL));
    }
}

/// firecrawl's link filter, which parsed the file once for each link, with two names at once. −22,
/// +6 lines.
mod firecrawl {
    use super::*;
    use robots_exclusion::AgentList;

    pub(super) fn filter_links<'l>(base: &Url, links: &[&'l str], body: &str) -> Vec<&'l str> {
        let agents = AgentList::new(&["FireCrawlAgent", "FirecrawlAgent"]).merged();
        let rules = RobotsTxt::options()
            .dialect(Dialect::GOOGLE)
            .rules_for(body.as_bytes(), agents);
        let is_allowed = |link: &&str| base.join(link).is_ok_and(|url| rules.is_allowed(&url));
        links.iter().copied().filter(is_allowed).collect()
    }

    #[test]
    fn answers() {
        let base = Url::parse("https://e.com/docs/").unwrap();
        let body = "User-agent: firecrawlagent\nDisallow: /docs/private\n\nUser-agent: *\nDisallow: /\n";
        let links = ["intro", "private/a", "/docs/privacy", "https://[", "/about"];
        assert_eq!(
            filter_links(&base, &links, body),
            ["intro", "/docs/privacy", "/about"]
        );
    }
}

/// muffy's request filter, whose library only took text, and paths without their query. −5, +9
/// lines.
mod muffy {
    use super::*;

    pub(super) fn rules(status: u16, body: &[u8]) -> Option<Rules> {
        (status != 404).then(|| {
            RobotsTxt::options()
                .dialect(Dialect::LENIENT)
                .rules_for(body, "muffy")
        })
    }

    #[test]
    fn answers() {
        let rules = rules(200, b"User-agent: *\nDisallow: /*?print\nDisallow: /caf\xE9\n").unwrap();
        let allowed = |url: &str| rules.is_allowed(&Url::parse(url).unwrap());
        assert!(allowed("https://e.com/a?page") && !allowed("https://e.com/a?print"));
        assert!(!allowed("https://e.com/caf%E9"));
        assert!(super::muffy::rules(404, b"").is_none());
    }
}
