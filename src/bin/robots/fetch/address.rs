//! Which addresses belong to the public internet.
//!
//! A site chooses the name it is asked by and where its redirects lead. A service that fetches what strangers name must not be led
//! into its own network that way (server-side request forgery).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// IANA's IPv4 Special-Purpose Address Registry (RFC 6890), without what is globally reachable, and multicast (RFC 5771).
const SPECIAL_V4: [(Ipv4Addr, u32); 15] = [
    (Ipv4Addr::new(0, 0, 0, 0), 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    (Ipv4Addr::new(240, 0, 0, 0), 4),
];

/// IPv6 addresses that hold an IPv4 address, with the bits after it: translated (RFC 6052) and 6to4 (RFC 3056). Mapped ones are known
/// to the standard library.
const HOLDS_V4: [(Ipv6Addr, u32, u32); 2] = [
    (Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0), 96, 0),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16, 80),
];

/// IANA's IPv6 Special-Purpose Address Registry within what is assigned for global unicast at all (2000::/3).
const SPECIAL_V6: [(Ipv6Addr, u32); 3] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

/// Whether an address is reachable for everybody, and so neither private, nor of this machine, nor special in another way.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let within =
        |(network, bits): &(Ipv4Addr, u32)| (address.to_bits() ^ network.to_bits()).leading_zeros() >= *bits;
    !SPECIAL_V4.iter().any(within)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let within =
        |network: Ipv6Addr, bits: u32| (address.to_bits() ^ network.to_bits()).leading_zeros() >= bits;
    if let Some((_, _, after)) = HOLDS_V4
        .into_iter()
        .find(|(network, bits, _)| within(*network, *bits))
    {
        let v4 = (address.to_bits() >> after) & u128::from(u32::MAX);
        return u32::try_from(v4).is_ok_and(|bits| is_public_v4(Ipv4Addr::from_bits(bits)));
    }
    within(Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3)
        && !SPECIAL_V6.iter().any(|(network, bits)| within(*network, *bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_and_special_addresses() {
        let public = [
            "8.8.8.8",
            "1.1.1.1",
            "100.63.255.255",
            "100.128.0.0",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "198.17.0.1",
            "198.20.0.1",
            "223.255.255.255",
            "2606:4700:4700::1111",
            "2a00:1450:4001::1",
            "::ffff:8.8.8.8",
            "64:ff9b::8.8.8.8",
            "2002:808:808::1",
            "2001:4860:4860::8888",
        ];
        let special = [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.255.255.255",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "203.0.113.9",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::10.0.0.1",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "2002:a00:1::1",
            "2001::1",
            "2001:db8::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "100::1",
        ];
        for address in public {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
        for address in special {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }
}
