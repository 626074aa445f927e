//! Files that a service writes for its customers, who cannot change them.

use crate::lint::Diagnostic;
use crate::lint::engine::document::{Document, Section};

/// Whether a group is the one that Squarespace writes. Its customers only choose whether AI crawlers
/// are named in it.
pub(in crate::lint) fn is_of_squarespace(section: &Section<'_>) -> bool {
    const OWN: [&[u8]; 3] = [b"/static/", b"/config", b"/api/"];
    OWN.iter()
        .all(|path| section.rules.iter().any(|rule| rule.value == *path))
}

/// Says in the help of each finding if the file is the template of a service whose customers cannot
/// follow the help.
pub(in crate::lint) fn tell(document: &Document<'_>, found: &mut [Diagnostic]) {
    if found.is_empty() || !document.sections.iter().any(is_of_squarespace) {
        return;
    }
    for finding in found {
        let help = core::mem::take(&mut finding.help);
        finding.help = format!(
            "leave it if Squarespace serves this file, which its customers cannot edit; otherwise {help}"
        );
    }
}
