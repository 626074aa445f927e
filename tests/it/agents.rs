//! Well-known crawlers: the vectors of `tests/data/agents.jsonl`, and what holds for any header.

use std::collections::BTreeSet;

use proptest::prelude::*;
use robots_exclusion::agents::{self, NameError, Purpose, Reading, Standing, Token, UserAgent};
use robots_exclusion::{AgentList, Dialect, Reason, RobotsTxt};
use serde_json::{Value, json};

/// The vectors of one kind: their id, input and expectation.
fn vectors(kind: &str) -> impl Iterator<Item = (String, String, Value)> {
    let rows: Vec<_> = include_str!("../data/agents.jsonl")
        .lines()
        .map(|row| serde_json::from_str::<Value>(row).unwrap())
        .filter(|row| row["kind"] == kind)
        .collect();
    assert!(!rows.is_empty(), "no vectors of kind {kind}");
    rows.into_iter().map(|row| {
        let text = |key: &str| row[key].as_str().unwrap().to_owned();
        (text("id"), text("in"), row["expect"].clone())
    })
}

#[test]
fn headers() {
    for (id, header, expect) in vectors("user-agent-header") {
        let found = UserAgent::parse(&header);
        let agent = found.agent().map(agents::Agent::name);
        assert_eq!(
            json!({ "agent": agent, "tokens": found.tokens() }),
            expect,
            "{id}"
        );
        let first = found.tokens().first().copied();
        assert_eq!(agents::product_token(&header), first, "{id}");
    }
}

/// The same rows are read by the tests of the bindings and of the program.
#[test]
fn crawlers_as_they_are_written() {
    for (id, written, expect) in vectors("crawler") {
        let ways = json!({
            "resolve": described(&UserAgent::resolve(&written)),
            "parse": described(&UserAgent::parse(&written)),
            "token_or_header": described(&UserAgent::token_or_header(&written)),
        });
        assert_eq!(ways, expect, "{id}: {written}");
        if !written.trim().is_empty() {
            let all = UserAgent::resolve_all(&written).unwrap();
            assert_eq!(all, [UserAgent::resolve(&written)], "{id}");
        }
    }
}

/// Each row of the table of crawlers against a file of facts, so that no row changes unseen.
#[test]
fn the_table_of_crawlers_row_by_row() {
    let rows = include_str!("../data/crawlers.tsv").lines();
    let mut rows = rows.filter(|row| !row.starts_with('#'));
    let head = "token\toperator\tfallbacks\tstar\tobedience\tpurpose\tdialect\tcrawls\tformer\tnamed\tread\tsource\tsentence\tdate";
    assert_eq!(rows.next(), Some(head));
    let yes = |is: bool| if is { "yes" } else { "no" };
    for agent in agents::ALL {
        let own = usize::from(!agent.is_nameless());
        let fallbacks = match &agent.tokens()[own..] {
            [] => "-".to_owned(),
            fallbacks => fallbacks.join(","),
        };
        let known = [
            agent.name(),
            agent.operator(),
            &fallbacks,
            yes(agent.obeys_star()),
            agent.obeys().as_str(),
            agent.purpose().as_str(),
            agent.dialect().name().unwrap(),
            yes(agent.crawls()),
            yes(agent.is_former()),
            yes(!agent.is_nameless()),
        ];
        let row = rows
            .next()
            .unwrap_or_else(|| panic!("no facts about {}", agent.name()));
        let facts: Vec<&str> = row.split('\t').collect();
        assert_eq!(facts[..10], known);
        // What the row rests on is the same in both records.
        let source = agent.source();
        let read = match source.reading() {
            Reading::Page => "yes",
            Reading::Quotation => "quoted",
            _ => "unread",
        };
        let rests_on = [
            read,
            source.page(),
            source.sentence().unwrap_or("-"),
            source.date().unwrap_or("-"),
        ];
        assert_eq!(facts[10..], rests_on, "{row}");
    }
    assert_eq!(rows.next(), None);
}

fn described(found: &UserAgent<'_>) -> Value {
    let agent = found.agent().map(agents::Agent::name);
    assert_eq!(found.name(), found.tokens().first().copied().unwrap_or("*"));
    assert_eq!(found.list().obeys_star(), found.obeys_star());
    json!({ "agent": agent, "tokens": found.tokens(), "obeys_star": found.obeys_star() })
}

#[test]
fn near_misses() {
    for (id, token, expect) in vectors("near-miss") {
        let found = agents::near_miss(&token).map(agents::Agent::name);
        assert_eq!(json!(found), expect, "{id}");
    }
}

#[test]
fn retired_tokens() {
    for (id, token, expect) in vectors("retired-agent") {
        let found = agents::retired(&token).map(agents::Retired::successors);
        assert_eq!(json!(found), expect, "{id}");
    }
}

#[test]
fn obedience() {
    for (id, token, expect) in vectors("agent-obeys") {
        let agent = agents::by_token(&token).unwrap_or_else(|| panic!("{id}: {token} is not known"));
        assert_eq!(json!(agent.obeys().as_str()), expect, "{id}");
    }
}

#[test]
fn sets() {
    for (id, name, expect) in vectors("agent-set") {
        let Some(found) = agents::set(&name) else {
            assert_eq!(expect, Value::Null, "{id}");
            continue;
        };
        let tokens: Vec<&str> = found.map(agents::Agent::name).collect();
        let listed = |key: &str| {
            expect[key]
                .as_array()
                .unwrap()
                .iter()
                .map(|token| token.as_str().unwrap())
        };
        assert!(listed("has").all(|token| tokens.contains(&token)), "{id}");
        assert!(!listed("lacks").any(|token| tokens.contains(&token)), "{id}");
    }
}

#[test]
fn of_equally_long_names_in_a_header_the_first_is_taken() {
    let found = |header: &str| UserAgent::parse(header).agent().map(agents::Agent::name);
    assert_eq!(found("Googlebot/2.1 (ClaudeBot/1.0)"), Some("Googlebot"));
    assert_eq!(found("ClaudeBot/1.0 (Googlebot/2.1)"), Some("ClaudeBot"));
}

#[test]
fn names_in_a_header_are_ranked_by_how_likely_they_are_the_crawlers_own() {
    for (header, expected) in [
        // After `compatible;`, outside comments, in comments; not those that browsers send.
        (
            "Foo/1.0 Safari/537.36 (X11; Bar/2.0; compatible; Qux; +https://foo.example)",
            &["Qux", "Foo", "Bar"][..],
        ),
        // A name after a comment is outside it again.
        ("Foo/1.0 (X11; Linux) Baz", &["Foo", "Baz"]),
        ("Foo/1.0 (X11 (Linux) inner) Baz", &["Foo", "Baz"]),
        // `compatible` in any case, and followed by a comma.
        ("Foo/1.0 (Compatible; Bar)", &["Bar", "Foo"]),
        ("Foo/1.0 (compatible, Bar)", &["Bar", "Foo"]),
        ("Foo/1.0 (compatible ; Bar)", &["Bar", "Foo"]),
        ("Compatible; Foo/1.0", &["Foo"]),
        ("Foo/1.0 (X11; BarBOT)", &["Foo", "BarBOT"]),
        // Each name once, as it is written where it is most likely.
        ("Foo/1.0 Bar/2.0 FOO/3.0 bar/4.0", &["Foo", "Bar"]),
        ("foo/1.0 Bar/2.0 (compatible; FOO/3.0; Bar)", &["FOO", "Bar"]),
        // A version, after which a name with a dot is no host.
        ("Foo.Bot/V1.0", &["Foo.Bot"]),
        ("Foo v1.0 V2", &["Foo"]),
        ("Foo V", &["Foo", "V"]),
        // What is in parentheses belongs to the name only if it is one itself.
        ("Foo()/1.0", &["Foo"]),
        ("Foo(a:b)/1.0", &["Foo"]),
        ("Foo:x(bar)", &["Foo"]),
        ("Foo(bar); x", &["Foo(bar)", "Foo", "x"]),
        ("Foo(bar), x", &["Foo(bar)", "Foo", "x"]),
        (" Foo(bar)/1.0/2 x", &["Foo(bar)", "Foo", "x"]),
        // The name of a host has a top-level domain of letters, at least two.
        ("Foo/1.0 WWW.bar.example docs.example.de/bar", &["Foo"]),
        ("foo.b/bar", &["foo.b"]),
        ("foo.b_bot/bar", &["foo.b_bot"]),
    ] {
        assert_eq!(UserAgent::parse(header).tokens(), expected, "{header}");
    }
}

#[test]
fn names_that_are_close_to_several_or_too_short() {
    for (token, expected) in [
        // The closest, whichever comes first in the table.
        ("YandexAdditionalB", Some("YandexAdditional")),
        ("YandexAdditionalBo", Some("YandexAdditionalBot")),
        // Of equally close ones, the first.
        ("DPTBot", Some("GPTBot")),
        // Six letters are enough, five are not.
        ("GTPBot", Some("GPTBot")),
        ("CCBots", None),
        ("Slurpy", None),
        // For a retired one with several successors, the first.
        ("Claude-Wbe", Some("ClaudeBot")),
        // Of several that begin with it, the first.
        ("meta-external", Some("meta-externalagent")),
        ("COCCOCBOT", None),
    ] {
        let found = agents::near_miss(token).map(agents::Agent::name);
        assert_eq!(found, expected, "{token}");
    }
}

/// The name in a header's own spelling, wherever in the header it is.
#[test]
fn the_product_token_of_a_header() {
    for (header, expected) in [
        ("googlebot/2.1", Some("googlebot")),
        ("Foo/1.0 (GOOGLEBOT/2.1)", Some("GOOGLEBOT")),
        (
            "Foo/1.0 (compatible; yandexmobilebot/3.0)",
            Some("yandexmobilebot"),
        ),
        ("Foo/1.0 (compatible; Bar/2.0)", Some("Bar")),
        ("Mozilla/5.0", None),
    ] {
        assert_eq!(agents::product_token(header), expected, "{header}");
    }
}

/// Only the names of its operator: Bing obeys groups for a retired crawler, Apple those for Google's.
#[test]
fn names_of_tags_that_are_for_a_crawler() {
    for (agent, expected) in [
        (agents::BINGBOT, &["bingbot"][..]),
        (agents::APPLEBOT, &["Applebot"]),
        (agents::YANDEXBOT, &["YandexBot", "Yandex"]),
        (
            agents::GOOGLEBOT_IMAGE,
            &["Googlebot-Image", "Googlebot", "google"],
        ),
        (agents::GPTBOT, &["GPTBot"]),
    ] {
        let names: Vec<&str> = agent.page_names().map(agents::PageName::as_str).collect();
        assert_eq!(names, expected);
    }
}

#[test]
fn crawlers_that_fetch_one_kind_of_content() {
    use agents::Medium::{Image, Video};

    for (name, expected) in [
        ("Googlebot-Image", Some(Image)),
        ("Googlebot-Video", Some(Video)),
        ("GoogleOther-Image", Some(Image)),
        ("GoogleOther-Video", Some(Video)),
        ("YandexImages", Some(Image)),
        ("Baiduspider-Image", Some(Image)),
        ("YandexVideo", Some(Video)),
        ("Googlebot", None),
        ("Googlebot-News", None),
    ] {
        assert_eq!(UserAgent::resolve(name).only_fetches(), expected, "{name}");
    }
}

/// Lines that only some crawlers read, as their operators document it.
#[test]
fn keys_and_limits_of_single_operators() {
    use robots_exclusion::syntax::DirectiveKind::{CleanParam, CrawlDelay, RequestRate, RobotVersion};

    for (agent, reads, ignores, limits) in [
        (agents::GOOGLEBOT, &[][..], &[CrawlDelay][..], None),
        (
            agents::YANDEXBOT,
            &[CleanParam],
            &[CrawlDelay],
            Some((2_048, 1_024)),
        ),
        (agents::SEZNAMBOT, &[RequestRate, RobotVersion], &[], None),
        (agents::BINGBOT, &[CrawlDelay], &[], None),
        (agents::SLURP, &[CrawlDelay], &[], None),
        (agents::CLAUDEBOT, &[CrawlDelay], &[], None),
        (agents::AMAZONBOT, &[], &[CrawlDelay], None),
        (agents::GPTBOT, &[], &[], None),
    ] {
        for key in [CrawlDelay, CleanParam, RequestRate, RobotVersion] {
            let found = (agent.reads_key(key), agent.ignores_key(key));
            let expected = (reads.contains(&key), ignores.contains(&key));
            assert_eq!(found, expected, "{} {key}", agent.name());
        }
        let found = agent
            .rule_limits()
            .map(|limits| (limits.rules(), limits.characters()));
        assert_eq!(found, limits, "{}", agent.name());
        assert_eq!(agent.reads_delay_of_star(), agent == agents::BINGBOT);
    }
}

/// A token without a crawler may be about several purposes, and so may what others do with a
/// collection.
#[test]
fn the_main_purpose_comes_first() {
    for agent in agents::ALL {
        let purposes: Vec<Purpose> = agent.purposes().collect();
        let expected = match agent.name() {
            "Google-Extended" => &[Purpose::AiTraining, Purpose::AiSearch][..],
            "CCBot" => &[Purpose::Archive, Purpose::AiTraining],
            _ => &[agent.purpose()],
        };
        assert_eq!(purposes, expected, "{}", agent.name());
    }
}

#[test]
fn families_and_what_their_names_begin_with() {
    let families = agents::FAMILIES
        .iter()
        .map(|family| (family.prefix(), family.agent().name()));
    assert!(families.eq([
        ("Googlebot-", "Googlebot"),
        ("Yandex", "Yandex"),
        ("Baiduspider-", "Baiduspider"),
        ("Qwantbot-", "Qwantbot"),
        ("coccocbot-", "coccocbot"),
    ]));
}

#[test]
fn each_operator_reads_in_its_own_dialect() {
    for (agent, dialect) in [
        (agents::GOOGLEBOT, Dialect::GOOGLE),
        (agents::ADSBOT_GOOGLE, Dialect::GOOGLE),
        (agents::YANDEXBOT, Dialect::YANDEX),
        (agents::BAIDUSPIDER, Dialect::BAIDU),
        (agents::SEZNAMBOT, Dialect::SEZNAM),
        (agents::SLURP, Dialect::SLURP),
        (agents::DIFFBOT, Dialect::DIFFBOT),
        (agents::BINGBOT, Dialect::RFC_9309),
    ] {
        assert_eq!(agent.dialect(), dialect, "{}", agent.name());
    }
}

/// Diffbot's page says so. An Allow still ends the names of a group, so that it does not take the
/// rules of the next one.
#[test]
fn no_allow_opens_anything_for_diffbot() {
    let body = b"User-agent: Diffbot\nAllow: /x/y\nDisallow: /x\nUser-agent: *\nDisallow: /\n";
    for (name, url, expected) in [
        ("Diffbot", "/x/y", (false, Some(3))),
        ("Diffbot", "/z", (true, None)),
        ("GPTBot", "/x/y", (false, Some(5))),
    ] {
        let crawler = UserAgent::resolve(name);
        let robots = RobotsTxt::options().dialect(crawler.dialect()).parse(body);
        let verdict = robots.check(&crawler, url);
        assert_eq!((verdict.is_allowed(), verdict.line()), expected, "{name} {url}");
    }
    let body = b"User-agent: Diffbot\nAllow: /\nUser-agent: *\nDisallow: /\n";
    let robots = RobotsTxt::options().dialect(Dialect::DIFFBOT).parse(body);
    assert!(robots.is_allowed("Diffbot", "/x"));
}

/// A version is not a part of the name, so nothing that is known of it changes.
#[test]
fn a_name_with_a_version_is_that_of_the_same_crawler() {
    for agent in agents::ALL {
        let versioned = format!("{}/1.0", agent.name());
        let (with, without) = (UserAgent::resolve(&versioned), UserAgent::resolve(agent.name()));
        assert_eq!(with, without, "{versioned}");
        assert_eq!(with.agent(), Some(agent), "{versioned}");
    }
}

#[test]
fn a_header_says_whether_its_crawler_obeys_star() {
    let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /\n");
    for (header, obeys) in [
        ("AdsBot-Google (+http://www.google.com/adsbot.html)", false),
        ("Googlebot/2.1 (+http://www.google.com/bot.html)", true),
        ("FooBot/1.0", true),
    ] {
        let found = UserAgent::parse(header);
        assert_eq!(robots.is_allowed(&found, "/x"), !obeys, "{header}");
    }
}

#[test]
fn each_purpose_is_described_in_words_of_its_own() {
    let described: BTreeSet<&str> = Purpose::ALL.iter().map(|purpose| purpose.description()).collect();
    assert_eq!(described.len(), Purpose::ALL.len());
    assert!(
        described
            .iter()
            .all(|words| words.contains(|c: char| c.is_ascii_lowercase()))
    );
}

/// In what is written, a name means one thing; see `the_same_name_with_a_version` for versions.
#[test]
fn what_names_several_crawlers_or_none_is_an_error() {
    for (written, expected) in [
        ("", Err(NameError::Empty)),
        (" \t", Err(NameError::Empty)),
        ("Googlebot,GPTBot", Err(NameError::List)),
        ("Googlebot, GPTBot", Err(NameError::List)),
        ("Googlebot/2.1,bingbot/2.0", Err(NameError::List)),
        ("FooBot,*", Err(NameError::List)),
        (
            "@search,bingbot",
            Err(NameError::UnknownSet("search,bingbot".into())),
        ),
        ("@", Err(NameError::UnknownSet(String::new()))),
        ("Mozilla/5.0 (KHTML, like Gecko; compatible; FooBot/1.0)", Ok(1)),
        ("*", Ok(1)),
        ("@all", Ok(agents::set("all").unwrap().count())),
        (" @ads ", Ok(agents::set("ads").unwrap().count())),
    ] {
        let found = UserAgent::resolve_all(written).map(|found| found.len());
        assert_eq!(found, expected, "{written}");
    }
    assert!(NameError::List.to_string().contains("by itself"));
    assert!(NameError::Empty.to_string().contains("write its name, or *"));
}

#[test]
fn a_bare_token_is_nothing_but_itself() {
    for name in [
        "Googlebot-Image",
        "AdsBot-Google",
        "YandexVideo",
        "@search",
        "Googlebot,GPTBot",
    ] {
        let token = UserAgent::from(Token(name));
        assert_eq!(
            (token.agent(), token.tokens(), token.obeys_star()),
            (None, &[name][..], true)
        );
        assert_eq!(AgentList::from(Token(name)), AgentList::from(name));
    }
    assert!(UserAgent::from(Token("*")).tokens().is_empty());
    // In one dialect a line such as `User-agent: 008` names the crawler whose token is empty.
    assert_eq!(UserAgent::from(Token("")).tokens(), [""]);
}

/// Members of families have the groups of the family, and its dialect: in Yandex's and Baidu's a
/// blank line ends a group, so the rule after it applies to nobody.
#[test]
fn members_of_families_obey_their_family_in_its_dialect() {
    let allowed = |body: &str, name: &str| {
        let crawler = UserAgent::resolve(name);
        let dialect = crawler.agent().map_or(Dialect::RFC_9309, agents::Agent::dialect);
        RobotsTxt::options()
            .dialect(dialect)
            .parse(body.as_bytes())
            .is_allowed(&crawler, "/users/")
    };
    for name in [
        "YandexMobileBot",
        "YandexVideo",
        "YandexNews",
        "Yandex",
        "YandexBot",
    ] {
        assert!(
            !allowed("User-agent: Yandex\nDisallow: /users/\n", name),
            "{name}"
        );
        assert!(allowed("User-agent: *\n\nDisallow: /users/\n", name), "{name}");
    }
    for name in [
        "Baiduspider-image",
        "Baiduspider-video",
        "Baiduspider-render",
        "Baiduspider",
    ] {
        assert!(
            !allowed("User-agent: Baiduspider\nDisallow: /users/\n", name),
            "{name}"
        );
        assert!(allowed("User-agent: *\n\nDisallow: /users/\n", name), "{name}");
    }
    // A group of its own comes first.
    let own = "User-agent: Yandex\nDisallow: /\n\nUser-agent: YandexVideo\nDisallow: /x\n";
    assert!(allowed(own, "YandexVideo") && !allowed(own, "YandexNews"));
    // These answer to Googlebot too, and one has no name of its own.
    for name in [
        "Google-InspectionTool",
        "Googlebot-Other",
        "Google-CloudVertexBot",
        "Bravebot",
        "TavilyBot",
    ] {
        assert!(
            !allowed("User-agent: Googlebot\nDisallow: /users/\n", name),
            "{name}"
        );
    }
    for name in ["GoogleOther-Image", "GoogleOther-Video"] {
        assert!(
            !allowed("User-agent: GoogleOther\nDisallow: /users/\n", name),
            "{name}"
        );
        assert!(
            allowed("User-agent: Googlebot\nDisallow: /users/\n", name),
            "{name}"
        );
    }
    // A crawler that sends no name obeys no group of one.
    for name in ["Bravebot", "TavilyBot"] {
        let own = format!("User-agent: {name}\nDisallow: /users/\n");
        assert!(allowed(&own, name), "{name}");
        assert_eq!(UserAgent::resolve(name).name(), name);
        assert_eq!(UserAgent::resolve(name).tokens(), ["Googlebot"]);
    }
}

#[test]
fn what_is_known_about_names_that_sites_write() {
    let known = |name: &str| match agents::standing(name) {
        Standing::Known(agent) => format!("known {}", agent.name()),
        Standing::Family(agent) => format!("family {}", agent.name()),
        Standing::Retired(old) => format!("retired {}", old.successors().join(" ")),
        Standing::Undocumented(row) => {
            format!("undocumented {} {}", row.operator(), row.instead().join(" "))
        }
        Standing::Reported(row) => format!("reported {}", row.operator().unwrap_or_default()),
        Standing::Near(agent) => format!("near {}", agent.name()),
        _ => "unknown".to_owned(),
    };
    for (name, expected) in [
        ("googlebot", "known Googlebot"),
        ("__usage_ai-training", "known __usage_ai-training"),
        ("Baiduspider-news", "family Baiduspider"),
        ("Googlebot-Mobile", "retired Googlebot"),
        ("Facebot", "retired facebookexternalhit"),
        ("msnbot-media", "retired bingbot"),
        ("AdsBot-Google-Mobile-Apps", "retired AdsBot-Google-Mobile"),
        ("FacebookBot", "retired meta-externalagent"),
        ("DuplexWeb-Google", "retired "),
        ("googleweblight", "retired "),
        ("GoogleAgent-Mariner", "retired Google-Agent"),
        ("xAI-Bot", "undocumented xAI "),
        ("GrokBot", "undocumented xAI "),
        ("Grok", "undocumented xAI "),
        ("Grok-DeepSearch", "undocumented xAI "),
        ("xAI-Grok", "undocumented xAI "),
        ("Copilot", "undocumented Microsoft bingbot"),
        (
            "Chat-GPT",
            "undocumented OpenAI ChatGPT-User GPTBot OAI-SearchBot",
        ),
        ("DeepSeek", "undocumented DeepSeek "),
        ("DeepSeekBot", "reported DeepSeek"),
        ("TavilyBot", "known TavilyBot"),
        ("NaverBot", "retired Yeti"),
        ("Daumoa", "retired Daum"),
        ("Qwantbot-news", "family Qwantbot"),
        ("LinkupBot", "reported "),
        ("Manus-User", "reported Butterfly Effect"),
        ("Google-Inspection", "near Google-InspectionTool"),
        ("Gogglebot", "near Googlebot"),
        ("Facebok", "near facebookexternalhit"),
        ("FooBot", "unknown"),
    ] {
        assert_eq!(known(name), expected, "{name}");
    }
}

/// Distances at both limits: one edit from six letters on, two from nine letters on.
#[test]
fn names_at_the_limits_of_distance() {
    for (token, expected) in [
        // Six and eight letters: one edit, not two.
        ("GPXBot", Some("GPTBot")),
        ("GPXBxt", None),
        ("Yandxxxx", None),
        ("Dotbott", Some("DotBot")),
        // Eight letters, which are not enough for two edits; nine are.
        ("Applxbxt", None),
        ("Gxxglebot", Some("Googlebot")),
        ("Gxxxlebot", None),
        // A letter more or less than the limit allows.
        ("Gglebot", None),
        ("Gooooglebot", Some("Googlebot")),
        ("Goooooglebot", None),
    ] {
        let found = agents::near_miss(token).map(agents::Agent::name);
        assert_eq!(found, expected, "{token}");
    }
}

/// The robot of the text "revisited" sends `Lycos_Spider_(Rex)/1.0 libwww/3.1`. A name matches if
/// it is a part of what stands before the first slash.
#[test]
fn a_name_with_a_part_in_parentheses_is_one_name() {
    for dialect in [Dialect::ORIGINAL_1994, Dialect::REVISITED] {
        for value in ["Rex", "Lycos_Spider_(Rex)", "Lycos_Spider_(Rex)/1.0", "lycos"] {
            let body = format!("User-agent: {value}\nDisallow: /\n");
            let robots = RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
            for written in [
                "Lycos_Spider_(Rex)/1.0 libwww/3.1",
                "Lycos_Spider_(Rex)/1.0",
                "Lycos_Spider_(Rex)",
            ] {
                let robot = UserAgent::resolve(written);
                assert_eq!(robot.name(), "Lycos_Spider_(Rex)");
                assert!(!robots.is_allowed(&robot, "/x"), "{value} {written} in {dialect}");
                assert!(
                    !robots.is_allowed(UserAgent::parse(written), "/x"),
                    "{value} {written}"
                );
            }
        }
    }
    // Where names are compared whole, the name ends before the parentheses.
    let robots = RobotsTxt::parse(b"User-agent: FooBot\nDisallow: /\n");
    for written in ["FooBot(bar)/1.0", "FooBot (bar)"] {
        assert!(!robots.is_allowed(UserAgent::resolve(written), "/x"), "{written}");
    }
    let google = RobotsTxt::options().dialect(Dialect::GOOGLE);
    let google = google.parse(b"User-agent: FooBot\nDisallow: /\n");
    assert!(!google.is_allowed(UserAgent::resolve("FooBot(bar)/1.0"), "/x"));
}

#[test]
fn a_url_for_a_name_is_told_in_every_row() {
    let robots = RobotsTxt::options().indexed(true);
    let robots = robots.parse(b"User-agent: *\nDisallow: /x\n\nUser-agent: http\nDisallow: /y\n");
    assert_eq!(robots.audience("ftp://foo.example/bot").map(|_| ()), Some(()));
    // A group names `http`, so the URL is its name there.
    assert_eq!(
        robots.check("http://foo.example/bot", "/y").reason(),
        Reason::Rule
    );
    assert!(robots.audience("http://foo.example/bot").is_some());
    assert!(robots.audience("https://foo.example/bot").is_none());
    for url in ["/x", "/x", "/z", "/z"] {
        assert_eq!(
            robots.check("https://foo.example/bot", url).reason(),
            Reason::AgentIsUrl,
            "{url}"
        );
    }
}

proptest! {
    #[test]
    fn any_header_has_tokens_that_name_something(
        header in "([(),;/ +]|Mozilla/5.0|compatible|like|Foo[Bb]ot|Googlebot|bot@a.b|http://a|[A-Za-zé._-]{0,6}|[0-9.]{0,3}){0,12}"
    ) {
        let found = UserAgent::parse(&header);
        for token in found.tokens() {
            // A part in parentheses belongs to the name if no space separates it.
            let token = token.strip_suffix(')').map_or_else(|| (*token).to_owned(), |name| name.replacen('(', "", 1));
            prop_assert!(!token.is_empty());
            prop_assert!(token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)));
        }
        prop_assert!(found.agent().is_some() || found.tokens().iter().all(|token| header.contains(token)));
        // No name is listed twice.
        for (i, token) in found.tokens().iter().enumerate() {
            prop_assert!(!found.tokens()[..i].iter().any(|other| other.eq_ignore_ascii_case(token)));
        }
        prop_assert_eq!(agents::product_token(&header).is_none(), found.tokens().is_empty());
        // Asking again with the first token finds the same name.
        if let Some(first) = agents::product_token(&header) {
            prop_assert_eq!(agents::product_token(first), Some(first));
        }
    }

    #[test]
    fn a_name_with_one_edit_is_near(index in 0..agents::ALL.len(), at in 0..64_usize, letter in "[a-z]") {
        let token = agents::ALL[index].name();
        prop_assume!(token.len() >= 7);
        let mut typo = token.to_owned();
        typo.insert_str(at % token.len(), &letter);
        if let Some(found) = agents::near_miss(&typo) {
            prop_assert!(found.name().len().abs_diff(typo.len()) <= 2);
        } else {
            // Otherwise it is itself a known name, or a variant of one.
            let known = |name: &str| agents::by_token(name).is_some() || agents::retired(name).is_some();
            prop_assert!(known(&typo) || agents::reported(&typo).is_some() || typo.match_indices(['-', '_']).any(|(end, _)| known(&typo[..end])));
        }
    }
}
