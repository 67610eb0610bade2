"""Live sessions by the Python client: begun, used, followed and ended, on a device that stands in for one."""

import socket
import threading

import pytest

import vitrine
from devices import Device


@pytest.fixture
def client(shared):
    return vitrine.Vitrine(shared.url)


@pytest.fixture
def device():
    device = Device()
    yield device
    device.stop()


def test_a_live_session_is_begun_used_and_ended(client, device):
    with client.connect(device.url) as live:
        assert (live.state, live.url, live.reason) == ("connected", device.url, None) and live.json["every"] is None
        assert live.id in [each.id for each in client.live()] and client.live_session(live.id).json["dump"] == live.dump().id
        assert live.page == f"{client.url}/live/{live.id}"
        done = live.tap_view(live.view(identifier="next"))
        assert done.locator["text"] == "next" and done.snapshot.trigger == "action" and device.screen == 1
        assert live.tap(30, 130).words == "Tap Button “next”" and device.screen == 2
        live.type("Zürich ", live.view(identifier="city"))
        assert live.type("“1”").locator is None and device.typed == "Zürich “1”"
        assert live.swipe((200, 700), vitrine.Point(200, 100.5)).locator is None and device.screen == 12
        for act in (live.accept_alert, live.dismiss_alert):
            device.has_alert = True
            act()
            assert not device.has_alert
        with pytest.raises(vitrine.Conflict, match="no such alert"):
            live.accept_alert()
        live.home()
        dump = live.snapshot()
        assert dump.view(identifier="title").label == "Screen 0" and live.dump().id == dump.id
        film = live.snapshots()
        assert [each.number for each in film] == list(range(1, 11)) and film[-1].dump == dump.id and film[0].changes is None
        assert 'find_element(AppiumBy.ACCESSIBILITY_ID, "next").click()' in live.script()
        assert live.script("swift").startswith("import XCTest")
        assert live.pace(60, when_changed=True).json["every"] == 60 and live.pace(None).json["whenChanged"] is False
    with pytest.raises(vitrine.NotFound):
        live.refresh()


def test_events_of_a_live_session_end_with_it(client, device):
    events = (live := client.connect(device.url, every=60)).events()
    assert next(events)["state"] == "connected"
    live.snapshot()
    assert next(events)["revision"] > 1
    live.disconnect()
    assert list(events)[-1] == {"live": live.id, "state": "ended"}


def test_a_stream_of_events_that_breaks_off_goes_on_after_the_last_one():
    def serve(connection, text):
        with connection, connection.makefile("rb") as request:
            head = b"".join(iter(request.readline, b"\r\n")).decode()
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n" + text)
            return head

    first = b': here\n\nevent: live\nid: 3\ndata: {"revision":3,"state":"connected"}\n\nevent: live\nid: 4\ndata: {"rev'
    rest = (b'event: live\nid: 3\ndata: {"revision":3,"state":"connected"}\n\n'
            b'event: gone\nid: 5\ndata: {"revision":5,"state":"ended"}\n\n')
    with socket.create_server(("127.0.0.1", 0)) as listener:
        heads = []
        thread = threading.Thread(target=lambda: heads.extend(serve(listener.accept()[0], text) for text in (first, rest)))
        thread.start()
        stream = vitrine.Vitrine(f"http://127.0.0.1:{listener.getsockname()[1]}")._transport.events("/events")
        assert [next(stream)[0] for _ in range(2)] == ["live", "gone"]
        thread.join()
    assert "last-event-id" not in heads[0].lower() and "last-event-id: 3" in heads[1].lower()
