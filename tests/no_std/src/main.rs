//! Asks about a robots.txt without the standard library: `cargo run -p no-std-robots --profile
//! no-std`. Exits with 0 if the answers are right.
//!
//! If any crate in the graph linked `std`, there would be two panic handlers, and the compiler would
//! refuse. A panic handler needs a profile that aborts; in any other this is an ordinary program, so
//! that the workspace can be checked as a whole.

#![cfg_attr(panic = "abort", no_std, no_main)]

use robots_exclusion::{RobotsTxt, is_allowed};

#[cfg(panic = "abort")]
mod bare;

#[cfg(not(panic = "abort"))]
fn main() {
    assert!(answers_are_right());
}

fn answers_are_right() -> bool {
    let body = b"User-agent: *\nDisallow: /private/*.pdf$\nAllow: /\n";
    let rules = RobotsTxt::parse(body).rules_for("FooBot");
    !is_allowed(body, "FooBot", "https://example.com/private/x.pdf")
        && !rules.is_allowed("/private/x.pdf")
        && rules.check("/private/x.pdf?y").line() == Some(3)
}
