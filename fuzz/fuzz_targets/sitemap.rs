#![no_main]
//! How a sitemap is cut into reads changes nothing; an entry that is written is read again.

use libfuzzer_sys::fuzz_target;
use robots_exclusion::sitemap::*;
use robots_exclusion_fuzz::Chunks;

fuzz_target!(|input: (u8, &[u8])| {
    let (size, file) = input;
    let mut limits = Limits::CURRENT;
    (limits.urls, limits.index_entries, limits.bytes, limits.depth) = (20, 10, 2_000, 8);
    let options = ReadOptions::new().limits(limits);
    let read = |size| options.clone().read(Chunks::new(file, size)).items();
    let [whole, parts] = [u8::MAX, size].map(|size| read(size).collect::<Vec<_>>());
    // How much of a corrupt gzip stream comes out of it before the error, or before a limit,
    // depends on how it goes in.
    let is_corrupt = |items: &[_]| matches!(items.last(), Some(Err(Error::Io(_))));
    if !is_corrupt(&whole) && !is_corrupt(&parts) {
        let text = |item: Result<Item, Error>| item.map_err(|error| error.to_string());
        assert!(whole.into_iter().map(text).eq(parts.into_iter().map(text)));
    }
    for entry in options.clone().read(file).map_while(Result::ok) {
        // Control characters at the end of a host are forgiven by the parser of URLs, but cannot be
        // written; a backslash is a slash to it, but not when it is escaped.
        if !entry.loc.contains(|c: char| c.is_control() || c == '\\') {
            let file = format!(
                "<urlset><url><loc>{}</loc></url></urlset>",
                encode_loc(&entry.loc)
            );
            let read: Vec<_> = Reader::new(file.as_bytes())
                .map(|read| read.unwrap().loc)
                .collect();
            assert_eq!(read, [percent_encode_loc(&entry.loc)]);
        }
    }
});
