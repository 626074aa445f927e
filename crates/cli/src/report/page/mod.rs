//! Pages: self-contained, without scripts and with nothing to load, light and dark, printable. Every
//! text is escaped here, so that commands write no markup.

pub(crate) mod sections;
mod source;

use std::fmt::{Display, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use robots_exclusion::Dialect;
use robots_exclusion_sitemap::W3cDateTime;

use super::table::{Cell, Piece, Table};
use crate::failure::Failure;
use crate::output::Output;
use crate::shown::printable;
use crate::tone::Tone;

/// A part of a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Markup(String);

/// A part of a bar.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) label: &'static str,
    pub(crate) tone: Tone,
    /// Whether its color is the lighter one of its tone.
    pub(crate) is_light: bool,
    pub(crate) number: u64,
}

impl Part {
    fn class(&self) -> String {
        let light = if self.is_light { " light" } else { "" };
        format!("{}{light}", class(self.tone))
    }
}

impl Markup {
    fn push(&mut self, markup: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.0, "{markup}");
    }

    /// The heading, and a line below it: what the page is about, the dialect and the date. Without a
    /// dialect, each file was read for each crawler as its operator documents.
    pub(crate) fn heading(&mut self, heading: &str, about: &[Piece], dialect: Option<Dialect>) {
        let reading = match dialect {
            Some(dialect) => Piece::Code(dialect.to_string()),
            None => "each crawler’s operator documents it".into(),
        };
        let rest = [", read as ".into(), reading, format!(", {}", today()).into()];
        self.push(format_args!("<h1>{}</h1>\n", text(heading)));
        self.remark(&[about, &rest].concat());
    }

    /// A paragraph that explains.
    pub(crate) fn remark(&mut self, remark: &[Piece]) {
        self.push(format_args!("<p class=\"soft\">{}</p>\n", pieces(remark)));
    }

    /// Labels in a row.
    pub(crate) fn labels(&mut self, labels: impl IntoIterator<Item = (Tone, String)>) {
        self.push("<ul class=\"counts\">");
        for (tone, label) in labels {
            let (class, label) = (class(tone), text(&label));
            self.push(format_args!("<li class=\"tag {class}\">{label}</li>"));
        }
        self.push("</ul>\n");
    }

    /// A bar for each row, in which a part takes the share that its number is of their sum.
    pub(crate) fn bars(&mut self, rows: &[(String, Vec<Part>)]) {
        self.push("<div class=\"bars\">\n");
        for (name, parts) in rows {
            let sum: u64 = parts.iter().map(|part| part.number).sum();
            let parts = || parts.iter().filter(|part| part.number > 0);
            let told: Vec<String> = parts()
                .map(|part| format!("{} {}", part.label, part.number))
                .collect();
            let (name, told) = (text(name), text(&told.join(", ")));
            self.push(format_args!(
                "<span>{name}</span><div class=\"bar\" role=\"img\" aria-label=\"{name}: {told}\">"
            ));
            for part in parts() {
                let share = 100.0 * part.number as f64 / sum as f64;
                let (class, label, number) = (part.class(), text(part.label), part.number);
                self.push(format_args!(
                    "<i class=\"{class}\" style=\"width:{share:.3}%\" title=\"{label}: {number} ({share:.1} %)\"></i>"
                ));
            }
            self.push("</div>\n");
        }
        self.push("</div>\n");
    }

    /// What the parts of bars are.
    pub(crate) fn legend(&mut self, parts: &[Part]) {
        self.push("<p class=\"legend\">");
        for part in parts {
            self.push(format_args!(
                "<i class=\"{}\"></i>{} ",
                part.class(),
                text(part.label)
            ));
        }
        self.push("</p>\n");
    }

    /// Points, each on a line of its own; nothing if there are none.
    pub(crate) fn points(&mut self, points: impl IntoIterator<Item = Vec<Piece>>) {
        let points = points
            .into_iter()
            .map(|point| format!("<li>{}</li>\n", pieces(&point)));
        let points: String = points.collect();
        if !points.is_empty() {
            self.push(format_args!("<ul class=\"outcomes\">\n{points}</ul>\n"));
        }
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

    /// A section, which links lead to by its name.
    pub(crate) fn section(&mut self, name: Option<&str>, heading: &[Piece], content: &Self) {
        match name {
            Some(name) => self.push(format_args!("<section id=\"{}\">\n", text(name))),
            None => self.push("<section>\n"),
        }
        let (heading, content) = (pieces(heading), &content.0);
        self.push(format_args!("<h2>{heading}</h2>\n{content}</section>\n"));
    }
}

/// Prints a whole page. The remark, a sentence, ends its footer.
pub(crate) fn print(
    output: &mut Output,
    title: &str,
    parts: &[&Markup],
    remark: Option<&str>,
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
        remark.map_or(String::new(), |remark| format!(" {}", prose(remark))),
    );
    output.write(end.as_bytes())
}

/// The day, as reports tell it: `SOURCE_DATE_EPOCH` if it is set, so that a report can be
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
    quick_xml::escape::escape(printable(text)).replace("&apos;", "&#39;")
}

/// Text in which parts in backticks become code.
fn prose(paragraph: &str) -> String {
    if !paragraph.matches('`').count().is_multiple_of(2) {
        return text(paragraph);
    }
    let parts = paragraph.split('`').enumerate();
    let html = parts.map(|(index, part)| match index % 2 {
        0 => text(part),
        _ => format!("<code>{}</code>", text(part)),
    });
    html.collect()
}

const STYLE: &str = include_str!("style.css");

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
