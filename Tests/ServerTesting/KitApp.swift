import Foundation
package import TestSupport

/// An app whose settings have every type of row that InAppSettingsKit adds.
package enum KitApp {
    package static let identifier = "com.example.kit"
    package static let settings = "/apps/com.example.kit/settings"

    /// Writes the app into a folder.
    package static func write(to folder: TemporaryDirectory) throws {
        let info: [String: Any] = ["CFBundleIdentifier": identifier, "CFBundleName": "Kit"]
        let text: [String: Any] = ["Type": "PSTextFieldSpecifier", "Key": "city", "Title": "Add city"]
        let rows: [[String: Any]] = [
            ["Type": "PSGroupSpecifier", "Title": "Rows", "FooterText": String(repeating: "Long. ", count: 200)],
            ["Type": "IASKTextViewSpecifier", "Title": "Notes", "Key": "notes", "DefaultValue": "one\ntwo"],
            ["Type": "IASKDatePickerSpecifier", "Title": "Remind", "Key": "remind"],
            ["Type": "IASKButtonSpecifier", "Title": "Sign out", "Key": "signout"],
            ["Type": "IASKMailComposeSpecifier", "Title": "Write", "IASKMailComposeSubject": "Hello"],
            ["Type": "IASKCustomViewSpecifier", "Title": "Map", "Key": "map"],
            ["Type": "PSToggleSwitchSpecifier", "Title": "Tick", "Key": "tick", "IASKToggleStyle": "Checkmark"],
            ["Type": "PSSliderSpecifier", "Key": "speed", "DefaultValue": 5, "MaximumValue": 100, "MinimumValue": 0],
            [
                "Type": "IASKListGroupSpecifier", "Title": "Cities", "Key": "cities", "Deletable": true,
                "DefaultValue": ["Berlin", "Lima"], "ItemSpecifier": text, "AddSpecifier": text,
            ],
            ["Type": "OtherSpecifier", "Title": "What"],
        ]
        try write(info, to: "Kit.app/Info.plist", in: folder)
        try write(["PreferenceSpecifiers": rows], to: "Kit.app/Settings.bundle/Root.plist", in: folder)
    }

    private static func write(_ value: [String: Any], to path: String, in folder: TemporaryDirectory) throws {
        let data = try PropertyListSerialization.data(fromPropertyList: value, format: .xml, options: 0)
        try folder.write([UInt8](data), to: path)
    }
}

/// An archive with the smallest app.
package enum LittleApp {
    package static let archive = ZipWriter.archive([
        "Little.app/Info.plist": """
        <?xml version="1.0"?><plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>com.example.little</string>
        <key>CFBundleName</key><string>Little</string></dict></plist>
        """,
        "Little.app/Little": "program",
    ])
}
