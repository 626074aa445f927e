//! `robots page`: what a page's tags and headers allow.

use std::fmt::Write;

use clap::Args;
use robots_exclusion_page::{MetaScanner, NoteKind, PageRules};

use crate::crawlers::{self, Naming};
use crate::failure::Failure;
use crate::fetch::Web;
use crate::input::Input;
use crate::options::header_field;
use crate::output::{self, Output, verdict_style};
use crate::report::Format;
use crate::report::format::{DOCUMENT, among};
use crate::shown::printable;
use crate::status::Status;

/// Prints the effective page rules: what may be done with a page once it is fetched.
///
/// They come from robots meta tags and from the header fields X-Robots-Tag and Robots-Tag. The exit
/// status is 1 if they deny anything.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  robots page --meta 'noindex, max-snippet:50'
  robots page --header 'X-Robots-Tag: googlebot: nofollow' -a Googlebot
  robots page --html page.html --meta noarchive --format json
  robots page --html https://example.com/")]
// Its own --header is something that a page was served with.
#[command(mut_arg("sent_header", |arg| arg.long("send-header")))]
pub(crate) struct Page {
    /// The content of a robots meta tag; may be repeated
    #[arg(short, long, value_name = "CONTENT")]
    meta: Vec<String>,

    /// A line of an HTTP header, such as 'X-Robots-Tag: noindex'; may be repeated
    #[arg(short = 'H', long, value_name = "LINE")]
    header: Vec<String>,

    /// An HTML page to read the meta tags from: a path, - for standard input, or a URL
    #[arg(long, value_name = "FILE")]
    html: Option<Input>,

    #[arg(
        short,
        long,
        value_name = "AGENT",
        help = crawlers::help("The crawler; by default, the rules for everyone"),
        default_value = "",
        hide_default_value = true
    )]
    agent: String,

    #[command(flatten)]
    naming: Naming,

    #[command(flatten)]
    web: Web,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", value_parser = among(DOCUMENT))]
    format: Option<Format>,
}

impl Page {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        if self.meta.is_empty() && self.header.is_empty() && self.html.is_none() {
            return Err(Failure::Usage(
                "there are no rules to read; give --meta, --header or --html".to_owned(),
            ));
        }
        let agent = self.naming.read(&self.agent);
        let mut page = PageRules::builder(match agent.crawler() {
            "*" => "",
            token => token,
        });
        for content in &self.meta {
            page.meta("robots", content);
        }
        for line in &self.header {
            let (name, value) = header_field(line, "X-Robots-Tag: noindex")?;
            if !["x-robots-tag", "robots-tag"].contains(&name.trim().to_ascii_lowercase().as_str()) {
                output::warn(&format_args!(
                    "the header {:?} holds no page rules; use X-Robots-Tag or Robots-Tag",
                    name.trim()
                ));
            }
            page.header(name, value);
        }
        if let Some(html) = &self.html {
            page.html_with(MetaScanner::new(), html.open(&self.web.client())?)
                .map_err(|error| html.failure(error))?;
        }
        let rules = page.build();
        let mut output = Output::new();
        match Format::or_default(self.format, Format::Json) {
            Format::Json => output.json(&rules)?,
            _ => output.print(&human(&rules))?,
        }
        output.flush()?;
        let is_denied = permissions(&rules).iter().any(|(_, granted)| !granted);
        Ok(Status::of_findings(is_denied))
    }
}

/// What may be granted or denied.
fn permissions(rules: &PageRules) -> [(&'static str, bool); 8] {
    [
        ("index", rules.may_index()),
        ("follow", rules.may_follow()),
        ("archive", rules.may_archive()),
        ("snippet", rules.may_show_snippet()),
        ("translate", rules.may_translate()),
        ("image index", rules.may_index_images()),
        ("AI", rules.may_use_for_ai()),
        ("AI on images", rules.may_use_images_for_ai()),
    ]
}

/// The rules for people.
fn human(rules: &PageRules) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: &dyn std::fmt::Display| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:18} {value}");
    };
    for (name, granted) in permissions(rules) {
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
            _ => "unknown",
        };
        line(kind, &printable(note.text()));
    }
    if rules.has_more_notes() {
        line("", &"and more without effect");
    }
    text
}
