//! Tables and the text in them. Each format for people draws them in its own way: a terminal here,
//! Markdown and pages in their files.

use comfy_table::{Attribute, Cell as Drawn, Color, ContentArrangement, presets};

use crate::output::width;
use crate::shown::printable;
use crate::tone::Tone;

/// A piece of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// As it is.
    Text(String),
    /// A sentence, in which parts in backticks are code.
    Prose(String),
    /// A part of a file, or a URL.
    Code(String),
    Label(Tone, String),
    /// On a page, leads to the place of this name.
    Link {
        to: String,
        text: String,
    },
    LineEnd,
}

impl<T: Into<String>> From<T> for Piece {
    fn from(text: T) -> Self {
        Self::Text(text.into())
    }
}

impl Piece {
    fn on_terminal(&self) -> String {
        match self {
            Self::LineEnd => "\n".to_owned(),
            Self::Text(text)
            | Self::Prose(text)
            | Self::Code(text)
            | Self::Label(_, text)
            | Self::Link { text, .. } => printable(text),
        }
    }
}

/// A table. The first cell of a row says what the row is about.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub(crate) headings: Vec<Piece>,
    pub(crate) rows: Vec<Vec<Cell>>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Cell {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) tone: Option<Tone>,
    /// On a page, the cell is folded, and shows this until it is opened.
    pub(crate) summary: Option<String>,
}

impl<P: Into<Piece>> From<P> for Cell {
    fn from(piece: P) -> Self {
        Self::from_iter([piece.into()])
    }
}

impl FromIterator<Piece> for Cell {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> Self {
        Self {
            pieces: pieces.into_iter().collect(),
            ..Self::default()
        }
    }
}

impl Cell {
    /// Each on a line of its own.
    pub(crate) fn lines(lines: impl IntoIterator<Item = Vec<Piece>>) -> Self {
        let mut pieces: Vec<Piece> = Vec::new();
        for line in lines {
            if !pieces.is_empty() {
                pieces.push(Piece::LineEnd);
            }
            pieces.extend(line);
        }
        pieces.into_iter().collect()
    }

    pub(crate) fn with_tone(self, tone: impl Into<Option<Tone>>) -> Self {
        Self {
            tone: tone.into(),
            ..self
        }
    }
}

impl Table {
    pub(crate) fn new<P: Into<Piece>>(headings: impl IntoIterator<Item = P>) -> Self {
        Self {
            headings: headings.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    /// As wide as the terminal. Styles are dropped on the way out where colors are not wanted.
    pub(crate) fn on_terminal(&self) -> String {
        let mut table = comfy_table::Table::new();
        table
            .load_style(presets::NOTHING)
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(u16::try_from(width()).unwrap_or(u16::MAX))
            .enforce_styling();
        let bold = |heading: &Piece| Drawn::new(heading.on_terminal()).add_attribute(Attribute::Bold);
        table.set_header(self.headings.iter().map(bold));
        for row in &self.rows {
            table.add_row(row.iter().map(drawn));
        }
        format!("{table}\n")
    }
}

/// A cell on a terminal. A very long word is broken here: the table would take time quadratic in
/// its length.
fn drawn(cell: &Cell) -> Drawn {
    /// In characters.
    const LONGEST: usize = 1000;
    let text: String = cell.pieces.iter().map(Piece::on_terminal).collect();
    let (mut shown, mut length) = (String::new(), 0);
    for character in text.chars() {
        length = if character.is_whitespace() { 0 } else { length + 1 };
        if length > LONGEST {
            shown.push('\n');
            length = 1;
        }
        shown.push(character);
    }
    let drawn = Drawn::new(shown);
    match cell.tone {
        Some(Tone::Good) => drawn.fg(Color::Green),
        Some(Tone::Info) => drawn.fg(Color::Cyan),
        Some(Tone::Warning) => drawn.fg(Color::Yellow),
        Some(Tone::Error) => drawn.fg(Color::Red),
        None => drawn,
    }
}
