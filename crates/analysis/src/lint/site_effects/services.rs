//! Crawlers of services that a site uses, without which advertisements and previews fail.

use crate::decide::Budget;
use crate::lint::engine::document::{Document, first_of, shown};
use crate::lint::engine::readings::{Extents, Readings};
use crate::lint::site_effects::{is_announced, span_of};
use crate::lint::{Code, Findings};
use robots_exclusion::agents::{
    self, ADSBOT_GOOGLE, ADSBOT_GOOGLE_MOBILE, BING_PREVIEW, MEDIAPARTNERS_GOOGLE,
};
use robots_exclusion::agents::{Agent, Obedience, Purpose};

/// What a site loses if some crawlers may fetch none of it.
struct Service {
    uses: fn(&Agent) -> bool,
    loss: &'static str,
}

const SERVICES: [Service; 4] = [
    Service {
        uses: |agent| *agent == MEDIAPARTNERS_GOOGLE,
        loss: "AdSense learns from it what a page is about, and shows fewer advertisements without",
    },
    Service {
        uses: |agent| [ADSBOT_GOOGLE, ADSBOT_GOOGLE_MOBILE].contains(agent),
        loss: "Google Ads checks with it the pages that advertisements lead to, and shows none for pages that it cannot check",
    },
    Service {
        uses: |agent| *agent == BING_PREVIEW,
        loss: "Bing makes with it the snapshots of pages in its results",
    },
    Service {
        uses: |agent| {
            agent.purpose() == Purpose::Preview
                && agent.obeys() != Obedience::MayIgnore
                && *agent != BING_PREVIEW
        },
        loss: "links to the site that people share there have no preview",
    },
];

/// Reports groups that close the site to such crawlers by name, where it is not closed to all.
pub(in crate::lint) fn check(
    document: &Document<'_>,
    readings: &Readings<'_>,
    findings: &mut Findings<'_, '_>,
    extents: &mut Extents<'_, '_>,
    budget: &mut Budget,
) {
    if !findings.wants(Code::ServiceBlocked) {
        return;
    }
    for service in &SERVICES {
        let mut closed: Vec<&Agent> = Vec::new();
        let mut place = None;
        for agent in agents::ALL.iter().filter(|agent| (service.uses)(agent)) {
            if !readings.name(agent) {
                continue;
            }
            let extent = extents.of_closed(Some(agent), budget);
            let extent = extent.filter(|extent| extent.is_closed(agent.only_fetches()));
            let Some(rule) = extent.and_then(|extent| extent.closing.clone()) else {
                continue;
            };
            if !is_announced(document, &rule) {
                closed.push(agent);
                place.get_or_insert(rule);
            }
        }
        let Some(rule) = place else {
            continue;
        };
        findings.report(
            Code::ServiceBlocked,
            span_of(document, &rule),
            || {
                const SHOWN: usize = 4;
                let names = closed.iter().map(|agent| agent.name());
                format!(
                    "this blocks {} from the whole site: {}",
                    first_of(names, closed.len(), SHOWN),
                    service.loss
                )
            },
            |finding| {
                finding
                    .help("remove the rule if the site uses this service; ignore this finding if it does not")
            },
        );
    }
    sellers_file(document, findings);
}

/// Reports a rule that closes the file in which a site names who may sell its advertisements.
fn sellers_file(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    for path in ["/ads.txt", "/app-ads.txt"] {
        let verdict = document.robots().check("*", path);
        let rule = verdict.rule().filter(|_| !verdict.is_allowed());
        let Some(rule) = rule else {
            continue;
        };
        let index = rule.line() as usize - 1;
        // A rule such as `/a` is about something else, and one that closes the site about more.
        let has = |part: &[u8]| memchr::memmem::find(rule.pattern(), part).is_some();
        if !has(b"ads") && !has(b"txt") {
            continue;
        }
        findings.report(
            Code::ServiceBlocked,
            document.entry(index).line.span(),
            || format!("`{}: {}` closes `{path}`", rule.kind(), shown(rule.pattern())),
            |finding| {
                // An Allow beside a rule about this file alone would contradict it.
                let is_about_it = rule.pattern().strip_suffix(b"$").unwrap_or(rule.pattern()) == path.as_bytes();
                let cure = match is_about_it {
                    true => "remove the rule".into(),
                    false => format!("add `Allow: {path}$`"),
                };
                finding.help(format!(
                    "{cure} if the site sells advertisements: buyers read there who may sell them, and crawlers for this file obey robots.txt"
                ));
            },
        );
        return;
    }
}
