//! How files are read: dialects by name, limits.
#![allow(unsafe_code, reason = "the names of exported functions")]

use std::mem::MaybeUninit;

use library::{Dialect, ParseOptions};

use crate::border::Str;
use crate::status::{Status, create, free, guard};

/// How files are read. Functions that take options take NULL for the defaults: the whole file, in
/// the dialect of the crawler that is asked about (robots_agents_dialect).
#[derive(Clone, Copy, Default)]
pub struct Options {
    /// Apart from the dialect.
    pub(crate) parse: ParseOptions,
    /// The dialect in which every crawler reads; without one, each reads in its own.
    pub(crate) dialect: Option<Dialect>,
}

impl Options {
    /// The options that were passed: the defaults for NULL.
    pub(crate) fn given(options: Option<&Self>) -> Self {
        options.copied().unwrap_or_default()
    }

    /// How a crawler that reads in this dialect reads a file, unless another dialect was set.
    pub(crate) fn for_dialect(self, documented: Dialect) -> ParseOptions {
        self.parse.dialect(self.dialect.unwrap_or(documented))
    }

    /// How a file is read where no crawler is asked about.
    pub(crate) fn for_file(self) -> ParseOptions {
        self.for_dialect(Dialect::RFC_9309)
    }
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

/// Reads files as the dialect of this name does, whoever asks; robots_dialect_name lists the names.
/// By default, each well-known crawler reads in the dialect that its operator documents, and every
/// other crawler as RFC 9309 says: see robots_agents_dialect.
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
            options.dialect = Some(dialect);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_has_a_name() {
        let has_name = |index: &usize| robots_dialect_name(*index, Some(&mut MaybeUninit::uninit()));
        assert_eq!((0..).take_while(has_name).count(), Dialect::PRESETS.len());
    }
}
