"""People with tokens of different scopes, who ask one server over connections that are kept, and what is secret in it."""

import gzip
import http.client
import json
import urllib.parse

from archives import info, pack
from conftest import Reply

OWNER = "chosen-by-a-person"
APP = "com.example.vault"
#: Of the app's own domain; its default is secret, too.
KEY = "vault.pin"
XML = "application/x-plist;format=xml"


def bundle(default, name="Vault"):
    """An app whose settings have a secure field, on the first pane and below another title on a second."""
    field = f"""<dict><key>Type</key><string>PSTextFieldSpecifier</string><key>Key</key><string>{KEY}</string><key>Title</key><string>Pin</string>
<key>IsSecure</key><true/><key>DefaultValue</key><string>{default}</string></dict>"""
    shown = f"""<dict><key>Type</key><string>PSTitleValueSpecifier</string><key>Key</key><string>{KEY}</string><key>Title</key><string>Again</string>
<key>DefaultValue</key><string>{default}</string></dict><dict><key>Type</key><string>PSTextFieldSpecifier</string><key>Key</key>
<string>city</string><key>Title</key><string>City</string></dict>"""
    pane = '<?xml version="1.0"?><plist version="1.0"><dict><key>PreferenceSpecifiers</key><array>{}</array></dict></plist>'
    child = "<dict><key>Type</key><string>PSChildPaneSpecifier</string><key>Title</key><string>More</string><key>File</key><string>More</string></dict>"
    return [(f"{name}.app/Info.plist", info(APP, name=name)), (f"{name}.app/Settings.bundle/Root.plist", pane.format(field + child)),
            (f"{name}.app/Settings.bundle/More.plist", pane.format(shown))]


def archive(default):
    return pack(bundle(default))


def dump(text):
    """A screen whose secure field holds a text, which UIKit draws in a view below."""
    return f"""<UIWindow: 0x1; frame = (0 0; 320 480)>
   | <UITextField: 0x2; frame = (10 20; 100 30); text = '{text}'; secureTextEntry = YES>
   |    | <UITextFieldLabel: 0x3; frame = (0 0; 100 30); text = '{text}'>
   | <UITextField: 0x5; frame = (10 90; 100 30); text = 'barley'; secureTextEntry = YES>
   | <UILabel: 0x4; frame = (10 60; 100 30); text = 'Shown'>
"""


class Person:
    """Who asks with a token, or without one."""

    def __init__(self, server, token=None):
        self.url, self.token = server.url, token
        self.connection = http.client.HTTPConnection(urllib.parse.urlsplit(server.url).netloc, timeout=120)

    def request(self, method, target, body=None, headers=None):
        headers = {"Connection": "keep-alive", **({"Authorization": f"Bearer {self.token}"} if self.token else {}), **(headers or {})}
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
            headers.setdefault("Content-Type", "application/json")
        for attempt in range(2):
            try:
                self.connection.request(method, target, body.encode() if isinstance(body, str) else body, headers)
                reply = self.connection.getresponse()
                content = reply.read()
                break
            except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
                # The server ends a connection whose last body it did not want.
                self.connection.close()
                if attempt:
                    raise
        if reply.headers["Content-Encoding"] == "gzip":
            content = gzip.decompress(content)
        return Reply(reply.status, reply.headers, content)

    def get(self, target, **headers):
        return self.request("GET", target, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def form(self, target, **fields):
        return self.request("POST", target, urllib.parse.urlencode(fields), {"Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"})

    def upload(self, target, **parts):
        body = "".join(f'--frontier\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{part}\r\n' for name, part in parts.items())
        return self.request("POST", target, body + "--frontier--\r\n", {"Content-Type": "multipart/form-data; boundary=frontier", "Accept": "text/html"})

    def made(self, method, target, body=None, headers=None):
        """What something is that was asked for and has to be there then."""
        reply = self.request(method, target, body, headers)
        assert reply.status in (200, 201), (method, target, reply.status, reply.body[:300])
        return reply.json


def person(server, *scopes):
    """Somebody whose token has some scopes."""
    owner = Person(server, OWNER)
    return Person(server, owner.made("POST", "/api/v1/tokens", {"name": "Test " + " ".join(scopes), "scopes": list(scopes)})["token"])
