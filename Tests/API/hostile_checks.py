"""What is asked of every reply to a hostile request, and of the process that gave it."""

import gzip
import html.parser
import http.client
import json
import pathlib
import re
import time
import urllib.parse
import xml.etree.ElementTree

#: What a reply may have beside what was sent: a page with all its panels, or the names of all parameters.
BASE = 1 << 20
#: So many times what was sent a reply may be. A view of 26 bytes has 700 bytes of JSON and 2,300 of a page.
FACTOR = 100
#: How long the server itself may take (`answerTimeout`), and as much again for a busy machine.
DEADLINE = 240

LINK = re.compile(r"^[\x00-\x20]*(javascript|data|vbscript|file)\s*:", re.IGNORECASE)
PICTURE = re.compile(r"^data:image/(png|jpeg|gif|webp)[;,]")


class Page(html.parser.HTMLParser):
    """Finds elements and attributes in a page that only its input can have made."""

    LINKS = ("href", "src", "action", "formaction", "xlink:href", "data", "poster", "srcdoc")

    def __init__(self, source):
        super().__init__(convert_charrefs=True)
        self.faults, self.script = [], False
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attributes):
        if tag == "hostile-mark" or "<" in tag:
            self.faults.append(f"<{tag}> is an element")
        self.script = tag == "script"
        for name, value in attributes:
            value = value or ""
            if name.startswith("on") or name == "data-hostile" or not re.fullmatch(r"[A-Za-z][A-Za-z0-9:_-]*", name):
                self.faults.append(f"<{tag}> has the attribute {name!r}")
            if name in self.LINKS and LINK.match(value) and not PICTURE.match(value):
                self.faults.append(f"<{tag}> leads to {value[:60]!r}")
        if tag == "script" and not dict(attributes).get("src", "").startswith("/"):
            self.faults.append("a script is not the server's own")

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag):
        self.script = False

    def handle_data(self, data):
        if self.script and data.strip():
            self.faults.append(f"a script holds {data[:60]!r}")


def picture_faults(source):
    """What a drawing has that runs or leads elsewhere."""
    faults = []
    for element in xml.etree.ElementTree.fromstring(source).iter():
        tag = element.tag.rpartition("}")[2]
        if tag in ("script", "foreignObject", "hostile-mark", "iframe", "image") and not (tag == "image" and element.get("href", "").startswith("data:image/png")):
            faults.append(f"<{tag}> is in the drawing")
        faults += [f"<{tag}> has {name}" for name, value in element.attrib.items()
                   if name.lower().startswith("on") or (name.endswith("href") and LINK.match(value) and not PICTURE.match(value))]
    return faults


def members(pairs):
    assert len(dict(pairs)) == len(pairs), f"a member stands twice: {[name for name, _ in pairs][:20]}"
    return dict(pairs)


def no_number(text):
    raise AssertionError(f"{text} is no JSON")


class Visitor:
    """Asks a server on one connection, and checks each reply as it comes."""

    def __init__(self, server, secret):
        self.server, self.secret = server, secret
        self.address = urllib.parse.urlsplit(server.url).netloc
        self.connection = None
        self.faults, self.asked, self.slowest, self.widest = [], 0, (0, ""), (0, "")
        #: What is being sent, and how much of it: it is what a reply is measured by.
        self.subject, self.sent = "", 0

    def ask(self, method, target, body=None, headers=None):
        """The status and the body; 0 where the server ended the connection without a word, as it may after a bad head."""
        headers = dict(headers or {})
        for attempt in (1, 2):
            begun = time.monotonic()
            if self.connection is None:
                self.connection = http.client.HTTPConnection(self.address, timeout=DEADLINE)
            try:
                self.connection.putrequest(method, target, skip_host="Host" in headers, skip_accept_encoding=True)
                for name, value in headers.items():
                    self.connection.putheader(name, value.encode("utf-8"))
                if body is not None:
                    self.connection.putheader("Content-Length", str(len(body)))
                self.connection.endheaders(body)
                reply = self.connection.getresponse()
                content = reply.read()
                if reply.getheader("Content-Encoding") == "gzip":
                    content = gzip.decompress(content)
                break
            except TimeoutError:
                self.note(target, f"no reply within {DEADLINE} s")
                self.connection = None
                return 0, b""
            except (ConnectionError, http.client.HTTPException, OSError) as error:
                self.connection.close()
                self.connection = None
                # A connection that was idle may have been closed; what is refused in its head is closed too.
                if attempt == 2:
                    if self.server.process.poll() is not None:
                        raise AssertionError(f"{self.subject}: {method} {target[:200]} ended the server: {error!r}") from error
                    return 0, b""
        self.asked += 1
        self.slowest = max(self.slowest, (time.monotonic() - begun, f"{self.subject}: {method} {target[:120]}"))
        self.check(method, target, reply, content, max(self.sent, len(target) + len(body or b"")))
        if reply.will_close:
            self.connection.close()
            self.connection = None
        return reply.status, content

    @staticmethod
    def is_unsupported(target, content):
        """WebDriver's status for a command that makes no sense here is 500 (W3C WebDriver, section 6.6)."""
        errors = ("unsupported operation", "move target out of bounds")
        return target.startswith("/session/") and json.loads(content)["value"]["error"] in errors

    def note(self, target, fault):
        self.faults.append(f"{self.subject}: {target[:160]}: {fault}"[:600])

    def check(self, method, target, reply, content, sent):
        if reply.status >= 500 and not (reply.status == 503 and reply.getheader("Retry-After")) and not self.is_unsupported(target, content):
            self.note(target, f"{reply.status} {content[:200]!r}")
        if self.secret in content:
            self.note(target, "it holds a file of the server's machine")
        if reply.getheader("X-Hostile"):
            self.note(target, "the input wrote a header field")
        share = len(content) / (BASE + FACTOR * sent)
        self.widest = max(self.widest, (share, f"{self.subject}: {method} {target[:120]} {len(content)} bytes for {sent}"))
        if share > 1:
            self.note(target, f"{len(content)} bytes for {sent}")
        kind = (reply.getheader("Content-Type") or "").partition(";")[0]
        try:
            if kind == "text/html":
                for fault in Page(content.decode("utf-8")).faults[:3]:
                    self.note(target, fault)
            elif kind == "image/svg+xml":
                for fault in picture_faults(content)[:3]:
                    self.note(target, fault)
            elif kind.endswith("json") and not target.endswith("/source"):
                json.loads(content.decode("utf-8"), object_pairs_hook=members, parse_constant=no_number)
        except (ValueError, AssertionError, RecursionError, xml.etree.ElementTree.ParseError) as error:
            # Python's own reader ends at a depth at which the server's does not.
            if not isinstance(error, RecursionError):
                self.note(target, f"{kind} that cannot be read: {error!r}")
        if kind in ("text/html", "image/svg+xml") and reply.getheader("X-Content-Type-Options") != "nosniff":
            self.note(target, "a browser may guess what it is")


class Process:
    """What a process holds, as the system tells it; `own` is the memory that is no part of a file, such as the program."""

    def __init__(self, server):
        self.folder = pathlib.Path(f"/proc/{server.process.pid}")

    @property
    def start(self):
        return self.folder.joinpath("stat").read_text().rpartition(")")[2].split()[19]

    def counts(self):
        """Open files, threads, and resident memory in bytes."""
        status = self.folder.joinpath("status").read_text()
        return {"files": len(list(self.folder.joinpath("fd").iterdir())), "threads": len(list(self.folder.joinpath("task").iterdir())),
                "memory": int(re.search(r"VmRSS:\s+(\d+)", status)[1]) << 10, "own": int(re.search(r"RssAnon:\s+(\d+)", status)[1]) << 10}
