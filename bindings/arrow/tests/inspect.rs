//! What files are and say, in columns. `robots inspect` is compared with them in the tests of the
//! program, crates/cli/tests/cli/columns.rs.

use std::num::NonZero;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int32Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, Datum, DictionaryArray, Int64Array, LargeBinaryArray,
    RecordBatch, Scalar, StringArray, UInt8Array,
};
use robots_exclusion::{Dialect, ParseOptions};
use robots_exclusion_arrow::{Error, Input, Inspector, inspect};

const FILE: &[u8] =
    b"User-agent: a\nUser-agent: b\nDisallow: /x\nAllow: /\n\nUser-agent: a\nDisalow: /y\nSitemap: /s.xml\n";
const BODIES: [Option<&[u8]>; 6] = [
    Some(FILE),
    None,
    Some(b"<html>"),
    Some(FILE),
    Some(b""),
    Some(b"\x1F\x8B\x08"),
];

fn texts(batch: &RecordBatch, name: &str, row: usize) -> Option<Vec<String>> {
    let lists = batch[name].as_list::<i32>();
    let list = lists.is_valid(row).then(|| lists.value(row))?;
    let texts = list.as_string::<i32>().iter();
    Some(texts.map(|text| text.unwrap().to_owned()).collect())
}

#[test]
fn counts_and_lists() {
    let batch = inspect(&BinaryArray::from_opt_vec(BODIES.to_vec()), None).unwrap();
    assert_eq!(batch.schema(), Inspector::schema());
    let bytes: Vec<_> = batch["bytes"].as_primitive::<UInt64Type>().iter().collect();
    let length = Some(FILE.len() as u64);
    assert_eq!(bytes, [length, None, Some(6), length, Some(0), Some(3)]);
    let formats = batch["format"].as_dictionary::<Int8Type>();
    let formats: Vec<_> = formats
        .downcast_dict::<StringArray>()
        .unwrap()
        .into_iter()
        .collect();
    assert_eq!(
        formats,
        [
            Some("text"),
            None,
            Some("html"),
            Some("text"),
            Some("text"),
            Some("gzip")
        ]
    );
    for row in [0, 3] {
        let count = |column: &dyn Array| column.as_primitive::<UInt32Type>().value(row);
        assert_eq!((count(&batch["lines"]), count(&batch["groups"])), (8, 2));
        let rules = batch["rules"].as_struct();
        assert_eq!((count(&rules["allow"]), count(&rules["disallow"])), (1, 1));
        let directives = batch["directives"].as_struct();
        let found = ["user-agent", "allow", "disallow", "sitemap", "unknown", "host"]
            .map(|kind| count(&directives[kind]));
        assert_eq!(found, [3, 1, 1, 1, 1, 0]);
        assert_eq!(texts(&batch, "agents", row).unwrap(), ["a", "b"]);
        assert_eq!(texts(&batch, "sitemaps", row).unwrap(), ["/s.xml"]);
        assert_eq!(texts(&batch, "unknown_keys", row).unwrap(), ["Disalow"]);
        assert!(!batch["is_truncated"].as_boolean().value(row));
    }
    for column in batch.columns() {
        assert!(column.is_null(1));
    }
    assert_eq!(texts(&batch, "agents", 1), None);
    assert_eq!(texts(&batch, "agents", 2), Some(Vec::new()));
}

#[test]
fn statuses() {
    let bodies = BinaryArray::from_opt_vec(BODIES.to_vec());
    let statuses = Int64Array::from(vec![Some(200), Some(404), Some(299), Some(-1), None, Some(500)]);
    let batch = inspect(&bodies, Some(&statuses)).unwrap();
    let found: Vec<_> = batch["status"].as_primitive::<UInt16Type>().iter().collect();
    assert_eq!(found, [Some(200), Some(404), Some(299), None, None, Some(500)]);
    for column in &batch.columns()[1..] {
        let has_file: Vec<_> = (0..6).map(|row| column.is_valid(row)).collect();
        assert_eq!(has_file, [true, false, true, false, true, false]);
    }
    let one = inspect(&bodies, Some(&Scalar::new(Int64Array::from(vec![200])))).unwrap();
    assert_eq!(one["status"].as_primitive::<UInt16Type>().value(5), 200);
    assert!(one["bytes"].is_valid(5) && one["bytes"].is_null(1));
}

#[test]
fn options_batches_and_threads() {
    let expected = Inspector::default();
    let lenient = Inspector::new(ParseOptions::new().dialect(Dialect::LENIENT).max_bytes(60));
    let file = BinaryArray::from_vec(vec![FILE]);
    let batch = lenient.inspect(&file, None).unwrap();
    assert!(batch["is_truncated"].as_boolean().value(0));
    assert_eq!(
        batch["bytes"].as_primitive::<UInt64Type>().value(0),
        FILE.len() as u64
    );
    let whole = Inspector::new(ParseOptions::new().dialect(Dialect::LENIENT))
        .inspect(&file, None)
        .unwrap();
    assert_eq!(
        whole["rules"].as_struct()["disallow"]
            .as_primitive::<UInt32Type>()
            .value(0),
        2
    );

    let bodies = BODIES.iter().copied().cycle().take(6000);
    let bodies: Vec<Option<&[u8]>> = bodies.collect();
    let keys = (0..6000).map(|row| [Some(0), None, Some(1), Some(0), Some(2), Some(3)][row % 6]);
    let values = [0, 2, 4, 5].map(|row: usize| BODIES[row]);
    let columns: [ArrayRef; 4] = [
        Arc::new(BinaryArray::from_opt_vec(bodies.clone())),
        Arc::new(LargeBinaryArray::from_opt_vec(bodies.clone())),
        Arc::new(BinaryViewArray::from_iter(bodies.clone())),
        Arc::new(DictionaryArray::<Int32Type>::new(
            keys.collect(),
            Arc::new(BinaryArray::from_opt_vec(values.to_vec())),
        )),
    ];
    let first = expected.inspect(&columns[0], None).unwrap();
    for column in &columns {
        let column: &dyn Datum = column;
        assert_eq!(expected.inspect(column, None).unwrap(), first);
        let threads = expected.clone().threads(NonZero::new(3).unwrap());
        assert_eq!(threads.inspect(column, None).unwrap(), first);
        let twice = threads
            .inspect_while(&[(column, None), (column, None)], &mut || true)
            .unwrap();
        assert_eq!(
            (twice.slice(0, 6000), twice.slice(6000, 6000)),
            (first.clone(), first.clone())
        );
    }
}

#[test]
fn what_cannot_be_inspected() {
    let bodies = BinaryArray::from_opt_vec(BODIES.to_vec());
    let error = inspect(&UInt8Array::from(vec![1]), None).unwrap_err();
    assert!(matches!(
        error,
        Error::Type {
            input: Input::Bodies,
            ..
        }
    ));
    let error = inspect(&bodies, Some(&Int64Array::from(vec![200]))).unwrap_err();
    assert!(matches!(
        error,
        Error::Rows {
            input: Input::Statuses,
            found: 1,
            expected: 6
        }
    ));
    assert_eq!(
        Error::Full("agents").to_string(),
        "the texts of the column agents take 2 GiB or more; pass fewer rows at a time"
    );
}

#[test]
fn stops_when_told_to() {
    let long = "Disallow: /a\n".repeat(20_000);
    let bodies: Vec<String> = (0..300).map(|number| format!("{number}\n{long}")).collect();
    let bodies = BinaryArray::from_iter_values(&bodies[..]);
    let mut asked = 0;
    let stopped = Inspector::default().inspect_while(&[(&bodies, None)], &mut || {
        asked += 1;
        asked < 2
    });
    assert_eq!((stopped.unwrap_err(), asked), (Error::Stopped, 2));
}
