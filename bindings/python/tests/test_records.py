"""Values: they pickle, copy and compare; their docs are there at run time; lines are rows."""

import ast
import copy
import inspect
import pickle
import pydoc
from pathlib import Path

import pytest

import robots_exclusion as rx
from robots_exclusion import _native, _records

BODY = (
    "\ufeffUser-agent: FooBot # us\nDisallow: /\u00fc\nAllow: /x\nCrawl-delay: 1.5\nRequest-rate: 1/10s 0800-1200\n\n"
    "# only a comment\nNoindex: /y\nwhat is this\nDisalow: /z\nUser-agent: *\nDisallow: /\n"
)


def values():
    robots = rx.RobotsTxt(BODY)
    findings = rx.lint(BODY)
    diff = rx.diff(BODY, BODY.replace("Disallow: /\n", "Disallow: /q\n"), agents=["BarBot"])
    verdicts = [rx.check(BODY, agent, url) for agent in ("FooBot", "a") for url in ("/x", "/%C3%BC", "/", "/robots.txt")]
    assert findings and diff.changes and diff.changes[0].witnesses and diff.effects
    yield from [*verdicts, rx.check("", "a", "/"), rx.Rules.disallow_all().check("/"), rx.Rules(BODY, "a").check("/")]
    yield from [*robots.groups, *robots.groups[0].rules, *robots.lines, *findings, diff, *diff.changes, *diff.effects]
    sitemap = rx.read_sitemap(
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.com/</loc><priority>7</priority></url></urlset>'
    )
    yield from [*sitemap, *sitemap.problems]
    yield rx.PageRules("FooBot", meta=[("robots", "noindex, odd")], headers={"X-Robots-Tag": b"foobot: max-snippet:80"})
    yield from [robots, robots.rules_for("FooBot"), rx.Dialect.GOOGLE, rx.agents.Agent("bingbot"), rx.agents.UserAgent("a (b)")]


def test_values_pickle_copy_and_compare():
    kinds = set()
    for value in values():
        kinds.add(type(value))
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(value, protocol))
            assert again == value and str(again) == str(value) and repr(again) == repr(value)
        for again in (copy.copy(value), copy.deepcopy(value)):
            assert again == value and str(again) == str(value)
        if type(value) not in (rx.RobotsTxt, rx.Rules):
            assert hash(again) == hash(value)
        if isinstance(value, rx.Verdict):
            assert again.to_dict() == value.to_dict()
    assert kinds >= {rx.Verdict, rx.Rule, rx.Group, rx.Line, rx.Finding, rx.Diff, rx.Change, rx.AgentEffect}
    assert kinds >= {rx.PageRules, rx.SitemapEntry, rx.SitemapProblem}


def test_answers_pickle_and_copy():
    urls = ["/x", "/%C3%BC", None, "/"]
    for detail in (False, True):
        answers = rx.check_batch(BODY, "FooBot", urls, detail=detail)
        for again in (pickle.loads(pickle.dumps(answers)), copy.copy(answers), copy.deepcopy(answers)):
            assert again.column_names == answers.column_names and len(again) == 4
            for name in answers.column_names:
                assert again[name].to_list() == answers[name].to_list()
                assert pickle.loads(pickle.dumps(answers[name])).to_list() == answers[name].to_list()
    assert len(pickle.loads(pickle.dumps(rx.check_batch([], "a", [])))) == 0


def test_lines_are_rows():
    rows = [(line.number, line.kind, line.key, line.value, line.comment) for line in rx.RobotsTxt(BODY).lines]
    assert rows == [
        (1, "User-agent", "User-agent", "FooBot", "# us"),
        (2, "Disallow", "Disallow", "/\u00fc", None),
        (3, "Allow", "Allow", "/x", None),
        (4, "Crawl-delay", "Crawl-delay", "1.5", None),
        (5, "Request-rate", "Request-rate", "1/10s 0800-1200", None),
        (6, "blank", None, None, None),
        (7, "comment", None, None, "# only a comment"),
        (8, "unknown", "Noindex", "/y", None),
        (9, "no-key", None, None, None),
        (10, "unknown", "Disalow", "/z", None),
        (11, "User-agent", "User-agent", "*", None),
        (12, "Disallow", "Disallow", "/", None),
    ]
    assert rx.RobotsTxt(BODY, dialect="google").lines[9].kind == "Disallow"
    assert rx.RobotsTxt(BODY).lines[0].text == "User-agent: FooBot # us"


def test_lines_are_a_data_frame():
    columns = ["number", "kind", "key", "value", "comment", "text"]
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame(rx.RobotsTxt(BODY).lines)
    assert list(frame.columns) == columns and len(frame) == 12
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame(rx.RobotsTxt(BODY).lines)
    assert frame.columns == columns and frame.filter(pl.col("kind") == "Disallow")["value"].to_list() == ["/\u00fc", "/"]


def members(owner):
    return [(name, member) for name, member in vars(owner).items() if not name.startswith("_") and type(member) is not owner]


def test_help_shows_docs():
    """Every public class, function and member has docs at run time."""
    missing = []
    for name, found in [*members(_native), *((name, getattr(rx, name)) for name in rx.__all__)]:
        if inspect.isclass(found) or callable(found):
            missing += [name] * (not inspect.getdoc(found))
        if inspect.isclass(found):
            missing += [f"{name}.{member}" for member, value in members(found) if not inspect.getdoc(value)]
    assert missing == []
    assert "The column after the last character or byte." in pydoc.render_doc(rx.Finding, renderer=pydoc.plaintext)


def test_the_stub_has_the_same_docs():
    stub = Path(_native.__file__).with_name("_native.pyi")
    if not stub.exists():
        stub = Path(_records.__file__).with_name("_native.pyi")
    compared = 0
    for node in ast.parse(stub.read_text(encoding="utf-8")).body:
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)) or not hasattr(_native, node.name):
            continue
        owner = getattr(_native, node.name)
        documented = [(node, owner)]
        if isinstance(node, ast.ClassDef):
            functions = [member for member in node.body if isinstance(member, ast.FunctionDef)]
            documented += [(member, getattr(owner, member.name, None)) for member in functions if not member.name.startswith("__")]
        for definition, found in documented:
            doc = ast.get_docstring(definition)
            if doc is not None:
                # Wherever their lines end.
                assert inspect.getdoc(found).split() == doc.split(), definition.name
                compared += 1
    assert compared > 100


def test_rules_are_equal_by_kind_pattern_and_line():
    def rule(body):
        return rx.RobotsTxt(body).groups[0].rules[-1]

    first = rule("User-agent: *\nDisallow: /x\n")
    assert first == rule("User-agent: a\nDisallow: /x # x\n") and hash(first) == hash(rule("User-agent: a\nDisallow: /x\n"))
    for other in ("User-agent: *\n\nDisallow: /x\n", "User-agent: *\nAllow: /x\n", "User-agent: *\nDisallow: /y\n"):
        assert first != rule(other), other
