//! Compiled rules as short text in the order of the file, to be compressed in memory.
//!
//! [`Rules::to_bytes`] sorts the rules as questions need them, which scatters the numbers of their
//! lines. In the order of the file nearly every rule is on the line after the one before, and files
//! of the same software have long stretches in common. Nothing outside the process reads this form,
//! so it has no version and no checksum.
//!
//! Every byte is ASCII. Those below [`PRINTABLE`] are marks, which also end the text before them. A
//! rule is a mark, the line if it is not the next one, and the pattern. Numbers are printable: five
//! bits in each byte.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use super::Rules;
use super::encoding::Head;
use super::extensions::Extensions;
use super::literal::{End, Literal};
use super::wildcards::{Language, Wildcard, Wildcards};
use crate::dialect::RuleChoice;
use crate::syntax::directive::RuleKind;
use crate::syntax::record::RuleId;

/// All bytes below this one are marks.
const PRINTABLE: u8 = 0x20;

/// Rules on the next line, by [`List`] and kind.
const NEXT: Range<u8> = 0..10;
/// Rules elsewhere. The line and the offset follow.
const ELSEWHERE: Range<u8> = 10..20;
/// An extension line: tag, line and value follow.
const EXTENSION: u8 = 20;
/// The end of the rules.
const END: u8 = 21;
/// The next byte of the text is a mark's.
const LOW: u8 = 22;
/// The next byte of the text has its top bit set.
const HIGH: u8 = 23;

/// A digit of a number has five bits, the lowest come first, and all but the last have [`MORE`].
const DIGIT: u8 = 0x40;
const MORE: u8 = 0x20;

/// The list of a rule, with the end of a literal. The order is that of the marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum List {
    Literal(End),
    Wildcard,
    Glob,
}

impl List {
    const ALL: [Self; 5] = [
        Self::Literal(End::Open),
        Self::Literal(End::Star),
        Self::Literal(End::Anchor),
        Self::Wildcard,
        Self::Glob,
    ];
}

/// A rule whose text is a part of a buffer.
#[derive(Clone)]
struct Rule {
    id: RuleId,
    list: List,
    kind: RuleKind,
    text: Range<usize>,
}

/// Writes values as ASCII.
pub(crate) struct TextWriter<'o>(pub(crate) &'o mut Vec<u8>);

impl TextWriter<'_> {
    /// A text, which a mark has to follow.
    pub(crate) fn text(&mut self, text: &[u8]) {
        let mut rest = text;
        while let Some(at) = rest.iter().position(|byte| !(PRINTABLE..0x80).contains(byte)) {
            let (plain, escaped) = rest.split_at(at);
            self.0.extend_from_slice(plain);
            let mark = if escaped[0] < PRINTABLE { LOW } else { HIGH };
            self.0.extend([mark, escaped[0] & 0x7F]);
            rest = &escaped[1..];
        }
        self.0.extend_from_slice(rest);
    }

    /// The end of a text that nothing else ends.
    pub(crate) fn end(&mut self) {
        self.0.push(END);
    }

    pub(crate) fn number(&mut self, mut value: u64) {
        while value >= u64::from(MORE) {
            self.0.push(DIGIT | MORE | value as u8 & (MORE - 1));
            value >>= 5;
        }
        self.0.push(DIGIT | value as u8);
    }

    /// Linear in the patterns, and `n` log `n` in the number of rules.
    pub(crate) fn rules(&mut self, rules: &Rules) {
        for byte in rules.head().to_bytes() {
            self.number(byte.into());
        }
        self.number(rules.group.is_some().into());
        self.text(rules.group.as_deref().unwrap_or_default());
        let mut line = 0;
        let mut buffer = Vec::new();
        for rule in in_file_order(rules, &mut buffer) {
            let place = List::ALL.iter().position(|list| *list == rule.list);
            let mark = place.map_or(0, |place| 2 * place as u8) + u8::from(rule.kind == RuleKind::Allow);
            let RuleId { line: own, offset } = rule.id;
            if own.checked_sub(line) == Some(1) && offset == 0 {
                self.0.push(NEXT.start + mark);
            } else {
                self.0.push(ELSEWHERE.start + mark);
                self.number(u64::from(own - line) << 1 | u64::from(offset != 0));
                if offset != 0 {
                    self.number(offset.into());
                }
            }
            line = own;
            self.text(&buffer[rule.text]);
        }
        for (tag, line, value) in rules.extensions.iter().flat_map(|lines| lines.lines()) {
            self.0.push(EXTENSION);
            self.number(tag.into());
            self.number(line.into());
            self.text(&value);
        }
        self.end();
    }
}

/// All rules; those of one place stay in the order of their list.
fn in_file_order(rules: &Rules, buffer: &mut Vec<u8>) -> Vec<Rule> {
    let mut all = Vec::with_capacity(rules.len());
    let mut push = |id, list, kind, text: &[u8]| {
        let start = buffer.len();
        buffer.extend_from_slice(text);
        let text = start..buffer.len();
        all.push(Rule { id, list, kind, text });
    };
    let of_literals = |rule: Literal<'_>| push(rule.id, List::Literal(rule.end), rule.kind, rule.text);
    rules.literals.for_each(of_literals);
    for (list, patterns) in [(List::Wildcard, &rules.wildcards), (List::Glob, &rules.globs)] {
        for rule in patterns.iter().flat_map(|patterns| patterns.iter()) {
            push(rule.id, list, rule.kind, rule.pattern);
        }
    }
    all.sort_by_key(|rule| rule.id);
    all
}

/// Reads what a [`TextWriter`] wrote. `None` for anything else.
pub(crate) struct TextReader<'t>(pub(crate) &'t [u8]);

impl TextReader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*byte)
    }

    /// Appends a text up to the next mark, and returns its place.
    pub(crate) fn text(&mut self, buffer: &mut Vec<u8>) -> Option<Range<usize>> {
        let start = buffer.len();
        loop {
            let plain = self.0.iter().position(|byte| *byte < PRINTABLE)?;
            let (text, rest) = self.0.split_at(plain);
            buffer.extend_from_slice(text);
            match rest {
                [LOW, byte, rest @ ..] => {
                    buffer.push(*byte);
                    self.0 = rest;
                }
                [HIGH, byte, rest @ ..] => {
                    buffer.push(byte | 0x80);
                    self.0 = rest;
                }
                _ => {
                    self.0 = rest;
                    return Some(start..buffer.len());
                }
            }
        }
    }

    pub(crate) fn end(&mut self) -> Option<()> {
        (self.byte()? == END).then_some(())
    }

    pub(crate) fn number(&mut self) -> Option<u64> {
        let (mut value, mut shift) = (0, 0);
        loop {
            let digit = self.byte()?;
            value |= u64::from(digit & (MORE - 1)).checked_shl(shift)?;
            shift += 5;
            if digit & MORE == 0 {
                return Some(value);
            }
        }
    }

    /// Linear in the patterns, and `n` log `n` in the number of rules.
    pub(crate) fn rules(&mut self) -> Option<Rules> {
        let mut head = [0; 4];
        for byte in &mut head {
            *byte = self.number()?.try_into().ok()?;
        }
        let head = Head::from_bytes(head)?;
        let mut buffer = Vec::new();
        let has_group = self.number()? != 0;
        let group = self.text(&mut buffer)?;
        let group = has_group.then(|| Box::from(&buffer[group]));
        let (mut all, mut extensions) = (Vec::new(), Extensions::default());
        let mut line = 0_u32;
        loop {
            let mark = self.byte()?;
            let (place, offset) = if NEXT.contains(&mark) {
                line = line.checked_add(1)?;
                (mark - NEXT.start, 0)
            } else if ELSEWHERE.contains(&mark) {
                let step = self.number()?;
                line = line.checked_add((step >> 1).try_into().ok()?)?;
                let offset = if step & 1 == 0 { 0 } else { self.number()? };
                (mark - ELSEWHERE.start, offset)
            } else if mark == EXTENSION {
                let (tag, line) = (self.number()?, self.number()?);
                let value = self.text(&mut buffer)?;
                extensions.add(tag.try_into().ok()?, line.try_into().ok()?, &buffer[value])?;
                continue;
            } else if mark == END {
                break;
            } else {
                return None;
            };
            let offset = offset.try_into().ok()?;
            all.push(Rule {
                id: RuleId { line, offset },
                list: List::ALL[usize::from(place / 2)],
                kind: if place % 2 == 0 {
                    RuleKind::Disallow
                } else {
                    RuleKind::Allow
                },
                text: self.text(&mut buffer)?,
            });
        }
        let mut literals: Vec<Literal<'_>> = all
            .iter()
            .filter_map(|rule| match rule.list {
                List::Literal(end) => Some(Literal {
                    text: &buffer[rule.text.clone()],
                    end,
                    kind: rule.kind,
                    id: rule.id,
                }),
                _ => None,
            })
            .collect();
        literals.sort_unstable_by_key(|rule| (rule.text, rule.end));
        let list = |list, language| patterns(&all, &buffer, list, head.choice, language);
        Some(Rules {
            group,
            extensions: (extensions != Extensions::default()).then(|| Box::new(extensions)),
            ..head.with_lists(
                &literals,
                list(List::Wildcard, Language::Wildcard(head.mode)),
                list(List::Glob, Language::Glob(head.mode)),
            )
        })
    }
}

/// The patterns of a list, in order of precedence.
fn patterns(
    all: &[Rule],
    buffer: &[u8],
    list: List,
    choice: RuleChoice,
    language: Language,
) -> Option<Box<Wildcards>> {
    let mut patterns: Vec<Wildcard<'_>> = all
        .iter()
        .filter(|rule| rule.list == list)
        .map(|rule| Wildcard {
            pattern: &buffer[rule.text.clone()],
            kind: rule.kind,
            id: rule.id,
        })
        .collect();
    // Patterns of one place keep their order.
    patterns.sort_by_key(|rule| rule.key(choice));
    (!patterns.is_empty()).then(|| Box::new(Wildcards::new(patterns.iter().copied(), language)))
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use proptest::prelude::*;

    use super::*;
    use crate::dialect::Dialect;
    use crate::matching::outcome::{Cause, Outcome};
    use crate::robots_txt::ParseOptions;

    fn come_back(rules: &Rules) {
        let mut text = Vec::new();
        // Rules follow each other in a text.
        TextWriter(&mut text).rules(rules);
        TextWriter(&mut text).rules(rules);
        assert!(text.is_ascii());
        let mut reader = TextReader(&text);
        for _ in 0..2 {
            assert_eq!(reader.rules().as_ref(), Some(rules), "{}", text.escape_ascii());
        }
        assert!(reader.0.is_empty());
        for end in 0..text.len() / 2 {
            assert_eq!(TextReader(&text[..end]).rules(), None);
        }
    }

    #[test]
    fn rules_without_a_file_come_back() {
        come_back(&Rules::allow_all());
        come_back(&Rules::disallow_all());
        for cause in Cause::ALL {
            for outcome in [Outcome::AllowAll(*cause), Outcome::DisallowAll(*cause)] {
                come_back(&Rules::for_outcome(outcome).expect("rules in place of a file"));
            }
        }
    }

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 31, 32, 1023, 1024, u64::from(u32::MAX), u64::MAX] {
            let mut text = Vec::new();
            TextWriter(&mut text).number(number);
            assert!(text.iter().all(|digit| (PRINTABLE..0x80).contains(digit)));
            let mut reader = TextReader(&text);
            assert_eq!(reader.number(), Some(number));
            assert!(reader.0.is_empty());
        }
    }

    fn lines() -> impl Strategy<Value = String> {
        let line = prop_oneof![
            4 => "(Allow|Disallow): /[ab/*$%é#?\u{1}\u{7f} ]{0,6}",
            2 => "(Allow|Disallow): /[ab]{0,2}[*$]?",
            1 => Just(String::new()),
            1 => "(Sitemap: https://example.com|License: https://example.com|Host: example.com)/?[aé]?",
            1 => "(Crawl-delay: [0-9.]{1,3}|Request-rate: 1/[1-9] ?0?|Visit-time: 0600-0845)",
            1 => "(Content-Signal: ai-train=(yes|no)|Content-Usage: train-ai=n)",
            1 => "User-agent: (\\*|FooBot)",
        ];
        proptest::collection::vec(line, 0..80).prop_map(|lines| lines.join("\n"))
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn rules_of_any_file_come_back(
            lines in lines(),
            (_, dialect) in proptest::sample::select(Dialect::PRESETS),
        ) {
            let body = alloc::format!("User-agent: *\n{lines}");
            for dialect in [dialect, Dialect::LENIENT] {
                let options = ParseOptions::new().dialect(dialect).keep_site_lines(true);
                come_back(&options.parse(body.as_bytes()).rules_for("FooBot"));
            }
        }
    }
}
