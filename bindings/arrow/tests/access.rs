//! The access of crawlers in columns, compared with a census asked file by file.

use std::num::NonZero;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int32Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, Datum, DictionaryArray, Float64Array, Int16Array,
    Int64Array, LargeStringArray, NullArray, RecordBatch, Scalar, StringArray, UInt16Array, UInt32Array,
    UInt64Array,
};
use arrow_schema::DataType;
use robots_exclusion::Dialect;
use robots_exclusion::agents::UserAgent;
use robots_exclusion::fetch::Reply;
use robots_exclusion_analysis::decide::{Access, Census};
use robots_exclusion_arrow::{AccessJudge, Error, Input, access};

const BODIES: [Option<&[u8]>; 7] = [
    Some(b"User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /x\n"),
    None,
    Some(b"User-agent: *\nDisallow: /\n"),
    Some(b"User-agent: gptbot\nDisallow:\n\nDissallow: /x\nUser-agent: *\nDissallow: /\n"),
    Some(b"User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /x\n"),
    Some(b""),
    Some(b"User-agent: J\xE9\nDisallow: /\n"),
];
const STATUSES: [Option<u16>; 7] = [
    Some(200),
    Some(404),
    Some(503),
    Some(206),
    None,
    Some(1000),
    Some(200),
];
const NAMES: [&str; 4] = ["GPTBot", "Googlebot", "AdsBot-Google", "Amazonbot"];

/// Access, group and whether by name, as the columns have them.
type Cell = Option<(String, Option<String>, bool)>;

fn cells(batch: &RecordBatch, name: &str) -> Vec<Cell> {
    let column = batch[name].as_struct();
    let access = column["access"].as_dictionary::<Int8Type>();
    let access = access.downcast_dict::<StringArray>().unwrap();
    let (group, is_named) = (
        column["group"].as_string::<i32>(),
        column["is_named"].as_boolean(),
    );
    let cell = |row: usize, access: Option<&str>| {
        column.is_valid(row).then(|| {
            let group = group.is_valid(row).then(|| group.value(row).to_owned());
            (access.unwrap().to_owned(), group, is_named.value(row))
        })
    };
    access
        .into_iter()
        .enumerate()
        .map(|(row, access)| cell(row, access))
        .collect()
}

/// The same column without details.
fn plain(batch: &RecordBatch, name: &str) -> Vec<Option<String>> {
    let column = batch[name].as_dictionary::<Int8Type>();
    let texts = column.downcast_dict::<StringArray>().unwrap().into_iter();
    texts.map(|text| text.map(str::to_owned)).collect()
}

/// What a census says, file by file.
fn expected(with_statuses: bool) -> Vec<Vec<Cell>> {
    let crawlers = NAMES.map(UserAgent::resolve);
    let census = crawlers.iter().fold(Census::new(None), Census::user_agent);
    let mut columns = vec![Vec::new(); NAMES.len()];
    for (body, status) in BODIES.iter().zip(STATUSES) {
        let status = status.filter(|_| with_statuses);
        let decides = status.is_some_and(|status| !(200..300).contains(&status));
        if body.is_none() && !decides {
            columns.iter_mut().for_each(|column| column.push(None));
            continue;
        }
        let mut columns = columns.iter_mut();
        let tell = |one: robots_exclusion_analysis::decide::CrawlerAccess<'_>| {
            let access = one.access.map_or("undecided", Access::as_str).to_owned();
            let group = one.group.map(|group| String::from_utf8_lossy(group).into_owned());
            columns
                .next()
                .unwrap()
                .push(Some((access, group, one.is_named())));
        };
        let body = body.unwrap_or_default();
        match status {
            Some(status) => census.access_after(Reply::Status(status), body, tell),
            None => census.access(body, tell),
        }
    }
    columns
}

fn judge() -> AccessJudge {
    let judge = AccessJudge::new(None);
    NAMES.iter().fold(judge, |judge, name| {
        judge.user_agent(*name, &UserAgent::resolve(name))
    })
}

fn bodies() -> Vec<ArrayRef> {
    let lossy = BODIES.map(|body| body.map(String::from_utf8_lossy));
    let keys = [Some(0), None, Some(1), Some(2), Some(0), Some(3), Some(4)];
    let values = [0, 2, 3, 5, 6].map(|row: usize| BODIES[row]);
    vec![
        Arc::new(BinaryArray::from_opt_vec(BODIES.to_vec())),
        Arc::new(BinaryViewArray::from_iter(BODIES)),
        Arc::new(LargeStringArray::from_iter(lossy)),
        Arc::new(DictionaryArray::<Int32Type>::new(
            keys.into_iter().collect(),
            Arc::new(BinaryArray::from_opt_vec(values.to_vec())),
        )),
    ]
}

#[test]
fn columns_of_every_type_say_what_a_census_says() {
    let statuses: [Box<dyn Datum>; 5] = [
        Box::new(UInt16Array::from(STATUSES.to_vec())),
        Box::new(Int16Array::from_iter(
            STATUSES.map(|status| status.map(|status| status as i16)),
        )),
        Box::new(UInt32Array::from_iter(
            STATUSES.map(|status| status.map(u32::from)),
        )),
        Box::new(Int64Array::from_iter(
            STATUSES.map(|status| status.map(i64::from)),
        )),
        Box::new(UInt64Array::from_iter(
            STATUSES.map(|status| status.map(u64::from)),
        )),
    ];
    let judge = judge();
    for bodies in bodies() {
        for (statuses, expected) in [(None, expected(false))].into_iter().chain(
            statuses
                .iter()
                .map(|statuses| (Some(&**statuses), expected(true))),
        ) {
            let detailed = judge.access(&bodies, statuses, true).unwrap();
            let without = judge.access(&bodies, statuses, false).unwrap();
            assert_eq!(detailed.schema(), judge.schema(true));
            assert_eq!(without.schema(), judge.schema(false));
            for (name, expected) in NAMES.iter().zip(expected) {
                // One body is not UTF-8, and names no crawler in any spelling.
                assert_eq!(cells(&detailed, name), expected, "{name} {}", bodies.data_type());
                let access = expected.into_iter().map(|cell| Some(cell?.0));
                assert_eq!(plain(&without, name), access.collect::<Vec<_>>());
            }
        }
    }
}

#[test]
fn numbers_that_are_no_status_are_no_answer() {
    let bodies = Scalar::new(BinaryArray::from_vec(vec![b""]));
    let statuses = Int64Array::from(vec![-1, 0, 99, 70_000]);
    let answers = access(
        &bodies,
        &[UserAgent::resolve("Googlebot")],
        Some(&statuses),
        false,
    )
    .unwrap();
    assert_eq!(plain(&answers, "Googlebot"), vec![Some("closed".to_owned()); 4]);
}

#[test]
fn scalars_and_columns_without_values() {
    let body = Scalar::new(BinaryArray::from_vec(vec![b"User-agent: *\nDisallow: /\n"]));
    let crawlers = [UserAgent::resolve("FooBot")];
    let ask = |bodies: &dyn Datum, statuses: Option<&dyn Datum>| {
        plain(&access(bodies, &crawlers, statuses, false).unwrap(), "FooBot")
    };
    let (open, closed) = (Some("open".to_owned()), Some("closed".to_owned()));
    assert_eq!(ask(&body, None), std::slice::from_ref(&closed));
    assert_eq!(
        ask(&body, Some(&UInt16Array::from(vec![200, 404]))),
        [closed.clone(), open.clone()]
    );
    // pandas has statuses with gaps as floating-point numbers.
    let floats = Float64Array::from(vec![Some(200.0), Some(404.0), Some(f64::NAN), None]);
    assert_eq!(
        ask(&body, Some(&floats)),
        [closed.clone(), open.clone(), closed.clone(), closed.clone()]
    );
    let fraction = Float64Array::from(vec![200.5]);
    assert!(access(&body, &crawlers, Some(&fraction), false).is_err());
    let unavailable = Scalar::new(UInt16Array::from(vec![404]));
    assert_eq!(ask(&NullArray::new(2), None), [None, None]);
    assert_eq!(ask(&NullArray::new(2), Some(&unavailable)), [open.clone(), open]);
    assert_eq!(ask(&NullArray::new(1), Some(&NullArray::new(1))), [None]);
    assert_eq!(ask(&BinaryArray::from_opt_vec(Vec::new()), None), []);
}

#[test]
fn without_crawlers_there_are_rows_without_columns() {
    let bodies = BinaryArray::from_opt_vec(BODIES.to_vec());
    let answers = access(&bodies, &[], None, true).unwrap();
    assert_eq!((answers.num_rows(), answers.num_columns()), (BODIES.len(), 0));
}

#[test]
fn threads_and_batches_give_the_rows_in_order() {
    let bodies: Vec<String> = (0..5_000)
        .map(|number| match number % 3 {
            0 => format!("User-agent: *\nDisallow: /{number}\n"),
            1 => "User-agent: *\nDisallow: /\n".to_owned(),
            _ => format!("User-agent: GPTBot{number}\nUser-agent: GPTBot\nDisallow: /\n"),
        })
        .collect();
    let all = StringArray::from(bodies);
    let (first, second, third) = (all.slice(0, 1), all.slice(1, 3_333), all.slice(3_334, 1_666));
    let batches: [(&dyn Datum, Option<&dyn Datum>); 3] = [(&first, None), (&second, None), (&third, None)];
    let alone = judge().access(&all, None, true).unwrap();
    for threads in [1, 2, 7] {
        let judge = judge().threads(NonZero::new(threads).unwrap());
        assert_eq!(judge.access(&all, None, true).unwrap(), alone);
        assert_eq!(judge.access_while(&batches, true, &mut || true).unwrap(), alone);
    }
}

#[test]
fn one_dialect_for_everybody_and_fewer_bytes() {
    let bodies = BinaryArray::from_vec(vec![b"User-agent: *\nDissallow: /a\nDisallow: /\n"]);
    let ask = |judge: AccessJudge| {
        let judge =
            judge
                .crawler("a", "Foo", Dialect::GOOGLE)
                .crawler("b", ["Foo", "Bar"], Dialect::RFC_9309);
        let schema = judge.schema(false);
        let dialect = |name: &str| schema.field_with_name(name).unwrap().metadata()["dialect"].clone();
        let answers = judge.access(&bodies, None, false).unwrap();
        ["a", "b"].map(|name| (plain(&answers, name).remove(0).unwrap(), dialect(name)))
    };
    let pair = |access: &str, dialect: &str| (access.to_owned(), dialect.to_owned());
    assert_eq!(
        ask(AccessJudge::new(None)),
        [pair("closed", "google"), pair("closed", "rfc9309")]
    );
    let short = AccessJudge::new(None).max_body_bytes(30);
    assert_eq!(ask(short), [pair("partial", "google"), pair("open", "rfc9309")]);
    let one = AccessJudge::new(Dialect::RFC_9309).max_body_bytes(30);
    assert_eq!(ask(one), [pair("open", "rfc9309"), pair("open", "rfc9309")]);
}

#[test]
fn fields_say_who_a_crawler_is() {
    let schema = judge()
        .user_agent("mine", &UserAgent::resolve("FooBot/2"))
        .schema(false);
    let of = |name: &str| schema.field_with_name(name).unwrap().metadata().clone();
    assert_eq!(of("Googlebot")["token"], "Googlebot");
    assert_eq!(of("Googlebot")["dialect"], "google");
    assert_eq!(
        of("Googlebot")["obeys"],
        UserAgent::resolve("Googlebot").agent().unwrap().obeys().as_str()
    );
    assert_eq!((&*of("mine")["token"], of("mine").get("obeys")), ("FooBot", None));
}

#[test]
fn wrong_columns_and_a_stop() {
    let bodies = BinaryArray::from_opt_vec(BODIES.to_vec());
    let two = UInt16Array::from(vec![200, 200]);
    let judge = judge();
    assert_eq!(
        judge.access(&bodies, Some(&two), false),
        Err(Error::Rows {
            input: Input::Statuses,
            found: 2,
            expected: 7
        })
    );
    let texts = StringArray::from(vec!["200"; 7]);
    let error = judge.access(&bodies, Some(&texts), false).unwrap_err();
    assert_eq!(
        error,
        Error::Type {
            input: Input::Statuses,
            found: DataType::Utf8
        }
    );
    assert!(error.to_string().contains("cast them to UInt16"), "{error}");
    let error = judge.access(&two, None, false).unwrap_err();
    assert_eq!(
        error,
        Error::Type {
            input: Input::Bodies,
            found: DataType::UInt16
        }
    );
    let many = StringArray::from_iter_values(
        (0..200_000).map(|number| format!("User-agent: *\nDisallow: /{number}\n")),
    );
    let stopped = judge.access_while(&[(&many, None)], false, &mut || false);
    assert_eq!(stopped, Err(Error::Stopped));
}
