//! How severe it is that a line about the use of pages comes, goes or changes: `Content-Signal`,
//! `Content-Usage`, `License`.

use std::collections::BTreeMap;

use super::impact::Impact;
use crate::reading::{OtherLine, OtherLines};
use robots_exclusion::extension::{ContentSignal, SignalValue};
use robots_exclusion::syntax::DirectiveKind;
use robots_exclusion_page::{ContentUsage, UsagePreference, UsagePreferences};

/// The statements of the lines of one kind: for each use, or each license, whether the use is
/// refused.
type Statements = BTreeMap<String, bool>;

/// The severity of the difference between the lines of one side and the lines of the other. A use
/// that is no longer refused matters most, and so does a license on another host: people who use
/// pages by these lines may now do more. Other changes of such lines are minor.
pub(super) struct SignalImpacts([(DirectiveKind, Impact); 3]);

impl SignalImpacts {
    pub(super) fn new(old: &OtherLines, new: &OtherLines) -> Self {
        use DirectiveKind::{ContentSignal, ContentUsage, License};
        Self([ContentSignal, ContentUsage, License].map(|kind| {
            let [old, new] = [old, new].map(|lines| statements(kind, lines));
            (kind, impact(kind, &old, &new))
        }))
    }

    /// The impact of a line that only one side has. Lines of other kinds have none.
    pub(super) fn of(&self, line: &OtherLine) -> Impact {
        let found = self.0.iter().find(|(kind, _)| line.is_of(*kind));
        found.map_or(Impact::Info, |(_, impact)| *impact)
    }
}

fn impact(kind: DirectiveKind, old: &Statements, new: &Statements) -> Impact {
    let is_loosened = old
        .iter()
        .any(|(what, refused)| *refused && new.get(what) != Some(&true));
    match kind {
        _ if old == new => Impact::Info,
        // The keys are hosts.
        DirectiveKind::License if !new.is_empty() && !new.keys().eq(old.keys()) => Impact::Major,
        _ if is_loosened => Impact::Major,
        _ => Impact::Minor,
    }
}

fn statements(kind: DirectiveKind, lines: &OtherLines) -> Statements {
    let mut statements = Statements::new();
    for line in lines.keys().filter(|line| line.is_of(kind)) {
        let value = line.value().as_bytes();
        match kind {
            DirectiveKind::ContentSignal => {
                for (what, value) in ContentSignal::parse(value).iter() {
                    statements.insert(what.to_owned(), value == SignalValue::No);
                }
            }
            DirectiveKind::ContentUsage => {
                let usage = ContentUsage::parse(value);
                let path = String::from_utf8_lossy(usage.path().unwrap_or_default());
                let preferences = UsagePreferences::parse(usage.dictionary().as_bytes());
                for (category, preference) in preferences.iter().flat_map(|preferences| preferences.iter()) {
                    if preference != UsagePreference::Unknown {
                        let refused = preference == UsagePreference::Disallow;
                        statements.insert(format!("{path} {category}"), refused);
                    }
                }
            }
            _ => {
                let host = line.value().split('/').nth(2).unwrap_or_default();
                statements.insert(host.to_ascii_lowercase(), false);
            }
        }
    }
    statements
}
