"""The list of dumps: what they are called, the names of their files, tags and folders."""

import json

BAR = """<UIWindow: 0x1; frame = (0 0; 375 667)>
   | <UINavigationBar: 0x2; frame = (0 20; 375 44)>
   |    | <UIButton: 0x3; frame = (0 0; 60 44)>
   |    |    | <UILabel: 0x4; frame = (0 0; 60 44); text = 'Edit'>
   |    | <UILabel: 0x5; frame = (140 0; 95 44); text = 'World Clock'>
"""


def patch(server, path, body):
    return server.request("PATCH", path, json.dumps(body), {"Content-Type": "application/json"})


def send(server, text, query=""):
    reply = server.request("POST", f"/api/v1/dumps{query}", text.encode())
    assert reply.status == 201, reply.body
    return reply.json


def test_a_dump_is_called_what_its_screen_shows_and_keeps_the_name_of_its_file(fresh):
    shown = send(fresh, BAR, "?filename=logs/main-window.txt")
    assert (shown["name"], shown["file"], shown["tags"]) == ("World Clock", "main-window.txt", [])
    assert send(fresh, BAR, "?filename=a.txt&name=Mine")["name"] == "Mine"
    plain = send(fresh, BAR.replace("UINavigationBar", "UIView"), "?filename=main-window.txt")
    assert (plain["name"], plain["file"]) == ("main-window", "main-window.txt")
    assert "file" not in send(fresh, BAR) and fresh.get("/api/v1/dumps?q=main-window").json["total"] == 2
    fresh.stop()
    fresh.start()
    assert fresh.get(f"/api/v1/dumps/{shown['id']}").json["file"] == "main-window.txt"


def test_tags_are_set_listed_and_kept_and_what_is_no_list_of_texts_is_refused(fresh):
    path = f"/api/v1/dumps/{send(fresh, BAR)['id']}"
    other = send(fresh, BAR)["id"]
    tagged = patch(fresh, path, {"tags": [" release 2 ", "bugs", "bugs", " "]})
    assert tagged.status == 200 and tagged.json["tags"] == ["bugs", "release 2"] and tagged.json["name"] == "World Clock"
    assert [dump["id"] for dump in fresh.get("/api/v1/dumps?tag=bugs").json["dumps"]] == [path.rsplit("/")[-1]]
    assert fresh.get("/api/v1/dumps?tag=none").json["total"] == 0 and fresh.get("/api/v1/dumps?q=release").json["total"] == 1
    for body in ({}, {"tags": "bugs"}, {"tags": [1]}, {"tags": [], "other": 1}, {"tags": [str(number) for number in range(21)]}):
        assert patch(fresh, path, body).status == 422, body
    # A newer version has them too, and so has a server that starts anew.
    assert fresh.request("PUT", path + "/source", BAR.replace("Edit", "Done").encode()).status == 200
    fresh.stop()
    fresh.start()
    assert fresh.get(path).json["tags"] == ["bugs", "release 2"] and fresh.get(f"/api/v1/dumps/{other}").json["tags"] == []
    assert patch(fresh, path, {"name": "Clock", "tags": []}).json["tags"] == []


def test_a_dump_lies_in_one_folder_at_most_and_moves(fresh):
    first, second = (send(fresh, BAR)["id"] for _ in range(2))
    moved = patch(fresh, f"/api/v1/dumps/{first}", {"folder": " Release\t2\n"})
    assert moved.status == 200 and moved.json["folder"] == "Release 2" and moved.json["tags"] == []
    assert patch(fresh, f"/api/v1/dumps/{second}", {"folder": "x" * 99, "tags": ["a"]}).json["folder"] == "x" * 60
    assert [dump["id"] for dump in fresh.get("/api/v1/dumps?folder=Release%202").json["dumps"]] == [first]
    assert fresh.get("/api/v1/dumps?folder=Release").json["total"] == 0 and fresh.get("/api/v1/dumps?q=release").json["total"] == 1
    assert fresh.get("/api/v1/dumps?folder=Release%202&tag=a").json["total"] == 0
    for body in ({"folder": 1}, {"folder": ["a"]}, {"folder": "a", "other": 1}):
        assert patch(fresh, f"/api/v1/dumps/{first}", body).status == 422, body
    # A newer version lies there too, and so it does for a server that starts anew.
    assert fresh.request("PUT", f"/api/v1/dumps/{first}/source", BAR.replace("Edit", "Done").encode()).status == 200
    fresh.stop()
    fresh.start()
    assert fresh.get(f"/api/v1/dumps/{first}").json["folder"] == "Release 2"
    for nothing in (None, " "):
        assert "folder" not in patch(fresh, f"/api/v1/dumps/{first}", {"folder": nothing}).json
        assert patch(fresh, f"/api/v1/dumps/{first}", {"folder": "Again"}).json["folder"] == "Again"
    page = fresh.get("/?folder=Again", Accept="text/html").text
    assert f'value="{first}"' in page and f'value="{second}"' not in page
