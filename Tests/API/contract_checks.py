"""What schemathesis checks beside its own rules, loaded by `SCHEMATHESIS_HOOKS` (test_contract.py)."""

import json
import re

import schemathesis
from schemathesis import GenerationMode

#: What the schema of one parameter cannot say: which things there are, and which parameters exclude each other.
MEANING = re.compile(
    "^There is no (view|device|column)|^A view has no|^At character|cannot both be given|needs “|leave it out with|alone is no size"
    "|^Nothing to convert|one request converts one thing|shows the whole screen as it was"
)


@schemathesis.check
def refused_only_as_documented(ctx, response, case):
    """A request as the document describes it is refused only with a status that its operation lists by itself; with 400
    only for what the parameters mean, as their form is what the document tells."""
    if case.meta is None or case.meta.generation.mode is not GenerationMode.POSITIVE or not 400 <= response.status_code < 500:
        return
    listed = case.operation.definition.raw["responses"]
    assert str(response.status_code) in listed, (
        f"{response.status_code} for a request as described; the operation lists {', '.join(listed)}: {response.text[:500]}")
    if response.status_code == 400:
        problem = json.loads(response.text)
        faults = [error["detail"] for error in problem.get("errors", [])] or [problem["detail"]]
        strange = [fault for fault in faults if not MEANING.search(fault)]
        assert not strange, f"the document allows what the server takes for malformed: {strange}"
