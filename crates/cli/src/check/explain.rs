//! The reasons for a verdict, for people: the verdict, and the file with carets under the lines
//! that led to it.

use annotate_snippets::{Annotation, AnnotationKind, Level, Snippet};
use robots_exclusion::dialect::RuleChoice;
use robots_exclusion::explanation::{Explanation, LostBy, MatchingRule};
use robots_exclusion::fetch::Cause;
use robots_exclusion::syntax::{Directive, DirectiveKind, Span};
use robots_exclusion::{Dialect, Group, Reason, RobotsTxt, Target, Verdict};

use crate::crawlers::{self, CrawlerQuery};
use crate::dialects;
use crate::output::{before_note, report_lines};
use crate::shown::{count, printable};
use crate::snippet::{Source, render};
use crate::views::View;

/// The explanation of one verdict, with styles. `is_auto` says whether the dialect was chosen for
/// this crawler.
pub(super) fn explain(name: &str, view: &View, asked: &CrawlerQuery, url: &[u8], is_auto: bool) -> String {
    let robots = &view.robots;
    let target = Target::for_dialect(url, &robots.dialect());
    let question = Question {
        robots,
        asked,
        url,
        target,
        explanation: robots.explain(asked.list(), target),
        groups: robots.groups_for(asked.list()),
    };
    let (level, verdict) = if question.verdict().is_allowed() {
        (Level::NOTE.with_name("allowed"), "may fetch")
    } else {
        (Level::ERROR.with_name("disallowed"), "may not fetch")
    };
    let (agent, shown_url) = (printable(asked.name()), printable(&String::from_utf8_lossy(url)));
    let title = level.primary_title(format!("{agent} {verdict} {shown_url}"));
    let source = Source::new(robots);
    let annotations = question.annotations(&source);
    let snippet = Snippet::source(source.text()).path(printable(name));
    let snippet = (!annotations.is_empty()).then(|| snippet.annotations(annotations));
    let choice = || match asked.agent() {
        Some(_) => format!("read as {}, the way {agent} is documented", view.dialect_name()),
        None => format!("read as {}, the default", view.dialect_name()),
    };
    let notes = match view.failure().filter(|_| question.verdict().cause().is_some()) {
        Some(report) => vec![format!("there is no file to read rules from: {report}")],
        None => is_auto.then(choice).into_iter().chain(question.notes()).collect(),
    };
    let last_line = u32::try_from(robots.lines().count()).unwrap_or(u32::MAX);
    let notes = notes
        .iter()
        .map(|note| report_lines(note, before_note(last_line)));
    render(
        title
            .elements(snippet)
            .elements(notes.map(|note| Level::NOTE.message(note))),
    )
}

/// All that is known about one question.
struct Question<'a> {
    robots: &'a RobotsTxt<'a>,
    asked: &'a CrawlerQuery,
    url: &'a [u8],
    target: Target<'a>,
    explanation: Explanation<'a>,
    /// All groups that apply.
    groups: Vec<Group<'a>>,
}

impl<'a> Question<'a> {
    fn verdict(&self) -> &Verdict<'a> {
        self.explanation.verdict()
    }

    /// The deciding rule, and the rules that it beat.
    fn matching(&self) -> &[MatchingRule<'a>] {
        self.explanation.rules()
    }

    fn annotations(&self, source: &Source<'_>) -> Vec<Annotation<'static>> {
        let range = |found: &MatchingRule<'_>| source.range(found.rule().span().unwrap_or_default());
        let mut annotations = Vec::new();
        if let Some(deciding) = self.matching().first() {
            let primary = AnnotationKind::Primary.span(range(deciding));
            annotations.push(primary.label(self.why(deciding)));
            if let Some(beaten) = self.matching().get(1) {
                let context = AnnotationKind::Context.span(range(beaten));
                annotations.push(context.label(Self::why_beaten(beaten)));
            }
        }
        if let Some(span) = self.name_span() {
            let is_star = self.verdict().group_name() == Some(b"*");
            let nothing = if self.robots.dialect().ignores_allow() {
                "no Disallow of it matches, and Allow does not count"
            } else {
                "none of its rules matches"
            };
            let label = match (self.verdict().reason(), is_star) {
                (Reason::NoMatchingRule, true) => format!("this group applies to everyone else; {nothing}"),
                (Reason::NoMatchingRule, false) => format!("this group applies; {nothing}"),
                (_, true) => format!(
                    "no group names {}, so the `*` group applies",
                    printable(self.asked.name())
                ),
                (_, false) => "this group applies".to_owned(),
            };
            let kind = if self.matching().is_empty() {
                AnnotationKind::Primary
            } else {
                AnnotationKind::Context
            };
            annotations.push(kind.span(source.range(span)).label(label));
        }
        annotations
    }

    /// Why the deciding rule decides.
    fn why(&self, deciding: &MatchingRule<'_>) -> String {
        let octets = count(deciding.rule().length() as u64, "octet", "octets");
        match (self.robots.dialect().rule_choice, self.matching().len()) {
            _ if self.robots.dialect().ignores_allow() => {
                "this rule decides; any matching Disallow does, and Allow does not count".to_owned()
            }
            (_, 1) => "this rule decides; it is the only match".to_owned(),
            (RuleChoice::First, _) => "this rule decides; it is the first match".to_owned(),
            (RuleChoice::AnyDisallow, _) => "this rule decides; any matching Disallow does".to_owned(),
            (_, matches) if self.matching()[1].rule().length() == deciding.rule().length() => {
                format!("this rule decides; none of {matches} matches is longer ({octets})")
            }
            (_, matches) => format!("this rule decides; it is the longest of {matches} matches ({octets})"),
        }
    }

    /// Why the runner-up was beaten.
    fn why_beaten(beaten: &MatchingRule<'_>) -> String {
        let octets = count(beaten.rule().length() as u64, "octet", "octets");
        match beaten.lost_by() {
            Some(LostBy::Length) => format!("also matches, but is shorter ({octets})"),
            Some(LostBy::Kind) => format!("as long ({octets}), but Allow beats Disallow"),
            _ => "also matches, but comes later".to_owned(),
        }
    }

    /// Where the name is that selected the group of the deciding rule, or else the first group.
    fn name_span(&self) -> Option<Span> {
        if self.verdict().reason() == Reason::RobotsTxtItself {
            return None;
        }
        let group = match self.matching().first() {
            Some(deciding) => {
                let line = deciding.rule().line();
                self.groups.iter().rfind(|group| group.line() <= line)?
            }
            None => self.groups.first()?,
        };
        let selected_by = self.verdict().group_name()?.to_ascii_lowercase();
        let is_other = |name: &Directive<'_>| !name.value().to_ascii_lowercase().starts_with(&selected_by);
        let names = group
            .directives()
            .filter(|directive| directive.kind() == DirectiveKind::UserAgent);
        // The first name, if they are all others.
        Some(names.min_by_key(is_other)?.value_span())
    }

    /// Facts that the carets cannot show.
    fn notes(&self) -> Vec<String> {
        let reason = self.verdict().reason();
        let mut notes = match reason {
            Reason::NoGroup => {
                let of_star = crawlers::ignoring_star_of([(self.asked, self.robots)]);
                let mut notes = vec![format!(
                    "no group names {}, and {}: everything is allowed",
                    printable(self.asked.name()),
                    of_star.as_deref().unwrap_or("there is none for `*`")
                )];
                notes.extend(self.name_without_rules());
                notes
            }
            _ if self.verdict().group_name() == Some(b"*") => self.name_without_rules().into_iter().collect(),
            Reason::RobotsTxtItself => vec!["/robots.txt itself is always allowed".to_owned()],
            Reason::Unavailable => {
                let cause = self.verdict().cause();
                let because = |cause: Cause| format!("{}: everything is allowed", cause.description());
                cause.map(because).into_iter().collect()
            }
            _ => Vec::new(),
        };
        if self.groups.len() > 1 && reason != Reason::RobotsTxtItself {
            let lines: Vec<String> = self.groups.iter().map(|group| group.line().to_string()).collect();
            notes.push(format!(
                "{} groups apply together: those of lines {}",
                lines.len(),
                lines.join(", ")
            ));
        }
        if !matches!(reason, Reason::NoGroup | Reason::Unavailable) {
            notes.extend(self.canonical_forms());
        }
        notes.extend(self.other_dialects());
        notes.extend(crawlers::obedience_of([(self.asked, self.robots)].into_iter()));
        notes
    }

    /// The line that would name the crawler if a rule followed it, in dialects in which a group
    /// needs one.
    fn name_without_rules(&self) -> Option<String> {
        let names = self.robots.names_without_rules();
        let would_name = |value: &[u8]| {
            let alone = [b"User-agent: ", value, b"\nDisallow: /\n"].concat();
            let options = RobotsTxt::options().dialect(self.robots.dialect());
            options.parse(&alone).group_name_for(self.asked.list()).is_some()
        };
        let (line, _) = names.into_iter().find(|(_, value)| would_name(value))?;
        Some(format!(
            "line {line} names {}, but no Disallow follows it before the record ends, so it does not count",
            printable(self.asked.name())
        ))
    }

    /// The texts that are compared, where they differ from the written ones.
    fn canonical_forms(&self) -> Vec<String> {
        let dialect = self.robots.dialect();
        let mut compared = vec![("path", self.target.as_bytes(), self.target.to_canonical(&dialect))];
        // Compiled rules cite patterns in the form in which they are compared.
        let rules = self.robots.rules_for(self.asked.list());
        if let Some(deciding) = self.matching().first()
            && let Some(compiled) = rules.check(self.target).rule()
            && compiled.line() == deciding.rule().line()
            && !dialect.several_paths
        {
            compared.push(("pattern", deciding.rule().pattern(), compiled.pattern().into()));
        }
        let shown = |bytes| printable(&String::from_utf8_lossy(bytes));
        let compared = compared
            .iter()
            .filter(|(_, written, canonical)| written != canonical);
        let notes = compared.map(|(what, written, canonical)| {
            format!(
                "the {what} {} is compared as {}",
                shown(written),
                shown(canonical)
            )
        });
        notes.collect()
    }

    /// Which dialects decide differently.
    fn other_dialects(&self) -> Option<String> {
        let allowed = self.verdict().is_allowed();
        let differs = |dialect: &Dialect| {
            let robots = self.robots.in_dialect(*dialect);
            let target = Target::for_dialect(self.url, dialect);
            robots.check(self.asked.list(), target).is_allowed() != allowed
        };
        // A file has to ask for these patterns with `Robot-version: 2.0`, and few do; nearly every
        // file would differ.
        let others = dialects::all()
            .into_iter()
            .filter(|(_, dialect)| differs(dialect));
        let others: Vec<&str> = others.map(|(name, _)| name).collect();
        let otherwise = if allowed { "disallowed" } else { "allowed" };
        (!others.is_empty()).then(|| format!("{otherwise} by these other dialects: {}", others.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view_of(robots: &RobotsTxt<'_>) -> View {
        View {
            robots: robots.clone().into_owned(),
            dialect: robots.dialect(),
            fetched: None,
        }
    }

    fn plain(body: &str, agent: &str, url: &str, dialect: Dialect) -> String {
        let robots = RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
        let view = view_of(&robots);
        let asked = CrawlerQuery::named(agent);
        let text = explain("robots.txt", &view, &asked, url.as_bytes(), false);
        anstream::adapter::strip_str(&text).to_string()
    }

    #[test]
    fn the_runner_up_and_why_it_lost() {
        let body = "User-agent: FooBot\nDisallow: /x\nAllow: /x\nAllow: /xy$\n";
        let cases = [
            (
                Dialect::RFC_9309,
                "/xy",
                "also matches, but is shorter (2 octets)",
            ),
            (
                Dialect::RFC_9309,
                "/x",
                "as long (2 octets), but Allow beats Disallow",
            ),
            (Dialect::DRAFT_1996, "/x", "also matches, but comes later"),
        ];
        for (dialect, url, why) in cases {
            let text = plain(body, "FooBot", url, dialect);
            assert!(text.contains(why), "{text}");
            let is_tie = why.starts_with("as long");
            assert_eq!(
                text.contains("none of 2 matches is longer (2 octets)"),
                is_tie,
                "{text}"
            );
        }
    }

    #[test]
    fn reasons_without_a_rule() {
        let body = "User-agent: a\nDisallow: /x\n";
        assert!(plain(body, "a", "/y", Dialect::RFC_9309).contains("none of its rules matches"));
        assert!(plain(body, "b", "/x", Dialect::RFC_9309).contains("no group names b"));
        assert!(plain(body, "a", "/robots.txt", Dialect::RFC_9309).contains("itself is always allowed"));
    }

    #[test]
    fn whoever_ignores_star_is_said_to_do_so() {
        let explained = |body: &[u8], asked: &CrawlerQuery| {
            let view = view_of(&RobotsTxt::parse(body));
            let text = explain("robots.txt", &view, asked, b"/", false);
            let text = anstream::adapter::strip_str(&text).to_string();
            // Lines are broken where they are long.
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let body = b"User-agent: *\nDisallow: /\n";
        let ads = CrawlerQuery::resolved("AdsBot-Google (+http://www.google.com/adsbot.html)");
        let text = explained(body, &ads);
        assert!(
            text.contains("AdsBot-Google ignores `*`: everything is allowed"),
            "{text}"
        );
        // The verdict does not depend on `*`.
        for (body, asked) in [
            (&body[..], CrawlerQuery::named("AdsBot-Google")),
            (b"User-agent: a\nDisallow: /\n", ads.clone()),
            (
                b"User-agent: *\nDisallow: /\n\nUser-agent: AdsBot-Google\nAllow: /\n",
                ads,
            ),
        ] {
            let text = explained(body, &asked);
            assert!(!text.contains("ignores"), "{text}");
        }
    }

    #[test]
    fn what_is_compared_where_it_is_not_what_is_written() {
        let body = "User-agent: a\nDisallow: /%7e\u{fc}\n";
        let text = plain(body, "a", "/~%c3%bc", Dialect::RFC_9309);
        assert!(
            text.contains("the path /~%c3%bc is compared as /~%C3%BC"),
            "{text}"
        );
        assert!(
            text.contains("the pattern /%7e\u{fc} is compared as /~%C3%BC"),
            "{text}"
        );
        assert!(!plain(body, "a", "https://example.com/x?y", Dialect::RFC_9309).contains("compared"));
    }

    #[test]
    fn one_of_several_patterns_on_a_line() {
        let text = plain("User-agent: a\nDisallow: /x  /y\n", "a", "/y", Dialect::REVISITED);
        let (line, carets) = text
            .lines()
            .zip(text.lines().skip(1))
            .find(|(line, _)| line.contains("/x  /y"))
            .unwrap();
        assert_eq!(line.find("/y"), carets.find("^^"), "{text}");
    }
}
