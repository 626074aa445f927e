//! Which robots.txt applies to which URL.

use core::fmt;

use url::Url;

/// Why a URL has no robots.txt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RobotsUrlError {
    /// The URL is not hierarchical: it has no path that could be replaced (`mailto:a@example.com`,
    /// `data:,x`).
    NotHierarchical,
    /// The URL has no host (`file:///etc/hosts`).
    NoHost,
}

impl fmt::Display for RobotsUrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotHierarchical => "the URL is not hierarchical, so no robots.txt applies to it",
            Self::NoHost => "the URL has no host, so no robots.txt applies to it",
        })
    }
}

impl core::error::Error for RobotsUrlError {}

fn check(url: &Url) -> Result<(), RobotsUrlError> {
    if url.cannot_be_a_base() {
        return Err(RobotsUrlError::NotHierarchical);
    }
    if url.host_str().is_none_or(str::is_empty) {
        return Err(RobotsUrlError::NoHost);
    }
    Ok(())
}

/// The URL of the robots.txt file that applies to `url`: `/robots.txt` on the same scheme, host and
/// port.
///
/// User name, password, query and fragment are dropped, as is the scheme's default port; an
/// internationalized host name is in Punycode. RFC 9309 section 2.3 places the file "in the
/// lowercase `/robots.txt` in the top-level path", for every URI scheme with an authority, so this
/// works for `ftp` as well as for `https`.
///
/// # Errors
///
/// If the URL is not hierarchical or has no host.
///
/// # Examples
///
/// ```
/// use robots_exclusion::fetch::robots_url;
/// use url::Url;
///
/// let page = Url::parse("https://me:secret@Bücher.example:443/liste?seite=2#oben")?;
/// assert_eq!(robots_url(&page)?.as_str(), "https://xn--bcher-kva.example/robots.txt");
/// assert!(robots_url(&Url::parse("mailto:me@example.com")?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn robots_url(url: &Url) -> Result<Url, RobotsUrlError> {
    check(url)?;
    let mut robots = url.clone();
    robots.set_fragment(None);
    robots.set_query(None);
    robots.set_path("/robots.txt");
    // These only fail for URLs that cannot have credentials: those without a host, and `file:`.
    let _ = robots.set_username("").and_then(|()| robots.set_password(None));
    Ok(robots)
}

/// Whether the robots.txt file at `robots` applies to `url`.
///
/// It does if its path is `/robots.txt` and scheme, host and port are the same. A scheme's default
/// port equals no port, a host name in Unicode equals its Punycode form, and credentials are
/// ignored. A file found through redirects applies to the host that was asked first (RFC 9309
/// section 2.3.1.2), so pass the URL before any redirect.
///
/// # Examples
///
/// ```
/// use robots_exclusion::fetch::in_scope;
/// use url::Url;
///
/// let url = |text| Url::parse(text);
/// let robots = url("https://example.com/robots.txt")?;
/// assert!(in_scope(&url("https://example.com:443/x")?, &robots));
/// assert!(!in_scope(&url("http://example.com/x")?, &robots));
/// assert!(!in_scope(&url("https://www.example.com/x")?, &robots));
/// assert!(!in_scope(&url("https://example.com/x")?, &url("https://example.com/x/robots.txt")?));
/// # Ok::<(), url::ParseError>(())
/// ```
#[must_use]
pub fn in_scope(url: &Url, robots: &Url) -> bool {
    check(url).is_ok()
        && robots.path() == "/robots.txt"
        && robots.query().is_none()
        && url.scheme() == robots.scheme()
        && url.host_str() == robots.host_str()
        && url.port_or_known_default() == robots.port_or_known_default()
}
