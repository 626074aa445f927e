//! Crawls of servers that do what servers do, over months, against a plain model of the documented
//! policy.
//!
//! The model shares no code with the library: it counts in seconds, keeps files as lists of prefixes,
//! and works out every decision anew, with every reason to wait. Besides, what a server would see is
//! checked by a clock that nobody sets: no page is fetched that the rules in force disallow for the
//! crawler that asks, none sooner than the site asks, and neither is robots.txt.
//!
//! The seeds are fixed. `ROBOTS_SIMULATION_SEEDS=1000..5000` tries others.

use std::ops::Range;
use std::rc::Rc;
use std::time::Duration;

use robots_exclusion::fetch::{Body, Fetched, Reply, ResponseHead};
use robots_exclusion::site::{Crawler, Decision, Site, WaitReason};
use robots_exclusion::{Dialect, Timestamp};

use crate::corpus::Numbers;
use crate::site::restored;

const HOUR: u64 = 3600;
const DAY: u64 = 24 * HOUR;
/// The longest delay that the crawlers follow.
const MAX_DELAY: u64 = 2 * HOUR;
/// The longest wait, besides a delay that is asked for.
const MAX_WAIT: u64 = 60;
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
    Draft1996,
}

const CRAWLERS: [Who; 5] = {
    const fn who(name: &'static str, mode: Mode) -> Who {
        Who { name, mode }
    }
    [
        who("FooBot", Mode::Polite),
        who("BarBot", Mode::Polite),
        who("FooBot", Mode::Strict),
        who("FooBot", Mode::Google),
        who("FooBot", Mode::Draft1996),
    ]
};

impl Who {
    fn crawler(self) -> Crawler {
        let crawler = match self.mode {
            Mode::Polite => Crawler::new(self.name),
            Mode::Strict => Crawler::strict(self.name),
            Mode::Google => Crawler::new(self.name).dialect(Dialect::GOOGLE),
            Mode::Draft1996 => Crawler::new(self.name).dialect(Dialect::DRAFT_1996),
        };
        crawler.max_delay(Duration::from_secs(MAX_DELAY))
    }

    /// The delay where a site asks for none, which is also the least, and the least lifetime of
    /// robots.txt.
    fn own(self) -> (u64, u64) {
        match self.mode {
            Mode::Strict => (0, 60),
            _ => (1, 300),
        }
    }
}

/// A group: its names, its rules as prefixes that are allowed or not, its delay, and the minutes of
/// the day, first and last, in which it lets crawlers in.
#[derive(Clone, Debug)]
struct Group {
    names: Vec<&'static str>,
    rules: Vec<(bool, &'static str)>,
    delay: Option<u64>,
    open: Option<(u64, u64)>,
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
                    let rule = |numbers: &mut Numbers| (numbers.below(3) > 0, numbers.one_of(&PATHS));
                    let rules = (0..1 + numbers.below(3)).map(|_| rule(numbers)).collect();
                    let delays = [
                        None,
                        None,
                        Some(0),
                        Some(5),
                        Some(60),
                        Some(1000),
                        Some(5000),
                        Some(365 * DAY),
                    ];
                    let windows = [
                        None,
                        None,
                        None,
                        Some((360, 360)),
                        Some((360, 539)),
                        Some((1400, 30)),
                    ];
                    file.groups.push(Group {
                        names: vec![name],
                        rules,
                        delay: numbers.one_of(&delays),
                        open: numbers.one_of(&windows),
                    });
                }
            }
        }
        file
    }

    fn bytes(&self) -> Vec<u8> {
        let mut text = String::from("# as of today\r\n");
        for group in &self.groups {
            for name in &group.names {
                text += &format!("User-Agent: {name}\r\n");
            }
            for (allows, path) in &group.rules {
                text += &format!("{}: {path} # why\r\n", if *allows { "allow" } else { "Disallow" });
            }
            if let Some(delay) = group.delay {
                text += &format!("Crawl-delay: {delay}\r\n");
            }
            if let Some((first, last)) = group.open {
                let minute = |minute: u64| format!("{:02}{:02}", minute / 60, minute % 60);
                text += &format!("Visit-time: {}-{}\r\n", minute(first), minute(last));
            }
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

    fn allows(&self, who: Who, path: &str) -> bool {
        let rules = self.group(who.name).map_or(&[][..], |group| &group.rules);
        let mut matching = rules.iter().filter(|(_, prefix)| path.starts_with(prefix));
        if who.mode == Mode::Draft1996 {
            // The first that matches.
            return matching.next().is_none_or(|(allows, _)| *allows);
        }
        // The longest, and of those as long, one that allows.
        matching
            .max_by_key(|(allows, prefix)| (prefix.len(), *allows))
            .is_none_or(|(allows, _)| *allows)
    }
}

/// What a server answers to a request for robots.txt.
#[derive(Clone, Debug)]
enum Answer {
    File(Rc<File>),
    Binary,
    Status(u16),
    Nothing,
}

/// What happens to a site.
#[derive(Clone, Debug)]
enum Event {
    RobotsRequested,
    /// By the crawler itself, before there was an answer.
    RobotsGivenUp,
    Robots(Robots),
    PageRequested,
    /// With status and `Retry-After`; no status if there was no answer.
    Page(Option<u16>, Option<u64>),
}

/// An answer about robots.txt, and what its header fields say.
#[derive(Clone, Debug)]
struct Robots {
    who: Who,
    answer: Answer,
    max_age: Option<u64>,
    retry_after: Option<u64>,
    has_etag: bool,
}

/// What is in force after an answer.
#[derive(Clone, Debug)]
enum Rules {
    File(Rc<File>),
    AllowAll,
    DisallowAll,
    /// Nothing until robots.txt is due again.
    PutOff,
}

impl Rules {
    fn group(&self, who: Who) -> Option<&Group> {
        match self {
            Self::File(file) if !matches!(who.mode, Mode::Google) => file.group(who.name),
            _ => None,
        }
    }
}

/// An answer about robots.txt that a site remembers.
#[derive(Clone, Debug)]
struct Known {
    who: Who,
    rules: Rules,
    asked_at: u64,
    due: u64,
    is_failure: bool,
    /// Until when a copy may be used while robots.txt fails.
    spared_until: Option<u64>,
}

/// Everything that can be told from what has happened.
#[derive(Clone, Debug, Default)]
struct Told {
    known: Option<Known>,
    /// Of the crawler that asked last: the rules of its last good answer and when they came, how
    /// long they are fresh, whether they can be confirmed.
    copy: Option<Rules>,
    good_at: u64,
    fresh: Option<u64>,
    has_etag: bool,
    failing_since: Option<u64>,
    answers_pages: bool,
    last_request: Option<u64>,
    fetching_since: Option<u64>,
    doublings: u32,
    /// Good answers since the last complaint.
    in_a_row: u32,
    /// When the doublings changed last.
    doubled_at: u64,
    paused_until: Option<u64>,
}

/// Why to wait, and until when, for each constraint.
type Waits = Vec<(u64, WaitReason)>;

fn end(waits: &Waits, now: u64) -> u64 {
    waits.iter().map(|(end, _)| *end).max().unwrap_or(now).max(now)
}

impl Told {
    fn take(&mut self, now: u64, event: Event) {
        match event {
            Event::RobotsRequested => {
                self.last_request = Some(now);
                self.fetching_since = Some(now);
            }
            Event::RobotsGivenUp => self.fetching_since = None,
            Event::PageRequested => self.last_request = Some(now),
            Event::Page(status, retry_after) => {
                self.page(now, status, retry_after);
                let failing = self.failing_since.is_some();
                self.answers_pages |= failing && status.is_some_and(|status| status < 500);
            }
            Event::Robots(robots) => self.robots_answered(now, robots),
        }
    }

    fn robots_answered(&mut self, now: u64, robots: Robots) {
        let who = robots.who;
        self.is_answered(now);
        self.fetching_since = None;
        let before = self.known.take();
        let asked_at = before.as_ref().map_or(now, |known| known.asked_at);
        let is_same = before.as_ref().is_some_and(|known| known.who == who);
        let was_good = is_same && before.is_some_and(|known| !known.is_failure);
        if !is_same {
            (self.copy, self.fresh, self.has_etag) = (None, None, false);
        }
        if self.failing_since > Some(now) {
            (self.failing_since, self.answers_pages) = (None, false);
        }
        // A day at most of the time since anybody asked.
        self.failing_since = self
            .failing_since
            .map(|since| since + now.saturating_sub(asked_at).saturating_sub(DAY));
        let may_ask = match robots.answer {
            Answer::Status(status) => (300..400).contains(&status) || status == 429 || status >= 500,
            _ => false,
        };
        if let Some(wait) = robots.retry_after.filter(|_| may_ask) {
            self.ask_for_pause(now, wait);
        }
        let is_confirmed = matches!(robots.answer, Answer::Status(304));
        let has_etag = match &robots.answer {
            Answer::File(_) => robots.has_etag,
            Answer::Status(304) => self.has_etag,
            _ => false,
        };
        let rules = match (robots.answer, who.mode) {
            (Answer::File(file), Mode::Strict) if file.is_utf16 => None,
            (Answer::File(file), _) => Some(Rules::File(file)),
            (Answer::Status(304), _) if self.has_etag => self.copy.clone(),
            (Answer::Status(304), _) => None,
            (Answer::Status(429), Mode::Polite | Mode::Google | Mode::Draft1996) => None,
            (Answer::Status(401 | 403), Mode::Draft1996) => Some(Rules::DisallowAll),
            (Answer::Status(300..=499), _) => Some(Rules::AllowAll),
            (Answer::Binary | Answer::Status(_) | Answer::Nothing, _) => None,
        };
        let mut known = Known {
            who,
            rules: Rules::PutOff,
            asked_at: now,
            due: now,
            is_failure: rules.is_none(),
            spared_until: None,
        };
        if let Some(rules) = rules {
            if !is_confirmed || robots.max_age.is_some() {
                self.fresh = robots.max_age;
            }
            (self.has_etag, self.good_at) = (has_etag, now);
            (self.failing_since, self.answers_pages) = (None, false);
            self.copy = Some(rules.clone());
            known.rules = rules;
            self.known = Some(known);
            let (by_default, most) = match who.mode {
                Mode::Draft1996 => (7 * DAY, u64::MAX),
                _ => (DAY, DAY),
            };
            let lifetime = self.fresh.unwrap_or(by_default).min(most);
            let two_delays = 2 * self.slowed(self.delay(who).min(MAX_DELAY), now);
            let holds = lifetime.max(who.own().1).max(two_delays);
            self.known.as_mut().expect("an answer").due = now + holds;
            return;
        }
        let failing_for = now - *self.failing_since.get_or_insert(now);
        known.due = now
            + match robots.retry_after {
                Some(wait) => wait.clamp(60, DAY),
                None if was_good => 30,
                None => HOUR,
            };
        let (closed, copied) = match who.mode {
            Mode::Google => (12 * HOUR, 30 * DAY),
            _ => (30 * DAY, u64::MAX),
        };
        let is_fresh = self.good_at <= now + 60 && now.saturating_sub(self.good_at) < DAY;
        known.rules = match &self.copy {
            _ if who.mode == Mode::Draft1996 => Rules::PutOff,
            Some(copy) if failing_for < closed && is_fresh && who.mode != Mode::Google => {
                known.spared_until = Some(self.good_at + DAY);
                copy.clone()
            }
            _ if failing_for < closed => Rules::PutOff,
            Some(copy) if failing_for - closed < copied => copy.clone(),
            None if failing_for - closed < copied => Rules::AllowAll,
            _ if self.answers_pages => Rules::AllowAll,
            _ => Rules::PutOff,
        };
        self.known = Some(known);
    }

    /// The delay counts from an answer. A request that seems to have been made more than a minute
    /// later was made before the clock was set back.
    fn is_answered(&mut self, now: u64) {
        let begun = self.last_request.filter(|last| *last <= now + 60);
        self.last_request = Some(begun.unwrap_or(now).max(now));
    }

    fn page(&mut self, now: u64, status: Option<u16>, retry_after: Option<u64>) {
        self.is_answered(now);
        let level = self.doublings_at(now);
        let is_complaint = status.is_none_or(|status| status == 429 || status >= 500);
        self.in_a_row = if is_complaint { 0 } else { self.in_a_row + 1 };
        if level == 0 {
            self.in_a_row = 0;
        }
        match (is_complaint, self.in_a_row) {
            (false, _) if level == 0 => self.doublings = 0,
            (true, _) => (self.doublings, self.doubled_at) = ((level + 1).min(12), now),
            (false, 2..) => (self.doublings, self.doubled_at) = (level - 1, now),
            (false, _) => {}
        }
        let may_ask =
            status.is_some_and(|status| (300..400).contains(&status)) || (is_complaint && status.is_some());
        if let Some(wait) = retry_after.filter(|_| may_ask) {
            self.ask_for_pause(now, wait);
        }
    }

    fn ask_for_pause(&mut self, now: u64, wait: u64) {
        let other = self.pause(now).unwrap_or(0);
        self.paused_until = Some(other.max(now + wait.min(DAY)));
    }

    fn doublings_at(&self, now: u64) -> u32 {
        let hours = now.saturating_sub(self.doubled_at) / HOUR;
        self.doublings.saturating_sub(hours.min(100) as u32)
    }

    fn slowed(&self, delay: u64, since: u64) -> u64 {
        match self.doublings_at(since) {
            0 => delay,
            doublings => (delay.max(1) << doublings).min(HOUR.max(delay)),
        }
    }

    fn pause(&self, now: u64) -> Option<u64> {
        self.paused_until.filter(|end| *end > now && *end - now <= DAY)
    }

    /// The delay that is asked for: by the file, or else by who crawls.
    fn delay(&self, who: Who) -> u64 {
        let known = self.known.as_ref().filter(|known| known.who == who);
        let asked = known.and_then(|known| known.rules.group(who)?.delay);
        // The draft of 1996 knows no such line, but a polite crawler obeys it.
        asked.map_or(who.own().0, |asked| asked.max(who.own().0))
    }

    /// For how long it is worth waiting.
    fn patience(&self, who: Who, why: WaitReason) -> u64 {
        match why {
            WaitReason::Delay => {
                let (delay, last) = (self.delay(who), self.last_request.unwrap_or(0));
                match self.slowed(delay, last) == delay {
                    true => u64::MAX,
                    false => delay.max(MAX_WAIT),
                }
            }
            WaitReason::RobotsUnreachable => 0,
            _ => MAX_WAIT,
        }
    }

    /// Whether the clock is before what it has shown.
    fn is_set_back(&self, now: u64) -> bool {
        let asked_at = self.known.as_ref().map(|known| known.asked_at);
        asked_at
            .max(self.last_request)
            .is_some_and(|last| last > now + 60)
    }

    fn pace(&self, delay: u64, now: u64) -> Waits {
        let mut waits = Waits::new();
        if let Some(last) = self.last_request.filter(|last| *last <= now + 60) {
            waits.push((last + self.slowed(delay, last), WaitReason::Delay));
        }
        waits.extend(self.pause(now).map(|end| (end, WaitReason::Pause)));
        waits
    }

    fn robots(&self, who: Who, now: u64) -> Waits {
        let mut waits = self.pace(self.delay(who).min(MAX_DELAY), now);
        let failed = self
            .known
            .as_ref()
            .filter(|known| known.is_failure && !self.is_set_back(now));
        waits.extend(failed.map(|known| (known.due, WaitReason::RobotsUnreachable)));
        let requested = self.fetching_since.filter(|since| *since <= now + 60);
        waits.extend(requested.map(|at| (at + 60, WaitReason::RobotsInFlight)));
        waits
    }

    /// What to do, and the reasons that can be given for a wait.
    fn decision(&self, who: Who, now: u64, path: &str) -> (Decision, Vec<WaitReason>) {
        let plain = |decision| (decision, Vec::new());
        let wait = |waits: &Waits| {
            let until = end(waits, now);
            let reasons = waits.iter().filter(|(end, _)| *end == until).map(|(_, why)| *why);
            let reasons: Vec<_> = reasons.collect();
            (Decision::WaitUntil(at(until), reasons[0]), reasons)
        };
        let robots = self.robots(who, now);
        let fetch_robots = |robots: &Waits| match end(robots, now) > now {
            true => wait(robots),
            false => plain(Decision::FetchRobots),
        };
        let known = self.known.as_ref().filter(|known| known.who == who);
        let Some(known) = known.filter(|known| now < known.due && !self.is_set_back(now)) else {
            return fetch_robots(&robots);
        };
        let is_too_old = known.spared_until.is_some_and(|until| now >= until);
        if is_too_old || matches!(known.rules, Rules::PutOff) {
            let until = at(end(&robots, now));
            let why = WaitReason::RobotsUnreachable;
            return (Decision::GiveUpUntil(until, why), vec![why]);
        }
        match &known.rules {
            Rules::File(file) if !file.allows(who, path) => return plain(Decision::Skip),
            Rules::DisallowAll => return plain(Decision::Skip),
            _ => {}
        }
        let delay = self.delay(who);
        if delay > MAX_DELAY {
            return plain(Decision::TooSlow(Duration::from_secs(delay)));
        }
        let mut page = self.pace(delay, now);
        let ready = end(&page, now);
        if let Some((first, last)) = known.rules.group(who).and_then(|group| group.open) {
            let is_open = |second: u64| {
                let minute = second % DAY / 60;
                if first <= last {
                    (first..=last).contains(&minute)
                } else {
                    minute >= first || minute <= last
                }
            };
            if is_open(ready) && !is_open(ready - 1) {
                // Both reasons end at this time.
                page.push((ready, WaitReason::VisitTime));
            } else if !is_open(ready) {
                let opens = (ready / 60 + 1..)
                    .find(|minute| is_open(minute * 60))
                    .expect("a minute");
                page.push((opens * 60, WaitReason::VisitTime));
            }
        }
        let ready = end(&page, now);
        if ready <= now {
            return plain(Decision::FetchPage);
        }
        let holds_until = known.spared_until.unwrap_or(u64::MAX).min(known.due);
        if ready < holds_until {
            return wait(&page);
        }
        // robots.txt comes first, and so early that the delay after it is over by then.
        let early = holds_until.min(ready - self.slowed(delay, 0));
        let mut robots = robots;
        let why = page
            .iter()
            .filter(|(end, _)| *end == ready)
            .map(|(_, why)| (early, *why));
        robots.extend(why);
        fetch_robots(&robots)
    }
}

/// A server, in a mood that changes.
struct Server {
    file: Rc<File>,
    is_missing: bool,
    is_down: bool,
    is_busy: bool,
}

impl Server {
    fn change(&mut self, numbers: &mut Numbers) {
        match numbers.below(6) {
            0 => self.file = Rc::new(File::random(numbers)),
            1 => self.is_missing = numbers.below(4) == 0,
            2 | 3 => self.is_down = numbers.below(3) == 0,
            _ => self.is_busy = numbers.below(3) == 0,
        }
    }

    fn robots(&self, numbers: &mut Numbers) -> Answer {
        match numbers.below(12) {
            _ if self.is_down => match numbers.below(3) {
                0 => Answer::Nothing,
                _ => Answer::Status(numbers.one_of(&[500, 502, 503, 429])),
            },
            0 => Answer::Status(numbers.one_of(&[304, 403, 410, 302, 429, 500])),
            1 => Answer::Binary,
            2 | 3 => Answer::Status(304),
            _ if self.is_missing => Answer::Status(404),
            _ => Answer::File(Rc::clone(&self.file)),
        }
    }

    /// A status; none if there is no answer.
    fn page(&self, numbers: &mut Numbers) -> Option<u16> {
        match numbers.below(10) {
            _ if self.is_busy => numbers.one_of(&[Some(429), Some(503), Some(200), None]),
            0 => numbers.one_of(&[Some(404), Some(500), Some(301), None]),
            _ => Some(200),
        }
    }
}

/// One crawl: everything but the seed is the same in every run.
struct Crawl {
    numbers: Numbers,
    /// What the crawler's clock says.
    now: u64,
    /// The time, which nobody sets.
    time: u64,
    site: Site,
    server: Server,
    told: Told,
    /// When the last request was made or, if it was, answered, by both clocks.
    last_request: Option<(u64, u64)>,
    requests: Requests,
}

#[derive(Clone, Copy, Debug, Default)]
struct Requests {
    pages: usize,
    robots: usize,
}

impl Crawl {
    fn new(seed: usize) -> Self {
        let mut numbers = Numbers::new(seed);
        Self {
            now: 100 * DAY + numbers.below(DAY as usize) as u64,
            time: 0,
            site: Site::new("https://example.com/").expect("the URL of a site"),
            server: Server {
                file: Rc::new(File::random(&mut numbers)),
                is_missing: false,
                is_down: false,
                is_busy: false,
            },
            told: Told::default(),
            last_request: None,
            requests: Requests::default(),
            numbers,
        }
    }

    fn pass(&mut self, seconds: u64) {
        self.now += seconds;
        self.time += seconds;
    }

    /// How long something takes, in seconds: mostly none.
    fn latency(&mut self) -> u64 {
        self.numbers.one_of(&[0, 0, 0, 1, 3, 40])
    }

    fn record(&mut self, event: Event) {
        self.told.take(self.now, event);
    }

    /// What a server would complain about, as long as nobody sets the crawler's clock.
    fn is_requested(&mut self, delay: u64) {
        if let Some((time, now)) = self.last_request
            && self.now >= now
            && self.now - now == self.time - time
        {
            assert!(self.time - time >= delay, "sooner than the site asks");
        }
        self.last_request = Some((self.time, self.now));
    }

    fn fetch_robots(&mut self, who: Who, crawler: &Crawler, told: &Told) {
        self.is_requested(told.delay(who).min(MAX_DELAY));
        self.requests.robots += 1;
        if self.numbers.below(3) > 0 {
            self.site.on_robots_request(at(self.now));
            self.record(Event::RobotsRequested);
            let seen = self.site.decide(crawler, at(self.now), "/robots.txt");
            assert_ne!(seen, Decision::FetchRobots, "another task fetches it, too");
            if self.numbers.below(20) == 0 {
                self.site.on_robots_abort();
                return self.record(Event::RobotsGivenUp);
            }
        }
        let latency = self.latency();
        self.pass(latency);
        if self.numbers.below(100) == 0 {
            // Somebody sets the clock while robots.txt is on its way.
            self.now -= self.numbers.one_of(&[5, 100, 3 * HOUR, 2 * DAY]);
        }
        self.last_request = Some((self.time, self.now));
        let numbers = &mut self.numbers;
        let answer = self.server.robots(numbers);
        let max_age = numbers.one_of(&[None, None, Some(0), Some(600), Some(10 * DAY)]);
        let retry_after = numbers.one_of(&[None, None, Some(0), Some(7200), Some(10 * DAY)]);
        let has_etag = numbers.below(3) > 0;
        let fields = [
            ("Cache-Control", max_age.map(|age| format!("max-age={age}"))),
            ("Retry-After", retry_after.map(|wait| wait.to_string())),
            ("ETag", has_etag.then(|| "\"1\"".to_owned())),
        ];
        let fields = fields
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)));
        let answered = |status, bytes: Vec<u8>| {
            let head = ResponseHead::new(status, fields.clone());
            let body = Body {
                bytes,
                truncated: false,
            };
            Fetched::new(Reply::Status(status), &head, body)
        };
        let now = at(self.now);
        match &answer {
            Answer::File(file) => self.site.on_response(crawler, now, &answered(200, file.bytes())),
            Answer::Binary => self.site.on_response(crawler, now, &answered(200, vec![0; 64])),
            Answer::Status(status) => self
                .site
                .on_response(crawler, now, &answered(*status, Vec::new())),
            Answer::Nothing => self.site.on_failure(crawler, now),
        };
        let was_answered = !matches!(answer, Answer::Nothing);
        self.record(Event::Robots(Robots {
            who,
            answer,
            max_age: max_age.filter(|_| was_answered),
            retry_after: retry_after.filter(|_| was_answered),
            has_etag,
        }));
    }

    fn fetch_page(&mut self, who: Who, path: &str, told: &Told) {
        let known = told.known.as_ref().filter(|known| known.who == who);
        match &known.expect("the rules of another crawler").rules {
            Rules::File(file) => assert!(file.allows(who, path), "{path} is disallowed"),
            Rules::AllowAll => {}
            Rules::DisallowAll | Rules::PutOff => panic!("{path} is disallowed"),
        }
        self.is_requested(told.delay(who));
        self.requests.pages += 1;
        self.site.on_page_request(at(self.now));
        self.record(Event::PageRequested);
        let latency = self.latency();
        self.pass(latency);
        if self.numbers.below(100) == 0 {
            self.now -= self.numbers.one_of(&[5, 100, 3 * HOUR, 2 * DAY]);
        }
        self.last_request = Some((self.time, self.now));
        let status = self.server.page(&mut self.numbers);
        let retry_after = self.numbers.one_of(&[None, None, None, Some(30), Some(5 * DAY)]);
        let fields = retry_after.map(|wait| ("retry-after", wait.to_string()));
        match status {
            Some(status) => {
                let head = ResponseHead::new(status, fields);
                self.site.on_page_response(at(self.now), &head);
            }
            None => self.site.on_page_failure(at(self.now)),
        }
        self.record(Event::Page(status, retry_after));
    }

    /// Nothing is to be requested before the time at which the site says that it is due, and then
    /// something is.
    fn check_next_due(&mut self, crawler: &Crawler, path: &str, is_clear: bool) {
        let is_request = |decision| matches!(decision, Decision::FetchRobots | Decision::FetchPage);
        let due = self.site.next_due(crawler, at(self.now));
        let decide = |time| self.site.decide(crawler, time, path);
        let wait = due.duration_since(at(self.now)).as_secs();
        assert!(
            is_request(decide(at(self.now))) || wait > 0,
            "neither due nor later"
        );
        for part in [1, 2, 3, 7, 50, 98, 99] {
            let before = self.now + (wait * part / 100).min(wait.saturating_sub(1));
            if wait > 0 {
                let decision = decide(at(before));
                assert!(!is_request(decision), "{decision:?} at {before}, before {due:?}");
            }
        }
        if is_clear {
            let decision = decide(due);
            assert!(
                !matches!(decision, Decision::WaitUntil(..) | Decision::GiveUpUntil(..)),
                "{decision:?}, which was due"
            );
        }
    }

    /// One decision, and what follows.
    fn step(&mut self, who: Who, crawler: &Crawler) {
        let path = self.numbers.one_of(&PATHS);
        let told = self.told.clone();
        let decision = self.site.decide(crawler, at(self.now), path);
        let (expected, reasons) = told.decision(who, self.now, path);
        match (decision, expected) {
            (
                Decision::WaitUntil(time, why) | Decision::GiveUpUntil(time, why),
                Decision::WaitUntil(expected, _) | Decision::GiveUpUntil(expected, _),
            ) => {
                assert_eq!(time, expected, "{path}: {why} or {reasons:?}");
                assert!(reasons.contains(&why), "{path}: {why} and not {reasons:?}");
                let gives_up = matches!(decision, Decision::GiveUpUntil(..));
                let wait = time.duration_since(at(self.now)).as_secs();
                assert_eq!(
                    gives_up,
                    wait > told.patience(who, why),
                    "{path}: {wait} s, {why}"
                );
            }
            (decision, expected) => assert_eq!(decision, expected, "{path}"),
        }
        if !matches!(decision, Decision::Skip | Decision::TooSlow(_)) {
            // What comes from the future may count later on.
            let ends_in_time = told.paused_until.is_none_or(|end| end <= self.now + DAY);
            let is_clear = ends_in_time && !told.is_set_back(self.now);
            self.check_next_due(crawler, path, is_clear);
        }
        match decision {
            Decision::FetchRobots => self.fetch_robots(who, crawler, &told),
            Decision::FetchPage => self.fetch_page(who, path, &told),
            Decision::Skip | Decision::TooSlow(_) => {
                let latency = self.latency();
                let latency = latency + self.numbers.one_of(&[0, 0, 5 * HOUR]);
                self.pass(latency);
            }
            Decision::WaitUntil(time, _) | Decision::GiveUpUntil(time, _) => {
                let wait = time.duration_since(at(self.now)).as_secs();
                // A pause of a day, and then a visit time that has just ended.
                assert!(wait <= 2 * DAY + MAX_DELAY, "{wait} seconds");
                // Asking sooner must do no harm.
                let is_early = self.numbers.below(4) == 0;
                self.pass(if is_early { wait / 2 } else { wait });
            }
            Decision::NotThisSite => panic!("{path} is one of the site's"),
        }
        match self.numbers.below(200) {
            0..20 => self.server.change(&mut self.numbers),
            20..30 => self.site = restored(&self.site),
            // The crawler sleeps, perhaps for weeks.
            30..32 => {
                let sleep = self.numbers.one_of(&[HOUR, DAY, 20 * DAY]);
                self.pass(sleep);
            }
            // Somebody sets its clock.
            32 => self.now += self.numbers.one_of(&[5, 100, DAY]),
            33 => self.now -= self.numbers.one_of(&[5, 100, 3 * HOUR, 2 * DAY]),
            _ => {}
        }
    }
}

fn seeds() -> Range<usize> {
    let Ok(seeds) = std::env::var("ROBOTS_SIMULATION_SEEDS") else {
        return 0..200;
    };
    let (first, end) = seeds.split_once("..").expect("first..end");
    first.parse().expect("a number")..end.parse().expect("a number")
}

#[test]
fn crawls_keep_to_the_documented_policy() {
    const STEPS: usize = 500;
    let mut requests = Requests::default();
    let mut crawls = 0;
    for seed in seeds() {
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
        requests.pages += crawl.requests.pages;
        requests.robots += crawl.requests.robots;
        crawls += 1;
    }
    println!("{requests:?} in {crawls} crawls");
    assert!(
        requests.pages > 80 * crawls && requests.robots > 25 * crawls,
        "{requests:?} in {crawls} crawls"
    );
}
