//! `robots completions` and `robots man`: the files that are installed with the program.

use std::path::PathBuf;

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::failure::Failure;
use crate::output;
use crate::{Cli, Status};

/// Prints the completions for a shell.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  robots completions bash > /etc/bash_completion.d/robots
  robots completions zsh > \"${fpath[1]}/_robots\"
  robots completions fish > ~/.config/fish/completions/robots.fish")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "robots", &mut script);
        output::write_alone(&script)?;
        Ok(Status::Clean)
    }
}

/// Prints the manual page of the program, or of one of its commands.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  robots man | man -l -
  robots man check > robots-check.1
  robots man --dir /usr/local/share/man/man1")]
pub(crate) struct Manual {
    /// A command
    #[arg(value_name = "COMMAND", conflicts_with = "dir")]
    command: Option<String>,

    /// Write all pages to this directory instead
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Manual {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let mut program = Cli::command().disable_help_subcommand(true);
        program.build();
        if let Some(dir) = self.dir {
            clap_mangen::generate_to(program, &dir).map_err(|error| Failure::written(&dir, error))?;
            return Ok(Status::Clean);
        }
        let command = match &self.command {
            None => program,
            Some(name) => program
                .find_subcommand(name)
                .cloned()
                .ok_or_else(|| Failure::Usage(format!("there is no command {name:?}")))?,
        };
        let mut page = Vec::new();
        Man::new(command).render(&mut page).map_err(Failure::Output)?;
        output::write_alone(&page)?;
        Ok(Status::Clean)
    }
}
