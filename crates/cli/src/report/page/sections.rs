//! The part of a page about files: a list of them, then a section for each, the worst first.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Markup;
use crate::report::table::{Cell, Piece, Table};
use crate::shown::count;

/// How many bytes the sections take together. The worst are shown, one whatever its length, and the
/// others only listed.
const MAX_BYTES: usize = 3_500_000;

/// The sections of a page.
#[derive(Default)]
pub(crate) struct Sections<W> {
    /// The worst first, otherwise in the order in which they came.
    sections: BTreeMap<(Reverse<W>, usize), Section>,
    /// The contents below their headings, if there is room.
    contents: BTreeMap<(Reverse<W>, usize), Markup>,
    /// How many bytes the contents take.
    bytes: usize,
}

/// Facts about a file besides the content of its section.
pub(crate) struct Section {
    pub(crate) name: String,
    /// Whether it is on the page where there are several.
    pub(crate) is_listed: bool,
    /// The cells of its line in the list of files, after its name.
    pub(crate) cells: Vec<Cell>,
}

impl<W: Copy + Ord> Sections<W> {
    /// Adds a section; `weight` says how bad it is.
    pub(crate) fn add(&mut self, weight: W, section: Section, content: Markup) {
        let place = (Reverse(weight), self.sections.len());
        self.sections.insert(place, section);
        self.bytes += content.0.len();
        self.contents.insert(place, content);
        while self.bytes > MAX_BYTES
            && self.contents.len() > 1
            && let Some((_, dropped)) = self.contents.pop_last()
        {
            self.bytes -= dropped.0.len();
        }
    }

    /// The number of files.
    pub(crate) fn files(&self) -> u64 {
        self.sections.len() as u64
    }

    /// The list of files, if there are several, with these headings after `File`, and the sections.
    pub(crate) fn finish(self, headings: &[&str]) -> (Markup, Markup) {
        let names = public_names(self.sections.values().map(|section| &section.name[..]));
        let are_several = self.sections.len() > 1;
        let (mut list, mut body) = (Markup::default(), Markup::default());
        let mut table = Table::new([&["File"], headings].concat());
        let mut without = 0;
        for (number, ((place, section), name)) in (1..).zip(self.sections.into_iter().zip(names)) {
            if are_several && !section.is_listed {
                continue;
            }
            let mut cell = Piece::from(name.as_str());
            if let Some(content) = self.contents.get(&place) {
                let to = format!("file-{number}");
                body.section(Some(&to), &[cell], content);
                cell = Piece::Link { to, text: name };
            } else {
                without += 1;
            }
            table.rows.push([vec![cell.into()], section.cells].concat());
        }
        if are_several && !table.rows.is_empty() {
            list.table(&table);
        }
        if without > 0 {
            let without = count(without, "more file has", "more files have");
            let remark = format!("{without} no section here; name fewer files at a time to see them.");
            list.remark(&[remark.into()]);
        }
        (list, body)
    }
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
        let least = if is_absolute {
            parts.len().saturating_sub(2)
        } else {
            0
        };
        let first = common.max(least).min(parts.len() - 1);
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
