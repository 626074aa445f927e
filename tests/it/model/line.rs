//! The model's lines and directives.

use robots_exclusion::Dialect;
use robots_exclusion::dialect::KeySpelling;

/// One line's text, cut and stripped of its comment, and whether it is blank.
pub(crate) struct Line {
    pub(crate) number: u32,
    pub(crate) text: Vec<u8>,
    pub(crate) blank: bool,
}

pub(crate) fn lines(dialect: Dialect, body: &[u8]) -> Vec<Line> {
    let mut rest = body;
    let mark = [0xEF, 0xBB, 0xBF];
    if rest.starts_with(&mark) {
        rest = &rest[3..];
    } else if dialect.partial_bom {
        if rest.starts_with(&mark[..2]) {
            rest = &rest[2..];
        } else if rest.starts_with(&mark[..1]) {
            rest = &rest[1..];
        }
    }
    // Each with the number of its line.
    let mut number = 1;
    let mut raw: Vec<(u32, Vec<u8>)> = vec![(1, Vec::new())];
    let mut i = 0;
    while i < rest.len() {
        if rest[i] == b'\r' && rest.get(i + 1) == Some(&b'\n') {
            number += 1;
            raw.push((number, Vec::new()));
            i += 2;
        } else if rest[i] == b'\r' || rest[i] == b'\n' {
            number += 1;
            raw.push((number, Vec::new()));
            i += 1;
        } else {
            raw.last_mut().unwrap().1.push(rest[i]);
            i += 1;
        }
    }
    if raw.last().unwrap().1.is_empty() {
        raw.pop();
    }
    let mut lines = Vec::new();
    for (number, mut text) in raw {
        if let Some(max) = dialect.max_line_bytes {
            text.truncate(max as usize);
        }
        if dialect.nul_ends_line {
            text = before(&text, b"\0");
        }
        let blank = trimmed(dialect, &text).is_empty();
        let text = trimmed(dialect, &before(&text, b"#"));
        lines.push(Line { number, text, blank });
    }
    lines
}

/// The text before the first of `ends`, or all of it.
pub(crate) fn before(text: &[u8], ends: &[u8]) -> Vec<u8> {
    let mut kept = Vec::new();
    for &byte in text {
        if ends.contains(&byte) {
            break;
        }
        kept.push(byte);
    }
    kept
}

pub(crate) fn is_white(byte: u8) -> bool {
    byte == b' ' || byte == b'\t' || byte == b'\n' || byte == 0x0B || byte == 0x0C || byte == b'\r'
}

pub(crate) fn trim(text: &[u8]) -> Vec<u8> {
    let mut text = text;
    while !text.is_empty() && is_white(text[0]) {
        text = &text[1..];
    }
    while !text.is_empty() && is_white(text[text.len() - 1]) {
        text = &text[..text.len() - 1];
    }
    text.to_vec()
}

/// What no eye sees, except white space of ASCII.
#[rustfmt::skip]
const INVISIBLE: [char; 35] = [
    '\u{A0}', '\u{AD}', '\u{61C}', '\u{1680}', '\u{180E}', '\u{2000}', '\u{2001}', '\u{2002}', '\u{2003}', '\u{2004}', '\u{2005}',
    '\u{2006}', '\u{2007}', '\u{2008}', '\u{2009}', '\u{200A}', '\u{200B}', '\u{200C}', '\u{200D}', '\u{200E}', '\u{200F}', '\u{2028}',
    '\u{2029}', '\u{202A}', '\u{202B}', '\u{202C}', '\u{202F}', '\u{205F}', '\u{2060}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}',
    '\u{3000}', '\u{FEFF}',
];

/// A text as the dialect trims it.
fn trimmed(dialect: Dialect, text: &[u8]) -> Vec<u8> {
    let mut text = trim(text);
    // None of the invisible ones is ASCII.
    if !dialect.trims_invisible || text.is_ascii() {
        return text;
    }
    loop {
        let length = text.len();
        for character in INVISIBLE {
            let unseen = character.to_string().into_bytes();
            text = text.strip_prefix(&unseen[..]).unwrap_or(&text).to_vec();
            text = text.strip_suffix(&unseen[..]).unwrap_or(&text).to_vec();
        }
        // The no-break space of Latin-1, which in UTF-8 begins no character, and follows no byte of
        // ASCII.
        while text.first() == Some(&0xA0) {
            text.remove(0);
        }
        let spaces = text.iter().rev().take_while(|&&byte| byte == 0xA0).count();
        if spaces < text.len() && text[text.len() - spaces - 1].is_ascii() {
            text.truncate(text.len() - spaces);
        }
        text = trim(&text);
        if text.len() == length {
            return text;
        }
    }
}

/// The words of a text, separated by spaces and tabs.
pub(crate) fn words(text: &[u8]) -> Vec<Vec<u8>> {
    let mut words = vec![Vec::new()];
    for &byte in text {
        if byte == b' ' || byte == b'\t' {
            words.push(Vec::new());
        } else {
            words.last_mut().unwrap().push(byte);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

pub(crate) fn lower(text: &[u8]) -> Vec<u8> {
    text.iter().map(|byte| byte.to_ascii_lowercase()).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    UserAgent,
    Allow,
    Disallow,
    Other,
}

pub(crate) struct Directive {
    pub(crate) kind: Kind,
    pub(crate) key: Vec<u8>,
    pub(crate) value: Vec<u8>,
}

pub(crate) fn directive(dialect: Dialect, text: &[u8]) -> Option<Directive> {
    let trim = |text: &[u8]| trimmed(dialect, text);
    let key = before(text, b":");
    let pair = words(text);
    // The only colon may belong to the value: `Disallow /x:y`, `Sitemap https://example.com/s.xml`.
    let is_in_value = dialect.key_spelling == KeySpelling::Misspelled
        && pair.len() == 2
        && pair[0].len() < key.len()
        && ["/", "*", "http://", "https://"]
            .iter()
            .any(|start| lower(&pair[1]).starts_with(start.as_bytes()));
    let (key, value) = if let Some(crawler) = crawler_line(dialect, text) {
        crawler
    } else if is_in_value {
        (trim(&pair[0]), trim(&pair[1]))
    } else if key.len() < text.len() {
        (trim(&key), trim(&text[key.len() + 1..]))
    } else {
        let words = words(text);
        if dialect.key_spelling == KeySpelling::Exact || words.len() != 2 {
            return None;
        }
        (trim(&words[0]), trim(&words[1]))
    };
    if key.is_empty() {
        return None;
    }
    Some(Directive {
        kind: kind(dialect, &key),
        key,
        value,
    })
}

/// Key and value of a line that means to name a crawler and has no colon after its key.
fn crawler_line(dialect: Dialect, text: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    if dialect.key_spelling != KeySpelling::Misspelled {
        return None;
    }
    let key = crawler_key(text)?;
    let after = &text[key.len()..];
    let mut value = trimmed(dialect, after);
    if value.starts_with(b":") {
        return None;
    }
    let is_apart = value.len() < after.len();
    let signs = [
        "=", ";", ",", "-", ">", "|", ":", "\u{2013}", "\u{2014}", "\u{FF1A}",
    ];
    let mut has_sign = false;
    while let Some(sign) = signs.iter().find(|sign| value.starts_with(sign.as_bytes())) {
        value = trimmed(dialect, &value[sign.len()..]);
        has_sign = true;
    }
    let is_name = is_apart && words(&value).len() <= 2;
    (has_sign || value.is_empty() || is_name).then_some((key, value))
}

/// The key that a text begins with, if it is made of `user` and `agent`.
fn crawler_key(text: &[u8]) -> Option<Vec<u8>> {
    let small = lower(text);
    for user in ["user", "users"] {
        for agent in ["agen", "agent", "agens", "agents"] {
            for between in 0..=4 {
                let (start, end) = (user.len() + between, user.len() + between + agent.len());
                let is_key = small.len() >= end
                    && small.starts_with(user.as_bytes())
                    && small[user.len()..start]
                        .iter()
                        .all(|byte| b" \t-_.".contains(byte) || !byte.is_ascii())
                    && small[start..].starts_with(agent.as_bytes())
                    && !small.get(end).is_some_and(u8::is_ascii_alphanumeric);
                if is_key {
                    return Some(text[..end].to_vec());
                }
            }
        }
    }
    None
}

fn kind(dialect: Dialect, key: &[u8]) -> Kind {
    let mut spellings: Vec<(&str, Kind)> = vec![
        ("user-agent", Kind::UserAgent),
        ("allow", Kind::Allow),
        ("disallow", Kind::Disallow),
    ];
    match dialect.key_spelling {
        KeySpelling::Exact => {}
        KeySpelling::Misspelled | KeySpelling::Prefix => {
            for misspelled in ["useragent", "user agent"] {
                spellings.push((misspelled, Kind::UserAgent));
            }
            for misspelled in ["dissallow", "dissalow", "disalow", "diasllow", "disallaw"] {
                spellings.push((misspelled, Kind::Disallow));
            }
        }
    }
    if dialect.key_spelling == KeySpelling::Misspelled {
        spellings.push(("alow", Kind::Allow));
        for misspelled in ["useg-agent", "ser-agent", "user-agnet"] {
            spellings.push((misspelled, Kind::UserAgent));
        }
        for misspelled in [
            "desallow",
            "dssalow",
            "dsallow",
            "diallow",
            "disallows",
            "disllow",
            "disllaow",
        ] {
            spellings.push((misspelled, Kind::Disallow));
        }
    }
    if dialect.key_spelling == KeySpelling::Misspelled && crawler_key(key).is_some_and(|whole| whole == key) {
        return Kind::UserAgent;
    }
    let key = lower(key);
    for (spelling, kind) in spellings {
        if kind == Kind::Allow && !dialect.allow_lines {
            continue;
        }
        if key == spelling.as_bytes()
            || dialect.key_spelling == KeySpelling::Prefix && key.starts_with(spelling.as_bytes())
        {
            return kind;
        }
    }
    // Sitemap and extension lines are read elsewhere; for groups and rules they make no difference.
    Kind::Other
}
