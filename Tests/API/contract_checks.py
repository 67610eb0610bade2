"""What schemathesis checks beside its own rules, loaded by `SCHEMATHESIS_HOOKS` (test_contract.py)."""

import json
import re

import schemathesis
from schemathesis import GenerationMode

#: What bytes hold, no schema says, and what words of rules mean.
FILES = {
    "not-an-archive", "no-app", "unknown-dump-format", "unreadable-dump", "merge-conflict", "unreadable-companion", "nothing-joined", "needs-language", "nothing-used", "too-many-files", "unsupported-media-type",
    "unreadable-log", "one-side", "impossible-rules", "not-a-configuration", "picture-does-not-fit", "picture-fits-several",
}
#: What the schema of one member or parameter cannot say: which things there are, and which members go together.
MEANING = re.compile(
    "^There is no (view|device|column|rule|constraint) |^View \\d+ has no subview |^No view with tag |^A view has no|^No row has the key|^The pane “.*” has no row|^At character"
    "|cannot both be given|needs “|leave it out with|alone is no size|^Nothing to convert|one request converts one thing"
    "|shows the whole screen as it was|names no change|takes a root; |lays out a root; |says nothing about constraints; "
    r"|shows no text: it is|^No known device has a screen|^That is \d+ checks of |^Constants are tried where|has no table of texts in|^The constraint \d+ is of another root|^Constraint \d+ was removed|is a stack view that"
    "|takes an address such as http|in different roots|in Split View|views of the constraint are not|cannot be compared: both|is a place: it is compared"
)
#: By operation. Which of its two bodies this one takes stands in its path.
SETS = re.compile("^Property lists have no null|^The address names the set|^The name of a (domain|set) |^There is no (set|domain) |^A set ")
SPECIAL = {"writeLayer": re.compile(r'^The body is {"(values|arguments)": …} and nothing else')} | dict.fromkeys(
    ("makeSet", "replaceSet", "readSet", "applySet", "diffSet"), SETS)


@schemathesis.check
def refused_only_as_documented(ctx, response, case):
    """A request as the document describes it is refused only with a status that its operation lists by itself, and for what
    it means: its form is what the document tells."""
    if case.meta is None or case.meta.generation.mode is not GenerationMode.POSITIVE or not 400 <= response.status_code < 500:
        return
    operation = case.operation.definition.raw
    assert str(response.status_code) in operation["responses"], (
        f"{response.status_code} for a request as described; the operation lists {', '.join(operation['responses'])}: {response.text[:500]}")
    if response.status_code not in (400, 415, 422):
        return
    problem = json.loads(response.text)
    if response.status_code != 400 and problem["type"].rpartition("/")[2] in FILES:
        return
    special = SPECIAL.get(operation["operationId"])
    faults = [error["detail"] for error in problem.get("errors", [])] or [problem["detail"]]
    strange = [fault for fault in faults if not MEANING.search(fault) and not (special and special.search(fault))]
    assert not strange, f"the document allows what the server refuses by its form: {problem['type']} {strange}"
