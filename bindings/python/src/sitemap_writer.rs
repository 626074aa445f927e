//! `write_sitemaps`: entries into the sitemaps of a folder and their index.

use std::io;
use std::path::{Path, PathBuf};

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyDate, PyDateTime, PyDict, PyString};
use robots_exclusion_sitemap::{
    ChangeFrequency, Entry, EntryKind, Extension, ExtensionKind, Priority, W3cDateTime, WriteError,
    WriteOptions,
};
use url::Url;

use crate::argument::{Argument, arg, is_list, printed, quoted, wrong_type, wrong_value};
use crate::record;
use crate::text::Text;

/// The argument with the entries.
const ENTRIES: &str = "entries";

/// So many entries are written between two looks for an interrupt.
const LOOK_AFTER: u64 = 1 << 12;

/// The fields of an entry by name, as [`SitemapEntry`](crate::sitemap) has them. `line` is where an
/// entry was read, and is not written.
const FIELDS: [&str; 8] = [
    "loc",
    "is_sitemap",
    "lastmod",
    "changefreq",
    "priority",
    "images",
    "alternates",
    "line",
];

/// A folder: a `str` or an `os.PathLike`.
struct Folder(PathBuf);

impl<'a> Argument<'a, '_> for Folder {
    fn read(name: &str, object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        let path = object.extract::<PathBuf>();
        path.map(Self)
            .map_err(|_| wrong_type(name, "str or os.PathLike", object))
    }
}

/// The fields of an entry that is given as a record or as a dict.
enum Fields<'a, 'py> {
    Record(&'a Bound<'py, PyAny>),
    Dict(&'a Bound<'py, PyDict>),
}

impl<'py> Fields<'_, 'py> {
    /// A field, unless it is not there or `None`.
    fn get(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = match self {
            Self::Record(record) => Some(record.getattr(name)?),
            Self::Dict(dict) => dict.get_item(name)?,
        };
        Ok(found.filter(|value| !value.is_none()))
    }
}

/// The error of a field that is wrong.
fn wrong_field(field: &str, expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let shown = match found.cast::<PyString>() {
        Ok(text) => quoted(&text.to_string_lossy()),
        Err(_) => printed(found),
    };
    wrong_value(ENTRIES, &format!("{expected} as {field}"), shown)
}

/// The text of a field, which a file in UTF-8 can have as it is: nothing else would be the same URL.
fn utf8<'t>(field: &str, text: &'t Text<'_>, found: &Bound<'_, PyAny>) -> PyResult<&'t str> {
    str::from_utf8(&text.0).map_err(|_| wrong_field(field, "text that UTF-8 can hold", found))
}

/// The texts of a field that is a list.
fn texts(field: &str, list: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let expected = "a list of str";
    if !is_list(list) {
        return Err(wrong_field(field, expected, list));
    }
    let texts = list.try_iter()?.map(|text| {
        let text = text?;
        match Text::of(&text)? {
            Some(found) => utf8(field, &found, &text).map(str::to_owned),
            None => Err(wrong_field(field, expected, list)),
        }
    });
    texts.collect()
}

/// A date or a time: a text in the form of the protocol, a `date` or a `datetime`. One without a zone
/// is local, as for Python's own calls.
fn lastmod(value: &Bound<'_, PyAny>) -> PyResult<W3cDateTime> {
    let wrong = || wrong_field("lastmod", "a date or a time with its zone", value);
    let text = if let Ok(time) = value.cast::<PyDateTime>() {
        let zoned = match time.getattr("tzinfo")?.is_none() {
            true => time.call_method0("astimezone")?,
            false => time.as_any().clone(),
        };
        zoned.call_method0("isoformat")?
    } else if value.is_instance_of::<PyDate>() {
        value.call_method0("isoformat")?
    } else {
        value.clone()
    };
    let text = Text::of(&text)?.ok_or_else(wrong)?;
    text.to_str().parse().map_err(|_| wrong())
}

fn entry(object: &Bound<'_, PyAny>) -> PyResult<Entry> {
    if let Some(url) = Text::of(object)? {
        return Ok(Entry::new(utf8("loc", &url, object)?));
    }
    let class = object.py().import("robots_exclusion._records")?;
    let fields = match object.cast::<PyDict>() {
        Ok(dict) => Fields::Dict(dict),
        Err(_) if object.is_instance(&class.getattr("SitemapEntry")?)? => Fields::Record(object),
        Err(_) => {
            let expected = "URLs, SitemapEntry or dict for each item";
            return Err(wrong_type(ENTRIES, expected, object));
        }
    };
    if let Fields::Dict(dict) = fields {
        for key in dict.keys() {
            let known = FIELDS.iter().any(|field| key.eq(field).unwrap_or(false));
            if !known {
                return Err(wrong_field("a field", &FIELDS[..7].join(", "), &key));
            }
        }
    }
    let Some(loc) = fields.get("loc")? else {
        return Err(wrong_value(
            ENTRIES,
            "a loc in each entry",
            "an entry without one",
        ));
    };
    let Some(url) = Text::of(&loc)? else {
        return Err(wrong_field("loc", "a URL", &loc));
    };
    let mut entry = Entry::new(utf8("loc", &url, &loc)?);
    if let Some(is_sitemap) = fields.get("is_sitemap")?
        && is_sitemap.is_truthy()?
    {
        return Err(wrong_value(ENTRIES, "pages", "a sitemap of an index"));
    }
    if let Some(value) = fields.get("lastmod")? {
        entry = entry.with_lastmod(lastmod(&value)?);
    }
    if let Some(value) = fields.get("changefreq")? {
        let frequency = value
            .extract::<&str>()
            .ok()
            .and_then(|text| text.parse::<ChangeFrequency>().ok());
        let wrong = || wrong_field("changefreq", "a word of the protocol, such as daily,", &value);
        entry = entry.with_change_frequency(frequency.ok_or_else(wrong)?);
    }
    if let Some(value) = fields.get("priority")? {
        let priority = value.extract::<f64>().ok().and_then(Priority::new);
        let wrong = || wrong_field("priority", "a number from 0 to 1", &value);
        entry = entry.with_priority(priority.ok_or_else(wrong)?);
    }
    if let Some(value) = fields.get("images")? {
        for image in texts("images", &value)? {
            entry = entry.with_extension(Extension::new(ExtensionKind::Image).with("loc", &image));
        }
    }
    if let Some(value) = fields.get("alternates")? {
        let expected = "a list of pairs of a language and a URL";
        if !is_list(&value) {
            return Err(wrong_field("alternates", expected, &value));
        }
        for pair in value.try_iter()? {
            let pair = texts("alternates", &pair?)?;
            let [language, url] = &*pair else {
                return Err(wrong_field("alternates", expected, &value));
            };
            let link = Extension::new(ExtensionKind::Alternate)
                .with("@rel", "alternate")
                .with("@hreflang", language)
                .with("@href", url);
            entry = entry.with_extension(link);
        }
    }
    Ok(entry)
}

/// The fields of the record `SitemapFile`.
#[derive(IntoPyObject)]
struct SitemapFile {
    path: PathBuf,
    url: String,
    is_index: bool,
}

/// An error of the system as Python's own calls raise it, with its number and the file.
fn failed(path: &Path, error: io::Error) -> PyErr {
    match error.raw_os_error() {
        // Python knows its text, and the class of the error.
        Some(number) => match Python::attach(|py| {
            let text = py.import("os")?.call_method1("strerror", (number,))?;
            Ok::<_, PyErr>(PyOSError::new_err((
                number,
                text.unbind(),
                path.as_os_str().to_owned(),
            )))
        }) {
            Ok(error) | Err(error) => error,
        },
        None => io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display())).into(),
    }
}

/// Writes entries into sitemaps in a folder, as many as the limits of the protocol require (50,000
/// URLs and 50 MB in a file), and their index: ``sitemap-1.xml``..., ``sitemap-index.xml``. Returns
/// the files, the index last: submit its address, or name it in a ``Sitemap`` line of robots.txt.
///
/// Files of these names are replaced, once all are complete: if an entry is wrong or something
/// fails, also in the iterable, files of before are as they were. Without any entry nothing is
/// written.
///
/// :param entries: an iterable of URLs, of entries that :func:`read_sitemap` has read, or of dicts
///     with the fields of such an entry: ``loc``, and what else there is of ``lastmod``,
///     ``changefreq``, ``priority``, ``images`` and ``alternates``. ``lastmod`` may be a ``date`` or a
///     ``datetime``.
/// :param folder: where the files are to be; it is made if it is not there.
/// :param url: the address of the folder. A sitemap may list URLs below its own folder alone.
/// :param gzip: whether to compress the files, whose names then end with ``.gz``.
/// :raises ValueError: if an entry is not below ``url``, or a sitemap cannot have it.
/// :raises OSError: if a file cannot be written, or there is a folder or a link of its name.
#[pyfunction]
#[pyo3(signature = (entries, folder, url, *, gzip = false))]
fn write_sitemaps<'py>(
    py: Python<'py>,
    entries: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = arg::folder)] folder: Folder,
    #[pyo3(from_py_with = arg::url)] url: &str,
    #[pyo3(from_py_with = arg::gzip)] gzip: bool,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let expected = "the URL of a folder, of http or https";
    let base = Url::parse(url)
        .map_err(|error| wrong_value("url", expected, format_args!("{}: {error}", quoted(url))))?;
    let writer = WriteOptions::new().gzip(gzip).folder(&folder.0, &base);
    // Nothing else is wrong with a URL.
    let mut writer = writer.map_err(|_| wrong_value("url", expected, quoted(url)))?;
    if Text::of(entries)?.is_some() || entries.is_instance_of::<PyDict>() {
        return Err(wrong_type(ENTRIES, "an iterable of URLs or entries", entries));
    }
    let Ok(items) = entries.try_iter() else {
        return Err(wrong_type(ENTRIES, "an iterable of URLs or entries", entries));
    };
    for (number, item) in (1_u64..).zip(items) {
        if number.is_multiple_of(LOOK_AFTER) {
            py.check_signals()?;
        }
        let entry = entry(&item?)?;
        writer.write(&entry).map_err(|error| match error {
            WriteError::Io(error) => failed(&folder.0, error),
            WriteError::OutOfScope => {
                let expected = format!("URLs below {}", writer.served_at());
                wrong_value(ENTRIES, &expected, quoted(&entry.loc))
            }
            error => {
                let found = format!("{}: {error}", quoted(&entry.loc));
                wrong_value(ENTRIES, "what a sitemap can have", found)
            }
        })?;
    }
    let written = writer.finish().map_err(|error| {
        let (path, error) = error.into_parts();
        failed(&path, error)
    })?;
    let files = written.files.into_iter().map(|file| {
        let fields = SitemapFile {
            path: file.path,
            url: file.url.into(),
            is_index: file.kind == EntryKind::Sitemap,
        };
        record(py, "SitemapFile", fields)
    });
    files.collect()
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(write_sitemaps, module)?)
}
