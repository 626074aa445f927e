//! A body as it is shown with carets: as text, line by line, with a mapping from the body's offsets
//! to offsets in the text.

use std::ops::Range;

use annotate_snippets::Renderer;
use annotate_snippets::renderer::DecorStyle;
use robots_exclusion::RobotsTxt;
use robots_exclusion::syntax::Span;

use crate::output::width;
use crate::shown::reorders_or_breaks;

/// A report with styles, as wide as the terminal.
pub(crate) fn render(report: annotate_snippets::Group<'_>) -> String {
    let renderer = Renderer::styled()
        .decor_style(DecorStyle::Ascii)
        .hyperlink(false)
        .term_width(width());
    renderer.render(&[report]) + "\n"
}

/// Longer lines are shown up to here, in bytes.
const MAX_LINE: usize = 2_000;

/// The text of a body: line ends are line feeds; bytes that are not UTF-8, control characters beyond
/// ASCII and what reorders or breaks a line are U+FFFD; and long lines are cut.
pub(crate) struct Source<'r> {
    body: &'r [u8],
    text: String,
    /// Where each line starts in the body and in the text.
    starts: Vec<(u32, usize)>,
}

impl<'r> Source<'r> {
    pub(crate) fn new(robots: &'r RobotsTxt<'_>) -> Self {
        let body = robots.body();
        let mut text = String::with_capacity(body.len());
        let mut starts = Vec::new();
        for line in robots.lines() {
            starts.push((line.span().start, text.len()));
            let bytes = &body[line.span().range()];
            let shown = &bytes[..bytes.len().min(MAX_LINE)];
            text.push_str(&as_text(shown));
            if shown.len() < bytes.len() {
                text.push('…');
            }
            text.push('\n');
        }
        Self { body, text, starts }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Where a span of the body is in the text; at the end of its line if the line is cut before
    /// it.
    pub(crate) fn range(&self, span: Span) -> Range<usize> {
        self.offset(span.start)..self.offset(span.end)
    }

    fn offset(&self, at: u32) -> usize {
        let line = self.starts.partition_point(|(start, _)| *start <= at);
        let Some(&(body_start, text_start)) = self.starts[..line].last() else {
            return 0;
        };
        let next = self.starts.get(line).map_or(self.text.len(), |(_, start)| *start);
        let before = &self.body[body_start as usize..at as usize];
        let before = &before[..before.len().min(MAX_LINE)];
        let end = next.saturating_sub(1).max(text_start);
        let mut offset = (text_start + as_text(before).len()).min(end);
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }
}

/// Replaces characters that the renderer does not show safely. It has pictures for the control
/// characters of ASCII, but U+009B, for one, begins a command to a terminal like ESC and [, and
/// others reorder or break the line.
fn as_text(bytes: &[u8]) -> String {
    let is_unsafe = |character| matches!(character, '\u{80}'..='\u{9F}') || reorders_or_breaks(character);
    String::from_utf8_lossy(bytes).replace(is_unsafe, "\u{FFFD}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_of_odd_bytes() {
        let body = b"\xEF\xBB\xBFUser-agent: \xE9\xE9x\r# c\r\n\nDisallow: /\xFF\xC3\xBC";
        let robots = RobotsTxt::parse(body);
        let source = Source::new(&robots);
        assert_eq!(
            source.text(),
            "User-agent: \u{fffd}\u{fffd}x\n# c\n\nDisallow: /\u{fffd}ü\n"
        );
        let shown: Vec<&str> = robots
            .directives()
            .map(|directive| &source.text()[source.range(directive.value_span())])
            .collect();
        assert_eq!(shown, ["\u{fffd}\u{fffd}x", "/\u{fffd}ü"]);
    }

    #[test]
    fn control_characters_beyond_ascii_are_not_shown() {
        let robots = RobotsTxt::parse("Disallow: /\u{9B}31mä # \u{80}\u{9F}".as_bytes());
        let source = Source::new(&robots);
        assert_eq!(source.text(), "Disallow: /\u{fffd}31mä # \u{fffd}\u{fffd}\n");
        let value = robots.directives().next().unwrap().value_span();
        assert_eq!(&source.text()[source.range(value)], "/\u{fffd}31mä");
    }

    #[test]
    fn long_lines_are_cut() {
        let body = [&b"Disallow: /"[..], &[b'x'; 5_000], b"\nAllow: /y"].concat();
        let robots = RobotsTxt::parse(&body);
        let source = Source::new(&robots);
        let shown: Vec<&str> = robots
            .directives()
            .map(|directive| &source.text()[source.range(directive.value_span())])
            .collect();
        assert_eq!(shown[0].len(), MAX_LINE - "Disallow: ".len());
        assert_eq!(shown[1], "/y");
    }
}
