#![no_main]
//! The meta tags of a document do not depend on how it is cut into reads; the tags of its head
//! come first; all are small.

use libfuzzer_sys::fuzz_target;
use robots_exclusion_fuzz::Chunks;
use robots_exclusion_page::{MetaPlace, MetaScanner, PageItem};

fuzz_target!(|input: (u8, bool, &[u8])| {
    let (size, scripting, html) = input;
    let scan = |place, size| {
        let mut tags = Vec::new();
        let scanner = MetaScanner::new().scripting(scripting).place(place);
        let result = scanner.scan(Chunks::new(html, size), |item| {
            if let PageItem::Meta(tag) = item {
                assert!(tag.name.len() <= 256 && tag.content.len() <= 16 * 1024);
                tags.push((tag.name.to_vec(), tag.content.to_vec()));
            }
        });
        assert!(result.is_ok(), "reading from memory does not fail");
        tags
    };
    let all = scan(MetaPlace::HeadAndBody, u8::MAX);
    assert_eq!(scan(MetaPlace::HeadAndBody, size), all);
    let head = scan(MetaPlace::Head, u8::MAX);
    assert_eq!(scan(MetaPlace::Head, size), head);
    assert!(all.starts_with(&head));
});
