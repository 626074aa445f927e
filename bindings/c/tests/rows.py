"""Writes rows of questions and answers for tests/golden.c: each field as its length, a colon, its bytes.

dialect, body, agent, url, allowed (0 or 1), line that decides (empty if any will do, 0 if none decides)

Without arguments, the vectors of the library; with the directory that ROBOTS_SHARED names, what Google's library answered; with
--crawlers, rows of who asks: way to resolve, what is written, tokens (each with a line feed after it), whether it obeys `*` (0 or 1).

With --sites, the steps of the scenarios of sites for tests/site.c, times and delays in milliseconds, a number that is not given as an empty text:

scenario, crawler, mode, dialect, delay, min_delay, max_delay, max_wait, at, event, status, header, body, url, expect, reason, delay_asked

With --scenarios, the scenarios that every language runs for tests/scenarios.c, which says what the fields are:

kind, dialect, body, agent, and four of the kind
"""

import base64
import json
import re
import sys
from collections.abc import Iterator
from itertools import chain, groupby, islice
from pathlib import Path


def write(*fields: bytes) -> None:
    for field in fields:
        sys.stdout.buffer.write(b"%d:%s" % (len(field), field))


def rows(name: str) -> Iterator[dict]:
    with open(Path(__file__).parents[3] / "tests/data" / name, encoding="utf-8", newline="\n") as file:
        yield from map(json.loads, file)


def cited(body: bytes, line: int) -> bytes:
    """Google's library also cites a rule that is empty and so decided nothing; the library cites none. A NUL ends a line there."""
    if line:
        text = re.split(rb"[#\0]", re.split(rb"\r\n|\r|\n", body)[line - 1])[0]
        if re.fullmatch(rb"[^:]*:\s*|\s*[^\s:]*\s*", text):
            return b"0"
    return b"%d" % line


def vectors() -> None:
    for row in rows("verdicts.jsonl"):
        # Google's library takes an empty name for one; here it is refused.
        if not row["agent"]:
            continue
        dialect = "revisited" if row["dialect"] == "kollar" else row["dialect"]
        texts = (dialect, row["robots"], row["agent"], row["url"])
        write(*(text.encode() for text in texts), b"%d" % row["allowed"], b"")


def crawlers() -> None:
    for row in rows("agents.jsonl"):
        if row["kind"] == "crawler":
            for way in ("resolve", "parse"):
                expected = row["expect"][way]
                tokens = "".join(f"{token}\n" for token in expected["tokens"])
                write(way.encode(), row["in"].encode(), tokens.encode(), b"%d" % expected["obeys_star"])


def google(shared: Path) -> None:
    with open(shared / "golden/google-verdicts.tsv", encoding="utf-8", newline="\n") as file:
        next(file)
        rows = (row.rstrip("\n").split("\t") for row in file)
        # Every tenth file: the library's own tests look at all.
        for name, rows in islice(groupby(rows, key=lambda row: row[0]), 0, None, 10):
            body = (shared / "corpus" / name).read_bytes()
            for _, agent, url, allowed, line, _named in rows:
                write(b"google", body, agent.encode(), url.encode(), allowed.encode(), cited(body, int(line)))
    with open(shared / "golden/google-synthetic.jsonl", encoding="utf-8", newline="\n") as file:
        for row in map(json.loads, file):
            body = base64.b64decode(row["robots_b64"])
            for agent, url, allowed, line, _named in row["cases"]:
                if not agent:
                    continue
                write(b"google", body, agent.encode(), url.encode(), b"%d" % allowed, cited(body, line))


def saved_sites() -> Iterator[dict]:
    for row in rows("saved_sites.jsonl"):
        after = [{"event": "save", "expect": row["saved"]}, {"event": "restore", "body": row["saved"]}]
        asks = [{"event": "ask"} | asked for asked in row["asks"]]
        yield from ({"scenario": row["scenario"], "at": 0} | step for step in row["steps"] + after + asks)


def sites() -> None:
    midnight = 20_500 * 24 * 3600
    for row in chain(rows("sites.jsonl"), saved_sites()):
        delays = (str(row[key] * 1000) if key in row else "" for key in ("delay", "min_delay", "max_delay", "max_wait"))
        header = "".join(f"{name}: {value}\r\n" for name, value in row.get("headers", []))
        body = base64.b64decode(row["body_base64"]) if "body_base64" in row else row.get("body", "").encode()
        expect = row.get("expect", "")
        if expect.startswith(("wait-until ", "give-up-until ")):
            action, until = expect.split()
            expect = f"{action} {(midnight + int(until)) * 1000}"
        elif row["event"] == "validators":
            expect = "".join(f"{line}\r\n" for line in expect.splitlines())
        who = (row["scenario"], row.get("crawler", "FooBot"), row.get("mode", "polite"), row.get("dialect", ""), *delays)
        what = (str((midnight + row["at"]) * 1000), row["event"], str(row.get("status", 0)), header)
        why = (row.get("reason", "none"), str(row.get("delay_asked", 0) * 1000))
        write(*(text.encode() for text in who + what), body, *(text.encode() for text in (row.get("url", ""), expect, *why)))


def of_file(row: dict) -> str:
    lines = [] if row["crawl_delay"] is None else [f"delay {row['crawl_delay']:g}"]
    for documents, seconds, first, last in row["request_rates"]:
        lines.append(f"rate {documents} {seconds} {first or 0} {1439 if last is None else last}")
    lines += [f"visit {first} {last}" for first, last in row["visit_times"]]
    lines += [f"{name} {value}" for name in ("sitemap", "host") for value in row[f"{name}s"]]
    for group in row["groups"]:
        lines += [" ".join(["group", str(group["line"]), *group["agents"]]), *group["rules"]]
    return "".join(f"{line}\n" for line in lines)


def scenarios() -> None:
    with open(Path(__file__).parents[3] / "tests/data/scenarios.json", encoding="utf-8") as file:
        found = json.load(file)

    def row(kind: str, of: dict, *fields: str, agent: str = "FooBot") -> None:
        texts = [kind, of.get("dialect") or "", of.get("robots", ""), of.get("agent", agent), *fields, *[""] * (4 - len(fields))]
        write(*(text.encode() for text in texts))

    for question in found["questions"]:
        verdict = f"{'allowed' if question['allowed'] else 'disallowed'} {question['reason']} {question['line'] or 0} {question['group'] or '-'}"
        matching = (f"{rule}\t{line}\t{lost or ''}" for rule, line, lost in question["matching"])
        row("question", question, question["url"], "\n".join([verdict, *matching]))
    for of in found["files"]:
        for url, cleaned in of["cleaned"] or [("", "")]:
            row("file", of, of_file(of), url, cleaned)
    for refused in found["refused"]:
        row("refused", refused, refused["url"], {"agent": "9", "url": "10"}[refused["what"]])
    for of in found["names"]:
        status = None if of["error"] is None else {"url": "9"}.get(of["error"], "3")
        row("name", {"agent": "\n".join(of["written"])}, of["way"], str(len(of["written"])), status or of["name"])
    for fetch in found["fetches"]:
        # Redirects are followed by whoever calls C. All other scenarios have one answer.
        if not any(answer["status"] in (301, 302, 303, 307, 308) for answer in fetch["answers"]):
            (answer,) = fetch["answers"]
            header = "".join(f"{name}: {value}\r\n" for name, value in answer["headers"])
            meaning = f"{fetch['outcome']} {fetch['cause'] or '-'}"
            row("fetch", fetch | {"robots": fetch["body"] * fetch["body_times"]}, str(answer["status"]), header, meaning)


if sys.argv[1:] == ["--scenarios"]:
    scenarios()
elif sys.argv[1:] == ["--crawlers"]:
    crawlers()
elif sys.argv[1:] == ["--sites"]:
    sites()
elif len(sys.argv) > 1:
    google(Path(sys.argv[1]))
else:
    vectors()
