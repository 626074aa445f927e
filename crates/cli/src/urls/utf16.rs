//! Lists in UTF-16, as some tools export them.

use std::io::{self, BufRead, Read};

/// The order of the two bytes of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Little,
    Big,
}

/// Reads as UTF-8 what begins with a byte order mark of UTF-16, or with two characters of ASCII in it, and
/// anything else as it is.
///
/// # Errors
///
/// If its beginning cannot be read.
pub(crate) fn as_utf8(mut reader: Box<dyn BufRead>) -> io::Result<Box<dyn BufRead>> {
    // A pipe may give a single byte first.
    let mut mark = Vec::new();
    reader.by_ref().take(4).read_to_end(&mut mark)?;
    let (order, skipped) = match mark[..] {
        [0xff, 0xfe, ..] => (Order::Little, 2),
        [0xfe, 0xff, ..] => (Order::Big, 2),
        // No list has such a character, so that these are halves of units.
        [first, 0, second, 0] if first != 0 && second != 0 => (Order::Little, 0),
        [0, first, 0, second] if first != 0 && second != 0 => (Order::Big, 0),
        _ => return Ok(Box::new(io::Cursor::new(mark).chain(reader))),
    };
    let decoded = Utf16 {
        reader: Box::new(io::Cursor::new(mark.split_off(skipped)).chain(reader)),
        order,
        high: None,
        text: Vec::new(),
        given: 0,
    };
    Ok(Box::new(io::BufReader::new(decoded)))
}

struct Utf16 {
    reader: Box<dyn BufRead>,
    order: Order,
    /// The first half of a character of two units.
    high: Option<u16>,
    /// What was decoded, of which so many bytes were given out.
    text: Vec<u8>,
    given: usize,
}

impl Utf16 {
    fn push(&mut self, unit: u16) {
        let before = self.high.take();
        if before.is_none() && (0xd800..0xdc00).contains(&unit) {
            self.high = Some(unit);
            return;
        }
        let units = before.into_iter().chain([unit]);
        for character in char::decode_utf16(units) {
            let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
            let mut bytes = [0; 4];
            self.text
                .extend_from_slice(character.encode_utf8(&mut bytes).as_bytes());
        }
    }

    /// Decodes some more.
    fn fill(&mut self) -> io::Result<()> {
        const BYTES: u64 = 32 << 10;
        self.text.clear();
        self.given = 0;
        let mut bytes = Vec::new();
        // An even number, or all there is.
        self.reader.by_ref().take(BYTES).read_to_end(&mut bytes)?;
        let (units, rest) = bytes.as_chunks::<2>();
        for unit in units {
            self.push(match self.order {
                Order::Little => u16::from_le_bytes(*unit),
                Order::Big => u16::from_be_bytes(*unit),
            });
        }
        let is_end = (bytes.len() as u64) < BYTES;
        let is_cut = !rest.is_empty() || is_end && self.high.take().is_some();
        if is_cut {
            self.text.extend_from_slice("\u{fffd}".as_bytes());
        }
        Ok(())
    }
}

impl Read for Utf16 {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.given == self.text.len() {
            self.fill()?;
        }
        let count = (&self.text[self.given..]).read(into)?;
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: Vec<u8>) -> String {
        let mut text = String::new();
        let mut reader = as_utf8(Box::new(io::Cursor::new(bytes))).unwrap();
        reader.read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn both_orders_and_what_is_no_utf_16() {
        let text = "URL\tKlicks\n/stra\u{df}e\t1\n/\u{1f600}\t2\n".repeat(9_000);
        let units = || text.encode_utf16();
        let little = units().flat_map(u16::to_le_bytes);
        let big = units().flat_map(u16::to_be_bytes);
        assert_eq!(read([0xff, 0xfe].into_iter().chain(little).collect()), text);
        assert_eq!(read([0xfe, 0xff].into_iter().chain(big).collect()), text);
        // Some tools leave the mark out.
        assert_eq!(read(units().flat_map(u16::to_le_bytes).collect()), text);
        assert_eq!(read(units().flat_map(u16::to_be_bytes).collect()), text);
        for plain in ["", "a", "/x\n", "\u{feff}/x"] {
            assert_eq!(read(plain.into()), plain);
        }
    }

    #[test]
    fn halves_of_characters_are_replaced() {
        assert_eq!(read(vec![0xff, 0xfe, b'a', 0, b'b']), "a\u{fffd}");
        assert_eq!(read(vec![0xff, 0xfe, 0, 0xd8, b'b', 0]), "\u{fffd}b");
        assert_eq!(read(vec![0xff, 0xfe, 0, 0xd8]), "\u{fffd}");
        assert_eq!(read(vec![0xff, 0xfe, 0, 0xdc]), "\u{fffd}");
        assert_eq!(read(vec![0xff, 0xfe]), "");
    }
}
