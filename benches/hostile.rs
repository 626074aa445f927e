//! The inputs that are made to be slow, at full size: reading, compiling and asking. What they take
//! must stay in proportion to what they hold; `benches/instructions` counts it, this measures the
//! time. 512 KB of any patterns and a URL of 2 KB should take at most 15 ms.

#[path = "../tests/hostile/inputs.rs"]
mod inputs;

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use inputs::{AGENT, HOSTILE, Hostile};
use robots_exclusion::{AgentList, ParseOptions, RobotsTxt};

/// One operation on every input.
fn each(
    criterion: &mut Criterion,
    operation: &str,
    bytes: fn(&Hostile) -> usize,
    measure: fn(&mut BenchmarkGroup<'_, WallTime>, &str, &Hostile),
) {
    let mut group = criterion.benchmark_group(format!("hostile/{operation}"));
    group
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(1));
    for (name, size, make) in HOSTILE {
        let hostile = make(size);
        group.throughput(Throughput::Bytes(bytes(&hostile) as u64));
        measure(&mut group, name, &hostile);
    }
    group.finish();
}

fn of_body(hostile: &Hostile) -> usize {
    hostile.body.len()
}

fn of_body_and_url(hostile: &Hostile) -> usize {
    hostile.body.len() + hostile.url.len()
}

fn of_url(hostile: &Hostile) -> usize {
    hostile.url.len()
}

fn parse(criterion: &mut Criterion) {
    each(criterion, "parse", of_body, |group, name, hostile| {
        let options = RobotsTxt::options().dialect(hostile.dialect);
        assert_eq!(
            options.parse(&hostile.body).is_allowed(AGENT, &hostile.url),
            hostile.is_allowed
        );
        group.bench_function(name, |bencher| {
            bencher.iter_with_large_drop(|| {
                let robots = options.parse(black_box(&hostile.body));
                assert_eq!(robots.body().len(), hostile.body.len());
                robots
            });
        });
    });
}

fn one_shot(criterion: &mut Criterion) {
    each(criterion, "one-shot", of_body_and_url, |group, name, hostile| {
        let tokens = [AGENT];
        let agents = AgentList::new(&tokens);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let verdict = ParseOptions::new().dialect(hostile.dialect).check(
                    black_box(&hostile.body),
                    &agents,
                    &hostile.url,
                );
                assert_eq!(verdict.is_allowed(), hostile.is_allowed);
            });
        });
    });
}

fn spans(criterion: &mut Criterion) {
    each(criterion, "spans", of_body_and_url, |group, name, hostile| {
        let robots = RobotsTxt::options().dialect(hostile.dialect).parse(&hostile.body);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                assert_eq!(
                    robots.is_allowed(AGENT, black_box(&hostile.url)),
                    hostile.is_allowed
                )
            });
        });
    });
}

fn compile(criterion: &mut Criterion) {
    each(criterion, "compile", of_body, |group, name, hostile| {
        let tokens = [AGENT];
        let agents = AgentList::new(&tokens);
        let expected = ParseOptions::new()
            .dialect(hostile.dialect)
            .rules_for(&hostile.body, &agents);
        assert_eq!(expected.is_allowed(&hostile.url), hostile.is_allowed);
        group.bench_function(name, |bencher| {
            bencher.iter_with_large_drop(|| {
                let rules = ParseOptions::new()
                    .dialect(hostile.dialect)
                    .rules_for(black_box(&hostile.body), &agents);
                assert_eq!(rules.len(), expected.len());
                rules
            });
        });
    });
}

fn ask(criterion: &mut Criterion) {
    each(criterion, "ask", of_url, |group, name, hostile| {
        let rules = ParseOptions::new()
            .dialect(hostile.dialect)
            .rules_for(&hostile.body, AGENT);
        group.bench_function(name, |bencher| {
            bencher.iter(|| assert_eq!(rules.is_allowed(black_box(&hostile.url)), hostile.is_allowed));
        });
    });
}

/// An operation, and what is measured.
type Timed = fn(&Hostile) -> Duration;

/// How the time of each operation grows over four doublings of the input, as a table: the times,
/// and the exponent of the growth, 1 where it is linear.
///
/// Not asserted, because a clock on a busy machine proves nothing: `benches/instructions` counts,
/// and fails.
fn growth(_: &mut Criterion) {
    const DOUBLINGS: u32 = 4;
    const OPERATIONS: [(&str, Timed); 4] = [
        ("one-shot", |hostile| {
            let agents = AgentList::new(&[AGENT]);
            fastest(|| {
                ParseOptions::new()
                    .dialect(hostile.dialect)
                    .check(black_box(&hostile.body), &agents, &hostile.url)
                    .is_allowed()
            })
        }),
        ("spans", |hostile| {
            let robots = RobotsTxt::options().dialect(hostile.dialect).parse(&hostile.body);
            fastest(|| robots.is_allowed(AGENT, black_box(&hostile.url)))
        }),
        ("compile", |hostile| {
            let agents = AgentList::new(&[AGENT]);
            fastest(|| {
                ParseOptions::new()
                    .dialect(hostile.dialect)
                    .rules_for(black_box(&hostile.body), &agents)
            })
        }),
        ("ask", |hostile| {
            let rules = ParseOptions::new()
                .dialect(hostile.dialect)
                .rules_for(&hostile.body, AGENT);
            fastest(|| rules.is_allowed(black_box(&hostile.url)))
        }),
    ];
    println!("growth: input, operation, microseconds for 1/16, 1/8, 1/4, 1/2 and all of it, exponent");
    for (name, full, make) in HOSTILE {
        let inputs: Vec<Hostile> = (0..=DOUBLINGS)
            .rev()
            .map(|halvings| make(full >> halvings))
            .collect();
        for (operation, time) in OPERATIONS {
            let micros: Vec<f64> = inputs
                .iter()
                .map(|input| time(input).as_secs_f64() * 1e6)
                .collect();
            let exponent = (micros[micros.len() - 1] / micros[0]).log2() / f64::from(DOUBLINGS);
            let times: Vec<String> = micros.iter().map(|micros| format!("{micros:.1}")).collect();
            println!("growth: {name}, {operation}, {}, {exponent:.2}", times.join(", "));
        }
    }
}

/// The shortest of some runs: what disturbs a run makes it longer.
fn fastest<R>(mut run: impl FnMut() -> R) -> Duration {
    let is_test = std::env::args().any(|argument| argument == "--test");
    let runs = if is_test { 1 } else { 5 };
    let once = || {
        let start = Instant::now();
        let result = black_box(run());
        let taken = start.elapsed();
        drop(result);
        taken
    };
    std::iter::repeat_with(once).take(runs).min().unwrap_or_default()
}

criterion_group!(benches, growth, parse, one_shot, spans, compile, ask);
criterion_main!(benches);
