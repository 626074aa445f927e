//! The structure of an XML sitemap or feed: which element means what, and where.

use quick_xml::events::BytesStart;
use url::Url;

use super::entry::{EntryKind, ExtensionKind};
use super::entry_builder::{Building, Field, unescape};
use super::error::Error;
use super::format::Format;
use super::output::Output;
use super::problem::{ProblemKind, excerpt};

/// Namespaces of `urlset` and `sitemapindex`: first the namespace of the protocol, then two that
/// files use instead: the same address with the other scheme, and the namespace that Google used
/// before the protocol.
const NAMESPACES: [&str; 3] = [
    "http://www.sitemaps.org/schemas/sitemap/0.9",
    "https://www.sitemaps.org/schemas/sitemap/0.9",
    "http://www.google.com/schemas/sitemap/0.84",
];

/// How many prefixes a root element may declare for known extensions; further prefixes are ignored.
const PREFIXES: usize = 16;

/// The content of a document that was understood so far.
pub(super) struct Document {
    /// `None` before the root element.
    format: Option<Format>,
    /// How many elements are open around an entry: 1, as in `<urlset><url>`, or 2 in RSS, as in
    /// `<rss><channel><item>`.
    entry_depth: usize,
    /// Whether another element came after the root element.
    after_root: bool,
    /// The prefix of the root element and its colon, if it has one; the protocol's other elements
    /// share it.
    prefix: String,
    /// Prefixes that the root element declares for known extensions.
    prefixes: Vec<(Box<str>, ExtensionKind)>,
    /// The names of all open elements, one after the other, and where each begins.
    names: String,
    starts: Vec<usize>,
    entry: Building,
    in_entry: bool,
    /// The depth of the first open element of another vocabulary within the entry. Elements within
    /// it may have the same names as an entry's elements, but are not elements of the entry.
    foreign: Option<usize>,
    /// Whether an entry ended since the last call of `take_entry_ended`.
    entry_ended: bool,
    /// Whether an element was closed because its end tag was missing.
    unclosed: bool,
    /// The addresses that open elements of a feed declare (`xml:base`), each with its depth.
    bases: Vec<(usize, Url)>,
    /// Where the current token begins.
    line: u64,
    position: u64,
}

impl Document {
    pub(super) fn new() -> Self {
        Document {
            format: None,
            entry_depth: 1,
            after_root: false,
            prefix: String::new(),
            prefixes: Vec::new(),
            names: String::new(),
            starts: Vec::new(),
            entry: Building::new(),
            in_entry: false,
            foreign: None,
            entry_ended: false,
            unclosed: false,
            bases: Vec::new(),
            line: 1,
            position: 0,
        }
    }

    pub(super) fn format(&self) -> Option<Format> {
        self.format
    }

    pub(super) fn in_entry(&self) -> bool {
        self.in_entry
    }

    /// Whether an element was closed because its end tag was missing, since the last call.
    pub(super) fn take_unclosed(&mut self) -> bool {
        core::mem::take(&mut self.unclosed)
    }

    /// Whether an entry ended since the last call; another entry may have begun.
    pub(super) fn take_entry_ended(&mut self) -> bool {
        core::mem::take(&mut self.entry_ended)
    }

    /// The current token ends at this position.
    pub(super) fn reached(&mut self, position: u64, output: &mut Output) {
        if self.in_entry {
            self.entry.reached(position, self.line, output);
        }
    }

    /// The next token begins at this position.
    pub(super) fn at(&mut self, line: u64, position: u64, output: &mut Output) {
        (self.line, self.position) = (line, position);
        self.reached(position, output);
    }

    /// A start tag; with `empty`, also its end tag.
    pub(super) fn start(
        &mut self,
        tag: &BytesStart<'_>,
        empty: bool,
        output: &mut Output,
    ) -> Result<(), Error> {
        let name = tag.name();
        let name = name.as_ref();
        self.check_depth(output)?;
        match self.format {
            None => self.root(tag, output)?,
            Some(_) if self.starts.is_empty() => {
                output.problem(ProblemKind::UnexpectedElement, self.line, false, name);
                self.after_root = true;
            }
            Some(_) if self.after_root => {}
            Some(format) => {
                let core = self.core_name(name);
                let begins = core.is_some_and(|core| core == entry_name(format));
                if self.in_entry && begins && self.foreign.is_none() {
                    // The previous entry was never closed. It is dropped, since the content that
                    // follows would be mixed into it.
                    let (line, depth) = (self.entry.line(), self.entry_depth);
                    self.entry
                        .drop_for(ProblemKind::UnclosedElement, line, name, output);
                    self.close(depth, output);
                    self.unclosed = true;
                }
                if self.in_entry {
                    if self.foreign.is_none() && (core.is_none() || declares_namespace(tag)) {
                        self.foreign = Some(self.starts.len());
                    }
                    self.within_entry(format, tag, output);
                } else if begins && self.starts.len() == self.entry_depth {
                    let limits = &output.options.limits;
                    let (kind, limit) = match format {
                        Format::Index => (EntryKind::Sitemap, limits.index_entries),
                        _ => (EntryKind::Page, limits.urls),
                    };
                    output.begin_entry(limit)?;
                    self.entry.begin(kind, self.line, self.position);
                    self.in_entry = true;
                } else if is_sitemap(format) && self.starts.len() == 1 {
                    output.problem(ProblemKind::UnexpectedElement, self.line, false, name);
                }
            }
        }
        if self.format.is_some_and(|format| !is_sitemap(format))
            && let Some(base) = self.base_of(tag, output)
        {
            self.bases.push((self.starts.len(), base));
        }
        self.open(name);
        if empty {
            self.close(self.starts.len() - 1, output);
        }
        Ok(())
    }

    /// The base address that an element of a feed declares for its links (XML Base).
    fn base_of(&self, tag: &BytesStart<'_>, output: &Output) -> Option<Url> {
        let mut attributes = tag.attributes();
        let mut attributes = attributes.with_checks(false).filter_map(Result::ok);
        let base = attributes.find(|attribute| attribute.key.as_ref() == "xml:base")?;
        let base = base.value.replace("&amp;", "&");
        match self.base(output) {
            Some(outer) => outer.join(base.trim()).ok(),
            None => Url::parse(base.trim()).ok(),
        }
    }

    /// The base address of links at this place.
    fn base<'o>(&'o self, output: &'o Output) -> Option<&'o Url> {
        let declared = self.bases.last().map(|(_, base)| base);
        declared.or(output.options.base.as_ref())
    }

    /// A start tag that was skipped. Its element is open until its end tag, but has no meaning.
    pub(super) fn skipped(&mut self, name: &str, output: &Output) -> Result<(), Error> {
        // Without its root element a file is not understood, and everything after the root element
        // is ignored.
        if self.starts.is_empty() {
            return Ok(());
        }
        self.check_depth(output)?;
        if self.in_entry && self.foreign.is_none() && self.core_name(name).is_none() {
            self.foreign = Some(self.starts.len());
        }
        self.open(name);
        Ok(())
    }

    fn check_depth(&self, output: &Output) -> Result<(), Error> {
        if self.starts.len() >= output.options.limits.depth {
            return Err(Error::TooDeep { line: self.line });
        }
        Ok(())
    }

    fn open(&mut self, name: &str) {
        self.starts.push(self.names.len());
        self.names.push_str(name);
    }

    /// An end tag.
    pub(super) fn end(&mut self, name: &str, output: &mut Output) {
        match (0..self.starts.len())
            .rev()
            .find(|&depth| self.name(depth) == name)
        {
            Some(depth) if depth + 1 == self.starts.len() => self.close(depth, output),
            Some(depth) => {
                let open = self.name(self.starts.len() - 1).to_owned();
                self.broken(ProblemKind::UnclosedElement, &open, output);
                self.close(depth, output);
                self.unclosed = true;
            }
            None => output.problem(ProblemKind::UnmatchedEndTag, self.line, false, name),
        }
    }

    /// Checks for characters in text that must be written as entities, except in a CDATA section.
    pub(super) fn check_quotes(&self, text: &str, output: &mut Output) {
        if self.in_entry && self.format.is_some_and(is_sitemap) {
            self.entry.check_quotes(text, self.line, self.nested(), output);
        }
    }

    pub(super) fn text(&mut self, text: &str, output: &mut Output) {
        let nested = self.nested();
        let expected = if self.in_entry {
            self.entry.text(text, nested)
        } else {
            text.trim_ascii().is_empty()
        };
        // Only sitemaps are checked for stray text: feeds have much text that is not read.
        if !expected && self.format.is_none_or(is_sitemap) {
            output.problem(ProblemKind::UnexpectedText, self.line, false, text.trim_ascii());
        }
    }

    pub(super) fn bare_ampersand(&mut self, text: &str, output: &mut Output) {
        if self.in_entry {
            self.entry.bare_ampersand(text, self.line, self.nested(), output);
        }
    }

    pub(super) fn reference(&mut self, reference: &str, output: &mut Output) {
        if self.in_entry {
            self.entry.reference(reference, self.line, self.nested(), output);
        }
    }

    /// A token that could not be read; the entry around it is dropped.
    pub(super) fn broken(&mut self, kind: ProblemKind, text: &str, output: &mut Output) {
        let kind = match kind {
            ProblemKind::MalformedMarkup if self.format.is_none() => ProblemKind::MalformedProlog,
            kind => kind,
        };
        if self.in_entry {
            self.entry.drop_for(kind, self.line, text, output);
        } else {
            output.problem(kind, self.line, false, text);
        }
    }

    /// The end of the file.
    pub(super) fn finish(&mut self, output: &mut Output) {
        if self.format.is_none() {
            output.problem(ProblemKind::NoRoot, self.line, false, "");
        } else if output.options.strict && self.format.is_some_and(is_sitemap) && output.has_no_entries() {
            output.problem(ProblemKind::NoEntries, self.line, false, "");
        }
        if !self.starts.is_empty() {
            let open = self
                .starts
                .last()
                .map_or("", |&start| &self.names[start..])
                .to_owned();
            self.broken(ProblemKind::UnexpectedEnd, &open, output);
            self.close(0, output);
        }
    }

    /// The root element.
    fn root(&mut self, tag: &BytesStart<'_>, output: &mut Output) -> Result<(), Error> {
        let name = tag.name();
        let format = match name.local_name().as_ref() {
            "urlset" => Format::UrlSet,
            "sitemapindex" => Format::Index,
            "rss" => Format::Rss,
            // RSS 1.0, whose items are not within the channel.
            "RDF" => Format::Rss,
            "feed" => Format::Atom,
            _ => {
                return Err(Error::UnknownRoot {
                    name: excerpt(name.as_ref()),
                });
            }
        };
        if format == Format::Index && output.options.in_index {
            output.problem(ProblemKind::NestedIndex, self.line, false, "");
        }
        self.format = Some(format);
        self.entry_depth = if name.local_name().as_ref() == "rss" { 2 } else { 1 };
        let prefix = name.prefix();
        let prefix = prefix.as_ref().map_or("", |prefix| prefix.as_ref());
        // The items of RSS 1.0 are in another vocabulary than its root element, and have no prefix.
        if !prefix.is_empty() && name.local_name().as_ref() != "RDF" {
            self.prefix = format!("{prefix}:");
        }
        let mut namespace = String::new();
        for attribute in tag.attributes().with_checks(false) {
            let Ok(attribute) = attribute else {
                output.problem(ProblemKind::MalformedMarkup, self.line, false, tag);
                break;
            };
            let declared = match attribute.key.as_ref() {
                "xmlns" => "",
                key => match key.strip_prefix("xmlns:") {
                    Some(declared) => declared,
                    None => continue,
                },
            };
            let uri = unescape(&attribute, self.line, output).unwrap_or_default();
            if output.options.strict && is_sitemap(format) && is_misspelled(declared, &uri) {
                output.problem(ProblemKind::WrongExtensionNamespace, self.line, false, &uri);
            }
            if declared == prefix {
                namespace = uri;
            } else if let Some(kind) = ExtensionKind::of_namespace(&uri)
                && self.prefixes.len() < PREFIXES
            {
                self.prefixes.push((declared.into(), kind));
            }
        }
        let known = if output.options.strict {
            &NAMESPACES[..1]
        } else {
            &NAMESPACES
        };
        if is_sitemap(format) && !known.contains(&namespace.as_str()) {
            output.problem(ProblemKind::WrongNamespace, self.line, false, &namespace);
        }
        Ok(())
    }

    /// A start tag within an entry.
    fn within_entry(&mut self, format: Format, tag: &BytesStart<'_>, output: &mut Output) {
        let line = self.line;
        if self.nested() > 0 {
            return self.entry.begin_nested(tag, line, output);
        }
        let name = tag.name();
        let core = self.core_name(name.as_ref());
        let field = match (format, core.unwrap_or_default()) {
            (Format::UrlSet | Format::Index, "loc") | (Format::Rss, "link") => Field::Loc,
            (Format::UrlSet | Format::Index, "lastmod") | (Format::Atom, "updated") => Field::Lastmod,
            (Format::UrlSet, "changefreq") => Field::Changefreq,
            (Format::UrlSet, "priority") => Field::Priority,
            (Format::Rss, "pubDate") => Field::PubDate,
            (Format::Rss, "guid") if is_permalink(tag) => Field::Guid,
            // RSS 1.0 has the dates of Dublin Core.
            (Format::Rss, "") if name.as_ref() == "dc:date" => Field::Modified,
            // In Atom 0.3: `modified` and `issued`.
            (Format::Atom, "modified") => Field::Modified,
            (Format::Atom, "published" | "issued") => Field::Published,
            (Format::Atom, "link") => {
                let base = self.base_of(tag, output);
                return self.entry.atom_link(tag, base.as_ref(), line, output);
            }
            (Format::UrlSet | Format::Index, _) => {
                self.foreign.get_or_insert(self.starts.len());
                let kind = self.extension_kind(tag);
                if core.is_some() && kind == ExtensionKind::Other {
                    output.problem(ProblemKind::UnexpectedElement, line, false, name.as_ref());
                }
                return self.entry.begin_extension(kind, tag, line, output);
            }
            _ => return,
        };
        self.entry.begin_field(field, line);
    }

    /// The vocabulary of an element directly within an entry, by the namespace that its prefix is
    /// declared for. If the declaration is missing, by the prefix, if it is the usual prefix of a
    /// vocabulary.
    fn extension_kind(&self, tag: &BytesStart<'_>) -> ExtensionKind {
        let name = tag.name();
        let prefix = name.prefix();
        let prefix = prefix.as_ref().map_or("", |prefix| prefix.as_ref());
        let declared = self
            .prefixes
            .iter()
            .find(|(declared, _)| **declared == *prefix)
            .map(|&(_, kind)| kind);
        let own = || {
            let mut attributes = tag.attributes();
            let mut attributes = attributes.with_checks(false).filter_map(Result::ok);
            attributes
                .find(|attribute| match attribute.key.as_ref().strip_prefix("xmlns") {
                    Some("") => prefix.is_empty(),
                    Some(declared) => declared.strip_prefix(':') == Some(prefix),
                    None => false,
                })
                .and_then(|attribute| ExtensionKind::of_namespace(&attribute.value))
        };
        declared
            .or_else(own)
            .or_else(|| ExtensionKind::of_prefix(prefix))
            .filter(|kind| {
                kind.vocabulary()
                    .is_some_and(|(_, _, local)| local == name.local_name().as_ref())
            })
            .unwrap_or(ExtensionKind::Other)
    }

    /// The local name of an element of the root element's vocabulary.
    fn core_name<'n>(&self, name: &'n str) -> Option<&'n str> {
        // Nearly every file has no prefix. Stripping an empty prefix would compare zero bytes at
        // the dangling address of an empty `String`, which is slow on some processors.
        let local = if self.prefix.is_empty() {
            name
        } else {
            name.strip_prefix(self.prefix.as_str())?
        };
        memchr::memchr(b':', local.as_bytes()).is_none().then_some(local)
    }

    /// How many elements are open within the entry: 1 in the text of `<url><loc>…`. Not meaningful
    /// outside entries.
    fn nested(&self) -> usize {
        let around = if self.format.is_some() {
            self.entry_depth + 1
        } else {
            self.starts.len()
        };
        self.starts.len().saturating_sub(around)
    }

    fn name(&self, depth: usize) -> &str {
        let end = self.starts.get(depth + 1).copied().unwrap_or(self.names.len());
        &self.names[self.starts[depth]..end]
    }

    /// Closes elements until `depth` are open.
    fn close(&mut self, depth: usize, output: &mut Output) {
        while self.starts.len() > depth {
            if self.in_entry {
                match self.starts.len() - 1 - self.entry_depth {
                    0 => {
                        if self.format.is_some_and(|format| !is_sitemap(format))
                            && let Some(base) = self.base(output).cloned()
                        {
                            self.entry.resolve(&base);
                        }
                        self.entry.finish(output);
                        self.in_entry = false;
                        self.entry_ended = true;
                    }
                    1 => self.entry.end_part(output),
                    _ => self.entry.end_nested(),
                }
            }
            if let Some(start) = self.starts.pop() {
                self.names.truncate(start);
            }
            self.bases.pop_if(|(depth, _)| *depth >= self.starts.len());
        }
        self.foreign = self.foreign.filter(|&foreign| foreign < self.starts.len());
    }
}

/// Whether an element declares the namespace of all names without a prefix within it.
fn declares_namespace(tag: &BytesStart<'_>) -> bool {
    let mut attributes = tag.attributes();
    let mut attributes = attributes.with_checks(false).filter_map(Result::ok);
    attributes.any(|attribute| attribute.key.as_ref() == "xmlns")
}

/// Whether the `guid` of an RSS item is the address of its page, which is the default (RSS 2.0).
fn is_permalink(tag: &BytesStart<'_>) -> bool {
    let mut attributes = tag.attributes();
    let mut attributes = attributes.with_checks(false).filter_map(Result::ok);
    let says = attributes.find(|attribute| attribute.key.as_ref() == "isPermaLink");
    says.is_none_or(|says| !says.value.trim().eq_ignore_ascii_case("false"))
}

/// The local name of an entry's element.
fn entry_name(format: Format) -> &'static str {
    match format {
        Format::Index => "sitemap",
        Format::Rss => "item",
        Format::Atom => "entry",
        Format::UrlSet | Format::Text => "url",
    }
}

/// Whether a prefix is declared for a misspelled namespace of an extension.
fn is_misspelled(prefix: &str, namespace: &str) -> bool {
    let looks_like = [
        "sitemap-image",
        "sitemap-video",
        "sitemap-news",
        "sitemap-pagemap",
        "1999/xhtml",
    ];
    ExtensionKind::of_namespace(namespace).is_none()
        && (ExtensionKind::of_prefix(prefix).is_some()
            || looks_like.iter().any(|part| namespace.contains(part)))
}

fn is_sitemap(format: Format) -> bool {
    matches!(format, Format::UrlSet | Format::Index)
}
