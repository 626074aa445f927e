//! Options that several commands share.

use std::fs;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ColorChoice};
use robots_exclusion::{BodyFormat, Dialect, RobotsTxt};

use crate::failure::Failure;
use crate::input::{Input, Lines, RobotsFile};
use crate::output;

/// When to colour.
#[derive(Args)]
pub(crate) struct Color {
    /// When to use colours; by default, on a terminal unless NO_COLOR is set
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true
    )]
    color: ColorChoice,
}

impl Color {
    /// Sets the choice for all streams.
    pub(crate) fn apply(&self) {
        match self.color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// How robots.txt files are read.
#[derive(Args)]
pub(crate) struct Reading {
    /// How the file is read
    #[arg(short, long, default_value = "rfc9309", value_parser = dialects())]
    pub(crate) dialect: Dialect,

    /// Read no more than this many bytes of the file, and no line in part
    #[arg(long, value_name = "BYTES")]
    pub(crate) max_bytes: Option<usize>,

    /// Transcode a file that is marked as UTF-16, of which no line means anything otherwise
    #[arg(long)]
    pub(crate) transcode_utf16: bool,
}

impl Reading {
    /// Reads and parses a file. Says aloud if it looks like something else than a robots.txt.
    pub(crate) fn parse(&self, file: &Input) -> Result<RobotsTxt<'static>, Failure> {
        self.parse_file(file).map(|(robots, _)| robots)
    }

    /// As [`Self::parse`], with the file itself.
    pub(crate) fn parse_file(&self, file: &Input) -> Result<(RobotsTxt<'static>, RobotsFile), Failure> {
        let file = file.robots(self.dialect)?;
        let robots = self.parse_as(&file.body, self.dialect).into_owned();
        let looks_like = match robots.format() {
            BodyFormat::Html => "an HTML page",
            BodyFormat::Utf16Le | BodyFormat::Utf16Be if !self.transcode_utf16 => {
                "UTF-16 (see --transcode-utf16)"
            }
            _ => return Ok((robots, file)),
        };
        output::warn(&format_args!("{} looks like {looks_like}", file.name));
        Ok((robots, file))
    }

    /// Parses a body in any dialect.
    pub(crate) fn parse_as<'b>(&self, body: &'b [u8], dialect: Dialect) -> RobotsTxt<'b> {
        let mut options = RobotsTxt::options()
            .dialect(dialect)
            .transcode_utf16(self.transcode_utf16);
        if let Some(max_bytes) = self.max_bytes {
            options = options.max_bytes(max_bytes);
        }
        options.parse(body)
    }
}

/// Reads the name of a preset.
pub(crate) fn dialects() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(Dialect::PRESETS.iter().map(|(name, _)| *name))
        .map(|name| Dialect::from_name(&name).unwrap_or_default())
}

/// A list of URLs in a file.
#[derive(Args)]
pub(crate) struct UrlList {
    /// Also ask about the URLs in this file (- for standard input), one a line
    #[arg(short, long, value_name = "LIST")]
    pub(crate) urls: Option<Input>,
}

impl UrlList {
    /// Opens the list, if there is one. Complains where it and `file` both are standard input.
    pub(crate) fn open(&self, file: &Input) -> Result<Option<Lines>, Failure> {
        match &self.urls {
            None => Ok(None),
            Some(Input::Stdin) if matches!(file, Input::Stdin) => Err(Failure::Usage(
                "standard input cannot be both FILE and the list of URLs".to_owned(),
            )),
            Some(list) => list.lines().map(Some),
        }
    }

    /// The size of the list in bytes, where that is known.
    pub(crate) fn len(&self) -> Option<u64> {
        match &self.urls {
            Some(Input::Path(path)) => fs::metadata(path)
                .ok()
                .filter(fs::Metadata::is_file)
                .map(|data| data.len()),
            _ => None,
        }
    }
}
