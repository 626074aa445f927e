//! The numbers and texts that compiled rules are written in.

use alloc::vec::Vec;

use super::varint;

pub(super) struct Encoder(pub(super) Vec<u8>);

impl Encoder {
    pub(super) fn number(&mut self, value: usize) {
        varint::write(value, &mut self.0);
    }

    pub(super) fn text(&mut self, text: &[u8]) {
        self.number(text.len());
        self.0.extend_from_slice(text);
    }
}

pub(super) struct Decoder<'a>(pub(super) &'a [u8]);

impl<'a> Decoder<'a> {
    pub(super) fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*byte)
    }

    pub(super) fn number(&mut self) -> Option<u32> {
        let (number, rest) = varint::read_checked(self.0)?;
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
