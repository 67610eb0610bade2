import Defaults
import Foundation
import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import PropertyList
import SQLiteStorage
import ServerTesting
import TestSupport
import Testing
import ViewHierarchy

@Suite("Settings in the API")
struct SettingsAPITests {
    private static let root = """
        <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>StringsTable</key><string>Root</string>
        <key>PreferenceSpecifiers</key><array>
        <dict><key>Type</key><string>PSGroupSpecifier</string><key>Title</key><string>General</string></dict>
        <dict><key>Type</key><string>PSToggleSwitchSpecifier</string><key>Title</key><string>Sound</string>
          <key>Key</key><string>sound</string><key>DefaultValue</key><string>YES</string>
          <key>TrueValue</key><string>YES</string><key>FalseValue</key><string>NO</string></dict>
        <dict><key>Type</key><string>PSTextFieldSpecifier</string><key>Title</key><string>Password</string>
          <key>Key</key><string>account.password</string><key>IsSecure</key><true/></dict>
        <dict><key>Type</key><string>PSMultiValueSpecifier</string><key>Title</key><string>Size</string>
          <key>Key</key><string>size</string><key>DefaultValue</key><integer>1</integer>
          <key>Values</key><array><integer>1</integer><string>2</string></array>
          <key>Titles</key><array><string>Small</string><string>Large</string></array></dict>
        <dict><key>Type</key><string>PSSliderSpecifier</string><key>Key</key><string>volume</string>
          <key>DefaultValue</key><integer>0</integer><key>MinimumValue</key><integer>0</integer>
          <key>MaximumValue</key><integer>10</integer></dict>
        <dict><key>Type</key><string>PSChildPaneSpecifier</string><key>Title</key><string>More</string>
          <key>File</key><string>Sub/More</string></dict>
        <dict><key>Type</key><string>PSChildPaneSpecifier</string><key>Title</key><string>Broken</string>
          <key>File</key><string>Broken</string></dict>
        <dict><key>Type</key><string>PSFancySpecifier</string></dict>
        </array></dict></plist>
        """
    private static let more = """
        <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>PreferenceSpecifiers</key><array>
        <dict><key>Type</key><string>PSGroupSpecifier</string></dict>
        <dict><key>Type</key><string>PSTitleValueSpecifier</string><key>Title</key><string>Version</string>
          <key>Key</key><string>version</string><key>DefaultValue</key><string>1</string></dict>
        </array></dict></plist>
        """

    private func server() throws -> TestServer {
        let bundle = try TemporaryDirectory()
        try bundle.write(
            "<plist><dict><key>CFBundleIdentifier</key><string>com.example.demo</string></dict></plist>",
            to: "Demo.app/Info.plist"
        )
        try bundle.write(Self.root, to: "Demo.app/Settings.bundle/Root.plist")
        try bundle.write(Self.more, to: "Demo.app/Settings.bundle/Sub/More.plist")
        try bundle.write("<plist><dict><key>no end", to: "Demo.app/Settings.bundle/Broken.plist")
        try bundle.write(
            "\"Sound\" = \"Ton\";",
            to: "Demo.app/Settings.bundle/de.lproj/Root.strings"
        )
        try bundle.write(
            "\"Sound\" = \"صوت\";",
            to: "Demo.app/Settings.bundle/ar.lproj/Root.strings"
        )
        return try TestServer(paths: [bundle.url.path], keeping: bundle)
    }

    private let base = "/api/v1/apps/com.example.demo/settings"

    @Test("the language of the request, or the one it names, is the pane's")
    func languages() async throws {
        let server = try server()
        let asked = try await server.get(base, [.acceptLanguage: "fr, de;q=0.8"]).json()
        #expect(asked["language"]?.stringValue == "de" && asked["direction"]?.stringValue == "ltr")
        #expect(asked["groups"]?[0]["rows"]?[0]["title"]?.stringValue == "Ton")
        let named = try await server.get(base + "?lang=ar", [.acceptLanguage: "de"]).json()
        #expect(named["direction"]?.stringValue == "rtl")
        #expect(named["groups"]?[0]["rows"]?[0]["title"]?.stringValue == "صوت")
    }

    @Test("a toggle stores the value its bundle declares, a choice the declared element, a slider a real")
    func declaredValues() async throws {
        let server = try server()
        let written = try await server.send(.patch, base, json: #"{"sound":false,"size":2,"volume":3}"#)
        #expect(written.status == .ok)
        let stored = try server.storage.snapshot(of: "com.example.demo").values
        #expect(stored == ["sound": .string("NO"), "size": .string("2"), "volume": .real(3)])
        let history = try await server.get("/api/v1/defaults/com.example.demo/history").json()
        #expect(history["history"]?[0]["changes"]?.arrayValue?.count == 3)
    }

    @Test("an unknown key, a value out of range, a read-only row and a wrong type are all named, and nothing is stored")
    func refusals() async throws {
        let server = try server()
        let reply = try await server.send(
            .patch,
            base,
            json: #"{"sound":true,"volume":11,"version":"2","size":[1],"other":1,"account.password":1}"#
        )
        #expect(reply.status == .unprocessableContent)
        let pointers = try reply.json()["errors"]?.arrayValue?.compactMap { $0["pointer"]?.stringValue } ?? []
        #expect(Set(pointers) == ["/volume", "/version", "/size", "/other", "/account.password"])
        #expect(try server.storage.snapshot(of: "com.example.demo").revision == 0)
    }

    @Test("a secure value is sent only to those who ask for it")
    func redaction() async throws {
        let server = try server()
        _ = try await server.send(.patch, base, json: #"{"account.password":"hunter2"}"#)
        let hidden = try await server.get(base).json()["groups"]?[0]["rows"]?[1]
        #expect(hidden?["value"] == .null && hidden?["stored"] == .null && hidden?["redacted"] == true)
        let shown = try await server.get(base + "?reveal=true").json()["groups"]?[0]["rows"]?[1]
        #expect(shown?["value"]?.stringValue == "hunter2" && shown?["redacted"] == nil)
        let page = try await server.get("/apps/com.example.demo/settings", [.accept: "text/html"]).text
        #expect(!page.contains("hunter2"))
    }

    @Test("a broken pane is shown empty with its reason, and spoils no other")
    func brokenPane() async throws {
        let server = try server()
        let panes = try await server.get(base + "?deep=true").json()["panes"]
        #expect(panes?.names.contains("Sub/More") == true)
        let broken = try await server.get(base + "/Broken").json()
        #expect(broken["groups"] == .array([]) && broken["report"]?[0]["severity"]?.stringValue == "error")
        #expect(try await server.get(base + "/Sub/More").json()["title"]?.stringValue == "More")
        #expect(try await server.get(base + "/Sub%2FMore").status == .ok)
        #expect(try await server.get(base + "/..%2FInfo").status == .notFound)
        let rows = try await server.get(base).json()["groups"]?[0]["rows"]?.arrayValue ?? []
        #expect(rows.last?["type"]?.stringValue == "unsupported")
    }

    @Test("what Settings shows has the default values, what the app sees has not")
    func threeViews() async throws {
        let server = try server()
        let domain = "/api/v1/defaults/com.example.demo"
        #expect(try await server.get(domain + "?view=app").json()["values"]?.names == [])
        #expect(
            try await server.get(domain + "?view=settings").json()["values"]?.names == [
                "size", "sound", "version", "volume",
            ]
        )
        _ = try await server.send(.patch, "/api/v1/defaults/NSGlobalDomain", json: #"{"AppleLocale":"de_DE"}"#)
        let seen = try await server.get(domain + "/values/AppleLocale").json()
        #expect(seen["origin"]?.stringValue == "global")
    }

    @Test("a reset leaves managed values alone, and changes nothing when the domain has moved on")
    func reset() async throws {
        let server = try server()
        let (domain, page) = ("com.example.demo", "/apps/com.example.demo/settings")
        func reset(_ form: String, ifMatch: String? = nil) async throws -> Int {
            var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded", .accept: "text/html"]
            headers[.ifMatch] = ifMatch
            return try await server.client.send(.post, page, headers: headers, body: Array(form.utf8)).status.code
        }
        for form in ["action=reset&pane=true", "action=reset&all=true"] {
            _ = try await server.send(.put, "/api/v1/defaults/\(domain)/layers/managed", json: #"{"values":{}}"#)
            _ = try await server.send(.patch, base, json: #"{"sound":false,"size":2,"volume":3}"#)
            _ = try await server.send(
                .put,
                "/api/v1/defaults/\(domain)/layers/managed",
                json: #"{"values":{"size":1}}"#
            )
            let before = try server.storage.snapshot(of: domain)
            #expect(try await reset(form, ifMatch: "\"\(before.revision - 1)\"") == 412)
            #expect(try server.storage.snapshot(of: domain) == before)
            #expect(try await reset(form, ifMatch: "\"\(before.revision)\"") == 303)
            #expect(try server.storage.snapshot(of: domain).values == ["size": .string("2")])
            #expect(try await reset(form) == 303)
            #expect(try server.storage.snapshot(of: domain).values == ["size": .string("2")])
        }
        let refused = try await server.send(.patch, base, json: #"{"size":null,"sound":null}"#)
        #expect(refused.status == .unprocessableContent)
        #expect(try refused.json()["errors"]?.arrayValue?.compactMap { $0["pointer"]?.stringValue } == ["/size"])
    }
}
