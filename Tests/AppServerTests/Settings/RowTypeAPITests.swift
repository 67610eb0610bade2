import Defaults
import FoundationEssentials
import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import PropertyList
import SQLiteStorage
import ServerTesting
import TestSupport
import Testing

@testable import AppBundles

@Suite("Row types in the API")
struct RowTypeAPITests {
    private static let base = "/api/v1/apps/com.example.rows/settings"

    /// An app with a row of every type of the table, each with a key of its own.
    private func server() throws -> TestServer {
        let folder = try TemporaryDirectory()
        let rows = RowType.all.map {
            """
            <dict><key>Type</key><string>\($0.specifier)</string><key>Key</key><string>\($0.specifier)</string>
            <key>Title</key><string>t</string><key>File</key><string>Root</string><key>FooterText</key><string>f</string>
            <key>MinimumValue</key><real>0</real><key>MaximumValue</key><real>2</real>
            <key>Values</key><array><string>a</string><string>b</string></array>
            <key>Titles</key><array><string>A</string><string>B</string></array>
            <key>ItemSpecifier</key><dict><key>Type</key><string>PSTextFieldSpecifier</string></dict></dict>
            """
        }
        try folder.write(
            "<plist><dict><key>CFBundleIdentifier</key><string>com.example.rows</string></dict></plist>",
            to: "Rows.app/Info.plist"
        )
        try folder.write(
            "<plist><dict><key>PreferenceSpecifiers</key><array>\(rows.joined())</array></dict></plist>",
            to: "Rows.app/Settings.bundle/Root.plist"
        )
        return try TestServer(paths: [folder.url.path], keeping: folder)
    }

    /// Members that only rows of a type have, and a value that the type takes.
    private static let shapes: [String: (members: [String], value: String?)] = [
        "textField": (["secure", "keyboard", "autocapitalization", "autocorrection"], "\"x\""),
        "textView": (["secure", "keyboard", "autocapitalization", "autocorrection"], "\"x\""),
        "title": (["display"], nil), "toggle": (["on", "trueValue", "falseValue"], "true"),
        "slider": (["minimum", "maximum"], "1.5"), "multiValue": (["options", "selected"], "\"b\""),
        "radioGroup": (["options", "selected"], "\"b\""), "childPane": (["pane", "href"], nil),
        "datePicker": (["mode", "style", "minuteInterval", "display"], "\"2026-01-02T10:00\""),
        "button": (["display"], nil), "link": (["kind", "address", "fields"], nil),
        "list": (["item", "items", "deletable", "addable"], "[\"x\"]"), "custom": ([], nil),
    ]

    @Test("every type of the table is written with what is its own, and takes or refuses a value")
    func everyType() async throws {
        let server = try server()
        let groups = try await server.get(Self.base).json()["groups"]?.arrayValue ?? []
        let rows = groups.flatMap { $0["rows"]?.arrayValue ?? [] }
        #expect(
            rows.compactMap { $0["specifier"]?.stringValue }
                == RowType.all.filter { $0.place != .heading }.map(\.specifier)
        )
        for row in rows {
            let type = try #require(row["type"]?.stringValue)
            let shape = try #require(Self.shapes[type], "\(type)")
            for name in shape.members { #expect(row.names.contains(name), "\(type) \(name)") }
            let key = try #require(row["key"]?.stringValue)
            let reply = try await server.send(.patch, Self.base, json: "{\"\(key)\":\(shape.value ?? "\"x\"")}")
            #expect(reply.status == (shape.value == nil ? .unprocessableContent : .ok), "\(type)")
        }
        let stored = try server.storage.snapshot(of: "com.example.rows").values
        #expect(stored.count == Self.shapes.values.count { $0.value != nil })
    }

    @Test("every type of the table has its place on the page")
    func page() async throws {
        let page = try await server().get("/apps/com.example.rows/settings", [.accept: "text/html"])
        #expect(page.status == .ok)
        #expect(!page.text.contains("Unknown row type"))
    }

    @Test("a pane is said to look the same on iOS only where it does")
    func sameOnIOS() async throws {
        let folder = try TemporaryDirectory()
        let app = "<plist><dict><key>CFBundleIdentifier</key><string>com.example.same</string></dict></plist>"
        func bundle(_ type: String) throws {
            let row =
                "<dict><key>Type</key><string>\(type)</string><key>Key</key><string>k</string>"
                + "<key>Title</key><string>t</string><key>DefaultValue</key><string>v</string></dict>"
            let group =
                "<dict><key>Type</key><string>PSGroupSpecifier</string><key>Title</key><string>g</string></dict>"
            let pane = "<plist><dict><key>PreferenceSpecifiers</key><array>\(group)\(row)</array></dict></plist>"
            try folder.write(app, to: "Same.app/Info.plist")
            try folder.write(pane, to: "Same.app/Settings.bundle/Root.plist")
        }
        for (type, isSame) in [("PSTextFieldSpecifier", true), ("IASKTextViewSpecifier", false)] {
            try bundle(type)
            let server = try TestServer(paths: [folder.url.path], keeping: folder)
            let page = try await server.get("/apps/com.example.same/settings").text
            #expect(page.contains("No findings: iOS would show this pane") == isSame)
            #expect(page.contains("1 row that only InAppSettingsKit") == !isSame)
        }
    }
}
