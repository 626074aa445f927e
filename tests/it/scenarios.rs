//! The scenarios of `tests/data/scenarios.json`, which every language runs:
//!
//! - `questions`: a file, a dialect (null for the crawler's own), a crawler (as
//!   [`UserAgent::resolve`] reads its name) and a URL; the verdict, and every rule that matches with its line and why it lost. Ten well-known crawlers
//!   ask about three files that their dialects and fallbacks tell apart; the tests of the program put
//!   the same questions to its commands.
//! - `files`: what else a file says, about a crawler and about the site. Times of the day are in
//!   minutes, and `cleaned` are URLs before and after `Clean-param`.
//! - `refused`: questions in which the crawler (`agent`) or the URL (`url`) is not what it should
//!   be.
//! - `fetches`: the answers to a request for robots.txt, one after the other, and the body of the
//!   last; the URLs that were requested, whether another origin was among them, and what it all
//!   means.

use robots_exclusion::agents::{NameError, NamedCrawler, UserAgent};
use robots_exclusion::extension::{TimeOfDay, TimeWindow};
use robots_exclusion::fetch::{ResponseHead, RobotsRequest, Step};
use robots_exclusion::{Dialect, ParseOptions, Reason, RobotsTxt, Rule, Target, Verdict};
use serde_json::{Value, json};
use url::Url;

fn scenarios(kind: &str) -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/scenarios.json");
    let text = std::fs::read_to_string(path).expect("the scenarios");
    let all: Value = serde_json::from_str(&text).expect("JSON");
    all[kind].as_array().expect("a list").clone()
}

fn text<'r>(row: &'r Value, key: &str) -> &'r str {
    row[key].as_str().unwrap_or_else(|| panic!("{key} of {row}"))
}

/// How the file of a row is read: in the dialect that it names, or else in that of its crawler.
fn options(row: &Value) -> ParseOptions {
    ParseOptions::new().dialect(match row["dialect"].as_str() {
        Some(name) => Dialect::from_name(name).expect("a dialect"),
        None => UserAgent::resolve(text(row, "agent")).dialect(),
    })
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn described(verdict: &Verdict<'_>) -> [Value; 4] {
    [
        json!(verdict.is_allowed()),
        json!(verdict.reason().as_str()),
        json!(verdict.line()),
        json!(verdict.group_name().map(lossy)),
    ]
}

#[test]
fn questions() {
    let rows = scenarios("questions");
    assert!(rows.len() >= 180);
    for row in rows {
        let (body, url) = (text(&row, "robots"), text(&row, "url"));
        let agent = &UserAgent::resolve(text(&row, "agent"));
        let options = options(&row);
        let robots = options.parse(body.as_bytes());
        let expected = ["allowed", "reason", "line", "group"].map(|key| row[key].clone());
        let from_body = options.check(body.as_bytes(), agent, url);
        for verdict in [&from_body, &robots.check(agent, url)] {
            assert_eq!(described(verdict), expected, "{row}");
            assert_eq!(
                json!(verdict.rule().map(ToString::to_string)),
                row["rule"],
                "{row}"
            );
        }
        assert_eq!(described(&robots.rules_for(agent).check(url)), expected, "{row}");
        let explanation = robots.explain(agent, url);
        let matching = explanation.rules().iter().map(|found| {
            let lost_by = found.lost_by().map(|lost| lost.as_str());
            json!([found.rule().to_string(), found.rule().line(), lost_by])
        });
        assert_eq!(Value::from_iter(matching), row["matching"], "{row}");
    }
}

fn minute(time: TimeOfDay) -> u32 {
    u32::from(time.hour()) * 60 + u32::from(time.minute())
}

fn minutes(window: Option<TimeWindow>) -> [Value; 2] {
    [
        json!(window.map(|window| minute(window.first()))),
        json!(window.map(|window| minute(window.last()))),
    ]
}

#[test]
fn files() {
    for row in scenarios("files") {
        let robots: RobotsTxt<'_> = options(&row).parse(text(&row, "robots").as_bytes());
        let rules = robots.rules_for(UserAgent::resolve(text(&row, "agent")));
        let delay = rules.crawl_delay().map(|delay| delay.as_secs_f64());
        assert_eq!(json!(delay), row["crawl_delay"], "{row}");
        let rates = rules.request_rates().iter().map(|rate| {
            let [first, last] = minutes(rate.window());
            json!([rate.documents(), rate.period().as_secs(), first, last])
        });
        assert_eq!(Value::from_iter(rates), row["request_rates"], "{row}");
        let visits = rules.visit_times().iter();
        let visits = visits.map(|window| json!(minutes(Some(*window))));
        assert_eq!(Value::from_iter(visits), row["visit_times"], "{row}");
        assert_eq!(Value::from_iter(robots.sitemaps().map(lossy)), row["sitemaps"]);
        let hosts = robots.hosts().map(|host| lossy(host.as_bytes()));
        assert_eq!(Value::from_iter(hosts), row["hosts"]);
        let groups = robots.groups().map(|group| {
            let rules: Vec<String> = group.rules().map(|rule: Rule<'_>| rule.to_string()).collect();
            json!({"line": group.line(), "agents": Vec::from_iter(group.agents().map(lossy)), "rules": rules})
        });
        assert_eq!(Value::from_iter(groups), row["groups"], "{row}");
        for pair in row["cleaned"].as_array().expect("pairs") {
            let [url, cleaned] = [0, 1].map(|at| pair[at].as_str().expect("a URL"));
            assert_eq!(robots.clean_url(url), cleaned);
        }
    }
}

#[test]
fn refused() {
    for row in scenarios("refused") {
        let verdict = ParseOptions::new().check(b"", text(&row, "agent"), "/");
        let is_url = Target::parse(text(&row, "url")).is_ok();
        let what = match (verdict.reason(), is_url) {
            (Reason::AgentIsUrl, _) => "agent",
            (_, false) => "url",
            (_, true) => "nothing",
        };
        assert_eq!(what, text(&row, "what"), "{row}");
    }
}

#[test]
fn names() {
    let word = |error: NameError| match error {
        NameError::Empty => "empty",
        NameError::List => "list",
        NameError::Set(_) => "set",
        NameError::UnknownSet(_) => "unknown-set",
        NameError::Url => "url",
        error => panic!("{error}"),
    };
    for row in scenarios("names") {
        let written = row["written"].as_array().expect("texts").iter();
        let written: Vec<&str> = written.map(|text| text.as_str().expect("a text")).collect();
        let tokens = || written.iter().map(|token| UserAgent::resolve_token(token));
        let first = |named: NamedCrawler| named.list().tokens().next().map(ToString::to_string);
        let name = match text(&row, "way") {
            "one" => UserAgent::resolve_one(written[0]).map(|found| found.name().to_owned()),
            "token" => UserAgent::resolve_token(written[0]).map(|found| found.name().to_owned()),
            "header" => UserAgent::resolve_header(written[0]).map(|found| found.name().to_owned()),
            "list" => NamedCrawler::resolve(&written).map(|named| first(named).expect("a name")),
            "tokens" => tokens()
                .map(|found| found.map(|found| NamedCrawler::from(&found)))
                .collect::<Result<Vec<_>, _>>()
                .and_then(NamedCrawler::merge)
                .map(|named| first(named).expect("a name")),
            way => panic!("{way}"),
        };
        assert_eq!(json!(name.as_ref().ok()), row["name"], "{row}");
        assert_eq!(json!(name.err().map(word)), row["error"], "{row}");
    }
}

#[test]
fn fetches() {
    for row in scenarios("fetches") {
        let dialect = Dialect::from_name(text(&row, "dialect")).expect("a dialect");
        let policy = dialect.fetch_policy;
        let url = Url::parse(text(&row, "url")).expect("a URL");
        let mut request = RobotsRequest::new(&url, &policy).expect("a host");
        let mut urls = vec![request.url().to_string()];
        let mut is_cross_origin = false;
        let mut fetched = None;
        for answer in row["answers"].as_array().expect("answers") {
            let fields = answer["headers"].as_array().expect("headers").iter();
            let fields = fields.map(|field| [0, 1].map(|at| field[at].as_str().expect("a field")));
            let status = answer["status"].as_u64().expect("a status");
            let status = u16::try_from(status).expect("a status");
            let head = ResponseHead::new(status, fields.map(|[name, value]| (name, value)));
            match request.on_response(&head) {
                Step::Follow => urls.push(request.url().to_string()),
                Step::ReadBody => {
                    let times = row["body_times"].as_u64().expect("a number");
                    let times = usize::try_from(times).expect("a number");
                    request.push(text(&row, "body").repeat(times).as_bytes());
                    fetched = Some(request.finish());
                }
                Step::Done => fetched = Some(request.finish()),
            }
            is_cross_origin |= request.url().origin() != request.robots_url().origin();
        }
        let fetched = fetched.expect("a last answer");
        let outcome = policy.outcome(fetched.reply());
        let found = json!({
            "urls": urls,
            "cross_origin": is_cross_origin,
            "outcome": outcome.name(),
            "cause": outcome.cause().map(|cause| cause.as_str()),
            "truncated": fetched.is_truncated(),
        });
        for (key, value) in found.as_object().expect("an object") {
            assert_eq!(*value, row[key], "{key} of {row}");
        }
    }
}
