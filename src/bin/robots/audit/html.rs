//! The audit as a page: crawlers down, sections of the site across.

use std::fmt::Write;

use robots_exclusion::Dialect;

use super::access::Access;
use super::audited_file::AuditedFile;
use crate::failure::Failure;
use crate::output::Output;
use crate::report::html::{self, text};
use crate::report::sections::{Section, Sections};
use crate::shown::count;

/// The page being built.
#[derive(Default)]
pub(super) struct Page {
    /// Those that were not fetched come first, and then those that are closed to most crawlers.
    sections: Sections<(bool, usize, usize)>,
    files: u64,
}

impl Page {
    pub(super) fn add(&mut self, site: &AuditedFile) {
        self.files += 1;
        let summary = site.summary();
        let summary = text(summary.trim_start_matches([':', ' ']));
        let mut html = format!(
            "<p class=\"soft\">{summary}</p>\n{}<table>\n<thead><tr><th>Crawler</th><th>Site</th>",
            html::SCROLL
        );
        for section in &site.sections {
            // Writing to a string cannot fail.
            let _ = write!(html, "<th>{}</th>", text(section));
        }
        html.push_str("<th>Group</th><th>Purpose</th><th>Ignored rules of *</th></tr></thead>\n<tbody>\n");
        for one in &site.crawlers {
            let _ = write!(html, "<tr><th scope=\"row\">{}</th>", text(&one.agent));
            for access in std::iter::once(&one.ruled.access).chain(&one.ruled.sections) {
                cell(&mut html, *access);
            }
            let _ = write!(
                html,
                "<td>{}</td><td>{}</td>",
                text(one.group.as_deref().unwrap_or("none")),
                text(one.purpose.as_deref().unwrap_or_default()),
            );
            let (rules, more) = (&one.ignored.rules[..], one.ignored.more);
            let ignored = rules.len() + more;
            if ignored == 0 {
                html.push_str("<td></td></tr>\n");
                continue;
            }
            let ignored = count(ignored as u64, "rule", "rules");
            let _ = write!(html, "<td><details><summary>{ignored}</summary>");
            for rule in rules {
                let _ = write!(html, "<code>{}</code><br>", text(rule));
            }
            if more > 0 {
                let _ = write!(html, "and {more} more");
            }
            html.push_str("</details></td></tr>\n");
        }
        html.push_str("</tbody></table></div>\n");
        self.sections.add(Section {
            name: site.name.clone(),
            weight: (
                site.is_not_fetched,
                site.count(Access::Closed),
                site.count(Access::Partial),
            ),
            is_listed: true,
            cells: format!("<td>{summary}</td>"),
            html: Some(html),
        });
    }

    /// Prints the whole page. Without a dialect, each crawler read as its operator documents it.
    pub(super) fn finish(self, output: Output, dialect: Option<Dialect>) -> Result<(), Failure> {
        let head = format!(
            "<h1>Crawlers and sites</h1>\n{}<p class=\"soft\"><span class=\"tag good\">open</span> all may be fetched, \
             <span class=\"tag warning\">partial</span> some of it, <span class=\"tag error\">closed</span> nothing.</p>\n",
            html::made(&count(self.files, "robots.txt file", "robots.txt files"), dialect),
        );
        let (list, body) = self.sections.finish(&["Access"]);
        let foot = format!(
            "<footer class=\"soft\">Made with robots {}.</footer>\n",
            env!("CARGO_PKG_VERSION")
        );
        html::print(output, "Crawlers and sites", &[&head, &list, &body, &foot])
    }
}

fn cell(html: &mut String, access: Access) {
    let name = access.as_str();
    let _ = write!(html, "<td class=\"{name}\">{name}</td>");
}
