//! Lines of files, with notes below them.

use super::{Markup, Piece, Tone, class, pieces, text};

impl Markup {
    /// Lines of files, in a frame.
    pub(crate) fn lines(&mut self, add: impl FnOnce(&mut Lines<'_>)) {
        self.push("<div class=\"src\">\n");
        add(&mut Lines(self));
        self.push("</div>\n");
    }
}

/// Lines as they are added.
pub(crate) struct Lines<'m>(&'m mut Markup);

impl Lines<'_> {
    /// A line, after its number or mark.
    pub(crate) fn line(&mut self, label: &str, line: &str, tone: Option<Tone>) {
        let class = tone.map_or(String::new(), |tone| format!(" {}", class(tone)));
        self.0.push(format_args!(
            "<div class=\"row{class}\"><span class=\"ln\">{}</span><span class=\"tx\">{}</span></div>\n",
            text(label),
            text(line)
        ));
    }

    /// A note on the previous line.
    pub(crate) fn note(&mut self, note: &Note) {
        let id = note
            .name
            .as_ref()
            .map_or(String::new(), |name| format!(" id=\"{}\"", text(name)));
        self.0
            .push(format_args!("<div class=\"note {}\"{id}>", class(note.tone)));
        for paragraph in &note.paragraphs {
            self.0.push(format_args!("<p>{}</p>\n", pieces(paragraph)));
        }
        for remark in &note.remarks {
            self.0.remark(remark);
        }
        if let Some(Patch { before, after }) = &note.patch {
            self.0.push("<div class=\"patch\">");
            for (sign, class, lines) in [('-', "del", before), ('+', "ins", after)] {
                for line in lines {
                    self.0
                        .push(format_args!("<div class=\"{class}\">{sign} {}</div>", text(line)));
                }
            }
            self.0.push("</div>\n");
        }
        self.0.push("</div>\n");
    }

    /// Lines that are shown on demand.
    pub(crate) fn folded(&mut self, summary: &str, add: impl FnOnce(&mut Lines<'_>)) {
        self.0
            .push(format_args!("<details><summary>{}</summary>\n", text(summary)));
        add(self);
        self.0.push("</details>\n");
    }

    pub(crate) fn remark(&mut self, remark: &str) {
        self.0.remark(&[remark.into()]);
    }
}

/// A note on a line.
pub(crate) struct Note {
    pub(crate) tone: Tone,
    /// The name that links lead to.
    pub(crate) name: Option<String>,
    pub(crate) paragraphs: Vec<Vec<Piece>>,
    /// Less important paragraphs.
    pub(crate) remarks: Vec<Vec<Piece>>,
    pub(crate) patch: Option<Patch>,
}

/// Lines as they are, and as they should be.
pub(crate) struct Patch {
    pub(crate) before: Vec<String>,
    pub(crate) after: Vec<String>,
}
