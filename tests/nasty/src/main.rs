//! Serves the sites until standard input ends, so that it ends with the test that started it.
//!
//! ```console
//! cargo run -p robots-exclusion-nasty-sites
//! ```
//!
//! Prints a line for each site, its name and its address with a tab in between, then an empty line.
//! The site `log` answers with the requests so far: site, milliseconds since the start, path.

use std::io::{self, Read, Write};

use robots_exclusion_nasty_sites::NastySites;

fn main() -> io::Result<()> {
    let served = NastySites::start()?;
    let mut output = io::stdout().lock();
    for (name, url) in served.sites() {
        writeln!(output, "{name}\t{url}")?;
    }
    writeln!(output, "log\t{}", served.log_url())?;
    writeln!(output)?;
    output.flush()?;
    io::stdin().lock().read_to_end(&mut Vec::new())?;
    Ok(())
}
