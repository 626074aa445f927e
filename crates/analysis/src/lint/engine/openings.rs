//! What an Allow rule opens: pages, or files that pages and machines need.

use robots_exclusion::agents::Medium;

/// Whether a pattern opens what crawlers come for: pages, or, for a crawler that only fetches images or
/// videos, these. A site that opens nothing else is closed.
pub(in crate::lint) fn opens_pages(pattern: &[u8], fetches: Option<Medium>) -> bool {
    let lower = String::from_utf8_lossy(pattern).to_ascii_lowercase();
    let path = lower.split('?').next().unwrap_or_default();
    let path = path.trim_end_matches(['*', '$', '/']);
    !(is_of_machines(path) || is_of_platform(path) || is_of_pages(path, fetches))
}

/// Files that machines read: robots.txt itself, sitemaps, lists of sellers of advertisements, icons of
/// browsers.
fn is_of_machines(path: &str) -> bool {
    const BEGINNINGS: [&str; 5] = [
        "favicon",
        "apple-touch-icon",
        "android-chrome",
        "mstile",
        "browserconfig",
    ];
    const EXTENSIONS: [&str; 3] = ["xml", "json", "webmanifest"];
    let name = name_of(path);
    let is_in_root = path.strip_prefix('/') == Some(name);
    path == "/.well-known"
        || path.starts_with("/.well-known/")
        || name.contains("sitemap")
        || BEGINNINGS.iter().any(|known| name.starts_with(known))
        || extension_of(name).is_some_and(|extension| {
            // `/ads.txt`, `/llms.txt`, `/humans.txt`
            EXTENSIONS.contains(&extension) || extension == "txt" && is_in_root
        })
}

/// Programs of the software that serves a site, which answer no reader.
fn is_of_platform(path: &str) -> bool {
    const NAMES: [&str; 4] = ["admin-ajax.php", "xmlrpc.php", "wp-cron.php", "wp-login.php"];
    const FOLDERS: [&str; 3] = ["wp-admin", "wp-json", "cdn-cgi"];
    let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
    NAMES.contains(&name_of(path)) || FOLDERS.contains(&first)
}

/// Files that are parts of pages: style sheets, scripts, fonts, and images and videos, unless these are
/// what the crawler fetches.
fn is_of_pages(path: &str, fetches: Option<Medium>) -> bool {
    const CODE: [&str; 4] = ["css", "js", "mjs", "map"];
    const FONTS: [&str; 5] = ["woff", "woff2", "ttf", "otf", "eot"];
    const IMAGES: [&str; 11] = [
        "png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "ico", "bmp", "tif", "tiff",
    ];
    const VIDEOS: [&str; 3] = ["mp4", "webm", "mov"];
    const FOLDERS_OF_IMAGES: [&str; 6] = ["images", "image", "img", "imgs", "icons", "uploads"];
    let name = name_of(path);
    let is_for_pages = fetches.is_none();
    match extension_of(name) {
        Some(extension) => {
            CODE.contains(&extension)
                || FONTS.contains(&extension)
                || is_for_pages && (IMAGES.contains(&extension) || VIDEOS.contains(&extension))
        }
        // Drupal's folder of images, and of the style sheets and scripts that it joins, is the last.
        None => {
            is_for_pages
                && (FOLDERS_OF_IMAGES.contains(&name)
                    || is_of_assets(name)
                    || path.ends_with("/sites/default/files"))
        }
    }
}

/// Names of folders in which pages have their style sheets, scripts and fonts.
const FOLDERS_OF_ASSETS: [&str; 25] = [
    "css",
    "js",
    "javascript",
    "javascripts",
    "scripts",
    "styles",
    "stylesheets",
    "assets",
    // Folders of frameworks and content management systems, in which pages have their styles,
    // scripts and themes.
    "static",
    "dist",
    "build",
    "_next",
    "_nuxt",
    "_astro",
    "wp-content",
    "wp-includes",
    "skin",
    "skins",
    "theme",
    "themes",
    "templates",
    "fonts",
    "bundles",
    // SharePoint, DNN
    "_layouts",
    "desktopmodules",
];

/// Whether a folder of this name, in lower case, has style sheets, scripts and fonts.
pub(in crate::lint) fn is_of_assets(folder: &str) -> bool {
    FOLDERS_OF_ASSETS.contains(&folder)
}

/// The last segment of a path.
fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// What follows the last dot of a name; `None` if it has none.
fn extension_of(name: &str) -> Option<&str> {
    name.rsplit_once('.').map(|(_, extension)| extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_and_what_is_none() {
        for pattern in [
            "/wp-admin/admin-ajax.php",
            "/favicon.ico",
            "/*.css$",
            "/*.js$",
            "/*.js?*",
            "/wp-content/uploads/",
            "/sites/default/files/",
            "/llms.txt",
            "/humans.txt",
            "/apple-touch-icon.png",
            "/robots.txt",
            "/ads.txt$",
            "/sitemaps/",
            "/sitemap_index.xml",
            "/.well-known/",
            "/static/*",
            "/*.PNG",
            "/wp-json/",
            "/manifest.json",
        ] {
            assert!(!opens_pages(pattern.as_bytes(), None), "{pattern}");
        }
        for pattern in [
            "/",
            "/$",
            "/index.html",
            "/public/",
            "/blog/",
            "/security",
            "/?lang=en",
            "/*.html$",
            "/*.pdf$",
            "/docs/readme.txt",
            "/cssguide",
        ] {
            assert!(opens_pages(pattern.as_bytes(), None), "{pattern}");
        }
        // Who comes for images comes for these.
        for pattern in ["/*.jpg$", "/images/", "/wp-content/uploads/"] {
            assert!(opens_pages(pattern.as_bytes(), Some(Medium::Image)), "{pattern}");
        }
        assert!(!opens_pages(b"/*.css$", Some(Medium::Image)));
    }
}
