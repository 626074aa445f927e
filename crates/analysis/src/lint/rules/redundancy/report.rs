//! The messages about lines without effect.

use std::collections::{BTreeMap, BTreeSet};

use super::audience::{RuleLines, RulesOfLine};
use super::classify::{Class, known};
use super::signs::Signs;
use super::{Change, Changed};
use crate::decide::{Budget, Witness};
use crate::lint::engine::document::{Document, shown, shown_line};
use crate::lint::engine::findings::Findings;
use crate::lint::engine::marks::Marks;
use crate::lint::rules::comments::fragment;
use crate::lint::rules::opened_types::closed_type;
use crate::lint::{Code, Severity};
use robots_exclusion::RuleKind;
use robots_exclusion::companions::gathered;
use robots_exclusion::companions::pattern::{self, PatternKey};
use robots_exclusion::dialect::{PatternLanguage, RuleChoice};
use robots_exclusion::syntax::Span;

/// Why a line without effect should not be removed without asking, with the help that says what to
/// do.
enum Reason {
    /// The line stays: a mistake is to be corrected first, or some readers need it.
    Keeps(String),
    /// The line documents an intention.
    Asks(String),
    None,
}

/// The result of reporting the lines of a component.
pub(super) struct Reported {
    /// The numbers, among the lines of the component, of the lines that can be removed.
    pub(super) removed: BTreeSet<usize>,
    /// Whether a mistake is to be corrected before any of these lines is removed.
    pub(super) holds_back: bool,
}

/// Reports the lines that can be removed, and marks them.
pub(super) fn changes<'d, 'b>(
    document: &'d Document<'b>,
    findings: &mut Findings<'_, '_>,
    lines: &RuleLines<'d, 'b>,
    found: &[(Changed, Class)],
    marks: &mut Marks,
    budget: &mut Budget,
) -> Reported {
    let is_reported =
        |(changed, class): &&(Changed, Class)| changed.change == Change::Remove && class.code.is_some();
    let removed: BTreeSet<usize> =
        gathered(found.iter().filter(is_reported).map(|(changed, _)| changed.line));
    let mistakes = lines.mistakes(&marks.mistakes);
    let signs = Signs::of(document, lines, &removed);
    // How many Allows each Allow makes needless.
    let mut covered: BTreeMap<usize, usize> = BTreeMap::new();
    for (changed, class) in found.iter().filter(is_reported) {
        let is_allow = lines.lines[changed.line].rules[0].kind == RuleKind::Allow;
        if let (Some(other), Some(Code::RedundantRule), true) = (class.other, class.code, is_allow) {
            *covered.entry(other).or_default() += 1;
        }
    }
    let mut holds_back = false;
    for (changed, class) in found.iter().filter(is_reported) {
        let Some(code) = class.code else {
            continue;
        };
        let line = &lines.lines[changed.line];
        let other = class.other.map(|other| &lines.lines[other]);
        // Of several equal patterns, the one in the same spelling.
        let other = match code {
            Code::DuplicateRule => lines.in_same_spelling(changed.line, &removed).or(other),
            _ => other,
        };
        if let (Code::Contradiction, Some(other)) = (code, other) {
            contradiction(document, findings, line, other, class, true);
        } else {
            // The `#` of `/search/#x` makes the rule cover more than was meant, perhaps.
            let is_mistaken =
                |line: usize| marks.skip_checks[line] || fragment(document, &document.entry(line)).is_some();
            let behind = mistakes.behind(line.rules[0].kind, other.map(|other| other.entry), is_mistaken);
            // A repeated rule is a repetition whatever other rules there are.
            let behind = match code {
                Code::DuplicateRule => mistakes.group(),
                _ => behind,
            };
            let corrected = &mut marks.corrected;
            let behind = behind
                .filter(|mistake| !corrected.is_needless(line.entry, *mistake, mistakes, findings, budget));
            holds_back |= behind.is_some();
            let reason = match behind {
                Some(line) => Reason::Keeps(mistakes.help(line)),
                None if !marks.has_sitemap && allows_sitemap(line) => Reason::Asks(ANNOUNCE.into()),
                // A list of what is open, and one line that opens much more, such as `Allow: /a/`.
                None if let Some(other) = other
                    && code == Code::RedundantRule
                    && class
                        .other
                        .and_then(|other| covered.get(&other))
                        .is_some_and(|count| *count >= MANY) =>
                {
                    Reason::Asks(format!(
                        "remove the line, or make the pattern in line {} narrower if only such paths should be open",
                        other.entry + 1
                    ))
                }
                // A crawler that fetches it is banned.
                None if memchr::memmem::find(line.rules[0].value, b"blackhole").is_some() => {
                    Reason::Keeps(BLACKHOLE.into())
                }
                // Nobody closes a part for a crawler that is shut out: the rule was written for others.
                None if let Some(other) = other
                    && code == Code::RedundantRule
                    && is_set_off(document, line, other) =>
                {
                    Reason::Asks(format!(
                        "move it into the group of `*` if it is meant for all crawlers; otherwise remove the line: line {} closes everything to this group",
                        other.entry + 1
                    ))
                }
                None if let Some(other) = other
                    && code == Code::RedundantRule
                    && line.rules[0].kind == RuleKind::Disallow
                    && ends_within_word(line.rules[0].value, other.rules[0].value) =>
                {
                    Reason::Asks(format!(
                        "remove the line, unless line {} is meant for one page alone: it also closes all addresses that begin with `{}`",
                        other.entry + 1,
                        shown_line(other.rules[0].value)
                    ))
                }
                // By the grammar of RFC 9309 a pattern begins with a slash.
                None if let Some(other) = other
                    && code == Code::RedundantRule
                    && line.rules[0].value.starts_with(b"/")
                    && other.rules[0].value.starts_with(b"*") =>
                {
                    Reason::Keeps(without_slash(other))
                }
                None => match signs.of_line(changed.line, code == Code::DuplicateRule) {
                    Some(help) => Reason::Asks(help),
                    // The Disallow to which it is an exception may be there, for others.
                    None if other.is_none()
                        && class.opens_nothing == Some(true)
                        && !is_of_star(document, line)
                        && marks.is_closed_by_star(document, line.rules[0].value, budget) =>
                    {
                        Reason::Asks(OF_STAR.into())
                    }
                    None => Reason::None,
                },
            };
            without_effect(document, findings, code, line, other, class, reason);
        }
    }
    for line in &removed {
        marks.skip_checks[lines.lines[*line].entry] = true;
    }
    Reported { removed, holds_back }
}

/// How many narrower Allows show that a wide one may be a slip.
const MANY: usize = 4;

/// The help for an Allow of a sitemap in a file that announces none.
const ANNOUNCE: &str = "remove the line; if it should announce the sitemap, write a line `Sitemap:` with the whole URL of the \
     sitemap instead";

/// The help for an Allow without an effect in a group that hides the rules of `*`.
const OF_STAR: &str =
    "remove the line: the rules of `*`, to which it may be meant as an exception, do not apply to this group";

/// What to do about a rule with a slash that is covered by one without.
fn without_slash(other: &RulesOfLine<'_, '_>) -> String {
    let (place, pattern) = (other.entry + 1, other.rules[0].value);
    match pattern {
        // `/*/x` does not match `/x`.
        [b'*', b'/', ..] | [b'*'] => {
            format!(
                "leave it: a strict crawler skips line {place}, whose pattern does not begin with `/`; for all others it changes nothing"
            )
        }
        _ => format!(
            "leave it, or write `{}: /{}` in line {place}, since a strict crawler skips a pattern that does not begin with `/`, and then remove this line",
            other.rules[0].kind,
            shown_line(pattern)
        ),
    }
}

/// Whether a rule is below a blank line and one that closes everything to a group of named crawlers.
fn is_set_off(document: &Document<'_>, line: &RulesOfLine<'_, '_>, other: &RulesOfLine<'_, '_>) -> bool {
    let closes = pattern::matches_all(other.rules[0].value, document.language_at(other.entry));
    let mut between = document.entries_in(other.entry.min(line.entry)..line.entry);
    closes && !is_of_star(document, line) && between.any(|entry| entry.line.is_blank())
}

/// Whether a Disallow ends within a word of the path that it covers: `/May` and `/Mayor`.
fn ends_within_word(own: &[u8], other: &[u8]) -> bool {
    let next = own.strip_prefix(other).and_then(|rest| rest.first());
    let last = other.last();
    let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
    is_letter(last) && is_letter(next) && !other.contains(&b'*')
}

/// The help for a rule that keeps crawlers out of a trap.
const BLACKHOLE: &str = "leave it: the plugin Blackhole for Bad Bots writes both rules, and this one keeps crawlers that know no `*` out of its trap";

/// Whether a line is in a group of `*`.
fn is_of_star(document: &Document<'_>, line: &RulesOfLine<'_, '_>) -> bool {
    let own = document.section_at(line.entry);
    own.is_some_and(|own| document.sections[own].has_star())
}

/// Whether a line allows the file of a sitemap: `Allow: /sitemap.xml`.
fn allows_sitemap(line: &RulesOfLine<'_, '_>) -> bool {
    let rule = &line.rules[0];
    let lower = rule.value.to_ascii_lowercase();
    let path = lower.strip_suffix(b"$").unwrap_or(&lower);
    let path = path.strip_suffix(b".gz").unwrap_or(path);
    let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
    rule.kind == RuleKind::Allow
        && name.ends_with(b".xml")
        && memchr::memmem::find(name, b"sitemap").is_some()
}

/// All paths of a line.
fn span(document: &Document<'_>, line: &RulesOfLine<'_, '_>) -> Span {
    let spans = line.rules.iter().map(|rule| document.span_of(rule.value));
    spans
        .reduce(|all, span| Span {
            start: all.start,
            end: span.end,
        })
        .unwrap_or_default()
}

/// A rule, as messages cite it: long enough to show its end, on which depends what it covers.
fn cited(line: &RulesOfLine<'_, '_>) -> String {
    let rule = &line.rules[0];
    format!("`{}: {}`", rule.kind, shown_line(rule.value))
}

fn without_effect(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    code: Code,
    line: &RulesOfLine<'_, '_>,
    other: Option<&RulesOfLine<'_, '_>>,
    class: &Class,
    reason: Reason,
) {
    let message = || match (code, other) {
        (Code::DuplicateRule, Some(other)) => format!("duplicate of line {}", other.entry + 1),
        (Code::UnreachableRule, Some(other)) => format!(
            "this rule never decides: {} in line {} {}",
            cited(other),
            other.entry + 1,
            match document.dialect.rule_choice {
                RuleChoice::First => "comes first, and the first rule that matches counts",
                RuleChoice::Longest | RuleChoice::AnyDisallow => "takes precedence",
            }
        ),
        (Code::FailedException, Some(other)) => {
            let url = class.witness.as_deref().unwrap_or_default();
            let path = url.strip_prefix(Witness::ORIGIN).unwrap_or(url);
            format!(
                "this Allow loses against {} in line {} for `{}`, and has no effect on other URLs",
                cited(other),
                other.entry + 1,
                shown(path.as_bytes())
            )
        }
        (Code::UnreachableRule, None) => "this rule never decides: others take precedence".into(),
        (_, Some(other)) => format!(
            "this rule has no effect: {} in line {} covers it",
            cited(other),
            other.entry + 1
        ),
        (_, None) if class.never_decides => {
            "this rule has no effect: others decide wherever it matches".into()
        }
        (_, None) if class.opens_nothing == Some(true) => {
            "this rule has no effect: nothing that it allows is disallowed for its crawlers".into()
        }
        (_, None) if class.opens_nothing == Some(false) => {
            "this rule has no effect: other Allow rules open the same".into()
        }
        (_, None) if line.rules[0].kind == RuleKind::Allow => {
            "this rule has no effect: the others decide the same without it".into()
        }
        (_, None) => "this rule has no effect: others cover it".into(),
    };
    findings.report(code, span(document, line), message, |mut finding| {
        if let Some(other) = other {
            let what = match code {
                Code::DuplicateRule if other.entry < line.entry => "the first one is here",
                Code::DuplicateRule => "the other one is here",
                Code::UnreachableRule | Code::FailedException => "this rule takes precedence",
                _ => "this rule covers it",
            };
            finding = finding.related(document.entry(other.entry).line.span(), what);
        }
        let finding = finding.witness(class.witness.clone()).proved();
        let is_repeat = other.is_some_and(|other| other.rules[0].kind == line.rules[0].kind);
        let reason = match reason {
            Reason::Keeps(help) => return finding.help(help),
            Reason::Asks(help) => Some(help),
            Reason::None => None,
        };
        let allow = line.rules[0].value;
        let is_folder = allow.ends_with(b"/") || allow.ends_with(b"*");
        let kind = other.and_then(|other| closed_type(other.rules[0].value)).filter(|_| is_folder);
        if let (Code::FailedException, Some(kind)) = (code, kind) {
            let stem = allow.strip_suffix(b"*").unwrap_or(allow);
            finding.weighing(Severity::Info).help(format!(
                "leave it as it is if such files should stay closed there; if they should be open, write a longer pattern: `Allow: {}*{}`",
                shown(stem),
                shown(kind)
            ));
            return;
        }
        match (code, other) {
            // The author may have intended these: only a person knows what to change.
            (Code::UnreachableRule | Code::FailedException, Some(other)) => {
                let place = other.entry + 1;
                finding.help(match document.dialect.rule_choice {
                    RuleChoice::Longest => {
                        format!("if it is meant, make its pattern longer than that in line {place}")
                    }
                    RuleChoice::First => format!("if it is meant, move it above line {place}"),
                    RuleChoice::AnyDisallow => {
                        format!("if it is meant, take what it allows out of the rule in line {place}")
                    }
                });
            }
            (Code::UnreachableRule | Code::FailedException, None) => {
                finding.help("if it is meant, make its pattern longer than those of the other rules");
            }
            _ if is_repeat => match reason {
                Some(help) => finding.remove_because(help, line.entry),
                None => finding.unasked().remove(line.entry),
            },
            _ if line.rules[0].kind == RuleKind::Allow => {
                let is_whole = |help: &String| help == ANNOUNCE || help == OF_STAR;
                let help = reason.filter(is_whole).unwrap_or_else(|| match class.opens_nothing {
                    Some(true) => "remove the line, or write the Disallow to which it should be an exception".into(),
                    _ => "remove the line".into(),
                });
                finding.remove_because(help, line.entry);
            }
            _ => finding.remove(line.entry),
        }
    });
}

fn contradiction(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    loser: &RulesOfLine<'_, '_>,
    winner: &RulesOfLine<'_, '_>,
    class: &Class,
    is_proved: bool,
) {
    let (later, earlier) = if loser.entry > winner.entry {
        (loser, winner)
    } else {
        (winner, loser)
    };
    findings.report(
        Code::Contradiction,
        span(document, later),
        || {
            format!(
                "`{}` is both allowed and disallowed: {} counts here, but other crawlers may choose {}",
                shown(later.rules[0].value),
                winner.rules[0].kind,
                loser.rules[0].kind
            )
        },
        |finding| {
            let finding = finding
                .related(
                    document.entry(earlier.entry).line.span(),
                    "the other rule is here",
                )
                .witness(class.witness.clone());
            // Only a person knows which of the two is intended.
            let finding = if is_proved { finding.proved() } else { finding };
            let path = later.rules[0].value;
            let mut help = format!(
                "keep the one that is meant, the {} in line {} or the {} in line {}, and remove the other",
                earlier.rules[0].kind,
                earlier.entry + 1,
                later.rules[0].kind,
                later.entry + 1
            );
            // A folder whose own page should be open, and all that is in it closed.
            let is_anchored = document.language_at(later.entry) == PatternLanguage::Wildcard;
            let is_longest = document.dialect.rule_choice == RuleChoice::Longest;
            if path.ends_with(b"/") && is_anchored && is_longest {
                let allow = if later.rules[0].kind == RuleKind::Allow { later } else { earlier };
                help.push_str(&format!(
                    "; or, if the page of this address should be open and all below it closed, write `Allow: {}$` in line {}",
                    shown_line(path),
                    allow.entry + 1
                ));
            }
            finding.help(help);
        },
    );
}

/// Reports patterns that one line allows and another disallows, if neither line is reported as
/// without effect.
pub(super) fn contradictions(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    lines: &RuleLines<'_, '_>,
    removed: &BTreeSet<usize>,
) {
    if !findings.wants(Code::Contradiction) {
        return;
    }
    let mut pairs: BTreeSet<(usize, usize)> = BTreeSet::new();
    for audience in lines.audiences() {
        let known = known(document, lines, audience, |line| !removed.contains(&line));
        let mut others: BTreeMap<&PatternKey, usize> = BTreeMap::new();
        // Disallows come first, and each pattern comes once in each kind. So a pattern that comes
        // again belongs to an Allow.
        for (rule, line) in &known {
            if let Some(disallow) = others.insert(&rule.pattern, *line) {
                pairs.insert((disallow, *line));
            }
        }
    }
    for (disallow, allow) in pairs {
        let (first, last) = (disallow.min(allow), disallow.max(allow));
        let (winner, loser) = match document.dialect.rule_choice {
            RuleChoice::Longest => (allow, disallow),
            RuleChoice::First => (first, last),
            RuleChoice::AnyDisallow => (disallow, allow),
        };
        // A line may have several paths, but all of them are allowed or all disallowed, so these are
        // two lines.
        let (winner, loser) = (&lines.lines[winner], &lines.lines[loser]);
        contradiction(document, findings, loser, winner, &Class::default(), false);
    }
}
