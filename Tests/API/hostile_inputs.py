"""Inputs that somebody would send who means no good: a name for each, and what makes its bytes.

`deep` says how far to go: 1 unless `VITRINE_HOSTILE` is `long`.
"""

import base64
import gzip
import io
import json
import plistlib
import struct
import urllib.parse
import zipfile
import zlib

from archives import info, pack

#: What leaves texts, attributes, scripts and templates, wherever markup puts it. Nothing of it may be an element.
MARK = ("\"'`></script></title></textarea></select></svg><hostile-mark data-hostile=\"1\" onclick=\"x\"><img src=x onerror=hostile()>"
        "<script>hostile()</script><svg onload=hostile()>{{text}}{{{text}}}{{> pages/help}}<!--\r\nX-Hostile: 1\r\n\r\n")
#: What writes a line of the log, steers a terminal, and turns the direction of a text.
LINES = "a\r\n{\"level\":\"critical\",\"message\":\"forged\"}\n\x1b[2J\x1b]0;x\x07\u202eabc\u2066\u200b\u200d\ufeff\u2028\u2029\x7f\x85"
CELLS = "=cmd|' /C calc'!A0,+1+1\t-1\t@SUM(1)"
LINKS = ["javascript:hostile()", "data:text/html,<script>hostile()</script>", "url(javascript:hostile())", "expression(hostile())",
         "//evil.example/x", "file:///etc/passwd", "\x01javascript:hostile()", "java\tscript:hostile()"]
NUMBERS = [1e308, -1e308, 5e-324, -0.0, 2 ** 53 + 1, -2 ** 63, 2 ** 64, 10 ** 400, 1.7976931348623157e308]
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="hostile()"><script>hostile()</script></svg>'
PREFIX = "<UIWindow: 0x1; frame = (0 0; 390 844); layer = <CALayer: 0x2>>\n"


def png(width, height, rows=b""):
    """A picture that says it is so large."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def view(name="UIView", frame=(0, 0, 10, 10), **members):
    return {"class": name, "frame": list(frame), **members}


def document(*views, **members):
    return json.dumps({"vitrine": 1, "windows": list(views), **members}).encode()


def raw(members):
    """A document of one view with members as they stand."""
    return ('{"vitrine":1,"windows":[{"class":"UIView","frame":[0,0,9,9],' + members + "}]}").encode("utf-8", "surrogatepass")


def nested(depth, key="subviews"):
    head = '{"class":"UIView","frame":[0,0,9,9],"%s":[' % key
    return ('{"vitrine":1,"windows":[' + head * depth + "]}" * depth + "]}").encode()


def texts(text):
    """Everything that a dump names, named so."""
    return document(
        view("UIWindow", (0, 0, 390, 844), subviews=[
            view(text or "A", (0, 40 * row, 300, 30), text=text, identifier=text, label=text, value=text, controller=text, address=text,
                 attributes={text: text, "image": text}, backgroundColor=text, tintColor=text, font=text, image=text, traits=text)
            for row in range(3)]),
        name=text, app=text, device={"name": text, "idiom": text, "width": 390, "height": 844}, capturedAt=text, source=text)


def absurd(number):
    return document(
        view("UIWindow", (0, 0, 390, 844), subviews=[
            view("UILabel", (number, number, number, number), bounds={"x": number, "y": 0, "width": number, "height": 1}, alpha=number,
                 center={"x": number, "y": number}, transform=[number] * 6, tag=number, autoresizingMask=number, contentMode=number,
                 contentOffset={"x": number, "y": number}, contentSize={"width": number, "height": number}, text="a",
                 subviews=[view("UIButton", (1, 1, number, 44), autoresizingMask=["flexibleWidth", "flexibleHeight"])])]),
        device={"name": "a", "width": number, "height": number, "scale": number})


# Property lists


def binary_list(objects, top=0, width=1, offsets=None, count=None):
    """A binary property list of objects as bytes, and where it says that they are."""
    body, places = b"bplist00", []
    for one in objects:
        places.append(len(body))
        body += one
    table = b"".join(struct.pack(">I", place) for place in (offsets or places))
    return body + table + struct.pack(">5xBBBQQQ", 0, 4, width, len(objects) if count is None else count, top, len(body))


def pairs(depth):
    """Lists of two, each of which is the next one twice: 2 to the depth in all."""
    return binary_list([bytes([0xA2, number + 1, number + 1]) for number in range(depth)] + [b"\x51a"])


def keyed(objects, root=1):
    return plistlib.dumps({"$archiver": "NSKeyedArchiver", "$version": 100000, "$top": {"root": plistlib.UID(root), "$0": plistlib.UID(root)},
                           "$objects": ["$null", *objects]}, fmt=plistlib.FMT_BINARY)


def lookin_cycle():
    uid = plistlib.UID
    return keyed([{"$class": uid(3), "NS.objects": [uid(1), uid(2)], "displayItems": uid(2), "subitems": uid(2)},
                  {"$class": uid(3), "NS.objects": [uid(1), uid(2), uid(900)], "subitems": uid(2), "superItem": uid(1)},
                  {"$classname": "LookinHierarchyInfo", "$classes": ["LookinHierarchyInfo", "NSObject"], "$class": uid(3)}])


def xml_list(inside):
    return f'<?xml version="1.0"?><plist version="1.0">{inside}</plist>'.encode()


# Markup


def laughs(levels, width):
    entities = '<!ENTITY e0 "ha">' + "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * width}">' for n in range(1, levels))
    return entities, f"&e{levels - 1};"


def page_source(text, prolog=""):
    return (f'<?xml version="1.0"?>{prolog}<AppiumAUT><XCUIElementTypeApplication type="XCUIElementTypeApplication" name="{text}" '
            f'label="{text}" x="0" y="0" width="390" height="844">{text}</XCUIElementTypeApplication></AppiumAUT>').encode()


def interface(inside, kind="XIB"):
    return (f'<?xml version="1.0" encoding="UTF-8"?><document type="com.apple.InterfaceBuilder3.CocoaTouch.{kind}" version="3.0" '
            f'toolsVersion="13771" targetRuntime="iOS.CocoaTouch">{inside}</document>').encode()


def board(scenes, segue=lambda number: number):
    """A storyboard with so many scenes, each with a segue to another."""
    return interface("<scenes>" + "".join(
        f'<scene sceneID="s{n}"><objects><viewController id="c{n}" sceneMemberID="viewController"><view key="view" id="v{n}">'
        f'<rect key="frame" x="0" y="0" width="375" height="667"/></view><connections><segue destination="c{segue(n)}" kind="embed" id="g{n}"/>'
        f"</connections></viewController></objects></scene>" for n in range(scenes)) + "</scenes>", "Storyboard.XIB")


def xib(views, constraints=""):
    return interface(f'<objects><view contentMode="scaleToFill" id="a"><rect key="frame" x="0" y="0" width="375" height="667"/>'
                     f"<subviews>{views}</subviews><constraints>{constraints}</constraints></view></objects>")


CYCLE = "".join(f'<constraint firstItem="{a}" firstAttribute="{p}" secondItem="{b}" secondAttribute="{q}" multiplier="{m}" constant="{c}" id="{a}{b}{p}"/>'
                for a, b, p, q, m, c in [("b", "c", "leading", "trailing", "1:0", "1e999"), ("c", "b", "leading", "trailing", "nan", "-0"),
                                         ("b", "b", "width", "width", "2", "1"), ("z", "b", "nothing", "x", "1e308", "1e308")])
SUBVIEWS = "".join(f'<view id="{i}"><rect key="frame" x="1e308" y="nan" width="-1" height="inf"/></view>' for i in "bcb")


# Archives


def patched(archive, at, value):
    return archive[:at] + value + archive[at + len(value):]


def central(archive, number=0):
    """Where an entry of the directory begins."""
    at = -1
    for _ in range(number + 1):
        at = archive.index(b"PK\1\2", at + 1)
    return at


def wrong(offset, value):
    """An app with a lie in the directory and in the head of its entry."""
    archive = pack([("A.app/Info.plist", info())])
    return patched(patched(archive, central(archive) + offset, value), offset - 2, value)


def bomb(size):
    return pack([("A.app/Info.plist", info()), ("A.app/Settings.bundle/Root.plist", b"\0" * size)])


def overlapping():
    """Every entry of the directory has the data of the first."""
    archive = pack([(f"A.app/{n:04}", b"x" * 40_000) for n in range(50)])
    for number in range(50):
        archive = patched(archive, central(archive, number) + 42, struct.pack("<I", 0))
    return archive


def zip64():
    """Sizes and places that stand in an extra field that says something else."""
    entry = zipfile.ZipInfo("A.app/Info.plist")
    entry.extra = struct.pack("<HHQQQ", 1, 24, 2 ** 63, 2 ** 62, 2 ** 61)
    archive = pack([(entry, info())])
    return patched(archive, central(archive) + 20, b"\xff" * 8)


def named(*names):
    archive = pack([("A.app/Info.plist", info())])
    for name in names:
        entry = zipfile.ZipInfo("x" * len(name.encode()))
        target = io.BytesIO(archive)
        with zipfile.ZipFile(target, "a") as zipped:
            zipped.writestr(entry, "hostile")
        archive = target.getvalue().replace(("x" * len(name.encode())).encode(), name.encode())
    return archive


def linked(target):
    entry = zipfile.ZipInfo("A.app/Settings.bundle/Root.plist")
    entry.create_system, entry.external_attr = 3, 0o120777 << 16
    return pack([("A.app/Info.plist", info()), (entry, target)])


def settings(panes, more=(), facts=""):
    """An app with panes."""
    return pack([("A.app/Info.plist", info("com.example.hostile", more=facts)), *(
        (f"A.app/Settings.bundle/{name}.plist", plistlib.dumps(pane, fmt=plistlib.FMT_BINARY)) for name, pane in panes.items()), *more])


def pane(*rows, **members):
    return {"PreferenceSpecifiers": list(rows), **members}


def row(kind, **members):
    return {"Type": f"PS{kind}Specifier", **members}


def rows(text):
    """A row of every type, named so."""
    choices = {"Values": [text, "b"], "Titles": [text, "b"]}
    return [row("Group", Title=text, FooterText=text), row("TextField", Title=text, Key=text, DefaultValue=text),
            row("ToggleSwitch", Title=text, Key="t" + text, DefaultValue=text, TrueValue=text), row("TitleValue", Title=text, Key="v" + text, DefaultValue=text),
            row("Slider", Key="s" + text, DefaultValue=0.5, MinimumValueImage=text, MaximumValueImage="../" + text),
            row("MultiValue", Title=text, Key="m" + text, DefaultValue=text, **choices), row("RadioGroup", Title=text, Key="r" + text, DefaultValue=text, **choices),
            row("ChildPane", Title=text, File=text), {"Type": text, "Title": text, text: text},
            *({"Type": "IASKOpenURLSpecifier", "Title": text, "File": link} for link in LINKS)]


def absurd_rows():
    for number in (1e308, -1e308, float("nan"), float("inf"), 2 ** 63 - 1, -2 ** 63, True, "1e999", b"\0", [], {}):
        yield row("Slider", Key=f"s{number!r}", DefaultValue=number, MinimumValue=number, MaximumValue=number)
        yield row("ToggleSwitch", Title=number, Key=f"t{number!r}", DefaultValue=number, TrueValue=number, FalseValue=number)
        yield row("MultiValue", Title="a", Key=f"m{number!r}", DefaultValue=number, Values=[number] * 3, Titles=number, ShortTitles=number)
        yield {"Type": number, "Key": number}
        yield {"Type": "IASKDatePickerSpecifier", "Key": f"d{number!r}", "DefaultValue": number, "MinuteInterval": number}
        yield {"Type": "IASKListGroupSpecifier", "Key": f"l{number!r}", "DefaultValue": [number], "ItemSpecifier": number}


def dumps(canary, deep=1):
    """Each by its name. `canary` is the address of a server that nobody may ask, and the path of a file that nobody may read."""
    address, secret = canary
    far = 2_000 * deep
    laugh, all_laughs = laughs(12, 10)
    quadratic = f'<!DOCTYPE a [<!ENTITY a "{"a" * 20_000}">]>'
    return {
        # JSON
        "brackets": b"[" * 50_000 * deep, "deep views": nested(far), "views as deep as may be": nested(120),
        "deep attributes": raw('"attributes":' + '{"a":' * far + "1" + "}" * far),
        "wide attributes": document(view(attributes={f"k{n}": n for n in range(far)})),
        "wide views": document(view(subviews=[view()] * far)),
        "absurd 1e308": absurd(1e308), "absurd denormal": absurd(5e-324), "absurd negative zero": absurd(-0.0), "absurd whole": absurd(2 ** 64),
        "absurd digits": raw('"tag":' + "9" * 5_000 + ',"alpha":0.' + "3" * 5_000), "1e999": raw('"alpha":1e999,"bounds":[0,0,1e999,-1e999]'),
        "not numbers": raw('"alpha":NaN,"tag":Infinity'), "numbers as text": raw('"alpha":"NaN","bounds":"{{nan, inf}, {1e999, -0}}","tag":"0x7fffffffffffffffff"'),
        "masks beyond bits": document(*(view(autoresizingMask=mask) for mask in (2 ** 62, -1, 64, ["x"] * 1_000, "W+H+W+H", None))),
        "members twice": raw('"alpha":1,"alpha":0,"class":"B","subviews":[],"subviews":[{"class":"C","frame":[0,0,1,1]}],"alpha":"x"'),
        "lone surrogates": raw('"text":"\\ud800","label":"\\udc00\\ud800"'), "raw surrogates": raw('"text":"\ud800"'),
        "overlong": b'{"vitrine":1,"windows":[{"class":"\xc0\xaf\xe0\x80\x80\xf8\x88\x80\x80\x80\xff","frame":[0,0,1,1]}]}',
        "marks of order": b"\xef\xbb\xbf\xef\xbb\xbf" + document(view()), "as UTF-16": b"\xff\xfe" + document(view()).decode().encode("utf-16-le"),
        "as UTF-32": document(view()).decode().encode("utf-32"),
        "NULs": raw('"a\\u0000b":1,"text":"a\\u0000b","class":"\\u0000"'), "raw NULs": raw('"text":"a\0b"') + b"\0" * 100,
        "named as markup": texts(MARK), "named as lines": texts(LINES), "named as formulas": texts(CELLS), "named as nothing": texts(""),
        "named long": texts("<i>" + "W" * 3_000), "named as one character": texts("e" + "\u0301" * 400 * deep),
        "named as links": document(view(subviews=[view(text=link, image=link, backgroundColor=link, attributes={"url": link}) for link in LINKS])),
        "picture as markup": document(view(image=base64.b64encode(SVG).decode()), screenshot=base64.b64encode(SVG).decode()),
        "picture too large": document(view(image=base64.b64encode(png(65_535, 65_535)).decode()), screenshot=base64.b64encode(png(2 ** 31 - 1, 2 ** 31 - 1)).decode()),
        "constraints in a circle": document(view(address="0x1", constraints=[
            {"first": {"item": "0x1", "attribute": "width"}, "second": {"item": "0x1", "attribute": "width"}, "multiplier": 1e308, "constant": -0.0},
            {"firstItem": 0, "firstAttribute": "nothing", "secondItem": 99, "relation": MARK, "priority": 1e308}] * 50)),
        "idb": json.dumps([{"AXLabel": MARK, "AXFrame": "{{inf, nan}, {1e999, -0}}", "frame": {"x": 1e308, "y": None, "width": -1, "height": "a"}, "type": MARK, "children": [{}] * 20}] * 20).encode(),
        "agent": json.dumps({"value": {"type": MARK, "name": MARK, "rect": {"x": 1e308, "y": 0, "width": -1, "height": 2 ** 70}, "frame": "{{1e400, nan}, {-0, 1}}", "isEnabled": "9", "children": [{"type": "Button"}, None, 7, "x"]}}).encode(),
        "maestro": json.dumps({"attributes": {"bounds": "[-999999999999999999999,0][1e9,x]", "text": MARK, "resource-id": MARK}, "children": [{"attributes": {"bounds": "[5,5][1,1]"}, "children": []}]}).encode(),
        # Lines
        "a conflict of many": b"Unable to simultaneously satisfy constraints.\n" + b"".join(
            f"<NSLayoutConstraint:0x{n:x} 'a{n}' {MARK} {n}.width == 1e308*{MARK} {n + 1}.height - 1e-308   (active, names: {MARK} {n}:0x{n}, '|':{MARK}:0x1 )>\n".encode() for n in range(400)),
        "conflicts of many": b"".join(
            f"Unable to simultaneously satisfy constraints.\n<NSLayoutConstraint:0x1 A:0x{n:x}'{MARK}'.width == {n}>\n<NSLayoutConstraint:0x2 A:0x{n:x}.width >= 1e300>\n".encode() for n in range(300)),
        "levels of nothing": (PREFIX + "   |" + "    |" * 20_000 * deep + " <A: 0x2; frame = (0 0; 1 1)>").encode(),
        "levels": (PREFIX + "".join("   |" + "    |" * n + f" <A: 0x{n + 2:x}; frame = (0 0; 9 9)>\n" for n in range(300 * min(deep, 4)))).encode(),
        "brackets of lines": (PREFIX + "   | <A: 0x2; a = " + "(<{[" * 20_000 * deep).encode(), "quotes without end": (PREFIX + "   | <A: 0x2; text = 'a\n" * far).encode(),
        "long line": b"<UIView: 0x1; frame = (0 0; 1 1); text = '" + b"x; y = '" * 12_000 * deep + b">",
        "frames of lines": "".join(f"<A: 0x{'f' * 400}{n}; frame = ({f} {f}; {f} {f}); alpha = {f}; tag = {f}; transform = [{f}, {f}, 0, {f}, 1, 1]; autoresize = LM+W+RM+W+XX>\n"
                                   for n, f in enumerate(("1e308", "-1e308", "nan", "inf", "1e999", "0x1p1023", "-0", "9" * 400))).encode(),
        "lines of markup": (PREFIX + f"   | <{MARK}: 0x2; frame = (0 0; 99 99); text = '{MARK}'; image = {MARK}; {MARK} = {MARK}>{MARK}").encode(),
        "elements of tests": ("Attributes: Application, 0x1, pid: 1, label: 'a'\nElement subtree:\n →Application, 0x1, pid: 1\n" + "".join(
            f"{'  ' * n}Button, 0x{n}, {{{{inf, nan}}, {{1e999, -1}}}}, label: '{MARK}'\n" for n in range(2, 60))).encode(),
        # Markup
        "laughs": page_source(all_laughs, f"<!DOCTYPE a [{laugh}]>"), "laughs of one length": page_source("&a;" * 1_000 * deep, quadratic),
        "a file as entity": page_source("&a;", f'<!DOCTYPE a [<!ENTITY a SYSTEM "file://{secret}">]>'),
        "an address as entity": page_source("&a;", f'<!DOCTYPE a [<!ENTITY a SYSTEM "{address}/entity">]>'),
        "rules elsewhere": page_source("a", f'<!DOCTYPE a SYSTEM "{address}/rules.dtd">'),
        "entities of rules": page_source("a", f'<!DOCTYPE a [<!ENTITY % a SYSTEM "{address}/parameter"> %a; %b;]>'),
        "an inclusion": page_source(f'"><include xmlns="http://www.w3.org/2001/XInclude" href="file://{secret}"/><a a="'),
        "deep markup": b"<XCUIElementTypeApplication>" + b"<XCUIElementTypeOther>" * far, "wide markup": ("<AppiumAUT><A " + " ".join(f'a{n}="1"' for n in range(far)) + "/></AppiumAUT>").encode(),
        "another encoding": b'<?xml version="1.0" encoding="UTF-16"?><hierarchy rotation="0"><node bounds="[0,0][1,1]"/></hierarchy>',
        "names of markup": page_source("<![CDATA[" + "]" * 5_000 + "]]>&#0;&#xD800;&#x110000;"), "a page": ("<!doctype html><body>" + MARK).encode(), "a picture": SVG,
        # Interfaces
        "a xib in a circle": xib(SUBVIEWS, CYCLE), "a deep xib": xib('<view id="x"><subviews>' * far), "a board of scenes": board(150 * deep),
        "a board in a circle": board(5, lambda number: (number + 1) % 5), "a board to nowhere": board(5, lambda number: number + 99), "a xib of markup": xib(f'<label text="{MARK.translate({34: 39, 60: 0x2039, 38: 38})}" id="l"/>'),
        # Property lists
        "a deep list": xml_list("<array>" * far), "a list of laughs": (f'<?xml version="1.0"?><!DOCTYPE plist [{laugh}]><plist><string>{all_laughs}</string></plist>').encode(),
        "a binary list of itself": binary_list([b"\xa1\x00"]), "a list twice two": pairs(60), "a list to nowhere": binary_list([b"\xa1\x01", b"\x51a"], offsets=[8, 2 ** 32 - 1]),
        "a list into its table": binary_list([b"\xa2\x01\x02", b"\x5f\x13\xff\xff\xff\xff\xff\xff\xff\xff", b"\x51a"], offsets=[8, 11, 30]),
        "a list of too many": binary_list([b"\x51a"], count=2 ** 63), "a list that begins nowhere": binary_list([b"\x51a"], top=2 ** 64 - 1),
        "a deep binary list": binary_list([b"\xa1" + struct.pack(">H", n + 1) for n in range(far)] + [b"\x51a"], width=2),
        "a deep list of text": b"{a = " * far, "an archive of circles": lookin_cycle(), "an archive of nothing": keyed([], root=2 ** 31 - 1),
        "a nib of lies": b"NIBArchive" + struct.pack("<10I", 1, 9, 2 ** 31, 50, 2 ** 32 - 1, 51, 2 ** 31, 52, 2 ** 30, 53) + b"\xff" * 200,
        # Archives
        "a view debugger's bomb": pack([("a.viewhierarchy/metadata", plistlib.dumps({"DocumentVersion": "1"})), ("a.viewhierarchy/RequestResponses/Response_0", gzip.compress(b"[" * 5_000_000 * deep))]),
        "a view debugger's paths": pack([("a.viewhierarchy/../../../hostile-escaped", b"x"), ("a.viewhierarchy/metadata", b"x")]),
        "attachments with a manifest that lies": pack([
            ("r/manifest.json", json.dumps([{"testIdentifier": LINES, "attachments": [
                {"exportedFileName": name, "suggestedHumanReadableName": f"../../hostile-escaped{MARK}_0_.txt", "timestamp": time}
                for name, time in (("1.txt", 1e308), ("1.png", -1), ("../../etc/passwd", 1_780_000_000), ("2.txt", "now"))]}] * 50)),
            ("r/1.txt", "<UIView: 0x1; frame = (0 0; 10 10)>"), ("r/1.png", b"\x89PNG\r\n\x1a\n"), ("r/2.txt", MARK), (f"r/{MARK.replace('/', '')}.mov", b"x")]),
        "attachments without end": pack([(f"{number}.txt", "x") for number in range(2_100)]),
        "a compressed bomb": gzip.compress(b"\0" * 20_000_000), "nothing": b"", "a byte": b"<", "anything": bytes(n * n * 7 % 251 for n in range(5_000)),
    }


def apps(deep=1):
    """Archives of apps."""
    far = 1_000 * deep
    return {
        "paths upward": named("A.app/../../../../hostile-escaped"), "paths from the root": named("/tmp/hostile-escaped"), "paths of Windows": named("A.app\\..\\..\\hostile-escaped", "C:\\hostile-escaped"),
        "paths of lines": named("A.app/" + LINES), "paths of markup": named("A.app/<hostile-mark onclick=x>.png"), "a link": linked("/etc/passwd"), "a link upward": linked("../../../../../etc/passwd"),
        "a bomb": bomb(60_000_000), "overlapping": overlapping(), "a wrong sum": wrong(16, b"\0\0\0\0"), "a size too small": wrong(24, b"\1\0\0\0"), "a size too large": wrong(24, b"\xff\xff\xff\x7f"),
        "long sizes": zip64(), "in an archive": pack([("A.ipa", pack([("A.app/Info.plist", info())]))]), "many entries": pack([("A.app/Info.plist", info()), *((f"A.app/{n}", b"") for n in range(far))]),
        "names twice": pack([("A.app/Info.plist", info()), ("A.app/info.PLIST", info("com.example.other")), ("A.app/a", b""), ("A.app/a/b", b"")]),
        "deep folders": pack([("A.app/Info.plist", info()), ("A.app/" + "a/" * 400 + "Root.plist", b"")]), "named as markup": settings(
            {"Root": pane(*rows(MARK), Title=MARK, StringsTable=MARK)}, facts=f"<key>CFBundleDisplayName</key><string>{MARK.translate({60: 0x2039, 38: 43})}</string>"),
        "named as lines": settings({"Root": pane(*rows(LINES), Title=LINES)}), "named as formulas": settings({"Root": pane(*rows(CELLS))}),
        "panes in a circle": settings({name: pane(*(row("ChildPane", Title=f"{to}{n}", File=to) for to in ("Root", "a", "b", "../Root", "b") for n in range(20))) for name in ("Root", "a", "b")}),
        "many panes": settings({"Root": pane(*(row("ChildPane", Title="a", File=f"p{n}") for n in range(300))), **{f"p{n}": pane(*(row("ChildPane", Title="a", File=f"p{m}") for m in range(50))) for n in range(60)}}),
        "absurd rows": settings({"Root": pane(*absurd_rows())}), "many rows": settings({"Root": pane(*(row("MultiValue", Title="a", Key="k", DefaultValue=1, Values=list(range(100)), Titles=["a"] * 100) for _ in range(far // 10)))}),
        "deep rows": settings({"Root": pane(row("TextField", Key="a", DefaultValue="x"))}, [("A.app/Settings.bundle/Deep.plist", xml_list("<array>" * 5_000))]),
        "rows without types": settings({"Root": pane({}, [], 1, "x", {"Type": 1}, {"Type": "PSGroupSpecifier", "Title": {"a": []}})}), "no rows": settings({"Root": {"PreferenceSpecifiers": "x"}}),
        "formats in texts": settings({"Root": pane(*rows("%@%n%s%1$@"), StringsTable="Root")}, [("A.app/Settings.bundle/en.lproj/Root.strings", '"%@%n%s%1$@" = "%1000000$@%n%*.*f\\U0000\\UD800";\n' * 100),
                                                                                          ("A.app/Settings.bundle/en.lproj/Root.stringsdict", xml_list("<dict>" * 100))]),
        "facts of circles": pack([("A.app/Info.plist", binary_list([b"\xd1\x01\x00", b"\x51a"]))]), "facts twice two": pack([("A.app/Info.plist", binary_list([b"\xd1\x01\x02", b"\x51a"] + [bytes([0xA2, n + 1, n + 1]) for n in range(2, 60)] + [b"\x51a"]))]),
        "pictures of markup": settings({"Root": pane(row("Slider", Key="a", DefaultValue=1, MinimumValueImage="a.svg", MaximumValueImage="b.png"))}, [("A.app/Settings.bundle/a.svg", SVG), ("A.app/Settings.bundle/b.png", SVG), ("A.app/AppIcon60x60@2x.png", png(65_535, 65_535))],
                                       "<key>CFBundleIconFiles</key><array><string>AppIcon60x60</string><string>../../etc/passwd</string></array>"),
        "interfaces": pack([("A.app/Info.plist", info("com.example.boards")), ("A.app/a.xib", xib(SUBVIEWS, CYCLE)), ("A.app/b.storyboard", board(20)), ("A.app/c.nib", b"NIBArchive" + b"\xff" * 90), ("A.app/d.storyboardc/Info.plist", binary_list([b"\xd1\x01\x00", b"\x51a"])),
                            ("A.app/e<hostile-mark>.nib", keyed([{"$class": plistlib.UID(1)}]))]),
        "no archive": b"PK\5\6" + b"\0" * 18, "ends early": pack([("A.app/Info.plist", info())])[:-30], "nothing": b"",
    }


def edits():
    """Bodies for the edits of a dump."""
    def deep(depth):
        return '{"op":"insert","superview":0,"view":' + '{"class":"A","frame":[0,0,1,1],"subviews":[' * depth + "]}" * depth + "}"
    def change(changes):
        return '{"op":"change","view":1,"changes":{%s}}' % changes
    return {
        "far away": change('"frame":{"x":1e308,"y":-1e308,"width":1e308,"height":1e308}'), "no number": change('"alpha":NaN'), "beyond numbers": change('"alpha":1e999,"tag":' + "9" * 400),
        "flat": change('"transform":[5e-324,0,0,5e-324,1e308,1e308],"bounds":{"x":-0.0,"y":0,"width":1e300,"height":1e300}'), "deep": deep(5_000), "as deep as may be": deep(90),
        "wide": json.dumps({"op": "insert", "superview": 0, "view": view(subviews=[view()] * 3_000)}), "into itself": '{"op":"move","view":0,"superview":1}', "nowhere": '{"op":"move","view":1,"superview":0,"index":9223372036854775807}',
        "before nothing": '{"op":"insert","superview":0,"index":-9223372036854775808,"view":{"class":"A","frame":[0,0,1,1]}}', "exchanged": '{"op":"exchange","superview":0,"indexes":[0,9223372036854775807]}',
        "many": json.dumps({"op": "changes", "views": [{"view": 1, "changes": {"text": MARK * 2, "identifier": LINES}}] * 1_001}), "all": json.dumps({"op": "changes", "views": [{"view": 1, "changes": {"frame": {"x": n, "y": 1, "width": n, "height": 1}}} for n in range(900)]}),
        "markup": json.dumps({"op": "change", "view": 1, "changes": {"text": MARK, "identifier": MARK, "label": LINES, "value": CELLS}}), "added markup": json.dumps({"op": "insert", "superview": 0, "view": view(MARK, text=MARK, attributes={MARK: MARK}, image=LINKS[0])}),
        "long": json.dumps({"op": "change", "view": 1, "changes": {"text": "<i>" + "x" * 200_000}}), "twice": '{"op":"remove","op":"change","view":1,"view":2,"changes":{"alpha":1,"alpha":0}}', "no operation": json.dumps({"op": MARK, MARK: MARK}),
        "a constraint beyond": '{"op":"changeConstraint","constraint":9223372036854775807,"changes":{"constant":1e308,"multiplier":5e-324,"priority":-0.0}}',
        "a constraint": json.dumps({"op": "addConstraint", "constraint": {"first": {"view": 1, "attribute": "width"}, "constant": -1e5, "identifier": MARK + LINES}}),
        "a knot": '{"op":"addConstraint","constraint":{"first":{"view":1,"attribute":"leading"},"second":{"view":0,"attribute":"trailing"},"multiplier":-10000,"constant":100000}}',
        "hugged": '{"op":"changeLayout","view":1,"changes":{"contentHuggingPriority":{"horizontal":1e308},"stack":{"spacing":null}}}',
        "removed": '{"op":"remove","view":0}', "undo": '{"op":"undo","count":1e308}',
    }


def animations():
    def block(**members):
        return json.dumps({"changes": [{"view": 1, "frame": {"x": 1, "y": 1, "width": 1e308, "height": 1}}], "times": [0, 1], **members})
    inner = '{"blocks":[' * 2_000
    return {
        "for ever": block(duration=1e308, repeatCount="infinity", delay=1e308), "at once": block(duration=0, repeatCount=1e308, autoreverses=True, times=[0, 1e308, 5e-324]), "often": block(times=[n / 7 for n in range(1_000)]),
        "too often": block(times=[0] * 50_000), "deep": inner, "blocks": block(blocks=[{"blocks": [{"duration": 1e300}] * 50}] * 50), "many": block(changes=[{"view": n % 3, "alpha": 0.5, "transform": [1e308] * 6} for n in range(600)]), "no number": '{"times":[1e999],"changes":[{"view":1,"alpha":NaN}]}', "markup": json.dumps({MARK: MARK, "curve": MARK, "times": MARK}),
    }


def rules():
    """Rules about layouts, in YAML and JSON."""
    aliases = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))
    return {
        "aliases": aliases + "rules: *a11\n", "itself": "rules: &a\n  - *a\n", "merged": "a: &a {<<: *a}\nrules: []\n", "merged often": "".join(f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 9)}]}}\n" if n else "a0: &a0 {x: 1}\n" for n in range(10)) + "rules: []\n",
        "deep": "rules: " + "[" * 20_000, "deep blocks": "".join(" " * n + "- \n" for n in range(1_000)), "deeper maps": "".join(" " * n + "a:\n" for n in range(600)), "tags": "rules: !!python/object/apply:os.system ['true']\na: !!binary '////'\nb: !<tag:evil> x\n",
        "documents": "---\nrules: []\n" * 500, "patterns": json.dumps({"rules": [{"view": {"predicate": f"label MATCHES '{pattern}'"}, "expect": {"visible": True}} for pattern in ("(a+)+b", "(a|a)*b" * 20, "((a{1,99}){1,99}){1,99}")]}),
        "paths": json.dumps({"rules": [{"view": {"xpath": "//*" * 20 + "[count(//*) > 0]"}, "expect": {"visible": True}}] * 200}), "numbers": "rules:\n  - view: {where: 'class:UI*'}\n    expect: {width: 1e999.., height: .nan, x: -.inf..0x7fffffffffffffffff, alpha: 1_0_0, visible: 1e308%}\n",
        "markup": json.dumps({"let": {MARK: {"id": MARK}}, "rules": [{"name": MARK, "view": {"id": MARK}, "expect": {MARK: MARK}}]}), "keys": "? [a, b]\n: c\n? {a: b}\n: d\nrules: []\nrules: []\n", "lines": LINES, "not UTF-8": b"rules: \xff\xfe\xc0\xaf".decode("latin-1"), "long": "rules: '" + "x" * 250_000 + "'",
        "devices": json.dumps({"devices": ["iphone-8"] * 10_000, "tolerance": 1e308, "rules": []}), "sizes": json.dumps({"devices": [{"width": 1e308, "height": 5e-324}, "1e9x1e9"], "rules": [{"view": {"where": "class:UI"}, "expect": {"width": "1.."}}]}),
    }


def locators():
    """Parameters of a list of views."""
    path = "//*" * 12
    return {
        "patterns": ("predicate", "label MATCHES '(a+)+$' OR text MATCHES '(x|x)*y'"), "patterns of patterns": ("predicate", "label MATCHES '" + "(" * 400 + "a" + ")*" * 400 + "'"), "counted patterns": ("predicate", "label MATCHES '((a{1,500}){1,500}){1,500}'"),
        "deep predicate": ("predicate", "(" * 1_000 + "label == 'a'" + ")" * 1_000), "deep negation": ("predicate", "NOT (" * 1_000 + "label == 'a'" + ")" * 1_000), "wide predicate": ("predicate", " OR ".join(["label == 'a'"] * 400)), "wildcards": ("predicate", "label LIKE '" + "*a" * 1_000 + "'"),
        "steps": ("xpath", path), "steps in steps": ("xpath", "//*[count(//*[count(//*[count(//*) > 1]) > 1]) > 1]"), "back and forth": ("xpath", "//*/ancestor::*//*/preceding::*/following::*" * 4), "deep path": ("xpath", "//*" + "[*" * 900 + "]" * 900),
        "deep brackets": ("xpath", "(" * 2_000 + "//*" + ")" * 2_000), "unions": ("xpath", "|".join(["//*"] * 500)), "texts": ("xpath", "//*[contains(" + "concat('a'," * 300 + "'b'" + ")" * 300 + ", 'x')]"), "replaced": ("xpath", "//*[replace(replace(@text, '', 'aaaaaaaa'), '', 'aaaaaaaa') = '1']"),
        "no functions": ("xpath", "document('file:///etc/passwd')//*"), "numbers of paths": ("xpath", "//*[" + "9" * 400 + "]|//*[1 div 0]|//*[-1 mod 0]"), "deep chain": ("classChain", "**/*" * 300), "chain of predicates": ("classChain", "**/*[$type == 'a'$][`label MATCHES '(a+)+b'`]" * 50), "places of chains": ("classChain", "**/*[9223372036854775807][-9223372036854775808][0]"),
        "words": ("where", " ".join(["class:*a*a*a*a*b"] * 32)), "too many words": ("where", "a " * 4_000), "quotes": ("where", '"' * 999), "numbers of words": ("where", "x<1e999 y>nan depth=-0 tag:99999999999999999999"), "markup": ("where", MARK), "markup as path": ("xpath", MARK), "markup as predicate": ("predicate", MARK), "nothing": ("xpath", ""), "long": ("xpath", "/" * 8_000), "longer": ("where", "x" * 20_000), "NULs": ("predicate", "label == '\0'"),
    }


def defaults():
    """Values of a domain: a media type and a body."""
    json_, list_ = "application/json", "application/x-plist"
    return {
        "markup": (json_, json.dumps({MARK: MARK, "a/b": 1, "..": 2, "": 3, LINES: LINES, CELLS: CELLS, "__proto__": {"x": 1}})), "absurd": (json_, json.dumps({"a": 1e308, "b": -0.0, "c": 2 ** 64, "d": {"$real": "nan"}, "e": {"$real": "1e999"}, "f": {"$integer": "9" * 400}})), "beyond": (json_, '{"a":1e999,"b":NaN,"c":' + "9" * 1_000 + "}"),
        "dates": (json_, json.dumps({"a": {"$date": "999999-01-01T00:00:00Z"}, "b": {"$date": "-0001-13-99T99:99:99Z"}})), "far dates": (json_, json.dumps({"a": {"$date": "9999-12-31T23:59:59Z"}, "b": {"$date": "0001-01-01T00:00:00Z"}})), "data": (json_, json.dumps({"a": {"$data": "!!!!"}, "b": {"$data": "AAAA" * 2_000}, "c": {"$data": 1}, "d": {"$nothing": 1}})),
        "deep": (json_, '{"a":' * 3_000 + "1" + "}" * 3_000), "as deep as may be": (json_, '{"a":' * 60 + "1" + "}" * 60), "wide": (json_, json.dumps({f"k{n}": [n] for n in range(3_000)})), "long": (json_, json.dumps({"a": "<b>" * 60_000, "k" * 5_000: 1})), "twice": (json_, '{"a":1,"a":2,"\\u0061":3}'), "NULs": (json_, '{"a\\u0000b":1,"c":"\\u0000"}'),
        "surrogates": (json_, '{"a":"\\ud800","\\udc00":1}'), "list": (json_, "[1]"), "a circle": (list_, binary_list([b"\xd1\x01\x00", b"\x51a"])), "twice two": (list_, binary_list([b"\xd1\x01\x02", b"\x51a"] + [bytes([0xA2, n + 1, n + 1]) for n in range(2, 60)] + [b"\x51a"])), "a deep list": (list_, xml_list("<dict><key>a</key>" * 3_000)),
        "no time": (list_, binary_list([b"\xd2\x01\x02\x03\x03", b"\x51a", b"\x51b", b"\x33\x7f\xef" + b"\xff" * 6])), "no number": (list_, xml_list("<dict><key>a</key><real>nan</real><key>b</key><real>1e999</real><key>c</key><integer>0xffffffffffffffffff</integer><key>d</key><date>9999999-99-99T99:99:99Z</date></dict>")), "text list": (list_, b"{a = <" + b"0f" * 5_000 + b">; b = " + b"(" * 5_000),
    }


def app_config(inside, prolog=""):
    return f'<?xml version="1.0"?>{prolog}<managedAppConfiguration>{inside}</managedAppConfiguration>'.encode()


def signed(content, definite=True):
    """A profile in a signature, as far as it has to be there, of definite or endless lengths."""
    def element(tag, body):
        head = bytes([tag]) + (b"\x84" + struct.pack(">I", len(body)) if definite else b"\x80")
        return head + body + (b"" if definite else b"\0\0")
    inner = element(0x30, b"\x06\x01\x2a" + element(0xA0, b"\x04\x84" + struct.pack(">I", len(content)) + content))
    return element(0x30, b"\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02" + element(0xA0, element(0x30, b"\x02\x01\x01\x31\x00" + inner)))


def managed(domain, deep=1):
    """App configs and profiles of a domain."""
    laugh, all_laughs = laughs(30, 10)
    quote = MARK.translate({34: 39, 38: 38, 60: 0x2039})
    profile = plistlib.dumps({"PayloadDisplayName": MARK.replace("\r", ""), "PayloadContent": [{"PayloadType": "com.apple.ManagedClient.preferences", "PayloadContent": {
        domain: {"Forced": [{"mcx_preference_settings": {MARK.replace("\r", ""): MARK.replace("\r", ""), "com.apple.configuration.managed": {"a": MARK.replace("\r", "")}}}, 1, {"x": 1}]}, LINES[:1]: 1}}, 1, {}]})
    whole = signed(profile)
    return {
        "markup": app_config(f'<version>{quote}</version><dict><string keyName="{quote}"><constraint pattern="{quote}"/></string></dict><presentation><field keyName="{quote}" type="{quote}"><label>{quote}</label></field></presentation>'),
        "laughs": app_config(f"<version>{all_laughs}</version>", f"<!DOCTYPE a [{laugh}]>"), "deep": app_config("<dict>" * 5_000 * deep), "wide": app_config("<dict>" + "".join(f'<string keyName="{n}"/>' for n in range(1_900)) + "</dict>"),
        "bounds": app_config('<dict><integer keyName="a"><constraint min="1e308" max="-1e308"/></integer><float keyName="b"><constraint min="nan"/></float></dict>'),
        "choices": app_config('<dict><stringArray keyName="a"><constraint><values>' + "<value>x</value>" * 40_000 + "</values></constraint></stringArray></dict>"),
        "languages": app_config('<dict><string keyName="a"/></dict><presentation><field keyName="a"><label>' + '<language value="x-y">b</language>' * 15_000 + "</label></field></presentation>"),
        "groups": app_config("<presentation>" + "<fieldGroup>" * 29 + "</fieldGroup>" * 29 + "</presentation>"), "a profile of markup": profile, "signed": whole, "signed without lengths": signed(profile, definite=False),
        "cut": whole[:60], "endless": b"\x30\x80" * 100_000 * deep, "endless pieces": signed(b"", definite=False)[:-12] + b"\x24\x80" * 50_000, "a length of lies": b"\x30\x84\xff\xff\xff\xff" + whole, "a long length": b"\x30\x88" + b"\xff" * 8,
        "a profile of laughs": xml_list(all_laughs).replace(b"<plist", f"<!DOCTYPE plist [{laugh}]><plist".encode(), 1), "a signed circle": signed(binary_list([b"\xa1\x00"])),
        "a profile twice two": pairs(60), "values": json.dumps({"values": {MARK: MARK, "a": [[[]]] * 100}}).encode(), "deep values": b'{"values":' + b'{"a":' * 3_000,
    }


def requests():
    """Requests as they are: a method, a target, fields and a body."""
    multipart = {"Content-Type": "multipart/form-data; boundary=b"}
    long = "x" * 100_000
    parts = b"".join(b'--b\r\nContent-Disposition: form-data; name="a%d"; filename="../../hostile-escaped"\r\n\r\nx\r\n' % n for n in range(3_000)) + b"--b--\r\n"
    quoted = urllib.parse.quote(MARK)
    return {
        "long query": ("GET", "/api/v1/dumps?q=" + long, {}, None), "query of markup": ("GET", f"/?q={quoted}", {}, None), "unknown parameters": ("GET", "/api/v1/dumps?" + "&".join(f"a{n}=1" for n in range(2_000)), {}, None), "broken escapes": ("GET", "/api/v1/dumps?q=%zz%ff%c0%af%00%", {}, None), "parameters twice": ("GET", "/api/v1/dumps?" + "limit=1&" * 2_000, {}, None),
        "icons upward": ("GET", "/api/v1/apps/com.example.clock/icon?file=..%2f..%2f..%2f..%2f..%2fetc/passwd", {}, None), "icons of markup": ("GET", f"/api/v1/apps/com.example.clock/icon?file={quoted}%00.png", {}, None), "paths upward": ("GET", "/assets/..%2f..%2f..%2f..%2fetc/passwd", {}, None), "more paths upward": ("GET", "/api/v1/dumps/..%2f..%2f../../etc/passwd", {}, None), "NULs in paths": ("GET", "/api/v1/dumps/%00%0d%0aX-Hostile:1", {}, None), "markup in paths": ("GET", f"/dumps/{quoted}", {}, None), "markup in apps": ("GET", f"/apps/{quoted}/settings/{quoted}", {}, None), "long path": ("GET", "/dumps/" + "a/" * 5_000, {}, None),
        "ranges": ("GET", "/api/v1/openapi.json", {"Range": "bytes=" + ",".join(f"{n}-" for n in range(5_000))}, None), "a far range": ("GET", "/api/v1/openapi.json", {"Range": "bytes=9223372036854775807-18446744073709551616"}, None), "tags": ("GET", "/api/v1/openapi.json", {"If-None-Match": '"a",' * 8_000}, None), "languages": ("GET", "/", {"Accept-Language": ",".join(f"a{n};q=0.{n}" for n in range(4_000))}, None), "encodings": ("GET", "/", {"Accept-Encoding": "gzip;q=1e999," * 2_000 + "*;q=nan"}, None),
        "many fields": ("GET", "/", {f"X-{n}": "1" for n in range(1_000)}, None), "long field": ("GET", "/", {"X-Long": long}, None), "cookies": ("GET", "/", {"Cookie": f"theme={quoted}; " * 300}, None), "media types": ("GET", "/api/v1/dumps", {"Accept": "text/html;q=" + "9" * 400 + ",*/*;" * 2_000}, None), "events from nowhere": ("GET", "/api/v1/events?dumps=" + "a," * 5_000, {"Last-Event-ID": "1e999\t-1"}, None),
        "forms": ("POST", "/api/v1/dumps", multipart, parts), "a form of lines": ("POST", "/api/v1/dumps", multipart, b"--b\r\n" * 20_000), "a form without end": ("POST", "/api/v1/dumps", multipart, b'--b\r\nContent-Disposition: form-data; name="' + b"a" * 60_000), "a long border": ("POST", "/api/v1/dumps", {"Content-Type": "multipart/form-data; boundary=" + "b" * 20_000}, b"x"), "form fields": ("POST", "/dumps", {"Content-Type": "application/x-www-form-urlencoded"}, b"a=1&" * 20_000), "a name of markup": ("POST", f"/api/v1/dumps?name={quoted}&filename={quoted}", {"Content-Type": "application/octet-stream"}, PREFIX.encode()), "a name of lines": ("POST", "/api/v1/dumps?name=" + urllib.parse.quote(LINES), {}, PREFIX.encode()),
        "compressed": ("POST", "/api/v1/dumps", {"Content-Encoding": "gzip"}, gzip.compress(b"\0" * 5_000_000)), "no method": ("HOSTILE", "/", {}, None), "capabilities": ("POST", "/session", {"Content-Type": "application/json"}, ('{"capabilities":{"firstMatch":[' + ",".join(['{"vitrine:dump":"x"}'] * 5_000) + "]}}").encode()), "deep capabilities": ("POST", "/session", {"Content-Type": "application/json"}, b'{"capabilities":' * 5_000), "absurd timeline": ("GET", "/api/v1/timeline?dumps=" + "a," * 3_000 + "&tolerance=1e999", {}, None), "absurd page": ("GET", "/api/v1/dumps?limit=99999999999999999999&after=" + quoted, {}, None), "another host": ("GET", "/", {"Host": f"evil.example{LINKS[0]}"}, None), "a forged origin": ("POST", "/dumps/delete", {"Origin": "http://evil.example", "Content-Type": "application/x-www-form-urlencoded"}, b"dump=a"),
        "many dumps": ("POST", "/dumps/describe", {"Content-Type": "application/x-www-form-urlencoded"}, b"dump=a&" * 4_000 + f"former-tags={quoted}&tags={quoted}&saved=1".encode()), "fields of markup": ("POST", "/dumps/describe", {"Content-Type": "application/x-www-form-urlencoded"}, f"dump={quoted}&name={quoted}&saved=1".encode()),
    }


def commands():
    """WebDriver's commands of a session: a method, a path below it and a body."""
    far = [{"type": "pointer", "id": "a", "actions": [{"type": "pointerMove", "x": number, "y": number, "duration": number} for number in (1e308, -1e308, 2 ** 63, 0.5)] * 50}]
    return {
        "strategies": ("/element", {"using": MARK, "value": MARK}), "paths": ("/elements", {"using": "xpath", "value": "//*" * 30}), "patterns": ("/elements", {"using": "-ios predicate string", "value": "label MATCHES '(a+)+b'"}), "selectors": ("/elements", {"using": "css selector", "value": "a" * 5_000 + "[b='" + MARK + "']"}), "actions": ("/actions", {"actions": far}),
        "far rectangle": ("/window/rect", {"x": 1e308, "y": -1e308, "width": 2 ** 63, "height": 5e-324}), "no rectangle": ("/window/rect", {"width": None, "height": []}), "scripts": ("/execute/sync", {"script": MARK, "args": [{"a": [1e308]}] * 500}), "swipes": ("/execute/sync", {"script": "mobile: swipe", "args": [{"direction": MARK, "velocity": 1e308}]}), "settings": ("/appium/settings", {"settings": {f"{MARK}{n}": MARK for n in range(300)}}), "timeouts": ("/timeouts", {"implicit": 2 ** 63, "script": 1e308, "pageLoad": -1}), "orientation": ("/orientation", {"orientation": MARK}), "context": ("/context", {"name": MARK}), "list": ("/element", [1]),
    }
