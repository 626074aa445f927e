//! When two files say the same.

use robots_exclusion::{Dialect, RobotsTxt};
use robots_exclusion_analysis::read_alike;

#[track_caller]
fn alike(dialect: Dialect, old: &str, new: &str) -> bool {
    let [old, new] = [old, new].map(|body| RobotsTxt::options().dialect(dialect).parse(body.as_bytes()));
    let is_alike = read_alike(&old, &new);
    assert_eq!(read_alike(&new, &old), is_alike, "it has no direction");
    assert!(read_alike(&old, &old) && read_alike(&new, &new));
    is_alike
}

#[test]
fn spelling_says_nothing() {
    let old = "User-agent: FooBot\nDisallow: /caf%c3%a9\nAllow: /\nCrawl-delay: 1\n\nSitemap: https://a.example/s.xml\n";
    for new in [
        "user-agent: foobot\ndisallow: /caf\u{e9}\nallow: /\ncrawl-delay: 1.0\n\nsitemap: https://a.example/s.xml\n",
        "# Hello.\r\nUser-agent:FooBot # you\r\nDisallow:/caf%C3%A9\r\nAllow:/\r\nCrawl-delay:1\r\nSitemap:https://a.example/s.xml",
        // In another order, twice, and with rules that are empty.
        "Sitemap: https://a.example/s.xml\nUser-agent: FooBot\nAllow: /\nDisallow: /caf\u{e9}\nDisallow:\n\nUser-agent: FooBot\nCrawl-delay: 1\nAllow: /\n",
    ] {
        assert!(alike(Dialect::RFC_9309, old, new), "{new}");
    }
}

#[test]
fn all_else_does() {
    let old = "User-agent: FooBot\nDisallow: /a\nCrawl-delay: 1\n\nSitemap: https://a.example/s.xml\n";
    for new in [
        "User-agent: BarBot\nDisallow: /a\nCrawl-delay: 1\n\nSitemap: https://a.example/s.xml\n",
        "User-agent: FooBot\nUser-agent: BarBot\nDisallow: /a\nCrawl-delay: 1\n\nSitemap: https://a.example/s.xml\n",
        "User-agent: FooBot\nAllow: /a\nCrawl-delay: 1\n\nSitemap: https://a.example/s.xml\n",
        "User-agent: FooBot\nDisallow: /A\nCrawl-delay: 1\n\nSitemap: https://a.example/s.xml\n",
        "User-agent: FooBot\nDisallow: /a\nCrawl-delay: 2\n\nSitemap: https://a.example/s.xml\n",
        "User-agent: FooBot\nDisallow: /a\nCrawl-delay: 1\n\nSitemap: https://a.example/S.xml\n",
        "User-agent: FooBot\nDisallow: /a\nCrawl-delay: 1\n",
        "User-agent: FooBot\nDisallow: /a\nDisallow: /ab\nCrawl-delay: 1\n\nSitemap: https://a.example/s.xml\n",
        "<!doctype html>\n<html>",
        "",
    ] {
        assert!(!alike(Dialect::RFC_9309, old, new), "{new}");
    }
}

#[test]
fn lines_for_some_names_of_a_group_are_told_from_lines_for_all() {
    let first = "User-agent: a\nCrawl-delay: 5\nUser-agent: b\nDisallow: /x\n";
    let both = "User-agent: a\nUser-agent: b\nCrawl-delay: 5\nDisallow: /x\n";
    assert!(!alike(Dialect::RFC_9309, first, both));
    let below = "User-agent: a\n# For both.\nUser-agent: b\nDisallow: /x\nCrawl-delay: 5\n";
    assert!(alike(Dialect::RFC_9309, both, below));
}

#[test]
fn order_matters_where_it_decides() {
    let old = "User-agent: *\nAllow: /a\nDisallow: /\n";
    let new = "User-agent: *\nDisallow: /\nAllow: /a\n";
    assert!(alike(Dialect::RFC_9309, old, new));
    assert!(!alike(Dialect::DRAFT_1996, old, new));
    // Where one name may contain another, the first group that fits counts.
    let old = "User-agent: foo\nDisallow: /a\n\nUser-agent: foobot\nDisallow: /b\n";
    let new = "User-agent: foobot\nDisallow: /b\n\nUser-agent: foo\nDisallow: /a\n";
    assert!(alike(Dialect::RFC_9309, old, new));
    assert!(!alike(Dialect::ORIGINAL_1994, old, new));
}

#[test]
fn files_in_two_dialects_are_not_alike() {
    let parse = |dialect| {
        RobotsTxt::options()
            .dialect(dialect)
            .parse(b"User-agent: *\nDisallow: /\n")
    };
    assert!(!read_alike(&parse(Dialect::RFC_9309), &parse(Dialect::GOOGLE)));
}
