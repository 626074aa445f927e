//! The URLs that "all URLs" stands for.

/// The URLs about which a statement is proved, apart from scheme and host, on which no verdict
/// depends.
///
/// | | holds | for example |
/// |---|---|---|
/// | [`Received`](Self::Received) | all request targets, however they are spelled | `/a`, `/%61`, `/%c3%a9`, `/%C3%A9`, `/a\|b`, `/100%` |
/// | [`Normalized`](Self::Normalized) | request targets whose escapes are in normal form | `/a`, `/%C3%A9`, `/a\|b`, `/100%` |
///
/// Both hold paths that begin with `/`, with or without a query, of any length. `//`, `/./` and
/// `/../` stay in paths, as in robots.txt matching.
///
/// # What a request target holds
///
/// Every octet as an escape, and raw:
///
/// - the characters that RFC 3986 allows in paths and queries;
/// - the characters that RFC 3986 does not allow there, but that clients following the URL Standard
///   of the WHATWG send raw: `[`, `]` and `|` anywhere (and `^` anywhere until November 2024), and
///   ``\^`{}`` in the query. Not all clients distinguish a path from a query, so all of these may
///   be anywhere;
/// - `%`, even without two hex digits after it.
///
/// Together these are the visible characters of ASCII except `"`, `#`, `<` and `>`. Spaces, control
/// characters, and octets that are not ASCII are always escaped.
///
/// In most dialects a raw octet equals its escape. Google's library compares URLs as they are, so
/// `Disallow: /*|` and `Disallow: /*%7C` disallow different URLs there. It requires that URLs are
/// "%-encoded according to RFC3986" (`robots.h`), but a crawler may still ask about other URLs.
///
/// # Which one a question is about
///
/// If the dialect compares escapes by their meaning, as RFC 9309 and the draft of 1996 do, every
/// spelling of a URL has the verdict of its normal form, and both universes have the same answers.
/// Google's library decodes nothing in URLs
/// ([`PercentMode::RuleOnly`](robots_exclusion::dialect::PercentMode::RuleOnly)): there `Disallow:
/// /%75sers` decides about `/%75sers`, and about no URL in normal form.
///
/// Questions about one policy, or about policies that all decode escapes, or that all do not, are
/// about all request targets unless the caller [chooses](super::Policy::in_universe) otherwise. A
/// comparison of a dialect that decodes escapes with one that does not is about URLs in normal
/// form: with `%61` among the URLs, they would disagree about nearly every file, because of
/// spellings that crawlers with normalized URLs never request.
///
/// # Examples
///
/// ```
/// use robots_exclusion_analysis::decide::{Conclusion, Budget, Policy, Universe, equivalent};
/// use robots_exclusion::{Dialect, RobotsTxt};
///
/// let policy = |dialect, body| Policy::of_unnamed(&RobotsTxt::options().dialect(dialect).parse(body));
/// let plain: &[u8] = b"User-agent: *\nDisallow: /x\n";
/// let (rfc, google) = (policy(Dialect::RFC_9309, plain), policy(Dialect::GOOGLE, plain));
/// assert_eq!(Universe::of(&[&google, &google]), Universe::Received);
/// assert_eq!(Universe::of(&[&rfc, &google]), Universe::Normalized);
/// assert!(equivalent(&rfc, &google, &mut Budget::default()).is_proved());
///
/// let escaped: &[u8] = b"User-agent: *\nDisallow: /x%7C\n";
/// let (rfc, google) = (policy(Dialect::RFC_9309, escaped), policy(Dialect::GOOGLE, escaped));
/// let Conclusion::Refuted(witness) = equivalent(&rfc, &google, &mut Budget::default()) else { panic!() };
/// assert_eq!(witness.target(), "/x|");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Universe {
    /// All request targets: any octet as an escape, with digits in either case, and raw octets that
    /// clients send.
    #[default]
    Received,
    /// Request targets whose escapes are in normal form (RFC 3986 section 6.2.2): unreserved
    /// characters are raw, and digits are upper-case. All other characters that clients send raw are
    /// raw or escaped, which are different URLs.
    Normalized,
}

impl Universe {
    /// The name of the universe, as used in a sentence: `all request targets`, `all request targets
    /// in normal form`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Received => "all request targets",
            Self::Normalized => "all request targets in normal form",
        }
    }

    /// Whether request targets hold this octet raw, in either universe.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_analysis::decide::Universe;
    ///
    /// let escaped: String = (' '..='~').filter(|character| !Universe::is_raw(*character as u8)).collect();
    /// assert_eq!(escaped, " \"#<>");
    /// ```
    #[must_use]
    pub const fn is_raw(octet: u8) -> bool {
        octet.is_ascii_graphic() && !matches!(octet, b'"' | b'#' | b'<' | b'>')
    }
}
