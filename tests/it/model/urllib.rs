//! The model's reading of Python's `urllib.parse`, character by character.

use robots_exclusion::Dialect;

/// A text percent-decoded as UTF-8: escapes among ASCII characters form text of their own.
pub(crate) fn decoded(text: &[u8]) -> Vec<char> {
    let text: Vec<char> = String::from_utf8_lossy(text).chars().collect();
    let mut out = Vec::new();
    let mut i = 0;
    while i < text.len() {
        if !text[i].is_ascii() {
            out.push(text[i]);
            i += 1;
            continue;
        }
        let mut octets = Vec::new();
        while i < text.len() && text[i].is_ascii() {
            let digit = |at: usize| text.get(at).and_then(|c| c.to_digit(16));
            match (text[i], digit(i + 1), digit(i + 2)) {
                ('%', Some(high), Some(low)) => {
                    octets.push((high * 16 + low) as u8);
                    i += 3;
                }
                (plain, _, _) => {
                    octets.push(plain as u8);
                    i += 1;
                }
            }
        }
        out.extend(String::from_utf8_lossy(&octets).chars());
    }
    out
}

/// Scheme, authority, path, parameters, query and fragment; what is missing is empty.
fn parts(text: &[u8]) -> [String; 6] {
    let mut text = decoded(text);
    while text.first().is_some_and(|c| *c <= ' ') {
        text.remove(0);
    }
    text.retain(|c| !"\t\r\n".contains(*c));
    let mut rest: String = text.into_iter().collect();
    let mut parts: [String; 6] = Default::default();
    if let Some(colon) = rest.find(':') {
        let scheme = rest[..colon].to_string();
        let is_scheme = scheme.chars().enumerate().all(|(i, c)| match i {
            0 => c.is_ascii_alphabetic(),
            _ => c.is_ascii_alphanumeric() || c == '+' || c == '-' || c == '.',
        });
        if is_scheme && colon > 0 {
            parts[0] = scheme.to_ascii_lowercase();
            rest = rest[colon + 1..].to_string();
        }
    }
    if rest.starts_with("//") {
        let mut end = 2;
        while end < rest.len() && !"/?#".contains(char::from(rest.as_bytes()[end])) {
            end += 1;
        }
        parts[1] = rest[2..end].to_string();
        rest = rest[end..].to_string();
    }
    for (mark, part) in [('#', 5), ('?', 4)] {
        if let Some(at) = rest.find(mark) {
            parts[part] = rest[at + 1..].to_string();
            rest.truncate(at);
        }
    }
    let with_parameters = " ftp hdl prospero http imap https shttp rtsp rtsps rtspu sip sips mms sftp tel ";
    if with_parameters.contains(&format!(" {} ", parts[0])) || parts[0].is_empty() {
        let from = rest.rfind('/').unwrap_or(0);
        if let Some(at) = rest[from..].find(';') {
            parts[3] = rest[from + at + 1..].to_string();
            rest.truncate(from + at);
        }
    }
    parts[2] = rest;
    parts
}

fn path_and_parameters(parts: &[String; 6]) -> String {
    if parts[3].is_empty() {
        parts[2].clone()
    } else {
        format!("{};{}", parts[2], parts[3])
    }
}

fn query_and_fragment(parts: &[String; 6]) -> String {
    let mut out = String::new();
    for (mark, part) in [('?', 4), ('#', 5)] {
        if !parts[part].is_empty() {
            out.push(mark);
            out.push_str(&parts[part]);
        }
    }
    out
}

pub(crate) fn target(url: &[u8]) -> Vec<u8> {
    let parts = parts(url);
    let target = path_and_parameters(&parts) + &query_and_fragment(&parts);
    if target.is_empty() {
        return b"/".to_vec();
    }
    target.replace('%', "%25").into_bytes()
}

/// A path as the dialect reads it.
pub(crate) fn read(dialect: Dialect, path: &[u8]) -> Vec<u8> {
    if dialect.target_syntax() != robots_exclusion::dialect::TargetSyntax::PythonUrllib {
        return path.to_vec();
    }
    let parts = parts(path);
    let mut out = path_and_parameters(&parts);
    let with_authority = " ftp http gopher nntp telnet imap wais file mms https shttp snews prospero rtsp rtsps rtspu rsync svn svn+ssh \
                          sftp nfs git git+ssh ws wss ";
    let expects = !parts[0].is_empty() && with_authority.contains(&format!(" {} ", parts[0]));
    if !parts[1].is_empty() || expects && !out.starts_with("//") {
        if !out.is_empty() && !out.starts_with('/') {
            out.insert(0, '/');
        }
        out = format!("//{}{out}", parts[1]);
    }
    if !parts[0].is_empty() {
        out = format!("{}:{out}", parts[0]);
    }
    (out + &query_and_fragment(&parts))
        .replace('%', "%25")
        .into_bytes()
}
