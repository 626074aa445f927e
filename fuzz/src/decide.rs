//! Two files, possibly in two dialects, and a normalized URL to check answers about all URLs with.

use std::fmt;

use arbitrary::{Arbitrary, Unstructured};
use robots_exclusion::{Dialect, RobotsTxt};
use robots_exclusion_analysis::decide::{Budget, Conclusion, Policy, Universe, Witness, minimize};

use crate::{Question, dialect};

/// The input is a question whose body is two, separated by a line `===`. The second may begin with
/// a line `#` and its dialect.
pub struct Pair {
    question: Question,
    other_dialect: Dialect,
    bodies: [Vec<u8>; 2],
}

impl fmt::Debug for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?}\n{:?}", self.question, self.other_dialect)?;
        write!(f, "{}", self.url())
    }
}

impl<'a> Arbitrary<'a> for Pair {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let question = Question::arbitrary(u)?;
        let ruler = b"\n===\n";
        let at = question.body.windows(ruler.len()).position(|part| part == ruler);
        let (old, new) = question.body.split_at(at.unwrap_or(question.body.len()));
        let new = new.strip_prefix(ruler).unwrap_or(new);
        let line = new
            .strip_prefix(b"#")
            .and_then(|rest| rest.split(|byte| *byte == b'\n').next());
        Ok(Self {
            other_dialect: line.map_or(question.dialect, dialect),
            bodies: [old.to_vec(), new.to_vec()],
            question,
        })
    }
}

impl Pair {
    /// Both files.
    pub fn files(&self) -> [RobotsTxt<'_>; 2] {
        let parse = |body, dialect| RobotsTxt::options().dialect(dialect).parse(body);
        [
            parse(&self.bodies[0], self.question.dialect),
            parse(&self.bodies[1], self.other_dialect),
        ]
    }

    /// The policies of both files for the question's crawler.
    pub fn policies(&self, files: &[RobotsTxt<'_>; 2]) -> [Policy; 2] {
        [0, 1].map(|at| self.question.with_agents(|agents| Policy::of(&files[at], agents)))
    }

    /// Whether the question's crawler may fetch a URL.
    pub fn is_allowed(&self, file: &RobotsTxt<'_>, url: &str) -> bool {
        self.question
            .with_agents(|agents| file.check(agents, url).is_allowed())
    }

    /// The question's URL in normal form, as a path of an absolute one. What clients send raw is as
    /// it is written, but a `%` that might become an escape is not.
    pub fn url(&self) -> String {
        let path = self.question.url.trim_start_matches('/');
        let mut url = Witness::ORIGIN.to_owned() + "/";
        let mut rest = path.as_bytes();
        while let [first, after @ ..] = rest {
            let digits = rest.get(1..3).and_then(|digits| std::str::from_utf8(digits).ok());
            let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
            let escaped = digits.filter(|_| *first == b'%');
            let octet = escaped.map_or(*first, |digits| u8::from_str_radix(digits, 16).unwrap_or(*first));
            rest = if escaped.is_some() { &rest[3..] } else { after };
            let is_unreserved = octet.is_ascii_alphanumeric() || b"-._~".contains(&octet);
            let next = after.first();
            let may_escape =
                octet == b'%' && next.is_some_and(|next| *next == b'%' || next.is_ascii_hexdigit());
            if is_unreserved || escaped.is_none() && Universe::is_raw(octet) && !may_escape {
                url.push(char::from(octet));
            } else {
                url += &format!("%{octet:02X}");
            }
        }
        url
    }

    /// A budget that keeps hostile inputs quick.
    pub fn budget() -> Budget {
        Budget::new(2_000_000)
    }

    /// What is said of one policy's rules is true of the URL and of every witness.
    pub fn check_rules(&self, file: &RobotsTxt<'_>, policy: &Policy) {
        let url = self.url();
        let mut budget = Self::budget();
        let deciding = self
            .question
            .with_agents(|agents| file.check(agents, &url).line());
        for (number, rule) in policy.rules().enumerate().take(8) {
            match policy.is_unreachable(number, &mut budget) {
                Conclusion::Proved => {
                    let alone = policy.rules_of_line(rule.line()).len() == 1;
                    assert!(!alone || deciding != Some(rule.line()), "{rule}");
                }
                Conclusion::Refuted(witness) => {
                    assert_eq!(witness.before().line(), Some(rule.line()), "{witness}");
                    let verdict = witness.before().is_allowed();
                    assert_eq!(self.is_allowed(file, witness.url()), verdict, "{witness}");
                }
                Conclusion::Undecided => {}
            }
        }
        let minimized = minimize(std::slice::from_ref(policy), &mut budget);
        let gone: Vec<u32> = minimized
            .removals()
            .iter()
            .map(|removal| removal.line())
            .collect();
        let rest = policy.without_lines(&gone);
        let equivalent = robots_exclusion_analysis::decide::equivalent(policy, &rest, &mut budget);
        assert!(
            !matches!(equivalent, Conclusion::Refuted(_)),
            "{gone:?}: {equivalent:?}"
        );
    }
}
