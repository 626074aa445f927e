"""Judge a data frame of Polars, and count to whom sites are open: python examples/with_polars.py"""

import polars as pl

import robots_exclusion as rx

sites = pl.DataFrame({"host": ["a.example", "b.example"], "robots": ["User-agent: *\nDisallow: /private/\n\nUser-agent: GPTBot\nDisallow: /\n", ""]})
urls = pl.DataFrame({"host": ["a.example", "b.example", "a.example"], "url": ["/private/x", "/private/x", "/y"]})

rows = urls.join(sites, on="host", how="left", maintain_order="left")
answers = rx.check_batch(rows["robots"], "FooBot", rows["url"], detail=True)
print(rows.drop("robots").hstack(pl.DataFrame(answers)))

crawlers = ["GPTBot", "CCBot"]
access = sites.drop("robots").hstack(pl.DataFrame(rx.access_batch(sites["robots"], crawlers)))
print(access)
print(access.unpivot(crawlers, variable_name="crawler", value_name="access").group_by("crawler", "access").len("sites").sort("crawler", "access"))

facts = sites.drop("robots").hstack(pl.DataFrame(rx.inspect_batch(sites["robots"])))
print(facts.select("host", "bytes", "format", pl.col("rules").struct.field("disallow"), "agents"))
