"""Columns of questions, through the Arrow libraries themselves."""

import pickle
import random
import subprocess
import sys
import threading
import time

import pytest

import robots_exclusion as rx

BODIES = [
    "User-agent: *\nDisallow: /private/\nAllow: /private/press/\n",
    "User-agent: FooBot\nDisallow: /%7ejoe\n\nUser-agent: *\nDisallow: /\n",
    "",
    None,
]
AGENTS = ["FooBot", "BarBot", None]
URLS = ["https://a.example/private/1", "/private/press/", "/~joe", "/robots.txt", None, ""]


def rows(count: int) -> tuple[list, list, list]:
    random.seed(count)
    return tuple([random.choice(texts) for _ in range(count)] for texts in (BODIES, AGENTS, URLS))


def expected(robots: list, agents: list, urls: list) -> list:
    return [
        None if None in question or rx.url_problem(question[2]) else rx.check(*question).to_dict()
        for question in zip(robots, agents, urls)
    ]


@pytest.fixture(scope="module")
def questions():
    columns = rows(500)
    return columns, expected(*columns)


def compare(answers: rx.BatchAnswers, answered: list) -> None:
    assert len(answers) == len(answered)
    assert answers.allowed.to_list() == [answer and answer["allowed"] for answer in answered]
    for name in answers.column_names:
        assert answers[name].to_list() == [answer and answer[name] for answer in answered]


def test_lists(questions):
    columns, answered = questions
    table = dict(zip(("robots", "agent", "url"), columns))
    compare(rx.check_table(table), answered)
    compare(rx.check_table(table, detail=True), answered)
    compare(rx.check_table({name: tuple(column) for name, column in table.items()}, detail=True), answered)
    compare(rx.check_table(table, detail=True, threads=2), answered)
    compare(rx.check_batch([], "a", [], detail=True), [])
    assert rx.check_batch(BODIES[0], "FooBot", "/private/").allowed.to_list() == [False]
    assert rx.check_batch(BODIES[0].encode(), b"FooBot", ["/private/", b"/x"]).allowed.to_list() == [False, True]


def test_pyarrow(questions):
    pa = pytest.importorskip("pyarrow")
    columns, answered = questions
    arrays = [pa.array(column, pa.string()) for column in columns]
    compare(rx.check_batch(*arrays, detail=True), answered)
    for type in (pa.binary(), pa.large_string(), pa.large_binary(), pa.string_view(), pa.binary_view()):
        compare(rx.check_batch(*[array.cast(type) for array in arrays], detail=True), answered)
    encoded = [array.dictionary_encode() for array in arrays]
    compare(rx.check_batch(*encoded, detail=True), answered)
    for keys in (pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.uint32(), pa.int64(), pa.uint64()):
        cast = [pa.DictionaryArray.from_arrays(array.indices.cast(keys), array.dictionary) for array in encoded]
        compare(rx.check_batch(*cast, detail=True), answered)
    # Chunks that end at different rows; slices.
    chunks = [
        pa.chunked_array([array[:cut], array[cut:cut], array[cut:]]) for array, cut in zip(encoded, (100, 250, 499))
    ]
    compare(rx.check_batch(*chunks, detail=True), answered)
    compare(rx.check_batch(*[array[37:111] for array in encoded], detail=True), answered[37:111])
    compare(rx.check_batch(*[array[37:111] for array in arrays]), answered[37:111])
    table = pa.table(dict(zip(("robots", "agent", "url"), arrays)))
    compare(rx.check_table(table, detail=True), answered)
    compare(rx.check_table(table.to_batches()[0][20:60], detail=True), answered[20:60])
    renamed = table.rename_columns(["body", "crawler", "page"])
    compare(rx.check_table(renamed, robots="body", agent="crawler", url="page"), answered)

    answers = rx.check_batch(*arrays, detail=True)
    assert pa.record_batch(answers).to_pylist() == [
        answer or dict.fromkeys(answers.column_names) for answer in answered
    ]
    assert pa.table(answers).num_rows == 500
    assert pa.array(answers.allowed).to_pylist() == answers.allowed.to_list()
    assert pa.schema(answers).names == answers.column_names


def test_polars(questions):
    pl = pytest.importorskip("polars")
    columns, answered = questions
    frame = pl.DataFrame(dict(zip(("robots", "agent", "url"), columns)))
    compare(rx.check_table(frame, detail=True), answered)
    compare(rx.check_batch(frame["robots"], frame["agent"], frame["url"], detail=True), answered)
    categorical = frame.with_columns(pl.col("robots", "agent").cast(pl.Categorical))
    compare(rx.check_table(categorical, detail=True), answered)
    compare(rx.check_batch(frame["robots"].cast(pl.Binary), frame["agent"], frame["url"].cast(pl.Binary)), answered)
    # After a join, rows share the bodies' memory.
    hosts = pl.DataFrame({"host": [0, 1, 2], "robots": BODIES[:3]})
    joined = pl.DataFrame({"host": [0, 1, 2, 1, 0] * 40, "url": ["/private/"] * 200}).join(hosts, on="host")
    answers = rx.check_batch(joined["robots"], "FooBot", joined["url"])
    assert pl.Series(answers.allowed).to_list() == [host != 0 for host in joined["host"]]
    with_answers = joined.with_columns(allowed=pl.Series(answers.allowed))
    assert with_answers.filter("allowed").height == 120
    assert pl.DataFrame(rx.check_table(frame, detail=True)).columns == ["allowed", "reason", "line", "rule", "group"]


def test_pandas(questions):
    pd = pytest.importorskip("pandas")
    if not hasattr(pd.Series, "__arrow_c_stream__"):
        pytest.skip("this pandas has no PyCapsule interface")
    columns, answered = questions
    frame = pd.DataFrame(dict(zip(("robots", "agent", "url"), columns)), dtype="string[pyarrow]")
    compare(rx.check_table(frame, detail=True), answered)
    compare(rx.check_batch(frame["robots"], frame["agent"], frame["url"], detail=True), answered)
    frame["robots"] = frame["robots"].astype("category")
    compare(rx.check_batch(frame["robots"], frame["agent"], frame["url"], detail=True), answered)
    allowed = pd.Series.from_arrow(rx.check_batch(frame["robots"], "FooBot", "/x").allowed)
    assert len(allowed) == 500
    assert pd.DataFrame.from_arrow(rx.check_table(frame, detail=True)).shape == (500, 5)


def test_duckdb(questions):
    duckdb = pytest.importorskip("duckdb")
    pa = pytest.importorskip("pyarrow")
    columns, answered = questions
    table = pa.table(dict(zip(("robots", "agent", "url"), columns)))
    connection = duckdb.connect()
    connection.register("questions", table)
    relation = connection.sql("select robots, agent, url from questions")
    compare(rx.check_table(relation, detail=True), answered)
    only_urls = connection.sql("select url from questions")
    compare(rx.check_batch(columns[0], pa.array(columns[1]), only_urls, detail=True), answered)
    answers = pa.table(rx.check_table(connection.sql("from questions"), detail=True))
    counts = connection.sql("select allowed, count(*) from answers group by all order by all").fetchall()
    allowed = [answer and answer["allowed"] for answer in answered]
    assert dict(counts) == {value: allowed.count(value) for value in (False, True, None)}

    def judge(robots, agent, url):
        return pa.array(rx.check_batch(robots, agent, url).allowed)

    connection.create_function("allowed", judge, ["VARCHAR", "VARCHAR", "VARCHAR"], "BOOLEAN", type="arrow", null_handling="special")
    found = connection.sql("select allowed(robots, agent, url) from questions where url is not null").fetchall()
    kept = [value for value, url in zip(allowed, columns[2]) if url is not None]
    assert [row[0] for row in found] == kept


def test_judge_over_batches(questions):
    pa = pytest.importorskip("pyarrow")
    columns, answered = questions
    dictionary = pa.array(BODIES[:3])
    keys = pa.array([None if body is None else BODIES.index(body) for body in columns[0]], pa.int32())
    judge = rx.Judge()
    for start in range(0, 500, 50):
        part = slice(start, start + 50)
        bodies = pa.DictionaryArray.from_arrays(keys[part], dictionary)
        compare(judge.check_batch(bodies, pa.array(columns[1][part], pa.string()), columns[2][part], detail=True), answered[part])
    tight = rx.Judge(dialect="google", max_body_bytes=20, max_cache_bytes=0)
    assert tight.check_batch([BODIES[0]] * 3, "FooBot", "/private/").allowed.to_list() == [True] * 3


def test_errors():
    pa = pytest.importorskip("pyarrow")
    with pytest.raises(TypeError, match="^urls: expected a column of texts, not of type Int64, which holds no text; cast it to string or binary"):
        rx.check_batch("", "a", pa.array([1]))
    with pytest.raises(TypeError, match="holds no text"):
        rx.check_batch("", "a", pa.array([1]).dictionary_encode())
    with pytest.raises(TypeError, match="holds no text"):
        rx.check_batch("", "a", pa.table({"a": ["/"], "b": ["/"]}))
    with pytest.raises(ValueError, match="^urls: expected 2 rows, as other columns have, not 3"):
        rx.check_batch(["", ""], "a", ["/"] * 3)
    with pytest.raises(TypeError, match="expected an object with the Arrow PyCapsule interface"):
        rx.check_batch("", "a", 3)
    with pytest.raises(TypeError, match="^urls: expected str or bytes in each row, not int"):
        rx.check_batch("", "a", ["/", 3])
    with pytest.raises(KeyError, match="robots"):
        rx.check_table(pa.table({"url": ["/"], "agent": ["a"]}))
    with pytest.raises(KeyError, match="line"):
        rx.check_batch("", "a", "/")["line"]
    with pytest.raises(TypeError, match="expected one of agents and user_agents"):
        rx.check_batch("", "a", "/", user_agents="a")
    with pytest.raises(TypeError, match="expected one of agents and user_agents"):
        rx.check_batch("", urls="/")
    with pytest.raises(TypeError, match="^urls: expected an object with .*, not None"):
        rx.check_batch("", "a")
    with pytest.raises(TypeError, match="NoneType"):
        rx.check_batch("", ["a", None], "/")
    for arguments in ({"threads": -1}, {"max_body_bytes": -1}):
        with pytest.raises(ValueError, match="not negative, not -1"):
            rx.check_batch("", "a", "/", **arguments)
    released = pa.array(["/"])

    class Once:
        capsules = released.__arrow_c_array__()

        def __arrow_c_array__(self, requested_schema=None):
            return self.capsules

    once = Once()
    assert rx.check_batch("", "a", once).allowed.to_list() == [True]
    with pytest.raises(ValueError, match="released already"):
        rx.check_batch("", "a", once)

    def failing():
        yield pa.record_batch({"url": ["/"]})
        raise RuntimeError("the source failed")

    reader = pa.RecordBatchReader.from_batches(pa.schema([("url", pa.string())]), failing())
    with pytest.raises(RuntimeError, match="the source failed"):
        rx.check_batch("", "a", reader)

    class NoCapsule:
        def __arrow_c_stream__(self, requested_schema=None):
            return object()

    with pytest.raises(TypeError):
        rx.check_batch("", "a", NoCapsule())


def test_streams_that_cannot_be_read():
    pa = pytest.importorskip("pyarrow")

    class Stream:
        def __init__(self, capsule):
            self.capsule = capsule

        def __arrow_c_stream__(self, requested_schema=None):
            return self.capsule

    twice = Stream(pa.chunked_array([BODIES[:1], [], BODIES[:1]]).__arrow_c_stream__())
    assert len(rx.check_batch(twice, "FooBot", ["/", "/"]).allowed) == 2
    with pytest.raises(RuntimeError, match="released already"):
        rx.check_batch(twice, "FooBot", ["/", "/"])

    schema = pa.schema([("robots", pa.string())])
    with pytest.raises(ValueError):
        rx.check_batch(Stream(schema.__arrow_c_schema__()), "FooBot", ["/"])


def test_answers_outlive_what_they_came_from():
    pa = pytest.importorskip("pyarrow")
    for _ in range(20):
        answers = rx.check_batch(BODIES[:1] * 9, "FooBot", ["/private/x"] * 9, detail=True)
        unread = (answers.__arrow_c_stream__(), answers.__arrow_c_array__(), answers.allowed.__arrow_c_schema__())
        table, rules = pa.table(answers), pa.array(answers["rule"])
        del answers, unread
        assert table["line"].to_pylist() == [2] * 9
        assert rules.to_pylist() == ["Disallow: /private/"] * 9


def test_hosts():
    pa = pytest.importorskip("pyarrow")
    sites = {"a.example": BODIES[0], "b.example": BODIES[1].encode(), "c.example": None}
    asked = ["b.example", "a.example", "c.example", "nobody", None, "a.example"]
    expected = [host and sites.get(host) and rx.is_allowed(sites[host], "FooBot", "/private/1") for host in asked]
    columns = pa.array(list(sites)), pa.chunked_array([[BODIES[0]], [BODIES[1], None]])
    for index in (rx.HostIndex(sites), rx.HostIndex(*columns), rx.HostIndex(pa.array(list(sites)).dictionary_encode(), columns[1])):
        assert len(index) == 3
        for hosts in (asked, pa.array(asked), pa.chunked_array([asked[:2], asked[2:]]), pa.array(asked).dictionary_encode()):
            bodies = index.bodies(hosts)
            assert rx.check_batch(bodies, "FooBot", "/private/1").allowed.to_list() == expected
            # It is Arrow data like any other.
            assert rx.check_batch(pa.array(bodies), "FooBot", "/private/1").allowed.to_list() == expected
    with pytest.raises(ValueError, match='^hosts: expected each host once, not "a" twice'):
        rx.HostIndex(["a", "a"], ["", ""])
    with pytest.raises(ValueError, match="^robots: expected 2 rows, as other columns have, not 1"):
        rx.HostIndex(["a", "b"], [""])
    with pytest.raises(TypeError):
        rx.HostIndex(["a"])


INTERRUPTED = """
import signal, sys, threading, time
import pyarrow as pa
import robots_exclusion as rx

body = "User-agent: *\\n" + "".join(f"Disallow: /*{number}*b$\\n" for number in range(300))
urls = pa.DictionaryArray.from_arrays(pa.array([0] * 2_000_000, pa.int32()), ["/" + "a" * 2_000])
urls = pa.chunked_array([urls, urls])
threading.Timer(0.5, lambda: (times.append(time.perf_counter()), signal.raise_signal(signal.SIGINT))).start()
times = []
try:
    rx.check_batch(body, "a", urls, threads=int(sys.argv[1]))
except KeyboardInterrupt:
    print(time.perf_counter() - times[0])
"""


@pytest.mark.deep
@pytest.mark.parametrize("threads", [1, 4])
def test_an_interrupt_stops_it(threads):
    pytest.importorskip("pyarrow")
    command = [sys.executable, "-c", INTERRUPTED, str(threads)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    # 0.02 s on a machine without other work.
    assert float(run.stdout) < 0.2, run.stderr


@pytest.mark.deep
def test_the_gil_is_released():
    pa = pytest.importorskip("pyarrow")
    urls = pa.array(["/" + "a" * 2_000] * 20_000)
    body = "User-agent: *\n" + "".join(f"Disallow: /*{number}*b$\n" for number in range(300))
    ticks = 0
    done = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.0005)

    thread = threading.Thread(target=count)
    thread.start()
    try:
        start = time.perf_counter()
        rx.check_batch(body, "a", urls)
        took = time.perf_counter() - start
    finally:
        done.set()
        thread.join()
    assert took > 0.01 and ticks > 3, (took, ticks)


def test_threads():
    pa = pytest.importorskip("pyarrow")
    columns = rows(2_000)
    answered = expected(*columns)
    arrays = [pa.array(column).dictionary_encode() for column in columns]
    judge = rx.Judge()
    failures = []

    def work() -> None:
        try:
            for _ in range(10):
                compare(rx.check_batch(*arrays), answered)
                compare(judge.check_batch(*arrays), answered)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_rules_travel_to_other_processes():
    import multiprocessing

    rules = rx.Rules(BODIES[0], "FooBot")
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(rules.is_allowed, ["/private/", "/x"]) == [False, True]
    assert pickle.loads(pickle.dumps(rules.is_allowed))("/private/") is False
