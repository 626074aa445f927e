"""Judge a table of DuckDB, by a function in SQL, and count to whom sites are open: python examples/with_duckdb.py"""

from typing import Any

import duckdb
import pyarrow as pa

import robots_exclusion as rx


def allowed(robots: pa.ChunkedArray, agent: pa.ChunkedArray, url: pa.ChunkedArray) -> pa.Array:
    return pa.array(rx.check_batch(robots, agent, url).allowed)


connection: Any = duckdb.connect()
connection.create_function("allowed", allowed, ["VARCHAR", "VARCHAR", "VARCHAR"], "BOOLEAN", type="arrow", null_handling="special")
connection.sql("create table sites as from (values ('a.example', E'User-agent: *\\nDisallow: /private/\\n\\nUser-agent: GPTBot\\nDisallow: /'), ('b.example', '')) t(host, robots)")
connection.sql("create table urls as from (values ('a.example', '/private/x'), ('b.example', '/private/x')) t(host, url)")
print(connection.sql("select host, url, allowed(robots, 'FooBot', url) as allowed from urls join sites using (host)"))

sites = connection.sql("select host, robots from sites").to_arrow_table()
crawlers = ["GPTBot", "CCBot"]
access = pa.table(rx.access_batch(sites["robots"], crawlers)).append_column("host", sites["host"])
print(connection.sql("select host, GPTBot, CCBot from access"))
print(connection.sql("select crawler, access, count(*) as sites from (unpivot access on GPTBot, CCBot into name crawler value access) group by all order by all"))

facts = pa.table(rx.inspect_batch(sites["robots"])).append_column("host", sites["host"])
print(connection.sql("select host, bytes, format, rules.disallow as disallow, agents from facts"))
connection.close()
