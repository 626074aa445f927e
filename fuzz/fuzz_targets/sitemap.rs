#![no_main]
//! How a sitemap is cut into reads changes nothing; an entry that is written is read again.

use libfuzzer_sys::fuzz_target;
use robots_exclusion_fuzz::Chunks;
use robots_exclusion_sitemap::*;

/// What a reader makes of an address that was written, however long it becomes by being encoded.
fn written_and_read(loc: &str) -> String {
    let mut limits = Limits::CURRENT;
    limits.loc_chars = usize::MAX;
    let writer = WriteOptions::new().limits(limits);
    let mut writer = writer.sitemap(Vec::new()).unwrap();
    writer.write(&Entry::new(loc)).unwrap();
    let file = writer.finish().unwrap();
    let mut reader = ReadOptions::new().limits(limits).read(&file[..]);
    let entry = reader.next().unwrap().unwrap();
    assert!(reader.next().is_none());
    entry.loc
}

fuzz_target!(|input: (u8, &[u8])| {
    let (size, file) = input;
    let mut limits = Limits::CURRENT;
    (limits.urls, limits.index_entries, limits.bytes, limits.depth) = (20, 10, 2_000, 8);
    let options = ReadOptions::new().limits(limits);
    let read = |size| {
        let mut reader = options.clone().read(Chunks::new(file, size));
        std::iter::from_fn(move || reader.next_item())
    };
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
            let read = written_and_read(&entry.loc);
            assert_eq!(written_and_read(&read), read);
        }
    }
});
