//! Many questions by one crawler.

use std::sync::Arc;

use robots_exclusion::{Audience, Dialect, RobotsTxt, Rules, Target, Verdict};

use crate::crawlers::CrawlerQuery;
use crate::row::AnswerRow;
use crate::shortened::{cited, cited_rule};

/// How many bytes of compiled rules are kept. Where groups overlap, those of all audiences would
/// take memory quadratic in the file.
const MAX_COMPILED: usize = 25_000_000;

/// Compiled rules of a file, or of the same file in several dialects, by audience: crawlers to
/// which the same groups apply share them.
#[derive(Debug, Default)]
pub(crate) struct Compiled {
    /// The dialects in which questions were asked, each with what is kept for every audience, by
    /// its number.
    dialects: Vec<(Dialect, Vec<Kept>)>,
    bytes: usize,
}

/// What is kept for an audience.
#[derive(Clone, Debug, Default)]
enum Kept {
    #[default]
    Nothing,
    /// One question was asked.
    AskedOnce,
    Rules(Arc<Rules>),
}

impl Compiled {
    /// Roughly how many bytes they take.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The rules of an audience, compiled for its second question; `None` if the file is better
    /// asked.
    fn rules_of(&mut self, robots: &RobotsTxt<'_>, audience: Audience) -> Option<&Arc<Rules>> {
        let dialect = robots.dialect();
        let known = self.dialects.iter().position(|(known, _)| *known == dialect);
        let place = known.unwrap_or_else(|| {
            let count = robots.audience_count();
            self.bytes += count * size_of::<Kept>();
            self.dialects.push((dialect, vec![Kept::Nothing; count]));
            self.dialects.len() - 1
        });
        let kept = &mut self.dialects[place].1[audience.number()];
        if matches!(kept, Kept::AskedOnce) && self.bytes < MAX_COMPILED {
            let rules = Arc::new(robots.rules_of(audience));
            self.bytes += rules.heap_bytes() + size_of::<Rules>();
            *kept = Kept::Rules(rules);
        }
        match kept {
            Kept::Rules(rules) => return Some(rules),
            kept => *kept = Kept::AskedOnce,
        }
        None
    }
}

/// Answers one crawler's questions about one file: the first of its audience straight from the
/// file, all others from compiled rules, if there is room for them.
///
/// The answers are the same either way.
#[derive(Clone, Debug)]
pub(crate) struct PreparedCrawler {
    asked: CrawlerQuery,
    /// `None` before the first question, and if the file has no audiences.
    reader: Option<(Audience, Option<Box<[u8]>>)>,
}

impl PreparedCrawler {
    /// A crawler that is asked about.
    pub(crate) fn of(asked: CrawlerQuery) -> Self {
        Self { asked, reader: None }
    }

    pub(crate) fn asked(&self) -> &CrawlerQuery {
        &self.asked
    }

    /// Looks up the groups that apply to the crawler, once. The file is the same in all calls.
    pub(crate) fn prepare(&mut self, robots: &RobotsTxt<'_>) {
        if self.reader.is_none() {
            let reader = robots.audience_and_name(self.asked.list());
            self.reader = reader.map(|(audience, name)| (audience, name.map(Box::from)));
        }
    }

    /// The verdict on a URL of a file that the crawler is [prepared](Self::prepare) for. It cites
    /// the rule as it is compiled.
    pub(crate) fn verdict<'a>(
        &'a self,
        robots: &'a RobotsTxt<'_>,
        compiled: &'a mut Compiled,
        url: &[u8],
    ) -> Verdict<'a> {
        let target = Target::for_dialect(url, &robots.dialect());
        match &self.reader {
            None => robots.check(self.asked.list(), target),
            Some((audience, _)) => match compiled.rules_of(robots, *audience) {
                Some(rules) => rules.check(target),
                None => robots.check_of(*audience, target),
            },
        }
    }

    /// The name of the groups that a verdict cites: that by which they apply to this crawler, if
    /// others share them.
    pub(crate) fn group_name<'a>(&'a self, verdict: &'a Verdict<'_>) -> Option<&'a [u8]> {
        let of_verdict = verdict.group_name()?;
        let own = self.reader.as_ref().and_then(|(_, name)| name.as_deref());
        Some(own.unwrap_or(of_verdict))
    }

    /// The verdict on a URL as a row. `robots` and `compiled` are the same in every call.
    pub(crate) fn ask<'a>(
        &'a mut self,
        robots: &RobotsTxt<'_>,
        compiled: &mut Compiled,
        url: &'a [u8],
    ) -> AnswerRow<'a> {
        self.prepare(robots);
        let verdict = self.verdict(robots, compiled, url);
        AnswerRow {
            agent: self.asked.name().into(),
            crawler: self.asked.crawler().into(),
            url: String::from_utf8_lossy(url),
            allowed: verdict.is_allowed(),
            reason: verdict.reason().as_str(),
            line: verdict.line(),
            rule: verdict
                .rule()
                .map(|rule| cited_rule(robots.rule_as_written(rule).as_ref().unwrap_or(rule))),
            group: self.group_name(&verdict).map(cited),
            ..AnswerRow::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use robots_exclusion::agents;

    use super::*;

    const BODY: &[u8] =
        b"User-agent: a\nUser-agent: b\nDisallow: /%78\nAllow: /x/y$\n\nUser-agent: *\nDisallow: /\n";

    /// What is said about each of some crawlers, asked several times, and whether rules were
    /// compiled.
    fn asked(robots: &RobotsTxt<'_>, mut compiled: Compiled) -> (Vec<String>, bool) {
        let mut crawlers = ["a", "b", "c", "d"].map(|name| PreparedCrawler::of(CrawlerQuery::named(name)));
        let mut said = Vec::new();
        for url in ["/x", "/x/y", "/", "/robots.txt"] {
            for crawler in &mut crawlers {
                let row = crawler.ask(robots, &mut compiled, url.as_bytes());
                said.push(format!(
                    "{} {:?} {:?} {:?}",
                    row.allowed, row.line, row.rule, row.group
                ));
            }
        }
        let kept = compiled.dialects.iter().flat_map(|(_, kept)| kept);
        let is_compiled = kept.into_iter().any(|kept| matches!(kept, Kept::Rules(_)));
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
        let ads = || PreparedCrawler::of(CrawlerQuery::resolved("AdsBot-Google"));
        let named = |name| PreparedCrawler::of(CrawlerQuery::named(name));
        for mut crawlers in [
            [ads(), named("a"), named("b")],
            [named("a"), ads(), named("b")],
            [named("a"), named("b"), ads()],
        ] {
            let mut compiled = Compiled::default();
            for _ in 0..3 {
                for crawler in &mut crawlers {
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
                .map(|agent| CrawlerQuery::resolved(agent.token()));
            let all: Vec<CrawlerQuery> = known
                .chain(["a", "b", "c", "*"].map(CrawlerQuery::named))
                .collect();
            let backwards: Vec<CrawlerQuery> = all.iter().rev().cloned().collect();
            for all in [all, backwards] {
                let mut compiled = Compiled::default();
                let mut crawlers: Vec<PreparedCrawler> = all.into_iter().map(PreparedCrawler::of).collect();
                for url in ["/x", "/y", "/x"] {
                    for crawler in &mut crawlers {
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
        let mut crawler = PreparedCrawler::of(CrawlerQuery::named("a"));
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
    fn what_is_compiled_is_counted() {
        let robots = RobotsTxt::parse(BODY).into_indexed();
        let mut compiled = Compiled::default();
        assert_eq!(compiled.bytes(), 0);
        let mut held = robots.audience_count() * size_of::<Kept>();
        for name in ["a", "c"] {
            let mut crawler = PreparedCrawler::of(CrawlerQuery::named(name));
            for _ in 0..2 {
                crawler.ask(&robots, &mut compiled, b"/");
            }
            held += robots.rules_for(name).heap_bytes() + size_of::<Rules>();
            assert_eq!(compiled.bytes(), held);
        }
    }
}
