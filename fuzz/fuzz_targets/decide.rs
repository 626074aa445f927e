#![no_main]
//! What is proved of all URLs is true of any, and every witness shows what it says. Input: see
//! `Pair`.

use libfuzzer_sys::fuzz_target;
use robots_exclusion_analysis::decide::{Conclusion, differences, equivalent};
use robots_exclusion_fuzz::decide::Pair;

fuzz_target!(|pair: Pair| {
    let (files, url) = (pair.files(), pair.url());
    let [old, new] = &pair.policies(&files);
    let differ = |url: &str| pair.is_allowed(&files[0], url) != pair.is_allowed(&files[1], url);
    let answer = equivalent(old, new, &mut Pair::budget());
    match &answer {
        Conclusion::Proved => assert!(!differ(&url)),
        Conclusion::Refuted(witness) => assert!(differ(witness.url()), "{witness}"),
        Conclusion::Undecided => {}
    }
    let mut budget = Pair::budget();
    let mut found = differences(old, new, &mut budget);
    let count = found
        .by_ref()
        .inspect(|one| assert!(differ(one.witness().url()), "{one:?}"))
        .count();
    assert!(!found.is_complete() || answer == Conclusion::Undecided || (count == 0) == answer.is_proved());
    pair.check_rules(&files[0], old);
});
