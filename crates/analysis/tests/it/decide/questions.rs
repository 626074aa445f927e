//! Questions whose answers are known, each for the sake of one thing that an answer may depend on.

use std::fmt::Write as _;

use robots_exclusion::dialect::{PatternLanguage, PercentMode, RuleChoice};
use robots_exclusion::{Dialect, RobotsTxt, RuleKind};
use robots_exclusion_analysis::decide::{
    Access, Assertion, AssertionError, Budget, Conclusion, Division, Policy, Universe, Witness, differences,
    equivalent, minimize,
};

/// The rules of a file for all crawlers.
fn policy(dialect: Dialect, rules: &str) -> Policy {
    let body = format!("User-agent: *\n{rules}");
    Policy::of_unnamed(&RobotsTxt::options().dialect(dialect).parse(body.as_bytes()))
}

/// A URL on which two files disagree, as `check` confirms, or `None` if it is proved that there is
/// none.
#[track_caller]
fn disagreement(old: (Dialect, &str), new: (Dialect, &str)) -> Option<String> {
    let policies = [old, new].map(|(dialect, rules)| policy(dialect, rules));
    let found = match equivalent(&policies[0], &policies[1], &mut Budget::default()) {
        Conclusion::Proved => None,
        Conclusion::Refuted(witness) => Some(witness.target().to_owned()),
        Conclusion::Undecided => panic!("{old:?} {new:?}"),
    };
    if let Some(target) = &found {
        let verdicts = [old, new].map(|(dialect, rules)| {
            let body = format!("User-agent: *\n{rules}");
            let robots = RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
            robots.is_allowed("FooBot", &*[Witness::ORIGIN, target].concat())
        });
        assert_ne!(verdicts[0], verdicts[1], "{target}: {old:?} {new:?}");
    }
    found
}

#[test]
fn a_single_url_that_only_one_spelling_makes_different_is_found() {
    let draft_glob = Dialect::SEZNAM_2.with(|custom| custom.percent_mode = PercentMode::Draft1996);
    let rule_only_glob = Dialect::SEZNAM_2.with(|custom| custom.percent_mode = PercentMode::RuleOnly);
    let draft = draft_glob.with(|custom| custom.pattern_language = PatternLanguage::Wildcard);
    for (old, new, expected) in [
        // Three octets where the escape is kept, one where it is decoded.
        (
            (Dialect::SEZNAM_2, "Disallow: /?"),
            (draft_glob, "Disallow: /?"),
            Some("/%21"),
        ),
        // The same beside another rule with a `?`.
        (
            (Dialect::SEZNAM_2, "Disallow: /?\nDisallow: /a?b"),
            (draft_glob, "Disallow: /?\nDisallow: /a?b"),
            Some("/%21"),
        ),
        // The octet that only one of two sets has.
        (
            (Dialect::SEZNAM_2, "Disallow: /[ab]"),
            (Dialect::SEZNAM_2, "Disallow: /[ac]"),
            Some("/b"),
        ),
        // A set that holds the percent sign, with which an escape begins.
        (
            (Dialect::SEZNAM_2, "Disallow: /[%&]2F"),
            (Dialect::SEZNAM_2, "Disallow: /&2F"),
            Some("/%2F"),
        ),
        // Whatever begins like an escape will do, except the one that another rule allows.
        (
            (Dialect::GOOGLE, "Allow: /*%00"),
            (Dialect::GOOGLE, "Allow: /*%00\nDisallow: /%"),
            Some("/%"),
        ),
        // The text begins within an escape, which one dialect decodes; and of these escapes another
        // rule names the first.
        (
            (Dialect::SEZNAM, "Disallow: /*F"),
            (draft, "Disallow: /*F\nDisallow: /*%0F"),
            Some("/%1F"),
        ),
        // The same where a `?` follows, so that it counts how many octets the escape has.
        (
            (Dialect::SEZNAM_2, "Disallow: /*F?b"),
            (draft, "Disallow: /*F"),
            Some("/%2F?b"),
        ),
        // One dialect escapes the star of the URL, and finds the digit.
        (
            (Dialect::SEZNAM, "Disallow: /*A"),
            (Dialect::GOOGLE, "Disallow: /*A"),
            Some("/*"),
        ),
        // In the query alone, some escapes equal what they stand for.
        (
            (Dialect::SEZNAM, "Disallow: /*:"),
            (Dialect::GOOGLE, "Disallow: /*:"),
            Some("/?%3A"),
        ),
        // The same where a set of the percent sign lets every octet be tried.
        (
            (Dialect::SEZNAM_2, "Disallow: /*:*\nDisallow: /[%/]"),
            (rule_only_glob, "Disallow: /*:*\nDisallow: /[%/]"),
            Some("/?%3A"),
        ),
        // A slash of the query may be an escape, which yet another rule names.
        (
            (Dialect::SEZNAM, "Disallow: /*?*/\nDisallow: /*2F"),
            (Dialect::GOOGLE, "Disallow: /*?*/\nDisallow: /*2F"),
            None,
        ),
        // A set is more than its first octet, wherever the text begins.
        (
            (Dialect::SEZNAM_2, "Disallow: /*[ab]ac"),
            (Dialect::SEZNAM_2, "Disallow: /*aac\nDisallow: /*bac"),
            None,
        ),
        // The second chance of an Allow is as long as the Disallow, and so prevails.
        (
            (Dialect::GOOGLE, "Allow: /a/index.html\nDisallow: /a/*"),
            (
                Dialect::GOOGLE,
                "Allow: /a/index.html\nAllow: /a/$\nDisallow: /a/*",
            ),
            None,
        ),
    ] {
        assert_eq!(disagreement(old, new).as_deref(), expected, "{old:?} {new:?}");
        assert_eq!(
            disagreement(new, old).is_some(),
            expected.is_some(),
            "{new:?} {old:?}"
        );
    }
}

/// The first digit of an escape may end a match as the last one may.
#[test]
fn text_is_found_from_the_first_digit_of_an_escape() {
    let mut rules = String::from("Disallow: /*8\n");
    for high in "0123456789ABCDEF".chars() {
        writeln!(rules, "Disallow: /*%{high}8").unwrap();
    }
    let draft = Dialect::SEZNAM.with(|custom| custom.percent_mode = PercentMode::Draft1996);
    let found = disagreement((Dialect::SEZNAM, "Disallow: /*8"), (draft, &rules));
    assert_eq!(found.as_deref(), Some("/%80"));
}

/// In a query, one dialect reads `%2F` as a slash and the other one does not, so a wildcard of the
/// other one may be about it.
#[test]
fn a_wildcard_counts_where_another_dialect_decodes_a_slash() {
    let old = policy(Dialect::GOOGLE, "Disallow: /?/\nAllow: /*2F");
    let new = policy(Dialect::RFC_9309, "Disallow: /?/");
    let mut budget = Budget::default();
    let found: Vec<_> = differences(&old, &new, &mut budget)
        .map(|difference| {
            let target = difference.witness().target().to_owned();
            (difference.before(), difference.after(), target)
        })
        .collect();
    assert_eq!(found, [(Some(1), Some(0), "/?%2F".to_owned())]);
}

/// The text after a `?` may begin within an escape too, as `1b` does in `%21b`, and a dialect that
/// decodes that finds `b` after `!`.
#[test]
fn a_wildcard_counts_where_a_question_mark_leaves_the_end_of_an_escape() {
    let draft_glob = Dialect::SEZNAM_2.with(|custom| custom.percent_mode = PercentMode::Draft1996);
    let assertion = Assertion::new(RuleKind::Disallow, "/??1b", Dialect::SEZNAM_2);
    for (rules, expected) in [("Disallow: /*!b", None), ("Disallow: /*!c", Some("/%21b"))] {
        // The first two match whatever else the assertion is about. In a query, `%2F` is one octet
        // for it and three for the other dialect.
        let policy = policy(
            draft_glob,
            &format!("Disallow: /??1b\nDisallow: /?%2F1b\n{rules}"),
        );
        let answer = policy.holds(&assertion, &mut Budget::default()).unwrap();
        assert_ne!(answer, Conclusion::Undecided, "{rules}");
        assert_eq!(answer.witness().map(Witness::target), expected, "{rules}");
    }
}

/// A set lets a search try other octets, which patterns without sets may be about.
#[test]
fn a_rule_is_reachable_if_sets_leave_an_octet() {
    for (rules, expected) in [
        ("Allow: /?\nDisallow: /*:\nDisallow: /[!:]", None),
        ("Allow: /?\nDisallow: /[!:]", Some("/:")),
        ("Disallow: /??\nAllow: /[!a]?", Some("/ax")),
        // No character is left that no pattern mentions, nor one that could stand for what is like
        // the percent sign.
        (
            "Disallow: /[!a]\nAllow: /xyzabcdefghijklmnopqrstuvwXYZABCDEFGHIJKLMNOPQRSTUVW0123456789-_.~!'(),;+=&",
            Some("/z"),
        ),
    ] {
        let policy = policy(Dialect::SEZNAM_2, rules);
        let answer = policy.is_unreachable(0, &mut Budget::default());
        assert_eq!(answer.witness().map(Witness::target), expected, "{rules}");
    }
}

/// Each pair of rules that decide differently is found, also where the octets of both are different
/// spellings of the same.
#[test]
fn differences_name_the_rules_that_decide() {
    let draft = Dialect::SEZNAM_2.with(|custom| custom.percent_mode = PercentMode::Draft1996);
    for (old, new, before, after, expected) in [
        (
            (Dialect::SEZNAM, "Disallow: /?a:"),
            (Dialect::GOOGLE, "Allow: /?a%3A\nDisallow: /?a"),
            Some(0),
            Some(0),
            "/?a%3A",
        ),
        // Not the first escape that counts as one octet here and as three there: another rule
        // decides about that.
        (
            (Dialect::SEZNAM_2, "Disallow: /?\nDisallow: /*21"),
            (draft, "Disallow: /?"),
            None,
            Some(0),
            "/%23",
        ),
        // The same set twice: the longer way to write it precedes.
        (
            (Dialect::SEZNAM_2, "Disallow: *[ab]?*\nDisallow: *[a-b]?*"),
            (Dialect::SEZNAM_2, ""),
            Some(1),
            None,
            "/ax",
        ),
    ] {
        let policies = [old, new].map(|(dialect, rules)| policy(dialect, rules));
        let mut budget = Budget::default();
        let mut all = differences(&policies[0], &policies[1], &mut budget);
        let wanted = all
            .by_ref()
            .find(|difference| (difference.before(), difference.after()) == (before, after));
        let wanted = wanted.unwrap_or_else(|| panic!("{old:?} {new:?}"));
        assert_eq!(wanted.witness().target(), expected, "{old:?} {new:?}");
    }
}

/// Whatever is the same on both sides takes no search, so that a budget without a step suffices.
#[test]
fn the_same_rules_are_proved_equivalent_without_a_step() {
    const RFC: Dialect = Dialect::RFC_9309;
    const GLOB: Dialect = Dialect::SEZNAM_2;
    const OF_TWO_LANGUAGES: &str = "Disallow: /:*\n\nUser-agent: *\nRobot-version: 2.0\nDisallow: /:*\n";
    const THE_OTHER_WAY_ROUND: &str = "Robot-version: 2.0\nDisallow: /:*\n\nUser-agent: *\nDisallow: /:*\n";
    for (old, new, is_proved) in [
        ((RFC, "Disallow: /a"), (RFC, "Disallow: /b"), false),
        // Their order does not count where the longest decides, nor where all disallow.
        (
            (RFC, "Disallow: /a\nAllow: /b\nAllow: /c"),
            (RFC, "Allow: /c\nAllow: /b\nDisallow: /a"),
            true,
        ),
        (
            (Dialect::BAIDU, "Disallow: /a\nDisallow: /b"),
            (Dialect::BAIDU, "Disallow: /b\nDisallow: /a"),
            true,
        ),
        // It does where the first decides.
        (
            (Dialect::BAIDU, "Disallow: /a\nAllow: /b"),
            (Dialect::BAIDU, "Disallow: /a\nAllow: /b"),
            true,
        ),
        (
            (Dialect::BAIDU, "Disallow: /a\nAllow: /b"),
            (Dialect::BAIDU, "Allow: /b\nDisallow: /a"),
            false,
        ),
        // Plain text means the same however octets are spelled.
        (
            (Dialect::SEZNAM, "Disallow: /a\nAllow: /a/*b"),
            (Dialect::GOOGLE, "Disallow: /a\nAllow: /a/*b"),
            true,
        ),
        (
            (Dialect::SEZNAM, "Disallow: /:"),
            (Dialect::GOOGLE, "Disallow: /:"),
            false,
        ),
        // Sets of one octet, and of all.
        ((GLOB, "Disallow: /a[?]b[*]"), (GLOB, "Disallow: /a\\?b\\*"), true),
        ((GLOB, "Disallow: /[!z-a]b"), (GLOB, "Disallow: /?b"), true),
        ((GLOB, "Disallow: /[ab]"), (GLOB, "Disallow: /[ba]"), true),
        ((GLOB, "Disallow: /[ab]"), (GLOB, "Disallow: /[a-ba]"), true),
        ((GLOB, "Disallow: /[ab]"), (GLOB, "Disallow: /[ac]"), false),
        // One pattern in two languages, in either order.
        (
            (Dialect::SEZNAM, OF_TWO_LANGUAGES),
            (Dialect::SEZNAM, THE_OTHER_WAY_ROUND),
            true,
        ),
    ] {
        let policies = [old, new].map(|(dialect, rules)| policy(dialect, rules));
        let answer = equivalent(&policies[0], &policies[1], &mut Budget::new(0));
        assert_eq!(answer.is_proved(), is_proved, "{old:?} {new:?}");
    }
}

#[test]
fn a_policy_has_the_rules_of_the_group_that_applies() {
    let robots =
        RobotsTxt::parse(b"User-agent: *\nDisallow: /all\n\nUser-agent: FooBot\nDisallow: /foo\n\nUser-agent: *\nDisallow: /more\n");
    for (agent, rules, group) in [
        ("FooBot", &["Disallow: /foo"][..], "FooBot"),
        ("BarBot", &["Disallow: /all", "Disallow: /more"], "*"),
    ] {
        let policy = Policy::of(&robots, agent);
        let shown: Vec<String> = policy.rules().map(|rule| rule.to_string()).collect();
        assert_eq!(shown, rules, "{agent}");
        assert_eq!(policy.rule(rules.len()), None);
        assert_eq!(policy.group(), Some(group.as_bytes()));
    }
}

#[test]
fn an_assertion_says_what_it_asserts() {
    let assertion = Assertion::new(RuleKind::Disallow, "/a", Dialect::GOOGLE);
    assert_eq!(assertion.exceptions(), [""; 0]);
    let assertion = assertion.except("/a/b").except("/a/c");
    assert_eq!(
        (assertion.kind(), assertion.pattern(), assertion.dialect()),
        (RuleKind::Disallow, "/a", Dialect::GOOGLE)
    );
    assert_eq!(assertion.exceptions(), ["/a/b", "/a/c"]);
}

/// It would be true of every file. The file decides nothing about that.
#[test]
fn an_assertion_about_no_url_is_refused() {
    let no_path = |pattern: &str| Some(AssertionError::NoPath(pattern.to_owned()));
    let no_url = |pattern: &str| Some(AssertionError::NoUrl(pattern.to_owned()));
    let only_exceptions = |pattern: &str| Some(AssertionError::OnlyExceptions(pattern.to_owned()));
    let rfc = Dialect::RFC_9309;
    let table: [(&str, &[&str], Dialect, Option<AssertionError>); 19] = [
        ("/a", &[], rfc, None),
        ("*a", &[], rfc, None),
        ("/$", &[], rfc, None),
        ("$", &[], rfc, no_url("$")),
        ("*$", &[], rfc, None),
        ("", &[], rfc, no_path("")),
        ("a", &[], rfc, no_path("a")),
        (" /a", &[], rfc, no_path(" /a")),
        ("https://e.com/a", &[], rfc, no_path("https://e.com/a")),
        ("/a#b", &[], rfc, no_url("/a#b")),
        ("*a", &[], Dialect::ORIGINAL_1994, no_url("*a")),
        ("/a", &["a"], rfc, no_path("a")),
        ("/a", &["/a/b", ""], rfc, no_path("")),
        ("/a", &["/a/b", "/a/c"], rfc, None),
        ("/a", &["/"], rfc, only_exceptions("/a")),
        ("/a", &["*"], rfc, only_exceptions("/a")),
        ("/a", &["/a$", "/a*x", "/a"], rfc, only_exceptions("/a")),
        ("/a$", &["/a/"], rfc, None),
        ("/%61$", &["/a"], rfc, only_exceptions("/%61$")),
    ];
    for (pattern, exceptions, dialect, expected) in table {
        for kind in [RuleKind::Allow, RuleKind::Disallow] {
            let assertion = Assertion::new(kind, pattern, dialect);
            let assertion = exceptions
                .iter()
                .fold(assertion, |assertion, pattern| assertion.except(pattern));
            for rules in ["", "Disallow: /\n", "Disallow: /a\nAllow: /a/\n"] {
                let policy = policy(dialect, rules);
                let answer = policy.holds(&assertion, &mut Budget::default());
                assert_eq!(answer.err(), expected, "{assertion:?} {rules:?}");
            }
        }
    }
    // With nothing to spend it is unknown whether there is such a URL, and so nothing is proved.
    let policy = policy(rfc, "Disallow: /\n");
    let assertion = Assertion::new(RuleKind::Disallow, "/a", rfc);
    assert_eq!(
        policy.holds(&assertion, &mut Budget::new(0)),
        Ok(Conclusion::Undecided)
    );
    // The file itself is no part of what a site may close, where its dialect says so.
    let itself = |kind| policy.holds(&Assertion::new(kind, "/robots.txt$", rfc), &mut Budget::default());
    assert_eq!(itself(RuleKind::Allow), Ok(Conclusion::Proved));
    assert_eq!(itself(RuleKind::Disallow).err(), only_exceptions("/robots.txt$"));
}

#[test]
fn robots_txt_itself_is_exempt_where_the_dialect_always_allows_it() {
    let assertion = Assertion::new(RuleKind::Disallow, "/", Dialect::RFC_9309);
    for (is_always_allowed, expected) in [(true, None), (false, Some("/robots.txt"))] {
        let dialect = Dialect::RFC_9309.with(|custom| custom.robots_txt_allowed = is_always_allowed);
        let policy = policy(dialect, "Disallow: /\nAllow: /robots.txt$\n");
        let answer = policy.holds(&assertion, &mut Budget::default()).unwrap();
        assert_eq!(answer.witness().map(Witness::target), expected);
    }
}

#[test]
#[should_panic = "there are 1 rules, numbered from 0, and none is number 1"]
fn only_rules_that_there_are_can_be_asked_about() {
    let policy = policy(Dialect::RFC_9309, "Disallow: /a\n");
    let _ = policy.is_redundant(1, &mut Budget::default());
}

/// A witness is written so that people can read it, but not so that it becomes an exception.
#[test]
fn a_witness_against_an_assertion_is_no_exception() {
    let policy = policy(Dialect::RFC_9309, "Disallow: /*.php\n");
    let assertion = Assertion::new(RuleKind::Allow, "/", Dialect::RFC_9309);
    let mut budget = Budget::default();
    let mut target = |assertion: &Assertion| {
        let answer = policy.holds(assertion, &mut budget).unwrap();
        answer.witness().map(|witness| witness.target().to_owned())
    };
    assert_eq!(target(&assertion).as_deref(), Some("/x.php"));
    assert_eq!(target(&assertion.except("/x")).as_deref(), Some("/.php"));
}

#[test]
fn a_witness_says_the_url_and_both_verdicts() {
    let (old, new) = (
        policy(Dialect::RFC_9309, "Disallow: /a\n"),
        policy(Dialect::RFC_9309, "Allow: /\n"),
    );
    let mut budget = Budget::default();
    let answer = equivalent(&old, &new, &mut budget);
    let witness = answer.witness().unwrap();
    assert_eq!(witness.target(), "/a");
    assert_eq!(
        witness.to_string(),
        "https://example.com/a: disallowed by line 2 (`Disallow: /a`), then allowed by line 2 (`Allow: /`)"
    );
    // Of one policy there is one verdict.
    let answer = old.is_unreachable(0, &mut budget);
    assert_eq!(
        answer.witness().unwrap().to_string(),
        "https://example.com/a: disallowed by line 2 (`Disallow: /a`)"
    );
    assert_eq!(equivalent(&old, &old, &mut budget).witness(), None);
}

/// A name is put where one is missing, as long as the same rule decides.
#[test]
fn witnesses_are_urls_that_people_can_read() {
    for (rule, expected) in [
        ("Disallow: /*/comments", "/x/comments"),
        ("Disallow: /*.php", "/x.php"),
        ("Disallow: /*..", "/x.."),
        ("Disallow: /a/b", "/a/b"),
        ("Disallow: /*a", "/a"),
        ("Disallow: /a*.b", "/a.b"),
        ("Disallow: /a*.*.", "/a.x."),
        // Of two places only one may be filled, or none.
        ("Disallow: //*.php", "//x.php"),
        ("Disallow: //.php", "//.php"),
        // No more than eight are.
        ("Disallow: /*/*/*/*/*/*/*/*/", "/x/x/x/x/x/x/x/x/"),
        ("Disallow: /*/*/*/*/*/*/*/*/*/", "//////////"),
    ] {
        let policy = policy(Dialect::RFC_9309, rule);
        let answer = policy.is_unreachable(0, &mut Budget::default());
        assert_eq!(answer.witness().map(Witness::target), Some(expected), "{rule}");
    }
}

#[test]
fn what_is_spent_is_no_longer_left() {
    let policy = policy(Dialect::RFC_9309, "Disallow: /*a*b\nDisallow: /*a*c\n");
    let mut budget = Budget::new(100_000);
    assert_eq!((budget.spent(), budget.remaining()), (0, 100_000));
    assert!(policy.is_redundant(0, &mut budget).witness().is_some());
    let once = budget.spent();
    assert!(once > 0);
    assert!(policy.is_redundant(0, &mut budget).witness().is_some());
    assert_eq!(
        (budget.spent(), budget.remaining()),
        (2 * once, 100_000 - 2 * once)
    );
}

/// The memory of a question is used again, but nothing in it makes the next one cost more.
#[test]
fn a_question_costs_the_same_however_often_it_is_asked() {
    for (dialect, rules) in [
        (Dialect::RFC_9309, "Disallow: /*a*b\nAllow: /*ab\n"),
        (Dialect::SEZNAM_2, "Disallow: /*a?[ab]b\nAllow: /*[ab]?a\n"),
    ] {
        let policy = policy(dialect, rules);
        let mut budget = Budget::default();
        let mut spent = || {
            let before = budget.spent();
            assert!(policy.is_redundant(0, &mut budget).witness().is_some());
            budget.spent() - before
        };
        let once = spent();
        assert!(once > 0);
        assert_eq!([spent(), spent()], [once; 2], "{rules}");
    }
}

/// Deciding is hard in general: here the states double with each `?`.
#[test]
fn as_much_as_a_question_takes_suffices_for_it() {
    let any = "?".repeat(10);
    let policy = policy(
        Dialect::SEZNAM_2,
        &format!("Disallow: /*a{any}\nAllow: /*[ab]{any}\n"),
    );
    let mut budget = Budget::default();
    let ask = |budget: &mut Budget| policy.is_unreachable(0, budget) == Conclusion::Undecided;
    assert!(!ask(&mut budget));
    let spent = budget.spent();
    assert!(spent > 10_000, "{spent}");
    assert!(!ask(&mut Budget::new(spent + 1)));
    assert!(ask(&mut Budget::new(spent / 2)));
    assert!(ask(&mut Budget::new(10 * spent).with_each(spent / 2)));
}

/// What one question leaves of its steps, or lacks, is nothing to the next.
#[test]
fn each_question_has_its_own_allowance() {
    let of = |name: &str| {
        let rules = (0..200).map(|number| format!("Disallow: /{name}*{number}\n"));
        policy(Dialect::RFC_9309, &rules.collect::<String>())
    };
    let (old, new) = (of("a"), of("b"));
    let mut budget = Budget::new(10_000_000).with_each(20_000);
    let mut all = differences(&old, &new, &mut budget);
    assert_eq!(all.by_ref().count(), 400);
    assert!(all.is_complete());
    drop(all);
    assert!(budget.spent() > 20_000, "{}", budget.spent());
}

/// Otherwise the budget would not bound the time of a file of nothing but wildcards.
#[test]
fn every_wildcard_that_a_question_looks_at_is_paid_for() {
    let mut rules = String::from("Allow: /a\n");
    for number in 0..1_000 {
        writeln!(rules, "Disallow: /b*{number}").unwrap();
    }
    let policy = policy(Dialect::RFC_9309, &rules);
    let mut budget = Budget::default();
    assert!(policy.is_redundant(0, &mut budget).is_proved());
    assert!(budget.spent() >= 1_000, "{}", budget.spent());
}

/// The same where a wildcard that covers a rule makes a search needless: the wildcards of both files
/// are looked at, and once more to find the candidates.
#[test]
fn what_needs_no_search_is_paid_for() {
    let rules: String = (0..1_000)
        .map(|number| format!("Disallow: /*b{number}\n"))
        .collect();
    let rules = format!("{rules}Disallow: /*b\n");
    let old = policy(Dialect::RFC_9309, &format!("{rules}Disallow: /ab\n"));
    let new = policy(Dialect::RFC_9309, &rules);
    let mut budget = Budget::default();
    assert!(equivalent(&old, &new, &mut budget).is_proved());
    assert!(budget.spent() >= 3_000, "{}", budget.spent());
}

/// A disagreement is complete if fewer URLs were found than were looked for.
#[test]
fn a_division_says_whether_there_may_be_more() {
    let policies = ["Disallow: /a\n", "Disallow: /a\nDisallow: /b\nDisallow: /c\n"];
    for (most, urls) in [(1, 1), (2, 2), (3, 2)] {
        let policies = policies.map(|rules| policy(Dialect::RFC_9309, rules));
        let division = Division::of(policies, most, &mut Budget::default());
        let disagreement = division.between(0, 1).unwrap();
        assert_eq!(disagreement.urls().len(), urls);
        assert_eq!(disagreement.is_complete(), urls < most);
    }
}

#[test]
fn what_is_undecided_is_counted() {
    let (old, new) = (
        policy(Dialect::RFC_9309, "Disallow: /a\nDisallow: /b\n"),
        policy(Dialect::RFC_9309, "Disallow: /b\nDisallow: /c\nDisallow: /d\n"),
    );
    for (steps, undecided) in [(0, 3), (100_000, 0)] {
        let mut budget = Budget::new(steps);
        let mut differences = differences(&old, &new, &mut budget);
        assert_eq!(differences.by_ref().count(), 3 - undecided);
        assert_eq!(differences.undecided(), undecided);
        assert_eq!(differences.is_complete(), undecided == 0);
    }
}

#[test]
fn policies_are_interchangeable_if_they_answer_alike_and_cite_the_same_lines() {
    let plain = policy(Dialect::RFC_9309, "Disallow: /a\n");
    assert!(plain.is_interchangeable(&plain.clone()));
    assert!(plain.is_interchangeable(&policy(Dialect::LENIENT, "Disallow: /a\n")));
    for (dialect, rules) in [
        // Without effect.
        (Dialect::RFC_9309, "Disallow: /a\nDisallow: /ab\n"),
        (Dialect::RFC_9309, "Disallow: /b\n"),
        (Dialect::RFC_9309, "Allow: /a\n"),
        (Dialect::RFC_9309, "\nDisallow: /a\n"),
        // Written otherwise.
        (Dialect::RFC_9309, "Disallow: /%61\n"),
        (
            Dialect::RFC_9309.with(|custom| custom.rule_choice = RuleChoice::First),
            "Disallow: /a\n",
        ),
        (Dialect::BAIDU, "Disallow: /a\n"),
    ] {
        assert!(
            !plain.is_interchangeable(&policy(dialect, rules)),
            "{dialect} {rules}"
        );
    }
    let wildcard = |dialect| policy(dialect, "Disallow: /*.pdf\n");
    assert!(!wildcard(Dialect::RFC_9309).is_interchangeable(&wildcard(Dialect::ORIGINAL_1994)));
}

/// Google's library decodes nothing, so escapes of unreserved characters are part of what can be
/// asked.
#[test]
fn all_urls_are_those_that_the_dialect_can_receive() {
    // Its own test of such a rule.
    let tested = policy(Dialect::GOOGLE, "Disallow: /\nAllow: /foo/bar/%62%61%7A\n");
    let minimized = minimize(std::slice::from_ref(&tested), &mut Budget::default());
    assert_eq!(minimized.removals(), []);
    let Conclusion::Refuted(witness) = tested.is_unreachable(1, &mut Budget::default()) else {
        panic!()
    };
    assert_eq!(witness.target(), "/foo/bar/%62%61%7A");
    // A home directory, with its tilde escaped, against nothing.
    let home = policy(Dialect::GOOGLE, "Disallow: /%7Euser\n");
    let nothing = policy(Dialect::GOOGLE, "");
    let Conclusion::Refuted(witness) = equivalent(&home, &nothing, &mut Budget::default()) else {
        panic!()
    };
    assert_eq!(witness.target(), "/%7Euser");
    // Nothing is open for everybody under such a rule.
    let users = policy(Dialect::GOOGLE, "Disallow: /%75sers\n");
    let open = Assertion::new(RuleKind::Allow, "/", Dialect::GOOGLE);
    assert!(
        users
            .holds(&open, &mut Budget::default())
            .unwrap()
            .witness()
            .is_some()
    );
    // The case of an escape's digits counts in a URL, though not in a rule.
    let digits = policy(Dialect::GOOGLE, "Disallow: /*%c\n");
    let Conclusion::Refuted(witness) = digits.is_unreachable(0, &mut Budget::default()) else {
        panic!()
    };
    assert!(witness.target().contains("%c"), "{witness}");

    // In normal form, nothing of that can be asked.
    for (policy, rule) in [(&tested, 1), (&home, 0), (&users, 0)] {
        let normalized = policy.clone().in_universe(Universe::Normalized);
        assert!(
            normalized
                .is_unreachable(rule, &mut Budget::default())
                .is_proved()
        );
    }
    // Dialects that treat escapes differently are compared there.
    let rfc = policy(Dialect::RFC_9309, "Disallow: /a\n");
    let google = policy(Dialect::GOOGLE, "Disallow: /a\n");
    assert_eq!(Universe::of(&[&rfc, &google]), Universe::Normalized);
    assert!(equivalent(&rfc, &google, &mut Budget::default()).is_proved());
}

/// Google's library decodes nothing, so what clients send raw is another URL than its escape.
#[test]
fn what_clients_send_raw_is_a_url_of_its_own() {
    let google = policy(Dialect::GOOGLE, "Disallow: /*|\nDisallow: /*%7C\n");
    let mut budget = Budget::default();
    assert_eq!(
        minimize(std::slice::from_ref(&google), &mut budget).removals(),
        []
    );
    for octet in ["|", "^", "{", "}", "\\", "`", "[", "]", "%"] {
        for pattern in [
            format!("/a{octet}b"),
            format!("/*{octet}x*"),
            format!("/q?f={octet}"),
        ] {
            let policy = policy(Dialect::GOOGLE, &format!("Disallow: {pattern}\n"));
            let Conclusion::Refuted(witness) = policy.is_unreachable(0, &mut budget) else {
                panic!("{pattern}")
            };
            assert!(witness.target().contains(octet), "{witness}");
        }
    }
    // These are always escaped.
    for octet in ["\"", "<", ">", " x", "\u{7}"] {
        let policy = policy(Dialect::GOOGLE, &format!("Disallow: /a{octet}b\n"));
        assert!(policy.is_unreachable(0, &mut budget).is_proved(), "{octet}");
    }
    // Dialects that decode see no difference, and so differ from Google's.
    for (rule, target) in [
        ("Disallow: /x|\n", "/x%7C"),
        ("Disallow: /x%7C\n", "/x|"),
        ("Disallow: /x%\n", "/x%00"),
        ("Disallow: /x%25\n", "/x%"),
    ] {
        for other in [Dialect::RFC_9309, Dialect::DRAFT_1996] {
            let policies = [Dialect::GOOGLE, other].map(|dialect| policy(dialect, rule));
            let Conclusion::Refuted(witness) = equivalent(&policies[0], &policies[1], &mut budget) else {
                panic!("{rule}")
            };
            assert_eq!(witness.target(), target);
        }
    }
    let decoding = [Dialect::RFC_9309, Dialect::DRAFT_1996].map(|dialect| policy(dialect, "Disallow: /x|\n"));
    assert!(equivalent(&decoding[0], &decoding[1], &mut budget).is_proved());
}

#[test]
fn copies_of_a_rule_are_no_questions() {
    let body = |copies: usize| format!("Disallow: /a\n{}", "Disallow: /a/b*c*d\n".repeat(copies));
    let minimized = |copies: usize| {
        let mut budget = Budget::default();
        let minimized = minimize(&[policy(Dialect::RFC_9309, &body(copies))], &mut budget);
        assert!(minimized.undecided().is_empty());
        assert_eq!(minimized.removals().len(), copies);
        budget.spent()
    };
    // What is left of them is looked at.
    let (one, many) = (minimized(1), minimized(10_000));
    assert!(many < one + 10 * 10_000, "{one} {many}");
}

#[test]
fn copies_of_a_rule_are_compared_once() {
    for dialect in [Dialect::RFC_9309, Dialect::BAIDU, Dialect::ORIGINAL_1994] {
        let head = "Allow: /x\nDisallow: /a*b\n";
        let short = policy(dialect, head);
        let steps = |copies: usize| {
            let long = policy(dialect, &[head, &"Disallow: /a*bc\n".repeat(copies)].concat());
            let mut budget = Budget::default();
            for (old, new) in [(&long, &short), (&short, &long)] {
                assert!(equivalent(old, new, &mut budget).is_proved());
                let mut differences = differences(old, new, &mut budget);
                assert_eq!(
                    (differences.by_ref().count(), differences.is_complete()),
                    (0, true)
                );
            }
            budget.spent()
        };
        let (one, many) = (steps(1), steps(10_000));
        assert!(many < one + 100 * 10_000, "{one} {many}");
    }
    // Copies that open something are found as one.
    let old = policy(Dialect::RFC_9309, &"Disallow: /a*b\n".repeat(100));
    let new = policy(Dialect::RFC_9309, "");
    let mut budget = Budget::default();
    assert_eq!(differences(&old, &new, &mut budget).count(), 1);
}

/// What is open, closed or partly open is so for every URL, however it is spelled: where a dialect
/// decodes no escapes, `/%75sers` and `/users` are two.
#[test]
fn access_is_that_to_every_spelling() {
    for (name, dialect) in Dialect::PRESETS.iter().copied() {
        for octet in ["%75", "%41", "%7E", "%7e", "%30", "%5f", "%2D", "%2F", "%c3%a9"] {
            for (first, other) in [("Disallow", ""), ("Allow", "Disallow: /\n")] {
                for pattern in [format!("/{octet}"), format!("/{octet}$"), format!("/*{octet}")] {
                    let body = format!("User-agent: *\n{first}: {pattern}\n{other}");
                    let robots = RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
                    let access = Policy::of_unnamed(&robots)
                        .access("/", &mut Budget::default())
                        .unwrap();
                    for url in [format!("/{octet}"), "/b".to_owned(), "/".to_owned()] {
                        let expected = match access {
                            Access::Partial => continue,
                            access => access == Access::Open,
                        };
                        assert_eq!(
                            robots.is_allowed("FooBot", &url),
                            expected,
                            "{name}, {body}: {url}"
                        );
                    }
                }
            }
        }
    }
}
