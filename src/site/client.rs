//! What the HTTP clients that are set up for a crawler have in common.

use std::io;
use std::time::Duration;

use alloc::format;

/// How long a request may take, from resolving the name to the last byte of the body.
pub(super) const TIMEOUT: Duration = Duration::from_secs(20);

/// The error of a request to a host that is not public.
pub(super) fn refused(host: &str) -> io::Error {
    io::Error::new(
        io::ErrorKind::PermissionDenied,
        format!("{host} is not a public address"),
    )
}
