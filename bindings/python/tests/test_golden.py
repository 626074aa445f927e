"""What Google's library answered, through the wheel."""

import base64
import json
import re
from itertools import groupby
from pathlib import Path

import robots_exclusion as rx
from robots_exclusion.agents import Token


def is_empty_rule(body: bytes, line: int) -> bool:
    """Google's library also cites a rule that is empty and so decided nothing; this package cites none."""
    text = re.split(rb"\r\n|\r|\n", body)[line - 1]
    return re.fullmatch(rb"\s*[^\s:]+\s*:?\s*", text.split(b"#")[0]) is not None


def test_verdicts_about_real_files(shared):
    columns = ([], [], [])
    allowed, lines, bodies, count = [], [], {}, 0
    with open(shared / "golden/google-verdicts.tsv", encoding="utf-8", newline="\n") as file:
        next(file)
        for row in file:
            name, agent, url, verdict, line, _named = row.rstrip("\n").split("\t")
            # Google's library takes a host without a scheme for one, and nothing for the root.
            if rx.url_problem(url):
                url = f"https://{url}" if url else "/"
            if name not in bodies:
                bodies[name] = (shared / "corpus" / name).read_bytes()
            for column, text in zip(columns, (bodies[name], agent, url)):
                column.append(text)
            allowed.append(verdict == "1")
            lines.append(int(line))
    # Google's library takes a name for itself: a crawler of several names passes them all.
    answered, cited = [None] * len(allowed), [None] * len(allowed)
    judge = rx.Judge(dialect="google")
    for agent in set(columns[1]):
        rows = [row for row, other in enumerate(columns[1]) if other == agent]
        robots, urls = ([column[row] for row in rows] for column in (columns[0], columns[2]))
        answers = judge.check_batch(robots, Token(agent), urls, detail=True)
        for row, verdict, line in zip(rows, answers.allowed, answers["line"]):
            answered[row], cited[row] = verdict, line
    assert answered == allowed
    for body, expected, found in zip(columns[0], lines, cited):
        if expected and not is_empty_rule(body, expected):
            assert found == expected
        else:
            assert found is None
        count += 1
    assert count == 209_230

    # Compiled rules and a parsed file, of every tenth file.
    rows = zip(*columns, allowed, cited)
    for number, (body, group) in enumerate(groupby(rows, key=lambda row: row[0])):
        if number % 10 == 0:
            robots = rx.RobotsTxt(body, dialect="google")
            for _, agent, url, is_allowed, line in group:
                rules = robots.rules_for(Token(agent))
                assert robots.check(Token(agent), url) == rules.check(url)
                assert (rules.is_allowed(url), rules.check(url).line) == (is_allowed, line)


def test_synthetic_bodies(shared):
    count = 0
    with open(shared / "golden/google-synthetic.jsonl", encoding="utf-8", newline="\n") as file:
        for row in map(json.loads, file):
            body = base64.b64decode(row["robots_b64"])
            robots = rx.RobotsTxt(body, dialect="google")
            for agent, url, allowed, _line, _named in row["cases"]:
                # `FooBot/1.0` is a header here, whose crawler is FooBot. Google's library takes
                # whatever it is given for the name, which only the Rust and C libraries let callers
                # do. An empty name is refused.
                if "/" in agent or not agent:
                    continue
                agent = Token(agent)
                if rx.url_problem(url):
                    assert robots.rules_for(agent)._is_allowed(url) == bool(allowed)
                else:
                    assert robots.is_allowed(agent, url) == rx.is_allowed(body, agent, url, dialect="google") == bool(allowed)
                count += 1
    assert count > 20_000


def test_vectors():
    count = 0
    with open(Path(__file__).parents[3] / "tests/data/verdicts.jsonl", encoding="utf-8", newline="\n") as file:
        for row in map(json.loads, file):
            # Google's library takes an empty name for one; here it is refused.
            if not row["agent"]:
                continue
            dialect = "revisited" if row["dialect"] == "kollar" else row["dialect"]
            agent = Token(row["agent"])
            if rx.url_problem(row["url"]):
                # Asked as the peers are, whose interfaces this package offers.
                found = rx.Rules(row["robots"], agent, dialect=dialect)._is_allowed(row["url"])
            else:
                found = rx.is_allowed(row["robots"], agent, row["url"], dialect=dialect)
            assert found == row["allowed"], row["id"]
            count += 1
    assert count > 900
