//! What lint says of a crawler, held against what `check` and `audit` say: verdicts and proofs of the
//! file as that crawler reads it.

use proptest::prelude::*;
use robots_exclusion::agents::{self, Agent, Purpose, UserAgent};
use robots_exclusion::{Dialect, RobotsTxt};
use robots_exclusion_analysis::decide::{Access, Budget, Census, Policy};
use robots_exclusion_analysis::diff::{DiffOptions, Effect};
use robots_exclusion_analysis::lint::{Code, Diagnostic, LintOptions, Severity, is_closed, outcomes};

use crate::shared;

/// The crawlers of search engines that are active today.
fn engines() -> impl Iterator<Item = &'static Agent> {
    let is_engine =
        |agent: &&Agent| agent.purpose() == Purpose::Search && agent.crawls() && !agent.is_former();
    agents::ALL.iter().filter(is_engine)
}

/// Whether a file is closed to a crawler, as it reads the file.
fn closes(body: &[u8], agent: &Agent) -> bool {
    let robots = RobotsTxt::options().dialect(agent.dialect()).parse(body);
    is_closed(&robots, agent, agent.only_fetches(), &mut Budget::default()) == Some(true)
}

/// The names in backticks before `while`, in a message about crawlers that are shut out.
fn named(message: &str) -> Vec<&str> {
    let list = message.split(", while").next().unwrap_or_default();
    list.split('`').skip(1).step_by(2).collect()
}

/// Holds everything that is said of crawlers against their verdicts.
fn hold(body: &[u8], file: &str) {
    let page = "/a-page-that-no-rule-names.html";
    for outcome in outcomes(body) {
        let agent = agents::by_token(outcome.agent());
        let dialect = agent.map_or(Dialect::RFC_9309, Agent::dialect);
        let robots = RobotsTxt::options().dialect(dialect).parse(body);
        let list = UserAgent::resolve(outcome.agent()).list().into_owned();
        let access = Policy::of(&robots, list.clone()).access("/", &mut Budget::default());
        assert_eq!(Some(outcome.access()), access, "{file}: {outcome}");
        let is_closed = is_closed(
            &robots,
            list.clone(),
            agent.and_then(|agent| agent.only_fetches()),
            &mut Budget::default(),
        );
        assert_eq!(is_closed, Some(outcome.is_closed()), "{file}: {outcome}");
        if outcome.access() == Access::Closed {
            assert!(!robots.is_allowed(list.clone(), page), "{file}: {outcome}");
        }
        let opens = outcome.closed_but_for().len() > 0;
        assert!(!opens || outcome.access() == Access::Partial, "{file}: {outcome}");
    }
    let found = LintOptions::new().lint(body);
    let has = |code: Code| found.iter().find(|finding| finding.code() == code);
    if let Some(everyone) = has(Code::EverythingBlocked) {
        let robots = RobotsTxt::parse(body);
        let is_closed = is_closed(&robots, "*", None, &mut Budget::default());
        assert_eq!(is_closed, Some(true), "{file}: {everyone}");
    }
    for finding in found
        .iter()
        .filter(|found| found.code() == Code::SearchEngineBlocked)
    {
        for name in named(finding.message()) {
            let crawler = UserAgent::resolve(name);
            let robots = RobotsTxt::options().dialect(crawler.dialect()).parse(body);
            let fetches = crawler.only_fetches();
            let is_closed = is_closed(&robots, crawler.list(), fetches, &mut Budget::default());
            assert_eq!(is_closed, Some(true), "{file}: {name}: {finding}");
        }
    }
}

/// The search engines to which a file is closed after some suggestions, and which it let in before.
fn newly_closed(body: &[u8], also: &[Code]) -> Vec<&'static str> {
    let fixed = LintOptions::new().fix(body, also);
    let is_new = |agent: &&Agent| closes(fixed.body(), agent) && !closes(body, agent);
    engines().filter(is_new).map(Agent::name).collect()
}

fn finding(body: &str, code: Code) -> Option<Diagnostic> {
    let found = LintOptions::new().lint(body.replace('|', "\n").as_bytes());
    found.into_iter().find(|own| own.code() == code)
}

#[test]
fn a_site_is_closed_whatever_else_is_open() {
    for opening in [
        "/wp-admin/admin-ajax.php",
        "/favicon.ico",
        "/*.css$",
        "/*.js$",
        "/wp-content/uploads/",
        "/llms.txt",
        "/humans.txt",
        "/apple-touch-icon.png",
        "/ads.txt",
        "/*.css$|Allow: /*.js$",
    ] {
        let body = format!("User-agent: *|Disallow: /wp-admin/|Allow: {opening}|Disallow: /");
        let own = finding(&body, Code::EverythingBlocked).unwrap_or_else(|| panic!("{opening}"));
        assert_eq!(own.severity(), Severity::Error, "{opening}");
        assert!(own.message().contains("; `Allow: "), "{}", own.message());
        assert_eq!(own.related()[0].message(), "this rule opens no page");
        let told = &outcomes(body.replace('|', "\n").as_bytes())[0];
        assert!(told.is_closed() && told.access() == Access::Partial, "{told}");
        let body = format!("User-agent: Googlebot|Allow: {opening}|Disallow: /||User-agent: *|Disallow: /x");
        let own = finding(&body, Code::SearchEngineBlocked).unwrap_or_else(|| panic!("{opening}"));
        assert_eq!(own.severity(), Severity::Error, "{opening}");
    }
    // A section, or the home page, is a decision: it is told, and is no error.
    for opening in ["/public/", "/$", "/index.html", "/blog/post.html"] {
        let body = format!("User-agent: *|Allow: {opening}|Disallow: /");
        assert!(finding(&body, Code::EverythingBlocked).is_none(), "{opening}");
        let told = outcomes(body.replace('|', "\n").as_bytes());
        assert_eq!(
            told[0].to_string(),
            format!(
                "crawlers that follow `*`: may crawl only what `Allow: {opening}` opens, because of line 3 (`Disallow: /`)"
            )
        );
    }
    // An Allow that never decides opens nothing.
    let body = "User-agent: *|Allow: /|Disallow: /*";
    assert!(finding(body, Code::EverythingBlocked).is_some());
    let body = "User-agent: *|Disallow: */";
    assert!(finding(body, Code::EverythingBlocked).is_some());
    // Who comes for images finds what it comes for.
    let images = "User-agent: Googlebot-Image|Allow: /*.jpg$|Disallow: /||User-agent: *|Disallow: /x";
    assert!(finding(images, Code::SearchEngineBlocked).is_none());
    let told = &outcomes(b"User-agent: *\nDisallow: /\nAllow: /wp-admin/admin-ajax.php\n")[0];
    assert_eq!(
        told.to_string(),
        "crawlers that follow `*`: may crawl no page, only what `Allow: /wp-admin/admin-ajax.php` opens, because of line 2 (`Disallow: /`)"
    );
}

#[test]
fn each_engine_in_its_own_reading() {
    // A blank line ends a group of Yandex and Baidu, and globs match the whole URL.
    for (body, is_found) in [
        (
            "User-agent: YandexBot||Disallow: /||User-agent: *|Disallow: /x",
            false,
        ),
        (
            "User-agent: Baiduspider||Disallow: /||User-agent: *|Disallow: /x",
            false,
        ),
        (
            "User-agent: SeznamBot|Robot-version: 2.0|Disallow: /||User-agent: *|Disallow: /x",
            false,
        ),
        (
            "User-agent: SeznamBot|Disallow: /||User-agent: *|Disallow: /x",
            true,
        ),
        (
            "User-agent: YandexBot|Disallow: /||User-agent: *|Disallow: /x",
            true,
        ),
        // The first rule that matches decides for Baidu.
        (
            "User-agent: Baiduspider|Allow: /|Disallow: /||User-agent: *|Disallow: /x",
            false,
        ),
        (
            "User-agent: Baiduspider|Disallow: /|Allow: /||User-agent: *|Disallow: /x",
            true,
        ),
    ] {
        assert_eq!(
            finding(body, Code::SearchEngineBlocked).is_some(),
            is_found,
            "{body}"
        );
        hold(body.replace('|', "\n").as_bytes(), body);
    }
    // The blank line keeps the rule from Yandex and Baidu, and no correction takes it away.
    let body = b"User-agent: *\n\nDisallow: /\n";
    assert_eq!(newly_closed(body, Code::ALL), [""; 0]);
    let own = finding("User-agent: *||Disallow: /", Code::BlankLineInGroup).unwrap();
    assert!(
        own.help().contains("that closes the whole site for `"),
        "{}",
        own.help()
    );
    // Two suggestions may close together what neither closes alone.
    let body = b"User-agent: Googlebot/2.1 (x)\nDisalow: /\n\nUser-agent: *\nDisallow: /x\n";
    assert_eq!(newly_closed(body, Code::ALL), [""; 0]);
}

#[test]
fn a_group_is_judged_in_the_reading_of_its_crawlers() {
    let text = |body: &str, code: Code| finding(body, code).map(|own| own.message().to_owned());
    let baidu = "User-agent: Baiduspider|Disallow: /a/|Allow: /a/||User-agent: *|Disallow: /x";
    let said = text(baidu, Code::Contradiction).or(text(baidu, Code::UnreachableRule));
    assert!(!said.unwrap_or_default().contains("Allow counts here"));
    for (body, code) in [
        (
            "User-agent: SeznamBot|Robot-version: 2.0|Disallow: /helpme||User-agent: *|Disallow: /x",
            Code::GlobCoversOne,
        ),
        (
            "User-agent: SeznamBot|Request-rate: 1/60|Disallow: /a||User-agent: *|Disallow: /x",
            Code::RateBelowMinimum,
        ),
    ] {
        assert!(finding(body, code).is_some(), "{body}");
        // Not where other crawlers read the group too.
        let shared = body.replacen('|', "|User-agent: FooBot|", 1);
        assert!(finding(&shared, code).is_none(), "{shared}");
    }
    // A crawler of the past needs no advice: its groups are judged like those of others.
    let former = "User-agent: *|Disallow: /x|User-agent: Slurp|Crawl-delay: 5|Disallow: /y";
    assert!(finding(former, Code::RecordsNotSeparated).is_none());
    // As Yandex's own check says.
    let two = "User-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n";
    let severity = |options: LintOptions| {
        let found = options.lint(two);
        let own = found.into_iter().find(|own| own.code() == Code::RepeatedGroup);
        own.map(|own| own.severity())
    };
    assert_eq!(severity(LintOptions::new()), Some(Severity::Info));
    assert_eq!(
        severity(LintOptions::new().dialect(Dialect::YANDEX)),
        Some(Severity::Error)
    );
}

#[test]
fn corrections_keep_every_dialect_whichever_reads_the_file() {
    // Google takes `Disallow /` for the key.
    let body = b"User-agent: *\nDisallow /:*\n";
    for (name, dialect) in Dialect::PRESETS {
        let fixed = LintOptions::new().dialect(*dialect).fix(body, &[]);
        let google = |body: &[u8]| {
            RobotsTxt::options()
                .dialect(Dialect::GOOGLE)
                .parse(body)
                .is_allowed("x", "/y")
        };
        assert_eq!(google(fixed.body()), google(body), "{name}");
    }
    // The star before a NUL is the end of the pattern to some readers only.
    let found = LintOptions::new()
        .dialect(Dialect::GOOGLE)
        .lint(b"User-agent: *\nDisallow: /a*\0\n");
    assert!(found.iter().all(|own| own.code() != Code::TrailingStar));
}

fn bodies() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec![
        "User-agent: *",
        "User-agent: Googlebot",
        "User-agent: Yandex",
        "User-agent: Baiduspider",
        "User-agent: SeznamBot",
        "User-agent: bingbot/2.0 (x)",
        "User-agent: Googlebot-Image",
        "Robot-version: 2.0",
        "",
        "",
        "Disallow: /",
        "Disallow: /",
        "Disallow: /*",
        "Disalow: /",
        "Disallow /",
        "Disallow: ./",
        "Disallow: /a",
        "Disallow:",
        "Allow: /",
        "Allow: /$",
        "Allow: /*.css$",
        "Allow: /a.jpg",
        "Allow: /public/",
        "Crawl-delay: 5",
        "Request-rate: 1/60",
        "# a comment",
    ]);
    prop::collection::vec(line, 1..14).prop_map(|lines| lines.join("\n") + "\n")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// What lint says of an engine, `check` and `audit` say, also after all suggestions; and none of
    /// these closes a site to a search engine.
    #[test]
    fn generated_files(body in bodies()) {
        hold(body.as_bytes(), &body);
        prop_assert_eq!(newly_closed(body.as_bytes(), Code::ALL), [""; 0], "{}", body);
        let fixed = LintOptions::new().fix(body.as_bytes(), Code::ALL);
        hold(fixed.body(), &body);
    }
}

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn real_files() {
    for corpus in ["corpus", "corpus-2025"] {
        let names = shared::list(corpus);
        // One of ten, or as many as `CORPUS_STEP` says.
        let step = std::env::var("CORPUS_STEP").map_or(10, |step| step.parse().unwrap());
        for name in names.iter().step_by(step) {
            let body = shared::read(&format!("{corpus}/{name}"));
            let file = format!("{corpus}/{name}");
            hold(&body, &file);
            assert_eq!(newly_closed(&body, Code::ALL), [""; 0], "{file}");
            hold(LintOptions::new().fix(&body, Code::ALL).body(), &file);
        }
    }
}

/// Yandex takes a file over 500 KB for one that allows everything, and every statement about its
/// crawlers says so.
#[test]
fn a_file_too_large_for_yandex_is_open_to_its_crawlers_alone() {
    let small = "User-agent: *\nDisallow: /\n".to_owned();
    let large = format!("{small}{}", "# more text\n".repeat(50_000));
    let yandex = agents::by_token("YandexBot").unwrap();
    let google = agents::by_token("Googlebot").unwrap();
    for (body, is_open) in [(&small, false), (&large, true)] {
        let body = body.as_bytes();
        assert_eq!((closes(body, yandex), closes(body, google)), (!is_open, true));
        let told: Vec<String> = outcomes(body).iter().map(ToString::to_string).collect();
        let says_open = |name: &str| {
            told.iter()
                .any(|outcome| outcome.starts_with(name) && outcome.contains("may crawl everything"))
        };
        assert_eq!(
            (says_open("YandexBot"), says_open("Googlebot:")),
            (is_open, false),
            "{told:?}"
        );
        let chosen = LintOptions::new().dialect(Dialect::YANDEX);
        assert_eq!(chosen.outcomes(body).is_empty(), is_open);
        assert!(
            !is_open
                || chosen
                    .lint(body)
                    .iter()
                    .all(|finding| finding.code() == Code::OverSizeLimit)
        );
        let names = ["YandexBot", "Googlebot"].map(UserAgent::resolve);
        let census = names.iter().fold(Census::new(None), Census::user_agent);
        let mut access = Vec::new();
        census.access(body, |one| access.push(one.access.unwrap()));
        let of_yandex = if is_open { Access::Open } else { Access::Closed };
        assert_eq!(access, [of_yandex, Access::Closed]);
    }
    let diff = DiffOptions::new().compare_as_read(large.as_bytes(), small.as_bytes(), |name| {
        UserAgent::resolve(name).dialect()
    });
    let effect = |agent| {
        diff.agents()
            .find(|(name, _)| *name == agent)
            .map(|(_, effect)| effect.effect())
    };
    assert_eq!(effect("YandexBot"), Some(Effect::ClosesSite));
    assert_ne!(effect("*"), Some(Effect::ClosesSite));
}

/// A group of thousands of names, and of as many findings, is looked at once.
#[test]
fn a_group_of_thousands_of_names_of_yandex() {
    let body = format!(
        "{}{}",
        "User-agent: Yandex\n".repeat(12_000),
        (0..12_000)
            .map(|number| format!("Crawl-delay: {number}\n"))
            .collect::<String>()
    );
    let found = LintOptions::new().lint(body.as_bytes());
    assert!(found.len() > 11_000, "{}", found.len());
}
