//! Numbers in as few bytes as they need: seven bits a byte, the lowest first, the top bit set in
//! all bytes but the last (LEB128).

use alloc::vec::Vec;

/// Appends a number.
#[inline]
pub(super) fn write(mut value: usize, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Reads a number that [`write()`] wrote. Also returns the bytes after it.
#[inline]
pub(super) fn read(bytes: &[u8]) -> (usize, &[u8]) {
    match bytes {
        [byte @ 0..0x80, rest @ ..] => (usize::from(*byte), rest),
        _ => read_long(bytes),
    }
}

fn read_long(mut bytes: &[u8]) -> (usize, &[u8]) {
    let (mut value, mut shift) = (0, 0);
    while let [byte, rest @ ..] = bytes {
        bytes = rest;
        value |= usize::from(byte & 0x7F) << shift;
        shift += 7;
        if *byte < 0x80 {
            break;
        }
    }
    (value, bytes)
}

/// Reads a number from untrusted bytes. `None` if it is cut off, or greater than a `u32` can hold.
pub(super) fn read_checked(bytes: &[u8]) -> Option<(u32, &[u8])> {
    const MAX_BYTES: usize = 5;
    let mut value = 0_u64;
    for (at, byte) in bytes.iter().enumerate().take(MAX_BYTES) {
        value |= u64::from(byte & 0x7F) << (7 * at);
        if *byte < 0x80 {
            return Some((value.try_into().ok()?, &bytes[at + 1..]));
        }
    }
    None
}

/// Writes compiled rules as numbers and texts.
pub(super) struct Encoder(pub(super) Vec<u8>);

impl Encoder {
    pub(super) fn number(&mut self, value: usize) {
        write(value, &mut self.0);
    }

    pub(super) fn text(&mut self, text: &[u8]) {
        self.number(text.len());
        self.0.extend_from_slice(text);
    }
}

/// Reads what an [`Encoder`] wrote.
pub(super) struct Decoder<'a>(pub(super) &'a [u8]);

impl<'a> Decoder<'a> {
    pub(super) fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*byte)
    }

    pub(super) fn number(&mut self) -> Option<u32> {
        let (number, rest) = read_checked(self.0)?;
        self.0 = rest;
        Some(number)
    }

    pub(super) fn text(&mut self) -> Option<&'a [u8]> {
        let len = self.number()? as usize;
        let (text, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for value in [0, 1, 0x7F, 0x80, 0x3FFF, 0x4000, 0xFFFF_FFFF] {
            let mut bytes = Vec::new();
            write(value, &mut bytes);
            bytes.push(7);
            assert_eq!(read(&bytes), (value, &[7][..]));
            assert_eq!(read_checked(&bytes), Some((value as u32, &[7][..])));
        }
    }

    #[test]
    fn numbers_that_are_too_large_or_cut() {
        for bytes in [
            &b""[..],
            b"\x80",
            b"\xFF\xFF\xFF\xFF",
            b"\x80\x80\x80\x80\x10",
            b"\x80\x80\x80\x80\x80\x00",
        ] {
            assert_eq!(read_checked(bytes), None, "{}", bytes.escape_ascii());
        }
        assert_eq!(read_checked(b"\xFF\xFF\xFF\xFF\x0F"), Some((u32::MAX, &[][..])));
    }
}
