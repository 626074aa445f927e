//! The other versions of a page, in other languages or for other devices.
//!
//! Source: <https://developers.google.com/search/docs/specialty/international/localized-versions>.

use std::collections::HashMap;

use url::Url;

use super::codes::{is_country, is_language};
use super::entry::{Entry, Extension, ExtensionKind};
use super::loc::is_absolute;
use super::output::Output;
use super::problem::{Problem, ProblemKind};

/// The links of an entry that search engines read.
fn alternates(entry: &Entry) -> impl Iterator<Item = &Extension> {
    let links = entry
        .extensions
        .iter()
        .filter(|extension| extension.kind() == ExtensionKind::Alternate);
    links.filter(|link| is_alternate(link.get("@rel").unwrap_or_default()))
}

fn is_alternate(rel: &str) -> bool {
    rel.split_ascii_whitespace()
        .any(|kind| kind.eq_ignore_ascii_case("alternate"))
}

/// Whether a link leads into an app, which has no language: `android-app://com.example/https/…`.
fn leads_to_app(href: &str) -> bool {
    ["android-app://", "ios-app://"]
        .iter()
        .any(|scheme| href.starts_with(scheme))
}

/// Reports errors in the other versions of a page. A link whose `rel` is not `alternate` does not
/// lead to another version, so its other attributes are not checked.
pub(super) fn check(entry: &Entry, output: &mut Output) {
    let mut languages: Vec<&str> = Vec::new();
    let mut names_itself = false;
    for link in &entry.extensions {
        if link.kind() != ExtensionKind::Alternate {
            continue;
        }
        let rel = link.get("@rel").unwrap_or_default();
        if !is_alternate(rel) {
            output.problem(ProblemKind::AlternateWithoutRel, entry.line, false, rel);
            continue;
        }
        let href = link.get("@href").unwrap_or_default();
        if leads_to_app(href) {
            continue;
        }
        if !is_absolute(href) {
            output.problem(ProblemKind::AlternateNotAbsolute, entry.line, false, href);
        }
        let language = link.get("@hreflang");
        // A version for other devices has a media query instead.
        if language.is_none() && link.get("@media").is_some() {
            continue;
        }
        let language = language.unwrap_or_default();
        if !is_hreflang(language) {
            output.problem(ProblemKind::InvalidHreflang, entry.line, false, language);
        } else if languages.iter().any(|other| other.eq_ignore_ascii_case(language)) {
            output.problem(ProblemKind::RepeatedHreflang, entry.line, false, language);
        }
        languages.push(language);
        names_itself |= href == entry.loc || address(href) == address(&entry.loc);
    }
    if !languages.is_empty() && !names_itself {
        output.problem(ProblemKind::MissingSelfReference, entry.line, false, &entry.loc);
    }
}

/// Whether a value is a language (ISO 639), perhaps with a script (ISO 15924) and a region (ISO
/// 3166-1, or a number of UN M.49), as search engines read them, or `x-default`.
fn is_hreflang(value: &str) -> bool {
    if value.eq_ignore_ascii_case("x-default") {
        return true;
    }
    let mut parts = value.split('-').peekable();
    let language = parts.next().is_some_and(is_language);
    parts.next_if(|part| part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_alphabetic()));
    let is_number = |part: &str| part.len() == 3 && part.bytes().all(|byte| byte.is_ascii_digit());
    parts.next_if(|part| is_country(part) || is_number(part));
    language && parts.next().is_none()
}

/// An address in a form that can be compared.
fn address(text: &str) -> String {
    Url::parse(text).map_or_else(|_| text.into(), String::from)
}

/// Finds pages whose links to other versions are not returned.
///
/// Search engines ignore a link to another version unless that version links back. All sitemaps of
/// a site must be read first, since the versions may be in different files. Links to a version that
/// no file lists are not reported, because its links are unknown.
///
/// # Complexity
///
/// Memory for each address once, and 24 bytes for each link; at most
/// [`MAX_PAGES`](ReturnLinks::MAX_PAGES) addresses and [`MAX_LINKS`](ReturnLinks::MAX_LINKS) links.
///
/// # Examples
///
/// ```
/// use robots_exclusion_sitemap::{Entry, Extension, ExtensionKind, ReturnLinks};
///
/// let link = |language, href| {
///     Extension::new(ExtensionKind::Alternate)
///         .with("@rel", "alternate")
///         .with("@hreflang", language)
///         .with("@href", href)
/// };
/// let mut links = ReturnLinks::new();
/// links.add(0, &Entry::new("https://example.com/en").with_extension(link("de", "https://example.com/de")));
/// links.add(1, &Entry::new("https://example.com/de"));
/// let missing = links.missing();
/// assert_eq!(missing.len(), 1);
/// let (file, problem) = &missing[0];
/// assert_eq!((*file, problem.excerpt.as_str()), (0, "https://example.com/de"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct ReturnLinks {
    /// A number for each address.
    numbers: HashMap<Box<str>, u32>,
    /// By its number, whether a page is listed.
    is_listed: Vec<bool>,
    links: Vec<Link>,
    skipped: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Link {
    from: u32,
    to: u32,
    file: usize,
    line: u64,
}

impl ReturnLinks {
    /// The most links that are kept.
    pub const MAX_LINKS: usize = 2_000_000;

    /// The most addresses that are kept.
    pub const MAX_PAGES: usize = 1_000_000;

    /// Without any links.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an entry of a file, which the caller numbers.
    pub fn add(&mut self, file: usize, entry: &Entry) {
        // A page without links is kept too: another page may link to it, before or after this call.
        let from = self.number(&entry.loc);
        if let Some(from) = from {
            self.is_listed[from as usize] = true;
        }
        for link in alternates(entry) {
            let href = link.get("@href").unwrap_or_default();
            if leads_to_app(href) || link.get("@hreflang").is_none() {
                continue;
            }
            let ends = from.zip(self.number(href));
            match ends.filter(|_| self.links.len() < Self::MAX_LINKS) {
                Some((from, to)) if from == to => {}
                Some((from, to)) => {
                    let line = entry.line;
                    self.links.push(Link { from, to, file, line });
                }
                None => self.skipped += 1,
            }
        }
    }

    /// The number of an address; `None` if there are too many.
    fn number(&mut self, url: &str) -> Option<u32> {
        let address = address(url);
        if let Some(number) = self.numbers.get(address.as_str()) {
            return Some(*number);
        }
        if self.is_listed.len() >= Self::MAX_PAGES {
            return None;
        }
        let number = self.is_listed.len() as u32;
        self.numbers.insert(address.into(), number);
        self.is_listed.push(false);
        Some(number)
    }

    /// The links that are not returned, each with the number of its file.
    pub fn missing(&self) -> Vec<(usize, Problem)> {
        let mut pairs: Vec<(u32, u32)> = self.links.iter().map(|link| (link.from, link.to)).collect();
        pairs.sort_unstable();
        let is_missing = |link: &&Link| {
            self.is_listed[link.to as usize] && pairs.binary_search(&(link.to, link.from)).is_err()
        };
        let missing: Vec<&Link> = self.links.iter().filter(is_missing).collect();
        if missing.is_empty() {
            return Vec::new();
        }
        let mut names = vec![""; self.is_listed.len()];
        for (name, number) in &self.numbers {
            names[*number as usize] = name;
        }
        let problem = |link: &Link| {
            let to = names[link.to as usize];
            Problem::new(ProblemKind::MissingReturnLink, link.line, false, to)
        };
        missing.iter().map(|link| (link.file, problem(link))).collect()
    }

    /// The number of links that could not be checked, because they lead to pages that no file lists
    /// or were too many to keep.
    pub fn unknown(&self) -> u64 {
        let unlisted = self.links.iter().filter(|link| !self.is_listed[link.to as usize]);
        unlisted.count() as u64 + self.skipped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linked(from: &str, to: &str) -> Entry {
        let link = Extension::named(ExtensionKind::Alternate, "link")
            .with("@rel", "alternate")
            .with("@hreflang", "de")
            .with("@href", to);
        Entry::new(from).with_extension(link)
    }

    #[test]
    fn pages_and_links_are_as_many_as_their_limits() {
        let (one, two) = ("https://example.com/1", "https://example.com/2");
        let mut links = ReturnLinks::new();
        links.is_listed = vec![true; ReturnLinks::MAX_PAGES - 1];
        links.add(0, &Entry::new(one));
        assert_eq!((links.numbers.len(), links.unknown()), (1, 0));
        // Neither a page nor a version is added to them, and links from or to them are not kept.
        links.add(0, &linked(one, two));
        links.add(0, &linked(two, one));
        assert_eq!((links.numbers.len(), links.unknown()), (1, 2));
        links.add(0, &linked(one, one));
        assert_eq!((links.links.len(), links.unknown()), (0, 2));

        let mut links = ReturnLinks::new();
        links.add(0, &Entry::new(two));
        links.add(0, &Entry::new(one));
        let link = Link {
            from: 0,
            to: 1,
            file: 0,
            line: 1,
        };
        links.links = vec![link; ReturnLinks::MAX_LINKS - 1];
        for skipped in [0, 1, 2] {
            links.add(0, &linked(one, two));
            assert_eq!(
                (links.links.len(), links.unknown()),
                (ReturnLinks::MAX_LINKS, skipped)
            );
        }
    }
}
