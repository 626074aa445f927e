"""Objects that move to other processes, and work that is interrupted."""

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time

import pytest

import robots_exclusion as rx

BODY = "User-agent: *\nDisallow: /x\n"
LENIENT = "User agent: *\nDisallow: /x\n"


def test_a_judge_is_pickled_as_its_options():
    for options, body, expected in [
        ({}, LENIENT, [True]),
        ({"dialect": "lenient"}, LENIENT, [False]),
        ({"dialect": rx.Dialect.LENIENT.replace(max_bytes=1 << 20)}, LENIENT, [False]),
        ({"max_body_bytes": 14, "max_cache_bytes": 1 << 20, "threads": 2}, BODY, [True]),
    ]:
        judge = rx.Judge(**options)
        for again in (judge, pickle.loads(pickle.dumps(judge)), pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(judge))))):
            assert again.check_batch([body], "FooBot", "/x").allowed.to_list() == expected, options
        assert judge.__reduce__()[1] == pickle.loads(pickle.dumps(judge)).__reduce__()[1]


def test_an_index_is_pickled_with_its_bodies():
    index = rx.HostIndex({"A.example": BODY, "b.example": None, "c.example": b"\xff\x00"})
    again = pickle.loads(pickle.dumps(index))
    assert len(again) == 3
    hosts = ["a.example", "B.example", "c.example", "d.example", None]
    for one in (index, again):
        assert rx.check_batch(one.bodies(hosts), "FooBot", "/x").allowed.to_list() == [False, None, True, None, None]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_has_a_judge_of_its_own():
    judge = rx.Judge()
    bodies = [f"{BODY}# {number}" for number in range(300)] * 20
    stop = threading.Event()

    def ask():
        while not stop.is_set():
            judge.check_batch(bodies, "FooBot", "/x")

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        for _ in range(20):
            child = os.fork()
            if child == 0:
                # Here nobody holds the lock that the other thread holds, mostly.
                answers = judge.check_batch([BODY], "FooBot", ["/x"]).allowed.to_list()
                os._exit(0 if answers == [False] else 1)
            until = time.monotonic() + 30
            while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0):
                if time.monotonic() > until:
                    os.kill(child, signal.SIGKILL)
                    os.waitpid(child, 0)
                    pytest.fail("the forked process waits for ever")
                time.sleep(0.005)
            assert ended == (child, 0)
    finally:
        stop.set()
        asking.join()
    assert judge.check_batch([BODY], "FooBot", ["/x"]).allowed.to_list() == [False]


def hard():
    """A file about which every question takes as long as it may."""
    rules = "".join(f"{kind}: /{'*'.join(chr(97 + (number * step) % 26) for step in range(1, 12))}*{number}\n" for number in range(400) for kind in ("Allow", "Disallow"))
    return f"User-agent: *\n{rules}"


LONG = {
    "lint": lambda body: rx.lint(body),
    "fix": lambda body: rx.fix(body),
    "diff": lambda body: rx.diff(body, body.replace("Allow", "Disallow", 200)),
    "compare": lambda body: rx.compare(body, "FooBot"),
    "test": lambda body: rx.test(body, "FooBot", allow=[f"/*{number}*a*b" for number in range(50)]),
}


def interrupted_after(name, wait, queue):
    class Stopped(Exception):
        pass

    def stop(_number, _frame):
        raise Stopped

    signal.signal(signal.SIGINT, stop)
    body = hard()
    began = time.monotonic()
    timer = threading.Timer(wait, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    try:
        while True:
            LONG[name](body)
    except Stopped:
        queue.put(time.monotonic() - began)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("name", LONG)
def test_an_interrupt_ends_the_wait(name):
    context = multiprocessing.get_context("spawn")
    queue = context.Queue()
    process = context.Process(target=interrupted_after, args=(name, 0.3, queue))
    process.start()
    took = queue.get(timeout=60)
    process.join()
    # 0.02 s on a machine that has nothing else to do.
    assert took < 0.3 + 0.7


def test_work_on_other_threads_has_the_same_answers():
    found = []
    expected = [str(finding) for finding in rx.lint(LENIENT)]
    threads = [threading.Thread(target=lambda: found.append([str(finding) for finding in rx.lint(LENIENT)])) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert expected and found == [expected] * 4
