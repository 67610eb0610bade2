"""axe finds nothing on any page of the server, in both schemes: pages by their templates, so that none can be left out."""

import pytest

import archives
import domains
import test_app_interfaces
from browsing import APP, DESKTOP, sample_dumps
from conftest import REPOSITORY
from devices import Device
from paneling import unreadable
from seeds import walked

FIXTURES = REPOSITORY / "Tests/Fixtures/dumps"
SETS = "/defaults/sets"
#: Of each template of a page what shows it: an address, or a form that is sent from the library.
PAGES = {
    "app": ["{pear}", APP],
    "app-delete": [("/apps/delete", {"app": "{pearID}"})],
    "board": ["{kitchen}/board", "{kitchen}/board?scene=1&textSize=xxxLarge", "{pear}/board"],
    "companions": ["{kitchen}/companions"],
    "confirm": [domains.PAGE + "/remove", SETS + "/demo/delete"],
    "defaults": ["/defaults"],
    "defaults-diff": [domains.PAGE + "/diff?from=0"],
    "defaults-set": [SETS + "/demo?to=another", SETS + "/demo/apply"],
    "defaults-sets": [SETS],
    "delete": [("/dumps/delete", {"dump": "{kitchenID}"})],
    "describe": [("/dumps/describe", {"dump": "{kitchenID}"}), ("/dumps/describe", {"dump": "{kitchenID}", "name": " ", "saved": "1"})],
    "diff": ["/diff?from={stopwatch}&to={tablet}", "/diff?from={stopwatch}&to={tablet}&scale=points", "/diff?from={kitchenID}&to={changed}"],
    "diff-choice": ["/diff", "/diff?from={stopwatch}"],
    "domain": [domains.PAGE, domains.PAGE + "?key=tree", domains.PAGE + "?view=app"],
    "dump-devices": ["{kitchen}/devices?device=iphone-5s&device=ipad-9-7"],
    "dump-lint": ["{kitchen}/lint"],
    "error": ["/nowhere", "/dumps/none"],
    "explain": ["/explain"],
    "guide": ["/docs/settings"],
    "guides": ["/docs"],
    "help": ["/help"],
    "history": [domains.PAGE + "/history"],
    "import": [domains.PAGE + "/import"],
    "inspector": ["/dumps/{stopwatch}", "/dumps/{stopwatch}?view=26", "/dumps/{stopwatch}?view=26&mode=layers", "{kitchen}?view=3&device=iphone-8"],
    "interfaces": ["{pear}/interfaces"],
    "layers": [domains.PAGE + "/arguments?arguments=-a+1"],
    "library": ["/", "/?q=zzz", "/?folder=Filed"],
    "lint": [APP + "/lint"],
    "live": ["{live}"],
    "managed-configuration": [APP + "/managed-configuration"],
    "patterns": ["/help/patterns"],
    "report": ["/dumps/{stopwatch}/report"],
    "settings": [APP + "/settings", APP + "/settings?idiom=pad&keys=true", APP + "/settings?systemRows=true&textSize=accessibility3"],
    "sign-in": ["/sign-in"],
    "subviews": ["/dumps/{stopwatch}/tree?parent=1"],
    "timeline": ["/timeline?dumps={stopwatch},{tablet}"],
    "timeline-choice": ["/timeline"],
    "tokens": ["/tokens"],
    "usage": ["/usage"],
}


@pytest.fixture(scope="module")
def names(shared):
    """What stands for the braces in the addresses: dumps, an app and a session that are there."""
    domains.fill(shared)
    kept = sample_dumps(shared)

    def send(name, text):
        return shared.request("POST", f"/api/v1/dumps?name={name}", text, {"Content-Type": "application/octet-stream"}).json["id"]

    text = (FIXTURES / "kitchen.storyboard").read_bytes()
    made = {"kitchenID": send("axe-kitchen", text), "changed": send("axe-changed", text.replace(b'constant="20"', b'constant="28"')),
            "tablet": send("axe-tablet", b"<UIWindow: 0x1; frame = (0 0; 768 1024); layer = <CALayer: 0x2>>\n")}
    shared.request("PATCH", f"/api/v1/dumps/{made['kitchenID']}", '{"folder": "Filed", "tags": ["axe"]}', {"Content-Type": "application/json"})
    files = [(f"Pear.app/{path}", content) for path, content in test_app_interfaces.files()]
    pear = shared.request("POST", "/api/v1/apps", archives.pack(files), {"Content-Type": "application/zip"}).json["id"]
    device = Device()
    live = shared.request("POST", "/api/v1/live", {"url": f"http://127.0.0.1:{device.port}"}).json["id"]
    shared.request("POST", f"/api/v1/live/{live}/actions", {"type": "tap", "x": 195, "y": 200})
    yield kept | made | {"pear": f"/apps/{pear}", "pearID": pear, "kitchen": f"/dumps/{made['kitchenID']}", "live": f"/live/{live}"}
    shared.request("DELETE", f"/api/v1/live/{live}")
    device.stop()
    for dump in made.values():
        shared.request("DELETE", f"/api/v1/dumps/{dump}")
    shared.request("DELETE", f"/api/v1/apps/{pear}")


def fill(text, names):
    for name, value in names.items():
        text = text.replace("{" + name + "}", value)
    return text


SEND = """([action, fields]) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action });
  for (const [name, value] of Object.entries(fields)) form.append(Object.assign(document.createElement("input"), { name, value }));
  document.body.append(form);
  form.submit();
}"""


def test_every_page_of_the_server_is_in_the_list():
    assert sorted(PAGES) == sorted(path.stem for path in (REPOSITORY / "Templates/pages").glob("*.mustache"))


def visited(page, server, names, template):
    """Goes through all that shows a template, and yields each entry once it is there."""
    for entry in PAGES[template]:
        page.set_viewport_size(DESKTOP)
        if isinstance(entry, str):
            page.goto(server.url + fill(entry, names))
        else:
            page.goto(server.url + "/")
            action, fields = entry
            with page.expect_navigation():
                page.evaluate(SEND, [action, {name: fill(value, names) for name, value in fields.items()}])
        page.wait_for_load_state("load")
        if template == "inspector":
            page.locator("#tree [role=treeitem]").first.wait_for()
        yield entry
    page.goto("about:blank")


def opened(shared, open_page, template):
    """A window for the pages of a template."""
    missing = {"error": ("responded with a status of 404",), "describe": ("responded with a status of 422", "the page tells")}.get(template, ())
    return open_page(shared.url + "/", expect=missing, reduced_motion="reduce")


@pytest.mark.parametrize("template", walked(list(PAGES)))
def test_axe_finds_nothing_on_a_page_in_light_and_dark(shared, names, open_page, template):
    page = opened(shared, open_page, template)
    for entry in visited(page, shared, names, template):
        assert unreadable(page) == [], entry
