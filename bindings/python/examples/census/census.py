"""To whom sites are open, partly open and closed, and since when: one page with a picture and the numbers under it.

    python census.py 2019=corpus/ 2025=corpus-2025/ --output census.html
    python census.py 2024-51='CC-MAIN-2024-51/robotstxt/*.warc.gz' 2025-51='CC-MAIN-2025-51/robotstxt/*.warc.gz' --set ai-training

Each snapshot is NAME=SOURCE: a folder with a robots.txt of each site, or WARC files, such as those that Common Crawl publishes. All answers are proved
for all URLs of a site. Of several captures of a host the last counts; a redirect does not count, as the answer to which it leads does, nor does a file
that is cut, as what it says at its end is unknown.

The picture is drawn by Vega-Lite in the browser, from scripts within the page: those of the package vl-convert-python, or of --scripts. So neither to
make the page nor to look at it a network is needed. With --link the page is smaller, and refers to the scripts on a public server. Without any
of these, the table of the numbers is the whole page.

It needs pyarrow and Polars.
"""

from __future__ import annotations

import argparse
import glob
import html
import json
import sys
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa

import robots_exclusion as rx
from robots_exclusion.warc import read_batches

#: Those of "Somesite I Used to Crawl" (IMC 2025).
CRAWLERS = [
    "Amazonbot", "AI2Bot", "anthropic-ai", "Applebot", "Applebot-Extended", "Bytespider", "CCBot", "ChatGPT-User", "Claude-Web", "ClaudeBot",
    "cohere-ai", "Diffbot", "FacebookBot", "Google-Extended", "GPTBot", "Kangaroo", "Meta-ExternalAgent", "Meta-ExternalFetcher", "OAI-SearchBot",
    "omgili", "PerplexityBot", "Timpibot", "Webzio-Extended", "YouBot",
]  # fmt: skip
#: What a site is to a crawler, and the color of it. A server that answers 503, for example, closes its site without a file.
ANSWERS = {
    "closed by name": "#a50026",
    "closed by *": "#f46d43",
    "closed by the answer of the server": "#bdbdbd",
    "partly closed by name": "#313695",
    "partly closed by *": "#74add1",
    "open": "#d9ef8b",
    "undecided": "#000000",
}
SCRIPTS = ["https://cdn.jsdelivr.net/npm/vega@5.30.0", "https://cdn.jsdelivr.net/npm/vega-lite@5.20.1", "https://cdn.jsdelivr.net/npm/vega-embed@6.26.0"]
REDIRECTS = [status for status in range(300, 400) if status != 304]


def batches(source: str) -> Iterator[pa.RecordBatch]:
    """The responses of a snapshot: the columns `host`, `status`, `fetched`, `robots` and `is_truncated`."""
    paths = sorted(glob.glob(source)) or [source]
    for path in map(Path, paths):
        if not path.is_dir():
            yield from read_batches(path)
            continue
        files = [file for file in sorted(path.iterdir()) if file.is_file()]
        for start in range(0, len(files), 10_000):
            part = files[start : start + 10_000]
            columns = {
                "host": pa.array([file.name for file in part]),
                "status": pa.array([200] * len(part), pa.uint16()),
                "fetched": pa.nulls(len(part), pa.timestamp("us", "UTC")),
                "robots": pa.array([file.read_bytes() for file in part], pa.binary()),
                "is_truncated": pa.array([False] * len(part)),
            }
            yield pa.record_batch(list(columns.values()), names=list(columns))


def answer(name: str) -> pl.Expr:
    """One of ANSWERS, from the details about a crawler."""
    detail = pl.col(name).struct
    access = detail.field("access").cast(pl.String)
    by_whom = pl.when(detail.field("is_named")).then(pl.lit(" by name")).when(detail.field("group").is_not_null()).then(pl.lit(" by *"))
    refused = access.replace("partial", "partly closed") + by_whom.otherwise(pl.lit(" by the answer of the server"))
    return pl.when(access.is_in(["closed", "partial"])).then(refused).otherwise(access).cast(pl.Enum(list(ANSWERS))).alias(name)


def asked(responses: Iterable[pa.RecordBatch], crawlers: list[Any]) -> pl.DataFrame:
    """A row for each response: `host`, `fetched`, whether it counts, and a column with one of ANSWERS for each crawler."""
    frames = []
    for batch in responses:
        answers = rx.access_batch(batch["robots"], crawlers, batch["status"], detail=True, threads=0)
        frame = pl.DataFrame(batch.select(["host", "fetched", "status", "is_truncated"]))
        frame = frame.hstack(pl.DataFrame(answers).select(answer(name) for name in answers.column_names))
        is_redirect = pl.col("status").is_in(REDIRECTS)
        frames.append(frame.with_columns(is_redirect.alias("is_redirect")).drop("status"))
    return pl.concat(frames) if frames else pl.DataFrame()


def counted(responses: pl.DataFrame) -> pl.DataFrame:
    """How many sites have each answer for each crawler: the columns `crawler`, `answer`, `sites` and `share`."""
    sites = responses.filter(~pl.col("is_redirect") & ~pl.col("is_truncated"))
    sites = sites.sort("fetched", nulls_last=False, maintain_order=True).unique("host", keep="last", maintain_order=True)
    sites = sites.drop("host", "fetched", "is_redirect", "is_truncated")
    counts = sites.unpivot(variable_name="crawler", value_name="answer").group_by("crawler", "answer").len("sites")
    return counts.with_columns((pl.col("sites") / sites.height).alias("share")).sort("crawler", "answer")


def picture(counts: pl.DataFrame) -> dict[str, Any]:
    """The counts of all snapshots as a chart of Vega-Lite."""
    closed = counts.filter(pl.col("answer").cast(pl.String).str.starts_with("closed")).group_by("crawler").agg(pl.col("share").sum())
    order = closed.sort("share", "crawler", descending=[True, False])["crawler"].to_list()
    order += sorted(set(counts["crawler"]) - set(order))
    numbers = {name: number for number, name in enumerate(ANSWERS)}
    rows = counts.with_columns(pl.col("answer").cast(pl.String)).to_dicts()
    bars = {
        "mark": "bar",
        "encoding": {
            "y": {"field": "crawler", "type": "nominal", "sort": order, "title": None},
            "x": {"field": "share", "type": "quantitative", "title": "share of sites", "axis": {"format": "%"}, "scale": {"domain": [0, 1]}},
            "color": {"field": "answer", "type": "nominal", "title": None, "scale": {"domain": list(ANSWERS), "range": list(ANSWERS.values())}},
            "order": {"field": "number", "type": "quantitative"},
            "tooltip": [{"field": name} for name in ("snapshot", "crawler", "answer", "sites")] + [{"field": "share", "type": "quantitative", "format": ".2%"}],
        },
        "width": 360,
    }
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "data": {"values": [{**row, "number": numbers[row["answer"]]} for row in rows]},
        "facet": {"field": "snapshot", "type": "nominal", "title": None, "sort": list(dict.fromkeys(counts["snapshot"]))},
        "columns": 3,
        "spec": bars,
    }


def table(counts: pl.DataFrame) -> str:
    """The counts of all snapshots as a table of HTML: a row for each crawler and snapshot."""
    found = [name for name in ANSWERS if name in set(counts["answer"].cast(pl.String))]
    head = "".join(f"<th>{html.escape(name)}" for name in ["crawler", "snapshot", "sites", *found])
    lines = [f"<table><thead><tr>{head}</thead><tbody>"]
    for (crawler, snapshot), rows in counts.sort("crawler", maintain_order=True).group_by("crawler", "snapshot", maintain_order=True):
        by_answer = dict(zip(rows["answer"].cast(pl.String), rows["sites"]))
        sites = sum(by_answer.values())
        cells = "".join(f"<td>{by_answer.get(name, 0):,} <small>{by_answer.get(name, 0) / sites:.1%}</small>" for name in found)
        lines.append(f"<tr><th>{html.escape(str(crawler))}<td>{html.escape(str(snapshot))}<td>{sites:,}{cells}")
    return "\n".join([*lines, "</tbody></table>"])


def page(counts: pl.DataFrame, notes: list[str], scripts: str) -> str:
    chart = json.dumps(picture(counts)).replace("</", "<\\/")
    items = "\n".join(f"<li>{html.escape(note)}" for note in notes)
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>To whom sites are open</title>
<style>
body {{ font: 15px/1.4 system-ui, sans-serif; margin: 2em auto; max-width: 110em; padding: 0 1em }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums }}
th, td {{ border-bottom: 1px solid #ddd; padding: .2em .6em; text-align: right; white-space: nowrap }}
tbody th, td:nth-child(2), th:first-child {{ text-align: left }}
small {{ color: #666 }}
</style>
<h1>To whom sites are open, partly open and closed</h1>
<p>What robots.txt says to each crawler, proved for all URLs of a site. By name: in a group that names the crawler; by *: in the group for all others.
<ul>
{items}
</ul>
<div id="picture"></div>
<noscript>The picture needs JavaScript. The table has the same numbers.</noscript>
{table(counts)}
{scripts}
<script>
if (window.vegaEmbed) vegaEmbed("#picture", {chart}, {{actions: false}});
else document.querySelector("#picture").textContent = "The page was made without the scripts of Vega-Lite, or they could not be loaded. The table has the same numbers.";
</script>
</html>
"""


def embedded(texts: Iterable[str]) -> str:
    """Scripts within the page."""
    return "\n".join("<script>\n" + text.replace("</script", "<\\/script") + "\n</script>" for text in texts)


def own_scripts() -> str:
    """The scripts of vl-convert-python, if it is installed."""
    try:
        import vl_convert
    except ModuleNotFoundError:
        print("without a picture: pip install vl-convert-python, or see --scripts and --link", file=sys.stderr)
        return ""
    return embedded([vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("snapshots", metavar="NAME=SOURCE", nargs="+", help="a folder, or WARC files")
    parser.add_argument("--crawler", metavar="NAME", action="append", default=[], help="a crawler; may be repeated")
    parser.add_argument("--set", metavar="NAME", dest="sets", action="append", default=[], help="a set of crawlers, such as ai-training; may be repeated")
    parser.add_argument("--output", metavar="FILE", type=Path, default=Path("census.html"))
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--scripts", metavar="FILE", type=Path, nargs="+", default=[], help="vega.min.js, vega-lite.min.js and vega-embed.min.js, to embed")
    how.add_argument("--link", action="store_true", help="refer to the scripts on a public server, in place of embedding them")
    options = parser.parse_args(arguments)

    crawlers = options.crawler + [f"@{name}" for name in options.sets] or CRAWLERS
    counts, notes = [], []
    for snapshot in options.snapshots:
        name, equals, source = snapshot.partition("=")
        if not equals:
            parser.error(f"{snapshot}: expected NAME=SOURCE, such as 2025=corpus-2025/")
        responses = asked(batches(source), crawlers)
        if not responses.height:
            parser.error(f"{source}: no robots.txt is there")
        counts.append(counted(responses).with_columns(pl.lit(name).alias("snapshot")))
        sites = counts[-1].filter(pl.col("crawler") == counts[-1]["crawler"][0])["sites"].sum()
        redirects, cut = responses["is_redirect"].sum(), (responses["is_truncated"] & ~responses["is_redirect"]).sum()
        notes.append(f"{name}: {sites:,} sites, from {responses.height:,} responses, of which {redirects:,} are redirects and {cut:,} are cut")

    if options.link:
        scripts = "\n".join(f'<script src="{address}"></script>' for address in SCRIPTS)
    elif options.scripts:
        scripts = embedded(file.read_text(encoding="utf-8") for file in options.scripts)
    else:
        scripts = own_scripts()
    notes.append(f"Made by robots-exclusion {rx.__version__} on {datetime.now():%Y-%m-%d}.")
    options.output.write_text(page(pl.concat(counts), notes, scripts), encoding="utf-8")
    print(*notes, f"{options.output}: {options.output.stat().st_size:,} bytes", sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
