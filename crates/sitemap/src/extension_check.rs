//! Errors in the images, videos and news of an entry, by Google's documentation.
//!
//! Sources: <https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps>
//! (read in the version of March 2025),
//! <https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps>,
//! <https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap>. Where these
//! pages do not define the form of a value, the schemas of the extensions decide, at the addresses
//! of their namespaces.

use url::Url;

use super::codes::{is_country, is_language};
use super::datetime::W3cDateTime;
use super::entry::{Entry, Extension, ExtensionKind};
use super::loc::is_absolute;
use super::output::Output;
use super::problem::ProblemKind;

/// Images of one entry.
const IMAGES: usize = 1_000;

/// News elements of one file.
const NEWS: u64 = 1_000;

/// How long a news sitemap lists an article, in seconds.
const NEWS_SECONDS: i64 = 2 * 24 * 60 * 60;

/// Characters of the description of a video, and of the name of its uploader.
const DESCRIPTION: usize = 2_048;
const UPLOADER: usize = 255;

/// Seconds of a video: eight hours.
const DURATION: core::ops::RangeInclusive<u32> = 1..=28_800;

/// Tags of one video.
const TAGS: usize = 32;

/// Reports errors in the extensions of an entry, and notes the extensions that are not read.
pub(super) fn check(entry: &Entry, output: &mut Output) {
    let (mut images, mut news) = (0, 0);
    for extension in &entry.extensions {
        match extension.kind() {
            ExtensionKind::Image => {
                images += 1;
                image(extension, entry, output);
            }
            ExtensionKind::Video => video(extension, entry, output),
            ExtensionKind::News => {
                news += 1;
                article(extension, entry, output);
            }
            // Links are compared with one another, so they are checked together elsewhere.
            ExtensionKind::Alternate => {}
            ExtensionKind::PageMap | ExtensionKind::Other => output.unread(extension.name()),
        }
    }
    if images > IMAGES {
        output.problem(ProblemKind::TooManyImages, entry.line, false, &entry.loc);
    }
    if news > 1 {
        output.problem(ProblemKind::RepeatedNews, entry.line, false, &entry.loc);
    }
    if news > 0 && output.count_news(news, NEWS) {
        output.problem(ProblemKind::TooManyNews, entry.line, false, &entry.loc);
    }
}

/// Notes a field that search engines do not read (any more).
fn unread(prefix: &str, path: &str, output: &mut Output) {
    if path != "." {
        output.unread(&format!("{prefix}:{path}"));
    }
}

fn image(image: &Extension, entry: &Entry, output: &mut Output) {
    let loc = image.get("loc").unwrap_or_default();
    if !is_absolute(loc) {
        output.problem(ProblemKind::ImageLoc, entry.line, false, loc);
    }
    for (path, _) in image.fields().filter(|(path, _)| *path != "loc") {
        unread("image", path, output);
    }
}

fn article(news: &Extension, entry: &Entry, output: &mut Output) {
    let mut report = |kind, text: &str| output.problem(kind, entry.line, false, text);
    for required in [
        "publication/name",
        "publication/language",
        "publication_date",
        "title",
    ] {
        if news.get(required).is_none() {
            report(ProblemKind::NewsIncomplete, required);
        }
    }
    if let Some(language) = news.get("publication/language")
        && !is_language(language)
        && !["zh-cn", "zh-tw"]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(language))
    {
        report(ProblemKind::NewsLanguage, language);
    }
    if let Some(text) = news.get("publication_date") {
        match text.parse() {
            Ok(date) if is_moment(date) => {
                if output.is_past(date, NEWS_SECONDS) {
                    output.problem(ProblemKind::NewsTooOld, entry.line, false, text);
                }
            }
            _ => report(ProblemKind::NewsDate, text),
        }
    }
    const READ: [&str; 4] = [
        "publication/name",
        "publication/language",
        "publication_date",
        "title",
    ];
    for (path, _) in news.fields().filter(|(path, _)| !READ.contains(path)) {
        unread("news", path, output);
    }
}

fn video(video: &Extension, entry: &Entry, output: &mut Output) {
    use ProblemKind as Kind;
    let has = |path: &str| video.get(path).is_some();
    let mut report = |kind, text: &str| output.problem(kind, entry.line, false, text);
    for required in ["thumbnail_loc", "title", "description"] {
        if !has(required) {
            report(Kind::VideoIncomplete, required);
        }
    }
    if !has("content_loc") && !has("player_loc") {
        report(Kind::VideoIncomplete, "content_loc");
    }
    for element in ["restriction", "platform"] {
        if has(element) && !has(&format!("{element}/@relationship")) {
            report(Kind::VideoRelationship, element);
        }
    }
    let mut tags = 0;
    for (path, value) in video.fields() {
        let is_any =
            |known: &[&str], value: &str| known.iter().any(|known| known.eq_ignore_ascii_case(value));
        let (kind, is_right) = match path {
            "title" => continue,
            "thumbnail_loc" => (Kind::VideoUrl, is_absolute(value)),
            "content_loc" | "player_loc" if value == entry.loc => (Kind::VideoIsPage, false),
            "content_loc" | "player_loc" => (Kind::VideoUrl, is_absolute(value)),
            "description" => (Kind::VideoDescription, value.chars().count() <= DESCRIPTION),
            "duration" => (
                Kind::VideoDuration,
                value.parse().is_ok_and(|seconds| DURATION.contains(&seconds)),
            ),
            "rating" => (Kind::VideoRating, is_rating(value)),
            "view_count" => (Kind::VideoViews, value.bytes().all(|byte| byte.is_ascii_digit())),
            "publication_date" | "expiration_date" => (Kind::VideoDate, value.parse().is_ok_and(is_moment)),
            "family_friendly" | "requires_subscription" | "live" => {
                (Kind::VideoYesNo, is_any(&["yes", "no"], value))
            }
            "restriction/@relationship" | "platform/@relationship" => {
                (Kind::VideoRelationship, ["allow", "deny"].contains(&value))
            }
            "restriction" => (
                Kind::VideoCountries,
                value.split_ascii_whitespace().all(is_country),
            ),
            "platform" => {
                let mut platforms = value.split_ascii_whitespace();
                (
                    Kind::VideoPlatforms,
                    platforms.all(|platform| is_any(&["web", "mobile", "tv"], platform)),
                )
            }
            "uploader" => (Kind::VideoUploader, value.chars().count() <= UPLOADER),
            "uploader/@info" => (Kind::VideoUploader, is_on_host_of(value, &entry.loc)),
            "tag" => {
                tags += 1;
                (Kind::VideoTags, tags != TAGS + 1)
            }
            _ => {
                unread("video", path, output);
                continue;
            }
        };
        if !is_right {
            output.problem(kind, entry.line, false, value);
        }
    }
}

/// Whether a date has at least a day, and a zone if it has a time: the forms that Google accepts in
/// extensions.
fn is_moment(date: W3cDateTime) -> bool {
    date.day().is_some() && !date.is_zone_assumed()
}

/// A decimal number from 0.0 to 5.0.
fn is_rating(value: &str) -> bool {
    let is_decimal = value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    is_decimal
        && value
            .parse()
            .is_ok_and(|rating: f64| (0.0..=5.0).contains(&rating))
}

/// Whether an address is on the host of a page.
fn is_on_host_of(address: &str, page: &str) -> bool {
    let host = |text| {
        Url::parse(text)
            .ok()
            .and_then(|url| url.host_str().map(ToOwned::to_owned))
    };
    host(address).is_some_and(|own| host(page) == Some(own))
}
