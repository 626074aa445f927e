//! Finds errors at which XML parsers stop: XML 1.0 and Namespaces in XML 1.0, checked token by
//! token.
//!
//! The [`Document`](super::document::Document) checks how elements are nested, and continues after
//! mistakes. This module finds the first place where other parsers stop reading.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use quick_xml::events::Event;

use super::escape::{is_character, resolve};
use super::problem::ProblemKind;

const XML: &str = "http://www.w3.org/XML/1998/namespace";
const XMLNS: &str = "http://www.w3.org/2000/xmlns/";

/// The state of the checks, after the tokens read so far.
#[derive(Default)]
pub(super) struct WellFormed {
    /// The namespaces of each prefix, in the order of the open elements that declare it; the last
    /// namespace counts.
    namespaces: HashMap<String, Vec<String>>,
    /// The prefixes that open elements declare, and how many elements are open around each of them.
    bindings: Vec<(String, usize)>,
    depth: usize,
    /// Whether a root element has begun.
    has_root: bool,
    /// Whether the document calls itself ASCII.
    is_ascii: bool,
}

/// The kind of the problem, and the text that has it.
type Refusal<'t> = (ProblemKind, &'t str);

impl WellFormed {
    /// Checks a token. `is_first` is true if nothing but a byte order mark comes before it.
    pub(super) fn token<'t>(&mut self, event: &'t Event<'_>, is_first: bool) -> Result<(), Refusal<'t>> {
        match event {
            Event::Start(tag) => self.start(tag, false),
            Event::Empty(tag) => self.start(tag, true),
            Event::End(_) => {
                self.depth = self.depth.saturating_sub(1);
                self.unbind();
                Ok(())
            }
            Event::Text(text) => {
                let text: &str = text;
                if text.starts_with('&') {
                    return Err((ProblemKind::BareAmpersand, text));
                }
                // Of two mistakes in a text, a parser stops at the first.
                let stray = match self.depth {
                    0 => text.find(|character| !is_white_char(character)),
                    _ => text.find("]]>"),
                };
                let Some(at) = stray else {
                    return self.characters(text);
                };
                let first = text[at..].chars().next().map_or(0, char::len_utf8);
                self.characters(&text[..at + first])?;
                Err((ProblemKind::MalformedMarkup, text))
            }
            Event::CData(text) if self.depth == 0 => Err((ProblemKind::MalformedMarkup, text)),
            Event::CData(text) => self.characters(text),
            Event::GeneralRef(name) => {
                let name: &str = name;
                resolve(name).map_err(|kind| (kind, name))?;
                if self.depth == 0 {
                    return Err((ProblemKind::MalformedMarkup, name));
                }
                Ok(())
            }
            Event::Comment(text) => {
                let text: &str = text;
                if text.contains("--") || text.ends_with('-') {
                    return Err((ProblemKind::HyphensInComment, text));
                }
                self.characters(text)
            }
            Event::PI(instruction) => {
                let text: &str = instruction;
                let target = text.split(is_white_char).next().unwrap_or_default();
                if target.eq_ignore_ascii_case("xml") {
                    return Err((ProblemKind::MisplacedDeclaration, text));
                }
                if !is_name(target) {
                    return Err((ProblemKind::MalformedMarkup, text));
                }
                self.characters(text)
            }
            Event::Decl(_) if !is_first => Err((ProblemKind::MisplacedDeclaration, "")),
            Event::Decl(declaration) => self.declaration(declaration),
            // The content of a document type declaration is never read; the declaration is reported
            // elsewhere.
            Event::DocType(_) | Event::Eof => Ok(()),
        }
    }

    fn start<'t>(&mut self, tag: &'t str, is_empty: bool) -> Result<(), Refusal<'t>> {
        if self.depth == 0 && self.has_root {
            return Err((ProblemKind::MalformedMarkup, tag));
        }
        self.has_root = true;
        self.characters(tag)?;
        let end = tag.find(is_white_char).unwrap_or(tag.len());
        let (name, mut rest) = tag.split_at(end);
        let (prefix, _) = qualified(name).ok_or((ProblemKind::MalformedMarkup, tag))?;
        let mut names: Vec<(Option<&str>, &str)> = Vec::new();
        while let Some((name, value, after)) = attribute(rest).map_err(|kind| (kind, tag))? {
            rest = after;
            let value = plain(value)?;
            let (prefix, local) = qualified(name).ok_or((ProblemKind::MalformedMarkup, tag))?;
            match (prefix, local) {
                (None, "xmlns") => self.bind("", value, tag)?,
                (Some("xmlns"), declared) => self.bind(declared, value, tag)?,
                _ => {}
            }
            names.push((prefix, local));
        }
        self.namespace(prefix).ok_or((ProblemKind::UnboundPrefix, tag))?;
        // Attributes are compared by namespace, since two prefixes may stand for the same
        // namespace. An attribute without a prefix is in no namespace. The local names come first,
        // since a namespace may be far longer than the attributes that share it.
        let mut expanded = Vec::with_capacity(names.len());
        for (prefix, local) in names {
            let namespace = match prefix {
                None => "",
                Some("xmlns") => XMLNS,
                prefix => self.namespace(prefix).ok_or((ProblemKind::UnboundPrefix, tag))?,
            };
            expanded.push((local, namespace));
        }
        expanded.sort_unstable();
        if expanded.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err((ProblemKind::RepeatedAttribute, tag));
        }
        if is_empty {
            self.unbind();
        } else {
            self.depth += 1;
        }
        Ok(())
    }

    /// Declares a prefix for the element that begins: Namespaces in XML 1.0, sections 3 and 5.
    fn bind<'t>(&mut self, prefix: &str, namespace: String, tag: &'t str) -> Result<(), Refusal<'t>> {
        let is_reserved = prefix == "xmlns"
            || namespace == XMLNS
            || (prefix == "xml") != (namespace == XML)
            || namespace.is_empty() && !prefix.is_empty();
        if is_reserved {
            return Err((ProblemKind::UnboundPrefix, tag));
        }
        self.bindings.push((prefix.into(), self.depth));
        self.namespaces.entry(prefix.into()).or_default().push(namespace);
        Ok(())
    }

    /// Forgets the prefixes that the ending element has declared.
    fn unbind(&mut self) {
        while let Some((prefix, _)) = self.bindings.pop_if(|(_, depth)| *depth >= self.depth) {
            if let Entry::Occupied(mut bound) = self.namespaces.entry(prefix) {
                bound.get_mut().pop();
                if bound.get().is_empty() {
                    bound.remove();
                }
            }
        }
    }

    /// The namespace of a prefix.
    fn namespace(&self, prefix: Option<&str>) -> Option<&str> {
        let bound = self.namespaces.get(prefix.unwrap_or_default());
        match (bound.and_then(|bound| bound.last()), prefix) {
            (Some(namespace), _) => Some(namespace),
            (None, Some("xml")) => Some(XML),
            (None, None) => Some(""),
            (None, Some(_)) => None,
        }
    }

    /// XML 1.0, section 2.8.
    fn declaration<'t>(&mut self, declaration: &'t str) -> Result<(), Refusal<'t>> {
        let refused = (ProblemKind::MalformedMarkup, declaration);
        let mut rest = declaration.strip_prefix("xml").ok_or(refused)?;
        let mut expected = ["version", "encoding", "standalone"].into_iter();
        let mut is_versioned = false;
        while let Some((name, value, after)) = attribute(rest).map_err(|_| refused)? {
            rest = after;
            expected.find(|expected| *expected == name).ok_or(refused)?;
            let is_plain = value
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'));
            let is_valid = match name {
                "version" => !value.is_empty() && is_plain,
                "encoding" => value.starts_with(|first: char| first.is_ascii_alphabetic()) && is_plain,
                _ => matches!(value, "yes" | "no"),
            };
            if !is_valid || !is_versioned && name != "version" {
                return Err(refused);
            }
            is_versioned = true;
            if name == "encoding" {
                self.is_ascii = value.eq_ignore_ascii_case("us-ascii");
                // `utf8` is not the name of an encoding (that is `UTF-8`), although this crate
                // accepts it.
                if value.eq_ignore_ascii_case("utf8") {
                    return Err((ProblemKind::DeclaredEncoding, declaration));
                }
            }
        }
        if is_versioned { Ok(()) } else { Err(refused) }
    }

    fn characters<'t>(&self, text: &'t str) -> Result<(), Refusal<'t>> {
        let is_refused = |character: char| !is_character(character) || self.is_ascii && !character.is_ascii();
        match text.find(is_refused) {
            Some(at) => Err((ProblemKind::ForbiddenCharacter, &text[at..])),
            None => Ok(()),
        }
    }
}

/// The next attribute of the text after a tag's name: its name, its value, and the rest. `None` at
/// the end.
fn attribute(text: &str) -> Result<Option<(&str, &str, &str)>, ProblemKind> {
    let refused = Err(ProblemKind::MalformedAttribute);
    let rest = text.trim_start_matches(is_white_char);
    if rest.is_empty() {
        return Ok(None);
    }
    if rest.len() == text.len() {
        return refused;
    }
    let Some((name, rest)) = rest.split_once('=') else {
        return refused;
    };
    let rest = rest.trim_start_matches(is_white_char);
    let Some(quote) = rest.chars().next().filter(|first| matches!(first, '"' | '\'')) else {
        return refused;
    };
    let Some((value, rest)) = rest[1..].split_once(quote) else {
        return refused;
    };
    Ok(Some((name.trim_end_matches(is_white_char), value, rest)))
}

/// The value of an attribute with references resolved. It contains no `<`, which would end its tag.
fn plain(value: &str) -> Result<String, Refusal<'_>> {
    let mut plain = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, after)) = rest.split_once('&') {
        plain.push_str(before);
        let (name, after) = after.split_once(';').ok_or((ProblemKind::BareAmpersand, value))?;
        plain.push(resolve(name).map_err(|kind| (kind, value))?);
        rest = after;
    }
    plain.push_str(rest);
    Ok(plain)
}

/// The prefix and the local part of a name: Namespaces in XML 1.0, section 4.
fn qualified(name: &str) -> Option<(Option<&str>, &str)> {
    let (prefix, local) = match name.split_once(':') {
        Some((prefix, local)) => (Some(prefix), local),
        None => (None, name),
    };
    (prefix.is_none_or(is_name) && is_name(local)).then_some((prefix, local))
}

/// Whether a text is a name without a colon: XML 1.0, section 2.3.
///
/// The fifth edition allows a byte order mark in names. Parsers that follow the fourth edition,
/// such as expat, stop there.
fn is_name(name: &str) -> bool {
    let begins = |character: char| {
        matches!(character,
            'A'..='Z' | '_' | 'a'..='z' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
            | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}'
            | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FEFE}'
            | '\u{FF00}'..='\u{FFFD}'
            | '\u{10000}'..='\u{EFFFF}')
    };
    let goes_on = |character: char| {
        begins(character)
            || matches!(character, '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
    };
    name.starts_with(begins) && name.chars().all(goes_on)
}

fn is_white_char(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n')
}
