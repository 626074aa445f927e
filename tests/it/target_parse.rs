//! Which strings [`Target::parse`] accepts as URLs and paths, what it says about the others, and
//! where a target begins and ends.

use robots_exclusion::dialect::PercentMode;
use robots_exclusion::error::TargetError;
use robots_exclusion::{Dialect, Target};

use crate::model::target;

#[test]
fn urls_and_paths_have_the_target_of_the_lenient_way() {
    for url in [
        "/",
        "/x?y#z",
        "//x",
        "/a b\u{e9}\u{0}",
        "https://example.com",
        "HTTPS://EXAMPLE.com/x",
        "http://example.com?x",
        "http://example.com#x",
        "http://example.com:/x",
        "http://example.com:65535/x",
        "http://user:pass:word@example.com:80/x",
        "http://127.0.0.1/x",
        "http://[::1]/x",
        "http://[fe80::1%25eth0]:8080",
        "http://b\u{fc}cher.example/x",
        "http://a_b.example/x",
        "http://example.com/[x]|y",
    ] {
        let target = |parsed: Result<Target<'_>, _>| {
            parsed.map(|target| (target.url().to_vec(), target.as_bytes().to_vec()))
        };
        let expected = target(Ok(Target::new(url)));
        assert_eq!(target(Target::parse(url)), expected, "{url}");
        assert_eq!(target(Target::parse_bytes(url.as_bytes())), expected, "{url}");
        assert_eq!(Target::validate(url.as_bytes()), Ok(()), "{url}");
    }
    let latin = Target::parse_bytes(b"http://example.com/\xE9");
    assert_eq!(latin.map(|target| target.as_bytes()), Ok(&b"/\xE9"[..]));
}

#[test]
fn everything_else_is_an_error() {
    let table = [
        ("", TargetError::Empty),
        ("checkout/pay", TargetError::Relative),
        ("example.com", TargetError::Relative),
        ("example.com/x?u=http://a/", TargetError::Relative),
        ("example.com:8080/x", TargetError::Relative),
        ("localhost:80", TargetError::Relative),
        ("not a url", TargetError::Relative),
        (" /x", TargetError::Relative),
        (" https://example.com/", TargetError::Relative),
        ("?x", TargetError::Relative),
        ("#x", TargetError::Relative),
        ("://example.com/", TargetError::Relative),
        ("1http://example.com/", TargetError::Relative),
        ("mailto:x", TargetError::Scheme),
        ("ftp://example.com/x", TargetError::Scheme),
        ("file:///x", TargetError::Scheme),
        ("javascript:void(0)", TargetError::Scheme),
        ("https:/www.example.com/checkout/pay", TargetError::Slashes),
        ("https:www.example.com", TargetError::Slashes),
        ("http:", TargetError::Slashes),
        ("http:\\\\example.com", TargetError::Slashes),
        ("http://", TargetError::NoHost),
        ("https:///x", TargetError::NoHost),
        ("https://?x", TargetError::NoHost),
        ("https://:80/", TargetError::NoHost),
        ("https://user@/x", TargetError::NoHost),
        ("http://[]/", TargetError::NoHost),
        ("http://[bad", TargetError::Host),
        ("http://[bad]/", TargetError::Host),
        ("http://[::1]x/", TargetError::Host),
        ("http://exa mple.com/", TargetError::Host),
        ("http://example.com\n/", TargetError::Host),
        ("http://exa<mple.com/", TargetError::Host),
        ("http://example.com:8o/", TargetError::Port),
        ("http://example.com:65536/", TargetError::Port),
        ("http://[::1]:99999/", TargetError::Port),
    ];
    for (url, error) in table {
        assert_eq!(Target::parse(url), Err(error), "{url}");
        assert_eq!(Target::validate(url.as_bytes()), Err(error), "{url}");
    }
    // Every message says what to write instead.
    for (_, error) in table {
        assert!(error.to_string().contains("write"), "{error}");
    }
}

#[test]
fn any_bytes_get_an_answer() {
    for first in 0..=u8::MAX {
        for second in 0..=u8::MAX {
            for prefix in ["", "http:", "http://", "http://[", "http://a:"] {
                let url = [prefix.as_bytes(), &[first, second]].concat();
                let parsed = Target::parse_bytes(&url);
                assert_eq!(Target::validate(&url), parsed.map(|_| ()));
                if let Ok(target) = parsed {
                    assert_eq!(target, Target::from_bytes(&url));
                }
            }
        }
    }
}

/// Delimiters in every order, which the model looks for one after the other.
#[test]
fn targets_of_all_short_urls() {
    let mut urls: Vec<Vec<u8>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..6 {
        let to = urls.len();
        for i in from..to {
            for byte in b"/?;#:a\0" {
                urls.push([&urls[i][..], &[*byte]].concat());
            }
        }
        from = to;
    }
    for dialect in [Dialect::RFC_9309, Dialect::GOOGLE] {
        for url in &urls {
            let expected = target(dialect.target_syntax, url);
            let expected = String::from_utf8(expected).expect("ASCII");
            let expected = match dialect.percent_mode {
                PercentMode::RuleOnly => expected,
                _ => expected.replace('\0', "%00"),
            };
            let found = Target::for_dialect(url, &dialect).to_canonical(&dialect);
            assert_eq!(found, expected.as_bytes(), "{}", url.escape_ascii());
        }
    }
}
