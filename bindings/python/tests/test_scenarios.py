"""The scenarios that every language runs: tests/data/scenarios.json, from the root of the repository."""

import json
from pathlib import Path

import pytest

import robots_exclusion as rx
from robots_exclusion.fetch import RobotsRequest

SCENARIOS = json.loads((Path(__file__).parents[3] / "tests/data/scenarios.json").read_text("utf-8"))


def minute(time):
    return None if time is None else time.hour * 60 + time.minute


def test_questions():
    for row in SCENARIOS["questions"]:
        question = row["agent"], row["url"]
        robots = rx.RobotsTxt(row["robots"], dialect=row["dialect"])
        expected = {name: row[name] for name in ("allowed", "reason", "line", "rule", "group")}
        assert robots.check(*question).to_dict() == expected, row
        assert rx.check(row["robots"], *question, dialect=row["dialect"]).to_dict() == expected, row
        assert robots.rules_for(row["agent"]).check(row["url"]) == robots.check(*question), row
        assert rx.is_allowed(row["robots"], *question, dialect=row["dialect"]) == row["allowed"]
        assert [[str(rule), rule.line, lost] for rule, lost in robots.matching_rules(*question)] == row["matching"], row
        answers = rx.check_batch([row["robots"]] * 3, row["agent"], row["url"], dialect=row["dialect"], detail=True)
        for name, value in expected.items():
            assert answers[name].to_list() == [value] * 3, row
    assert len(SCENARIOS["questions"]) >= 180


def test_files():
    for row in SCENARIOS["files"]:
        robots = rx.RobotsTxt(row["robots"], dialect=row["dialect"])
        rules = robots.rules_for(row["agent"])
        assert rules.crawl_delay == row["crawl_delay"], row
        rates = [[documents, seconds, minute(first), minute(last)] for documents, seconds, first, last in rules.request_rates]
        assert rates == row["request_rates"], row
        assert [[minute(first), minute(last)] for first, last in rules.visit_times] == row["visit_times"], row
        assert (robots.sitemaps, robots.hosts) == (row["sitemaps"], row["hosts"])
        groups = [{"line": group.line, "agents": group.agents, "rules": list(map(str, group.rules))} for group in robots.groups]
        assert groups == row["groups"]
        for url, cleaned in row["cleaned"]:
            assert robots.clean_url(url) == cleaned


def test_refused():
    for row in SCENARIOS["refused"]:
        with pytest.raises(ValueError, match=f"^{row['what']}: expected "):
            rx.is_allowed("", row["agent"], row["url"])
        with pytest.warns(UserWarning, match="1 of 1 rows"):
            assert rx.check_table({"robots": "", "agent": [row["agent"]], "url": [row["url"]]}).allowed.to_list() == [None]


def named(way, written):
    """The name of the crawler, which a question accepts."""
    if way == "header":
        crawler = rx.agents.UserAgent(*written)
    elif way == "token":
        crawler = rx.agents.Token(*written)
    elif way == "one":
        crawler = rx.agents.UserAgent.resolve(*written)
        assert rx.is_allowed("", written[0], "/")
    else:
        crawler = [rx.agents.Token(text) for text in written] if way == "tokens" else written
        assert rx.is_allowed("", crawler, "/")
        return str(crawler[0])
    assert rx.is_allowed("", crawler, "/")
    return str(crawler) if way == "token" else crawler.name


def test_names():
    for row in SCENARIOS["names"]:
        if row["error"] is None:
            assert named(row["way"], row["written"]) == row["name"], row
            continue
        with pytest.raises(ValueError, match="^(agent|header|token|written): expected "):
            named(row["way"], row["written"])
        if row["way"] in ("one", "list"):
            for ask in (rx.is_allowed, rx.check):
                with pytest.raises(ValueError, match="^(agent|header|token|written): expected "):
                    ask("", row["written"][0] if row["way"] == "one" else row["written"], "/")
        if row["way"] in ("one", "header"):
            column = {"agent": row["written"]} if row["way"] == "one" else {"user_agent": row["written"]}
            with pytest.warns(UserWarning, match="1 of 1 rows"):
                assert rx.check_table({"robots": "", "url": ["/"]} | column).allowed.to_list() == [None], row


def test_fetches():
    for row in SCENARIOS["fetches"]:
        request = RobotsRequest(row["url"], dialect=row["dialect"])
        urls = [request.url]
        for answer in row["answers"]:
            if request.on_response(answer["status"], answer["headers"]):
                urls.append(request.url)
        request.push(row["body"] * row["body_times"])
        fetched = request.finish()
        outcome = fetched.outcome(dialect=row["dialect"])
        found = (urls, request.is_cross_origin, outcome.action, outcome.cause, fetched.is_truncated)
        assert found == tuple(row[name] for name in ("urls", "cross_origin", "outcome", "cause", "truncated")), row
