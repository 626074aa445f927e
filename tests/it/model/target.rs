//! The model's targets.

use robots_exclusion::dialect::TargetSyntax;

use super::line::before;

/// The target of a URL, before any percent-encoding is looked at.
pub(crate) fn target(syntax: TargetSyntax, url: &[u8]) -> Vec<u8> {
    match syntax {
        TargetSyntax::Rfc3986 => target_rfc3986(url),
        TargetSyntax::GoogleLibrary => target_google(url),
    }
}

fn target_rfc3986(url: &[u8]) -> Vec<u8> {
    let target = if url.starts_with(b"/") {
        url.to_vec()
    } else {
        let mut start = 0;
        if let Some(mark) = find(url, b"://")
            && before(url, b"/?#").len() >= mark
        {
            start = mark + 3;
        }
        let authority = before(&url[start..], b"/?#");
        url[start + authority.len()..].to_vec()
    };
    rooted(before(&target, b"#"))
}

fn target_google(url: &[u8]) -> Vec<u8> {
    let url = if url.starts_with(b"//") { &url[2..] } else { url };
    let mut start = 0;
    if let Some(mark) = find(url, b"://")
        && before(url, b"/?;").len() >= mark
    {
        start = mark + 3;
    }
    let path_start = start + before(&url[start..], b"/?;").len();
    if path_start == url.len() {
        return b"/".to_vec();
    }
    let fragment = before(url, b"#").len();
    if fragment < path_start {
        return b"/".to_vec();
    }
    rooted(before(&url[path_start..fragment], b"\0"))
}

fn rooted(mut target: Vec<u8>) -> Vec<u8> {
    if !target.starts_with(b"/") {
        target.insert(0, b'/');
    }
    target
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    (0..text.len()).find(|&start| text[start..].starts_with(part))
}
