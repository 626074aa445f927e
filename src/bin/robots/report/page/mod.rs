//! Pages: self-contained, without scripts and with nothing to load, light and dark, printable. Every
//! text is escaped here, so that commands write no markup.

pub(crate) mod sections;
mod source;

use std::fmt::{Display, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use robots_exclusion::Dialect;
use robots_exclusion::sitemap::W3cDateTime;

use super::table::{Cell, Piece, Table, Tone};
use crate::failure::Failure;
use crate::output::Output;
use crate::shown::printable;

pub(crate) use source::{Lines, Note, Patch};

/// A part of a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Markup(String);

impl Markup {
    /// How many bytes it takes.
    fn len(&self) -> usize {
        self.0.len()
    }

    fn push(&mut self, markup: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.0, "{markup}");
    }

    /// The heading of the page, and below it what it is about, how that was read and when. Without
    /// a dialect, each crawler reads as its operator documents it.
    pub(crate) fn heading(&mut self, heading: &str, about: &[Piece], dialect: Option<Dialect>) {
        let reading = match dialect {
            Some(dialect) => pieces(&[Piece::Code(dialect.to_string())]),
            None => "each crawler’s operator documents it".to_owned(),
        };
        let (heading, about) = (text(heading), pieces(about));
        self.push(format_args!(
            "<h1>{heading}</h1>\n<p class=\"soft\">{about}, read as {reading}, {}</p>\n",
            today()
        ));
    }

    /// A paragraph that explains.
    pub(crate) fn remark(&mut self, remark: &[Piece]) {
        self.push(format_args!("<p class=\"soft\">{}</p>\n", pieces(remark)));
    }

    /// Labels in a row.
    pub(crate) fn labels(&mut self, labels: impl IntoIterator<Item = (Tone, String)>) {
        self.push("<ul class=\"counts\">");
        for (tone, label) in labels {
            self.push(format_args!(
                "<li class=\"tag {}\">{}</li>",
                class(tone),
                text(&label)
            ));
        }
        self.push("</ul>\n");
    }

    /// Points, each on a line of its own; nothing if there are none.
    pub(crate) fn points(&mut self, points: &[Vec<Piece>]) {
        if points.is_empty() {
            return;
        }
        self.push("<ul class=\"outcomes\">\n");
        for point in points {
            self.push(format_args!("<li>{}</li>\n", pieces(point)));
        }
        self.push("</ul>\n");
    }

    /// A table, in an area that scrolls sideways where it is too wide, also by keys.
    pub(crate) fn table(&mut self, table: &Table) {
        self.push(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table\"><table>\n<thead><tr>",
        );
        for heading in &table.headings {
            self.push(format_args!("<th>{}</th>", piece(heading)));
        }
        self.push("</tr></thead>\n<tbody>\n");
        for row in &table.rows {
            self.push("<tr>");
            for (number, cell) in row.iter().enumerate() {
                match number {
                    0 => self.push(format_args!("<th scope=\"row\">{}</th>", pieces(&cell.pieces))),
                    _ => self.cell(cell),
                }
            }
            self.push("</tr>\n");
        }
        self.push("</tbody></table></div>\n");
    }

    fn cell(&mut self, cell: &Cell) {
        match cell.tone {
            Some(tone) => self.push(format_args!("<td class=\"{}\">", class(tone))),
            None => self.push("<td>"),
        }
        let content = pieces(&cell.pieces);
        match &cell.summary {
            Some(summary) => self.push(format_args!(
                "<details><summary>{}</summary>{content}</details>",
                text(summary)
            )),
            None => self.push(content),
        }
        self.push("</td>");
    }

    /// A part of the page with a heading, which links lead to by its name.
    pub(crate) fn section(&mut self, name: Option<&str>, heading: &[Piece], content: &Self) {
        match name {
            Some(name) => self.push(format_args!("<section id=\"{}\">\n", text(name))),
            None => self.push("<section>\n"),
        }
        self.push(format_args!(
            "<h2>{}</h2>\n{}</section>\n",
            pieces(heading),
            content.0
        ));
    }
}

/// Prints a whole page. Its parts may take tens of megabytes, so they are not joined. A remark
/// comes last.
pub(crate) fn print(
    output: &mut Output,
    title: &str,
    parts: &[&Markup],
    remark: &[Piece],
) -> Result<(), Failure> {
    let head = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"robots\" content=\"noindex\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"generator\" content=\"robots {}\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<main>\n",
        env!("CARGO_PKG_VERSION"),
        text(title),
    );
    output.write(head.as_bytes())?;
    for part in parts {
        output.write(part.0.as_bytes())?;
    }
    let end = format!(
        "<footer class=\"soft\">Made with robots {}.{}</footer>\n</main>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION"),
        pieces(remark),
    );
    output.write(end.as_bytes())
}

/// The day, as reports tell it: that of `SOURCE_DATE_EPOCH`, if it is set, so that a report can be
/// made again.
fn today() -> String {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok();
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).ok();
    let seconds = given
        .and_then(|given| given.parse().ok())
        .or_else(|| i64::try_from(now()?.as_secs()).ok());
    let date = seconds.and_then(W3cDateTime::from_unix_seconds);
    let date = date.map_or_else(String::new, |date| date.to_string());
    date.split('T').next().unwrap_or_default().to_owned()
}

fn class(tone: Tone) -> &'static str {
    match tone {
        Tone::Good => "good",
        Tone::Info => "info",
        Tone::Warning => "warning",
        Tone::Error => "error",
    }
}

fn pieces(pieces: &[Piece]) -> String {
    pieces.iter().map(piece).collect()
}

fn piece(piece: &Piece) -> String {
    match piece {
        Piece::Text(plain) => text(plain),
        Piece::Prose(sentence) => prose(sentence),
        Piece::Code(code) => format!("<code>{}</code>", text(code)),
        Piece::Label(tone, label) => format!("<span class=\"tag {}\">{}</span>", class(*tone), text(label)),
        Piece::Link { to, text: label } => format!("<a href=\"#{}\">{}</a>", text(to), text(label)),
        Piece::LineEnd => "<br>".to_owned(),
    }
}

/// Text as HTML.
fn text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in printable(text).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            character => escaped.push(character),
        }
    }
    escaped
}

/// Text in which parts in backticks become code.
fn prose(paragraph: &str) -> String {
    if !paragraph.matches('`').count().is_multiple_of(2) {
        return text(paragraph);
    }
    let mut html = String::new();
    for (index, part) in paragraph.split('`').enumerate() {
        // Writing to a string cannot fail.
        let _ = match index % 2 {
            0 => write!(html, "{}", text(part)),
            _ => write!(html, "<code>{}</code>", text(part)),
        };
    }
    html
}

const STYLE: &str = "\
:root { --page: #fff; --text: #1c2024; --soft: #60646c; --line: #d9d9e0; --panel: #f6f7f9;
  --error: #c62a2f; --error-bg: #fff0ef; --warning: #8f5a00; --warning-bg: #fff6e0; --info: #1a6fb5; --info-bg: #edf6ff;
  --good: #18794e; --good-bg: #e9f9ee; }
@media (prefers-color-scheme: dark) {
  :root { --page: #111315; --text: #edeef0; --soft: #a6acb5; --line: #33373d; --panel: #191c20;
    --error: #ff8b85; --error-bg: #331416; --warning: #f1c04d; --warning-bg: #2d2305; --info: #78bbff; --info-bg: #0f2438;
    --good: #6fd8a0; --good-bg: #10291c; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; }
main { max-width: 70rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .75rem; overflow-wrap: anywhere; }
p { margin: .25rem 0 .75rem; }
.soft, .ln { color: var(--soft); }
code, pre, .src { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; font-size: .875em; }
code { background: var(--panel); border-radius: .25em; padding: .1em .3em; overflow-wrap: anywhere; }
.counts { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1rem 0; padding: 0; list-style: none; }
.tag { display: inline-block; border-radius: 1em; padding: .05em .7em; font-size: .85rem; font-weight: 600; white-space: nowrap; }
.tag.error { color: var(--error); background: var(--error-bg); }
.tag.warning { color: var(--warning); background: var(--warning-bg); }
.tag.info { color: var(--info); background: var(--info-bg); }
.tag.good { color: var(--good); background: var(--good-bg); }
.src { border: 1px solid var(--line); border-radius: .5rem; overflow: hidden; }
.row { display: flex; }
.row .ln { flex: none; width: 4.5em; padding: 0 .75em; text-align: right; user-select: none; }
.row .tx { flex: 1; min-width: 0; padding-right: .75em; white-space: pre-wrap; overflow-wrap: anywhere; }
.row.good { background: var(--good-bg); } .row.error { background: var(--error-bg); } .row.warning { background: var(--warning-bg); } .row.info { background: var(--info-bg); }
.src details > summary { cursor: pointer; color: var(--soft); background: var(--panel); padding: .1rem .75rem .1rem 1.25rem; }
.note { margin: .35rem .75rem .6rem 4.5em; padding: .5rem .8rem; border-left: .25rem solid; border-radius: 0 .4rem .4rem 0;
  background: var(--panel); font: 15px/1.45 system-ui, sans-serif; }
.note.good { border-color: var(--good); } .note.error { border-color: var(--error); } .note.warning { border-color: var(--warning); } .note.info { border-color: var(--info); }
.note p { margin: .15rem 0; }
.patch { margin: .5rem 0 .1rem; padding: .3rem .6rem; border: 1px solid var(--line); border-radius: .3rem; background: var(--page);
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; font-size: .85rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.patch .del { color: var(--error); } .patch .ins { color: var(--good); }
table { border-collapse: collapse; font-size: .875rem; }
th, td { border: 1px solid var(--line); padding: .2rem .5rem; text-align: left; vertical-align: top; }
thead th { background: var(--panel); }
.scroll { overflow-x: auto; }
.scroll:focus-visible, summary:focus-visible, a:focus-visible { outline: .15rem solid var(--info); outline-offset: .1rem; }
a { color: var(--info); }
td:has(code) { min-width: 8rem; }
@media (max-width: 40rem) { main { padding: 1rem .75rem 3rem; } .row .ln { width: 3.5em; padding: 0 .5em; } .note { margin-left: .75rem; } }
td.good { color: var(--good); background: var(--good-bg); }
td.error { color: var(--error); background: var(--error-bg); }
td.warning { color: var(--warning); background: var(--warning-bg); }
footer { margin-top: 3rem; font-size: .85rem; }
@media print {
  :root { --page: #fff; --text: #000; --soft: #555; --line: #bbb; --panel: #f4f4f4; --error: #a40000; --error-bg: #fdeceb;
    --warning: #6f4600; --warning-bg: #fff6e0; --info: #0b4f8a; --info-bg: #eef6ff; --good: #0c5b38; --good-bg: #e9f9ee; }
  body { font-size: 11pt; } main { max-width: none; padding: 0; } .note, .row { break-inside: avoid; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_file_is_markup() {
        assert_eq!(
            prose("`</style>` & <b> \u{1b}"),
            "<code>&lt;/style&gt;</code> &amp; &lt;b&gt; \\u{1b}"
        );
        assert_eq!(prose("one ` only <i>"), "one ` only &lt;i&gt;");
    }
}
