//! Random edits: what is reported as unchanged is unchanged, and every witness is true.
//!
//! Of the real files only a few are edited; `CORPUS_STEP=1` edits all.

use std::time::{Duration, Instant};

use robots_exclusion::{Dialect, RobotsTxt};
use robots_exclusion_analysis::decide::Universe;
use robots_exclusion_analysis::diff::{Diff, DiffOptions, Effect};

use crate::shared;

/// A small random number generator (xorshift), so that every run makes the same edits.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit.max(1)
    }
}

#[derive(Clone, Copy, Debug)]
enum Edit {
    RuleRemoved,
    LiteralAdded,
    WildcardAdded,
    KindFlipped,
    PatternShortened,
    StarInserted,
}

const EDITS: [Edit; 6] = [
    Edit::RuleRemoved,
    Edit::LiteralAdded,
    Edit::WildcardAdded,
    Edit::KindFlipped,
    Edit::PatternShortened,
    Edit::StarInserted,
];

/// The rules of a file: numbers of lines from 0, kinds, patterns.
fn rules(body: &[u8]) -> Vec<(usize, bool, Vec<u8>)> {
    let robots = RobotsTxt::parse(body);
    let rules = robots
        .groups()
        .flat_map(|group| group.rules().collect::<Vec<_>>());
    let of = |rule: robots_exclusion::Rule<'_>| {
        let is_allow = rule.kind() == robots_exclusion::RuleKind::Allow;
        (rule.line() as usize - 1, is_allow, rule.pattern().to_vec())
    };
    rules.map(of).collect()
}

/// A file after one random edit of a kind; `None` if it has nothing to edit.
fn edited(body: &[u8], edit: Edit, numbers: &mut Numbers) -> Option<Vec<u8>> {
    let rules = rules(body);
    let (line, is_allow, pattern) = rules.get(numbers.below(rules.len()))?.clone();
    let (_, _, other) = rules.get(numbers.below(rules.len()))?.clone();
    let written = |is_allow: bool, pattern: &[u8]| {
        let kind: &[u8] = if is_allow { b"Allow: " } else { b"Disallow: " };
        [kind, pattern].concat()
    };
    let own = written(is_allow, &pattern);
    let lines: Vec<Vec<u8>> = match edit {
        Edit::RuleRemoved => vec![],
        Edit::LiteralAdded => {
            let cut = numbers.below(other.len()) + 1;
            let added = [other.get(..cut)?, b"x"].concat();
            vec![own, written(numbers.below(2) == 0, &added)]
        }
        Edit::WildcardAdded => {
            let cut = numbers.below(other.len()) + 1;
            let tail = pattern.get(numbers.below(pattern.len())..)?;
            let added = [other.get(..cut)?, b"*", tail].concat();
            vec![own, written(numbers.below(2) == 0, &added)]
        }
        Edit::KindFlipped => vec![written(!is_allow, &pattern)],
        Edit::PatternShortened => {
            let cut = numbers.below(pattern.len()).max(1);
            vec![written(is_allow, pattern.get(..cut)?)]
        }
        Edit::StarInserted => {
            let slashes: Vec<usize> = (0..pattern.len()).filter(|at| pattern[*at] == b'/').collect();
            let at = *slashes.get(numbers.below(slashes.len()))?;
            vec![written(
                is_allow,
                &[&pattern[..at], b"/*", &pattern[at..]].concat(),
            )]
        }
    };
    let robots = RobotsTxt::parse(body);
    let mut after = Vec::with_capacity(body.len() + 100);
    for (at, old) in robots.lines().enumerate() {
        if at == line {
            for line in &lines {
                after.extend_from_slice(line);
                after.push(b'\n');
            }
        } else {
            after.extend_from_slice(&body[old.full_span().range()]);
        }
    }
    Some(after)
}

/// Paths that patterns match, or nearly.
fn samples(old: &[u8], new: &[u8], numbers: &mut Numbers) -> Vec<String> {
    let (before, after) = (rules(old), rules(new));
    let changed = |rules: &[(usize, bool, Vec<u8>)], others: &[(usize, bool, Vec<u8>)]| -> Vec<Vec<u8>> {
        let others: std::collections::BTreeSet<_> = others.iter().map(|rule| (rule.1, &rule.2)).collect();
        let changed = rules.iter().filter(|rule| !others.contains(&(rule.1, &rule.2)));
        changed.map(|rule| rule.2.clone()).collect()
    };
    let mut seeds = [changed(&before, &after), changed(&after, &before)].concat();
    for _ in 0..20 {
        if let Some(rule) = after.get(numbers.below(after.len())) {
            seeds.push(rule.2.clone());
        }
    }
    let plain = |pattern: &[u8], gap: &str| {
        let text = String::from_utf8_lossy(pattern).into_owned();
        text.strip_suffix('$').unwrap_or(&text).replace('*', gap)
    };
    let mut samples = Vec::new();
    let changes = seeds.len().saturating_sub(20).clamp(1, 4);
    for first in &seeds[..changes.min(seeds.len())] {
        for second in &seeds {
            for gap in ["", "x", "/"] {
                let (first, second) = (plain(first, gap), plain(second, gap));
                samples.push(first.clone());
                samples.push(format!("{first}x"));
                samples.push(format!("{first}{second}"));
                samples.push(format!("{second}{first}"));
                let cut = (0..=first.len())
                    .rev()
                    .find(|at| first.is_char_boundary(*at) && *at <= first.len() / 2);
                samples.push(format!("{}{second}", &first[..cut.unwrap_or(0)]));
            }
        }
    }
    for sample in &mut samples {
        if !sample.starts_with('/') {
            sample.insert(0, '/');
        }
    }
    samples.sort_unstable();
    samples.dedup();
    // Request targets: see `decide`.
    samples.retain(|sample| sample.bytes().all(Universe::is_raw) && !sample.starts_with("//"));
    samples
}

/// What was asked and found.
#[derive(Debug, Default)]
struct Tally {
    pairs: u64,
    changed: u64,
    undecided: u64,
    witnesses: u64,
    times: Vec<Duration>,
}

impl Tally {
    /// Checks an answer against sampled verdicts.
    fn check(
        &mut self,
        name: &str,
        old: &RobotsTxt<'_>,
        new: &RobotsTxt<'_>,
        diff: &Diff,
        samples: &[String],
    ) {
        self.pairs += 1;
        self.changed += u64::from(!diff.is_without_effect());
        self.undecided += u64::from(diff.is_undecided());
        let effects = diff
            .effects()
            .iter()
            .map(|effect| (effect.effect(), effect.witnesses()));
        let changes = diff
            .changes()
            .iter()
            .map(|change| (change.effect(), change.witnesses()));
        let all = effects.chain(changes);
        for (effect, witness) in
            all.flat_map(|(effect, witnesses)| witnesses.iter().map(move |witness| (effect, witness)))
        {
            self.witnesses += 1;
            let (was, is) = (
                old.check(witness.agent(), witness.url()),
                new.check(witness.agent(), witness.url()),
            );
            assert_eq!(
                (was.is_allowed(), was.line(), is.is_allowed(), is.line()),
                (
                    witness.before().is_allowed(),
                    witness.before().line(),
                    witness.after().is_allowed(),
                    witness.after().line()
                ),
                "{name}: {witness}"
            );
            let is_kept = matches!(effect, Effect::KeepsOpen | Effect::KeepsClosed);
            assert_eq!(was.is_allowed() == is.is_allowed(), is_kept, "{name}: {witness}");
        }
        for effect in diff.effects() {
            // A crawler for all with the same groups.
            let agent = &effect.agents()[0];
            let (before, after) = (old.rules_for(agent), new.rules_for(agent));
            for sample in samples {
                let (was, is) = (before.is_allowed(sample), after.is_allowed(sample));
                let fits = match effect.effect() {
                    Effect::None => was == is,
                    Effect::Opens => was <= is,
                    Effect::Closes => was >= is,
                    _ => true,
                };
                assert!(
                    fits,
                    "{name}: {agent} {sample}: {was} -> {is}, but {:?}",
                    effect.effect()
                );
            }
        }
    }
}

#[test]
fn what_is_reported_as_unchanged_is_unchanged() {
    let made_up = [
        "User-agent: *\nDisallow: /a\nAllow: /a/*.css$\nDisallow: /*?sort=\nAllow: /*/b\n",
        "User-agent: a\nDisallow: /\nAllow: /$\nAllow: /x*y\n\nUser-agent: *\nDisallow: /x\nDisallow: /*y\n",
    ];
    edits_are_told(made_up.map(|body| ("made-up".to_owned(), body.as_bytes().to_vec())));
}

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn what_is_reported_as_unchanged_in_real_files_is_unchanged() {
    edits_are_told(shared::corpus(70));
}

fn edits_are_told(bodies: impl IntoIterator<Item = (String, Vec<u8>)>) {
    let mut numbers = Numbers(0x2545_F491_4F6C_DD1D);
    let dialects = [
        Dialect::RFC_9309,
        Dialect::GOOGLE,
        Dialect::BAIDU,
        Dialect::YANDEX,
        Dialect::DRAFT_1996,
    ];
    let mut tallies: Vec<Tally> = EDITS.iter().map(|_| Tally::default()).collect();
    for (at, (name, body)) in bodies.into_iter().enumerate() {
        for (edit, tally) in EDITS.iter().zip(&mut tallies) {
            let Some(new) = edited(&body, *edit, &mut numbers) else {
                continue;
            };
            let options = RobotsTxt::options().dialect(dialects[at % dialects.len()]);
            let (old, new_robots) = (options.parse(&body), options.parse(&new));
            let started = Instant::now();
            let diff = DiffOptions::new().compare(&old, &new_robots);
            tally.times.push(started.elapsed());
            let samples = samples(&body, &new, &mut numbers);
            tally.check(&name, &old, &new_robots, &diff, &samples);
        }
    }
    for (edit, tally) in EDITS.iter().zip(&mut tallies) {
        tally.times.sort_unstable();
        let quantile = |percent: usize| {
            let last = tally.times.len().saturating_sub(1);
            tally.times.get(last * percent / 100).copied().unwrap_or_default()
        };
        println!(
            "{edit:?}: {} pairs, {} changed, {} undecided, {} witnesses; median {:?}, p99 {:?}, max {:?}",
            tally.pairs,
            tally.changed,
            tally.undecided,
            tally.witnesses,
            quantile(50),
            quantile(99),
            quantile(100)
        );
        assert_eq!(tally.undecided, 0, "{edit:?}");
    }
}

/// Comparing files that are made to be hard ends within bounds, undecided if need be.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes long without optimization")]
fn hostile_files_end() {
    let wildcards = |from: usize, other: &str| -> String {
        let rules = (from..).map(|n| {
            format!(
                "{}: /*{}*{}*{other}\n",
                ["Allow", "Disallow"][n % 2],
                n % 97,
                n % 89
            )
        });
        let mut body = "User-agent: *\n".to_owned();
        rules.take(25_000).for_each(|rule| body.push_str(&rule));
        body
    };
    let groups = |rule: &str| -> String {
        (0..20_000)
            .map(|n| format!("User-agent: bot{n}\nDisallow: /{rule}{n}\n"))
            .collect()
    };
    let shared_names = |rule: &str| -> String {
        let mut body: String = (0..8_000).map(|n| format!("User-agent: b{n}\n")).collect();
        (0..10_000).for_each(|n| body.push_str(&format!("Disallow: /{rule}{n}\n")));
        (0..8_000).for_each(|n| body.push_str(&format!("User-agent: b{n}\nAllow: /{n}\n")));
        body
    };
    let cases = [
        ("wildcards", wildcards(0, "x"), wildcards(1, "y")),
        ("groups", groups("a"), groups("b")),
        ("shared names", shared_names("a"), shared_names("b")),
    ];
    for (name, old, new) in cases {
        for dialect in [Dialect::RFC_9309, Dialect::BAIDU, Dialect::ORIGINAL_1994] {
            let options = RobotsTxt::options().dialect(dialect);
            let started = Instant::now();
            let diff =
                DiffOptions::new().compare(&options.parse(old.as_bytes()), &options.parse(new.as_bytes()));
            println!(
                "{name} in {}: {} and {} bytes, {} changes, undecided: {}, {:?}",
                dialect.name().unwrap_or_default(),
                old.len(),
                new.len(),
                diff.changes().len(),
                diff.is_undecided(),
                started.elapsed()
            );
            assert!(!diff.is_without_effect());
        }
    }
}
