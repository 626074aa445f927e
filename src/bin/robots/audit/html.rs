//! The audit as a page: crawlers down, sections of the site across.

use std::fmt::Write;

use super::access::Access;
use super::site::Site;
use crate::failure::Failure;
use crate::output::Output;
use crate::report::html::{self, text};

/// The page being built.
#[derive(Default)]
pub(super) struct Page {
    sections: String,
    files: u64,
}

impl Page {
    pub(super) fn add(&mut self, site: &Site) {
        self.files += 1;
        let html = &mut self.sections;
        // Writing to a string cannot fail.
        let _ = write!(
            html,
            "<section>\n<h2>{}</h2>\n<p class=\"soft\">{}</p>\n{}<table>\n<thead><tr><th>Crawler</th><th>Purpose</th>\
             <th>Group</th><th>Site</th>",
            text(&site.name),
            text(site.summary().trim_start_matches([':', ' '])),
            html::SCROLL,
        );
        for section in &site.sections {
            let _ = write!(html, "<th>{}</th>", text(section));
        }
        html.push_str("<th>Ignored rules of *</th></tr></thead>\n<tbody>\n");
        for one in &site.crawlers {
            let _ = write!(
                html,
                "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td>",
                text(&one.agent),
                text(one.purpose.as_deref().unwrap_or_default()),
                text(one.group.as_deref().unwrap_or("none")),
            );
            for access in std::iter::once(&one.ruled.access).chain(&one.ruled.sections) {
                cell(html, *access);
            }
            let (rules, more) = (&one.ignored.rules[..], one.ignored.more);
            let count = rules.len() + more;
            if count == 0 {
                html.push_str("<td></td></tr>\n");
                continue;
            }
            let s = if count == 1 { "" } else { "s" };
            let _ = write!(html, "<td><details><summary>{count} rule{s}</summary>");
            for rule in rules {
                let _ = write!(html, "<code>{}</code><br>", text(rule));
            }
            if more > 0 {
                let _ = write!(html, "and {more} more");
            }
            html.push_str("</details></td></tr>\n");
        }
        html.push_str("</tbody></table></div>\n</section>\n");
    }

    pub(super) fn finish(self, output: Output) -> Result<(), Failure> {
        let s = if self.files == 1 { "" } else { "s" };
        let head = format!(
            "<h1>Crawlers and sites</h1>\n<p class=\"soft\">{} robots.txt file{s}. <span class=\"tag good\">open</span> all may be fetched, \
             <span class=\"tag warning\">partial</span> some of it, <span class=\"tag error\">closed</span> nothing.</p>\n",
            self.files,
        );
        let foot = format!(
            "<footer class=\"soft\">Made with robots {}.</footer>\n",
            env!("CARGO_PKG_VERSION")
        );
        html::print(output, "Crawlers and sites", &[&head, &self.sections, &foot])
    }
}

fn cell(html: &mut String, access: Access) {
    let name = access.as_str();
    let _ = write!(html, "<td class=\"{name}\">{name}</td>");
}
