//! `Content-Signal`.

use alloc::{boxed::Box, vec::Vec};
use core::fmt;

use super::{ParseError, trim};
use crate::identifiers;
use crate::sorting::sort_by;

const NO_VALUE: ParseError = ParseError::new("a signal is written as key=value");
const BAD_KEY: ParseError = ParseError::new("the key of a signal consists of letters, digits, '-' and '_'");
const UNKNOWN_VALUE: ParseError =
    ParseError::new("a signal is yes or no; 'use' is immediate, reference or full");

/// The value of a `Content-Signal` line, or of the HTTP field of that name: what may be done with a
/// page once it is fetched.
///
/// A vendor's convention (Cloudflare's Content Signals; `draft-romm-aipref-contentsignals-00`), not
/// a standard. Known signals are `search` (search results), `ai-input` (input to an AI model when
/// it answers), `ai-train` (training), each `yes` or `no`, and `use` (how far the page may be
/// used), which is `immediate`, `reference` or `full`. A signal that is absent neither grants nor
/// refuses anything. Signals with other names are kept if they are `yes` or `no`.
///
/// # Examples
///
/// ```
/// use robots_exclusion::extension::{ContentSignal, Signal};
///
/// let signal = ContentSignal::parse(b"search=yes, ai-train=NO, ai-input=maybe");
/// assert_eq!(signal.permits(Signal::Search), Some(true));
/// assert_eq!(signal.permits(Signal::AiTrain), Some(false));
/// assert_eq!(signal.permits(Signal::AiInput), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ContentSignal {
    /// Invariant: keys are lower-case, not empty and distinct; they ascend.
    signals: Vec<(Box<str>, SignalValue)>,
}

impl ContentSignal {
    /// Reads a list of `key=value` separated by commas. Spaces and tabs around the parts and case
    /// are ignored.
    ///
    /// This never fails: an item that is not understood is dropped, and so is an empty one.
    /// [`ContentSignal::items`] says why. Where a key is repeated, the more restrictive value
    /// counts.
    ///
    /// # Complexity
    ///
    /// O(n log n) for n bytes.
    #[must_use]
    pub fn parse(value: &[u8]) -> Self {
        Self::parse_all([value])
    }

    /// Reads several values, such as all lines of a group or of an HTTP field, as if they
    /// were one list.
    ///
    /// # Complexity
    ///
    /// O(n log n) for n bytes in total.
    #[must_use]
    pub fn parse_all<'v>(values: impl IntoIterator<Item = &'v [u8]>) -> Self {
        let mut signals = Vec::new();
        values
            .into_iter()
            .for_each(|value| Self::gather(value, &mut signals));
        Self::from_gathered(signals)
    }

    /// Appends the signals of a value, for [`ContentSignal::from_gathered`].
    pub(crate) fn gather(value: &[u8], signals: &mut Vec<(Box<str>, SignalValue)>) {
        let understood = Self::items(value).filter_map(|(_, signal)| signal.ok());
        signals.extend(understood.map(|(key, value)| (key.to_ascii_lowercase().into_boxed_str(), value)));
    }

    pub(crate) fn from_gathered(mut signals: Vec<(Box<str>, SignalValue)>) -> Self {
        // After sorting, the most restrictive value of a key comes first. Its other values are
        // removed.
        sort_by(&mut signals, Ord::cmp);
        signals.dedup_by(|later, first| later.0 == first.0);
        signals.shrink_to_fit();
        Self { signals }
    }

    /// Every item of a value that is not empty: its text, and its key and value or what is wrong
    /// with it.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::extension::{ContentSignal, SignalValue};
    ///
    /// let mut items = ContentSignal::items(b"search=yes, ai-train");
    /// assert_eq!(items.next(), Some((b"search=yes".as_slice(), Ok(("search", SignalValue::Yes)))));
    /// let (item, signal) = items.next().unwrap();
    /// assert_eq!((item, signal.unwrap_err().to_string().as_str()), (&b"ai-train"[..], "a signal is written as key=value"));
    /// ```
    pub fn items(value: &[u8]) -> impl Iterator<Item = (&[u8], Result<(&str, SignalValue), ParseError>)> {
        value
            .split(|&byte| byte == b',')
            .map(trim)
            .filter(|item| !item.is_empty())
            .map(|item| (item, read(item)))
    }

    /// Whether one of the known signals that are `yes` or `no` is granted; `None` if the signal is
    /// absent.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::extension::{ContentSignal, Signal};
    ///
    /// let signals = ContentSignal::parse(b"search=yes, ai-train=no");
    /// let said = Signal::ALL.iter().map(|&signal| signals.permits(signal));
    /// assert!(said.eq([Some(true), None, Some(false)]));
    /// ```
    #[must_use]
    pub fn permits(&self, signal: Signal) -> Option<bool> {
        self.get(signal.as_str()).map(|value| value == SignalValue::Yes)
    }

    /// The value of the signal `key`, which is compared without regard to case.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::extension::{ContentSignal, SignalValue};
    ///
    /// let signals = ContentSignal::parse(b"use=reference");
    /// // Each level of use includes those before it.
    /// let may = |level| signals.get("use").is_some_and(|granted| level <= granted);
    /// assert!(may(SignalValue::Immediate) && !may(SignalValue::Full));
    /// ```
    #[must_use]
    pub fn get(&self, key: &str) -> Option<SignalValue> {
        let index = self
            .signals
            .binary_search_by(|(own, _)| own.bytes().cmp(key.bytes().map(|b| b.to_ascii_lowercase())));
        index.ok().map(|index| self.signals[index].1)
    }

    /// Every signal, by its key in lower case, in the order of the keys.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, SignalValue)> {
        self.signals.iter().map(|(key, value)| (&**key, *value))
    }

    /// Whether there are no signals.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.signals.is_empty()
    }

    /// The bytes on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.signals.capacity() * size_of::<(Box<str>, SignalValue)>()
            + self.signals.iter().map(|(key, _)| key.len()).sum::<usize>()
    }
}

/// Reads one item that is not empty and has no spaces or tabs at its ends.
fn read(item: &[u8]) -> Result<(&str, SignalValue), ParseError> {
    let equals = item.iter().position(|&byte| byte == b'=').ok_or(NO_VALUE)?;
    let (key, value) = (trim(&item[..equals]), trim(&item[equals + 1..]));
    let key = core::str::from_utf8(key).map_err(|_| BAD_KEY)?;
    if key.is_empty()
        || !key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    {
        return Err(BAD_KEY);
    }
    let values: &[(&[u8], SignalValue)] = if key.eq_ignore_ascii_case("use") {
        &[
            (b"immediate", SignalValue::Immediate),
            (b"reference", SignalValue::Reference),
            (b"full", SignalValue::Full),
        ]
    } else {
        &[(b"yes", SignalValue::Yes), (b"no", SignalValue::No)]
    };
    let found = values.iter().find(|(name, _)| value.eq_ignore_ascii_case(name));
    found.map(|(_, value)| (key, *value)).ok_or(UNKNOWN_VALUE)
}

impl fmt::Display for ContentSignal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (key, value)) in self.iter().enumerate() {
            write!(f, "{}{key}={value}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// A known signal of [`ContentSignal`] that is `yes` or `no`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Signal {
    /// `search`: search results that link to the page and show excerpts of it.
    Search,
    /// `ai-input`: input to an AI model when it answers.
    AiInput,
    /// `ai-train`: training or adjusting AI models.
    AiTrain,
}

identifiers! {
    Signal {
        Search = "search",
        AiInput = "ai-input",
        AiTrain = "ai-train",
    }
}

/// The value of one content signal. More restrictive values come first. Each level of `use`
/// includes the levels before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum SignalValue {
    /// `no`: refused.
    No,
    /// `yes`: granted.
    Yes,
    /// `use=immediate`, the most restrictive: only at once, for the current request.
    Immediate,
    /// `use=reference`: also kept in order to refer to the page.
    Reference,
    /// `use=full`, the most permissive: without restriction.
    Full,
}

identifiers! {
    SignalValue {
        No = "no",
        Yes = "yes",
        Immediate = "immediate",
        Reference = "reference",
        Full = "full",
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    fn display(value: &str) -> alloc::string::String {
        ContentSignal::parse(value.as_bytes()).to_string()
    }

    #[test]
    fn reads_leniently() {
        for (value, expected) in [
            (
                "search=yes, ai-input=no, ai-train=no",
                "ai-input=no, ai-train=no, search=yes",
            ),
            ("Search = YES ,,\tai-TRAIN=No,", "ai-train=no, search=yes"),
            ("use=Reference", "use=reference"),
            ("use=yes, search=full, ai-train=maybe, x, =no, a b=no, é=no", ""),
            ("foo=yes", "foo=yes"),
            ("foo_bar-2=no, foo.bar=no", "foo_bar-2=no"),
            ("", ""),
        ] {
            assert_eq!(display(value), expected);
        }
    }

    #[test]
    fn restrictive_values_win() {
        assert_eq!(display("search=yes, search=no, search=yes"), "search=no");
        assert_eq!(display("use=full, USE=immediate, use=reference"), "use=immediate");
        let both = ContentSignal::parse_all([&b"search=no, a=yes"[..], b"search=yes, b=no"]);
        assert_eq!(both, ContentSignal::parse(b"a=yes, b=no, search=no"));
    }

    #[test]
    fn says_what_is_wrong() {
        let errors: Vec<_> = ContentSignal::items(b"x, =no, a b=no, use=yes, s=1")
            .map(|(_, item)| item)
            .collect();
        assert_eq!(
            errors,
            [
                Err(NO_VALUE),
                Err(BAD_KEY),
                Err(BAD_KEY),
                Err(UNKNOWN_VALUE),
                Err(UNKNOWN_VALUE)
            ]
        );
    }

    #[test]
    fn keys_are_found_in_any_case() {
        let signal = ContentSignal::parse(b"B=no, a=yes, C=yes, ai-train=no");
        assert_eq!(signal.get("b"), Some(SignalValue::No));
        assert_eq!(signal.get("AI-Train"), Some(SignalValue::No));
        assert_eq!(signal.get("d"), None);
        assert!(signal.heap_bytes() >= 4 * 24 + 11);
        assert!(!signal.is_empty() && ContentSignal::default().is_empty());
    }
}
