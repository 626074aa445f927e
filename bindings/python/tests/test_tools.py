"""lint, fix, diff, page rules, sitemaps, agents."""

import gzip
import io
import pickle

import pytest

import robots_exclusion as rx
from robots_exclusion import agents


def test_lint():
    body = "User-agent: *\nDissallow: /private/\nUser-agent: bingbot\nDisallow: search\n"
    findings = rx.lint(body)
    assert [str(finding) for finding in findings] == [
        "2:1: error[R010]: unknown key `Dissallow`; did you mean `Disallow`?",
        "3:1: warning[R025]: `bingbot` joins the group above: by RFC 9309, `Dissallow` does not end it, so that `*` has the same rules",
        "4:11: error[R030]: `search` begins with neither `/` nor `*` and matches nothing",
    ]
    first = findings[0]
    assert (first.code, first.severity, first.line, first.column) == ("R010", "error", 2, 1)
    assert first.correction is None
    ((start, end, text),) = first.suggestions
    assert body[:start] + text + body[end:] == body.replace("Dissallow", "Disallow")
    assert rx.lint(body, disable=[finding.code for finding in findings]) == []
    with pytest.raises(ValueError, match="R999"):
        rx.lint(body, disable=["R999"])
    with pytest.raises(ValueError, match="^url: expected an absolute URL, not .*: relative URL without a base"):
        rx.lint(body, url="robots.txt")
    (other,) = rx.lint("Sitemap: https://other.example/s.xml", url="https://example.com/robots.txt")
    assert other.message == "the sitemap is on `other.example`, this file on `example.com`"


def test_fix():
    body = "User-agent: *\nDisallow: /a\nDisallow: /a/b\nDisalow: /c\n"
    # What the misspelled line is about, /c, has nothing to do with the rule that goes.
    assert rx.fix(body) == "User-agent: *\nDisallow: /a\nDisalow: /c\n"
    # A misspelled line that would change what the rule does keeps it.
    kept = body.replace("Disalow: /c", "Alow: /a/")
    assert rx.fix(kept) == kept
    # This one opens the same with the rule and without it.
    freed = body.replace("Disalow: /c", "Alow: /a/b/c")
    assert rx.fix(freed) == freed.replace("Disallow: /a/b\n", "")
    assert rx.fix(body, also=["R010"]) == "User-agent: *\nDisallow: /a\nDisallow: /c\n"
    assert rx.fix(body.encode(), also=["R010"]) == b"User-agent: *\nDisallow: /a\nDisallow: /c\n"


def test_offsets_are_those_of_what_was_passed():
    body = "# \u00fc\u20ac\nUser-agent: *\nDisallow: /\u00fc\u00fc\U0001f600 # \u00e9\nDissallow: /x # \u00e9\n"
    for given, kind in ((body, str), (body.encode(), bytes), (bytearray(body.encode()), bytes), (memoryview(body.encode()), bytes)):
        finding = next(finding for finding in rx.lint(given) if finding.code == "R010")
        ((start, end, text),) = finding.suggestions
        assert isinstance(text, kind)
        whole = bytes(given) if kind is bytes else given
        assert whole[:start] + text + whole[end:] == (body.replace("Diss", "Dis") if kind is str else body.replace("Diss", "Dis").encode())
        lines = whole.splitlines()
        assert lines[finding.line - 1][finding.column - 1 : finding.end_column - 1] in ("Dissallow", b"Dissallow")
        assert type(rx.fix(given)) is kind
    # A column after characters that take several bytes.
    line = "Disallow: /\u00fc\u00fc*?x=\U0001f600 /y"
    for given in (f"User-agent: *\n{line}\n", f"User-agent: *\n{line}\n".encode()):
        for finding in rx.lint(given):
            if finding.line == 2 == finding.end_line:
                assert finding.end_column - 1 <= len(given.splitlines()[1])


def test_diff():
    old, new = "User-agent: *\nDisallow: /private/\n", "User-agent: *\nDisallow: /private/\nDisallow: /\n"
    diff = rx.diff(old, new)
    (change,) = diff.changes
    assert str(change) == "critical: * is blocked from the whole site: `Disallow: /` was added"
    assert (change.impact, change.agents, change.line_before, change.line_after) == ("critical", ["*"], None, 3)
    witness = change.witnesses[0]
    assert (witness.url, witness.allowed_before, witness.allowed_after) == ("https://example.com/", True, False)
    assert witness.rule_after == "Disallow: /"
    assert not diff.is_without_effect and not diff.is_undecided
    assert [effect.agents for effect in diff.effects] == [["*"]]
    assert rx.diff(old, old + "# the end\n").is_without_effect
    assert ["FooBot"] in [effect.agents for effect in rx.diff(old, "User-agent: FooBot\nAllow: /", agents=["FooBot"]).effects]


def test_page_rules():
    rules = rx.PageRules(
        "FooBot",
        meta=[("robots", "noarchive, max-snippet:80"), ("otherbot", "noindex")],
        headers={"Content-Type": "text/html", "X-Robots-Tag": b"foobot: nofollow, max-image-preview:large, odd"},
    )
    assert rules.may_index and not rules.may_follow and not rules.may_archive
    assert (rules.max_snippet, rules.max_image_preview, rules.max_video_preview) == (80, "large", None)
    assert rules.unknown == ["odd"]
    assert repr(rules) == "<PageRules: index, nofollow>"
    # What counts is what is said, not how.
    assert rx.PageRules("a", meta=[("robots", "NoIndex")]) == rx.PageRules("b", headers={"x-robots-tag": "noindex"}) != rules
    late = rx.PageRules("a", headers=[("x-robots-tag", "unavailable_after: 25 Jun 2030 15:00:00 GMT, max-snippet:-1")])
    assert (late.unavailable_after, late.max_snippet) == ("2030-06-25T15:00:00Z", -1)
    with pytest.raises(TypeError):
        rx.PageRules("a", meta=[("robots", 3)])


SITEMAP = b"""<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://example.com/?a=1&amp;b=2</loc><lastmod>2007-11-02</lastmod><changefreq>daily</changefreq></url>
  <url><loc>https://example.com/2</loc><priority>0.8</priority></url>
  <url><loc>https://example.com/3</loc><priority>7</priority></url>
</urlset>"""


def test_sitemaps(tmp_path):
    (tmp_path / "s.xml.gz").write_bytes(gzip.compress(SITEMAP))
    for source in (SITEMAP, SITEMAP.decode(), tmp_path / "s.xml.gz", io.BytesIO(SITEMAP), gzip.GzipFile(tmp_path / "s.xml.gz")):
        sitemap = rx.read_sitemap(source)
        entries = list(sitemap)
        assert [entry.loc for entry in entries] == [
            "https://example.com/?a=1&b=2",
            "https://example.com/2",
            "https://example.com/3",
        ]
        assert (entries[0].lastmod, entries[0].changefreq, entries[1].priority) == ("2007-11-02", "daily", 0.8)
        assert sitemap.format == "urlset" and not entries[0].is_sitemap
        (problem,) = sitemap.problems
        assert problem.line == 5 and str(problem).startswith(f"{problem.kind} on line 5: ")


def test_sitemaps_that_fail(tmp_path):
    with pytest.raises(ValueError):
        list(rx.read_sitemap("<html></html>"))
    with pytest.raises(FileNotFoundError):
        rx.read_sitemap(tmp_path / "none")
    with pytest.raises(TypeError, match="expected str, bytes, os.PathLike or a binary file"):
        rx.read_sitemap(3)

    class Broken:
        def read(self, size):
            raise ConnectionError("gone")

    with pytest.raises(ConnectionError, match="gone"):
        list(rx.read_sitemap(Broken()))

    class Greedy:
        def read(self, size):
            return b"x" * (size + 1)

    with pytest.raises(ValueError, match="more bytes than it was asked for"):
        list(rx.read_sitemap(Greedy()))


def test_agents():
    image = agents.Agent("googlebot-image")
    assert image.tokens == ["Googlebot-Image", "Googlebot"] and image.operator == "Google"
    assert pickle.loads(pickle.dumps(image)) == image and hash(image) == hash(agents.Agent("Googlebot-Image"))
    body = "User-agent: Googlebot\nDisallow: /x\n\nUser-agent: *\nDisallow: /\n"
    assert rx.Rules(body, image).is_allowed("/y") and not rx.Rules(body, image).is_allowed("/x")
    assert rx.is_allowed(body, agents.Agent("AdsBot-Google"), "/z")  # It ignores `*`.
    header = agents.UserAgent("Mozilla/5.0 (compatible; FooBot/2.1; +https://foo.example) Safari/537.36")
    assert header.agent is None and header.tokens == ["FooBot"]
    assert not rx.is_allowed("User-agent: foobot\nDisallow: /", header, "/")
    assert agents.find_in_header("Mozilla/5.0 (compatible; bingbot/2.0)") == agents.Agent("bingbot")
    assert agents.by_token("nobody") is None and agents.product_token("(x)") is None
    assert agents.near_miss("Googelbot") == agents.Agent("Googlebot")
    assert agents.Agent("GPTBot") in agents.crawlers("ai-training") and agents.RETIRED
    assert len(set(agents.ALL)) == len(agents.ALL) > 50
    with pytest.raises(ValueError, match="^token: expected the product token of a well-known crawler, not "):
        agents.Agent("nobody")
    with pytest.raises(ValueError, match="^name: expected a set of crawlers, one of "):
        agents.crawlers("nobody")
