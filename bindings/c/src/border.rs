//! Memory that C hands over as a pointer and a length. This file and [`arrays`](crate::arrays),
//! which calls its functions, have the only unsafe code of the project.
//!
//! The functions here trust in the promises that the header asks of C programmers: a pointer that
//! is not NULL leads to as many objects as the length says, they stay there and unchanged for as
//! long as the call takes, and nothing else writes to memory that a call writes to.
#![allow(unsafe_code)]

use std::borrow::Cow;
use std::ffi::{CStr, c_char};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::slice;
use std::sync::OnceLock;

use crate::status::{Status, guard};

/// Bytes: a pointer and a length. They need no NUL at the end, and may hold any bytes.
///
/// Memory that a program passes has to stay valid and unchanged for the call only. Memory that the
/// library returns belongs to the handle that it came from. No text at all has NULL for data and 0
/// for len; data of an empty text that the library returns is not NULL.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Str<'a> {
    /// The first byte. May be NULL if len is 0.
    data: *const c_char,
    /// How many bytes there are.
    len: usize,
    // Invariant: `data` is NULL or points to `len` bytes that stay valid and unchanged for `'a`. C
    // promises it for texts that it passes, and `new` borrows the text that it is passed. The
    // fields are private, so that no other code makes a `Str`.
    bytes: PhantomData<&'a [u8]>,
}

impl<'a> Str<'a> {
    pub(crate) const NONE: Self = Self {
        data: std::ptr::null(),
        len: 0,
        bytes: PhantomData,
    };

    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self {
            data: bytes.as_ptr().cast(),
            len: bytes.len(),
            bytes: PhantomData,
        }
    }

    /// The bytes, unless the pointer is NULL and the length is not, or the length is more than any
    /// object has.
    pub(crate) fn as_bytes(self) -> Result<&'a [u8], Status> {
        // SAFETY: The type's invariant.
        unsafe { slice_of(self.data.cast::<u8>(), self.len) }
    }

    /// The bytes as UTF-8, with U+FFFD for bytes that are not UTF-8.
    pub(crate) fn to_str(self) -> Result<Cow<'a, str>, Status> {
        self.as_bytes().map(String::from_utf8_lossy)
    }
}

/// Objects of C, unless the pointer is NULL and their number is not 0, or they are more than can
/// be.
///
/// # Safety
///
/// If `data` is not NULL, it points to `len` initialized objects, which stay valid and unchanged
/// for `'a`.
pub(crate) unsafe fn slice_of<'a, T>(data: *const T, len: usize) -> Result<&'a [T], Status> {
    if len == 0 {
        return Ok(&[]);
    }
    if data.is_null() || len > isize::MAX as usize / size_of::<T>() {
        return Err(Status::InvalidArgument);
    }
    // SAFETY: Not NULL; valid and unchanged by the caller's promise; not larger than any object is.
    Ok(unsafe { slice::from_raw_parts(data, len) })
}

/// Like [`slice_of`], to be written to.
///
/// # Safety
///
/// If `data` is not NULL, it points to room for `len` objects, which nothing else reads or writes
/// for `'a`.
pub(crate) unsafe fn room_of<'a, T>(data: *mut T, len: usize) -> Result<&'a mut [MaybeUninit<T>], Status> {
    if len == 0 {
        return Ok(&mut []);
    }
    if data.is_null() || len > isize::MAX as usize / size_of::<T>() {
        return Err(Status::InvalidArgument);
    }
    // SAFETY: Not NULL; valid and ours alone by the caller's promise; not larger than any object
    // is; need not be initialized.
    Ok(unsafe { slice::from_raw_parts_mut(data.cast(), len) })
}

/// The bytes of a C string, up to its NUL, which does not count. For NULL, no text. The result is
/// valid for as long as the string stays as it is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_cstr<'a>(text: *const c_char) -> Str<'a> {
    if text.is_null() {
        return Str::NONE;
    }
    // SAFETY: Not NULL, and the rest is the caller's promise.
    let text = unsafe { CStr::from_ptr(text) };
    Str::new(text.to_bytes())
}

/// What is asked for by its number, listed once it is first asked for: to look for each from the beginning
/// would take time quadratic in their number.
pub(crate) struct Listed<T>(OnceLock<Vec<T>>);

impl<T> Default for Listed<T> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

impl<T> Listed<T> {
    /// The object of a number among those that `list` lists.
    pub(crate) fn get(&self, index: usize, list: impl FnOnce() -> Vec<T>) -> Option<&T> {
        guard(None, || self.0.get_or_init(list).get(index))
    }
}

impl Listed<Vec<u8>> {
    /// Writes the text of a number, and returns true, or returns false if there is none. It lives as long as
    /// these.
    pub(crate) fn write<'t>(
        &'t self,
        index: usize,
        out: &mut MaybeUninit<Str<'t>>,
        list: impl FnOnce() -> Vec<Vec<u8>>,
    ) -> bool {
        let found = self.get(index, list);
        found.map(|found| out.write(Str::new(found))).is_some()
    }
}
