//! Strings that are not URLs are refused, unless the user asks for the library's lenient reading.

use serde_json::json;

use crate::{file, rows, run, run_with, status, stderr, stdout};

const CHECKOUT: &[u8] = b"User-agent: *\nDisallow: /checkout\n";
const JUNK: [&str; 7] = [
    "checkout/pay",
    "https:/www.example.com/checkout/pay",
    "http://[bad",
    "not a url",
    "mailto:x@example.com",
    "https://",
    "",
];

#[test]
fn junk_on_the_command_line_is_refused() {
    for url in JUNK {
        for arguments in [
            &["check", "-", "FooBot", url][..],
            &["check", "-", "FooBot", "/x", url],
            &["compare", "-", "-a", "FooBot", url],
            &["diff", "-", "/dev/null", url],
        ] {
            let output = run_with(arguments, CHECKOUT);
            assert_eq!(status(&output), 2, "{arguments:?}");
            assert_eq!(stdout(&output), "", "{arguments:?}");
            assert!(
                stderr(&output).contains(&format!("{url:?} is not a URL or path: ")),
                "{}",
                stderr(&output)
            );
        }
        let output = run_with(&["check", "-", "FooBot", url, "--lenient-urls"], CHECKOUT);
        assert!(status(&output) < 2, "{url}");
        assert_eq!(rows(&output)[0]["url"], *url);
    }
    for url in [
        "/checkout/pay",
        "https://www.example.com/checkout/pay",
        "HTTP://e.com/checkout",
    ] {
        assert_eq!(
            status(&run_with(&["check", "-", "FooBot", url], CHECKOUT)),
            1,
            "{url}"
        );
    }
}

#[test]
fn junk_in_a_list_is_named_and_the_rest_answered() {
    let list = file(
        "urls_list",
        "urls.txt",
        "# pages\n\n  /checkout  \nnot a url\r\n#/x\nhttps://e.com/x\n",
    );
    let output = run_with(&["check", "-", "FooBot", "--urls", &list], CHECKOUT);
    assert_eq!(status(&output), 2);
    let rows = rows(&output);
    assert_eq!(rows.len(), 3);
    assert_eq!(
        (&rows[0]["url"], &rows[0]["allowed"]),
        (&"/checkout".into(), &false.into())
    );
    assert_eq!(
        (&rows[1]["url"], &rows[1]["input_line"]),
        (&"not a url".into(), &4.into())
    );
    assert!(rows[1]["error"].as_str().unwrap().contains("write"));
    assert_eq!(
        (&rows[2]["url"], &rows[2]["allowed"]),
        (&"https://e.com/x".into(), &true.into())
    );
    assert!(stderr(&output).contains("urls.txt, line 4: \"not a url\" is not a URL or path"));
    for format in ["csv", "tsv", "human"] {
        let output = run_with(
            &["check", "-", "FooBot", "--urls", &list, "--format", format],
            CHECKOUT,
        );
        assert_eq!(status(&output), 2, "{format}");
        assert_eq!(
            stdout(&output).lines().count(),
            3,
            "{format}: {}",
            stdout(&output)
        );
    }
    for arguments in [&["compare", "-"][..], &["diff", "-", "/dev/null"]] {
        let output = run_with(&[arguments, &["--urls", &list]].concat(), CHECKOUT);
        assert_eq!(status(&output), 2, "{arguments:?}");
        assert!(stderr(&output).contains("line 4"), "{}", stderr(&output));
    }
    let output = run_with(
        &["check", "-", "FooBot", "--urls", &list, "--lenient-urls"],
        CHECKOUT,
    );
    assert_eq!((status(&output), stdout(&output).lines().count()), (1, 3));
}

/// Spreadsheets and some editors write a byte order mark before a text.
#[test]
fn a_byte_order_mark_before_input_is_skipped() {
    let robots_txt = file("urls_mark_file", "robots.txt", CHECKOUT);
    let list = file("urls_mark_files", "files.txt", format!("\u{feff}{robots_txt}\n"));
    let answer = |arguments: &[&str], input: &str| {
        let output = run_with(arguments, format!("\u{feff}{input}").as_bytes());
        assert_eq!(stderr(&output), "", "{arguments:?}");
        assert_eq!(status(&output), 1, "{arguments:?}");
        stdout(&output).to_owned()
    };
    let output = answer(
        &["batch", "--format", "tsv", &robots_txt],
        "FooBot\t/checkout\nFooBot\t/\n",
    );
    assert_eq!(output, "false\t2\ntrue\t\n");
    let question = json!({"agent": "FooBot", "url": "/checkout", "file": robots_txt});
    answer(&["batch"], &format!("{question}\n"));
    answer(&["check", &robots_txt, "FooBot", "--urls", "-"], "/checkout\n");
    answer(&["check", "--files", &list, "-a", "FooBot", "/checkout"], "");
    let output = run_with(
        &["generate"],
        "\u{feff}{\"sitemaps\":[\"https://e.com/s.xml\"]}".as_bytes(),
    );
    assert_eq!(
        stdout(&output),
        "Sitemap: https://e.com/s.xml\n",
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_row_of_a_table_has_the_number_of_its_first_line() {
    let head = "Address,Clicks\nhttps://e.com/x,1\n\n\n";
    for (number, last) in [
        "not a url,2\n",
        "not a url,2",
        "\"not a url\",2",
        "\"not a url,2\n\n",
        "\"not a url",
    ]
    .iter()
    .enumerate()
    {
        let list = file("urls_table", format!("urls{number}.csv"), format!("{head}{last}"));
        let output = run_with(&["check", "-", "FooBot", "--urls", &list], CHECKOUT);
        assert_eq!(status(&output), 2, "{last:?}");
        assert!(
            stderr(&output).contains(&format!("urls{number}.csv, line 5: ")),
            "{last:?}: {}",
            stderr(&output)
        );
    }
}

/// A list of a million bad lines is not a million messages.
#[test]
fn only_the_first_bad_lines_are_reported_one_by_one() {
    let output = run_with(
        &["check", "/dev/null", "FooBot", "--urls", "-"],
        "bad\n".repeat(1_000).as_bytes(),
    );
    assert_eq!(rows(&output).len(), 1_000);
    assert_eq!(stderr(&output).lines().count(), 21);
}

#[test]
fn junk_in_a_batch_is_an_error_row() {
    for url in JUNK {
        let row = format!(
            "{}\n",
            serde_json::json!({"id": 7, "agent": "a", "url": url, "robots": "User-agent: *"})
        );
        let output = run_with(&["batch"], row.as_bytes());
        assert_eq!(status(&output), 2, "{url}");
        let answer = &rows(&output)[0];
        assert_eq!((&answer["id"], &answer["input_line"]), (&7.into(), &1.into()));
        assert!(answer["error"].as_str().unwrap().contains("is not a URL or path"));
        let output = run_with(&["batch", "--lenient-urls"], row.as_bytes());
        assert_eq!(
            (status(&output), &rows(&output)[0]["allowed"]),
            (0, &true.into()),
            "{url}"
        );
    }
    let path = file("urls_batch", "robots.txt", CHECKOUT);
    let input = b"a\tcheckout\na\t/checkout\n";
    let output = run_with(&["batch", "--format", "tsv", &path], input);
    assert_eq!((status(&output), stdout(&output)), (2, "error\t\nfalse\t2\n"));
    let output = run_with(&["batch", "--format", "tsv", &path, "--lenient-urls"], input);
    assert_eq!((status(&output), stdout(&output)), (1, "true\t\nfalse\t2\n"));
}

/// A name that is not UTF-8 matches no crawler, but the question still gets an answer.
#[cfg(unix)]
#[test]
fn an_agent_that_is_not_utf_8_is_one_that_nothing_names() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let mut command = crate::robots();
    command
        .args(["check", "-"])
        .arg(OsStr::from_bytes(b"\xFF\xFE"))
        .arg("/checkout");
    let output = crate::feed(&mut command, CHECKOUT);
    assert_eq!((status(&output), &rows(&output)[0]["group"]), (1, &"*".into()));
}

/// A row cannot make the program wait, or read without end.
#[cfg(target_os = "linux")]
#[test]
fn batch_reads_regular_files_only() {
    let folder = crate::directory("urls_fifo");
    let fifo = folder.join("robots.txt");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status().unwrap();
    assert!(made.success());
    let fifo = fifo.to_str().unwrap();
    for path in [fifo, "/dev/zero", "/dev/stdin", folder.to_str().unwrap()] {
        let row = serde_json::json!({"agent": "a", "url": "/x", "file": path});
        let output = run_with(&["batch"], format!("{row}\n").as_bytes());
        assert_eq!(status(&output), 2, "{path}");
        let error = rows(&output)[0]["error"].as_str().unwrap().to_owned();
        assert!(
            error.contains(path) && error.contains("not a regular file"),
            "{error}"
        );
    }
    // Nor for a directory.
    for command in ["lint", "audit", "inspect"] {
        assert_eq!(status(&run(&[command, folder.to_str().unwrap()])), 2, "{command}");
    }
    // A device without an end is read only up to a limit.
    let output = run(&["check", "/dev/zero", "a", "/x"]);
    assert_eq!(status(&output), 2);
    assert!(stderr(&output).contains("MiB"), "{}", stderr(&output));
}

#[test]
fn lists_that_are_tables_or_in_utf_16() {
    let ask = |list: &[u8], options: &[&str]| {
        let list = file("urls_tables", "list.txt", list);
        let robots_txt = file(
            "urls_tables_robots",
            "robots.txt",
            "User-agent: *\nDisallow: /x\n",
        );
        let arguments = [
            &["check", &robots_txt, "FooBot", "--urls", &list, "-f", "csv"],
            options,
        ]
        .concat();
        let output = run(&arguments);
        (
            status(&output),
            stdout(&output).to_owned(),
            stderr(&output).to_owned(),
        )
    };
    let (code, _, said) = ask(b"/x y\n/x\tz\n/z\n", &[]);
    assert_eq!(code, 2);
    assert_eq!(
        said.matches("it contains a space, tab or line break").count(),
        2,
        "{said}"
    );
    // A row of a table is never answered as one URL, unless the user says that it is one.
    let (code, rows, said) = ask(b"/y,2024-01-01\n/z,0.5\n/v,w\nhttps://e.com/x.pdf;200\n", &[]);
    assert_eq!(code, 2, "{said}");
    assert_eq!(said.matches("looks like a row of a table").count(), 3, "{said}");
    assert_eq!(rows.matches(",true,").count(), 1, "{rows}");
    let (code, _, said) = ask(b"/a,https://e.com/b\n", &[]);
    assert_eq!(code, 2);
    assert!(said.contains("looks like several URLs"), "{said}");
    let (code, rows, said) = ask(b"/y,2024-01-01\n/z,0.5\n/v,w\n", &["--lines"]);
    assert_eq!((code, rows.lines().count(), &*said), (0, 4, ""));
    let (code, rows, _) = ask(b"\xFF\xFE/\0x\0\n\0", &[]);
    assert_eq!(code, 1);
    assert!(rows.contains("FooBot,/x,false"), "{rows}");
    let table = b"\xEF\xBB\xBFURL,date\n/x,2024-01-01\n\"/a,1\",2024-01-02\n";
    let (code, rows, said) = ask(table, &["--csv", "url"]);
    assert_eq!((code, &*said), (1, ""));
    assert!(
        rows.contains("FooBot,/x,false") && rows.contains("FooBot,\"/a,1\",true"),
        "{rows}"
    );
    let (code, rows, _) = ask(b"2024,/x\n2025,/y\n", &["--csv", "2"]);
    assert_eq!((code, rows.lines().count()), (1, 3));
    let (code, _, said) = ask(table, &["--csv", "address"]);
    assert_eq!(code, 2);
    assert!(said.contains("URL, date"), "{said}");
}

/// Exports of tools as they write them: delimiters, encodings, headings, lines above the heading.
#[test]
fn exports_are_read_by_their_columns() {
    let utf16 = |text: &str| -> Vec<u8> {
        let units = text.encode_utf16().flat_map(u16::to_le_bytes);
        [0xFF, 0xFE].into_iter().chain(units).collect()
    };
    let robots_txt = file(
        "urls_exports_robots",
        "robots.txt",
        "User-agent: *\nDisallow: /x\n",
    );
    for (list, bad_line) in [
        (b"\"Address\",\"Content Type\",\"Status Code\"\n\"https://e.com/x\",\"text/html\",\"200\"\n\"https://e.com/a,1\",\"text/html\",\"200\"\n".to_vec(), None),
        (utf16("#\tURL\tTraffic\r\n1\thttps://e.com/x\t10\r\n2\thttps://e.com/a\t3\r\n"), None),
        (b"Keyword;URL\nshoes;https://e.com/x\nboots;https://e.com/a\n".to_vec(), None),
        (b"# ----\n# Pages\n# ----\n\nPage path,Views\n/x,10\n/a,2\n\n# ----\nPage path,Users\n".to_vec(), None),
        ("H\u{e4}ufigste Seiten;Klicks\nhttps://e.com/x;3\nhttps://e.com/a;0\n".as_bytes().to_vec(), None),
        // Rows that are not one URL.
        (b"URL,Clicks\nhttps://e.com/x,1\nhttps://e.com/a,2\n(not set),3\n".to_vec(), Some(4)),
        (b"URL,Clicks\nhttps://e.com/x,1\nhttps://e.com/a,2\nhttps://e.com/b https://e.com/c,3\n".to_vec(), Some(4)),
        (b"URL,Clicks\nhttps://e.com/x,1\nhttps://e.com/a,2\n\"https://e.com/b\nhttps://e.com/c\",3\n".to_vec(), Some(4)),
        (b"Clicks,URL\n1,https://e.com/x\n2,https://e.com/a\n3\n".to_vec(), Some(4)),
    ] {
        let shown = String::from_utf8_lossy(&list).into_owned();
        let output = run_with(&["check", &robots_txt, "FooBot", "--urls", "-", "-f", "jsonl"], &list);
        let rows = rows(&output);
        let answers: Vec<_> = rows.iter().filter_map(|row| row["allowed"].as_bool()).collect();
        assert_eq!(answers, [false, true], "{shown}: {}", stderr(&output));
        let bad: Vec<_> = rows.iter().filter_map(|row| row["input_line"].as_u64()).collect();
        assert_eq!(bad, bad_line.into_iter().collect::<Vec<_>>(), "{shown}");
        assert_eq!(status(&output), if bad_line.is_some() { 2 } else { 1 }, "{shown}");
    }
    let several = run_with(
        &["check", &robots_txt, "FooBot", "--urls", "-"],
        b"From;To\n/a;/b\n/c;/d\n",
    );
    assert_eq!(status(&several), 2);
    assert!(
        stderr(&several).contains("choose one with --csv"),
        "{}",
        stderr(&several)
    );
}

/// However lines end, a row that is refused has the number of its line: after blank lines, and after
/// a cell of several lines.
#[test]
fn rows_have_the_numbers_of_their_lines() {
    let robots = file("urls_ends_robots", "robots.txt", "User-agent: *\nDisallow: /x\n");
    let edited = file("urls_ends_edited", "robots.txt", "User-agent: *\nDisallow: /y\n");
    let table = "# Pages\n\nURL,Title\n/x,\"two\nlines\"\n\n(not set),2\n/y,3\n(other),4\n";
    let list = "# Pages\n\n/x\n\n(not set)\n/y\n(other)\n";
    let bad_of = |text: &str, end: &str, arguments: &[&str]| -> Vec<u64> {
        let output = run_with(arguments, text.replace('\n', end).as_bytes());
        assert_eq!(status(&output), 2, "{output:?}");
        let said = stderr(&output).lines();
        let numbers = said.filter_map(|line| line.split_once(", line ")?.1.split_once(':')?.0.parse().ok());
        numbers.collect()
    };
    for end in ["\n", "\r\n", "\r"] {
        for arguments in [
            &["check", &robots, "FooBot", "--urls", "-"][..],
            &["compare", &robots, "-a", "FooBot", "--urls", "-"],
            &["diff", &robots, &edited, "--urls", "-"],
        ] {
            assert_eq!(bad_of(table, end, arguments), [7, 9], "{end:?} {arguments:?}");
            if end != "\r" {
                assert_eq!(bad_of(list, end, arguments), [5, 7], "{end:?} {arguments:?}");
            }
        }
        if end != "\r" {
            let rows = "FooBot\t/x\n\nFooBot /y\nFooBot\t/z\nFooBot\n";
            let batch = ["batch", &robots, "--format", "tsv"];
            assert_eq!(bad_of(rows, end, &batch), [3, 5], "{end:?}");
            let rows =
                "{\"agent\":\"FooBot\",\"url\":\"/x\"}\n\nx\n{\"agent\":\"FooBot\",\"url\":\"/x\"}\nx\n";
            assert_eq!(bad_of(rows, end, &["batch", &robots]), [3, 5], "{end:?}");
        }
    }
}

#[test]
fn files_are_told_from_crawlers_and_urls() {
    let one = file("urls_files_one", "robots.txt", "User-agent: *\nDisallow: /x\n");
    let other = file("urls_files_other", "robots.txt", "");
    for arguments in [
        &["check", &one, &other, "FooBot", "/x"][..],
        &["check", &one, "b.txt", "/x", "-a", "FooBot"],
    ] {
        let output = run(arguments);
        assert_eq!(status(&output), 2, "{arguments:?}");
        assert!(stderr(&output).contains("--file"), "{}", stderr(&output));
    }
    for arguments in [
        &[
            "check", "--file", &one, "--file", &other, "FooBot", "/x", "-f", "jsonl",
        ][..],
        &["check", &one, "--file", &other, "FooBot", "/x", "-f", "jsonl"],
        &[
            "check", "--file", &one, "--file", &other, "-a", "FooBot", "/x", "-f", "jsonl",
        ],
    ] {
        let output = run(arguments);
        assert_eq!(
            stdout(&output).lines().count(),
            2,
            "{arguments:?}: {}",
            stderr(&output)
        );
    }
}
