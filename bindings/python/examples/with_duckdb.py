"""Judge a table of DuckDB, by a function in SQL: python examples/with_duckdb.py"""

import duckdb
import pyarrow as pa

import robots_exclusion as rx


def allowed(robots: pa.ChunkedArray, agent: pa.ChunkedArray, url: pa.ChunkedArray) -> pa.Array:
    return pa.array(rx.check_batch(robots, agent, url).allowed)


connection = duckdb.connect()
connection.create_function("allowed", allowed, ["VARCHAR", "VARCHAR", "VARCHAR"], "BOOLEAN", type="arrow", null_handling="special")
connection.sql("create table sites as from (values ('a.example', E'User-agent: *\\nDisallow: /private/'), ('b.example', '')) t(host, robots)")
connection.sql("create table urls as from (values ('a.example', '/private/x'), ('b.example', '/private/x')) t(host, url)")
print(connection.sql("select host, url, allowed(robots, 'FooBot', url) as allowed from urls join sites using (host)"))
connection.close()
