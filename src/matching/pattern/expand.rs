//! Expands the value of a rule line into patterns: one path or several, each with second chances in
//! some dialects.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::written::canonical;
use crate::dialect::{Dialect, PatternLanguage, PercentMode};
use crate::matching::percent::{Scratch, has_two_spellings, with_reserved};
use crate::syntax::directive::RuleKind;
use crate::syntax::rule_value::rule_paths;
use crate::syntax::whitespace::is_blank;

/// How the values of rule lines are read: the part of a dialect that patterns depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSyntax {
    /// How percent-encoding is compared.
    pub mode: PercentMode,
    several_paths: bool,
    supplies_leading_slash: bool,
    index_html: bool,
    both_spellings: bool,
    reads_as_written: bool,
}

impl RuleSyntax {
    /// How the dialect reads rules.
    #[must_use]
    pub fn new(dialect: &Dialect) -> Self {
        Self {
            mode: dialect.percent_mode,
            several_paths: dialect.several_paths,
            supplies_leading_slash: dialect.supplies_leading_slash,
            reads_as_written: !dialect.several_paths && !dialect.supplies_leading_slash,
            index_html: dialect.index_html,
            both_spellings: dialect.both_spellings,
        }
    }

    /// Whether the value of every rule line is a single path that is its own pattern. Otherwise
    /// split the value into [`Self::paths`], and convert each path with [`Self::read`].
    #[inline(always)]
    pub(crate) fn reads_as_written(self) -> bool {
        self.reads_as_written
    }

    /// The paths on a rule line, from left to right, without empty ones.
    #[inline(always)]
    pub fn paths(self, value: &[u8]) -> impl Iterator<Item = &[u8]> {
        rule_paths(value, self.several_paths)
    }

    /// The [path](Self::paths) that begins at an offset in the value. Linear in the path.
    pub(crate) fn path_at(self, value: &[u8], offset: usize) -> Option<&[u8]> {
        if !self.several_paths {
            return self.paths(value).next().filter(|_| offset == 0);
        }
        let (before, rest) = value.split_at_checked(offset)?;
        if before.last().is_some_and(|byte| !is_blank(*byte))
            || rest.first().is_some_and(|byte| is_blank(*byte))
        {
            return None;
        }
        self.paths(rest).next()
    }

    /// A path as the dialect reads it: the pattern that stands for it. Every conversion of a path
    /// to a pattern begins with this.
    #[inline]
    pub fn read(self, path: &[u8]) -> Cow<'_, [u8]> {
        match path {
            [] | [b'/' | b'*', ..] => Cow::Borrowed(path),
            _ if self.supplies_leading_slash => Cow::Owned([b"/", path].concat()),
            _ => Cow::Borrowed(path),
        }
    }

    /// The length of a path's pattern, as the longest-match rule weighs it. Linear in the path.
    pub fn length(self, path: &[u8], language: PatternLanguage) -> u32 {
        let path = self.read(path);
        if language == PatternLanguage::Glob {
            return path.len() as u32;
        }
        let mut scratch = Scratch::new();
        canonical(&path, language, self.mode, &mut scratch);
        scratch.as_slice().len() as u32
    }

    /// Whether the second byte of a rule may differ from that of a target which the rule matches,
    /// although both stand for themselves in canonical form.
    #[inline(always)]
    pub(crate) fn may_respell(self) -> bool {
        self.both_spellings
    }

    /// Whether rules of this kind may have [second chances](Self::second_chances).
    #[inline(always)]
    pub fn has_second_chance(self, kind: RuleKind, language: PatternLanguage) -> bool {
        match kind {
            RuleKind::Allow => self.index_html && language == PatternLanguage::Wildcard,
            RuleKind::Disallow => self.both_spellings && language != PatternLanguage::Glob,
        }
    }

    /// Whether a rule of this kind, as written or in canonical form, may have
    /// [second chances](Self::second_chances). Few have.
    #[inline]
    pub(crate) fn may_have_second_chance(
        self,
        kind: RuleKind,
        language: PatternLanguage,
        value: &[u8],
    ) -> bool {
        self.has_second_chance(kind, language)
            && match kind {
                // With an escape, it may be the canonical form that has the name.
                RuleKind::Allow => index_html(value).is_some() || value.contains(&b'%'),
                RuleKind::Disallow => value.iter().any(|byte| *byte == b'%' || has_two_spellings(*byte)),
            }
    }

    /// The further patterns by which a rule matches, in canonical form, given its own pattern in that
    /// form: exactly `/dir/` for `Allow: /dir/index.htm…` ([`Dialect::index_html`]), and the other
    /// spellings of a Disallow ([`Dialect::both_spellings`]). Of all that match, the longest counts.
    pub fn second_chances(
        self,
        kind: RuleKind,
        language: PatternLanguage,
        canonical: &[u8],
    ) -> impl Iterator<Item = Vec<u8>> {
        let found = match kind {
            _ if !self.has_second_chance(kind, language) => [None, None],
            RuleKind::Allow => [
                index_html(canonical).map(|end| [&canonical[..end], b"$"].concat()),
                None,
            ],
            RuleKind::Disallow => [false, true].map(|escaped| self.respelled(language, canonical, escaped)),
        };
        found.into_iter().flatten()
    }

    /// A pattern with every reserved character raw, or every one escaped, if that differs from it.
    fn respelled(self, language: PatternLanguage, pattern: &[u8], escaped: bool) -> Option<Vec<u8>> {
        let text = with_reserved(pattern, escaped);
        let mut scratch = Scratch::new();
        canonical(&text, language, self.mode, &mut scratch);
        (scratch.as_slice() != pattern).then(|| scratch.as_slice().to_vec())
    }
}

/// One of the patterns into which a path expands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alternative<'s> {
    /// In canonical form; a glob as the dialect [reads](RuleSyntax::read) it.
    pub pattern: &'s [u8],
    /// Whether this is a second chance. For precedence it has its own length.
    pub is_second_chance: bool,
}

/// Calls `visit` for each pattern into which one path of a rule expands.
pub fn expand(
    syntax: RuleSyntax,
    kind: RuleKind,
    language: PatternLanguage,
    path: &[u8],
    // A trait object, so that this is compiled once. It runs once for each rule, not for each
    // question, so speed matters less.
    visit: &mut dyn FnMut(Alternative<'_>),
) {
    let path = &syntax.read(path)[..];
    if language == PatternLanguage::Glob {
        visit(Alternative {
            pattern: path,
            is_second_chance: false,
        });
        return;
    }
    let mut scratch = Scratch::new();
    canonical(path, language, syntax.mode, &mut scratch);
    let pattern = scratch.as_slice();
    visit(Alternative {
        pattern,
        is_second_chance: false,
    });
    for pattern in syntax.second_chances(kind, language, pattern) {
        visit(Alternative {
            pattern: &pattern,
            is_second_chance: true,
        });
    }
}

/// The length of the directory of an index file with its slash: `/dir/` of `/dir/index.html`.
#[inline]
fn index_html(pattern: &[u8]) -> Option<usize> {
    let slash = memchr::memrchr(b'/', pattern)?;
    pattern[slash..].starts_with(b"/index.htm").then_some(slash + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec::Vec;

    #[test]
    fn directories_of_index_files() {
        assert_eq!(index_html(b"/a/index.html"), Some(3));
        assert_eq!(index_html(b"/a/index.html?x"), Some(3));
        assert_eq!(index_html(b"/a/index.html/"), None);
        assert_eq!(index_html(b"/INDEX.HTML"), None);
        assert_eq!(index_html(b"index.html"), None);
    }

    #[test]
    fn patterns_of_a_path() {
        let patterns = |dialect: Dialect, kind, language, path: &str| {
            let mut patterns: Vec<(String, bool)> = Vec::new();
            expand(
                RuleSyntax::new(&dialect),
                kind,
                language,
                path.as_bytes(),
                &mut |alternative| {
                    let pattern = String::from_utf8_lossy(alternative.pattern).into_owned();
                    patterns.push((pattern, alternative.is_second_chance));
                },
            );
            patterns
        };
        use PatternLanguage::{Glob, Wildcard};
        use RuleKind::{Allow, Disallow};
        let one = |pattern: &str| [(String::from(pattern), false)];
        let google = Dialect::GOOGLE;
        assert_eq!(
            patterns(Dialect::RFC_9309, Allow, Wildcard, "/é/index.htm"),
            one("/%C3%A9/index.htm")
        );
        assert_eq!(
            patterns(google, Allow, Wildcard, "/a*/index.htm"),
            [("/a*/index.htm".into(), false), ("/a*/$".into(), true)]
        );
        assert_eq!(
            patterns(google, Disallow, Wildcard, "/index.htm"),
            one("/index.htm")
        );
        assert_eq!(patterns(google, Allow, Glob, "/é/index.htm"), one("/é/index.htm"));
        let lenient = Dialect::LENIENT;
        assert_eq!(
            patterns(lenient, Disallow, Wildcard, "/a_(b)"),
            [("/a_(b)".into(), false), ("/a_%28b%29".into(), true)]
        );
        assert_eq!(
            patterns(lenient, Disallow, Wildcard, "/(%29*é$"),
            [
                ("/(%29*%C3%A9$".into(), false),
                ("/()*%C3%A9$".into(), true),
                ("/%28%29*%C3%A9$".into(), true)
            ]
        );
        // What separates parts of a URL, and what has a meaning in a pattern, stays. In a query, `:` and
        // `@` equal their escapes anyway.
        for path in ["/%2F%3F%23%2A%24", "/a?b%3A%40", "/a?b:@", "/a*b$c"] {
            assert_eq!(patterns(lenient, Disallow, Wildcard, path).len(), 1, "{path}");
        }
        assert_eq!(patterns(lenient, Allow, Wildcard, "/a(b"), one("/a(b"));
        assert_eq!(patterns(lenient, Disallow, Glob, "/a(b"), one("/a(b"));
    }
}
