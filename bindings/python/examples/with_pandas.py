"""Judge a data frame of pandas 3: python examples/with_pandas.py"""

import pandas as pd

import robots_exclusion as rx

frame = pd.DataFrame({"robots": ["User-agent: *\nDisallow: /private/\n"] * 2, "url": ["/private/x", "/y"]})
frame["allowed"] = pd.Series.from_arrow(rx.check_batch(frame["robots"], "FooBot", frame["url"]).allowed)
print(frame[["url", "allowed"]])
