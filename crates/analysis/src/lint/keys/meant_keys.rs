//! Which known key was probably intended by an unknown one.

use crate::lint::engine::document::Entry;
use crate::lint::engine::meant::unseen;
use crate::lint::groups::names::is_name_of_crawler;
use robots_exclusion::Dialect;
use robots_exclusion::companions::edit_distance;
use robots_exclusion::companions::whitespace::is_blank;
use robots_exclusion::companions::{KEYS, Key, Keys};
use robots_exclusion::dialect::KeySpelling;
use robots_exclusion::syntax::DirectiveKind;

/// The keys that may have been intended by a misspelled one, in their best spelling, and `Noindex`,
/// which is retired but still written. `Comment` is left out, since it is an ordinary word with
/// other words close to it, such as `Content`.
fn known() -> impl Iterator<Item = (&'static str, DirectiveKind)> {
    let keys = KEYS.iter().filter(|key| key.kind != DirectiveKind::Comment);
    keys.map(|key| (key.name, key.kind))
        .chain([("Noindex", DirectiveKind::Unknown)])
}

/// The known key that begins a longer key, if the rest is more than an ending. Parsers that compare
/// only the beginning of a key take the longer one for the known one.
pub(in crate::lint) fn prefix_trap(key: &[u8]) -> Option<&'static str> {
    const ENDING: usize = 2;
    let prefixes = Dialect::PRESETS
        .iter()
        .find(|(_, dialect)| dialect.key_spelling == KeySpelling::Prefix)?;
    let kind = Keys::new(&prefixes.1).classify(key);
    let known = Key::of(kind)?.name;
    let goes_on = key
        .get(..known.len())
        .is_some_and(|head| head.eq_ignore_ascii_case(known.as_bytes()))
        && key.len() > known.len() + ENDING;
    goes_on.then_some(known)
}

/// A known key that an unknown one resembles.
#[derive(Clone, Copy)]
pub(in crate::lint) struct Near {
    pub(in crate::lint) key: &'static str,
    /// How many letters differ, or, for a key after another word, how many bytes come before it. 0
    /// if the two are equal in all that [`nearest`] counts.
    pub(in crate::lint) distance: usize,
    /// Close enough to be the intended key.
    pub(in crate::lint) is_close: bool,
}

/// The known key that resembles `key` most. A space, a tab and `_` count as a hyphen; case, other
/// control characters and bytes that are not ASCII do not count. `None` if the number of edits
/// between them is more than half the letters of the known key, if the known key is short and
/// begins with another letter, or if more than `LONGEST` bytes of `key` count.
pub(in crate::lint) fn nearest(key: &[u8], exact: Keys) -> Option<Near> {
    const LONGEST: usize = 24;
    let mut plain: Vec<u8> = Vec::new();
    for byte in key {
        match byte {
            b' ' | b'\t' | b'_' => plain.push(b'-'),
            byte if byte.is_ascii_graphic() => plain.push(*byte),
            _ => {}
        }
        if plain.len() > LONGEST {
            return None;
        }
    }
    let by_distance = known().map(|(known, _)| (edit_distance(&plain, known.as_bytes()), known));
    let (mut distance, known) = by_distance.min_by_key(|(distance, _)| *distance)?;
    if distance == 0 && exact.classify(key) == DirectiveKind::Unknown && unseen(key).is_none() {
        // `user_agent` and `Disallowé` equal a known key in all that counts here, but they are still
        // misspellings. An unknown key keeps the distance 0 only if it has invisible characters:
        // then these are reported.
        distance = 1;
    }
    // Of a short key the first letter must be right: `Post` is not `Host`.
    let is_other_word = known.len() <= 5
        && !plain
            .first()
            .is_some_and(|first| known.as_bytes()[0].eq_ignore_ascii_case(first));
    if distance * 2 > known.len() || is_other_word {
        return None;
    }
    Some(Near {
        key: known,
        distance,
        is_close: distance <= (known.len() / 4).max(1),
    })
}

/// Whether a line was intended to name a crawler, however its key is spelled.
pub(in crate::lint) fn is_meant_as_user_agent(entry: &Entry<'_>) -> bool {
    let Some(directive) = entry.directive else {
        let text = entry.line.text();
        let end = text.iter().position(|byte| is_blank(*byte)).unwrap_or(text.len());
        return is_user_agent(&text[..end]);
    };
    match directive.kind() {
        DirectiveKind::Unknown => {
            is_user_agent(directive.key()) || is_word_for_names(directive.key(), directive.value())
        }
        kind => kind == DirectiveKind::UserAgent,
    }
}

fn is_user_agent(key: &[u8]) -> bool {
    let near = nearest(key, Keys::exact());
    near.is_some_and(|near| near.is_close && near.key == "User-agent")
}

/// Whether a key is a word for crawlers, and its value the name of one: `Agent: GPTBot`.
pub(in crate::lint) fn is_word_for_names(key: &[u8], value: &[u8]) -> bool {
    const WORDS: [&str; 9] = [
        "agent",
        "agents",
        "bot",
        "crawler",
        "robot",
        "robots",
        "spider",
        "user",
        "useragents",
    ];
    let is_word = WORDS.iter().any(|word| key.eq_ignore_ascii_case(word.as_bytes()));
    is_word && (value == b"*" || is_name_of_crawler(value))
}

/// The known key after another word: `Video Sitemap`.
pub(in crate::lint) fn qualified(key: &[u8], exact: Keys) -> Option<Near> {
    let blank = key.iter().rposition(|byte| is_blank(*byte))?;
    let (others, word) = key.split_at(blank + 1);
    let kind = exact.classify(word);
    Some(Near {
        key: Key::of(kind)?.name,
        distance: others.len(),
        is_close: true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_keys() {
        let exact = Keys::exact();
        for (key, expected) in [
            ("user_agent", Some("User-agent")),
            ("User agent", Some("User-agent")),
            ("useragent", Some("User-agent")),
            ("Dissalow", Some("Disallow")),
            ("Alow", Some("Allow")),
            ("Crawldelay", Some("Crawl-delay")),
            ("Sitemaps", Some("Sitemap")),
            ("Maintainer", None),
            ("Licence", Some("License")),
            ("Post", None),
            ("Hots", Some("Host")),
        ] {
            let near = nearest(key.as_bytes(), exact).filter(|near| near.is_close);
            assert_eq!(near.map(|near| near.key), expected, "{key}");
        }
        assert_eq!(prefix_trap(b"DisallowAITraining"), Some("Disallow"));
        assert_eq!(prefix_trap(b"Disallowed"), None);
    }
}
