#![no_main]
//! Canonical form is idempotent, and re-spelling a target or a pattern in it changes no verdict.

use libfuzzer_sys::fuzz_target;
use robots_exclusion::Target;
use robots_exclusion::dialect::PercentMode;
use robots_exclusion_fuzz::{Patterns, answer};

fuzz_target!(|input: Patterns| {
    let rules = input.compile(&input.rules);
    let target = Target::for_dialect(&input.url, &input.dialect);
    let canonical = input.model_canonical(&input.model_target());
    assert_eq!(input.model_canonical(&canonical), canonical);
    // Where `%23` or spaces are decoded, the canonical form cannot be written as a URL or on a
    // line.
    if !canonical.contains(&b'#') {
        // After a host, because Google's library takes what follows an initial `//` for one.
        let url = [b"http://h", &canonical[..]].concat();
        let respelled = rules.check(Target::from_bytes(&url));
        assert_eq!(answer(&respelled), answer(&rules.check(target)));
    }
    if input.dialect.percent_mode != PercentMode::Draft1996 {
        for (allow, pattern) in &input.rules {
            let alone = input.compile([&(*allow, pattern.clone())]);
            let literal: Vec<u8> = pattern.split(|byte| *byte == b'*').flatten().copied().collect();
            if let Some(rule) = alone.check(Target::from_bytes(&literal)).rule() {
                assert_eq!(input.compile([&(*allow, rule.pattern().to_vec())]), alone);
            }
        }
    }
});
