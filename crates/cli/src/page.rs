//! `robots page`: what a page's tags and headers allow.

use std::fmt::Write;

use clap::{Args, ValueEnum};
use robots_exclusion_page::{
    Combination, DocumentTags, MetaScanner, NoteKind, PageItem, PageRules, PageRulesBuilder,
};
use serde::Serialize;

use crate::crawlers::{self, CrawlerQuery, Naming};
use crate::credentials::hide_credentials;
use crate::failure::Failure;
use crate::fetch::Web;
use crate::input::Input;
use crate::options::{header_field, old_header};
use crate::output::{self, Output, verdict_style};
use crate::report::Format;
use crate::report::format::{DOCUMENT, among};
use crate::shown::printable;
use crate::status::Status;

/// Prints the effective page rules: what may be done with a page once it is fetched.
///
/// They come from robots meta tags and from the header fields X-Robots-Tag and Robots-Tag. A
/// well-known crawler obeys the tags that its operator documents. The exit status is 1 if anything
/// is denied.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  robots page --meta 'noindex, max-snippet:50'
  robots page --response-header 'X-Robots-Tag: googlebot: nofollow' -a Googlebot
  robots page --html page.html --meta noarchive --format json
  robots page --html page.html -a YandexBot -a @search
  robots page --meta 'index, noindex' --combine workshop1996
  robots page --html https://example.com/")]
// A call with --header may mean a header of the response.
#[command(mut_arg("sent_header", |arg| arg.long("send-header")))]
pub(crate) struct Page {
    /// Refused: says what is meant for a page, and what for a robots.txt
    #[arg(value_name = "FILE", hide = true, value_parser = no_file)]
    _file: Option<String>,

    /// The content of a robots meta tag; may be repeated
    #[arg(short, long, value_name = "CONTENT")]
    meta: Vec<String>,

    /// A line of the HTTP header that the page was served with, such as 'X-Robots-Tag: noindex'; may be repeated
    #[arg(short = 'H', long, value_name = "LINE")]
    response_header: Vec<String>,

    /// Refused: it is a header of a request everywhere, and was one of the response here
    #[arg(long = "header", value_name = "LINE", hide = true, value_parser = old_header)]
    _header: Option<String>,

    /// An HTML page to read the meta tags from: a path, - for standard input, or a URL
    #[arg(long, value_name = "FILE")]
    html: Option<Input>,

    #[arg(short, long = "agent", value_name = "AGENT", help = crawlers::help("The crawler, or a set such as @search; may be repeated [default: the rules for everyone]"))]
    agents: Vec<String>,

    #[command(flatten)]
    naming: Naming,

    /// What happens if rules contradict each other [default: as the crawler's operator documents, or
    /// else restrictive]
    #[arg(long, value_name = "HOW")]
    combine: Option<Combine>,

    #[command(flatten)]
    web: Web,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", value_parser = among(DOCUMENT))]
    format: Option<Format>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Combine {
    /// Denials win, and the smallest limit
    Restrictive,
    /// As the workshop of 1996 proposed: `all` cancels the rest, and follow beats nofollow
    Workshop1996,
    /// Permissions win, and the largest limit
    Permissive,
}

impl From<Combine> for Combination {
    fn from(combine: Combine) -> Self {
        match combine {
            Combine::Restrictive => Self::MostRestrictive,
            Combine::Workshop1996 => Self::Workshop1996,
            Combine::Permissive => Self::MostPermissive,
        }
    }
}

/// Refuses a FILE.
fn no_file(name: &str) -> Result<String, String> {
    let name = printable(&hide_credentials(name));
    Err(format!(
        "page reads what a page says, and takes it as --html {name}; of a robots.txt, robots signals and \
         robots check say what it allows"
    ))
}

impl Page {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        if self.meta.is_empty() && self.response_header.is_empty() && self.html.is_none() {
            return Err(Failure::Usage(
                "there are no rules to read; give --meta, --response-header or --html".to_owned(),
            ));
        }
        let html = match &self.html {
            Some(input) => Some((input, decoded(input, input.read(&self.web.client())?))),
            None => None,
        };
        let mut fields = Vec::new();
        for line in &self.response_header {
            let (name, value) = header_field(line, "X-Robots-Tag: noindex")?;
            if !["x-robots-tag", "robots-tag"].contains(&name.trim().to_ascii_lowercase().as_str()) {
                output::warn(&format_args!(
                    "the header {:?} holds no page rules; use X-Robots-Tag or Robots-Tag",
                    name.trim()
                ));
            }
            fields.push((name, value));
        }
        let mut tags = DocumentTags::default();
        if let Some((input, html)) = &html {
            let found = MetaScanner::new().scan(&html[..], |item| {
                if let PageItem::Meta(tag) = item {
                    tags.meta(tag.name, tag.content);
                }
            });
            found.map_err(|error| input.failure(error))?;
        }
        let rules_for = |mut page: PageRulesBuilder| {
            if let Some(combine) = self.combine {
                page.combination(combine.into());
            }
            for content in &self.meta {
                page.meta("robots", content);
            }
            for (name, value) in &fields {
                page.header(name, value);
            }
            if let Some((_, html)) = &html {
                page.html(html);
            }
            page.build()
        };
        let asked = self.naming.expand(&self.agents)?;
        let pages: Vec<(Option<&CrawlerQuery>, PageRules)> = match &asked[..] {
            [] => vec![(None, rules_for(PageRules::builder("")))],
            asked => {
                let rules = |crawler| rules_for(PageRules::builder(self.naming.user_agent(crawler)));
                asked
                    .iter()
                    .map(|crawler| (Some(crawler), rules(crawler.name())))
                    .collect()
            }
        };
        let document = html.is_some().then(|| Document::of(&tags));
        let mut output = Output::new();
        match Format::or_default(self.format, Format::Json) {
            format @ (Format::Json | Format::Jsonl) => {
                let row = |(crawler, rules)| PageRow {
                    agent: Option::map(crawler, CrawlerQuery::name),
                    crawler: Option::map(crawler, CrawlerQuery::crawler),
                    rules,
                    document: document.as_ref(),
                };
                match &pages[..] {
                    pages if format == Format::Jsonl => {
                        for (crawler, rules) in pages {
                            output.json_line(&row((*crawler, rules)))?;
                        }
                    }
                    [(crawler, rules)] => output.json(&row((*crawler, rules)))?,
                    pages => {
                        let rows: Vec<_> = pages
                            .iter()
                            .map(|(crawler, rules)| row((*crawler, rules)))
                            .collect();
                        output.json(&rows)?;
                    }
                }
            }
            _ => {
                for (number, (crawler, rules)) in pages.iter().enumerate() {
                    if let (Some(crawler), true) = (crawler, pages.len() > 1) {
                        let gap = if number > 0 { "\n" } else { "" };
                        output.print(&format!("{gap}{}\n", printable(crawler.name())))?;
                    }
                    output.print(&human(rules))?;
                }
                if let Some(document) = &document {
                    output.print(&document.human())?;
                }
            }
        }
        output.flush()?;
        let denies = |(_, rules): &(_, PageRules)| permissions(rules).iter().any(|(_, granted)| !granted);
        Ok(Status::of_findings(pages.iter().any(denies)))
    }
}

/// A page in UTF-8. UTF-16 is recognized by its byte order mark. A warning says if the page is in
/// another encoding; in most encodings, the parts that matter are ASCII.
fn decoded(input: &Input, html: Vec<u8>) -> Vec<u8> {
    let wide = |unit: fn([u8; 2]) -> u16| {
        let (pairs, _) = html[2..].as_chunks::<2>();
        let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
        String::from_utf16_lossy(&units).into_bytes()
    };
    match html.as_slice() {
        [0xff, 0xfe, ..] => return wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => return wide(u16::from_be_bytes),
        _ => {}
    }
    if std::str::from_utf8(&html).is_err() {
        output::warn(&format_args!(
            "{} is not UTF-8; rules are read, but other text may be garbled",
            printable(&input.name())
        ));
    }
    html
}

/// The rules for one crawler.
#[derive(Serialize)]
struct PageRow<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<&'a str>,
    /// The first of the crawler's product tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    crawler: Option<&'a str>,
    #[serde(flatten)]
    rules: &'a PageRules,
    /// Present if a page was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    document: Option<&'a Document<'a>>,
}

/// The statements of a page about itself in the tags of 1996.
#[derive(Serialize)]
struct Document<'a> {
    keywords: &'a [String],
    description: Option<&'a str>,
    document_state: &'a str,
    url: Option<&'a str>,
}

impl<'a> Document<'a> {
    fn of(tags: &'a DocumentTags) -> Self {
        Self {
            keywords: tags.keywords(),
            description: tags.description(),
            document_state: tags.document_state(),
            url: tags.url(),
        }
    }

    /// The statement of the page, for people; without the state if that is the default.
    fn human(&self) -> String {
        let mut text = String::new();
        let keywords = (!self.keywords.is_empty()).then(|| self.keywords.join(", "));
        let state = (!self.document_state.eq_ignore_ascii_case("static")).then_some(self.document_state);
        for (name, value) in [
            ("keywords", keywords.as_deref()),
            ("description", self.description),
            ("document state", state),
            ("URL", self.url),
        ] {
            if let Some(value) = value {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{name:18} {}", printable(value));
            }
        }
        text
    }
}

/// What may be granted or denied.
fn permissions(rules: &PageRules) -> [(&'static str, bool); 11] {
    [
        ("index", rules.may_index()),
        ("follow", rules.may_follow()),
        ("archive", rules.may_archive()),
        ("snippet", rules.may_show_snippet()),
        ("translate", rules.may_translate()),
        ("read aloud", rules.may_read_aloud()),
        ("own description", rules.may_generate_description()),
        ("image index", rules.may_index_images()),
        (AI, rules.may_use_for_ai()),
        (AI_ON_IMAGES, rules.may_use_images_for_ai()),
        (TRAINING, rules.may_use_for_training()),
    ]
}

/// No standard has rules about these, so that a page without one does not allow them; it says
/// nothing.
const AI: &str = "AI";
const AI_ON_IMAGES: &str = "AI on images";
const TRAINING: &str = "AI training";

/// The rules for people.
fn human(rules: &PageRules) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: &dyn std::fmt::Display| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:18} {value}");
    };
    for (name, granted) in permissions(rules) {
        if granted && [AI, AI_ON_IMAGES, TRAINING].contains(&name) {
            line(name, &"nothing is said");
            continue;
        }
        let style = verdict_style(granted);
        let word = if granted { "allowed" } else { "denied" };
        line(name, &format_args!("{style}{word}{style:#}"));
    }
    if rules.may_index_if_embedded() {
        line("index if embedded", &"allowed");
    }
    if let Some(limit) = rules.max_snippet() {
        line("max snippet", &limit);
    }
    if let Some(preview) = rules.max_image_preview() {
        line("max image preview", &preview);
    }
    if let Some(limit) = rules.max_video_preview() {
        line("max video preview", &limit);
    }
    if let Some(date) = rules.unavailable_after() {
        line("unavailable after", &date);
    }
    for note in rules.notes() {
        let kind = match note.kind() {
            NoteKind::Obsolete => "obsolete",
            NoteKind::BadValue => "bad value",
            NoteKind::Misplaced => "misplaced",
            NoteKind::Contradiction => "contradiction",
            _ => "unknown",
        };
        line(kind, &printable(note.text()));
    }
    if rules.has_more_notes() {
        line("", &"and more without effect");
    }
    text
}
