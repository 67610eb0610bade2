"""The list of dumps: what they are called, the names of their files, tags and folders."""

import json
import urllib.parse

import pytest

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


def describe(server, *fields, **headers):
    return server.request("POST", "/dumps/describe", urllib.parse.urlencode(fields), {
        name: value for name, value in {"Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html", "Sec-Fetch-Site": "same-origin", **headers}.items() if value})


def test_a_form_names_files_and_tags_as_patch_does_and_changes_nothing_that_nobody_changed(fresh):
    first, second = (send(fresh, BAR, f"?name={name}")["id"] for name in ("one", "two"))
    both = [("dump", first), ("dump", second)]
    patch(fresh, f"/api/v1/dumps/{first}", {"folder": "Old", "tags": ["a", "b"]})
    patch(fresh, f"/api/v1/dumps/{second}", {"tags": ["b"]})

    def kept(dump):
        told = fresh.get(f"/api/v1/dumps/{dump}").json
        return told["name"], told.get("folder"), told["tags"]

    # The first form only names the dumps; nothing is changed by it, nor by saving it as it is.
    page = describe(fresh, *both)
    assert page.status == 200 and 'name="former-tags" value="b"' in page.text and 'id="name"' not in page.text
    untouched = [("former-folder", ""), ("folder", ""), ("former-tags", "b"), ("tags", "b"), ("saved", "1")]
    saved = describe(fresh, *both, *untouched)
    assert (saved.status, saved.headers["Location"]) == (303, "/")
    assert (kept(first), kept(second)) == (("one", "Old", ["a", "b"]), ("two", None, ["b"]))
    # A name is of one dump.
    typed = [("former-folder", ""), ("folder", " Release\t2 "), ("former-tags", "b"), ("tags", "c"), ("name", "both"), ("saved", "1")]
    assert describe(fresh, *both, *typed).status == 303
    assert (kept(first), kept(second)) == (("one", "Release 2", ["a", "c"]), ("two", "Release 2", ["c"]))
    assert describe(fresh, both[0], ("name", "Mine"), ("folder", ""), ("saved", "1")).status == 303
    assert kept(first) == ("Mine", None, ["a", "c"])
    # All or none.
    many = ",".join(map(str, range(20)))
    refused = describe(fresh, *both, ("tags", many), ("saved", "1"))
    assert refused.status == 422 and 'id="tags-fault"' in refused.text and many in refused.text
    assert kept(second)[2] == ["c"]
    named = describe(fresh, both[0], ("name", " "), ("folder", "<i>"), ("saved", "1"))
    assert named.status == 422 and 'id="name-fault"' in named.text and 'value="&lt;i&gt;"' in named.text
    assert describe(fresh).headers["Location"] == "/"


@pytest.mark.parametrize("fields, headers, status", [
    ([], {"Sec-Fetch-Site": "cross-site"}, 403), ([], {"Sec-Fetch-Site": "", "Origin": "https://evil.example"}, 403), ([("dump", "none")], {}, 404),
    ([("folder", "served")], {}, 409), ([("tags", "%ff")], {}, 303),
], ids=["another site", "another origin", "gone", "a file", "odd"])
def test_a_form_of_another_site_or_of_what_cannot_be_changed_changes_nothing(shared, fields, headers, status):
    dumps = shared.get("/api/v1/dumps").json["dumps"]
    served = next(dump["id"] for dump in dumps if dump["readOnly"])
    own = send(shared, BAR)["id"]
    dump = served if ("folder", "served") in fields else own
    assert describe(shared, ("dump", dump), *fields, ("name", "Changed" if status == 403 else "World Clock"), ("saved", "1"), **headers).status == status
    assert shared.get(f"/api/v1/dumps/{own}").json["name"] == "World Clock"
    assert "folder" not in shared.get(f"/api/v1/dumps/{served}").json
