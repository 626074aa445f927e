//! Properties that hold for every file, question and dialect.
//!
//! `PROPTEST_CASES=100000 cargo test --release --test it properties` tries more cases than the
//! default.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use robots_exclusion::dialect::{GroupChoice, GroupEnd, PatternLanguage, PercentMode, RuleChoice};
use robots_exclusion::syntax::{Directive, Lines};
use robots_exclusion::{
    AgentList, Dialect, ParseOptions, Reason, RobotsTxt, RuleKind, Rules, Target, Verdict,
};

use crate::ask::check;

use crate::generate::{self, Case, config};
use crate::model::{self, ModelVerdict};

/// A verdict in the model's terms.
fn plain(verdict: &Verdict<'_>) -> ModelVerdict {
    let reason = match verdict.reason() {
        Reason::Rule => model::Reason::Rule,
        Reason::NoMatchingRule => model::Reason::NoMatchingRule,
        Reason::NoGroup => model::Reason::NoGroup,
        Reason::RobotsTxtItself => model::Reason::RobotsTxtItself,
        // The verdict is that of a crawler that no group names.
        Reason::AgentIsUrl if verdict.line().is_some() => model::Reason::Rule,
        Reason::AgentIsUrl if verdict.group_name().is_some() => model::Reason::NoMatchingRule,
        Reason::AgentIsUrl => model::Reason::NoGroup,
        unknown => panic!("the model does not know {unknown:?}"),
    };
    ModelVerdict {
        allowed: verdict.is_allowed(),
        reason,
        line: verdict.line(),
    }
}

fn list<'q>(case: &'q Case) -> AgentList<'q> {
    let list = AgentList::new(&case.agents);
    let list = if case.honor_star {
        list
    } else {
        list.without_star()
    };
    if case.pooled { list.merged() } else { list }
}

fn asker<'q>(case: &'q Case) -> model::Asker<'q> {
    model::Asker {
        agents: &case.agents,
        honor_star: case.honor_star,
        pooled: case.pooled,
    }
}

/// The verdict of the parsed file.
fn ask(case: &Case, body: &[u8], url: &str) -> ModelVerdict {
    plain(
        &RobotsTxt::options()
            .dialect(case.dialect)
            .parse(body)
            .check(list(case), url),
    )
}

/// The file with an index answers as the file without.
fn every_audience_agrees(case: &Case, robots: &RobotsTxt<'_>) -> Result<(), TestCaseError> {
    let agents = list(case);
    let indexed = robots.clone().into_indexed();
    let audience = indexed.audience(&agents);
    prop_assert_eq!(
        format!("{:?}", indexed.groups_for(&agents)),
        format!("{:?}", robots.groups_for(&agents))
    );
    prop_assert_eq!(indexed.group_name_for(&agents), robots.group_name_for(&agents));
    let Some(audience) = audience else {
        return Ok(());
    };
    for url in &case.urls {
        let plainly = robots.check(&agents, url);
        let of_audience = [
            plain(&indexed.select_audience(audience).check(url)),
            plain(indexed.select_audience(audience).explain(url).verdict()),
            plain(&indexed.select_audience(audience).compile().check(url)),
        ];
        for verdict in of_audience {
            prop_assert_eq!(
                (verdict.allowed, verdict.line),
                (plainly.is_allowed(), plainly.line()),
                "{:?}",
                url
            );
        }
        prop_assert_eq!(
            format!("{:?}", indexed.select_audience(audience).explain(url).rules()),
            format!("{:?}", robots.explain(&agents, url).rules())
        );
    }
    Ok(())
}

/// Every way to ask gives the same verdict, which is that of the model.
fn every_way_agrees(case: &Case) -> Result<(), TestCaseError> {
    let body = case.body();
    let agents = list(case);
    let robots = RobotsTxt::options().dialect(case.dialect).parse(&body);
    let rules = robots.rules_for(&agents);
    prop_assert_eq!(
        &ParseOptions::new()
            .dialect(case.dialect)
            .rules_for(&body, &agents),
        &rules
    );
    let owned = robots.clone().into_owned();
    prop_assert_eq!(&owned.rules_for(&agents), &rules);
    every_audience_agrees(case, &robots)?;
    let groups = model::groups(case.dialect, &body);
    for url in &case.urls {
        let expected = model::decide(case.dialect, &groups, &asker(case), url);
        prop_assert_eq!(
            plain(&check(&body, &agents, url, case.dialect)),
            expected,
            "one shot, {:?}",
            url
        );
        prop_assert_eq!(plain(&robots.check(&agents, url)), expected, "parsed, {:?}", url);
        prop_assert_eq!(plain(&owned.check(&agents, url)), expected, "owned, {:?}", url);
        prop_assert_eq!(plain(&rules.check(url)), expected, "compiled, {:?}", url);
        prop_assert_eq!(
            plain(&rules.check(Target::new(url))),
            expected,
            "target, {:?}",
            url
        );
        prop_assert_eq!(rules.is_allowed(url), expected.allowed);
        if let [agent] = case.agents[..]
            && case.honor_star
            && !case.pooled
        {
            prop_assert_eq!(robots.is_allowed(agent, url), expected.allowed);
            prop_assert_eq!(plain(&robots.rules_for(agent).check(url)), expected);
            if case.dialect == Dialect::RFC_9309 {
                prop_assert_eq!(robots_exclusion::is_allowed(&body, agent, url), expected.allowed);
                prop_assert_eq!(plain(&Rules::parse(&body, agent).check(url)), expected);
            }
        }
        // Not only the deciding rule, but also those that would decide without the ones before
        // them.
        let explanation = robots.explain(&agents, url);
        prop_assert_eq!(explanation.verdict(), &robots.check(&agents, url));
        let matching: Vec<_> = explanation
            .rules()
            .iter()
            .map(|found| (found.rule().line(), found.rule().length()))
            .collect();
        let target = model::target(case.dialect.target_syntax, url.as_bytes());
        let expected = model::matching(case.dialect, &groups, &asker(case), &target);
        let expected: Vec<_> = expected
            .iter()
            .map(|(rule, length)| (rule.line, *length))
            .collect();
        prop_assert_eq!(matching, expected, "{:?}", url);
        // The cited rule is the text at its place.
        let one_shot = check(&body, &agents, url, case.dialect);
        let parsed = robots.check(&agents, url);
        prop_assert_eq!(&one_shot, &parsed);
        prop_assert_eq!(&parsed, &rules.check(url));
        if let Some(rule) = parsed.rule() {
            let lines: Vec<_> = robots.lines().collect();
            let line = &lines[rule.line() as usize - 1];
            let (_, value) = line.key_value().unwrap();
            let pattern = rule.pattern();
            let is_there = if case.dialect.several_paths {
                value
                    .split(|byte| matches!(byte, b' ' | b'\t'))
                    .any(|word| word == pattern)
            } else {
                value == pattern
            };
            prop_assert!(is_there, "{} is not on line {}", rule, rule.line());
        }
    }
    Ok(())
}

/// The same dialect, in which the order of rules decides nothing.
fn without_order(dialect: Dialect) -> Dialect {
    match dialect.rule_choice {
        RuleChoice::First => dialect.with(|custom| custom.rule_choice = RuleChoice::Longest),
        _ => dialect,
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_way_to_ask_gives_the_models_verdict(case in generate::case(generate::dialect())) {
        every_way_agrees(&case)?;
    }

    #[test]
    fn every_way_to_ask_gives_the_models_verdict_under_the_default(
        case in generate::case(Just(Dialect::RFC_9309)),
    ) {
        every_way_agrees(&case)?;
    }

    #[test]
    fn every_way_to_ask_gives_the_models_verdict_with_many_rules(case in generate::many_rules()) {
        every_way_agrees(&case)?;
    }

    #[test]
    fn every_way_to_ask_gives_the_models_verdict_on_long_patterns(case in generate::long_patterns()) {
        every_way_agrees(&case)?;
    }

    #[test]
    fn lines_tile_the_body(case in generate::case(generate::dialect())) {
        let body = case.body();
        let mut at = None;
        for (line, number) in Lines::new(&body, case.dialect).zip(1..) {
            prop_assert_eq!(line.number(), number);
            let (span, full) = (line.span(), line.full_span());
            if let Some(at) = at {
                prop_assert_eq!(full.start, at);
            } else {
                // Only a byte order mark may come before the first line.
                prop_assert!(b"\xEF\xBB\xBF".starts_with(&body[..full.range().start]));
            }
            prop_assert_eq!(span.start, full.start);
            let end = &body[span.range().end..full.range().end];
            prop_assert!([&b""[..], b"\n", b"\r", b"\r\n"].contains(&end));
            prop_assert!(!body[span.range()].iter().any(|byte| matches!(byte, b'\n' | b'\r')));
            at = Some(full.end);
            let within = |part: robots_exclusion::syntax::Span| span.start <= part.start && part.end <= span.end;
            if let Some((key, value)) = line.key_value() {
                let directive = Directive::of(&line, &case.dialect).unwrap();
                let (key_span, value_span) = (directive.key_span(), directive.value_span());
                prop_assert!(within(key_span) && within(value_span) && key_span.end <= value_span.start);
                prop_assert_eq!(&body[key_span.range()], key);
                prop_assert_eq!(&body[value_span.range()], value);
            }
            if let Some(comment) = line.comment() {
                prop_assert!(comment.starts_with(b"#"));
                // It is a slice of the body, within the line and after the value.
                let start = comment.as_ptr().addr() - body.as_ptr().addr();
                let end = start + comment.len();
                prop_assert!(span.start as usize <= start && end <= span.end as usize);
                let value = Directive::of(&line, &case.dialect).map(|directive| directive.value_span());
                prop_assert!(value.is_none_or(|value| value.end as usize <= start));
            }
        }
        match at {
            Some(at) => prop_assert_eq!(at as usize, body.len()),
            None => prop_assert!(b"\xEF\xBB\xBF".starts_with(&body)),
        }
        // The directives are the lines that have a key, in order.
        let robots = RobotsTxt::options().dialect(case.dialect).parse(&body);
        let keys: Vec<_> = robots.lines().filter_map(|line| line.key_value().map(|pair| (line.number(), pair))).collect();
        let directives: Vec<_> = robots.directives().map(|found: Directive<'_>| (found.line(), (found.key(), found.value()))).collect();
        prop_assert_eq!(keys, directives);
    }

    #[test]
    fn groups_hold_the_rules_they_are_cited_for(case in generate::case(generate::dialect())) {
        let body = case.body();
        let robots = RobotsTxt::options().dialect(case.dialect).parse(&body);
        let expected = model::groups(case.dialect, &body);
        let found: Vec<_> = robots.groups().collect();
        prop_assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            let rules: Vec<_> = found.rules().map(|rule| (rule.line(), rule.kind() == RuleKind::Allow, rule.pattern().to_vec())).collect();
            let wanted: Vec<_> = expected.rules.iter().map(|rule| (rule.line, rule.allow, rule.pattern.clone())).collect();
            prop_assert_eq!(rules, wanted);
            let globs = expected.version_2 || case.dialect.pattern_language == PatternLanguage::Glob;
            prop_assert_eq!(found.pattern_language() == PatternLanguage::Glob, globs);
        }
        // In file order, and apart.
        for pair in found.windows(2) {
            prop_assert!(pair[0].span().end <= pair[1].span().start);
            prop_assert!(pair[0].line() < pair[1].line());
        }
    }

    #[test]
    fn line_ends_of_all_kinds_agree(mut case in generate::case(generate::dialect())) {
        case.ends = vec![b"\n"];
        let reference = case.body();
        for end in [&b"\r"[..], b"\r\n"] {
            let body = case.body_with(&[end]);
            for url in &case.urls {
                prop_assert_eq!(ask(&case, &body, url), ask(&case, &reference, url), "{:?}, {}", end, url);
            }
        }
    }

    #[test]
    fn a_group_for_somebody_else_changes_nothing(case in generate::case(generate::dialect())) {
        // No name of the vocabulary is contained in this one, nor contains it. A second one, after
        // an empty rule, so that what follows belongs to it alone even where the file ends with an
        // open group.
        let other = "User-agent: qqq\nDisallow:\nUser-agent: qqq\nDisallow: /\n";
        let mut case = case;
        case.dialect = case.dialect.with(|custom| custom.max_line_bytes = case.dialect.max_line_bytes.filter(|&max| max > 15));
        // Names at the end that have no rule yet would get the rules of the other group, unless a
        // blank line ends their own.
        let is_at_blank_lines =
            matches!(case.dialect.group_end, GroupEnd::BlankLine | GroupEnd::BlankLineOrUserAgent);
        case.dialect = case.dialect.with(|custom| custom.groups_need_rules = case.dialect.groups_need_rules && is_at_blank_lines);
        let end: &[u8] = if case.dialect.groups_need_rules { b"\n\n" } else { b"\n" };
        let body = case.body();
        let appended = [&body[..], end, other.as_bytes()].concat();
        for url in &case.urls {
            prop_assert_eq!(ask(&case, &appended, url), ask(&case, &body, url), "appended, {}", url);
        }
        // Rules above all groups may form one, unless there is another above them. A byte order
        // mark, whole or in part, is one only at the beginning.
        if body.first() != Some(&0xEF) && !case.dialect.rules_before_groups {
            let before = [other.as_bytes(), &body].concat();
            for url in &case.urls {
                let mut expected = ask(&case, &body, url);
                expected.line = expected.line.map(|line| line + 4);
                prop_assert_eq!(ask(&case, &before, url), expected, "before, {}", url);
            }
        }
    }

    #[test]
    fn the_order_of_rules_does_not_matter_where_it_should_not(
        dialect in generate::dialect(),
        (rules, shuffled) in generate::rule_lines().prop_flat_map(|rules| (Just(rules.clone()), Just(rules).prop_shuffle())),
        urls in prop::collection::vec(generate::url_parts(), 1..6),
    ) {
        let dialect = without_order(dialect);
        let urls: Vec<String> = {
            let patterns: Vec<_> = rules.iter().map(|rule| rule.splitn(2, |byte| *byte == b' ').nth(1).unwrap().to_vec()).collect();
            urls.iter().map(|url| url.written(&patterns)).collect()
        };
        let body = |rules: &[Vec<u8>]| [b"User-agent: FooBot\n", &rules.join(&b"\n"[..])[..]].concat();
        let (one, two) = (body(&rules), body(&shuffled));
        let one = RobotsTxt::options().dialect(dialect).parse(&one);
        let two = RobotsTxt::options().dialect(dialect).parse(&two);
        for url in &urls {
            let (one, two) = (one.check("FooBot", url), two.check("FooBot", url));
            prop_assert_eq!(one.is_allowed(), two.is_allowed(), "{}", url);
            prop_assert_eq!(one.reason(), two.reason(), "{}", url);
            prop_assert_eq!(one.rule().map(|rule| rule.kind()), two.rule().map(|rule| rule.kind()), "{}", url);
        }
    }

    #[test]
    fn the_order_of_groups_does_not_matter_where_they_merge(
        dialect in generate::dialect(),
        (groups, shuffled) in prop::collection::vec((select(vec!["FooBot", "Foo", "*", "Bar"]), generate::rule_lines()), 1..5)
            .prop_flat_map(|groups| (Just(groups.clone()), Just(groups).prop_shuffle())),
        agents in generate::agents(),
        url in generate::url_parts(),
    ) {
        let dialect = without_order(dialect).with(|custom| custom.group_choice = GroupChoice::Merge);
        let patterns: Vec<_> = groups.iter().flat_map(|(_, rules)| rules).map(|rule| rule.splitn(2, |byte| *byte == b' ').nth(1).unwrap().to_vec()).collect();
        let url = url.written(&patterns);
        let body = |groups: &[(&str, Vec<Vec<u8>>)]| {
            let group = |(name, rules): &(&str, Vec<Vec<u8>>)| {
                [b"User-agent: ", name.as_bytes(), b"\nDisallow:\n", &rules.join(&b"\n"[..]), b"\n"].concat()
            };
            groups.iter().map(group).collect::<Vec<_>>().concat()
        };
        let agents = AgentList::new(&agents);
        let (one, two) = (body(&groups), body(&shuffled));
        let (one, two) = (check(&one, &agents, &url, dialect), check(&two, &agents, &url, dialect));
        prop_assert_eq!(one.is_allowed(), two.is_allowed());
        prop_assert_eq!(one.reason(), two.reason());
    }

    #[test]
    fn another_spelling_of_a_rule_or_a_url_changes_no_verdict(
        dialect in select(vec![Dialect::RFC_9309, Dialect::YANDEX, Dialect::SEZNAM, Dialect::BAIDU]),
        rules in generate::rule_lines(),
        url in generate::url_parts(),
        choices in prop::collection::vec(0..6u8, 1..40),
    ) {
        let patterns: Vec<_> = rules.iter().map(|rule| rule.splitn(2, |byte| *byte == b' ').nth(1).unwrap().to_vec()).collect();
        let url = url.written(&patterns);
        let mut choices = choices.into_iter().cycle();
        let respelled: Vec<Vec<u8>> = rules
            .iter()
            .map(|rule| {
                let value = rule.iter().position(|byte| *byte == b' ').unwrap() + 1;
                [&rule[..value], &generate::respell(&rule[value..], true, &mut choices)].concat()
            })
            .collect();
        // The scheme and the host are not respelled, nor the fragment.
        let start = url.find("://").map_or(0, |mark| mark + 3);
        let start = url[start..].find(['/', '?']).map_or(url.len(), |slash| start + slash);
        let end = url.find('#').unwrap_or(url.len()).max(start);
        let respelled_url = generate::respell(&url.as_bytes()[start..end], false, &mut choices);
        let respelled_url = format!("{}{}{}", &url[..start], String::from_utf8(respelled_url).unwrap(), &url[end..]);
        let body = |rules: &[Vec<u8>]| [b"User-agent: *\n", &rules.join(&b"\n"[..])[..]].concat();
        let (one, two) = (body(&rules), body(&respelled));
        let agents = AgentList::new(&["FooBot"]);
        let expected = plain(&check(&one, &agents, &url, dialect));
        prop_assert_eq!(plain(&check(&two, &agents, &url, dialect)), expected, "rules {}", two.escape_ascii());
        prop_assert_eq!(plain(&check(&one, &agents, &respelled_url, dialect)), expected, "URL {:?}", respelled_url);
        prop_assert_eq!(plain(&check(&two, &agents, &respelled_url, dialect)), expected);
    }

    #[test]
    fn the_canonical_form_is_the_models_and_its_own_canonical_form(
        dialect in generate::dialect(),
        rules in generate::rule_lines(),
        urls in prop::collection::vec(generate::url_parts(), 1..6),
    ) {
        let dialect = match dialect.pattern_language {
            PatternLanguage::Glob => dialect.with(|custom| custom.pattern_language = PatternLanguage::Wildcard),
            _ => dialect,
        };
        let dialect = dialect.with(|custom| { custom.robot_version = false; custom.max_line_bytes = None; custom.several_paths = false; });
        // The other spelling of a rule is a text of its own.
        let dialect = dialect.with(|custom| custom.both_spellings = false);
        let mode = dialect.percent_mode;
        let patterns: Vec<_> = rules.iter().map(|rule| rule.splitn(2, |byte| *byte == b' ').nth(1).unwrap().to_vec()).collect();
        let body = [b"User-agent: *\n", &rules.join(&b"\n"[..])[..]].concat();
        let robots = RobotsTxt::options().dialect(dialect.with(|custom| custom.index_html = false)).parse(&body);
        let rules = robots.rules_for("FooBot");
        for url in &urls {
            let url = url.written(&patterns);
            let verdict = rules.check(&url);
            let Some(rule) = verdict.rule() else { continue };
            let written = robots.check("FooBot", &url);
            let canonical = model::canonical_pattern(dialect, written.rule().unwrap().pattern());
            prop_assert_eq!(rule.pattern().escape_ascii().to_string(), canonical.escape_ascii().to_string());
            let again = model::canonical_pattern(dialect, rule.pattern());
            prop_assert_eq!(&again, &canonical);
            if mode == PercentMode::Rfc9309 {
                // It holds no octet that a line cannot hold, so it can be written and read again.
                let key = if rule.kind() == RuleKind::Allow { "Allow: " } else { "Disallow: " };
                let body = [b"User-agent: *\n", key.as_bytes(), rule.pattern()].concat();
                let again = RobotsTxt::options().dialect(dialect.with(|custom| custom.index_html = false)).parse(&body).rules_for("FooBot");
                let again = again.check(&url);
                prop_assert_eq!(again.rule().map(|rule| rule.pattern()), Some(rule.pattern()));
            }
        }
    }

    #[test]
    fn what_is_printed_reads_the_same(case in generate::case(generate::dialect())) {
        let body = case.body();
        let robots = RobotsTxt::options().dialect(case.dialect).parse(&body);
        let mut printed = Vec::new();
        let mut lines = BTreeMap::new();
        let mut line = 0;
        let mut print = |text: &[u8]| {
            printed.extend(text);
            printed.push(b'\n');
            line += 1;
            line
        };
        for group in robots.groups() {
            let names: Vec<_> = group.agents().collect();
            for name in &names {
                // If a line may list several names, an empty value lists none, and does not name
                // crawlers without a name.
                let is_lost = name.is_empty() && case.dialect.several_names;
                let value = if is_lost { &b":"[..] } else { name };
                print(&[b"User-agent: ", value].concat());
            }
            if names.is_empty() {
                print(b"User-agent:");
            }
            if group.pattern_language() == PatternLanguage::Glob && case.dialect.robot_version {
                print(b"Robot-version: 2.0");
            }
            // An empty rule ends the header of a group that has no other.
            print(b"Disallow:");
            for rule in group.rules() {
                let text = rule.to_string();
                let pattern = String::from_utf8_lossy(rule.pattern()).into_owned();
                let separator = if rule.is_missing_colon() { " " } else { ": " };
                let key = String::from_utf8_lossy(rule.key());
                prop_assert_eq!(text, format!("{key}{separator}{pattern}"));
                let number = print(&[rule.key(), separator.as_bytes(), rule.pattern()].concat());
                lines.entry(number).or_insert(rule.line());
            }
            if matches!(case.dialect.group_end, GroupEnd::BlankLine | GroupEnd::BlankLineOrUserAgent) {
                print(b"");
            }
        }
        let again = RobotsTxt::options().dialect(case.dialect.with(|custom| custom.max_line_bytes = None)).parse(&printed);
        for url in &case.urls {
            let (verdict, again) = (robots.check(list(&case), url), again.check(list(&case), url));
            prop_assert_eq!(verdict.is_allowed(), again.is_allowed(), "{} of {}", url, printed.escape_ascii());
            prop_assert_eq!(verdict.reason(), again.reason());
            prop_assert_eq!(verdict.line(), again.line().map(|line| lines[&line]));
            prop_assert_eq!(verdict.group_name(), again.group_name());
        }
    }

    #[test]
    fn a_limit_cuts_whole_lines_alone(case in generate::case(generate::dialect()), limit in 0..200usize) {
        let body = case.body();
        let robots = RobotsTxt::options().dialect(case.dialect).max_bytes(limit).parse(&body);
        let read = robots.body();
        prop_assert!(read.len() <= limit && body.starts_with(read));
        prop_assert_eq!(robots.is_truncated(), read.len() < body.len());
        let rest = &body[read.len()..];
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        prop_assert!(read.is_empty() || rest.is_empty() || read.last().is_some_and(is_end) || rest.first().is_some_and(is_end));
        // No more is cut than necessary: the next line, with or without its end, would not have
        // fit.
        if !rest.is_empty() {
            let next = rest.iter().skip(1).position(is_end).map_or(rest.len(), |at| at + 1);
            prop_assert!(read.len() + next > limit);
        }
        for url in &case.urls {
            let expected = model::decide(case.dialect, &model::groups(case.dialect, read), &asker(&case), url);
            prop_assert_eq!(plain(&robots.check(list(&case), url)), expected);
        }
    }

    #[test]
    fn versions_and_comments_of_a_user_agent_string_do_not_matter(
        case in generate::case(Just(Dialect::RFC_9309)),
        rest in select(vec!["/1.0", " (+https://e.com/bot)", "/2 Foo", "\t", "/", ";x", "*"]),
    ) {
        let body = case.body();
        let robots = RobotsTxt::parse(&body);
        for agent in ["FooBot", "Foo", "MJ12bot", "Other"] {
            for url in &case.urls {
                let longer = format!("{agent}{rest}");
                prop_assert_eq!(robots.check(agent, url), robots.check(&longer, url));
            }
        }
    }
}

/// The generators must reach all of these; otherwise the properties would show little.
#[test]
fn the_generators_reach_every_kind_of_verdict() {
    let mut runner = TestRunner::deterministic();
    let strategy = generate::case(generate::dialect());
    let (mut questions, mut counts) = (0, BTreeMap::new());
    for _ in 0..1_000 {
        let case = strategy.new_tree(&mut runner).unwrap().current();
        let body = case.body();
        let groups = model::groups(case.dialect, &body);
        *counts.entry("Robot-version: 2.0".to_owned()).or_insert(0) +=
            groups.iter().filter(|group| group.version_2).count();
        for url in &case.urls {
            let verdict = model::decide(case.dialect, &groups, &asker(&case), url);
            questions += 1;
            *counts
                .entry(format!("{:?}, {}", verdict.reason, verdict.allowed))
                .or_insert(0) += 1;
        }
    }
    println!("{questions} questions: {counts:?}");
    for (kind, least) in [
        ("Rule, false", questions / 12),
        ("Rule, true", questions / 20),
        ("NoMatchingRule, true", questions / 10),
        ("NoGroup, true", questions / 20),
        ("RobotsTxtItself, true", 5),
        ("Robot-version: 2.0", 20),
    ] {
        assert!(counts[kind] >= least, "{kind}: {} of {questions}", counts[kind]);
    }
}
