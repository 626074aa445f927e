//! `robots test`: whether a robots.txt does what its site wants.

mod policy_file;
mod prove;
mod report;

use std::path::PathBuf;

use clap::Args;

use crate::config::Config;
use crate::crawlers::{self, Naming};
use crate::failure::Failure;
use crate::input::Input;
use crate::options::Reading;
use crate::output;
use crate::proof_result::WORK_LIMIT;
use crate::report::Format;
use crate::report::format::{Choice, GITHUB, JSON, JSON_LINES, JUNIT, among};
use crate::status::Status;

use policy_file::SitePolicy;
use prove::Files;

/// Proves that a robots.txt does what a policy says: which URLs are allowed, which are not, and for
/// whom.
///
/// A policy is a TOML file of assertions about all URLs that match patterns. Each is proved, or
/// refuted with a URL and the rule that decides about it. What cannot be decided counts as failed.
/// If a policy exceeds the work limit, a warning says how many questions were skipped, which counts
/// as a failure too.
///
/// "Proved" means for every URL that clients send: the characters of RFC 3986, those that browsers
/// leave raw besides (\ ^ ` { | }), and % with or without two hex digits after it.
#[derive(Args)]
#[command(after_long_help = "\
A policy:

  file = \"robots.txt\"               # where FILE is not given

  [[assert]]
  disallowed = [\"/checkout/\", \"/account/*/orders\"]
  agents = [\"*\", \"@search\", \"GPTBot\"]

  [[assert]]
  allowed = [\"/products/\", \"/*.css$\"]
  except = [\"/products/*/draft\"]    # URLs that match one of these are not asserted
  agents = [\"Googlebot\"]
  dialect = \"google\"

  [[assert]]
  refused = [\"ai-train\"]            # uses of pages; or permitted = [\"search\"]
  agents = [\"@ai-training\"]

  [[assert]]
  name = \"Staging is not found\"      # shown, with the reason, where it fails
  reason = \"it has copies of all pages\"
  closed = true                      # no page may be fetched; or crawl_delay = 5
  agents = [\"@search\"]

  [[assert]]
  sitemap = \"sitemap.xml\"           # all its URLs are allowed

  [[assert]]
  equivalent-to = \"robots.staging.txt\"

Patterns are written as in robots.txt. Uses are search, ai-input, ai-train and tdm, as robots signals
answers about the start page and the paths of Content-Usage lines. With obeys = \"always\", what is
disallowed or refused is refuted for a crawler that may ignore robots.txt, as its operator says.
Without agents, an assertion is about all crawlers that no group names (*); equivalent-to also about those that either file names,
and well-known ones to which the files differ as they read them. Without a dialect, each crawler is
read as its operator documents. Paths begin at the folder of the policy.

Examples:
  robots test policy.toml robots.txt
  robots test policy.toml https://www.example.com --explain
  robots test policy.toml --format junit > results.xml")]
pub(crate) struct Test {
    #[arg(value_name = "POLICY", help = crawlers::help("The policy [default: the one of robots.toml]"))]
    policy: Option<PathBuf>,

    /// The robots.txt: a path, - for standard input, or a URL, which means the robots.txt of its
    /// site [default: the file that the policy names]
    #[arg(value_name = "FILE")]
    file: Option<Input>,

    #[command(flatten)]
    naming: Naming,

    #[command(flatten)]
    reading: Reading,

    /// Print all assertions, not only those that fail, and why
    #[arg(long)]
    explain: bool,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", value_parser = among(FORMATS), default_value = "human")]
    format: Format,
}

const FORMATS: &[Choice] = &[
    Format::Human.help("What fails, and a summary; the default"),
    Format::Concise.help("One line for each failure: FILE:LINE:COLUMN: severity CODE message"),
    JSON,
    JSON_LINES,
    GITHUB,
    JUNIT,
    Format::Markdown.help("A Markdown table of failures, for comments and job summaries"),
];

impl Test {
    pub(crate) fn run(mut self, config: &Config) -> Result<Status, Failure> {
        self.reading.configure(config);
        let path = self.policy.as_ref().or(config.policy.as_ref()).ok_or_else(|| {
            Failure::Usage("there is no policy; name it, or write `policy = ...` in robots.toml".to_owned())
        })?;
        let dialect = self.reading.dialect();
        let policy = SitePolicy::load(path, self.naming, self.reading.choice())?;
        let input = self.file.as_ref().or(policy.file.as_ref()).ok_or_else(|| {
            Failure::Usage(format!(
                "there is no file to test; name it, or write `file = \"robots.txt\"` in {}",
                policy.name
            ))
        })?;
        let client = self.reading.web.client();
        let file = input.existing_robots(dialect, &client)?;
        // For its warning, if it looks like something else.
        let _ = self.reading.limits.parse_file(&file, dialect);
        let files = Files::read(&policy, &file, &self.reading, &client)?;
        let (proven, skipped) = prove::prove(&policy, &files, self.naming, self.explain);
        report::print(self.format, self.explain, &policy.name, &file.name, &proven)?;
        if skipped > 0 {
            output::warn(&format_args!(
                "skipped the last {skipped} questions: {WORK_LIMIT}"
            ));
        }
        let fails = skipped > 0 || proven.iter().any(|proven| !proven.holds());
        Ok(Status::of_findings(fails))
    }
}
