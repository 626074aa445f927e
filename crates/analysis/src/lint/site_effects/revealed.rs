//! Secrets in the file itself.

use crate::lint::Code;
use crate::lint::engine::document::{Document, shown};
use crate::lint::engine::findings::Findings;

/// Reports the first secret in a comment, and the first in a rule.
pub(in crate::lint) fn check(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    if !findings.wants(Code::RevealedSecret) {
        return;
    }
    let mut comments = document.entries().filter_map(|entry| entry.line.comment());
    if let Some((part, what)) = comments.find_map(in_comment) {
        findings.report(
            Code::RevealedSecret,
            document.span_of(part),
            || format!("this comment shows {what}: everybody can read the file"),
            |finding| finding.help("remove it; a password or a key that was shown once is to be changed"),
        );
    }
    let rules = document.sections.iter().flat_map(|section| &section.rules);
    if let Some(part) = rules.map(|rule| rule.value).find_map(in_query) {
        findings.report(
            Code::RevealedSecret,
            document.span_of(part),
            || format!("`{}` shows a secret: everybody can read the file", shown(part)),
            |finding| {
                finding
                    .help("write the rule without the value, and make the value invalid if it opens anything")
            },
        );
    }
}

/// The part of a comment that is a password or a private address, and what it is.
fn in_comment(comment: &[u8]) -> Option<(&[u8], &'static str)> {
    let words =
        comment.split(|byte| !byte.is_ascii_graphic() || matches!(byte, b'/' | b',' | b'(' | b')' | b'#'));
    for word in words.filter(|word| !word.is_empty()) {
        let address = word.split(|byte| *byte == b':').next().unwrap_or_default();
        if is_private_address(address) {
            return Some((address, "a private address"));
        }
    }
    password(comment).map(|part| (part, "a password or a key"))
}

/// `password: hunter2`, `pwd=hunter2`: the word for it, a sign and a word with a digit or a mark,
/// which prose has not. Linear in the comment.
fn password(comment: &[u8]) -> Option<&[u8]> {
    let mut start = 0;
    memchr::memchr2_iter(b':', b'=', comment).find_map(|sign| {
        let before = &comment[start..sign];
        start = sign + 1;
        follows_word(before).then(|| secret(&comment[sign + 1..]))?
    })
}

/// Whether a text ends in a word for a password.
fn follows_word(text: &[u8]) -> bool {
    const WORDS: [&[u8]; 10] = [
        b"password",
        b"passwd",
        b"passwort",
        b"pwd",
        b"pass",
        b"api_key",
        b"api-key",
        b"apikey",
        b"api_token",
        b"auth_token",
    ];
    let text = text.trim_ascii_end();
    WORDS.iter().any(|word| {
        let at = text.len().checked_sub(word.len());
        at.is_some_and(|at| {
            text[at..].eq_ignore_ascii_case(word) && (at == 0 || !text[at - 1].is_ascii_alphanumeric())
        })
    })
}

/// The word with which a text begins, if it may be a password.
fn secret(text: &[u8]) -> Option<&[u8]> {
    const LONGEST: usize = 64;
    let text = text.trim_ascii_start();
    let head = &text[..text.len().min(LONGEST + 1)];
    let end = head
        .iter()
        .position(|byte| !byte.is_ascii_graphic())
        .unwrap_or(head.len());
    let secret = &head[..end];
    let is_secret = (4..=LONGEST).contains(&secret.len())
        && secret.iter().any(u8::is_ascii_alphanumeric)
        && secret
            .iter()
            .any(|byte| !byte.is_ascii_alphabetic() && !matches!(byte, b'.' | b',' | b'/'));
    is_secret.then_some(secret)
}

/// Whether this is an address of a private network (RFC 1918).
fn is_private_address(text: &[u8]) -> bool {
    let address = core::str::from_utf8(text).ok();
    let address = address.and_then(|text| text.parse::<core::net::Ipv4Addr>().ok());
    address.is_some_and(|address| address.is_private())
}

/// The parameter of a rule's query that is a secret: `token=3f9a…`.
fn in_query(pattern: &[u8]) -> Option<&[u8]> {
    const NAMES: [&str; 10] = [
        "access_token",
        "api_key",
        "apikey",
        "auth_token",
        "client_secret",
        "password",
        "passwd",
        "pwd",
        "secret",
        "token",
    ];
    let query = memchr::memchr(b'?', pattern).map(|at| &pattern[at + 1..])?;
    query.split(|byte| *byte == b'&').find(|parameter| {
        let Some(sign) = memchr::memchr(b'=', parameter) else {
            return false;
        };
        let (name, value) = (&parameter[..sign], &parameter[sign + 1..]);
        let name = name.rsplit(|byte| *byte == b'*').next().unwrap_or_default();
        let is_value = value.len() >= 6
            && value
                .iter()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'));
        is_value
            && NAMES
                .iter()
                .any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
    })
}
