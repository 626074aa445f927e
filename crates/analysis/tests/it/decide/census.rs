//! The access of crawlers to whole sites: the short ways against proofs, many crawlers against each
//! alone, real files against sampling.

use std::collections::BTreeMap;

use proptest::prelude::*;
use robots_exclusion::agents::{self, Agent, UserAgent};
use robots_exclusion::fetch::{Outcome, Reply};
use robots_exclusion::syntax::DirectiveKind;
use robots_exclusion::{AgentList, Dialect, ParseOptions, RobotsTxt, RuleKind};
use robots_exclusion_analysis::decide::{Access, Assertion, Budget, Census, Conclusion, Policy};

use crate::generate::{self, config};
use crate::shared;

/// The access to a part of a site by these rules.
fn access(rules: &str, prefix: &str) -> Option<Access> {
    let body = format!("User-agent: a\n{rules}\n");
    Policy::of(&RobotsTxt::parse(body.as_bytes()), "a").access(prefix, &mut Budget::default())
}

/// The answer without a proof where there is a short way.
fn of(robots: &RobotsTxt<'_>, agents: &str) -> Option<Access> {
    Access::of(robots, agents, &mut Budget::default())
}

#[test]
fn open_closed_and_partial() {
    for (rules, expected) in [
        ("", Access::Open),
        ("Disallow:", Access::Open),
        ("Allow: /", Access::Open),
        ("Disallow: /\nAllow: /", Access::Open),
        ("Disallow: /x\nAllow: /x", Access::Open),
        ("Disallow: /x*y\nAllow: /x*y", Access::Open),
        ("Disallow: /", Access::Closed),
        ("Disallow: /*", Access::Closed),
        ("Disallow: *", Access::Closed),
        ("Disallow: /\nDisallow: /x", Access::Closed),
        ("Disallow: /\nAllow: /robots.txt$", Access::Closed),
        ("Disallow: /*\nAllow: /", Access::Closed),
        ("Disallow: /\nAllow: /$", Access::Partial),
        ("Disallow: /\nAllow: /x", Access::Partial),
        ("Disallow: /\nAllow: /robots.txt?x", Access::Partial),
        ("Disallow: /x", Access::Partial),
        ("Disallow: /*.pdf$", Access::Partial),
        ("Disallow: /$", Access::Partial),
        // The only URL that is closed is not asked about.
        ("Disallow: /robots.txt$", Access::Open),
        // Matches no URL.
        ("Disallow: x", Access::Open),
    ] {
        assert_eq!(access(rules, "/"), Some(expected), "{rules}");
        let body = format!("User-agent: *\n{rules}\n");
        let robots = RobotsTxt::parse(body.as_bytes());
        assert_eq!(of(&robots, "a"), Some(expected), "{rules}");
        assert_eq!(of(&robots.into_indexed(), "a"), Some(expected), "{rules}");
    }
}

#[test]
fn the_short_ways_are_those_of_the_dialect() {
    let prefix_only = Dialect::ORIGINAL_1994;
    for (dialect, rules, expected) in [
        // Allow means nothing there, and `*` itself.
        (prefix_only, "Allow: /\nDisallow: /", Access::Closed),
        (prefix_only, "Disallow: /*", Access::Partial),
        (Dialect::BAIDU, "Allow: /\nDisallow: /", Access::Open),
        (Dialect::BAIDU, "Disallow: /\nAllow: /", Access::Closed),
        (Dialect::SEZNAM_2, "Disallow: /", Access::Partial),
        (Dialect::SEZNAM_2, "Disallow: /*", Access::Closed),
        (Dialect::REVISITED, "Disallow: /a /", Access::Closed),
        // There, a rule may close robots.txt, as any other URL.
        (Dialect::GOOGLE, "Disallow: /robots.txt$", Access::Partial),
    ] {
        let body = format!("User-agent: *\n{rules}\n");
        let robots = RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
        let proved = Policy::of(&robots, "a").access("/", &mut Budget::default());
        assert_eq!(
            (of(&robots, "a"), proved),
            (Some(expected), Some(expected)),
            "{dialect}: {rules}"
        );
    }
}

#[test]
fn undecided_without_steps() {
    let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /*a*b\nAllow: /*a*c\n");
    let policy = Policy::of(&robots, "a");
    assert_eq!(policy.access("/", &mut Budget::new(0)), None);
    assert_eq!(Access::of(&robots, "a", &mut Budget::new(0)), None);
}

#[test]
fn sections() {
    let rules = "Disallow: /admin\nDisallow: /shop/cart\nAllow: /admin/public";
    for (section, expected) in [
        ("/", Access::Partial),
        ("/admin", Access::Partial),
        ("/admin/x", Access::Closed),
        ("/admin/public", Access::Open),
        ("/shop/", Access::Partial),
        ("/blog/", Access::Open),
    ] {
        assert_eq!(access(rules, section), Some(expected), "{section}");
    }
}

#[test]
fn the_outcome_of_a_request_in_place_of_a_file() {
    for (status, expected) in [(404, Access::Open), (503, Access::Closed)] {
        let outcome = Dialect::RFC_9309.fetch_policy.outcome(Reply::Status(status));
        let robots = RobotsTxt::for_outcome(outcome).unwrap();
        assert_eq!(of(&robots, "a"), Some(expected));
        assert_eq!(of(&robots.into_indexed(), "a"), Some(expected));
    }
}

/// Crawlers of every dialect that well-known ones read in, one that ignores `*`, names that the
/// generated files have, a URL, and crawlers that no group names.
fn crawlers() -> Vec<UserAgent<'static>> {
    let names = [
        "Googlebot",
        "AdsBot-Google",
        "YandexImages",
        "SeznamBot",
        "Baiduspider",
        "Amazonbot",
        "bingbot",
        "FooBot",
        "foo",
        "Bar/2",
        "*",
        "",
        "https://e.com/",
    ];
    names.map(UserAgent::resolve).to_vec()
}

fn census_of(chosen: Option<Dialect>, crawlers: &[UserAgent<'_>]) -> Census {
    crawlers.iter().fold(Census::new(chosen), Census::user_agent)
}

type Answers = Vec<(Option<Access>, Option<Vec<u8>>)>;

fn answers(census: &Census, body: &[u8]) -> Answers {
    let mut answers = Vec::new();
    census.access(body, |one| {
        answers.push((one.access, one.group.map(<[u8]>::to_vec)))
    });
    answers
}

/// What a proof says to each crawler alone, who reads the file alone.
fn alone(chosen: Option<Dialect>, crawlers: &[UserAgent<'_>], body: &[u8]) -> Answers {
    let ask = |crawler: &UserAgent<'_>| {
        let documented = crawler
            .agent()
            .map(Agent::dialect_with_policy)
            .unwrap_or_default();
        let dialect = chosen.unwrap_or(documented);
        let options = ParseOptions::new().dialect(dialect);
        let robots = options
            .max_bytes(dialect.fetch_policy.max_bytes as usize)
            .parse(body);
        let policy = Policy::of(&robots, crawler.list());
        let group = robots.group_name_for(crawler.list()).map(<[u8]>::to_vec);
        (policy.access("/", &mut Budget::default()), group)
    };
    crawlers.iter().map(ask).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: config().cases / 4, ..config() })]

    #[test]
    fn short_ways_lead_where_proofs_do(case in generate::case(generate::dialect())) {
        let body = case.body();
        let robots = RobotsTxt::options().dialect(case.dialect).parse(&body);
        let list = AgentList::new(&case.agents);
        let list = if case.honor_star { list } else { list.without_star() };
        let list = if case.pooled { list.merged() } else { list };
        let proved = Policy::of(&robots, &list).access("/", &mut Budget::default());
        prop_assert_eq!(Access::of(&robots, &list, &mut Budget::default()), proved);
        let robots = robots.into_indexed();
        prop_assert_eq!(Access::of(&robots, &list, &mut Budget::default()), proved);
        for audience in robots.audiences() {
            let proved = Policy::of_audience(&robots, audience).access("/", &mut Budget::default());
            prop_assert_eq!(Access::of_audience(&robots, audience, &mut Budget::default()), proved);
        }
    }

    #[test]
    fn many_crawlers_are_answered_like_each_alone(case in generate::case(generate::dialect())) {
        let crawlers = crawlers();
        for chosen in [None, Some(case.dialect)] {
            let census = census_of(chosen, &crawlers);
            prop_assert_eq!(census.len(), crawlers.len());
            prop_assert_eq!(answers(&census, &case.body()), alone(chosen, &crawlers, &case.body()));
        }
    }
}

#[test]
fn each_crawler_reads_as_much_as_it_documents_or_as_was_said() {
    let mut body = b"User-agent: *\nAllow: /a\n".to_vec();
    body.resize(600_000, b'#');
    body.extend(b"\nUser-agent: *\nDisallow: /\n");
    let crawlers = ["Googlebot", "FooBot"].map(UserAgent::resolve);
    let access = |census: &Census| answers(census, &body).into_iter().map(|(access, _)| access);
    let documented = census_of(None, &crawlers);
    assert!(access(&documented).eq([Some(Access::Open); 2]));
    assert!(access(&documented.clone().max_bytes(700_000)).eq([Some(Access::Partial); 2]));
    // In either order.
    let other = crawlers
        .iter()
        .fold(Census::new(None).max_bytes(700_000), Census::user_agent);
    assert!(access(&other).eq([Some(Access::Partial); 2]));
}

#[test]
fn what_an_answer_means_is_what_each_crawler_makes_of_it() {
    let crawlers: Vec<UserAgent<'_>> = agents::ALL
        .iter()
        .map(|agent| UserAgent::resolve(agent.name()))
        .collect();
    let census = census_of(None, &crawlers);
    let long = vec![b'#'; 40 << 20];
    for reply in [200, 204, 301, 304, 401, 403, 404, 429, 500, 503, 999].map(Reply::Status) {
        for body in [&b"User-agent: *\nDisallow: /\n"[..], &long] {
            let mut answers = Vec::new();
            census.access_after(reply, body, |one| answers.push((one.access, one.group.is_some())));
            for ((access, has_group), agent) in answers.into_iter().zip(agents::ALL) {
                let policy = agent.fetch_policy();
                let is_oversized = reply.is_success() && body.len() > policy.max_bytes as usize;
                let outcome = policy.outcome(if is_oversized { Reply::Oversized } else { reply });
                let decided = match outcome {
                    Outcome::AllowAll(_) => Access::Open,
                    Outcome::DisallowAll(_) | Outcome::TryLater(_) => Access::Closed,
                    _ if is_oversized => Access::Open,
                    _ if !agent.obeys_star() => Access::Open,
                    _ => Access::Closed,
                };
                assert_eq!(access, Some(decided), "{agent:?} {reply:?} {}", body.len());
                assert_eq!(
                    has_group,
                    outcome == Outcome::Parse && body.len() < 100 && agent.obeys_star()
                );
            }
        }
    }
}

/// All files of both collections, or one of `every`.
fn files(every: usize) -> impl Iterator<Item = (String, Vec<u8>)> {
    let step = std::env::var("CORPUS_STEP").map_or(every, |step| step.parse().expect("a number"));
    let named = |folder: &str| -> Vec<String> {
        let names = shared::list(folder).into_iter();
        names.map(|name| format!("{folder}/{name}")).collect()
    };
    let names = [named("corpus"), named("corpus-2025")].concat();
    names.into_iter().step_by(step).map(|name| {
        let body = shared::read(&name);
        (name, body)
    })
}

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn every_known_crawler_has_the_access_that_a_proof_gives_it() {
    let crawlers: Vec<UserAgent<'_>> = agents::ALL
        .iter()
        .map(|agent| UserAgent::resolve(agent.name()))
        .chain(["*", "FooBot"].map(UserAgent::resolve))
        .collect();
    let census = census_of(None, &crawlers);
    let (mut count, mut by_access) = (0, BTreeMap::<Option<Access>, u32>::new());
    for (name, body) in files(40) {
        let found = answers(&census, &body);
        assert_eq!(found, alone(None, &crawlers, &body), "{name}");
        count += 1;
        for (access, _) in found {
            *by_access.entry(access).or_default() += 1;
        }
    }
    println!("{count} files, {} crawlers: {by_access:?}", crawlers.len());
    assert_eq!(by_access.get(&None), None, "some questions are undecided");
}

/// The crawlers of "Somesite I Used to Crawl" (IMC 2025), each on a line.
const OF_THE_PAPER: &str = include_str!("../../../../../tests/data/census_crawlers.txt");

/// The access as that paper samples it, with the library's own matcher in Google's dialect: the
/// paths of all lines, `/`, and one path that no rule names.
fn sampled(robots: &RobotsTxt<'_>, crawler: &str) -> Access {
    let lines = robots.directives();
    let paths = lines.filter(|line| matches!(line.kind(), DirectiveKind::Allow | DirectiveKind::Disallow));
    let mut urls: Vec<Vec<u8>> = paths
        .map(|line| {
            let path = line.value();
            [b"https://example.com", path.strip_suffix(b"$").unwrap_or(path)].concat()
        })
        .collect();
    urls.push(b"https://example.com/5w7kz9qj".to_vec());
    let rules = robots.rules_for(crawler);
    let is_allowed =
        |url: &[u8]| rules.is_allowed(robots_exclusion::Target::for_dialect(url, &robots.dialect()));
    let allowed = urls.iter().filter(|url| is_allowed(url)).count();
    match is_allowed(b"https://example.com/") {
        true if allowed == urls.len() => Access::Open,
        false if allowed == 0 => Access::Closed,
        _ => Access::Partial,
    }
}

/// Where the answer differs from sampling, there are URLs that show why: one that is allowed and
/// one that is not, or the sampled one has no path.
#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn what_differs_from_sampling_is_explained_by_urls() {
    let census = OF_THE_PAPER.lines().fold(Census::new(None), |census, token| {
        census.crawler(token, Dialect::GOOGLE)
    });
    let (mut answered, mut differences) = (0, BTreeMap::<_, u32>::new());
    for (name, body) in files(20) {
        let max_bytes = Dialect::GOOGLE.fetch_policy.max_bytes as usize;
        let robots = RobotsTxt::options()
            .dialect(Dialect::GOOGLE)
            .max_bytes(max_bytes)
            .parse(&body);
        for ((access, _), token) in answers(&census, &body).into_iter().zip(OF_THE_PAPER.lines()) {
            answered += 1;
            let sampled = sampled(&robots, token);
            if access == Some(sampled) {
                continue;
            }
            let access = access.expect("decided");
            *differences.entry((access, sampled)).or_default() += 1;
            let mut budget = Budget::default();
            let policy = Policy::of(&robots, token);
            for (kind, is_allowed) in [(RuleKind::Allow, false), (RuleKind::Disallow, true)] {
                match policy
                    .holds(&Assertion::new(kind, "/", Dialect::GOOGLE), &mut budget)
                    .unwrap()
                {
                    Conclusion::Refuted(witness) => {
                        assert_eq!(
                            robots.is_allowed(token, witness.url()),
                            is_allowed,
                            "{name} {token}"
                        );
                        assert_ne!(access, if is_allowed { Access::Closed } else { Access::Open });
                    }
                    Conclusion::Proved => {
                        assert_eq!(access, if is_allowed { Access::Closed } else { Access::Open });
                        // Sampling asked about something that is not the URL of a path: a value
                        // without a slash, which became a part of the host.
                        let values = robots.directives().filter(|line| {
                            matches!(line.kind(), DirectiveKind::Allow | DirectiveKind::Disallow)
                        });
                        let mut values = values.map(|line| line.value().to_vec());
                        assert!(
                            values.any(|value| !value.starts_with(b"/")),
                            "{name} {token}: {access} {sampled}"
                        );
                    }
                    Conclusion::Undecided => panic!("{name} {token}"),
                }
            }
        }
    }
    println!("{answered} answers; proved and sampled differ: {differences:?}");
}
