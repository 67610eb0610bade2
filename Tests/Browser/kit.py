"""An app whose settings have every type of row that InAppSettingsKit adds, and an app group."""

import datetime
import plistlib

DOMAIN = "com.example.kit"
GROUP = "group.com.example.kit"
SETTINGS = f"/apps/{DOMAIN}/settings"

ROWS = [
    {"Type": "PSGroupSpecifier", "Title": "Library", "FooterText": "A note that is much too long. " * 30},
    {"Type": "IASKTextViewSpecifier", "Title": "Notes", "Key": "notes", "DefaultValue": "one\ntwo"},
    {"Type": "IASKDatePickerSpecifier", "Title": "Remind", "Key": "remind", "DefaultValue": datetime.datetime(2026, 1, 2, 10, 0)},
    {"Type": "IASKButtonSpecifier", "Title": "Sign out", "Key": "signout"},
    {"Type": "IASKOpenURLSpecifier", "Title": "Web site", "File": "javascript:window.ran=1"},
    {"Type": "IASKMailComposeSpecifier", "Title": "Write", "IASKMailComposeToRecipents": ["a@example.com"], "IASKMailComposeSubject": "Hello"},
    {"Type": "IASKCustomViewSpecifier", "Title": "Map", "Key": "map"},
    {"Type": "PSToggleSwitchSpecifier", "Title": "Ticked", "Key": "ticked", "DefaultValue": False, "IASKToggleStyle": "Checkmark"},
    {"Type": "PSToggleSwitchSpecifier", "Title": "Sync", "Key": "sync", "DefaultValue": False, "IASKSubtitle": {"YES": "All devices", "NO": "This phone only"}},
    {"Type": "PSTextFieldSpecifier", "Title": "Nick", "Key": "nick", "IASKPlaceholder": "none yet"},
    {"Type": "PSSliderSpecifier", "Key": "speed", "DefaultValue": 5, "MinimumValue": 0, "MaximumValue": 100},
    {"Type": "PSMultiValueSpecifier", "Title": "Size", "Key": "size", "DefaultValue": 1, "Values": [1, 2, 3], "Titles": ["Small", "Medium", "Large"]},
    {
        "Type": "IASKListGroupSpecifier", "Title": "Cities", "Key": "cities", "Deletable": True, "DefaultValue": ["Berlin", "Lima"],
        "ItemSpecifier": {"Type": "PSTextFieldSpecifier", "Key": "city"},
        "AddSpecifier": {"Type": "PSTextFieldSpecifier", "Title": "Add city", "Key": "city"},
    },
    {"Type": "PSGroupSpecifier"},
    {"Type": "PSChildPaneSpecifier", "Title": "Shared", "File": "Shared"},
    {"Type": "OtherSpecifier", "Title": "What"},
]
SHARED = [
    {"Type": "PSGroupSpecifier", "Title": "Shared"},
    {"Type": "PSToggleSwitchSpecifier", "Title": "Widget", "Key": "widget", "DefaultValue": True},
]


def write(folder):
    """Writes the app into a folder and returns it."""
    app = folder / "Kit.app"
    bundle = app / "Settings.bundle"
    bundle.mkdir(parents=True)
    (app / "Info.plist").write_bytes(plistlib.dumps({"CFBundleIdentifier": DOMAIN, "CFBundleName": "Kit"}))
    (bundle / "Root.plist").write_bytes(plistlib.dumps({"PreferenceSpecifiers": ROWS}))
    (bundle / "Shared.plist").write_bytes(
        plistlib.dumps({"ApplicationGroupContainerIdentifier": GROUP, "PreferenceSpecifiers": SHARED}))
    return app
