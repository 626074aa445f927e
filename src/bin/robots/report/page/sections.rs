//! The part of a page about files: a list of them, then a section for each, the worst first.

use std::cmp::Reverse;

use super::Markup;
use crate::report::table::{Cell, Piece, Table};
use crate::shown::count;

/// How many bytes the sections take together. The worst are shown, one whatever its length, and the
/// others only listed.
const MAX_BYTES: usize = 3_500_000;
/// How many files are listed.
const MAX_LISTED: usize = 5_000;

/// The sections of a page, ordered by how bad they are.
pub(crate) struct Sections<W> {
    sections: Vec<Section<W>>,
    /// How many bytes these take.
    bytes: usize,
}

/// What is said of a file.
pub(crate) struct Section<W> {
    pub(crate) name: String,
    /// How bad it is.
    pub(crate) weight: W,
    /// Whether it belongs in the list where there are several.
    pub(crate) is_listed: bool,
    /// The cells of its line in the list of files, after its name.
    pub(crate) cells: Vec<Cell>,
    /// What is below its heading; `None` if worse sections took the room.
    pub(crate) content: Option<Markup>,
}

impl<W> Section<W> {
    fn len(&self) -> usize {
        self.content.as_ref().map_or(0, Markup::len)
    }
}

impl<W> Default for Sections<W> {
    fn default() -> Self {
        Self {
            sections: Vec::new(),
            bytes: 0,
        }
    }
}

impl<W: Copy + Ord> Sections<W> {
    pub(crate) fn add(&mut self, section: Section<W>) {
        self.bytes += section.len();
        self.sections.push(section);
        // Sorting them again and again would take longer than making them.
        if self.bytes > 4 * MAX_BYTES {
            self.keep_the_worst();
        }
    }

    /// Gives up the sections for which there is no room. One is always shown.
    fn keep_the_worst(&mut self) {
        self.sections.sort_by_key(|section| Reverse(section.weight));
        self.bytes = 0;
        for (number, section) in self.sections.iter_mut().enumerate() {
            let len = section.len();
            if number > 0 && self.bytes + len > MAX_BYTES {
                section.content = None;
            } else {
                self.bytes += len;
            }
        }
    }

    /// The list of files, if there are several, with these headings after `File`, and the sections.
    pub(crate) fn finish(mut self, headings: &[&str]) -> (Markup, Markup) {
        self.keep_the_worst();
        let names = public_names(self.sections.iter().map(|section| &section.name[..]));
        let are_several = self.sections.len() > 1;
        let mut list = Markup::default();
        if are_several {
            self.list(&mut list, headings, &names);
        }
        let mut body = Markup::default();
        for (number, (section, name)) in self.sections.iter().zip(&names).enumerate() {
            if let Some(content) = section
                .content
                .as_ref()
                .filter(|_| section.is_listed || !are_several)
            {
                body.section(Some(&anchor(number)), &[name.as_str().into()], content);
            }
        }
        (list, body)
    }

    fn list(&self, list: &mut Markup, headings: &[&str], names: &[String]) {
        let sections = self.sections.iter().zip(names).enumerate();
        let listed = sections.filter(|(_, (section, _))| section.is_listed);
        let all = listed.clone().count();
        if all == 0 {
            return;
        }
        let mut table = Table::new([&["File"], headings].concat());
        table
            .rows
            .extend(listed.clone().take(MAX_LISTED).map(|(number, (section, name))| {
                let name = match section.content {
                    Some(_) => Piece::Link {
                        to: anchor(number),
                        text: name.clone(),
                    },
                    None => name.as_str().into(),
                };
                [vec![name.into()], section.cells.clone()].concat()
            }));
        list.table(&table);
        let without = listed
            .filter(|(_, (section, _))| section.content.is_none())
            .count();
        if without > 0 {
            let without = count(without as u64, "more file has", "more files have");
            let remark = format!("{without} no section here; name fewer files at a time to see them.");
            list.remark(&[remark.into()]);
        }
        if all > MAX_LISTED {
            let more = count((all - MAX_LISTED) as u64, "more file is", "more files are");
            list.remark(&[format!("{more} not listed.").into()]);
        }
    }
}

/// The name of a section, for links.
fn anchor(number: usize) -> String {
    format!("file-{}", number + 1)
}

/// Names of files for a page that others will read, so that it does not tell how a machine's
/// folders are called. The folders that all paths have in common are left out, and an absolute path
/// keeps one folder at most: `/home/ann/sites/a/robots.txt` and `/srv/b/robots.txt` become
/// `a/robots.txt` and `b/robots.txt`. URLs stay as they are.
pub(crate) fn public_names<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Vec<String> {
    let is_url = |name: &str| name.contains("://");
    let folders = |name: &'n str| -> Vec<&'n str> { name.split(['/', '\\']).collect() };
    let local = names.clone().filter(|name| !is_url(name)).map(folders);
    let common = local.reduce(|mut common, name| {
        let same = common.iter().zip(&name).take_while(|(a, b)| a == b).count();
        common.truncate(same);
        common
    });
    let common = common.map_or(0, |common| common.len());
    let name = |name: &'n str| {
        if is_url(name) {
            return name.to_owned();
        }
        let parts = folders(name);
        let is_absolute = std::path::Path::new(name).is_absolute();
        let first = common.min(parts.len() - 1);
        let first = if is_absolute {
            first.max(parts.len().saturating_sub(2))
        } else {
            first
        };
        parts[first..].join("/")
    };
    names.map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_nothing_of_the_machine() {
        for (names, expected) in [
            (&["/home/ann/site/robots.txt"][..], &["robots.txt"][..]),
            (&["public/robots.txt"], &["robots.txt"]),
            (
                &["/home/ann/sites/a/robots.txt", "/home/ann/sites/b/c/robots.txt"],
                &["a/robots.txt", "c/robots.txt"],
            ),
            (
                &["a/robots.txt", "b/c/robots.txt"],
                &["a/robots.txt", "b/c/robots.txt"],
            ),
            (
                &[
                    "/home/ann/robots.txt",
                    "/srv/www/robots.txt",
                    "https://a.example/x/robots.txt",
                ],
                &[
                    "ann/robots.txt",
                    "www/robots.txt",
                    "https://a.example/x/robots.txt",
                ],
            ),
            (&["standard input"], &["standard input"]),
        ] {
            assert_eq!(public_names(names.iter().copied()), expected, "{names:?}");
        }
    }
}
