//! The fields of a code, and the macro that makes the type [`Code`] of the table in `code.rs`.

use std::borrow::Cow;

use super::{Code, Remedy, Severity};
use robots_exclusion::Dialect;

/// One row of the table of codes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) number: &'static str,
    pub(super) name: &'static str,
    pub(super) severity: Severity,
    pub(super) remedy: Remedy,
    pub(super) title: &'static str,
    pub(super) explanation: &'static str,
    pub(super) source: &'static str,
    pub(super) example: Example,
}

/// A file that has a finding, and a similar file without it.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    pub(super) dialect: &'static str,
    pub(super) url: Option<&'static str>,
    pub(super) bad: Text,
    pub(super) good: Text,
}

impl Example {
    /// A file in which the code is found, and no other.
    #[must_use]
    pub fn bad(&self) -> Cow<'static, [u8]> {
        self.bad.body()
    }

    /// The corrected file, in which nothing is found.
    #[must_use]
    pub fn good(&self) -> Cow<'static, [u8]> {
        self.good.body()
    }

    /// The dialect in which the code is found: the default dialect, unless the code is about lines
    /// that only other dialects read in this way.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        Dialect::from_name(self.dialect).unwrap_or_default()
    }

    /// The URL of the robots.txt file itself, if the code is about that URL.
    #[must_use]
    pub fn url(&self) -> Option<&'static str> {
        self.url
    }

    /// Whether the bad file fits on a screen. The files for codes about lengths and sizes do not.
    #[must_use]
    pub fn is_short(&self) -> bool {
        matches!(self.bad, Text::Whole(_))
    }
}

/// The text of an example.
#[derive(Clone, Copy, Debug)]
pub(super) enum Text {
    Whole(&'static [u8]),
    /// `head`, then `filler`, repeated `times` times, then `tail`.
    Long {
        head: &'static [u8],
        filler: &'static [u8],
        times: usize,
        tail: &'static [u8],
    },
}

impl Text {
    fn body(self) -> Cow<'static, [u8]> {
        match self {
            Self::Whole(text) => Cow::Borrowed(text),
            Self::Long {
                head,
                filler,
                times,
                tail,
            } => {
                let mut body = Vec::from(head);
                body.extend(filler.repeat(times));
                body.extend_from_slice(tail);
                Cow::Owned(body)
            }
        }
    }
}

/// The number of a code in the spelling of reports: 12 for `R012`.
pub(super) const fn number(code: &str) -> isize {
    let &[b'R', hundreds, tens, units] = code.as_bytes() else {
        panic!("a code is an R and three digits");
    };
    assert!(hundreds.is_ascii_digit() && tens.is_ascii_digit() && units.is_ascii_digit());
    (hundreds - b'0') as isize * 100 + (tens - b'0') as isize * 10 + (units - b'0') as isize
}

/// Codes in the order of their numbers.
pub(super) const fn sorted<const N: usize>(mut codes: [Code; N]) -> [Code; N] {
    let mut end = 1;
    while end < N {
        let mut at = end;
        while at > 0 && codes[at - 1] as usize > codes[at] as usize {
            codes.swap(at, at - 1);
            at -= 1;
        }
        end += 1;
    }
    codes
}

/// Makes the type `Code` from the table. Two rows with the same number do not compile.
macro_rules! codes {
    ($(
        $($module:ident)::+ {
            $(
                $variant:ident = $number:literal $name:literal $severity:ident $remedy:ident
                    title: $title:literal
                    why: $explanation:literal
                    source: $source:literal
                    $(dialect: $dialect:literal)?
                    $(url: $url:literal)?
                    bad: $bad:expr;
                    good: $good:expr;
            )+
        }
    )+) => {
        /// The kind of a finding. Codes are stable: a number is never reused.
        ///
        /// Each has an example, which is tested: exactly this code is found in the bad file, and
        /// nothing in the good one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $($(
                #[doc = concat!("`", $number, "` ", $name, ": ", $title, ".\n\n", $explanation, "\n\nSource: ", $source)]
                $variant = $crate::lint::code_row::number($number),
            )+)+
        }

        impl Code {
            /// Every code, in the order of their numbers.
            pub const ALL: &'static [Self] = &$crate::lint::code_row::sorted([$($(Self::$variant,)+)+]);

            /// The functions that find them, in the order in which they run.
            pub(super) const CHECKS: &'static [fn(&mut $crate::lint::Run<'_, '_>)] =
                &[$($crate::lint::$($module)::+,)+];

            /// The row of this code.
            pub(super) const fn row(self) -> &'static $crate::lint::code_row::Row {
                match self {
                    $($(
                        Self::$variant => &$crate::lint::code_row::Row {
                            number: $number,
                            name: $name,
                            severity: Severity::$severity,
                            remedy: Remedy::$remedy,
                            title: $title,
                            explanation: $explanation,
                            source: $source,
                            example: $crate::lint::code_row::Example {
                                dialect: $crate::lint::code_row::codes!(@dialect $($dialect)?),
                                url: $crate::lint::code_row::codes!(@url $($url)?),
                                bad: $bad,
                                good: $good,
                            },
                        },
                    )+)+
                }
            }
        }
    };
    (@dialect) => { "rfc9309" };
    (@dialect $dialect:literal) => { $dialect };
    (@url) => { None };
    (@url $url:literal) => { Some($url) };
}
pub(super) use codes;
