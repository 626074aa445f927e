//! The vectors of `tests/data/extensions.jsonl` that concern sitemaps.

use robots_exclusion::RobotsTxt;
use robots_exclusion::extension::SitemapLine;
use robots_exclusion_sitemap::{
    ChangeFrequency, Entry, Extension, ExtensionKind, Limits, Priority, Scope, W3cDateTime, WriteOptions,
};
use serde_json::{Value, json};
use url::Url;

#[test]
fn all_vectors_hold() {
    let file = include_str!("../../../../../tests/data/extensions.jsonl");
    let mut checked = 0;
    for line in file.lines() {
        let vector: Value = serde_json::from_str(line).unwrap();
        let (input, expect) = (&vector["in"], &vector["expect"]);
        let text = || input.as_str().unwrap();
        let answer = match vector["kind"].as_str().unwrap() {
            "sitemap-scope" => json!(in_scope(input)),
            "sitemap-limits" => {
                let limits = match text() {
                    "current profile" => Limits::CURRENT,
                    "2007 profile" => Limits::PROFILE_2007,
                    other => panic!("no profile {other:?}"),
                };
                json!({
                    "urls": limits.urls,
                    "bytes": limits.bytes,
                    "index_entries": limits.index_entries,
                    "loc_chars": limits.loc_chars,
                })
            }
            "w3c-datetime" => json!(text().parse::<W3cDateTime>().is_ok()),
            "changefreq" => json!(text().parse::<ChangeFrequency>().is_ok()),
            "priority" => json!(text().parse::<Priority>().ok().map(Priority::get)),
            "sitemap-loc-encode" => json!(within(&written(&Entry::new(text())), "loc")),
            "xml-escape" => {
                let image = Extension::new(ExtensionKind::Image).with("title", text());
                let entry = Entry::new("http://example.com/").with_extension(image);
                json!(within(&written(&entry), "image:title"))
            }
            _ => continue,
        };
        assert_eq!(&answer, expect, "{vector}");
        checked += 1;
    }
    assert!(
        checked >= 17,
        "the file has seventeen vectors of these kinds, not {checked}"
    );
}

fn written(entry: &Entry) -> String {
    let mut writer = WriteOptions::new().sitemap(Vec::new()).unwrap();
    writer.write(entry).unwrap();
    String::from_utf8(writer.finish().unwrap()).unwrap()
}

/// The text of the first element with a name, as it is written.
fn within<'f>(file: &'f str, name: &str) -> &'f str {
    let (_, after) = file.split_once(&format!("<{name}>")).unwrap();
    after.split_once("</").unwrap().0
}

/// Whether a sitemap may list a URL, by its place or because the given robots.txt lists the
/// sitemap.
fn in_scope(input: &Value) -> bool {
    let field = |name: &str| input[name].as_str();
    let url = |name: &str| Url::parse(field(name).unwrap()).unwrap();
    let sitemap = url("sitemap");
    let mut scope = Scope::of(&sitemap);
    if let Some(robots_txt) = field("robots") {
        let robots_txt = RobotsTxt::parse(robots_txt.as_bytes());
        let mut named = robots_txt
            .sitemaps()
            .filter_map(|value| SitemapLine::parse(value).ok()?.url().ok());
        if named.any(|named| named == sitemap) {
            scope = scope.allow_site_of(&url("robots_of"));
        }
    }
    scope.contains(&url("url"))
}
