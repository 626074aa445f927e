//! Extension lines in their context: per crawler, per group, for the whole file.

use core::time::Duration;

use proptest::prelude::*;
use robots_exclusion::dialect::GroupEnd;
use robots_exclusion::{AgentList, Dialect, ParseOptions, RobotsTxt, Rules, Timestamp, agents, extension::*};

const SITE: &[u8] = b"\
Content-Signal: search=yes, ai-train=no
Visit-time: 0000-0001
User-agent: FooBot
User-agent: BarBot
Crawl-delay: soon
Crawl-delay: 2.5
Crawl-delay: 7
Crawl-delay: -
Request-rate: 1/60s 0600-0659
Request-rate: 1/0
Visit-time: 0600-0845
Visit-time: 2560-1900
Robot-version: 2.0
Comment: be kind
Disallow: /x
Content-Usage: train-ai=n
Content-Usage: /open/ train-ai=y
DisallowAITraining: /
Sitemap: https://example.com/a.xml
Sitemap: /b.xml
Host: www.example.com
Clean-param: ref&sid /forum/
Clean-param: utm

User-agent: *
Content-Signal: ai-input=no
Content-Signal: ai-input=yes, search=no, use=full
Allow: /

User-agent: foobot
Request-rate: 1/20s
Crawl-delay: 1
";

fn rates(rates: &[RequestRate]) -> Vec<String> {
    rates.iter().map(ToString::to_string).collect()
}

#[test]
fn per_crawler() {
    let robots = RobotsTxt::parse(SITE);
    let foo = robots.rules_for("FooBot");
    assert_eq!(foo.crawl_delay(), Some(Duration::from_millis(2_500)));
    assert_eq!(rates(foo.request_rates()), ["1/1m 0600-0659", "1/20s"]);
    assert_eq!(
        foo.visit_times()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        ["0600-0845"]
    );
    assert_eq!(
        foo.content_signal().unwrap().to_string(),
        "ai-train=no, search=yes"
    );
    let at = |hour| TimeOfDay::new(hour, 0).unwrap();
    assert_eq!(foo.pacing().delay_at(at(6)), Some(Duration::from_secs(60)));
    assert_eq!(foo.pacing().delay_at(at(7)), Some(Duration::from_secs(20)));
    let clock = |hour: u64| Timestamp::from_unix(Duration::from_secs(hour * 3600));
    assert_eq!(
        foo.pacing().next_fetch_at(clock(5), None, Duration::ZERO),
        clock(6)
    );

    // BarBot shares the first group only, and everybody else has no pacing at all.
    let bar = robots.rules_for("BarBot");
    assert_eq!(bar.pacing().delay_at(at(7)), Some(Duration::from_millis(2_500)));
    let other = robots.rules_for("OtherBot");
    assert_eq!(
        (other.crawl_delay(), other.request_rates(), other.visit_times()),
        (None, &[][..], &[][..])
    );
    assert_eq!(other.pacing(), Pacing::new(None, &[], &[]));
    assert_eq!(
        other.content_signal().unwrap().to_string(),
        "ai-input=no, search=no, use=full"
    );

    // For a crawler without a group only the lines for the whole site count.
    let nobody = robots.rules_for(AgentList::new(&["OtherBot"]).without_star());
    assert_eq!(
        nobody.content_signal().unwrap().to_string(),
        "ai-train=no, search=yes"
    );
    assert_eq!(nobody.pacing(), Pacing::new(None, &[], &[]));

    for agent in ["FooBot", "BarBot", "OtherBot"] {
        let rules = robots.rules_for(agent);
        assert_eq!(Rules::parse(SITE, agent), rules);
        assert_eq!(robots.content_signal_for(agent), rules.content_signal().cloned());
    }
}

/// A group of one's own hides those of `*`, whether it comes before or after them.
#[test]
fn the_lines_of_star_are_not_those_of_a_group_of_ones_own() {
    let lines = "Disallow: /x\nCrawl-delay: 5\nRequest-rate: 1/9\nVisit-time: 0600-0845\nContent-Signal: search=no\nLicense: https://example.com/l\n";
    let star = format!("User-agent: *\n{lines}");
    let own = "User-agent: foo\nDisallow: /y\n";
    for body in [format!("{star}\n{own}"), format!("{own}\n{star}")] {
        let robots = RobotsTxt::parse(&body);
        let (foo, bar) = (robots.rules_for("foo"), robots.rules_for("bar"));
        let said = |rules: &Rules| {
            [
                rules.crawl_delay().is_some(),
                !rules.request_rates().is_empty(),
                !rules.visit_times().is_empty(),
                rules.content_signal().is_some(),
                rules.licenses().count() > 0,
            ]
        };
        assert_eq!((said(&foo), said(&bar)), ([false; 5], [true; 5]), "{body}");
    }
}

#[test]
fn per_group() {
    let robots = RobotsTxt::parse(SITE);
    let groups: Vec<_> = robots.groups().collect();
    let first = groups[0];
    assert_eq!(first.crawl_delay(), Some(Duration::from_millis(2_500)));
    assert_eq!(
        first
            .request_rates()
            .map(|rate| rate.to_string())
            .collect::<Vec<_>>(),
        ["1/1m 0600-0659"]
    );
    assert_eq!(
        first
            .visit_times()
            .map(|visit| visit.to_string())
            .collect::<Vec<_>>(),
        ["0600-0845"]
    );
    assert_eq!(first.robot_version(), Some(RobotVersion::V2));
    assert_eq!(first.comment_lines().collect::<Vec<_>>(), [b"be kind"]);
    assert!(first.content_signal().is_empty());
    assert_eq!(
        first.content_usage().collect::<Vec<_>>(),
        [&b"train-ai=n"[..], b"/open/ train-ai=y"]
    );
    assert_eq!(
        Rules::parse(SITE, "FooBot").content_usage().collect::<Vec<_>>(),
        [(16, &b"train-ai=n"[..]), (17, b"/open/ train-ai=y")]
    );
    assert_eq!(
        groups[1].content_signal().to_string(),
        "ai-input=no, search=no, use=full"
    );
    assert_eq!((groups[1].crawl_delay(), groups[1].robot_version()), (None, None));
    assert_eq!(groups[2].crawl_delay(), Some(Duration::from_secs(1)));
}

#[test]
fn repeated_lines_of_a_group() {
    for (lines, delay, version) in [
        // The first delay that can be read counts, but the first version even if it cannot be.
        ("Crawl-delay: x\nCrawl-delay: 2\nCrawl-delay: 3", Some(2), None),
        ("Robot-version: x\nRobot-version: 2.0", None, None),
        (
            "Robot-version: 1.0\nRobot-version: 2.0",
            None,
            Some(RobotVersion::V1),
        ),
        ("Disallow: /x\nRobot-version: 2.0", None, Some(RobotVersion::V2)),
    ] {
        let file = format!("User-agent: FooBot\n{lines}\n");
        let robots = RobotsTxt::parse(&file);
        let group = robots.groups().next().unwrap();
        assert_eq!(group.crawl_delay(), delay.map(Duration::from_secs), "{lines}");
        assert_eq!(group.robot_version(), version, "{lines}");
    }
}

#[test]
fn for_the_file() {
    let robots = RobotsTxt::parse(SITE);
    assert_eq!(robots.sitemaps().count(), 2);
    let sitemaps: Vec<_> = robots.sitemap_lines().map(|line| line.to_string()).collect();
    assert_eq!(sitemaps, ["https://example.com/a.xml"]);
    #[cfg(feature = "url")]
    assert_eq!(
        robots
            .sitemap_lines()
            .filter_map(|line| line.url().ok())
            .map(|url| url.to_string())
            .collect::<Vec<_>>(),
        sitemaps
    );
    assert_eq!(
        robots.hosts().map(|host| host.to_string()).collect::<Vec<_>>(),
        ["www.example.com"]
    );
    let cleaned = robots.clean_url("https://example.com/forum/?utm=1&ref=2&t=3&sid=4");
    assert_eq!(cleaned, "https://example.com/forum/?t=3");
    assert_eq!(robots.clean_params().count(), 2);
    assert_eq!(
        robots.site_content_signal().to_string(),
        "ai-train=no, search=yes"
    );
    let unknown: Vec<_> = robots
        .unknown_directives()
        .map(|line| (line.line(), line.key()))
        .collect();
    assert_eq!(unknown, [(18, &b"DisallowAITraining"[..])]);
}

/// Above all groups, lines of other kinds are no licenses, and the licenses of groups are not the
/// site's.
#[test]
fn licenses_of_the_site() {
    let robots = RobotsTxt::parse(
        b"Sitemap: https://example.com/sitemap.xml\nLicense: https://example.com/a.xml\n\
          License: none\n\nUser-agent: *\nLicense: https://example.com/b.xml\n",
    );
    let licenses: Vec<_> = robots.site_licenses().map(|line| line.to_string()).collect();
    assert_eq!(licenses, ["https://example.com/a.xml"]);
    let licenses: Vec<_> = robots.licenses().map(|line| line.to_string()).collect();
    assert_eq!(
        licenses,
        ["https://example.com/a.xml", "https://example.com/b.xml"]
    );
}

#[test]
fn a_line_among_names_applies_to_the_names_above_it() {
    let body =
        b"User-agent: Slurp\nCrawl-delay: 10\n\nUser-agent: bingbot\nUser-agent: msnbot\nCrawl-delay: 5\n\n\
        User-agent: *\nDisallow: /admin\n";
    let delay = |agent| {
        Rules::parse(body, agent)
            .crawl_delay()
            .map(|delay| delay.as_secs())
    };
    assert_eq!(
        (delay("Slurp"), delay("bingbot"), delay("msnbot"), delay("FooBot")),
        (Some(10), Some(5), Some(5), None)
    );
    // They share the rules all the same (RFC 9309 section 2.2.1).
    assert!(!Rules::parse(body, "Slurp").is_allowed("/admin"));

    // So does any other key between them, known or not.
    let body = b"User-agent: a\nFoo: x\nUser-agent: b\nCrawl-delay: 3\nDisallow: /x";
    assert_eq!(Rules::parse(body, "a").crawl_delay(), None);
    assert_eq!(
        Rules::parse(body, "b").crawl_delay(),
        Some(Duration::from_secs(3))
    );

    // A comment or a blank line does not separate names.
    let body = b"User-agent: a\n# x\n\nUser-agent: b\nCrawl-delay: 3\nDisallow: /x\nRequest-rate: 1/5";
    for agent in ["a", "b"] {
        let rules = Rules::parse(body, agent);
        assert_eq!(rules.crawl_delay(), Some(Duration::from_secs(3)));
        assert_eq!(rates(rules.request_rates()), ["1/5s"]);
    }
}

#[test]
fn the_dialect_decides_what_counts() {
    let body = b"User-agent: *\nCrawl-delay: 3\nRequest-rate: 1/60\nVisit-time: 0600-0700\n";
    let rules = |dialect| {
        RobotsTxt::options()
            .dialect(dialect)
            .parse(body)
            .rules_for("FooBot")
    };
    assert_eq!(rules(Dialect::GOOGLE).pacing(), Pacing::new(None, &[], &[]));
    assert_eq!(rules(Dialect::YANDEX).crawl_delay(), None);
    assert_eq!(rates(rules(Dialect::SEZNAM).request_rates()), ["1/10s"]);
    assert_eq!(rates(rules(Dialect::RFC_9309).request_rates()), ["1/1m"]);
    let newer = Dialect::SEZNAM.with(|custom| custom.slowest_request_rate = RequestRate::parse(b"1/30").ok());
    assert_eq!(rates(rules(newer).request_rates()), ["1/30s"]);

    // A blank line ends a group, and what follows belongs to nobody.
    let body = b"User-agent: *\nDisallow: /x\n\nCrawl-delay: 3\nContent-Signal: search=no\n";
    let robots = RobotsTxt::options().dialect(Dialect::ORIGINAL_1994).parse(body);
    assert_eq!(robots.rules_for("FooBot").crawl_delay(), None);
    assert_eq!(
        robots
            .rules_for("FooBot")
            .content_signal()
            .unwrap()
            .permits(Signal::Search),
        Some(false)
    );
    assert_eq!(robots.site_content_signal().permits(Signal::Search), Some(false));
    assert_eq!(
        Rules::parse(body, "FooBot").crawl_delay(),
        Some(Duration::from_secs(3))
    );
}

#[test]
fn rules_without_extensions_pay_for_a_pointer() {
    let plain = Rules::parse(
        b"User-agent: *\nDisallow: /x\nSitemap: x\nFoo: 1\nCrawl-delay: soon",
        "FooBot",
    );
    let same = Rules::parse(b"User-agent: *\nDisallow: /x", "FooBot");
    assert_eq!(plain.heap_bytes(), same.heap_bytes());
    let paced = Rules::parse(b"User-agent: *\nDisallow: /x\nCrawl-delay: 1", "FooBot");
    assert!(paced.heap_bytes() > same.heap_bytes());
}

/// A few times what the file says, however many labels there are and however long they are.
#[test]
fn labels_count_as_memory() {
    let labels: Vec<String> = (10..90)
        .map(|number| format!("{}{number}", "x".repeat(98)))
        .collect();
    let size = |key: &str, path: &str| {
        let yes = if key == "Content-Signal" { "yes" } else { "y" };
        let list: Vec<String> = labels.iter().map(|label| format!("{label}={yes}")).collect();
        let body = format!("User-agent: *\n{key}: {path}{}", list.join(", "));
        Rules::parse(body.as_bytes(), "FooBot").heap_bytes()
    };
    for (key, path) in [
        ("Content-Signal", ""),
        ("Content-Usage", ""),
        ("Content-Usage", "/x "),
    ] {
        let bytes = size(key, path);
        assert!((8_000..30_000).contains(&bytes), "{key}: {path}: {bytes}");
    }
}

/// Lines of which a file may be made.
fn any_body() -> impl Strategy<Value = String> {
    let line = proptest::sample::select(vec![
        "User-agent: a",
        "User-agent: b",
        "User-agent: *",
        "Disallow: /x",
        "Allow: /x/y",
        "",
        "# comment",
        "Crawl-delay: 1",
        "Crawl-delay: 2",
        "Crawl-delay: x",
        "Request-rate: 1/5 0600-0700",
        "Request-rate: 2/5",
        "Visit-time: 0600-0700",
        "Visit-time: 0",
        "Content-Signal: search=yes",
        "Content-Signal: search=no, ai-train=yes",
        "Content-Usage: /x train-ai=n",
        "Content-Usage: search=y",
        "Sitemap: https://example.com/",
        "Foo: bar",
    ]);
    proptest::collection::vec(line, 0..16).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #[test]
    fn rules_and_groups_agree(body in any_body(), end in 0..3_usize, token in 0..3_usize) {
        let ends = [
            GroupEnd::UserAgentAfterRule,
            GroupEnd::BlankLine,
            GroupEnd::BlankLineOrUserAgent,
            GroupEnd::UserAgent,
        ];
        let token = ["a", "b", "other"][token];
        // Without rules between, runs of names and groups are not the same; then only the streaming
        // way is defined.
        let body = body.replace("\nUser-agent: ", "\nDisallow: /end\n\nUser-agent: ");
        let dialect = Dialect::RFC_9309.with(|custom| custom.group_end = ends[end]);
        let robots = RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
        let rules = robots.rules_for(token);
        prop_assert_eq!(&rules, &ParseOptions::new().dialect(dialect).rules_for(body.as_bytes(), token));

        let name = rules.group_name().map(<[u8]>::to_vec);
        let applying: Vec<_> = robots
            .groups()
            .filter(|group| group.agents().any(|agent| Some(agent) == name.as_deref()))
            .collect();
        let request_rates: Vec<_> = applying.iter().flat_map(|group| group.request_rates()).collect();
        prop_assert_eq!(rules.request_rates(), request_rates);
        let visit_times: Vec<_> = applying.iter().flat_map(|group| group.visit_times()).collect();
        prop_assert_eq!(rules.visit_times(), visit_times);
        prop_assert_eq!(rules.crawl_delay(), applying.iter().find_map(|group| group.crawl_delay()));
        let signals: Vec<_> = applying.iter().map(|group| group.content_signal().to_string()).collect();
        let signals = ContentSignal::parse(signals.join(", ").as_bytes());
        let signals = if signals.is_empty() { robots.site_content_signal() } else { signals };
        prop_assert_eq!(rules.content_signal().cloned().unwrap_or_default(), signals);
        let usage: Vec<_> = applying.iter().flat_map(|group| group.content_usage()).collect();
        let found: Vec<_> = rules.content_usage().map(|(_, value)| value).collect();
        prop_assert_eq!(found, usage);
    }

    #[test]
    fn extension_lines_change_no_verdict(body in any_body(), url in "/[xy]?/?y?") {
        let keep = |line: &&str| !["C", "R", "V"].iter().any(|start| line.starts_with(start));
        let bare: String = body.lines().filter(keep).map(|line| format!("{line}\n")).collect();
        for token in ["a", "b", "other"] {
            let with = Rules::parse(body.as_bytes(), token);
            prop_assert_eq!(with.is_allowed(&url), Rules::parse(bare.as_bytes(), token).is_allowed(&url));
        }
    }
}

/// Where rules above all groups count, so do delays, rates and visit times: for crawlers whose
/// groups have none.
#[test]
fn paces_above_all_groups() {
    let pace = |body: &str, agent| {
        let options = ParseOptions::new().dialect(Dialect::LENIENT);
        let rules = options.rules_for(body.as_bytes(), agent);
        let robots = options.parse(body.as_bytes());
        assert_eq!(robots.pacing_for(agent), rules.pacing(), "{body}");
        assert_eq!(robots.rules_for(agent), rules, "{body}");
        (
            rules.crawl_delay().map(|delay| delay.as_secs()),
            rules.request_rates().len(),
            rules.visit_times().len(),
        )
    };
    for (body, expected) in [
        ("Crawl-delay: 9\nDisallow: /x\n", (Some(9), 0, 0)),
        ("Disallow: /x\nCrawl-delay: 9\n", (Some(9), 0, 0)),
        ("Crawl-delay: 9\nUser-agent: *\nDisallow: /x\n", (Some(9), 0, 0)),
        (
            "Crawl-delay: 9\nUser-agent: FooBot\nDisallow: /x\n",
            (Some(9), 0, 0),
        ),
        (
            "Request-rate: 1/5s\nVisit-time: 0600-0700\n\nUser-agent: *\nDisallow: /x\n",
            (None, 1, 1),
        ),
        // What a group says itself counts alone.
        (
            "Crawl-delay: 9\nUser-agent: FooBot\nCrawl-delay: 2\n",
            (Some(2), 0, 0),
        ),
        (
            "Crawl-delay: 9\nUser-agent: FooBot\nRequest-rate: 1/5s\n",
            (None, 1, 0),
        ),
        (
            "Crawl-delay: soon\nCrawl-delay: 9\nCrawl-delay: 8\n",
            (Some(9), 0, 0),
        ),
        // A line of another crawler's group is not above all groups.
        (
            "User-agent: BarBot\nCrawl-delay: 9\n\nUser-agent: FooBot\nDisallow: /x\n",
            (None, 0, 0),
        ),
    ] {
        assert_eq!(pace(body, "FooBot"), expected, "{body}");
    }
    let strictly = Rules::parse(b"Crawl-delay: 9\nUser-agent: *\nDisallow: /x\n", "FooBot");
    assert_eq!(strictly.crawl_delay(), None);
}

/// Bing's crawlers take the delay of `*` beside a group of their own, and nothing else of `*`.
#[test]
fn a_delay_of_star_beside_a_group_of_ones_own() {
    let delay = |body: &str, agents: &AgentList<'_>| {
        let robots = RobotsTxt::parse(body.as_bytes());
        let rules = robots.rules_for(agents);
        assert_eq!(ParseOptions::new().rules_for(body.as_bytes(), agents), rules);
        assert_eq!(robots.crawl_delay_for(agents), rules.crawl_delay());
        assert_eq!(robots.pacing_for(agents), rules.pacing());
        assert!(rules.is_allowed("/of-star"));
        rules.crawl_delay().map(|delay| delay.as_secs())
    };
    let (bing, gpt) = (agents::BINGBOT.list(), agents::GPTBOT.list());
    let star = "User-agent: *\nCrawl-delay: 7\nDisallow: /of-star\n\n";
    let own = format!("{star}User-agent: bingbot\nUser-agent: GPTBot\nDisallow: /x\n");
    assert_eq!((delay(&own, &bing), delay(&own, &gpt)), (Some(7), None));
    let with_delay = format!("{own}Crawl-delay: 2\n");
    assert_eq!(
        (delay(&with_delay, &bing), delay(&with_delay, &gpt)),
        (Some(2), Some(2))
    );
    let none = "User-agent: *\nDisallow:\n\nUser-agent: bingbot\nDisallow: /x\n";
    assert_eq!(delay(none, &bing), None);
    // The resolver and a copy of the list keep the option.
    assert_eq!(
        delay(&own, &agents::UserAgent::resolve("bingbot/2.0").list()),
        Some(7)
    );
    assert_eq!(delay(&own, &bing.clone().into_owned()), Some(7));
}

/// Each kind of line about pace in a crawler's groups hides all that is above the groups.
#[test]
fn a_pace_of_a_group_hides_those_above_all_groups() {
    let above = "Crawl-delay: 9\nRequest-rate: 1/8s\nVisit-time: 0600-0700\n";
    for (line, expected) in [
        ("Disallow: /x", (Some(9), 1, 1)),
        ("Crawl-delay: 2", (Some(2), 0, 0)),
        ("Request-rate: 1/5s", (None, 1, 0)),
        ("Visit-time: 0800-0900", (None, 0, 1)),
        // Neither broken lines nor those of other kinds do.
        ("Crawl-delay: soon", (Some(9), 1, 1)),
        ("Content-Signal: search=no", (Some(9), 1, 1)),
    ] {
        // A group of `*` in between is forgotten, and what is above it is not.
        for star in [
            "",
            "User-agent: *\nCrawl-delay: 3\nVisit-time: 0100-0200\nDisallow: /y\n\n",
        ] {
            let body = format!("{above}\n{star}User-agent: FooBot\n{line}\n");
            let options = ParseOptions::new().dialect(Dialect::LENIENT);
            let rules = options.rules_for(&body, "FooBot");
            let said = (
                rules.crawl_delay().map(|delay| delay.as_secs()),
                rules.request_rates().len(),
                rules.visit_times().len(),
            );
            assert_eq!(said, expected, "{body}");
            let robots = options.parse(&body);
            assert_eq!(robots.pacing_for("FooBot"), rules.pacing(), "{body}");
            assert_eq!(robots.crawl_delay_for("FooBot"), rules.crawl_delay(), "{body}");
        }
    }
    // Where a kind does not count, it does not count above all groups either.
    let google = Dialect::GOOGLE.with(|custom| custom.rules_before_groups = true);
    for (dialect, delay, rates, windows) in [
        (google, None, 0, 0),
        (
            google.with(|custom| custom.crawl_delay_lines = true),
            Some(9),
            0,
            0,
        ),
        (google.with(|custom| custom.request_rate_lines = true), None, 1, 1),
    ] {
        let rules = ParseOptions::new().dialect(dialect).rules_for(above, "FooBot");
        assert_eq!(rules.crawl_delay().map(|delay| delay.as_secs()), delay);
        assert_eq!(
            (rules.request_rates().len(), rules.visit_times().len()),
            (rates, windows)
        );
    }
}

/// Signals and licenses outside any group are for crawlers whose groups have none, wherever they
/// are and whichever groups were read before.
#[test]
fn signals_and_licenses_of_the_site_and_of_groups() {
    let site = "Content-Signal: search=yes\nLicense: https://e.com/site\n";
    let star = "User-agent: *\nDisallow: /y\nContent-Signal: search=no\nLicense: https://e.com/star\n";
    let bare = "User-agent: foo\nDisallow: /x\n";
    let own = "User-agent: foo\nDisallow: /x\nContent-Signal: use=full\nLicense: https://e.com/own\n";
    let broken = "User-agent: foo\nDisallow: /x\nContent-Signal: maybe\nLicense: own\n";
    for (parts, signal, license) in [
        (
            &[site, star, bare][..],
            Some("search=yes"),
            Some("https://e.com/site"),
        ),
        (
            &[star, bare, site],
            Some("search=yes"),
            Some("https://e.com/site"),
        ),
        (&[site, star, own], Some("use=full"), Some("https://e.com/own")),
        (&[own, star, site], Some("use=full"), Some("https://e.com/own")),
        (
            &[site, star, broken],
            Some("search=yes"),
            Some("https://e.com/site"),
        ),
        (&[site, star], Some("search=no"), Some("https://e.com/star")),
        (&[star, bare], None, None),
        (&[broken], None, None),
    ] {
        // Blank lines end the groups, so what follows one is outside.
        let dialect = Dialect::RFC_9309.with(|custom| custom.group_end = GroupEnd::BlankLine);
        let body = parts.join("\n");
        let options = ParseOptions::new().dialect(dialect);
        let rules = options.rules_for(&body, "foo");
        let said = rules.content_signal().map(ToString::to_string);
        assert_eq!(said.as_deref(), signal, "{body}");
        let licenses: Vec<String> = rules.licenses().map(|line| line.to_string()).collect();
        assert_eq!(
            licenses,
            license.map(String::from).into_iter().collect::<Vec<_>>(),
            "{body}"
        );
        let robots = options.parse(&body);
        assert_eq!(robots.rules_for("foo"), rules, "{body}");
        assert_eq!(
            robots.content_signal_for("foo").as_ref(),
            rules.content_signal(),
            "{body}"
        );
    }
}

/// Lines that nobody understands leave nothing behind, not even an empty list.
#[test]
fn broken_lines_leave_rules_as_they_were() {
    let plain = Rules::parse(b"User-agent: *\nDisallow: /x\n", "foo");
    for line in [
        "Crawl-delay: soon",
        "Request-rate: often",
        "Visit-time: night",
        "Content-Signal: maybe",
        "License: mine",
        "Comment: hello",
        "Robot-version: 9",
    ] {
        let rules = Rules::parse(&format!("User-agent: *\nDisallow: /x\n{line}\n"), "foo");
        assert_eq!(rules, plain, "{line}");
        assert_eq!(rules.heap_bytes(), plain.heap_bytes(), "{line}");
        assert_eq!(rules.to_bytes(), plain.to_bytes(), "{line}");
    }
    let kept = ParseOptions::new()
        .keep_site_lines(true)
        .rules_for(b"User-agent: *\nDisallow: /x\n", "foo");
    assert_eq!((&kept, kept.heap_bytes()), (&plain, plain.heap_bytes()));
}

/// Of several valid delays the first counts, and of several windows and rates all.
#[test]
fn lines_of_several_groups_of_a_crawler_add_up() {
    let body = b"User-agent: foo\nCrawl-delay: soon\nCrawl-delay: 3\nRequest-rate: 1/5s\nContent-Usage: a=y\n\n\
        User-agent: bar\nCrawl-delay: 8\nRequest-rate: 1/6s\n\n\
        User-agent: foo\nCrawl-delay: 4\nRequest-rate: 2/7s\nContent-Usage: a=n\nLicense: https://e.com/1\nLicense: https://e.com/2\n";
    let rules = Rules::parse(body, "foo");
    assert_eq!(rules.crawl_delay(), Some(Duration::from_secs(3)));
    assert_eq!(rates(rules.request_rates()), ["1/5s", "2/7s"]);
    assert_eq!(
        rules.content_usage().collect::<Vec<_>>(),
        [(5, &b"a=y"[..]), (14, b"a=n")]
    );
    let licenses: Vec<String> = rules.licenses().map(|line| line.to_string()).collect();
    assert_eq!(licenses, ["https://e.com/1", "https://e.com/2"]);
    assert_eq!(Rules::from_bytes(&rules.to_bytes()), Ok(rules));
}

/// Where a dialect raises slow rates, it does so in the groups and above them, within the window.
#[test]
fn rates_are_raised_wherever_they_are() {
    let body = "Request-rate: 1/60s 0600-0700\n\nUser-agent: foo\nRequest-rate: 1/11s 0800-0900\nRequest-rate: 1/10s\nRequest-rate: 2/19s\n";
    let seznam = Dialect::SEZNAM.with(|custom| custom.rules_before_groups = true);
    for (dialect, agent, expected) in [
        (seznam, "foo", &["1/10s 0800-0900", "1/10s", "2/19s"][..]),
        (seznam, "bar", &["1/10s 0600-0700"]),
        (Dialect::RFC_9309, "foo", &["1/11s 0800-0900", "1/10s", "2/19s"]),
        (Dialect::LENIENT, "bar", &["1/1m 0600-0700"]),
    ] {
        let rules = ParseOptions::new().dialect(dialect).rules_for(body, agent);
        assert_eq!(rates(rules.request_rates()), expected, "{dialect} {agent}");
    }
}

/// A line below several names is for all of them, whichever comes first.
#[test]
fn a_line_below_names_applies_to_each_of_them() {
    for names in [["foo", "bar"], ["bar", "foo"], ["foo", "*"], ["*", "foo"]] {
        let body = format!(
            "User-agent: {}\nUser-agent: {}\nCrawl-delay: 3\nDisallow: /x\n",
            names[0], names[1]
        );
        for agents in [AgentList::from("foo"), AgentList::new(&["foo", "bar"])] {
            let rules = Rules::parse(&body, &agents);
            assert_eq!(rules.crawl_delay(), Some(Duration::from_secs(3)), "{names:?}");
            assert_eq!(
                RobotsTxt::parse(&body).crawl_delay_for(&agents),
                rules.crawl_delay()
            );
        }
    }
}
