//! Lines and names.

use proptest::prelude::*;
use proptest::sample::select;

use super::path::{PatternParts, pattern_parts};

#[rustfmt::skip]
const NAMES: [&str; 29] = [
    "FooBot", "foobot", "FooBot/2.1", "Foo", "Foo Bot", "FooBot Bar", "Foo\tBar", "FooBot-News", "BarBot",
    "MJ12bot", "008", "*", "*", "*", "* Foo", "*\tfoo", "*foo", "**", "*/1", "", "Yandex", "YandexBot/3.0",
    "Mozilla/5.0 (compatible; FooBot)", "\"FooBot\"", "bot", "a", "\u{200B}FooBot\u{A0}", "*\u{AD}",
    "one two three",
];

#[rustfmt::skip]
const CALLERS: [&str; 23] = [
    "FooBot", "FooBot", "FOOBOT", "foobot/2.1 (+https://foo.example)", "Foo", "FooBot-News", "BarBot",
    "MJ12bot", "MJ", "YandexBot", "yandeximages/3.0", " FooBot ", "Foo Bot", "a", "bot", "", "*", "/",
    "Other", "Fo\u{f6}Bot", "Foo/1 (YandexBot)", "a*b", "https://foo.example/bot",
];

/// The names a crawler answers to, best first.
pub(crate) fn agents() -> impl Strategy<Value = Vec<&'static str>> {
    let one = || prop_oneof![Just("FooBot"), select(CALLERS.to_vec())];
    prop_oneof![
        12 => prop::collection::vec(one(), 1),
        6 => prop::collection::vec(one(), 2..4),
        1 => Just(Vec::new()),
    ]
}

/// A line without its end.
#[derive(Clone, Debug)]
pub(crate) enum LineParts {
    UserAgent(&'static str, &'static str, &'static str),
    Rule(&'static str, &'static str, Vec<PatternParts>),
    Other(&'static [u8]),
}

fn user_agent() -> impl Strategy<Value = LineParts> {
    #[rustfmt::skip]
    let keys = [
        "user-AGENT", "useragent", "user agent", "User-agents", "Users  agen", "user\u{2013}agent", "User-agentx",
        "user_agent", " User-agent", "User-agent foo", "\u{FEFF}User-agent\u{A0}", "User\u{200B}-agent",
    ];
    let key = prop_oneof![3 => Just("User-agent"), 1 => select(keys.to_vec())];
    let name = prop_oneof![select(vec!["FooBot", "*"]), select(NAMES.to_vec())];
    (key, separator(), name).prop_map(|(key, separator, name)| LineParts::UserAgent(key, separator, name))
}

fn separator() -> impl Strategy<Value = &'static str> {
    let odd = vec![
        ":",
        " : ",
        ":\t",
        " ",
        "\t ",
        "::",
        ":\x0B",
        " \x0C:",
        " = ",
        "=",
        "; ",
        "\u{FF1A}",
        "\u{A0}",
        ":\u{200E} ",
        "\u{AD}:",
    ];
    prop_oneof![4 => Just(": "), 1 => select(odd)]
}

fn rule() -> impl Strategy<Value = LineParts> {
    #[rustfmt::skip]
    let keys = [
        "disALLOW", "allow", "dissallow", "Disalow", "disallaw", "Disallowed", "DisallowAITraining", "dis-allow", "Allowed",
        "alow", "\tDisallow", "Disllow", "disallows",
    ];
    let patterns = prop_oneof![
        8 => prop::collection::vec(pattern_parts(), 1),
        1 => prop::collection::vec(pattern_parts(), 2),
        1 => Just(Vec::new()),
    ];
    let key = prop_oneof![3 => Just("Disallow"), 3 => Just("Allow"), 2 => select(keys.to_vec())];
    (key, separator(), patterns)
        .prop_map(|(key, separator, patterns)| LineParts::Rule(key, separator, patterns))
}

fn other() -> impl Strategy<Value = LineParts> {
    let blank: [&[u8]; 4] = [b"", b"", b" \t", b"\x0B"];
    #[rustfmt::skip]
    let lines: [&[u8]; 22] = [
        b"# a comment", b" #User-agent: *", b"#", b"Sitemap: https://e.com/s.xml#a", b"Site-map: x",
        b"Crawl-delay: 5", b"Robot-version: 2.0", b"Robot-version: 2.0", b"robot-VERSION:2.0.0 # x",
        b"Robot-version 2.0", b"Robot-version: 2.1", b"junk", b"two words", b"three little words", b": x",
        b":", b"x:", b"\0", b"\0: x", b"\xEF\xBB\xBFx: y", b"<html>", b"            x: y",
    ];
    prop_oneof![
        1 => select(blank.to_vec()),
        1 => select(lines.to_vec()),
    ]
    .prop_map(LineParts::Other)
}

pub(crate) fn line_parts() -> impl Strategy<Value = LineParts> {
    prop_oneof![3 => user_agent(), 9 => rule(), 2 => other()]
}

impl LineParts {
    pub(crate) fn written(&self, stems: &[Vec<u8>]) -> Vec<u8> {
        match self {
            Self::UserAgent(key, separator, name) => [*key, separator, name].concat().into_bytes(),
            Self::Rule(key, separator, patterns) => {
                let patterns: Vec<Vec<u8>> = patterns.iter().map(|pattern| pattern.written(stems)).collect();
                [key.as_bytes(), separator.as_bytes(), &patterns.join(&b" "[..])].concat()
            }
            Self::Other(text) => text.to_vec(),
        }
    }

    pub(crate) fn patterns(&self, stems: &[Vec<u8>]) -> Vec<Vec<u8>> {
        match self {
            Self::Rule(_, _, patterns) => patterns.iter().map(|pattern| pattern.written(stems)).collect(),
            _ => Vec::new(),
        }
    }
}
