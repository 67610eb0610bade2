"""A device for tests: a server that answers as WebDriverAgent does, or as Appium, faults included."""

import base64
import http.server
import json
import re
import struct
import threading
import zlib

SIZE = (390, 844)
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def picture(shade, width=195, height=422):
    """A PNG of one grey."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes([shade]) * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def element(kind, name, x, y, width, height, label=None, children=()):
    return {
        "type": kind, "rawIdentifier": name, "name": name or label, "label": label or name, "value": None, "isEnabled": "1", "isVisible": "1",
        "rect": {"x": x, "y": y, "width": width, "height": height}, "frame": f"{{{{{x}, {y}}}, {{{width}, {height}}}}}",
        "children": list(children)}


class Device:
    """An app with a button “next”, which leads to another screen, a field, and perhaps an alert."""

    size = SIZE
    bundle = "org.example.Weather"

    def __init__(self, is_appium=False, port=0):
        self.is_appium = is_appium
        self.session = "S1" if is_appium else None
        self.screen = 0
        self.typed = ""
        self.has_alert = False
        #: Whether another alert follows one that is closed.
        self.has_more_alerts = False
        self.has_focus = True
        #: What is wrong with it: slow, garbage, huge, redirect, closes, error, gone, no-picture, no-json.
        self.fault = None
        #: What buttons at the bottom are called.
        self.names = []
        self.asked = []
        self.headers = []
        #: What was done on it, in the words of the tests of scripts, and what its session was begun with.
        self.did = []
        self.capabilities = {}
        self.release = threading.Event()
        self.lock = threading.Lock()
        self.port = port
        self.start()

    # The server

    def start(self):
        device = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                with device.lock:
                    device.asked.append(f"{self.command} {self.path}")
                    device.headers.append(dict(self.headers))
                if not device.spoil(self):
                    return
                with device.lock:
                    status, value = device.answer(self.command, self.path, json.loads(body) if body else None)
                # As WebDriverAgent does it: the session stands in every answer, and in that to a new one above all.
                data = json.dumps({"value": value, "sessionId": device.session}, ensure_ascii=False).encode()
                self.reply(status, data)

            def reply(self, status, data, **fields):
                self.send_response(status)
                fields = {"Content_Type": "application/json", "Content_Length": str(len(data)), "Connection": "close", **fields}
                for name, value in fields.items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()
                self.wfile.write(data)
                self.close_connection = True

            do_GET = do_POST = do_DELETE = handle_any

            def log_message(self, *arguments):
                pass

        class Server(http.server.ThreadingHTTPServer):
            allow_reuse_address = True
            daemon_threads = True

            def handle_error(self, request, client_address):
                pass

        self.server = Server(("127.0.0.1", self.port), Handler)
        self.port = self.server.server_port
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.release.set()
        self.server.shutdown()
        self.server.server_close()

    def spoil(self, handler):
        """Answers as its fault has it; true where it answers as it should."""
        if self.fault is None or "/source" not in handler.path:
            return True
        if self.fault == "slow":
            self.release.wait(120)
            return True
        if self.fault == "garbage":
            handler.reply(200, b"\xff\xfe<html>not JSON")
        elif self.fault == "huge":
            handler.reply(200, b"{", Content_Length=str(1 << 40))
        elif self.fault == "redirect":
            handler.reply(302, b"", Location="http://169.254.169.254/latest/meta-data")
        elif self.fault == "closes":
            handler.close_connection = True
        elif self.fault == "error":
            handler.reply(500, json.dumps({"value": {"error": "unknown error", "message": "The app crashed.\x1b[2J"}}).encode())
        elif self.fault == "gone":
            handler.reply(404, json.dumps({"value": {"error": "invalid session id", "message": "Session does not exist"}}).encode())
        else:
            return True
        return False

    # What it does

    def tree(self):
        field = element("TextField", "city", 20, 200, 350, 40, label=self.typed or "City")
        title = element("StaticText", "title", 20, 60, 350, 40, label=f"Screen {self.screen}")
        button = element("Button", "next", 20, 120, 100, 40, label="Next")
        more = [element("Button", None, 20, 300 + 50 * index, 100, 40, label="Same") for index in range(self.screen % 3)]
        more += [element("Button", name, 20, 600 + 50 * index, 100, 40) for index, name in enumerate(self.names)]
        alert = [element("Alert", "Allow?", 60, 350, 270, 150)] if self.has_alert else []
        window = element("Window", None, 0, 0, *self.size, children=[title, button, field, *more, *alert])
        return element("Application", None, 0, 0, *self.size, label="Weather", children=[window])

    def screenshot(self):
        return picture(120 + self.screen * 20 % 120)

    def source(self):
        def xml(node):
            box, name = node["rect"], node["name"]
            words = "".join(f' {key}="{box[key]}"' for key in ("x", "y", "width", "height"))
            named = f' name="{name}"' if name else ""
            inside = "".join(map(xml, node["children"]))
            kind = "XCUIElementType" + node["type"]
            return f'<{kind} type="{kind}"{named} label="{node["label"] or ""}" enabled="true" visible="true"{words}>{inside}</{kind}>'

        return '<?xml version="1.0" encoding="UTF-8"?>' + xml(self.tree())

    def answer(self, method, path, body):
        own = re.fullmatch(r"/session/([^/]+)(/.*)?", path)
        if own and own[1] != self.session:
            return 404, {"error": "invalid session id", "message": f"There is no session {own[1]}"}
        route = f"{method} {own[2] or '' if own else path}"
        needs_session = route.split("/")[1:2] in (["actions"], ["element"], ["alert"]) and not own
        if needs_session:
            return 404, {"error": "invalid session id", "message": "No session"}
        if route == "GET /status":
            more = {} if self.is_appium else {"state": "success", "os": {"name": "iOS"}, "ios": {"ip": None}}
            return 200, {"ready": True, "message": "ready", "build": {"version": "1"}, **more}
        if route == "GET /sessions" and self.is_appium:
            return 200, [{"id": self.session, "capabilities": {}}]
        if route == "POST /session":
            self.session = "begun"
            self.capabilities = body["capabilities"].get("firstMatch", [{}])[0] | body["capabilities"].get("alwaysMatch", {})
            return 200, {"sessionId": self.session, "capabilities": {}}
        if route == "DELETE ":
            self.session = None
            return 200, None
        if route == "GET /source?format=json" and self.fault == "no-json":
            return 404, {"error": "unknown command", "message": "Unhandled"}
        if route.startswith("GET /source"):
            return 200, self.tree() if "json" in route else self.source()
        if route == "GET /screenshot":
            if self.fault == "no-picture":
                return 500, {"error": "unable to capture screen", "message": "Protected"}
            return 200, base64.b64encode(self.screenshot()).decode()
        if route == "GET /orientation":
            return 200, "PORTRAIT"
        if route in ("GET /window/size", "GET /window/rect"):
            return 200, {"width": self.size[0], "height": self.size[1]}
        if route == "GET /wda/screen":
            return 200, {"scale": 3}
        if route == "GET /wda/activeAppInfo":
            return 200, {"bundleId": self.bundle}
        if route == "POST /wda/homescreen" and not own:
            self.screen = 0
            return 200, None
        if route == "POST /execute/sync" and self.is_appium:
            return self.execute(body)
        if route == "POST /actions":
            return self.touch(body)
        if route == "POST /element":
            self.did.append(("find", body["using"], body["value"]))
            return 200, {ELEMENT: "E-" + body["value"] if body["value"].isalnum() else "E-other"}
        if re.fullmatch(r"POST /element/[^/]+/click", route):
            self.did.append(("click",))
            return 200, None
        if route == "GET /element/active":
            self.did.append(("focus",))
            found = {ELEMENT: "E-active"}
            return (200, found) if self.has_focus else (404, {"error": "no such element", "message": "Nothing has the focus"})
        if re.fullmatch(r"POST /element/[^/]+/value", route):
            self.typed += body["text"]
            self.did.append(("type", body["text"]))
            return 200, None
        if route == "GET /alert/text" and self.has_alert:
            return 200, "Allow?"
        if route in ("POST /alert/accept", "POST /alert/dismiss"):
            if not self.has_alert:
                return 404, {"error": "no such alert", "message": "An attempt was made to operate on a modal dialog when one was not open"}
            self.did.append((route.rpartition("/")[2],))
            self.has_alert = self.has_more_alerts
            return 200, None
        return 404, {"error": "unknown command", "message": f"Unhandled: {route}"}

    def execute(self, body):
        if body["script"] == "mobile: deviceScreenInfo":
            return 200, {"scale": 3}
        if body["script"] == "mobile: activeAppInfo":
            return 200, {"bundleId": self.bundle}
        if body["script"] == "mobile: tap":
            self.did.append(("tap", body["args"][0]["x"], body["args"][0]["y"]))
            return 200, None
        if body == {"script": "mobile: pressButton", "args": [{"name": "home"}]}:
            self.did.append(("mobile: pressButton", "home"))
            self.screen = 0
            return 200, None
        return 500, {"error": "unknown error", "message": body["script"]}

    def touch(self, body):
        moves = [move for move in body["actions"][0]["actions"] if move["type"] == "pointerMove"]
        if len(moves) == 2:
            (start, end) = moves
            self.did.append(("swipe", start["x"], start["y"], end["x"], end["y"], end["duration"]))
            self.screen += 10
        elif 20 <= moves[0]["x"] < 120 and 120 <= moves[0]["y"] < 160:
            self.screen += 1
        return 200, None
