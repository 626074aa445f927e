//! The rules that advice obeys, over real files, over real files with mistakes put in, and over
//! files that were advised badly once.

use std::collections::BTreeMap;

use proptest::prelude::*;
use robots_exclusion::agents::living_dialects;
use robots_exclusion::{Dialect, RobotsTxt};
use robots_exclusion_analysis::decide::{Access, Budget, Policy};
use robots_exclusion_analysis::diff::DiffOptions;
use robots_exclusion_analysis::lint::{Code, Diagnostic, Edit, LintOptions, Severity, summarize};

use super::change;
use crate::shared;

/// Files that were damaged or advised badly; `|` is a line end.
const CASES: &[&str] = &[
    "User-agent: *|Disallow: /cart|Disallow: /search||User-agent: *|Crawl-delay: 10||User-agent: BadBot|Disallow: /",
    "User_agent: GoodBot|Disallow:||User-agent: BadBot|Disallow: /",
    "User-agent: GoodBot|Disallow||User-agent: BadBot|Disallow: /",
    "User-agent: GoodBot|Disallow:|Crawl-delay: 5||User-agent: BadBot|Disallow: /",
    "User-agent: Genieo|Crawl-delay: 5|User-agent: bingbot|Disallow: /",
    "User-agent: *|Disallow: /a|Disallow: /a/b||Disallow: /c|Disallow: /c/d",
    "User-agent: *|Disalow: /a|Disallow: /a/b|Disallow: /|Disallow: /x",
    "Disallow: /x|Disallow: /x/y|User-agent: *|Disallow: /x",
    "User-agent: *|Allow: /a|Disallow: /|Allow: /a/b",
    "User-agent: *|Disallow: /x*|Allow: /x/y*|Disallow: /x/y/z",
    "User-agent: *|Disallow: /a b|Disallow: /%7ea|Disallow: /caf\u{e9}|Disallow: /%c3%a9",
    "User-agent: a|User-agent: a|Disallow: /x||User-agent: a|Disallow: /x||User-agent: b|Disallow: /y",
    "User-agent: *|// x: y|User-agent: *|User-agent: b|Disallow: /y",
];

fn bodies_of_cases() -> impl Iterator<Item = (String, Vec<u8>)> {
    CASES
        .iter()
        .map(|case| (case.to_string(), case.replace('|', "\n").into_bytes()))
}

/// Puts one mistake into a file, chosen by a number.
fn mistaken(body: &[u8], seed: usize) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = body.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let keyed: Vec<usize> = (0..lines.len())
        .filter(|line| lines[*line].contains(&b':'))
        .collect();
    let Some(&at) = keyed.get(seed / 11 % keyed.len().max(1)) else {
        return body.to_vec();
    };
    match seed % 11 {
        0 => {
            let second = 1.min(lines[at].len() - 1);
            lines[at].remove(second);
        }
        1 => lines[at].retain(|byte| *byte != b':'),
        2 => lines.insert(at, Vec::new()),
        3 => lines.insert(at + 1, Vec::new()),
        4 => lines.insert(at + 1, lines[at].clone()),
        5 => lines[at].extend_from_slice(b"*"),
        6 => lines.insert(at, b"Crawl-delay: 10".to_vec()),
        7 => lines[at].extend_from_slice("\u{a0}".as_bytes()),
        8 => {
            lines.remove(at);
        }
        9 => lines[at].splice(0..0, *b"// ").for_each(drop),
        _ => {
            let next = lines.get(at + 1).cloned().unwrap_or_default();
            lines[at].extend_from_slice(&next);
        }
    }
    lines.join(&b'\n')
}

/// The cases, as they are and with a mistake.
pub(super) fn cases() -> Vec<(String, Vec<u8>)> {
    with_mistakes(bodies_of_cases())
}

/// Real files, one of `every`, as they are and with a mistake.
pub(super) fn real_files(every: usize) -> Vec<(String, Vec<u8>)> {
    with_mistakes(shared::corpus(every))
}

/// Files as they are and with mistakes, which are others for each [`shared::seed`].
fn with_mistakes(files: impl Iterator<Item = (String, Vec<u8>)>) -> Vec<(String, Vec<u8>)> {
    // The time for a check without optimization is for many small files.
    let largest = if cfg!(debug_assertions) { 6_000 } else { 30_000 };
    let mut bodies: Vec<(String, Vec<u8>)> = Vec::new();
    for (number, (name, body)) in files.enumerate() {
        if body.len() < largest {
            bodies.push((
                format!("{name} with mistake {number}"),
                mistaken(&body, number * 7 + shared::seed()),
            ));
            bodies.push((name, body));
        }
    }
    bodies
}

/// Whether two files, as far as crawlers read them, say the same to every crawler in every living
/// dialect; the names of those in which they do not.
fn differing(before: &[u8], after: &[u8]) -> Vec<&'static str> {
    let differs = |dialect: Dialect| {
        let options = RobotsTxt::options()
            .dialect(dialect)
            .max_bytes(dialect.fetch_policy.max_bytes as usize);
        let [before, after] = [before, after].map(|body| options.parse(body));
        !DiffOptions::new().compare(&before, &after).is_without_effect()
    };
    living_dialects()
        .filter(|(_, dialect)| differs(*dialect))
        .map(|(name, _)| name)
        .collect()
}

fn together<'d>(body: &[u8], corrections: impl DoubleEndedIterator<Item = &'d Edit>) -> Vec<u8> {
    corrections
        .rev()
        .fold(body.to_vec(), |body, correction| correction.apply(&body))
}

/// Of many, some, spread evenly.
fn some(found: &[Diagnostic], most: usize) -> impl Iterator<Item = &Diagnostic> {
    found.iter().step_by(found.len().div_ceil(most).max(1))
}

/// Checks what is proved of corrections of a file: some of them alone, and all together. Returns
/// how many were tried alone, and how many there are.
fn proved_ones_change_nothing(name: &str, body: &[u8], alone: usize) -> (usize, usize) {
    let mut proved = LintOptions::new().lint(body);
    proved.retain(|finding| finding.correction().is_some());
    let mut tried = 0;
    for finding in some(&proved, alone) {
        let after = finding.correction().unwrap().apply(body);
        assert_eq!(differing(body, &after), [""; 0], "{name}: {finding}");
        tried += 1;
    }
    let mut corrections: Vec<&Edit> = proved.iter().filter_map(Diagnostic::correction).collect();
    corrections.sort_by_key(|correction| correction.span().start);
    if !corrections.is_empty() {
        let after = together(body, corrections.iter().copied());
        assert_eq!(differing(body, &after), [""; 0], "{name}");
    }
    (tried, corrections.len())
}

fn what_changes_no_verdict_changes_none_alone_and_together(bodies: Vec<(String, Vec<u8>)>) {
    let mut count = 0;
    for (name, body) in bodies {
        count += proved_ones_change_nothing(&name, &body, 6).0;
    }
    println!("{count} corrections");
    assert!(count > 8, "{count}");
}

fn nothing_is_removed_from_a_group_that_is_not_as_it_was_meant(bodies: Vec<(String, Vec<u8>)>) {
    let touching = [
        Code::MisspelledKey,
        Code::MissingColon,
        Code::RuleOutsideGroup,
        Code::FusedGroups,
        Code::EverythingBlocked,
    ];
    let removing = [Code::EmptyRule, Code::DuplicateRule, Code::RedundantRule];
    for (name, body) in bodies {
        let found = LintOptions::new().lint(&body);
        let robots = RobotsTxt::parse(&body[..]);
        // The lines of each group, up to the next one.
        let starts: Vec<u32> = robots.groups().map(|group| group.line()).collect();
        let group_of = |line: u32| starts.partition_point(|start| *start <= line);
        let touched: Vec<usize> = found
            .iter()
            .filter(|finding| touching.contains(&finding.code()))
            .map(|finding| group_of(finding.line()))
            .collect();
        for finding in found.iter().filter(|finding| removing.contains(&finding.code())) {
            assert!(
                finding.correction().is_none() || !touched.contains(&group_of(finding.line())),
                "{name}: {finding}"
            );
        }
    }
    let shop = CASES[0].replace('|', "\n");
    let fixed = LintOptions::new().fix(shop.as_bytes(), &[]);
    assert!(fixed.rounds().is_empty(), "{:?}", fixed.rounds());
}

/// Whether a group says what was meant does not depend on what is reported about it.
#[test]
fn a_mistake_that_is_not_reported_is_one_all_the_same() {
    for (case, body) in bodies_of_cases() {
        let all = LintOptions::new().lint(&body);
        for code in [
            Code::MisspelledKey,
            Code::MissingColon,
            Code::RuleOutsideGroup,
            Code::FusedGroups,
            Code::EverythingBlocked,
        ] {
            let others = all.iter().filter(|finding| finding.code() != code);
            let others: Vec<Diagnostic> = others.cloned().collect();
            assert_eq!(
                LintOptions::new().disable(code).lint(&body),
                others,
                "{case}: {code}"
            );
        }
    }
}

#[test]
fn long_files_are_read_as_far_as_before() {
    // The last rule is beyond what crawlers read; a shorter rule above would pull it in.
    let mut body = b"User-agent: a\nDisallow: /x*\nDisallow: /x/y\nDisallow: /caf\xc3\xa9\n".to_vec();
    while body.len() < 511_990 {
        body.extend_from_slice(b"# .....\n");
    }
    let is_proved = |body: &[u8]| -> BTreeMap<Code, bool> {
        let found = LintOptions::new().lint(body);
        let corrected = found
            .iter()
            .filter_map(|own| Some((own.code(), change(own).map(|_| own.correction().is_some())?)));
        corrected.collect()
    };
    let short = is_proved(&body);
    assert!(
        short[&Code::TrailingStar] && short[&Code::RedundantRule],
        "{short:?}"
    );
    // `%C3%A9` takes four bytes more.
    body.resize(511_999, b'#');
    let full = is_proved(&body);
    assert!(
        full[&Code::TrailingStar] && !full[&Code::UnescapedNonAscii],
        "{full:?}"
    );
    body.extend_from_slice(b"\nDisallow: /z\n");
    let over = is_proved(&body);
    assert!(over.values().all(|proved| !proved), "{over:?}");
}

/// No correction pulls a rule over the limit of what crawlers read, or pushes one out.
fn what_changes_no_verdict_changes_none_in_long_files(bodies: Vec<(String, Vec<u8>)>) {
    const LAST: &[u8] = b"User-agent: *\nUser-agent: last\nDisallow: /last\n";
    let limit = Dialect::RFC_9309.fetch_policy.max_bytes as usize;
    let mut count = 0;
    for (number, (name, mut body)) in bodies.into_iter().enumerate() {
        // Half of the files end a few bytes before the limit, and half reach over it.
        body.extend_from_slice(b"\n#");
        body.resize(limit - number % (2 * LAST.len()) - 1, b'#');
        body.push(b'\n');
        body.extend_from_slice(LAST);
        count += proved_ones_change_nothing(&name, &body, 2).1;
    }
    println!("{count} corrections");
}

/// What is said of several lines is true of each, and all that is found is said.
fn findings_that_are_joined_say_what_is_true_of_all(bodies: Vec<(String, Vec<u8>)>) {
    let mut joined = 0;
    let stars: String = (0..30).map(|number| format!("Disallow: /{number}*\n")).collect();
    let stars = format!("User-agent: *\n{stars}").into_bytes();
    for (name, body) in bodies.into_iter().chain([("stars".to_owned(), stars)]) {
        let found = LintOptions::new().lint(&body);
        let mut left: BTreeMap<(u32, Code), usize> = BTreeMap::new();
        for finding in &found {
            *left.entry((finding.line(), finding.code())).or_default() += 1;
        }
        for summary in summarize(&found) {
            let first = summary.finding();
            let code = first.code();
            let of_first = format!("in line {}: {}", first.line(), first.help());
            let is_true = |own: &Diagnostic| {
                own.code() == code
                    && own.severity() == first.severity()
                    && (summary.message() == own.message() || summary.message() == code.title())
                    && (summary.help() == own.help() || summary.help() == of_first)
            };
            for line in summary.also().iter().copied().chain([first.line()]) {
                let own = found.iter().any(|own| own.line() == line && is_true(own));
                assert!(own, "{name}: {line}: {summary:?}");
                left.remove(&(line, code));
            }
            joined += summary.also().len();
            for line in summary.without_effect() {
                let own = found.iter().find(|own| {
                    let other = own.related().first().map(|related| related.line());
                    let is_why = |why: u32| why == first.line() || summary.also().contains(&why);
                    let is_of_rule = matches!(own.code(), Code::DuplicateRule | Code::RedundantRule);
                    own.line() == *line && is_of_rule && other.is_some_and(is_why)
                });
                let own = own.unwrap_or_else(|| panic!("{name}: {line}: {summary:?}"));
                left.remove(&(*line, own.code()));
            }
        }
        assert!(left.is_empty(), "{name}: {left:?}");
    }
    println!("{joined} lines");
    assert!(joined > 20);
}

#[test]
fn a_list_is_separated_to_its_end() {
    let body = b"Content-Usage: /p train-ai=n search=n bots=n\n";
    let found = LintOptions::new().lint(body);
    let corrections = found.iter().filter_map(change);
    let corrected = together(body, corrections);
    assert_eq!(
        corrected.escape_ascii().to_string(),
        r"Content-Usage: /p train-ai=n, search=n, bots=n\n"
    );
}

/// What is written, and what lint says to write instead; `|` is a line end, and `None` stands for
/// help without a correction.
#[test]
fn what_was_meant_is_written() {
    for (written, meant) in [
        (
            "Content-Signal: ai-train=no; search=yes",
            Some("Content-Signal: ai-train=no, search=yes"),
        ),
        (
            "Content-Signal: ai-train=no | search=yes",
            Some("Content-Signal: ai-train=no, search=yes"),
        ),
        (
            "Content-Signal: ai-train=no & search=yes",
            Some("Content-Signal: ai-train=no, search=yes"),
        ),
        (
            "Content-Signal: ai-train=no search=yes",
            Some("Content-Signal: ai-train=no, search=yes"),
        ),
        (
            "Content-Signal: ai-train: no",
            Some("Content-Signal: ai-train=no"),
        ),
        (
            "Content-Signal: search=true, ai-train=false",
            Some("Content-Signal: search=yes, ai-train=no"),
        ),
        ("Content-Signal: ai_train=no", Some("Content-Signal: ai-train=no")),
        (
            "Content-Signal: search=yes, ai-training=no",
            Some("Content-Signal: search=yes, ai-train=no"),
        ),
        ("Content-Signal: search=yes, ai-train=never", None),
        ("Disallow: /a\u{A0}", Some("Disallow: /a")),
        // A person who looks at the address knows whether it has the character.
        ("Disallow: /a\u{200B}b", None),
        ("Disallow: /a\u{200E}", Some("Disallow: /a")),
        ("Disallow: \u{FEFF}/a", Some("Disallow: /a")),
        ("Disallow: /a\u{AD}", Some("Disallow: /a")),
        ("Disallow: /a\u{2003}", Some("Disallow: /a")),
        ("Disallow: /a b\u{A0}", Some("Disallow: /a%20b")),
        // Without it, the rule would be about what is always allowed.
        ("Disallow: /robots.txt\u{A0}", None),
        ("Disallow: \"/robots.txt\"", None),
        ("Disallow: robots.txt", None),
        ("Disallow: https://example.com/robots.txt", None),
        (
            "Disallow: /a.phpDisallow: /b.php",
            Some("Disallow: /a.php|Disallow: /b.php"),
        ),
        ("Disallow: /a\\nDisallow: /b", Some("Disallow: /a|Disallow: /b")),
        (
            "Disallow: /a\\r\\nDisallow: /b\\nDisallow: /c\\n",
            Some("Disallow: /a|Disallow: /b|Disallow: /c"),
        ),
        ("Disallow: /a\\n", Some("Disallow: /a")),
        ("Disallow: /a\\r\\n", Some("Disallow: /a")),
        ("Disallow:\\t/a", Some("Disallow:/a")),
        ("Disallow: \\a\\n", Some("Disallow: /a/n")),
        ("Disallow: \\n", None),
        (
            "Sitemap: https://a.example/s.xml\\n",
            Some("Sitemap: https://a.example/s.xml"),
        ),
        ("Crawl-delay: 10\\n", Some("Crawl-delay: 10")),
        (
            "Content-Signal: ai-train=no\\n",
            Some("Content-Signal: ai-train=no"),
        ),
        ("User-agent: GPTBot\\n", Some("User-agent: GPTBot")),
        ("User-agent: *\\n", Some("User-agent: *")),
        (
            "Disallow: /a\u{A0}Disallow: /b\u{200B}\u{A0}",
            Some("Disallow: /a|Disallow: /b"),
        ),
        ("Disallow: \"/a\"", Some("Disallow: /a")),
        ("Disallow: '/a'", Some("Disallow: /a")),
        ("Disallow: \u{201C}/a\u{201D}", Some("Disallow: /a")),
        ("Disallow: `/a`", Some("Disallow: /a")),
        ("Disallow: </a>", Some("Disallow: /a")),
        ("Disallow: ^/foo", Some("Disallow: /foo")),
        ("Disallow:: /a", Some("Disallow: /a")),
        ("Disallow: =/a", Some("Disallow: /a")),
        ("Disallow: ./x", Some("Disallow: /x")),
        ("Disallow: ../../x", Some("Disallow: /x")),
        ("Disallow: /a$/", Some("Disallow: /a$")),
        ("Disallow: /a*$*", None),
        (
            "User-agent: GPTBot | ClaudeBot",
            Some("User-agent: GPTBot|User-agent: ClaudeBot"),
        ),
        (
            "User-agent: GPTBot; ClaudeBot",
            Some("User-agent: GPTBot|User-agent: ClaudeBot"),
        ),
        (
            "User-agent: GPTBot ClaudeBot",
            Some("User-agent: GPTBot|User-agent: ClaudeBot"),
        ),
        (
            "User-agent: GPTBot and ClaudeBot",
            Some("User-agent: GPTBot|User-agent: ClaudeBot"),
        ),
        (
            "User-agent: GPTBot / ClaudeBot",
            Some("User-agent: GPTBot|User-agent: ClaudeBot"),
        ),
        (
            "User-agent: GPTBot OR ClaudeBot",
            Some("User-agent: GPTBot|User-agent: ClaudeBot"),
        ),
        (
            "User-agent: GPTBot/ClaudeBot",
            Some("User-agent: GPTBot|User-agent: ClaudeBot"),
        ),
        ("User-agent: GPTBot\u{200B}", Some("User-agent: GPTBot")),
        ("User-agent: \u{201C}GPTBot\u{201D}", Some("User-agent: GPTBot")),
        ("User-agent: Claude Bot", Some("User-agent: ClaudeBot")),
        ("User-agent: Google Extended", Some("User-agent: Google-Extended")),
        (
            "Content-Usage: /p train-ai=n search=y",
            Some("Content-Usage: /p train-ai=n, search=y"),
        ),
        ("User-agent: Mediapartners (Googlebot)", None),
        ("User-agent: all", Some("User-agent: *")),
        ("User-agent: robots", Some("User-agent: *")),
        // Names are no patterns: which are meant only a person knows.
        ("User-agent: GPT*", None),
        ("User-agent: Googlebot-*", None),
        ("User-agent: ChatGPT", None),
        ("User-agent: OpenAI", None),
        ("User-agent: Perplexity", None),
        ("User-agent: Bing", Some("User-agent: bingbot")),
        ("User-agent: Facebook", Some("User-agent: facebookexternalhit")),
        ("User-agent: OmigiliBot", Some("User-agent: omgili")),
        ("User-agent: Mistral", Some("User-agent: MistralAI-Training")),
        ("// Disallow: /x", Some("# Disallow: /x")),
        ("<!-- Disallow: /x -->", Some("# Disallow: /x")),
        ("; Disallow: /x", Some("# Disallow: /x")),
        (
            "Sitemap: https://a.example/1.xml, https://a.example/2.xml",
            Some("Sitemap: https://a.example/1.xml|Sitemap: https://a.example/2.xml"),
        ),
        (
            "Sitemap: https://a.example/1.xml https://a.example/2.xml",
            Some("Sitemap: https://a.example/1.xml|Sitemap: https://a.example/2.xml"),
        ),
    ] {
        let is_name = written.starts_with("User-agent");
        let (before, after) = match is_name {
            true => ("", "\nDisallow: /z\n"),
            false => ("User-agent: FooBot\nDisallow: /z\n", "\n"),
        };
        let body = format!("{before}{written}{after}");
        let found = LintOptions::new().lint(body.as_bytes());
        let line = if is_name { 1 } else { 3 };
        let own: Vec<&Diagnostic> = found
            .iter()
            .filter(|finding| finding.line() == line && finding.code() != Code::NicheKey)
            .collect();
        assert_eq!(own.len(), 1, "{written}: {own:#?}");
        let corrected = change(own[0]).map(|correction| correction.apply(body.as_bytes()));
        let expected = meant.map(|meant| format!("{before}{}{after}", meant.replace('|', "\n")).into_bytes());
        let text = |body: &Option<Vec<u8>>| {
            body.as_ref()
                .map(|body| String::from_utf8_lossy(body).into_owned())
        };
        assert_eq!(text(&corrected), text(&expected), "{written}");
        // What is written instead is not objected to.
        if let Some(corrected) = corrected {
            let again = LintOptions::new().lint(&corrected);
            let count = meant.map_or(0, |meant| meant.split('|').count() as u32);
            let lines = line..line + count;
            // That a crawler may ignore its group is no objection to its name.
            let is_objection = |code| !matches!(code, Code::NicheKey | Code::BindsNobody);
            let objected = again
                .iter()
                .find(|finding| lines.contains(&finding.line()) && is_objection(finding.code()));
            assert!(objected.is_none(), "{written}: {objected:?}");
        }
    }
}

#[test]
fn a_line_that_few_read_is_told_of_outside_the_group_of_its_readers() {
    let has = |body: &[u8], code: Code| {
        let options = LintOptions::new().dialect(Dialect::BAIDU);
        options.lint(body).iter().any(|finding| finding.code() == code)
    };
    let has_niche = |body: &[u8]| has(body, Code::NicheKey);
    assert!(!has_niche(b"User-agent: bingbot\nDisallow: /x\nCrawl-delay: 5\n"));
    assert!(!has_niche(
        b"User-agent: bingbot\nUser-agent: FooBot\nDisallow: /x\nCrawl-delay: 5\n"
    ));
    // The blank line ends the group. That the line is for nobody is what is told of it.
    let lost = b"User-agent: bingbot\nDisallow: /x\n\nCrawl-delay: 5\n";
    assert!(has(lost, Code::ExtensionOutsideGroup) && !has_niche(lost));
    assert!(has_niche(
        b"User-agent: Googlebot\nDisallow: /x\nCrawl-delay: 5\n"
    ));
    assert!(has_niche(
        b"User-agent: *\nUser-agent: FooBot\nDisallow: /x\nCrawl-delay: 5\n"
    ));
    // Nothing is known of FooBot. It may well be that it reads the line.
    assert!(!has_niche(b"User-agent: FooBot\nDisallow: /x\nCrawl-delay: 5\n"));
}

#[test]
fn a_file_that_closes_nothing_to_anybody_is_warned_about() {
    for body in [
        "Disallow: /x",
        "User-agent: all|Disallow: /x",
        "User-agent: GPT*|Disallow: /",
        "User-agent: *|Disalow: /x",
        "User-agent: *|Disallow /x",
        "User-agent: *|Disallow: x",
        "User-agent: *|Disallow: /x|Allow: /x",
        "User-agent: \"FooBot\"|Disallow: /x",
        "User agent: *|Disallow: /x",
        "User-agent: *|Disallow: /robots.txt$",
        "User-agent: *|Disallow: /x|Allow: /x*",
        "User-agent: *|Disallow: /|Allow: /*",
    ] {
        let body = body.replace('|', "\n");
        assert!(is_warned(body.as_bytes()), "{body}");
    }
}

/// The same of files, and of the first rule of each: without its other groups and rules, a file with
/// a mistake in a rule is likely to close nothing.
fn files_that_close_nothing_are_warned_about(bodies: Vec<(String, Vec<u8>)>) {
    let mut count = 0;
    for (name, body) in bodies {
        let single = first_disallow(&body);
        for (name, body) in [(format!("first rule of {name}"), single), (name, body)] {
            if holds_disallow(&body) && closes_nothing(&body) {
                count += 1;
                assert!(is_warned(&body), "{name}: {}", String::from_utf8_lossy(&body));
            }
        }
    }
    println!("{count} files");
}

of_cases_and_of_real_files! {
    what_changes_no_verdict_changes_none_alone_and_together, one of 300;
    nothing_is_removed_from_a_group_that_is_not_as_it_was_meant, one of 300;
    what_changes_no_verdict_changes_none_in_long_files, one of 300;
    findings_that_are_joined_say_what_is_true_of_all, one of 40;
    files_that_close_nothing_are_warned_about, one of 20;
}

proptest! {
    #[test]
    fn rules_that_close_nothing_are_warned_about(body in super::properties::body()) {
        let body = body.as_bytes();
        // Where a name has two groups, an Allow of one may cancel a Disallow of the other for crawlers
        // that merge groups, and for others not: that is said as information.
        let is_told = |finding: &Diagnostic| finding.code() == Code::RepeatedGroup;
        let has_two = LintOptions::new().lint(body).iter().any(is_told);
        prop_assert!(!holds_disallow(body) || !closes_nothing(body) || is_warned(body) || has_two);
    }
}

fn is_warned(body: &[u8]) -> bool {
    let found = LintOptions::new().lint(body);
    found.iter().any(|finding| finding.severity() > Severity::Info)
}

/// The lines up to the first that is meant as a Disallow with a path.
fn first_disallow(body: &[u8]) -> Vec<u8> {
    let lines: Vec<&[u8]> = body.split_inclusive(|byte| *byte == b'\n').collect();
    let end = lines
        .iter()
        .position(|line| holds_disallow(line))
        .map_or(lines.len(), |at| at + 1);
    lines[..end].concat()
}

/// Whether a line is meant as a Disallow with a path.
fn holds_disallow(body: &[u8]) -> bool {
    let text = String::from_utf8_lossy(body).to_ascii_lowercase();
    text.split(['\n', '\r']).any(|line| {
        let line = line.split('#').next().unwrap_or_default();
        let Some((_, value)) = line.split_once("disallow") else {
            return false;
        };
        !value.trim_matches([':', ' ', '\t']).is_empty()
    })
}

/// Whether no crawler is refused anything, in the dialect of the standard.
fn closes_nothing(body: &[u8]) -> bool {
    let robots = RobotsTxt::parse(body);
    let names = robots.groups().flat_map(|group| group.agents());
    let names = names.map(|name| String::from_utf8_lossy(name).into_owned());
    let mut names = names.chain(["nobody-names-this".to_string()]);
    names.all(|name| {
        let policy = Policy::of(&robots, &name[..]);
        policy.access("/", &mut Budget::new(10_000_000)) == Some(Access::Open)
    })
}
