//! `Content-Usage`.

use core::fmt;

use sfv::{BareItem, Dictionary, ListEntry, Parser};

use robots_exclusion::companions::Shown;
use robots_exclusion::companions::pattern::{Effort, match_written};
use robots_exclusion::companions::whitespace::{is_blank, trim_blanks, trim_blanks_start};
use robots_exclusion::dialect::PatternLanguage;
use robots_exclusion::extension::ParseError;
use robots_exclusion::identifiers;
use robots_exclusion::{Rules, Target};

const NOT_A_DICTIONARY: ParseError = ParseError::new(
    "preferences are a dictionary of structured fields: each a category, an equals sign, and y or n",
);

/// A category of use that a preference can be about (AIPREF vocabulary).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum UsageCategory {
    /// `train-ai`: training or fine-tuning AI models.
    TrainAi,
    /// `search`: pointing to the content in search results.
    Search,
}

identifiers! {
    UsageCategory {
        TrainAi = "train-ai",
        Search = "search",
    }
}

/// The preference of a site about one category of use.
///
/// If several preferences are combined, the greatest counts, so any refusal wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum UsagePreference {
    /// No preference is stated.
    #[default]
    Unknown,
    /// `y`: the use is allowed.
    Allow,
    /// `n`: the use is not allowed.
    Disallow,
}

identifiers! {
    UsagePreference {
        Unknown = "unknown",
        Allow = "allow",
        Disallow = "disallow",
    }
}

impl UsagePreference {
    /// `y` or `n`, or `None` if no preference is stated.
    #[must_use]
    pub const fn token(self) -> Option<&'static str> {
        match self {
            Self::Unknown => None,
            Self::Allow => Some("y"),
            Self::Disallow => Some("n"),
        }
    }
}

/// The preferences of a site about every category of use.
///
/// # Examples
///
/// ```
/// use robots_exclusion_page::{UsageCategory, UsagePreference, UsagePreferences};
///
/// let preferences = UsagePreferences::parse(b"train-ai=n, other=y")?;
/// assert_eq!(preferences.get(UsageCategory::TrainAi), UsagePreference::Disallow);
/// assert_eq!(preferences.get(UsageCategory::Search), UsagePreference::Unknown);
/// # Ok::<(), robots_exclusion::extension::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct UsagePreferences {
    train_ai: UsagePreference,
    search: UsagePreference,
}

impl UsagePreferences {
    /// Reads a dictionary of Structured Fields (RFC 9651), which is also the format of the HTTP
    /// field `Content-Usage`.
    ///
    /// Keys are case-sensitive; if a key is repeated, its last value counts. Only the tokens `y`
    /// and `n` have a meaning: other values, unknown keys and parameters are ignored.
    ///
    /// # Errors
    ///
    /// If the value is not a dictionary. It then states no preference.
    pub fn parse(value: &[u8]) -> Result<Self, ParseError> {
        read(value).map(|(preferences, _)| preferences)
    }

    /// The preference about `category`.
    #[must_use]
    pub const fn get(self, category: UsageCategory) -> UsagePreference {
        match category {
            UsageCategory::TrainAi => self.train_ai,
            UsageCategory::Search => self.search,
        }
    }

    /// Sets the preference about `category`.
    fn set(&mut self, category: UsageCategory, preference: UsagePreference) {
        match category {
            UsageCategory::TrainAi => self.train_ai = preference,
            UsageCategory::Search => self.search = preference,
        }
    }

    /// The more restrictive preference of the two for each category (AIPREF vocabulary, section
    /// 5.1).
    fn combine(self, other: Self) -> Self {
        Self {
            train_ai: self.train_ai.max(other.train_ai),
            search: self.search.max(other.search),
        }
    }

    /// The categories with a stated preference.
    pub fn iter(self) -> impl Iterator<Item = (UsageCategory, UsagePreference)> {
        let known = move |category: &UsageCategory| self.get(*category) != UsagePreference::Unknown;
        UsageCategory::ALL
            .iter()
            .copied()
            .filter(known)
            .map(move |category| (category, self.get(category)))
    }
}

/// Preferences about labels that name no known category.
type Labels = Box<[(Box<str>, UsagePreference)]>;

/// The preferences of a dictionary about the known categories, and about other labels.
fn read(value: &[u8]) -> Result<(UsagePreferences, Labels), ParseError> {
    let dictionary: Dictionary = Parser::new(value).parse().map_err(|_| NOT_A_DICTIONARY)?;
    let mut preferences = UsagePreferences::default();
    let mut others = Vec::new();
    for (key, entry) in &dictionary {
        let preference = match entry {
            ListEntry::Item(item) => match &item.bare_item {
                BareItem::Token(token) if token.as_str() == "y" => UsagePreference::Allow,
                BareItem::Token(token) if token.as_str() == "n" => UsagePreference::Disallow,
                _ => continue,
            },
            ListEntry::InnerList(_) => continue,
        };
        match UsageCategory::ALL
            .iter()
            .find(|category| category.as_str() == key.as_str())
        {
            Some(category) => preferences.set(*category, preference),
            None => others.push((Box::from(key.as_str()), preference)),
        }
    }
    Ok((preferences, others.into()))
}

impl fmt::Display for UsagePreferences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said = self
            .iter()
            .filter_map(|(category, preference)| Some((category, preference.token()?)));
        for (index, (category, token)) in said.enumerate() {
            write!(f, "{}{category}={token}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// The value of a `Content-Usage` line: how a site would like its content to be used.
///
/// From `draft-ietf-aipref-attach-05` and `draft-ietf-aipref-vocab-08`, Internet-Drafts without
/// consensus so far, so this may change. A line without a path applies to every URL of its group; a
/// path is matched like the path of a rule, and the longest decides. Preferences exist only for
/// content that may be fetched.
///
/// # Examples
///
/// ```
/// use robots_exclusion_page::ContentUsage;
///
/// let line = ContentUsage::parse(b"/ai-ok/ train-ai=y");
/// assert_eq!(line.path(), Some(b"/ai-ok/".as_slice()));
/// assert_eq!(line.preferences().to_string(), "train-ai=y");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ContentUsage {
    /// Invariant: begins with `/`, and holds no space or tab.
    path: Option<Box<[u8]>>,
    /// Unknown throughout if `error` is set.
    preferences: UsagePreferences,
    /// Preferences about unknown labels, by label.
    others: Labels,
    error: Option<ParseError>,
}

impl fmt::Debug for ContentUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ContentUsage")
            .field("path", &self.path.as_deref().map(Shown))
            .field("preferences", &self.preferences)
            .field("others", &self.others)
            .field("error", &self.error)
            .finish()
    }
}

impl ContentUsage {
    /// Reads a dictionary as [`UsagePreferences::parse`] does, after a path and white space if the
    /// value begins with `/`.
    ///
    /// This never fails: a dictionary that is not understood states no preferences, but its line
    /// still applies to its path. [`ContentUsage::error`] says why.
    #[must_use]
    pub fn parse(value: &[u8]) -> Self {
        let value = trim_blanks(value);
        let (path, dictionary) = match value.first() {
            Some(b'/') => {
                let end = value
                    .iter()
                    .position(|&byte| is_blank(byte))
                    .unwrap_or(value.len());
                (Some(Box::from(&value[..end])), trim_blanks_start(&value[end..]))
            }
            _ => (None, value),
        };
        Self::from_dictionary(path, dictionary)
    }

    /// Reads the lines of the HTTP field `Content-Usage`, in their order, as one dictionary (RFC
    /// 9651 section 4.2). There is no path.
    ///
    /// If a key is in several lines, the last counts. One line that is not understood invalidates
    /// the field.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_page::ContentUsage;
    ///
    /// let field = ContentUsage::parse_fields([&b"train-ai=y, search=y"[..], b"train-ai=n, foo=n"]);
    /// assert_eq!(field.preferences().to_string(), "train-ai=n, search=y");
    /// ```
    #[must_use]
    pub fn parse_fields<'v>(lines: impl IntoIterator<Item = &'v [u8]>) -> Self {
        let lines = lines.into_iter().map(trim_blanks).filter(|line| !line.is_empty());
        let lines: Vec<&[u8]> = lines.collect();
        Self::from_dictionary(None, &lines.join(&b", "[..]))
    }

    fn from_dictionary(path: Option<Box<[u8]>>, dictionary: &[u8]) -> Self {
        match read(dictionary) {
            Ok((preferences, others)) => Self {
                path,
                preferences,
                others,
                error: None,
            },
            Err(error) => Self {
                path,
                preferences: UsagePreferences::default(),
                others: Box::default(),
                error: Some(error),
            },
        }
    }

    /// The path to which the line applies, or `None` if it applies to every URL.
    #[must_use]
    pub fn path(&self) -> Option<&[u8]> {
        self.path.as_deref()
    }

    /// The preferences of the line; empty if it is not understood.
    #[must_use]
    pub const fn preferences(&self) -> UsagePreferences {
        self.preferences
    }

    /// The labels that name no known category, with the value `y` or `n`, in the order of the line.
    /// They decide nothing, but are kept, since other versions of the draft have other labels.
    fn other_labels(&self) -> impl Iterator<Item = (&str, UsagePreference)> {
        self.others
            .iter()
            .map(|(label, preference)| (&**label, *preference))
    }

    /// Why the line is not understood, or `None` if it is.
    #[must_use]
    pub const fn error(&self) -> Option<ParseError> {
        self.error
    }

    /// Chooses the lines that decide about one URL: the lines whose path matches with the greatest
    /// length.
    ///
    /// `match_len` says at which length a path matches the URL, or `None` if it does not; a line
    /// without a path matches every URL, and any path takes precedence over it. Lines that match at
    /// the same length combine, the most restrictive preference first; preferences of shorter paths
    /// are not inherited.
    ///
    /// # Complexity
    ///
    /// One call of `match_len` for each line with a path.
    pub(crate) fn choose<'a>(
        lines: impl IntoIterator<Item = &'a Self>,
        mut match_len: impl FnMut(&[u8]) -> Option<usize>,
    ) -> UsageChoice {
        let mut choice = UsageChoice::default();
        let mut longest = None;
        for (index, line) in lines.into_iter().enumerate() {
            // `None` for a line without a path is less than the length of any path, even of an
            // empty match.
            let len = match line.path() {
                None => None,
                Some(path) => match match_len(path) {
                    None => continue,
                    len => len,
                },
            };
            if len > longest {
                longest = len;
                choice = UsageChoice::default();
            }
            if len == longest {
                choice.add(index, line.preferences);
            }
        }
        choice
    }

    /// The preferences as a dictionary of Structured Fields, with the preferences about other
    /// labels.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_page::ContentUsage;
    ///
    /// assert_eq!(ContentUsage::parse(b"/a  train-ai=n,other=y").dictionary(), "train-ai=n, other=y");
    /// ```
    #[must_use]
    pub fn dictionary(&self) -> String {
        let mut text = String::new();
        let known = self
            .preferences
            .iter()
            .map(|(category, preference)| (category.as_str(), preference));
        let said = known.chain(self.other_labels());
        for (label, token) in said.filter_map(|(label, preference)| Some((label, preference.token()?))) {
            text.push_str(if text.is_empty() { "" } else { ", " });
            text.push_str(label);
            text.push('=');
            text.push_str(token);
        }
        text
    }
}

impl fmt::Display for ContentUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path().map(String::from_utf8_lossy).unwrap_or_default();
        let dictionary = self.dictionary();
        let separator = if path.is_empty() || dictionary.is_empty() {
            ""
        } else {
            " "
        };
        write!(f, "{path}{separator}{dictionary}")
    }
}

/// The combined preferences of several `Content-Usage` lines about one URL, and which lines
/// decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct UsageChoice {
    preferences: UsagePreferences,
    /// For each of [`UsageCategory::ALL`], the index of the first line that has the deciding
    /// preference.
    deciding: [Option<usize>; UsageCategory::ALL.len()],
}

impl UsageChoice {
    fn add(&mut self, index: usize, preferences: UsagePreferences) {
        for (category, deciding) in UsageCategory::ALL.iter().copied().zip(&mut self.deciding) {
            if preferences.get(category) > self.preferences.get(category) {
                *deciding = Some(index);
            }
        }
        self.preferences = self.preferences.combine(preferences);
    }

    /// The combined preference of the lines about `category`.
    pub(crate) const fn preference(&self, category: UsageCategory) -> UsagePreference {
        self.preferences.get(category)
    }

    /// The index, among the lines to choose from, of the first one that has the deciding preference
    /// about `category`; `None` if the preference is unknown.
    pub(crate) fn deciding_line(&self, category: UsageCategory) -> Option<usize> {
        UsageCategory::ALL
            .iter()
            .copied()
            .zip(self.deciding)
            .find(|(own, _)| *own == category)?
            .1
    }
}

/// The preference of the site about using the content at `url` for `category`, and the line of
/// robots.txt that states it.
///
/// Paths are matched like the paths of rules by RFC 9309. A preference exists only for content that
/// the crawler may fetch (`draft-ietf-aipref-attach-05`); for other content, the answer is
/// [`UsagePreference::Unknown`].
///
/// # Complexity
///
/// One question to the rules, then one match for each `Content-Usage` line.
///
/// # Examples
///
/// ```
/// use robots_exclusion::Rules;
/// use robots_exclusion_page::{UsageCategory, UsagePreference, usage};
///
/// let body = b"User-agent: *\nContent-Usage: train-ai=n\nContent-Usage: /open/ train-ai=y\nDisallow: /x";
/// let rules = Rules::parse(body, "FooBot");
/// let training = |url| usage(&rules, UsageCategory::TrainAi, url);
/// assert_eq!(training("/").preference(), UsagePreference::Disallow);
/// assert_eq!(training("/open/a").preference(), UsagePreference::Allow);
/// assert_eq!(training("/open/a").line(), Some(3));
/// assert_eq!(training("/x").preference(), UsagePreference::Unknown);
/// ```
#[must_use]
pub fn usage(rules: &Rules, category: UsageCategory, url: &str) -> UsageVerdict {
    let (numbers, lines): (Vec<u32>, Vec<ContentUsage>) = rules
        .content_usage()
        .map(|(number, value)| (number, ContentUsage::parse(value)))
        .unzip();
    if lines.is_empty() || !rules.is_allowed(url) {
        return UsageVerdict {
            preference: UsagePreference::Unknown,
            line: None,
        };
    }
    let mode = rules.percent_mode();
    let target = Target::from(url).split(rules.target_syntax());
    let choice = target.with_canonical(mode, false, |text| {
        let mut effort = Effort::default();
        ContentUsage::choose(&lines, |path| {
            // The draft updates RFC 9309, so its pattern language applies in every dialect.
            match_written(path, PatternLanguage::Wildcard, mode, text, &mut effort).map(|len| len as usize)
        })
    });
    UsageVerdict {
        preference: choice.preference(category),
        line: choice.deciding_line(category).map(|index| numbers[index]),
    }
}

/// The preference of a site about one use of one URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UsageVerdict {
    pub(crate) preference: UsagePreference,
    pub(crate) line: Option<u32>,
}

impl UsageVerdict {
    /// The preference.
    #[must_use]
    pub const fn preference(&self) -> UsagePreference {
        self.preference
    }

    /// The number of the first line that states the preference, counted from 1; `None` if the
    /// preference is unknown.
    #[must_use]
    pub const fn line(&self) -> Option<u32> {
        self.line
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    fn line(text: &str) -> ContentUsage {
        ContentUsage::parse(text.as_bytes())
    }

    #[test]
    fn path_ends_at_a_blank() {
        for (text, path, preferences) in [
            ("train-ai=n", None, "train-ai=n"),
            ("/a\t train-ai=y, search=n", Some("/a"), "train-ai=y, search=n"),
            ("/", Some("/"), ""),
            ("/train-ai=n", Some("/train-ai=n"), ""),
            ("", None, ""),
            // Other white space is part of the path, even directly after the slash.
            ("/\u{b} train-ai=n", Some("/\u{b}"), "train-ai=n"),
            ("/\u{b}", Some("/\u{b}"), ""),
        ] {
            let line = line(text);
            assert_eq!(line.path(), path.map(str::as_bytes), "{text}");
            assert_eq!(line.preferences().to_string(), preferences, "{text}");
            assert_eq!(line.error(), None, "{text}");
        }
        for (written, shown) in [
            ("/a\t train-ai=y", "/a train-ai=y"),
            ("/a", "/a"),
            (" train-ai=y ", "train-ai=y"),
            ("", ""),
        ] {
            assert_eq!(line(written).to_string(), shown, "{written}");
        }
    }

    #[test]
    fn a_broken_dictionary_says_nothing_but_keeps_its_path() {
        for text in [
            "/a Train-AI=n",
            "/a train-ai=n train-ai=y",
            "/a train-ai=n, TRAIN=y",
            "/a x=\u{e9}",
            "/a train-ai=n,",
        ] {
            let line = line(text);
            assert_eq!(line.error(), Some(NOT_A_DICTIONARY), "{text}");
            assert_eq!(line.path(), Some(b"/a".as_slice()));
            assert_eq!(line.preferences(), UsagePreferences::default());
        }
    }

    #[test]
    fn longest_path_decides_and_equal_ones_combine() {
        let lines: Vec<_> = [
            "search=y",
            "/a train-ai=y",
            "/a/b search=n",
            "/ train-ai=n",
            "/a train-ai=n, search=y",
            "/c X=y",
        ]
        .map(line)
        .into();
        let choose = |url: &str| {
            ContentUsage::choose(&lines, |path| {
                url.as_bytes().starts_with(path).then_some(path.len())
            })
        };
        for (url, preferences, train_ai, search) in [
            ("", "search=y", None, Some(0)),
            ("/", "train-ai=n", Some(3), None),
            ("/a", "train-ai=n, search=y", Some(4), Some(4)),
            ("/a/b/c", "search=n", None, Some(2)),
            ("/c", "", None, None),
        ] {
            let choice = choose(url);
            assert_eq!(choice.preferences.to_string(), preferences, "{url}");
            assert_eq!(choice.deciding_line(UsageCategory::TrainAi), train_ai, "{url}");
            assert_eq!(choice.deciding_line(UsageCategory::Search), search, "{url}");
        }
    }
}
