//! The links of a page.

use lol_html::{HtmlRewriter, Settings, element};
use url::Url;

/// The `http` and `https` URLs that the page at `page` links to, without fragments, in the order of
/// the page.
///
/// If a page takes the reader too much memory, the links that were found until then.
pub(crate) fn links(page: &Url, html: &[u8]) -> Vec<Url> {
    let mut base = page.clone();
    let mut found = Vec::new();
    let link = element!("a[href], area[href], base[href]", |element| {
        let href = element.get_attribute("href").unwrap_or_default();
        let Ok(mut url) = base.join(&html_escape::decode_html_entities(&href)) else {
            return Ok(());
        };
        url.set_fragment(None);
        if element.tag_name() == "base" {
            base = url;
        } else if matches!(url.scheme(), "http" | "https") {
            found.push(url);
        }
        Ok(())
    });
    let settings = Settings::new()
        .append_element_content_handler(link)
        .with_strict(false);
    // What it would write is not wanted.
    let mut reader = HtmlRewriter::new(settings, |_: &[u8]| ());
    let _ = reader.write(html).and_then(|()| reader.end());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str) -> Vec<String> {
        let page = Url::parse("https://example.com/a/b").unwrap();
        links(&page, html.as_bytes())
            .into_iter()
            .map(String::from)
            .collect()
    }

    #[test]
    fn links_are_relative_to_the_base() {
        let html = "<a href=c>c</a><A HREF='/d?x=1&amp;y=2#z'>d</A><a>none</a><a href=mailto:me@example.com>me</a>\
            <base href=//example.org/e/><map><area href=f></map><!-- <a href=g> --><script>'<a href=h>'</script>";
        let expected = [
            "https://example.com/a/c",
            "https://example.com/d?x=1&y=2",
            "https://example.org/e/f",
        ];
        assert_eq!(of(html), expected);
    }

    #[test]
    fn a_hostile_page_is_read_to_its_end() {
        // Some tokenizers call themselves for each attribute, and this is a worker's stack.
        let attributes: String = (0..50_000).map(|i| format!(" a{i}=\"1\"")).collect();
        let html = format!(
            "<a{attributes} href=/1></a>{}<a href=/2>",
            "<b><a ".repeat(50_000)
        );
        let worker = std::thread::Builder::new().stack_size(1 << 20);
        let found = worker.spawn(move || of(&html)).unwrap().join().unwrap();
        assert_eq!(found, ["https://example.com/1", "https://example.com/2"]);
    }
}
