//! `robots`: robots.txt at the command line.

mod access;
mod answer;
mod audience;
mod audit;
mod batch;
mod check;
mod compare;
mod config;
mod crawlers;
mod credentials;
mod dialects;
mod diff;
mod document;
mod failure;
mod fetch;
mod files;
mod fmt;
mod generate;
mod input;
mod inspect;
mod lines;
mod lint;
mod minimize;
mod options;
mod proof_result;

mod output;
mod page;
mod readings;
mod replace;
mod report;
mod rewrite;
mod row;
mod severity;
mod shell;
mod shortened;
mod shown;
mod signals;
mod sitemap;
mod snippet;
mod status;
mod test;
mod tone;
mod urls;
mod views;
mod warc;

use std::env;
use std::io::{self, Write};
use std::iter;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{ColorChoice, Parser, Subcommand};

use config::Config;
use failure::Failure;
use status::Status;

/// Checks, explains, lints and compares robots.txt files.
///
/// FILE is a path, - for standard input, or an http or https URL, which means the robots.txt of its
/// site. Results go to standard output, messages to standard error.
#[derive(Parser)]
#[command(name = "robots", version, propagate_version = true, after_help = status::IN_SHORT, after_long_help = format!("{}\n\n{CONFIGURATION}", status::TABLE), max_term_width = 100)]
struct Cli {
    /// When to use colors; by default, on a terminal unless NO_COLOR is set
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true
    )]
    color: ColorChoice,

    /// Read this configuration instead of robots.toml in the current directory
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,

    #[command(subcommand)]
    command: Command,
}

const CONFIGURATION: &str = "\
Configuration: robots.toml in the current directory, or --config FILE:

  dialect = \"google\"                # for --dialect, not of compare
  agents = [\"@search\", \"GPTBot\"]   # for -a of check, audit, sitemap
  policy = \"policy.toml\"            # for test

  [lint]
  fail-on = \"warning\"               # for --fail-on
  fail-on-closed = [\"Googlebot\"]    # for --fail-on-closed
  min-severity = \"warning\"          # for --min-severity
  severity = { R028 = \"error\", trailing-star = \"off\" }
  baseline = \"robots-baseline.json\"

Paths are relative to the folder of the configuration. Options on the command\nline take precedence.";

#[derive(Subcommand)]
enum Command {
    Check(check::Check),
    Batch(batch::Batch),
    Inspect(inspect::Inspect),
    Lint(lint::Lint),
    Audit(audit::Audit),
    Diff(diff::Diff),
    Compare(compare::Compare),
    Test(test::Test),
    Minimize(minimize::Minimize),
    Fmt(fmt::Fmt),
    Block(access::Block),
    Allow(access::Allow),
    Page(page::Page),
    Signals(signals::SignalsOf),
    Sitemap(sitemap::Sitemap),
    Generate(generate::Generate),
    Completions(shell::Completions),
    #[command(name = "man")]
    Manual(shell::Manual),
}

impl Command {
    fn run(self, config: &Config) -> Result<Status, Failure> {
        match self {
            Self::Check(command) => command.run(config),
            Self::Batch(command) => command.run(config),
            Self::Inspect(command) => command.run(config),
            Self::Lint(command) => command.run(config),
            Self::Audit(command) => command.run(config),
            Self::Diff(command) => command.run(config),
            Self::Compare(command) => command.run(),
            Self::Test(command) => command.run(config),
            Self::Minimize(command) => command.run(config),
            Self::Fmt(command) => command.run(config),
            Self::Block(command) => command.run(),
            Self::Allow(command) => command.run(),
            Self::Page(command) => command.run(),
            Self::Signals(command) => command.run(config),
            Self::Sitemap(command) => command.run(config),
            Self::Generate(command) => command.run(),
            Self::Completions(command) => command.run(),
            Self::Manual(command) => command.run(),
        }
    }
}

impl Cli {
    fn run(self) -> Result<Status, Failure> {
        match self.color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        }
        .write_global();
        let config = Config::load(self.config.as_deref())?;
        self.command.run(&config)
    }
}

/// Prints the help or the version, if they were requested instead of a command, or else the error
/// in the arguments.
fn print_help_or_error(answer: &clap::Error) -> Result<Status, Failure> {
    if answer.use_stderr() {
        let mut text = answer.render().ansi().to_string();
        for argument in env::args_os().filter_map(|argument| argument.into_string().ok()) {
            // `--url=https://...` is one argument too.
            let value = argument.split_once('=').map(|(_, value)| value);
            for value in iter::once(&argument[..]).chain(value) {
                if let Some(hidden) = credentials::hidden(value) {
                    text = text.replace(&value[hidden], "");
                }
            }
        }
        // Nothing can be done if standard error is closed too.
        let _ = write!(anstream::stderr(), "{text}");
        return Ok(Status::BadInput);
    }
    let printed = answer.print().and_then(|()| io::stdout().flush());
    printed.map_err(Failure::Output)?;
    Ok(Status::Clean)
}

fn main() -> ExitCode {
    let result = match Cli::try_parse() {
        Ok(cli) => cli.run(),
        Err(answer) => print_help_or_error(&answer),
    };
    let status = result.unwrap_or_else(|failure| {
        // The reader has closed the pipe because it has read enough.
        if failure.is_closed_pipe() {
            return Status::Clean;
        }
        output::complain(&failure);
        failure.status()
    });
    ExitCode::from(status.code())
}
