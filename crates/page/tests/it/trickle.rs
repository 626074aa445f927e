//! A reader that returns few bytes at a time.

use std::io::{self, Read};

/// Returns a few bytes at a time, and is interrupted before each read.
pub(crate) struct Trickle<'a> {
    rest: &'a [u8],
    step: usize,
    interrupted: bool,
}

impl<'a> Trickle<'a> {
    pub(crate) fn new(bytes: &'a [u8], step: usize) -> Self {
        Self {
            rest: bytes,
            step,
            interrupted: false,
        }
    }
}

impl Read for Trickle<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let length = into.len().min(self.step);
        self.rest.read(&mut into[..length])
    }
}
