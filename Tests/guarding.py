"""A server that lets in only who shows a token."""

import pytest

from conftest import SAMPLES, Server

CHOSEN = "chosen-by-a-person"


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    """A server that asks everybody for the chosen token."""
    server = Server(tmp_path_factory.mktemp("guarded") / "data", [SAMPLES], "--token", CHOSEN).start()
    yield server
    assert server.stop() == 0
