//! Enums whose values have stable names: one macro, and one error.

use core::error::Error;
use core::fmt;

/// A text that is not the name of any value of the expected type.
///
/// Values such as [`Reason`](crate::Reason) and [`RuleKind`](crate::RuleKind) have stable names,
/// which `as_str` returns and `FromStr` reads, in any case. The `Display` text lists the names, or
/// says where they come from. It may be reworded in any version.
///
/// # Examples
///
/// ```
/// use robots_exclusion::{Dialect, RuleKind};
///
/// assert_eq!("disallow".parse(), Ok(RuleKind::Disallow));
/// let error = "forbid".parse::<RuleKind>().unwrap_err();
/// assert_eq!(error.to_string(), "not one of allow, disallow");
/// assert!("altavista".parse::<Dialect>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseNameError {
    message: &'static str,
}

impl ParseNameError {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(message: &'static str) -> Self {
        Self { message }
    }
}

impl fmt::Display for ParseNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.message)
    }
}

impl Error for ParseNameError {}

/// The index of a name in a list, ignoring case. Not generic, so that it is compiled once for all
/// types.
#[inline(never)]
pub fn place(name: &str, names: &[&str]) -> Option<usize> {
    names.iter().position(|other| other.eq_ignore_ascii_case(name))
}

/// Gives an enum `ALL`, `as_str` and `FromStr`, and with the feature `serde` its name as the
/// serialized form. The list must name every value: the `match` in `as_str` fails to compile
/// otherwise.
#[doc(hidden)]
#[macro_export]
macro_rules! names {
    ($type:ident { $first:ident = $first_name:literal $(, $variant:ident = $name:literal)* $(,)? }) => {
        impl $type {
            /// Every value, in the order of their declaration.
            pub const ALL: &'static [Self] = &[Self::$first $(, Self::$variant)*];

            #[doc = concat!("The value's name, which is stable: `", $first_name, "`" $(, ", `", $name, "`")*, ".")]
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    Self::$first => $first_name,
                    $(Self::$variant => $name,)*
                }
            }
        }

        impl core::str::FromStr for $type {
            type Err = $crate::error::ParseNameError;

            /// Reads what `as_str` returns, in any case.
            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let place = $crate::companions::place(name, &[$first_name $(, $name)*]);
                place.map(|place| Self::ALL[place]).ok_or($crate::error::ParseNameError::new(
                    concat!("not one of ", $first_name $(, ", ", $name)*),
                ))
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $type {
            /// The name.
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $type {
            /// From the name, in any case.
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = <$crate::companions::String as serde::Deserialize>::deserialize(deserializer)?;
                let named = |error| serde::de::Error::custom(format_args!("{name:?} is {error}"));
                name.parse().map_err(named)
            }
        }
    };
}

/// Like [`names`], and adds a `Display` that writes the name.
#[doc(hidden)]
#[macro_export]
macro_rules! identifiers {
    ($type:ident { $($names:tt)+ }) => {
        $crate::names! { $type { $($names)+ } }

        impl core::fmt::Display for $type {
            /// Writes the name, padded as a string is.
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

pub(crate) use {identifiers, names};
