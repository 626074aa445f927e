//! Reading on where a reader was interrupted.

use std::io::{self, Read};

/// Reads, and reads again as long as the reader was interrupted, so that nothing behind it has to.
pub(crate) fn read_on(reader: &mut impl Read, into: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(into) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
