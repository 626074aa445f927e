//! The TDM Reservation Protocol.

use core::{error::Error, fmt};

use serde_json::Value;

use robots_exclusion::Dialect;
use robots_exclusion::Target;
use robots_exclusion::companions::pattern;
use robots_exclusion::companions::pattern::Effort;
use robots_exclusion::dialect::PatternLanguage;

/// A declaration of a site about text and data mining, from one place (TDM Reservation Protocol,
/// W3C Community Group Final Report of May 2024).
///
/// A value that is neither 0 nor 1 declares nothing, as the protocol says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct TdmDeclaration {
    /// Whether the rights are reserved (`tdm-reservation`): `true` for 1, `false` for 0, `None` if
    /// nothing is declared.
    pub(super) reserved: Option<bool>,
    /// The URL of the policy that says how to acquire the rights (`tdm-policy`), as written. It is
    /// ignored unless the rights are reserved.
    pub(super) policy: Option<String>,
}

impl TdmDeclaration {
    /// Reads a header field or meta tag. Case and surrounding white space of the name are ignored,
    /// and names that the protocol does not define change nothing. If a name is repeated, the first
    /// value that declares something counts: with `tdm-reservation: x` and then `tdm-reservation:
    /// 1`, the rights are reserved.
    pub(super) fn take(&mut self, name: &str, value: &str) {
        let (name, value) = (name.trim(), value.trim());
        if name.eq_ignore_ascii_case("tdm-reservation") {
            self.reserved = self.reserved.or(match value {
                "1" => Some(true),
                "0" => Some(false),
                _ => None,
            });
        } else if name.eq_ignore_ascii_case("tdm-policy") && self.policy.is_none() && !value.is_empty() {
            self.policy = Some(value.into());
        }
    }
}

/// The file `/.well-known/tdmrep.json` of a site.
///
/// # Examples
///
/// ```
/// use robots_exclusion_page::signals::{Permission, Signals, TdmFile, Use};
///
/// let file = TdmFile::parse(br#"[
///     {"location": "/free/", "tdm-reservation": 0},
///     {"location": "/", "tdm-reservation": 1, "tdm-policy": "https://example.com/policy.json"}
/// ]"#)?;
/// let mut signals = Signals::new("FooBot");
/// let answer = signals.tdm_file(&file, "https://example.com/free/x").answer(Use::Tdm);
/// assert_eq!(answer.permission(), Permission::Allowed);
/// let answer = signals.tdm_file(&file, "https://example.com/x").answer(Use::Tdm);
/// assert_eq!(answer.permission(), Permission::Refused);
/// let says = "tdm-reservation=1 tdm-policy=https://example.com/policy.json";
/// assert_eq!(answer.statements()[0].says(), says);
/// # Ok::<(), robots_exclusion_page::signals::TdmFileError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TdmFile {
    rules: Vec<(String, TdmDeclaration)>,
}

impl TdmFile {
    /// The path of the file on every site.
    pub const PATH: &'static str = "/.well-known/tdmrep.json";

    /// Reads the file: an array of objects, each with a `location` and a `tdm-reservation`. An
    /// object without a `location` is left out.
    ///
    /// # Errors
    ///
    /// If the body is not JSON, or not an array.
    ///
    /// # Complexity
    ///
    /// Linear in the body.
    pub fn parse(body: &[u8]) -> Result<Self, TdmFileError> {
        let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
        let Ok(Value::Array(objects)) = serde_json::from_slice(body) else {
            return Err(TdmFileError(()));
        };
        let rules = objects.iter().filter_map(|object| {
            let location = object.get("location")?.as_str()?;
            let mut declaration = TdmDeclaration::default();
            match object.get("tdm-reservation") {
                // Some files write the number as a string.
                Some(Value::String(text)) => declaration.take("tdm-reservation", text),
                Some(value) => {
                    declaration.reserved = value.as_u64().and_then(|number| match number {
                        0 => Some(false),
                        1 => Some(true),
                        _ => None,
                    })
                }
                None => {}
            }
            if let Some(policy) = object.get("tdm-policy").and_then(Value::as_str) {
                declaration.take("tdm-policy", policy);
            }
            Some((location.into(), declaration))
        });
        Ok(Self {
            rules: rules.collect(),
        })
    }

    /// The declaration of the file for a URL.
    pub(super) fn declaration(&self, url: &str) -> Option<&TdmDeclaration> {
        let mode = Dialect::GOOGLE.percent_mode;
        Target::new(url)
            .split(robots_exclusion::dialect::TargetSyntax::Rfc3986)
            .with_canonical(mode, false, |target| {
                let mut effort = Effort::default();
                let mut matches = |location: &str| {
                    let location = location.as_bytes();
                    pattern::match_written(location, PatternLanguage::Wildcard, mode, target, &mut effort)
                        .is_some()
                };
                self.rules
                    .iter()
                    .find(|(location, _)| matches(location))
                    .map(|(_, declaration)| declaration)
            })
    }
}

/// The error for a `tdmrep.json` that is not a JSON array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TdmFileError(());

impl fmt::Display for TdmFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("tdmrep.json is an array of objects, in JSON")
    }
}

impl Error for TdmFileError {}
