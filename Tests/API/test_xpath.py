"""XPath as libxml2 has it: random expressions over random documents find the same elements in both."""

import http.client
import json
import random
import urllib.parse

import pytest
from lxml import etree

from commanding import told

SEEDS = range(4)
EXPRESSIONS = 200
TYPES = [f"XCUIElementType{name}" for name in ("Window", "Other", "Cell", "Button", "StaticText", "Switch")]
WORDS = ["Pay", "pay now", " Total  due ", "1", "2.5", "a&b", "é", "", "Cell Cell", "-3"]
ATTRIBUTES = ["name", "label", "value", "enabled", "visible", "x", "y", "width", "height", "index", "type"]
AXES = ["child", "descendant", "descendant-or-self", "self", "parent", "ancestor", "ancestor-or-self", "following", "following-sibling", "preceding", "preceding-sibling"]


class Writer:
    """Writes documents and expressions, the same for the same seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def one(self, *choices):
        """One of some functions, called, or one of some texts."""
        choice = self.random.choice(choices)
        return choice() if callable(choice) else choice

    def chance(self, share):
        return self.random.random() < share

    # Documents

    def document(self, elements=70):
        root = etree.Element("XCUIElementTypeApplication", self.attributes())
        there = [root]
        while len(there) < elements:
            # Deep as well as wide.
            parent = there[-1] if self.chance(0.4) else self.random.choice(there)
            there.append(etree.SubElement(parent, self.random.choice(TYPES), self.attributes()))
        for element in root.iter():
            element.set("type", element.tag)
        return etree.tostring(root, encoding="utf-8", xml_declaration=True)

    def attributes(self):
        found = {name: self.random.choice(WORDS) for name in ("name", "label", "value") if self.chance(0.5)}
        found |= {name: self.one("true", "false") for name in ("enabled", "visible", "accessible")}
        return found | {name: str(self.random.randrange(0, 60)) for name in ("x", "y", "width", "height")}

    # Paths

    def expression(self):
        """A whole expression, which finds elements."""
        return self.one(self.path, self.path, self.path, self.picked, lambda: f"{self.path()}{self.sign('|')}{self.path()}")

    def picked(self):
        return f"({self.path()}){self.predicate(2)}" + (f"/{self.steps(2)}" if self.chance(0.3) else "")

    def path(self, depth=3):
        return self.one("//", "//", "/*/", "/descendant::*/", "/*//", "") + self.steps(depth)

    def steps(self, depth):
        count = self.random.choice([1, 1, 2, 2, 3])
        steps = [self.step(depth, at == count - 1) for at in range(count)]
        return "".join(step + (self.one("/", "/", "//") if at < count - 1 else "") for at, step in enumerate(steps))

    def step(self, depth, is_last):
        if not is_last and self.chance(0.15):
            return self.one("..", ".", "@name/..", "node()", "parent::node()", "self::node()", "@*/..")
        axis = f"{self.random.choice(AXES)}{self.one('::', '::', ' :: ')}" if self.chance(0.5) else ""
        predicates = "".join(self.predicate(depth) for _ in range(self.random.choice([0, 0, 1, 1, 2])))
        return axis + self.one("*", self.random.choice(TYPES)) + predicates

    def predicate(self, depth):
        return f"[{self.one(self.position, lambda: self.truth(depth - 1), lambda: self.truth(depth - 1), lambda: self.number(depth - 2))}]"

    # Values

    def sign(self, *signs):
        """A sign with blanks around it or without; those that could belong to a name have them."""
        sign = self.random.choice(signs)
        return f" {sign} " if sign[0].isalpha() or sign in "-*" or self.chance(0.5) else sign

    def position(self):
        return self.one("1", "2", "3", "last()", "last() - 1", "position() = 2", "position() mod 2 = 1", "position() < 3", "position() != last()", "last() > 2")

    def nodes(self, depth):
        if depth <= 0:
            return self.one(self.attribute, "*", ".//*", "..", "ancestor::*", "following-sibling::*", "//XCUIElementTypeCell")
        return self.one(self.attribute, lambda: self.steps(depth - 1), lambda: f".//{self.steps(depth - 1)}/{self.attribute()}", lambda: self.path(depth - 1),
                        lambda: f"({self.nodes(depth - 1)}{self.sign('|')}{self.nodes(depth - 1)})")

    def attribute(self):
        return "@" + self.random.choice(ATTRIBUTES)

    def truth(self, depth):
        equal = lambda: self.sign("=", "!=")  # noqa: E731
        plain = [
            self.attribute, lambda: self.attribute() + equal() + self.literal(), lambda: self.nodes(depth),
            lambda: self.number(depth) + self.sign("<", "<=", ">", ">=", "=", "!=") + self.number(depth),
            lambda: f"contains({self.text(depth)}, {self.text(0)})", lambda: f"starts-with({self.text(depth)}, {self.text(0)})",
            lambda: self.text(depth) + equal() + self.text(depth),
        ]
        if depth <= 0:
            return self.one(*plain)
        return self.one(
            *plain, lambda: f"not({self.truth(depth - 1)})", lambda: f"({self.truth(depth - 1)}{self.sign('and', 'or')}{self.truth(depth - 1)})",
            lambda: f"{self.truth(0)} and {self.truth(0)} or {self.truth(0)}", lambda: f"boolean({self.one(lambda: self.nodes(depth - 1), lambda: self.number(depth - 1), lambda: self.text(depth - 1))})",
            lambda: self.nodes(depth - 1) + self.sign("=", "!=", "<", ">=") + self.nodes(depth - 1), lambda: self.nodes(depth - 1) + equal() + self.one("true()", "false()"),
            lambda: self.nodes(depth - 1) + self.sign("<", "<=", ">", ">=", "=") + self.number(depth - 1))

    def number(self, depth):
        plain = [lambda: str(self.random.randrange(0, 5)), "2.5", ".5", "@x", "@width", "position()", "last()", "count(*)", "string-length(@label)"]
        if depth <= 0:
            number = self.one(*plain)
            return f"number({number})" if number[0] == "@" else number
        left, right = lambda: self.number(depth - 1), lambda: self.number(depth - 1)
        return self.one(
            lambda: self.number(0), lambda: f"count({self.nodes(depth)})", lambda: f"sum({self.steps(depth - 1)}/@{self.one('width', 'height')})",
            lambda: f"({left()}{self.sign('+', '-', '*', 'div', 'mod')}{right()})", lambda: f"-{left()}", lambda: f"{self.one('floor', 'ceiling', 'round')}({left()})",
            lambda: f"number({self.text(depth - 1)})", lambda: f"string-length({self.text(depth - 1)})")

    def literal(self):
        word = self.random.choice([*WORDS, "true", "false", "20", "XCUIElementTypeCell"])
        return f"'{word}'" if self.chance(0.5) else f'"{word}"'

    def text(self, depth):
        if depth <= 0:
            return self.one(self.literal, self.literal, "@name", "@label", "string(@value)", "name()")
        inner = lambda: self.text(depth - 1)  # noqa: E731
        whole = lambda: self.one("0", "1", "2", "3", "1.5", "-1", "string-length(@name)", "count(*)", "(0 div 0)", "(1 div 0)", "(-1 div 0)")  # noqa: E731
        return self.one(
            lambda: self.text(0), lambda: f"concat({inner()}, {inner()})", lambda: f"substring({inner()}, {whole()})", lambda: f"substring({inner()}, {whole()}, {whole()})",
            lambda: f"substring-before({inner()}, {self.text(0)})", lambda: f"substring-after({inner()}, {self.text(0)})", lambda: f"normalize-space({inner()})",
            lambda: f"translate({inner()}, 'aeP ', 'AE')", lambda: f"string({self.nodes(depth - 1)})", lambda: f"string(count({self.nodes(depth - 1)}))",
            lambda: f"{self.one('name', 'local-name', 'namespace-uri')}({self.nodes(depth - 1)})", lambda: f"string({self.one('true()', '1 div 0', '-1 div 0', '0 div 0', '-0', '2.50')})")


@pytest.mark.parametrize("seed", SEEDS)
def test_random_expressions_find_what_libxml2_finds(shared, tmp_path, seed):
    writer = Writer(seed)
    document = writer.document()
    dump = shared.request("POST", "/api/v1/dumps", document, {"Content-Type": "application/xml"}).json["id"]
    # What libxml2 is asked about is the page source that the dump stands for: as a test would get it on a device.
    (tmp_path / "dump.xml").write_bytes(document)
    source = told("convert", tmp_path / "dump.xml", "-", "--format", "xml", text=False)
    root = etree.fromstring(source, etree.XMLParser(remove_blank_text=True))
    places = {element: place for place, element in enumerate(root.iter())}
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(shared.url).netloc, timeout=60)
    faults, hits = [], 0
    try:
        for _ in range(EXPRESSIONS):
            expression = writer.expression()
            try:
                wanted = sorted(places[element] for element in root.xpath(expression))
            except etree.XPathError as error:
                pytest.fail(f"libxml2 cannot read {expression}: {error}")
            connection.request("GET", f"/api/v1/dumps/{dump}/views?{urllib.parse.urlencode({'xpath': expression, 'fields': 'id', 'limit': 10000})}")
            answer = json.loads(connection.getresponse().read())
            found = [view["id"] for view in answer["views"]] if "views" in answer else answer["errors"]
            hits += bool(wanted)
            if found != wanted:
                faults.append(f"{expression}\n  found  {found}\n  wanted {wanted}")
    finally:
        connection.close()
    assert not faults, f"{len(faults)} of {EXPRESSIONS} differ:\n" + "\n".join(faults[:10]) + f"\nin\n{source.decode()}"
    # Expressions that find nothing would prove little.
    assert hits > EXPRESSIONS / 4
