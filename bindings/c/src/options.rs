//! How files are read: dialects by name, limits.
#![allow(unsafe_code, reason = "the names of exported functions")]

use std::mem::MaybeUninit;

use library::{Dialect, ParseOptions};

use crate::border::Str;
use crate::status::{Status, create, free, guard};

/// How files are read. Functions that take options take NULL for the defaults: RFC 9309, the whole
/// file.
#[derive(Clone, Copy, Default)]
pub struct Options {
    pub(crate) parse: ParseOptions,
    pub(crate) dialect: Dialect,
}

/// The options for reading a file: the defaults for NULL.
pub(crate) fn parse_options(options: Option<&Options>) -> ParseOptions {
    options.copied().unwrap_or_default().parse
}

/// Makes options with the defaults. Free them with robots_options_free.
#[unsafe(no_mangle)]
pub extern "C" fn robots_options_new(options: Option<&mut MaybeUninit<Option<Box<Options>>>>) -> Status {
    create(options, || Ok(Options::default()))
}

/// Frees options. NULL is ignored. Whatever was made with them stays valid.
#[unsafe(no_mangle)]
pub extern "C" fn robots_options_free(options: Option<Box<Options>>) {
    free(options);
}

/// Reads files as the dialect of this name does; robots_dialect_name lists the names. The default
/// is "rfc9309".
///
/// Fails with ROBOTS_STATUS_UNKNOWN_DIALECT, and then changes nothing.
#[unsafe(no_mangle)]
pub extern "C" fn robots_options_set_dialect(options: Option<&mut Options>, name: Str<'_>) -> Status {
    let Some(options) = options else {
        return Status::InvalidArgument;
    };
    let find = || {
        let name = name.to_str()?;
        Dialect::from_name(&name).ok_or(Status::UnknownDialect)
    };
    match guard(Err(Status::InternalError), find) {
        Ok(dialect) => {
            options.dialect = dialect;
            options.parse = options.parse.dialect(dialect);
            Status::Ok
        }
        Err(status) => status,
    }
}

/// Reads at most this many bytes of a file, cut after the last line that fits whole, so that no
/// rule is cut in half. By default the whole file is read, up to 4 GiB. RFC 9309 asks crawlers to
/// read at least 500 KiB.
#[unsafe(no_mangle)]
pub extern "C" fn robots_options_set_max_bytes(options: Option<&mut Options>, max_bytes: usize) -> Status {
    let Some(options) = options else {
        return Status::InvalidArgument;
    };
    options.parse = options.parse.max_bytes(max_bytes);
    Status::Ok
}

/// Converts a file in UTF-16 to UTF-8 first. By default such a file is read as it is, and none of
/// its lines are understood.
#[unsafe(no_mangle)]
pub extern "C" fn robots_options_set_transcode_utf16(
    options: Option<&mut Options>,
    transcode: bool,
) -> Status {
    let Some(options) = options else {
        return Status::InvalidArgument;
    };
    options.parse = options.parse.transcode_utf16(transcode);
    Status::Ok
}

/// The name of a dialect, counted from 0: writes it and returns true, or returns false if the index
/// is out of range. The name lives as long as the program.
#[unsafe(no_mangle)]
pub extern "C" fn robots_dialect_name(index: usize, name: Option<&mut MaybeUninit<Str<'static>>>) -> bool {
    let preset = Dialect::PRESETS.get(index);
    let (Some((preset, _)), Some(name)) = (preset, name) else {
        return false;
    };
    name.write(Str::new(preset.as_bytes()));
    true
}
