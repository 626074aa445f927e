//! Findings as SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format).

use std::path::{Component, Path};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use robots_exclusion::syntax::Span;
use robots_exclusion_analysis::lint::{Code, Diagnostic, OutcomeSummary, Severity};
use serde_json::{Value, json};
use url::Url;

use crate::failure::Failure;
use crate::lines::LineStarts;
use crate::lint::OUTCOME;
use crate::output::Output;

/// A log with one run.
pub(crate) struct SarifLog {
    output: Output,
    /// What comes before the first result, until it is printed.
    begin: Option<String>,
}

impl SarifLog {
    pub(super) fn new(output: Output, command: &str) -> Self {
        let mut rules: Vec<Value> = Code::ALL.iter().map(|code| rule(*code)).collect();
        rules.push(json!({
            "id": OUTCOME,
            "name": "Outcome",
            "shortDescription": message("how much of the site a crawler may fetch"),
            "fullDescription": message("What the file means for crawlers that may fetch nothing, or another part than those that no group names."),
            "defaultConfiguration": { "level": "note" },
        }));
        let tool = json!({
            "driver": {
                "name": command,
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules,
            },
        });
        let begin = format!(
            "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{tool},\
             \"columnKind\":\"unicodeCodePoints\",\"results\":["
        );
        Self {
            output,
            begin: Some(begin),
        }
    }

    /// Writes the findings in a file, each as it is made: it takes far more room than the lines
    /// that it is about.
    pub(crate) fn file(
        &mut self,
        name: &str,
        body: &[u8],
        found: &[Diagnostic],
        outcomes: &[(&OutcomeSummary<'_>, Severity)],
    ) -> Result<(), Failure> {
        let uri = uri(name);
        let places = Places::new(body);
        for (alike, severity) in outcomes {
            self.write(&outcome(&uri, alike, *severity))?;
        }
        for finding in found {
            self.write(&result(&uri, &places, finding))?;
        }
        Ok(())
    }

    fn write(&mut self, result: &Value) -> Result<(), Failure> {
        let before = self.begin.take().unwrap_or_else(|| ",".to_owned());
        self.output.write(format!("{before}\n{result}").as_bytes())
    }

    /// Ends the log.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        let begin = self.begin.unwrap_or_default();
        self.output.write(format!("{begin}\n]}}]}}\n").as_bytes())?;
        self.output.flush()
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Info => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

fn rule(code: Code) -> Value {
    json!({
        "id": code.as_str(),
        "name": pascal_case(code.name()),
        "shortDescription": message(code.title()),
        "fullDescription": message(code.explanation()),
        "help": message(&format!("{}\n\nSource: {}", code.explanation(), code.source())),
        "defaultConfiguration": { "level": level(code.default_severity()) },
    })
}

/// A message, in which no part of a file is a link or a placeholder (sections 3.11.5 and 3.11.6).
/// Where none could be taken for one, nothing is escaped: few viewers take the escapes away.
fn message(text: &str) -> Value {
    let is_number = |part: &str| {
        let digits = part.trim_start_matches(|character: char| character.is_ascii_digit());
        digits.len() < part.len() && digits.starts_with('}')
    };
    let mut text = text.to_owned();
    if text.contains("](") {
        text = text.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]");
    }
    if text.split('{').skip(1).any(is_number) {
        text = text.replace('{', "{{").replace('}', "}}");
    }
    json!({ "text": text })
}

/// `missing-colon` as SARIF wants names: `MissingColon`.
fn pascal_case(name: &str) -> String {
    name.split('-')
        .flat_map(|word| {
            let (first, rest) = word.split_at(1);
            [first.to_ascii_uppercase(), rest.to_owned()]
        })
        .collect()
}

/// The outcome of a file for some crawlers.
fn outcome(uri: &str, alike: &OutcomeSummary<'_>, severity: Severity) -> Value {
    json!({
        "ruleId": OUTCOME,
        "ruleIndex": Code::ALL.len(),
        "level": level(severity),
        "message": message(&format!("{alike}.")),
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": uri },
            "region": { "startLine": alike.line().unwrap_or(1) },
        }}],
    })
}

/// A finding. Its fixes are alternatives, as SARIF has it: a correction alone, or suggestions.
fn result(uri: &str, places: &Places, finding: &Diagnostic) -> Value {
    let location = |span: Span| {
        json!({
            "artifactLocation": { "uri": uri },
            "region": places.region(span),
        })
    };
    let mut result = json!({
        "ruleId": finding.code().as_str(),
        "ruleIndex": Code::ALL.iter().position(|code| *code == finding.code()),
        "level": level(finding.severity()),
        "message": message(&format!("{}. Help: {}.", finding.message(), finding.help())),
        "locations": [{ "physicalLocation": location(finding.span()) }],
    });
    if !finding.related().is_empty() {
        let related = finding.related().iter().enumerate().map(|(index, related)| {
            json!({
                "id": index,
                "physicalLocation": location(related.span()),
                "message": message(related.message()),
            })
        });
        result["relatedLocations"] = related.collect();
    }
    let edits = finding.correction().into_iter().chain(finding.suggestions());
    let fixes = edits.filter_map(|edit| {
        // Text cannot hold bytes that are not UTF-8.
        let text = std::str::from_utf8(edit.text()).ok()?;
        Some(json!({
            "description": message(finding.help()),
            "properties": { "changesNoVerdict": finding.correction().is_some() },
            "artifactChanges": [{
                "artifactLocation": { "uri": uri },
                "replacements": [{
                    "deletedRegion": places.region(edit.span()),
                    "insertedContent": { "text": text },
                }],
            }],
        }))
    });
    let fixes: Vec<Value> = fixes.collect();
    if !fixes.is_empty() {
        result["fixes"] = fixes.into();
    }
    result
}

/// The name of a file as a URI reference.
fn uri(name: &str) -> String {
    if let Ok(url) = Url::parse(name)
        && url.has_host()
    {
        return url.into();
    }
    let path = Path::new(name);
    if path.is_absolute() {
        return Url::from_file_path(path).map_or_else(|()| "unknown".to_owned(), Url::into);
    }
    let names = path.components().filter(|part| *part != Component::CurDir);
    let names: Vec<String> = names
        .map(|part| percent_encode(part.as_os_str().as_encoded_bytes(), SEGMENT).to_string())
        .collect();
    let path = names.join("/");
    // What comes before a colon would be the scheme.
    let is_like_a_scheme = names.first().is_some_and(|name| name.contains(':'));
    format!("{}{path}", if is_like_a_scheme { "./" } else { "" })
}

/// The bytes that are escaped in a segment of a path (RFC 3986, section 3.3).
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=')
    .remove(b':')
    .remove(b'@');

/// Lines and columns of a body in characters.
struct Places {
    lines: LineStarts,
    /// Offsets of the characters' first bytes: thousands of findings on a long line would otherwise
    /// count its characters each.
    characters: Vec<usize>,
}

impl Places {
    fn new(body: &[u8]) -> Self {
        let mut characters = Vec::with_capacity(body.len());
        let mut at = 0;
        for chunk in body.utf8_chunks() {
            characters.extend(chunk.valid().char_indices().map(|(index, _)| at + index));
            at += chunk.valid().len();
            // Shown as one character.
            if !chunk.invalid().is_empty() {
                characters.push(at);
            }
            at += chunk.invalid().len();
        }
        Self {
            lines: LineStarts::new(body),
            characters,
        }
    }

    /// Line and column, both counted from 1.
    fn place(&self, offset: u32) -> (usize, usize) {
        let offset = offset as usize;
        let (line, start) = self.lines.at(offset);
        let before = |at: usize| self.characters.partition_point(|character| *character < at);
        (line, before(offset) - before(start) + 1)
    }

    fn region(&self, span: Span) -> Value {
        let ((line, column), (end_line, end_column)) = (self.place(span.start), self.place(span.end));
        json!({
            "startLine": line,
            "startColumn": column,
            "endLine": end_line,
            "endColumn": end_column,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_as_uris() {
        for (name, expected) in [
            ("robots.txt", "robots.txt"),
            ("./public/robots.txt", "public/robots.txt"),
            #[cfg(unix)]
            ("/srv/a b/robots.txt", "file:///srv/a%20b/robots.txt"),
            ("a:b/robots.txt", "./a:b/robots.txt"),
            ("../[x]#.txt", "../%5Bx%5D%23.txt"),
            ("a b/é.txt", "a%20b/%C3%A9.txt"),
            ("standard input", "standard%20input"),
            (
                "https://www.example.com/robots.txt",
                "https://www.example.com/robots.txt",
            ),
        ] {
            assert_eq!(uri(name), expected);
        }
    }

    #[test]
    fn nothing_of_a_file_is_a_link_or_a_placeholder() {
        for (text, expected) in [
            ("`/[a]/{id}`", "`/[a]/{id}`"),
            ("`[a](b)` `[c]`", "`\\[a\\](b)` `\\[c\\]`"),
            ("`\\[a\\](1)`", "`\\\\\\[a\\\\\\](1)`"),
            ("`/{x}/{1` `\\`", "`/{x}/{1` `\\`"),
            ("`/{x}/{{0}`", "`/{{x}}/{{{{0}}`"),
        ] {
            assert_eq!(message(text)["text"], expected);
        }
    }

    #[test]
    fn columns_are_characters() {
        let places = Places::new(b"\xEF\xBB\xBFab\r\n\xC3\xA9\xFFx\rz");
        assert_eq!(places.place(0), (1, 1));
        assert_eq!(places.place(3), (1, 1));
        assert_eq!(places.place(5), (1, 3));
        assert_eq!(places.place(9), (2, 2));
        assert_eq!(places.place(10), (2, 3));
        assert_eq!(places.place(12), (3, 1));
        assert_eq!(places.place(13), (3, 2));
    }

    #[test]
    fn names_in_pascal_case() {
        assert_eq!(pascal_case("missing-colon"), "MissingColon");
        assert_eq!(pascal_case("utf-16"), "Utf16");
    }
}
