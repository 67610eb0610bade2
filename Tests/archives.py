"""Archives of apps, good and hostile, for the tests."""

import io
import zipfile

SETTINGS = """<?xml version="1.0"?><plist version="1.0"><dict><key>PreferenceSpecifiers</key><array><dict>
<key>Type</key><string>PSToggleSwitchSpecifier</string><key>Key</key><string>sound</string>
<key>Title</key><string>Sound</string><key>DefaultValue</key><true/></dict></array></dict></plist>"""


def info(identifier="com.example.pear", version="1.0", name="Pear", more=""):
    return f"""<?xml version="1.0"?><plist version="1.0"><dict>
<key>CFBundleIdentifier</key><string>{identifier}</string><key>CFBundleName</key><string>{name}</string>
<key>CFBundleShortVersionString</key><string>{version}</string>{more}</dict></plist>"""


def pack(files, compression=zipfile.ZIP_DEFLATED):
    """A zip archive of contents by path; a path may be a ZipInfo."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", compression) as archive:
        for path, content in files:
            archive.writestr(path, content)
    return target.getvalue()


def app(identifier="com.example.pear", version="1.0", root="Pear.app", more="", name="Pear"):
    return pack([
        (f"{root}/Info.plist", info(identifier, version, name, more)),
        (f"{root}/Settings.bundle/Root.plist", SETTINGS),
        (f"{root}/Pear", b"\xca\xfe" * 5000),
        (f"{root}/Base.lproj/Main.storyboardc/Info.plist", info("x")),
        (f"{root}/Assets.car", b"catalogue"),
    ])
