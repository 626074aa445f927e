//! How much memory reading a sitemap takes, measured by an allocator that keeps the peak.
//!
//! This is a separate test binary with one test, because the peak is that of the whole process.

use std::io::{self, Cursor, Read, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use peak_alloc::PeakAlloc;
use robots_exclusion_sitemap::{Error, Limits, ReadOptions, Reader, WriteOptions};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The peak of memory while a function runs, in bytes above the initial use.
fn peak_of(run: impl FnOnce()) -> usize {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    run();
    ALLOCATOR.peak_usage().saturating_sub(before)
}

/// A urlset with this many entries, generated while it is read.
struct Generated {
    left: u32,
    part: Cursor<Vec<u8>>,
}

impl Generated {
    fn new(entries: u32) -> Self {
        let head = "<?xml version='1.0'?>\n<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\n";
        Generated {
            left: entries,
            part: Cursor::new(head.into()),
        }
    }
}

impl Read for Generated {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.part.position() == self.part.get_ref().len() as u64 && self.left > 0 {
            self.left -= 1;
            let part = self.part.get_mut();
            part.clear();
            let number = self.left;
            writeln!(
                part,
                "<url><loc>https://www.example.com/catalogue/section-{}/item?id={number}&amp;page=1</loc>\
                <lastmod>2007-11-02T18:50:24Z</lastmod><changefreq>weekly</changefreq><priority>0.7</priority></url>",
                number % 100
            )?;
            if number == 0 {
                part.extend_from_slice(b"</urlset>\n");
            }
            self.part.set_position(0);
        }
        self.part.read(into)
    }
}

/// The number of entries in a large file.
const MANY: u32 = 10_000;

/// The limit on memory for reading any ordinary file, in bytes.
const ORDINARY: usize = 512 << 10;

#[test]
fn memory_does_not_grow_with_the_file() {
    let read = |entries: u32| {
        peak_of(|| {
            let mut limits = Limits::CURRENT;
            (limits.urls, limits.bytes) = (1 << 32, 1 << 32);
            let reader = ReadOptions::new().limits(limits).read(Generated::new(entries));
            assert_eq!(reader.map(Result::unwrap).count(), entries as usize);
        })
    };
    let small = read(50);
    let full = read(MANY);
    println!("peak for 50 entries: {small} bytes; for {MANY}: {full}");
    assert!(full <= small + 1_024, "{full} is more than {small}");
    assert!(full < ORDINARY, "{full}");

    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    io::copy(&mut Generated::new(MANY), &mut packed).unwrap();
    let packed = packed.finish().unwrap();
    let peak = peak_of(|| {
        assert_eq!(
            Reader::new(packed.as_slice()).map(Result::unwrap).count(),
            MANY as usize
        )
    });
    println!(
        "peak for {MANY} entries in {} bytes of gzip: {peak} bytes",
        packed.len()
    );
    assert!(peak < ORDINARY, "{peak}");
    drop(packed);

    let open = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>";
    let close = "</loc></url><url><loc>http://example.com/</loc></url></urlset>";
    let peak = peak_of(|| {
        let mut limits = Limits::CURRENT;
        limits.bytes = 1 << 30;
        let text = open
            .as_bytes()
            .chain(io::repeat(b'a').take(20_000_000))
            .chain(close.as_bytes());
        assert_eq!(
            ReadOptions::new()
                .limits(limits)
                .read(text)
                .map(Result::unwrap)
                .count(),
            1
        );
    });
    println!("peak for a text of 20 MB: {peak} bytes");
    assert!(peak < ORDINARY, "{peak}");

    // One member for each of 1,024 megabytes, which is faster to make than a single member.
    let member = |bytes: &[u8]| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    let mut zeros = member(b"http://example.com/\n");
    zeros.extend(member(&vec![0; 1 << 20]).repeat(1_024));
    let peak = peak_of(|| {
        let last = Reader::new(zeros.as_slice()).last();
        assert!(matches!(last, Some(Err(Error::TooManyBytes(52_428_800)))));
    });
    println!("peak for a gigabyte of zeros in gzip: {peak} bytes");
    assert!(peak < ORDINARY, "{peak}");
    drop(zeros);

    // The most memory that one entry can take: fields that are short in the file and long in
    // memory.
    let name = "n".repeat(2_000);
    let wide = format!(
        "{open}http://example.com/</loc><x:y><{name}>{}",
        "<z>a</z>".repeat(200_000)
    );
    let short = format!("{open}http://example.com/</loc>{}", "<x:y/>".repeat(200_000));
    for file in [wide, short] {
        let peak = peak_of(|| assert_eq!(Reader::new(file.as_bytes()).count(), 0));
        println!("peak for one entry of {} bytes: {peak} bytes", file.len());
        assert!(peak < 6 << 20, "{peak}");
    }

    let peak = peak_of(|| {
        let mut writer = WriteOptions::new().sitemap(io::sink()).unwrap();
        for entry in Reader::new(Generated::new(MANY)) {
            writer.write(&entry.unwrap()).unwrap();
        }
        writer.finish().unwrap();
    });
    println!("peak for reading and writing {MANY} entries: {peak} bytes");
    assert!(peak < ORDINARY, "{peak}");
}
