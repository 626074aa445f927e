//! Every answer about real files, against the verdicts on URLs made from their rules. Runs if
//! `ROBOTS_SHARED` names the folder with the corpus.
//!
//! By default only a few of the files are used. A release build with `CORPUS_STEP=1` uses all of
//! them, and `CORPUS_FILE` names one.

use std::collections::BTreeSet;
use std::fmt;
use std::time::{Duration, Instant};

use robots_exclusion::{AgentList, Dialect, RobotsTxt, Rules};
use robots_exclusion_analysis::decide::{
    Budget, Conclusion, Policy, Universe, Witness, differences, equivalent, minimize,
};

use super::numbers::Numbers;
use crate::shared;

/// Times of one kind of question.
#[derive(Default)]
struct Times(Vec<(Duration, String)>);

impl Times {
    fn measure<R>(&mut self, what: &str, ask: impl FnOnce() -> R) -> R {
        let start = Instant::now();
        let answer = ask();
        self.0.push((start.elapsed(), what.to_owned()));
        answer
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut times: Vec<_> = self.0.iter().collect();
        times.sort();
        let at = |share: f64| &times[((times.len() - 1) as f64 * share) as usize];
        if times.is_empty() {
            return write!(f, "none");
        }
        let total: Duration = times.iter().map(|(time, _)| *time).sum();
        write!(
            f,
            "{} times, median {:?}, p99 {:?}, total {total:?}, worst",
            times.len(),
            at(0.5).0,
            at(0.99).0
        )?;
        for (time, file) in times.iter().rev().take(5) {
            write!(f, " {time:?} ({file})")?;
        }
        Ok(())
    }
}

/// The names of all crawlers that a file names.
fn agents(robots: &RobotsTxt<'_>) -> BTreeSet<String> {
    let groups = robots.groups();
    let names = groups.flat_map(|group| group.agents().map(<[u8]>::to_vec).collect::<Vec<_>>());
    let mut names: BTreeSet<String> = names
        .map(|name| String::from_utf8_lossy(&name).into_owned())
        .collect();
    names.insert("*".to_owned());
    names
}

/// A robots.txt for one crawler: its policy, and its rules to be asked.
struct Crawler {
    name: String,
    policy: Policy,
    rules: Rules,
}

impl Crawler {
    fn new(robots: &RobotsTxt<'_>, name: &str) -> Self {
        let tokens = [name];
        let list = AgentList::new(&tokens);
        Self {
            name: name.to_owned(),
            policy: Policy::of(robots, &list),
            rules: robots.rules_for(&list),
        }
    }

    /// A witness says what the rules say.
    #[track_caller]
    fn confirm(&self, witness: &Witness<'_>, before: bool, context: &str) {
        let verdict = if before { witness.before() } else { witness.after() };
        let asked = self.rules.check(witness.url());
        assert_eq!(
            (asked.is_allowed(), asked.reason(), asked.line()),
            (verdict.is_allowed(), verdict.reason(), verdict.line()),
            "{witness} for {} {context}",
            self.name
        );
    }
}

/// The crawlers that a file names, one for each set of rules.
fn crawlers(robots: &RobotsTxt<'_>) -> Vec<Crawler> {
    let mut seen = BTreeSet::new();
    let mut crawlers = Vec::new();
    for name in agents(robots) {
        let crawler = Crawler::new(robots, &name);
        let lines: Vec<u32> = crawler.policy.rules().map(|rule| rule.line()).collect();
        if seen.insert(lines) {
            crawlers.push(crawler);
        }
    }
    crawlers
}

/// A text as URLs in normal form have it: what clients send raw is as it is written, but a `%` that
/// might become an escape is not.
fn normal(text: &[u8]) -> String {
    let mut url = String::new();
    let mut rest = text;
    while let [first, after @ ..] = rest {
        let digits = rest.get(1..3).and_then(|digits| std::str::from_utf8(digits).ok());
        let escape = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let (octet, escaped) = match escape {
            Some(digits) if *first == b'%' => (u8::from_str_radix(digits, 16).unwrap(), true),
            _ => (*first, false),
        };
        rest = if escaped { &rest[3..] } else { after };
        let is_unreserved = octet.is_ascii_alphanumeric() || b"-._~".contains(&octet);
        let may_escape = octet == b'%'
            && after
                .first()
                .is_some_and(|next| *next == b'%' || next.is_ascii_hexdigit());
        if is_unreserved || !escaped && Universe::is_raw(octet) && !may_escape {
            url.push(char::from(octet));
        } else {
            url += &format!("%{octet:02X}");
        }
    }
    url
}

/// Normalized URLs that are related to some rules.
fn samples(policies: &[&Policy], limit: usize, numbers: &mut Numbers) -> Vec<String> {
    let mut patterns: Vec<Vec<u8>> = policies
        .iter()
        .flat_map(|policy| {
            policy
                .rules()
                .map(|rule| rule.pattern().to_vec())
                .collect::<Vec<_>>()
        })
        .collect();
    patterns.sort();
    patterns.dedup();
    let mut targets = BTreeSet::new();
    targets.insert("/".to_owned());
    targets.insert("/robots.txt".to_owned());
    let mut add = |text: &[u8]| {
        let mut text = text.to_vec();
        if text.first() != Some(&b'/') {
            text.insert(0, b'/');
        }
        targets.insert(normal(&text));
    };
    let fill = |pattern: &[u8], fill: &[u8]| -> Vec<u8> {
        let open = pattern.strip_suffix(b"$").unwrap_or(pattern);
        open.split(|byte| *byte == b'*').collect::<Vec<_>>().join(fill)
    };
    for pattern in &patterns {
        for gap in [&b""[..], b"x", b"/", b"a/b", b"?x=1&"] {
            let text = fill(pattern, gap);
            add(&text);
            for end in [&b"x"[..], b"/", b".html", b"?a=b", b"/robots.txt"] {
                add(&[&text, end].concat());
            }
            add(&text[..text.len().saturating_sub(1)]);
        }
    }
    // Two rules at once: one in the gap of another, or after it.
    for _ in 0..patterns.len().min(500) * 8 {
        let one = &patterns[numbers.below(patterns.len())];
        let other = &patterns[numbers.below(patterns.len())];
        let inner = fill(other, b"");
        add(&fill(one, &inner));
        add(&[fill(one, b""), inner].concat());
    }
    let mut targets: Vec<String> = targets.into_iter().collect();
    while targets.len() > limit {
        let at = numbers.below(targets.len());
        targets.swap_remove(at);
    }
    targets
        .iter()
        .map(|target| format!("https://example.com{target}"))
        .collect()
}

/// Checks the answers about two files for a crawler against the verdicts on URLs. Returns whether
/// they are equivalent, and how many answers are undecided.
fn compare(
    old: &Crawler,
    new: &Crawler,
    urls: &[String],
    times: &mut Times,
    mut budget: Budget,
    context: &str,
) -> (bool, usize) {
    let budget = &mut budget;
    let mut undecided = 0;
    let answer = times.measure(context, || equivalent(&old.policy, &new.policy, budget));
    let is_equivalent = answer.is_proved();
    match &answer {
        Conclusion::Proved => {}
        Conclusion::Refuted(witness) => {
            assert_ne!(witness.before().is_allowed(), witness.after().is_allowed());
            old.confirm(witness, true, context);
            new.confirm(witness, false, context);
        }
        Conclusion::Undecided => undecided += 1,
    }
    let mut lines = BTreeSet::new();
    let mut found = differences(&old.policy, &new.policy, budget);
    for difference in found.by_ref() {
        let witness = difference.witness();
        assert_ne!(witness.before().is_allowed(), witness.after().is_allowed());
        old.confirm(witness, true, context);
        new.confirm(witness, false, context);
        lines.insert((witness.before().line(), witness.after().line()));
    }
    let is_complete = found.is_complete();
    if is_complete {
        assert!(
            answer == Conclusion::Undecided || answer.is_proved() == lines.is_empty(),
            "{context}"
        );
    } else {
        undecided += 1;
    }
    for url in urls {
        let (before, after) = (old.rules.check(url), new.rules.check(url));
        if before.is_allowed() != after.is_allowed() {
            assert!(!answer.is_proved(), "{url} {context} {}", old.name);
            assert!(
                !is_complete || lines.contains(&(before.line(), after.line())),
                "{url} {context} {}",
                old.name
            );
        }
    }
    (is_equivalent, undecided)
}

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn rules_that_do_nothing() {
    let files = shared::corpus(50);
    let mut numbers = Numbers::new(1);
    let (mut single, mut whole) = (Times::default(), Times::default());
    let mut minimizing = Times::default();
    let (mut rules, mut unreachable, mut redundant, mut removed, mut undecided) = (0, 0, 0, 0, 0);
    let mut most = 0;
    for (file, body) in files {
        let robots = RobotsTxt::parse(&body);
        for crawler in crawlers(&robots) {
            let policy = &crawler.policy;
            let urls = samples(&[policy], 300, &mut numbers);
            let deciding: BTreeSet<Option<u32>> =
                urls.iter().map(|url| crawler.rules.check(url).line()).collect();
            let start = Instant::now();
            for (number, rule) in policy.rules().enumerate() {
                rules += 1;
                let mut budget = Budget::default();
                match single.measure(&file, || policy.is_unreachable(number, &mut budget)) {
                    Conclusion::Proved => {
                        unreachable += 1;
                        assert!(
                            !deciding.contains(&Some(rule.line())),
                            "{file} line {}",
                            rule.line()
                        );
                    }
                    Conclusion::Refuted(witness) => {
                        assert_eq!(witness.before().line(), Some(rule.line()));
                        crawler.confirm(&witness, true, &file);
                    }
                    Conclusion::Undecided => undecided += 1,
                }
                match single.measure(&file, || policy.is_redundant(number, &mut budget)) {
                    Conclusion::Proved => redundant += 1,
                    Conclusion::Refuted(witness) => {
                        assert_ne!(witness.before().is_allowed(), witness.after().is_allowed());
                        crawler.confirm(&witness, true, &file);
                    }
                    Conclusion::Undecided => undecided += 1,
                }
                most = most.max(budget.spent());
            }
            whole.0.push((start.elapsed(), file.clone()));
            let mut budget = Budget::default();
            let minimized = minimizing.measure(&file, || minimize(std::slice::from_ref(policy), &mut budget));
            undecided += minimized.undecided().len();
            removed += minimized.removals().len();
            let gone: Vec<u32> = minimized
                .removals()
                .iter()
                .map(|removal| removal.line())
                .collect();
            let edited = without(&body, &gone);
            let after = Crawler::new(&RobotsTxt::parse(&edited), &crawler.name);
            for url in &urls {
                assert_eq!(
                    crawler.rules.check(url).is_allowed(),
                    after.rules.check(url).is_allowed(),
                    "{url} {file} without {gone:?}"
                );
            }
        }
    }
    println!(
        "{rules} rules: {unreachable} unreachable, {redundant} redundant, {removed} removed, {undecided} undecided"
    );
    println!("each question: {single}; at most {most} steps");
    println!("all of a crawler: {whole}");
    println!("minimizing: {minimizing}");
    assert_eq!(undecided, 0);
}

/// The file with the values of some lines taken away, so that its groups stay as they are.
fn without(body: &[u8], gone: &[u32]) -> Vec<u8> {
    edit(body, |line, text| {
        if gone.contains(&line) {
            text.truncate(
                text.iter()
                    .position(|byte| *byte == b':')
                    .map_or(text.len(), |colon| colon + 1),
            );
        }
    })
}

/// The file with its lines edited.
fn edit(body: &[u8], mut change: impl FnMut(u32, &mut Vec<u8>)) -> Vec<u8> {
    let robots = RobotsTxt::parse(body);
    let mut edited = Vec::new();
    let mut at = 0;
    for line in robots.lines() {
        let span = line.span();
        edited.extend_from_slice(&body[at..span.start as usize]);
        let mut text = body[span.start as usize..span.end as usize].to_vec();
        change(line.number(), &mut text);
        edited.extend(text);
        at = span.end as usize;
    }
    edited.extend_from_slice(&body[at..]);
    edited
}

/// One of six kinds of edit to a line that holds a rule.
fn edit_rule(text: &mut Vec<u8>, pattern: &[u8], kind: usize, numbers: &mut Numbers) {
    let Some(colon) = text.iter().position(|byte| *byte == b':') else {
        return;
    };
    let key = text[..colon].to_ascii_lowercase();
    let value = pattern;
    let extra: &[u8] = numbers.one_of(&[&b"a"[..], b"s", b"/", b"x/y", b".php", b"?q="]);
    let rule = |key: &[u8], value: &[u8]| [key, b": ", value].concat();
    let old = text.clone();
    match kind {
        // Removed.
        0 => text.truncate(colon + 1),
        // A literal or a wildcard added.
        1 => text.extend([b"\nDisallow: ", value.strip_suffix(b"$").unwrap_or(value), extra].concat()),
        2 => text.extend(
            [
                b"\n",
                &rule(
                    numbers.one_of(&[&b"Allow"[..], b"Disallow"]),
                    &[b"/*", extra].concat(),
                )[..],
            ]
            .concat(),
        ),
        // Its kind flipped.
        3 if key == b"allow" => *text = rule(b"Disallow", value),
        3 => *text = rule(b"Allow", value),
        // Shortened.
        4 => *text = rule(&old[..colon], &value[..1 + numbers.below(value.len())]),
        // A star after its first slash.
        _ => {
            *text = rule(
                &old[..colon],
                &[b"/*", value.strip_prefix(b"/").unwrap_or(value)].concat(),
            )
        }
    }
}

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn edits() {
    let files = shared::corpus(50);
    let mut numbers = Numbers::new(2);
    let mut times = Times::default();
    let (mut pairs, mut equal, mut undecided) = (0, [0; 6], 0);
    for (file, body) in files {
        let robots = RobotsTxt::parse(&body);
        let olds = crawlers(&robots);
        #[expect(clippy::needless_range_loop, reason = "the number is the kind of edit too")]
        for kind in 0..6 {
            let rules: Vec<(u32, Vec<u8>)> = robots
                .groups()
                .flat_map(|group| {
                    group
                        .rules()
                        .map(|rule| (rule.line(), rule.pattern().to_vec()))
                        .collect::<Vec<_>>()
                })
                .collect();
            if rules.is_empty() {
                continue;
            }
            let (line, pattern) = &rules[numbers.below(rules.len())];
            let edited = edit(&body, |number, text| {
                if number == *line {
                    edit_rule(text, pattern, kind, &mut numbers);
                }
            });
            let new = RobotsTxt::parse(&edited);
            for old in &olds {
                let new = Crawler::new(&new, &old.name);
                let urls = samples(&[&old.policy, &new.policy], 400, &mut numbers);
                let context = format!("{file}: line {line}, edit {kind}");
                let (is_equal, unknown) = compare(old, &new, &urls, &mut times, Budget::default(), &context);
                pairs += 1;
                equal[kind] += usize::from(is_equal);
                undecided += unknown;
            }
        }
    }
    println!("{pairs} pairs of policies, equivalent by kind of edit: {equal:?}, {undecided} undecided");
    println!("{times}");
    assert_eq!(undecided, 0);
}

/// What two dialects may spend on a file. The default budget ends a few comparisons of the largest
/// files under globs and prefixes.
const DIALECT_STEPS: u64 = 10 * Budget::DEFAULT_STEPS;

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn pairs_of_dialects() {
    let files = shared::corpus(400);
    let mut numbers = Numbers::new(3);
    let mut times = Times::default();
    let (mut pairs, mut equal, mut undecided) = (0, 0, 0);
    for (file, body) in files {
        let parsed = Dialect::PRESETS.iter().map(|&(name, dialect)| {
            let robots = RobotsTxt::options().dialect(dialect).parse(&body);
            (name, Crawler::new(&robots, "FooBot"))
        });
        let parsed: Vec<_> = parsed.collect();
        let policies: Vec<&Policy> = parsed.iter().map(|(_, crawler)| &crawler.policy).collect();
        let urls = samples(&policies[..2], 300, &mut numbers);
        for (at, (name, old)) in parsed.iter().enumerate() {
            for (other_name, new) in &parsed[at + 1..] {
                let context = format!("{file}: {name}, {other_name}");
                let (is_equal, unknown) =
                    compare(old, new, &urls, &mut times, Budget::new(DIALECT_STEPS), &context);
                pairs += 1;
                equal += usize::from(is_equal);
                undecided += unknown;
            }
        }
    }
    println!("{pairs} pairs of dialects, {equal} equivalent, {undecided} undecided");
    println!("{times}");
    assert_eq!(undecided, 0);
}
