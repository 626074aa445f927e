#![no_main]
//! A row is read as a parser of JSON reads it whole; how rows are cut into reads changes nothing.

use libfuzzer_sys::fuzz_target;
use robots_exclusion_fuzz::{Chunks, batch};
use serde_json::Value;

fuzz_target!(|input: (u8, &[u8])| {
    let (size, input) = input;
    let rows = batch::rows(Chunks::new(input, size));
    let naive: Vec<_> = input.split_inclusive(|byte| *byte == b'\n').collect();
    let naive = naive.iter().map(|row| row.strip_suffix(b"\n").unwrap_or(row));
    assert!(naive.eq(rows.iter().map(Vec::as_slice)));
    for row in &rows {
        let parsed = serde_json::from_slice::<Value>(row).ok();
        let read = batch::read(row);
        if let Some(fields) = &read {
            // In a field that nobody asks for, what is not UTF-8 is passed over.
            let expected = parsed.as_ref().and_then(batch::expected);
            assert!(expected.as_ref() == Some(fields) || str::from_utf8(row).is_err());
        }
        // The row is written from the parsed value, so that no field is repeated: the program
        // refuses repetitions, but a parser does not report them.
        if let Some(parsed) = parsed {
            let row = parsed.to_string();
            assert_eq!(batch::read(row.as_bytes()), batch::expected(&parsed), "{row}");
        }
    }
});
