//! What is wrong with a string that should be a URL or a path.

use core::fmt;

use crate::matching::percent::{is_sub_delim, is_unreserved};

/// Why [`Target::parse`](crate::Target::parse) refuses a string.
///
/// The text of each says what is wrong and what to write instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TargetError {
    /// The string is empty.
    Empty,
    /// It begins neither with a scheme nor with `/`, like `checkout/pay` or `example.com/x`.
    Relative,
    /// It has a scheme that is neither `http` nor `https`, like `mailto:x`.
    Scheme,
    /// The scheme is not followed by `//`, like `https:/example.com`.
    Slashes,
    /// There is nothing between `//` and the path, like `https:///x`.
    NoHost,
    /// The host contains a byte that no host can, or a `[` without its `]`.
    Host,
    /// The port is not a number from 0 to 65535.
    Port,
}

impl TargetError {
    /// The error in a URL, or `None`. Its authority (user, host and port) ends at `authority_end`.
    ///
    /// The path and all that comes after it may hold any bytes.
    #[inline]
    pub(super) fn find(url: &[u8], authority_end: usize) -> Option<Self> {
        match url {
            [] => Some(Self::Empty),
            [b'/', ..] => None,
            _ => Self::find_before_path(&url[..authority_end], &url[authority_end..]),
        }
    }

    /// The error in a URL that does not begin with `/`, given as the part before its path, and the
    /// path.
    fn find_before_path(before: &[u8], path: &[u8]) -> Option<Self> {
        let Some(colon) = memchr::memchr(b':', before) else {
            return Some(Self::Relative);
        };
        let (scheme, rest) = (&before[..colon], &before[colon + 1..]);
        if scheme.eq_ignore_ascii_case(b"https") || scheme.eq_ignore_ascii_case(b"http") {
            return match rest.strip_prefix(b"//") {
                Some(authority) => find_in_authority(authority),
                None => Some(Self::Slashes),
            };
        }
        // `example.com:8080/x` has a port and no scheme.
        let has_port = !rest.is_empty() && is_port(rest) && (path.is_empty() || path[0] == b'/');
        Some(if is_scheme(scheme) && !has_port {
            Self::Scheme
        } else {
            Self::Relative
        })
    }
}

/// RFC 3986 section 3.1: `ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`.
fn is_scheme(name: &[u8]) -> bool {
    name.first().is_some_and(u8::is_ascii_alphabetic)
        && name
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte))
}

/// What is wrong with `user@host:port`.
fn find_in_authority(authority: &[u8]) -> Option<TargetError> {
    let may_be_host = |text: &[u8]| text.iter().all(|byte| IN_HOST[usize::from(*byte)]);
    // Nearly always, the authority is the name of a host and nothing else.
    if may_be_host(authority) {
        return authority.is_empty().then_some(TargetError::NoHost);
    }
    let host_and_port = match memchr::memrchr(b'@', authority) {
        Some(at) => &authority[at + 1..],
        None => authority,
    };
    let (host, port, is_valid) = if let Some(literal) = host_and_port.strip_prefix(b"[") {
        let Some(end) = memchr::memchr(b']', literal) else {
            return Some(TargetError::Host);
        };
        let (host, rest) = (&literal[..end], &literal[end + 1..]);
        let port = match rest {
            [] => rest,
            [b':', port @ ..] => port,
            _ => return Some(TargetError::Host),
        };
        // RFC 3986 section 3.2.2: an IPv6 address, or a future form that begins with `v`.
        let is_address = |byte: &u8| byte.is_ascii_alphanumeric() || b":.%-_~".contains(byte);
        (host, port, host.contains(&b':') && host.iter().all(is_address))
    } else {
        let (host, port) = match memchr::memchr(b':', host_and_port) {
            Some(colon) => (&host_and_port[..colon], &host_and_port[colon + 1..]),
            None => (host_and_port, &b""[..]),
        };
        (host, port, may_be_host(host))
    };
    if host.is_empty() {
        Some(TargetError::NoHost)
    } else if !is_valid {
        Some(TargetError::Host)
    } else if !is_port(port) {
        Some(TargetError::Port)
    } else {
        None
    }
}

/// Whether a text begins with the name of a host, and nothing but a path, a query or a fragment
/// follows.
pub(super) fn begins_with_host(text: &[u8]) -> bool {
    let end = text.iter().position(|byte| !IN_HOST[usize::from(*byte)]);
    let end = end.unwrap_or(text.len());
    end > 0 && matches!(text.get(end), None | Some(b'/' | b'?' | b'#'))
}

/// The bytes that may be in the name of a host: `reg-name` in RFC 3986 section 3.2.2, and bytes
/// beyond ASCII (RFC 3987), which browsers convert.
static IN_HOST: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < table.len() {
        let octet = byte as u8;
        table[byte] = is_unreserved(octet) || is_sub_delim(octet) || octet == b'%' || !octet.is_ascii();
        byte += 1;
    }
    table
};

/// An empty port is the scheme's own.
fn is_port(port: &[u8]) -> bool {
    port.iter().all(u8::is_ascii_digit)
        && port
            .iter()
            .try_fold(0_u16, |number, digit| {
                number.checked_mul(10)?.checked_add(u16::from(digit - b'0'))
            })
            .is_some()
}

impl fmt::Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "it is empty; write a URL such as `https://example.com/x`, or a path such as `/x`",
            Self::Relative => {
                "it begins with neither `https://`, `http://` nor `/`; write the whole URL, or put `/` before a path"
            }
            Self::Scheme => {
                "robots.txt is about http and https only; write a URL that begins with `https://` or `http://`"
            }
            Self::Slashes => "two slashes must follow the scheme; write `https://` or `http://` before the host",
            Self::NoHost => "it has no host; write one after `//`, or only the path, which begins with `/`",
            Self::Host => {
                "its host is not valid; write a host name such as `example.com`, or an IPv6 address in `[` and `]`"
            }
            Self::Port => "its port is not a number from 0 to 65535; write one after the `:`, or leave the `:` out",
        })
    }
}

impl core::error::Error for TargetError {}
