//! A single pattern, without a file, that can be matched against URLs.

use alloc::borrow::Cow;
use core::fmt;

use super::expand::RuleSyntax;
use super::when_to_index::Effort;
use super::written::match_written;
use crate::dialect::{Dialect, PatternLanguage};
use crate::matching::target::Target;

/// One pattern, such as the path of an Allow or Disallow line, as a dialect reads it.
///
/// For tests of patterns, and for tools that explain them. To decide about URLs by a file's rules,
/// use [`RobotsTxt`](crate::RobotsTxt) or [`Rules`](crate::Rules): several rules may match, and
/// only one decides. The second chance that Google's library gives to `Allow: /dir/index.htm…`
/// belongs to rules, not to patterns.
///
/// # Examples
///
/// ```
/// use robots_exclusion::{Dialect, Pattern};
///
/// let pattern = Pattern::new("/*.php$", &Dialect::RFC_9309);
/// assert!(pattern.matches("https://example.com/a/b.php"));
/// assert!(!pattern.matches("/b.php?x"));
/// assert!(!Pattern::new("/*.php$", &Dialect::ORIGINAL_1994).matches("/b.php")); // 1994 had no wildcards
/// assert!(Pattern::new(&b"/caf\xC3\xA9"[..], &Dialect::RFC_9309).matches("/caf%c3%a9"));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Pattern<'p> {
    text: Cow<'p, [u8]>,
    dialect: Dialect,
}

impl<'p> Pattern<'p> {
    /// A pattern as a file would spell it, in the pattern language of the dialect. An empty one
    /// matches everything, as any prefix does.
    ///
    /// A group may use another pattern language than its dialect ([`Group::pattern_language`]).
    /// Then pass the dialect with that [`pattern_language`](Dialect::pattern_language).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::dialect::PatternLanguage;
    /// use robots_exclusion::{Dialect, Pattern};
    ///
    /// let dialect = Dialect::SEZNAM_2;
    /// assert!(Pattern::new("/img/?.png", &dialect).matches("/img/1.png"));
    /// let prefixes = dialect.with(|custom| custom.pattern_language = PatternLanguage::Prefix);
    /// assert!(!Pattern::new("/img/?.png", &prefixes).matches("/img/1.png"));
    /// ```
    ///
    /// [`Group::pattern_language`]: crate::Group::pattern_language
    #[must_use]
    pub fn new<T: AsRef<[u8]> + ?Sized>(pattern: &'p T, dialect: &Dialect) -> Self {
        Self {
            text: Cow::Borrowed(pattern.as_ref()),
            dialect: *dialect,
        }
    }

    /// Whether the pattern matches the target of a URL.
    ///
    /// # Complexity
    ///
    /// Linear in the pattern and the URL.
    #[must_use]
    pub fn matches<'u>(&self, url: impl Into<Target<'u>>) -> bool {
        let language = self.dialect.pattern_language;
        let mode = self.dialect.percent_mode;
        let pattern = RuleSyntax::new(&self.dialect).read(&self.text);
        let target = url.into().split(self.dialect.target_syntax);
        target.with_canonical(mode, language == PatternLanguage::Glob, |target| {
            match_written(&pattern, language, mode, target, &mut Effort::default()).is_some()
        })
    }

    /// The pattern as written.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.text
    }

    /// The same pattern with a copy of its text.
    #[must_use]
    pub fn into_owned(self) -> Pattern<'static> {
        Pattern {
            text: Cow::Owned(self.text.into_owned()),
            dialect: self.dialect,
        }
    }
}

impl fmt::Debug for Pattern<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pattern({self}, {})", self.dialect)
    }
}

impl fmt::Display for Pattern<'_> {
    /// The pattern as written. Bytes that are not UTF-8 are shown as U+FFFD.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&alloc::string::String::from_utf8_lossy(&self.text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn a_pattern_is_kept_as_written() {
        let pattern = Pattern::new(b"/%61\xFF*", &Dialect::GOOGLE);
        assert_eq!(pattern.as_bytes(), b"/%61\xFF*");
        assert_eq!(pattern.to_string(), "/%61\u{FFFD}*");
        assert_eq!(pattern.into_owned().as_bytes(), b"/%61\xFF*");
    }

    #[test]
    fn a_pattern_matches_in_its_language() {
        use PatternLanguage::{Glob, Prefix, Wildcard};
        // pattern, target, as a prefix, as a wildcard, as a glob
        let table = [
            ("/a", "/ab", true, true, false),
            ("/a*c", "/abc", false, true, true),
            ("/a?c", "/abc", false, false, true),
            ("/a[*]", "/a*", false, false, true),
            ("/a[*]", "/a%2A", false, false, true),
            ("/a*", "/a*", true, true, true),
            ("/a%2A", "/a*", true, true, true),
            ("/a\\*", "/a*", false, false, true),
            ("/a$", "/a", false, true, false),
        ];
        for (pattern, target, prefix, wildcard, glob) in table {
            let matches = [Prefix, Wildcard, Glob].map(|language| {
                let dialect = Dialect::RFC_9309.with(|custom| custom.pattern_language = language);
                Pattern::new(pattern, &dialect).matches(target)
            });
            assert_eq!(matches, [prefix, wildcard, glob], "{pattern} {target}");
        }
    }
}
