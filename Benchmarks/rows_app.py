"""An app whose settings have a pane of a hundred rows, as its bundle and as plain rows."""

import plistlib

ROWS = 100
IDENTIFIER = "com.example.rows"


def rows():
    """Rows in groups of ten: five switches, two text fields, a title with a value, a slider, and a choice of three."""
    kinds = ("toggle", "toggle", "field", "toggle", "title", "toggle", "field", "toggle", "slider", "choice")
    values = {"toggle": True, "field": "Text", "title": "7.1", "slider": 0.5, "choice": "one"}
    return [{"kind": kinds[number % 10], "key": f"row_{number}", "title": f"Row number {number}", "value": values[kinds[number % 10]]}
            for number in range(ROWS)]


def specifier(row):
    types = {"toggle": "PSToggleSwitchSpecifier", "field": "PSTextFieldSpecifier", "title": "PSTitleValueSpecifier",
             "slider": "PSSliderSpecifier", "choice": "PSMultiValueSpecifier"}
    more = {"slider": {"MinimumValue": 0, "MaximumValue": 1},
            "choice": {"Titles": ["The first", "The second", "The third"], "Values": ["one", "two", "three"]}}
    return {"Type": types[row["kind"]], "Key": row["key"], "Title": row["title"], "DefaultValue": row["value"], **more.get(row["kind"], {})}


def write(folder):
    """Writes the bundle of the app into a folder."""
    settings = folder / "Rows.app/Settings.bundle"
    settings.mkdir(parents=True)
    specifiers = []
    for number, row in enumerate(rows()):
        if number % 10 == 0:
            specifiers.append({"Type": "PSGroupSpecifier", "Title": f"Group {number // 10}", "FooterText": "What the rows above are for."})
        specifiers.append(specifier(row))
    info = {"CFBundleIdentifier": IDENTIFIER, "CFBundleName": "Rows", "CFBundleExecutable": "Rows", "CFBundlePackageType": "APPL"}
    (settings.parent / "Info.plist").write_bytes(plistlib.dumps(info))
    (settings / "Root.plist").write_bytes(plistlib.dumps({"PreferenceSpecifiers": specifiers, "StringsTable": "Root"}))
    return settings.parent
