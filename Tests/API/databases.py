"""Private PostgreSQL servers for the tests: on sockets in folders of their own, ended with the test."""

import glob
import json
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import tempfile

import pytest

from conftest import Server
from settling import wait_until

DUMP = json.dumps({"vitrine": 1, "app": "com.example.trip", "windows": [{"class": "UIWindow", "frame": [0, 0, 320, 480], "subviews": [
    {"class": "UILabel", "frame": [10, 10, 100, 20], "text": "Rome"}]}]})


def programs():
    """The folder of PostgreSQL's programs; None where it is not installed."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb")) + [path for path in [shutil.which("initdb")] if path]
    return str(pathlib.Path(found[0]).resolve().parent) if found else None


def skip_without():
    if programs() is None:
        pytest.skip("PostgreSQL is not installed (script/setup --test): the checks of several servers on one database are SKIPPED")


def user():
    """Whom PostgreSQL runs as: it does not run as root."""
    if os.getuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")


def run(*words, **options):
    """Runs one of PostgreSQL's programs to its end."""
    done = subprocess.run([f"{programs()}/{words[0]}", *words[1:]], capture_output=True, text=True, timeout=120, **identity(), **options)
    assert done.returncode == 0, f"{words}: {done.stderr}"
    return done.stdout


def identity():
    who = user()
    return {} if who is None else {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": [], "cwd": "/tmp"}


class Cluster:
    """One PostgreSQL server; what its sockets are in is its host."""

    def __init__(self, folder, *settings):
        self.folder = pathlib.Path(folder)
        self.data = self.folder / "data"
        self.settings = list(settings)
        self.process = None

    @staticmethod
    def folder_for():
        # A path of a socket has at most 107 bytes, which those of pytest have not.
        folder = tempfile.mkdtemp(prefix="vdb", dir="/tmp")
        who = user()
        if who is not None:
            os.chown(folder, who.pw_uid, who.pw_gid)
        return folder

    @classmethod
    def made(cls, *settings):
        cluster = cls(cls.folder_for(), *settings)
        run("initdb", "--pgdata", str(cluster.data), "--username", "vitrine", "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync")
        return cluster.start()

    def standby(self, name):
        """A copy of this one that follows it."""
        copy = Cluster(self.folder_for(), *self.settings)
        run("pg_basebackup", "--pgdata", str(copy.data), "--host", str(self.folder), "--username", "vitrine", "--checkpoint", "fast", "--write-recovery-conf", "--no-sync")
        with open(copy.data / "postgresql.auto.conf", "a") as settings:
            settings.write(f"primary_conninfo = 'host={self.folder} user=vitrine application_name={name}'\n")
        return copy.start()

    def start(self):
        log = open(self.folder / "log", "ab")
        settings = [word for each in ["listen_addresses=", "fsync=off", "max_connections=60", "max_wal_senders=4", *self.settings] for word in ("-c", each)]
        self.process = subprocess.Popen(
            [f"{programs()}/postgres", "-D", str(self.data), "-k", str(self.folder), *settings],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, **identity())
        log.close()
        wait_until(lambda: self.answers(), "PostgreSQL does not start")
        return self

    def answers(self):
        assert self.process.poll() is None, (self.folder / "log").read_text()
        done = subprocess.run([f"{programs()}/psql", "-h", str(self.folder), "-U", "vitrine", "-d", "postgres", "-c", ""], capture_output=True, **identity())
        return done.returncode == 0

    def sql(self, text):
        return run("psql", "-h", str(self.folder), "-U", "vitrine", "-d", "postgres", "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", text).strip()

    def kill(self):
        """As a machine that loses its power."""
        pid = self.process.pid
        children = [int(each) for each in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        for each in [pid, *children]:
            try:
                os.kill(each, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait(timeout=30)
        # The next one begins only when all of them are gone.
        wait_until(lambda: not any(os.path.exists(f"/proc/{each}") for each in children), "PostgreSQL does not end")

    def promote(self):
        run("pg_ctl", "promote", "-D", str(self.data), "--wait")

    def end(self):
        if self.process is not None and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def address(*clusters):
    """The address that names the hosts of some clusters, with a password that must not show anywhere."""
    return f"postgres://vitrine:sesame@/postgres?host={','.join(str(each.folder) for each in clusters)}"


class StoreServer(Server):
    """A server whose store is the database that VITRINE_STORE names, and which has no folder."""

    def place(self):
        return []

    def inherits(self, name):
        return not name.startswith("VITRINE_")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=30)

    def upload_dump(self):
        made = self.request("POST", "/api/v1/dumps", DUMP, {"Content-Type": "application/json"})
        assert made.status == 201, made.text
        return made.json["id"]
