//! Crawls of servers that do what servers do, over months, against a plain model of the documented
//! policy.
//!
//! The model shares no code with the library: it keeps the whole history in seconds, files as lists
//! of prefixes, and works out every decision from the start. Besides, three things are checked
//! where the server would see them: no page is fetched that the rules in force disallow for the
//! crawler that asks, none sooner than the site asks, and robots.txt is not requested while an
//! answer holds.

use std::time::Duration;

use robots_exclusion::fetch::{Reply, Body, Fetched, ResponseHead};
use robots_exclusion::site::{Crawler, Decision, Site};
use robots_exclusion::{Dialect, Timestamp};

use crate::corpus::Numbers;
use crate::site::restored;

const HOUR: u64 = 3600;
const DAY: u64 = 24 * HOUR;
/// The longest delay that the crawlers keep if a site asks for one.
const MAX_DELAY: u64 = 120;
const PATHS: [&str; 6] = ["/", "/a", "/a/b", "/ab", "/b/c", "/c"];

fn at(seconds: u64) -> Timestamp {
    Timestamp::from_unix(Duration::from_secs(20_500 * DAY + seconds))
}

/// One of those who ask in turn; which they are is all that the model knows of a crawler.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Who {
    name: &'static str,
    mode: Mode,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    Polite,
    Strict,
    Google,
}

const CRAWLERS: [Who; 4] = [
    Who {
        name: "FooBot",
        mode: Mode::Polite,
    },
    Who {
        name: "BarBot",
        mode: Mode::Polite,
    },
    Who {
        name: "FooBot",
        mode: Mode::Strict,
    },
    Who {
        name: "FooBot",
        mode: Mode::Google,
    },
];

impl Who {
    fn crawler(self) -> Crawler {
        let crawler = match self.mode {
            Mode::Polite => Crawler::new(self.name),
            Mode::Strict => Crawler::strict(self.name),
            Mode::Google => Crawler::new(self.name).dialect(Dialect::GOOGLE),
        };
        crawler.max_delay(Duration::from_secs(MAX_DELAY))
    }
}

/// A group: its names, its rules as prefixes that are allowed or not, and its delay.
#[derive(Clone, Debug)]
struct Group {
    names: Vec<&'static str>,
    rules: Vec<(bool, &'static str)>,
    delay: Option<u64>,
}

/// A robots.txt. A name is in one group.
#[derive(Clone, Debug, Default)]
struct File {
    groups: Vec<Group>,
    is_utf16: bool,
}

impl File {
    fn random(numbers: &mut Numbers) -> Self {
        let mut file = Self {
            is_utf16: numbers.below(20) == 0,
            ..Self::default()
        };
        for name in ["FooBot", "BarBot", "*"] {
            match (numbers.below(3), file.groups.last_mut()) {
                (0, _) => {}
                (1, Some(group)) => group.names.push(name),
                _ => {
                    let rule = |numbers: &mut Numbers| (numbers.below(2) == 0, numbers.one_of(&PATHS));
                    let rules = (0..1 + numbers.below(3)).map(|_| rule(numbers)).collect();
                    let delay = numbers.one_of(&[None, None, Some(5), Some(60), Some(1000)]);
                    file.groups.push(Group {
                        names: vec![name],
                        rules,
                        delay,
                    });
                }
            }
        }
        file
    }

    fn bytes(&self) -> Vec<u8> {
        let mut text = String::from("# as of today\r\n");
        for Group { names, rules, delay } in &self.groups {
            names
                .iter()
                .for_each(|name| text += &format!("User-Agent: {name}\r\n"));
            for (allows, path) in rules {
                text += &format!("{}: {path} # why\r\n", if *allows { "allow" } else { "Disallow" });
            }
            delay
                .iter()
                .for_each(|delay| text += &format!("Crawl-delay: {delay}\r\n"));
            text += "\r\n";
        }
        if self.is_utf16 {
            let units = text.encode_utf16().flat_map(u16::to_be_bytes);
            return [0xFE, 0xFF].into_iter().chain(units).collect();
        }
        text.into_bytes()
    }

    fn group(&self, name: &str) -> Option<&Group> {
        let find = |name| self.groups.iter().find(|group| group.names.contains(&name));
        find(name).or_else(|| find("*"))
    }

    fn allows(&self, name: &str, path: &str) -> bool {
        let rules = self.group(name).map_or(&[][..], |group| &group.rules);
        let matching = rules.iter().filter(|(_, prefix)| path.starts_with(prefix));
        // The longest, and of those as long, one that allows.
        matching
            .max_by_key(|(allows, prefix)| (prefix.len(), *allows))
            .is_none_or(|(allows, _)| *allows)
    }
}

/// What a server answers to a request for robots.txt.
#[derive(Clone, Debug)]
enum Reply {
    File(File),
    Binary,
    Status(u16),
    Nothing,
}

/// An answer to a request for robots.txt.
#[derive(Clone, Debug)]
struct Answered {
    at: u64,
    who: Who,
    reply: Reply,
    /// What `Cache-Control: max-age` and `Retry-After` say.
    max_age: Option<u64>,
    retry_after: Option<u64>,
}

/// What is in force after an answer.
#[derive(Clone, Debug)]
enum Rules {
    File(File),
    AllowAll,
    /// Nothing until robots.txt is due again.
    PutOff,
}

/// A server's side of the story: everything that was asked and answered.
#[derive(Default)]
struct History {
    robots: Vec<Answered>,
    requests: Vec<u64>,
    /// When pages were answered, with which status and `Retry-After`.
    pages: Vec<(u64, u16, Option<u64>)>,
}

impl History {
    /// What an answer means by itself: rules, or the rules before (`Some(None)`), or that
    /// robots.txt fails (`None`).
    fn meaning(answered: &Answered) -> Option<Option<Rules>> {
        match (&answered.reply, answered.who.mode) {
            (Reply::File(file), Mode::Strict) if file.is_utf16 => None,
            (Reply::File(file), _) => Some(Some(Rules::File(file.clone()))),
            (Reply::Status(304), _) => Some(None),
            (Reply::Status(429), Mode::Polite | Mode::Google) => None,
            (Reply::Status(300..=499), _) => Some(Some(Rules::AllowAll)),
            (Reply::Binary | Reply::Status(_) | Reply::Nothing, _) => None,
        }
    }

    /// Whether each answer was a failure: 304 is one if no rules were kept for who asks.
    fn replay(&self) -> (Option<Rules>, Option<u64>) {
        let (mut copy, mut failing_since) = (None, None);
        for (index, answered) in self.robots.iter().enumerate() {
            if index > 0 && self.robots[index - 1].who != answered.who {
                copy = None;
            }
            match Self::meaning(answered) {
                Some(Some(rules)) => (copy, failing_since) = (Some(rules), None),
                Some(None) if copy.is_some() => failing_since = None,
                _ => failing_since = failing_since.or(Some(answered.at)),
            }
        }
        (copy, failing_since)
    }

    /// The rules in force, and when robots.txt is due again.
    fn in_force(&self) -> Option<(Rules, u64)> {
        let last = self.robots.last()?;
        let (copy, failing_since) = self.replay();
        let Some(since) = failing_since else {
            let holds = last.max_age.unwrap_or(DAY).clamp(60, DAY);
            return Some((copy?, last.at + holds));
        };
        let due = last.at + last.retry_after.unwrap_or(HOUR).clamp(60, DAY);
        let (closed, copied) = match last.who.mode {
            Mode::Google => (12 * HOUR, 30 * DAY),
            Mode::Polite | Mode::Strict => (30 * DAY, u64::MAX),
        };
        let age = last.at - since;
        let is_answering =
            |(at, status, _): &(u64, u16, Option<u64>)| *at >= since && *at <= last.at && *status < 500;
        let rules = if age < closed {
            Rules::PutOff
        } else if age - closed < copied {
            copy.unwrap_or(Rules::AllowAll)
        } else if self.pages.iter().any(is_answering) {
            Rules::AllowAll
        } else {
            Rules::PutOff
        };
        Some((rules, due))
    }

    /// The delay that is asked for: by the file, or else by who crawls.
    fn delay(rules: &Rules, who: Who) -> u64 {
        let asked = match rules {
            Rules::File(file) if who.mode != Mode::Google => {
                file.group(who.name).and_then(|group| group.delay)
            }
            _ => None,
        };
        let own = u64::from(who.mode != Mode::Strict);
        asked.map_or(own, |delay| delay.max(own).min(MAX_DELAY))
    }

    /// The earliest time for the next page.
    fn ready(&self, rules: &Rules, who: Who) -> u64 {
        let (mut doublings, mut calm, mut pause) = (0_u32, 0, 0);
        for (at, status, retry_after) in &self.pages {
            if matches!(status, 429 | 503) {
                (doublings, calm) = ((doublings + 1).min(12), 0);
                pause = pause.max(retry_after.map_or(0, |wait| at + wait.min(DAY)));
            } else {
                calm += 1;
                if calm == 10 {
                    (doublings, calm) = (doublings.saturating_sub(1), 0);
                }
            }
            if doublings == 0 {
                calm = 0;
            }
        }
        let asked = Self::delay(rules, who);
        let delay = match doublings {
            0 => asked,
            _ => (asked.max(1) << doublings).min(HOUR.max(asked)),
        };
        self.requests.last().map_or(0, |last| last + delay).max(pause)
    }

    fn decision(&self, who: Who, now: u64, path: &str) -> Decision {
        let Some((rules, due)) = self.in_force() else {
            return Decision::FetchRobots;
        };
        if self.robots.last().is_none_or(|last| last.who != who) || now >= due {
            return Decision::FetchRobots;
        }
        match &rules {
            Rules::PutOff => return Decision::WaitUntil(at(due)),
            Rules::File(file) if !file.allows(who.name, path) => return Decision::Skip,
            Rules::File(_) | Rules::AllowAll => {}
        }
        let ready = self.ready(&rules, who);
        if ready > now {
            Decision::WaitUntil(at(ready))
        } else {
            Decision::FetchPage
        }
    }

    /// What the server would complain about.
    fn page_is_requested(&mut self, who: Who, now: u64, path: &str) {
        let (rules, _) = self.in_force().expect("robots.txt was asked for");
        assert!(
            self.robots.last().is_some_and(|last| last.who == who),
            "the rules of another crawler"
        );
        let allowed = match &rules {
            Rules::File(file) => file.allows(who.name, path),
            Rules::AllowAll => true,
            Rules::PutOff => false,
        };
        assert!(allowed, "{path} is disallowed");
        if let Some(last) = self.requests.last() {
            assert!(
                now - last >= Self::delay(&rules, who),
                "sooner than the site asks"
            );
        }
        self.requests.push(now);
    }

    /// The same for robots.txt.
    fn robots_is_requested(&self, who: Who, now: u64) {
        if let (Some(last), Some((_, due))) = (self.robots.last(), self.in_force())
            && last.who == who
        {
            assert!(
                now >= due && due >= last.at + 60,
                "robots.txt is requested while an answer holds"
            );
        }
    }
}

/// A server, in a mood that changes.
struct Server {
    file: File,
    is_missing: bool,
    is_down: bool,
    is_busy: bool,
}

impl Server {
    fn change(&mut self, numbers: &mut Numbers) {
        match numbers.below(6) {
            0 => self.file = File::random(numbers),
            1 => self.is_missing = numbers.below(4) == 0,
            2 | 3 => self.is_down = numbers.below(3) == 0,
            _ => self.is_busy = numbers.below(3) == 0,
        }
    }

    fn robots(&self, numbers: &mut Numbers) -> Reply {
        match numbers.below(12) {
            _ if self.is_down => match numbers.below(3) {
                0 => Reply::Nothing,
                _ => Reply::Status(numbers.one_of(&[500, 502, 503, 429])),
            },
            0 => Reply::Status(numbers.one_of(&[304, 403, 410, 302, 429, 500])),
            1 => Reply::Binary,
            2 => Reply::Status(304),
            _ if self.is_missing => Reply::Status(404),
            _ => Reply::File(self.file.clone()),
        }
    }

    fn page(&self, numbers: &mut Numbers) -> u16 {
        match numbers.below(10) {
            _ if self.is_busy => numbers.one_of(&[429, 503, 200]),
            0 => numbers.one_of(&[404, 500, 301]),
            _ => 200,
        }
    }
}

/// One crawl: everything but the seed is the same in every run.
struct Crawl {
    numbers: Numbers,
    now: u64,
    site: Site,
    server: Server,
    history: History,
}

impl Crawl {
    fn new(seed: usize) -> Self {
        let mut numbers = Numbers::new(seed);
        Self {
            now: 0,
            site: Site::new("https://example.com/").expect("the URL of a site"),
            server: Server {
                file: File::random(&mut numbers),
                is_missing: false,
                is_down: false,
                is_busy: false,
            },
            history: History::default(),
            numbers,
        }
    }

    /// How long something takes, in seconds: mostly none.
    fn latency(&mut self) -> u64 {
        self.numbers.one_of(&[0, 0, 0, 1, 3, 40])
    }

    fn fetch_robots(&mut self, who: Who, crawler: &Crawler) {
        self.history.robots_is_requested(who, self.now);
        self.now += self.latency();
        let numbers = &mut self.numbers;
        let reply = self.server.robots(numbers);
        let max_age = numbers.one_of(&[None, None, Some(0), Some(600), Some(10 * DAY)]);
        let retry_after = numbers.one_of(&[None, Some(0), Some(7200), Some(10 * DAY)]);
        let fields = [
            ("Cache-Control", max_age.map(|age| format!("max-age={age}"))),
            ("Retry-After", retry_after.map(|wait| wait.to_string())),
        ];
        let fields = fields
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)));
        let answered = |status, bytes: Vec<u8>| {
            let body = Body {
                bytes,
                truncated: false,
            };
            Fetched::new(
                Reply::Status(status),
                &ResponseHead::new(status, fields.clone()),
                body,
            )
        };
        let now = at(self.now);
        match &reply {
            Reply::File(file) => self.site.on_response(crawler, now, &answered(200, file.bytes())),
            Reply::Binary => self.site.on_response(crawler, now, &answered(200, vec![0; 64])),
            Reply::Status(status) => self
                .site
                .on_response(crawler, now, &answered(*status, Vec::new())),
            Reply::Nothing => self.site.on_failure(crawler, now),
        };
        let was_answered = !matches!(reply, Reply::Nothing);
        self.history.robots.push(Answered {
            at: self.now,
            who,
            reply,
            max_age: max_age.filter(|_| was_answered),
            retry_after: retry_after.filter(|_| was_answered),
        });
    }

    fn fetch_page(&mut self, who: Who, path: &str) {
        self.history.page_is_requested(who, self.now, path);
        self.site.on_page_request(at(self.now));
        self.now += self.latency();
        let status = self.server.page(&mut self.numbers);
        let retry_after = self.numbers.one_of(&[None, None, Some(30), Some(5 * DAY)]);
        let fields = retry_after.map(|wait| ("retry-after", wait.to_string()));
        self.site
            .on_page_response(at(self.now), &ResponseHead::new(status, fields));
        self.history.pages.push((self.now, status, retry_after));
    }

    /// One decision, and what follows.
    fn step(&mut self, who: Who, crawler: &Crawler) {
        let path = self.numbers.one_of(&PATHS);
        let decision = self.site.decide(crawler, at(self.now), path);
        assert_eq!(decision, self.history.decision(who, self.now, path), "{path}");
        match decision {
            Decision::FetchRobots => self.fetch_robots(who, crawler),
            Decision::FetchPage => self.fetch_page(who, path),
            Decision::Skip => self.now += self.latency(),
            Decision::WaitUntil(time) => {
                let wait = time.duration_since(at(self.now)).as_secs();
                // Asking sooner must do no harm.
                self.now += if self.numbers.below(4) == 0 {
                    wait / 2
                } else {
                    wait
                };
            }
            Decision::NotThisSite => panic!("{path} is one of the site's"),
        }
        match self.numbers.below(200) {
            0..20 => self.server.change(&mut self.numbers),
            20..30 => self.site = restored(&self.site),
            // The crawler sleeps, perhaps for weeks.
            30..32 => self.now += self.numbers.one_of(&[HOUR, DAY, 20 * DAY]),
            _ => {}
        }
    }
}

#[test]
fn crawls_keep_to_the_documented_policy() {
    const STEPS: usize = 500;
    let (mut pages, mut files) = (0, 0);
    for seed in 0..200 {
        let mut crawl = Crawl::new(seed);
        let crawlers = CRAWLERS.map(|who| (who, who.crawler()));
        let mut turn = seed % crawlers.len();
        for step in 0..STEPS {
            if crawl.numbers.below(100) == 0 {
                turn = crawl.numbers.below(crawlers.len());
            }
            let (who, crawler) = &crawlers[turn];
            let made = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| crawl.step(*who, crawler)));
            assert!(made.is_ok(), "seed {seed}, step {step}, {who:?}: see above");
        }
        pages += crawl.history.requests.len();
        files += crawl.history.robots.len();
    }
    println!("{pages} pages and {files} times robots.txt were fetched");
    assert!(
        pages > 20_000 && files > 5_000,
        "{pages} pages, {files} times robots.txt"
    );
}
