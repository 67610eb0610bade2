"""Tables of texts beside an interface: kept as companions or parts, taken by layouts, and by checks on devices."""

import pathlib

import pytest

from test_edits import restart

STORYBOARD = (pathlib.Path(__file__).resolve().parent.parent / "Fixtures/dumps/kitchen.storyboard").read_bytes()
GERMAN = '/* Class = "UILabel"; */\n"lab-00-001.text" = "Ungewöhnlich große Hühnereier";\n"but-00-001.normalTitle" = "Kochen";\n"gone.text" = "weg";\n'


#: The root of the scene that says constraints.
ROOT = 1


def uploaded(server, **parts):
    if not parts:
        made = server.request("POST", "/api/v1/dumps?name=Kitchen", STORYBOARD)
    else:
        boundary = b"edge"
        parts = {"dump": STORYBOARD, **parts}
        body = b"".join(b'--edge\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (name.encode(), text) for name, text in parts.items())
        made = server.request("POST", "/api/v1/dumps?name=Kitchen", body + b"--edge--\r\n", {"Content-Type": f"multipart/form-data; boundary={boundary.decode()}"})
    assert made.status == 201, made.body
    return f"/api/v1/dumps/{made.json['id']}"


def add(server, base, table, status=201, query="?language=de", **headers):
    reply = server.request("POST", f"{base}/companions{query}", table, {"Content-Type": "text/plain", **headers})
    assert reply.status == status, reply.body
    return reply


def sent_as_file(server, base, filename, **fields):
    texts = "".join(f'--edge\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n' for name, text in fields.items())
    body = f'{texts}--edge\r\nContent-Disposition: form-data; name="companion"; filename="{filename}"\r\n\r\n{GERMAN}\r\n--edge--\r\n'
    return server.request("POST", f"{base}/companions", body, {"Content-Type": "multipart/form-data; boundary=edge"})


def view(server, base, text):
    return next(view["id"] for view in server.get(f"{base}/views").json["views"] if view.get("text") == text)


def width(server, base, query, text="Start"):
    """How wide the button is, which is as wide as its title."""
    id = view(server, base, text)
    layout = server.get(f"{base}/layout?device=iphone-8&view={ROOT}&{query}")
    assert layout.status == 200, layout.body
    return next(one["frame"]["width"] for one in layout.json["views"] if one["id"] == id)


@pytest.fixture(scope="module")
def title():
    """What the button of the fixture says."""
    return STORYBOARD.decode().split('<state key="normal" title="')[1].split('"')[0]


def test_a_table_is_kept_with_its_language_and_says_what_belongs_to_views(shared, title):
    base = uploaded(shared)
    assert shared.get(base).json["languages"] == []
    made = add(shared, base, GERMAN).json
    assert made["kinds"] == ["strings"] and made["language"] == "de" and made["revision"] == 1
    label, button = view(shared, base, "Eggs"), view(shared, base, title)
    assert [(entry["line"], entry["view"]) for entry in made["joined"]] == [(2, label), (3, button)]
    assert [entry["line"] for entry in made["missed"]] == [4] and "gone" in made["missed"][0]["message"]
    restart(shared)
    assert shared.get(base).json["languages"] == ["de"]
    listed = shared.get(f"{base}/companions").json["companions"]
    assert [(entry["kinds"], entry["language"]) for entry in listed] == [(["strings"], "de")]
    assert shared.request("DELETE", f"{base}/companions/1").status == 204
    assert shared.get(base).json["languages"] == []


def test_layouts_say_what_views_show_in_the_language(shared, title):
    base = uploaded(shared)
    add(shared, base, GERMAN)
    said = {view(shared, base, "Eggs"): "Ungewöhnlich große Hühnereier", view(shared, base, title): "Kochen"}
    layout = shared.get(f"{base}/layout?view={ROOT}&language=de&limit=1000").json
    assert {one["id"]: one["text"] for one in layout["views"] if "text" in one} == said
    columns = shared.get(f"{base}/layout?view={ROOT}&language=de&shape=columns&changed=true").json["columns"]
    ids = [one["id"] for one in layout["views"]]
    assert {ids[at]: text for at, text in zip(columns["text"]["at"], columns["text"]["values"])} == said
    assert shared.get(f"{base}/layout?view={ROOT}&shape=columns").json["columns"]["text"] == {"at": [], "values": []}


def test_layouts_speak_the_language_until_it_is_gone(shared, title):
    base = uploaded(shared)
    add(shared, base, GERMAN)
    stored = width(shared, base, "", title)
    german = width(shared, base, "language=de", title)
    assert german != stored
    assert width(shared, base, "language=de-AT", title) == german, "the nearest language there is"
    grown = width(shared, base, "language=de&text=%2B50%25", title)
    assert grown > german
    button = view(shared, base, title)
    assert width(shared, base, f"language=de&text.{button}={title}", title) == stored, "words given one by one count more"
    drawn = shared.get(f"{base}/wireframe.svg?view=1&device=iphone-8&style=screen&language=de").text
    assert "Kochen" in drawn and "Eggs" not in drawn
    explained = shared.get(f"{base}/views/{button}/layout?device=iphone-8&language=de").json
    assert explained["frame"]["width"] == german if "frame" in explained else explained["certainty"] == "dependsOnText"
    assert shared.get(f"{base}/constraints?device=iphone-8&language=de").status == 200
    # The same address has another answer when another table takes the place of the first.
    before = shared.get(f"{base}/views/{button}/layout?device=iphone-8&language=de")
    add(shared, base, '"but-00-001.normalTitle" = "Sofort mit dem Kochen beginnen";')
    assert [entry["id"] for entry in shared.get(f"{base}/companions").json["companions"]] == [1, 2], "both are listed"
    assert width(shared, base, "language=de", title) > german, "the later one counts"
    after = shared.get(f"{base}/views/{button}/layout?device=iphone-8&language=de")
    assert after.headers["ETag"] != before.headers["ETag"]
    shared.request("DELETE", f"{base}/companions/2")
    assert width(shared, base, "language=de", title) == german
    shared.request("DELETE", f"{base}/companions/1")
    gone = shared.get(f"{base}/layout?device=iphone-8&language=de")
    assert gone.status in (400, 422) and "there is none" in gone.json["errors"][0]["detail"]


def test_unknown_languages_are_named_with_those_there_are(shared):
    base = uploaded(shared)
    add(shared, base, GERMAN)
    add(shared, base, GERMAN, query="?language=pt-BR")
    for path in ("layout?device=iphone-8&", "wireframe.svg?", "views/2/layout?", "constraints?", "lint?devices=iphone-8&"):
        refused = shared.get(f"{base}/{path}language=fr")
        assert refused.status in (400, 422), path
        assert "there are de, pt-BR" in refused.json["errors"][0]["detail"] and refused.json["errors"][0]["parameter"] == "language"
    masks = shared.get(f"{base}/layout?device=iphone-8&solver=masks&language=de")
    assert masks.status == 200 and [one["text"] for one in masks.json["views"] if one.get("text")] == ["Ungewöhnlich große Hühnereier", "Kochen"]


def test_the_language_comes_from_the_query_the_form_or_the_name_of_the_file(shared):
    base = uploaded(shared)
    assert sent_as_file(shared, base, "de.lproj/Main.strings").json["language"] == "de"
    assert sent_as_file(shared, base, "Main.strings", language="fr").json["language"] == "fr"
    assert sent_as_file(shared, base, "de.lproj/Main.strings").status == 409
    nowhere = sent_as_file(shared, base, "Main.strings")
    assert nowhere.status == 422 and "language" in nowhere.json["detail"]
    assert shared.get(base).json["languages"] == ["de", "fr"]


def test_what_is_no_table_of_this_interface_is_refused(shared):
    base = uploaded(shared)
    assert "is not a language tag" in add(shared, base, GERMAN, 422, "?language=Base").json["detail"]
    assert "is not a language tag" in add(shared, base, GERMAN, 422, "?language=../etc").json["detail"]
    assert add(shared, base, '"x', 422).json["type"].endswith("unreadable-companion")
    assert "no pairs" in add(shared, base, "{}", 422).json["detail"]
    assert "no pairs" in add(shared, base, "(a, b)", 422).json["detail"]
    assert "matches a text" in add(shared, base, '"zzz.text" = "a";', 422).json["detail"]
    assert "language" in add(shared, base, GERMAN, 422, "").json["detail"]
    large = '"lab-00-001.text" = "' + "x" * (1 << 20) + '";'
    assert add(shared, base, large, 413).json["type"].endswith("companion-too-large")
    text = shared.request("POST", "/api/v1/dumps", "<UIView: 0x1; frame = (0 0; 10 10)>", {"Content-Type": "text/plain"})
    other = f"/api/v1/dumps/{text.json['id']}"
    assert "not a xib or storyboard" in add(shared, other, GERMAN, 422).json["detail"]
    assert shared.get(f"{base}/companions").json["companions"] == []


def test_tables_that_come_with_a_dump_are_kept_as_its_languages(shared, title):
    base = uploaded(shared, **{"strings.de": GERMAN.encode(), "strings.fr": b'"but-00-001.normalTitle" = "Cuire";', "strings.it": b"(broken"})
    assert shared.get(base).json["languages"] == ["de", "fr", "it"]
    restart(shared)
    assert width(shared, base, "language=de", title) != width(shared, base, "language=fr", title)
    broken = shared.get(f"{base}/layout?device=iphone-8&language=it")
    assert "cannot be read" in broken.json["errors"][0]["detail"]
    # A companion of the language counts more.
    add(shared, base, '"but-00-001.normalTitle" = "Sofort mit dem Kochen beginnen";')
    assert shared.get(base).json["languages"] == ["de", "fr", "it"]
    long = width(shared, base, "language=de", title)
    shared.request("DELETE", f"{base}/companions/1")
    assert width(shared, base, "language=de", title) < long


def test_checks_on_devices_try_other_texts(shared):
    base = uploaded(shared)
    add(shared, base, '"lab-00-001.text" = "Außergewöhnlich lange gekochte Frühstückseier aus Freilandhaltung";')
    label = view(shared, base, "Eggs")

    def found(query):
        reply = shared.get(f"{base}/lint?devices=iphone-5s&rules=layout.cut&{query}")
        assert reply.status == 200, reply.body
        return [finding["view"] for finding in reply.json["findings"]]

    assert found("") == []
    assert found("language=de") == [label]
    assert found(f"text.{label}=Eier+" + "und+Speck+" * 12) == [label]
    # Without devices the dump is judged on its own.
    for query in ("text=%2B30%25", "language=de", f"text.{label}=Ei"):
        assert shared.get(f"{base}/lint?{query}").json == shared.get(f"{base}/lint?device=iphone-8&{query}").json


def test_the_tables_beside_a_file_are_its_languages(start, tmp_path, title):
    for language, text in (("de", "Kochen"), ("fr", "Cuire maintenant")):
        (tmp_path / f"{language}.lproj").mkdir()
        (tmp_path / f"{language}.lproj/Main.strings").write_text(f'"but-00-001.normalTitle" = "{text}";', encoding="utf-8")
    (tmp_path / "Base.lproj").mkdir()
    (tmp_path / "Base.lproj/Main.storyboard").write_bytes(STORYBOARD)
    server = start(str(tmp_path / "Base.lproj/Main.storyboard"))
    base = f"/api/v1/dumps/{server.get('/api/v1/dumps').json['dumps'][0]['id']}"
    assert server.get(base).json["languages"] == ["de", "fr"]
    german = width(server, base, "language=de", title)
    assert german < width(server, base, "language=fr", title)
    (tmp_path / "de.lproj/Main.strings").write_text('"but-00-001.normalTitle" = "Sofort mit dem Kochen beginnen";', encoding="utf-8")
    assert width(server, base, "language=de", title) > german, "a table that is written to is read again"
