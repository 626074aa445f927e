//! How much memory hostile input takes, measured by an allocator that keeps the peak.
//!
//! This is a separate test binary with one test, because the peak is that of the whole process. How
//! much *time* such input takes is counted, in instructions, by `benches/instructions`.

mod inputs;

use peak_alloc::PeakAlloc;
use robots_exclusion::{AgentList, ParseOptions, RobotsTxt, Rules, is_allowed};

use inputs::{AGENT, HOSTILE};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The most that parsing takes, while it runs, for each byte of the body.
///
/// Each meaningful line takes a record of twelve bytes. If blank lines separate groups, two such
/// lines take at least four bytes of the body, otherwise six. The list may have twice the capacity
/// it needs, and while it grows, the old half still exists.
const PARSE: usize = 18;

/// The most that compiling takes, while it runs, for each byte of the body: an escaped octet takes
/// three, and four copies of it exist for a moment.
const COMPILE: usize = 13;

/// The most that compiled rules take for each byte of the body.
const RULES: usize = 4;

/// The most that a question takes for each byte of the body and of the URL: the canonical form of
/// one rule and of the target.
const QUESTION: usize = 8;

/// The most that an index of the URL takes for each byte of the URL: a bit for each octet that
/// occurs. It is built when many wildcards or globs nearly match.
const INDEX: usize = 256 / 8;

/// A constant allowance that does not depend on the input.
const SLACK: usize = 4 << 10;

/// The peak of memory while something runs, and what stays allocated afterwards, in bytes above the
/// level before.
fn heap_of<R>(run: impl FnOnce() -> R) -> (usize, usize, R) {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let result = run();
    let peak = ALLOCATOR.peak_usage().saturating_sub(before);
    let kept = ALLOCATOR.current_usage().saturating_sub(before);
    (peak, kept, result)
}

#[test]
fn memory_is_a_small_multiple_of_the_body() {
    println!("bytes of heap: body; parse, kept; one-shot question; compile, kept; prepared question");
    for (name, size, make) in HOSTILE {
        let hostile = make(size);
        let (body, url, dialect) = (&hostile.body[..], &hostile.url[..], hostile.dialect);
        let agents = AgentList::new(&[AGENT]);
        let (parse, records, robots) = heap_of(|| RobotsTxt::options().dialect(dialect).parse(body));
        let (one_shot, _, allowed) = heap_of(|| {
            ParseOptions::new()
                .dialect(dialect)
                .check(body, &agents, url)
                .is_allowed()
        });
        let (compile, kept, rules) = heap_of(|| robots.rules_for(&agents));
        let (direct, _, same) = heap_of(|| ParseOptions::new().dialect(dialect).rules_for(body, &agents));
        let (prepared, _, compiled) = heap_of(|| rules.is_allowed(url));
        let bytes = body.len();
        println!("{name}: {bytes}; {parse}, {records}; {one_shot}; {compile}, {kept}; {prepared}");
        assert!(parse <= PARSE * bytes + SLACK, "{name}");
        assert!(compile.max(direct) <= COMPILE * bytes + SLACK, "{name}");
        assert!(kept <= RULES * bytes + SLACK, "{name}");
        assert!(
            one_shot.max(prepared) <= QUESTION * (bytes + url.len()) + INDEX * url.len() + SLACK,
            "{name}"
        );
        assert_eq!(
            rules.heap_bytes(),
            kept,
            "{name}: what the rules say of their size"
        );
        assert_eq!(
            (allowed, compiled),
            (hostile.is_allowed, hostile.is_allowed),
            "{name}"
        );
        assert_eq!(same, rules, "{name}");
    }
    let body = b"User-agent: *\nDisallow: /private/*.pdf$\nDisallow: /%e9%41 b\nAllow: /private/\n";
    for url in [
        "https://example.com/private/x",
        "/private/x.pdf",
        "/%C3%A9?%41#x",
        "/\u{e9}A%20bc",
    ] {
        let (peak, ..) = heap_of(|| is_allowed(body, AGENT, url));
        assert_eq!(peak, 0, "a one-shot question about {url} allocates nothing");
        let rules = Rules::parse(body, AGENT);
        let (peak, ..) = heap_of(|| rules.is_allowed(url));
        assert_eq!(peak, 0, "a prepared question about {url} allocates nothing");
    }
}
