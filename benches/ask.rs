//! Questions about bodies with few and with many rules, in every way to ask. One iteration asks
//! about all URLs of a body. The throughput is given in questions, and in bytes of what is read for
//! them (body and URLs, or URLs alone).
//!
//! The bodies are generated; with `ROBOTS_SHARED` the real files with about as many rules are asked
//! too.

mod support;

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use robots_exclusion::{AgentList, Dialect, ParseOptions, RobotsTxt, Target};
use support::Corpus;

const AGENT: &str = "FooBot";

/// The number of rules of a body, and one in how many has a wildcard; 0 for none.
const BODIES: [(usize, usize); 5] = [(12, 0), (45, 3), (280, 2), (1_000, 1), (30_000, 100)];

/// What is asked.
struct Questions {
    name: String,
    body: Vec<u8>,
    dialect: Dialect,
    urls: Vec<String>,
    /// How many of the URLs are allowed.
    allowed: usize,
}

impl Questions {
    fn new(name: String, body: Vec<u8>, dialect: Dialect) -> Self {
        let urls = support::urls(&body, AGENT, 64);
        let robots = RobotsTxt::options().dialect(dialect).parse(&body);
        let allowed = urls.iter().filter(|url| robots.is_allowed(AGENT, url)).count();
        // Otherwise nothing of interest would be measured.
        assert!(
            0 < allowed && allowed < urls.len(),
            "{name}: {allowed} of {}",
            urls.len()
        );
        Self {
            name,
            body,
            dialect,
            urls,
            allowed,
        }
    }

    /// Measures one way to ask. The bytes are the bytes of the URLs, and of the body once for each
    /// question that reads it.
    fn measure(
        &self,
        group: &mut BenchmarkGroup<'_, WallTime>,
        way: &str,
        reads_body: bool,
        is_allowed: impl Fn(usize) -> bool,
    ) {
        let body = if reads_body {
            self.body.len() * self.urls.len()
        } else {
            0
        };
        let urls: usize = self.urls.iter().map(String::len).sum();
        group.throughput(Throughput::ElementsAndBytes {
            elements: self.urls.len() as u64,
            bytes: (body + urls) as u64,
        });
        group.bench_function(format!("{}/{way}", self.name), |bencher| {
            bencher.iter(|| {
                let allowed = (0..self.urls.len()).filter(|&i| is_allowed(black_box(i))).count();
                assert_eq!(allowed, self.allowed);
            });
        });
    }

    fn every_way(&self, group: &mut BenchmarkGroup<'_, WallTime>) {
        let url = |i: usize| self.urls[i].as_str();
        let tokens = [AGENT];
        let agents = AgentList::new(&tokens);
        self.measure(group, "one-shot", true, |i| {
            ParseOptions::new()
                .dialect(self.dialect)
                .check(black_box(&self.body), &agents, url(i))
                .is_allowed()
        });
        let robots = RobotsTxt::options().dialect(self.dialect).parse(&self.body);
        self.measure(group, "spans", false, |i| robots.is_allowed(AGENT, url(i)));
        let rules = robots.rules_for(AGENT);
        self.measure(group, "rules, from URL", false, |i| rules.is_allowed(url(i)));
        let targets: Vec<Target<'_>> = self.urls.iter().map(|url| Target::new(url)).collect();
        self.measure(group, "rules, from target", false, |i| {
            rules.is_allowed(targets[i])
        });
    }
}

fn generated(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("ask");
    for (count, stars) in BODIES {
        let body = support::rules(count, stars);
        Questions::new(format!("{count} rules"), body, Dialect::RFC_9309).every_way(&mut group);
    }
    group.finish();
}

/// The same paths as globs that match what begins with them: `/a/*b?7/*`.
fn globs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("ask, globs");
    for (count, stars) in BODIES {
        let body = String::from_utf8(support::rules(count, stars)).expect("generated as UTF-8");
        let (names, rules) = body.split_once('\n').expect("a User-agent line");
        let globs = rules
            .replace('-', "?")
            .replace("/\n", "/*\n")
            .replace("Disallow: /*", "Disallow: /[a-z0-9]*");
        let body = format!("{names}\n{globs}").into_bytes();
        Questions::new(format!("{count} globs"), body, Dialect::SEZNAM_2).every_way(&mut group);
    }
    group.finish();
}

/// Real files with about as many rules as the generated ones.
fn real(criterion: &mut Criterion) {
    let corpus = Corpus::load();
    if corpus.name != "corpus" {
        return;
    }
    let mut group = criterion.benchmark_group("ask, real");
    for (count, _) in BODIES {
        let (name, body) = corpus.of_rules(count, AGENT);
        let name = format!("{name}, about {count} rules");
        Questions::new(name, body.to_vec(), Dialect::RFC_9309).every_way(&mut group);
    }
    group.finish();
}

criterion_group!(benches, generated, globs, real);
criterion_main!(benches);
