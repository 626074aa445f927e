//! Gives the shared library the name by which programs look for it: with the part of the version
//! that has to be the same.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let family = env::var("CARGO_CFG_TARGET_FAMILY").unwrap_or_default();
    let vendor = env::var("CARGO_CFG_TARGET_VENDOR").unwrap_or_default();
    // Apple's linker has another option for this, and Windows has none.
    if family != "unix" || vendor == "apple" {
        return;
    }
    let (major, minor) = (env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"));
    // Before 1.0, a minor version may change the interface.
    let version = if major == "0" {
        format!("0.{minor}")
    } else {
        major.to_string()
    };
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,librobots_exclusion.so.{version}");
}
