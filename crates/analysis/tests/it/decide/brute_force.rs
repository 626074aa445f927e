//! Every answer against all targets up to a length over small alphabets, in all dialects and random
//! custom dialects.

use super::numbers::Numbers;
use robots_exclusion::dialect::{PatternLanguage, PercentMode, RuleChoice, TargetSyntax};
use robots_exclusion::{Dialect, RobotsTxt, RuleKind};
use robots_exclusion_analysis::decide::{
    Assertion, AssertionError, Budget, Conclusion, Division, Policy, Universe, Witness, differences,
    equivalent, minimize,
};

/// The pieces of targets and patterns: for targets as in request targets, normalized or not, for
/// patterns as files have them.
struct Vocabulary {
    target: &'static [&'static str],
    pattern: &'static [&'static str],
    len: usize,
}

#[rustfmt::skip]
const VOCABULARIES: [Vocabulary; 15] = [
    Vocabulary { target: &["a", "b", "/"], pattern: &["a", "b", "/", "*", "*", "$"], len: 6 },
    Vocabulary { target: &["a", "b", "/", "?"], pattern: &["a", "b", "*", "?", "[ab]", "[!a]", "\\", "a*", "$"], len: 5 },
    Vocabulary { target: &["a", "/", "%2F", "?"], pattern: &["a", "/", "%2F", "*2F", "F", "%", "%2", "*", "?", "2"], len: 5 },
    Vocabulary { target: &["a", "*", "%2A", "$", "%24", "?", "%3A", ":"], pattern: &["a", "*", "%2A", "$", "%24", "?", ":", "%3a", "*A", "%3A"], len: 4 },
    Vocabulary { target: &["index.htm", "/", "a", "l"], pattern: &["/index.htm", "/index.html", "/", "a", "*", "$", "*/"], len: 5 },
    Vocabulary { target: &["%C3%A9", "%25", "%41", "x", "%20", "/"], pattern: &["\u{e9}", "%c3%a9", "%25", "%", "%2541", "x", " ", "%20", "*", "/", "[ -z]", "A9"], len: 4 },
    Vocabulary { target: &["a", "0", "/", "%2F", "%3A"], pattern: &["a", "0", "[0-9]", "[!a]", "?", "?", "*", "%2F", "2", "[%/]", "F", ":"], len: 5 },
    Vocabulary { target: &["a", "b", "%C3", "?", "%2F"], pattern: &["a", "b", "*a", "a?b", "b?", "?", "??", "*", "%C3", "C", "3", "/"], len: 5 },
    Vocabulary { target: &["a", "%61", "6", "/", "%2f"], pattern: &["a", "%61", "%61", "/", "*", "*", "$", "6", "1", "%6", "%", "*2", "f"], len: 5 },
    Vocabulary { target: &["~", "%7E", "%7e", "%c3", "%C3", "?"], pattern: &["~", "%7E", "%7e", "%c3", "*", "$", "7e", "*E", "%7", "%", "?", "[a-z]", "[!%]"], len: 4 },
    Vocabulary { target: &["x", "*", "%12", "%1A", "2", "A", "%25", "%2F"], pattern: &["x", "*", "*", "%12", "\u{12}", "\u{1A}", "%2A", "%", "2", "A", "*2", "$", "%2F"], len: 4 },
    // What clients send raw, and `%` where it begins no escape.
    Vocabulary { target: &["a", "|", "%7C", "%7c", "%", "7", "C", "?"], pattern: &["a", "|", "|", "%7C", "%7c", "*", "*", "$", "%", "%7", "7C", "*C", "7"], len: 4 },
    Vocabulary { target: &["%", "2", "5", "%25", "%2A", "*"], pattern: &["%", "%", "2", "5", "%25", "%2A", "*", "*5", "*2", "%2", "$", "?", "[0-9]", "[%2]"], len: 5 },
    Vocabulary { target: &["x", "{", "}", "%7B", "\\", "^", "?", "/"], pattern: &["x", "{", "}", "%7B", "\\", "^", "`", "*", "*", "?", "[!{]", "[x-~]", "/"], len: 4 },
    // One pattern in several lengths.
    Vocabulary { target: &["a", "b", "/"], pattern: &["[ab]", "[a-b]", "[ba]", "[aab]", "*", "a"], len: 5 },
];

/// Whether the escapes of a URL are in normal form: no escape stands for an unreserved character or
/// has a lower-case digit.
fn is_normal(url: &str) -> bool {
    let mut rest = url;
    while let Some((_, after)) = rest.split_once('%') {
        rest = after;
        let Some(digits) = after
            .get(..2)
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
        else {
            continue;
        };
        let octet = u8::from_str_radix(digits, 16).unwrap();
        let is_unreserved = octet.is_ascii_alphanumeric() || b"-._~".contains(&octet);
        if is_unreserved || digits != digits.to_ascii_uppercase() {
            return false;
        }
    }
    true
}

fn is_in(universe: Universe, url: &str) -> bool {
    let is_raw = |octet: u8| octet.is_ascii_graphic() && !b"\"#<>".contains(&octet);
    url.bytes().all(is_raw) && (universe == Universe::Received || is_normal(url))
}

/// The numbers of the URLs that statements about some policies together are about.
fn universe<'u>(policies: &[&Policy], urls: &'u [String]) -> impl Iterator<Item = usize> + Clone + use<'u> {
    let universe = Universe::of(policies);
    (0..urls.len()).filter(move |at| is_in(universe, &urls[*at]))
}

/// All targets of so many pieces.
fn targets(vocabulary: &Vocabulary) -> Vec<String> {
    let mut targets = vec!["/".to_owned()];
    let mut from = 0;
    for _ in 1..vocabulary.len {
        let to = targets.len();
        for at in from..to {
            for piece in vocabulary.target {
                targets.push(targets[at].clone() + piece);
            }
        }
        from = to;
    }
    targets.push("/robots.txt".to_owned());
    targets
}

fn dialect(numbers: &mut Numbers) -> Dialect {
    let (_, preset) = numbers.one_of(Dialect::PRESETS);
    if numbers.below(2) == 0 {
        return preset;
    }
    let mut dialect = preset;
    if numbers.below(2) == 0 {
        dialect = dialect.with(|custom| {
            custom.rule_choice =
                numbers.one_of(&[RuleChoice::Longest, RuleChoice::First, RuleChoice::AnyDisallow])
        });
    }
    if numbers.below(2) == 0 {
        dialect = dialect.with(|custom| {
            custom.pattern_language = numbers.one_of(&[
                PatternLanguage::Prefix,
                PatternLanguage::Wildcard,
                PatternLanguage::Glob,
            ])
        });
    }
    if numbers.below(2) == 0 {
        dialect = dialect.with(|custom| {
            custom.percent_mode = numbers.one_of(&[
                PercentMode::Rfc9309,
                PercentMode::Draft1996,
                PercentMode::RuleOnly,
            ])
        });
    }
    if numbers.below(3) == 0 {
        dialect = dialect.with(|custom| {
            custom.target_syntax = numbers.one_of(&[TargetSyntax::Rfc3986, TargetSyntax::GoogleLibrary])
        });
    }
    if numbers.below(3) == 0 {
        dialect = dialect.with(|custom| custom.index_html = numbers.below(2) == 0);
    }
    if numbers.below(3) == 0 {
        dialect = dialect.with(|custom| custom.both_spellings = numbers.below(2) == 0);
    }
    if numbers.below(3) == 0 {
        dialect = dialect.with(|custom| custom.robots_txt_allowed = numbers.below(2) == 0);
    }
    if numbers.below(3) == 0 {
        dialect = dialect.with(|custom| custom.several_paths = numbers.below(2) == 0);
    }
    if numbers.below(3) == 0 {
        dialect = dialect.with(|custom| custom.robot_version = numbers.below(2) == 0);
    }
    if numbers.below(4) == 0 {
        dialect = dialect.with(|custom| custom.supplies_leading_slash = true);
    }
    dialect.with(|custom| custom.allow_lines = numbers.below(8) != 0)
}

fn pattern(vocabulary: &Vocabulary, numbers: &mut Numbers) -> String {
    let mut pattern = numbers.one_of(&["/", "/", "/", "/", "*", ""]).to_owned();
    for _ in 0..numbers.below(5) {
        pattern += numbers.one_of(vocabulary.pattern);
    }
    pattern
}

const KINDS: &[&str] = &["Allow", "Disallow"];

fn rule(kinds: &[&str], vocabulary: &Vocabulary, numbers: &mut Numbers) -> String {
    let kind = numbers.one_of(kinds);
    let patterns = if numbers.below(8) == 0 { 2 } else { 1 };
    let patterns: Vec<String> = (0..patterns).map(|_| pattern(vocabulary, numbers)).collect();
    format!("{kind}: {}", patterns.join(" "))
}

/// A file of lines: a group for the crawler, and sometimes one more, in the other pattern language
/// where marked.
fn file(vocabulary: &Vocabulary, numbers: &mut Numbers) -> Vec<String> {
    let mut lines = vec!["User-agent: *".to_owned()];
    // Where all rules deny, none precedes another.
    let kinds: &[&str] = if numbers.below(6) == 0 {
        &["Disallow"]
    } else {
        KINDS
    };
    for _ in 0..numbers.below(7) {
        lines.push(rule(kinds, vocabulary, numbers));
    }
    if numbers.below(4) == 0 {
        lines.push(String::new());
        lines.push("User-agent: *".to_owned());
        lines.push("Robot-version: 2.0".to_owned());
        for _ in 0..numbers.below(4) {
            lines.push(rule(kinds, vocabulary, numbers));
        }
    }
    lines
}

/// The same file after one or two edits.
fn edited(lines: &[String], vocabulary: &Vocabulary, numbers: &mut Numbers) -> Vec<String> {
    let mut lines = lines.to_vec();
    for _ in 0..=numbers.below(2) {
        let at = 1 + numbers.below(lines.len());
        match numbers.below(4) {
            0 if at < lines.len() => drop(lines.remove(at)),
            1 if at + 1 < lines.len() => lines.swap(at, at + 1),
            _ => lines.insert(at.min(lines.len()), rule(KINDS, vocabulary, numbers)),
        }
    }
    lines
}

const AGENT: &str = "FooBot";

fn parse(body: &[u8], dialect: Dialect) -> RobotsTxt<'_> {
    RobotsTxt::options().dialect(dialect).parse(body)
}

fn url(target: &str) -> String {
    format!("https://example.com{target}")
}

/// A file in a dialect, with the verdict on every target.
struct Case<'b> {
    robots: RobotsTxt<'b>,
    policy: Policy,
    allowed: Vec<bool>,
    lines: Vec<Option<u32>>,
}

impl<'b> Case<'b> {
    fn new(body: &'b str, dialect: Dialect, targets: &[String]) -> Self {
        let robots = parse(body.as_bytes(), dialect);
        let policy = Policy::of(&robots, AGENT);
        let (mut allowed, mut lines) = (Vec::new(), Vec::new());
        let rules = robots.rules_for(AGENT);
        for target in targets {
            let verdict = rules.check(target);
            allowed.push(verdict.is_allowed());
            lines.push(verdict.line());
        }
        Self {
            robots,
            policy,
            allowed,
            lines,
        }
    }

    /// A witness says what `check` says.
    #[track_caller]
    fn confirm(&self, witness: &Witness<'_>, before: bool) {
        let verdict = if before { witness.before() } else { witness.after() };
        assert_eq!(&self.robots.check(AGENT, witness.url()), verdict, "{witness}");
    }
}

fn check_case(seed: u64, counts: &mut [usize; 3]) {
    let mut numbers = Numbers::new(seed);
    let numbers = &mut numbers;
    let vocabulary = &VOCABULARIES[numbers.below(VOCABULARIES.len())];
    let targets = targets(vocabulary);
    let lines = file(vocabulary, numbers);
    let other_lines = edited(&lines, vocabulary, numbers);
    let (body, other_body) = (lines.join("\n"), other_lines.join("\n"));
    let old_dialect = dialect(numbers);
    let new_dialect = if numbers.below(2) == 0 {
        old_dialect
    } else {
        dialect(numbers)
    };
    // In this mode `//` at the start of a URL without a host means something else; all targets here
    // have a host.
    let full: Vec<String> = targets.iter().map(|target| url(target)).collect();
    let old = Case::new(&body, old_dialect, &full);
    let new = Case::new(&other_body, new_dialect, &full);
    let mut budget = Budget::default();
    let context = || format!("{old_dialect:?}\n{body:?}\n{new_dialect:?}\n{other_body:?}");

    // Two policies.
    let compared = universe(&[&old.policy, &new.policy], &full);
    let counter = compared.clone().find(|at| old.allowed[*at] != new.allowed[*at]);
    match equivalent(&old.policy, &new.policy, &mut budget) {
        Conclusion::Proved => {
            counts[0] += 1;
            assert_eq!(counter.map(|at| &full[at]), None, "{}", context());
        }
        Conclusion::Refuted(witness) => {
            counts[1] += 1;
            let universe = Universe::of(&[&old.policy, &new.policy]);
            assert!(is_in(universe, witness.url()), "{witness} {}", context());
            assert_ne!(
                witness.before().is_allowed(),
                witness.after().is_allowed(),
                "{witness} {}",
                context()
            );
            old.confirm(&witness, true);
            new.confirm(&witness, false);
        }
        Conclusion::Undecided => counts[2] += 1,
    }
    let mut all = differences(&old.policy, &new.policy, &mut budget);
    let mut pairs = Vec::new();
    for difference in all.by_ref() {
        let witness = difference.witness();
        old.confirm(witness, true);
        new.confirm(witness, false);
        assert_eq!(
            difference.opens(),
            !witness.before().is_allowed(),
            "{witness} {}",
            context()
        );
        let line = |policy: &Policy, rule: Option<usize>| rule.map(|rule| policy.rule(rule).unwrap().line());
        let pair = (
            line(&old.policy, difference.before()),
            line(&new.policy, difference.after()),
        );
        assert_eq!(
            (witness.before().line(), witness.after().line()),
            pair,
            "{witness} {}",
            context()
        );
        pairs.push(pair);
    }
    let is_complete = all.is_complete();
    drop(all);
    if is_complete {
        for at in compared {
            let url = &full[at];
            if old.allowed[at] != new.allowed[at] {
                assert!(
                    pairs.contains(&(old.lines[at], new.lines[at])),
                    "{url} {:?} {pairs:?} {}",
                    (old.lines[at], new.lines[at]),
                    context()
                );
            }
        }
    } else {
        counts[2] += 1;
    }

    // One policy: its rules.
    let rules = old.policy.rules().len();
    let one_rule = numbers.below(rules.max(1));
    for rule in 0..rules {
        let line = old.policy.rule(rule).unwrap().line();
        if old.policy.rules_of_line(line).len() == 1 {
            let decides = (0..full.len()).find(|at| old.lines[*at] == Some(line));
            match old.policy.is_unreachable(rule, &mut budget) {
                Conclusion::Proved => {
                    assert_eq!(decides.map(|at| &full[at]), None, "rule {rule} {}", context())
                }
                Conclusion::Refuted(witness) => {
                    assert_eq!(witness.before().line(), Some(line), "{witness} {}", context());
                    old.confirm(&witness, true);
                }
                Conclusion::Undecided => counts[2] += 1,
            }
        }
        if rule != one_rule {
            continue;
        }
        let numbers: Vec<usize> = old.policy.rules_of_line(line).collect();
        let removed = old.policy.without_lines(&[line]);
        let without: Vec<String> = lines
            .iter()
            .enumerate()
            .map(|(at, text)| {
                if at + 1 == line as usize {
                    text.split(':').next().unwrap().to_owned() + ":"
                } else {
                    text.clone()
                }
            })
            .collect();
        let without = without.join("\n");
        let without = Case::new(&without, old_dialect, &full);
        let counter = (0..full.len()).find(|at| old.allowed[*at] != without.allowed[*at]);
        let answer = old.policy.are_redundant(&numbers, &mut budget);
        match &answer {
            Conclusion::Proved => assert_eq!(counter.map(|at| &full[at]), None, "line {line} {}", context()),
            Conclusion::Refuted(witness) => {
                assert_ne!(witness.before().is_allowed(), witness.after().is_allowed());
                old.confirm(witness, true);
                without.confirm(witness, false);
            }
            Conclusion::Undecided => counts[2] += 1,
        }
        if answer != Conclusion::Undecided {
            let compared = equivalent(&old.policy, &removed, &mut budget);
            assert_eq!(
                answer.is_proved(),
                compared.is_proved(),
                "line {line} {}",
                context()
            );
        }
    }
    let minimized = minimize(std::slice::from_ref(&old.policy), &mut budget);
    let gone: Vec<u32> = minimized
        .removals()
        .iter()
        .map(|removal| removal.line())
        .collect();
    let without: Vec<String> = lines
        .iter()
        .zip(1..)
        .map(|(text, line)| {
            if gone.contains(&line) {
                text.split(':').next().unwrap().to_owned() + ":"
            } else {
                text.clone()
            }
        })
        .collect();
    let without = without.join("\n");
    let without = Case::new(&without, old_dialect, &full);
    assert_eq!(old.allowed, without.allowed, "without {gone:?} {}", context());
    if minimized.undecided().is_empty() {
        let again = minimize(&[without.policy], &mut budget);
        assert_eq!(again.removals(), [], "{}", context());
    }

    // Assertions.
    for _ in 0..3 {
        let kind = numbers.one_of(&[RuleKind::Allow, RuleKind::Disallow]);
        let language = dialect(numbers);
        let asserted = pattern(vocabulary, numbers);
        let mut assertion = Assertion::new(kind, &asserted, language);
        let mut except = Vec::new();
        for _ in 0..numbers.below(3) {
            except.push(pattern(vocabulary, numbers));
            assertion = assertion.except(except.last().unwrap());
        }
        let matching = language.with(|custom| {
            custom.rule_choice = RuleChoice::AnyDisallow;
            custom.robots_txt_allowed = false;
            custom.several_paths = false;
            custom.max_line_bytes = None;
        });
        // A space at the end of a pattern is not part of the rule.
        if std::iter::once(&asserted)
            .chain(&except)
            .any(|pattern| pattern.trim() != pattern)
        {
            continue;
        }
        let asserted_body = format!("User-agent: *\nDisallow: {asserted}");
        let except_lines: Vec<String> = except
            .iter()
            .map(|pattern| format!("Disallow: {pattern}"))
            .collect();
        let except_body = format!("User-agent: *\n{}", except_lines.join("\n"));
        let asserted = parse(asserted_body.as_bytes(), matching).rules_for(AGENT);
        let except = parse(except_body.as_bytes(), matching).rules_for(AGENT);
        let robots_txt = url("/robots.txt");
        let is_meant = |url: &str| {
            !asserted.is_allowed(url)
                && except.is_allowed(url)
                && !(url == robots_txt && kind == RuleKind::Disallow && old_dialect.robots_txt_allowed)
        };
        let wants_allowed = kind == RuleKind::Allow;
        let decodes = |dialect: Dialect| dialect.percent_mode != PercentMode::RuleOnly;
        let universe = match decodes(language) == decodes(old_dialect) {
            true => Universe::Received,
            false => Universe::Normalized,
        };
        let mut urls = (0..full.len()).filter(|at| is_in(universe, &full[*at]));
        let counter = urls.find(|at| is_meant(&full[*at]) && old.allowed[*at] != wants_allowed);
        match old.policy.holds(&assertion, &mut budget) {
            Err(AssertionError::NoPath(pattern)) => {
                assert!(!pattern.starts_with(['/', '*', '$']), "{pattern:?} {}", context());
            }
            Err(_) => {
                let meant = (0..full.len()).find(|at| is_in(universe, &full[*at]) && is_meant(&full[*at]));
                assert_eq!(meant.map(|at| &full[at]), None, "{assertion:?} {}", context());
            }
            Ok(Conclusion::Proved) => {
                assert_eq!(counter.map(|at| &full[at]), None, "{assertion:?} {}", context())
            }
            Ok(Conclusion::Refuted(witness)) => {
                assert!(is_in(universe, witness.url()), "{witness} {}", context());
                assert!(is_meant(witness.url()), "{witness} {assertion:?} {}", context());
                assert_ne!(witness.before().is_allowed(), wants_allowed);
                old.confirm(&witness, true);
            }
            Ok(Conclusion::Undecided) => counts[2] += 1,
        }
    }
}

/// Two files, each in some dialects.
fn check_division(seed: u64, counts: &mut [usize; 3]) {
    let mut numbers = Numbers::new(seed);
    let numbers = &mut numbers;
    let vocabulary = &VOCABULARIES[numbers.below(VOCABULARIES.len())];
    let full: Vec<String> = targets(vocabulary).iter().map(|target| url(target)).collect();
    let lines = file(vocabulary, numbers);
    let body = lines.join("\n");
    let other_body = edited(&lines, vocabulary, numbers).join("\n");
    let bodies = [&body, &body, &body, &body, &other_body, &other_body];
    let cases = bodies.map(|body| Case::new(body, dialect(numbers), &full));
    let policies = cases.iter().map(|case| case.policy.clone());
    let most = numbers.one_of(&[0, 1, 2, 100]);
    let division = Division::of(policies, most, &mut Budget::default());
    for (first, case) in cases.iter().enumerate() {
        assert_eq!(division.between(first, first), None);
        for (second, other) in cases.iter().enumerate() {
            let dialects = [case, other].map(|case| case.policy.dialect());
            let context = || format!("{first} and {second}: {dialects:?} {body:?} {other_body:?}");
            let mut normal = (0..full.len()).filter(|at| is_normal(&full[*at]));
            let counter = normal.find(|at| case.allowed[*at] != other.allowed[*at]);
            let disagreement = division.between(first, second);
            match division.agree(first, second) {
                Some(true) => {
                    counts[0] += 1;
                    assert_eq!(disagreement, None, "{}", context());
                    assert_eq!(counter.map(|at| &full[at]), None, "{}", context());
                }
                Some(false) => {
                    counts[1] += 1;
                    let disagreement = disagreement.unwrap();
                    assert!((1..=most.max(1)).contains(&disagreement.urls().len()));
                    for url in disagreement.urls() {
                        assert!(is_in(Universe::Normalized, url), "{url} {}", context());
                        let verdicts = [case, other].map(|case| case.robots.is_allowed(AGENT, url));
                        assert_ne!(verdicts[0], verdicts[1], "{url} {}", context());
                    }
                    assert!(!disagreement.is_complete() || disagreement.urls().len() < most);
                }
                None => counts[2] += 1,
            }
        }
    }
}

/// Names itself if the case fails.
struct Seed(u64);

impl Drop for Seed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("seed {}", self.0);
        }
    }
}

/// Set `DECIDE_CASES` to try more, and `DECIDE_FIRST` to begin elsewhere.
fn check_cases(ordinary: u64, check: impl Fn(u64, &mut [usize; 3])) -> [usize; 3] {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let cases = number("DECIDE_CASES").unwrap_or(ordinary);
    let first = number("DECIDE_FIRST").unwrap_or(0);
    let mut counts = [0; 3];
    for seed in first..first + cases {
        let seed = Seed(seed);
        check(seed.0, &mut counts);
    }
    println!(
        "{cases} cases: {} pairs proved equivalent, {} refuted, {} answers undecided",
        counts[0], counts[1], counts[2]
    );
    counts
}

#[test]
fn divisions_are_those_of_brute_force() {
    let counts = check_cases(100, check_division);
    assert_eq!(counts[2], 0);
}

#[test]
fn answers_are_those_of_brute_force() {
    let counts = check_cases(300, check_case);
    assert_eq!(counts[2], 0);
}
