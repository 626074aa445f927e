//! The rules that every correction obeys, alone, over real files and real files with mistakes:
//!
//! 1. it removes its finding, and raises none in the lines that it writes;
//! 2. it removes no refusal that the author wrote;
//! 3. it holds no invisible character, no escape of one, and nothing that the author put around a
//!    value.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use robots_exclusion::Dialect;
use robots_exclusion_analysis::lint::{Code, Diagnostic, Edit, LintOptions};

use super::change;

/// A correction, the file before and after it, and the lines that it replaces and writes.
struct Corrected<'f> {
    finding: &'f Diagnostic,
    before: &'f [u8],
    after: Vec<u8>,
    replaced: RangeInclusive<u32>,
    /// `None` if lines are removed and nothing is written.
    written: Option<RangeInclusive<u32>>,
}

impl<'f> Corrected<'f> {
    fn new(before: &'f [u8], finding: &'f Diagnostic, correction: &'f Edit) -> Self {
        let after = correction.apply(before);
        let (start, end) = (correction.span().start as usize, correction.span().end as usize);
        let is_end = |at: usize| at == 0 || at == before.len() || matches!(before[at - 1], b'\r' | b'\n');
        let removes_lines = correction.text().is_empty() && start < end && is_end(start) && is_end(end);
        // The rest of a line that is replaced in part is written too.
        let rest = usize::from(start == end || !is_end(end));
        let written = lines(&after, start, start + correction.text().len() + rest);
        Self {
            finding,
            before,
            replaced: lines(before, start, end),
            written: (!removes_lines).then_some(written),
            after,
        }
    }

    /// The text of the lines that are replaced, and of those that are written.
    fn texts(&self) -> (Vec<String>, Vec<String>) {
        let written = self.written.clone();
        (
            texts(self.before, &self.replaced),
            written.map_or_else(Vec::new, |written| texts(&self.after, &written)),
        )
    }

    /// The lines that are written and were not there before.
    fn new_texts(&self) -> Vec<String> {
        let (old, new) = self.texts();
        new.into_iter().filter(|line| !old.contains(line)).collect()
    }
}

/// The numbers of the lines that some bytes are in.
fn lines(body: &[u8], start: usize, end: usize) -> RangeInclusive<u32> {
    let number = |offset: usize| {
        let ends = (0..offset)
            .filter(|&at| body[at] == b'\n' || body[at] == b'\r' && body.get(at + 1) != Some(&b'\n'));
        ends.count() as u32 + 1
    };
    number(start)..=number(end.max(start + 1) - 1)
}

fn texts(body: &[u8], lines: &RangeInclusive<u32>) -> Vec<String> {
    let text = String::from_utf8_lossy(body)
        .replace("\r\n", "\n")
        .replace('\r', "\n");
    let numbered = text.split('\n').zip(1..);
    let wanted = numbered.filter(|(_, number)| lines.contains(number));
    wanted.map(|(line, _)| line.to_owned()).collect()
}

/// Mistakes that keep a line from being read: its other mistakes are only found once these are
/// corrected.
const HIDING: [Code; 8] = [
    Code::NotUtf8,
    Code::SeveralPaths,
    Code::MisspelledKey,
    Code::MissingColon,
    Code::TwoDirectives,
    Code::RuleOutsideGroup,
    Code::StrayText,
    Code::UnmatchableName,
];

/// What a rule or a name, once it says what was meant, is to others.
const RELATIONS: [Code; 9] = [
    Code::DuplicateRule,
    Code::UnreachableRule,
    Code::RedundantRule,
    Code::Contradiction,
    Code::EqualLength,
    Code::EverythingBlocked,
    Code::AssetsBlocked,
    Code::RepeatedGroup,
    Code::RepeatedName,
];

/// What breaks the first rule.
fn unsettled(corrected: &Corrected<'_>, found: &[Diagnostic]) -> Option<String> {
    let written = corrected.written.clone()?;
    let again = LintOptions::new().lint(&corrected.after);
    let in_lines = |found: &'_ [Diagnostic], lines: &RangeInclusive<u32>, code: Code| {
        let is_in = |own: &&Diagnostic| own.line() <= *lines.end() && own.end_line() >= *lines.start();
        found
            .iter()
            .filter(is_in)
            .filter(|own| own.code() == code)
            .count()
    };
    let everywhere = |found: &[Diagnostic], code: Code| found.iter().filter(|own| own.code() == code).count();
    let own = corrected.finding.code();
    if in_lines(&again, &written, own) >= in_lines(found, &corrected.replaced, own).max(1) {
        return Some("is not gone".into());
    }
    for other in Code::ALL.iter().copied().filter(|code| *code != own) {
        let is_raised = in_lines(&again, &written, other) > in_lines(found, &corrected.replaced, other)
            && everywhere(&again, other) > everywhere(found, other);
        // Without the star, white space at the end would be no part of the value; an escape is.
        let held_white_space = (own, other) == (Code::UnescapedBlank, Code::TrailingStar);
        // Only one of several blank lines in a group is reported.
        let one_of_group = (own, other) == (Code::FusedGroups, Code::BlankLineInGroup);
        // What is shorter may be covered by what was no longer.
        let is_covered = (own, other) == (Code::TrailingStar, Code::RedundantRule);
        let is_less = other.default_severity() < corrected.finding.severity();
        let is_of_groups = matches!(other, Code::RepeatedGroup | Code::RepeatedName);
        let shows_relation = RELATIONS.contains(&other)
            && corrected.finding.correction().is_none()
            && (is_less || !is_of_groups);
        let comes_to_light =
            HIDING.contains(&own) || held_white_space || one_of_group || is_covered || shows_relation;
        if is_raised && !comes_to_light {
            return Some(format!("raises {other}"));
        }
    }
    None
}

/// Disallows with a path, names of crawlers, and `no` in preferences, in the way of a reader who
/// forgives much.
fn refusals(lines: &[String]) -> [usize; 3] {
    let mut counts = [0; 3];
    for line in lines {
        let text = line.split('#').next().unwrap_or_default().to_lowercase();
        if text.trim_start().starts_with(['/', ';', '-', '<']) {
            continue;
        }
        // Two rules may be on one line, with or without a space between.
        counts[0] += text
            .match_indices("disallow:")
            .filter(|(at, key)| {
                let value = text[at + key.len()..].trim();
                // Of `Disallow:Sitemap: /s`, the Disallow is empty.
                let of_key = |letter: char| letter.is_ascii_alphabetic() || letter == '-';
                let is_key = value
                    .split_once(':')
                    .is_some_and(|(key, _)| key.chars().all(of_key));
                !value.is_empty() && !is_key
            })
            .count();
        counts[1] += usize::from(text.trim_start().starts_with("user-agent:"));
        if text.trim_start().starts_with("content-") {
            let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
            counts[2] += words.filter(|word| matches!(*word, "no" | "n" | "false")).count();
        }
        counts[2] += usize::from(text.trim_start().starts_with("noindex:"));
    }
    counts
}

/// What breaks the second rule.
fn lost(corrected: &Corrected<'_>) -> Option<String> {
    let is_needless = matches!(
        corrected.finding.code(),
        Code::DuplicateRule | Code::RedundantRule
    );
    if corrected.finding.correction().is_some() || is_needless {
        // Another line says the same: tested by verdicts.
        return None;
    }
    let (mut old, new) = corrected.texts();
    // A line that is there twice may go once.
    let left = texts(&corrected.after, &(1..=u32::MAX));
    let plain = |line: &str| {
        let line = line.trim().to_ascii_lowercase();
        let of_token = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
        match line.strip_prefix("user-agent:").map(str::trim) {
            Some(name) => name[..name.find(|letter| !of_token(letter)).unwrap_or(name.len())].to_owned(),
            None => line,
        }
    };
    old.retain(|line| new.contains(line) || !left.iter().any(|other| plain(other) == plain(line)));
    let (old, new) = (refusals(&old), refusals(&new));
    let is_less = old.iter().zip(&new).any(|(old, new)| old > new);
    is_less.then(|| format!("loses a refusal: {old:?}, {new:?}"))
}

/// What breaks the third rule.
fn decorated(corrected: &Corrected<'_>) -> Option<String> {
    if corrected.finding.code() == Code::ByteOrderMark {
        // It removes the mark alone, and leaves the line as it is.
        return None;
    }
    const UNSEEN: [char; 9] = [
        '\u{A0}', '\u{AD}', '\u{200B}', '\u{200C}', '\u{200D}', '\u{200E}', '\u{200F}', '\u{2003}',
        '\u{FEFF}',
    ];
    const AROUND: [(&str, &str); 7] = [
        ("\"", "\""),
        ("'", "'"),
        ("`", "`"),
        ("<", ">"),
        ("(", ")"),
        ("\u{201C}", "\u{201D}"),
        ("\u{2018}", "\u{2019}"),
    ];
    for line in corrected.new_texts() {
        // The file may begin with a byte order mark, which is no part of a value.
        let line = line.trim_start_matches('\u{FEFF}');
        let text = line.split('#').next().unwrap_or_default();
        for unseen in UNSEEN {
            let mut bytes = [0; 4];
            let bytes = unseen.encode_utf8(&mut bytes).bytes();
            let escape: String = bytes.map(|byte| format!("%{byte:02X}")).collect();
            if text.contains(unseen) || text.to_ascii_uppercase().contains(&escape) {
                return Some(format!("holds U+{:04X}", u32::from(unseen)));
            }
        }
        let value = text.split_once(':').unwrap_or_default().1.trim();
        for (start, end) in AROUND {
            let inner = value
                .strip_prefix(start)
                .and_then(|value| value.strip_suffix(end));
            // `([0-9]+)/x/([0-9]+)` is not wrapped.
            if inner.is_some_and(|inner| !inner.contains(end)) {
                return Some(format!("keeps {start}{end}"));
            }
        }
    }
    None
}

fn every_correction_obeys_the_rules(bodies: Vec<(String, Vec<u8>)>) {
    let mut broken: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let mut count = 0;
    for (name, body) in bodies {
        let found = LintOptions::new().lint(&body);
        let mut checked: BTreeMap<(Code, bool), usize> = BTreeMap::new();
        for finding in &found {
            let Some(correction) = change(finding) else {
                continue;
            };
            // Linting once more for each finding of a file with hundreds would take minutes.
            let of_kind = checked
                .entry((finding.code(), finding.correction().is_some()))
                .or_default();
            *of_kind += 1;
            if *of_kind > 2 {
                continue;
            }
            count += 1;
            let corrected = Corrected::new(&body, finding, correction);
            let all = [
                unsettled(&corrected, &found),
                lost(&corrected),
                decorated(&corrected),
            ];
            for rule in all.into_iter().flatten() {
                let example = || format!("{name}: {finding}: {:?}", corrected.texts());
                let (times, _) = broken
                    .entry(format!("{} {rule}", finding.code()))
                    .or_insert_with(|| (0, example()));
                *times += 1;
            }
        }
    }
    println!("{count} corrections");
    assert!(broken.is_empty(), "{broken:#?}");
    assert!(count > 20);
}

of_cases_and_of_real_files! {
    every_correction_obeys_the_rules, one of 40;
}

#[test]
fn what_is_named_already_is_not_named_again() {
    for (written, help) in [
        (
            "User-agent: Googlebot|Disallow: /x||User-agent: Gogglebot|Disallow: /y",
            "there is a group for `Googlebot`; move these rules there if that is meant",
        ),
        (
            "User-agent: Googlebot|User-agent: Gogglebot|Disallow: /y",
            "this group names `Googlebot` already; remove the line if that is meant",
        ),
        (
            "User-agent: *|Disallow: /x||User-agent: all|Disallow: /y",
            "there is a group for `*`; move these rules there if that is meant",
        ),
        (
            "User-agent: GPTBot|Disallow: /x||User-agent: GPT*|Disallow: /y",
            "there is a group for `GPTBot`; move these rules there if that is meant",
        ),
        (
            "User-agent: Slurp|User-agent: Yahoo! Slurp|Disallow: /y",
            "this group names `Slurp` already; remove the line if that is meant",
        ),
        (
            "User-agent: a|Disallow: /x||User-agent: b|Sitemap: https://a.example/s.xml|User-agent: a|Disallow: /y",
            "to keep the two apart, write the rule of the group above below line 5: `Disallow:` if it may fetch everything, `Disallow: /` if nothing; if they are meant to have the same rules, move `Sitemap` below these (some parsers do end the group there: Moz's `rep-cpp`)",
        ),
    ] {
        let body = written.replace('|', "\n");
        let found = LintOptions::new().lint(body.as_bytes());
        let own = found.iter().find(|finding| finding.help() == help);
        let own = own.unwrap_or_else(|| panic!("{written}: {found:#?}"));
        assert!(change(own).is_none(), "{written}");
    }
}

#[test]
fn a_line_that_has_an_effect_for_some_stays() {
    // To Yandex and Baidu, the rule below the blank line is in no group, and covers none.
    let found = |name: &str, options: LintOptions| {
        let found = options.lint(&format!("User-agent: {name}\nDisallow: /x/y\n\nDisallow: /x\n"));
        let own = found.iter().find(|finding| finding.code() == Code::RedundantRule);
        own.map(|own| (own.correction().is_some(), own.help().to_owned()))
    };
    let remove = |is_correction: bool| Some((is_correction, "remove the line".to_owned()));
    assert_eq!(found("*", LintOptions::new()), None);
    assert_eq!(
        found("*", LintOptions::new().keep([Dialect::GOOGLE])),
        remove(true)
    );
    // Neither Yandex nor Baidu reads these groups.
    assert_eq!(found("Googlebot", LintOptions::new()), remove(false));
    assert_eq!(found("Googlebot\nUser-agent: FooBot", LintOptions::new()), None);
    assert_eq!(
        found("Googlebot\nUser-agent: YandexBot", LintOptions::new()),
        None
    );
}

#[test]
fn a_line_that_is_not_what_was_meant_is_corrected_and_not_removed() {
    // What else is in a group may have an effect once it is corrected.
    for (written, code) in [
        ("Disallow: /a|Disallow: /a /b", Code::SeveralPaths),
        ("Disallow: /a|Disallow: /a, /b", Code::SeveralPaths),
        ("Disallow: /a|Disallow: /a\\nDisallow: /b", Code::TwoDirectives),
        ("Disallow: /a|Disallow: /aDisallow: /b", Code::TwoDirectives),
        ("Allow: /x/Disallow: /x|Disallow: /y", Code::TwoDirectives),
        ("Allow: /b/c|Disallow: /a /b", Code::SeveralPaths),
        ("Allow: /b/c|Disallow: b", Code::NoLeadingSlash),
        ("Disallow: /a|Disallow: /a\u{200B}", Code::UnescapedBlank),
        ("Disallow: /a|Disallow: /a\\n", Code::StrayText),
        ("Disallow: /a|Disallow: /a/[0-9]+", Code::RegularExpression),
    ] {
        let body = format!("User-agent: *\n{}\n", written.replace('|', "\n"));
        let found = LintOptions::new().lint(body.as_bytes());
        assert!(
            found.iter().any(|finding| finding.code() == code),
            "{written}: {found:#?}"
        );
        let removing = found.iter().find(|finding| {
            let correction = change(finding);
            finding.code() != code && correction.is_some_and(|correction| correction.text().is_empty())
        });
        assert!(removing.is_none(), "{written}: {removing:#?}");
    }
}

#[test]
fn a_star_that_keeps_an_exception_longer_stays() {
    let stars = |rules: &str| {
        let body = format!("User-agent: *\n{}\n", rules.replace('|', "\n"));
        let found = LintOptions::new().lint(body.as_bytes());
        let of_stars = found
            .iter()
            .filter(|finding| finding.code() == Code::TrailingStar);
        of_stars.map(Diagnostic::line).collect::<Vec<_>>()
    };
    // `/x/y` would be as long as `/x**`, and crawlers differ about that.
    assert_eq!(stars("Disallow: /x**|Allow: /x/y*|Disallow: /x/y/z"), [2]);
    assert_eq!(stars("Disallow: /x|Allow: /x/y*|Disallow: /x/y/z"), [3]);
    // It is no exception to what begins otherwise.
    assert_eq!(
        stars("Disallow: /z**|Disallow: /x|Allow: /x/y*|Disallow: /x/y/z"),
        [2, 4]
    );
}

#[test]
fn a_blank_line_above_a_misspelled_key_is_meant() {
    for key in ["Useragent: b", "User_agent: b", "User-agnet b"] {
        let body = format!("User-agent: a\nDisallow: /x\n\n# the other\n{key}\nDisallow: /y\n");
        let found = LintOptions::new().lint(body.as_bytes());
        let blank = found
            .iter()
            .find(|finding| finding.code() == Code::BlankLineInGroup);
        assert!(blank.is_none(), "{key}: {blank:?}");
    }
}

#[test]
fn rules_below_a_misspelled_key_are_not_made_rules_for_everyone() {
    for key in ["User-agents: GPTBot", "User_agent: GPTBot", "User-agent GPTBot"] {
        let body = format!("{key}\n\nDisallow: /\n");
        let found = LintOptions::new().lint(body.as_bytes());
        let orphan = found
            .iter()
            .find(|finding| finding.code() == Code::RuleOutsideGroup);
        let orphan = orphan.unwrap_or_else(|| panic!("{key}: {found:#?}"));
        assert!(change(orphan).is_none(), "{key}");
        assert_eq!(orphan.related()[0].line(), 1);
    }
}

#[test]
fn what_refuses_is_said_elsewhere_before_it_goes() {
    for (line, said) in [
        ("Noindex: /x", "`Noindex` in robots.txt is no longer supported"),
        (
            "Nindex: /x",
            "`Nindex` is read by nobody, and `noindex` in robots.txt is no longer supported",
        ),
        ("Noindex /x", "`Noindex` in robots.txt is no longer supported"),
    ] {
        let body = format!("User-agent: *\nDisallow: /y\n{line}\n");
        let found = LintOptions::new().lint(body.as_bytes());
        assert_eq!(found.len(), 1, "{found:#?}");
        assert_eq!((found[0].code(), found[0].message()), (Code::RetiredKey, said));
        assert_eq!(
            found[0].help(),
            "write `<meta name=\"robots\" content=\"noindex\">` into the page, or send it with `X-Robots-Tag: noindex`, if that is still wanted, and then \
             remove the line"
        );
        assert!(change(&found[0]).is_none());
    }
}
