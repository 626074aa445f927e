//! The probable meaning of a value: without marks that an editor, another format or a habit put
//! around it.

use core::fmt;

use crate::lint::preferences::vocabulary::{Vocabulary, Word, loses_refusal};
use robots_exclusion::agents::Agent;
use robots_exclusion::companions::whitespace;
use robots_exclusion::companions::whitespace::trim_unseen;

/// An invisible character in a text.
pub(in crate::lint) struct Unseen {
    /// Its offset in the text, in bytes.
    pub(in crate::lint) at: usize,
    pub(in crate::lint) character: char,
    name: &'static str,
}

impl fmt::Display for Unseen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_vowel = self.name.starts_with(['A', 'O', 'e', 'i']);
        let article = if is_vowel { "an" } else { "a" };
        write!(f, "U+{:04X}, {article} {}", u32::from(self.character), self.name)
    }
}

/// The first invisible character of a text. Linear in the text.
pub(in crate::lint) fn unseen(text: &[u8]) -> Option<Unseen> {
    if text.is_ascii() {
        return None;
    }
    let mut at = 0;
    for chunk in text.utf8_chunks() {
        for (offset, character) in chunk.valid().char_indices() {
            if let Some(name) = whitespace::unseen(character) {
                return Some(Unseen {
                    at: at + offset,
                    character,
                    name,
                });
            }
        }
        at += chunk.valid().len() + chunk.invalid().len();
    }
    None
}

/// The first tag of HTML in a text, `<br />` for example. Other words in angle brackets are names
/// that stand for something, as in `/user/<id>`.
pub(in crate::lint) fn html_tag(text: &[u8]) -> Option<&[u8]> {
    const ELEMENTS: [&str; 26] = [
        "a",
        "b",
        "blockquote",
        "body",
        "br",
        "center",
        "code",
        "div",
        "em",
        "font",
        "h1",
        "h2",
        "h3",
        "hr",
        "html",
        "i",
        "li",
        "ol",
        "p",
        "pre",
        "span",
        "strong",
        "table",
        "td",
        "tr",
        "ul",
    ];
    memchr::memchr_iter(b'<', text).find_map(|start| {
        // No tag that is written by accident is longer.
        const LONGEST: usize = 64;
        let inner = &text[start + 1..text.len().min(start + 1 + LONGEST)];
        let end = memchr::memchr(b'>', inner)?;
        let inner = &inner[..end];
        let name = inner.strip_prefix(b"/").unwrap_or(inner);
        let name = name
            .split(|byte| byte.is_ascii_whitespace() || *byte == b'/')
            .next()?;
        let is_name = |element: &&str| name.eq_ignore_ascii_case(element.as_bytes());
        ELEMENTS
            .iter()
            .any(is_name)
            .then(|| &text[start..start + end + 2])
    })
}

/// A text without the tags of HTML in it, and without white space around what is left.
pub(in crate::lint) fn without_html_tags(text: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(tag) = html_tag(rest) {
        let start = robots_exclusion::companions::offset_in(rest, tag);
        kept.extend_from_slice(&rest[..start]);
        rest = &rest[start + tag.len()..];
    }
    kept.extend_from_slice(rest);
    kept.trim_ascii().to_vec()
}

/// A text without invisible characters. Those within it that are white space become `%20`.
pub(in crate::lint) fn seen(text: &[u8]) -> Vec<u8> {
    let mut rest = trim_unseen(text);
    let mut seen = Vec::with_capacity(rest.len());
    while let Some(unseen) = unseen(rest) {
        seen.extend_from_slice(&rest[..unseen.at]);
        let has_width = unseen.character.is_whitespace();
        rest = &rest[unseen.at + unseen.character.len_utf8()..];
        if has_width {
            seen.extend_from_slice(b"%20");
        }
    }
    seen.extend_from_slice(rest);
    seen
}

/// White space that is spelled out as an escape. Some programs write `\n` as two characters instead
/// of a line end.
const SPELLED: [&str; 3] = ["\\n", "\\r", "\\t"];

/// A text without spelled-out white space at its end: `/a\r\n`.
pub(in crate::lint) fn without_spelled_ends(mut text: &[u8]) -> &[u8] {
    loop {
        let end = |spelled: &&str| text.strip_suffix(spelled.as_bytes());
        match SPELLED.iter().find_map(end) {
            Some(rest) => text = rest.trim_ascii_end(),
            None => return text,
        }
    }
}

/// Marks that people put before a path: quotes and brackets, the `^` of a regular expression, a
/// second colon, an equals sign, and white space, also if it is spelled out.
const BEFORE: [&str; 17] = [
    "\"", "'", "`", "<", "^", ":", "=", "(", "[", "\u{201C}", "\u{2018}", "\u{AB}", "\u{201E}", " ",
    SPELLED[0], SPELLED[1], SPELLED[2],
];
/// Marks that people put after a path: closing quotes and brackets, and a space.
const AFTER: [&str; 11] = [
    "\"", "'", "`", ">", ")", "]", "\u{201D}", "\u{2019}", "\u{BB}", "\u{201C}", " ",
];

/// The path in a value that is wrapped in quotes or other marks: `"/a"`, `</a>`, `^/a`, `: /a`,
/// `../a`, `\t/a`. `None` if there is no such mark, or no path within.
pub(in crate::lint) fn unwrapped(value: &[u8]) -> Option<&[u8]> {
    let mut inner = trim_unseen(value);
    let mut is_wrapped = false;
    loop {
        let start = |mark: &&str| inner.strip_prefix(mark.as_bytes());
        let Some(rest) = BEFORE.iter().find_map(start) else {
            break;
        };
        inner = rest;
        is_wrapped = true;
    }
    let mut rest = inner;
    while let Some(after) = rest.strip_prefix(b"./").or_else(|| rest.strip_prefix(b"../")) {
        rest = after;
    }
    let dots = inner.len() - rest.len();
    if dots > 0 {
        // The slash of the last `../` begins the path.
        inner = &inner[dots - 1..];
        is_wrapped = true;
    }
    if !is_wrapped || !matches!(inner.first(), Some(b'/' | b'*')) {
        return None;
    }
    Some(without_marks_after(inner))
}

/// Strips trailing quotes and brackets ([`AFTER`]). If the text consists of such marks, the first
/// remains.
fn without_marks_after(mut text: &[u8]) -> &[u8] {
    loop {
        let end = |mark: &&str| text.strip_suffix(mark.as_bytes());
        match AFTER.iter().find_map(end) {
            Some(rest) if !rest.is_empty() => text = rest,
            _ => return text,
        }
    }
}

/// A name without curly quotes and guillemets at its ends.
pub(in crate::lint) fn unquoted(mut name: &[u8]) -> &[u8] {
    const CURLY: [&str; 6] = ["\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}", "\u{AB}", "\u{BB}"];
    loop {
        let start = |mark: &&str| name.strip_prefix(mark.as_bytes());
        let end = |mark: &&str| name.strip_suffix(mark.as_bytes());
        match CURLY
            .iter()
            .find_map(start)
            .or_else(|| CURLY.iter().find_map(end))
        {
            Some(rest) => name = rest,
            None => return name,
        }
    }
}

/// A list of `key=value` in the way of `Content-Signal`, from one with other separators (`;`, `|`,
/// `&`, spaces), a colon between key and value, or other words for yes and no. `None` if it is
/// empty, or if any part of it cannot be read: that may be a refusal. `None` also if a refusal would be
/// lost beside a permission.
pub(in crate::lint) fn signals(value: &str) -> Option<String> {
    let mut text = String::with_capacity(value.len());
    for character in value.chars() {
        text.push(match character {
            ';' | '|' | '&' => ',',
            ':' => '=',
            other => other,
        });
    }
    // Spaces around the sign are removed, so that every space that is left separates two signals.
    while let Some(at) = [" =", "\t=", "= ", "=\t"]
        .iter()
        .find_map(|spaced| text.find(spaced))
    {
        let blank = at + usize::from(text[at..].starts_with('='));
        text.remove(blank);
    }
    let mut list = String::new();
    for item in text.split([',', ' ', '\t']).filter(|item| !item.is_empty()) {
        let (key, said) = item.split_once('=')?;
        let key = signal(key).unwrap_or(key);
        let said = match key.eq_ignore_ascii_case("use") {
            true => Vocabulary::Signals.reads(key, said).then_some(said)?,
            false => Vocabulary::Signals.said(said)?,
        };
        let separator = if list.is_empty() { "" } else { ", " };
        list.extend([separator, key, "=", said]);
    }
    (!list.is_empty() && !loses_refusal(Vocabulary::Signals, &list)).then_some(list)
}

/// The line that was probably intended if a signal is written as a key, as in `ai-train: no`.
pub(in crate::lint) fn signal_as_key(key: &[u8], value: &[u8]) -> Option<String> {
    const KNOWN: [&str; 3] = ["search", "ai-input", "ai-train"];
    let key = core::str::from_utf8(key).ok()?;
    let known = KNOWN.into_iter().find(|known| key.eq_ignore_ascii_case(known));
    let said = [
        known.or_else(|| signal(key))?,
        "=",
        core::str::from_utf8(value).ok()?,
    ]
    .concat();
    Some(["Content-Signal: ", &signals(&said)?].concat())
}

/// The known signal of which a key is a variant, such as `ai_train` and `ai-training`. `None` if
/// the key is known itself, or unlike any.
pub(in crate::lint) fn signal(key: &str) -> Option<&'static str> {
    match Vocabulary::Signals.word(key) {
        Word::Variant(known) => Some(known),
        Word::Known | Word::Unknown(_) => None,
    }
}

/// The operators of some crawlers, in words: `Yandex and Baidu`. `other` if there are none.
pub(in crate::lint) fn operators<'a>(agents: impl Iterator<Item = &'a Agent>, other: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for agent in agents {
        if !names.contains(&agent.operator()) {
            names.push(agent.operator());
        }
    }
    match &names[..] {
        [] => other.into(),
        [one] => (*one).into(),
        [others @ .., last] => [&others.join(", "), " and ", last].concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_in_wrappers() {
        for (value, expected) in [
            ("\"/a\"", Some("/a")),
            ("'/a'", Some("/a")),
            ("\u{201C}/a\u{201D}", Some("/a")),
            ("`/a`", Some("/a")),
            ("</a>", Some("/a")),
            ("^/foo", Some("/foo")),
            (": /a", Some("/a")),
            ("=/a", Some("/a")),
            ("./x", Some("/x")),
            ("../x", Some("/x")),
            ("../../x", Some("/x")),
            (".../x", None),
            ("\\t/a", Some("/a")),
            ("\"*.gif$\"", Some("*.gif$")),
            ("/a", None),
            ("a", None),
            (".gif", None),
        ] {
            let found = unwrapped(value.as_bytes()).map(|path| core::str::from_utf8(path).unwrap());
            assert_eq!(found, expected, "{value}");
        }
    }

    #[test]
    fn ends_that_are_spelled_out() {
        for (text, expected) in [
            ("/a\\n", "/a"),
            ("/a\\r\\n", "/a"),
            ("/a \\t", "/a"),
            ("\\n", ""),
            ("/a\\nb", "/a\\nb"),
            ("/an", "/an"),
        ] {
            assert_eq!(
                without_spelled_ends(text.as_bytes()),
                expected.as_bytes(),
                "{text}"
            );
        }
    }

    #[test]
    fn signals_of_other_lists() {
        for (value, expected) in [
            ("ai-train=no; search=yes", Some("ai-train=no, search=yes")),
            ("ai-train=no | search=yes", Some("ai-train=no, search=yes")),
            ("ai-train=no&search=yes", Some("ai-train=no, search=yes")),
            ("ai-train = no search = yes", Some("ai-train=no, search=yes")),
            ("ai-train: no", Some("ai-train=no")),
            ("search=true, ai-train=false", Some("search=yes, ai-train=no")),
            ("ai_train=no", Some("ai-train=no")),
            ("ai-training=no", Some("ai-train=no")),
            ("use=reference;ai-train=no", Some("use=reference, ai-train=no")),
            ("search=yes, ai-train=never", None),
            ("search=yes, no training", None),
            ("use=foo", None),
            ("use=none; ai-train=no", None),
            ("ai_train=no; ai-train=yes", None),
            ("", None),
        ] {
            assert_eq!(signals(value).as_deref(), expected, "{value}");
        }
        assert_eq!(
            (signal("ai-train"), signal("AI-Train"), signal("x")),
            (None, None, None)
        );
    }

    #[test]
    fn invisible_characters() {
        let shown = |text: &str| format!("{}", unseen(text.as_bytes()).unwrap());
        assert_eq!(shown("/a\u{200B}b"), "U+200B, a zero-width space");
        assert_eq!(shown("/a\u{2003}b"), "U+2003, an em space");
        assert!(unseen("/caf\u{e9}".as_bytes()).is_none());
        assert_eq!(seen("/a\u{200B}b\u{A0}".as_bytes()), b"/ab");
        assert_eq!(seen("\u{FEFF}/a\u{2003}b\u{AD}".as_bytes()), b"/a%20b");
    }
}
