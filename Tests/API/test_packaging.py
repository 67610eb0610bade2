"""What is made for machines without a toolchain: man page, list of parts, unit, variables; and what the documents promise."""

import json
import os
import re
import shutil
import subprocess

import pytest
import yaml

from commanding import BINARY
from conftest import REPOSITORY

EPOCH = {"SOURCE_DATE_EPOCH": "1700000000"}


def ran(*command, **variables):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300, cwd=REPOSITORY, env=os.environ | EPOCH | variables)
    assert done.returncode == 0, done
    return done.stdout


@pytest.fixture(scope="module")
def manual():
    return ran("script/man-page", BINARY)


def variables(text):
    return set(re.findall(r"\bVITRINE_[A-Z_]+\b", text))


def test_the_man_page_has_every_command_and_is_well_formed(manual, tmp_path):
    for command in ("serve", "inspect", "defaults", "token make", "token revoke", "health"):
        assert f".SS vitrine {command}\n" in manual
    assert "\\fB\\-\\-tls\\-cert\\fR \\fItls\\-cert\\fR" in manual and "rename <domain> <old> <new>" in manual
    assert '"2023-11-14"' in manual
    if not shutil.which("mandoc"):
        pytest.skip("SKIPPED: there is no mandoc here to check the man page with; script/setup --test installs it")
    page = tmp_path / "vitrine.1"
    page.write_text(manual, encoding="utf-8")
    ran("mandoc", "-Tlint", "-Wwarning", page)


def test_the_list_of_parts_has_versions_and_licences_and_is_the_same_each_time():
    document = ran("script/sbom", BINARY)
    assert ran("script/sbom", BINARY) == document
    bom = json.loads(document)
    assert (bom["bomFormat"], bom["specVersion"], bom["version"]) == ("CycloneDX", "1.5", 1)
    assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", bom["serialNumber"]) and bom["metadata"]["timestamp"] == "2023-11-14T22:13:20Z"
    components = {component["name"]: component for component in bom["components"]}
    manifest = (REPOSITORY / "Package.swift").read_text(encoding="utf-8")
    wanted = re.findall(r'url: "[^"]+/([^"/]+)", exact: "([^"]+)"', manifest)
    assert len(wanted) == manifest.count(".package(url:") > 0, "every package is pinned to one version"
    for name, version in wanted:
        part = components[name.lower()]
        assert part["version"] == version and part["purl"].endswith(f"{name}@{version}")
    # The libraries that are linked, as this machine has them.
    libraries = {value["value"] for part in bom["components"] for value in part.get("properties", []) if value["name"] == "vitrine:file"}
    assert {"libmicrohttpd.so.12", "libgnutls.so.30", "libpq.so.5", "libsqlite3.so.0", "libxml2.so.2"} <= libraries
    for part in bom["components"]:
        assert part["type"] in ("library", "framework") and part["licenses"]
        for licence in part["licenses"]:
            assert licence.get("expression") or licence["license"]["id"]
    references = [part["bom-ref"] for part in bom["components"]] + [bom["metadata"]["component"]["bom-ref"]]
    assert len(references) == len(set(references))
    told = {entry["ref"]: entry["dependsOn"] for entry in bom["dependencies"]}
    assert set(told) == set(references) and {name for names in told.values() for name in names} <= set(references)


def test_the_notices_have_the_words_of_every_licence():
    text = ran("script/sbom", "--notices", BINARY)
    for word in ("Gwendal", "JP Simard", "Kirill Simonov", "Runtime Library Exception", "UNICODE LICENSE V3", "SwiftLog Project"):
        assert word in text, word


def test_completions_can_be_read():
    script = ran(BINARY, "--generate-completion-script", "bash")
    assert subprocess.run(["bash", "-n"], input=script, text=True, timeout=60).returncode == 0
    assert "--trusted-proxy" in script


def test_the_unit_is_one_that_systemd_takes_and_leaves_little_open(tmp_path):
    text = (REPOSITORY / "packaging/vitrine.service").read_text(encoding="utf-8")
    for line in ("NoNewPrivileges=yes", "ProtectSystem=strict", "StateDirectory=vitrine", "User=vitrine", "CapabilityBoundingSet="):
        assert f"\n{line}\n" in text, line
    if not shutil.which("systemd-analyze"):
        pytest.skip("SKIPPED: there is no systemd-analyze here to check the unit with")
    # With the program and a user that are here.
    text = text.replace("/usr/bin/vitrine", BINARY).replace("User=vitrine", "User=daemon").replace("Group=vitrine", "Group=daemon")
    unit = tmp_path / "vitrine.service"
    unit.write_text(text.replace("Documentation=man:vitrine(1)\n", ""), encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "vitrine.service" not in done.stderr, done.stderr
    done = subprocess.run(["systemd-analyze", "security", "--offline=true", "--threshold=15", "--no-pager", unit], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout[-300:]


@pytest.mark.parametrize("file", ["packaging/vitrine.service", "packaging/vitrine.default", "compose.yaml", "deploy/compose.cluster.yaml", "deploy/kubernetes.yaml", "deploy/kubernetes.cluster.yaml", "Dockerfile"])
def test_examples_name_variables_that_there_are(file, manual):
    text = (REPOSITORY / file).read_text(encoding="utf-8")
    # That of the unit is its own.
    assert variables(text) - {"VITRINE_OPTIONS"} <= variables(manual.replace("\\", ""))


def test_containers_may_do_little():
    compose = [yaml.safe_load((REPOSITORY / file).read_text(encoding="utf-8")) for file in ("compose.yaml", "deploy/compose.cluster.yaml")]
    servers = [service for file in compose for name, service in file["services"].items() if name.startswith("vitrine")]
    assert len(servers) == 3
    for service in servers:
        assert service["read_only"] and service["cap_drop"] == ["ALL"] and service["security_opt"] == ["no-new-privileges:true"] and service["mem_limit"]


@pytest.mark.parametrize("file, own", [("kubernetes.yaml", "PersistentVolumeClaim"), ("kubernetes.cluster.yaml", "PodDisruptionBudget")])
def test_pods_may_do_little(file, own):
    objects = {each["kind"]: each for each in yaml.safe_load_all((REPOSITORY / "deploy" / file).read_text(encoding="utf-8"))}
    assert set(objects) == {"Deployment", own, "Service", "Ingress"}
    # Servers that share no database must not write one folder.
    variables = {each["name"] for each in objects["Deployment"]["spec"]["template"]["spec"]["containers"][0]["env"]}
    assert (objects["Deployment"]["spec"]["replicas"] == 1) != ("VITRINE_STORE" in variables)
    pod = objects["Deployment"]["spec"]["template"]["spec"]
    container = pod["containers"][0]
    assert pod["securityContext"]["runAsNonRoot"] and container["securityContext"] == {
        "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}}
    assert container["resources"]["limits"]["memory"] and not pod["automountServiceAccountToken"]
    assert (container["livenessProbe"]["httpGet"]["path"], container["readinessProbe"]["httpGet"]["path"]) == ("/healthz", "/readyz")
    user = re.search(r"^USER (\d+):(\d+)$", (REPOSITORY / "Dockerfile").read_text(encoding="utf-8"), re.M)
    assert [pod["securityContext"][name] for name in ("runAsUser", "runAsGroup")] == [int(number) for number in user.groups()]


def test_every_promise_has_its_test():
    rows = [line for line in (REPOSITORY / "SECURITY.md").read_text(encoding="utf-8").split("\n") if line.startswith("| ")][1:]
    assert len(rows) > 15
    for row in rows:
        evidence = row.split("|")[2]
        text, named = None, 0
        for path, words, function in re.findall(r"`(Tests/[^`]+)`|“([^”]+)”|`(test_\w+)`", evidence):
            if path:
                text = (REPOSITORY / path).read_text(encoding="utf-8")
            else:
                named += 1
                assert (f'"{words}"' if words else f"def {function}(") in text, words or function
        assert named, row
