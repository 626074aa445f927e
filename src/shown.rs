//! How `Debug` shows bytes of files: people read text, not numbers.

use alloc::string::String;
use core::fmt;

/// Shows bytes as text in quotes. Bytes that are not UTF-8 are shown as U+FFFD, as `Display` shows
/// them everywhere in this crate.
pub struct Shown<'b>(pub &'b [u8]);

impl fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*String::from_utf8_lossy(self.0), f)
    }
}
