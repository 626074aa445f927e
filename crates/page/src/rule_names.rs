//! One rule of a comma list: its name, its value, and where it ends, since a date may contain
//! commas.

use super::{
    combination::{Flag, Gathered},
    date::UtcTime,
    note::NoteKind,
    page_rules::{ImagePreview, Limit},
};

/// The meaning of a name without a value.
#[derive(Clone, Copy)]
enum Name {
    /// Cancels all other rules.
    All,
    Allow(&'static [Flag]),
    Deny(&'static [Flag]),
    Obsolete,
}

/// Every name without a value. The table of the module documentation shows the same names.
const NAMES: [(&str, Name); 21] = [
    ("all", Name::All),
    ("none", Name::Deny(&[Flag::Index, Flag::Follow])),
    ("index", Name::Allow(&[Flag::Index])),
    ("noindex", Name::Deny(&[Flag::Index])),
    ("follow", Name::Allow(&[Flag::Follow])),
    ("nofollow", Name::Deny(&[Flag::Follow])),
    ("archive", Name::Allow(&[Flag::Archive, Flag::Cache])),
    ("noarchive", Name::Deny(&[Flag::Archive])),
    ("nocache", Name::Deny(&[Flag::Cache])),
    ("nosnippet", Name::Deny(&[Flag::Snippet])),
    ("notranslate", Name::Deny(&[Flag::Translate])),
    ("nopagereadaloud", Name::Deny(&[Flag::ReadAloud])),
    ("noyaca", Name::Deny(&[Flag::Description])),
    ("noimageindex", Name::Deny(&[Flag::ImageIndex])),
    ("noai", Name::Deny(&[Flag::Ai])),
    ("noimageai", Name::Deny(&[Flag::ImageAi])),
    ("noml", Name::Deny(&[Flag::Training])),
    ("indexifembedded", Name::Allow(&[Flag::IndexIfEmbedded])),
    ("noodp", Name::Obsolete),
    ("noydir", Name::Obsolete),
    ("nositelinkssearchbox", Name::Obsolete),
];

/// The beginning of all names whose value is a limit.
const LIMIT: &str = "max-";

const UNAVAILABLE_AFTER: &str = "unavailable_after";

/// Every name that has a value.
const VALUED: [&str; 4] = [
    "max-snippet",
    "max-video-preview",
    "max-image-preview",
    UNAVAILABLE_AFTER,
];

/// The pieces of a comma list, trimmed, without empty pieces.
pub(super) struct Pieces<'a> {
    text: &'a str,
    /// Where the last piece ends, after trimming.
    end: usize,
    /// Where the next piece begins, before trimming; past the end of `text` when there is none.
    next: usize,
}

impl<'a> Pieces<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            end: 0,
            next: 0,
        }
    }

    /// One text, including the commas, from `head` to the end of the piece that comes `more` pieces
    /// after the last one. `head` is a tail of the last piece. Also returns where that text ends,
    /// and where the next piece begins.
    fn extended(&self, head: &str, more: usize) -> Option<(&'a str, usize, usize)> {
        let (mut end, mut next) = (self.end, self.next);
        for _ in 0..more {
            (_, end, next) = self.piece(next)?;
        }
        Some((&self.text[self.end - head.len()..end], end, next))
    }

    /// The piece that begins at `start`: its start and end without white space, and where the next
    /// piece begins.
    fn piece(&self, start: usize) -> Option<(usize, usize, usize)> {
        let rest = self.text.get(start..)?;
        let raw = rest.split(',').next().unwrap_or(rest);
        let from = start + (raw.len() - raw.trim_start().len());
        Some((from, from + raw.trim().len(), start + raw.len() + 1))
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            let (start, end, next) = self.piece(self.next)?;
            (self.end, self.next) = (end, next);
            if start < end {
                return Some(&self.text[start..end]);
            }
        }
    }
}

/// Whether the text is the name of a rule, with or without a value, or of an unknown limit. Such a
/// text before a colon is not the name of a crawler.
pub(super) fn is_rule_name(text: &str) -> bool {
    text.get(..LIMIT.len())
        .is_some_and(|head| head.eq_ignore_ascii_case(LIMIT))
        || text.eq_ignore_ascii_case(UNAVAILABLE_AFTER)
        || NAMES.iter().any(|(name, _)| name.eq_ignore_ascii_case(text))
}

/// Reads the rule that begins with `piece`, a tail of the last piece taken from `pieces`. If its
/// value is a date, further pieces are taken from `pieces`. If `gathered` is `None`, the rule is
/// read only to find where it ends.
///
/// # Complexity
///
/// Linear in the piece, plus a constant for a date.
pub(super) fn read_rule<'a>(piece: &'a str, pieces: &mut Pieces<'a>, gathered: Option<&mut Gathered>) {
    let mut nobody = Gathered::default();
    let gathered = gathered.unwrap_or(&mut nobody);
    let Some((name, value)) = piece.split_once(':') else {
        let Some((_, name)) = NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(piece)) else {
            let kind = if VALUED.iter().any(|name| name.eq_ignore_ascii_case(piece)) {
                NoteKind::BadValue
            } else {
                NoteKind::Unknown
            };
            return gathered.note(kind, piece);
        };
        return match *name {
            Name::All => gathered.all(),
            Name::Allow(flags) => flags.iter().for_each(|flag| gathered.allow(*flag)),
            Name::Deny(flags) => flags.iter().for_each(|flag| gathered.deny(*flag)),
            Name::Obsolete => gathered.note(NoteKind::Obsolete, piece),
        };
    };
    let (name, value) = (name.trim_end(), value.trim_start());
    let is = |known: &str| name.eq_ignore_ascii_case(known);
    let understood = if is("max-snippet") {
        limit(value).map(|limit| gathered.max_snippet(limit))
    } else if is("max-video-preview") {
        limit(value).map(|limit| gathered.max_video_preview(limit))
    } else if is("max-image-preview") {
        image_preview(value).map(|preview| gathered.max_image_preview(preview))
    } else if is(UNAVAILABLE_AFTER) {
        return unavailable_after(piece, value, pieces, gathered);
    } else {
        let known = NAMES.iter().any(|(known, _)| is(known));
        return gathered.note(
            if known {
                NoteKind::BadValue
            } else {
                NoteKind::Unknown
            },
            piece,
        );
    };
    if understood.is_none() {
        gathered.note(NoteKind::BadValue, piece);
    }
}

/// Reads a date, which may contain commas: one after the weekday (RFC 822, RFC 850) or before the
/// fraction of a second (ISO 8601). The longest run of pieces that is a date is taken.
fn unavailable_after<'a>(piece: &'a str, value: &'a str, pieces: &mut Pieces<'a>, gathered: &mut Gathered) {
    for more in [1, 0] {
        if let Some((text, end, next)) = pieces.extended(value, more)
            && let Some(date) = UtcTime::parse(text)
        {
            (pieces.end, pieces.next) = (end, next);
            return gathered.unavailable_after(date);
        }
    }
    // Not a date. If it is a weekday, and the piece after the comma begins with a digit, that piece
    // belongs to it and is skipped too: otherwise `25-Jnu-10 15:00:00 GMT` would be read as a rule,
    // or its part before the colon as the name of a crawler.
    let mut whole = piece;
    if UtcTime::is_weekday(value)
        && let Some((text, end, next)) = pieces.extended(piece, 1)
        && text[piece.len()..]
            .trim_start_matches(|c: char| c == ',' || c.is_whitespace())
            .starts_with(|c: char| c.is_ascii_digit())
    {
        (pieces.end, pieces.next) = (end, next);
        whole = text;
    }
    gathered.note(NoteKind::BadValue, whole);
}

/// `-1`, or decimal digits. A number that is too large for the type becomes the maximum.
fn limit(value: &str) -> Option<Limit> {
    if value == "-1" {
        return Some(Limit::Unlimited);
    }
    if value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(Limit::AtMost(value.parse().unwrap_or(u32::MAX)))
}

fn image_preview(value: &str) -> Option<ImagePreview> {
    [ImagePreview::None, ImagePreview::Standard, ImagePreview::Large]
        .into_iter()
        .find(|preview| preview.as_str().eq_ignore_ascii_case(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_trimmed_and_never_empty() {
        let pieces: Vec<&str> = Pieces::new(" a ,, b\u{a0},c:d , ,\t").collect();
        assert_eq!(pieces, ["a", "b", "c:d"]);
        assert_eq!(Pieces::new("").count(), 0);
        assert_eq!(Pieces::new(",").count(), 0);
    }

    #[test]
    fn names_are_distinct_and_lower_case() {
        for (i, (name, _)) in NAMES.iter().enumerate() {
            assert!(name.bytes().all(|byte| byte.is_ascii_lowercase()), "{name}");
            assert!(NAMES[..i].iter().all(|(other, _)| other != name), "{name}");
        }
    }

    #[test]
    fn limits() {
        assert_eq!(limit("-1"), Some(Limit::Unlimited));
        assert_eq!(limit("0"), Some(Limit::AtMost(0)));
        assert_eq!(limit("007"), Some(Limit::AtMost(7)));
        assert_eq!(limit("99999999999999999999"), Some(Limit::AtMost(u32::MAX)));
        for bad in ["", "-2", "+5", "1.5", "abc", "5 5", "٣", "--1"] {
            assert_eq!(limit(bad), None, "{bad}");
        }
    }
}
