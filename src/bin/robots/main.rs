//! `robots`: robots.txt at the command line.

mod answer;
mod batch;
mod check;
mod compare;
mod diff;
mod document;
mod explain;
mod failure;
mod fetch;
mod generate;
mod input;
mod inspect;
mod lint;
mod options;
mod output;
mod page;
mod row;
mod shell;
mod sitemap;
mod snippet;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use options::Color;

/// Checks, explains, judges and compares robots.txt files.
///
/// FILE is a path, - for standard input, or an http or https URL, which means the robots.txt of its site. Results go to standard output, complaints to standard error.
#[derive(Parser)]
#[command(name = "robots", version, propagate_version = true, after_help = EXIT_STATUS, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    color: Color,

    #[command(subcommand)]
    command: Command,
}

const EXIT_STATUS: &str = "\
Exit status: 0 if all is allowed or there is nothing to report, 1 if something is disallowed or there is something to \
report, 2 if the usage, an input or the output is wrong.";

#[derive(Subcommand)]
enum Command {
    Check(check::Check),
    Batch(batch::Batch),
    Inspect(inspect::Inspect),
    Lint(lint::Lint),
    Diff(diff::Diff),
    Compare(compare::Compare),
    Page(page::Page),
    Sitemap(sitemap::Sitemap),
    Generate(generate::Generate),
    Completions(shell::Completions),
    #[command(name = "man")]
    Manual(shell::Manual),
}

/// What a command found, and so the exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    /// All is allowed, or there is nothing to report.
    Clean = 0,
    /// Something is disallowed, or there is something to report.
    Findings = 1,
    /// Parts of the input could not be read, and it was said which.
    BadInput = 2,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    cli.color.apply();
    let result = match cli.command {
        Command::Check(command) => command.run(),
        Command::Batch(command) => command.run(),
        Command::Inspect(command) => command.run(),
        Command::Lint(command) => command.run(),
        Command::Diff(command) => command.run(),
        Command::Compare(command) => command.run(),
        Command::Page(command) => command.run(),
        Command::Sitemap(command) => command.run(),
        Command::Generate(command) => command.run(),
        Command::Completions(command) => command.run(),
        Command::Manual(command) => command.run(),
    };
    let status = result.unwrap_or_else(|failure| {
        // Whoever closed the pipe has read enough.
        if failure.is_closed_pipe() {
            return Status::Clean;
        }
        output::complain(&failure);
        Status::BadInput
    });
    ExitCode::from(status as u8)
}
