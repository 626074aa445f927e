//! Where a command reads from: a path, standard input, or the web.

use std::ffi::OsString;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use robots_exclusion::Dialect;
use url::{Host, Url};

use crate::credentials::hide_credentials;
use crate::failure::Failure;
use crate::fetch::{Client, Exchanges, FetchReport};
use crate::output;
use crate::shown::printable;
use crate::urls::as_utf8;

/// The most that is read of an input that is kept whole, in bytes. No crawler reads a thousandth of
/// that from a robots.txt; this is what stops `/dev/zero`.
const MAX_BYTES: u64 = 256 << 20;

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

/// What comes before `://`, if an argument is meant as a URL and not as a path.
fn scheme(argument: &str) -> Option<&str> {
    let (scheme, _) = argument.split_once("://")?;
    let is_scheme = !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_scheme.then_some(scheme)
}

fn is_url(argument: &str) -> bool {
    scheme(argument).is_some_and(|scheme| matches!(&*scheme.to_ascii_lowercase(), "http" | "https"))
}

impl From<OsString> for Input {
    fn from(argument: OsString) -> Self {
        if argument == "-" {
            return Self::Stdin;
        }
        match argument.into_string() {
            Ok(text) if is_url(&text) => Self::Url(text),
            Ok(text) => Self::Path(text.into()),
            Err(argument) => Self::Path(argument.into()),
        }
    }
}

/// A robots.txt file.
#[derive(Debug)]
pub(crate) struct RobotsFile {
    /// What to call it: the path, `standard input`, or the URL it came from.
    pub(crate) name: String,
    pub(crate) body: Vec<u8>,
    /// How it was fetched, if it was.
    pub(crate) fetched: Option<FetchReport>,
}

impl RobotsFile {
    /// The file, or a failure if the site gave none.
    ///
    /// # Errors
    ///
    /// If the file could not be fetched.
    pub(crate) fn or_failure(self) -> Result<Self, Failure> {
        match self.fetched {
            Some(report) if !report.is_file() => Err(Failure::NoFile(Box::new(report))),
            _ => Ok(self),
        }
    }
}

impl Input {
    /// What to call it: the path or URL as given, or `standard input`.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Stdin => "standard input".to_owned(),
            Self::Path(path) => path.display().to_string(),
            Self::Url(url) => hide_credentials(url),
        }
    }

    /// Reads a robots.txt file. A URL means its site's robots.txt, and the dialect decides what the
    /// site's answer means. A warning says if there is no file, or less than all of it.
    pub(crate) fn robots(&self, dialect: Dialect, client: &Client) -> Result<RobotsFile, Failure> {
        let file = self.robots_among(dialect, client, &mut Exchanges::default())?;
        if let Some(report) = file.fetched.as_ref().filter(|report| report.is_incomplete()) {
            output::warn(report);
        }
        Ok(file)
    }

    /// Like [`Self::robots`], but it is a failure if the site gave no file, and there is no warning
    /// if it gave less than all of it.
    pub(crate) fn existing_robots(&self, dialect: Dialect, client: &Client) -> Result<RobotsFile, Failure> {
        self.robots_among(dialect, client, &mut Exchanges::default())?
            .or_failure()
    }

    /// Like [`Self::robots`], for one of several dialects: a site is asked once for all of them, and
    /// the caller reports what happened.
    pub(crate) fn robots_among(
        &self,
        dialect: Dialect,
        client: &Client,
        exchanges: &mut Exchanges,
    ) -> Result<RobotsFile, Failure> {
        let Self::Url(url) = self else {
            return Ok(RobotsFile {
                name: self.name(),
                body: self.read(client)?,
                fetched: None,
            });
        };
        let (body, report) = client
            .robots(url, dialect, exchanges)
            .map_err(|error| self.failure(io::Error::other(error)))?;
        Ok(RobotsFile {
            name: report.final_url.clone(),
            body,
            fetched: Some(report),
        })
    }

    /// Reads all of it.
    pub(crate) fn read(&self, client: &Client) -> Result<Vec<u8>, Failure> {
        read_up_to(self.open(client)?, MAX_BYTES).map_err(|error| self.failure(error))
    }

    /// Opens it for reading as a stream.
    pub(crate) fn open(&self, client: &Client) -> Result<Box<dyn Read>, Failure> {
        match self {
            Self::Stdin => Ok(Box::new(io::stdin().lock())),
            Self::Path(path) => match File::open(path) {
                Ok(file) => Ok(Box::new(file)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Err(not_found(path, &error)),
                Err(error) => Err(self.failure(error)),
            },
            Self::Url(url) => client
                .open(url)
                .map_err(|error| self.failure(io::Error::other(error))),
        }
    }

    /// The size of a file in bytes, where that is known.
    pub(crate) fn len(&self) -> Option<u64> {
        let Self::Path(path) = self else { return None };
        let data = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        Some(data.len())
    }

    /// Opens a list for reading line by line.
    pub(crate) fn lines(&self, client: &Client) -> Result<ListLines, Failure> {
        let reader = BufReader::with_capacity(64 * 1024, self.open(client)?);
        let reader = as_utf8(Box::new(reader)).map_err(|error| self.failure(error))?;
        Ok(ListLines::new(self.clone(), reader))
    }

    /// The failure that it cannot be read.
    pub(crate) fn failure(&self, error: io::Error) -> Failure {
        Failure::Input {
            name: self.name(),
            error,
        }
    }
}

/// The failure that there is no such file, which says what was probably meant.
fn not_found(path: &Path, error: &io::Error) -> Failure {
    let mut name = path.display().to_string();
    // What comes before the host of a site may be a user and a password.
    let site = &name[name.rfind('@').map_or(0, |at| at + 1)..];
    let mut advice = String::new();
    if scheme(&name).is_some() {
        advice.push_str("; only http:// and https:// URLs are fetched");
    } else if looks_like_host(site) {
        advice = format!("; for that site, write https://{site}");
        name = site.to_owned();
    }
    Failure::Input {
        name,
        error: io::Error::new(error.kind(), format!("{error}{advice}")),
    }
}

/// Whether a path that does not exist was probably meant as the address of a site:
/// `www.example.com`, `example.org/robots.txt`.
fn looks_like_host(text: &str) -> bool {
    // The endings of files that people name here.
    let is_file = |label: &str| ["txt", "xml", "json", "html", "toml", "csv", "gz"].contains(&label);
    let authority = text.split('/').next().unwrap_or_default();
    let url = Url::parse(&format!("http://{authority}"));
    match url.as_ref().ok().and_then(Url::host) {
        Some(Host::Domain(host)) => {
            let last = host.rsplit_once('.').map_or("", |(_, last)| last);
            host == "localhost" || last.len() > 1 && !is_file(last)
        }
        // A number alone is an address too.
        Some(Host::Ipv4(address)) => authority.starts_with(&address.to_string()),
        _ => false,
    }
}

/// Refuses to read two inputs from standard input, as the second would be empty. Each has the name
/// by which the help calls it.
///
/// # Errors
///
/// If standard input is among them twice.
pub(crate) fn refuse_stdin_twice(inputs: &[(&str, &[Input])]) -> Result<(), Failure> {
    let names = inputs.iter().flat_map(|(name, inputs)| {
        let stdin = inputs.iter().filter(|input| matches!(input, Input::Stdin));
        stdin.map(move |_| *name)
    });
    let roles = match names.collect::<Vec<_>>()[..] {
        [first, second, ..] if first == second => format!("{first} twice"),
        [first, second, ..] => format!("both {first} and {second}"),
        _ => return Ok(()),
    };
    Err(Failure::Usage(format!(
        "standard input cannot be {roles}; give one of them as a path"
    )))
}

/// A text that people or their programs wrote for this one, such as a list or JSON, without the
/// UTF-8 byte order mark that spreadsheets and some editors write at its start.
pub(crate) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text)
}

/// Reads to the end. It is an error if that takes more than this many bytes.
fn read_up_to(reader: impl Read, max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max {
        let message = format!(
            "it is larger than the limit of {} MiB; name another file",
            max >> 20
        );
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// Reads a file that somebody else named, which must be a regular one of at most this many bytes. A
/// pipe or a device might block, or never end.
pub(crate) fn read_regular(path: &Path, max: u64) -> io::Result<Vec<u8>> {
    let refuse_others = |data: fs::Metadata| match data.is_file() {
        true => Ok(()),
        false => Err(io::Error::other("it is not a regular file")),
    };
    // Before it is opened, as opening a pipe waits for its other end; and after, as the path may
    // lead elsewhere by then.
    refuse_others(fs::metadata(path)?)?;
    let file = File::open(path)?;
    refuse_others(file.metadata()?)?;
    read_up_to(file, max)
}

/// The lines of a list, one at a time; blank ones and comments (`#`) are skipped.
pub(crate) struct ListLines {
    input: Input,
    reader: Box<dyn BufRead>,
    line: Vec<u8>,
    number: u64,
    bytes_read: u64,
}

impl ListLines {
    pub(crate) fn new(input: Input, reader: Box<dyn BufRead>) -> Self {
        Self {
            input,
            reader,
            line: Vec::new(),
            number: 0,
            bytes_read: 0,
        }
    }

    /// The number of the line that was read last, counted from 1.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    pub(crate) fn bytes_read(&self) -> u64 {
        self.bytes_read
    }

    /// The next line without white space at its ends.
    pub(crate) fn next_line(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        loop {
            self.line.clear();
            match self.reader.read_until(b'\n', &mut self.line) {
                Ok(0) => return Ok(None),
                Ok(count) => self.bytes_read += count as u64,
                Err(error) => return Err(self.input.failure(error)),
            }
            self.number += 1;
            let mut line = &self.line[..];
            if self.number == 1 {
                line = without_mark(line);
            }
            line = line.trim_ascii();
            if !matches!(line, [] | [b'#', ..]) {
                return Ok(Some(line.to_vec()));
            }
        }
    }
}

/// Says that something is not a URL, and what to write instead.
pub(crate) fn not_a_url(url: &[u8], error: impl Display) -> String {
    format!(
        "{:?} is not a URL or path: {error}",
        printable(&hide_credentials(&String::from_utf8_lossy(url)))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_without_a_scheme_are_recognized() {
        for text in [
            "www.example.com",
            "example.org/robots.txt",
            "localhost:8000",
            "127.0.0.1:80/a",
        ] {
            assert!(looks_like_host(text), "{text}");
        }
        for text in [
            "robots.txt",
            "a/robots.txt",
            "./a.com",
            "/www.example.com",
            "",
            "a",
            "a..b",
            "x.com:y",
        ] {
            assert!(!looks_like_host(text), "{text}");
        }
    }

    #[test]
    fn one_byte_order_mark_is_skipped() {
        assert_eq!(without_mark(b"\xEF\xBB\xBF"), b"");
        assert_eq!(without_mark(b"\xEF\xBB\xBFa"), b"a");
        assert_eq!(without_mark(b"\xEF\xBB\xBF\xEF\xBB\xBFa"), b"\xEF\xBB\xBFa");
        for text in [&b""[..], b"a\n", b"\xEF", b"\xEF\xBB", b"\xEF\xBBa", b"\xEFab"] {
            assert_eq!(without_mark(text), text);
        }
    }
}
