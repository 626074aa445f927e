//! Reading that goes on after an interruption.

use std::io::{self, Read};

/// Reads, and tries again while the reader reports that it was interrupted, so that callers need
/// not handle that.
///
/// # Errors
///
/// The errors of the reader, except interruptions.
pub fn read_on(reader: &mut impl Read, into: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(into) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
