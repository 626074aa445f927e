"""How much of sites crawlers may fetch: one file, and columns of them."""

import pytest

import robots_exclusion as rx
from robots_exclusion import agents

pa = pytest.importorskip("pyarrow")

BODIES = [
    b"User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /x\n",
    None,
    b"User-agent: *\nDisallow: /\n",
    b"",
    b"User-agent: gptbot\nDisallow:\n\nUser-agent: *\nDisallow: /\n",
    b"User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /x\n",
]
STATUSES = [200, 404, 503, None, 200, 401]


def test_one_file():
    found = rx.access(BODIES[0], ["GPTBot", "CCBot", agents.Agent("AdsBot-Google")])
    assert list(found) == ["GPTBot", "CCBot", "AdsBot-Google"]
    assert found["GPTBot"] == rx.SiteAccess(access="closed", group="GPTBot", is_named=True)
    assert found["CCBot"] == rx.SiteAccess(access="partial", group="*", is_named=False)
    assert found["AdsBot-Google"] == rx.SiteAccess(access="open", group=None, is_named=False)


def test_every_kind_of_crawler():
    header = agents.UserAgent("Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)")
    for crawler in ["GPTBot", b"GPTBot", agents.Agent("GPTBot"), agents.Token("GPTBot"), header, ["GPTBot", "CCBot"], ("GPTBot",)]:
        assert rx.access(BODIES[0], [crawler])["GPTBot"].access == "closed"
    assert rx.access(BODIES[0], "GPTBot")["GPTBot"].access == "closed"
    of_set = rx.access(BODIES[0], ["GPTBot", "@ai-training"])
    assert len(of_set) > 5 and of_set["ClaudeBot"].access == "partial"
    assert rx.access(BODIES[0], []) == {}


def test_what_a_status_means():
    assert rx.access(None, "Googlebot", status=404)["Googlebot"] == rx.SiteAccess(access="open", group=None, is_named=False)
    # Amazon documents that its crawlers behave as if there were no robots.txt.
    found = rx.access(b"<html>", ["Googlebot", "Amazonbot"], status=503)
    assert [one.access for one in found.values()] == ["closed", "open"]
    assert rx.access(BODIES[2], "FooBot", status=206)["FooBot"].access == "closed"
    with pytest.raises(TypeError, match="^robots: expected the content of the file, .*, not None"):
        rx.access(None, "FooBot")
    with pytest.raises(TypeError, match="^robots: expected the content of the file, .*, not None"):
        rx.access(None, "FooBot", status=200)


def test_a_dialect_and_fewer_bytes():
    body = b"User-agent: *\nDissallow: /\nDisallow: /x\n"
    assert rx.access(body, "FooBot")["FooBot"].access == "partial"
    assert rx.access(body, "FooBot", dialect="google")["FooBot"].access == "closed"
    assert rx.access(body, "FooBot", max_body_bytes=30)["FooBot"].access == "open"


@pytest.mark.parametrize("wrong, error", [(["GPTBot", "GPTBot"], ValueError), (["@searhc"], ValueError), ([1], TypeError), (["https://e.com/"], ValueError), (1, TypeError)])
def test_wrong_crawlers(wrong, error):
    with pytest.raises(error):
        rx.access(BODIES[0], wrong)


def columns():
    yield BODIES
    yield pa.array(BODIES, pa.binary())
    yield pa.array([body and body.decode() for body in BODIES], pa.large_string())
    yield pa.array(BODIES, pa.binary()).dictionary_encode()
    yield pa.chunked_array([BODIES[:1], BODIES[1:4], BODIES[4:]], pa.binary())


def statuses():
    yield STATUSES
    yield pa.array(STATUSES, pa.uint16())
    yield pa.array(STATUSES, pa.int64())
    yield pa.chunked_array([STATUSES[:2], STATUSES[2:]], pa.int32())


def test_columns_say_what_each_file_does():
    crawlers = ["GPTBot", "Googlebot", "AdsBot-Google", "FooBot"]
    for given in [None, *statuses()]:
        expected = {crawler: [] for crawler in crawlers}
        for body, status in zip(BODIES, STATUSES):
            status = None if given is None else status
            is_null = body is None and status is None
            found = {} if is_null else rx.access(body, crawlers, status=status)
            for crawler in crawlers:
                one = found.get(crawler)
                expected[crawler].append(one and {"access": one.access, "group": one.group, "is_named": one.is_named})
        for robots in columns():
            detailed = rx.access_batch(robots, crawlers, given, detail=True)
            plain = rx.access_batch(robots, crawlers, given)
            assert detailed.column_names == plain.column_names == crawlers
            assert len(plain) == len(BODIES)
            for crawler in crawlers:
                assert detailed[crawler].to_list() == expected[crawler]
                assert plain[crawler].to_list() == [one and one["access"] for one in expected[crawler]]
            assert pa.table(detailed).to_pydict() == expected
            assert pa.table(plain)["GPTBot"].type == pa.dictionary(pa.int8(), pa.string())


def test_fields_say_who_a_crawler_is():
    schema = pa.table(rx.access_batch(BODIES, ["Googlebot", "FooBot"])).schema
    assert schema.field("Googlebot").metadata == {b"token": b"Googlebot", b"dialect": b"google", b"obeys": agents.Agent("Googlebot").obeys.encode()}
    assert schema.field("FooBot").metadata == {b"token": b"FooBot", b"dialect": b"rfc9309"}


def test_threads_scalars_and_null():
    bodies = [f"User-agent: *\nDisallow: /{number % 700 or ''}\n" for number in range(5000)]
    alone = rx.access_batch(bodies, "@ai-training")
    assert pa.table(rx.access_batch(bodies, "@ai-training", threads=3)).equals(pa.table(alone))
    assert alone["GPTBot"][:2] == ["closed", "partial"]
    assert rx.access_batch(BODIES, "FooBot", 404)["FooBot"].to_list() == ["open"] * 6
    assert rx.access_batch(pa.nulls(2), "FooBot", pa.nulls(2))["FooBot"].to_list() == [None, None]


def test_statuses_of_pandas_and_numpy():
    pd = pytest.importorskip("pandas")
    expected = rx.access_batch(BODIES, "Googlebot", STATUSES)["Googlebot"].to_list()
    assert rx.access_batch(BODIES, "Googlebot", pd.Series(STATUSES))["Googlebot"].to_list() == expected
    assert rx.access_batch(BODIES, "Googlebot", pd.Series(STATUSES, dtype="Int64"))["Googlebot"].to_list() == expected
    assert rx.access_batch(BODIES, "Googlebot", pd.Series(STATUSES).to_numpy())["Googlebot"].to_list() == expected


@pytest.mark.parametrize("wrong", [["200"] * 6, "200", [True] * 6, [200.5] * 6, pa.array(["200"] * 6)])
def test_wrong_statuses(wrong):
    with pytest.raises(TypeError):
        rx.access_batch(BODIES, "FooBot", wrong)


def test_lengths():
    with pytest.raises(ValueError, match="^statuses: expected . rows, as other columns have, not 2"):
        rx.access_batch(BODIES, "FooBot", [200, 200])
    with pytest.raises(KeyError):
        rx.access_batch(BODIES, "FooBot")["BarBot"]
