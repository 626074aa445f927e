#![no_main]
//! What lint says has no effect may go without changing a verdict; and any body can be linted and compared.

use libfuzzer_sys::fuzz_target;
use robots_exclusion::RobotsTxt;
use robots_exclusion::diff::changes;
use robots_exclusion::lint::{Code::*, LintOptions, lint};
use robots_exclusion_fuzz::Question;

fuzz_target!(|question: Question| {
    let Question {
        dialect, url, body, ..
    } = &question;
    let found = lint(body, &LintOptions::new().dialect(*dialect));
    let is_harmless = |code| {
        matches!(
            code,
            EmptyRule | DuplicateRule | UnreachableRule | RedundantRule | Contradiction | TrailingStar
        )
    };
    // From the last to the first, so that no change moves the place of another.
    let harmless = found.iter().rev().filter(|finding| is_harmless(finding.code()));
    let corrections = harmless.filter_map(|finding| finding.correction());
    let without = corrections.fold(body.clone(), |body, correction| correction.apply(&body));
    let parse = |body| RobotsTxt::options().dialect(*dialect).parse(body);
    let (old, new) = (parse(body), parse(&without));
    let is_same = question
        .with_agents(|agents| old.check(agents, url).is_allowed() == new.check(agents, url).is_allowed());
    assert!(is_same, "{}", without.escape_ascii());
    assert_eq!(changes(&old, &new).len(), changes(&new, &old).len());
});
