//! Reading a sitemap of 50,000 URLs.

use std::hint::black_box;

use robots_exclusion_sitemap::{Entry, Reader, W3cDateTime, WriteOptions};
use sitemap::reader::{SiteMapEntity, SiteMapReader};

use crate::race::{race, seen};

const URLS: usize = 50_000;

fn file() -> Vec<u8> {
    let mut writer = WriteOptions::new()
        .sitemap(Vec::new())
        .expect("a vector takes all");
    for number in 0..URLS {
        let date =
            W3cDateTime::from_unix_seconds(1_194_029_424 + number as i64 * 60).expect("a date in 2007");
        let entry = Entry::new(format!(
            "https://www.example.com/section-{}/item?id={number}&page=1",
            number % 100
        ));
        writer
            .write(&entry.with_lastmod(date))
            .expect("within the limits");
    }
    writer.finish().expect("a vector takes all")
}

pub(crate) fn run() {
    let file = file();
    let times = race(&mut [
        (
            "robots-exclusion",
            Box::new(|| {
                let mut count = 0;
                for entry in Reader::new(file.as_slice()) {
                    seen(entry.expect("a good file"));
                    count += 1;
                }
                assert_eq!(count, URLS);
            }),
        ),
        (
            "sitemap",
            Box::new(|| {
                let entries = SiteMapReader::new(file.as_slice());
                let count = entries
                    .filter(|entity| matches!(black_box(entity), SiteMapEntity::Url(_)))
                    .count();
                assert_eq!(count, URLS);
            }),
        ),
    ]);
    println!(
        "\n### Read a sitemap of {URLS} URLs, {:.1} MB\n\n| crate | MB/s | ratio |\n|---|---:|---:|",
        file.len() as f64 / 1e6
    );
    for (name, time) in ["robots-exclusion", "sitemap 0.4"].iter().zip(&times) {
        println!(
            "| {name} | {:.0} | {:.2} |",
            file.len() as f64 * 1e3 / time,
            time / times[0]
        );
    }
}
