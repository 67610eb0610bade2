"""The code that `vitrine settings --registration` writes: it compiles whatever a bundle holds, and it works."""

import datetime
import os
import plistlib
import re
import shutil
import subprocess

import pytest

from commanding import vitrine
from conftest import REPOSITORY

ENDINGS = {"swift": "swift", "objc": "h", "kotlin": "kt"}

AWKWARD = ["default", "class", "self", "Self", "init", "registered", "defaults", "register", "Type", "5th", "5", "_", "\U0001f389", "\u65e5\u672c", "a b", "a-b",
           "aB", "A_b", "a.b", "\u00e9", "e\u0301x", "ex", 'quote"\\', "\\(1)", "$dollar", "${x}", "*/ /*", "??/", "line\nbreak\r\u2028", "end\\",
           "\u202eturned", "tab\t", "URL", "URLScheme", "stored", "x" * 300, "x" * 301, "null\u0001"]


def row(kind, key, default=None, **more):
    specifier = {"Type": f"PS{kind}Specifier", "Key": key, **more}
    return specifier if default is None else specifier | {"DefaultValue": default}


def choice(key, default, values, titles):
    return row("MultiValue", key, default, Title=key, Values=values, Titles=titles)


ROWS = [
    *[row("TextField", key, key, Title=key) for key in AWKWARD],
    row("ToggleSwitch", "sound", True, Title="Sound"),
    row("ToggleSwitch", "answer", "YES", Title="Answer", TrueValue="YES", FalseValue="NO"),
    row("ToggleSwitch", "odd", 2, Title="Odd", TrueValue=1, FalseValue=2),
    row("Slider", "volume", 0.5, MinimumValue=0, MaximumValue=1),
    row("Slider", "volumeRange", 5, MinimumValue=10, MaximumValue=5),
    row("Slider", "huge", 1, MinimumValue=-1e300, MaximumValue=1e300),
    choice("face", "roman", ["roman", "digital", "", "roman"], ["Roman", "default", "\U0001f551", "Again"]),
    choice("minutes", 5, [1, 5, -9223372036854775808], ["One", "1", "1"]),
    choice("mixed", "2", [-1, 0, 1.5, "2", True, b"x"], ["a", "a", "a", "\n*/", "Any", "data"]),
    choice("lost", "gone", ["x"], ["X"]),
    choice("lists", 1, [[1], {"a": 1}], ["L", "D"]),
    row("TextField", "typed", {"list": [1, True, 1.0, b"\0", datetime.datetime(2026, 1, 2), {}, []], "large": 2**64 - 1, "least": -(2**63)}),
    row("TextField", "nan", float("nan")), row("TextField", "inf", float("-inf")),
    {"Type": "IASKDatePickerSpecifier", "Key": "when"},
    {"Type": "PSChildPaneSpecifier", "Title": "Group", "File": "Group"},
]


@pytest.fixture(scope="session")
def bundle(tmp_path_factory):
    folder = tmp_path_factory.mktemp("typed") / "Settings.bundle"
    folder.mkdir()
    (folder / "Root.plist").write_bytes(plistlib.dumps({"PreferenceSpecifiers": ROWS}, fmt=plistlib.FMT_BINARY))
    group = {"PreferenceSpecifiers": [row("TextField", "name", "shared", Title="Name"), row("ToggleSwitch", "on", False, Title="On")],
             "ApplicationGroupContainerIdentifier": "group.com.example.5\"clock"}
    (folder / "Group.plist").write_bytes(plistlib.dumps(group))
    return folder


def code(bundle, language, folder, *options):
    file = folder / f"Settings.{ENDINGS[language]}"
    done = vitrine("settings", bundle, "--registration", language, "--output", file, *options)
    assert done.returncode == 0, done.stderr
    return file


def swiftc(*arguments):
    return subprocess.run(["swiftc", *map(str, arguments)], capture_output=True, text=True, timeout=600)


def clang(file, folder):
    """Checks a header against what stands for Foundation."""
    (folder / "include/Foundation").mkdir(parents=True, exist_ok=True)
    shutil.copy(REPOSITORY / "Tests/Exporter/Foundation.h", folder / "include/Foundation")
    program = shutil.which("clang") or os.path.join(os.path.dirname(os.path.realpath(shutil.which("swiftc") or "")), "clang")
    if not os.access(program, os.X_OK):
        pytest.skip("there is no clang")
    return subprocess.run([program, "-x", "objective-c", "-fsyntax-only", "-fblocks", "-fobjc-runtime=gnustep-2.0", "-Wall", "-Werror", "-std=c11",
                           "-Wno-trigraphs", "-I", folder / "include", file], capture_output=True, text=True, timeout=120)


needs_swift = pytest.mark.skipif(not shutil.which("swiftc"), reason="there is no swiftc")

USE = r"""
func expect(_ holds: Bool, line: Int = #line) { if !holds { print("line \(line)"); exit(1) } }
let suite = UserDefaults(suiteName: "com.example.typed")!
let settings = AppSettings(suite)
expect(settings.sound == true && settings.answer == true && settings.odd == false && settings.volume == 0.5)
expect(settings.face == .roman && settings.minutes == ._1 && settings.lost == nil && settings.mixed.stored as? String == "2")
expect(settings.defaultValue == "default" && settings.url == "URL")
expect(AppSettings.volumeRange == 0.0...1.0)
settings.sound = false
settings.answer = false
settings.odd = true
settings.volume = 0.75
settings.face = .defaultValue
settings.minutes = .one
settings.lost = .x
settings.defaultValue = "new"
expect(suite.bool(forKey: "sound") == false && suite.string(forKey: "answer") == "NO" && suite.integer(forKey: "odd") == 1)
expect(suite.double(forKey: "volume") == 0.75 && suite.string(forKey: "face") == "digital" && suite.integer(forKey: "minutes") == 1)
expect(suite.string(forKey: "lost") == "x" && suite.string(forKey: "default") == "new")
expect(!settings.sound && !settings.answer && settings.odd && settings.face == .defaultValue && settings.minutes == .one && settings.lost == .x)
settings.lost = nil
expect(suite.object(forKey: "lost") == nil)
suite.set("5", forKey: "minutes")
expect(settings.minutes == ._1)
settings.register()
expect(suite.string(forKey: "URL") == "URL" && AppSettings.registered.count == COUNT)
"""


@needs_swift
def test_swift_compiles_in_both_languages_and_does_what_it_says(bundle, tmp_path):
    file = code(bundle, "swift", tmp_path)
    for version in ("5", "6"):
        done = swiftc("-typecheck", "-parse-as-library", "-warnings-as-errors", "-swift-version", version, file)
        assert done.returncode == 0, done.stderr
    group = re.search(r"struct (\w+) \{\n    let defaults: UserDefaults\n\n    init\?\(\)", file.read_text())[1]
    count = len({specifier["Key"] for specifier in ROWS if "DefaultValue" in specifier})
    names = USE.replace("COUNT", str(count))
    (tmp_path / "main.swift").write_text(f"import Foundation\n{names}\nexpect({group}()?.name == \"shared\")\n")
    done = swiftc(file, tmp_path / "main.swift", "-o", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    done = subprocess.run([tmp_path / "run"], capture_output=True, text=True, env=os.environ | {"HOME": str(tmp_path)}, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def test_objective_c_compiles(bundle, tmp_path):
    done = clang(code(bundle, "objc", tmp_path), tmp_path)
    assert done.returncode == 0, done.stderr


#: What Kotlin's grammar has for the expressions and declarations that are written, and nothing else.
TEXT = r'"(?:[^"\\$\x00-\x1f]|\\[tnr"\\$]|\\u[0-9a-f]{4})*"'
NUMBER = r"-?\d+L|\d+UL|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|Double\.(?:NaN|NEGATIVE_INFINITY|POSITIVE_INFINITY)|Long\.MIN_VALUE|true|false"
LINES = [re.compile(line) for line in (
    r"", r"// .*", r"\s*/\*\* (?:(?!\*/|/\*).)* \*/", r"object [A-Z_]\w* \{", r"    const val [A-Z_][A-Z0-9_]* = " + TEXT, r"\s*\}", r"    \)",
    r"    val [A-Z_][A-Z0-9_]* = (?:-?[\d.e+]+)\.\.(?:-?[\d.e+]+)", r"    enum class [A-Z_]\w*\(val value: (?:String|Long|Any)\) \{",
    r"        [A-Z_][A-Z0-9_]*\(EXPRESSION\),", r"    val DEFAULTS: Map<String, Any> = mapOf\(", r"        TEXT to EXPRESSION,")]


def kotlin_faults(text):
    def reduced(line):
        """The line with every expression of literals replaced by what it is, from the inside."""
        line = re.sub(TEXT, "TEXT", line)
        line = re.sub(r"(?<![\w.])(?:" + NUMBER + r")(?![\w.])(?!\.\.)", "EXPRESSION", line)
        line = re.sub(r"java\.util\.(?:Date\(EXPRESSION\)|Base64\.getDecoder\(\)\.decode\(TEXT\))", "EXPRESSION", line)
        while True:
            item = r"(?:TEXT|EXPRESSION)"
            new = re.sub(rf"listOf<Any>\((?:{item}(?:, {item})*)?\)", "EXPRESSION", line)
            new = re.sub(rf"mapOf<String, Any>\((?:TEXT to {item}(?:, TEXT to {item})*)?\)", "EXPRESSION", new)
            if new == line:
                return re.sub(r"(TEXT to |\()TEXT(?=[,)])", r"\1EXPRESSION", line)
            line = new

    faults = [line for line in text.split("\n") if not any(rule.fullmatch(line) or rule.fullmatch(reduced(line)) for rule in LINES)]
    # Nothing is declared twice where it is.
    for part in text.split("\nobject ")[1:]:
        names = re.findall(r"^    (?:const val|val|enum class) (\w+)", part, re.M)
        faults += [name for name in names if names.count(name) > 1]
        for cases in re.findall(r"enum class \w+\(.*\) \{\n((?:        .*\n)*)", part):
            names = re.findall(r"^        (\w+)\(", cases, re.M)
            faults += [name for name in names if names.count(name) > 1]
    return faults


def test_kotlin_keeps_to_its_grammar(bundle, tmp_path):
    text = code(bundle, "kotlin", tmp_path).read_text()
    assert not kotlin_faults(text) and text.count("const val") == len({specifier["Key"] for specifier in ROWS if "Key" in specifier}) + 2
    assert kotlin_faults('    const val A = "$x"') and kotlin_faults("    const val class = \"\"") and kotlin_faults("        A(listOf<Any>(),")


def test_check_fails_where_a_file_is_not_current(bundle, tmp_path):
    file = code(bundle, "swift", tmp_path)
    old = file.stat().st_mtime_ns
    code(bundle, "swift", tmp_path, "--check")
    code(bundle, "swift", tmp_path)
    assert file.stat().st_mtime_ns == old
    file.write_text(file.read_text() + "\n")
    command = ("settings", bundle, "--registration", "swift", "--output")
    done = vitrine(*command, file, "--check")
    assert done.returncode == 1 and "not current" in done.stderr
    assert vitrine(*command, tmp_path / "none.swift", "--check").returncode == 1 and not (tmp_path / "none.swift").exists()
    assert vitrine("settings", bundle, "--check").returncode == 64
    assert vitrine("settings", bundle, "--registration", "swift").stdout + "\n" == file.read_text()


@needs_swift
def test_the_code_of_every_real_bundle_compiles(corpus, tmp_path):
    folders = sorted(folder for folder in (corpus / "settings").rglob("*.bundle") if folder.is_dir())
    assert len(folders) > 50
    swift = []
    for number, folder in enumerate(folders):
        place = tmp_path / str(number)
        place.mkdir()
        if vitrine("settings", folder).returncode != 0:
            continue  # no settings at all
        assert not kotlin_faults(code(folder, "kotlin", place).read_text()), folder
        done = clang(code(folder, "objc", place), place)
        assert done.returncode == 0, f"{folder}: {done.stderr}"
        swift.append(code(folder, "swift", place))
    # One compiler for all of them: each in a type of its own.
    for number, file in enumerate(swift):
        text = file.read_text().replace("import Foundation\n", "")
        text = re.sub(r"^private func (settings\w+)\(", r"private static func \1(", text, flags=re.M)
        file.write_text("import Foundation\n" + re.sub(r"\b(settingsText|settingsFlag)\(", rf"Bundle{number}.\1(", text).replace(
            f"static func Bundle{number}.", "static func ").replace("// Settings of", f"enum Bundle{number} {{\n// Settings of", 1) + "}\n")
    moved = [file.rename(tmp_path / f"Bundle{number}.swift") for number, file in enumerate(swift)]
    done = swiftc("-typecheck", "-parse-as-library", "-swift-version", "6", *moved)
    assert done.returncode == 0 and len(moved) > 50, done.stderr
