//! Inputs for the benchmarks: the real corpus if `ROBOTS_SHARED` names its folder, otherwise
//! realistic bodies generated here.

#![allow(dead_code)] // Each benchmark uses its own part.

use std::fmt::Write as _;
use std::path::PathBuf;

use robots_exclusion::syntax::BodyFormat;
use robots_exclusion::{RobotsTxt, RuleKind, Rules};

/// A set of bodies and what it is called in the results.
pub(crate) struct Corpus {
    pub(crate) name: &'static str,
    pub(crate) bodies: Vec<(String, Vec<u8>)>,
}

impl Corpus {
    /// The real files without HTML pages, or 1,000 generated ones.
    pub(crate) fn load() -> Self {
        let Some(shared) = std::env::var_os("ROBOTS_SHARED") else {
            println!("ROBOTS_SHARED is not set: measuring generated bodies");
            let bodies = (0..1000)
                .map(|seed| (format!("generated-{seed}"), site(seed)))
                .collect();
            return Self {
                name: "generated",
                bodies,
            };
        };
        let folder = PathBuf::from(shared).join("corpus");
        let mut bodies: Vec<(String, Vec<u8>)> = std::fs::read_dir(&folder)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
            .map(|entry| {
                let entry = entry.expect("an entry of the corpus");
                let body = std::fs::read(entry.path()).expect("a file of the corpus");
                (entry.file_name().to_string_lossy().into_owned(), body)
            })
            .filter(|(_, body)| RobotsTxt::parse(body).format() == BodyFormat::Text)
            .collect();
        bodies.sort();
        Self {
            name: "corpus",
            bodies,
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bodies.iter().map(|(_, body)| body.len()).sum()
    }

    /// The body whose length is nearest to `len`.
    pub(crate) fn of_length(&self, len: usize) -> &[u8] {
        let nearest = self
            .bodies
            .iter()
            .min_by_key(|(_, body)| body.len().abs_diff(len));
        &nearest.expect("a corpus is not empty").1
    }

    /// The name and the body whose rules for `agent` are nearest to `count` in number.
    pub(crate) fn of_rules(&self, count: usize, agent: &str) -> (&str, &[u8]) {
        let nearest = self
            .bodies
            .iter()
            .min_by_key(|(_, body)| Rules::parse(body, agent).len().abs_diff(count));
        let (name, body) = nearest.expect("a corpus is not empty");
        (name, body)
    }
}

/// A small random number generator (xorshift), so that every run measures the same.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }

    fn one_of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

const WORDS: &[&str] = &[
    "admin", "search", "wp-admin", "cgi-bin", "user", "login", "register", "node", "comment", "filter",
    "tmp", "private", "includes", "modules", "checkout", "cart", "account", "print", "feed", "tag", "api",
    "ajax", "static", "archive", "2024",
];

fn path(numbers: &mut Numbers) -> String {
    let mut path = String::new();
    for _ in 0..=numbers.below(3) {
        let _ = write!(path, "/{}", numbers.one_of(WORDS));
    }
    match numbers.below(10) {
        0 => path.insert_str(0, "/*"),
        1 => path.push_str("*.php$"),
        2 => path.push_str("/*?sort="),
        3 => path.push('?'),
        4..=6 => path.push('/'),
        _ => {}
    }
    path
}

/// A body as sites have them: mostly short, some long; a group for all, some for others; comments,
/// blank lines, sitemaps.
pub(crate) fn site(seed: u64) -> Vec<u8> {
    let mut numbers = Numbers::new(seed + 1);
    let mut body = String::new();
    if numbers.below(3) == 0 {
        body.push_str("# robots.txt\n# keep out of these, please\n\n");
    }
    let groups = [1, 1, 1, 1, 2, 2, 3, 5, 12][numbers.below(9)];
    for group in 0..groups {
        let agent = if group == 0 {
            "*"
        } else {
            numbers.one_of(&["Googlebot", "bingbot", "AhrefsBot", "GPTBot", "MJ12bot"])
        };
        let _ = writeln!(body, "User-agent: {agent}");
        if numbers.below(5) == 0 {
            body.push_str("Crawl-delay: 10\n");
        }
        let rules = if group > 0 {
            1
        } else {
            [1, 3, 7, 12, 15, 40, 60, 120][numbers.below(8)]
        };
        for _ in 0..rules {
            let key = if numbers.below(5) == 0 {
                "Allow"
            } else {
                "Disallow"
            };
            let _ = writeln!(body, "{key}: {}", path(&mut numbers));
        }
        body.push('\n');
    }
    body.push_str("Sitemap: https://www.example.com/sitemap.xml\n");
    body.into_bytes()
}

/// A body with this many rules for `*`; every `stars`-th rule has a wildcard.
pub(crate) fn rules(count: usize, stars: usize) -> Vec<u8> {
    let mut numbers = Numbers::new(count as u64);
    let mut body = String::from("User-agent: *\n");
    for i in 0..count {
        let (a, b) = (numbers.one_of(WORDS), numbers.one_of(WORDS));
        let star = if stars > 0 && i % stars == 0 { "*" } else { "" };
        let _ = writeln!(body, "Disallow: /{a}/{star}{b}-{i}/");
    }
    body.into_bytes()
}

/// URLs to ask a body about: half of them made from the rules that apply to `agent`, half at
/// random.
pub(crate) fn urls(body: &[u8], agent: &str, count: usize) -> Vec<String> {
    let robots = RobotsTxt::parse(body);
    let patterns: Vec<String> = robots
        .groups()
        .filter(|group| {
            group
                .agents()
                .any(|name| name == b"*" || name.eq_ignore_ascii_case(agent.as_bytes()))
        })
        .flat_map(|group| {
            group
                .rules()
                .filter(|rule| rule.kind() == RuleKind::Disallow)
                .collect::<Vec<_>>()
        })
        .map(|rule| {
            String::from_utf8_lossy(rule.pattern())
                .replace('*', "x")
                .replace('$', "")
        })
        .collect();
    let mut numbers = Numbers::new(body.len() as u64);
    (0..count)
        .map(|i| {
            let path = match patterns.len() {
                len if len > 0 && i % 2 == 0 => {
                    patterns[numbers.below(len)].clone() + numbers.one_of(&["", "a", "page.html", "x/y?z=1"])
                }
                _ => format!(
                    "/{}/{}-{}.html",
                    numbers.one_of(WORDS),
                    numbers.one_of(WORDS),
                    numbers.below(1000)
                ),
            };
            format!(
                "https://www.example.com{}{path}",
                if path.starts_with('/') { "" } else { "/" }
            )
        })
        .collect()
}
