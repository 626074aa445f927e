//! How many files a second [`AccessJudge`] answers for 24 crawlers of AI on one thread, in batches as
//! engines make them: real files of `ROBOTS_SHARED`, or generated ones.
//!
//!     cargo bench -p robots-exclusion-arrow --bench access

use std::hint::black_box;
use std::path::PathBuf;

use arrow_array::BinaryArray;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use robots_exclusion::agents::UserAgent;
use robots_exclusion_arrow::AccessJudge;

/// The crawlers that "Somesite I Used to Crawl" (IMC 2025) asks about, each on a line.
const CRAWLERS: &str = include_str!("../../../tests/data/census_crawlers.txt");

/// The files of each folder.
fn collections() -> Vec<(String, Vec<Vec<u8>>)> {
    let Some(shared) = std::env::var_os("ROBOTS_SHARED") else {
        println!("ROBOTS_SHARED is not set: measuring generated bodies");
        let body = |number: usize| {
            let closed: String = CRAWLERS
                .lines()
                .skip(number % 29)
                .map(|name| format!("User-agent: {name}\nDisallow: /\n\n"))
                .collect();
            format!("User-agent: *\nDisallow: /admin/\nDisallow: /{number}/\n\n{closed}").into_bytes()
        };
        return vec![("generated".to_owned(), (0..1000).map(body).collect())];
    };
    let read = |folder: &str| {
        let path = PathBuf::from(&shared).join(folder);
        let entries = std::fs::read_dir(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
        paths.sort();
        let bodies = paths.iter().map(|path| std::fs::read(path).expect("a file"));
        (folder.to_owned(), bodies.collect())
    };
    vec![read("corpus"), read("corpus-2025")]
}

fn access(criterion: &mut Criterion) {
    let judge = CRAWLERS.lines().fold(AccessJudge::new(None), |judge, name| {
        judge.user_agent(name, &UserAgent::resolve(name))
    });
    let mut group = criterion.benchmark_group("access/24 crawlers");
    for (name, bodies) in collections() {
        let column = BinaryArray::from_iter_values(&bodies);
        group.throughput(Throughput::Elements(bodies.len() as u64));
        for detail in [false, true] {
            let kind = if detail { "details" } else { "plain" };
            group.bench_function(BenchmarkId::new(kind, &name), |bencher| {
                bencher.iter(|| {
                    let answers = judge.access(black_box(&column), None, detail);
                    assert_eq!(answers.expect("columns of bytes").num_rows(), bodies.len());
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, access);
criterion_main!(benches);
