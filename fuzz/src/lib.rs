//! What the fuzz targets share: inputs that are text, so that seeds can be read and dictionaries
//! help, and the reference model of the tests.

pub mod batch;
pub mod decide;

use std::fmt::{self, Debug};
use std::io::{self, Read};

use arbitrary::{Arbitrary, Unstructured};
use robots_exclusion::dialect::{
    GroupChoice, GroupEnd, KeySpelling, NameTest, PatternLanguage, PercentMode, RuleChoice, TargetSyntax,
};
use robots_exclusion::{AgentList, Dialect, ParseOptions, Reason, Rules, Verdict};
use robots_exclusion_page::{Combination, PageRules};

#[path = "../../tests/it"]
#[allow(dead_code, unused_imports, reason = "the tests use more of it")]
mod library {
    pub(crate) mod model;
}
use library::model;
#[path = "../../crates/analysis/tests/it/statements.rs"]
#[allow(dead_code, reason = "the tests of the program use more of it")]
mod true_statements;

/// Checks every statement about a file and an edit of it against crawlers and URLs that are made
/// from them; `choices` says how the URLs are spelled.
pub fn statements(dialect: Dialect, old: &[u8], new: &[u8], choices: &[u8]) {
    true_statements::check(dialect, old, new, choices);
}

/// A question about a robots.txt in some dialect.
///
/// The input is text of four parts: a line for the dialect (see [`dialect`]); a line of agents,
/// separated by commas, that begins with `!` if `*` is not to be honored; a line for the URL; the
/// body.
pub struct Question {
    pub dialect: Dialect,
    pub agents: Vec<String>,
    pub honor_star: bool,
    pub url: String,
    pub body: Vec<u8>,
}

impl Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:?} for {:?} (*: {}) in {:?}",
            self.url, self.agents, self.honor_star, self.dialect
        )?;
        write!(f, "{}", self.body.escape_ascii())
    }
}

impl<'a> Arbitrary<'a> for Question {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        Ok(Self::from_text(u.bytes(u.len())?))
    }
}

impl Question {
    /// Parses a question.
    pub fn from_text(text: &[u8]) -> Self {
        let ([knobs, agents, url], body) = lines(text);
        let bare = agents.strip_prefix(b"!");
        let agents = String::from_utf8_lossy(bare.unwrap_or(agents));
        Self {
            dialect: dialect(knobs),
            agents: agents.split(',').map(str::to_owned).collect(),
            honor_star: bare.is_none(),
            url: String::from_utf8_lossy(url).into_owned(),
            body: body.to_vec(),
        }
    }

    /// Calls `ask` with the agents as the library takes them.
    pub fn with_agents<R>(&self, ask: impl FnOnce(&AgentList<'_>) -> R) -> R {
        let tokens: Vec<&str> = self.agents.iter().map(String::as_str).collect();
        let list = AgentList::new(&tokens);
        ask(&if self.honor_star {
            list
        } else {
            list.without_star()
        })
    }

    /// The reference model's answer.
    pub fn model(&self) -> Answer {
        let agents: Vec<&str> = self.agents.iter().map(String::as_str).collect();
        let verdict = model::check(self.dialect, &self.body, &agents, self.honor_star, &self.url);
        let reason = match verdict.reason {
            model::Reason::Rule => Reason::Rule,
            model::Reason::NoMatchingRule => Reason::NoMatchingRule,
            model::Reason::NoGroup => Reason::NoGroup,
            model::Reason::RobotsTxtItself => Reason::RobotsTxtItself,
        };
        (verdict.allowed, reason, verdict.line)
    }
}

/// Whether the target may be fetched, why, and the line that decided.
pub type Answer = (bool, Reason, Option<u32>);

/// The part of a verdict that every way of asking shares with the model.
pub fn answer(verdict: &Verdict<'_>) -> Answer {
    let reason = match verdict.reason() {
        // The model does not look for a URL among names: its answer is the one for a crawler that
        // no group names.
        Reason::AgentIsUrl if verdict.rule().is_some() => Reason::Rule,
        Reason::AgentIsUrl if verdict.group_name().is_some() => Reason::NoMatchingRule,
        Reason::AgentIsUrl => Reason::NoGroup,
        reason => reason,
    };
    (verdict.is_allowed(), reason, verdict.line())
}

/// Rules of one group, and one URL.
///
/// The input is text: a line for the dialect, where only the options about patterns count; a line
/// for the URL; a pattern on each further line, after a `+` if the rule is an Allow.
pub struct Patterns {
    pub dialect: Dialect,
    pub url: Vec<u8>,
    pub rules: Vec<(bool, Vec<u8>)>,
}

impl Debug for Patterns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} in {:?}", self.url.escape_ascii(), self.dialect)?;
        write!(f, "{}", Self::body(&self.rules).escape_ascii())
    }
}

impl<'a> Arbitrary<'a> for Patterns {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let ([knobs, url], rest) = lines(u.bytes(u.len())?);
        let knobs = dialect(knobs);
        let rule = |line: &[u8]| {
            let (allow, pattern) = match line.strip_prefix(b"+") {
                Some(pattern) => (true, pattern),
                None => (false, line),
            };
            // What a robots.txt line can carry.
            let pattern: Vec<u8> = pattern
                .iter()
                .copied()
                .filter(|byte| !b"#\r\0".contains(byte))
                .collect();
            (allow, pattern.trim_ascii().trim_matches(0x0B).to_vec())
        };
        Ok(Self {
            dialect: Dialect::RFC_9309.with(|custom| {
                custom.pattern_language = knobs.pattern_language;
                custom.percent_mode = knobs.percent_mode;
                custom.index_html = knobs.index_html;
                custom.both_spellings = knobs.both_spellings;
                custom.rule_choice = knobs.rule_choice;
                custom.target_syntax = knobs.target_syntax;
                custom.robots_txt_allowed = false;
            }),
            url: url.to_vec(),
            rules: rest
                .split(|&byte| byte == b'\n')
                .map(rule)
                .filter(|(_, pattern)| !pattern.is_empty())
                .collect(),
        })
    }
}

impl Patterns {
    /// A robots.txt of these rules, from line 2 on.
    pub fn body<'r>(rules: impl IntoIterator<Item = &'r (bool, Vec<u8>)>) -> Vec<u8> {
        let mut body = b"User-agent: *\n".to_vec();
        for (allow, pattern) in rules {
            body.extend_from_slice(if *allow { b"Allow: " } else { b"Disallow: " });
            body.extend_from_slice(pattern);
            body.push(b'\n');
        }
        body
    }

    /// These rules, compiled.
    pub fn compile<'r>(&self, rules: impl IntoIterator<Item = &'r (bool, Vec<u8>)>) -> Rules {
        ParseOptions::new()
            .dialect(self.dialect)
            .rules_for(&Self::body(rules), "FooBot")
    }

    /// Whether a rule matches the URL, by the reference model.
    pub fn model_matches(&self, (allow, pattern): &(bool, Vec<u8>)) -> bool {
        let target = model::target(self.dialect.target_syntax, &self.url);
        model::matches(
            self.dialect,
            self.dialect.pattern_language,
            *allow,
            pattern,
            &target,
        )
    }

    /// The target in canonical form, by the reference model.
    pub fn model_canonical(&self, target: &[u8]) -> Vec<u8> {
        model::canonical(self.dialect.percent_mode, model::Spelling::Target, target)
    }

    /// The target of the URL, by the reference model.
    pub fn model_target(&self) -> Vec<u8> {
        model::target(self.dialect.target_syntax, &self.url)
    }
}

trait TrimMatches {
    fn trim_matches(&self, byte: u8) -> &[u8];
}

impl TrimMatches for [u8] {
    /// Without any of `byte`, or ASCII white space, at its ends.
    fn trim_matches(&self, byte: u8) -> &[u8] {
        let kept = |other: &u8| *other != byte && !other.is_ascii_whitespace();
        let start = self.iter().position(kept).unwrap_or(self.len());
        let end = self.iter().rposition(kept).map_or(start, |last| last + 1);
        &self[start..end]
    }
}

/// The first lines of a text, and the rest.
fn lines<const N: usize>(mut text: &[u8]) -> ([&[u8]; N], &[u8]) {
    let first = [(); N].map(|()| {
        let end = text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len());
        let line = &text[..end];
        text = text.get(end + 1..).unwrap_or_default();
        line
    });
    (first, text)
}

/// A preset, chosen by a digit, with one option changed for each byte that follows.
pub fn dialect(line: &[u8]) -> Dialect {
    let Some((preset, knobs)) = line.split_first() else {
        return Dialect::RFC_9309;
    };
    let (_, preset) = Dialect::PRESETS[usize::from(preset.wrapping_sub(b'0')) % Dialect::PRESETS.len()];
    knobs.iter().fold(preset, |dialect, knob| {
        KNOBS[usize::from(knob.wrapping_sub(b'A')) % KNOBS.len()](dialect)
    })
}

/// The values of the options, `A` the first.
const KNOBS: &[fn(Dialect) -> Dialect] = &[
    |dialect| dialect.with(|custom| custom.group_end = GroupEnd::UserAgentAfterRule),
    |dialect| dialect.with(|custom| custom.group_end = GroupEnd::BlankLine),
    |dialect| dialect.with(|custom| custom.group_end = GroupEnd::UserAgent),
    |dialect| dialect.with(|custom| custom.group_end = GroupEnd::BlankLineOrUserAgent),
    |dialect| dialect.with(|custom| custom.groups_need_rules = true),
    |dialect| dialect.with(|custom| custom.name_test = NameTest::ProductToken),
    |dialect| dialect.with(|custom| custom.name_test = NameTest::LettersWhole),
    |dialect| dialect.with(|custom| custom.name_test = NameTest::ValueInName),
    |dialect| dialect.with(|custom| custom.name_test = NameTest::NameInValue),
    |dialect| dialect.with(|custom| custom.family = None),
    |dialect| dialect.with(|custom| custom.family = Some("Bot")),
    |dialect| dialect.with(|custom| custom.group_choice = GroupChoice::Merge),
    |dialect| dialect.with(|custom| custom.group_choice = GroupChoice::First),
    |dialect| dialect.with(|custom| custom.rule_choice = RuleChoice::Longest),
    |dialect| dialect.with(|custom| custom.rule_choice = RuleChoice::First),
    |dialect| dialect.with(|custom| custom.rule_choice = RuleChoice::AnyDisallow),
    |dialect| dialect.with(|custom| custom.pattern_language = PatternLanguage::Prefix),
    |dialect| dialect.with(|custom| custom.pattern_language = PatternLanguage::Wildcard),
    |dialect| dialect.with(|custom| custom.pattern_language = PatternLanguage::Glob),
    |dialect| dialect.with(|custom| custom.robot_version = false),
    |dialect| dialect.with(|custom| custom.robot_version = true),
    |dialect| dialect.with(|custom| custom.percent_mode = PercentMode::Rfc9309),
    |dialect| dialect.with(|custom| custom.percent_mode = PercentMode::Draft1996),
    |dialect| dialect.with(|custom| custom.percent_mode = PercentMode::RuleOnly),
    |dialect| dialect.with(|custom| custom.key_spelling = KeySpelling::Exact),
    |dialect| dialect.with(|custom| custom.key_spelling = KeySpelling::Misspelled),
    |dialect| dialect.with(|custom| custom.key_spelling = KeySpelling::Prefix),
    |dialect| dialect.with(|custom| custom.allow_lines = false),
    |dialect| dialect.with(|custom| custom.allow_lines = true),
    |dialect| dialect.with(|custom| custom.several_names = false),
    |dialect| dialect.with(|custom| custom.several_names = true),
    |dialect| dialect.with(|custom| custom.robots_txt_allowed = false),
    |dialect| dialect.with(|custom| custom.robots_txt_allowed = true),
    |dialect| dialect.with(|custom| custom.target_syntax = TargetSyntax::Rfc3986),
    |dialect| dialect.with(|custom| custom.target_syntax = TargetSyntax::GoogleLibrary),
    |dialect| dialect.with(|custom| custom.index_html = false),
    |dialect| dialect.with(|custom| custom.index_html = true),
    |dialect| dialect.with(|custom| custom.max_line_bytes = None),
    |dialect| dialect.with(|custom| custom.max_line_bytes = Some(20)),
    |dialect| dialect.with(|custom| custom.nul_ends_line = false),
    |dialect| dialect.with(|custom| custom.nul_ends_line = true),
    |dialect| dialect.with(|custom| custom.partial_bom = false),
    |dialect| dialect.with(|custom| custom.partial_bom = true),
    |dialect| dialect.with(|custom| custom.several_paths = false),
    |dialect| dialect.with(|custom| custom.several_paths = true),
    |dialect| dialect.with(|custom| custom.rules_before_groups = true),
    |dialect| dialect.with(|custom| custom.supplies_leading_slash = true),
    |dialect| dialect.with(|custom| custom.trims_invisible = false),
    |dialect| dialect.with(|custom| custom.trims_invisible = true),
    |dialect| dialect.with(|custom| custom.both_spellings = false),
    |dialect| dialect.with(|custom| custom.both_spellings = true),
];

/// Where the line that begins at `start` ends, and where the next one begins.
pub fn naive_line(body: &[u8], start: usize) -> (usize, usize) {
    let mut end = start;
    while end < body.len() && body[end] != b'\r' && body[end] != b'\n' {
        end += 1;
    }
    let next = if body[end..].starts_with(b"\r\n") {
        end + 2
    } else {
        body.len().min(end + 1)
    };
    (end, next)
}

/// The number of the line that holds the byte at `at`, from 1.
pub fn line_number(body: &[u8], at: usize) -> u32 {
    let (mut number, mut start) = (1, 0);
    loop {
        let (_, next) = naive_line(body, start);
        if at < next || next == body.len() {
            return number;
        }
        (number, start) = (number + 1, next);
    }
}

/// What a page permits that says this, as flags and as the rest. The byte chooses through which
/// channel a text is said.
pub fn permissions(mode: Combination, said: &[(&u8, &[u8])]) -> ([bool; 9], impl PartialEq + Debug + use<>) {
    let mut page = PageRules::builder("FooBot/1.0");
    page.alias("Bar").combination(mode);
    for (channel, text) in said {
        match *channel % 4 {
            0 => page.meta("robots", text),
            1 => page.meta("foobot", text),
            2 => page.header("X-Robots-Tag", text),
            _ => page.header("Robots-Tag", text),
        };
    }
    let page = page.build();
    let flags = [
        page.may_index(),
        page.may_follow(),
        page.may_archive(),
        page.may_show_snippet(),
        page.may_translate(),
        page.may_index_images(),
        page.may_use_for_ai(),
        page.may_use_images_for_ai(),
        page.may_use_for_training(),
    ];
    let rest = (
        page.may_index_if_embedded(),
        page.max_snippet(),
        page.max_image_preview(),
        page.max_video_preview(),
        page.unavailable_after(),
    );
    (flags, rest)
}

/// Compiled rules as bytes: these, with the header and the checksum that `Rules::to_bytes` would
/// write, since a fuzzer does not guess checksums.
pub fn seal(inner: &[u8]) -> Vec<u8> {
    // The header, with the version that is written now.
    let mut bytes = Rules::allow_all().to_bytes()[..5].to_vec();
    bytes.extend_from_slice(inner);
    let fnv_1a = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
    let sum = bytes.iter().fold(0xCBF2_9CE4_8422_2325, fnv_1a);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

/// Bytes that are read a few at a time.
#[derive(Debug)]
pub struct Chunks<'a> {
    bytes: &'a [u8],
    /// At most this many at once.
    size: usize,
}

impl<'a> Chunks<'a> {
    /// Reads at most `size` bytes at once, and at least one.
    pub fn new(bytes: &'a [u8], size: u8) -> Self {
        Self {
            bytes,
            size: usize::from(size).max(1),
        }
    }
}

impl Read for Chunks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.size.min(buffer.len());
        (&mut self.bytes).take(size as u64).read(buffer)
    }
}
