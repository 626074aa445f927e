//! Reading a body: its lines, all of its groups, one crawler's rules. Throughput is measured in
//! bytes of the body.
//!
//! With `ROBOTS_SHARED` the bodies are real ones, otherwise they are generated.

mod support;

use std::borrow::Cow;
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use robots_exclusion::syntax::Lines;
use robots_exclusion::{Dialect, RobotsTxt, Rules};
use support::Corpus;

const AGENT: &str = "Googlebot";

/// Bodies that are read in one iteration.
struct Input<'c> {
    name: String,
    bodies: Vec<Cow<'c, [u8]>>,
}

impl Input<'_> {
    fn bytes(&self) -> u64 {
        self.bodies.iter().map(|body| body.len() as u64).sum()
    }

    /// The sum of something over all bodies.
    fn sum(&self, of: impl Fn(&[u8]) -> usize) -> usize {
        self.bodies.iter().map(|body| of(black_box(body))).sum()
    }
}

fn inputs(corpus: &Corpus) -> Vec<Input<'_>> {
    let all = corpus.bodies.iter().map(|(_, body)| Cow::from(body));
    let mut inputs = vec![Input {
        name: format!("all of {}", corpus.name),
        bodies: all.collect(),
    }];
    // The median of real files, a long one, and the longest that a crawler has to read.
    inputs.extend([530, 20_000, 512_000].map(|length| {
        let mut body = Cow::from(corpus.of_length(length));
        if body.len() < length / 2 {
            // None of the generated files is that long. A rule takes about 30 bytes.
            body = support::rules(length / 30, 5).into();
        }
        Input {
            name: format!("{} bytes", body.len()),
            bodies: vec![body],
        }
    }));
    inputs
}

/// Lines that have a key.
fn keys(body: &[u8]) -> usize {
    Lines::new(body, Dialect::RFC_9309)
        .filter(|line| line.key_value().is_some())
        .count()
}

fn lines(criterion: &mut Criterion) {
    let corpus = Corpus::load();
    let mut group = criterion.benchmark_group("parse/lines");
    for input in inputs(&corpus) {
        let expected = input.sum(|body| RobotsTxt::parse(body).directives().count());
        group.throughput(Throughput::Bytes(input.bytes()));
        group.bench_function(BenchmarkId::from_parameter(&input.name), |bencher| {
            bencher.iter(|| assert_eq!(input.sum(keys), expected));
        });
    }
    group.finish();
}

/// All groups, for every crawler. In Yandex's dialect blank lines are of interest too.
fn groups(criterion: &mut Criterion) {
    let corpus = Corpus::load();
    // Yandex reads none of a file that is too large.
    let blank_lines_end = Dialect::YANDEX.with(|custom| custom.fetch_policy.oversized_allows = false);
    for (name, dialect) in [("rfc9309", Dialect::RFC_9309), ("yandex", blank_lines_end)] {
        let mut group = criterion.benchmark_group(format!("parse/groups, {name}"));
        let options = RobotsTxt::options().dialect(dialect);
        for input in inputs(&corpus) {
            // Sitemaps are counted: that is cheap compared with the parse, and keeps it from being
            // optimized away.
            let expected = input.sum(|body| {
                let keys = Lines::new(body, dialect).filter_map(|line| line.key_value());
                keys.filter(|(key, value)| key.eq_ignore_ascii_case(b"sitemap") && !value.is_empty())
                    .count()
            });
            group.throughput(Throughput::Bytes(input.bytes()));
            group.bench_function(BenchmarkId::from_parameter(&input.name), |bencher| {
                bencher.iter(|| {
                    let sitemaps = input.sum(|body| options.parse(body).sitemaps().count());
                    assert_eq!(sitemaps, expected);
                });
            });
        }
        group.finish();
    }
}

/// Straight to one crawler's compiled rules.
fn rules(criterion: &mut Criterion) {
    let corpus = Corpus::load();
    let mut group = criterion.benchmark_group("parse/rules");
    for input in inputs(&corpus) {
        // The long way: all groups first.
        let expected = input.sum(|body| RobotsTxt::parse(body).rules_for(AGENT).len());
        group.throughput(Throughput::Bytes(input.bytes()));
        group.bench_function(BenchmarkId::from_parameter(&input.name), |bencher| {
            bencher.iter(|| {
                let rules = input.sum(|body| Rules::parse(body, AGENT).len());
                assert_eq!(rules, expected);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, lines, groups, rules);
criterion_main!(benches);
