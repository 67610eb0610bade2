"""Live sessions: the server asks a device, keeps what it shows, acts on it, and goes nowhere else."""

import ast
import json
import threading

import pytest

from conftest import Server
from devices import Device
from settling import wait_until


@pytest.fixture
def device():
    device = Device()
    yield device
    device.stop()


@pytest.fixture
def begin(shared):
    """Begins sessions, and ends them: there is room for eight."""
    sessions = []

    def begin(device, **more):
        reply = shared.request("POST", "/api/v1/live", {"url": device.url, **more})
        assert reply.status == 201, reply.text
        sessions.append(reply.json["id"])
        assert reply.headers["Location"] == f"/api/v1/live/{sessions[-1]}"
        return f"/api/v1/live/{sessions[-1]}", reply.json

    yield begin
    for session in sessions:
        shared.request("DELETE", f"/api/v1/live/{session}")


def act(server, live, **action):
    return server.request("POST", live + "/actions", action)


def test_a_session_takes_source_picture_size_and_orientation_into_a_dump_like_any_other(shared, begin, device):
    live, session = begin(device)
    assert (session["state"], session["server"], session["url"]) == ("connected", "webDriverAgent", device.url)
    assert session["screen"] == {"width": 390, "height": 844, "scale": 3, "orientation": "portrait"}
    assert (session["appName"], session["app"], session["snapshots"]) == ("Weather", "org.example.Weather", 1)
    dump = shared.get(f"/api/v1/dumps/{session['dump']}").json
    assert (dump["name"], dump["format"], dump["screenshot"], dump["app"]) == ("Weather 1", "webDriverAgentJSON", True, "org.example.Weather")
    assert session["id"] in [each["id"] for each in shared.get("/api/v1/live").json["live"]]
    device.screen = 1
    taken = shared.request("POST", live + "/snapshots")
    assert taken.status == 201 and taken.headers["Location"] == f"/api/v1/dumps/{taken.json['id']}"
    assert taken.json["snapshot"]["changes"]["added"] == 1 and taken.json["snapshot"]["trigger"] == "request"
    film = shared.get(live + "/snapshots").json
    assert [(each["number"], each["dump"]) for each in film["snapshots"]] == [(1, dump["id"]), (2, taken.json["id"])]
    assert film["total"] == 2 and film["left"] == 0 and film["snapshots"][1]["before"] == dump["id"]
    assert shared.get(live + "/snapshots?limit=1&after=0").json["snapshots"][0]["number"] == 2
    assert shared.request("DELETE", live).status == 204
    assert shared.get(live).status == 404 and shared.get(f"/api/v1/dumps/{dump['id']}").status == 200


def test_a_picture_that_cannot_be_had_is_said_and_the_views_are_kept(shared, begin, device):
    device.fault = "no-picture"
    live, session = begin(device)
    assert not shared.get(f"/api/v1/dumps/{session['dump']}").json["screenshot"]
    assert "unable to capture screen" in shared.get(live + "/snapshots").json["snapshots"][0]["note"]


def test_a_device_without_a_source_in_json_is_asked_for_xml(shared, begin, device):
    device.fault = "no-json"
    _, session = begin(device)
    assert shared.get(f"/api/v1/dumps/{session['dump']}").json["format"] == "webDriverAgentXML"


def test_what_is_done_is_done_on_the_device_and_recorded_with_the_best_locator(shared, begin, device):
    live, _ = begin(device)
    tapped = act(shared, live, type="tap", x=30, y=130)
    assert tapped.status == 200, tapped.text
    assert (tapped.json["locator"]["using"], tapped.json["locator"]["text"], tapped.json["locator"]["type"]) == ("accessibility id", "next", "Button")
    assert tapped.json["snapshot"]["trigger"] == "action" and tapped.json["snapshot"]["changes"]["added"] == 1 and device.screen == 1
    # The same by its view, which is looked up in the latest snapshot.
    view = tapped.json["action"]["view"]
    assert act(shared, live, type="tap", view=view).json["locator"]["text"] == "next" and device.screen == 2
    assert act(shared, live, type="type", text="Zürich \"1\"").status == 200 and device.typed == 'Zürich "1"'
    city = shared.get(f"/api/v1/dumps/{shared.get(live).json['dump']}/views?identifier=city").json["views"][0]["id"]
    assert act(shared, live, type="type", text="!", view=city).json["locator"]["text"] == "city"
    assert any(path.endswith("/element/E-city/value") for path in device.asked)
    swiped = act(shared, live, type="swipe", **{"from": {"x": 200, "y": 700}, "to": {"x": 200, "y": 100}})
    assert swiped.status == 200 and swiped.json["locator"] is None and device.screen == 12
    device.has_alert = True
    assert act(shared, live, type="alert", action="accept").status == 200 and not device.has_alert
    assert act(shared, live, type="home").status == 200 and device.screen == 0
    assert "POST /session" in device.asked
    film = shared.get(live + "/snapshots").json["snapshots"]
    assert [each["action"]["type"] for each in film if "action" in each] == ["tap", "tap", "type", "type", "swipe", "alert", "home"]
    scripts = {language: shared.get(f"{live}/script?language={language}") for language in ("swift", "python", "java", "javascript")}
    assert all(reply.status == 200 and reply.headers["Content-Type"] == "text/plain; charset=utf-8" for reply in scripts.values())
    assert 'app.buttons["next"].tap()' in scripts["swift"].text and "org.example.Weather" in scripts["swift"].text
    assert 'find_element(AppiumBy.ACCESSIBILITY_ID, "next").click()' in scripts["python"].text
    assert 'AppiumBy.accessibilityId("next")).click();' in scripts["java"].text
    assert 'driver.$("~next").click()' in scripts["javascript"].text
    ast.parse(scripts["python"].text)
    assert all('Zürich \\"1\\"' in reply.text for reply in scripts.values())
    assert shared.get(live + "/script?language=cobol").status == 400
    # The session that it began for its actions is ended with it.
    shared.request("DELETE", live)
    wait_until(lambda: "DELETE /session/begun" in device.asked)


def test_what_the_device_refuses_is_told_and_neither_recorded_nor_a_loss(shared, begin, device):
    live, _ = begin(device)
    refused = act(shared, live, type="alert", action="dismiss")
    assert refused.status == 409 and "no such alert" in refused.json["detail"]
    device.has_focus = False
    assert act(shared, live, type="type", text="a").status == 409
    assert act(shared, live, type="tap", view=9_999).status == 404
    assert act(shared, live, type="tap", x="a").status == 422 and act(shared, live, type="pinch").status == 422
    state = shared.get(live).json
    assert (state["state"], state["actions"], state["snapshots"]) == ("connected", 0, 1)


def test_appium_is_asked_in_its_own_session(shared, begin):
    device = Device(is_appium=True)
    live, session = begin(device, session="S1")
    assert (session["server"], session["session"], session["app"]) == ("appium", "S1", "org.example.Weather")
    assert act(shared, live, type="tap", x=30, y=130).json["locator"]["text"] == "next"
    assert act(shared, live, type="home").status == 200 and device.screen == 0
    assert "POST /session" not in device.asked and "GET /sessions" not in device.asked
    assert device.url in shared.get(live + "/script?language=python").text
    shared.request("DELETE", live)
    device.stop()
    assert not any(path.startswith("DELETE") for path in device.asked)


@pytest.mark.parametrize("fault, reason", [
    ("garbage", "not JSON"), ("huge", "larger than 16 MiB"), ("redirect", "redirects are not followed"), ("closes", "closed the connection"),
    ("error", "The app crashed"), ("gone", "invalid session id")])
def test_a_fault_of_the_device_is_told_and_it_comes_back(shared, begin, device, fault, reason):
    live, _ = begin(device)
    device.fault = fault
    refused = shared.request("POST", live + "/snapshots")
    assert refused.status == 502 and reason in refused.json["detail"] and "\x1b" not in refused.text
    state = shared.get(live).json
    assert state["state"] == ("connected" if fault == "error" else "lost") and reason in state["reason"]
    # A connection cannot begin with it either.
    assert shared.request("POST", "/api/v1/live", {"url": device.url}).status == 502
    device.fault = None
    wait_until(lambda: shared.get(live).json["state"] == "connected")
    assert shared.request("POST", live + "/snapshots").status == 201


def test_a_device_that_is_gone_is_lost_and_back_when_it_is_there_again(shared, begin, device):
    live, session = begin(device)
    device.stop()
    lost = wait_until(lambda: (state := shared.get(live).json)["state"] == "lost" and state)
    assert lost["since"] and "Cannot connect" in lost["reason"] and lost["attempts"] >= 1 and lost["nextTryIn"] >= 0
    assert act(shared, live, type="tap", x=1, y=1).status == 502
    device.start()
    back = wait_until(lambda: (state := shared.get(live).json)["state"] == "connected" and state)
    assert back["since"] is None and back["reason"] is None and back["dump"] == session["dump"]


def test_snapshots_come_by_themselves_every_so_often_or_when_the_screen_changes(shared, begin, device):
    live, session = begin(device, every=0.5, whenChanged=True)
    looks = len([path for path in device.asked if "/source" in path])
    wait_until(lambda: len([path for path in device.asked if "/source" in path]) >= looks + 2)
    assert shared.get(live).json["snapshots"] == 1
    device.screen = 2
    wait_until(lambda: shared.get(live).json["snapshots"] == 2)
    assert shared.request("PATCH", live, {"whenChanged": False}).json["every"] == 0.5
    wait_until(lambda: shared.get(live).json["snapshots"] >= 4)
    paced = shared.request("PATCH", live, {"every": None}).json
    assert paced["every"] is None and [each["trigger"] for each in shared.get(live + "/snapshots").json["snapshots"]][:4] == [
        "request", "change", "interval", "interval"]
    assert shared.request("PATCH", live, {"every": 0.1}).status == 422


def test_events_tell_what_changes_until_the_session_is_ended(shared, begin, device):
    live, session = begin(device)
    events = []

    def follow():
        import urllib.request
        with urllib.request.urlopen(shared.url + live + "/events", timeout=120) as stream:
            for line in stream:
                events.append(line.decode().strip())

    follower = threading.Thread(target=follow, daemon=True)
    follower.start()
    wait_until(lambda: "event: live" in events)
    shared.request("POST", live + "/snapshots")
    wait_until(lambda: events.count("event: live") >= 2)
    shared.request("DELETE", live)
    follower.join(120)
    assert not follower.is_alive() and "event: gone" in events
    told = [json.loads(line[6:]) for line in events if line.startswith("data: ")]
    assert {each["live"] for each in told} == {session["id"]} and told[-1]["state"] == "ended"
    assert shared.get(live + "/events").status == 404


@pytest.mark.parametrize("url, status", [
    ("http://169.254.169.254/", 403), ("http://[fe80::1]:8100", 403), ("http://[::ffff:169.254.169.254]", 403), ("http://0.0.0.0:8100", 403),
    ("http://[::]:8100", 403), ("http://0xa9fea9fe/", 403), ("http://2852039166/", 403), ("http://0251.0376.0251.0376/", 403),
    ("http://10.0.0.1:8100", 403), ("http://[64:ff9b::7f00:1]:8100", 403), ("http://[fd00::1]:8100", 403), ("https://192.168.1.1", 403),
    ("ftp://127.0.0.1", 422), ("http://user:secret@127.0.0.1:8100", 422), ("http://127.0.0.1:0", 422), ("file:///etc/passwd", 422), ("", 422),
    ("http://127.0.0.1:8100?a=b", 422), ("http://127.0.0.1:8100\r\nX: y", 422)])
def test_an_address_that_nobody_allowed_is_refused_and_one_that_is_none_too(shared, url, status):
    reply = shared.request("POST", "/api/v1/live", {"url": url})
    assert reply.status == status, reply.text
    assert shared.get("/api/v1/live").json["live"] == []


def test_the_operator_says_what_is_allowed_and_no_token_goes_there(tmp_path, device):
    def answer(*options, **variables):
        server = Server(tmp_path / "data", [], *options, VITRINE_TOKEN="sesame-opens-the-door-of-the-cave", **variables).start()
        try:
            head = {"Authorization": "Bearer sesame-opens-the-door-of-the-cave"}
            return server.request("POST", "/api/v1/live", {"url": device.url}, head)
        finally:
            assert server.stop() == 0

    assert answer("--connect", "10.0.0.0/8").status == 403
    assert answer("--connect", "none").status == 403
    assert answer(VITRINE_CONNECT="10.0.0.0/8").status == 403 and device.asked == []
    assert answer("--connect", "10.0.0.0/8", "--connect", "127.0.0.1").status == 201
    assert answer(VITRINE_CONNECT="::1,127.0.0.0/30").status == 201
    assert device.headers and all({name.lower() for name in head} <= {"host", "connection", "accept", "content-type", "content-length"}
                                  for head in device.headers)
    assert not any("sesame" in json.dumps(head) for head in device.headers)


def test_no_more_than_eight_sessions_run_at_once_and_each_has_its_own_device(shared, begin, device):
    other = Device()
    sessions = [begin(each)[0] for each in [device, other] * 4]
    refused = shared.request("POST", "/api/v1/live", {"url": device.url})
    assert refused.status == 409 and "maximum" in refused.json["detail"]
    other.screen = 1
    changes = [shared.request("POST", live + "/snapshots").json["snapshot"]["changes"]["added"] for live in sessions[:2]]
    assert changes == [0, 1]
    assert shared.request("DELETE", sessions[0]).status == 204 and begin(device)
    other.stop()


def test_a_page_of_another_origin_begins_nothing_and_acts_on_nothing(shared, begin, device):
    live, _ = begin(device)
    asked = len([path for path in device.asked if path.startswith("POST")])
    for path, body in (("/api/v1/live", {"url": device.url}), (live + "/actions", {"type": "home"}), (live + "/snapshots", None)):
        reply = shared.request("POST", path, body, {"Origin": "https://elsewhere.example", "Content-Type": "application/json"})
        assert reply.status == 403, path
    assert len([path for path in device.asked if path.startswith("POST")]) == asked


def test_who_waits_for_a_slow_device_is_answered_when_the_session_ends_and_the_server_stops_at_once(tmp_path, device):
    server = Server(tmp_path / "data", []).start()
    live = "/api/v1/live/" + server.request("POST", "/api/v1/live", {"url": device.url}).json["id"]
    device.fault = "slow"
    replies = []

    def wait():
        replies.append(server.request("POST", live + "/snapshots").status)

    def asked():
        return len([path for path in device.asked if "/source" in path])

    before = asked()
    waiting = threading.Thread(target=wait)
    waiting.start()
    wait_until(lambda: asked() > before)
    # Other requests are answered meanwhile.
    assert server.get("/healthz").status == 200 and server.get(live).json["state"] == "connected"
    assert server.request("DELETE", live).status == 204
    waiting.join(120)
    assert replies == [502]
    device.fault = None
    live = "/api/v1/live/" + server.request("POST", "/api/v1/live", {"url": device.url, "every": 0.5}).json["id"]
    device.fault = "slow"
    before = asked()
    wait_until(lambda: asked() > before)
    assert server.stop() == 0
