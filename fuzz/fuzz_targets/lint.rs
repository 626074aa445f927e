#![no_main]
//! Corrections change no verdict, alone or together, and are complete. The finding is true of the
//! URL of its witness.

use libfuzzer_sys::fuzz_target;
use robots_exclusion::RobotsTxt;
use robots_exclusion_analysis::decide::Universe;
use robots_exclusion_analysis::lint::{Code, Edit, LintOptions};
use robots_exclusion_fuzz::Question;

fuzz_target!(|question: Question| {
    let Question {
        dialect, url, body, ..
    } = &question;
    let options = LintOptions::new().dialect(*dialect);
    let fixed = options.fix(body, &[]);
    assert!(options.fix(fixed.body(), &[]).rounds().is_empty());
    // Only request targets are decided about; see `decide`.
    if !url.starts_with('/') || url.starts_with("//") || !url.bytes().all(Universe::is_raw) {
        return;
    }
    let is_allowed = |body: &[u8]| {
        let robots = RobotsTxt::options().dialect(*dialect).parse(body);
        question.with_agents(|agents| robots.check(agents, url).is_allowed())
    };
    let before = is_allowed(body);
    assert_eq!(
        before,
        is_allowed(fixed.body()),
        "{}",
        fixed.body().escape_ascii()
    );
    for finding in options.lint(body) {
        if let Some(correction) = finding.correction() {
            let after = Edit::apply(correction, body);
            assert_eq!(before, is_allowed(&after), "{finding}\n{}", after.escape_ascii());
        }
        let needs_witness = finding.code() == Code::UnreachableRule;
        assert!(!needs_witness || finding.witness().is_some(), "{finding}");
    }
    let _ = options.fix(body, Code::ALL);
});
