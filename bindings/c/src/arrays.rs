//! Functions that take arrays. C passes each as a pointer and a length of its own, which
//! [`border`](crate::border) turns into slices on the promises that it names.
#![allow(unsafe_code)]

use std::ffi::c_char;
use std::mem::MaybeUninit;

use library::agents::NamedCrawler;

use crate::agents::{Agents, refused, resolved, token};
use crate::border::{Str, room_of, slice_of};
use crate::robots_txt::RobotsTxt;
use crate::rules::Rules;
use crate::status::{Status, create, guard};
use crate::verdict::Answer;

/// Makes the crawler with these product tokens, most preferred first: the groups of the first token
/// that a group names apply, or the groups of `*` if no group names a token. It reads files as
/// RFC 9309 says, whatever the tokens are.
///
/// `tokens` has to point to `count` texts. Bytes that are not UTF-8 count as U+FFFD. Fails as
/// robots_agents_resolve does for a token, and with ROBOTS_STATUS_UNKNOWN_AGENT without tokens: the
/// crawler without a name is what robots_agents_resolve makes of "*".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_agents_new(
    tokens: *const Str<'_>,
    count: usize,
    agents: Option<&mut MaybeUninit<Option<Box<Agents>>>>,
) -> Status {
    create(agents, || {
        // SAFETY: The caller's promise.
        let tokens = unsafe { slice_of(tokens, count) }?;
        if tokens.is_empty() {
            return Err(Status::UnknownAgent);
        }
        let tokens = tokens.iter().filter_map(|text| token(*text).transpose());
        tokens.collect::<Result<_, _>>().map(Agents::of_tokens)
    })
}

/// Makes the crawler that several texts name, most preferred first, each of which is read as
/// robots_agents_resolve reads it: {"MyBot", "Googlebot-Image"} has the tokens MyBot,
/// Googlebot-Image and Googlebot. If one of the names ignores the groups of `*`, so does the
/// crawler. It reads files in the dialect that all its names share, or as RFC 9309 says if they
/// have different dialects.
///
/// `written` has to point to `count` texts. Fails as robots_agents_resolve does if one of them names
/// no crawler, or several, and with ROBOTS_STATUS_UNKNOWN_AGENT without texts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_agents_resolve_list(
    written: *const Str<'_>,
    count: usize,
    agents: Option<&mut MaybeUninit<Option<Box<Agents>>>>,
) -> Status {
    create(agents, || {
        // SAFETY: The caller's promise.
        let written = unsafe { slice_of(written, count) }?;
        let named = written.iter().map(|written| {
            let written = written.to_str()?;
            resolved(&written).map(|found| NamedCrawler::from(&found))
        });
        let named = named.collect::<Result<Vec<_>, _>>()?;
        NamedCrawler::merge(named)
            .map(|named| Agents::of_names(&named))
            .map_err(refused)
    })
}

/// Whether the crawler may fetch each of many URLs.
///
/// `urls` has to point to `count` texts, and `allowed` to room for `count` answers. If it fails,
/// with ROBOTS_STATUS_INVALID_ARGUMENT, some answers may have been written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_rules_is_allowed_batch(
    rules: Option<&Rules>,
    urls: *const Str<'_>,
    count: usize,
    allowed: *mut bool,
) -> Status {
    // SAFETY: The caller's promise.
    let (urls, room) = unsafe { (slice_of(urls, count), room_of(allowed, count)) };
    answer(rules, urls, room, |rules, url| rules.rules.is_allowed(url))
}

/// The answers to many URLs: whether the crawler may fetch them, why, by which line.
///
/// `urls` has to point to `count` texts, and `answers` to room for `count` answers. If it fails,
/// with ROBOTS_STATUS_INVALID_ARGUMENT, some answers may have been written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_rules_check_batch(
    rules: Option<&Rules>,
    urls: *const Str<'_>,
    count: usize,
    answers: *mut Answer,
) -> Status {
    // SAFETY: The caller's promise.
    let (urls, room) = unsafe { (slice_of(urls, count), room_of(answers, count)) };
    answer(rules, urls, room, |rules, url| {
        Answer::from(&rules.rules.check(url))
    })
}

/// Answers each URL in its place.
fn answer<T>(
    rules: Option<&Rules>,
    urls: Result<&[Str<'_>], Status>,
    room: Result<&mut [MaybeUninit<T>], Status>,
    ask: impl Fn(&Rules, &[u8]) -> T,
) -> Status {
    let (Some(rules), Ok(urls), Ok(room)) = (rules, urls, room) else {
        return Status::InvalidArgument;
    };
    guard(Status::InternalError, || {
        for (url, place) in urls.iter().zip(room) {
            let Ok(url) = url.as_bytes() else {
                return Status::InvalidArgument;
            };
            place.write(ask(rules, url));
        }
        Status::Ok
    })
}

/// Writes a URL without the parameters that Clean-param lines of the file call meaningless. Returns
/// how many bytes it takes, at most as many as the URL. If that is more than `size`, nothing is
/// written. Returns 0 if an argument is not valid.
///
/// `buffer` has to point to room for `size` bytes. A URL that is not UTF-8 stays as it is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_txt_clean_url(
    robots: Option<&RobotsTxt>,
    url: Str<'_>,
    buffer: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: The caller's promise.
    let room = unsafe { room_of(buffer.cast::<u8>(), size) };
    let (Some(robots), Ok(url), Ok(room)) = (robots, url.as_bytes(), room) else {
        return 0;
    };
    guard(0, || {
        let cleaned = str::from_utf8(url).map(|url| robots.clean_url(url));
        let cleaned = cleaned.as_ref().map_or(url, |cleaned| cleaned.as_bytes());
        if cleaned.len() <= room.len() {
            for (place, byte) in room.iter_mut().zip(cleaned) {
                place.write(*byte);
            }
        }
        cleaned.len()
    })
}

/// Writes rules as bytes for robots_rules_from_bytes, to keep them or to send them elsewhere.
/// Returns how many bytes they take. If that is more than `size`, nothing is written: ask with NULL
/// and 0 first. Returns 0 if an argument is not valid.
///
/// `buffer` has to point to room for `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_rules_to_bytes(
    rules: Option<&Rules>,
    buffer: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: The caller's promise.
    let room = unsafe { room_of(buffer.cast::<u8>(), size) };
    let (Some(rules), Ok(room)) = (rules, room) else {
        return 0;
    };
    guard(0, || {
        let bytes = rules.rules.to_bytes();
        if bytes.len() <= room.len() {
            for (place, byte) in room.iter_mut().zip(&bytes) {
                place.write(*byte);
            }
        }
        bytes.len()
    })
}
