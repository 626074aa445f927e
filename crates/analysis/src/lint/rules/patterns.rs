//! How the patterns of rules are written.

use crate::decide::Budget;
use crate::lint::engine::document::{Document, RuleLine, shown};
use crate::lint::engine::findings::Findings;
use crate::lint::engine::marks::Marks;
use crate::lint::engine::meant;
use crate::lint::rules::comments::comments;
use crate::lint::rules::escapes::{escaped, spelling};
use crate::lint::rules::paths::{
    OWN_FILE_HELP, begins_well, dot_segments, host_as_path, is_own_file, no_leading_slash, several_paths,
    url_behind_slash, well_written,
};
use crate::lint::wildcards::{
    glob_covers_one, glob_without_version, inner_dollar, literal_wildcard, matches_nothing,
    regular_expression, trailing_star,
};
use crate::lint::{Code, Run};
use robots_exclusion::companions::is_empty_rule;
use robots_exclusion::companions::robots_txt_itself;
use robots_exclusion::companions::whitespace::trim_unseen;
use robots_exclusion::dialect::PatternLanguage;

/// How many patterns that do not begin as paths do are reported one by one. A file with more was never
/// tried out, and has hundreds: it is not certain that its author wants all that they name to be closed
/// today.
pub(in crate::lint) const FEW: usize = 9;

/// Reports patterns that do not match the intended URLs, and marks their lines.
///
/// This runs before rules are checked for effects. Of `Disallow: /a` and `Disallow: /a /b` the
/// second has no effect, but should not be removed: its author intended to refuse `/b` too.
pub(in crate::lint) fn check_meaning(run: &mut Run<'_, '_>) {
    let (document, findings, marks) = (run.document, &mut run.findings, &mut run.marks);
    let begins_amiss = |(rule, language): &(&RuleLine<'_>, PatternLanguage)| {
        !is_empty_rule(rule.value) && !begins_well(rule.value, *language)
    };
    let are_many = rules(document).filter(begins_amiss).nth(FEW).is_some();
    for (rule, language) in rules(document) {
        if is_whole(marks, rule) && !is_as_meant(document, findings, rule, language, are_many, run.budget) {
            marks.skip_checks[rule.entry] = true;
        }
    }
}

/// Checks the spelling of patterns in lines that are not marked, and comments right after values.
pub(in crate::lint) fn check_spelling(run: &mut Run<'_, '_>) {
    let (document, findings, marks) = (run.document, &mut run.findings, &mut run.marks);
    for (rule, language) in rules(document) {
        if !is_whole(marks, rule) {
            continue;
        }
        if own_file(document, findings, rule) {
            marks.skip_checks[rule.entry] = true;
        } else {
            check_rule(document, findings, rule, language, marks);
        }
    }
    comments(document, findings, marks);
}

/// All rules, with the language of their patterns.
fn rules<'d, 'b>(document: &'d Document<'b>) -> impl Iterator<Item = (&'d RuleLine<'b>, PatternLanguage)> {
    let sections = document.sections.iter();
    let of_groups = sections.flat_map(|section| section.rules.iter().map(|rule| (rule, section.language)));
    let language = document.dialect.pattern_language;
    of_groups.chain(document.orphans.iter().map(move |rule| (rule, language)))
}

fn is_whole(marks: &Marks, rule: &RuleLine<'_>) -> bool {
    !marks.skip_checks[rule.entry] && !is_empty_rule(rule.value)
}

fn is_as_meant(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    rule: &RuleLine<'_>,
    language: PatternLanguage,
    are_many: bool,
    budget: &mut Budget,
) -> bool {
    if invisible(document, findings, rule, language)
        || html_tag(document, findings, rule, language)
        || several_paths(document, findings, rule)
        || no_leading_slash(document, findings, rule, language, are_many)
        || host_as_path(document, findings, rule)
        || dot_segments(document, findings, rule)
        || url_behind_slash(document, findings, rule)
    {
        return false;
    }
    language == PatternLanguage::Glob
        || !(regular_expression(document, findings, rule)
            || matches_nothing(document, findings, rule, language, budget))
}

fn check_rule(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    rule: &RuleLine<'_>,
    language: PatternLanguage,
    marks: &Marks,
) {
    match language {
        PatternLanguage::Prefix => literal_wildcard(document, findings, rule),
        PatternLanguage::Wildcard => {
            let is_glob = glob_without_version(document, findings, rule);
            // What a rule that no crawler reads would match does not matter before it belongs to a group.
            let is_read = || {
                document
                    .orphans
                    .binary_search_by_key(&rule.entry, |orphan| orphan.entry)
                    .is_err()
            };
            if !is_glob && !marks.needs_length[rule.entry] && document.is_whole(rule) && is_read() {
                trailing_star(document, findings, rule);
            }
            inner_dollar(document, findings, rule);
        }
        PatternLanguage::Glob => glob_covers_one(document, findings, rule),
    }
    spelling(document, findings, rule, language);
}

/// Reports the first invisible character of a pattern. Returns whether there is one.
fn invisible(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    rule: &RuleLine<'_>,
    language: PatternLanguage,
) -> bool {
    let Some(unseen) = meant::unseen(rule.value) else {
        return false;
    };
    // An invisible character before the slash keeps the rule from matching anything.
    let code = match begins_well(rule.value, language) {
        true => Code::UnescapedBlank,
        false => Code::NoLeadingSlash,
    };
    findings.report(
        code,
        document.span_of(&rule.value[unseen.at..unseen.at + unseen.character.len_utf8()]),
        || format!("there is an invisible character in the pattern: {unseen}"),
        |finding| {
            let seen = meant::seen(rule.value);
            if seen.is_empty() {
                finding.help("remove the line, or write the path that is meant");
            } else if is_own_file(document, rule.kind, &seen) {
                finding.help(OWN_FILE_HELP);
            } else {
                let start = match begins_well(&seen, language) {
                    true => &b""[..],
                    false => b"/",
                };
                let path = [start, &well_written(&seen, language)[..]].concat();
                // Around the path they are never intended. Within it, the server may have pages
                // with them: content management systems make addresses of titles that were copied.
                let inner = trim_unseen(rule.value);
                match code == Code::UnescapedBlank && meant::unseen(inner).is_some() {
                    true => finding.rewrite_either(
                        rule.entry,
                        rule.value,
                        (path, "if the character slipped in"),
                        (escaped(inner), "if it is in the URL too"),
                    ),
                    false => finding.rewrite(rule.entry, rule.value, path),
                }
            }
        },
    );
    true
}

/// Reports a tag of HTML in a pattern: `/x<br>`. Returns whether there is one.
fn html_tag(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    rule: &RuleLine<'_>,
    language: PatternLanguage,
) -> bool {
    // `</a>` is a path in angle brackets.
    let is_path = |tag: &&[u8]| *tag == rule.value && tag.starts_with(b"</");
    let Some(tag) = meant::html_tag(rule.value).filter(|tag| !is_path(tag)) else {
        return false;
    };
    findings.report(
        Code::HtmlEntity,
        document.span_of(tag),
        || format!("`{}` is HTML, not part of a URL", shown(tag)),
        |finding| {
            let path = meant::without_html_tags(rule.value);
            let is_plain = path.iter().all(u8::is_ascii_graphic) && !path.contains(&b'<');
            match is_plain && !path.is_empty() && begins_well(&path, language) {
                true => finding.rewrite(rule.entry, rule.value, path),
                false => finding.help("write the path that is meant, one on each line"),
            }
        },
    );
    true
}

/// Reports a Disallow of robots.txt itself. Returns whether the rule is one.
fn own_file(document: &Document<'_>, findings: &mut Findings<'_, '_>, rule: &RuleLine<'_>) -> bool {
    if !is_own_file(document, rule.kind, rule.value) {
        return false;
    }
    findings.report(
        Code::MatchesNothing,
        document.span_of(rule.value),
        || match rule.value {
            robots_txt_itself::PATTERN => {
                "crawlers may always fetch `/robots.txt`, so this rule closes nothing".into()
            }
            _ => "crawlers may always fetch `/robots.txt`: this rule only closes addresses that go on after it, such as `/robots.txt.old`".into(),
        },
        |finding| finding.help(OWN_FILE_HELP),
    );
    true
}
