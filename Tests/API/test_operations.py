"""What those see who run a server: metrics, ids of requests, logs, draining, configuration."""

import concurrent.futures
import json
import os
import pathlib
import re
import signal
import threading
import unittest.mock

from commanding import BINARY, vitrine
from conftest import REPOSITORY, SAMPLES, Server
from settling import wait_until



def lines(server):
    return [json.loads(line) for line in pathlib.Path(server.log.name).read_text(encoding="utf-8").splitlines()]


def test_each_request_has_an_id_in_reply_log_and_metrics_count_it(tmp_path):
    server = Server(tmp_path / "data", [SAMPLES], "--log-format", "json").start()
    ids = [server.get("/api/v1/dumps").headers["X-Request-ID"] for _ in range(3)]
    assert len(set(ids)) == 3 and all(re.fullmatch("[0-9a-f]{32}", id) for id in ids)
    # Nobody is trusted, so what a client sends is not taken.
    assert server.get("/healthz", X_Request_ID="mine").headers["X-Request-ID"] != "mine"
    text = server.get("/metrics").text
    assert 'vitrine_http_request_duration_seconds_count{route="/api/v1/dumps",method="GET",status="2xx"} 3' in text
    assert server.stop() == 0
    logged = {entry.get("id"): entry for entry in lines(server) if entry["message"] == "request"}
    assert all(logged[id]["path"] == "/api/v1/dumps" for id in ids)


def test_the_id_of_a_trusted_proxy_is_kept(tmp_path):
    server = Server(tmp_path / "data", [], "--trusted-proxy", "127.0.0.1", VITRINE_TOKEN="chosen-by-a-person").start()
    assert server.get("/healthz", X_Request_ID="proxy-1:a/b").headers["X-Request-ID"] == "proxy-1:a/b"
    for wrong in ["two words", "x" * 129, "a,b", 'a"b']:
        assert re.fullmatch("[0-9a-f]{32}", server.get("/healthz", X_Request_ID=wrong).headers["X-Request-ID"])
    assert server.stop() == 0


def test_a_server_that_drains_says_so_and_answers_on(tmp_path):
    server = Server(tmp_path / "data", [SAMPLES], "--drain-seconds", "600").start()
    assert server.get("/readyz").status == 200
    server.process.send_signal(signal.SIGTERM)
    reply = wait_until(lambda: (reply if (reply := server.get("/readyz")).status != 200 else None))
    assert (reply.status, reply.json["type"]) == (503, "/problems/draining") and reply.json["requestId"]
    assert server.get("/api/v1/dumps").status == 200
    # Another signal ends the wait.
    assert server.stop() == 0


def test_a_server_is_replaced_by_the_program_at_its_path_and_no_request_is_lost(tmp_path):
    program = tmp_path / "vitrine"
    program.symlink_to(BINARY)
    server = Server(tmp_path / "data", [SAMPLES], "--resources", REPOSITORY)
    with unittest.mock.patch.dict(os.environ, VITRINE_BINARY=str(program)):
        server.start()
    done, faults, ends = [0] * 4, [], threading.Event()

    def starts():
        return sum(entry["message"] == "listening" for entry in lines(server))

    def write(number):
        while not ends.is_set():
            reply = server.request("PATCH", f"/api/v1/defaults/com.example.w{number}", {"n": done[number] + 1})
            if reply.status != 200:
                faults.append(reply.text)
            done[number] += 1

    def twenty_more():
        before = sum(done)
        wait_until(lambda: sum(done) >= before + 20)

    held = "/api/v1/defaults/com.example.held/layers/managed"
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        writers = [pool.submit(write, number) for number in range(4)]
        try:
            # What only the memory holds is waited for.
            assert server.request("PUT", held, {"values": {"a": 1}}).status == 200
            server.process.send_signal(signal.SIGUSR2)
            twenty_more()
            assert starts() == 1 and server.get(held).json["values"] == {"a": 1}
            assert server.request("DELETE", held).status == 200
            wait_until(lambda: starts() == 2)
            twenty_more()
        finally:
            ends.set()
        for writer in writers:
            writer.result()
    assert faults == []
    for number, count in enumerate(done):
        assert server.get(f"/api/v1/defaults/com.example.w{number}").json["values"] == {"n": count}
    # Without a program at the path, the server goes on.
    program.unlink()
    server.process.send_signal(signal.SIGUSR2)
    wait_until(lambda: any("cannot be executed" in entry["message"] for entry in lines(server)))
    assert server.get("/readyz").status == 200 and starts() == 2
    assert server.stop() == 0


def check(*options, **variables):
    return vitrine("serve", "--check-config", "--resources", REPOSITORY, *options, **variables)


def test_options_come_before_the_environment_and_that_before_the_file(tmp_path):
    file = tmp_path / "vitrine.yaml"
    file.write_text("port: 1\nhost: 127.0.0.2\nmax-dump: 7\ntoken: never-to-be-shown-1\n", encoding="utf-8")
    done = check("--config", file, "--port", "3", VITRINE_PORT="2", VITRINE_HOST="127.0.0.3")
    assert done.returncode == 0, done.stderr
    assert "port = 3  (--port)" in done.stdout and "host = 127.0.0.3  (VITRINE_HOST)" in done.stdout
    assert f"max-dump = 7  ({file}:3)" in done.stdout and "log-level = info\n" in done.stdout
    assert "never-to-be-shown-1" not in done.stdout + done.stderr and f"token = (set, not shown)  ({file}:4)" in done.stdout


def test_what_is_wrong_with_a_configuration_is_told_with_its_line_and_stops_the_start(tmp_path):
    file = tmp_path / "vitrine.yaml"
    file.write_text("prot: 1\nmax-dump: 5000\n", encoding="utf-8")
    done = check("--config", file, "--log-format", "xml", "--max-streams", "0", VITRINE_GRACE="9999", VITRINE_READ_ONLY="perhaps")
    assert done.returncode == 1
    assert f"{file}:1: There is no setting “prot”. Did you mean “port”?" in done.stderr
    assert "VITRINE_MAX_DUMP takes a size from 1 to 1024 MiB, not “5000”." in done.stderr
    # Each number and flag that is wrong is told, not only the first.
    assert "--max-streams takes a number from 1 to 65536, not “0”." in done.stderr
    assert "VITRINE_GRACE takes a number from 0 to 3600, not “9999”." in done.stderr
    assert done.stderr.count("VITRINE_READ_ONLY takes true or false, not “perhaps”.") == 1
    assert "The log is written as json, text or auto, not “xml”." in done.stderr
    start = vitrine("serve", "--config", file)
    assert start.returncode == 1 and "There is no setting “prot”" in start.stderr


def test_a_file_alone_is_enough_to_start(tmp_path):
    file = tmp_path / "vitrine.json"
    file.write_text(json.dumps({"paths": [str(SAMPLES)], "log-format": "json", "watch": False}), encoding="utf-8")
    server = Server(tmp_path / "data", [], "--config", file).start()
    assert server.get("/api/v1/apps").json["total"] > 0
    assert server.stop() == 0
    assert lines(server)
