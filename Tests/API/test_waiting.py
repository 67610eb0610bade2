"""What waits for a store must not hold those who ask for what is in memory."""

import concurrent.futures
import sqlite3
import urllib.parse

KEY = "/api/v1/defaults/com.example.clock/values/" + urllib.parse.quote("k", safe="")
WRITERS = 6


def test_a_store_that_another_process_holds_does_not_hold_the_rest(fresh):
    assert fresh.request("PUT", KEY, {"value": 0}).status in (200, 201)
    other = sqlite3.connect(fresh.data / "vitrine.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with concurrent.futures.ThreadPoolExecutor(WRITERS) as threads:
        writes = [threads.submit(fresh.request, "PUT", KEY, {"value": number}) for number in range(1, WRITERS + 1)]
        try:
            for _ in range(10):
                assert fresh.get("/healthz").status == 200
            # As many as there are threads for connections would wait for each of these.
            assert not any(write.done() for write in writes)
            refused = [write.result(timeout=60) for write in writes]
        finally:
            other.execute("ROLLBACK")
    assert [reply.status for reply in refused] == [503] * WRITERS
    assert all(reply.headers["Retry-After"] for reply in refused)
    assert fresh.get(KEY + "?as=object").json["value"] == 0
    assert fresh.request("PUT", KEY, {"value": 1}).status == 200
