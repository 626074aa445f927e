//! Generators of interesting input: files of all shapes, rules that share prefixes, URLs that
//! nearly match them.
//!
//! Everything is drawn from small vocabularies, so that what should collide does, and is kept in
//! parts until the last moment, so that a failing case shrinks to few short lines.

mod dialect;
mod line;
mod path;

use std::fmt;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::FileFailurePersistence;
use robots_exclusion::Dialect;
use robots_exclusion::dialect::PatternLanguage;

pub(crate) use dialect::dialect;
pub(crate) use line::agents;
use line::line_parts;
use path::{PatternParts, odd_url, pattern_parts, stems};
pub(crate) use path::{respell, url_parts};

/// How often each property is tried: as `PROPTEST_CASES` says, or 250 times.
pub(crate) fn config() -> ProptestConfig {
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() {
        ProptestConfig::default().cases
    } else {
        250
    };
    ProptestConfig {
        cases,
        // The seed of a failure is kept, and printed, so that it can be added to the file where the
        // tests ran elsewhere.
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/it/generate/failures.txt"
        )))),
        max_shrink_iters: 20_000,
        ..ProptestConfig::default()
    }
}

/// A file and questions about it.
#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) dialect: Dialect,
    /// Byte order mark, or what looks like one.
    pub(crate) mark: &'static [u8],
    pub(crate) lines: Vec<Vec<u8>>,
    /// The line ends, used in turn.
    pub(crate) ends: Vec<&'static [u8]>,
    /// Whether the last line is ended.
    pub(crate) ended: bool,
    pub(crate) agents: Vec<&'static str>,
    pub(crate) honor_star: bool,
    pub(crate) pooled: bool,
    pub(crate) urls: Vec<String>,
}

impl Case {
    pub(crate) fn body(&self) -> Vec<u8> {
        self.body_with(&self.ends)
    }

    pub(crate) fn body_with(&self, ends: &[&[u8]]) -> Vec<u8> {
        let mut body = self.mark.to_vec();
        for (at, line) in self.lines.iter().enumerate() {
            body.extend(line);
            if at + 1 < self.lines.len() || self.ended {
                body.extend(ends[at % ends.len()]);
            }
        }
        body
    }
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?}", self.dialect)?;
        writeln!(f, "  body: b\"{}\"", self.body().escape_ascii())?;
        write!(
            f,
            "  agents: {:?}, star: {}, pooled: {}, urls: {:?}",
            self.agents, self.honor_star, self.pooled, self.urls
        )
    }
}

/// A file in some dialect, with all the oddities that lines can have, and URLs related to its
/// rules.
pub(crate) fn case(dialect: impl Strategy<Value = Dialect>) -> impl Strategy<Value = Case> {
    let marks: [&[u8]; 4] = [b"\xEF\xBB\xBF", b"\xEF\xBB", b"\xEF", b"\xEF\xBF"];
    let mark = prop_oneof![6 => Just(&b""[..]), 1 => select(marks.to_vec())];
    let ends: [&[u8]; 4] = [b"\n", b"\r", b"\r\n", b"\n\n"];
    let end = move || prop_oneof![3 => Just(&b"\n"[..]), 1 => select(ends.to_vec())];
    // Most files begin with a User-agent line for everyone, so that their rules count.
    let heads: [&[&str]; 5] = [
        &[],
        &["User-agent: *"],
        &["User-agent: FooBot"],
        &["User-agent: *", "Robot-version: 2.0"],
        &["User-agent: Foo", "User-agent: *"],
    ];
    let url = prop_oneof![6 => url_parts().prop_map(Ok), 1 => odd_url().prop_map(Err)];
    let trails: [&[u8]; 7] = [b"", b" ", b"# x: y", b" #\0", b"\t\x0C", b" \xC2\xA0", b"\xA0"];
    let trail = prop_oneof![3 => Just(&b""[..]), 1 => select(trails.to_vec())];
    (
        dialect,
        mark,
        stems(),
        prop::collection::vec((line_parts(), trail), 0..20),
        prop_oneof![
            prop::collection::vec(end(), 1),
            prop::collection::vec(end(), 2..5)
        ],
        any::<bool>(),
        select(heads.to_vec()),
        (
            agents(),
            prop::bool::weighted(0.9),
            prop::bool::weighted(0.1),
            prop::collection::vec(url, 1..6),
        ),
    )
        .prop_map(
            |(dialect, mark, stems, parts, ends, ended, head, (agents, honor_star, pooled, urls))| {
                let mut lines: Vec<Vec<u8>> = head.iter().map(|line| line.as_bytes().to_vec()).collect();
                let mut patterns = Vec::new();
                for (line, trail) in &parts {
                    lines.push([line.written(&stems), trail.to_vec()].concat());
                    patterns.extend(line.patterns(&stems));
                }
                let urls = urls
                    .into_iter()
                    .map(|url| url.map_or_else(|url| url, |parts| parts.written(&patterns)));
                Case {
                    dialect,
                    mark,
                    lines,
                    ends,
                    ended,
                    agents,
                    honor_star,
                    pooled,
                    urls: urls.collect(),
                }
            },
        )
}

/// A file, and the same after an edit: lines that are gone, repeated, exchanged, or taken from
/// elsewhere.
pub(crate) fn edited(dialect: impl Strategy<Value = Dialect>) -> impl Strategy<Value = (Case, Vec<Vec<u8>>)> {
    let edit = (0..5u8, any::<Index>(), any::<Index>());
    (case(dialect), prop::collection::vec(edit, 1..4)).prop_map(|(case, edits)| {
        let mut lines = case.lines.clone();
        for (kind, at, other) in edits {
            if lines.is_empty() {
                break;
            }
            let (at, other) = (at.index(lines.len()), other.index(lines.len()));
            match kind {
                0 => drop(lines.remove(at)),
                1 => lines.insert(at, lines[other].clone()),
                2 => lines.swap(at, other),
                3 => lines[at].truncate(other + 12),
                _ => lines.insert(at, Vec::new()),
            }
        }
        (case, lines)
    })
}

/// Rules of one group, none of them empty: `Disallow: /x`, `Allow: /y`.
pub(crate) fn rule_lines() -> impl Strategy<Value = Vec<Vec<u8>>> {
    (
        stems(),
        prop::collection::vec((any::<bool>(), pattern_parts()), 1..12),
    )
        .prop_map(|(stems, rules)| {
            let rule = |(allow, pattern): &(bool, PatternParts)| {
                let key: &[u8] = if *allow { b"Allow: " } else { b"Disallow: " };
                let pattern = pattern.written(&stems);
                let pattern = if pattern.is_empty() {
                    b"/".to_vec()
                } else {
                    pattern
                };
                [key, &pattern].concat()
            };
            rules.iter().map(rule).collect()
        })
}

/// One group with so many rules that an index pays off, most of them similar.
pub(crate) fn many_rules() -> impl Strategy<Value = Case> {
    let rule = || (any::<bool>(), pattern_parts());
    (
        dialect(),
        stems(),
        prop_oneof![4 => prop::collection::vec(rule(), 0..60), 1 => prop::collection::vec(rule(), 60..300)],
        prop::collection::vec(url_parts(), 1..6),
    )
        .prop_map(|(dialect, stems, rules, urls)| {
            let mut lines = vec![b"User-agent: *".to_vec()];
            let mut patterns = Vec::new();
            for (allow, pattern) in &rules {
                let pattern = pattern.written(&stems);
                let key: &[u8] = if *allow { b"Allow: " } else { b"Disallow: " };
                lines.push([key, &pattern].concat());
                patterns.push(pattern);
            }
            let urls = urls.into_iter().map(|url| url.written(&patterns)).collect();
            Case {
                dialect: dialect.with(|custom| custom.max_line_bytes = None),
                mark: b"",
                lines,
                ends: vec![b"\n"],
                ended: true,
                agents: vec!["FooBot"],
                honor_star: true,
                pooled: false,
                urls,
            }
        })
}

/// Few rules, but long ones, over an alphabet in which nearly everything matches nearly everywhere.
///
/// They outgrow the buffers that short texts fit in, and the cheap ways to search.
pub(crate) fn long_patterns() -> impl Strategy<Value = Case> {
    let units: [&[u8]; 8] = [b"b", b"*", b"*", b"?", b"[ab]", b"[!b]", b"\xC3", b"%2f"];
    let unit = prop_oneof![6 => Just(&b"a"[..]), 2 => select(units.to_vec())];
    let times = prop_oneof![2 => 1..8usize, 1 => 8..60usize];
    let run = (prop::collection::vec(unit, 1..8), times).prop_map(|(units, times)| units.repeat(times));
    let pattern =
        (prop::collection::vec(run, 1..4), any::<bool>()).prop_map(|(runs, ended)| (runs.concat(), ended));
    let edit = prop_oneof![3 => Just(""), 1 => Just("a"), 1 => Just("b")];
    let url = (
        any::<Index>(),
        prop::collection::vec(0..40usize, 1..8),
        any::<Index>(),
        edit,
    );
    (
        dialect(),
        prop::collection::vec((any::<bool>(), pattern), 1..5),
        prop::collection::vec(url, 1..4),
    )
        .prop_map(|(dialect, rules, urls)| {
            let mut lines = vec![b"User-agent: *".to_vec()];
            for (allow, (units, ended)) in &rules {
                let key: &[u8] = if *allow { b"Allow: /" } else { b"Disallow: /" };
                lines.push([key, &units.concat(), if *ended { b"$" } else { b"" }].concat());
            }
            let is_glob = dialect.pattern_language == PatternLanguage::Glob;
            let url = |(which, runs, at, edit): (Index, Vec<usize>, Index, &str)| {
                let (_, (units, _)) = &rules[which.index(rules.len())];
                let mut runs = runs.into_iter().cycle();
                let mut url = vec![b'/'];
                for &unit in units {
                    match unit {
                        b"*" => url.extend(b"a".repeat(runs.next().unwrap())),
                        b"?" | b"[ab]" if is_glob => url.push(b'b'),
                        b"[!b]" if is_glob => url.push(b'a'),
                        unit => url.extend(unit),
                    }
                }
                let at = at.index(url.len()) + 1;
                url.splice(at..at, edit.bytes());
                path::text(url)
            };
            Case {
                dialect: dialect.with(|custom| custom.max_line_bytes = None),
                mark: b"",
                lines,
                ends: vec![b"\n"],
                ended: false,
                agents: vec!["FooBot"],
                honor_star: true,
                pooled: false,
                urls: urls.into_iter().map(url).collect(),
            }
        })
}
