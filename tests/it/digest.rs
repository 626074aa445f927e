//! One number for all that the library answers about real files, by every door, so that a change of
//! its inner shape can be held against the shape before it. Each door has its own number in the
//! failure message, so that a difference leads to the door.
//!
//! The expected numbers are of the files under `ROBOTS_SHARED`: of every eighth, or of all with
//! `CORPUS_STEP=1`. A number that changes is a changed answer: write down why before you write the
//! new one.

use core::fmt::Write as _;
use std::collections::BTreeMap;

use robots_exclusion::{AgentList, Dialect, RobotsTxt, Rules};

use crate::shared;

/// FNV-1a: one number for a text of any length, the same on every platform.
#[derive(Clone, Copy)]
struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl core::fmt::Write for Digest {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        Ok(())
    }
}

const AGENTS: [&[&str]; 6] = [
    &["Googlebot-Image", "Googlebot"],
    &["YandexBot"],
    &["GPTBot"],
    &["SeznamBot"],
    &["Mediapartners-Google"],
    &["FooBot"],
];

const URLS: [&str; 8] = [
    "/",
    "/robots.txt",
    "/wp-admin/admin-ajax.php?x=1",
    "/search?q=a&page=2",
    "/index.html",
    "/images/%E2%82%AC/a.gif",
    "/cgi-bin/test.cgi",
    "https://www.example.com/products/list.php?sort=asc#top",
];

/// The answers of one file in one dialect, by door.
fn answers(body: &[u8], dialect: Dialect, digests: &mut BTreeMap<&'static str, Digest>) {
    let options = RobotsTxt::options().dialect(dialect);
    let robots = options.parse(body);
    let indexed = options.indexed(true).parse(body);
    let mut say = |door: &'static str, answer: core::fmt::Arguments<'_>| {
        digests.entry(door).or_default().write_fmt(answer).unwrap();
    };
    for group in robots.groups() {
        say(
            "groups",
            format_args!(
                "{} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}\n",
                group.line(),
                group.agents().collect::<Vec<_>>(),
                group
                    .rules()
                    .map(|rule| (rule.kind(), rule.line(), rule.length(), rule.span()))
                    .collect::<Vec<_>>(),
                group.pattern_language(),
                group.span(),
                group.directives().map(|line| line.line()).collect::<Vec<_>>(),
                group.crawl_delay(),
                group.request_rates().collect::<Vec<_>>(),
                group.visit_times().collect::<Vec<_>>(),
                group.comment_lines().count(),
            ),
        );
    }
    say(
        "names",
        format_args!("{:?}\n", robots.names().collect::<Vec<_>>()),
    );
    say(
        "without rules",
        format_args!("{:?}\n", robots.names_without_rules()),
    );
    say(
        "site lines",
        format_args!(
            "{:?} {:?} {:?} {:?} {:?}\n",
            robots.sitemaps().collect::<Vec<_>>(),
            robots.hosts().collect::<Vec<_>>(),
            robots.licenses().collect::<Vec<_>>(),
            robots.site_licenses().collect::<Vec<_>>(),
            robots.site_content_signal(),
        ),
    );
    for names in AGENTS {
        let agents = AgentList::new(names);
        let rules = robots.rules_for(&agents);
        assert_eq!(rules, options.rules_for(body, &agents), "compiled from bytes");
        say("compiled", format_args!("{} {:?}\n", rules.len(), rules));
        say("name", format_args!("{:?}\n", robots.group_name_for(&agents)));
        say(
            "groups that apply",
            format_args!(
                "{:?}\n",
                robots
                    .groups_for(&agents)
                    .iter()
                    .map(|group| group.line())
                    .collect::<Vec<_>>()
            ),
        );
        say(
            "pacing",
            format_args!(
                "{:?} {:?} {:?}\n",
                robots.crawl_delay_for(&agents),
                robots.pacing_for(&agents),
                robots.content_signal_for(&agents),
            ),
        );
        assert_eq!(robots.pacing_for(&agents), rules.pacing());
        say("index", format_args!("{:?}\n", indexed.group_name_for(&agents)));
        for url in URLS {
            let verdict = robots.check(&agents, url);
            let key = (
                verdict.is_allowed(),
                verdict.line(),
                verdict.reason(),
                verdict.group_name(),
            );
            say("check", format_args!("{key:?}\n"));
            let streamed = options.check(body, &agents, url);
            assert_eq!(streamed, verdict, "from bytes: {names:?} {url}");
            let by_rules = rules.check(url);
            assert_eq!(
                (
                    by_rules.is_allowed(),
                    by_rules.line(),
                    by_rules.reason(),
                    by_rules.group_name()
                ),
                key,
                "by rules: {names:?} {url}"
            );
            let explanation = robots.explain(&agents, url);
            assert_eq!(*explanation.verdict(), verdict);
            say(
                "explain",
                format_args!(
                    "{:?} {:?}\n",
                    explanation
                        .groups()
                        .iter()
                        .map(|group| group.line())
                        .collect::<Vec<_>>(),
                    explanation
                        .rules()
                        .iter()
                        .map(|found| (found.rule().line(), found.rule().length(), found.lost_by()))
                        .collect::<Vec<_>>(),
                ),
            );
        }
        let bytes = Rules::from_bytes(&rules.to_bytes()).unwrap();
        assert_eq!(bytes, rules);
    }
}

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn every_door_answers_as_before() {
    let all = std::env::var("CORPUS_STEP").is_ok_and(|step| step == "1");
    let mut digests = BTreeMap::new();
    for corpus in ["corpus", "corpus-2025", "corpus-2026"] {
        let names = shared::list(corpus);
        for name in names.iter().step_by(if all { 1 } else { 8 }) {
            let body = shared::read(&format!("{corpus}/{name}"));
            // A few pages of several megabytes would take most of the time.
            let body = &body[..body.len().min(100_000)];
            // Diffbot's reading, and both spellings for a Disallow of the lenient one, are younger
            // than the numbers, which say that all else answers as before them.
            let presets = Dialect::PRESETS.iter().map(|(_, dialect)| *dialect);
            for dialect in presets.filter(|dialect| *dialect != Dialect::DIFFBOT) {
                let dialect = dialect.with(|custom| custom.both_spellings = false);
                answers(body, dialect, &mut digests);
            }
        }
    }
    let found: Vec<String> = digests
        .iter()
        .map(|(door, digest)| format!("{door}: {:016x}", digest.0))
        .collect();
    assert_eq!(found, if all { OF_ALL } else { OF_EVERY_EIGHTH });
}

const OF_EVERY_EIGHTH: [&str; 11] = [
    "check: a0184fd0c2fc4dbe",
    "compiled: d29e8d66df91bd4a",
    "explain: 0981fed6a9d96b7e",
    "groups: 840a56289348a7a6",
    "groups that apply: 445c2aaccf9028e8",
    "index: 04c6ed2a2e1ede46",
    "name: 04c6ed2a2e1ede46",
    "names: ea9102019e5e06ba",
    "pacing: b4c382fe16f08023",
    "site lines: 923c4b98a171e5e2",
    "without rules: 3551e00ebb31c4b0",
];

const OF_ALL: [&str; 11] = [
    "check: 8f1e33c4c7122fc1",
    "compiled: 4b9e1ee27b2d11ff",
    "explain: 3609d8f94f39d75c",
    "groups: 755d84630ffcec0d",
    "groups that apply: af3c3ab6b02eb856",
    "index: f81d73b5e9a47091",
    "name: f81d73b5e9a47091",
    "names: 8433222c6cef8bf3",
    "pacing: 254478574ce6c390",
    "site lines: 35822ac7b46660e7",
    "without rules: f02acc210bac1ceb",
];
