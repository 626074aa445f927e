//! The grammars of the two header fields.

use std::borrow::Cow;

use super::{
    addressee::{Addressee, agent_before},
    combination::Gathered,
    note::NoteKind,
    rule_names::{Pieces, read_rule},
};

/// A value in any encoding that extends ASCII. All names are ASCII; other text is only displayed.
pub(super) fn text(value: &[u8]) -> Cow<'_, str> {
    std::string::String::from_utf8_lossy(value)
}

/// Reads the content of a robots meta tag, or any other comma list of rules, for this addressee.
pub(super) fn read_list(list: &str, addressed: Addressee, gathered: &mut Gathered) {
    let mut pieces = Pieces::new(list);
    while let Some(piece) = pieces.next() {
        read_rule_for(addressed, piece, &mut pieces, gathered);
    }
}

/// Reads the rule that begins with this piece, if it counts for the addressee.
fn read_rule_for<'a>(addressed: Addressee, piece: &'a str, pieces: &mut Pieces<'a>, gathered: &mut Gathered) {
    let only = match addressed {
        Addressee::Everyone => &[],
        Addressee::Us(only) => only,
        Addressee::Others => return read_rule(piece, pieces, None),
    };
    let name = piece.split(':').next().unwrap_or(piece).trim_end();
    if only.is_empty() || only.iter().any(|counts| counts.eq_ignore_ascii_case(name)) {
        read_rule(piece, pieces, Some(gathered));
    } else {
        gathered.note(NoteKind::Misplaced, piece);
        read_rule(piece, pieces, None);
    }
}

/// An `X-Robots-Tag` value: a comma list in which the rules after `agent:`, up to the next
/// `agent:`, apply to that crawler. `addressee` finds which crawlers a name addresses.
///
/// Senders write one agent on each field line, but libraries and proxies may join lines with commas
/// (RFC 9110 section 5.3), so that one value may have several names.
pub(super) fn read_x_robots_tag(value: &str, addressee: impl Fn(&str) -> Addressee, gathered: &mut Gathered) {
    let mut pieces = Pieces::new(value);
    let mut addressed = Addressee::Everyone;
    while let Some(mut piece) = pieces.next() {
        while let Some((name, rest)) = agent_before(piece, ':') {
            addressed = if name.eq_ignore_ascii_case("robots") {
                Addressee::Everyone
            } else {
                addressee(name)
            };
            piece = rest;
        }
        if !piece.is_empty() {
            read_rule_for(addressed, piece, &mut pieces, gathered);
        }
    }
}

/// A `Robots-Tag` value (draft-illyes-repext-00): sections separated by semicolons, each `agent=`
/// and a comma list, or the list alone for everyone. Rules for the crawler itself go to `own`,
/// which is `Some` once the crawler is named, even if its section is empty.
///
/// A comma before `agent=` begins a section too, because joined field lines are separated by
/// commas.
pub(super) fn read_robots_tag(
    value: &str,
    addressee: impl Fn(&str) -> Addressee,
    everyone: &mut Gathered,
    own: &mut Option<Gathered>,
) {
    for section in value.split(';') {
        let mut pieces = Pieces::new(section);
        let mut addressed = Addressee::Everyone;
        while let Some(mut piece) = pieces.next() {
            while let Some((name, rest)) = agent_before(piece, '=') {
                addressed = addressee(name);
                if matches!(addressed, Addressee::Us(_)) {
                    own.get_or_insert_default();
                }
                piece = rest;
            }
            if piece.is_empty() {
                continue;
            }
            let gathered = match (addressed, own.as_mut()) {
                (Addressee::Us(_), Some(own)) => own,
                _ => &mut *everyone,
            };
            read_rule_for(addressed, piece, &mut pieces, gathered);
        }
    }
}
