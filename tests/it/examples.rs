//! Runs the small examples as their first lines say, and checks what they print.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");

/// Runs an example in the folder of the package.
fn run(name: &str, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO"));
    command
        .args([
            "run",
            "--quiet",
            "--locked",
            "--all-features",
            "--manifest-path",
            MANIFEST,
        ])
        .args(["--example", name, "--"])
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("cargo runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // An example that reads no input may have ended already.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

/// The output of an example, which must succeed.
fn printed(name: &str, arguments: &[&str], input: &str) -> String {
    let output = run(name, arguments, input);
    assert!(output.status.success(), "{name}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn robots() -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/robots.txt"))
        .expect("the example file")
}

#[test]
fn site_table() {
    let printed = printed("site_table", &["examples/robots.txt", "examples/robots.txt"], "");
    let row = "examples/robots.txt,3,1,open,open,closed,open\n";
    assert_eq!(
        printed,
        format!("file,groups,sitemaps,Googlebot,bingbot,GPTBot,ClaudeBot\n{row}{row}")
    );
}

#[cfg(feature = "serde")]
#[test]
fn explain_json() {
    let url = "https://www.example.com/search/about";
    let answer: Value =
        serde_json::from_str(&printed("explain_json", &["FooBot", url], &robots())).expect("JSON");
    assert_eq!(answer["verdict"]["allowed"], true);
    assert_eq!(answer["verdict"]["group"], "*");
    assert_eq!(answer["group_lines"].as_array().expect("a list").len(), 1);
    let rules = answer["rules"].as_array().expect("a list");
    assert_eq!(rules.len(), 2);
    assert_eq!(rules[0]["rule"]["pattern"], "/search/about");
    assert_eq!(rules[0]["lost_by"], Value::Null);
    assert_eq!(
        (&rules[1]["rule"]["line"], &rules[1]["length"]),
        (&4.into(), &7.into())
    );
    assert_eq!(rules[1]["lost_by"], "length");
}

#[test]
fn sitemap_reader() {
    let folder = std::env::temp_dir().join(format!("robots-exclusion-example-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("sitemap.xml.gz");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(
        b"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\
          <url><loc>https://example.com/?a=1&amp;b=2</loc><lastmod>2026-11-02</lastmod></url>\
          <url><loc>https://example.com/b</loc></url></urlset>",
    )
    .expect("memory does not fail");
    std::fs::write(&file, gzip.finish().expect("memory does not fail")).expect("a file");
    let listed = printed("sitemap_reader", &[file.to_str().expect("UTF-8")], "");
    std::fs::remove_dir_all(&folder).expect("the folder is there");
    assert_eq!(
        listed,
        "https://example.com/?a=1&b=2\t2026-11-02\nhttps://example.com/b\t\n"
    );
}

#[test]
fn page_rules() {
    let printed = printed("page_rules", &[], "");
    assert!(
        printed.starts_with("index false, follow true, archive false, snippet false\n"),
        "{printed}"
    );
}

#[test]
fn lint_backend() {
    let input = "User-agent: *\nDissallow: /private/\n";
    let findings: Value = serde_json::from_str(&printed("lint_backend", &[], input)).expect("JSON");
    assert_eq!(findings[0]["line"], 2);
    assert_eq!(
        (&findings[0]["code"], &findings[0]["severity"]),
        (&"R010".into(), &"error".into())
    );
}
