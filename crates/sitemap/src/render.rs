//! An entry as XML.

use core::fmt::Write;

use super::entry::{Entry, EntryKind, Extension, ExtensionKind};
use super::escape::escape_xml;
use super::limits::Limits;
use super::loc::{is_absolute, percent_encode_loc};
use super::write_error::WriteError;

/// Appends the element of an entry, and a line feed, to `xml`.
///
/// Extensions in `declared` have their namespace declared by the root element; other extensions
/// declare it themselves.
pub(super) fn entry(
    entry: &Entry,
    declared: &[ExtensionKind],
    limits: &Limits,
    xml: &mut String,
) -> Result<(), WriteError> {
    let loc = percent_encode_loc(&entry.loc);
    if !is_absolute(&loc) {
        return Err(WriteError::LocNotAbsolute);
    }
    // Counted in characters, since a host name that has no ASCII form stays as it is; the rest is
    // ASCII after encoding.
    if loc.chars().count() > limits.loc_chars {
        return Err(WriteError::LocTooLong);
    }
    let (name, extras) = match entry.kind {
        EntryKind::Page => ("url", true),
        EntryKind::Sitemap => ("sitemap", false),
    };
    let more = entry.change_frequency.is_some() || entry.priority.is_some() || !entry.extensions.is_empty();
    if more && !extras {
        return Err(WriteError::WrongKind);
    }
    let start = xml.len();
    let written: core::fmt::Result = (|| {
        write!(xml, "<{name}><loc>{}</loc>", escape_xml(&loc))?;
        if let Some(lastmod) = entry.lastmod {
            // The format requires a zone, and UTC was assumed.
            let zone = if lastmod.is_zone_assumed() { "Z" } else { "" };
            write!(xml, "<lastmod>{lastmod}{zone}</lastmod>")?;
        }
        if let Some(frequency) = entry.change_frequency {
            write!(xml, "<changefreq>{frequency}</changefreq>")?;
        }
        if let Some(priority) = entry.priority {
            write!(xml, "<priority>{priority}</priority>")?;
        }
        Ok(())
    })();
    written.expect("writing to a string cannot fail");
    // Consecutive items of a list, such as the objects of a `PageMap`, are written into one
    // element. All other extensions are separate elements.
    let together = |a: &Extension, b: &Extension| a.kind() == b.kind() && a.kind().item().is_some();
    for items in entry.extensions.chunk_by(together) {
        extension(items, declared.contains(&items[0].kind()), limits, xml)?;
    }
    xml.push_str("</");
    xml.push_str(name);
    xml.push_str(">\n");
    // The reader would drop a longer entry, and one that takes more memory.
    let stored: usize = entry.extensions.iter().map(Extension::size).sum();
    if stored.max(xml.len() - start) as u64 > limits.entry_bytes {
        Err(WriteError::EntryTooLong)
    } else {
        Ok(())
    }
}

/// Elements that are open while the fields of an extension are written as elements.
struct Open<'x, 'p> {
    xml: &'x mut String,
    prefix: &'static str,
    /// How many elements may be open within the extension.
    depth: usize,
    /// How long a tag may be.
    token_bytes: usize,
    /// The names of the open elements within the extension.
    path: Vec<&'p str>,
    /// The attributes of the innermost element, while its start tag is still open.
    attributes: Option<Vec<&'p str>>,
    /// Where the open start tag begins.
    tag: usize,
}

fn extension(
    items: &[Extension],
    declared: bool,
    limits: &Limits,
    xml: &mut String,
) -> Result<(), WriteError> {
    let kind = items[0].kind();
    let Some((namespace, prefix, root)) = kind.vocabulary() else {
        return Err(WriteError::UnknownExtension);
    };
    let tag = xml.len();
    xml.extend(["<", prefix, ":", root]);
    if !declared {
        xml.extend([" xmlns:", prefix, "=\"", namespace, "\""]);
    }
    match kind.item() {
        None => fields(&items[0], prefix, tag, limits, xml)?,
        Some(name) => {
            xml.push('>');
            for item in items {
                let tag = xml.len();
                xml.extend(["<", prefix, ":", name]);
                fields(item, prefix, tag, limits, xml)?;
                xml.extend(["</", prefix, ":", name, ">"]);
            }
        }
    }
    xml.extend(["</", prefix, ":", root, ">"]);
    Ok(())
}

/// Appends the fields of an extension, whose start tag is open and begins at `tag`.
fn fields(
    extension: &Extension,
    prefix: &'static str,
    tag: usize,
    limits: &Limits,
    xml: &mut String,
) -> Result<(), WriteError> {
    // The root element, the entry, the extension and, for an item of a list, the list are open.
    let around = 3 + usize::from(extension.kind().item().is_some());
    let mut open = Open {
        xml,
        prefix,
        depth: limits.depth.saturating_sub(around),
        token_bytes: limits.token_bytes,
        path: Vec::new(),
        attributes: Some(Vec::new()),
        tag,
    };
    for (path, value) in extension.fields() {
        // A text or a tag that is too long would drop the entry when it is read.
        if value.len() > limits.token_bytes {
            return Err(WriteError::EntryTooLong);
        }
        open.field(path, value)?;
        if open.attributes.is_some() && open.xml.len() - open.tag >= limits.token_bytes {
            return Err(WriteError::EntryTooLong);
        }
    }
    open.close_to(0);
    open.end_tag();
    Ok(())
}

impl<'p> Open<'_, 'p> {
    fn field(&mut self, path: &'p str, value: &str) -> Result<(), WriteError> {
        let mut elements: Vec<&'p str> = match path {
            "." => Vec::new(),
            _ => path.split('/').collect(),
        };
        let attribute = elements.last().and_then(|last| last.strip_prefix('@'));
        if attribute.is_some() {
            elements.pop();
        }
        // The end tag is longer than the start tag without attributes, and both are tokens.
        let is_too_long = |name: &&str| "</:>".len() + self.prefix.len() + name.len() > self.token_bytes;
        if !elements.iter().chain(&attribute).all(|name| is_name(name))
            || attribute == Some("xmlns")
            || elements.len() > self.depth
            || elements.iter().any(is_too_long)
        {
            return Err(WriteError::InvalidField);
        }
        // The element may be the one whose start tag was just begun.
        let same = self.path == elements
            && self
                .attributes
                .as_ref()
                .is_some_and(|set| attribute.is_none_or(|name| !set.contains(&name)));
        if !same && !elements.is_empty() {
            let shared = self
                .path
                .iter()
                .zip(&elements)
                .take_while(|(open, wanted)| open == wanted)
                .count();
            self.close_to(shared.min(elements.len() - 1));
            for name in &elements[self.path.len()..] {
                self.end_tag();
                self.tag = self.xml.len();
                self.xml.extend(["<", self.prefix, ":", name]);
                self.path.push(name);
                self.attributes = Some(Vec::new());
            }
        }
        match attribute {
            Some(name) => {
                // The attribute needs a start tag that is still open. Any other element could be
                // opened again for the attribute, but not the extension itself.
                let is_open = self.path == elements;
                let open = self.attributes.as_mut();
                let Some(set) = open.filter(|set| is_open && !set.contains(&name)) else {
                    return Err(WriteError::InvalidField);
                };
                set.push(name);
                let value = escape_xml(value).replace('\n', "&#10;").replace('\t', "&#9;");
                self.xml.extend([" ", name, "=\"", &value, "\""]);
            }
            None => {
                if elements.is_empty() {
                    self.close_to(0);
                }
                self.end_tag();
                self.xml.push_str(&escape_xml(value));
                if !elements.is_empty() {
                    self.close_to(elements.len() - 1);
                }
            }
        }
        Ok(())
    }

    /// Ends the open start tag, if there is one.
    fn end_tag(&mut self) {
        if self.attributes.take().is_some() {
            self.xml.push('>');
        }
    }

    fn close_to(&mut self, depth: usize) {
        while self.path.len() > depth {
            self.end_tag();
            if let Some(name) = self.path.pop() {
                self.xml.extend(["</", self.prefix, ":", name, ">"]);
            }
        }
    }
}

/// Whether this is an XML name without a colon: a little narrower than XML 1.0, section 2.3.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && name
            .chars()
            .all(|character| character.is_alphanumeric() || matches!(character, '_' | '-' | '.'))
}
