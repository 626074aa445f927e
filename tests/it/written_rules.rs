//! Rules as they are written, found by what compiled rules cite.

use proptest::prelude::*;
use robots_exclusion::dialect::PatternLanguage;
use robots_exclusion::{Dialect, RobotsTxt, Rule, WrittenRules};

type Spelled = (String, usize, Option<std::ops::Range<usize>>);

fn spelled(rule: &Rule<'_>) -> Spelled {
    (
        rule.to_string(),
        rule.length(),
        rule.span().map(|span| span.range()),
    )
}

fn line() -> impl Strategy<Value = String> {
    let paths = prop::sample::select(vec![
        "/x",
        "/%78",
        "/x/y",
        "/x*y",
        "/*",
        "/x$",
        "/x*",
        "/xy",
        "/x$y",
        "/x/*",
        "/x/$",
        "/x/y$",
        "/x/y*",
        "/x/index.html",
        "x",
        "/é",
        "/%C3%A9",
        "/[xy]*",
        "",
    ]);
    let keys = prop::sample::select(vec!["Allow: ", "Disallow: "]);
    let rule = (keys, prop::collection::vec(paths, 1..4));
    let rule = rule.prop_map(|(key, paths)| format!("{key}{}\n", paths.join(" ")));
    let others = prop::sample::select(vec![
        "User-agent: a\n",
        "User-agent: *\n",
        "Robot-version: 2.0\n",
        "\n",
        "\r",
    ]);
    prop_oneof![3 => rule, 1 => others.prop_map(String::from)]
}

proptest! {
    /// In every dialect, and in those of them in which a line may hold several rules, what the file cites itself.
    #[test]
    fn what_is_cited_is_found_as_written(
        lines in prop::collection::vec(line(), 0..12),
        several in any::<bool>(),
        index_html in any::<bool>(),
        is_prefix in any::<bool>(),
    ) {
        let body = format!("User-agent: a\n{}", lines.concat());
        for (name, dialect) in Dialect::PRESETS.iter().copied() {
            let dialect = dialect
                .with_several_paths(several || dialect.several_paths())
                .with_index_html(index_html || dialect.index_html());
            let dialect = if is_prefix {
                dialect.with_pattern_language(PatternLanguage::Prefix)
            } else {
                dialect
            };
            let robots = RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
            let rules = robots.rules_for("a");
            let mut groups = robots.groups_for("a");
            groups.reverse();
            let written = WrittenRules::new(groups);
            for url in ["/", "/x", "/x/", "/x/y", "/xy", "/é", "/x/index.html", "/x$", "/x$y", "/x*", "/x/*y", "/x/$"] {
                let expected = robots.check("a", url).rule().map(spelled);
                let cited = rules.check(url);
                let found = cited.rule().and_then(|rule| written.find(robots.body(), rule, url));
                prop_assert_eq!(found.as_ref().map(spelled), expected, "{} {}", name, url);
            }
        }
    }
}

#[test]
fn lines_that_hold_several() {
    let body = b"User-agent: *\nDisallow: /a /b\nDisallow: /c\n";
    let written = |dialect| WrittenRules::new(RobotsTxt::options().dialect(dialect).parse(body).groups());
    assert!(written(Dialect::REVISITED).has_shared_lines());
    assert!(!written(Dialect::RFC_9309).has_shared_lines());
    // Two in one place each, and the texts of those that share a line.
    assert!(written(Dialect::REVISITED).heap_bytes() > written(Dialect::RFC_9309).heap_bytes());
    assert_eq!(written(Dialect::RFC_9309).heap_bytes(), 2 * 16);
    assert_eq!(WrittenRules::default().heap_bytes(), 0);
}

#[test]
fn what_is_not_among_them_is_not_found() {
    let robots = RobotsTxt::parse(b"User-agent: a\nDisallow: /a\n\nUser-agent: b\nDisallow: /b\n");
    let rules = robots.rules_for("b");
    let verdict = rules.check("/b");
    let cited = verdict.rule().unwrap();
    let of = |agent: &str| WrittenRules::new(robots.groups_for(agent));
    assert_eq!(
        of("b").find(robots.body(), cited, "/b").unwrap().to_string(),
        "Disallow: /b"
    );
    assert_eq!(of("a").find(robots.body(), cited, "/b"), None);
    // In a body that ends before it.
    assert_eq!(of("b").find(b"User-agent: b\n", cited, "/b"), None);
    // On the same line, which holds several, none of which matches.
    let options = RobotsTxt::options().dialect(Dialect::REVISITED);
    let other = options.parse(b"\n\n\nUser-agent: c\nDisallow: /a /c\n");
    assert_eq!(cited.line(), 5);
    let written = WrittenRules::new(other.groups());
    assert_eq!(written.find(other.body(), cited, "/b"), None);
    assert_eq!(
        written.find(other.body(), cited, "/c").unwrap().to_string(),
        "Disallow: /c"
    );
}
