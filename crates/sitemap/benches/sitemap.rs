//! Reading and writing sitemaps at their limit of 50,000 URLs. Throughput is measured in
//! decompressed bytes.

use std::hint::black_box;
use std::io;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use robots_exclusion_sitemap::{
    ChangeFrequency, Entry, Priority, ReadOptions, Reader, Scope, W3cDateTime, WriteOptions,
};
use url::Url;

const URLS: u32 = 50_000;

fn entries() -> impl Iterator<Item = Entry> {
    (0..URLS).map(|number| {
        let loc = format!(
            "https://www.example.com/catalogue/section-{}/item?id={number}&page=1",
            number % 100
        );
        let date =
            W3cDateTime::from_unix_seconds(1_194_029_424 + i64::from(number) * 60).expect("a date in 2007");
        Entry::new(loc)
            .with_lastmod(date)
            .with_change_frequency(ChangeFrequency::Weekly)
            .with_priority(Priority::new(f64::from(number % 11) / 10.0).expect("at most one"))
    })
}

fn file(gzip: bool) -> (Vec<u8>, u64) {
    let mut writer = WriteOptions::new()
        .gzip(gzip)
        .sitemap(Vec::new())
        .expect("a vector takes all");
    for entry in entries() {
        writer.write(&entry).expect("within the limits");
    }
    let bytes = writer.bytes();
    (writer.finish().expect("a vector takes all"), bytes)
}

fn read_all(reader: Reader<&[u8]>) {
    let mut count = 0;
    for entry in reader {
        black_box(entry.expect("a good file"));
        count += 1;
    }
    assert_eq!(count, URLS);
}

fn read(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sitemap/read");
    group.sample_size(20);
    for (name, gzip) in [("plain", false), ("gzip", true)] {
        let (file, bytes) = file(gzip);
        group.throughput(Throughput::Bytes(bytes));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let reader = Reader::new(black_box(file.as_slice()));
                read_all(reader);
            });
        });
    }

    let (xml, bytes) = file(false);
    let scope = Scope::of(&Url::parse("https://www.example.com/sitemap.xml").expect("a URL"));
    group.throughput(Throughput::Bytes(bytes));
    group.bench_function("plain, with scope", |bencher| {
        bencher.iter(|| {
            let reader = ReadOptions::new()
                .scope(scope.clone())
                .read(black_box(xml.as_slice()));
            read_all(reader);
        });
    });

    let text: String = entries().map(|entry| entry.loc + "\n").collect();
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("text", |bencher| {
        bencher.iter(|| {
            let reader = Reader::new(black_box(text.as_bytes()));
            read_all(reader);
        });
    });
    group.finish();
}

fn write(criterion: &mut Criterion) {
    let entries: Vec<Entry> = entries().collect();
    let mut group = criterion.benchmark_group("sitemap/write");
    group.sample_size(20);
    group.throughput(Throughput::Bytes(file(false).1));
    group.bench_function("plain", |bencher| {
        bencher.iter(|| {
            let mut writer = WriteOptions::new().sitemap(io::sink()).expect("a sink takes all");
            for entry in black_box(&entries) {
                writer.write(entry).expect("within the limits");
            }
            assert_eq!(writer.entries(), u64::from(URLS));
        });
    });
    group.finish();
}

criterion_group!(benches, read, write);
criterion_main!(benches);
