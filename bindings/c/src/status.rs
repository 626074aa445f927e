//! What functions return that can fail, and what catches panics.
#![allow(unsafe_code, reason = "the names of exported functions")]

use std::ffi::{CStr, c_char, c_uint};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The result of a function that can fail. Zero is success. Later versions may add values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum Status {
    /// Success.
    Ok = 0,
    /// A required pointer is NULL, or a length is more than any object can have.
    InvalidArgument = 1,
    /// No dialect has this name.
    UnknownDialect = 2,
    /// No well-known crawler has this product token, or the text is not the name of one crawler.
    UnknownAgent = 3,
    /// The bytes are not compiled rules.
    ForeignBytes = 4,
    /// The bytes are compiled rules of another version of the format.
    OtherFormatVersion = 5,
    /// The bytes are compiled rules, or a saved site, that were cut or changed.
    CorruptBytes = 6,
    /// A bug in the library, which wrote the details to standard error. Handles stay valid. Please
    /// report it.
    InternalError = 7,
    /// Not the URL of a site: an absolute http or https URL.
    NotASite = 8,
    /// The crawler is a URL: it was probably swapped with the URL, which comes after it.
    AgentIsUrl = 9,
    /// The URL is neither an absolute http or https URL nor a path that begins with `/`.
    NotAUrl = 10,
}

/// A [`Status`] that C passes, which may be any number: in the header it is a `robots_status`.
/// Compilers of C give an `enum` without negative values this type, or one that is passed alike.
pub type PassedStatus = c_uint;

impl Status {
    const ALL: [Self; 11] = [
        Self::Ok,
        Self::InvalidArgument,
        Self::UnknownDialect,
        Self::UnknownAgent,
        Self::ForeignBytes,
        Self::OtherFormatVersion,
        Self::CorruptBytes,
        Self::InternalError,
        Self::NotASite,
        Self::AgentIsUrl,
        Self::NotAUrl,
    ];

    fn message(self) -> &'static CStr {
        match self {
            Self::Ok => c"success",
            Self::InvalidArgument => c"a required pointer is NULL, or a length is too large",
            Self::UnknownDialect => c"no dialect has this name",
            Self::UnknownAgent => c"no well-known crawler has this product token, or the text is not the name of one crawler",
            Self::ForeignBytes => c"not the bytes of compiled rules",
            Self::OtherFormatVersion => {
                c"compiled rules of another version of the format: compile them again"
            }
            Self::CorruptBytes => c"compiled rules, or a saved site, that were cut or changed",
            Self::InternalError => c"a bug in the library: please report what it wrote to standard error",
            Self::NotASite => c"not the URL of a site: an absolute http or https URL",
            Self::AgentIsUrl => c"the crawler is a URL: the crawler is the argument before the URL",
            Self::NotAUrl => {
                c"the URL begins neither with https:// or http:// nor with /: write the whole URL, or put / before a path"
            }
        }
    }
}

/// A status in words, for people. It ends with a NUL and is never freed. The text may change in any
/// version. Unknown status values yield a message too.
#[unsafe(no_mangle)]
pub extern "C" fn robots_status_message(status: PassedStatus) -> *const c_char {
    let known = Status::ALL.into_iter().find(|known| *known as c_uint == status);
    known.map_or(c"unknown status", Status::message).as_ptr()
}

/// Does the work, or returns the other value if it panics: no panic may cross the border.
///
/// A panic leaves no handle half changed that is used again: C owns the handle, and every function sets it
/// by a single assignment, but for the reader of a sitemap, which reads no further after one.
pub(crate) fn guard<T>(or: T, work: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(or)
}

/// Makes a handle and writes it to where C wants it, or NULL if it cannot be made.
pub(crate) fn create<T>(
    handle: Option<&mut MaybeUninit<Option<Box<T>>>>,
    make: impl FnOnce() -> Result<T, Status>,
) -> Status {
    let Some(handle) = handle else {
        return Status::InvalidArgument;
    };
    let (made, status) = guard((None, Status::InternalError), || match make() {
        Ok(made) => (Some(Box::new(made)), Status::Ok),
        Err(status) => (None, status),
    });
    handle.write(made);
    status
}

/// Gives a handle back. A second panic within the first ends the process, as everywhere in Rust.
pub(crate) fn free<T>(handle: Option<Box<T>>) {
    guard((), || drop(handle));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_status_and_null() {
        let mut handle = MaybeUninit::<Option<Box<u32>>>::uninit();
        let status = create(Some(&mut handle), || panic!("as a defect would"));
        assert_eq!(status, Status::InternalError);
        assert_eq!(handle.write(None), &None);
        assert!(!guard(false, || panic!("as a defect would")));

        struct Defective;
        impl Drop for Defective {
            fn drop(&mut self) {
                panic!("as a defect would");
            }
        }
        free(Some(Box::new(Defective)));
    }

    #[test]
    fn numbers_count_up_and_messages_differ() {
        let mut messages: Vec<_> = Status::ALL.map(Status::message).to_vec();
        for (number, status) in Status::ALL.into_iter().enumerate() {
            assert_eq!(status as usize, number);
        }
        messages.sort();
        messages.dedup();
        assert_eq!(messages.len(), Status::ALL.len());
    }
}
