//! What takes the place of [`extensions`](super::extensions) without the feature `extensions`:
//! nothing is read or kept.

use alloc::boxed::Box;
use core::marker::PhantomData;

use super::varint::{Decoder, Encoder};
use crate::dialect::Dialect;
use crate::syntax::record::Record;

/// The extension lines of one crawler. There are never any, so this type has no values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Extensions {}

impl Extensions {
    pub(crate) fn heap_bytes(&self) -> usize {
        match *self {}
    }
}

/// Is given extension lines and keeps none.
#[derive(Clone, Debug)]
pub(crate) struct Collector<'q>(PhantomData<&'q Dialect>);

impl<'q> Collector<'q> {
    pub(crate) fn new(_: &'q Dialect) -> Self {
        Self(PhantomData)
    }

    pub(crate) fn restart(&mut self) {}

    pub(crate) fn hear_within(&mut self, _: &[u8], _: Record) {}

    pub(crate) fn hear_outside(&mut self, _: &[u8], _: Record, _is_above_groups: bool) {}

    pub(crate) fn finish(self) -> Option<Box<Extensions>> {
        None
    }
}

impl Encoder {
    pub(super) fn extensions(&mut self, _: Option<&Extensions>) {
        self.number(0);
    }
}

impl Decoder<'_> {
    /// Skips extension lines that a build with the feature wrote, since nothing here could ask
    /// about them.
    pub(super) fn extensions(&mut self) -> Option<Option<Box<Extensions>>> {
        for _ in 0..self.number()? {
            self.byte()?;
            self.number()?;
            self.text()?;
        }
        Some(None)
    }
}
