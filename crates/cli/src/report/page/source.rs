//! Lines of files, with notes below them.

use super::{Markup, Piece, Tone, class, pieces, text};

impl Markup {
    /// Lines of files with their notes, in a frame.
    pub(crate) fn lines(&mut self, add: impl FnOnce(&mut Self)) {
        self.push("<div class=\"src\">\n");
        add(self);
        self.push("</div>\n");
    }

    /// A line, after its number or mark.
    pub(crate) fn line(&mut self, label: &str, line: &str, tone: Option<Tone>) {
        let class = tone.map_or(String::new(), |tone| format!(" {}", class(tone)));
        self.push(format_args!(
            "<div class=\"row{class}\"><span class=\"ln\">{}</span><span class=\"tx\">{}</span></div>\n",
            text(label),
            text(line)
        ));
    }

    /// A note on the previous line, which links lead to by its name.
    pub(crate) fn note(&mut self, tone: Tone, name: Option<&str>, add: impl FnOnce(&mut Self)) {
        let id = name.map_or(String::new(), |name| format!(" id=\"{}\"", text(name)));
        self.push(format_args!("<div class=\"note {}\"{id}>", class(tone)));
        add(self);
        self.push("</div>\n");
    }

    /// A paragraph of a note.
    pub(crate) fn paragraph(&mut self, paragraph: &[Piece]) {
        self.push(format_args!("<p>{}</p>\n", pieces(paragraph)));
    }

    /// Lines as they are, and as they should be.
    pub(crate) fn patch(&mut self, before: &[String], after: &[String]) {
        self.push("<div class=\"patch\">");
        for (sign, class, lines) in [('-', "del", before), ('+', "ins", after)] {
            for line in lines {
                self.push(format_args!("<div class=\"{class}\">{sign} {}</div>", text(line)));
            }
        }
        self.push("</div>\n");
    }

    /// Lines that are shown on demand.
    pub(crate) fn folded(&mut self, summary: &str, add: impl FnOnce(&mut Self)) {
        self.push(format_args!("<details><summary>{}</summary>\n", text(summary)));
        add(self);
        self.push("</details>\n");
    }
}
