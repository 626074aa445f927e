"""Judge a data frame of Polars: python examples/with_polars.py"""

import polars as pl

import robots_exclusion as rx

sites = pl.DataFrame({"host": ["a.example", "b.example"], "robots": ["User-agent: *\nDisallow: /private/\n", ""]})
urls = pl.DataFrame({"host": ["a.example", "b.example", "a.example"], "url": ["/private/x", "/private/x", "/y"]})

rows = urls.join(sites, on="host", how="left", maintain_order="left")
answers = rx.check_batch(rows["robots"], "FooBot", rows["url"], detail=True)
print(rows.drop("robots").hstack(pl.DataFrame(answers)))
