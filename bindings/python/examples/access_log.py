"""Who broke the rules? Counts the requests of a combined log (Apache, nginx) by crawler, and those that robots.txt disallows.

    python access_log.py robots.txt access.log access.log.1.gz

A name in a log is a claim: anybody can send it. Below the table is how the operators say that a visit is verified.
"""

import sys
from string import punctuation
from typing import Any
from urllib.parse import quote

import duckdb
import pyarrow as pa

import robots_exclusion as rx
from robots_exclusion.agents import UserAgent

#: A line of the log. A quote within a field is escaped with a backslash.
LINE = r'^(\S+) \S+ \S+ \[([^\]]*)\] "([A-Z]+) (\S+)[^"]*" (\d{3}) \S+ "(?:[^"\\]|\\.)*" "((?:[^"\\]|\\.)*)"'
FIELDS = ["client", "time", "method", "path", "status", "agent"]


def judged(robots: str, logs: list[str]) -> list[tuple[str, int, int, int, str | None]]:
    """For each crawler, the most disallowed requests first: its name, its requests, those that are disallowed, from how many addresses these
    came, and a path of them. The file is that of today: what it said at the time of a request is not known."""
    connection = duckdb.connect()
    # A line is one column: none has this character. Its bytes may be any: each is a character here.
    lines = "read_csv($logs, columns = {'line': 'VARCHAR'}, header = false, auto_detect = false, delim = chr(1), quote = '', escape = '', encoding = 'latin-1')"
    connection.execute(
        f"create table log as select unnest(regexp_extract(line, $pattern, $fields)) from {lines} where regexp_matches(line, $pattern)",
        {"logs": logs, "pattern": LINE, "fields": FIELDS},
    )
    # Who sends no name of a crawler is a person, or wants to pass for one: robots.txt is not about them.
    agents = [(agent, UserAgent(agent)) for (agent,) in connection.execute("select distinct agent from log").fetchall()]
    crawlers = {agent: (found.agent.token if found.agent else found.name) for agent, found in agents if found.tokens}
    names = pa.table({"agent": list(crawlers), "crawler": list(crawlers.values())}, schema=pa.schema({"agent": pa.string(), "crawler": pa.string()}))
    connection.register("names", names)
    rows = connection.sql("select crawler, agent, path, client, count(*) as requests from log join names using (agent) group by all").to_arrow_table()
    paths = [path if path.isascii() else quote(path.encode("latin-1"), safe=punctuation) for path in rows["path"].to_pylist()]
    # Each row is judged by its whole header, as its crawler reads the file. The answer is null where the path is none, such as `*`.
    answers = rx.check_batch(robots, user_agents=rows["agent"], urls=paths)
    connection.register("judged", rows.append_column("allowed", pa.array(answers.allowed)))
    found: list[Any] = connection.sql("""
        select crawler, sum(requests)::bigint, coalesce(sum(requests) filter (not allowed), 0)::bigint,
            count(distinct client) filter (not allowed), min(path) filter (not allowed)
        from judged group by crawler order by 3 desc, 2 desc, 1
    """).fetchall()
    connection.close()
    return found


def verification_of(crawler: str) -> list[str]:
    """What is known about a crawler that a name alone does not prove."""
    agent = UserAgent(crawler).agent
    if agent is None:
        return ["not a well-known crawler"]
    said = [f"its operator, {agent.operator}, documents it at {agent.source['page']}"]
    if agent.obeys == "may-ignore":
        said.append("it may ignore robots.txt, its operator says")
    said += [f"its addresses are listed at {page}" for page in agent.verification["address_lists"]]
    said += [f"its addresses have names that end in {suffix}, which lead back to them" for suffix in agent.verification["dns_suffixes"]]
    return said


def report(robots: str, logs: list[str]) -> None:
    rows = judged(robots, logs)
    print(f"{'crawler':<24}{'requests':>10}{'disallowed':>12}{'addresses':>11}  such as")
    for crawler, requests, disallowed, clients, path in rows:
        print(f"{crawler[:23]:<24}{requests:>10}{disallowed:>12}{clients:>11}  {path or ''}".rstrip())
    print("\nA name is a claim. Before you blame a crawler, verify its addresses:")
    for crawler, _, disallowed, _, _ in rows:
        if disallowed:
            print(f"{crawler}: {'; '.join(verification_of(crawler))}")


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8", errors="replace") as file:
        report(file.read(), sys.argv[2:])
