@testable import Web
import AppBundles
import Foundation
import HTTP
import HTTPTesting
import HTTPTypes
import ServerTesting
import Services
import TestSupport
import Testing

@testable import AppServer
import ViewHierarchy

@Suite("Ways to look at settings")
struct SettingsLookTests {
    private let settings = "/apps/com.example.clock/settings"
    private let html: HTTPFields = [.accept: "text/html"]

    private func page(_ server: TestServer, _ target: String) async throws -> String {
        let reply = try await server.get(target, html)
        #expect(reply.status == .ok, "\(target)")
        return reply.text
    }

    /// An app of a few rows.
    private func write(
        _ name: String,
        id: String,
        version: String = "1",
        in folder: TemporaryDirectory,
        at path: String,
        settings: Bool = true,
        info: String = ""
    ) throws {
        try folder.write(
            """
            <plist><dict><key>CFBundleIdentifier</key><string>\(id)</string><key>CFBundleName</key><string>\(name)</string>
            <key>CFBundleShortVersionString</key><string>\(version)</string>\(info)</dict></plist>
            """,
            to: "\(path).app/Info.plist"
        )
        guard settings else { return }
        let root = """
            <plist><dict><key>PreferenceSpecifiers</key><array><dict><key>Type</key><string>PSToggleSwitchSpecifier</string>
            <key>Title</key><string>Sound</string><key>Key</key><string>sound</string><key>DefaultValue</key><false/></dict>
            </array></dict></plist>
            """
        try folder.write(root, to: "\(path).app/Settings.bundle/Root.plist")
    }

    @Test("the sizes of body text are those of Apple's table")
    func bodySizes() {
        #expect(TextSize.allCases.map(\.bodyPoints) == [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53])
        #expect(TextSize.standard == .large)
        #expect(TextSize.allCases.filter(\.isAccessibility).map(\.name) == ["AX1", "AX2", "AX3", "AX4", "AX5"])
        let names = TextSize.allCases.prefix(7).map(\.name)
        #expect(names == ["xSmall", "Small", "Medium", "Large", "xLarge", "xxLarge", "xxxLarge"])
    }

    @Test("the style sheet has every size, and body text as the menu says it")
    func styleSheet() throws {
        let sheet = try String(
            contentsOf: Fixtures.repository.appending(path: "Public/css/settings-text.css"),
            encoding: .utf8
        )
        for size in TextSize.allCases {
            #expect(sheet.contains("[data-text-size=\(size.rawValue)] { --body: \(size.bodyPoints)px;"), "\(size)")
        }
    }

    @Test("a text size is on the pane and in every way from it; one that is not known counts as none")
    func textSize() async throws {
        let server = try TestServer()
        let large = try await page(server, settings + "?textSize=accessibility3&keys=true&systemRows=true")
        #expect(large.contains("data-text-size=\"accessibility3\""))
        #expect(large.contains("<option value=\"accessibility3\" selected>"))
        #expect(large.contains("\(settings)/Alarms?keys=true&amp;textSize=accessibility3&amp;systemRows=true\""))
        #expect(large.contains("<input type=\"hidden\" name=\"textSize\" value=\"accessibility3\">"))
        let child = try await page(server, settings + "/Alarms?textSize=xSmall")
        #expect(child.contains("href=\"\(settings)?textSize=xSmall\" data-pane=\"back\""))
        for unknown in ["huge", "", "Large", "accessibility9"] {
            let fallen = try await page(server, settings + "?textSize=\(unknown)")
            #expect(fallen.contains("data-text-size=\"large\"") && !fallen.contains("textSize=\(unknown)&amp;"))
        }
        let form = "index=1&key=vibrate&value=true&action=set"
        let written = try await server.post(form: form, to: settings + "?textSize=small")
        #expect(written.headers[.location]?.hasPrefix(settings + "?textSize=small&saved=") == true)
        #expect(try await server.get("/api/v1" + settings + "?textSize=small").status == .badRequest)
    }

    @Test("iOS's own rows are off until they are asked for, stand on the root alone, and name what they follow from")
    func systemRows() async throws {
        let server = try TestServer()
        #expect(!(try await page(server, settings)).contains("class=\"system\""))
        let shown = try await page(server, settings + "?systemRows=true")
        #expect(shown.contains("aria-disabled=\"true\"") && shown.contains("not part of the bundle"))
        let there = [
            "Location", "NSLocationWhenInUseUsageDescription", "Media &amp; Apple Music", "Siri &amp; Search",
            "3 languages",
        ]
        for text in there { #expect(shown.contains(text), "\(text)") }
        for text in ["Camera", "Notifications", "Background App Refresh"] {
            #expect(!shown.contains(">\(text)<"), "\(text)")
        }
        for other in ["/Alarms?systemRows=true", "?systemRows=true&choose=2", "?systemRows=true&q=a"] {
            let page = try await page(server, settings + other)
            #expect(!page.contains("class=\"system\"") && !page.contains("id=\"system-toggle\""), "\(other)")
        }
    }

    @Test("every row of iOS has its picture in the sprite")
    func symbols() throws {
        let file = Fixtures.repository.appending(path: "Public/icons/sprite.svg")
        let sprite = try String(contentsOf: file, encoding: .utf8)
        for kind in SystemRows.Kind.allCases {
            #expect(sprite.contains("<symbol id=\"\(kind.symbol)\""), "\(kind)")
            #expect(!kind.title.isEmpty)
        }
    }

    @Test(
        "the sidebar has a part of the apps that have settings, the one with the app of the pane or the one asked for"
    )
    func sidebar() async throws {
        let folder = try TemporaryDirectory()
        for number in 100..<220 {
            let id = "com.example.a\(number)"
            try write("App \(number)", id: id, in: folder, at: "A\(number)", settings: number != 150)
        }
        let server = try TestServer(paths: [folder.url.path], keeping: folder)
        let base = "/apps/com.example.a160/settings?idiom=pad"
        let own = try await page(server, base)
        #expect(own.split(separator: "class=\"sidebar-app\"").count == 51)
        #expect(own.contains("51–100 of 119") && own.contains("settings?idiom=pad&amp;apps=0\" data-pane=\"list\""))
        let current = "href=\"/apps/com.example.a160/settings?idiom=pad\" data-pane=\"app\" aria-current=\"true\""
        #expect(own.contains(current))
        #expect(own.split(separator: "aria-current=\"true\"").count == 4, "the app, the version and the kind of device")
        #expect(!own.contains("lists-apps"))
        let last = try await page(server, base + "&apps=100")
        #expect(last.split(separator: "class=\"sidebar-app\"").count == 20 && last.contains("lists-apps"))
        #expect(!last.contains("More apps") && last.contains("Earlier apps"))
        for place in ["999999", "none", "-1"] { _ = try await page(server, base + "&apps=\(place)") }
        #expect(!(try await page(server, "/apps/com.example.a160/settings")).contains("class=\"sidebar\""))
        let part = try await server.get(base, [.accept: "text/html", .fragment: "pane"])
        #expect(!part.text.contains("class=\"sidebar\""))
    }

    @Test("the words of Settings itself are in the language of the pane")
    func words() async throws {
        #expect(SettingsWords.of("pt_BR").settings == "Ajustes" && SettingsWords.of("pt-PT").settings == "Definições")
        #expect(SettingsWords.of("zh-Hant-TW").settings == "設定" && SettingsWords.of("zh_CN").settings == "设置")
        #expect(SettingsWords.of("xx").apps == "Apps" && SettingsWords.of(nil).search == "Search")
        let arabic = try await page(try TestServer(), settings + "?idiom=pad&lang=ar")
        #expect(arabic.contains(">الإعدادات</p>"))
    }

    @Test("apps of one name are told apart by version, else by id, wherever they are listed")
    func names() async throws {
        let folder = try TemporaryDirectory()
        try write("Clock", id: "com.example.clock", version: "1.0", in: folder, at: "one/Clock")
        try write("Clock", id: "com.example.clock", version: "2.0", in: folder, at: "two/Clock")
        try write("Twin", id: "com.example.twin", version: "1", in: folder, at: "one/Twin")
        try write("Twin", id: "com.example.twin", version: "1", in: folder, at: "two/Twin")
        try write("Single", id: "com.example.single", version: "9", in: folder, at: "Single")
        let server = try TestServer(paths: [folder.url.path], keeping: folder)
        let pad = try await page(server, "/apps/com.example.single/settings?idiom=pad")
        #expect(pad.contains("<small><bdi>1.0</bdi></small>") && pad.contains("<small><bdi>2.0</bdi></small>"))
        #expect(pad.contains("<small><bdi>com.example.twin</bdi></small>"))
        #expect(!pad.contains("<small><bdi>9</bdi></small>"))
        let domain = try await page(server, "/defaults/com.example.clock")
        #expect(domain.contains(">Clock 1.0</a>") && domain.contains(">Clock 2.0</a>"))
        #expect(domain.contains("Settings<span class=\"sr\"> of Clock 1.0</span>"))
        #expect(domain.contains("<p class=\"menu-title\">Clock 2.0</p>"))
        let single = try await page(server, "/defaults/com.example.single")
        #expect(single.contains(">Single</a>") && !single.contains("menu-title\">Single"))
        let all = try await page(server, "/defaults?all=true")
        #expect(all.contains("<span class=\"dim\">Clock</span>"))
    }

    @Test("a long value is whole in the table of keys, a very long one on the page of its key")
    func wholeValues() async throws {
        let server = try TestServer()
        let texts = [
            "account.name": String(repeating: "word ", count: 40),
            "account.email": String(repeating: "x", count: 5_000),
        ]
        for (key, text) in texts {
            _ = try await server.send(.patch, "/api/v1/defaults/com.example.clock", json: "{\"\(key)\":\"\(text)\"}")
        }
        let shown = try await page(server, settings)
        #expect(shown.contains("word word ”</span>"))
        #expect(shown.contains(String(repeating: "x", count: 1_999) + "…</span>"))
        #expect(shown.contains("Show all</a>"))
    }
}
