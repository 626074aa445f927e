//! The version, when compiling and when running.
#![allow(unsafe_code, reason = "the names of exported functions")]

use std::ffi::{CStr, c_char};

/// The major version of this header. The interface keeps to semantic versioning: before 1.0 a minor
/// version may change it, and the name of the shared library with it.
pub const ROBOTS_VERSION_MAJOR: u32 = 0;
/// The minor version of this header.
pub const ROBOTS_VERSION_MINOR: u32 = 1;
/// The patch version of this header.
pub const ROBOTS_VERSION_PATCH: u32 = 0;
/// The version of this header as one number that grows: 1,002,003 for 1.2.3.
pub const ROBOTS_VERSION_NUMBER: u32 =
    ROBOTS_VERSION_MAJOR * 1000000 + ROBOTS_VERSION_MINOR * 1000 + ROBOTS_VERSION_PATCH;

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => panic!("a version has no NUL"),
};

/// The version of the library that runs, such as "0.1.0". It ends with a NUL and is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn robots_version() -> *const c_char {
    VERSION.as_ptr()
}

/// The version of the library that runs; ROBOTS_VERSION_NUMBER is the version of the header. A
/// program that was compiled with one and runs with the other may compare them.
#[unsafe(no_mangle)]
pub extern "C" fn robots_version_number() -> u32 {
    ROBOTS_VERSION_NUMBER
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_has_the_version_of_the_package() {
        let header = format!("{ROBOTS_VERSION_MAJOR}.{ROBOTS_VERSION_MINOR}.{ROBOTS_VERSION_PATCH}");
        assert_eq!(header, env!("CARGO_PKG_VERSION"));
        assert_eq!(VERSION.to_str(), Ok(env!("CARGO_PKG_VERSION")));
    }
}
