//! Lists the entries of a sitemap, compressed or not, in any format that search engines read.
//!
//! ```console
//! cargo run -p robots-exclusion-sitemap --example sitemap_reader -- sitemap.xml.gz
//! ```

use std::{error::Error, fs::File};

use robots_exclusion_sitemap::Reader;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("usage: sitemap_reader FILE")?;
    for entry in Reader::new(File::open(file)?) {
        let entry = entry?;
        let lastmod = entry.lastmod.map_or_else(String::new, |date| date.to_string());
        println!("{}\t{lastmod}", entry.loc);
    }
    Ok(())
}
