#![no_main]
//! All ways to ask agree with each other and with the reference model, in the verdict, its reason
//! and the deciding line.

use libfuzzer_sys::fuzz_target;
use robots_exclusion::{ParseOptions, Rule};
use robots_exclusion_fuzz::{Question, answer};

fuzz_target!(|question: Question| {
    let Question {
        dialect, url, body, ..
    } = &question;
    let expected = question.model();
    question.with_agents(|agents| {
        let options = ParseOptions::new().dialect(*dialect);
        let robots = options.parse(body);
        let parsed = robots.check(agents, url);
        let one_shot = options.check(body, agents, url);
        assert_eq!(answer(&parsed), expected, "RobotsTxt, model");
        assert_eq!(one_shot, parsed, "one shot, RobotsTxt");
        let rules = robots.rules_for(agents);
        let compiled = rules.check(url);
        assert_eq!(answer(&compiled), expected, "Rules, model");
        assert_eq!(compiled, parsed, "Rules, RobotsTxt");
        let written = robots.as_written(compiled);
        let spelled = |rule: Option<&Rule<'_>>| {
            rule.map(|rule| (rule.to_string(), rule.kind(), rule.span(), rule.length()))
        };
        assert_eq!(
            spelled(written.rule()),
            spelled(parsed.rule()),
            "as written, RobotsTxt"
        );
        assert_eq!(options.rules_for(body, agents), rules);
        assert_eq!(
            answer(&robots.clone().into_owned().check(agents, url)),
            expected,
            "owned"
        );
    });
});
