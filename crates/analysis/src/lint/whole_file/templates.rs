//! Files that a service writes for its customers, who cannot change them.

use crate::lint::engine::document::{Document, Section};
use crate::lint::{Diagnostic, Severity};

/// Whether a group is the one that Squarespace writes. Its customers only choose whether AI crawlers
/// are named in it.
pub(in crate::lint) fn is_of_squarespace(section: &Section<'_>) -> bool {
    const OWN: [&[u8]; 3] = [b"/static/", b"/config", b"/api/"];
    OWN.iter()
        .all(|path| section.rules.iter().any(|rule| rule.value == *path))
}

/// Whether a group is the one that Wix writes for Google's crawlers of advertisements. Its customers can edit
/// the file, and need not.
fn is_of_wix(section: &Section<'_>) -> bool {
    const OWN: [&[u8]; 2] = [b"/_partials*", b"/pro-gallery-webapp/v1/galleries/*"];
    OWN.iter()
        .all(|path| section.rules.iter().any(|rule| rule.value == *path))
}

/// Says in the help of each finding if the file is the template of a service whose customers cannot
/// follow the help.
pub(in crate::lint) fn tell(document: &Document<'_>, found: &mut [Diagnostic]) {
    if found.is_empty() {
        return;
    }
    if let Some(own) = document.sections.iter().find(|section| is_of_wix(section)) {
        let lines = own.first..=own.last;
        let of_group = found
            .iter_mut()
            .filter(|finding| lines.contains(&(finding.line() as usize - 1)));
        for finding in of_group.filter(|finding| finding.severity == Severity::Info) {
            let help = core::mem::take(&mut finding.help);
            finding.help = format!("leave it if Wix wrote these lines, which do no harm; otherwise {help}");
        }
    }
    if !document.sections.iter().any(is_of_squarespace) {
        return;
    }
    for finding in found {
        let help = core::mem::take(&mut finding.help);
        finding.help = format!(
            "leave it if Squarespace serves this file, which its customers cannot edit; otherwise {help}"
        );
    }
}
