//! `Robot-version`.

use super::{ParseError, trim};
use crate::identifiers;
use crate::syntax::record::is_robot_version_2;

/// The value of a `Robot-version` line: the version of the format in which its group is written.
///
/// From Conner's extended standard of 1996. SeznamBot reads the patterns of a group marked `2.0` as
/// globs over the whole target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RobotVersion {
    /// `1.0`, which is also the version of a group without such a line: patterns are prefixes.
    #[default]
    V1,
    /// `2.0`: patterns are globs.
    V2,
}

identifiers! {
    RobotVersion {
        V1 = "1.0",
        V2 = "2.0",
    }
}

impl RobotVersion {
    /// Reads `1.0` or `2.0`, also in Conner's older spelling with a third number, `1.0.0` and
    /// `2.0.0`.
    ///
    /// # Errors
    ///
    /// If the value is anything else. Version 1.0 applies then.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::extension::RobotVersion;
    ///
    /// assert_eq!(RobotVersion::parse(b"2.0"), Ok(RobotVersion::V2));
    /// assert!(RobotVersion::parse(b"two").is_err());
    /// ```
    pub fn parse(value: &[u8]) -> Result<Self, ParseError> {
        match trim(value) {
            b"1.0" | b"1.0.0" => Ok(Self::V1),
            value if is_robot_version_2(value) => Ok(Self::V2),
            _ => Err(ParseError::new("the version is 1.0 or 2.0")),
        }
    }
}
