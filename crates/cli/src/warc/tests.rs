//! Files made of records, whole and damaged.

use std::convert::Infallible;
use std::io::Write;

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};

use super::*;

const RULES: &[u8] = b"User-agent: *\nAllow: /a\nDisallow: /\n";

fn http(head: &str, body: &[u8]) -> Vec<u8> {
    [format!("HTTP/1.1 {head}\r\n\r\n").as_bytes(), body].concat()
}

/// A record with these fields besides its length.
fn record_of(fields: &str, block: &[u8], length: usize) -> Vec<u8> {
    let head = format!("WARC/1.0\r\n{fields}\r\nContent-Length: {length}\r\n\r\n");
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

fn response(url: &str, block: &[u8]) -> Vec<u8> {
    let fields = format!("WARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2025-06-01T00:00:00Z");
    record_of(&fields, block, block.len())
}

fn site(number: usize) -> Vec<u8> {
    response(
        &format!("https://site{number}.example/robots.txt"),
        &http("200 OK", RULES),
    )
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn read(file: &[u8]) -> (Vec<Capture>, Skipped) {
    let mut found = Vec::new();
    let Ok(skipped) = captures(file, |capture| {
        found.push(capture);
        Ok::<(), Infallible>(())
    });
    (found, skipped)
}

/// Host, status, body and whether it is truncated, of each capture.
fn outline(file: &[u8]) -> Vec<(String, Option<u16>, Vec<u8>, bool)> {
    let captures = read(file).0.into_iter();
    captures
        .map(|one| (one.host, one.status, one.body, one.is_truncated))
        .collect()
}

fn whole(number: usize) -> (String, Option<u16>, Vec<u8>, bool) {
    (format!("site{number}.example"), Some(200), RULES.to_vec(), false)
}

#[test]
fn records_in_members_of_their_own_in_one_and_uncompressed() {
    let records = [site(0), site(1), site(2)];
    let expected = [whole(0), whole(1), whole(2)];
    for file in [
        records.concat(),
        gzip(&records.concat()),
        records.iter().flat_map(|record| gzip(record)).collect(),
        [gzip(&records[0]), gzip(&records[1..].concat())].concat(),
    ] {
        assert_eq!(outline(&file), expected);
        assert_eq!(read(&file).1, Skipped::default());
    }
    assert_eq!(
        read(&records[0]).0[0].date.as_deref(),
        Some("2025-06-01T00:00:00Z")
    );
    assert_eq!(read(b"").0, []);
}

#[test]
fn other_records_and_other_urls_are_left_out() {
    let fields = "WARC-Type: request\r\nWARC-Target-URI: https://a.example/robots.txt";
    let file = [
        record_of("WARC-Type: warcinfo", b"software: x\r\n", 13),
        record_of(fields, b"GET /robots.txt HTTP/1.1\r\n\r\n", 28),
        response("https://a.example/", &http("200 OK", RULES)),
        response("https://a.example/robots.txt?x", &http("200 OK", RULES)),
        response("dns:a.example/robots.txt", &http("200 OK", RULES)),
        site(1),
    ];
    assert_eq!(outline(&file.concat()), [whole(1)]);
    let revisit = record_of(
        "WARC-Type: revisit\r\nWARC-Target-URI: https://a.example/robots.txt",
        &http("200 OK", b""),
        19,
    );
    let (found, skipped) = read(&[gzip(&revisit), gzip(&site(1))].concat());
    assert_eq!((found.len(), skipped.revisits, skipped.damaged), (1, 1, 0));
}

#[test]
fn statuses_and_hosts() {
    for (url, status, host, code) in [
        (
            "https://A.example:8080/robots.txt",
            "404 Not Found",
            "a.example:8080",
            Some(404),
        ),
        (
            "<http://a.example/robots.txt>",
            "301 Moved",
            "a.example",
            Some(301),
        ),
        (
            "HTTPS://user:pw@a.example/robots.txt",
            "503",
            "a.example",
            Some(503),
        ),
        ("http://[bad/robots.txt", "200 OK", "[bad", Some(200)),
        ("http://a.example/robots.txt", "what", "a.example", None),
    ] {
        let found = outline(&gzip(&response(url, &http(status, RULES))));
        assert_eq!(found, [(host.to_owned(), code, RULES.to_vec(), false)], "{url}");
    }
}

#[test]
fn what_is_encoded_is_decoded() {
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
    zlib.write_all(RULES).unwrap();
    let chunks = [
        format!("{:x}\r\n", 10).as_bytes(),
        &RULES[..10],
        b"\r\n1a;x=y\r\n",
        &RULES[10..],
        b"\r\n0\r\n\r\n",
    ]
    .concat();
    assert_eq!(RULES.len(), 10 + 0x1a);
    for (head, body) in [
        ("200 OK\r\nContent-Encoding: gzip", gzip(RULES)),
        ("200 OK\r\nContent-Encoding: deflate", zlib.finish().unwrap()),
        ("200 OK\r\nTransfer-Encoding: chunked", chunks),
        ("200 OK\r\nContent-Encoding: identity", RULES.to_vec()),
        // These fields are not true.
        ("200 OK\r\nContent-Encoding: gzip", RULES.to_vec()),
        ("200 OK\r\nContent-Encoding: br", RULES.to_vec()),
        ("200 OK\r\nTransfer-Encoding: chunked", RULES.to_vec()),
    ] {
        let file = response("https://site1.example/robots.txt", &http(head, &body));
        assert_eq!(outline(&file), [whole(1)], "{head}");
    }
    let (found, skipped) = read(&response(
        "https://a.example/robots.txt",
        &http("200 OK\r\nContent-Encoding: br", b"\x8b\x02\x80\xff\x03"),
    ));
    assert_eq!((found.len(), skipped.encoded), (0, 1));
    // Half of it.
    let packed = gzip(RULES);
    let half = http("200 OK\r\nContent-Encoding: gzip", &packed[..packed.len() - 9]);
    let found = outline(&response("https://a.example/robots.txt", &half));
    assert!(found[0].3 && RULES.starts_with(&found[0].2));
}

#[test]
fn heads_that_end_in_line_feeds_have_bodies() {
    let text = String::from_utf8(site(1)).unwrap().replace("\r\n", "\n");
    let length = http("200 OK", RULES).len();
    let text = text.replace(
        &format!("Content-Length: {length}"),
        &format!("Content-Length: {}", length - 2),
    );
    assert_eq!(outline(text.as_bytes()), [whole(1)]);
    assert_eq!(outline(&gzip(text.as_bytes())), [whole(1)]);
}

#[test]
fn a_length_that_is_wrong_marks_its_record_and_lends_nothing() {
    let block = http("200 OK", RULES);
    let fields = "WARC-Type: response\r\nWARC-Target-URI: https://a.example/robots.txt";
    for length in [
        0,
        5,
        block.len() - 2,
        block.len() + 5,
        block.len() + 40,
        usize::MAX,
    ] {
        let wrong = record_of(fields, &block, length);
        for file in [
            [gzip(&wrong), gzip(&site(2))].concat(),
            [wrong.clone(), site(2)].concat(),
            gzip(&[wrong.clone(), site(2)].concat()),
        ] {
            let found = outline(&file);
            assert_eq!(found.last(), Some(&whole(2)), "{length}");
            assert_eq!(found.len(), 2, "{length}");
            assert!(found[0].3, "{length}");
            assert!(
                found[0].2.starts_with(RULES) && found[0].2.len() <= RULES.len() + 4,
                "{length}"
            );
        }
    }
}

#[test]
fn a_cut_body_is_marked() {
    let block = http("200 OK\r\nContent-Length: 900", RULES);
    assert!(outline(&response("https://a.example/robots.txt", &block))[0].3);
    let file = gzip(&site(1));
    for cut in 1..file.len() {
        let found = outline(&[&file[..file.len() - cut], &*gzip(&site(2))].concat());
        assert_eq!(found.last(), Some(&whole(2)), "{cut}");
        for one in &found[..found.len() - 1] {
            assert!(one.3, "{cut}");
            assert!([RULES, b"\r\n\r\n"].concat().starts_with(&one.2), "{cut}");
        }
        // At the end of the file, too.
        assert!(
            outline(&file[..file.len() - cut]).iter().all(|one| one.3),
            "{cut}"
        );
    }
}

/// Whatever byte is damaged, the records around are read, and nothing of them is anywhere else.
#[test]
fn damage_stays_within_its_member() {
    let members = [site(0), site(1), site(2)].map(|record| gzip(&record));
    for at in 0..members[1].len() {
        for change in [0x01, 0x80, 0xFF] {
            let mut damaged = members[1].clone();
            damaged[at] ^= change;
            let found = outline(&[&*members[0], &*damaged, &*members[2]].concat());
            assert_eq!(
                (&found[0], found.last()),
                (&whole(0), Some(&whole(2))),
                "{at} {change}"
            );
            assert!(
                found
                    .iter()
                    .filter(|one| **one == whole(0) || **one == whole(2))
                    .count()
                    == 2
            );
            assert!(found.len() <= 3, "{at} {change}");
        }
        // A part is lost, up to the next member.
        let found = outline(&[&*members[0], &members[1][..at], &*members[2]].concat());
        assert_eq!((&found[0], found.last()), (&whole(0), Some(&whole(2))), "{at}");
    }
}

#[test]
fn junk_between_records_is_counted() {
    let junk = b"<html>\n\n";
    let file = [&gzip(&site(0))[..], junk, &gzip(&site(1))].concat();
    assert_eq!(outline(&file), [whole(0), whole(1)]);
    assert_eq!(read(&file).1.damaged, 1);
    let file = [&site(0)[..], junk, &site(1)].concat();
    let found = outline(&file);
    assert_eq!((found.len(), found.last()), (2, Some(&whole(1))));
    assert_eq!(read(&gzip(junk)).1.damaged, 1);
    let long = format!(
        "WARC-Type: response\r\nX: {}\r\nWARC-Target-URI: https://site7.example/robots.txt",
        "x".repeat(40_000)
    );
    let block = http("200 OK", RULES);
    assert_eq!(outline(&record_of(&long, &block, block.len())), [whole(7)]);
}
