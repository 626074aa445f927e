//! Many questions by one crawler.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use robots_exclusion::{Audience, RobotsTxt, Rules, Target, Verdict};

use crate::crawlers::CrawlerQuery;
use crate::row::{AnswerRow, reason};
use crate::shortened::{cited, cited_rule};

/// How many bytes of compiled rules are kept. Where groups overlap, the rules of all
/// audiences would take memory quadratic in the file.
const MAX_COMPILED: usize = 25_000_000;

/// The number of a file, or of the same file in one of several dialects, and an audience in it.
pub(crate) type Reader = (usize, Audience);

/// Compiled rules of files: crawlers to which the same groups apply share them.
#[derive(Debug, Default)]
pub(crate) struct Compiled {
    /// `None` where one question was asked.
    rules: HashMap<Reader, Option<Box<Rules>>>,
    bytes: usize,
}

impl Compiled {
    /// Roughly how many bytes they take.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The rules of an audience, compiled for its second question; `None` if the file is better
    /// asked.
    fn rules_of(&mut self, robots: &RobotsTxt<'_>, reader: Reader) -> Option<&Rules> {
        match self.rules.entry(reader) {
            Entry::Vacant(first) => {
                self.bytes += 2 * size_of::<(Reader, Option<Box<Rules>>)>();
                first.insert(None).as_deref()
            }
            Entry::Occupied(kept) => {
                let kept = kept.into_mut();
                if kept.is_none() && self.bytes < MAX_COMPILED {
                    let rules = robots.select_audience(reader.1).compile_rules();
                    self.bytes += rules.heap_bytes() + size_of::<Rules>();
                    *kept = Some(Box::new(rules));
                }
                kept.as_deref()
            }
        }
    }
}

/// Answers one crawler's questions about one file: the first of its audience straight from the
/// file, all others from compiled rules, if there is room for them.
///
/// The answers are the same either way.
#[derive(Clone, Debug)]
pub(crate) struct PreparedCrawler {
    asked: CrawlerQuery,
    /// Its audience, and the name by which groups apply to it. `None` if the file has no audiences.
    reader: Option<(Reader, Option<Box<[u8]>>)>,
}

impl PreparedCrawler {
    /// Looks up the groups of a file that apply to a crawler. The file is the same in all
    /// questions; its number tells it from others for which the rules are compiled together.
    pub(crate) fn new(asked: CrawlerQuery, number: usize, robots: &RobotsTxt<'_>) -> Self {
        let reader = robots.audience_and_name(asked.list());
        let reader = reader.map(|(audience, name)| ((number, audience), name.map(Box::from)));
        Self { asked, reader }
    }

    pub(crate) fn asked(&self) -> &CrawlerQuery {
        &self.asked
    }

    /// Its audience, and the name by which groups apply to it, if the file has audiences.
    pub(crate) fn reader(&self) -> Option<(Reader, Option<&[u8]>)> {
        let (reader, name) = self.reader.as_ref()?;
        Some((*reader, name.as_deref()))
    }

    /// The verdict on a URL. It cites the rule as it is compiled.
    pub(crate) fn verdict<'a>(
        &self,
        robots: &'a RobotsTxt<'_>,
        compiled: &'a mut Compiled,
        url: &[u8],
    ) -> Verdict<'a> {
        let target = Target::for_dialect(url, &robots.dialect());
        match self.reader {
            None => robots.check(self.asked.list(), target),
            Some((reader, _)) => match compiled.rules_of(robots, reader) {
                Some(rules) => rules.check(target),
                None => robots.select_audience(reader.1).check(target),
            },
        }
    }

    /// The name of the groups that a verdict cites: that by which they apply to this crawler, if
    /// others share them.
    pub(crate) fn group_name<'a>(&'a self, verdict: &'a Verdict<'_>) -> Option<&'a [u8]> {
        let of_verdict = verdict.group_name()?;
        let own = self.reader().and_then(|(_, name)| name);
        Some(own.unwrap_or(of_verdict))
    }

    /// The verdict on a URL as a row.
    pub(crate) fn ask<'a>(
        &'a self,
        robots: &RobotsTxt<'_>,
        compiled: &mut Compiled,
        url: &'a [u8],
    ) -> AnswerRow<'a> {
        let verdict = robots.as_written(self.verdict(robots, compiled, url));
        AnswerRow {
            agent: self.asked.name().into(),
            crawler: self.asked.crawler().into(),
            url: String::from_utf8_lossy(url),
            allowed: verdict.is_allowed(),
            reason: reason(&verdict),
            line: verdict.line(),
            rule: verdict.rule().map(cited_rule),
            group: self.group_name(&verdict).map(cited),
            obeys: self.asked.obeys().as_str(),
            ..AnswerRow::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use robots_exclusion::fetch::Reply;
    use robots_exclusion::{Dialect, agents};

    use super::*;

    const BODY: &[u8] =
        b"User-agent: a\nUser-agent: b\nDisallow: /%78\nAllow: /x/y$\n\nUser-agent: *\nDisallow: /\n";

    /// What is said about each of some crawlers, asked several times, and whether rules were
    /// compiled.
    fn asked(robots: &RobotsTxt<'_>, mut compiled: Compiled) -> (Vec<String>, bool) {
        let crawlers =
            ["a", "b", "c", "d"].map(|name| PreparedCrawler::new(CrawlerQuery::named(name), 0, robots));
        let mut said = Vec::new();
        for url in ["/x", "/x/y", "/", "/robots.txt"] {
            for crawler in &crawlers {
                let row = crawler.ask(robots, &mut compiled, url.as_bytes());
                said.push(format!(
                    "{} {:?} {:?} {:?}",
                    row.allowed, row.line, row.rule, row.group
                ));
            }
        }
        let is_compiled = compiled.rules.values().any(Option::is_some);
        (said, is_compiled)
    }

    #[test]
    fn answers_are_the_same_from_the_file_and_from_compiled_rules() {
        let robots = RobotsTxt::parse(BODY);
        let (said, is_compiled) = asked(&robots, Compiled::default());
        assert!(!is_compiled, "the file has no audiences yet");
        assert_eq!(
            said[..3],
            [
                r#"false Some(3) Some("Disallow: /%78") Some("a")"#,
                r#"false Some(3) Some("Disallow: /%78") Some("b")"#,
                r#"false Some(7) Some("Disallow: /") Some("*")"#,
            ]
        );
        let robots = robots.into_indexed();
        assert_eq!(asked(&robots, Compiled::default()), (said.clone(), true));
        let full = Compiled {
            bytes: MAX_COMPILED,
            ..Compiled::default()
        };
        assert_eq!(asked(&robots, full), (said, false));
    }

    #[test]
    fn who_ignores_star_shares_nothing_with_those_whom_it_names() {
        let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /\n").into_indexed();
        let ads = || PreparedCrawler::new(CrawlerQuery::resolved("AdsBot-Google"), 0, &robots);
        let named = |name| PreparedCrawler::new(CrawlerQuery::named(name), 0, &robots);
        for crawlers in [
            [ads(), named("a"), named("b")],
            [named("a"), ads(), named("b")],
            [named("a"), named("b"), ads()],
        ] {
            let mut compiled = Compiled::default();
            for _ in 0..3 {
                for crawler in &crawlers {
                    let row = crawler.ask(&robots, &mut compiled, b"/x");
                    assert_eq!(row.allowed, row.agent == "AdsBot-Google", "{}", row.agent);
                }
            }
        }
    }

    #[test]
    fn crawlers_that_share_rules_are_told_what_each_alone_is() {
        let body = b"User-agent: *\nDisallow: /x\n\nUser-agent: Googlebot\nUser-agent: a\nDisallow: /y\n\nUser-agent: bingbot\nAllow: /\n";
        for (name, dialect) in Dialect::PRESETS {
            let robots = RobotsTxt::options().dialect(*dialect).indexed(true).parse(body);
            let known = agents::ALL
                .iter()
                .map(|agent| CrawlerQuery::resolved(agent.name()));
            let all: Vec<CrawlerQuery> = known
                .chain(["a", "b", "c", "*"].map(CrawlerQuery::named))
                .collect();
            let backwards: Vec<CrawlerQuery> = all.iter().rev().cloned().collect();
            for all in [all, backwards] {
                let mut compiled = Compiled::default();
                let crawlers = all
                    .into_iter()
                    .map(|asked| PreparedCrawler::new(asked, 0, &robots));
                let crawlers: Vec<PreparedCrawler> = crawlers.collect();
                for url in ["/x", "/y", "/x"] {
                    for crawler in &crawlers {
                        let alone = robots.check(crawler.asked.list(), url);
                        let expected = (alone.is_allowed(), alone.reason().as_str(), alone.line());
                        let group = alone.group_name().map(cited);
                        let row = crawler.ask(&robots, &mut compiled, url.as_bytes());
                        let said = (row.allowed, row.reason, row.line);
                        assert_eq!(
                            (said, row.group),
                            (expected, group),
                            "{name}, {} {url}",
                            row.agent
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn of_several_rules_on_a_line_the_one_that_decides_is_cited() {
        let body = b"User-agent: a\nDisallow: /x /%79 /y/z /y /w/%7a\nDisallow: /v\n";
        let options = RobotsTxt::options().dialect(Dialect::REVISITED);
        let robots = options.indexed(true).parse(body);
        let crawler = PreparedCrawler::new(CrawlerQuery::named("a"), 0, &robots);
        let mut compiled = Compiled::default();
        for url in ["/y", "/y/", "/x", "/y/z", "/w/z", "/v", "/u"].repeat(2) {
            let from_file = robots.check("a", url);
            let row = crawler.ask(&robots, &mut compiled, url.as_bytes());
            assert_eq!(row.rule, from_file.rule().map(ToString::to_string), "{url}");
            assert_eq!(row.line, from_file.line(), "{url}");
        }
        assert!(compiled.bytes() > size_of::<Rules>());
    }

    #[test]
    fn what_takes_the_place_of_a_file_decides_every_question() {
        for (status, allowed, why) in [(503, false, "unreachable"), (404, true, "unavailable")] {
            let outcome = Dialect::RFC_9309.fetch_policy.outcome(Reply::Status(status));
            let robots = RobotsTxt::for_outcome(outcome).unwrap().into_indexed();
            let crawler = PreparedCrawler::new(CrawlerQuery::named("a"), 0, &robots);
            let mut compiled = Compiled::default();
            for _ in 0..3 {
                let row = crawler.ask(&robots, &mut compiled, b"/x");
                assert_eq!((row.allowed, row.reason, row.group), (allowed, why, None));
                let row = crawler.ask(&robots, &mut compiled, b"/robots.txt");
                assert_eq!((row.allowed, row.reason), (true, "robots-txt-itself"));
            }
        }
    }

    #[test]
    fn what_is_compiled_is_counted() {
        let robots = RobotsTxt::parse(BODY).into_indexed();
        let mut compiled = Compiled::default();
        assert_eq!(compiled.bytes(), 0);
        let mut held = 0;
        for name in ["a", "c"] {
            let crawler = PreparedCrawler::new(CrawlerQuery::named(name), 0, &robots);
            for _ in 0..2 {
                crawler.ask(&robots, &mut compiled, b"/");
            }
            held += robots.rules_for(name).heap_bytes() + size_of::<Rules>();
            held += 2 * size_of::<(Reader, Option<Box<Rules>>)>();
            assert_eq!(compiled.bytes(), held);
        }
    }
}
