"""Objects that move to other processes."""

import os
import pickle
import signal
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
