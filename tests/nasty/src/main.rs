//! Serves the sites until standard input ends, so that it ends with the test that started it.
//!
//! ```console
//! cargo run -p robots-exclusion-nasty-sites
//! ```
//!
//! Prints a line for each site: its name, its address, and `open` if a crawler may fetch its pages
//! within a minute or else `closed`, with tabs in between; then the address of `log`, and an empty
//! line. `log` answers with the requests so far: site, milliseconds since the start, path.

use std::io::{self, Read, Write};

use robots_exclusion_nasty_sites::{NastySites, SITES};

fn main() -> io::Result<()> {
    let served = NastySites::start()?;
    let mut output = io::stdout().lock();
    for (site, (name, url)) in SITES.iter().zip(served.sites()) {
        let access = if site.is_open { "open" } else { "closed" };
        writeln!(output, "{name}\t{url}\t{access}")?;
    }
    writeln!(output, "log\t{}", served.log_url())?;
    writeln!(output)?;
    output.flush()?;
    io::stdin().lock().read_to_end(&mut Vec::new())?;
    Ok(())
}
