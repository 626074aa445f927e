//! Which URLs "all URLs" are.

/// The URLs about which a statement is proved, apart from scheme and host, on which no verdict
/// depends.
///
/// | | holds |
/// |---|---|
/// | [`Received`](Self::Received) | all request targets, however they are spelled: `/a`, `/%61`, `/%c3%a9`, `/%C3%A9` |
/// | [`Normalized`](Self::Normalized) | those in normal form: `/a`, `/%C3%A9` |
///
/// Both hold paths that begin with `/`, with or without a query, of any length. Paths are not
/// cleaned of `//`, `/./` or `/../`, as robots.txt matching does not do that either.
///
/// Their URLs consist of the characters of RFC 3986 and escapes: no raw space, and none of
/// ``"<>\^`{|}``. Clients that follow the URL Standard of the WHATWG do send some of these raw: `|`
/// in paths, and ``\^`{|}`` in queries. To most dialects they equal their escapes. Google's library
/// compares them as they are, but requires URLs that are "%-encoded according to RFC3986"
/// (`robots.h`), so `Disallow: /{x}` matches no URL there.
///
/// Where the dialect compares escapes by what they mean, as RFC 9309 and the draft of 1996 do,
/// every spelling of a URL has the verdict of its normal form, and both universes have the same
/// answers. Google's library decodes nothing in URLs
/// ([`PercentMode::RuleOnly`](robots_exclusion::dialect::PercentMode::RuleOnly)): there `Disallow: /%75sers`
/// decides about `/%75sers`, and about no URL in normal form.
///
/// Questions about one policy, or about policies that treat escapes alike, are about all request
/// targets unless the caller [chooses](super::Policy::in_universe) the others. A comparison of
/// dialects that treat escapes differently is about URLs in normal form: with `%61` among the URLs,
/// they would disagree about nearly every file, because of spellings that no crawler which
/// normalizes its URLs asks for.
///
/// # Examples
///
/// ```
/// use robots_exclusion_analysis::decide::{Policy, Universe};
/// use robots_exclusion::{Dialect, RobotsTxt};
///
/// let policy = |dialect| Policy::of_unnamed(&RobotsTxt::options().dialect(dialect).parse(b"User-agent: *\nDisallow: /x\n"));
/// let (rfc, google) = (policy(Dialect::RFC_9309), policy(Dialect::GOOGLE));
/// assert_eq!(Universe::of(&[&google, &google]), Universe::Received);
/// assert_eq!(Universe::of(&[&rfc, &google]), Universe::Normalized);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Universe {
    /// All request targets of RFC 3986: unreserved characters, reserved ones except `#`, and any
    /// octet as an escape, with digits in either case.
    #[default]
    Received,
    /// Request targets in normal form (RFC 3986 section 6.2.2): unreserved characters are raw;
    /// reserved ones are raw or escaped, which are different URLs; all other octets are escaped,
    /// with upper-case digits.
    Normalized,
}

impl Universe {
    /// Its name, as used in a sentence: `all request targets`, `all URLs in normal form`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Received => "all request targets",
            Self::Normalized => "all URLs in normal form",
        }
    }
}
