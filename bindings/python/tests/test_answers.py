"""Every field of every answer: crawlers, pages, rules, files, findings, differences, proofs, sitemaps."""

import copy
import dataclasses
import io
import pickle
from datetime import time
from pathlib import Path

import pytest

import robots_exclusion as rx
from robots_exclusion import _native, agents
from robots_exclusion.fetch import Fetched, Outcome
from robots_exclusion.site import Decision, Visit

DATA = Path(__file__).parents[3] / "tests/data"
ROWS = [line.split("\t") for line in (DATA / "crawlers.tsv").read_text("utf-8").splitlines() if not line.startswith("#")]
#: What is known of each crawler, by its token, in the order of the table.
CRAWLERS = {row[0]: dict(zip(ROWS[0], row)) for row in ROWS[1:]}
SETS = {
    "search": "search",
    "ai-training": "ai-training",
    "ai-search": "ai-search",
    "user": "assistant",
    "preview": "preview",
    "seo": "seo",
    "archive": "archive",
    "ads": "ads",
}


def test_the_table_of_crawlers():
    assert [agent.token for agent in agents.ALL] == list(CRAWLERS)
    for agent in agents.ALL:
        row = CRAWLERS[agent.token]
        fallbacks = [] if row["fallbacks"] == "-" else row["fallbacks"].split(",")
        found = (agent.tokens, agent.operator, agent.purpose, agent.obeys, agent.obeys_star, agent.crawls)
        own = [agent.token] if row["named"] == "yes" else []
        assert found == ([*own, *fallbacks], row["operator"], row["purpose"], row["obedience"], row["star"] == "yes", row["crawls"] == "yes")
        known = [None if row[name] == "-" else row[name] for name in ("source", "sentence", "date")]
        assert [agent.source[name] for name in ("page", "sentence", "date")] == known
        assert str(agent) == agent.token and repr(agent) == f"Agent('{agent.token}')"
        assert agent == agents.Agent(agent.token.upper()) == agents.by_token(agent.token.lower())
        assert agents.find_in_header(f"Mozilla/5.0 (compatible; {agent.token}/1.0)") in (agent, None)


def test_sets_of_crawlers():
    # Of two purposes an agent has the main one, and it is in the sets of both. A preference is in none.
    second = {"ai-training": ["CCBot"], "ai-search": ["Google-Extended"]}
    for name, purpose in SETS.items():
        of_set = [agent for agent in agents.ALL if agent.purpose == purpose or agent.token in second.get(name, [])]
        assert agents.crawlers(name) == [agent for agent in of_set if agent.token != "__usage_ai-training"], name
    with pytest.raises(ValueError, match=f'^name: expected a set of crawlers, one of {", ".join(SETS)}, not "bots"'):
        agents.crawlers("bots")


def test_tokens_that_are_no_longer_in_use():
    assert agents.RETIRED == dict(_native.agent_retired())
    for token, successors in [("anthropic-ai", ["ClaudeBot"]), ("Claude-Web", ["ClaudeBot", "Claude-User"]), ("cohere-ai", [])]:
        assert agents.RETIRED[token] == successors
    for token, successors in agents.RETIRED.items():
        assert all(agents.by_token(successor) for successor in successors), token
        warning = agents.UserAgent.resolve(token).warning
        assert warning.startswith(f"`{token}` is retired") and all(f"`{successor}`" in warning for successor in successors)


def test_crawlers_by_what_they_send():
    # A name that a person writes is no header: the header of a browser names nobody.
    for header, token in [
        ("Mozilla/5.0 (compatible; bingbot/2.0)", "bingbot"),
        ("Googlebot-Image/1.0", "Googlebot-Image"),
        ("Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101", None),
        ("FooBot/1.0", None),
        # Nobody sends the name of a token that only controls a use.
        ("Google-Extended/1.0", None),
    ]:
        found = agents.find_in_header(header)
        assert (found.token if found else None) == token
        assert agents.UserAgent(header).agent == found
    for header, token in [("FooBot/2.1 (x)", "FooBot"), ("Mozilla/5.0 (compatible; ab/1)", "ab"), ("Mozilla/5.0", None)]:
        assert agents.product_token(header) == token
    assert agents.near_miss("Googlebot") is None is agents.near_miss("entirely-different")
    with pytest.raises(ValueError, match='^token: expected the product token of a well-known crawler, not "Googelbot"'):
        agents.Agent("Googelbot")


def test_a_user_agent():
    for made, header, tokens, agent, star in [
        (agents.UserAgent("Googlebot-Image/1.0"), "Googlebot-Image/1.0", ["Googlebot-Image", "Googlebot"], "Googlebot-Image", True),
        (agents.UserAgent.resolve(b"AdsBot-Google"), "AdsBot-Google", ["AdsBot-Google"], "AdsBot-Google", False),
        (agents.UserAgent("FooBot/1 (x)"), "FooBot/1 (x)", ["FooBot"], None, True),
        (agents.UserAgent("Mozilla/5.0"), "Mozilla/5.0", [], None, True),
    ]:
        found = (made.header, made.tokens, made.agent and made.agent.token, made.obeys_star, made.name)
        assert found == (header, tokens, agent, star, (*tokens, "*")[0])
    assert repr(agents.UserAgent("a\n")) == 'UserAgent("a\\n")' and repr(agents.UserAgent.resolve("a")) == 'UserAgent.resolve("a")'
    assert repr(agents.Token('a"')) == 'Token("a\\"")'


def test_a_list_ignores_star_if_one_of_it_does():
    body = "User-agent: *\nDisallow: /\nCrawl-delay: 7\n"
    # Wherever in the list it is.
    for crawler in (["AdsBot-Google", "FooBot"], ["FooBot", "AdsBot-Google"], ("FooBot", agents.Agent("AdsBot-Google"), "BarBot")):
        assert rx.is_allowed(body, crawler, "/"), crawler
    own = "User-agent: FooBot\nDisallow: /x\n\n" + body
    for crawler in (["FooBot", "bingbot"], ["bingbot", "FooBot"], ("FooBot", agents.Agent("bingbot"), "BarBot")):
        assert rx.Rules(own, crawler).crawl_delay == 7, crawler


def test_a_list_has_all_names_of_each_crawler():
    body = "User-agent: Googlebot\nDisallow: /x\n\nUser-agent: *\nDisallow: /star\n"
    image = agents.Agent("Googlebot-Image")
    for crawler in (["NoBot", image], (image, "NoBot"), ["NoBot", "Googlebot-Image"], ["NoBot", agents.UserAgent("Googlebot-Image/1.0")]):
        assert not rx.is_allowed(body, crawler, "/x") and rx.Rules(body, crawler).group == "Googlebot", crawler
        assert rx.check_batch(body, tuple(crawler), ["/x", "/star"]).allowed.to_list() == [False, True]
        (result,) = rx.test(body, crawler, disallow=["/x"])
        assert result.outcome == "proved"
    for crawler in (["NoBot", agents.Token("Googlebot-Image")], ["NoBot", "OtherBot"]):
        assert rx.Rules(body, crawler).group == "*"


PERMISSIONS = {
    "may_index": "noindex",
    "may_follow": "nofollow",
    "may_archive": "noarchive",
    "may_show_snippet": "nosnippet",
    "may_translate": "notranslate",
    "may_index_images": "noimageindex",
    "may_use_for_ai": "noai",
    "may_use_images_for_ai": "noimageai",
    "may_use_for_training": "noml",
}


@pytest.mark.parametrize("name", PERMISSIONS)
def test_each_permission_of_a_page(name):
    for source in ({"meta": [("robots", PERMISSIONS[name])]}, {"headers": {"X-Robots-Tag": PERMISSIONS[name]}}):
        rules = rx.PageRules("FooBot", **source)
        assert {other for other in PERMISSIONS if not getattr(rules, other)} == {name}


def test_the_other_statements_of_a_page():
    nothing = rx.PageRules("FooBot")
    limits = ("max_snippet", "max_image_preview", "max_video_preview", "unavailable_after")
    assert [getattr(nothing, name) for name in limits] == [None] * 4
    assert (nothing.may_index_if_embedded, nothing.licenses, nothing.unknown) == (False, [], [])
    for statement, name, value in [
        ("max-snippet:0", "max_snippet", 0),
        ("max-snippet:-1", "max_snippet", -1),
        ("max-video-preview:30", "max_video_preview", 30),
        ("max-video-preview:-1", "max_video_preview", -1),
        ("max-image-preview:none", "max_image_preview", "none"),
        ("max-image-preview:standard", "max_image_preview", "standard"),
        ("max-image-preview:large", "max_image_preview", "large"),
        ("unavailable_after: 2030-01-02", "unavailable_after", "2030-01-02T00:00:00Z"),
        ("noindex, indexifembedded", "may_index_if_embedded", True),
        ("strange, odd", "unknown", ["odd", "strange"]),
        ("two words, \u00fcber", "unknown", ["two words", "\u00fcber"]),
        # Understood, and not obeyed: of another kind.
        ("max-snippet:x, odd", "unknown", ["odd"]),
    ]:
        rules = rx.PageRules("FooBot", meta=[("robots", statement)])
        assert getattr(rules, name) == value, statement
        assert [other for other in limits if other != name and getattr(rules, other) is not None] == [], statement
        assert pickle.loads(pickle.dumps(rules)) == copy.copy(rules) == rules and hash(rules) == hash(copy.deepcopy(rules))
    links = [("Link", f'<https://example.com/{name}>; rel="license"; type="application/rsl+xml"') for name in "ab"]
    assert rx.PageRules("FooBot", headers=links).licenses == ["https://example.com/a", "https://example.com/b"]
    # Two are equal if they say the same, for whomever.
    one, other = (rx.PageRules(name, meta=[("robots", "NOINDEX")]) for name in ("FooBot", "BarBot"))
    assert one == other and hash(one) == hash(other)
    assert one != rx.PageRules("FooBot", meta=[("robots", "nofollow")]) and hash(one) != hash(nothing)
    for statement, text in [("noindex", "noindex, follow"), ("nofollow", "index, nofollow"), ("none", "noindex, nofollow"), ("all", "index, follow")]:
        assert repr(rx.PageRules("FooBot", meta=[("robots", statement)])) == f"<PageRules: {text}>"


def test_whom_the_statements_of_a_page_are_for():
    meta = [("robots", "noarchive"), ("foobot", "noindex"), ("barbot", "nofollow")]
    for crawler, expected in [
        ("FooBot", (False, True)),
        (["FooBot", "BarBot"], (False, False)),
        (["NoBot", "BarBot"], (True, False)),
        (["NoBot", "OtherBot", "FooBot"], (False, True)),
        ("NoBot", (True, True)),
    ]:
        rules = rx.PageRules(crawler, meta=meta)
        assert (rules.may_index, rules.may_follow) == expected, crawler
        assert pickle.loads(pickle.dumps(rules)) == rules
    # A well-known crawler with other names beside its own has all of them.
    assert not rx.PageRules(["Googlebot", "FooBot"], meta=[("foobot", "noindex")]).may_index
    yandex = [("yandex", "noindex")]
    assert not rx.PageRules("YandexBot", meta=yandex).may_index
    # Google's crawlers read the tags named `google`, too; a bare token is nothing but itself.
    google = [("google", "notranslate")]
    assert not rx.PageRules("Googlebot", meta=google).may_translate
    token = rx.PageRules(agents.Token("Googlebot"), meta=google)
    for again in (token, pickle.loads(pickle.dumps(token)), copy.copy(token)):
        assert again.may_translate and again == token
    restore, (names, pairs, headers, is_token, combination) = token.__reduce__()
    assert (names, headers, is_token, combination) == (["Googlebot"], [], True, None)
    assert [restore(names, pairs, [], *kind).may_translate for kind in ((), (False,), (True,))] == [False, False, True]


def test_header_fields_of_a_page():
    class Raw(dict):
        raw = [(b"x-robots-tag", b"noindex")]

    fields = [("X-Robots-Tag", "nofollow"), (b"x-robots-tag", b"noarchive"), ("Robots-Tag", "*=nosnippet"), ("Content-Type", "noindex")]
    for headers in (fields, iter(fields), tuple(map(list, fields))):
        rules = rx.PageRules("FooBot", headers=headers)
        assert (rules.may_index, rules.may_follow, rules.may_archive, rules.may_show_snippet) == (True, False, False, False)
    # httpx has what was sent in `raw`; other clients decode each byte as a character.
    raw = rx.PageRules("FooBot", headers=Raw({"X-Robots-Tag": "nofollow"}))
    assert not raw.may_index and raw.may_follow
    assert rx.PageRules("FooBot", headers={"X-Robots-Tag": "\u00fcber".encode().decode("latin-1")}).unknown == ["\u00fcber"]
    for wrong in ([("a", "b", "c")], [("a",)], [3], 3):
        with pytest.raises(TypeError):
            rx.PageRules("FooBot", meta=wrong)
    with pytest.raises(TypeError, match="^headers: expected pairs of a name and a value, each str or bytes, not tuple"):
        rx.PageRules("FooBot", headers=[("a", "b", "c")])


EXTENDED = """User-agent: *
Allow: /
Disallow: /no
Crawl-delay: 0.25
Request-rate: 1/10s 0830-1215
Request-rate: 3/5m
Visit-time: 0615-0845
Content-Signal: ai-train=no, search=yes
Content-Usage: train-ai=n
Content-Usage: /x search=n, train-ai=y
License: https://example.com/a
License: https://example.com/b
Sitemap: https://example.com/1.xml
Sitemap: https://example.com/2.xml
Host: example.com
Host: www.example.com
"""


def test_what_rules_know():
    robots = rx.RobotsTxt(EXTENDED)
    rules = robots.rules_for("FooBot")
    rates = [(1, 10.0, time(8, 30), time(12, 15)), (3, 300.0, None, None)]
    for one in (rules, rx.Rules(EXTENDED, "FooBot"), rx.Rules.from_bytes(rules.to_bytes()), pickle.loads(pickle.dumps(rules))):
        assert (one.group, one.crawl_delay, one.request_rates, one.visit_times) == ("*", 0.25, rates, [(time(6, 15), time(8, 45))])
        assert one.content_signal == {"ai-train": "no", "search": "yes"}
        assert one.licenses == ["https://example.com/a", "https://example.com/b"]
        assert len(one) == 2 and repr(one) == '<Rules of group "*": 2>'
    assert (robots.licenses, robots.hosts) == (rules.licenses, ["example.com", "www.example.com"])
    assert robots.sitemaps == ["https://example.com/1.xml", "https://example.com/2.xml"]
    assert rx.RobotsTxt("Sitemap:\nSitemap: # none\n").sitemaps == []
    (group,) = robots.groups
    assert (group.agents, group.line, group.crawl_delay, group.request_rates) == (["*"], 1, 0.25, rates)
    assert [(rule.is_allow, rule.pattern, rule.pattern_bytes, rule.line) for rule in group.rules] == [(True, "/", b"/", 2), (False, "/no", b"/no", 3)]
    assert repr(robots) == f"<RobotsTxt: 1 groups, {len(EXTENDED)} bytes>"
    assert "dialect google" in repr(rx.RobotsTxt("", dialect="google"))
    nothing = rx.Rules("", "FooBot")
    assert (nothing.group, nothing.content_signal, nothing.licenses, nothing.visit_times) == (None, None, [], [])
    assert bool(nothing) and repr(nothing) == "<Rules: 0>" and repr(rx.Rules("User-agent: FooBot\nDisallow: /", "foobot")) == '<Rules of group "FooBot": 1>'


def test_preferences_about_the_use_of_a_url():
    rules = rx.Rules(EXTENDED, "FooBot")
    for category, url, expected in [
        ("train-ai", "/", False),
        ("train-ai", "https://example.com/x", True),
        ("search", b"/x", False),
        ("search", "/", None),
        # It may not be fetched.
        ("train-ai", "/no", None),
    ]:
        assert rules.usage(category, url) is expected, (category, url)
    with pytest.raises(ValueError, match='^category: expected train-ai or search, not "ai-train"'):
        rules.usage("ai-train", "/")
    with pytest.raises(ValueError, match="^url: expected a URL, "):
        rules.usage("search", "x")


def test_what_an_argument_of_rules_does():
    """Each of them alone, wherever it is taken."""
    body = "User-agent: *\nAllow: /x\nDisalow: /x\nDisallow: /y\n"
    makers = {
        "RobotsTxt": lambda text, **options: rx.RobotsTxt(text, **options).rules_for("FooBot"),
        "Rules": lambda text, **options: rx.Rules(text, "FooBot", **options),
    }
    for name, make in makers.items():
        assert make(body).is_allowed("/x") and not make(body.replace("Allow: /x\n", ""), dialect="lenient").is_allowed("/x"), name
        assert not make(body).is_allowed("/y") and make(body, max_bytes=len(body) - 2).is_allowed("/y"), name
        assert not make(body, max_bytes=len(body)).is_allowed("/y"), name
        assert make(body.encode("utf-16")).is_allowed("/y") and not make(body.encode("utf-16"), transcode_utf16=True).is_allowed("/y"), name
    only_lenient = "User-agent: *\nDisalow: /x\n"
    for ask in (
        lambda **options: rx.is_allowed(only_lenient, "FooBot", "/x", **options),
        lambda **options: rx.check(only_lenient, "FooBot", "/x", **options).allowed,
        lambda **options: rx.test(only_lenient, "FooBot", allow=["/x"], **options)[0].outcome == "proved",
        lambda **options: rx.check_batch(only_lenient, "FooBot", "/x", **options).allowed[0],
        lambda **options: rx.Judge(**options).check_batch(only_lenient, "FooBot", "/x").allowed[0],
        lambda **options: rx.check_table({"robots": only_lenient, "agent": "FooBot", "url": "/x"}, **options).allowed[0],
    ):
        for dialect, expected in [(None, True), ("rfc9309", True), ("lenient", False), (rx.Dialect.LENIENT, False), (rx.Dialect.LENIENT.replace(index_html=True), False)]:
            assert ask(dialect=dialect) is expected, dialect
    # Without a dialect an edit counts for every crawler in its own, and Google's reads the misspelled key.
    for dialect, expected in [(None, False), ("rfc9309", True), ("lenient", False)]:
        assert rx.diff("", only_lenient, dialect=dialect).is_without_effect is expected, dialect


def test_verdicts_and_rules_show_what_they_are():
    robots = rx.RobotsTxt(b"User-agent: *\nDisallow: /\xfc\nAllow: /x\n")
    verdict, rule = robots.check("FooBot", "/%FC"), robots.groups[0].rules[0]
    assert repr(verdict) == f"<Verdict: {verdict}>" == "<Verdict: disallowed by `Disallow: /\ufffd` on line 2, in the group of *>"
    assert repr(rule) == '<Rule "Disallow: /\ufffd", line 2>' and rule.pattern == "/\ufffd"
    assert {rule, copy.copy(rule)} == {rule} and len({*robots.groups[0].rules}) == 2
    assert list(verdict.to_dict()) == ["allowed", "reason", "line", "rule", "group"]
    with pytest.raises(ValueError, match="these are no fields of a verdict"):
        _native._verdict(True, "no-reason", None, None, None, "")
    reasons = {
        "rule": robots.check("FooBot", "/x"),
        "no-matching-rule": robots.check("FooBot", "/"),
        "no-group": rx.check("", "FooBot", "/"),
        "robots-txt-itself": robots.check("FooBot", "/robots.txt"),
        "unreachable": rx.Rules.disallow_all().check("/"),
    }
    assert rx.Rules.allow_all().check("/").reason == "no-group"
    for reason, found in reasons.items():
        assert found.reason == reason == found.to_dict()["reason"] and bool(found) is found.allowed is (reason != "unreachable")
        assert pickle.loads(pickle.dumps(found)) == found and hash(copy.copy(found)) == hash(found)


def test_why_a_rule_lost():
    robots = rx.RobotsTxt("User-agent: *\nDisallow: /a\nAllow: /a\nDisallow: /\n")
    assert [(str(rule), lost) for rule, lost in robots.matching_rules("FooBot", "/a")] == [("Allow: /a", None), ("Disallow: /a", "kind"), ("Disallow: /", "length")]


def test_lines_in_a_dialect():
    body = b"\tUser-agent : * # all\nDisalow: /x\n\n  \n# only\ntext\nFoo: \xfc\nsitemap: https://e.com/s#x\n"
    rows = [(line.number, line.kind, line.key, line.value, line.comment, line.text) for line in rx.RobotsTxt(body, dialect="lenient").lines]
    assert rows == [
        (1, "User-agent", "User-agent", "*", "# all", "\tUser-agent : * # all"),
        (2, "Disallow", "Disalow", "/x", None, "Disalow: /x"),
        (3, "blank", None, None, None, ""),
        (4, "blank", None, None, None, "  "),
        (5, "comment", None, None, "# only", "# only"),
        (6, "no-key", None, None, None, "text"),
        (7, "unknown", "Foo", "\ufffd", None, "Foo: \ufffd"),
        (8, "Sitemap", "sitemap", "https://e.com/s", "#x", "sitemap: https://e.com/s#x"),
    ]
    assert rx.RobotsTxt(body).lines[1].kind == "unknown"


def test_each_field_of_a_finding():
    body = "User-agent: *\nAllow: /\n# \u00fc\nDisallow: /\u00fc\nDisallow: /\u00fcb\nDissallow: /c\n"
    covered, misspelled = (found for found in rx.lint(body) if found.code in ("R037", "R010"))
    place = (covered.code, covered.name, covered.severity, covered.line, covered.column, covered.end_line, covered.end_column)
    assert place == ("R037", "redundant-rule", "info", 5, 11, 5, 14)
    assert covered.message == "this rule has no effect: `Disallow: /\u00fc` in line 4 covers it" and covered.help == "remove the line"
    assert rx.url_problem(covered.witness) is None and not rx.is_allowed(body, "FooBot", covered.witness)
    start, end, text = covered.correction
    assert body[:start] + text + body[end:] == body.replace("Disallow: /\u00fcb\n", "") and covered.suggestions == []
    assert str(covered) == covered.text == f"5:11: info[R037]: {covered.message}"
    place = (misspelled.code, misspelled.name, misspelled.severity, misspelled.line, misspelled.column, misspelled.end_line, misspelled.end_column)
    assert place == ("R010", "misspelled-key", "error", 6, 1, 6, 10)
    assert (misspelled.help, misspelled.witness, misspelled.correction) == ("write `Disallow: /c`", None, None)
    # In bytes, the same places are other columns and offsets.
    in_bytes = next(found for found in rx.lint(body.encode()) if found.code == "R037")
    assert (in_bytes.column, in_bytes.end_column) == (11, 15)
    start, end, text = in_bytes.correction
    assert body.encode()[:start] + text + body.encode()[end:] == body.replace("Disallow: /\u00fcb\n", "").encode() and text == b""
    # Where it begins is counted alike.
    late = "User-agent: *\nDisallow: /\u00fc\u20ac b\n"
    assert [(found.column, found.end_column) for given in (late, late.encode()) for found in rx.lint(given) if found.code == "R041"] == [(14, 15), (17, 18)]
    several = rx.lint("User-agent: *\nDisallow: /* x=$\n")
    (choices,) = (found.suggestions for found in several if found.code == "R041")
    assert [text for _, _, text in choices] == ["%20", ""]
    assert {found.severity for found in rx.lint("User-agent: *\nDisallow: x\nNoindex: /x\nCrawl-delay: 1\n")} == {"error", "warning", "info"}


def test_each_argument_of_lint_and_fix():
    body = "User-agent: *\nDisallow: /a\nDisallow: /a/b\nDisalow: /c\nNoindex: /d\n"
    codes = [finding.code for finding in rx.lint(body)]
    assert codes == ["R037", "R010", "R016"]
    assert [finding.code for finding in rx.lint(body, disable=["R010", "retired-key"])] == ["R037"]
    assert [finding.code for finding in rx.lint(body, disable=("R037", "R010"))] == ["R016"]
    assert "R010" in codes and rx.lint("User-agent: *\nDisallow: /x\nDisalow: /\n", dialect="lenient") != rx.lint("User-agent: *\nDisallow: /x\nDisalow: /\n")
    assert rx.fix(body) == body.replace("Disallow: /a/b\n", "")
    assert rx.fix(body, disable=["R037"]) == body
    assert rx.fix(body, also=["R016", "R010"], disable=["redundant-rule"]) == rx.fix(body, also=["misspelled-key"], disable=["R037"]) == body.replace("Disalow", "Disallow")
    # In 1994 a star was a star, so that no rule covers the other.
    star = "User-agent: *\nDisallow: /*/b\nDisallow: /x/b\n"
    assert rx.fix(star, dialect="original1994") == star != rx.fix(star)
    with pytest.raises(ValueError, match='^also: expected codes of findings, not "R999"'):
        rx.fix(body, also=["R010", "R999"])
    with pytest.raises(ValueError, match="^disable: .*R999"):
        rx.fix(body, disable=["R010", "R999"])
    with pytest.raises(ValueError, match='^url: expected an absolute URL, not "x": '):
        rx.fix(body, url="x")
    for wrong in (b"R010", "R010", bytearray(b"R010"), 3):
        with pytest.raises(TypeError):
            rx.lint(body, disable=wrong)


OLD = "User-agent: *\nDisallow: /a\n\nUser-agent: FooBot\nDisallow: /x\nAllow: /x/y\n"
NEW = "User-agent: *\nAllow: /\n\nUser-agent: FooBot\nDisallow: /x\nDisallow: /z\n"


def test_each_field_of_a_difference():
    diff = rx.diff(OLD, NEW, agents=["BarBot"])
    opened = ("*", "https://example.com/a", False, True, "Disallow: /a", "Allow: /")
    expected = [
        ("rule-added", "major", "opens", ["*", "BarBot"], None, 2, "Allow: /", opened),
        ("rule-removed", "major", "opens", ["*", "BarBot"], 2, None, "Disallow: /a", opened),
        ("rule-added", "minor", "closes", ["FooBot"], None, 6, "Disallow: /z", ("FooBot", "https://example.com/z", True, False, None, "Disallow: /z")),
        ("rule-removed", "minor", "closes", ["FooBot"], 6, None, "Allow: /x/y", ("FooBot", "https://example.com/x/y", True, False, "Allow: /x/y", "Disallow: /x")),
    ]

    def fields(witness):
        return witness.agent, witness.url, witness.allowed_before, witness.allowed_after, witness.rule_before, witness.rule_after

    found = [
        (change.kind, change.impact, change.effect, change.agents, change.line_before, change.line_after, change.text, fields(change.witnesses[0]))
        for change in diff.changes
    ]
    assert found == expected and all(len(change.witnesses) == 1 for change in diff.changes)
    assert [str(change) for change in diff.changes] == [change.shown for change in diff.changes]
    assert str(diff.changes[2]) == "minor: FooBot can crawl less: `Disallow: /z` was added"
    assert str(diff.changes[3].witnesses[0]) == "https://example.com/x/y: allowed -> disallowed, was `Allow: /x/y`, now `Disallow: /x`"
    assert [(effect.agents, effect.effect, effect.impact) for effect in diff.effects] == [(["*", "BarBot"], "opens", "major"), (["FooBot"], "closes", "minor")]
    assert [[witness.agent for witness in effect.witnesses] for effect in diff.effects] == [["*"], ["FooBot"]]
    assert (diff.is_without_effect, diff.is_undecided) == (False, False)
    moved = rx.diff("User-agent: *\nDisallow: /a\nDisallow: /b\n", "User-agent: *\nDisallow: /b\nDisallow: /a\n")
    assert moved.is_without_effect and all((change.effect, change.witnesses) == ("none", []) for change in moved.changes)


def test_the_crawlers_that_a_difference_is_about():
    def affected(old, new, given):
        return {agent for effect in rx.diff(old, new, agents=given).effects if effect.effect != "none" for agent in effect.agents}

    old, new = "User-agent: FooBot\nDisallow: /\n", "User-agent: FooBot\nDisallow: /x\n"
    for given, expected in [
        ("BarBot", {"FooBot"}),
        (["BarBot"], {"FooBot"}),
        (agents.Agent("bingbot"), {"FooBot"}),
        # One crawler of two names, called by the first.
        ([["BarBot", "FooBot"]], {"FooBot", "BarBot"}),
        ([("BarBot", "BazBot")], {"FooBot"}),
    ]:
        assert affected(old, new, given) == expected, given
    # Several, of which each is a crawler of its own.
    crawlers = ["BarBot", ["BazBot", "OtherBot"], agents.Agent("AdsBot-Google"), agents.UserAgent("Mozilla/5.0 (compatible; QuxBot/1)")]
    for given in ("BarBot", b"BarBot", ["BarBot"], agents.Token("BarBot"), ("BarBot",)):
        assert affected("", "User-agent: *\nDisallow: /\n", given) == {"*", "BarBot"}, given
    # Those that are not affected are said not to be.
    unaffected = [(effect.agents, effect.effect, effect.witnesses) for effect in rx.diff(old, new, agents=["BarBot"]).effects if effect.effect == "none"]
    assert unaffected == [(["*", "BarBot"], "none", [])]
    assert affected("", "User-agent: *\nDisallow: /\n", crawlers) == {"*", "BarBot", "BazBot", "QuxBot"}


def test_each_field_of_an_assertion():
    body = "User-agent: *\nDisallow: /a\nAllow: /a/b\nAllow: /a/c\n"
    results = rx.test(body, "FooBot", disallow=["/a"], allow=["/a/b", "/a"])
    assert [(result.expected, result.pattern, result.outcome) for result in results] == [
        ("allow", "/a/b", "proved"),
        ("allow", "/a", "refuted"),
        ("disallow", "/a", "refuted"),
    ]
    assert (results[0].url, results[0].verdict) == (None, None)
    for result in results[1:]:
        assert result.verdict == rx.check(body, "FooBot", result.url) and result.verdict.allowed is (result.expected == "disallow")
    for exceptions, outcome in [(["/a/b", "/a/c"], "proved"), (["/a/b"], "refuted"), (["/a/c"], "refuted"), ([], "refuted")]:
        assert rx.test(body, "FooBot", disallow=["/a"], exceptions=exceptions)[0].outcome == outcome, exceptions
    assert rx.test(body, "FooBot") == []
    # What is about no URL would be true of every file.
    for arguments, message in [
        ({"disallow": ["checkout"]}, 'disallow: "checkout" matches no URL; write a pattern that begins with / or *'),
        ({"allow": ["/", "https://e.com/private/"]}, 'allow: "https://e.com/private/" matches no URL; write a pattern that begins with / or *'),
        ({"allow": [""]}, 'allow: "" matches no URL; write a pattern that begins with / or *'),
        ({"allow": ["/a"], "exceptions": ["private"]}, 'exceptions: "private" matches no URL; write a pattern that begins with / or *'),
        ({"allow": ["/zzz"], "exceptions": ["/"]}, 'allow: "/zzz" matches no URL that is not an exception'),
        ({"disallow": ["/a#b"]}, 'disallow: "/a#b" matches no URL'),
        ({"disallow": ["*a"], "dialect": "original1994"}, 'disallow: "*a" matches no URL'),
    ]:
        with pytest.raises(ValueError) as caught:
            rx.test(body, "FooBot", **arguments)
        argument, problem = message.split(": ", 1)
        assert str(caught.value) == f"{argument}: expected patterns of URLs, not {problem.replace(' matches', ', which matches', 1)}"
    # In 1994 a star was a star, in rules and in what is asserted.
    star = "User-agent: *\nDisallow: /*/x\n"
    for dialect, outcome in [("rfc9309", "proved"), ("original1994", "proved"), ("google", "proved")]:
        assert rx.test(star, "FooBot", disallow=["/*/x"], dialect=dialect)[0].outcome == outcome, dialect
    for dialect, outcome in [("rfc9309", "refuted"), ("original1994", "proved")]:
        assert rx.test("User-agent: *\nDisallow: /*\n", "FooBot", allow=["/a"], dialect=dialect)[0].outcome == outcome
        assert rx.test("User-agent: *\nDisallow: /a\n", "FooBot", allow=["/*"], dialect=dialect)[0].outcome == outcome
    (result,) = rx.test("User-agent: *\nDisallow: /A%2f\n", "FooBot", disallow=["/A%2f"])
    assert (result.pattern, result.outcome) == ("/A%2f", "proved")


def test_each_field_of_a_comparison():
    body = "User-agent: *\nDisallow: /a\nAllow: /a/b\n"
    comparisons = rx.compare(body, "FooBot", dialects=["rfc9309", "original1994", "google"])
    assert [(found.dialects, found.outcome) for found in comparisons] == [
        (("rfc9309", "original1994"), "refuted"),
        (("rfc9309", "google"), "proved"),
        (("original1994", "google"), "refuted"),
    ]
    for found in comparisons:
        first, second = found.dialects
        assert bool(found.urls) is (found.outcome == "refuted")
        for url in found.urls:
            assert rx.is_allowed(body, "FooBot", url, dialect=first) != rx.is_allowed(body, "FooBot", url, dialect=second)
    names = [name for name, _ in rx.Dialect.presets()]
    pairs = [(first, second) for at, first in enumerate(names) for second in names[at + 1 :]]
    assert [found.dialects for found in rx.compare(body, "FooBot")] == pairs
    with pytest.raises(ValueError, match='^dialects: expected names of dialects, not "bing"'):
        rx.compare(body, "FooBot", dialects=["google", "bing"])


PAGES = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>https://example.com/1</loc><lastmod>2026-01-02T03:04:05+01:00</lastmod><changefreq>weekly</changefreq><priority>0.3</priority>
<image:image><image:loc>https://example.com/i.png</image:loc></image:image><image:image><image:loc>https://example.com/j.png</image:loc></image:image>
<xhtml:link rel="alternate" hreflang="de" href="https://example.com/de"/><xhtml:link rel="alternate" hreflang="fr" href="https://example.com/fr"/></url>
<url><loc>not a url</loc></url>
<url><loc>https://example.com/A%2f?b</loc><lastmod>yesterday</lastmod></url>
</urlset>"""


def test_each_field_of_a_sitemap():
    sitemap = rx.read_sitemap(PAGES)
    assert iter(sitemap) is sitemap and sitemap.format is None and sitemap.problems == []
    assert next(sitemap) == rx.SitemapEntry(
        loc="https://example.com/1",
        is_sitemap=False,
        lastmod="2026-01-02T03:04:05+01:00",
        changefreq="weekly",
        priority=0.3,
        images=["https://example.com/i.png", "https://example.com/j.png"],
        alternates=[("de", "https://example.com/de"), ("fr", "https://example.com/fr")],
        line=3,
    )
    # Problems are those so far.
    assert sitemap.format == "urlset" and sitemap.problems == []
    bare = {"changefreq": None, "priority": None, "images": [], "alternates": []}
    assert list(sitemap) == [rx.SitemapEntry(loc="https://example.com/A%2f?b", is_sitemap=False, lastmod=None, line=7, **bare)]
    dropped = rx.SitemapProblem(kind="loc-not-absolute", message="loc is not an absolute URL", line=6, excerpt="not a url", entry_dropped=True)
    kept = rx.SitemapProblem(kind="invalid-lastmod", message="lastmod is not a date", line=7, excerpt="yesterday", entry_dropped=False)
    assert sitemap.problems == [dropped, kept] and str(kept) == "invalid-lastmod on line 7: lastmod is not a date"
    assert list(sitemap) == []
    index = '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n<sitemap><loc>https://example.com/s.xml</loc></sitemap></sitemapindex>'
    found = rx.read_sitemap(index)
    assert list(found) == [rx.SitemapEntry(loc="https://example.com/s.xml", is_sitemap=True, lastmod=None, line=2, **bare)] and found.format == "index"
    for format, text in [
        ("text", "https://example.com/1\n"),
        ("rss", '<rss version="2.0"><channel><item><link>https://example.com/1</link></item></channel></rss>'),
        ("atom", '<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="https://example.com/1"/></entry></feed>'),
    ]:
        for source in (text, text.encode(), bytearray(text.encode()), memoryview(text.encode()), io.BytesIO(text.encode())):
            found = rx.read_sitemap(source)
            assert [entry.loc for entry in found] == ["https://example.com/1"] and found.format == format


def test_who_closes_the_file_of_a_sitemap(tmp_path, monkeypatch):
    opened = []
    real = io.open
    (tmp_path / "s.txt").write_text("https://example.com/1\n")
    (tmp_path / "robots.txt").write_text("User-agent: *\nDisallow: /\n")

    def watched(*arguments):
        opened.append(real(*arguments))
        return opened[-1]

    monkeypatch.setattr(io, "open", watched)
    assert len(list(rx.read_sitemap(tmp_path / "s.txt"))) == 1
    assert [file.closed for file in opened] == [True]
    with real(tmp_path / "s.txt", "rb") as own:
        assert len(list(rx.read_sitemap(own))) == 1
        assert not own.closed
    # A file that was read to have a robots.txt.
    assert not rx.is_allowed(tmp_path / "robots.txt", "FooBot", "/")
    assert [file.closed for file in opened] == [True, True]


def test_a_sitemap_is_read_in_parts():
    class Slow:
        """As much as a network has, a few bytes at a time."""

        def __init__(self, content):
            self.content = io.BytesIO(content)

        def read(self, size):
            assert size > 0
            return self.content.read(min(size, 7))

    assert [entry.loc for entry in rx.read_sitemap(Slow(PAGES.encode()))] == ["https://example.com/1", "https://example.com/A%2f?b"]

    class Broken(Slow):
        def read(self, size):
            found = super().read(size)
            if not found:
                raise OSError(5, "gone")
            return found

    sitemap = rx.read_sitemap(Broken(b"https://example.com/1\nhttps://example.com/2\nhttps://exa"))
    with pytest.raises(OSError, match="gone"):
        list(sitemap)


def test_records_are_values():
    """Equal by what they say, and not by how it is shown; frozen; made by the names of their fields."""
    finding = rx.lint("User-agent: *\nDisalow: /x\n")[0]
    diff = rx.diff(OLD, NEW)
    sitemap = rx.read_sitemap(PAGES)
    entry = list(sitemap)[0]
    problem = sitemap.problems[0]
    decision, visit, outcome = Decision(action="fetch-page"), Visit(action="skip"), Fetched(404).outcome()
    (result,), (comparison,) = rx.test(OLD, "x", allow=["/a"]), rx.compare(OLD, "x", dialects=["rfc9309", "original1994"])
    group, line = rx.RobotsTxt(OLD).groups[0], rx.RobotsTxt(OLD).lines[0]
    shown = {rx.Finding: ["text"], rx.Witness: ["text"], rx.Change: ["shown"], Outcome: ["text"], Visit: ["_read", "_aread"]}
    for value in (finding, diff, diff.changes[0], diff.changes[0].witnesses[0], diff.effects[0], entry, problem, result, comparison, group, line, decision, visit, outcome):
        kind = type(value)
        for field in dataclasses.fields(value):
            other = dataclasses.replace(value, **{field.name: "another"})
            is_shown = field.name in shown.get(kind, [])
            assert (other == value) is is_shown, field.name
            assert (f" {field.name}=" in f" {repr(value).partition('(')[2]}") is not is_shown, field.name
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(value, field.name, None)
        assert hash(value) == hash(copy.copy(value)) and isinstance(hash(value), int)
        with pytest.raises(TypeError):
            kind(*(getattr(value, field.name) for field in dataclasses.fields(value)))
    assert str(finding) == finding.text and str(diff.changes[0]) == diff.changes[0].shown and str(diff.changes[0].witnesses[0]) == diff.changes[0].witnesses[0].text
    assert str(problem) == f"{problem.kind} on line {problem.line}: {problem.message}"
    assert (decision.until, decision.reason, decision.delay) == (None, None, None)
    assert (visit.response, visit.redirect, visit.until, visit.reason, visit.delay) == (None,) * 5
    assert str(group) == repr(group) and not rx.TestResult.__test__


def test_what_is_no_ascii():
    """Characters are what the file has, and bytes that are no UTF-8 are U+FFFD."""
    for raw, shown in [("\u00fc\u20ac".encode(), "\u00fc\u20ac"), (b"\xfc", "\ufffd")]:
        body = b"User-agent: *\nDisallow: /%s\nLicense: https://e.com/%s\nSitemap: https://e.com/%s\nHost: %s\nX: %s # %s\n" % ((raw,) * 6)
        robots = rx.RobotsTxt(body)
        rule = robots.groups[0].rules[0]
        assert (rule.pattern, rule.pattern_bytes, str(rule)) == (f"/{shown}", b"/" + raw, f"Disallow: /{shown}")
        assert (robots.sitemaps, robots.hosts) == ([f"https://e.com/{shown}"], [shown])
        assert robots.licenses == robots.rules_for("FooBot").licenses == [f"https://e.com/{shown}"]
        last = robots.lines[-1]
        assert (last.key, last.value, last.comment, last.text) == ("X", shown, f"# {shown}", f"X: {shown} # {shown}")
        verdict = robots.check("FooBot", b"/" + raw)
        assert verdict.rule == f"Disallow: /{shown}" and pickle.loads(pickle.dumps(verdict)).to_dict() == verdict.to_dict()
        assert rx.check_batch(body, "FooBot", [b"/" + raw], detail=True)["rule"].to_list() == [f"Disallow: /{shown}"]
    assert rx.PageRules("FooBot", headers=[("X-Robots-Tag", "\u00fcber".encode())]).unknown == ["\u00fcber"]
    assert rx.PageRules("FooBot", meta=[("robots", "\u00fcber"), ("robots", "\u00e9".encode())]).unknown == ["\u00e9", "\u00fcber"]


def test_a_page_that_contradicts_itself():
    ways = ("most-restrictive", "most-permissive", "workshop-1996")
    for content, expected in [
        ("index, noindex", [False, True, True]),
        ("ALL, NOINDEX", [False, True, True]),
        ("all, noarchive", [True, True, True]),
        ("noindex", [False, False, False]),
    ]:
        found = [rx.PageRules("FooBot", meta=[("robots", content)], combination=way) for way in ways]
        assert [rules.may_index for rules in found] == expected, content
        assert rx.PageRules("FooBot", meta=[("robots", content)]).may_index is expected[0]
        for rules in found:
            assert pickle.loads(pickle.dumps(rules)) == rules
    archived = [rx.PageRules("FooBot", meta=[("robots", "all, noarchive")], combination=way).may_archive for way in ways]
    assert archived == [False, False, True]
    # As its operator documents, unless something else is asked for.
    assert rx.PageRules("YandexBot", meta=[("robots", "index, noindex")]).may_index
    assert not rx.PageRules("YandexBot", meta=[("robots", "index, noindex")], combination="most-restrictive").may_index
    with pytest.raises(ValueError, match='^combination: expected one of most-restrictive, workshop-1996, most-permissive, not "google"'):
        rx.PageRules("FooBot", combination="google")


def test_descriptive_tags():
    none = rx.DocumentTags([("robots", "none"), ("keyword", "x")])
    assert (none.keywords, none.description, none.document_state, none.is_static, none.url) == ([], None, "STATIC", True, None)
    meta = [(" KEYWORDS", "Robots, page rules,"), ("keywords", "second"), ("Description", " A page. "), ("Document-State", "Dynamic"), ("URL", b"https://example.com/")]
    tags = rx.DocumentTags(meta)
    assert (tags.keywords, tags.description, tags.document_state, tags.is_static, tags.url) == (["Robots", "page rules"], "A page.", "Dynamic", False, "https://example.com/")
    assert tags != none == rx.DocumentTags({}) and hash(none) == hash(rx.DocumentTags([]))
    assert pickle.loads(pickle.dumps(tags)) == tags and repr(tags) == "<DocumentTags: 2 keywords, Dynamic>"
