//! Where a command reads from: a path, standard input, or the web.

use std::error::Error;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;

use robots_exclusion::Dialect;
use url::Url;

use crate::failure::Failure;
use crate::fetch::{self, Fetched, Report};
use crate::output;

/// A FILE argument.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    /// `-`.
    Stdin,
    /// A path, which need not be UTF-8.
    Path(PathBuf),
    /// An `http` or `https` URL, not checked yet.
    Url(String),
}

impl From<OsString> for Input {
    fn from(argument: OsString) -> Self {
        if argument == "-" {
            return Self::Stdin;
        }
        match argument.into_string() {
            Ok(text) if fetch::is_url(&text) => Self::Url(text),
            Ok(text) => Self::Path(text.into()),
            Err(argument) => Self::Path(argument.into()),
        }
    }
}

/// A robots.txt file.
pub(crate) struct RobotsFile {
    /// What to call it: the path, `standard input`, or the URL it came from.
    pub(crate) name: String,
    pub(crate) body: Vec<u8>,
    /// How it was fetched, if it was.
    pub(crate) fetched: Option<Report>,
}

impl Input {
    /// What to call it: the path or URL as given, or `standard input`.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Stdin => "standard input".to_owned(),
            Self::Path(path) => path.display().to_string(),
            Self::Url(url) => url.clone(),
        }
    }

    /// Reads a robots.txt file. Of a URL, that is the one of its site, and the dialect says what the site's answer means;
    /// whatever else than a file it was is said aloud.
    pub(crate) fn robots(&self, dialect: Dialect) -> Result<RobotsFile, Failure> {
        let Self::Url(url) = self else {
            return Ok(RobotsFile {
                name: self.name(),
                body: self.read()?,
                fetched: None,
            });
        };
        let page = Url::parse(url).map_err(|error| self.malformed(error))?;
        let Fetched { body, report } =
            fetch::robots(&page, dialect).map_err(|error| self.malformed(error))?;
        if !report.is_file() || report.truncated {
            output::warn(&report);
        }
        Ok(RobotsFile {
            name: report.final_url.clone(),
            body,
            fetched: Some(report),
        })
    }

    /// Reads all of it.
    pub(crate) fn read(&self) -> Result<Vec<u8>, Failure> {
        let result = match self {
            Self::Stdin => {
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
            }
            Self::Path(path) => fs::read(path),
            Self::Url(_) => {
                let mut bytes = Vec::new();
                self.open()?.read_to_end(&mut bytes).map(|_| bytes)
            }
        };
        result.map_err(|error| self.failure(error))
    }

    /// Opens it for reading as a stream.
    pub(crate) fn open(&self) -> Result<Box<dyn Read>, Failure> {
        match self {
            Self::Stdin => Ok(Box::new(io::stdin().lock())),
            Self::Path(path) => match File::open(path) {
                Ok(file) => Ok(Box::new(file)),
                Err(error) => Err(self.failure(error)),
            },
            Self::Url(url) => {
                let url = Url::parse(url).map_err(|error| self.malformed(error))?;
                match fetch::open(&url) {
                    Ok(body) => Ok(Box::new(body)),
                    Err(error) => Err(self.failure(error)),
                }
            }
        }
    }

    /// Opens it for reading line by line.
    pub(crate) fn lines(&self) -> Result<Lines, Failure> {
        Ok(Lines {
            input: self.clone(),
            reader: BufReader::with_capacity(64 * 1024, self.open()?),
            line: Vec::new(),
            bytes_read: 0,
        })
    }

    /// That it is no URL, or not one of a site.
    fn malformed(&self, error: impl Error + Send + Sync + 'static) -> Failure {
        self.failure(io::Error::new(io::ErrorKind::InvalidInput, error))
    }

    /// That it cannot be read.
    pub(crate) fn failure(&self, error: io::Error) -> Failure {
        Failure::Input {
            name: self.name(),
            error,
        }
    }
}

/// The lines of an input that hold something, one at a time.
pub(crate) struct Lines {
    input: Input,
    reader: BufReader<Box<dyn Read>>,
    line: Vec<u8>,
    bytes_read: u64,
}

impl Lines {
    /// The next line without white space at its ends; blank ones are skipped.
    pub(crate) fn next_line(&mut self) -> Result<Option<&[u8]>, Failure> {
        loop {
            self.line.clear();
            match self.reader.read_until(b'\n', &mut self.line) {
                Ok(0) => return Ok(None),
                Ok(count) => self.bytes_read += count as u64,
                Err(error) => return Err(self.input.failure(error)),
            }
            if !self.line.trim_ascii().is_empty() {
                break;
            }
        }
        Ok(Some(self.line.trim_ascii()))
    }

    /// How many bytes have been read so far.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.bytes_read
    }
}
