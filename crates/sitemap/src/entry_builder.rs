//! An entry while it is being read.

use core::mem;

use quick_xml::events::BytesStart;
use quick_xml::events::attributes::{AttrError, Attribute};
use url::Url;

use super::alternates;
use super::datetime::W3cDateTime;
use super::entry::{Entry, EntryKind, Extension, ExtensionKind};
use super::escape::resolve;
use super::extension_check;
use super::frequency::ChangeFrequency;
use super::loc::{is_absolute, is_percent_encoded};
use super::output::Output;
use super::priority::Priority;
use super::problem::ProblemKind;
use super::value_error::ValueError;
use robots_exclusion::companions::robots_txt_itself;

/// What an element directly within an entry means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Loc,
    /// The `guid` of an RSS item that is a permalink: the item's address if it has no link.
    Guid,
    Lastmod,
    /// The date of Dublin Core or, in Atom 0.3, of the last change: used if there is no other date.
    Modified,
    /// When an Atom entry was published or, in Atom 0.3, issued: its date if it has no other date.
    Published,
    /// An RSS date.
    PubDate,
    Changefreq,
    Priority,
}

/// The element directly within the entry that is open.
enum Part {
    /// No element, or an element whose content is ignored.
    Outside,
    Field(Field),
    Extension(Extension),
    /// An element whose [items](ExtensionKind::item) are extensions. Its other content is ignored.
    List(ExtensionKind),
}

/// The one entry under construction; its buffers serve all entries of a file.
pub(super) struct Building {
    entry: Entry,
    /// The fields that the entry has had, valid or not.
    seen: Vec<Field>,
    /// The address and the dates to use if the entry has no better address or date.
    guid: String,
    modified: Option<W3cDateTime>,
    published: Option<W3cDateTime>,
    /// Whether the entry is not returned. The problem with the reason was reported when this was
    /// set.
    dropped: bool,
    /// Where the entry began in the file, in bytes.
    start: u64,
    part: Part,
    /// The line on which the open field began.
    field_line: u64,
    /// The text of the innermost open element.
    text: String,
    /// The names of the open elements within the extension, joined by slashes: `news:publication`
    /// within `news:news` has `publication`, and in it `news:name` has `publication/name`.
    path: String,
    /// The length of `path` before each of these elements began, to which it is cut when the
    /// element ends.
    path_lengths: Vec<usize>,
    /// Bytes that extensions take in memory. If these exceed `Limits::entry_bytes`, the entry is
    /// dropped. They are counted apart from the bytes of the file, because each field repeats the
    /// names in its path.
    stored: usize,
}

impl Building {
    pub(super) fn new() -> Self {
        Building {
            entry: Entry::new(String::new()),
            seen: Vec::new(),
            guid: String::new(),
            modified: None,
            published: None,
            dropped: false,
            start: 0,
            part: Part::Outside,
            field_line: 0,
            text: String::new(),
            path: String::new(),
            path_lengths: Vec::new(),
            stored: 0,
        }
    }

    pub(super) fn begin(&mut self, kind: EntryKind, line: u64, start: u64) {
        self.entry = Entry {
            kind,
            line,
            ..Entry::new(String::new())
        };
        self.seen.clear();
        self.guid.clear();
        self.modified = None;
        self.published = None;
        self.dropped = false;
        self.start = start;
        self.part = Part::Outside;
        self.stored = 0;
    }

    /// The line on which the entry began.
    pub(super) fn line(&self) -> u64 {
        self.entry.line
    }

    /// Completes the link of a feed's entry by the address that it is relative to.
    pub(super) fn resolve(&mut self, base: &Url) {
        self.entry.loc = resolved(&self.entry.loc, Some(base));
    }

    /// Reports why the entry is dropped, and drops it.
    pub(super) fn drop_for(&mut self, kind: ProblemKind, line: u64, text: &str, output: &mut Output) {
        output.problem(kind, line, true, text);
        self.dropped = true;
        // The part of the entry that was read need not be kept until its end.
        self.entry.extensions = Vec::new();
        self.part = Part::Outside;
    }

    /// Drops the entry once it is too long.
    pub(super) fn reached(&mut self, position: u64, line: u64, output: &mut Output) {
        let limit = output.options.limits.entry_bytes;
        if !self.dropped && (position - self.start > limit || self.stored as u64 > limit) {
            self.drop_for(ProblemKind::EntryTooLong, line, "", output);
        }
    }

    /// A field begins.
    pub(super) fn begin_field(&mut self, field: Field, line: u64) {
        if !self.dropped {
            self.part = Part::Field(field);
            self.field_line = line;
            self.text.clear();
        }
    }

    /// An element beyond the protocol begins directly within the entry.
    pub(super) fn begin_extension(
        &mut self,
        kind: ExtensionKind,
        tag: &BytesStart<'_>,
        line: u64,
        output: &mut Output,
    ) {
        if kind.item().is_none() {
            self.begin_fields(kind, tag, line, output);
        } else if !self.dropped {
            self.part = Part::List(kind);
        }
    }

    /// An element begins that has fields to read.
    fn begin_fields(&mut self, kind: ExtensionKind, tag: &BytesStart<'_>, line: u64, output: &mut Output) {
        if self.dropped {
            return;
        }
        let name = tag.name();
        self.stored += size_of::<Extension>() + name.as_ref().len();
        self.part = Part::Extension(Extension::named(kind, name.as_ref()));
        self.path.clear();
        self.path_lengths.clear();
        self.text.clear();
        self.attributes(tag, line, output);
    }

    /// An element begins within a field or an extension.
    pub(super) fn begin_nested(&mut self, tag: &BytesStart<'_>, line: u64, output: &mut Output) {
        match self.part {
            Part::Outside => {}
            Part::Field(Field::Loc) => {
                self.drop_for(ProblemKind::UnexpectedElement, line, tag.name().as_ref(), output);
            }
            Part::Field(_) => {
                output.problem(ProblemKind::UnexpectedElement, line, false, tag.name().as_ref())
            }
            Part::List(kind) => {
                if kind.item() == Some(tag.local_name().as_ref()) {
                    self.begin_fields(kind, tag, line, output);
                }
            }
            Part::Extension(_) => {
                self.path_lengths.push(self.path.len());
                if !self.path.is_empty() {
                    self.path.push('/');
                }
                self.path.push_str(tag.local_name().as_ref());
                self.text.clear();
                self.attributes(tag, line, output);
            }
        }
    }

    /// The innermost element ends, which was not directly within the entry.
    pub(super) fn end_nested(&mut self) {
        if let Part::Extension(extension) = &mut self.part {
            // If no element is open within the extension, the one that ends is the extension
            // itself. It is not directly within the entry, so it is an item of a list:
            // `<DataObject>` in `<PageMap>`.
            if self.path_lengths.is_empty() {
                self.part = match mem::replace(&mut self.part, Part::Outside) {
                    Part::Extension(item) => {
                        let list = Part::List(item.kind());
                        self.end_extension(item);
                        list
                    }
                    other => other,
                };
                return;
            }
            let value = self.text.trim_ascii();
            if !value.is_empty() {
                self.stored += 8 + self.path.len() + value.len();
                extension.push(&self.path, value);
            }
            self.text.clear();
            self.path.truncate(self.path_lengths.pop().unwrap_or(0));
        }
    }

    /// The element directly within the entry ends.
    pub(super) fn end_part(&mut self, output: &mut Output) {
        match mem::replace(&mut self.part, Part::Outside) {
            Part::Outside | Part::List(_) => {}
            Part::Field(field) => {
                let text = mem::take(&mut self.text);
                self.field(field, text.trim_ascii(), output);
                self.text = text;
            }
            Part::Extension(extension) => self.end_extension(extension),
        }
    }

    fn end_extension(&mut self, mut extension: Extension) {
        let value = self.text.trim_ascii();
        if !value.is_empty() {
            self.stored += 9 + value.len();
            extension.push(".", value);
        }
        self.entry.extensions.push(extension);
    }

    fn field(&mut self, field: Field, value: &str, output: &mut Output) {
        let line = self.field_line;
        // Two elements can say when an Atom entry was published.
        if field != Field::Published && !self.is_first(field) {
            output.problem(ProblemKind::RepeatedElement, line, false, value);
            return;
        }
        let entry = &mut self.entry;
        match field {
            // Text editors put no-break spaces and similar characters around addresses.
            Field::Loc => value.trim().clone_into(&mut entry.loc),
            Field::Guid => value.trim().clone_into(&mut self.guid),
            Field::Published => self.published = self.published.or(value.parse().ok()),
            Field::Lastmod | Field::Modified | Field::PubDate => {
                let date = if field == Field::PubDate {
                    W3cDateTime::parse_rfc_822(value)
                } else {
                    value.parse()
                };
                if field == Field::Modified {
                    self.modified = date.ok();
                } else {
                    entry.lastmod = date.ok();
                }
                match date {
                    Ok(date) if date.is_zone_assumed() => {
                        output.problem(ProblemKind::LastmodWithoutZone, line, false, value);
                    }
                    Ok(_) => {}
                    Err(_) => output.problem(ProblemKind::InvalidLastmod, line, false, value),
                }
            }
            Field::Changefreq => {
                entry.change_frequency = value.parse::<ChangeFrequency>().ok();
                match entry.change_frequency {
                    Some(frequency) if frequency.as_str() == value => {}
                    Some(_) => output.problem(ProblemKind::ChangefreqCase, line, false, value),
                    None => output.problem(ProblemKind::InvalidChangefreq, line, false, value),
                }
            }
            Field::Priority => match value.parse::<Priority>() {
                Ok(priority) => entry.priority = Some(priority),
                Err(ValueError::OutOfRange) => {
                    output.problem(ProblemKind::PriorityOutOfRange, line, false, value);
                }
                Err(_) => output.problem(ProblemKind::InvalidPriority, line, false, value),
            },
        }
    }

    /// Notes that the entry has a field; false if it has had it before.
    fn is_first(&mut self, field: Field) -> bool {
        let is_first = !self.seen.contains(&field);
        if is_first {
            self.seen.push(field);
        }
        is_first
    }

    /// A link of an Atom entry, with the base address that the link declares. The first link to the
    /// page itself counts.
    pub(super) fn atom_link(
        &mut self,
        tag: &BytesStart<'_>,
        base: Option<&Url>,
        line: u64,
        output: &mut Output,
    ) {
        if self.dropped || self.seen.contains(&Field::Loc) {
            return;
        }
        let (mut page, mut address) = (true, None);
        for attribute in tag.attributes().with_checks(false) {
            match attribute {
                Ok(attribute) if attribute.key.as_ref() == "rel" => {
                    // A registered relation may be written as an address: RFC 4287, section
                    // 4.2.7.2.
                    let rel = attribute.value.trim();
                    let registered = rel.strip_prefix("http://www.iana.org/assignments/relation/");
                    page = registered.unwrap_or(rel) == "alternate";
                }
                Ok(attribute) if attribute.key.as_ref() == "href" => address = Some(attribute),
                Ok(_) => {}
                Err(_) => return self.drop_for(ProblemKind::MalformedMarkup, line, tag, output),
            }
        }
        let Some(address) = address.filter(|_| page) else {
            return;
        };
        match unescape(&address, line, output) {
            Ok(value) => {
                self.seen.push(Field::Loc);
                self.entry.loc = resolved(value.trim(), base);
            }
            Err(kind) => self.drop_for(kind, line, &address.value, output),
        }
    }

    fn attributes(&mut self, tag: &BytesStart<'_>, line: u64, output: &mut Output) {
        let is_named = matches!(&self.part, Part::Extension(extension) if extension.kind() == ExtensionKind::PageMap)
            && self.path == "Attribute";
        let is_name = |attribute: &Result<Attribute<'_>, AttrError>| matches!(attribute, Ok(attribute) if attribute.key.as_ref() == "name");
        let all = || {
            let mut attributes = tag.attributes();
            attributes.with_checks(false);
            attributes
        };
        // In `<Attribute value="5" name="rating"/>` the order of attributes means nothing in XML,
        // but values are kept as a list, in which each `@name` begins the next attribute of the
        // object. So the name comes first here.
        let names = is_named.then(|| all().filter(is_name)).into_iter().flatten();
        let others = all().filter(|attribute| !is_named || !is_name(attribute));
        for attribute in names.chain(others) {
            let Ok(attribute) = attribute else {
                return self.drop_for(ProblemKind::MalformedMarkup, line, tag, output);
            };
            let Part::Extension(extension) = &mut self.part else {
                return;
            };
            let name = attribute.key.as_ref();
            if name == "xmlns" || name.starts_with("xmlns:") {
                continue;
            }
            let value = unescape(&attribute, line, output).unwrap_or_else(|kind| {
                output.problem(kind, line, false, &attribute.value);
                attribute.value.as_ref().into()
            });
            let value = value.trim_ascii();
            if value.is_empty() {
                continue;
            }
            let length = self.path.len();
            self.path.push_str(if length == 0 { "@" } else { "/@" });
            self.path.push_str(attribute.key.local_name().as_ref());
            self.stored += 8 + self.path.len() + value.len();
            // Checked here too, because one tag may have many attributes, each of which repeats a
            // long path.
            if self.stored as u64 <= output.options.limits.entry_bytes {
                extension.push(&self.path, value);
            }
            self.path.truncate(length);
        }
    }

    /// Whether text is being collected; `nested` counts the open elements within the entry.
    fn collects(&self, nested: usize) -> bool {
        match self.part {
            Part::Outside | Part::List(_) => false,
            Part::Field(_) => nested == 1,
            Part::Extension(_) => true,
        }
    }

    /// Reports characters of the address that the protocol requires to be written as entities. XML
    /// allows them in text.
    pub(super) fn check_quotes(&self, text: &str, line: u64, nested: usize, output: &mut Output) {
        if nested == 1 && matches!(self.part, Part::Field(Field::Loc)) && text.contains(['\'', '"', '>']) {
            output.problem(ProblemKind::LocNotEscaped, line, false, text.trim());
        }
    }

    /// Text, with `nested` elements open within the entry. Returns false if the text does not
    /// belong to any element.
    pub(super) fn text(&mut self, text: &str, nested: usize) -> bool {
        if self.collects(nested) {
            self.text.push_str(text);
        }
        nested > 0 || self.dropped || text.trim_ascii().is_empty()
    }

    /// A bare ampersand, whose text follows.
    pub(super) fn bare_ampersand(&self, text: &str, line: u64, nested: usize, output: &mut Output) {
        if self.collects(nested) {
            output.problem(ProblemKind::BareAmpersand, line, false, text);
        }
    }

    /// A reference to an entity or a character: the text between the ampersand and the semicolon.
    pub(super) fn reference(&mut self, reference: &str, line: u64, nested: usize, output: &mut Output) {
        if !self.collects(nested) {
            return;
        }
        match resolve(reference) {
            Ok(character) => self.text.push(character),
            Err(kind) => {
                let whole = format!("&{reference};");
                if kind != ProblemKind::BareAmpersand && matches!(self.part, Part::Field(Field::Loc)) {
                    self.drop_for(kind, line, &whole, output);
                } else {
                    output.problem(kind, line, false, &whole);
                    self.text.push_str(&whole);
                }
            }
        }
    }

    /// The entry ends: checks it and outputs it.
    pub(super) fn finish(&mut self, output: &mut Output) {
        self.part = Part::Outside;
        if self.dropped {
            return;
        }
        // In many feeds, the identifiers are not addresses, although they are not marked as such.
        if self.entry.loc.is_empty() && is_absolute(&self.guid) {
            mem::swap(&mut self.entry.loc, &mut self.guid);
        }
        self.entry.lastmod = self.entry.lastmod.or(self.modified).or(self.published);
        if self.entry.loc.is_empty() {
            return output.problem(ProblemKind::MissingLoc, self.entry.line, true, "");
        }
        let entry = mem::replace(&mut self.entry, Entry::new(String::new()));
        if output.options.strict {
            alternates::check(&entry, output);
            extension_check::check(&entry, output);
            if let Some(lastmod) = entry.lastmod
                && output.is_future(lastmod)
            {
                output.problem(
                    ProblemKind::LastmodInFuture,
                    entry.line,
                    false,
                    &lastmod.to_string(),
                );
            }
            if entry.kind == EntryKind::Sitemap {
                check_listed(&entry.loc, entry.line, output);
            }
        }
        if check_loc(&entry.loc, entry.line, output) {
            output.entry(entry);
        }
    }
}

/// Whether an entry with this address is kept; reports errors in the address.
pub(super) fn check_loc(loc: &str, line: u64, output: &mut Output) -> bool {
    if !is_absolute(loc) {
        output.problem(ProblemKind::LocNotAbsolute, line, true, loc);
        return false;
    }
    if output.options.strict {
        advise_on_loc(loc, line, output);
    }
    let limit = output.options.limits.loc_chars;
    if loc.len() > limit && loc.chars().count() > limit {
        output.problem(ProblemKind::LocTooLong, line, false, loc);
    }
    if !is_percent_encoded(loc) {
        output.problem(ProblemKind::LocNotEncoded, line, false, loc);
    }
    if output
        .options
        .scope
        .as_ref()
        .is_some_and(|scope| !scope.contains_loc(loc))
    {
        output.problem(ProblemKind::OutOfScope, line, true, loc);
        return false;
    }
    true
}

/// A link of a feed, completed if it is relative. An empty link stays empty, since it would lead to
/// the feed.
fn resolved(link: &str, base: Option<&Url>) -> String {
    match base {
        Some(base) if !link.is_empty() && !is_absolute(link) => {
            base.join(link).map_or_else(|_| link.into(), String::from)
        }
        _ => link.into(),
    }
}

/// Reports parts of an address that search engines ignore.
fn advise_on_loc(loc: &str, line: u64, output: &mut Output) {
    if output.is_repeated(loc) {
        output.problem(ProblemKind::RepeatedLoc, line, false, loc);
    }
    if loc.contains('#') {
        output.problem(ProblemKind::LocFragment, line, false, loc);
    }
    // No server has a parameter whose name begins with `amp;`.
    if loc.contains("&amp;") {
        output.problem(ProblemKind::EscapedTwice, line, false, loc);
    }
}

/// Reports errors in the address of a sitemap that an index lists.
fn check_listed(loc: &str, line: u64, output: &mut Output) {
    let Ok(url) = Url::parse(loc) else { return };
    if url.path().as_bytes() == robots_txt_itself::PATH {
        output.problem(ProblemKind::ListsRobotsTxt, line, false, loc);
    }
    let scope = output.options.scope.as_ref();
    if scope.is_some_and(|scope| scope.is_of(&url)) {
        output.problem(ProblemKind::ListsItself, line, false, loc);
    }
}

/// The value of an attribute, or the error in one of its references.
pub(super) fn unescape(
    attribute: &Attribute<'_>,
    line: u64,
    output: &mut Output,
) -> Result<String, ProblemKind> {
    let mut rest = attribute.value.as_ref();
    let mut value = String::with_capacity(rest.len());
    while let Some(at) = rest.find('&') {
        let (before, from) = rest.split_at(at);
        value.push_str(before);
        // An ampersand begins a reference only if a semicolon comes before the next ampersand.
        let end = from[1..]
            .find([';', '&'])
            .map(|length| 1 + length)
            .filter(|&end| from.as_bytes()[end] == b';');
        if let Some(end) = end {
            match resolve(&from[1..end]) {
                Ok(character) => {
                    value.push(character);
                    rest = &from[end + 1..];
                    continue;
                }
                Err(ProblemKind::BareAmpersand) => {}
                Err(kind) => return Err(kind),
            }
        }
        output.problem(ProblemKind::BareAmpersand, line, false, from);
        value.push('&');
        rest = &from[1..];
    }
    value.push_str(rest);
    Ok(value)
}
