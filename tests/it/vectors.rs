//! The allow and deny vectors of every dialect.

use robots_exclusion::agents::UserAgent;
use robots_exclusion::{AgentList, Dialect, Reason, RobotsTxt};

use crate::ask::check;
use serde_json::Value;

/// The dialect as the vectors name it.
fn dialect(name: &str) -> Dialect {
    let name = if name == "kollar" { "revisited" } else { name };
    Dialect::from_name(name).unwrap_or_else(|| panic!("unknown dialect {name}"))
}

#[test]
fn every_vector_by_every_way_to_ask() {
    let mut failures = Vec::new();
    let mut count = 0;
    for line in include_str!("../data/verdicts.jsonl").lines() {
        let row: Value = serde_json::from_str(line).expect("a row of JSON");
        let text = |key: &str| row[key].as_str().unwrap_or_else(|| panic!("{key} in {line}"));
        let (body, agent, url) = (text("robots").as_bytes(), text("agent"), text("url"));
        let dialect = dialect(text("dialect"));
        let expected = row["allowed"].as_bool().expect("a verdict");
        count += 1;

        let robots = RobotsTxt::options().dialect(dialect).parse(body);
        let spans = robots.check(agent, url);
        let one_shot = check(body, &AgentList::new(&[agent]), url, dialect);
        let rules = robots.rules_for(agent);
        let compiled = rules.check(url);
        assert_eq!(spans, one_shot, "{line}");
        assert_eq!(
            (spans.reason(), spans.line(), spans.is_allowed()),
            (compiled.reason(), compiled.line(), compiled.is_allowed()),
            "{line}"
        );
        if spans.is_allowed() != expected {
            failures.push(format!("{} {}: {spans:?}", text("id"), text("dialect")));
        }
        assert!(spans.is_allowed() || spans.reason() == Reason::Rule, "{line}");
    }
    assert_eq!(count, 938);
    assert!(
        failures.is_empty(),
        "{} of {count}:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

/// Verdicts from public bug reports of many projects, each asked as a person writes the name.
#[test]
fn every_report_by_the_name_as_it_is_written() {
    let mut failures = Vec::new();
    let mut count = 0;
    for line in include_str!("../data/reports.jsonl").lines() {
        let row: Value = serde_json::from_str(line).expect("a row of JSON");
        let text = |key: &str| row[key].as_str().unwrap_or_else(|| panic!("{key} in {line}"));
        let options = RobotsTxt::options().dialect(dialect(text("dialect")));
        let robots = options.parse(text("robots").as_bytes());
        let crawler = UserAgent::resolve(text("agent"));
        count += 1;
        if Some(robots.is_allowed(&crawler, text("url"))) != row["allowed"].as_bool() {
            failures.push(format!("{} {crawler:?} {}", text("id"), text("robots")));
        }
    }
    assert_eq!(count, 347);
    assert!(
        failures.is_empty(),
        "{}:\n{}",
        failures.len(),
        failures.join("\n")
    );
}
