//! Problems that are reported only on request: where an XML parser stops, compared with expat, and
//! content that search engines ignore.

use std::io::Write;
use std::process::{Command, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use robots_exclusion_sitemap::{Error, ProblemKind, ReadOptions, Scope};
use url::Url;

use super::mutation::{change, changed, sound};
use super::{NAMESPACE, Outcome, urlset};
use crate::shared;

fn strict(file: &[u8]) -> Outcome {
    Outcome::of(ReadOptions::new().strict(true), file)
}

/// The kinds of the problems that are found only on request, without their lines.
fn only_strict(file: &[u8]) -> Vec<ProblemKind> {
    let plain = Outcome::of(ReadOptions::new(), file);
    let outcome = strict(file);
    assert_eq!(plain.entries, outcome.entries);
    let found = outcome
        .problems
        .iter()
        .filter(|found| !plain.problems.contains(found));
    found.map(|found| found.kind).collect()
}

/// Prints for each line of hexadecimal digits whether expat parses these bytes.
const EXPAT: &str = "
import sys, xml.parsers.expat
for line in sys.stdin:
    # Not a blank: a namespace that contains the separator is refused.
    parser = xml.parsers.expat.ParserCreate(namespace_separator='\\n')
    try:
        parser.Parse(bytes.fromhex(line), True)
        print('read')
    # The others are raised for encodings that it does not know.
    except (xml.parsers.expat.ExpatError, LookupError, ValueError) as error:
        print('refused:', str(error))
";

/// The results of expat for files, through Python.
fn ask_expat(files: &[Vec<u8>]) -> Vec<String> {
    let mut child = Command::new("python3")
        .args(["-c", EXPAT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3");
    let mut stdin = child.stdin.take().unwrap();
    let lines: String = files
        .iter()
        .map(|file| file.iter().map(|byte| format!("{byte:02x}")).collect::<String>() + "\n")
        .collect();
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{output:?}");
    let lines = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<_> = lines.lines().map(str::to_owned).collect();
    assert_eq!(answers.len(), files.len());
    answers
}

/// Checks files against expat, both ways.
fn compare(files: &[Vec<u8>]) {
    let answers = ask_expat(files);
    let mut read = 0;
    for (file, answer) in files.iter().zip(answers) {
        // Expat accepts an empty version, which XML does not allow.
        let is_unversioned = file
            .windows(10)
            .any(|text| matches!(text, b"version=\"\"" | b"version=''"));
        let is_read = answer == "read" && !is_unversioned;
        read += usize::from(is_read);
        let outcome = strict(file);
        let shown = || {
            let text = String::from_utf8_lossy(file).into_owned();
            format!("{answer}\n{:?}\n{:?}\n{text:?}", outcome.problems, outcome.error)
        };
        if !is_read {
            assert!(
                outcome.error.is_some() || !outcome.problems.is_empty(),
                "{}",
                shown()
            );
        }
        // Expat reads document type declarations, and these encodings. A text file is also a
        // sitemap.
        let is_beyond = outcome
            .problems
            .iter()
            .any(|problem| matches!(problem.kind, ProblemKind::Doctype | ProblemKind::DeclaredEncoding));
        let is_xml = file.trim_ascii_start().starts_with(b"<") || file.starts_with(b"\xEF\xBB\xBF<");
        let stops = outcome
            .problems
            .iter()
            .any(|problem| problem.kind.stops_xml_parsers());
        if is_xml && !is_beyond && outcome.error.is_none() {
            assert_eq!(stops, !is_read, "{}", shown());
        }
    }
    assert!(read > files.len() / 20, "{read} of {} were read", files.len());
}

#[test]
#[ignore = "needs python3"]
fn expat_reads_what_has_no_problem() {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&(shared::seed() as u64).to_le_bytes());
    let numbers = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(Config::default(), numbers);
    let changes = prop::collection::vec(change(), 0..3);
    let mut files = vec![declared()];
    for _ in 0..6_000 {
        let changes = changes.new_tree(&mut runner).unwrap().current();
        files.push(changed(declared(), &changes));
    }
    compare(&files);
}

/// A file in which every prefix is declared.
fn declared() -> Vec<u8> {
    let text = String::from_utf8(sound()).unwrap();
    text.replacen(
        " xmlns:image",
        " xmlns:xhtml=\"http://www.w3.org/1999/xhtml\" xmlns:image",
        1,
    )
    .into_bytes()
}

/// Files, each with the problem at which an XML parser stops, if any.
fn refused() -> impl Iterator<Item = (String, Option<ProblemKind>)> {
    let entry = "<url><loc>https://example.com/</loc></url>";
    let plain = format!("<urlset xmlns='{NAMESPACE}'>{entry}</urlset>");
    let declaration = "<?xml version='1.0' encoding='UTF-8'?>";
    const XML: &str = "http://www.w3.org/XML/1998/namespace";
    const XMLNS: &str = "http://www.w3.org/2000/xmlns/";
    let within = |text: &str| format!("<urlset xmlns='{NAMESPACE}'>{text}{entry}</urlset>");
    let cases = [
        (
            format!("\n{declaration}{plain}"),
            Some(ProblemKind::MisplacedDeclaration),
        ),
        (
            format!("   {declaration}{plain}"),
            Some(ProblemKind::MisplacedDeclaration),
        ),
        (
            format!("<!-- a -->{declaration}{plain}"),
            Some(ProblemKind::MisplacedDeclaration),
        ),
        (
            format!("{declaration}{declaration}{plain}"),
            Some(ProblemKind::MisplacedDeclaration),
        ),
        (
            format!("{declaration}{plain}{declaration}"),
            Some(ProblemKind::MisplacedDeclaration),
        ),
        (format!("\u{feff}{declaration}{plain}"), None),
        (format!("{declaration}\n{plain}\n<!-- a -->\n<?a b?>\n"), None),
        (format!("\n{plain}"), None),
        (within("<!-- a -- b -->"), Some(ProblemKind::HyphensInComment)),
        (within("<!-- a --->"), Some(ProblemKind::HyphensInComment)),
        (within("<!-- a - b -->"), None),
        (within("<image:image/>"), Some(ProblemKind::UnboundPrefix)),
        (within("<a b:c='d'/>"), Some(ProblemKind::UnboundPrefix)),
        (within("<a xmlns:b=''/>"), Some(ProblemKind::UnboundPrefix)),
        (within("<a xmlns:xml='b'/>"), Some(ProblemKind::UnboundPrefix)),
        // Two prefixes and their namespaces are bound to each other.
        (within(&format!("<a xmlns:xml='{XML}' xml:b='c'/>")), None),
        (within("<a xml:b='c'/>"), None),
        (
            within(&format!("<a xmlns='{XML}'/>")),
            Some(ProblemKind::UnboundPrefix),
        ),
        (
            within(&format!("<a xmlns:b='{XMLNS}'/>")),
            Some(ProblemKind::UnboundPrefix),
        ),
        (
            within(&format!("<a xmlns:xmlns='{XMLNS}'/>")),
            Some(ProblemKind::UnboundPrefix),
        ),
        (within("<a xmlns:xmlns='u'/>"), Some(ProblemKind::UnboundPrefix)),
        (within("<xmlns:a/>"), Some(ProblemKind::UnboundPrefix)),
        // A prefix is in scope within the element that declares it.
        (within("<b:a xmlns:b='u'><b:c><b:d/></b:c></b:a>"), None),
        (within("<a xmlns:b='u'/><b:c/>"), Some(ProblemKind::UnboundPrefix)),
        (
            within("<a xmlns:b='u'></a><b:c/>"),
            Some(ProblemKind::UnboundPrefix),
        ),
        (
            within("<a xmlns:b='u'><c xmlns:b='v'/><c xmlns:b='w'></c><b:d/></a>"),
            None,
        ),
        (
            within("<a xmlns:b='u' xmlns:c='v'><d xmlns:c='u'/><e b:x='' c:x=''/></a>"),
            None,
        ),
        (
            within("<a xmlns:b='u' xmlns:c='v'><d xmlns:c='u'><e b:x='' c:x=''/></d></a>"),
            Some(ProblemKind::RepeatedAttribute),
        ),
        (within("<a xmlns='u'><b xmlns=''/></a>"), None),
        (within("<a xmlns:b='u' b:x='' x=''/>"), None),
        (within("<a xmlns='u' xmlns:b='u' b:x='' x=''/>"), None),
        (
            within("<a xmlns:b='u&amp;v' xmlns:c='w&amp;v' b:x='' c:x=''/>"),
            None,
        ),
        (
            within("<a b='' c='' b=''/>"),
            Some(ProblemKind::RepeatedAttribute),
        ),
        (within("<a b='c' b='d'/>"), Some(ProblemKind::RepeatedAttribute)),
        (
            within("<a xmlns:b='u' xmlns:c='u' b:x='' c:x=''/>"),
            Some(ProblemKind::RepeatedAttribute),
        ),
        (
            within("<a xmlns:b='u' xmlns:b='v'/>"),
            Some(ProblemKind::RepeatedAttribute),
        ),
        (within("<a b='\u{1}'/>"), Some(ProblemKind::ForbiddenCharacter)),
        (within("<!-- \u{1} -->"), Some(ProblemKind::ForbiddenCharacter)),
        (within("<?a \u{1}?>"), Some(ProblemKind::ForbiddenCharacter)),
        (within("<?1 a?>"), Some(ProblemKind::MalformedMarkup)),
        (
            within("<a xmlns='u' xmlns='v'/>"),
            Some(ProblemKind::RepeatedAttribute),
        ),
        (within("<a b=c/>"), Some(ProblemKind::MalformedAttribute)),
        (within("<a b=xcx/>"), Some(ProblemKind::MalformedAttribute)),
        (within("<a b = 'c'\n d\t=\r\"e'\"/>"), None),
        (within("<a b='&lt;&#65;x&#x42;&gt;'/>"), None),
        (within("<a b='&lt;&#65'/>"), Some(ProblemKind::BareAmpersand)),
        (within("<a b='&#+65;'/>"), Some(ProblemKind::InvalidCharacter)),
        (within("<a b='&#x-41;'/>"), Some(ProblemKind::InvalidCharacter)),
        (within("<a b='&#xD800;'/>"), Some(ProblemKind::InvalidCharacter)),
        (within("<a1/><a-b.c\u{b7}_ d1='e'/><_/><\u{e4}/>"), None),
        (within("<1a/>"), Some(ProblemKind::MalformedMarkup)),
        (within("<-a/>"), Some(ProblemKind::MalformedMarkup)),
        (within("<\u{b7}/>"), Some(ProblemKind::MalformedMarkup)),
        (within("<1:a xmlns:1='u'/>"), Some(ProblemKind::MalformedMarkup)),
        (within("<a:1 xmlns:a='u'/>"), Some(ProblemKind::MalformedMarkup)),
        (within("<:a/>"), Some(ProblemKind::MalformedMarkup)),
        (within("<a 1='b'/>"), Some(ProblemKind::MalformedMarkup)),
        (within("<a b/>"), Some(ProblemKind::MalformedAttribute)),
        (within("<a b='c'd='e'/>"), Some(ProblemKind::MalformedAttribute)),
        (within("<a b='&'/>"), Some(ProblemKind::BareAmpersand)),
        (within("<a b='&x;'/>"), Some(ProblemKind::UndefinedEntity)),
        (within("<1/>"), Some(ProblemKind::MalformedMarkup)),
        (within("<a\u{feff}/>"), Some(ProblemKind::MalformedMarkup)),
        (within("<a b\u{feff}='c'/>"), Some(ProblemKind::MalformedMarkup)),
        (
            format!("<?xml version='1.0:'?>{plain}"),
            Some(ProblemKind::MalformedMarkup),
        ),
        (
            format!("<?xml version=''?>{plain}"),
            Some(ProblemKind::MalformedMarkup),
        ),
        (format!("<?xml version='1.0' standalone='yes'?>{plain}"), None),
        (
            format!("<?xml version='1.0' encoding='UTF-8' standalone='no'?>{plain}"),
            None,
        ),
        (
            format!("<?xml version='1.0' encoding='8bit'?>{plain}"),
            Some(ProblemKind::MalformedMarkup),
        ),
        (
            format!("<?xml version='1.0' encoding='utf 8'?>{plain}"),
            Some(ProblemKind::MalformedMarkup),
        ),
        (
            format!("<?xml version='1.0' standalone='maybe'?>{plain}"),
            Some(ProblemKind::MalformedMarkup),
        ),
        (
            format!("<?xml version='1.0' version='1.0'?>{plain}"),
            Some(ProblemKind::MalformedMarkup),
        ),
        (
            format!("<?xml version='1.0' a='b'?>{plain}"),
            Some(ProblemKind::MalformedMarkup),
        ),
        (format!("<?xml?>{plain}"), Some(ProblemKind::MalformedMarkup)),
        // ASCII has no other characters.
        (
            format!("<?xml version='1.0' encoding='us-ascii'?>{}", within("<a/>")),
            None,
        ),
        (
            format!(
                "<?xml version='1.0' encoding='US-ASCII'?>{}",
                within("<a>\u{e4}</a>")
            ),
            Some(ProblemKind::ForbiddenCharacter),
        ),
        (
            format!(
                "<?xml version='1.0' encoding='us-ascii'?>{}",
                within("<a b='\u{e4}'/>")
            ),
            Some(ProblemKind::ForbiddenCharacter),
        ),
        (
            format!(
                "<?xml version='1.0' encoding='utf-8'?>{}",
                within("<a>\u{e4}</a>")
            ),
            None,
        ),
        (within("<a:b:c/>"), Some(ProblemKind::MalformedMarkup)),
        (within("<a>]]></a>"), Some(ProblemKind::MalformedMarkup)),
        (within("<a>\u{1}</a>"), Some(ProblemKind::ForbiddenCharacter)),
        (within("<a>\u{ffff}</a>"), Some(ProblemKind::ForbiddenCharacter)),
        (format!("\u{c}{plain}"), Some(ProblemKind::ForbiddenCharacter)),
        (
            format!("\n \u{c}\n{plain}"),
            Some(ProblemKind::ForbiddenCharacter),
        ),
        // The same mistake between elements, before them and after them.
        (
            format!("{declaration}\u{c}{plain}"),
            Some(ProblemKind::ForbiddenCharacter),
        ),
        (
            format!("<urlset xmlns='{NAMESPACE}'>\u{c}{entry}</urlset>"),
            Some(ProblemKind::ForbiddenCharacter),
        ),
        (format!("{plain}\u{c}"), Some(ProblemKind::ForbiddenCharacter)),
        (format!("{plain}\n\u{1}a"), Some(ProblemKind::ForbiddenCharacter)),
        (format!("{plain}\na\u{1}"), Some(ProblemKind::MalformedMarkup)),
        (within("<a>b]]>\u{1}</a>"), Some(ProblemKind::MalformedMarkup)),
        (within("<a>\u{1}b]]></a>"), Some(ProblemKind::ForbiddenCharacter)),
        (within("<?XML a?>"), Some(ProblemKind::MisplacedDeclaration)),
        (format!("{plain}<a/>"), Some(ProblemKind::MalformedMarkup)),
        (format!("{plain}&amp;"), Some(ProblemKind::MalformedMarkup)),
        (format!("{plain}<![CDATA[]]>"), Some(ProblemKind::MalformedMarkup)),
        (
            format!("<?xml encoding='UTF-8'?>{plain}"),
            Some(ProblemKind::MalformedMarkup),
        ),
        (
            format!("<?xml version='1.0' standalone='no' encoding='UTF-8'?>{plain}"),
            Some(ProblemKind::MalformedMarkup),
        ),
    ];
    cases.into_iter()
}

#[test]
fn what_an_xml_parser_refuses_is_named() {
    for (file, expected) in refused() {
        let found = only_strict(file.as_bytes());
        let stops = found.iter().find(|kind| kind.stops_xml_parsers());
        assert_eq!(stops, expected.as_ref(), "{file}");
    }
}

#[test]
#[ignore = "needs python3"]
fn expat_refuses_what_is_named() {
    compare(&refused().map(|(file, _)| file.into_bytes()).collect::<Vec<_>>());
}

#[test]
fn what_search_engines_make_no_use_of() {
    let google = "http://www.google.com/schemas";
    let with = |declarations: &str, entry: &str| {
        format!(
            "<urlset xmlns='{NAMESPACE}' {declarations}><url><loc>https://example.com/</loc>{entry}</url></urlset>"
        )
    };
    let xhtml = "xmlns:xhtml='http://www.w3.org/1999/xhtml'";
    let own = "<xhtml:link rel='alternate' hreflang='sv' href='https://example.com/'/>";
    let link = |attributes: &str| with(xhtml, &format!("{own}<xhtml:link rel='alternate' {attributes}/>"));
    use ProblemKind::{
        AlternateNotAbsolute, AlternateWithoutRel, InvalidHreflang, LocFragment, LocNotEscaped,
        MissingSelfReference, NoEntries, RepeatedHreflang, RepeatedLoc, WrongExtensionNamespace,
        WrongNamespace,
    };
    for (file, expected) in [
        (
            with(&format!("xmlns:image='{google}/sitemap-image/1.1'"), ""),
            &[][..],
        ),
        (
            with(&format!("xmlns:image='{google}/sitemap-image/1.0'"), ""),
            &[WrongExtensionNamespace],
        ),
        (
            with(&format!("xmlns:i='{google}/sitemap-image/1.1/'"), ""),
            &[WrongExtensionNamespace],
        ),
        (
            with(&format!("xmlns:video='{google}/sitemap-image/1.1'"), ""),
            &[],
        ),
        (
            with(&format!("xmlns:news='{google}/sitemap-news/1.0'"), ""),
            &[WrongExtensionNamespace],
        ),
        (
            with("xmlns:xhtml='https://www.w3.org/1999/xhtml'", ""),
            &[WrongExtensionNamespace],
        ),
        (
            with(
                "xmlns:xhtml='http://www.w3.org/TR/xhtml11/xhtml11_schema.html'",
                "",
            ),
            &[WrongExtensionNamespace],
        ),
        (with("xmlns:mine='https://example.com/'", "<mine:a/>"), &[]),
        (link("hreflang='de' href='https://example.com/de'"), &[]),
        (link("hreflang='x-default' href='https://example.com/de'"), &[]),
        (link("hreflang='X-Default' href='https://example.com/de'"), &[]),
        (link("hreflang='DE-at' href='https://example.com/de'"), &[]),
        (link("hreflang='zh-Hant-TW' href='https://example.com/de'"), &[]),
        (link("hreflang='es-419' href='https://example.com/de'"), &[]),
        (link("media='only screen' href='https://example.com/de'"), &[]),
        (link("href='https://example.com/de'"), &[InvalidHreflang]),
        (
            link("hreflang='en_US' media='only screen' href='https://example.com/de'"),
            &[InvalidHreflang],
        ),
        (
            link("hreflang='es-4x9' href='https://example.com/de'"),
            &[InvalidHreflang],
        ),
        (
            link("hreflang='de-AT-1901' href='https://example.com/de'"),
            &[InvalidHreflang],
        ),
        (
            link("hreflang='zh-Han1-TW' href='https://example.com/de'"),
            &[InvalidHreflang],
        ),
        (
            link("hreflang='en_US' href='https://example.com/de'"),
            &[InvalidHreflang],
        ),
        (
            link("hreflang='en-UK' href='https://example.com/de'"),
            &[InvalidHreflang],
        ),
        (
            link("hreflang='english' href='https://example.com/de'"),
            &[InvalidHreflang],
        ),
        (
            link("hreflang='de-' href='https://example.com/de'"),
            &[InvalidHreflang],
        ),
        (link("hreflang='de' href='/de'"), &[AlternateNotAbsolute]),
        (link("hreflang='de'"), &[AlternateNotAbsolute]),
        (
            with(xhtml, "<xhtml:link hreflang='de' href='https://example.com/de'/>"),
            &[AlternateWithoutRel],
        ),
        (
            with(
                xhtml,
                "<xhtml:link rel='amphtml' href='https://example.com/amp'/>",
            ),
            &[AlternateWithoutRel],
        ),
        (
            with(
                xhtml,
                "<xhtml:link rel='Alternate x' hreflang='de' href='https://example.com/'/>",
            ),
            &[],
        ),
        (
            urlset("<url><loc>https://example.com/#a</loc></url>"),
            &[LocFragment],
        ),
        (
            urlset("<url><loc>https://example.com/</loc></url><url><loc>https://example.com/</loc></url>"),
            &[RepeatedLoc],
        ),
        (
            "https://example.com/a\nhttps://example.com/b\nhttps://example.com/a\n".into(),
            &[RepeatedLoc],
        ),
        (
            urlset("").replace("http://www", "https://www"),
            &[WrongNamespace, NoEntries],
        ),
        (
            urlset("").replace(NAMESPACE, &format!("{google}/sitemap/0.84")),
            &[WrongNamespace, NoEntries],
        ),
        (
            urlset("<url><loc>https://example.com/robots.txt</loc></url>"),
            &[],
        ),
        (urlset("").replace("urlset", "sitemapindex"), &[NoEntries]),
        (urlset("<url></url>"), &[]),
        ("<rss><channel></channel></rss>".into(), &[]),
        (
            link("hreflang='jp' href='https://example.com/jp'"),
            &[InvalidHreflang],
        ),
        (
            link("hreflang='en-EU' href='https://example.com/eu'"),
            &[InvalidHreflang],
        ),
        (
            link("hreflang='de-XX' href='https://example.com/eu'"),
            &[InvalidHreflang],
        ),
        (link("href='android-app://com.example/https/example.com/'"), &[]),
        (link("href='ios-app://1234/example/'"), &[]),
        (
            link("hreflang='SV' href='https://example.com/2'"),
            &[RepeatedHreflang],
        ),
        (
            with(xhtml, &own.replace("com/", "com/de")),
            &[MissingSelfReference],
        ),
        (
            with(
                xhtml,
                &own.replace("https://example.com/", "https://EXAMPLE.com:443"),
            ),
            &[],
        ),
        (
            urlset("<url><loc>https://example.com/it's</loc></url>"),
            &[LocNotEscaped],
        ),
        (
            urlset("<url><loc>https://example.com/\"a\"</loc></url>"),
            &[LocNotEscaped],
        ),
        (
            urlset("<url><loc>https://example.com/a>b</loc></url>"),
            &[LocNotEscaped],
        ),
        (urlset("<url><loc>https://example.com/it&apos;s</loc></url>"), &[]),
        (
            urlset("<url><loc><![CDATA[https://example.com/it's]]></loc></url>"),
            &[],
        ),
        ("https://example.com/it's\n".into(), &[]),
    ] {
        assert_eq!(only_strict(file.as_bytes()), expected, "{file}");
    }
}

#[test]
fn an_index_that_lists_what_is_no_sitemap() {
    let file = format!(
        "<sitemapindex xmlns='{NAMESPACE}'><sitemap><loc>https://example.com/index.xml#a</loc></sitemap>\
        <sitemap><loc>https://example.com/robots.txt</loc></sitemap>\
        <sitemap><loc>https://example.com/1.xml</loc></sitemap></sitemapindex>"
    );
    // If the index's own address is unknown, an entry for it cannot be found.
    assert_eq!(
        only_strict(file.as_bytes()),
        [ProblemKind::LocFragment, ProblemKind::ListsRobotsTxt]
    );
    let scope = Scope::of(&Url::parse("https://example.com/index.xml#b").unwrap());
    let options = ReadOptions::new().strict(true).scope(scope);
    let kinds: Vec<_> = Outcome::of(options, file.as_bytes())
        .problems
        .iter()
        .map(|problem| problem.kind)
        .collect();
    assert_eq!(
        kinds,
        [
            ProblemKind::ListsItself,
            ProblemKind::LocFragment,
            ProblemKind::ListsRobotsTxt
        ]
    );
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn bytes_after_compressed_data_are_named() {
    let entry = urlset("<url><loc>https://example.com/</loc></url>");
    let (head, tail) = entry.as_bytes().split_at(60);
    let whole = gzip(entry.as_bytes());
    let members = [gzip(head), gzip(b""), gzip(tail)].concat();
    for (file, has_more) in [
        (whole.clone(), false),
        (members.clone(), false),
        ([&whole[..], b"x"].concat(), true),
        ([&whole[..], &[0x1f, 0x8b]].concat(), true),
        ([&members[..], b"<html>not found</html>"].concat(), true),
        (gzip(&members), false),
        (gzip(&[&whole[..], b"more"].concat()), true),
        ([&gzip(&whole)[..], b"more"].concat(), true),
        ([&gzip(b"https://example.com/\n")[..], b"\n"].concat(), true),
    ] {
        for options in [ReadOptions::new(), ReadOptions::new().strict(true)] {
            let outcome = Outcome::of(options, file.as_slice());
            assert_eq!(outcome.locs(), ["https://example.com/"]);
            let kinds: Vec<_> = outcome.problems.iter().map(|problem| problem.kind).collect();
            assert!(outcome.problems.iter().all(|problem| !problem.entry_dropped));
            let expected: &[_] = if has_more {
                &[ProblemKind::TrailingBytes]
            } else {
                &[]
            };
            assert_eq!(kinds, expected);
        }
    }
    // Data that ends too early is a different problem.
    let outcome = strict(&whole[..whole.len() - 9]);
    assert!(matches!(outcome.error, Some(Error::Io(_))));
}
