#![no_main]
//! A rule alone matches as the model says; of many rules, however they are indexed, the one decides
//! that a plain scan finds.

use libfuzzer_sys::fuzz_target;
use robots_exclusion::dialect::RuleChoice;
use robots_exclusion::{AgentList, RobotsTxt, Target};
use robots_exclusion_fuzz::{Patterns, answer};

fuzz_target!(|input: Patterns| {
    let any_disallow = input.dialect.rule_choice == RuleChoice::AnyDisallow;
    let target = Target::for_dialect(&input.url, &input.dialect);
    let mut matching = Vec::new();
    for (rule, line) in input.rules.iter().zip(2u32..) {
        let decides = input.compile([rule]).check(target).rule().is_some();
        let counts = !(rule.0 && any_disallow);
        assert_eq!(
            decides,
            counts && input.model_matches(rule),
            "{:?}",
            rule.1.escape_ascii()
        );
        matching.extend(decides.then_some(line));
    }
    let body = Patterns::body(&input.rules);
    let robots = RobotsTxt::options().dialect(input.dialect).parse(&body);
    let scanned = robots.check(AgentList::new(&["FooBot"]), target);
    let rules = input.compile(&input.rules);
    assert_eq!(answer(&rules.check(target)), answer(&scanned));
    assert_eq!(scanned.line().is_some(), !matching.is_empty());
    assert!(scanned.line().is_none_or(|line| matching.contains(&line)));
});
