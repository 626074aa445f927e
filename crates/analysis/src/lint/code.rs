//! The type [`Code`], gathered from the files of the checks, and what can be asked of a code.

use core::fmt;
use core::str::FromStr;

use super::code_row::Example;
use super::code_row::Text::{Long, Whole};
use robots_exclusion::error::ParseNameError;

// Each of these files adds its codes and passes them on to the next one; `code_row` makes the type
// of them. The documentation lists the codes in this order.
super::body::codes! {
    limits keys colons stray_lines unsupported_keys two_directives
    groups names ignores_star site_effects
    paths wildcards escapes comments rules redundancy equal_length
    sitemaps extensions bad_ignore
    code_row
}

impl Code {
    /// The length of an array that is indexed by the numbers of codes. Some numbers are not in use.
    pub(super) const PLACES: usize = Self::ALL[Self::ALL.len() - 1] as usize + 1;

    /// The code as reports spell it: `R012`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.row().number
    }

    /// A name of lower-case words joined by hyphens: `missing-colon`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// What is found, in a few words.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.row().title
    }

    /// Why it matters.
    #[must_use]
    pub fn explanation(self) -> &'static str {
        self.row().explanation
    }

    /// Where that is documented: a section of a standard, an operator's page.
    #[must_use]
    pub fn source(self) -> &'static str {
        self.row().source
    }

    /// A file that has the finding, and a similar one that has none.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_analysis::lint::{Code, LintOptions};
    ///
    /// let bad = Code::MissingColon.example().bad();
    /// assert_eq!(LintOptions::new().lint(&bad)[0].code(), Code::MissingColon);
    /// ```
    #[must_use]
    pub fn example(self) -> Example {
        self.row().example
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Code {
    type Err = ParseNameError;

    /// Reads a code (`R012`) or its name (`missing-colon`), in any case.
    fn from_str(text: &str) -> Result<Self, ParseNameError> {
        let found = Self::ALL
            .iter()
            .find(|code| code.as_str().eq_ignore_ascii_case(text) || code.name().eq_ignore_ascii_case(text));
        found
            .copied()
            .ok_or(ParseNameError::new("no finding has this code or name"))
    }
}
