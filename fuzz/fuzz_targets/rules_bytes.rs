#![no_main]
//! Compiled rules survive being written and read. Any other bytes that are accepted answer
//! questions, and are written the same.

use libfuzzer_sys::fuzz_target;
use robots_exclusion::error::DecodeRulesError;
use robots_exclusion::{ParseOptions, Rules};
use robots_exclusion_fuzz::{Question, seal};

fuzz_target!(|input: (bool, &[u8])| {
    let (sealed, bytes) = input;
    if !sealed {
        let question = Question::from_text(bytes);
        let rules = question.with_agents(|agents| {
            ParseOptions::new()
                .dialect(question.dialect)
                .rules_for(&question.body, agents)
        });
        let read = Rules::from_bytes(&rules.to_bytes()).expect("what was written");
        assert_eq!(read, rules);
        assert_eq!(read.check(&question.url), rules.check(&question.url));
        assert_eq!(read.heap_bytes(), rules.heap_bytes());
        return;
    }
    match Rules::from_bytes(&seal(bytes)) {
        Ok(rules) => {
            assert_eq!(Rules::from_bytes(&rules.to_bytes()).as_ref(), Ok(&rules));
            assert!(rules.check("/a/b?c").rule().is_none() || !rules.is_empty());
        }
        Err(error) => assert_eq!(error, DecodeRulesError::Corrupt),
    }
});
