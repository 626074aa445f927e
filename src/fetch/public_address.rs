//! Which addresses belong to the public Internet.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

#[cfg(feature = "url")]
use url::Url;

/// Whether an address belongs to the public Internet: not to this machine, a private network, or a
/// special purpose.
///
/// A service that fetches URLs from strangers must not let them reach its own network; see [the
/// recipe](super#services). The ranges are those that IANA's [IPv4] and [IPv6] special-purpose
/// address registries do not list as globally reachable, and multicast. IPv6 addresses that contain
/// an IPv4 address (mapped, translated under `64:ff9b::/96`, 6to4) are judged by that one. The few
/// globally reachable addresses within `192.0.0.0/24` and `2001::/23` count as not public: no web
/// sites are there.
///
/// [IPv4]: https://www.iana.org/assignments/iana-ipv4-special-registry/
/// [IPv6]: https://www.iana.org/assignments/iana-ipv6-special-registry/
///
/// # Examples
///
/// ```
/// use robots_exclusion::fetch::is_public_address;
///
/// let is_public = |address: &str| is_public_address(address.parse().expect("an address"));
/// assert!(is_public("1.1.1.1"));
/// assert!(is_public("2606:4700:4700::1111"));
/// assert!(!is_public("127.0.0.1"));
/// assert!(!is_public("169.254.169.254")); // where clouds keep credentials
/// assert!(!is_public("::ffff:10.0.0.1"));
/// ```
#[must_use]
pub const fn is_public_address(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// Whether a URL is that of a private host as it is written: by an address that is [not
/// public](is_public_address), or as this machine (`localhost`, and names under it, whatever a
/// resolver says: RFC 6761 section 6.3). Nothing is resolved, so any other name may still lead to a
/// private address.
///
/// # Examples
///
/// ```
/// use robots_exclusion::fetch::names_private_host;
/// use url::Url;
///
/// let is_private = |url| names_private_host(&Url::parse(url).expect("a URL"));
/// assert!(is_private("http://192.168.0.1/"));
/// assert!(is_private("http://0x7f.1/")); // 127.0.0.1
/// assert!(is_private("http://localhost:8000/"));
/// assert!(!is_private("https://example.com/"));
/// ```
#[cfg(feature = "url")]
#[cfg_attr(docsrs, doc(cfg(feature = "url")))]
#[must_use]
pub fn names_private_host(url: &Url) -> bool {
    url.host_str().is_some_and(is_private_host)
}

/// The same for the host of a URL as the URL Standard writes it, by whoever has parsed the URL: an
/// IPv4 address in four decimal numbers, an IPv6 address in brackets, or a name in lower case.
#[must_use]
pub fn is_private_host(host: &str) -> bool {
    let inside = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    if let Ok(address) = inside.unwrap_or(host).parse() {
        return !is_public_address(address);
    }
    let name = host.strip_suffix('.').unwrap_or(host);
    let above = name.strip_suffix("localhost");
    above.is_some_and(|above| above.is_empty() || above.ends_with('.'))
}

const fn is_public_v4(address: Ipv4Addr) -> bool {
    !matches!(
        address.octets(),
        // This network, private networks, this machine.
        [0 | 10 | 127, ..] | [172, 16..=31, ..] | [192, 168, ..]
            // Carrier-grade NAT, link-local.
            | [100, 64..=127, ..] | [169, 254, ..]
            // Protocol assignments, documentation, the former anycast of 6to4, benchmarks.
            | [192, 0, 0 | 2, _] | [198, 51, 100, _] | [203, 0, 113, _] | [192, 88, 99, _] | [198, 18 | 19, ..]
            // Multicast, reserved, broadcast.
            | [224..=255, ..]
    )
}

const fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        [0, 0, 0, 0, 0, 0xFFFF, high, low]
        | [0x64, 0xFF9B, 0, 0, 0, 0, high, low]
        | [0x2002, high, low, ..] => {
            let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
            is_public_v4(Ipv4Addr::new(a, b, c, d))
        }
        // Protocol assignments (Teredo among them), and twice documentation.
        [0x2001, 0..=0x1FF, ..] | [0x2001, 0xDB8, ..] | [0x3FFF, 0..=0xFFF, ..] => false,
        // Global unicast. Every other range is reserved or special.
        [first, ..] => first >> 13 == 0b001,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(feature = "url")]
    fn hosts_as_they_are_written() {
        let is_private = |url: &str| names_private_host(&Url::parse(url).expect("a URL"));
        for url in [
            "http://127.0.0.1/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://[::ffff:127.0.0.1]/",
            "http://[::1]:8080/",
            "http://LOCALHOST/",
            "http://localhost./",
            "http://a.localhost/",
        ] {
            assert!(is_private(url), "{url}");
        }
        for url in [
            "http://example.com/",
            "http://8.8.8.8/",
            "http://[2606:4700:4700::1111]/",
            "http://localhost.example.com/",
            "http://mylocalhost/",
            "http://localhost../",
            "mailto:a@localhost",
        ] {
            assert!(!is_private(url), "{url}");
        }
    }

    #[test]
    fn edges_of_ranges() {
        for (inside, outside) in [
            ("0.255.255.255", "1.0.0.0"),
            ("10.255.255.255", "11.0.0.0"),
            ("10.0.0.0", "9.255.255.255"),
            ("100.64.0.0", "100.63.255.255"),
            ("100.127.255.255", "100.128.0.0"),
            ("127.0.0.0", "126.255.255.255"),
            ("127.255.255.255", "128.0.0.0"),
            ("169.254.0.0", "169.253.255.255"),
            ("172.16.0.0", "172.15.255.255"),
            ("172.31.255.255", "172.32.0.0"),
            ("192.0.0.255", "192.0.1.0"),
            ("192.0.2.1", "192.0.3.0"),
            ("192.88.99.1", "192.88.98.255"),
            ("192.168.255.255", "192.169.0.0"),
            ("198.18.0.0", "198.17.255.255"),
            ("198.19.255.255", "198.20.0.0"),
            ("198.51.100.1", "198.51.101.0"),
            ("203.0.113.255", "203.0.114.0"),
            ("224.0.0.0", "223.255.255.255"),
            ("255.255.255.255", "8.8.8.8"),
            ("::", "2000::"),
            ("::1", "2001:200::1"),
            ("1fff:ffff::", "2001:4860:4860::8888"),
            ("4000::", "3fff:1000::"),
            ("2001:1ff::1", "2003::1"),
            ("2001:db8:ffff::1", "2001:db9::"),
            ("2002:a00:1::", "2002:808:808::1"),
            ("2002:7f00:1::1", "2001:ffff::"),
            ("::127.0.0.1", "2600::127.0.0.1"),
            ("fec0::1", "3fff:ffff::1"),
            ("100::1", "2606:4700:4700::1111"),
            ("3fff:fff::1", "3ffe:ffff::1"),
            ("::ffff:192.168.0.1", "::ffff:8.8.8.8"),
            ("::ffff:192.0.2.1", "::ffff:192.0.1.1"),
            ("64:ff9b::a00:1", "64:ff9b::808:808"),
            ("64:ff9b:1::808:808", "2a00::1"),
            ("fc00::1", "2400::1"),
            ("fe80::1", "2600::1"),
            ("ff02::1", "2800::1"),
        ] {
            let is_public = |text: &str| is_public_address(text.parse().unwrap_or_else(|_| panic!("{text}")));
            assert!(!is_public(inside), "{inside}");
            assert!(is_public(outside), "{outside}");
        }
    }
}
