"""The nibs and storyboards of apps: what is listed, what opens, and what the storage keeps."""

import pathlib
import urllib.parse

from archives import info, pack
from commanding import vitrine as run

DUMPS = pathlib.Path(__file__).resolve().parent.parent / "Fixtures/dumps"
STRINGS = '"lab-00-001.text" = "Eier";'
BASE = "/api/v1/apps/com.example.pear/interfaces"


def files():
    """The files of an app with a nib, a compiled storyboard and its texts in German."""
    compiled = [(f"Base.lproj/Main.storyboardc/{file.relative_to(DUMPS / 'kitchen.storyboardc')}", file.read_bytes())
                for file in sorted((DUMPS / "kitchen.storyboardc").rglob("*")) if file.is_file()]
    return [("Info.plist", info()), ("Timer~ipad.nib", (DUMPS / "kitchen.nib").read_bytes()), ("Broken.nib", "no nib"),
            ("de.lproj/Main.strings", STRINGS), *compiled]


def send(server):
    reply = server.request("POST", "/api/v1/apps", pack([(f"Pear.app/{path}", content) for path, content in files()]), {"Content-Type": "application/zip"})
    assert reply.status == 201, reply.body


def opened(server, path, query=""):
    return server.request("POST", f"{BASE}/{urllib.parse.quote(path, safe='')}/dump{query}")


def test_an_upload_lists_its_interfaces_and_opens_them(fresh):
    send(fresh)
    listed = {one["path"]: one for one in fresh.get(BASE).json["interfaces"]}
    assert list(listed) == ["Base.lproj/Main.storyboardc", "Broken.nib", "Timer~ipad.nib"]
    main = listed["Base.lproj/Main.storyboardc"]
    assert (main["name"], main["kind"], main["language"], main["languages"], main["openable"]) == ("Main", "storyboardc", "Base", ["de"], True)
    assert listed["Broken.nib"]["openable"] is False and listed["Broken.nib"]["reason"].endswith(".")
    assert (listed["Timer~ipad.nib"]["idiom"], listed["Timer~ipad.nib"]["dump"]) == ("ipad", None)
    first = opened(fresh, "Base.lproj/Main.storyboardc")
    assert first.status == 201 and first.json["app"] == "com.example.pear" and first.json["format"] == "storyboardc"
    assert opened(fresh, "Base.lproj/Main.storyboardc").status == 200
    assert fresh.get(BASE).json["interfaces"][0]["dump"] == first.json["id"]
    german = opened(fresh, "Base.lproj/Main.storyboardc", "?lang=de").json["id"]
    # It outlives the server with its nibs and its texts.
    fresh.stop()
    fresh.start()
    assert fresh.get(f"/api/v1/dumps/{german}/views?text=Eier").json["total"] == 1
    assert fresh.get(f"/api/v1/dumps/{first.json['id']}/views?text=Eggs").json["total"] == 1
    assert any(entry["code"] == "interface.language" for entry in fresh.get(f"/api/v1/dumps/{german}").json["report"])
    assert set(fresh.get("/api/v1/apps/com.example.pear").json["dumps"]) == {german, first.json["id"]}


def test_what_cannot_be_opened_is_refused_with_its_reason(fresh):
    send(fresh)
    assert opened(fresh, "Broken.nib").status == 422
    assert opened(fresh, "Info.plist").status == 404
    refused = opened(fresh, "Base.lproj/Main.storyboardc", "?lang=fr")
    assert refused.status == 422 and refused.json["errors"][0]["parameter"] == "lang" and "de" in refused.json["detail"]


def test_a_storyboard_of_an_app_keeps_the_tables_beside_it(fresh):
    storyboard = (DUMPS / "kitchen.storyboard").read_bytes()
    content = [("Info.plist", info()), ("Base.lproj/Main.storyboard", storyboard), ("de.lproj/Main.strings", STRINGS), ("fr.lproj/Main.strings", '"lab-00-001.text" = "Œufs";')]
    sent = fresh.request("POST", "/api/v1/apps", pack([(f"Pear.app/{path}", bytes) for path, bytes in content]), {"Content-Type": "application/zip"})
    assert sent.status == 201, sent.body
    dump = f"/api/v1/dumps/{opened(fresh, 'Base.lproj/Main.storyboard').json['id']}"
    assert fresh.get(dump).json["languages"] == ["de", "fr"]
    drawn = fresh.get(f"{dump}/wireframe.svg?view=1&style=screen&language=fr").text
    assert "Œufs" in drawn and "Eggs" not in drawn
    german = f"/api/v1/dumps/{opened(fresh, 'Base.lproj/Main.storyboard', '?lang=de').json['id']}"
    assert fresh.get(german).json["languages"] == ["fr"], "its own texts are German"


def test_a_table_of_texts_comes_beside_an_interface(fresh):
    reply = fresh.upload({"dump": ("Main.storyboard", (DUMPS / "kitchen.storyboard").read_bytes()), "strings": ("Main.strings", STRINGS.encode())})
    assert reply.status == 201
    assert fresh.get(f"/api/v1/dumps/{reply.json['id']}/views?text=Eier").json["total"] == 1


def test_the_command_line_reads_folders_of_nibs_and_tables_beside_them(tmp_path):
    for path, content in files():
        target = tmp_path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content if isinstance(content, bytes) else content.encode())
    main = str(tmp_path / "Base.lproj/Main.storyboardc")
    assert '"Eggs"' in run("inspect", main).stdout
    done = run("inspect", main, "--lang", "de")
    assert '"Eier"' in done.stdout and "de.lproj/Main.strings" in done.stderr
    failed = run("inspect", main, "--lang", "fr")
    assert failed.returncode != 0 and "there are de" in failed.stderr
