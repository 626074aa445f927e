//! Columns of every type, compared with the library asked row by row.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::builder::BinaryViewBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int32Type, UInt32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, Datum, DictionaryArray, FixedSizeBinaryArray, Int32Array,
    LargeBinaryArray, LargeStringArray, NullArray, PrimitiveArray, RecordBatch, Scalar, StringArray,
    StringViewArray,
};
use arrow_schema::DataType;
use robots_exclusion::agents::{self, UserAgent};
use robots_exclusion::{Dialect, ParseOptions};
use robots_exclusion_arrow::{Answers, Crawlers, Error, HostIndex, Input, Judge, OneCrawler, judge};

type Text = Option<&'static [u8]>;

const BODIES: [Text; 12] = [
    Some(b"User-agent: *\nDisallow: /private/\nAllow: /private/press/\n"),
    Some(b"User-agent: FooBot\nDisallow: /%7ejoe\n\nUser-agent: *\nDisallow: /\n"),
    None,
    Some(b"User-agent: *\nDisallow: /private/\nAllow: /private/press/\n"),
    Some(b""),
    Some(b"User-agent: *\nDisallow: /a /b /c\nDisallow: /*.php$\n"),
    Some(b"User-agent: *\nDisallow: /a /b /c\nDisallow: /*.php$\n"),
    Some(b"User-agent: *\nDisallow: /a /b /c\nDisallow: /*.php$\n"),
    Some(b"User-agent: FooBot\nDisallow: /%7ejoe\n\nUser-agent: *\nDisallow: /\n"),
    Some(b"User-agent: FooBot\nDisallow: /%7ejoe\n\nUser-agent: *\nDisallow: /\n"),
    Some(b"User-agent: *\nDisallow: /\n"),
    Some(b"User-agent: *\nDisallow: /private/\nAllow: /private/press/\n"),
];
const AGENTS: [Text; 12] = [
    Some(b"FooBot"),
    Some(b"FooBot"),
    Some(b"FooBot"),
    Some(b"BarBot"),
    Some(b"*"),
    Some(b"FooBot"),
    Some(b"FooBot"),
    Some(b"FooBot"),
    Some(b"FooBot"),
    Some(b"FooBot"),
    None,
    Some(b"FooBot"),
];
const URLS: [Text; 12] = [
    Some(b"https://a.example/private/1"),
    Some(b"https://a.example/~joe"),
    Some(b"/"),
    Some(b"/private/press/1"),
    Some(b"/x"),
    Some(b"/b"),
    Some(b"/b/"),
    Some(b"/index.php"),
    Some(b"/%7Ejoe/"),
    None,
    Some(b"/"),
    Some(b"https://a.example/robots.txt"),
];

/// A dictionary of the distinct texts; a null is a null key, or with `null_value` the key of a
/// null.
fn dictionary(texts: &[Text], null_value: bool) -> (Vec<Option<usize>>, Vec<Text>) {
    let mut values = Vec::new();
    let mut numbers = HashMap::new();
    let keys = texts
        .iter()
        .map(|text| {
            if text.is_none() && !null_value {
                return None;
            }
            Some(*numbers.entry(*text).or_insert_with(|| {
                values.push(*text);
                values.len() - 1
            }))
        })
        .collect();
    (keys, values)
}

/// The same texts in every type of column.
fn columns(texts: &[Text]) -> Vec<ArrayRef> {
    let strs = || {
        texts
            .iter()
            .map(|text| text.map(|text| std::str::from_utf8(text).unwrap()))
    };
    let (keys, values) = dictionary(texts, false);
    let (all_keys, all_values) = dictionary(texts, true);
    let views = BinaryViewArray::from_iter(texts.iter().copied());
    let shared_views = {
        let distinct = BinaryViewArray::from_iter(all_values.iter().copied());
        let views: Vec<u128> = all_keys
            .iter()
            .map(|key| distinct.views()[key.unwrap()])
            .collect();
        let nulls = texts.iter().map(Option::is_some).collect::<Vec<bool>>().into();
        BinaryViewArray::new(views.into(), distinct.data_buffers().to_vec(), Some(nulls))
    };
    vec![
        Arc::new(BinaryArray::from_opt_vec(texts.to_vec())),
        Arc::new(LargeBinaryArray::from_opt_vec(texts.to_vec())),
        Arc::new(views),
        Arc::new(shared_views),
        Arc::new(StringArray::from_iter(strs())),
        Arc::new(LargeStringArray::from_iter(strs())),
        Arc::new(StringViewArray::from_iter(strs())),
        Arc::new(DictionaryArray::new(
            PrimitiveArray::<Int8Type>::from_iter(keys.iter().map(|key| key.map(|key| key as i8))),
            Arc::new(BinaryArray::from_opt_vec(values)),
        )),
        Arc::new(DictionaryArray::new(
            PrimitiveArray::<UInt64Type>::from_iter(all_keys.iter().map(|key| key.map(|key| key as u64))),
            Arc::new(BinaryViewArray::from_iter(all_values)),
        )),
    ]
}

#[derive(Debug, PartialEq)]
struct Answer {
    allowed: bool,
    reason: &'static str,
    line: Option<u32>,
    rule: Option<String>,
    group: Option<String>,
}

/// The answer to a row by the library itself.
fn expected(dialect: Dialect, body: Text, agent: Text, url: Text) -> Option<Answer> {
    let agent = std::str::from_utf8(agent?).unwrap();
    let verdict = ParseOptions::new().dialect(dialect).check(body?, agent, url?);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Some(Answer {
        allowed: verdict.is_allowed(),
        reason: verdict.reason().as_str(),
        line: verdict.line(),
        rule: verdict.rule().map(ToString::to_string),
        group: verdict.group_name().map(text),
    })
}

#[track_caller]
fn assert_answers(answers: &RecordBatch, expected: &[Option<Answer>]) {
    assert_eq!(answers.num_rows(), expected.len());
    let allowed = answers["allowed"].as_boolean();
    for (row, expected) in expected.iter().enumerate() {
        assert_eq!(allowed.is_valid(row), expected.is_some());
        let Some(expected) = expected else {
            assert!(
                answers.columns().iter().all(|column| column.is_null(row)),
                "row {row}"
            );
            continue;
        };
        assert_eq!(allowed.value(row), expected.allowed, "row {row}");
        if answers.num_columns() == 1 {
            continue;
        }
        let text = |column: &str| {
            let column = answers[column].as_string::<i32>();
            column.is_valid(row).then(|| column.value(row).to_string())
        };
        let line = answers["line"].as_primitive::<arrow_array::types::UInt32Type>();
        assert_eq!(text("reason").as_deref(), Some(expected.reason), "row {row}");
        assert_eq!(
            line.is_valid(row).then(|| line.value(row)),
            expected.line,
            "row {row}"
        );
        assert_eq!(text("rule"), expected.rule, "row {row}");
        assert_eq!(text("group"), expected.group, "row {row}");
    }
}

#[test]
fn every_type_of_column_in_every_dialect() {
    let urls = columns(&URLS);
    let mut count = 0;
    for (_, dialect) in Dialect::PRESETS {
        let expected: Vec<_> = (0..BODIES.len())
            .map(|row| expected(*dialect, BODIES[row], AGENTS[row], URLS[row]))
            .collect();
        for bodies in columns(&BODIES) {
            for (agents, urls) in columns(&AGENTS).iter().zip(&urls) {
                for detail in [false, true] {
                    for max_cache_bytes in [0, 1 << 20] {
                        let mut judge = Judge::new(*dialect).max_cache_bytes(max_cache_bytes);
                        // The second time, what was compiled decides.
                        for _ in 0..3 {
                            let answers = judge
                                .judge(&bodies, Crawlers::Agents(agents), urls, detail)
                                .unwrap();
                            assert_answers(&answers, &expected);
                            count += 1;
                        }
                    }
                }
            }
        }
    }
    assert_eq!(count, Dialect::PRESETS.len() * 9 * 9 * 2 * 2 * 3);
}

/// As engines leave columns after a filter or a limit.
#[test]
fn slices_of_columns() {
    const PADDING: [Text; 3] = [Some(b"FooBot"), None, Some(b"/x")];
    let slices = |texts: &[Text]| -> Vec<ArrayRef> {
        let padded = columns(&[&PADDING, texts, &PADDING].concat());
        padded
            .iter()
            .map(|column| column.slice(PADDING.len(), texts.len()))
            .collect()
    };
    let expected: Vec<_> = (0..BODIES.len())
        .map(|row| expected(Dialect::RFC_9309, BODIES[row], AGENTS[row], URLS[row]))
        .collect();
    for ((bodies, agents), urls) in slices(&BODIES).iter().zip(slices(&AGENTS)).zip(slices(&URLS)) {
        let mut judge = Judge::new(Dialect::RFC_9309);
        for _ in 0..3 {
            let answers = judge
                .judge(bodies, Crawlers::Agents(&agents), &urls, true)
                .unwrap();
            assert_answers(&answers, &expected);
        }
    }
}

/// Two views of the same place in memory are the same body only if they have the same length.
#[test]
fn views_that_begin_at_the_same_byte() {
    const LONG: &[u8] = b"User-agent: *\nDisallow: /a\nDisallow: /b\n";
    let mut bodies = BinaryViewBuilder::new();
    let block = bodies.append_block(LONG.into());
    let short = LONG.len() - b"Disallow: /b\n".len();
    for length in [LONG.len(), short, LONG.len(), short] {
        bodies.try_append_view(block, 0, length as u32).unwrap();
    }
    let url = Scalar::new(StringArray::from(vec!["/b"]));
    let crawler = Crawlers::One("FooBot".into());
    let answers = judge(&bodies.finish(), crawler, &url, Dialect::RFC_9309, false).unwrap();
    let allowed = answers["allowed"].as_boolean();
    assert!(allowed.iter().eq([false, true, false, true].map(Some)));
}

#[test]
fn details_after_answers_without() {
    let bodies = columns(&BODIES).pop().unwrap();
    let (agents, urls) = (columns(&AGENTS).pop().unwrap(), columns(&URLS).pop().unwrap());
    for dialect in [Dialect::RFC_9309, Dialect::REVISITED] {
        let mut judge = Judge::new(dialect);
        for detail in [false, false, true, false, true] {
            let expected: Vec<_> = (0..BODIES.len())
                .map(|row| expected(dialect, BODIES[row], AGENTS[row], URLS[row]))
                .collect();
            assert_answers(
                &judge
                    .judge(&bodies, Crawlers::Agents(&agents), &urls, detail)
                    .unwrap(),
                &expected,
            );
        }
    }
}

#[test]
fn rules_are_cited_as_written() {
    let text = "User-agent: *\nDisallow: /é # an accent\nDisallow: /%7ejoe\n";
    let marked = format!("\u{feff}{text}");
    for body in [text, &marked] {
        let body = Scalar::new(StringArray::from(vec![body]));
        let agent = Scalar::new(StringArray::from(vec!["FooBot"]));
        let urls = StringArray::from(vec!["/%C3%A9", "/~joe", "/%C3%A9", "/~joe", "/"]);
        let answers = judge(&body, Crawlers::Agents(&agent), &urls, Dialect::RFC_9309, true).unwrap();
        let rules: Vec<_> = answers["rule"].as_string::<i32>().iter().collect();
        let (accent, joe) = (Some("Disallow: /é"), Some("Disallow: /%7ejoe"));
        assert_eq!(rules, [accent, joe, accent, joe, None]);
    }
    // Misspelled keys, several rules on a line, rules of thousands of bytes: the first answer is
    // the file's, all others those of compiled rules.
    let long = format!("/{}", "x".repeat(5_000));
    for (dialect, line, url, expected) in [
        (Dialect::LENIENT, "Disalow: /zz", "/zz", "Disalow: /zz"),
        (Dialect::LENIENT, "disallow /%7Ez", "/~z", "disallow /%7Ez"),
        (Dialect::REVISITED, "Disallow: /x /%79 /y", "/y", "Disallow: /%79"),
        (
            Dialect::RFC_9309,
            &format!("DISALLOW:{long}"),
            &long,
            &format!("DISALLOW: {long}"),
        ),
    ] {
        let body = Scalar::new(StringArray::from(vec![format!(
            "User-agent: *\n{line}\nDisallow: /other\n"
        )]));
        let agent = Scalar::new(StringArray::from(vec!["FooBot"]));
        let urls = StringArray::from(vec![url; 4]);
        let answers = judge(&body, Crawlers::Agents(&agent), &urls, dialect, true).unwrap();
        let rules: Vec<_> = answers["rule"].as_string::<i32>().iter().collect();
        assert_eq!(rules, [Some(expected); 4]);
    }
}

#[test]
fn scalars_hold_for_all_rows() {
    let body = Scalar::new(BinaryArray::from_vec(vec![
        b"User-agent: *\nDisallow: /private/\n",
    ]));
    let agent = Scalar::new(StringArray::from(vec!["FooBot"]));
    let urls = StringArray::from(vec!["/private/", "/", "/private/x", "/x"]);
    let answers = judge(&body, Crawlers::Agents(&agent), &urls, Dialect::RFC_9309, false).unwrap();
    let allowed: Vec<_> = answers["allowed"].as_boolean().iter().collect();
    assert_eq!(allowed, [Some(false), Some(true), Some(false), Some(true)]);

    let url = Scalar::new(StringArray::from(vec!["/private/"]));
    let answers = judge(&body, Crawlers::Agents(&agent), &url, Dialect::RFC_9309, true).unwrap();
    assert_eq!(answers.num_rows(), 1);
    assert!(!answers["allowed"].as_boolean().value(0));

    let nothing = Scalar::new(StringArray::from(vec![None::<&str>]));
    let answers = judge(&nothing, Crawlers::Agents(&agent), &urls, Dialect::RFC_9309, true).unwrap();
    assert_eq!(answers["allowed"].null_count(), 4);
}

#[test]
fn dictionaries_that_change_between_batches() {
    let urls = StringArray::from(vec!["/a", "/b", "/a", "/b"]);
    let agent = Scalar::new(StringArray::from(vec!["FooBot"]));
    let mut judge = Judge::new(Dialect::RFC_9309);
    for number in 0..200 {
        // Freed at the end of the round: its memory is used again unless the judge keeps it.
        let path = ["/a", "/b"][number % 2];
        let values = StringArray::from(vec![format!("User-agent: *\nDisallow: {path}\n")]);
        let bodies = DictionaryArray::<Int32Type>::new(Int32Array::from(vec![0; 4]), Arc::new(values));
        let answers = judge
            .judge(&bodies, Crawlers::Agents(&agent), &urls, false)
            .unwrap();
        let allowed = answers["allowed"].as_boolean();
        assert!(
            allowed
                .iter()
                .eq([path != "/a", path != "/b", path != "/a", path != "/b"].map(Some))
        );
    }
}

#[test]
fn texts_that_are_no_utf8() {
    let bodies = BinaryArray::from_vec(vec![b"User-agent: *\nDisallow: /\xfc\n"; 3]);
    let agents = BinaryArray::from_vec(vec![b"Foo\xff"; 3]);
    let urls = BinaryArray::from_vec(vec![b"/\xfc".as_slice(), b"/%FC", b"/u"]);
    let answers = judge(&bodies, Crawlers::Agents(&agents), &urls, Dialect::RFC_9309, true).unwrap();
    assert!(
        answers["allowed"]
            .as_boolean()
            .iter()
            .eq([Some(false), Some(false), Some(true)])
    );
    assert_eq!(answers["rule"].as_string::<i32>().value(1), "Disallow: /\u{fffd}");
}

#[test]
fn fixed_size_texts_and_empty_columns() {
    let urls = FixedSizeBinaryArray::try_from_iter([b"/x", b"/a", b"/b"].into_iter()).unwrap();
    let urls = urls.slice(1, 2);
    let body = Scalar::new(StringArray::from(vec!["User-agent: *\nDisallow: /a\n"]));
    let agent = Scalar::new(StringArray::from(vec!["FooBot"]));
    let answers = judge(&body, Crawlers::Agents(&agent), &urls, Dialect::RFC_9309, false).unwrap();
    assert!(
        answers["allowed"]
            .as_boolean()
            .iter()
            .eq([Some(false), Some(true)])
    );

    let none = StringArray::from(Vec::<&str>::new());
    assert_eq!(
        judge(&none, Crawlers::Agents(&agent), &none, Dialect::RFC_9309, true)
            .unwrap()
            .num_rows(),
        0
    );
    let no_values: ArrayRef = Arc::new(DictionaryArray::<Int8Type>::new(
        PrimitiveArray::from_iter([None::<i8>, None]),
        Arc::new(none),
    ));
    let answers = judge(
        &no_values,
        Crawlers::Agents(&agent),
        &urls,
        Dialect::RFC_9309,
        true,
    )
    .unwrap();
    assert_eq!(answers["allowed"].null_count(), 2);
}

#[test]
fn errors() {
    let texts = StringArray::from(vec!["/", "/"]);
    let other = StringArray::from(vec!["/"; 3]);
    let numbers = Int32Array::from(vec![1, 2]);
    let check = |bodies: &dyn Datum, agents: &dyn Datum, urls: &dyn Datum| {
        judge(bodies, Crawlers::Agents(agents), urls, Dialect::RFC_9309, false).unwrap_err()
    };
    let error = check(&texts, &numbers, &texts);
    assert_eq!(
        error,
        Error::Type {
            input: Input::Agents,
            found: DataType::Int32
        }
    );
    assert_eq!(
        error.to_string(),
        "agents are of type Int32, which holds no text; cast them to Utf8, Binary, or a dictionary of those"
    );
    let error = check(&texts, &texts, &other);
    assert_eq!(error.to_string(), "urls have 3 rows where other columns have 2");
    let error = check(&texts, &other, &texts);
    assert!(matches!(
        error,
        Error::Rows {
            input: Input::Agents,
            ..
        }
    ));
    let headers = Crawlers::UserAgents(&other);
    let error = judge(&texts, headers, &texts, Dialect::RFC_9309, false).unwrap_err();
    assert_eq!(
        error.to_string(),
        "user agents have 3 rows where other columns have 2"
    );
}

#[test]
fn each_crawler_reads_in_its_own_dialect_unless_one_is_chosen() {
    const BODY: &str = "User-agent: *\n\nDisallow: /x\nDisallow: /y\n\nUser Agent: FooBot\nAllow: /\n";
    let names = [
        "FooBot",
        "YandexBot",
        "Mozilla/5.0 (compatible; YandexImages/3.0)",
        "Baiduspider-render",
        "Googlebot",
        "bingbot",
        "yandexbot",
    ];
    let crawlers = names.map(UserAgent::resolve);
    let body = Scalar::new(StringArray::from(vec![BODY]));
    let url = Scalar::new(StringArray::from(vec!["/x"]));
    for chosen in [None, Some(Dialect::RFC_9309), Some(Dialect::YANDEX)] {
        let expected: Vec<_> = crawlers
            .iter()
            .map(|crawler| {
                let options = ParseOptions::new().dialect(chosen.unwrap_or(crawler.dialect()));
                options.check(BODY, crawler, "/x").line()
            })
            .collect();
        let mut judge = Judge::new(chosen);
        // The second time, what was compiled decides, and the file is parsed for its spelling.
        for _ in 0..3 {
            let agents = StringArray::from(names.to_vec());
            for column in [Crawlers::Agents(&agents), Crawlers::UserAgents(&agents)] {
                let answers = judge.judge(&body, column, &url, true).unwrap();
                let lines = answers["line"].as_primitive::<UInt32Type>();
                assert_eq!(lines.iter().collect::<Vec<_>>(), expected, "{chosen:?}");
            }
            for (crawler, expected) in crawlers.iter().zip(&expected) {
                let one = Crawlers::One(crawler.into());
                let answers = judge.judge(&body, one, &url, true).unwrap();
                assert_eq!(answers.num_rows(), 1);
                let lines = answers["line"].as_primitive::<UInt32Type>();
                assert_eq!(lines.iter().next(), Some(*expected), "{crawler:?}");
            }
        }
    }
    // A bare token is not the crawler of this name, also for a judge that knows both.
    let mut judge = Judge::new(None);
    for (crawler, allowed) in [
        (OneCrawler::from("YandexBot"), false),
        (OneCrawler::from(agents::by_token("YandexBot").unwrap()), true),
        (OneCrawler::new(["YandexBot"], Dialect::YANDEX), true),
    ] {
        for _ in 0..3 {
            let one = Crawlers::One(crawler.clone());
            let answers = judge.judge(&body, one, &url, false).unwrap();
            assert_eq!(answers["allowed"].as_boolean().value(0), allowed);
        }
    }
    // A rule that only some read is cited as the file spells it, whoever asked first.
    let body = Scalar::new(StringArray::from(vec!["User-agent: *\nDisalow: /é\n"]));
    let url = Scalar::new(StringArray::from(vec!["/%C3%A9"]));
    let agents = StringArray::from([["FooBot"; 3], ["Googlebot"; 3]].concat());
    let mut judge = Judge::new(None);
    let answers = judge.judge(&body, Crawlers::Agents(&agents), &url, true).unwrap();
    let rules: Vec<_> = answers["rule"].as_string::<i32>().iter().collect();
    assert_eq!(rules, [[None; 3], [Some("Disalow: /é"); 3]].concat());
}

/// Lines beyond the limit do not count: for the first question, for compiled rules, with details.
#[test]
fn bodies_are_read_to_the_limit() {
    let text = "User-agent: *\nDisallow: /a\nDisallow: /b\n";
    let body = Scalar::new(StringArray::from(vec![text]));
    let urls = StringArray::from(["/a", "/b"].repeat(3));
    for (limit, expected) in [
        (text.len(), [false, false]),
        (text.len() - 2, [false, true]),
        (0, [true, true]),
    ] {
        for detail in [false, true] {
            let mut judge = Judge::new(Dialect::RFC_9309).max_body_bytes(limit);
            let one = Crawlers::One("FooBot".into());
            let answers = judge.judge(&body, one, &urls, detail).unwrap();
            let allowed = answers["allowed"].as_boolean();
            assert!(
                allowed.iter().eq(expected.repeat(3).into_iter().map(Some)),
                "{limit}"
            );
        }
    }
}

#[test]
fn judges_can_be_sent_and_shown() {
    fn is_send<T: Send>(value: T) -> T {
        value
    }
    let judge = is_send(Judge::new(Dialect::GOOGLE).max_body_bytes(512_000));
    assert_eq!(
        format!("{judge:?}"),
        "Judge { dialect: google, threads: 1, cached_bytes: 0, .. }"
    );
    assert!(format!("{:?}", Judge::new(None)).starts_with("Judge { dialect: auto,"));
}

/// How many bytes a judge says that it remembers.
fn cached(judge: &Judge) -> usize {
    let shown = format!("{judge:?}");
    let (_, bytes) = shown.split_once("cached_bytes: ").unwrap();
    bytes.split(',').next().unwrap().parse().unwrap()
}

#[test]
fn bodies_are_known_by_content_in_every_type_of_column() {
    let crawler = || Crawlers::One("FooBot".into());
    let urls = columns(&URLS).remove(0);
    let mut alone = Vec::new();
    for bodies in columns(&BODIES) {
        let mut judge = Judge::new(Dialect::RFC_9309);
        for _ in 0..3 {
            judge.judge(&bodies, crawler(), &urls, false).unwrap();
        }
        alone.push(cached(&judge));
    }
    // Three times one type or three times all of them: nothing is compiled again.
    let mut judge = Judge::new(Dialect::RFC_9309);
    for bodies in columns(&BODIES).iter().cycle().take(3 * alone.len()) {
        judge.judge(bodies, crawler(), &urls, false).unwrap();
    }
    // Dictionaries stay where they are; of others, copies are kept.
    assert!(
        cached(&judge)
            <= alone.iter().max().unwrap() + BODIES.iter().flatten().map(|body| body.len()).sum::<usize>(),
        "{alone:?}, {judge:?}"
    );
}

/// A file of some kilobytes, which closes this path.
fn rules(path: &str) -> String {
    let more: String = (0..100)
        .map(|number| format!("Disallow: /number-{number}.html\n"))
        .collect();
    format!("User-agent: *\nDisallow: {path}\n{more}")
}

#[test]
fn what_a_judge_remembers_is_counted() {
    let text = rules("/a/");
    let header = format!("FooBot/1.0 ({})", "x".repeat(10_000));
    let scalar = |text: &str| Scalar::new(StringArray::from(vec![text]));
    let (body, other, header, url) = (scalar(&text), scalar(""), scalar(&header), scalar("/a/"));
    let compiled = ParseOptions::new().rules_for(&text, "FooBot").heap_bytes();
    let mut judge = Judge::new(Dialect::RFC_9309);
    for (what, body, detail, bytes) in [
        ("the header", &body, false, 10_000),
        ("compiled rules", &body, false, compiled),
        ("the parsed file", &body, true, text.len()),
        ("a copy of the body before", &other, false, text.len()),
    ] {
        let before = cached(&judge);
        judge
            .judge(body, Crawlers::UserAgents(&header), &url, detail)
            .unwrap();
        assert!(cached(&judge) >= before + bytes, "{what}: {before}, {judge:?}");
    }
}

/// Whatever takes the most, answers stay right when it is dropped. Rules, bodies and names of
/// crawlers each have the limit, and what one batch takes may be beyond it.
#[test]
fn the_cache_keeps_its_limit() {
    const LIMIT: usize = 50_000;
    let long = "x".repeat(10_000);
    // Each crawler's file closes its own folder. What is the same in every round is "Same".
    let name = |round: u8| {
        format!(
            "Foo{}{}",
            char::from(b'a' + round / 8),
            char::from(b'a' + round % 8)
        )
    };
    let folder = |round: u8| format!("/{}/", name(round));
    let groups: String = (0..64)
        .map(|round| format!("User-agent: {}\nDisallow: {}\n", name(round), folder(round)))
        .collect();
    type Text<'t> = &'t dyn Fn(u8) -> String;
    let rounds: [(&str, Text<'_>, Text<'_>); 3] = [
        ("rules", &|round| rules(&folder(round)), &|_| "FooBot".to_owned()),
        (
            "bodies",
            &|round| format!("User-agent: *\nDisallow: {}\n# {long}", folder(round)),
            &|_| "FooBot".to_owned(),
        ),
        ("crawlers", &|_| groups.clone(), &|round| {
            format!("{}/1.0 ({long})", name(round))
        }),
    ];
    for (what, body, header) in rounds {
        for detail in [false, true] {
            let mut judge = Judge::new(Dialect::RFC_9309).max_cache_bytes(LIMIT);
            let mut one_batch = 0;
            for round in 0..64 {
                let header = Scalar::new(StringArray::from(vec![header(round)]));
                // The same body is first met at the end of one batch, and then at the start of a
                // shorter one.
                for before in [vec![String::new(); 2], Vec::new()] {
                    let bodies = [before, vec![body(round); 2]].concat();
                    let folder = folder(round);
                    let urls = [folder.as_str(), "/"].repeat(bodies.len() / 2);
                    let expected: Vec<_> = (0..bodies.len())
                        .map(|row| bodies[row].is_empty() || urls[row] == "/")
                        .collect();
                    let (bodies, urls) = (StringArray::from(bodies), StringArray::from(urls));
                    let answers = judge
                        .judge(&bodies, Crawlers::UserAgents(&header), &urls, detail)
                        .unwrap();
                    let allowed: Vec<_> = answers["allowed"].as_boolean().iter().flatten().collect();
                    assert_eq!(allowed, expected, "{what}, round {round}");
                    one_batch = one_batch.max(if round == 0 { cached(&judge) } else { 0 });
                    assert!(
                        cached(&judge) <= 3 * LIMIT + one_batch,
                        "{what}, round {round}: {judge:?}"
                    );
                }
            }
        }
    }
}

/// Each thread compiles what its own rows need, and has its part of the limit.
#[test]
fn threads_share_the_cache() {
    const ROWS: usize = 4 * 4096;
    let bodies: Vec<_> = (0..50).map(|body| rules(&format!("/{body}/"))).collect();
    let bodies: StringArray = (0..ROWS).map(|row| Some(&bodies[row % bodies.len()])).collect();
    let url = Scalar::new(StringArray::from(vec!["/"]));
    let remembered = |threads: usize, limit| {
        let mut judge = Judge::new(Dialect::RFC_9309)
            .threads(threads.try_into().unwrap())
            .max_cache_bytes(limit);
        judge
            .judge(&bodies, Crawlers::One("FooBot".into()), &url, false)
            .unwrap();
        cached(&judge)
    };
    let one = remembered(1, usize::MAX);
    assert_eq!(remembered(4, usize::MAX), 4 * one);
    // In each thread, what one body takes may be beyond the limit.
    let four = remembered(4, one);
    assert!(four < one + one / 2, "{one}, {four}");
}

const HEADERS: [&str; 9] = [
    "FooBot",
    "BarBot",
    "FooBot/2.1",
    "Mozilla/5.0 (compatible; FooBot/1.0; +http://example.com/)",
    "Mozilla/5.0 (X11; Linux) Firefox/128.0",
    "AdsBot-Google",
    "AdsBot-Google (+http://www.google.com/adsbot.html)",
    "Googlebot-Image",
    "*",
];

#[test]
fn crawlers_are_those_of_the_library() {
    let text = "User-agent: FooBot\nDisallow: /foo\n\nUser-agent: Mozilla\nDisallow: /mozilla\n\nUser-agent: Googlebot\n\
                Disallow: /google\n\nUser-agent: *\nDisallow: /star\n";
    let urls = ["/foo", "/mozilla", "/google", "/star"];
    let mut expected = [Vec::new(), Vec::new(), Vec::new()];
    let (mut agent_column, mut url_column) = (Vec::new(), Vec::new());
    for header in HEADERS {
        for url in urls {
            agent_column.push(header);
            url_column.push(url);
            let crawlers = [UserAgent::resolve, UserAgent::parse, UserAgent::resolve];
            for (expected, crawler) in expected.iter_mut().zip(crawlers) {
                expected.push(Some(robots_exclusion::is_allowed(
                    text.as_bytes(),
                    crawler(header),
                    url,
                )));
            }
        }
    }
    let body = Scalar::new(StringArray::from(vec![text]));
    let agents = StringArray::from(agent_column);
    let url_column = StringArray::from(url_column);
    let mut judge = Judge::new(Dialect::RFC_9309);
    for _ in 0..3 {
        for (crawlers, expected) in [Crawlers::Agents(&agents), Crawlers::UserAgents(&agents)]
            .into_iter()
            .zip(&expected)
        {
            let answers = judge.judge(&body, crawlers, &url_column, false).unwrap();
            assert!(
                answers["allowed"]
                    .as_boolean()
                    .iter()
                    .eq(expected.iter().copied())
            );
        }
        for (header, expected) in HEADERS.iter().zip(expected[2].chunks(urls.len())) {
            let crawler = UserAgent::resolve(header);
            let url_column = StringArray::from(urls.to_vec());
            let answers = judge
                .judge(&body, Crawlers::One((&crawler).into()), &url_column, false)
                .unwrap();
            assert!(
                answers["allowed"]
                    .as_boolean()
                    .iter()
                    .eq(expected.iter().copied())
            );
        }
    }
}

#[test]
fn threads_answer_alike() {
    use robots_exclusion_arrow::{Answers, Questions};
    let repeat = |texts: &[Text]| BinaryArray::from_iter((0..3_000).map(|row| texts[row * 5 % texts.len()]));
    // Not all of them are crawlers, nor URLs.
    let agents = [&AGENTS[..10], &[Some(b"https://a.example/")]].concat();
    let urls = [&URLS[..6], &[Some(b"FooBot")]].concat();
    let (bodies, agents, urls) = (repeat(&BODIES), repeat(&agents), repeat(&urls));
    for detail in [false, true] {
        let mut answers = Vec::new();
        for threads in [1, 2, 3, 64] {
            let mut judge = Judge::new(Dialect::RFC_9309).threads(threads.try_into().unwrap());
            for batches in [1, 9] {
                let questions = Questions {
                    bodies: &bodies,
                    crawlers: Crawlers::Agents(&agents),
                    urls: &urls,
                };
                let mut found = Answers::new(detail);
                for _ in 0..9 / batches {
                    judge
                        .judge_while(&vec![questions.clone(); batches], &mut found, &mut || true)
                        .unwrap();
                }
                answers.push((found.refused(), found.finish()));
            }
        }
        let (refused, first) = &answers[0];
        assert_eq!(first.num_rows(), 27_000);
        assert!(refused.crawlers > 1_000 && refused.urls > 1_000, "{refused:?}");
        assert!(answers.windows(2).all(|pair| pair[0] == pair[1]));
    }
}

#[test]
fn a_judge_stops_when_it_is_told_to() {
    use std::time::{Duration, Instant};

    use robots_exclusion_arrow::{Answers, Questions};
    let rules: String = (0..1_000)
        .map(|number| format!("Disallow: /*{number}*b$\n"))
        .collect();
    let body = Scalar::new(StringArray::from(vec![format!("User-agent: *\n{rules}")]));
    let urls = StringArray::from(vec!["/0123456789".repeat(20); 200_000]);
    for threads in [1, 4] {
        let mut judge = Judge::new(Dialect::RFC_9309).threads(threads.try_into().unwrap());
        let start = Instant::now();
        let questions = Questions {
            bodies: &body,
            crawlers: Crawlers::One("FooBot".into()),
            urls: &urls,
        };
        let mut asked = Vec::new();
        let mut goes_on = || {
            assert!(asked.len() < 10, "asked after it said no");
            asked.push(start.elapsed());
            asked.len() < 10
        };
        let error = judge.judge_while(&vec![questions; 3], &mut Answers::new(false), &mut goes_on);
        assert_eq!(error, Err(Error::Stopped));
        let stopped = start.elapsed();
        let gaps = asked
            .windows(2)
            .map(|pair| pair[1] - pair[0])
            .chain([stopped - asked[9]]);
        // On a machine with other work; alone it is a tenth of that.
        assert!(
            gaps.max().unwrap() < Duration::from_millis(500),
            "{asked:?}, {stopped:?}"
        );
        // It can be asked again.
        let url = Scalar::new(StringArray::from(vec!["/"]));
        assert!(
            judge
                .judge(&body, Crawlers::One("FooBot".into()), &url, false)
                .is_ok()
        );
    }
}

#[test]
fn hosts_have_the_bodies_of_their_index() {
    let hosts = StringArray::from(vec![Some("a"), Some("B"), None]);
    let more = StringArray::from(vec!["c"]);
    let bodies = BinaryArray::from_vec(vec![b"User-agent: *\nDisallow: /", b"", b"x"]);
    let body = Scalar::new(StringArray::from(vec![None::<&str>]));
    let index = HostIndex::new(&[(&hosts, &bodies), (&more, &body)]).unwrap();
    assert_eq!((index.len(), index.is_empty()), (3, false));
    for asked in columns(&[Some(b"b"), Some(b"A"), Some(b"c"), Some(b"d"), None, Some(b"a")]) {
        let found = index.bodies(&[&asked.slice(0, 4), &asked.slice(4, 2)]).unwrap();
        let values = found.downcast_dict::<arrow_array::LargeBinaryArray>().unwrap();
        let found: Vec<Option<&[u8]>> = values.into_iter().collect();
        let open = Some(&b""[..]);
        let closed = Some(&b"User-agent: *\nDisallow: /"[..]);
        assert_eq!(found, [open, closed, None, None, None, closed]);
    }
    let same = HostIndex::new(&[(&hosts, &body)]).unwrap();
    assert_eq!(same.len(), 2);
    let error = HostIndex::new(&[(&hosts, &bodies), (&hosts, &bodies)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the host a occurs twice; keep one body of each host"
    );
    let error = HostIndex::new(&[(&hosts, &more)]).unwrap_err();
    assert_eq!(error.to_string(), "bodies have 1 rows where other columns have 3");
}

/// Columns that were swapped answer nothing, and are counted.
#[test]
fn refused_questions() {
    let robots = Scalar::new(StringArray::from(vec!["User-agent: *\nDisallow: /private/\n"]));
    let urls = StringArray::from(vec![
        "https://a.example/private/x",
        "/private/x",
        "private/x",
        "FooBot",
        "mailto:x",
        "",
    ]);
    let names = StringArray::from(vec!["FooBot", "FooBot", "FooBot", "FooBot", "FooBot", "FooBot"]);
    for detail in [false, true] {
        let mut judge = Judge::new(Dialect::RFC_9309);
        let mut answers = Answers::new(detail);
        assert!(answers.is_empty());
        judge
            .judge_into(&robots, Crawlers::Agents(&names), &urls, &mut answers)
            .unwrap();
        judge
            .judge_into(&robots, Crawlers::Agents(&urls), &names, &mut answers)
            .unwrap();
        assert_eq!((answers.refused().urls, answers.refused().crawlers), (4 + 4, 2));
        assert_eq!(answers.refused().rows(), 10);
        assert!(!answers.is_empty());
        let answers = answers.finish();
        let allowed = answers["allowed"].as_boolean();
        assert!(allowed.iter().take(3).eq([Some(false), Some(false), None]));
        assert_eq!(allowed.null_count(), 10);
    }
    // A header that is a URL, and what is not one name.
    let header = Scalar::new(StringArray::from(vec!["https://a.example/"]));
    let several = Scalar::new(StringArray::from(vec!["FooBot, BarBot"]));
    let set = Scalar::new(StringArray::from(vec!["@search"]));
    let url = Scalar::new(StringArray::from(vec!["/"]));
    for crawlers in [
        Crawlers::UserAgents(&header),
        Crawlers::Agents(&several),
        Crawlers::Agents(&set),
        Crawlers::One("https://a.example/".into()),
    ] {
        let answers = judge(&robots, crawlers, &url, Dialect::RFC_9309, false).unwrap();
        assert_eq!(answers["allowed"].null_count(), 1);
    }
    // What is not one name may be a header, and the judge may have met either first.
    for header_first in [false, true] {
        let mut judge = Judge::new(Dialect::RFC_9309);
        for is_header in [header_first, !header_first] {
            let crawlers = match is_header {
                true => Crawlers::UserAgents(&several),
                false => Crawlers::Agents(&several),
            };
            let answers = judge.judge(&robots, crawlers, &url, false).unwrap();
            assert_eq!(answers["allowed"].is_valid(0), is_header);
        }
    }
    // Where anything is null, nothing is refused.
    let (null, not_url) = (
        Scalar::new(NullArray::new(1)),
        Scalar::new(StringArray::from(vec!["x"])),
    );
    for (bodies, crawlers, urls) in [
        (
            &null as &dyn Datum,
            Crawlers::Agents(&header),
            &not_url as &dyn Datum,
        ),
        (&robots, Crawlers::Agents(&null), &not_url),
        (&robots, Crawlers::Agents(&header), &null),
    ] {
        let mut answers = Answers::new(false);
        let mut judge = Judge::new(None);
        judge.judge_into(bodies, crawlers, urls, &mut answers).unwrap();
        assert_eq!((answers.refused().rows(), answers.len()), (0, 1));
    }
}

#[test]
fn columns_of_nulls() {
    let nothing = NullArray::new(2);
    let texts = StringArray::from(vec!["FooBot", "/"]);
    let one = Scalar::new(StringArray::from(vec!["/"]));
    for (bodies, crawlers, urls) in [
        (
            &nothing as &dyn Datum,
            Crawlers::One("FooBot".into()),
            &one as &dyn Datum,
        ),
        (&one, Crawlers::Agents(&nothing), &one),
        (&texts, Crawlers::One("FooBot".into()), &nothing),
    ] {
        let answers = judge(bodies, crawlers, urls, Dialect::RFC_9309, true).unwrap();
        assert_eq!((answers.num_rows(), answers["allowed"].null_count()), (2, 2));
    }
    let index = HostIndex::new(&[(&texts, &nothing)]).unwrap();
    assert_eq!(index.bodies(&[&texts]).unwrap().logical_null_count(), 2);
    assert_eq!(index.bodies(&[&nothing]).unwrap().null_count(), 2);
}
